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

SCREE_INLINE real narrowed(real x) { return x; }
SCREE_INLINE real narrowed(wide x) { return narrow(x); }
SCREE_INLINE wide widened(real x) { return widen(x); }
SCREE_INLINE wide widened(wide x) { return x; }

/// Coordinates in cells, split.
template <int Dims, class Cell>
SCREE_INLINE split<Dims, Cell> split_cells(const Cell (&x)[Dims]) {
  split<Dims, Cell> s;
  for (int axis = 0; axis < Dims; ++axis) {
    s.cell[axis] = floor(x[axis]);
    s.fraction[axis] = narrowed(x[axis] - s.cell[axis]);
  }
  return s;
}
template <int Dims>
SCREE_INLINE near_split<Dims> nearer(const wide_split<Dims>& x) {
  near_split<Dims> s;
  for (int axis = 0; axis < Dims; ++axis) s.cell[axis] = narrow(x.cell[axis]), s.fraction[axis] = x.fraction[axis];
  return s;
}

/// Splits coordinates of any kind, in the caller's units, lane by lane. `finite`: see place_block.
template <int Dims>
[[gnu::noinline]] wide_split<Dims> split_any(const wide (&x)[Dims], double frequency, float* finite) {
  constexpr double largest = __DBL_MAX__;
  wide_split<Dims> s;
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
      if (!(floored >= -far_cell && floored < far_cell)) floored -= __builtin_floor(floored * (1.0 / far_cell)) * far_cell;
      cell[lane] = floored;
    }
    s.cell[axis] = load(cell);
    s.fraction[axis] = narrow(load(part));
  }
  return s;
}

/// Reads whole vectors of points, the last one padded: f(k, x) for the points from k on.
template <int Dims, class T, class F>
SCREE_INLINE void for_each_vector(const T* const (&coordinates)[Dims], std::size_t count, const F& f) {
  using vector = decltype(load(coordinates[0]));
  vector x[Dims];
  for (std::size_t k = 0; k < count; k += lanes) {
    const std::size_t n = count - k;
    if (n >= lanes) [[likely]] {
      for (int axis = 0; axis < Dims; ++axis) x[axis] = load(coordinates[axis] + k);
    } else if (n == 1) {   // Noise::at comes here; a register filled from one element need not wait for memory
      for (int axis = 0; axis < Dims; ++axis) x[axis] = vector(coordinates[axis][k]);
    } else {
      for (int axis = 0; axis < Dims; ++axis) {
        T rest[lanes] = {};
        for (std::size_t i = 0; i < n; ++i) rest[i] = coordinates[axis][k + i];
        x[axis] = load(rest);
      }
    }
    f(k, x);
  }
}

/// Watches whether all coordinates stay below a limit in size, for one test at the end. As integers the bits of reals without their
/// sign are in order, and NaN is above all.
struct near_watch {
  whole largest = whole(0u);
  SCREE_INLINE void see(real x) { largest = xsimd::max(largest, bits_of(absolute(x))); }
  SCREE_INLINE bool all_below(float limit) const {
    std::uint32_t bits[lanes];
    store(bits, largest);
    std::uint32_t most = 0, limit_bits;
    __builtin_memcpy(&limit_bits, &limit, sizeof limit);
    for (std::uint32_t b : bits) most = b > most ? b : most;
    return most < limit_bits;
  }
};
struct wide_watch {
  half limit;
  xsimd::batch_bool<double, arch> below = limit == limit;
  SCREE_INLINE explicit wide_watch(double l) : limit(l) {}
  SCREE_INLINE void see(wide x) { below = below & (xsimd::abs(x.lo) < limit) & (xsimd::abs(x.hi) < limit); }
  SCREE_INLINE bool all_below() const { return xsimd::all(below); }
};

/// binary32 coordinates in cells, near the origin; false if some were not.
template <class Lattice, int Dims>
SCREE_INLINE bool locate_near(const float* const (&coordinates)[Dims], std::size_t count, place_block<Dims>& block) {
  near_watch watch;
  for_each_vector(coordinates, count, [&](std::size_t k, const real (&x)[Dims]) {
    for (int axis = 0; axis < Dims; ++axis) watch.see(x[axis]);
    block.put(k, Lattice::find(split_cells(x)));
  });
  return watch.all_below(Lattice::near);
}
/// Coordinates in the caller's units whose cells are below a limit; false if some were not.
template <class Lattice, bool Near, int Dims, class T>
SCREE_INLINE bool locate_wide(const T* const (&coordinates)[Dims], std::size_t count, double frequency, place_block<Dims>& block) {
  wide_watch watch(Near ? Lattice::near : far_cell);
  for_each_vector(coordinates, count, [&](std::size_t k, const auto& x) {
    wide cells[Dims];
    for (int axis = 0; axis < Dims; ++axis) {
      cells[axis] = widened(x[axis]) * wide(frequency);
      watch.see(cells[axis]);
    }
    const wide_split<Dims> s = split_cells(cells);
    if constexpr (Near) block.put(k, Lattice::find(nearer(s)));
    else block.put(k, Lattice::find(s));
  });
  return watch.all_below();
}

/// The places of `count` points, at most block_size: tried the fast way, and where that does not hold, the next one.
template <class Lattice, int Dims, class T>
[[gnu::noinline]] void locate(const T* const (&coordinates)[Dims], std::size_t count, double frequency, place_block<Dims>& block) {
  block.all_finite = true;
  if constexpr (sizeof(T) == sizeof(float) && Lattice::near > 0.0f)
    if (frequency == 1.0 && locate_near<Lattice>(coordinates, count, block)) return;
  if constexpr (Lattice::near_is_faster)
    if (locate_wide<Lattice, true>(coordinates, count, frequency, block)) return;
  if (locate_wide<Lattice, false>(coordinates, count, frequency, block)) return;
  block.all_finite = false;
  for_each_vector(coordinates, count, [&](std::size_t k, const auto& x) {
    wide w[Dims];
    for (int axis = 0; axis < Dims; ++axis) w[axis] = widened(x[axis]);
    block.put(k, Lattice::find(split_any(w, frequency, block.finite + k)));
  });
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
