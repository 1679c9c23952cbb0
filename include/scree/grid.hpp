// Regular grids of sample points, and how a fill of one runs.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace scree {

/// N axes of equally spaced samples; x is axis 0 and the fastest in memory. Sample k of an axis lies at
/// fma(double(origin + k), spacing, offset), in the units of the caller (a leaf multiplies by its frequency). The index is an
/// integer: a chunk is the same grid with another origin, and meets its neighbours without a seam.
template <int N>
struct Grid {
  std::array<std::int64_t, N> origin{};
  std::array<std::size_t, N> size{};
  std::array<double, N> spacing = [] {
    std::array<double, N> ones;
    ones.fill(1.0);
    return ones;
  }();
  std::array<double, N> offset{};
  /// Elements from one row to the next, from one slice to the next, ...; 0 is dense (rows, slices, ... without gaps).
  std::array<std::size_t, N - 1> pitch{};
};

using Grid1 = Grid<1>;
using Grid2 = Grid<2>;
using Grid3 = Grid<3>;
using Grid4 = Grid<4>;

struct FillOptions {
  /// 0: as many as OpenMP would use; 1: the calling thread alone, without OpenMP; n: at most n, and no more than
  /// 64 or four a processor.
  int threads = 0;
};

/// The interval of field values that a fill of integers spreads over all of them: `from` becomes 0, `to` the largest.
struct Range {
  double from = -1.0, to = 1.0;
};

}  // namespace scree
