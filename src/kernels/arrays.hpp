// The array route: any leaf at arrays of coordinates, block by block. First the places of a block of points, then the noise there.
//
// binary32 coordinates in cells stay binary32 while they are near the origin. Everything else takes binary64: scaled by the frequency,
// split into cell and fraction; vectors that hold a huge or non-finite coordinate are split lane by lane.
#pragma once
#include "kernels/kernel_table.hpp"
#include "kernels/lattice.hpp"
#include "kernels/place.hpp"
#include "kernels/rows.hpp"

SCREE_KERNELS_BEGIN

constexpr std::size_t block_size = 16 * lanes;

/// The places of up to block_size points, padded to whole vectors.
template <int Dims>
struct place_block {
  alignas(64) std::uint32_t cell[Dims][block_size];
  alignas(64) float fraction[Dims][block_size];
  alignas(64) float finite[block_size];   // 0, or NaN where a coordinate was not finite; written if all_finite is false
  bool all_finite;

  SCREE_INLINE void put(std::size_t k, const place<Dims>& p) {
    for (int axis = 0; axis < Dims; ++axis) store(cell[axis] + k, p.cell[axis]), store(fraction[axis] + k, p.fraction[axis]);
  }
  SCREE_INLINE place<Dims> get(std::size_t k) const {
    place<Dims> p;
    for (int axis = 0; axis < Dims; ++axis) p.cell[axis] = load(cell[axis] + k), p.fraction[axis] = load(fraction[axis] + k);
    return p;
  }
};

/// Cells below this size are split without reduction, and give the same bits with it.
constexpr double far_cell = 0x1p48;

/// Whether all coordinates are below the limit in size; no NaN is.
template <int Dims>
SCREE_INLINE bool all_below(const real (&x)[Dims], float limit) {
  mask below = absolute(x[0]) < real(limit);
  for (int axis = 1; axis < Dims; ++axis) below = below & (absolute(x[axis]) < real(limit));
  return every(below);
}
template <int Dims>
SCREE_INLINE bool all_below(const wide (&x)[Dims], double limit) {
  auto below = [&](half v) { return xsimd::abs(v) < half(limit); };
  auto all = below(x[0].lo) & below(x[0].hi);
  for (int axis = 1; axis < Dims; ++axis) all = all & below(x[axis].lo) & below(x[axis].hi);
  return xsimd::all(all);
}

template <int Dims>
SCREE_INLINE split_coordinates<Dims> split(const wide (&cells)[Dims]) {
  split_coordinates<Dims> s;
  for (int axis = 0; axis < Dims; ++axis) {
    s.cell[axis] = floor(cells[axis]);
    s.fraction[axis] = narrow(cells[axis] - s.cell[axis]);
  }
  return s;
}

/// Splits coordinates of any kind, in the caller's units, lane by lane. `finite`: see place_block.
template <int Dims>
[[gnu::noinline]] split_coordinates<Dims> split_any(const wide (&x)[Dims], double frequency, float* finite) {
  constexpr double largest = __DBL_MAX__;
  split_coordinates<Dims> s;
  for (int lane = 0; lane < lanes; ++lane) finite[lane] = 0.0f;
  for (int axis = 0; axis < Dims; ++axis) {
    double cell[lanes], part[lanes];
    store(cell, x[axis]);
    for (int lane = 0; lane < lanes; ++lane) {
      double c = cell[lane];
      if (!(c >= -largest && c <= largest)) finite[lane] = __builtin_nanf(""), c = 0.0;
      c *= frequency;
      c = c > largest ? largest : c < -largest ? -largest : c;
      double floored = __builtin_floor(c);
      part[lane] = c - floored;
      if (!(floored > -far_cell && floored < far_cell)) floored -= __builtin_floor(floored * (1.0 / far_cell)) * far_cell;
      cell[lane] = floored;
    }
    s.cell[axis] = load(cell);
    s.fraction[axis] = narrow(load(part));
  }
  return s;
}

