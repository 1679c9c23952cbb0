// Bad grids are refused with words that name what is wrong, before a byte is written.
#include "grid_support.hpp"

#include <scree/error.hpp>

#include <limits>
#include <type_traits>

namespace scree::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(), not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t largest = std::numeric_limits<std::size_t>::max();

/// Runs `call`, which must throw an Error that names all of `words`.
template <class F>
void refuse(const std::vector<std::string>& words, const F& call) {
  std::string said;
  try {
    call();
  } catch (const scree::Error& error) {
    said = error.what();
  }
  for (const std::string& word : words) {
    CAPTURE(said);
    CAPTURE(word);
    CHECK(said.find(word) != std::string::npos);
  }
}

/// Every fill refuses the grid, for floats, derivatives and integers, and leaves its buffers alone. `room`: elements of each buffer.
template <int N>
void refused_by_all(const Grid<N>& g, const std::vector<std::string>& words, std::size_t room = 1000, const scree::FillOptions& options = {}) {
  const Noise noise = scree::simplex();
  auto try_as = [&]<class T>(T before, auto fill) {
    std::vector<T> out(room, before);
    refuse(words, [&] { fill(std::span<T>(out)); });
    CHECK(std::all_of(out.begin(), out.end(), [&](T v) { return v == before; }));
  };
  try_as(3.5f, [&](std::span<float> out) { noise.fill(g, out, options); });
  try_as(std::uint16_t{0xBEEF}, [&](std::span<std::uint16_t> out) { noise.fill(g, out, {}, options); });
  try_as(std::uint8_t{0xBE}, [&](std::span<std::uint8_t> out) { noise.fill(g, out, {}, options); });
  try_as(3.5f, [&](std::span<float> out) {
    std::vector<float> slopes(room, 3.5f);
    scree::Gradient<N> gradient;
    gradient.along.fill(slopes);
    noise.fill(g, out, gradient, options);
  });
}

template <int N>
Grid<N> small_grid() {
  Grid<N> g;
  g.size.fill(3);
  return g;
}

const std::string axis_name[] = {"x", "y", "z", "w"};

}  // namespace

TEST_CASE("spacings of zero, infinity or no number at all are refused, and named by their axis") {
  for_each_dimension([](auto n) {
    for (int axis = 0; axis < n; ++axis) {
      for (double spacing : {0.0, -0.0, infinity, -infinity, not_a_number}) {
        Grid<n> g = small_grid<n>();
        g.spacing[axis] = spacing;
        refused_by_all(g, {"fill", "spacing along " + axis_name[axis]});
      }
    }
  });
}

TEST_CASE("offsets that are not finite are refused") {
  for_each_dimension([](auto n) {
    for (int axis = 0; axis < n; ++axis) {
      for (double offset : {infinity, -infinity, not_a_number}) {
        Grid<n> g = small_grid<n>();
        g.offset[axis] = offset;
        refused_by_all(g, {"fill", "offset along " + axis_name[axis]});
      }
    }
  });
}

TEST_CASE("indices past the largest 64-bit integer are refused") {
  for_each_dimension([](auto n) {
    for (int axis = 0; axis < n; ++axis) {
      Grid<n> g = small_grid<n>();
      g.origin[axis] = std::numeric_limits<std::int64_t>::max() - 1;
      refused_by_all(g, {"fill", "origin + size along " + axis_name[axis]});
      --g.origin[axis];
      std::vector<float> out(product(g.size));
      CHECK_NOTHROW(scree::simplex().fill(g, std::span<float>(out)));
    }
  });
}

