// The routes of published noises: single precision from the coordinates on, like their originals. Arrays and the rows of grids go block by
// block.
#pragma once
#include "kernels/axis_table.hpp"
#include "kernels/grid_arrays.hpp"
#include "kernels/rows.hpp"

SCREE_KERNELS_BEGIN

/// fma(x, frequency, shift) as a published noise sees it: from 2^22 on, where the originals have no fraction left, modulo that. NaN if x is not finite.
SCREE_INLINE float single(double x, double frequency, double shift) {
  constexpr double largest = __DBL_MAX__, far = 0x1p22;
  if (!(x >= -largest && x <= largest)) return __builtin_nanf("");
  double c = __builtin_fma(x, frequency, shift);
  if (!(c > -far && c < far)) {
    c = c > largest ? largest : c < -largest ? -largest : c;
    c -= __builtin_floor(c * (1 / far)) * far;
    if (!(c >= 0 && c < far)) c = 0;
  }
  return static_cast<float>(c);
}

/// A vector of coordinates, where some may be far out or not finite.
[[gnu::noinline]] real single_each(wide x, double frequency, double shift) {
  double each[lanes];
  float out[lanes];
  store(each, x);
  for (int lane = 0; lane < lanes; ++lane) out[lane] = single(each[lane], frequency, shift);
  return load(out);
}
SCREE_INLINE real single(real x, double frequency, double shift) {
  if (frequency == 1.0 && shift == 0.0 && every(absolute(x) < real(0x1p22f))) [[likely]] return x;
  const real v = narrow(scaled(widen(x), frequency, shift));
  if (every(absolute(v) < real(0x1p22f))) [[likely]] return v;
  return single_each(widen(x), frequency, shift);
}
SCREE_INLINE real single(wide x, double frequency, double shift) {
  const real v = narrow(scaled(x, frequency, shift));
  if (every(absolute(v) < real(0x1p22f))) [[likely]] return v;
  return single_each(x, frequency, shift);
}

/// Some vectors of points on their way. Published noises are long chains of operations, each waiting for the one before: they go stage by stage,
/// so that the chains of several vectors overlap.
template <class Leaf>
struct plain_block {
  static constexpr int vectors = 16;
  real v[vectors][Leaf::dims];
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
    mask good = block.v[q][0] == block.v[q][0];
    for (int axis = 1; axis < Dims; ++axis) good = good & (block.v[q][axis] == block.v[q][axis]);
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
      for (int axis = 0; axis < Dims; ++axis) block.v[i / lanes][axis] = single(x[axis], l.frequency[axis], l.shift[axis]);
    }
    evaluate_plain<WithGradient>(noise, block, n, l, out + k, g);
  }
}

template <class Leaf, bool WithGradient>
void fill_plain_rows(const leaf& l, const grid_part& part, const row_writer& writer, float* x) {
  constexpr int Dims = Leaf::dims;
  constexpr std::size_t most = plain_block<Leaf>::vectors * lanes;
  const Leaf noise(l);
  plain_block<Leaf> block;
  const std::size_t size = part.axis[0].size;
  for (std::size_t k = 0; k < padded(size); ++k) x[k] = single(coordinate(part.axis[0], k < size ? k : size - 1), l.frequency[0], l.shift[0]);
  for_each_row<Dims>(part, [&](const std::size_t* index, std::size_t place) {
    float* out = writer.begin(place);
    float* g[Dims] = {};
    for (int axis = 1; axis < Dims; ++axis) {
      const real same(single(coordinate(part.axis[axis], index[axis]), l.frequency[axis], l.shift[axis]));
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
  float* x = memory.take<float>(tile_width + lanes);
  if (target.gradient) fill_plain_rows<Leaf, true>(l, part, writer, x);
  else fill_plain_rows<Leaf, false>(l, part, writer, x);
}

SCREE_KERNELS_END