/// The place of one vector of points, in the caller's units; false if it could not be found this way.
template <class Lattice, int Dims>
SCREE_INLINE bool find_place(const real (&x)[Dims], double frequency, place<Dims>& p) {
  if (Lattice::near == 0.0f || frequency != 1.0 || !all_below(x, Lattice::near)) return false;
  p = Lattice::find(x);
  return true;
}
template <class Lattice, int Dims>
SCREE_INLINE bool find_place(const wide (&x)[Dims], double frequency, place<Dims>& p) {
  wide cells[Dims];
  for (int axis = 0; axis < Dims; ++axis) cells[axis] = x[axis] * wide(frequency);
  if (!all_below(cells, far_cell)) return false;
  p = Lattice::find(split(cells));
  return true;
}
SCREE_INLINE wide widened(real x) { return widen(x); }
SCREE_INLINE wide widened(wide x) { return x; }

/// One vector of points, read at coordinates[axis], into `block` at k.
template <class Lattice, int Dims, class T>
SCREE_INLINE void locate_vector(const T* const (&coordinates)[Dims], double frequency, std::size_t k, place_block<Dims>& block) {
  decltype(load(coordinates[0])) x[Dims];
  for (int axis = 0; axis < Dims; ++axis) x[axis] = load(coordinates[axis]);
  place<Dims> p;
  if (find_place<Lattice>(x, frequency, p)) [[likely]] return block.put(k, p);
  wide w[Dims];
  for (int axis = 0; axis < Dims; ++axis) w[axis] = widened(x[axis]);
  if constexpr (sizeof(T) == sizeof(float))
    if (find_place<Lattice>(w, frequency, p)) return block.put(k, p);
  if (block.all_finite)
    for (float& f : block.finite) f = 0.0f;
  block.all_finite = false;
  block.put(k, Lattice::find(split_any(w, frequency, block.finite + k)));
}

/// The places of `count` points, at most block_size.
template <class Lattice, int Dims, class T>
[[gnu::noinline]] void locate(const T* const (&coordinates)[Dims], std::size_t count, double frequency, place_block<Dims>& block) {
  block.all_finite = true;
  const T* x[Dims];
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    for (int axis = 0; axis < Dims; ++axis) x[axis] = coordinates[axis] + k;
    locate_vector<Lattice>(x, frequency, k, block);
  }
  if (k == count) return;
  T rest[Dims][lanes] = {};
  for (int axis = 0; axis < Dims; ++axis) {
    for (std::size_t i = k; i < count; ++i) rest[axis][i - k] = coordinates[axis][i];
    x[axis] = rest[axis];
  }
  locate_vector<Lattice>(x, frequency, k, block);
}

/// NaN for the points whose coordinates were not finite.
[[gnu::noinline]] void put_nan(const float* finite, std::size_t count, float* values) {
  for (std::size_t k = 0; k < count; ++k)
    if (finite[k] != 0.0f) values[k] = __builtin_nanf("");
}

/// The noise at `count` places; out and gradient are written to their `count` elements only.
template <class Leaf, bool WithGradient>
[[gnu::noinline]] void evaluate(const Leaf& noise, const place_block<Leaf::dims>& block, std::size_t count, float frequency, float* out,
                                float* const* gradient) {
  constexpr int Dims = Leaf::dims;
  for (std::size_t k = 0; k < count; k += lanes) {
    const sampled<Dims> s = noise.template at<WithGradient>(block.get(k));
    store_first(out + k, s.value, count - k);
    if constexpr (WithGradient)
      for (int axis = 0; axis < Dims; ++axis) store_first(gradient[axis] + k, s.gradient[axis] * real(frequency), count - k);
  }
  if (block.all_finite) [[likely]] return;
  put_nan(block.finite, count, out);
  if constexpr (WithGradient)
    for (int axis = 0; axis < Dims; ++axis) put_nan(block.finite, count, gradient[axis]);
}

template <class Leaf, bool WithGradient, class T>
void sample_arrays(const leaf& l, const T* const* coordinates, std::size_t count, float* out, float* const* gradient) {
  constexpr int Dims = Leaf::dims;
  const Leaf noise(l);
  place_block<Dims> block;
  const T* x[Dims];
  float* g[Dims];
  for (std::size_t k = 0; k < count; k += block_size) {
    const std::size_t n = count - k < block_size ? count - k : block_size;
    for (int axis = 0; axis < Dims; ++axis) {
      x[axis] = coordinates[axis] + k;
      if constexpr (WithGradient) g[axis] = gradient[axis] + k;
    }
    locate<typename Leaf::lattice>(x, n, l.frequency, block);
    evaluate<Leaf, WithGradient>(noise, block, n, static_cast<float>(l.frequency), out + k, g);
  }
}

SCREE_KERNELS_END
