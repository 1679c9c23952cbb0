// Lanes of SSE2 and SSE4.2: four reals in a register, and no fused multiply-add: it is emulated, exactly.
#pragma once
#include <immintrin.h>

SCREE_KERNELS_BEGIN

/// a * b + c in binary64, rounded to odd: exact for the product, and for the sum the last bit is set when anything was lost. Rounding
/// that to binary32 is as good as rounding the exact sum (S. Boldo, G. Melquiond, "Emulation of a FMA and correctly
/// rounded sums: proved algorithms using rounding to odd", 2008).
[[gnu::noinline]] __m128d multiply_add_to_odd(__m128d a, __m128d b, __m128d c) {
  const __m128d p = _mm_mul_pd(a, b);
  const __m128d s = _mm_add_pd(p, c);
  const __m128d c_part = _mm_sub_pd(s, p);
  const __m128d lost = _mm_add_pd(_mm_sub_pd(p, _mm_sub_pd(s, c_part)), _mm_sub_pd(c, c_part));
  // Inexact and even: step to the odd neighbour on the side of the exact sum, away from zero when the signs agree.
  const __m128i one = _mm_set_epi32(0, 1, 0, 1), bits = _mm_castpd_si128(s);
  const __m128i inexact = _mm_castpd_si128(_mm_cmpneq_pd(lost, _mm_setzero_pd()));
  const __m128i step = _mm_and_si128(inexact, _mm_andnot_si128(bits, one));
  const __m128i towards_zero = _mm_castpd_si128(_mm_cmplt_pd(_mm_xor_pd(lost, _mm_and_pd(s, _mm_set1_pd(-0.0))), _mm_setzero_pd()));
  const __m128i up = _mm_add_epi64(bits, _mm_andnot_si128(towards_zero, step));
  return _mm_castsi128_pd(_mm_sub_epi64(up, _mm_and_si128(towards_zero, step)));
}

SCREE_INLINE __m128d upper(__m128 x) { return _mm_cvtps_pd(_mm_movehl_ps(x, x)); }
SCREE_INLINE real fma(real a, real b, real c) {
  const __m128d lo = multiply_add_to_odd(_mm_cvtps_pd(a), _mm_cvtps_pd(b), _mm_cvtps_pd(c));
  const __m128d hi = multiply_add_to_odd(upper(a), upper(b), upper(c));
  return _mm_movelh_ps(_mm_cvtpd_ps(lo), _mm_cvtpd_ps(hi));
}
SCREE_INLINE real negated(real x) { return _mm_xor_ps(x, _mm_set1_ps(-0.0f)); }
SCREE_INLINE real fms(real a, real b, real c) { return fma(a, b, negated(c)); }
SCREE_INLINE real fnma(real a, real b, real c) { return fma(negated(a), b, c); }
SCREE_INLINE half fma(half a, half b, half c) {
  double x[2], y[2], z[2];
  a.store_unaligned(x);
  b.store_unaligned(y);
  c.store_unaligned(z);
  return _mm_setr_pd(__builtin_fma(x[0], y[0], z[0]), __builtin_fma(x[1], y[1], z[1]));
}

#if defined(__SSE4_1__)
SCREE_INLINE real floor(real x) { return _mm_floor_ps(x); }
SCREE_INLINE half floor(half x) { return _mm_floor_pd(x); }
SCREE_INLINE real select(mask m, real a, real b) { return _mm_blendv_ps(b, a, m); }
#else
SCREE_INLINE real select(mask m, real a, real b) { return _mm_or_ps(_mm_and_ps(m, a), _mm_andnot_ps(m, b)); }
/// Adding and taking away 2^23 (2^52) rounds the magnitude of anything smaller to an integer; one less where that went up.
SCREE_INLINE real floor(real x) {
  const __m128 sign = _mm_and_ps(x, _mm_set1_ps(-0.0f)), size = _mm_xor_ps(x, sign), big = _mm_set1_ps(0x1p23f);
  const __m128 nearest = _mm_or_ps(_mm_sub_ps(_mm_add_ps(size, big), big), sign);
  const __m128 down = _mm_sub_ps(nearest, _mm_and_ps(_mm_cmpgt_ps(nearest, x), _mm_set1_ps(1.0f)));
  return select(mask(_mm_cmplt_ps(size, big)), real(_mm_or_ps(down, sign)), x);
}
SCREE_INLINE half floor(half x) {
  const __m128d sign = _mm_and_pd(x, _mm_set1_pd(-0.0)), size = _mm_xor_pd(x, sign), big = _mm_set1_pd(0x1p52);
  const __m128d nearest = _mm_or_pd(_mm_sub_pd(_mm_add_pd(size, big), big), sign);
  const __m128d down = _mm_or_pd(_mm_sub_pd(nearest, _mm_and_pd(_mm_cmpgt_pd(nearest, x), _mm_set1_pd(1.0))), sign);
  const __m128d small = _mm_cmplt_pd(size, big);
  return _mm_or_pd(_mm_and_pd(small, down), _mm_andnot_pd(small, x));
}
#endif
SCREE_INLINE whole select(mask m, whole a, whole b) {
  return _mm_castps_si128(select(m, real(_mm_castsi128_ps(a)), real(_mm_castsi128_ps(b))));
}

