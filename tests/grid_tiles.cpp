// Where a grid is cut, how its memory lies, and who computes it are invisible in the result.
#include "grid_support.hpp"

#include "grid/tiles.hpp"

#include <memory>
#include <set>
#include <thread>

namespace scree::test {
namespace {

constexpr double steps[] = {0.1, 1.0 / 3.0, 1.0 / 64, 1.7, 37.3, -0.1, 0.01};
constexpr std::int64_t origins[] = {0, -1, -77, 12345, -1000003, (std::int64_t{1} << 40) + 5, -(std::int64_t{1} << 40) - 3};

/// A random grid of at most about 4000 samples; now and then one so wide or deep that a fill cuts it itself.
template <int N>
Grid<N> some_grid(chooser& choose) {
  constexpr std::size_t longest[] = {4000, 63, 15, 7};
  Grid<N> g;
  const double step = choose.of<double>(steps);
  for (int axis = 0; axis < N; ++axis) {
    g.origin[axis] = choose.of<std::int64_t>(origins);
    g.size[axis] = longest[N - 1] / 2 + choose.below(longest[N - 1] / 2 + 1);
    g.spacing[axis] = choose.below(4) ? step : choose.of<double>(steps);
    g.offset[axis] = choose.below(2) ? 0.0 : 0.37;
  }
  if (N > 1 && choose.below(8) == 0) {
    g.size.fill(1 + choose.below(2));
    g.size[choose.below(N)] = 1025 + choose.below(100);
  }
  return g;
}

template <int N>
Grid<N> some_tile_of(const Grid<N>& whole, chooser& choose, std::array<std::size_t, N>& first) {
  Grid<N> tile = whole;
  for (int axis = 0; axis < N; ++axis) {
    first[axis] = choose.below(whole.size[axis]);
    tile.size[axis] = 1 + choose.below(whole.size[axis] - first[axis]);
    tile.origin[axis] += static_cast<std::int64_t>(first[axis]);
  }
  return tile;
}

/// The samples first + k * every of a dense fill.
template <int N>
std::vector<float> slice(const std::vector<float>& whole, const std::array<std::size_t, N>& whole_size, const std::array<std::size_t, N>& first,
                         const std::array<std::size_t, N>& size, std::size_t every = 1) {
  std::vector<float> part(product(size));
  for (std::size_t s = 0; s < part.size(); ++s) {
    std::size_t rest = s, place = 0, stride = 1;
    for (int axis = 0; axis < N; ++axis) {
      place += (first[axis] + rest % size[axis] * every) * stride;
      rest /= size[axis];
      stride *= whole_size[axis];
    }
    part[s] = whole[place];
  }
  return part;
}

}  // namespace

TEST_CASE("any tile of a grid is the slice of the whole") {
  const std::vector<field> fields = every_field();
  const std::size_t sets = scree::isa::available().size(), combinations = fields.size() * 4 * sets;
  const std::size_t wholes = 7, tiles = scaled(10000) / (combinations * wholes) + 1;
  chooser choose(10);
  std::size_t done = 0;
  for_each_isa([&](std::string_view isa) {
    for (const field& f : fields) {
      for_each_dimension([&](auto n) {
        for (std::size_t w = 0; w < wholes; ++w) {
          const Grid<n> whole = some_grid<n>(choose);
          const std::vector<float> values = filled(f.noise, whole);
          for (std::size_t t = 0; t < tiles; ++t, ++done) {
            std::array<std::size_t, n> first;
            const Grid<n> tile = some_tile_of<n>(whole, choose, first);
            check_same(filled(f.noise, tile), slice<n>(values, whole.size, first, tile.size), f.name + ", " + std::string(isa) + ", tile " + describe(tile) + " of " + describe(whole));
          }
        }
      });
    }
  });
  CHECK(done >= scaled(10000));
}

TEST_CASE("a grid of doubled spacing is every second sample, whatever the level") {
  chooser choose(11);
  for_each_isa([&](std::string_view isa) {
    for (const field& f : every_field(0.7)) {
      for_each_dimension([&](auto n) {
        for (std::size_t level : {2, 4, 16}) {
          if (!choose.in_scale()) continue;
          Grid<n> fine = some_grid<n>(choose), coarse = fine;
          for (int axis = 0; axis < n; ++axis) {
            fine.origin[axis] = coarse.origin[axis] * static_cast<std::int64_t>(level);
            coarse.spacing[axis] = fine.spacing[axis] * static_cast<double>(level);
            coarse.size[axis] = (fine.size[axis] - 1) / level + 1;
          }
          check_same(filled(f.noise, coarse), slice<n>(filled(f.noise, fine), fine.size, {}, coarse.size, level),
                     f.name + ", " + std::string(isa) + ", every " + std::to_string(level) + ". sample of " + describe(fine));
        }
      });
    }
  });
}

TEST_CASE("one to eight threads write the same bytes") {
  chooser choose(12);
  for_each_isa([&](std::string_view isa) {
    const bool fast = isa == scree::isa::available().back();
    for (const field& f : every_field()) {
      for_each_dimension([&](auto n) {
        if (!choose.in_scale()) return;
        // Many enough samples for all threads; on slower instruction sets for two.
        constexpr std::size_t width[2][4] = {{68001, 263, 41, 17}, {270001, 523, 65, 23}};
        Grid<n> g;
        g.size.fill(width[fast][n - 1]);
        g.origin.fill(choose.of<std::int64_t>(origins));
        g.spacing.fill(choose.of<double>(steps));
        const std::vector<float> alone = filled(f.noise, g, 1);
        for (int threads : fast ? std::vector{2, 3, 4, 5, 6, 7, 8, 0} : std::vector{2})
          check_same(filled(f.noise, g, threads), alone, f.name + ", " + std::string(isa) + ", " + std::to_string(threads) + " threads, " + describe(g));
      });
    }
  });
}

TEST_CASE("with a pitch and at any address, samples alone are written") {
  chooser choose(13);
  auto check = [&]<int N, class T>(const field& f, Grid<N> g, T untouched, std::string_view isa) {
    auto fill = [&](std::span<T> out) {
      if constexpr (std::is_same_v<T, float>) f.noise.fill(g, out, {.threads = 1});
      else f.noise.fill(g, out, {}, {.threads = 1});
    };
    std::vector<T> dense(product(g.size));
    fill(dense);
    std::array<std::size_t, N> stride{1};
    std::size_t extent = g.size[0];
    for (int axis = 1; axis < N; ++axis) {
      stride[axis] = extent;
      if (choose.below(4)) stride[axis] = g.pitch[axis - 1] = extent + choose.below(37);
      extent += (g.size[axis] - 1) * stride[axis];
    }
    // Guards before and after; the span is exactly as long as it must be.
    const std::size_t shift = choose.below(17), guard = 64;
    std::vector<T> expected(shift + extent + guard, untouched), is = expected;
    for (std::size_t s = 0; s < dense.size(); ++s) {
      std::size_t rest = s, place = shift;
      for (int axis = 0; axis < N; ++axis) place += rest % g.size[axis] * stride[axis], rest /= g.size[axis];
      expected[place] = dense[s];
    }
    fill(std::span(is).subspan(shift, extent));
    check_same(is, expected, f.name + ", " + std::string(isa) + ", from element " + std::to_string(shift) + ", " + describe(g));
  };
  for_each_isa([&](std::string_view isa) {
    for (const field& f : every_field()) {
      for_each_dimension([&](auto n) {
        for (int turn = 0; turn < 3; ++turn) {
          if (!choose.in_scale()) continue;
          const Grid<n> g = some_grid<n>(choose);
          check(f, g, 7.5f, isa);
          check(f, g, std::uint16_t{0xABCD}, isa);
          check(f, g, std::uint8_t{0xAB}, isa);
        }
      });
    }
  });
}

namespace {

/// Counts visits: every sample of a tile becomes one more.
void count_tile(const void* visits, const scree::grid_part& part, std::size_t first, void*) {
  float* to = static_cast<float*>(const_cast<void*>(visits)) + first;
  std::size_t index[4] = {};
  while (true) {
    std::size_t place = 0;
    for (int axis = 0; axis < 4; ++axis) place += index[axis] * part.stride[axis];
    to[place] += 1.0f;
    int axis = 0;
    while (axis < 4 && ++index[axis] == part.axis[axis].size) index[axis++] = 0;
    if (axis == 4) return;
  }
}

}  // namespace

TEST_CASE("every sample is filled once, however odd the sizes and many the threads") {
  chooser choose(14);
  for_each_dimension([&](auto n) {
    for (int turn = 0; turn < 40; ++turn) {
      Grid<n> g;
      constexpr std::size_t even[] = {300000, 600, 70, 25};
      std::size_t left = 300000;   // odd turns are thin, even ones of the same length along all axes
      for (std::size_t& s : g.size) s = 1 + choose.below(turn % 2 ? left : even[n - 1]), left = left / s + 1;
      std::swap(g.size[choose.below(n)], g.size[choose.below(n)]);
      std::vector<float> visits(product(g.size), 0.0f);
      scree::grid_part part{};
      std::size_t stride = 1;
      for (int axis = 0; axis < 4; ++axis) {
        part.axis[axis] = {0, axis < n ? g.size[static_cast<std::size_t>(axis)] : 1, 1.0, 0.0};
        part.stride[axis] = stride;
        stride *= part.axis[axis].size;
      }
      scree::grid::for_each_tile(part, n, static_cast<int>(choose.below(9)), &count_tile, visits.data());
      check_same(visits, std::vector<float>(visits.size(), 1.0f), describe(g));
    }
  });
}

}  // namespace scree::test
