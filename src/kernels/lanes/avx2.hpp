// Lanes of AVX2 with FMA: eight reals in a register.
#pragma once
#include <immintrin.h>

SCREE_KERNELS_BEGIN

SCREE_INLINE real fma(real a, real b, real c) { return _mm256_fmadd_ps(a, b, c); }
SCREE_INLINE real fms(real a, real b, real c) { return _mm256_fmsub_ps(a, b, c); }
SCREE_INLINE real fnma(real a, real b, real c) { return _mm256_fnmadd_ps(a, b, c); }
SCREE_INLINE half fma(half a, half b, half c) { return _mm256_fmadd_pd(a, b, c); }
SCREE_INLINE real floor(real x) { return _mm256_floor_ps(x); }
SCREE_INLINE half floor(half x) { return _mm256_floor_pd(x); }

SCREE_INLINE whole truncate(real x) { return _mm256_cvttps_epi32(x); }
SCREE_INLINE whole round_to_whole(real x) { return _mm256_cvtps_epi32(x); }
SCREE_INLINE whole floor_to_whole(real x) { return truncate(floor(x)); }
template <int Bits>
SCREE_INLINE whole signed_shift(whole x) { return _mm256_srai_epi32(x, Bits); }
SCREE_INLINE whole signed_minimum(whole a, whole b) { return _mm256_min_epi32(a, b); }
SCREE_INLINE real to_real(whole i) { return _mm256_cvtepi32_ps(i); }
SCREE_INLINE wide widen(real x) {
  return {_mm256_cvtps_pd(_mm256_castps256_ps128(x)), _mm256_cvtps_pd(_mm256_extractf128_ps(x, 1))};
}
SCREE_INLINE real narrow(wide x) { return _mm256_set_m128(_mm256_cvtpd_ps(x.hi), _mm256_cvtpd_ps(x.lo)); }
SCREE_INLINE whole low_words(wide x) {
  // Words 0 2 | 4 6 of both registers stand as lo0 lo1 hi0 hi1 | lo2 lo3 hi2 hi3; the middle pairs change places.
  const __m256 pairs = _mm256_shuffle_ps(_mm256_castpd_ps(x.lo), _mm256_castpd_ps(x.hi), 0x88);
  return _mm256_permute4x64_epi64(_mm256_castps_si256(pairs), 0xD8);
}

SCREE_INLINE real select(mask m, real a, real b) { return _mm256_blendv_ps(b, a, m); }
SCREE_INLINE whole select(mask m, whole a, whole b) {
  return _mm256_castps_si256(_mm256_blendv_ps(_mm256_castsi256_ps(b), _mm256_castsi256_ps(a), m));
}

SCREE_INLINE void stream(float* aligned, real x) { _mm256_stream_ps(aligned, x); }
SCREE_INLINE real quotient(real a, real b) { return _mm256_div_ps(a, b); }
SCREE_INLINE half quotient(half a, half b) { return _mm256_div_pd(a, b); }
SCREE_INLINE whole bits_of(real x) { return _mm256_castps_si256(x); }
SCREE_INLINE real real_of(whole b) { return _mm256_castsi256_ps(b); }
SCREE_INLINE whole upper_product(whole a, whole b) {
  const __m256i even = _mm256_mul_epu32(a, b), odd = _mm256_mul_epu32(_mm256_srli_epi64(a, 32), _mm256_srli_epi64(b, 32));
  return _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xAA);
}
SCREE_INLINE real square_root(real x) { return _mm256_sqrt_ps(x); }
/// table[index] in each lane.
SCREE_INLINE whole gather(const std::uint32_t* table, whole index) { return _mm256_i32gather_epi32(reinterpret_cast<const int*>(table), index, 4); }
SCREE_INLINE real gather(const float* table, whole index) { return _mm256_i32gather_ps(table, index, 4); }
/// Bit k says whether lane k is true.
SCREE_INLINE unsigned bits(mask m) { return static_cast<unsigned>(_mm256_movemask_ps(m)); }
/// The reals of a vector that each lane picks, by number 0 .. lanes - 1.
SCREE_INLINE real pick(real from, whole number) { return _mm256_permutevar8x32_ps(from, number); }
SCREE_INLINE whole pick(whole from, whole number) { return _mm256_permutevar8x32_epi32(from, number); }

/// For each choice of lanes their numbers in eight bytes, the first one lowest.
struct lane_choices {
  std::uint64_t numbers[256];
};
constexpr lane_choices choices = [] {
  lane_choices c{};
  for (unsigned which = 0; which < 256; ++which)
    for (unsigned lane = 8; lane-- > 0;)
      if (which >> lane & 1) c.numbers[which] = c.numbers[which] << 8 | lane;
  return c;
}();
struct chosen_lanes {
  unsigned which;
  __m256i order;
  SCREE_INLINE explicit chosen_lanes(mask m)
      : which(bits(m)), order(_mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(choices.numbers[which])))) {}
  SCREE_INLINE unsigned count() const { return static_cast<unsigned>(__builtin_popcount(which)); }
  SCREE_INLINE void store(float* to, real v) const { _mm256_storeu_ps(to, _mm256_permutevar8x32_ps(v, order)); }
  SCREE_INLINE void store(std::uint32_t* to, whole v) const {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_permutevar8x32_epi32(v, order));
  }
};

/// The directions that lattice hashes pick: the top bit is the sign, the three below it the line.
struct direction {
  __m256i line;
  __m256 sign;
  SCREE_INLINE explicit direction(whole hash)
      : line(_mm256_srli_epi32(hash, 28)), sign(_mm256_castsi256_ps(_mm256_and_si256(hash, _mm256_set1_epi32(INT32_MIN)))) {}
};
/// One component of the eight lines, in a register.
struct line_table {
  real entries;
  SCREE_INLINE explicit line_table(const float* eight) : entries(real::load_unaligned(eight)) {}
};
/// The component of each direction's line; oriented() then applies the sign to it, or to what was computed from it.
SCREE_INLINE real component(const line_table& t, const direction& d) { return _mm256_permutevar8x32_ps(t.entries, d.line); }
SCREE_INLINE real oriented(real x, const direction& d) { return _mm256_xor_ps(x, d.sign); }

SCREE_KERNELS_END
