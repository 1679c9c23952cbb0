// From coordinates to coordinates, and from coordinates to values: the domain nodes of an expression, as src/reference/coordinates.hpp
// defines them.
#pragma once
#include "kernels/kernel_table.hpp"
#include "kernels/lanes.hpp"
#include "kernels/lattice.hpp"

SCREE_KERNELS_BEGIN

constexpr double largest_double = __DBL_MAX__, largest_float = __FLT_MAX__, whole_turn = 6.283185307179586476925;

/// One of the coordinates, from all of them.
[[gnu::noinline]] void place_coordinate(const placing& by, int to_axis, const axis_operand* from, const float* displacement, std::size_t count, double* to) {
  auto coordinate = [&](int axis, std::size_t k) { return from[axis].step ? load(from[axis].x + k) : wide(*from[axis].x); };
  for (std::size_t k = 0; k < count; k += lanes) {
    wide q(by.shift[to_axis]);
    if (by.as_it_is[to_axis]) {
      q = coordinate(to_axis, k);
    } else {
      for (int j = 0; j < by.dims; ++j)
        if (by.matrix[to_axis][j] != 0) q = limited(fma(wide(by.matrix[to_axis][j]), coordinate(j, k), q), largest_double);
    }
    if (by.amplitude[to_axis] != 0) q = limited(fma(wide(by.amplitude[to_axis]), widen(load(displacement + k)), q), largest_double);
    store(to + k, q);
  }
}
void place_coordinates(const placing& by, const axis_operand* from, const float* const* displacement, std::size_t before, std::size_t count, double* const* to) {
  for (int axis = 0; axis < by.dims; ++axis) {
    const float* d = by.amplitude[axis] == 0 ? nullptr : displacement[axis] + before;
    double* out = to[axis] + before;
    // Most are only displaced, and that by too little to pass the largest number.
    if (!by.as_it_is[axis] || by.amplitude[axis] == 0 || !(__builtin_fabs(by.amplitude[axis]) < 0x1p800)) {
      place_coordinate(by, axis, from, d, count, out);
      continue;
    }
    const wide amplitude(by.amplitude[axis]);
    const double* x = from[axis].x;
    const wide all(*x);
    if (from[axis].step)
      for (std::size_t k = 0; k < count; k += lanes) store(out + k, fma(amplitude, widen(load(d + k)), load(x + k)));
    else
      for (std::size_t k = 0; k < count; k += lanes) store(out + k, fma(amplitude, widen(load(d + k)), all));
  }
}

/// sin(2 pi t), for t from -1/2 to 1/2.
SCREE_INLINE half sine_of_turn(half t) {
  const half a = xsimd::abs(t), b = xsimd::min(half(0.5) - a, a), b2 = b * b;   // sin(pi - y) = sin(y)
  half sum(definition::sine.coefficient[definition::sine_terms - 1]);
  for (int k = definition::sine_terms - 2; k >= 0; --k) sum = sum * b2 + half(definition::sine.coefficient[k]);
  return (sum * b) | (t & half(-0.0));
}
SCREE_INLINE wide sine_of_turn(wide t) { return {sine_of_turn(t.lo), sine_of_turn(t.hi)}; }
SCREE_INLINE wide from_nearest(wide x) { return x - floor(x + wide(0.5)); }

/// x less `count` periods, in [0, period); 0 where x is so far out that whole numbers have gaps.
SCREE_INLINE half in_period(half x, half count, half period) {
  const half zero(0.0), r = corrected(fma(count, zero - period, x), period);
  return xsimd::select((r >= zero) & (r < period), r, zero);
}

void wrap_on_torus(const double* const* from, const double* period, std::size_t count, double* const* to) {
  for (std::size_t k = 0; k < count; k += lanes) {
    const wide x[2] = {load(from[0] + k), load(from[1] + k)};
    for (int axis = 0; axis < 2; ++axis) {
      const wide p(period[axis]), periods = floor(limited(quotient(x[axis], p), largest_double)), radius(period[axis] * (1 / whole_turn));
      const wide t = quotient(wide(in_period(x[axis].lo, periods.lo, p.lo), in_period(x[axis].hi, periods.hi, p.hi)), p);
      store(to[2 * axis] + k, sine_of_turn(from_nearest(t + wide(0.25))) * radius);
      store(to[2 * axis + 1] + k, sine_of_turn(from_nearest(t)) * radius);
    }
  }
}

template <reading What>
void read_coordinate(const double* x, double p, std::size_t count, float* out, float* slope) {
  for (std::size_t k = 0; k < count; k += lanes) {
    const wide c = load(x + k);
    if constexpr (What == reading::position) {
      store(out + k, narrow(limited(c - wide(p), largest_float)));
      if (slope) store(slope + k, real(1.0f));
    } else if constexpr (What == reading::parity) {
      const wide half_cell = floor(c) * wide(0.5), odd = half_cell - floor(half_cell);
      store(out + k, select(narrow(odd) < real(0.25f), real(1.0f), real(-1.0f)));
      if (slope) store(slope + k, real(0.0f));
    } else {
      const wide turns = limited(c * wide(p), largest_double), t = turns - floor(turns);
      store(out + k, narrow(sine_of_turn(from_nearest(t))));
      if (slope) store(slope + k, narrow(sine_of_turn(from_nearest(t + wide(0.25))) * wide(p * whole_turn)));
    }
  }
}

SCREE_KERNELS_END