SCREE_INLINE whole truncate(real x) { return _mm_cvttps_epi32(x); }
SCREE_INLINE whole round_to_whole(real x) { return _mm_cvtps_epi32(x); }
SCREE_INLINE whole floor_to_whole(real x) { return truncate(floor(x)); }
template <int Bits>
SCREE_INLINE whole signed_shift(whole x) { return _mm_srai_epi32(x, Bits); }
SCREE_INLINE whole signed_minimum(whole a, whole b) {
  const __m128i less = _mm_cmplt_epi32(a, b);
  return _mm_or_si128(_mm_and_si128(less, a), _mm_andnot_si128(less, b));
}
SCREE_INLINE real to_real(whole i) { return _mm_cvtepi32_ps(i); }
SCREE_INLINE wide widen(real x) { return {_mm_cvtps_pd(x), upper(x)}; }
SCREE_INLINE real narrow(wide x) { return _mm_movelh_ps(_mm_cvtpd_ps(x.lo), _mm_cvtpd_ps(x.hi)); }
SCREE_INLINE whole low_words(wide x) {
  return _mm_castps_si128(_mm_shuffle_ps(_mm_castpd_ps(x.lo), _mm_castpd_ps(x.hi), 0x88));
}

SCREE_INLINE void stream(float* aligned, real x) { _mm_stream_ps(aligned, x); }
SCREE_INLINE real quotient(real a, real b) { return _mm_div_ps(a, b); }
SCREE_INLINE half quotient(half a, half b) { return _mm_div_pd(a, b); }
SCREE_INLINE whole bits_of(real x) { return _mm_castps_si128(x); }
SCREE_INLINE real real_of(whole b) { return _mm_castsi128_ps(b); }
SCREE_INLINE whole upper_product(whole a, whole b) {
  const __m128i even = _mm_mul_epu32(a, b), odd = _mm_mul_epu32(_mm_srli_epi64(a, 32), _mm_srli_epi64(b, 32));
  return _mm_or_si128(_mm_srli_epi64(even, 32), _mm_and_si128(odd, _mm_set_epi32(-1, 0, -1, 0)));
}
SCREE_INLINE real square_root(real x) { return _mm_sqrt_ps(x); }
/// Bit k says whether lane k is true.
SCREE_INLINE unsigned bits(mask m) { return static_cast<unsigned>(_mm_movemask_ps(m)); }
/// The reals of a vector that each lane picks, by number 0 .. lanes - 1.
SCREE_INLINE real pick(real from, whole number) {
  float reals[4];
  std::uint32_t n[4];
  from.store_unaligned(reals);
  number.store_unaligned(n);
  return _mm_setr_ps(reals[n[0] & 3], reals[n[1] & 3], reals[n[2] & 3], reals[n[3] & 3]);
}

/// The directions that lattice hashes pick: the top bit is the sign, the three below it the line.
struct direction {
  std::uint32_t line[4];
  __m128 sign;
  SCREE_INLINE explicit direction(whole hash) : sign(_mm_castsi128_ps(_mm_and_si128(hash, _mm_set1_epi32(INT32_MIN)))) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(line), _mm_srli_epi32(hash, 28));
  }
};
/// One component of the eight lines, in memory: no register holds them and can be indexed.
struct line_table {
  float entries[8];
  SCREE_INLINE explicit line_table(const float* eight) {
    for (int k = 0; k < 8; ++k) entries[k] = eight[k];
  }
};
/// The component of each direction's line; oriented() then applies the sign to it, or to what was computed from it.
SCREE_INLINE real component(const line_table& t, const direction& d) {
  return _mm_setr_ps(t.entries[d.line[0] & 7], t.entries[d.line[1] & 7], t.entries[d.line[2] & 7], t.entries[d.line[3] & 7]);
}
SCREE_INLINE real oriented(real x, const direction& d) { return _mm_xor_ps(x, d.sign); }

SCREE_KERNELS_END
