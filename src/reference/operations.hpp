// Operations on values: what each node of an expression means, one sample at a time. `p` are its parameters, `d` its partial derivatives by
// each input. Inputs are finite; results may overflow, and are clamped to the largest binary32 where their bounds say so.
#pragma once
#include "reference/power.hpp"

#include <cmath>
#include <limits>

namespace scree::reference {

/// An operation of N inputs.
template <int N>
struct operation_sample {
  float value;
  float slope[N];
};

inline constexpr float largest = std::numeric_limits<float>::max();

/// Zeros of either sign are equal: then b counts.
inline float larger(float a, float b) { return a > b ? a : b; }
inline float smaller(float a, float b) { return a < b ? a : b; }
inline float between(float x, float lowest, float highest) { return smaller(larger(x, lowest), highest); }
inline float finite_slope(float s) { return between(s, -largest, largest); }

inline operation_sample<2> add(const float* x, const float*) { return {x[0] + x[1], {1, 1}}; }
inline operation_sample<2> subtract(const float* x, const float*) { return {x[0] - x[1], {1, -1}}; }
inline operation_sample<2> multiply(const float* x, const float*) { return {x[0] * x[1], {x[1], x[0]}}; }
/// 0 where the divisor is 0.
inline operation_sample<2> divide(const float* x, const float*) {
  if (x[1] == 0) return {0, {0, 0}};
  const float q = x[0] / x[1];
  return {q, {1 / x[1], -(q / x[1])}};
}
/// a b + c.
inline operation_sample<3> multiply_add(const float* x, const float*) { return {std::fma(x[0], x[1], x[2]), {x[1], x[0], 1}}; }

/// Where both are equal the first one counts.
inline operation_sample<2> minimum_of(const float* x, const float*) {
  const bool second = x[1] < x[0];
  return {second ? x[1] : x[0], {second ? 0.0f : 1.0f, second ? 1.0f : 0.0f}};
}
inline operation_sample<2> maximum_of(const float* x, const float*) {
  const bool second = x[1] > x[0];
  return {second ? x[1] : x[0], {second ? 0.0f : 1.0f, second ? 1.0f : 0.0f}};
}
/// The minimum, less h^2 k / 4 with h = max(0, 1 - |a - b| / k): I. Quilez's quadratic smooth minimum. p: k, 1 / k.
inline operation_sample<2> smooth_minimum(const float* x, const float* p) {
  const float h = larger(p[0] - std::abs(x[0] - x[1]), 0.0f) * p[1], share = 0.5f * h;
  const bool second = x[1] < x[0];
  return {std::fma(-(h * h), p[0] * 0.25f, second ? x[1] : x[0]), {second ? share : 1 - share, second ? 1 - share : share}};
}

inline operation_sample<1> absolute_of(const float* x, const float*) { return {std::abs(x[0]), {x[0] < 0 ? -1.0f : 1.0f}}; }
inline operation_sample<1> square(const float* x, const float*) { return {x[0] * x[0], {x[0] + x[0]}}; }
/// The square root, 0 of what is negative; its slope at 0 counts as 0.
inline operation_sample<1> root(const float* x, const float*) {
  if (!(x[0] > 0)) return {0, {0}};
  const float r = std::sqrt(x[0]);
  return {r, {0.5f / r}};
}
/// a^b. What is not above 0 counts as 0, of which every positive power is 0, the 0th is 1, and negative ones are the largest number.
inline operation_sample<2> powered(const float* x, const float*) {
  if (!(x[0] > 0)) return {x[1] > 0 ? 0 : x[1] < 0 ? largest : 1, {0, 0}};
  const double l = log2_positive(x[0]), y = static_cast<double>(x[1]) * l;
  const float v = exp2(y);
  constexpr double ln2 = 0.69314718055994531;
  return {v, {(x[1] * v) / x[0], static_cast<float>(l * ln2) * v}};
}
/// p: lowest, highest.
inline operation_sample<1> clamped(const float* x, const float* p) {
  const float v = between(x[0], p[0], p[1]);
  return {v, {v == x[0] ? 1.0f : 0.0f}};
}
/// From a to b as t goes from 0 to 1, never past either. Inputs a, b, t.
inline operation_sample<3> mixed(const float* x, const float*) {
  const float t = between(x[2], 0.0f, 1.0f), rise = x[1] - x[0];
  const float v = std::fma(t, rise, x[0]), lowest = smaller(x[0], x[1]), highest = larger(x[0], x[1]);
  return {between(v, lowest, highest), {1 - t, t, t == x[2] ? rise : 0.0f}};
}

/// 0 below the edge, 1 from there on. p: edge.
inline operation_sample<1> step_at(const float* x, const float* p) { return {x[0] >= p[0] ? 1.0f : 0.0f, {0}}; }
/// t^2 (3 - 2 t) between two edges. p: lower edge, 1 / (upper - lower).
inline operation_sample<1> smoothstep_between(const float* x, const float* p) {
  const float t = between((x[0] - p[0]) * p[1], 0.0f, 1.0f);
  return {smaller((t * t) * std::fma(-2.0f, t, 3.0f), 1.0f), {((6 * t) * (1 - t)) * p[1]}};
}
/// The nearest multiple of 1 / n; half way, the upper one. p: n.
inline operation_sample<1> rounded_to(const float* x, const float* p) { return {std::floor(std::fma(x[0], p[0], 0.5f)) / p[0], {0}}; }
/// Steps of height 1 / n: level, and over the last `ramp` of each a smoothstep to the next. p: n, 1 - ramp, 1 / ramp.
inline operation_sample<1> terraced(const float* x, const float* p) {
  const float scaled = x[0] * p[0], level = std::floor(scaled);
  const float t = between(((scaled - level) - p[1]) * p[2], 0.0f, 1.0f);
  return {(level + smaller((t * t) * std::fma(-2.0f, t, 3.0f), 1.0f)) / p[0], {((6 * t) * (1 - t)) * p[2]}};
}
/// A triangle wave of the values: (x + 1) p0 is folded between 0 and 1 and spread over [-1, 1] again. p: strength.
inline operation_sample<1> ping_pong_of(const float* x, const float* p) {
  const float s = (x[0] + 1) * p[0], t = std::fma(-2.0f, std::floor(s * 0.5f), s);
  return {t < 1 ? std::fma(2.0f, t, -1.0f) : std::fma(-2.0f, t, 3.0f), {t < 1 ? 2 * p[0] : -2 * p[0]}};
}
/// Pieces of cubics, level outside. p: pieces, first x, last x, lowest and highest value; then of each piece its first x and four
/// coefficients.
inline operation_sample<1> curved(const float* x, const float* p) {
  const float a = between(x[0], p[1], p[2]);
  const float* piece = p + 5;
  for (int k = 1; k < static_cast<int>(p[0]) && a >= p[5 + 5 * k]; ++k) piece = p + 5 + 5 * k;
  const float t = a - piece[0], *c = piece + 1;
  const float v = std::fma(std::fma(std::fma(c[3], t, c[2]), t, c[1]), t, c[0]);
  const float slope = std::fma(std::fma(3 * c[3], t, 2 * c[2]), t, c[1]);
  return {between(v, p[3], p[4]), {a == x[0] ? slope : 0.0f}};
}

}  // namespace scree::reference
