// White noise: the hash of the cell, with one more round so that its low bits are good too, as a uniform number in [-1, 1].
#pragma once
#include "kernels/lattice.hpp"
#include "kernels/place.hpp"

SCREE_KERNELS_BEGIN

template <int Dims, int Shape>
struct white {
  static constexpr int dims = Dims;
  static constexpr int shape = 0;
  using lattice = cubic<Dims>;

  static constexpr int corners = 1;   // of a cell along each axis
  static constexpr bool one_pass = true;   // arrays: see arrays.hpp
  periodic_hash hash;

  SCREE_INLINE explicit white(const leaf& l) : hash(l) {}

  SCREE_INLINE static real number(whole h) {
    h = (h ^ (h >> definition::white_fold)) * whole(definition::white_multiplier);
    return to_real(h) * real(0x1p-31f);
  }
  /// As a lattice noise on a grid: the number of the lower corner, over all of the cell.
  template <int Axes>
  struct constant {
    static constexpr int components = 1;
    real number;
    SCREE_INLINE static constant load(const float* p, std::size_t) { return {SCREE_ISA_NAME::load(p)}; }
    SCREE_INLINE void store(float* p, std::size_t) const { SCREE_ISA_NAME::store(p, number); }
  };
  using on_lattice = white;
  template <int Axes>
  using node = constant<Axes>;
  SCREE_INLINE constant<Dims> lattice_point(whole corner) const { return {number(corner)}; }
  template <int Axes>
  SCREE_INLINE static constant<Axes - 1> blend(const constant<Axes>& lower, const constant<Axes>&, const faded&) {
    return {lower.number};
  }
  struct segment {
    real number;
    SCREE_INLINE real at(const faded&) const { return number; }
    SCREE_INLINE segment picked(whole lane) const { return {pick(number, lane)}; }
  };
  SCREE_INLINE static segment between(const constant<1>& left, const constant<1>&) { return {left.number}; }

  template <bool WithGradient>
  SCREE_INLINE sampled<Dims> at(const hashed_place<Dims>& p) const {
    sampled<Dims> s;
    s.value = number(hash.template corner<Dims>(p.axis, 0));
    if constexpr (WithGradient)
      for (real& g : s.gradient) g = real(0.0f);
    return s;
  }
};

SCREE_KERNELS_END
