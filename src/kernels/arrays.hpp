// The array route: any leaf at arrays of coordinates.
//
// Block by block: first the places of a block of points, with their coordinates mixed, then the noise there. Two short chains of operations
// overlap better than one long chain; leaves that say one_pass have little to wait for, and save the way through memory. Leaves that settle most samples
// with less work go by settled.hpp.
//
// binary32 coordinates in cells stay binary32 while they are near the origin. Everything else takes binary64: scaled by the frequency,
// split into cell and fraction; vectors that hold a huge or non-finite coordinate are split lane by lane.
#pragma once
#include "kernels/kernel_table.hpp"
#include "kernels/lattice.hpp"
#include "kernels/place.hpp"
#include "kernels/rows.hpp"

#include <type_traits>

SCREE_KERNELS_BEGIN

constexpr std::size_t block_size = 32 * lanes;

/// The places of up to block_size points on a lattice, padded to whole vectors, with one or both of the coordinates that their hashes mix along each
/// axis.
template <int Dims_, int Corners>
struct place_block {
  static constexpr int Dims = Dims_;
  using place = hashed_place<Dims>;
  alignas(64) std::uint32_t mixed[Dims][Corners][block_size];
  alignas(64) float fraction[Dims][block_size];
  alignas(64) float finite[block_size];   // 0, or NaN where a coordinate was not finite; written if all_finite is false
  bool all_finite;

  template <class Hash>
  SCREE_INLINE void put(std::size_t k, const Hash& hash, const SCREE_ISA_NAME::place<Dims>& p) { put(k, hash(p)); }
  template <class Hash>
  SCREE_INLINE void put(std::size_t k, const Hash& hash, const wide_split<Dims>& x) {
    place p;
    mix_split(hash, x, p);
    put(k, p);
  }
  SCREE_INLINE void put(std::size_t k, const place& p) {
    for (int axis = 0; axis < Dims; ++axis) {
      for (int corner = 0; corner < Corners; ++corner) store(mixed[axis][corner] + k, p.axis[axis].at[corner]);
      store(fraction[axis] + k, p.fraction[axis]);
    }
  }
  template <class Hash>
  SCREE_INLINE place get(std::size_t k, const Hash&) const {
    place p;
    for (int axis = 0; axis < Dims; ++axis) {
      for (int corner = 0; corner < Corners; ++corner) p.axis[axis].at[corner] = load(mixed[axis][corner] + k);
      p.fraction[axis] = load(fraction[axis] + k);
    }
    return p;
  }
};

/// The same for hashes that would mix many neighbours of a cell along each axis: its number is less to keep, and its neighbours are mixed when they
/// are asked for.
template <int Dims_>
struct cell_block {
  static constexpr int Dims = Dims_;
  alignas(64) std::uint32_t number[Dims][block_size + lanes];
  alignas(64) float fraction[Dims][block_size + lanes];
  alignas(64) float finite[block_size];
  bool all_finite;

  template <class Hash>
  SCREE_INLINE void put(std::size_t k, const Hash&, const place<Dims>& p) {
    for (int axis = 0; axis < Dims; ++axis) store(number[axis] + k, p.cell[axis]), store(fraction[axis] + k, p.fraction[axis]);
  }
  template <int Axis = 0, class Hash>
  SCREE_INLINE void put(std::size_t k, const Hash& hash, const wide_split<Dims>& x) {
    store(number[Axis] + k, hash.template number<Axis>(x.cell[Axis]));
    store(fraction[Axis] + k, x.fraction[Axis]);
    if constexpr (Axis + 1 < Dims) put<Axis + 1>(k, hash, x);
  }
  template <int Hashes>
  SCREE_INLINE void put(std::size_t k, const hashed_place<Dims, Hashes>& p) {
    for (int axis = 0; axis < Dims; ++axis) store(number[axis] + k, p.axis[axis].at[Hashes - 1]), store(fraction[axis] + k, p.fraction[axis]);
  }
  template <class Hash>
  SCREE_INLINE auto get(std::size_t k, const Hash& hash) const {
    place<Dims> p;
    for (int axis = 0; axis < Dims; ++axis) p.cell[axis] = load(number[axis] + k), p.fraction[axis] = load(fraction[axis] + k);
    return hash(p);
  }
};

