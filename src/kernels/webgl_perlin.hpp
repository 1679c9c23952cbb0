// `cnoise` and its periodic form `pnoise` of webgl-noise: I. McEwan, D. Sheets, M. Richardson, S. Gustavson, "Efficient computational
// noise in GLSL", Journal of Graphics Tools 16 (2012). Lane arithmetic alone, in the order of the shaders.
#pragma once
#include "kernels/kernel_table.hpp"
#include "kernels/lattice.hpp"
#include "kernels/webgl.hpp"

SCREE_KERNELS_BEGIN

template <int Dims, int>
struct webgl_perlin {
  static constexpr int dims = Dims;
  static constexpr float scale = Dims == 2 ? 2.3f : 2.2f;

  bool periodic[Dims];
  real period[Dims], add;

  SCREE_INLINE explicit webgl_perlin(const leaf& l) : add(added_in_release(l.shape)) {
    for (int k = 0; k < Dims; ++k) {
      periodic[k] = l.period[k] != 0;
      period[k] = real(static_cast<float>(periodic[k] ? l.period[k] : 289));
    }
  }

  /// A gradient before it is normalised, from a permuted number 0 .. 288. In 2D that of snoise.
  SCREE_INLINE static void lattice_gradient(real p, real (&g)[Dims]) {
    const real seventh(1.0f / 7.0f), sixth(1.0f / 6.0f), zero(0.0f), half_one(0.5f);
    auto fold = [&](mask folded, real x) { return select(folded, x - (select(x < zero, zero, real(1.0f)) - half_one), x); };
    if constexpr (Dims == 2) {
      gradient_of(p, g);
    } else if constexpr (Dims == 3) {
      real x = p * seventh, y = fract(floor(x) * seventh) - half_one;
      x = fract(x);
      g[2] = (half_one - absolute(x)) - absolute(y);
      const mask folded = g[2] <= zero;
      g[0] = fold(folded, x), g[1] = fold(folded, y);
    } else {
      real x = p * seventh, y = floor(x) * seventh, z = floor(y) * sixth;
      x = fract(x) - half_one, y = fract(y) - half_one;
      g[2] = fract(z) - half_one;
      g[3] = ((real(0.75f) - absolute(x)) - absolute(y)) - absolute(g[2]);
      const mask folded = g[3] <= zero;
      g[0] = fold(folded, x), g[1] = fold(folded, y);
    }
  }

  SCREE_INLINE real wrapped(real i, int axis) const {
    if (periodic[axis]) i = i - period[axis] * floor(quotient(i, period[axis]));
    return modulo_289(i);
  }

  static constexpr unsigned corners = 1u << Dims;

  /// Lower and upper lattice coordinates, wrapped, and the offset from the lower.
  struct placed {
    real from[Dims], to[Dims], f[Dims];
  };
  SCREE_INLINE void place(const real (&v)[Dims], placed& at) const {
    for (int k = 0; k < Dims; ++k) {
      const real cell = floor(v[k]);
      at.f[k] = v[k] - cell;
      at.from[k] = wrapped(cell, k);
      at.to[k] = wrapped(cell + real(1.0f), k);
    }
  }

  /// A number 0 .. 288 for every corner.
  struct permuted {
    real p[corners];
  };
  SCREE_INLINE void permute_corners(const placed& at, permuted& to) const {
    real p[corners];
    p[0] = permute(at.from[0], add);
    p[1] = permute(at.to[0], add);
#pragma GCC unroll 4
    for (int k = 1; k < Dims; ++k)
#pragma GCC unroll 8
      for (unsigned c = 0; c < 1u << k; ++c) {
        p[c | 1u << k] = permute(p[c] + at.to[k], add);
        p[c] = permute(p[c] + at.from[k], add);
      }
    for (unsigned c = 0; c < corners; ++c) to.p[c] = p[c];
  }

  template <bool WithGradient>
  SCREE_INLINE sampled<Dims> sum(const placed& at, const permuted& numbers) const {
    const real one(1.0f);
    real f[Dims], f1[Dims], u[Dims], slope[Dims];
    for (int k = 0; k < Dims; ++k) {
      f[k] = at.f[k];
      f1[k] = f[k] - one;
      u[k] = ((f[k] * f[k]) * f[k]) * (f[k] * (f[k] * real(6.0f) - real(15.0f)) + real(10.0f));
      if constexpr (WithGradient) {
        const real q = f[k] * f[k] - f[k];
        slope[k] = (real(30.0f) * q) * q;
      }
    }
    // form[0]: the value at each corner, form[1 + axis] its derivatives; blended along the last axis first.
    constexpr int forms = WithGradient ? 1 + Dims : 1;
    real form[forms][corners];
#pragma GCC unroll 16
    for (unsigned c = 0; c < corners; ++c) {
      real g[Dims], d[Dims];
      lattice_gradient(numbers.p[c], g);
      const real norm = inverse_root(dot(g, g));
      for (int k = 0; k < Dims; ++k) {
        g[k] = g[k] * norm;
        d[k] = c >> k & 1 ? f1[k] : f[k];
      }
      form[0][c] = dot(g, d);
      if constexpr (WithGradient)
        for (int k = 0; k < Dims; ++k) form[1 + k][c] = g[k];
    }
#pragma GCC unroll 4
    for (int axis = Dims - 1; axis >= 0; --axis) {
      const real rest = one - u[axis];
#pragma GCC unroll 8
      for (unsigned lower = 0; lower < 1u << axis; ++lower) {
        const unsigned upper = lower | 1u << axis;
        real rise(0.0f);
        if constexpr (WithGradient) rise = slope[axis] * (form[0][upper] - form[0][lower]);
        for (auto& each : form) each[lower] = each[lower] * rest + each[upper] * u[axis];
        if constexpr (WithGradient) form[1 + axis][lower] = form[1 + axis][lower] + rise;
      }
    }
    sampled<Dims> s;
    s.value = form[0][0] * real(scale);
    if constexpr (WithGradient)
      for (int k = 0; k < Dims; ++k) s.gradient[k] = form[1 + k][0] * real(scale);
    return s;
  }
};

SCREE_KERNELS_END
