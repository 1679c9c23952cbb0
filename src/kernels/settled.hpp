// Leaves that settle most samples with less work than all of them take: Worley noise, whose nearest point mostly lies on the nearer sides of the
// sample. All samples of a block get the first stage, those that it leaves over the second one, and what is left then goes the usual way, each in
// vectors of its own.
//
// A stage is one long chain of operations. So that the chains of two vectors overlap, what it needs of a place is made one vector ahead.
#pragma once
#include "kernels/arrays.hpp"
#include "kernels/rows.hpp"

SCREE_KERNELS_BEGIN

template <int Dims>
SCREE_INLINE place<Dims> place_at(const cell_block<Dims>& block, std::size_t k) {
  place<Dims> p;
  for (int axis = 0; axis < Dims; ++axis) p.cell[axis] = load(block.number[axis] + k), p.fraction[axis] = load(block.fraction[axis] + k);
  return p;
}

/// Fills the last vector up.
template <int Dims>
SCREE_INLINE void pad(cell_block<Dims>& block, std::size_t count) {
  for (int axis = 0; axis < Dims; ++axis) store(block.number[axis] + count, whole(0u)), store(block.fraction[axis] + count, real(0.5f));
}

/// Samples that are left over: their numbers and the nearest points so far. Their places are at the beginning of a cell_block.
template <class Leaf>
struct left_over {
  static constexpr int Dims = Leaf::dims;
  static constexpr std::uint32_t nobody = 0xFFFFFFFFu;
  std::size_t count;
  alignas(64) std::uint32_t number[block_size + lanes];
  alignas(64) float key[block_size + lanes], value[block_size + lanes];

  SCREE_INLINE void deliver(std::size_t first, const float* values, std::size_t n, float* out) const {
    for (std::size_t i = 0; i < n; ++i) out[number[first + i]] = values[i];
  }

  /// The first stage, of `all` samples, or the second one. Overwrites the places with those of the samples that stay.
  template <bool First, bool WithValue>
  SCREE_INLINE void go_through(const Leaf& leaf_noise, std::size_t all, cell_block<Dims>& places, float* out) {
    const Leaf noise = leaf_noise;
    const std::size_t size = First ? all : count;
    typename Leaf::sides next(noise, place_at(places, 0));
    std::size_t n = 0;
    for (std::size_t k = 0; k < size; k += lanes) {
      const typename Leaf::sides sides = next;
      next = typename Leaf::sides(noise, place_at(places, k + lanes < size ? k + lanes : k));
      const whole numbers = First ? lane_numbers() + whole(static_cast<std::uint32_t>(k)) : load(number + k);
      typename Leaf::nearest_point nearest;
      mask settled;
      if constexpr (First) {
        settled = noise.template begin<WithValue>(sides, nearest);
        store_first(out + k, noise.template value_at<WithValue>(nearest), size - k);
      } else {
        nearest.key = load(key + k);
        if constexpr (WithValue) nearest.value = load(value + k);
        settled = noise.template go_on<WithValue>(sides, nearest);
        float values[lanes];
        store(values, noise.template value_at<WithValue>(nearest));
        deliver(k, values, size - k < lanes ? size - k : lanes, out);
      }
      const chosen_lanes left(!settled);
      left.store(number + n, numbers);
      for (int axis = 0; axis < Dims; ++axis) {
        left.store(places.number[axis] + n, load(places.number[axis] + k));
        left.store(places.fraction[axis] + n, load(places.fraction[axis] + k));
      }
      if constexpr (First) {
        left.store(key + n, nearest.key);
        if constexpr (WithValue) left.store(value + n, nearest.value);
      }
      n += left.count();
    }
    while (n && number[n - 1] >= all) --n;   // what filled the last vector up
    count = n;
    store(number + n, whole(nobody));
    pad(places, n);
  }
};

/// The same as evaluate<Leaf, false>, for leaves that settle most. The places are lost.
template <bool WithValue, class Leaf>
[[gnu::noinline]] void settle(const Leaf& noise, cell_block<Leaf::dims>& places, std::size_t count, const leaf& l, float* out) {
  pad(places, count);
  left_over<Leaf> left;
  left.template go_through<true, WithValue>(noise, count, places, out);
  left.template go_through<false, WithValue>(noise, count, places, out);
  const bool all_finite = places.all_finite;
  places.all_finite = true;
  float values[block_size];
  evaluate<Leaf, false>(noise, places, left.count, l, values, nullptr);
  left.deliver(0, values, left.count, out);
  if (!all_finite) put_nan(places.finite, count, out);
}
template <class Leaf>
void settle(const Leaf& noise, cell_block<Leaf::dims>& places, std::size_t count, const leaf& l, float* out) {
  noise.rule.value_of_cell() ? settle<true>(noise, places, count, l, out) : settle<false>(noise, places, count, l, out);
}

SCREE_KERNELS_END
