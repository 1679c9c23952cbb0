// Value noise: a uniform random number at every lattice point, interpolated along the last axis first and along x last.
// Range [-1, 1], repeats after 2^32 cells, once (cubic fade) or twice (quintic fade) continuously differentiable.
#pragma once
#include "kernels/blend.hpp"
#include "kernels/lattice.hpp"

SCREE_KERNELS_BEGIN

/// A number, constant over the axes that are not yet interpolated.
template <int Axes>
struct level {
  static constexpr int components = 1;
  real height;

  SCREE_INLINE static level load(const float* p, std::size_t) { return {SCREE_ISA_NAME::load(p)}; }
  SCREE_INLINE void store(float* p, std::size_t) const { SCREE_ISA_NAME::store(p, height); }
};

template <int Dims, int Shape>
struct value {
  static constexpr int dims = Dims, shape = Shape;
  using lattice = cubic<Dims>;
  using on_lattice = value<Dims, 0>;   // on grids, where fades come from tables
  template <int Axes>
  using node = level<Axes>;   // what is left of lattice points over the first Axes axes

  static constexpr int corners = 2;   // of a cell along each axis
  static constexpr bool one_pass = true;   // arrays: see arrays.hpp
  periodic_hash hash;

  SCREE_INLINE explicit value(const leaf& l) : hash(l) {}

  SCREE_INLINE level<Dims> lattice_point(whole corner) const { return {to_real(corner)}; }

  template <int Axes>
  SCREE_INLINE static level<Axes - 1> blend(const level<Axes>& lower, const level<Axes>& upper, const faded& f) {
    return {lerp(f.u, lower.height, upper.height)};
  }
  template <int Axes>
  SCREE_INLINE static level<Axes - 1> derivative(const level<Axes>& lower, const level<Axes>& upper, const faded& f) {
    return {f.slope * (upper.height - lower.height)};
  }

  struct segment {
    real height, rise;

    SCREE_INLINE segment picked(whole number) const { return {pick(height, number), pick(rise, number)}; }
    SCREE_INLINE real at(const faded& f) const { return fma(f.u, rise, height) * real(static_cast<float>(definition::value_scale)); }
    SCREE_INLINE real slope_at(const faded& f) const { return (f.slope * rise) * real(static_cast<float>(definition::value_scale)); }
  };
  SCREE_INLINE static segment between(const level<1>& left, const level<1>& right) {
    return {left.height, right.height - left.height};
  }

  template <bool WithGradient>
  SCREE_INLINE sampled<Dims> at(const hashed_place<Dims>& p) const { return blend_cell<WithGradient>(*this, p); }
};

SCREE_KERNELS_END
