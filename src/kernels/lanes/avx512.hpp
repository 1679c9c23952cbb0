// Lanes of AVX-512 (F, CD, DQ, BW, VL): sixteen reals in a register.
#pragma once
#include <immintrin.h>

SCREE_KERNELS_BEGIN

SCREE_INLINE real fma(real a, real b, real c) { return _mm512_fmadd_ps(a, b, c); }
SCREE_INLINE real fms(real a, real b, real c) { return _mm512_fmsub_ps(a, b, c); }
SCREE_INLINE real fnma(real a, real b, real c) { return _mm512_fnmadd_ps(a, b, c); }
SCREE_INLINE half fma(half a, half b, half c) { return _mm512_fmadd_pd(a, b, c); }
SCREE_INLINE real floor(real x) { return _mm512_roundscale_ps(x, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC); }
SCREE_INLINE half floor(half x) { return _mm512_roundscale_pd(x, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC); }

SCREE_INLINE whole truncate(real x) { return _mm512_cvttps_epi32(x); }
SCREE_INLINE whole round_to_whole(real x) { return _mm512_cvtps_epi32(x); }
SCREE_INLINE whole floor_to_whole(real x) { return _mm512_cvt_roundps_epi32(x, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC); }
template <int Bits>
SCREE_INLINE whole signed_shift(whole x) { return _mm512_srai_epi32(x, Bits); }
SCREE_INLINE whole signed_minimum(whole a, whole b) { return _mm512_min_epi32(a, b); }
SCREE_INLINE real to_real(whole i) { return _mm512_cvtepi32_ps(i); }
SCREE_INLINE wide widen(real x) {
  return {_mm512_cvtps_pd(_mm512_castps512_ps256(x)), _mm512_cvtps_pd(_mm512_extractf32x8_ps(x, 1))};
}
SCREE_INLINE real narrow(wide x) {
  return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(x.lo)), _mm512_cvtpd_ps(x.hi), 1);
}
SCREE_INLINE whole low_words(wide x) {
  const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  return _mm512_permutex2var_epi32(_mm512_castpd_si512(x.lo), even, _mm512_castpd_si512(x.hi));
}

SCREE_INLINE real select(mask m, real a, real b) { return _mm512_mask_blend_ps(m, b, a); }
SCREE_INLINE whole select(mask m, whole a, whole b) { return _mm512_mask_blend_epi32(m, b, a); }

SCREE_INLINE void stream(float* aligned, real x) { _mm512_stream_ps(aligned, x); }
SCREE_INLINE real quotient(real a, real b) { return _mm512_div_ps(a, b); }
SCREE_INLINE half quotient(half a, half b) { return _mm512_div_pd(a, b); }
SCREE_INLINE whole bits_of(real x) { return _mm512_castps_si512(x); }
SCREE_INLINE real real_of(whole b) { return _mm512_castsi512_ps(b); }
SCREE_INLINE whole upper_product(whole a, whole b) {
  const __m512i even = _mm512_mul_epu32(a, b), odd = _mm512_mul_epu32(_mm512_srli_epi64(a, 32), _mm512_srli_epi64(b, 32));
  return _mm512_mask_blend_epi32(0xAAAA, _mm512_srli_epi64(even, 32), odd);
}
SCREE_INLINE real square_root(real x) { return _mm512_sqrt_ps(x); }

