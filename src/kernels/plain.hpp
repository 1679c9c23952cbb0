// The routes of published noises: in the precision of their originals from the coordinates on. Arrays and the rows of grids go block by
// block.
#pragma once
#include "kernels/axis_table.hpp"
#include "kernels/grid_arrays.hpp"
#include "kernels/rows.hpp"

SCREE_KERNELS_BEGIN

/// fma(x, frequency, shift) as a published noise sees it: from `far` on, where the originals have no fraction left, modulo that. NaN if x is not
/// finite.
SCREE_INLINE double nearer(double x, double frequency, double shift, double far) {
  constexpr double largest = __DBL_MAX__;
  if (!(x >= -largest && x <= largest)) return __builtin_nanf("");
  double c = __builtin_fma(x, frequency, shift);
  if (!(c > -far && c < far)) {
    c = c > largest ? largest : c < -largest ? -largest : c;
    c -= __builtin_floor(c * (1 / far)) * far;
    if (!(c >= 0 && c < far)) c = 0;
  }
  return c;
}

/// A vector of coordinates, where some may be far out or not finite.
[[gnu::noinline]] wide nearer_each(wide x, double frequency, double shift, double far) {
  double each[lanes];
  store(each, x);
  for (double& c : each) c = nearer(c, frequency, shift, far);
  return load(each);
}
constexpr double far_single = 0x1p22, far_double = 0x1p31;
SCREE_INLINE real single(real x, double frequency, double shift) {
  if (frequency == 1.0 && shift == 0.0 && every(absolute(x) < real(0x1p22f))) [[likely]] return x;
  const real v = narrow(scaled(widen(x), frequency, shift));
  if (every(absolute(v) < real(0x1p22f))) [[likely]] return v;
  return narrow(nearer_each(widen(x), frequency, shift, far_single));
}
SCREE_INLINE real single(wide x, double frequency, double shift) {
  const real v = narrow(scaled(x, frequency, shift));
  if (every(absolute(v) < real(0x1p22f))) [[likely]] return v;
  return narrow(nearer_each(x, frequency, shift, far_single));
}

SCREE_INLINE wide double_precision(wide x, double frequency, double shift) {
  const wide c = scaled(x, frequency, shift);
  wide_watch watch(far_double);
  watch.see(c);
  return watch.all_below() ? c : nearer_each(x, frequency, shift, far_double);
}

/// What a leaf takes for coordinates: real, or wide if some of its forms are double precision.
template <class Leaf>
struct plain_coordinate {
  using vector = real;
  static constexpr bool is_double(const Leaf&) { return false; }
};
template <class Leaf>
  requires requires { typename Leaf::coordinate; }
struct plain_coordinate<Leaf> {
  using vector = wide;
  static bool is_double(const Leaf& noise) { return noise.double_precision; }
};

/// Coordinates of a leaf along one axis, from those of the caller: the k-th vector goes to to[k * stride].
template <class Vector, class T>
[[gnu::noinline]] void leaf_coordinates(bool is_double, const T* x, std::size_t count, double frequency, double shift, Vector* to, std::size_t stride) {
  const T* const from[1] = {x};
  for (std::size_t k = 0; k < count; k += lanes, to += stride) {
    vector_of<T> v[1];
    load_points(from, k, count, v);
    if constexpr (sizeof(Vector) == sizeof(real)) *to = single(v[0], frequency, shift);
    else *to = is_double ? double_precision(widened(v[0]), frequency, shift) : widen(single(v[0], frequency, shift));
  }
}

/// NaN where a coordinate is.
SCREE_INLINE real not_a_number_in(real x) { return x; }
SCREE_INLINE real not_a_number_in(wide x) { return narrow(x); }

/// Some vectors of points on their way. Published noises are long chains of operations, each waiting for the one before: they go stage by stage,
/// so that the chains of several vectors overlap.
template <class Leaf>
struct plain_block {
  static constexpr int vectors = 16;
  static constexpr std::size_t points = vectors * lanes;
  typename plain_coordinate<Leaf>::vector v[vectors][Leaf::dims];
  typename Leaf::placed placed[vectors];
  typename Leaf::permuted permuted[vectors];
};

