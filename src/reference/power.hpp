// Powers, the same bits everywhere: 2^(p log2 x) in binary64, by series whose terms are rational numbers.
//
// log2 of a significand m in [sqrt(1/2), sqrt(2)) is 2 / ln 2 * artanh(s), s = (m - 1) / (m + 1), by its power series to s^19: what is
// left is below 2^-53. 2^r for r in [-1/2, 1/2] is the exponential series to the 13th term: what is left is below 2^-57.
// power() is within 0.51 units in the last place of the exact power, and power(1, p) is 1, power(x, 1) is x (tests/power.cpp).
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>

namespace scree::reference {

/// log2 of a finite x > 0, subnormal numbers included; in binary64.
inline double log2_positive(float x) {
  constexpr std::uint32_t root_half = 0x3F3504F3u, one = 0x3F800000u;   // the bits of sqrt(1/2) and 1
  const bool tiny = x < 0x1p-126f;
  const std::uint32_t b = std::bit_cast<std::uint32_t>(tiny ? x * 0x1p24f : x) + (one - root_half);
  const double exponent = static_cast<double>(b >> 23) - (tiny ? 151.0 : 127.0);
  const double m = std::bit_cast<float>((b & 0x007FFFFFu) + root_half);
  const double s = (m - 1.0) / (m + 1.0), s2 = s * s;
  double series = 1.0 / 19;
  for (int k = 17; k >= 1; k -= 2) series = std::fma(series, s2, 1.0 / k);
  constexpr double two_by_ln2 = 2.8853900817779268;
  return std::fma(two_by_ln2 * s, series, exponent);
}

/// 2^y as binary32; 0 and infinity where it is out of range. Not for NaN.
inline float exp2(double y) {
  const double clamped = y < -200.0 ? -200.0 : y > 200.0 ? 200.0 : y;
  const double n = std::floor(clamped + 0.5);
  constexpr double ln2 = 0.69314718055994531;
  const double r = (clamped - n) * ln2;
  double series = 1.0;   // 1 + r (1 + r/2 (1 + r/3 (...)))
  for (int k = 13; k >= 1; --k) series = std::fma(series * r, 1.0 / k, 1.0);
  // By 2^n in two steps, each a normal number of binary32.
  const double first = std::floor(n * 0.5);
  return static_cast<float>((series * std::ldexp(1.0, static_cast<int>(first))) * std::ldexp(1.0, static_cast<int>(n - first)));
}

/// x^p for finite x >= 0 and p > 0.
inline float power(float x, double p) { return x == 0.0f ? 0.0f : exp2(p * log2_positive(x)); }

}  // namespace scree::reference
