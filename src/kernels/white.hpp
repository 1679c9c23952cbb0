// White noise: the hash of the cell, with one more round so that its low bits are good too, as a uniform number in [-1, 1].
#pragma once
#include "kernels/lattice.hpp"
#include "kernels/place.hpp"

SCREE_KERNELS_BEGIN

template <int Dims, int Shape>
struct white {
  static constexpr int dims = Dims;
  using lattice = cubic<Dims>;

  lattice_hash hash;

  SCREE_INLINE explicit white(const leaf& l) : hash(l.seed) {}

  SCREE_INLINE static real number(whole h) {
    h = (h ^ (h >> definition::white_fold)) * whole(definition::white_multiplier);
    return to_real(h) * real(0x1p-31f);
  }
  /// The product of the coordinates' hashes from an axis on.
  template <int Axis = 0>
  SCREE_INLINE whole product(const whole (&cell)[Dims]) const {
    const whole h = hash.axis<Axis>(cell[Axis]);
    if constexpr (Axis + 1 < Dims) return h * product<Axis + 1>(cell);
    else if constexpr (Dims == 1) return h * whole(definition::line_multiplier);
    else return h;
  }
  template <bool WithGradient>
  SCREE_INLINE sampled<Dims> at(const place<Dims>& p) const {
    sampled<Dims> s;
    s.value = number(product(p.cell));
    if constexpr (WithGradient)
      for (real& g : s.gradient) g = real(0.0f);
    return s;
  }
};

SCREE_KERNELS_END
