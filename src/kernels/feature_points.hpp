// Where the feature points of Worley noise lie: a lookup evaluates another field there.
//
// A point's coordinate is its cell's number plus its place in the cell, so that it is the same, to the bit, from whichever sample it is asked for.
#pragma once
#include "kernels/arrays.hpp"
#include "kernels/worley.hpp"

SCREE_KERNELS_BEGIN

/// The coordinate of a point that is `step` away from the lower end of the cell of x; with a period, in the first one.
SCREE_INLINE double feature_coordinate(double x, double frequency, double shift, std::int32_t period, float step) {
  constexpr double largest = __DBL_MAX__;
  double cell = __builtin_fma(x, frequency, shift);
  cell = __builtin_floor(cell > largest ? largest : cell < -largest ? -largest : cell);
  if (period == 0) return cell + static_cast<double>(step);
  cell = __builtin_fmod(cell, period);
  double point = (cell < 0 ? cell + period : cell) + static_cast<double>(step);
  if (point < 0) point += period;
  return point >= period ? point - period : point;
}

template <int Dims>
void feature_points(const leaf& l, const double* frequency, const double* shift, const double* const* from, std::size_t count, double* const* to) {
  constexpr double largest = __DBL_MAX__;
  using leaf_noise = worley<Dims, 0>;
  const leaf_noise noise(l);
  block_of<leaf_noise> block;
  alignas(64) float step[Dims][block_size];
  for (std::size_t first = 0; first < count; first += block_size) {
    const std::size_t n = count - first < block_size ? count - first : block_size;
    const double* x[Dims];
    for (int axis = 0; axis < Dims; ++axis) x[axis] = from[axis] + first;
    locate<typename leaf_noise::lattice>(noise.hash, x, n, l, block);
    for (std::size_t k = 0; k < n; k += lanes) {
      const hashed_place<Dims, 4> p = block.get(k, noise.hash);
      real offset[Dims];
      noise.find_point(p, offset);
      for (int axis = 0; axis < Dims; ++axis) store(step[axis] + k, p.fraction[axis] + offset[axis]);
    }
    for (int axis = 0; axis < Dims; ++axis)
      for (std::size_t k = 0; k < n; ++k) {
        const double q = (feature_coordinate(x[axis][k], l.frequency[axis], l.shift[axis], l.period[axis], step[axis][k]) - shift[axis]) / frequency[axis];
        to[axis][first + k] = q > largest ? largest : q < -largest ? -largest : q;
      }
  }
}

SCREE_KERNELS_END
