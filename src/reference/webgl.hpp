// Shared by the noises of webgl-noise: single precision, no fma, in the order of the shaders.
#pragma once
#include "reference/published.hpp"

#include <algorithm>
#include <cmath>

namespace scree::reference::webgl {

inline float modulo_289(float x) { return x - std::floor(x * (1.0f / 289.0f)) * 289.0f; }
/// The permutation polynomial over 0 .. 288: (34 x + 1) x in release 2011, (34 x + 10) x in 2021.
inline float permute(float x, float add) { return modulo_289((x * 34.0f + add) * x); }
inline float fract(float x) { return x - std::floor(x); }
/// 1 / sqrt(r) for r near 0.7, to first order.
inline float inverse_root(float r) { return 1.79284291400159f - 0.85373472095314f * r; }

/// The sum of products, in the order that GLSL's dot has on most machines: ((x + y) + z), (x + y) + (z + w).
template <std::size_t N>
float dot(const std::array<float, N>& a, const std::array<float, N>& b) {
  if constexpr (N == 4) return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
  float sum = a[0] * b[0];
  for (std::size_t k = 1; k < N; ++k) sum += a[k] * b[k];
  return sum;
}

/// A gradient before it is normalised, from a permuted number 0 .. 288.
template <int Dims>
std::array<float, Dims> gradient(float p) {
  if constexpr (Dims == 2) {   // 41 points on a diamond
    const float x = 2.0f * fract(p * 0.024390243902439f) - 1.0f, a = x - std::floor(x + 0.5f);
    return {a, std::abs(x) - 0.5f};
  } else if constexpr (Dims == 3) {   // 7 x 7 points on a square, folded to an octahedron
    constexpr float seventh = 0.142857142857f, step = 2.0f * seventh, first = 0.5f * seventh - 1.0f;
    const float j = p - 49.0f * std::floor((p * seventh) * seventh), column = std::floor(j * seventh), row = std::floor(j - 7.0f * column);
    const float x = column * step + first, y = row * step + first, h = (1.0f - std::abs(x)) - std::abs(y);
    const float fold = h <= 0.0f ? -1.0f : 0.0f;
    return {x + (std::floor(x) * 2.0f + 1.0f) * fold, y + (std::floor(y) * 2.0f + 1.0f) * fold, h};
  } else {   // 7 x 7 x 6 points in a cube, folded to a cross polytope
    std::array<float, 4> g;
    constexpr float parts[3] = {1.0f / 294.0f, 1.0f / 49.0f, 1.0f / 7.0f};
    for (int k = 0; k < 3; ++k) g[k] = std::floor(fract(p * parts[k]) * 7.0f) * parts[2] - 1.0f;
    g[3] = 1.5f - ((std::abs(g[0]) + std::abs(g[1])) + std::abs(g[2]));
    if (g[3] < 0.0f)
      for (int k = 0; k < 3; ++k) g[k] += g[k] < 0.0f ? 1.0f : -1.0f;
    return g;
  }
}

}  // namespace scree::reference::webgl