/// The noise at the `count` points of a block, and NaN where a coordinate is NaN.
template <bool WithGradient, class Leaf>
[[gnu::noinline]] void evaluate_plain(const Leaf& leaf_noise, plain_block<Leaf>& block, std::size_t count, const leaf& l, float* out, float* const* gradient) {
  constexpr int Dims = Leaf::dims;
  const Leaf noise = leaf_noise;
  const std::size_t vectors = (count + lanes - 1) / lanes;
  for (std::size_t q = 0; q < vectors; ++q) noise.place(block.v[q], block.placed[q]);
  for (std::size_t q = 0; q < vectors; ++q) noise.permute_corners(block.placed[q], block.permuted[q]);
  const real nan(__builtin_nanf(""));
  for (std::size_t q = 0; q < vectors; ++q) {
    const sampled<Dims> s = noise.template sum<WithGradient>(block.placed[q], block.permuted[q]);
    real v = not_a_number_in(block.v[q][0]);
    mask good = v == v;
    for (int axis = 1; axis < Dims; ++axis) v = not_a_number_in(block.v[q][axis]), good = good & (v == v);
    const std::size_t k = q * lanes;
    store_first(out + k, select(good, s.value, nan), count - k);
    if constexpr (WithGradient)
      for (int axis = 0; axis < Dims; ++axis) store_first(gradient[axis] + k, select(good, s.gradient[axis] * real(definition::slope_per_unit(l.frequency[axis])), nan), count - k);
  }
}

/// ... with its derivatives unless gradient is null; from the element `first` on.
template <class Leaf>
SCREE_INLINE void evaluate_plain(const Leaf& noise, plain_block<Leaf>& block, std::size_t count, const leaf& l, std::size_t first, float* out,
                                 float* const* gradient) {
  if (!gradient) return evaluate_plain<false>(noise, block, count, l, out + first, nullptr);
  float* g[Leaf::dims];
  for (int axis = 0; axis < Leaf::dims; ++axis) g[axis] = gradient[axis] + first;
  evaluate_plain<true>(noise, block, count, l, out + first, g);
}

template <class Leaf, class T>
void sample_plain(const leaf& l, const T* const* coordinates, std::size_t count, float* out, float* const* gradient) {
  const Leaf noise(l);
  const bool is_double = plain_coordinate<Leaf>::is_double(noise);
  plain_block<Leaf> block;
  for (std::size_t k = 0; k < count; k += block.points) {
    const std::size_t n = count - k < block.points ? count - k : block.points;
    for (int axis = 0; axis < Leaf::dims; ++axis)
      leaf_coordinates(is_double, coordinates[axis] + k, n, l.frequency[axis], l.shift[axis], &block.v[0][axis], Leaf::dims);
    evaluate_plain(noise, block, n, l, k, out, gradient);
  }
}

template <class Leaf>
void fill_plain(const leaf& l, const grid_part& part, const fill_target& target, void* scratch) {
  constexpr int Dims = Leaf::dims;
  scratch_memory memory{static_cast<char*>(scratch), static_cast<char*>(scratch) + scratch_bytes};
  const row_writer writer{target, memory.take<float>(tile_width + lanes)};
  const Leaf noise(l);
  const bool is_double = plain_coordinate<Leaf>::is_double(noise);
  plain_block<Leaf> block;
  const std::size_t size = part.axis[0].size;
  auto* x = memory.take<typename plain_coordinate<Leaf>::vector>(padded(size) / lanes);
  leaf_coordinates(is_double, coordinates(part.axis[0], memory), size, l.frequency[0], l.shift[0], x, 1);
  for_each_row(Dims, part, [&](const std::size_t* index, std::size_t place) {
    for (int axis = 1; axis < Dims; ++axis) {
      const double same = coordinate(part.axis[axis], index[axis]);
      leaf_coordinates(is_double, &same, 1, l.frequency[axis], l.shift[axis], &block.v[0][axis], Dims);
      for (auto& v : block.v) v[axis] = block.v[0][axis];
    }
    float* out = writer.begin(place);
    float* g[Dims];
    if (target.gradient)
      for (int axis = 0; axis < Dims; ++axis) g[axis] = target.gradient[axis] + place;
    for (std::size_t k = 0; k < size; k += block.points) {
      const std::size_t n = size - k < block.points ? size - k : block.points;
      for (std::size_t i = 0; i < n; i += lanes) block.v[i / lanes][0] = x[(k + i) / lanes];
      evaluate_plain(noise, block, n, l, k, out, target.gradient ? g : nullptr);
    }
    writer.end(place, size);
  });
}

SCREE_KERNELS_END
