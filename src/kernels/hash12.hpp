// The noises of shader tutorials on the hash12 of D. Hoskins ("Hash without sine", 2014): value noise (P. Gonzalez Vivo, J. Lowe, "The Book of
// Shaders", 2015) and gradient noise whose hash is an angle (I. Quilez, 2013). Single precision, no fma, in the order of the shaders.
#pragma once
#include "kernels/kernel_table.hpp"
#include "kernels/lattice.hpp"
#include "kernels/webgl.hpp"

SCREE_KERNELS_BEGIN

/// Shape: 0 values, 1 gradients.
template <int Dims, int Shape>
struct hash12 {
  static_assert(Dims == 2);
  static constexpr int dims = Dims;
  int curve;

  SCREE_INLINE explicit hash12(const leaf& l) : curve(l.shape) {}

  /// The lower corner, and the offset from it.
  struct placed {
    real i[2], f[2];
  };
  SCREE_INLINE void place(const real (&v)[2], placed& to) const {
    for (int k = 0; k < 2; ++k) {
      to.i[k] = floor(v[k]);
      to.f[k] = v[k] - to.i[k];
    }
  }

  /// The hash of every corner.
  struct permuted {
    real hash[4];
  };
  SCREE_INLINE void permute_corners(const placed& from, permuted& to) const {
    const real one(1.0f), factor(0.1031f), add(33.33f);
    real scaled[2][2];
    for (int k = 0; k < 2; ++k) scaled[k][0] = fract(from.i[k] * factor), scaled[k][1] = fract((from.i[k] + one) * factor);
#pragma GCC unroll 4
    for (int corner = 0; corner < 4; ++corner) {
      const real a = scaled[0][corner & 1], b = scaled[1][corner >> 1];
      const real sum = (a * (b + add) + b * (a + add)) + a * (a + add);
      to.hash[corner] = fract(((a + sum) + (b + sum)) * (a + sum));
    }
  }

  /// sin(2 pi t) for t from 0 to 1/4, within 2e-7.
  SCREE_INLINE static real sine_of_turn(real t) {
    const real squared = t * t;
    real sum(static_cast<float>(definition::sine.coefficient[5]));
    for (int k = 4; k >= 0; --k) sum = sum * squared + real(static_cast<float>(definition::sine.coefficient[k]));
    return sum * t;
  }

  /// A fraction with its complement, faded, and the slope of the fade.
  struct curved {
    real u, rest, slope;
  };
  SCREE_INLINE void curved_at(real t, curved& c) const {
    const real one(1.0f);
    if (curve == 0) {
      c.u = t, c.slope = one;
    } else if (curve == 1) {
      c.u = (t * t) * (real(3.0f) - real(2.0f) * t);
      c.slope = (real(6.0f) * t) * (one - t);
    } else {
      const real q = t * t - t;
      c.u = ((t * t) * t) * (t * (t * real(6.0f) - real(15.0f)) + real(10.0f));
      c.slope = (real(30.0f) * q) * q;
    }
    c.rest = one - c.u;
  }

  template <bool WithGradient>
  SCREE_INLINE sampled<2> sum(const placed& from, const permuted& numbers) const {
    const real zero(0.0f), one(1.0f), quarter(0.25f), half_turn(0.5f);
    // form[0]: the value at each corner, form[1 + axis] its derivatives.
    constexpr int forms = WithGradient ? 3 : 1;
    real form[forms][4];
#pragma GCC unroll 4
    for (int corner = 0; corner < 4; ++corner) {
      real g[2] = {zero, zero};
      if constexpr (Shape == 0) {
        form[0][corner] = numbers.hash[corner];
      } else {
        // cos and sin of 2 pi hash, from half a turn further on, where the angle lies between -1/2 and 1/2.
        const real t = numbers.hash[corner] - half_turn, size = absolute(t), to_quarter = quarter - size;
        const real c = sine_of_turn(absolute(to_quarter)), s = sine_of_turn(select(size > quarter, half_turn - size, size));
        g[0] = select(to_quarter < zero, c, c * real(-1.0f));
        g[1] = select(t < zero, s, s * real(-1.0f));
        const real dx = corner & 1 ? from.f[0] - one : from.f[0], dy = corner & 2 ? from.f[1] - one : from.f[1];
        form[0][corner] = g[0] * dx + g[1] * dy;
      }
      if constexpr (WithGradient)
        for (int k = 0; k < 2; ++k) form[1 + k][corner] = g[k];
    }
    for (int axis = 0; axis < 2; ++axis) {
      curved c;
      curved_at(from.f[axis], c);
      for (int lower = 0; lower < (axis == 0 ? 4 : 1); lower += 2) {
        const int upper = lower + 1 + axis;
        real rise = zero;
        if constexpr (WithGradient) rise = c.slope * (form[0][upper] - form[0][lower]);
        for (auto& each : form) each[lower] = each[lower] * c.rest + each[upper] * c.u;
        if constexpr (WithGradient) form[1 + axis][lower] = form[1 + axis][lower] + rise;
      }
    }
    sampled<2> s;
    s.value = form[0][0];
    if constexpr (WithGradient)
      for (int k = 0; k < 2; ++k) s.gradient[k] = form[1 + k][0];
    return s;
  }
};

template <int Dims, int>
using hash12_value = hash12<Dims, 0>;
template <int Dims, int>
using hash12_gradient = hash12<Dims, 1>;

SCREE_KERNELS_END