/// 64-bit integers: those of the lower lanes, and of the upper ones.
struct long_whole {
  __m512i lo, hi;
};
SCREE_INLINE long_whole all_lanes(std::uint64_t x) { return {_mm512_set1_epi64(static_cast<long long>(x)), _mm512_set1_epi64(static_cast<long long>(x))}; }
SCREE_INLINE long_whole joined(const long_whole& a, const long_whole& b) { return {_mm512_xor_si512(a.lo, b.lo), _mm512_xor_si512(a.hi, b.hi)}; }
SCREE_INLINE long_whole product(const long_whole& a, std::uint64_t by) {
  const long_whole b = all_lanes(by);
  return {_mm512_mullo_epi64(a.lo, b.lo), _mm512_mullo_epi64(a.hi, b.hi)};
}
SCREE_INLINE long_whole signed_product(whole a, std::uint64_t by) {
  return product({_mm512_cvtepi32_epi64(_mm512_castsi512_si256(a)), _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64(a, 1))}, by);
}
SCREE_INLINE long_whole select(mask m, const long_whole& a, const long_whole& b) {
  const __mmask16 each = m;
  return {_mm512_mask_blend_epi64(static_cast<__mmask8>(each), b.lo, a.lo), _mm512_mask_blend_epi64(static_cast<__mmask8>(each >> 8), b.hi, a.hi)};
}
SCREE_INLINE whole low_words(const long_whole& x) { return low_words(wide(_mm512_castsi512_pd(x.lo), _mm512_castsi512_pd(x.hi))); }
SCREE_INLINE whole upper_words(const long_whole& x) {
  const __m512i odd = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
  return _mm512_permutex2var_epi32(x.lo, odd, x.hi);
}
/// table[index] in each lane.
SCREE_INLINE whole gather(const std::uint32_t* table, whole index) { return _mm512_i32gather_epi32(index, table, 4); }
SCREE_INLINE real gather(const float* table, whole index) { return _mm512_i32gather_ps(index, table, 4); }
/// Bit k says whether lane k is true.
SCREE_INLINE unsigned bits(mask m) { return _cvtmask16_u32(m); }
struct chosen_lanes {
  __mmask16 which;
  SCREE_INLINE explicit chosen_lanes(mask m) : which(m) {}
  SCREE_INLINE unsigned count() const { return static_cast<unsigned>(__builtin_popcount(_cvtmask16_u32(which))); }
  SCREE_INLINE void store(float* to, real v) const { _mm512_storeu_ps(to, _mm512_maskz_compress_ps(which, v)); }
  SCREE_INLINE void store(std::uint32_t* to, whole v) const { _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(which, v)); }
};
/// The reals of a vector that each lane picks, by number 0 .. lanes - 1.
SCREE_INLINE real pick(real from, whole number) { return _mm512_permutexvar_ps(number, from); }
SCREE_INLINE whole pick(whole from, whole number) { return _mm512_permutexvar_epi32(number, from); }
/// Entry `number` of a table that fills so many registers.
template <int Registers>
SCREE_INLINE real pick_from(const float* table, whole number) {
  if constexpr (Registers == 1) return pick(real::load_unaligned(table), number);
  const __m512 of_two = _mm512_permutex2var_ps(_mm512_loadu_ps(table), number, _mm512_loadu_ps(table + 16));
  if constexpr (Registers == 2) return of_two;
  const __mmask16 past = _mm512_test_epi32_mask(number, _mm512_set1_epi32(32));
  return _mm512_mask_permutexvar_ps(of_two, past, number, _mm512_loadu_ps(table + 32));
}

/// The directions that lattice hashes pick: the top bit is the sign, the three below it the line.
struct direction {
  __m512i index;
  SCREE_INLINE explicit direction(whole hash) : index(_mm512_srli_epi32(hash, 28)) {}
};
/// One component of the eight lines and, behind them, of the eight opposite directions: a register holds all sixteen.
struct line_table {
  __m512 entries;
  SCREE_INLINE explicit line_table(const float* eight) {
    const __m512 lines = _mm512_castps256_ps512(_mm256_loadu_ps(eight));
    const __m512 opposite = _mm512_xor_ps(lines, _mm512_set1_ps(-0.0f));
    entries = _mm512_shuffle_f32x4(lines, opposite, 0x44);
  }
};
/// The component of each direction; the sign is in the table, so oriented() has nothing left to do.
SCREE_INLINE real component(const line_table& t, const direction& d) { return _mm512_permutexvar_ps(d.index, t.entries); }
SCREE_INLINE real oriented(real x, const direction&) { return x; }

SCREE_KERNELS_END
