// Shared by the noises of shader tutorials: the hash, and the blend of the four corners. Single precision, no fma, in the order of the shaders.
#pragma once
#include "reference/published.hpp"

#include <scree/detail/definition.hpp>

namespace scree::reference {

/// D. Hoskins, "Hash without sine", 2014: hash12.
inline float hash12(float x, float y) {
  auto fract = [](float v) { return v - std::floor(v); };
  float a = fract(x * 0.1031f), b = fract(y * 0.1031f), c = a;
  const float sum = (a * (b + 33.33f) + b * (c + 33.33f)) + c * (a + 33.33f);
  a += sum, b += sum, c += sum;
  return fract((a + b) * c);
}

/// corner(hash, dx, dy) is what a corner contributes at an offset from it.
template <class Corner>
sample<2> hash12_noise(const std::array<double, 2>& x, double frequency, Fade fade, const Corner& corner) {
  return single_precision<2>(x, frequency, [&](const std::array<float, 2>& v) {
    float i[2], f[2], u[2], slope[2];
    for (int k = 0; k < 2; ++k) {
      i[k] = std::floor(v[k]), f[k] = v[k] - i[k];
      const float t = f[k];
      switch (fade) {
        case Fade::linear: u[k] = t, slope[k] = 1.0f; break;
        case Fade::cubic: u[k] = (t * t) * (3.0f - 2.0f * t), slope[k] = (6.0f * t) * (1.0f - t); break;
        case Fade::quintic: u[k] = ((t * t) * t) * (t * (t * 6.0f - 15.0f) + 10.0f), slope[k] = (30.0f * (t * t - t)) * (t * t - t); break;
      }
    }
    sample<2> at[4];
    for (int c = 0; c < 4; ++c) {
      const float right = c & 1 ? 1.0f : 0.0f, up = c & 2 ? 1.0f : 0.0f;
      at[c] = corner(hash12(i[0] + right, i[1] + up), f[0] - right, f[1] - up);
    }
    auto mix = [](float a, float b, float t) { return a * (1.0f - t) + b * t; };
    auto blend = [&](const sample<2>& a, const sample<2>& b, int axis) {
      sample<2> s{mix(a.value, b.value, u[axis]), {mix(a.gradient[0], b.gradient[0], u[axis]), mix(a.gradient[1], b.gradient[1], u[axis])}};
      s.gradient[axis] += slope[axis] * (b.value - a.value);
      return s;
    };
    return blend(blend(at[0], at[1], 0), blend(at[2], at[3], 0), 1);
  });
}

}  // namespace scree::reference
