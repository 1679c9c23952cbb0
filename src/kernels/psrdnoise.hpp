// psrdnoise: S. Gustavson, I. McEwan, "Tiling simplex noise and flow noise in two and three dimensions", Journal of Computer Graphics
// Techniques 11 (2022). The numbers of corners are lane arithmetic in the order of the shaders; gradients, turned by the angle, come from a
// table of 289. Single precision, no fma.
#pragma once
#include "kernels/kernel_table.hpp"
#include "kernels/lattice.hpp"
#include "kernels/webgl.hpp"

SCREE_KERNELS_BEGIN

template <int Dims, int>
struct psrdnoise {
  static constexpr int dims = Dims;
  static constexpr float radius = Dims == 2 ? 0.8f : 0.5f, scale = Dims == 2 ? 10.9f : 39.5f;

  bool periodic[Dims], any_period;
  real period[Dims];
  const float (*gradient)[289];

  SCREE_INLINE explicit psrdnoise(const leaf& l) : any_period(false), gradient(l.table->gradient[Dims - 1]) {
    for (int k = 0; k < Dims; ++k) {
      periodic[k] = l.period[k] != 0;
      any_period = any_period || periodic[k];
      period[k] = real(static_cast<float>(l.period[k]));
    }
  }

  /// As GLSL's mod.
  SCREE_INLINE static real modulo(real x, real by) { return x - by * floor(quotient(x, by)); }

  /// From the grid of simplices to that of the caller, and back: in 2D sheared along x, in 3D a body-centred grid.
  SCREE_INLINE static void unskew(const real (&i)[Dims], real (&x)[Dims]) {
    const real h(0.5f), minus(-0.5f);
    if constexpr (Dims == 2) {
      x[0] = i[0] - i[1] * h;
      x[1] = i[1];
    } else {
      x[0] = (minus * i[0] + h * i[1]) + h * i[2];
      x[1] = (h * i[0] - h * i[1]) + h * i[2];
      x[2] = (h * i[0] + h * i[1]) - h * i[2];
    }
  }
  SCREE_INLINE static void skew(const real (&x)[Dims], real (&i)[Dims]) {
    if constexpr (Dims == 2) {
      i[0] = x[0] + x[1] * real(0.5f);
      i[1] = x[1];
    } else {
      i[0] = x[1] + x[2];
      i[1] = x[0] + x[2];
      i[2] = x[0] + x[1];
    }
  }

  /// The corners, on the grid of simplices before periods, and the offsets from them.
  struct placed {
    real i[Dims + 1][Dims], d[Dims + 1][Dims];
  };
  SCREE_INLINE void place(const real (&x)[Dims], placed& to) const {
    const real zero(0.0f), one(1.0f);
    real uvw[Dims], i0[Dims], f[Dims];
    skew(x, uvw);
    for (int k = 0; k < Dims; ++k) i0[k] = floor(uvw[k]), f[k] = uvw[k] - i0[k];
    real step[Dims + 1][Dims];
    for (int k = 0; k < Dims; ++k) step[0][k] = zero, step[Dims][k] = one;
    if constexpr (Dims == 2) {
      step[1][0] = select(f[0] >= f[1], one, zero);
      step[1][1] = one - step[1][0];
    } else {
      const real g[3] = {select(f[2] >= f[0], zero, one), select(f[1] >= f[0], one, zero), select(f[2] >= f[1], one, zero)};
      const real l[3] = {one - g[1], one - g[2], one - g[0]};
      for (int k = 0; k < 3; ++k) step[1][k] = minimum(g[k], l[k]), step[2][k] = maximum(g[k], l[k]);
    }
#pragma GCC unroll 4
    for (int corner = 0; corner <= Dims; ++corner) {
      real i[Dims], v[Dims];
      for (int k = 0; k < Dims; ++k) i[k] = i0[k] + step[corner][k];
      unskew(i, v);
      for (int k = 0; k < Dims; ++k) to.i[corner][k] = i[k], to.d[corner][k] = x[k] - v[k];
    }
  }

  /// A number 0 .. 288 for every corner.
  struct permuted {
    whole number[Dims + 1];
  };
  SCREE_INLINE void permute_corners(const placed& from, permuted& to) const {
    const real ring(289.0f);
#pragma GCC unroll 4
    for (int corner = 0; corner <= Dims; ++corner) {
      real i[Dims];
      for (int k = 0; k < Dims; ++k) i[k] = from.i[corner][k];
      if (any_period) {
        real v[Dims];
        unskew(i, v);
        for (int k = 0; k < Dims; ++k)
          if (periodic[k]) v[k] = modulo(v[k], period[k]);
        skew(v, i);
        for (real& each : i) each = floor(each + real(0.5f));
      }
      real h;
      if constexpr (Dims == 2) {
        h = modulo(i[0], ring);
        h = modulo((h * real(51.0f) + real(2.0f)) * h + i[1], ring);
        h = modulo((h * real(34.0f) + real(10.0f)) * h, ring);
      } else {
        h = real(0.0f);
        for (int k = Dims - 1; k >= 0; --k) {
          const real m = modulo(h + i[k], ring);
          h = modulo((m * real(34.0f) + real(10.0f)) * m, ring);
        }
      }
      // A coordinate that is not finite has no number: any will do, and NaN is put there in the end.
      to.number[corner] = truncate(select(h >= real(0.0f), h, real(0.0f)));
    }
  }

  template <bool WithGradient>
  SCREE_INLINE sampled<Dims> sum(const placed& from, const permuted& numbers) const {
    sampled<Dims> r;
    real part[Dims + 1];
#pragma GCC unroll 4
    for (int corner = 0; corner <= Dims; ++corner) {
      real d[Dims], g[Dims];
      for (int k = 0; k < Dims; ++k) {
        d[k] = from.d[corner][k];
        g[k] = gather(gradient[k], numbers.number[corner]);
      }
      const real w = maximum(real(radius) - dot(d, d), real(0.0f)), w2 = w * w, w3 = w2 * w, gx = dot(g, d);
      const real weight = Dims == 2 ? w2 * w2 : w3;
      part[corner] = weight * gx;
      if constexpr (WithGradient) {
        const real slope = (Dims == 2 ? real(-8.0f) * w3 : real(-6.0f) * w2) * gx;
        for (int k = 0; k < Dims; ++k) {
          const real each = weight * g[k] + slope * d[k];
          r.gradient[k] = corner == 0 ? each : r.gradient[k] + each;
        }
      }
    }
    r.value = (Dims == 2 ? (part[0] + part[1]) + part[2] : (part[0] + part[1]) + (part[2] + part[Dims])) * real(scale);
    if constexpr (WithGradient)
      for (real& each : r.gradient) each = each * real(scale);
    return r;
  }
};

SCREE_KERNELS_END