TEST_CASE("sizes whose product no memory holds are refused, whichever axes make it so") {
  // Products that come out small, or zero, modulo 2^64 are among them.
  for (std::size_t size : {largest, largest - 1, largest / 2, largest / 2 + 1, largest / 4, largest / 4 + 1, largest / 8}) {
    refused_by_all(Grid1{.size = {size}}, {"fill"});
    refused_by_all(Grid2{.size = {size, 2}}, {"fill"});
    refused_by_all(Grid2{.size = {2, size}}, {"fill", "y"});
    refused_by_all(Grid3{.size = {1, 1, size}}, {"fill"});
  }
  constexpr std::size_t half = std::size_t{1} << 32;
  refused_by_all(Grid2{.size = {half, half}}, {"fill", "size", "y"});
  refused_by_all(Grid2{.size = {half, half + 1}}, {"fill", "size", "y"});
  refused_by_all(Grid3{.size = {half, half / 2, 2}}, {"fill", "size"});
  refused_by_all(Grid4{.size = {1 << 16, 1 << 16, 1 << 16, 1 << 16}}, {"fill", "size", "w"});
  refused_by_all(Grid4{.size = {1, half, half, 1}}, {"fill", "size", "z"});
  refused_by_all(Grid2{.size = {1, 3}, .pitch = {largest / 2}}, {"fill", "pitch", "y"});
  refused_by_all(Grid2{.size = {1, 3}, .pitch = {largest}}, {"fill", "pitch", "y"});
  refused_by_all(Grid3{.size = {2, 2, 3}, .pitch = {2, largest / 2 + 2}}, {"fill", "pitch", "z"});
}

TEST_CASE("a span that is one element short for size and pitch is refused; one that is just long enough is not") {
  chooser choose(20);
  for_each_dimension([&](auto n) {
    for (int turn = 0; turn < 50; ++turn) {
      Grid<n> g;
      std::size_t needed = 1;
      for (int axis = 0; axis < n; ++axis) {
        g.size[axis] = 1 + choose.below(6);
        std::size_t stride = needed;
        if (axis > 0 && choose.below(2)) stride = g.pitch[axis - 1] = needed + choose.below(5);
        needed = axis == 0 ? g.size[0] : needed + stride * (g.size[axis] - 1);
      }
      refused_by_all(g, {"fill", "out", std::to_string(needed), std::to_string(needed - 1)}, needed - 1);
      refused_by_all(g, {"fill", "out", std::to_string(needed), "0"}, 0);
      std::vector<float> out(needed);
      CHECK_NOTHROW(scree::value().fill(g, std::span<float>(out)));
    }
  });
}

TEST_CASE("spans of a gradient that are one element short are refused, and named by their axis") {
  for_each_dimension([](auto n) {
    constexpr int N = decltype(n)::value;
    const Grid<N> g = small_grid<N>();
    for (int axis = 0; axis < N; ++axis) {
      std::vector<float> out(product(g.size), 3.5f), slopes = out;
      scree::Gradient<N> gradient;
      gradient.along.fill(slopes);
      gradient.along[axis] = std::span(slopes).first(slopes.size() - 1);
      refuse({"fill", "gradient along " + axis_name[axis], std::to_string(slopes.size())},
             [&] { scree::perlin().fill(g, std::span<float>(out), gradient); });
      CHECK(out == std::vector<float>(out.size(), 3.5f));
      CHECK(slopes == out);
    }
  });
}

TEST_CASE("a pitch that makes rows or slices overlap is refused") {
  refused_by_all(Grid2{.size = {5, 3}, .pitch = {4}}, {"fill", "pitch along y", "4", "5"});
  refused_by_all(Grid2{.size = {5, 3}, .pitch = {1}}, {"fill", "pitch along y"});
  refused_by_all(Grid3{.size = {5, 3, 2}, .pitch = {0, 14}}, {"fill", "pitch along z", "14", "15"});
  refused_by_all(Grid3{.size = {5, 3, 2}, .pitch = {7, 18}}, {"fill", "pitch along z", "18", "19"});
  refused_by_all(Grid4{.size = {5, 3, 2, 2}, .pitch = {7, 0, 37}}, {"fill", "pitch along w", "37", "38"});
}

