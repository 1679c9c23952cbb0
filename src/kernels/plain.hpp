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

/// What a leaf takes for coordinates: real, or wide if some of its forms are double precision.
template <class Leaf>
struct plain_coordinate {
  using vector = real;
  using number = float;
};
template <class Leaf>
  requires requires { typename Leaf::coordinate; }
struct plain_coordinate<Leaf> {
  using vector = wide;
  using number = double;
};

/// Coordinates of a leaf, from those of the caller.
template <class Leaf, class Vector>
SCREE_INLINE auto leaf_coordinate(const Leaf& noise, Vector x, double frequency, double shift) {
  if constexpr (requires { noise.double_precision; }) {
    if (!noise.double_precision) return widen(single(x, frequency, shift));
    const wide c = scaled(widened(x), frequency, shift);
    wide_watch watch(far_double);
    watch.see(c);
    return watch.all_below() ? c : nearer_each(widened(x), frequency, shift, far_double);
  } else {
    return single(x, frequency, shift);
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
      for (int axis = 0; axis < Dims; ++axis) store_first(gradient[axis] + k, select(good, s.gradient[axis] * real(static_cast<float>(l.frequency[axis])), nan), count - k);
  }
}

template <class Leaf, bool WithGradient, class T>
void sample_plain(const leaf& l, const T* const* coordinates, std::size_t count, float* out, float* const* gradient) {
  constexpr int Dims = Leaf::dims;
  constexpr std::size_t most = plain_block<Leaf>::vectors * lanes;
  const Leaf noise(l);
  plain_block<Leaf> block;
  const T* from[Dims];
  float* g[Dims];
  for (std::size_t k = 0; k < count; k += most) {
    const std::size_t n = count - k < most ? count - k : most;
    for (int axis = 0; axis < Dims; ++axis) {
      from[axis] = coordinates[axis] + k;
      if constexpr (WithGradient) g[axis] = gradient[axis] + k;
    }
    for (std::size_t i = 0; i < n; i += lanes) {
      vector_of<T> x[Dims];
      load_points(from, i, n, x);
      for (int axis = 0; axis < Dims; ++axis) block.v[i / lanes][axis] = leaf_coordinate(noise, x[axis], l.frequency[axis], l.shift[axis]);
    }
    evaluate_plain<WithGradient>(noise, block, n, l, out + k, g);
  }
}

template <class Leaf, bool WithGradient>
void fill_plain_rows(const leaf& l, const grid_part& part, const row_writer& writer, typename plain_coordinate<Leaf>::number* x) {
  constexpr int Dims = Leaf::dims;
  constexpr std::size_t most = plain_block<Leaf>::vectors * lanes;
  const Leaf noise(l);
  plain_block<Leaf> block;
  const std::size_t size = part.axis[0].size;
  for (std::size_t k = 0; k < padded(size); k += lanes) {
    double each[lanes];
    for (std::size_t i = 0; i < lanes; ++i) each[i] = coordinate(part.axis[0], k + i < size ? k + i : size - 1);
    store(x + k, leaf_coordinate(noise, load(each), l.frequency[0], l.shift[0]));
  }
  for_each_row<Dims>(part, [&](const std::size_t* index, std::size_t place) {
    float* out = writer.begin(place);
    float* g[Dims] = {};
    for (int axis = 1; axis < Dims; ++axis) {
      const auto same = leaf_coordinate(noise, wide(coordinate(part.axis[axis], index[axis])), l.frequency[axis], l.shift[axis]);
      for (auto& v : block.v) v[axis] = same;
    }
    for (std::size_t k = 0; k < size; k += most) {
      const std::size_t n = size - k < most ? size - k : most;
      for (std::size_t i = 0; i < n; i += lanes) block.v[i / lanes][0] = load(x + k + i);
      if constexpr (WithGradient)
        for (int axis = 0; axis < Dims; ++axis) g[axis] = writer.target.gradient[axis] + place + k;
      evaluate_plain<WithGradient>(noise, block, n, l, out + k, g);
    }
    writer.end(place, size);
  });
}

template <class Leaf>
void fill_plain(const leaf& l, const grid_part& part, const fill_target& target, void* scratch) {
  scratch_memory memory{static_cast<char*>(scratch), static_cast<char*>(scratch) + scratch_bytes};
  const row_writer writer{target, memory.take<float>(tile_width + lanes)};
  auto* x = memory.take<typename plain_coordinate<Leaf>::number>(tile_width + lanes);
  if (target.gradient) fill_plain_rows<Leaf, true>(l, part, writer, x);
  else fill_plain_rows<Leaf, false>(l, part, writer, x);
}

SCREE_KERNELS_END