template <class Leaf>
using block_of = std::conditional_t<(Leaf::corners > 2), cell_block<Leaf::dims>, place_block<Leaf::dims, Leaf::corners>>;

/// Cells below this size are split without reduction, and give the same bits with it.
constexpr double far_cell = 0x1p48;

/// Whether coordinates are in cells as they come.
template <int Dims>
SCREE_INLINE bool in_cells(const leaf& l) {
  bool as_they_come = true;
  for (int axis = 0; axis < Dims; ++axis) as_they_come = as_they_come && l.frequency[axis] == 1.0 && l.shift[axis] == 0.0;
  return as_they_come;
}

SCREE_INLINE wide widened(real x) { return widen(x); }
SCREE_INLINE wide widened(wide x) { return x; }

/// Coordinates in cells along one axis.
SCREE_INLINE wide scaled(wide x, double frequency, double shift) {
#if !defined(__FMA__) && !defined(__aarch64__)
  if (shift == 0.0) return x * wide(frequency);   // the same, and fma is slow here
#endif
  return fma(x, wide(frequency), wide(shift));
}

/// Whether a lattice does not lie along the axes: coordinates in cells are turned before they are split.
template <class Lattice>
concept turned_lattice = requires { typename Lattice::turned; };

/// Coordinates in cells, split.
template <class Lattice, int Dims>
SCREE_INLINE wide_split<Dims> split_cells(const wide (&x)[Dims]) {
  wide_split<Dims> s;
  for (int axis = 0; axis < Dims; ++axis) {
    if constexpr (turned_lattice<Lattice>) s.cell[axis] = Lattice::cell(x[axis]);
    else s.cell[axis] = floor(x[axis]);
    s.fraction[axis] = Lattice::fraction(x[axis] - s.cell[axis]);
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
template <class Lattice, int Dims>
[[gnu::noinline]] wide_split<Dims> split_any(const wide (&x)[Dims], const leaf& l, float* finite) {
  constexpr double largest = __DBL_MAX__;
  wide_split<Dims> s;
  for (int lane = 0; lane < lanes; ++lane) finite[lane] = 0.0f;
  for (int axis = 0; axis < Dims; ++axis) {
    double cell[lanes], part[lanes];
    store(cell, x[axis]);
    for (int lane = 0; lane < lanes; ++lane) {
      double c = cell[lane];
      if (!(c >= -largest && c <= largest)) finite[lane] = __builtin_nanf(""), c = 0.0;
      c = __builtin_fma(c, l.frequency[axis], l.shift[axis]);
      c = c > largest ? largest : c < -largest ? -largest : c;
      if constexpr (turned_lattice<Lattice>) {
        if (!(c >= -far_cell && c < far_cell)) c -= __builtin_floor(c * (1.0 / far_cell)) * far_cell;
        cell[lane] = c;
        continue;
      }
      double floored = __builtin_floor(c);
      part[lane] = c - floored;
      if (l.period[axis] != 0) floored = __builtin_fmod(floored, l.period[axis]);
      else if (!(floored >= -far_cell && floored < far_cell)) floored -= __builtin_floor(floored * (1.0 / far_cell)) * far_cell;
      cell[lane] = floored;
    }
    s.cell[axis] = load(cell);
    if constexpr (!turned_lattice<Lattice>) s.fraction[axis] = Lattice::fraction(load(part));
  }
  if constexpr (turned_lattice<Lattice>) {
    Lattice::turn(s.cell, l.shape);
    return split_cells<Lattice>(s.cell);
  }
  return s;
}

/// Reads a vector of points, from the k-th of `count` on; past the end it is padded.
template <int Dims, class T, class Vector>
SCREE_INLINE void load_points(const T* const (&coordinates)[Dims], std::size_t k, std::size_t count, Vector (&x)[Dims]) {
  const std::size_t n = count - k;
  if (n >= lanes) [[likely]] {
    for (int axis = 0; axis < Dims; ++axis) x[axis] = load(coordinates[axis] + k);
  } else if (n == 1) {   // Noise::at comes here; a register filled from one element need not wait for memory
    for (int axis = 0; axis < Dims; ++axis) x[axis] = Vector(coordinates[axis][k]);
  } else {
    for (int axis = 0; axis < Dims; ++axis) {
      T rest[lanes] = {};
      for (std::size_t i = 0; i < n; ++i) rest[i] = coordinates[axis][k + i];
      x[axis] = load(rest);
    }
  }
}
template <class T>
using vector_of = decltype(load(static_cast<const T*>(nullptr)));

/// Watches whether all coordinates stay below a limit in size, for one test at the end.
struct wide_watch {
  half limit;
  xsimd::batch_bool<double, arch> below = limit == limit;
  SCREE_INLINE explicit wide_watch(double l) : limit(l) {}
  SCREE_INLINE void see(wide x) { below = below & (xsimd::abs(x.lo) < limit) & (xsimd::abs(x.hi) < limit); }
  SCREE_INLINE bool all_below() const { return xsimd::all(below); }
};

/// Coordinates in the caller's units, split and watched.
template <class Lattice, int Dims, class Vector>
SCREE_INLINE wide_split<Dims> split_watched(const Vector (&x)[Dims], const leaf& l, wide_watch& watch) {
  wide in_cells[Dims];
  for (int axis = 0; axis < Dims; ++axis) {
    in_cells[axis] = scaled(widened(x[axis]), l.frequency[axis], l.shift[axis]);
    watch.see(in_cells[axis]);
  }
  if constexpr (turned_lattice<Lattice>) Lattice::turn(in_cells, l.shape);
  return split_cells<Lattice>(in_cells);
}

/// Whether cells repeat along some axis, with a period that the hash knows.
template <int Dims, class Hash>
SCREE_INLINE bool repeats(const Hash& hash) {
  if constexpr (requires { hash.period; }) return hash.template repeats<Dims>();
  else return false;
}

/// binary32 coordinates in cells, near the origin; false if some were not.
template <class Lattice, class Hash, class Block>
SCREE_INLINE bool locate_near(const Hash& shared_hash, const float* const (&coordinates)[Block::Dims], std::size_t count, Block& block) {
  const Hash hash = shared_hash;
  fit_watch watch;
  for (std::size_t k = 0; k < count; k += lanes) {
    real x[Block::Dims];
    load_points(coordinates, k, count, x);
    block.put(k, hash, Lattice::find(x, watch));
  }
  return watch.all_fit();
}
/// Coordinates in the caller's units whose cells are below a limit; false if some were not. `How`: their cells are so near that they fit
/// reals, or repeat.
enum class cells { any, near, repeating };
template <class Lattice, cells How, class Hash, class Block, class T>
SCREE_INLINE bool locate_wide(const Hash& shared_hash, const T* const (&coordinates)[Block::Dims], std::size_t count, const leaf& l, double limit,
                              Block& block) {
  constexpr int Dims = Block::Dims;
  const Hash hash = shared_hash;
  wide_watch watch(limit);
  for (std::size_t k = 0; k < count; k += lanes) {
    vector_of<T> x[Dims];
    load_points(coordinates, k, count, x);
    const wide_split<Dims> s = split_watched<Lattice>(x, l, watch);
    if constexpr (How == cells::near) block.put(k, hash, Lattice::find(nearer(s)));
    else if constexpr (How == cells::any) block.put(k, hash, Lattice::find(s));
    else block.put(k, hash, s);
  }
  return watch.all_below();
}

/// Coordinates in the caller's units, of any kind.
template <class Lattice, class Hash, class Block>
[[gnu::noinline]] void locate_any(const Hash& hash, const double* const (&coordinates)[Block::Dims], std::size_t count, const leaf& l, Block& block) {
  constexpr int Dims = Block::Dims;
  for (std::size_t k = 0; k < count; k += lanes) {
    wide x[Dims];
    load_points(coordinates, k, count, x);
    const wide_split<Dims> s = split_any<Lattice>(x, l, block.finite + k);
    if constexpr (requires { hash.period; }) block.put(k, hash, s);
    else block.put(k, hash, Lattice::find(s));
  }
}

/// The places of `count` points, at most block_size: tried the fast way, and where that does not hold, the next one.
template <class Lattice, class Hash, class Block, class T>
[[gnu::noinline]] void locate(const Hash& hash, const T* const (&coordinates)[Block::Dims], std::size_t count, const leaf& l, Block& block) {
  constexpr int Dims = Block::Dims;
  const bool repeating = repeats<Dims>(hash);
  block.all_finite = true;
  if constexpr (requires { hash.period; }) {
    if (repeating && locate_wide<Lattice, cells::repeating>(hash, coordinates, count, l, far_cell, block)) return;
  }
  if (!repeating) {
    if constexpr (sizeof(T) == sizeof(float) && Lattice::takes_reals)
      if (in_cells<Dims>(l) && locate_near<Lattice>(hash, coordinates, count, block)) return;
    if constexpr (Lattice::near_is_faster)
      if (locate_wide<Lattice, cells::near>(hash, coordinates, count, l, Lattice::near, block)) return;
    if (locate_wide<Lattice, cells::any>(hash, coordinates, count, l, far_cell, block)) return;
  }
  block.all_finite = false;
  if constexpr (sizeof(T) == sizeof(double)) {
    locate_any<Lattice>(hash, coordinates, count, l, block);
  } else {
    double as_wide[Dims][block_size];
    const double* x[Dims];
    for (int axis = 0; axis < Dims; ++axis) {
      x[axis] = as_wide[axis];
      for (std::size_t k = 0; k < count; ++k) as_wide[axis][k] = coordinates[axis][k];
    }
    locate_any<Lattice>(hash, x, count, l, block);
  }
}

/// NaN for the points whose coordinates were not finite.
[[gnu::noinline]] void put_nan(const float* finite, std::size_t count, float* values) {
  for (std::size_t k = 0; k < count; ++k)
    if (finite[k] != 0.0f) values[k] = __builtin_nanf("");
}

/// The noise at `count` places; out and gradient are written to their `count` elements only.
template <class Leaf, bool WithGradient>
[[gnu::noinline]] void evaluate(const Leaf& leaf_noise, const block_of<Leaf>& block, std::size_t count, const leaf& l, float* out,
                                float* const* gradient) {
  constexpr int Dims = Leaf::dims;
  const Leaf noise = leaf_noise;   // a copy that no store can touch: it stays in registers
  real per_unit[Dims];
  for (int axis = 0; axis < Dims; ++axis) per_unit[axis] = real(definition::slope_per_unit(l.frequency[axis]));
  float rest[lanes], gradient_rest[Dims][lanes];
  for (std::size_t k = 0; k < count; k += lanes) {
    const bool all = count - k >= lanes;
    const sampled<Dims> s = noise.template at<WithGradient>(block.get(k, noise.hash));
    store(all ? out + k : rest, s.value);
    if constexpr (WithGradient)
      for (int axis = 0; axis < Dims; ++axis) store(all ? gradient[axis] + k : gradient_rest[axis], s.gradient[axis] * per_unit[axis]);
  }
  const std::size_t n = count % lanes, end = count - n;
  for (std::size_t i = 0; i < n; ++i) {
    out[end + i] = rest[i];
    if constexpr (WithGradient)
      for (int axis = 0; axis < Dims; ++axis) gradient[axis][end + i] = gradient_rest[axis][i];
  }
  if (block.all_finite) [[likely]] return;
  put_nan(block.finite, count, out);
  if constexpr (WithGradient)
    for (int axis = 0; axis < Dims; ++axis) put_nan(block.finite, count, gradient[axis]);
}

/// The noise at `count` places, which are lost.
template <class Leaf>
SCREE_INLINE void evaluate_or_settle(const Leaf& noise, block_of<Leaf>& block, std::size_t count, const leaf& l, float* out) {
  if constexpr (requires { noise.settles_most(); })
    if (noise.settles_most() && count > lanes) return settle(noise, block, count, l, out);   // see settled.hpp
  evaluate<Leaf, false>(noise, block, count, l, out, nullptr);
}

/// In one pass: the noise at whole vectors of binary32 coordinates in cells, up to one that is not near the origin. Returns how many
/// points were done.
template <class Leaf>
[[gnu::noinline]] std::size_t evaluate_near(const Leaf& leaf_noise, const float* const (&coordinates)[Leaf::dims], std::size_t count, float* out) {
  constexpr int Dims = Leaf::dims;
  using lattice = typename Leaf::lattice;
  const Leaf noise = leaf_noise;
  const float* from[Dims];
  for (int axis = 0; axis < Dims; ++axis) from[axis] = coordinates[axis];
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    real x[Dims];
    for (int axis = 0; axis < Dims; ++axis) x[axis] = load(from[axis] + k);
    fit_watch watch;
    const place<Dims> p = lattice::find(x, watch);
    if (!watch.all_fit()) [[unlikely]] break;
    store(out + k, noise.template at<false>(noise.hash(p)).value);
  }
  return k;
}

/// In one pass: the noise at whole vectors of binary64 coordinates in the caller's units. False, and `out` is to be made anew, if some cells were not
/// below far_cell.
template <class Leaf>
[[gnu::noinline]] bool evaluate_wide(const Leaf& leaf_noise, const double* const (&coordinates)[Leaf::dims], std::size_t count, const leaf& shared, float* out) {
  constexpr int Dims = Leaf::dims;
  using lattice = typename Leaf::lattice;
  const Leaf noise = leaf_noise;
  const leaf l = shared;
  const double* from[Dims];
  for (int axis = 0; axis < Dims; ++axis) from[axis] = coordinates[axis];
  wide_watch watch(far_cell);
  for (std::size_t k = 0; k < count; k += lanes) {
    wide x[Dims];
    for (int axis = 0; axis < Dims; ++axis) x[axis] = load(from[axis] + k);
    store(out + k, noise.template at<false>(noise.hash(lattice::find(split_watched<lattice>(x, l, watch)))).value);
  }
  return watch.all_below();
}

/// A leaf at arrays of coordinates, as the kernel table has it.
template <class Leaf, class T>
void sample_arrays(const leaf& l, const T* const* coordinates, std::size_t count, float* out, float* const* gradient) {
  constexpr int Dims = Leaf::dims;
  const Leaf noise(l);
  block_of<Leaf> block;
  const bool one_pass = Leaf::one_pass && !gradient && !repeats<Dims>(noise.hash);
  for (std::size_t k = 0; k < count;) {
    const T* x[Dims];
    for (int axis = 0; axis < Dims; ++axis) x[axis] = coordinates[axis] + k;
    if constexpr (sizeof(T) == sizeof(float) && Leaf::one_pass)
      if (one_pass && in_cells<Dims>(l) && count - k >= lanes) {
        const std::size_t done = evaluate_near(noise, x, count - k, out + k);
        k += done;
        if (k == count) return;
        for (const T*& each : x) each += done;
      }
    const std::size_t n = count - k < block_size ? count - k : block_size;
    if constexpr (sizeof(T) == sizeof(double) && Leaf::one_pass)
      if (const std::size_t vectors = n / lanes * lanes; one_pass && vectors && evaluate_wide(noise, x, vectors, l, out + k)) {
        k += vectors;
        continue;
      }
    locate<typename Leaf::lattice>(noise.hash, x, n, l, block);
    if (gradient) {
      float* g[Dims];
      for (int axis = 0; axis < Dims; ++axis) g[axis] = gradient[axis] + k;
      evaluate<Leaf, true>(noise, block, n, l, out + k, g);
    } else {
      evaluate_or_settle(noise, block, n, l, out + k);
    }
    k += n;
  }
}

SCREE_KERNELS_END
