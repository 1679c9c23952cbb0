// Powers in lanes: see src/reference/power.hpp for the definition and its error.
#pragma once
#include "kernels/lanes.hpp"

SCREE_KERNELS_BEGIN

/// log2 of finite lanes above 0, subnormal numbers included; in binary64.
SCREE_INLINE wide log2_positive(real x) {
  constexpr std::uint32_t root_half = 0x3F3504F3u, one = 0x3F800000u;   // the bits of sqrt(1/2) and 1
  const mask tiny = x < real(0x1p-126f);
  const whole b = bits_of(select(tiny, x * real(0x1p24f), x)) + whole(one - root_half);
  const wide exponent = widen(to_real(b >> 23) - select(tiny, real(151.0f), real(127.0f)));
  const wide m = widen(real_of((b & whole(0x007FFFFFu)) + whole(root_half)));
  const wide s = quotient(m - wide(1.0), m + wide(1.0)), s2 = s * s;
  wide series(1.0 / 19);
  for (int k = 17; k >= 1; k -= 2) series = fma(series, s2, wide(1.0 / k));
  constexpr double two_by_ln2 = 2.8853900817779268;
  return fma(wide(two_by_ln2) * s, series, exponent);
}

/// 2^n, for integers n from -126 to 127.
SCREE_INLINE wide power_of_two(wide n) { return widen(real_of((low_words(n + wide(0x1.8p52)) + whole(127u)) << 23)); }

/// 2^y as binary32; 0 and infinity where it is out of range. Not for NaN.
SCREE_INLINE real exp2(wide unbounded) {
  const wide y = limited(unbounded, 200.0), n = floor(y + wide(0.5));
  constexpr double ln2 = 0.69314718055994531;
  const wide r = (y - n) * wide(ln2);
  wide series(1.0);   // 1 + r (1 + r/2 (1 + r/3 (...)))
  for (int k = 13; k >= 1; --k) series = fma(series * r, wide(1.0 / k), wide(1.0));
  const wide first = floor(n * wide(0.5));
  return narrow((series * power_of_two(first)) * power_of_two(n - first));
}

/// x^p for finite x >= 0 and p > 0.
[[gnu::noinline, maybe_unused]] real power(real x, double p) {
  const mask zero = x == real(0.0f);
  return select(zero, real(0.0f), exp2(wide(p) * log2_positive(select(zero, real(1.0f), x))));
}

SCREE_KERNELS_END
