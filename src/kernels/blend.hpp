// One sample of a lattice noise (Perlin, value) at arbitrary points: hash the corners of the cell, blend them axis by axis.
//
// The noise gives lattice_point(), blend(), derivative() and between(); see perlin.hpp.
#pragma once
#include "kernels/lattice.hpp"

SCREE_KERNELS_BEGIN

template <class Leaf, bool WithGradient>
struct cell_blend {
  static constexpr int Dims = Leaf::dims;

  const Leaf& noise;
  const axis_hashes<> (&hashes)[Dims];
  faded along[Dims];

  SCREE_INLINE cell_blend(const Leaf& n, const hashed_place<Dims>& p) : noise(n), hashes(p.axis) {
    for (int axis = 0; axis < Dims; ++axis) along[axis] = fade<Leaf::shape>(p.fraction[axis]);
  }

  /// What is left over the first Axes axes after blending the others: form[0] the value, then its derivatives along the axes
  /// Axes, Axes + 1, ..., at the corner that the low bits of `corner` name.
  template <int Axes>
  SCREE_INLINE auto over(unsigned corner) const {
    constexpr int forms = WithGradient ? 1 + Dims - Axes : 1;
    struct result {
      typename Leaf::template node<Axes> form[forms];
    } r;
    if constexpr (Axes == Dims) {
      r.form[0] = noise.lattice_point(noise.hash.template corner<Dims>(hashes, corner));
    } else {
      const auto lower = over<Axes + 1>(corner), upper = over<Axes + 1>(corner | 1u << Axes);
      r.form[0] = Leaf::blend(lower.form[0], upper.form[0], along[Axes]);
      if constexpr (WithGradient) {
        r.form[1] = Leaf::derivative(lower.form[0], upper.form[0], along[Axes]);
        for (int k = 2; k < forms; ++k) r.form[k] = Leaf::blend(lower.form[k - 1], upper.form[k - 1], along[Axes]);
      }
    }
    return r;
  }

  SCREE_INLINE sampled<Dims> operator()() const {
    const auto left = over<1>(0), right = over<1>(1);
    sampled<Dims> s;
    const auto segment = Leaf::between(left.form[0], right.form[0]);
    s.value = segment.at(along[0]);
    if constexpr (WithGradient) {
      s.gradient[0] = segment.slope_at(along[0]);
      for (int axis = 1; axis < Dims; ++axis) s.gradient[axis] = Leaf::between(left.form[axis], right.form[axis]).at(along[0]);
    }
    return s;
  }
};

template <bool WithGradient, class Leaf>
SCREE_INLINE sampled<Leaf::dims> blend_cell(const Leaf& noise, const hashed_place<Leaf::dims>& p) {
  return cell_blend<Leaf, WithGradient>(noise, p)();
}

SCREE_KERNELS_END