TEST_CASE("ranges without an extent, or that floats cannot hold, are refused") {
  const Grid2 g = small_grid<2>();
  auto check = [&]<class T>(T before) {
    for (const scree::Range& range : {scree::Range{1, 1}, {0, 0}, {0, -0.0}, {infinity, 1}, {0, infinity}, {-infinity, infinity}, {infinity, infinity},
                                      {not_a_number, 1}, {0, not_a_number}, {0, 1e-300}, {0, 5e-324}, {1e300, 2e300 - 1e300}}) {
      std::vector<T> out(9, before);
      refuse({"fill", "range"}, [&] { scree::value().fill(g, std::span<T>(out), range); });
      CHECK(out == std::vector<T>(9, before));
    }
  };
  check(std::uint16_t{0xBEEF});
  check(std::uint8_t{0xBE});
}

TEST_CASE("a negative number of threads is refused") {
  refused_by_all(small_grid<2>(), {"fill", "threads", "-1"}, 1000, {.threads = -1});
  refused_by_all(small_grid<2>(), {"fill", "threads"}, 1000, {.threads = std::numeric_limits<int>::min()});
}

TEST_CASE("normals are refused for a span that is short, a pitch that leaves gaps, or a height that is not finite") {
  const Noise noise = scree::perlin();
  auto refused = [&](const Grid2& g, std::size_t room, double height, const std::vector<std::string>& words) {
    std::vector<float> normals(room, 3.5f);
    refuse(words, [&] { noise.fill_normals(g, normals, height); });
    CHECK(normals == std::vector<float>(room, 3.5f));
  };
  const Grid2 g{.size = {5, 3}};
  refused(g, 44, 1.0, {"normals", "45", "44"});
  refused(g, 15, 1.0, {"normals", "45"});
  refused(g, 0, 1.0, {"normals", "45"});
  for (double height : {infinity, -infinity, not_a_number, 1e39}) refused(g, 45, height, {"height"});
  refused({.size = {5, 3}, .pitch = {6}}, 100, 1.0, {"pitch"});
  refused({.size = {5, 3}, .pitch = {4}}, 100, 1.0, {"pitch"});
  refused({.size = {5, 3}, .spacing = {0, 1}}, 100, 1.0, {"spacing along x"});
  refused({.size = {largest / 8, 1}}, 100, 1.0, {"normals"});
  refused({.size = {std::size_t{1} << 32, std::size_t{1} << 29}}, 100, 1.0, {"size"});
  refused({.size = {std::size_t{1} << 32, std::size_t{1} << 28}}, 100, 1.0, {"normals", "3458764513820540928"});
}

TEST_CASE("a size of zero is no error and writes nothing, even into no memory") {
  for_each_dimension([](auto n) {
    constexpr int N = decltype(n)::value;
    for (int axis = 0; axis < N; ++axis) {
      Grid<N> g = small_grid<N>();
      if (N > 1) g.size.fill(largest / 8);
      g.size[axis] = 0;
      for (int threads : {0, 1, 2}) {
        CHECK_NOTHROW(scree::simplex().fill(g, std::span<float>(), {.threads = threads}));
        CHECK_NOTHROW(scree::simplex().fill(g, std::span<float>(), scree::Gradient<N>{}, {.threads = threads}));
        CHECK_NOTHROW(scree::simplex().fill(g, std::span<std::uint16_t>(), {}, {.threads = threads}));
        std::vector<std::uint8_t> out(100, 0xBE);
        CHECK_NOTHROW(scree::simplex().fill(g, std::span<std::uint8_t>(out), {}, {.threads = threads}));
        CHECK(out == std::vector<std::uint8_t>(100, 0xBE));
      }
      g.spacing[axis] = 0.0;
      refused_by_all(g, {"spacing"});
    }
  });
  CHECK_NOTHROW(scree::perlin().fill_normals({.size = {0, 5}}, {}));
  CHECK_NOTHROW(scree::perlin().fill_normals({.size = {5, 0}}, {}));
}

}  // namespace scree::test
