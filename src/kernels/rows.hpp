// Finished rows on their way out: as they are, past the caches, or as integers.
#pragma once
#include "kernels/kernel_table.hpp"
#include "kernels/lanes.hpp"

SCREE_KERNELS_BEGIN

/// Writes the first n lanes.
SCREE_INLINE void store_first(float* to, real x, std::size_t n) {
  if (n >= lanes) return store(to, x);
  float all[lanes];
  store(all, x);
  for (std::size_t i = 0; i < n; ++i) to[i] = all[i];
}

[[gnu::noinline]] void stream_row(const float* row, std::size_t size, float* out) {
  std::size_t k = 0;
  for (; k < size && reinterpret_cast<std::uintptr_t>(out + k) % sizeof(real) != 0; ++k) out[k] = row[k];
  for (; k + lanes <= size; k += lanes) stream(out + k, load(row + k));
  for (; k < size; ++k) out[k] = row[k];
}

template <class Integer>
[[gnu::noinline]] void quantise_row(const float* row, std::size_t size, float scale, float bias, Integer* out) {
  const real largest(static_cast<float>(static_cast<Integer>(-1)));
  for (std::size_t k = 0; k < size; k += lanes) {
    std::uint32_t nearest[lanes];
    real scaled = fma(load(row + k), real(scale), real(bias));
    scaled = select(scaled == scaled, scaled, real(0.0f));   // NaN
    store(nearest, round_to_whole(minimum(maximum(scaled, real(0.0f)), largest)));
    const std::size_t n = size - k < lanes ? size - k : lanes;
    if (n == lanes)
      for (int i = 0; i < lanes; ++i) out[k + i] = static_cast<Integer>(nearest[i]);
    else
      for (std::size_t i = 0; i < n; ++i) out[k + i] = static_cast<Integer>(nearest[i]);
  }
}

/// Adds values to sums.
struct adder {
  whole keep;   // all bits, or all but the sign
  real scale;
  const float* start;      // what sums are before, if it is the same for all
  SCREE_INLINE explicit adder(const fill_target& target)
      : keep(target.absolute ? 0x7FFFFFFFu : 0xFFFFFFFFu), scale(target.scale), start(target.start) {}
  SCREE_INLINE real operator()(real value, const float* so_far) const {
    return fma(real_of(bits_of(value) & keep), scale, load(start ? start : so_far));
  }
  /// Adds the first n lanes.
  SCREE_INLINE void first(float* sums, real value, std::size_t n) const {
    if (n >= lanes) return store(sums, (*this)(value, sums));
    float some[lanes] = {};
    for (std::size_t i = 0; i < n; ++i) some[i] = sums[i];
    store_first(sums, (*this)(value, some), n);
  }
};

[[gnu::noinline]] void add_row(const float* row, std::size_t size, const fill_target& target, float* out) {
  const adder add(target);
  for (std::size_t k = 0; k < size; k += lanes) add.first(out + k, load(row + k), size - k);
}

/// Rows are computed where begin() says, and are delivered by end(). Both take the row's place in the target, in elements. Nothing past a
/// row's end is ever written to the target.
struct row_writer {
  const fill_target& target;
  float* buffer;   // of tile_width elements, and lanes more

  SCREE_INLINE bool direct() const { return target.format == sample_format::real32 && !target.streaming; }
  SCREE_INLINE float* begin(std::size_t place) const { return direct() ? static_cast<float*>(target.values) + place : buffer; }
  SCREE_INLINE void end(std::size_t place, std::size_t size) const {
    if (!direct()) deliver(buffer, place, size);
  }
  /// A piece of a row that was computed elsewhere.
  void deliver(const float* row, std::size_t place, std::size_t size) const {
    switch (target.format) {
      case sample_format::real32: return stream_row(row, size, static_cast<float*>(target.values) + place);
      case sample_format::unsigned16:
        return quantise_row(row, size, target.scale, target.bias, static_cast<std::uint16_t*>(target.values) + place);
      case sample_format::unsigned8:
        return quantise_row(row, size, target.scale, target.bias, static_cast<std::uint8_t*>(target.values) + place);
      case sample_format::sum32: return add_row(row, size, target, static_cast<float*>(target.values) + place);
    }
  }
};

/// Dense samples of a part, and their derivatives, to where a target wants them.
void deliver(const grid_part& part, const float* values, const float* const* gradient, int dims, const fill_target& target) {
  const row_writer writer{target, nullptr};
  const std::size_t width = part.axis[0].size;
  std::size_t index[4] = {}, rows = 1;
  for (int axis = 1; axis < dims; ++axis) rows *= part.axis[axis].size;
  auto copy = [&](const float* from, float* to) {
    std::size_t k = 0;
    for (; k + lanes <= width; k += lanes) store(to + k, load(from + k));
    for (; k < width; ++k) to[k] = from[k];
  };
  for (std::size_t r = 0; r < rows; ++r) {
    std::size_t place = 0;
    for (int axis = 1; axis < dims; ++axis) place += index[axis] * part.stride[axis];
    if (writer.direct()) copy(values + r * width, static_cast<float*>(target.values) + place);
    else writer.deliver(values + r * width, place, width);
    if (target.gradient)
      for (int axis = 0; axis < dims; ++axis) copy(gradient[axis] + r * width, target.gradient[axis] + place);
    for (int axis = 1; axis < dims && ++index[axis] == part.axis[axis].size; ++axis) index[axis] = 0;
  }
}

SCREE_KERNELS_END
