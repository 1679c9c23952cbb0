// `snoise` of webgl-noise: I. McEwan, D. Sheets, M. Richardson, S. Gustavson, "Efficient computational noise in GLSL", Journal of
// Graphics Tools 16 (2012). No table and no integers: lane arithmetic alone, in the order of the shaders.
#pragma once
#include "kernels/kernel_table.hpp"
#include "kernels/lattice.hpp"
#include "kernels/webgl.hpp"

SCREE_KERNELS_BEGIN

template <int Dims, int>
struct webgl_simplex {
  static constexpr int dims = Dims;
  static constexpr float skew = Dims == 2 ? 0.366025403784439f : Dims == 3 ? 1.0f / 3.0f : 0.309016994374947451f;
  static constexpr float unskew = Dims == 2 ? 0.211324865405187f : Dims == 3 ? 1.0f / 6.0f : 0.138196601125011f;
  /// What is added at the corner after so many steps; the last is taken less one along every axis.
  static constexpr float shift[3][5] = {{0.0f, 0.211324865405187f, -0.577350269189626f},
                                        {0.0f, 1.0f / 6.0f, 1.0f / 3.0f, -0.5f},
                                        {0.0f, 0.138196601125011f, 0.276393202250021f, 0.414589803375032f, -0.447213595499958f}};

  real add, radius, scale;

  SCREE_INLINE explicit webgl_simplex(const leaf& l) : add(added_in_release(l.shape)) {
    const bool wide_falloff = Dims == 4 || (Dims == 3 && l.shape == 0);
    radius = real(wide_falloff ? 0.6f : 0.5f);
    scale = real(Dims == 2 ? 130.0f : Dims == 4 ? 49.0f : wide_falloff ? 42.0f : 105.0f);
  }

  /// 1 where an axis is stepped at corner 1 .. Dims - 1: along the axes of the largest offsets, ties as in the shaders.
  SCREE_INLINE static void steps(const real (&x)[Dims], real (&step)[Dims][Dims]) {
    const real zero(0.0f), one(1.0f);
    if constexpr (Dims == 2) {
      const mask first = x[0] > x[1];
      step[1][0] = select(first, one, zero);
      step[1][1] = select(first, zero, one);
    } else {
      real rank[Dims];
      if constexpr (Dims == 3) {
        const mask g[3] = {x[0] >= x[1], x[1] >= x[2], x[2] >= x[0]};
        for (int k = 0; k < 3; ++k) rank[k] = select(g[k], one, zero) + select(g[(k + 2) % 3], zero, one);
      } else {
        rank_offsets<true>(x, rank);
      }
      for (int corner = 1; corner < Dims; ++corner)
        for (int k = 0; k < Dims; ++k) step[corner][k] = select(rank[k] >= real(static_cast<float>(Dims - corner)), one, zero);
    }
  }

  /// The lower vertex modulo 289, and the offset from it.
  struct placed {
    real i[Dims], x0[Dims];
  };
  SCREE_INLINE void place(const real (&v)[Dims], placed& to) const {
    real i[Dims], every[Dims];
    for (real& each : every) each = real(skew);
    const real s = dot(v, every);
    for (int k = 0; k < Dims; ++k) i[k] = floor(v[k] + s);
    for (real& each : every) each = real(unskew);
    const real t = dot(i, every);
    for (int k = 0; k < Dims; ++k) {
      to.x0[k] = (v[k] - i[k]) + t;
      to.i[k] = modulo_289(i[k]);
    }
  }

  /// A number 0 .. 288 for every corner.
  struct permuted {
    real p[Dims + 1];
  };
  SCREE_INLINE void permute_corners(const placed& from, permuted& to) const {
    const real zero(0.0f), one(1.0f);
    real x0[Dims], i[Dims], step[Dims][Dims];
    for (int k = 0; k < Dims; ++k) x0[k] = from.x0[k], i[k] = from.i[k];
    steps(x0, step);
#pragma GCC unroll 5
    for (int corner = 0; corner <= Dims; ++corner) {
      real p = zero;
#pragma GCC unroll 4
      for (int k = Dims - 1; k >= 0; --k)
        p = permute(corner == 0 ? p + i[k] : (p + i[k]) + (corner == Dims ? one : step[corner][k]), add);
      to.p[corner] = p;
    }
  }

  template <bool WithGradient>
  SCREE_INLINE sampled<Dims> sum(const placed& from, const permuted& numbers) const {
    const real zero(0.0f);
    real x0[Dims], step[Dims][Dims];
    for (int k = 0; k < Dims; ++k) x0[k] = from.x0[k];
    steps(x0, step);
    sampled<Dims> r;
    r.value = zero;
    for (real& each : r.gradient) each = zero;
#pragma GCC unroll 5
    for (int corner = 0; corner <= Dims; ++corner) {
      real x[Dims];
#pragma GCC unroll 4
      for (int k = 0; k < Dims; ++k) {
        const real shifted(shift[Dims - 2][corner]);
        if (corner == 0) x[k] = x0[k];
        else if (corner == Dims) x[k] = x0[k] + shifted;
        else x[k] = Dims == 2 ? (x0[k] + shifted) - step[corner][k] : (x0[k] - step[corner][k]) + shifted;
      }
      real g[Dims];
      gradient_of(numbers.p[corner], g);
      const real norm = inverse_root(dot(g, g));
      for (real& each : g) each = each * norm;
      const real m = maximum(radius - dot(x, x), zero), m2 = m * m, m4 = m2 * m2, gx = dot(g, x);
      r.value = r.value + m4 * gx;
      if constexpr (WithGradient) {
        const real slope = ((m2 * m) * gx) * real(-8.0f);
        for (int k = 0; k < Dims; ++k) r.gradient[k] = r.gradient[k] + (m4 * g[k] + slope * x[k]);
      }
    }
    r.value = r.value * scale;
    for (real& each : r.gradient) each = each * scale;
    return r;
  }
};

SCREE_KERNELS_END
