// The routes of published noises: single precision from the coordinates on, like their originals. Arrays go vector by vector; grids
// row by row, with coordinates from a table.
#pragma once
#include "kernels/axis_table.hpp"
#include "kernels/grid_arrays.hpp"
#include "kernels/rows.hpp"

SCREE_KERNELS_BEGIN

/// x * frequency as a published noise sees it: from 2^22 on, where the originals have no fraction left, modulo that. NaN if x is not finite.
SCREE_INLINE float single(double x, double frequency) {
  constexpr double largest = __DBL_MAX__, far = 0x1p22;
  if (!(x >= -largest && x <= largest)) return __builtin_nanf("");
  double c = x * frequency;
  if (!(c > -far && c < far)) {
    c = c > largest ? largest : c < -largest ? -largest : c;
    c -= __builtin_floor(c * (1 / far)) * far;
    if (!(c >= 0 && c < far)) c = 0;
  }
  return static_cast<float>(c);
}

/// A vector of coordinates, where some may be far out or not finite.
[[gnu::noinline]] real single_each(wide x, double frequency) {
  double each[lanes];
  float out[lanes];
  store(each, x);
  for (int lane = 0; lane < lanes; ++lane) out[lane] = single(each[lane], frequency);
  return load(out);
}
SCREE_INLINE real single(real x, double frequency) {
  if (frequency == 1.0 && every(absolute(x) < real(0x1p22f))) [[likely]] return x;
  const wide c = widen(x) * wide(frequency);
  const real v = narrow(c);
  if (every(absolute(v) < real(0x1p22f))) [[likely]] return v;
  return single_each(widen(x), frequency);
}
SCREE_INLINE real single(wide x, double frequency) {
  const real v = narrow(x * wide(frequency));
  if (every(absolute(v) < real(0x1p22f))) [[likely]] return v;
  return single_each(x, frequency);
}

/// The noise at v, and NaN where a coordinate is NaN.
template <bool WithGradient, class Leaf>
SCREE_INLINE sampled<Leaf::dims> at_single(const Leaf& noise, const real (&v)[Leaf::dims]) {
  sampled<Leaf::dims> s = noise.template at<WithGradient>(v);
  mask good = v[0] == v[0];
  for (int axis = 1; axis < Leaf::dims; ++axis) good = good & (v[axis] == v[axis]);
  const real nan(__builtin_nanf(""));
  s.value = select(good, s.value, nan);
  if constexpr (WithGradient)
    for (real& each : s.gradient) each = select(good, each, nan);
  return s;
}

template <class Leaf, bool WithGradient, class T>
void sample_plain(const leaf& l, const T* const* coordinates, std::size_t count, float* out, float* const* gradient) {
  constexpr int Dims = Leaf::dims;
  const Leaf noise(l);
  const real per_unit(static_cast<float>(l.frequency));
  const T* from[Dims];
  for (int axis = 0; axis < Dims; ++axis) from[axis] = coordinates[axis];
  for (std::size_t k = 0; k < count; k += lanes) {
    vector_of<T> x[Dims];
    load_points(from, k, count, x);
    real v[Dims];
    for (int axis = 0; axis < Dims; ++axis) v[axis] = single(x[axis], l.frequency);
    const sampled<Dims> s = at_single<WithGradient>(noise, v);
    store_first(out + k, s.value, count - k);
    if constexpr (WithGradient)
      for (int axis = 0; axis < Dims; ++axis) store_first(gradient[axis] + k, s.gradient[axis] * per_unit, count - k);
  }
}

template <class Leaf, bool WithGradient>
void fill_plain_rows(const leaf& l, const grid_part& part, const row_writer& writer, float* x) {
  constexpr int Dims = Leaf::dims;
  const Leaf noise(l);
  const real per_unit(static_cast<float>(l.frequency));
  const std::size_t size = part.axis[0].size;
  for (std::size_t k = 0; k < padded(size); ++k) x[k] = single(coordinate(part.axis[0], k < size ? k : size - 1), l.frequency);
  for_each_row<Dims>(part, [&](const std::size_t* index, std::size_t place) {
    real v[Dims];
    for (int axis = 1; axis < Dims; ++axis) v[axis] = real(single(coordinate(part.axis[axis], index[axis]), l.frequency));
    float* out = writer.begin(place);
    for (std::size_t k = 0; k < size; k += lanes) {
      v[0] = load(x + k);
      const sampled<Dims> s = at_single<WithGradient>(noise, v);
      store_first(out + k, s.value, size - k);
      if constexpr (WithGradient)
        for (int axis = 0; axis < Dims; ++axis) store_first(writer.target.gradient[axis] + place + k, s.gradient[axis] * per_unit, size - k);
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
