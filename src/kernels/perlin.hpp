// Gradient noise on the cubic lattice: K. Perlin, "An Image Synthesizer", SIGGRAPH 1985 (cubic fade), and "Improving Noise",
// SIGGRAPH 2002 (quintic fade). Range [-1, 1], zero at lattice points, repeats after 2^32 cells, once (cubic) or twice
// (quintic) continuously differentiable. Deviates from the paper in its sixteen gradients and its hash.
//
// Every corner of a cell carries a plane through zero, of pseudorandom slope. The value is the blend of these planes; they are blended
// along the last axis first, each blend leaving planes over one axis less, and along x last. On a grid the earlier blends are
// shared by whole slices and rows.
#pragma once
#include "kernels/gradients.hpp"
#include "kernels/blend.hpp"
#include "kernels/lattice.hpp"

SCREE_KERNELS_BEGIN

/// slope . offsets + constant, over the offsets along the first Axes axes.
template <int Axes>
struct plane {
  static constexpr int components = Axes + 1;
  real slope[Axes];
  real constant;

  /// Component arrays of a lattice, `stride` elements apart.
  SCREE_INLINE static plane load(const float* p, std::size_t stride) {
    plane a;
    for (int k = 0; k < Axes; ++k) a.slope[k] = SCREE_ISA_NAME::load(p + k * stride);
    a.constant = SCREE_ISA_NAME::load(p + Axes * stride);
    return a;
  }
  SCREE_INLINE void store(float* p, std::size_t stride) const {
    for (int k = 0; k < Axes; ++k) SCREE_ISA_NAME::store(p + k * stride, slope[k]);
    SCREE_ISA_NAME::store(p + Axes * stride, constant);
  }
};

template <int Dims, int Shape>
struct perlin {
  static constexpr int dims = Dims, shape = Shape;
  using lattice = cubic<Dims>;
  using on_lattice = perlin<Dims, 0>;   // on grids, where fades come from tables
  template <int Axes>
  using node = plane<Axes>;   // what is left of lattice points over the first Axes axes

  static constexpr sixteen_directions<Dims> directions{definition::margin / definition::perlin_maximum[Dims - 1]};
  static constexpr int corners = 2;   // of a cell along each axis
  static constexpr bool one_pass = Dims > 2;   // arrays: see arrays.hpp
  periodic_hash hash;
  gradient_tables<Dims> gradients;

  SCREE_INLINE explicit perlin(const leaf& l) : hash(l), gradients(directions) {}

  /// What a lattice point contributes: its plane through zero.
  SCREE_INLINE plane<Dims> lattice_point(whole corner) const {
    const direction d(corner);
    plane<Dims> p;
    for (int k = 0; k < Dims; ++k) p.slope[k] = oriented(component(gradients.axis[k], d), d);
    p.constant = real(0.0f);
    return p;
  }

  /// Two planes that are neighbours along axis Axes - 1, each cut at the sample's offset along it: the lower one's constant, and the
  /// rise from there to the upper one's. A lattice point's own plane has no constant.
  struct cuts {
    real lower, rise;
  };
  template <int Axes>
  SCREE_INLINE static cuts cut(const plane<Axes>& lower, const plane<Axes>& upper, const faded& f) {
    constexpr int k = Axes - 1;
    if constexpr (Axes == Dims) {
      const real c = lower.slope[k] * f.t;
      return {c, fms(upper.slope[k], f.t1, c)};
    } else {
      const real c = fma(lower.slope[k], f.t, lower.constant);
      return {c, fma(upper.slope[k], f.t1, upper.constant - c)};
    }
  }
  /// The two planes blended along that axis.
  template <int Axes>
  SCREE_INLINE static plane<Axes - 1> blend(const plane<Axes>& lower, const plane<Axes>& upper, const faded& f) {
    plane<Axes - 1> p;
    for (int k = 0; k < Axes - 1; ++k) p.slope[k] = lerp(f.u, lower.slope[k], upper.slope[k]);
    const cuts c = cut(lower, upper, f);
    p.constant = fma(f.u, c.rise, c.lower);
    return p;
  }
  /// The derivative of the blend along that axis.
  template <int Axes>
  SCREE_INLINE static plane<Axes - 1> derivative(const plane<Axes>& lower, const plane<Axes>& upper, const faded& f) {
    plane<Axes - 1> p;
    for (int k = 0; k < Axes - 1; ++k) p.slope[k] = f.slope * (upper.slope[k] - lower.slope[k]);
    p.constant = fma(f.slope, cut(lower, upper, f).rise, lerp(f.u, lower.slope[Axes - 1], upper.slope[Axes - 1]));
    return p;
  }

  /// The last blend, along x, of columns G t + C and G' (t - 1) + C': with D = G' - G and E = (C' - G') - C it is
  /// u (D t + E) + (G t + C).
  struct segment {
    real G, C, D, E;

    SCREE_INLINE segment picked(whole number) const { return {pick(G, number), pick(C, number), pick(D, number), pick(E, number)}; }
    SCREE_INLINE real at(const faded& f) const { return fma(f.u, fma(D, f.t, E), fma(G, f.t, C)); }
    SCREE_INLINE real slope_at(const faded& f) const { return fma(f.slope, fma(D, f.t, E), fma(f.u, D, G)); }
  };
  SCREE_INLINE static segment between(const plane<1>& left, const plane<1>& right) {
    real C = left.constant, next = right.constant;
    if constexpr (Dims == 1) C = next = real(0.0f);
    return {left.slope[0], C, right.slope[0] - left.slope[0], (next - right.slope[0]) - C};
  }

  template <bool WithGradient>
  SCREE_INLINE sampled<Dims> at(const hashed_place<Dims>& p) const { return blend_cell<WithGradient>(*this, p); }
};

SCREE_KERNELS_END
