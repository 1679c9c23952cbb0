// A fill gives the bits of the reference, and of sample() and at(), at the coordinates of its samples: on every route that a fill may take,
// for every leaf and option, on every instruction set.
#include "grid_support.hpp"

#include <cmath>
#include <limits>
#include <numeric>

namespace scree::test {
namespace {

constexpr double third = 1.0 / 3.0;
constexpr double steps[] = {0.005, 0.02, 0.1, third, 1.0 / 64, 0.5, 0.9, 1.0, 1.7, 37.3, -0.005, -0.02, -0.1, -third, -0.9, -1.7, -37.3};
constexpr double offsets[] = {0.0, 0.5, -0.3125, 17.3, -1e6, 1e-300};
constexpr double frequencies[] = {1.0, -1.0, 2.5, 0.0731, -3e3};
constexpr std::int64_t near_origins[] = {0, -3, 100, -4097, 1000003};
constexpr std::int64_t far_origins[] = {std::int64_t{1} << 40, -(std::int64_t{1} << 40), std::int64_t{1} << 60, -(std::int64_t{1} << 60),
                                        (std::int64_t{1} << 52) - 9, -(std::int64_t{1} << 52) - 9, (std::int64_t{1} << 53) - 4};

/// A grid with the same settings along every axis.
template <int N>
Grid<N> even_grid(std::array<std::size_t, N> size, std::int64_t origin, double spacing, double offset = 0.0) {
  Grid<N> g;
  g.size = size;
  g.origin.fill(origin), g.spacing.fill(spacing), g.offset.fill(offset);
  return g;
}

/// Sizes with some vectors and a rest along each axis, and several cells at small steps.
template <int N>
std::array<std::size_t, N> primes() {
  if constexpr (N == 1) return {1531};
  if constexpr (N == 2) return {131, 61};
  if constexpr (N == 3) return {67, 17, 7};
  if constexpr (N == 4) return {37, 7, 5, 3};
}

/// fill = reference = sample on all instruction sets, and = at in one sample.
template <int N>
void check_bits(const field& f, const Grid<N>& g) {
  static chooser choose(6);
  if (!choose.in_scale()) return;
  const auto x = coordinates(g);
  const std::vector<float> expected = reference_of<N>(f, x).values;
  for_each_isa([&](std::string_view isa) {
    const std::string where = f.name + ", " + std::string(isa) + ", " + describe(g);
    check_same(filled(f.noise, g), expected, "fill of " + where);
    if (isa != "scalar") check_same(sampled<N>(f.noise, x).values, expected, "sample of " + where);
  });
  const std::size_t s = expected.size() / 2;
  check_same<float>({at(f.noise, N, sample_point<N>(x, s))}, {expected[s]}, "at of " + f.name + ", " + describe(g));
}

template <class F>
void for_each_field_and_dimension(const F& f) {
  for (double frequency : frequencies)
    for (const field& leaf : every_field(frequency)) for_each_dimension([&](auto n) { f(leaf, n); });
}

}  // namespace

TEST_CASE("a fill has the bits of the reference at every step, near the origin") {
  chooser choose(1);
  for (const field& f : every_field()) {
    for_each_dimension([&](auto n) {
      for (double step : steps)
        check_bits(f, even_grid<n>(primes<n>(), choose.of<std::int64_t>(near_origins), step, choose.of<double>(offsets)));
    });
  }
}

TEST_CASE("a fill has the bits of the reference with any mixture of steps, origins, offsets and frequencies") {
  chooser choose(2);
  for_each_field_and_dimension([&](const field& f, auto n) {
    constexpr std::size_t longest[] = {1100, 79, 23, 11};
    for (int turn = 0; turn < 4; ++turn) {
      Grid<n> g;
      for (int axis = 0; axis < n; ++axis) {
        g.size[axis] = 1 + choose.below(longest[n - 1]);
        g.origin[axis] = choose.below(3) ? choose.of<std::int64_t>(near_origins) : choose.of<std::int64_t>(far_origins);
        g.spacing[axis] = choose.of<double>(steps);
        g.offset[axis] = choose.of<double>(offsets);
      }
      check_bits(f, g);
    }
  });
}

TEST_CASE("a fill has the bits of the reference in rows, columns, and sizes around a vector") {
  chooser choose(3);
  std::size_t lanes = 1;
  for_each_isa([&](std::string_view) { lanes = std::max<std::size_t>(lanes, scree::active_kernels().lanes); });
  std::vector<std::size_t> sizes = {1, 2, 3, 97};
  for (std::size_t l = 4; l <= 2 * lanes; l *= 2) sizes.insert(sizes.end(), {l - 1, l, l + 1});
  for (const field& f : every_field()) {
    for_each_dimension([&](auto n) {
      for (std::size_t length : sizes) {
        for (int axis = 0; axis < n; ++axis) {
          std::array<std::size_t, n> size;   // of one long axis and otherwise short ones
          for (std::size_t& s : size) s = 1 + choose.below(3);
          if (choose.below(2)) size.fill(1);
          size[axis] = length;
          check_bits(f, even_grid<n>(size, choose.of<std::int64_t>(near_origins), choose.of<double>(steps)));
        }
      }
    });
  }
}

TEST_CASE("a fill has the bits of the reference when rows, columns and whole grids are longer than a tile") {
  chooser choose(4);
  for (const field& f : every_field()) {
    for (double step : {0.02, -0.1, 1.7}) {
      check_bits(f, even_grid<1>({2503}, choose.of<std::int64_t>(near_origins), step));
      check_bits(f, even_grid<2>({2111, 3}, choose.of<std::int64_t>(near_origins), step));
      check_bits(f, even_grid<2>({5, 1061}, choose.of<std::int64_t>(near_origins), step));
    }
    check_bits(f, even_grid<3>({3, 1, 1201}, -5, 0.02));
    check_bits(f, even_grid<4>({2, 1, 1033, 1}, -5, 0.02));
  }
}

TEST_CASE("a fill has the bits of the reference where a box of simplices is full: many cells along every axis, samples near along x and y") {
  for (const field& f : every_field()) {
    check_bits(f, Grid<2>{.origin = {-7, 11}, .size = {311, 203}, .spacing = {0.0625, 0.07}});
    check_bits(f, Grid<3>{.origin = {-70, 11, -3}, .size = {97, 67, 7}, .spacing = {0.06, -0.06, 0.9}});
    check_bits(f, Grid<4>{.origin = {-70, 11, -3, 5}, .size = {65, 63, 5, 4}, .spacing = {0.06, 0.0625, 0.7, 1.0}});
  }
}

TEST_CASE("a fill has the bits of the reference where it changes its route: near 2^10, 2^30, 2^40 and 2^48 cells") {
  for (const field& f : every_field()) {
    for_each_dimension([&](auto n) {
      for (double border : {0x1p10, 0x1p30, 0x1p40, 0x1p48, 0x1p52}) {
        for (double sign : {1.0, -1.0}) {
          // The border lies in the middle of the grid along every axis, then along the last one alone, then right before its first sample.
          auto size = primes<n>();
          for (std::size_t& s : size) s = (s + 1) / 2;
          for (double step : {0.0625, 1.0, 0.02}) {
            Grid<n> g = even_grid<n>(size, 0, step, sign * border);
            for (int axis = 0; axis < n; ++axis) g.origin[axis] = -static_cast<std::int64_t>(size[axis] / 2);
            check_bits(f, g);
            if (step != 0.0625) continue;
            for (int axis = 0; axis + 1 < n; ++axis) g.offset[axis] = 0.25;
            check_bits(f, g);
            g.origin.fill(1);
            check_bits(f, g);
          }
        }
      }
    });
  }
}

TEST_CASE("a fill has the bits of the reference at spacings that only one sample of a cell, or of a million cells, can meet") {
  constexpr double wide_steps[] = {1e3, -4095.75, 1e9, 0x1p31, 0x1p32 + 1.5, -1e12, 1e15, 1e25};
  constexpr double tiny_steps[] = {1e-7, -1e-12, 1e-30, 5e-324};
  chooser choose(5);
  for (const field& f : every_field()) {
    for_each_dimension([&](auto n) {
      auto size = primes<n>();
      for (std::size_t& s : size) s = (s + 1) / 2;
      for (double step : wide_steps) {
        check_bits(f, even_grid<n>(size, -7, step));
        Grid<n> g = even_grid<n>(size, -7, 0.02, 0.3);
        g.spacing[choose.below(n)] = step;
        check_bits(f, g);
      }
      for (double step : tiny_steps) check_bits(f, even_grid<n>(size, -7, step, choose.of<double>(offsets)));
    });
  }
}

TEST_CASE("cells past the largest double count as the largest, and coordinates past it are no numbers") {
  for_each_dimension([&](auto n) {
    auto size = primes<n>();
    for (std::size_t& s : size) s = (s + 2) / 3;
    // Coordinates stay finite, their product with the frequency does not.
    for (const field& f : every_field(1e10)) {
      const Grid<n> g = even_grid<n>(size, -3, 1e300);
      check_bits(f, g);
      for (float v : filled(f.noise, g)) REQUIRE((v >= f.noise.range().lo && v <= f.noise.range().hi));
    }
    // Along one axis, coordinates are finite in the middle and infinite at both ends.
    for (const field& f : every_field()) {
      Grid<n> g = even_grid<n>(size, 0, 0.02);
      g.spacing[0] = std::numeric_limits<double>::max() / 4;
      g.origin[0] = -static_cast<std::int64_t>(size[0] / 2);
      check_bits(f, g);
      const auto x = coordinates(g);
      const std::vector<float> values = filled(f.noise, g);
      std::size_t infinite = 0;
      for (std::size_t s = 0; s < values.size(); ++s) {
        REQUIRE(std::isnan(values[s]) == std::isinf(x[0][s]));
        infinite += std::isinf(x[0][s]);
      }
      REQUIRE(infinite > 0);
      REQUIRE(infinite < values.size());
      g.origin[0] = std::int64_t{1} << 60;
      check_bits(f, g);
    }
  });
}

TEST_CASE("a fill has the bits of the reference where doubles no longer count every index") {
  for (const field& f : every_field()) {
    for (std::int64_t power : {std::int64_t{1} << 52, std::int64_t{1} << 53, std::int64_t{1} << 54, std::int64_t{1} << 55}) {
      for (std::int64_t shift : {-66, -1, 0, 1, 2, 3}) {
        check_bits(f, even_grid<1>({131}, power + shift, 0.005));
        check_bits(f, even_grid<2>({67, 5}, -power + shift, 0.0009));
      }
    }
  }
}

TEST_CASE("a fill takes the last indices that there are") {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max(), least = std::numeric_limits<std::int64_t>::min();
  for (const field& f : every_field()) {
    for (double step : {0x1p-60, 0.02, 37.3}) {
      check_bits(f, even_grid<1>({131}, most - 130, step));
      check_bits(f, even_grid<1>({131}, least, step));
      check_bits(f, even_grid<3>({37, 5, 3}, most - 36, step));
      check_bits(f, even_grid<3>({37, 5, 3}, least, step));
    }
  }
}

}  // namespace scree::test
