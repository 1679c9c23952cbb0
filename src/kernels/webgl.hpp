// Shared by the noises of webgl-noise: permutation polynomial and gradients, in plain arithmetic. Single precision, no fma.
#pragma once
#include "kernels/lanes.hpp"

SCREE_KERNELS_BEGIN

SCREE_INLINE real modulo_289(real x) { return x - floor(x * real(1.0f / 289.0f)) * real(289.0f); }
/// What its releases add: 2011, shape 0 of a leaf, and 2021.
SCREE_INLINE real added_in_release(int shape) { return real(shape == 0 ? 1.0f : 10.0f); }
/// The permutation polynomial over 0 .. 288: (34 x + 1) x in release 2011, (34 x + 10) x in 2021.
SCREE_INLINE real permute(real x, real add) { return modulo_289((x * real(34.0f) + add) * x); }
SCREE_INLINE real fract(real x) { return x - floor(x); }
/// 1 / sqrt(r) for r near 0.7, to first order.
SCREE_INLINE real inverse_root(real r) { return real(1.79284291400159f) - real(0.85373472095314f) * r; }

template <int Dims>
SCREE_INLINE real dot(const real (&a)[Dims], const real (&b)[Dims]) {
  if constexpr (Dims == 4) return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
  real sum = a[0] * b[0];
  for (int k = 1; k < Dims; ++k) sum = sum + a[k] * b[k];
  return sum;
}

/// A gradient before it is normalised, from a permuted number 0 .. 288.
template <int Dims>
SCREE_INLINE void gradient_of(real p, real (&g)[Dims]) {
  if constexpr (Dims == 2) {   // 41 points on a diamond
    const real x = real(2.0f) * fract(p * real(0.024390243902439f)) - real(1.0f);
    g[0] = x - floor(x + real(0.5f));
    g[1] = absolute(x) - real(0.5f);
  } else if constexpr (Dims == 3) {   // 7 x 7 points on a square, folded to an octahedron
    constexpr float seventh = 0.142857142857f;
    const real step(2.0f * seventh), first(0.5f * seventh - 1.0f), one(1.0f), two(2.0f);
    const real j = p - real(49.0f) * floor((p * real(seventh)) * real(seventh)), column = floor(j * real(seventh)), row = floor(j - real(7.0f) * column);
    const real x = column * step + first, y = row * step + first, h = (one - absolute(x)) - absolute(y);
    const mask folded = h <= real(0.0f);
    g[0] = select(folded, x - (floor(x) * two + one), x);
    g[1] = select(folded, y - (floor(y) * two + one), y);
    g[2] = h;
  } else {   // 7 x 7 x 6 points in a cube, folded to a cross polytope
    constexpr float parts[3] = {1.0f / 294.0f, 1.0f / 49.0f, 1.0f / 7.0f};
    const real zero(0.0f), one(1.0f);
    for (int k = 0; k < 3; ++k) g[k] = floor(fract(p * real(parts[k])) * real(7.0f)) * real(parts[2]) - one;
    g[3] = real(1.5f) - ((absolute(g[0]) + absolute(g[1])) + absolute(g[2]));
    const mask folded = g[3] < zero;
    for (int k = 0; k < 3; ++k) g[k] = select(folded, g[k] + select(g[k] < zero, one, real(-1.0f)), g[k]);
  }
}

SCREE_KERNELS_END
