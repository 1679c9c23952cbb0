// What a fill writes besides floats: integers, derivatives, normals.
#include "grid_support.hpp"

#include <limits>

namespace scree::test {
namespace {

constexpr double steps[] = {0.02, -0.1, 1.0 / 3.0, 0.9, 1.7, 37.3};

template <int N>
Grid<N> grid_at(double step) {
  Grid<N> g;
  if constexpr (N == 1) g.size = {1301};
  if constexpr (N == 2) g.size = {67, 39};
  if constexpr (N == 3) g.size = {37, 13, 7};
  if constexpr (N == 4) g.size = {19, 7, 5, 3};
  g.spacing.fill(step);
  g.origin.fill(-11);
  return g;
}

/// What include/scree/noise.hpp promises, in plain words: clamp(nearest(fma(value, scale, bias))), ties to even, NaN is 0.
template <class Integer>
Integer quantised(float value, const scree::Range& range) {
  constexpr float largest = std::numeric_limits<Integer>::max();
  const double scale = largest / (range.to - range.from);
  const float scaled = std::fma(value, static_cast<float>(scale), static_cast<float>(-range.from * scale));
  if (std::isnan(scaled)) return 0;
  return static_cast<Integer>(std::nearbyint(std::clamp(scaled, 0.0f, largest)));
}

template <class Integer, int N>
std::vector<Integer> filled_as(const Noise& noise, const Grid<N>& g, const scree::Range& range, int threads = 1) {
  std::vector<Integer> out(product(g.size), Integer{77});
  noise.fill(g, std::span<Integer>(out), range, {.threads = threads});
  return out;
}

template <class Integer, int N>
void check_integers(const field& f, const Grid<N>& g, const scree::Range& range, std::string_view isa) {
  std::vector<Integer> expected;
  for (float v : filled(f.noise, g)) expected.push_back(quantised<Integer>(v, range));
  std::ostringstream where;
  where << f.name << ", " << isa << ", range " << range.from << " to " << range.to << ", " << sizeof(Integer) << " bytes, " << describe(g);
  check_same(filled_as<Integer>(f.noise, g, range), expected, where.str());
}

}  // namespace

TEST_CASE("integers are the nearest to the scaled floats, clamped") {
  constexpr scree::Range ranges[] = {{}, {1, -1}, {0, 1}, {-0.25, 0.25}, {0.3, -0.1}, {-1e-3, 2e-3}, {-100, 250}, {5, 6}, {-1e30, 1e30}};
#ifdef SCREE_SANITIZED
  constexpr std::size_t stride = 3;   // slow: other ranges for each dimension and field
#else
  constexpr std::size_t stride = 1;
#endif
  for_each_isa([&](std::string_view isa) {
    std::size_t first = 0;
    for (const field& f : every_field()) {
      for_each_dimension([&](auto n) {
        for (std::size_t k = first++ % stride; k < std::size(ranges); k += stride) {
          const Grid<n> g = grid_at<n>(steps[k % std::size(steps)]);
          check_integers<std::uint16_t>(f, g, ranges[k], isa);
          check_integers<std::uint8_t>(f, g, ranges[k], isa);
        }
      });
    }
  });
}

TEST_CASE("integers in between go to the even one") {
  // Perlin noise is zero at lattice points; with a scale of one, minus `from` is the number that is rounded.
  constexpr std::pair<double, int> ties[] = {{0.5, 0}, {1.5, 2}, {2.5, 2}, {3.5, 4}, {100.5, 100}, {101.5, 102}, {-0.5, 0}};
  for_each_isa([&](std::string_view isa) {
    CAPTURE(isa);
    for (auto [number, nearest] : ties) {
      for (auto v : filled_as<std::uint8_t>(scree::perlin(), grid_at<2>(1.0), {-number, 255.0 - number})) REQUIRE(v == nearest);
      for (auto v : filled_as<std::uint16_t>(scree::perlin(), grid_at<2>(1.0), {-number, 65535.0 - number})) REQUIRE(v == nearest);
    }
  });
}

TEST_CASE("scale and bias are rounded once, from binary64") {
  // Zero becomes the nearest to the bias: among many ranges some biases lie next to a half.
  generator random{40};
  const Grid1 lattice_point{.size = {1}};
  for (std::size_t k = 0; k < scaled(50000); ++k) {
    const double from = random.uniform(-1.0, 0.0);
    const scree::Range range{from, random.uniform(from + 1.0, 1.5)};
    const std::uint16_t is = filled_as<std::uint16_t>(scree::perlin(), lattice_point, range)[0];
    if (is != quantised<std::uint16_t>(0.0f, range)) FAIL("range " << range.from << " to " << range.to << ": " << is);
  }
}

TEST_CASE("both ends of a range are reached, and everything past them") {
  for_each_isa([&](std::string_view isa) {
    CAPTURE(isa);
    const auto deep = filled_as<std::uint16_t>(scree::white(), grid_at<2>(1.0), {-0.5, 0.5});
    CHECK(std::count(deep.begin(), deep.end(), 0) > 100);
    CHECK(std::count(deep.begin(), deep.end(), 65535) > 100);
  });
}

TEST_CASE("samples at infinite coordinates become the integer 0, and theirs alone") {
  for_each_isa([&](std::string_view isa) {
    for (const field& f : every_field()) {
      for_each_dimension([&](auto n) {
        Grid<n> g = grid_at<n>(0.02);
        g.spacing[0] = std::numeric_limits<double>::max() / 8;
        const std::vector<float> values = filled(f.noise, g);
        const auto is_nan = [](float v) { return std::isnan(v); };
        REQUIRE(std::any_of(values.begin(), values.end(), is_nan));
        REQUIRE_FALSE(std::all_of(values.begin(), values.end(), is_nan));
        check_integers<std::uint16_t>(f, g, {-3, 1}, isa);
        check_integers<std::uint8_t>(f, g, {-3, 1}, isa);
      });
    }
  });
}

TEST_CASE("a fill with derivatives gives the values without them, and the derivatives of the reference and of sample()") {
#ifdef SCREE_SANITIZED
  constexpr double frequencies[] = {-2.5};
#else
  constexpr double frequencies[] = {1.0, -2.5};
#endif
  for (double frequency : frequencies) {
    for (const field& f : every_field(frequency)) {
      for_each_dimension([&](auto n) {
        for (double step : {0.02, -0.1, 0.9, 37.3, 1e16}) {
          const Grid<n> g = grid_at<n>(step);
          const std::size_t samples = product(g.size);
          const auto x = coordinates(g);
          const auto expected = reference_of<n>(f, x);
          for_each_isa([&](std::string_view isa) {
            constexpr int N = decltype(n)::value;
            const with_gradient<N> sample = sampled<N>(f.noise, x, true);
            with_gradient<N> fill(samples);
            f.noise.fill(g, std::span<float>(fill.values), fill.gradient(), {.threads = 1});
            const std::string where = f.name + ", " + std::string(isa) + ", " + describe(g);
            check_same(fill.values, expected.values, "value of " + where);
            for (int axis = 0; axis < N; ++axis) {
              check_same(fill.along[axis], expected.along[axis], "fill's derivative " + std::to_string(axis) + " of " + where);
              check_same(sample.along[axis], expected.along[axis], "sample's derivative " + std::to_string(axis) + " of " + where);
            }
          });
        }
      });
    }
  }
}

TEST_CASE("derivatives lie where the values lie: with a pitch, nothing between rows is touched, and threads change nothing") {
  for_each_isa([&](std::string_view isa) {
    const Noise noise = scree::perlin({.seed = 5});
    Grid3 g = grid_at<3>(0.07);
    g.size = {67, 41, 37};
    with_gradient<3> dense(product(g.size));
    noise.fill(g, std::span<float>(dense.values), dense.gradient(), {.threads = 1});
    g.pitch = {70, 70 * 43};
    const std::size_t extent = 36 * g.pitch[1] + 40 * g.pitch[0] + 67;
    with_gradient<3> expected(extent), pitched(extent);
    for (std::size_t s = 0; s < dense.values.size(); ++s) {
      const std::size_t place = s % 67 + s / 67 % 41 * g.pitch[0] + s / 67 / 41 * g.pitch[1];
      expected.values[place] = dense.values[s];
      for (int axis = 0; axis < 3; ++axis) expected.along[axis][place] = dense.along[axis][s];
    }
    noise.fill(g, std::span<float>(pitched.values), pitched.gradient(), {.threads = 3});
    check_same(pitched.values, expected.values, isa);
    for (int axis = 0; axis < 3; ++axis) check_same(pitched.along[axis], expected.along[axis], std::string(isa) + " along " + std::to_string(axis));
  });
}

TEST_CASE("normals have unit length and stand upright on both slopes of the surface, on every instruction set alike") {
  for (const field& f : every_field(0.6)) {
    for (const std::array<std::size_t, 2>& size : {std::array<std::size_t, 2>{67, 39}, {1100, 21}, {1, 1}, {3, 800}}) {
      Grid2 g = grid_at<2>(0.05);
      g.size = size;
      if (size[0] == 67) g.pitch = {67};   // the length of a row is no gap
      for (double height : {1.0, -3.0, 0.0, 40.0, 1e25, -3e38}) {
        with_gradient<2> slopes(product(g.size));
        f.noise.fill(g, std::span<float>(slopes.values), slopes.gradient(), {.threads = 1});
        std::vector<float> first;
        for_each_isa([&](std::string_view isa) {
          std::vector<float> normals(3 * slopes.values.size() + 16, 9.0f);
          f.noise.fill_normals(g, std::span(normals).first(3 * slopes.values.size()), height, {.threads = size[0] > 1000 ? 2 : 1});
          CAPTURE(f.name); CAPTURE(isa); CAPTURE(size[0]); CAPTURE(height);
          REQUIRE(std::all_of(normals.end() - 16, normals.end(), [](float v) { return v == 9.0f; }));
          if (first.empty()) first = normals;
          check_same(normals, first, isa);
          for (std::size_t s = 0; s < slopes.values.size(); ++s) {
            // (1, 0, dz/dx) x (0, 1, dz/dy), normalised.
            const double x = -height * slopes.along[0][s], y = -height * slopes.along[1][s], length = std::sqrt(x * x + y * y + 1.0);
            const float* normal = &normals[3 * s];
            const double off = std::max({std::abs(normal[0] - x / length), std::abs(normal[1] - y / length), std::abs(normal[2] - 1.0 / length)});
            if (off > 3e-7) FAIL("normal of sample " << s << " is off by " << off);
            const double norm = std::hypot(double{normal[0]}, double{normal[1]}, double{normal[2]});
            if (std::abs(norm - 1.0) > 3e-7) FAIL("normal of sample " << s << " has length " << norm);
          }
        });
      }
    }
  }
}

}  // namespace scree::test
