// Lanes of AArch64 NEON: four reals in a register.
#pragma once
#include <arm_neon.h>

SCREE_KERNELS_BEGIN

SCREE_INLINE real fma(real a, real b, real c) { return vfmaq_f32(c, a, b); }
SCREE_INLINE real fms(real a, real b, real c) { return vfmaq_f32(vnegq_f32(c), a, b); }
SCREE_INLINE real fnma(real a, real b, real c) { return vfmsq_f32(c, a, b); }
SCREE_INLINE half fma(half a, half b, half c) { return vfmaq_f64(c, a, b); }
SCREE_INLINE real floor(real x) { return vrndmq_f32(x); }
SCREE_INLINE half floor(half x) { return vrndmq_f64(x); }

/// The conversion of x, but 2^31 where x did not fit: NEON saturates.
SCREE_INLINE whole where_it_fits(real x, int32x4_t converted) {
  return vbslq_u32(vcaltq_f32(x, vdupq_n_f32(0x1p31f)), vreinterpretq_u32_s32(converted), vdupq_n_u32(0x80000000));
}
SCREE_INLINE whole truncate(real x) { return where_it_fits(x, vcvtq_s32_f32(x)); }
SCREE_INLINE whole round_to_whole(real x) { return where_it_fits(x, vcvtnq_s32_f32(x)); }
SCREE_INLINE whole floor_to_whole(real x) { return where_it_fits(x, vcvtmq_s32_f32(x)); }
template <int Bits>
SCREE_INLINE whole signed_shift(whole x) { return vreinterpretq_u32_s32(vshrq_n_s32(vreinterpretq_s32_u32(x), Bits)); }
SCREE_INLINE whole signed_minimum(whole a, whole b) {
  return vreinterpretq_u32_s32(vminq_s32(vreinterpretq_s32_u32(a), vreinterpretq_s32_u32(b)));
}
SCREE_INLINE real to_real(whole i) { return vcvtq_f32_s32(vreinterpretq_s32_u32(i)); }
SCREE_INLINE wide widen(real x) { return {vcvt_f64_f32(vget_low_f32(x)), vcvt_high_f64_f32(x)}; }
SCREE_INLINE real narrow(wide x) { return vcvt_high_f32_f64(vcvt_f32_f64(x.lo), x.hi); }
SCREE_INLINE whole low_words(wide x) { return vuzp1q_u32(vreinterpretq_u32_f64(x.lo), vreinterpretq_u32_f64(x.hi)); }

SCREE_INLINE real select(mask m, real a, real b) { return vbslq_f32(m, a, b); }
SCREE_INLINE whole select(mask m, whole a, whole b) { return vbslq_u32(m, a, b); }

SCREE_INLINE void stream(float* aligned, real x) { vst1q_f32(aligned, x); }
SCREE_INLINE real quotient(real a, real b) { return vdivq_f32(a, b); }
SCREE_INLINE half quotient(half a, half b) { return vdivq_f64(a, b); }
SCREE_INLINE whole bits_of(real x) { return vreinterpretq_u32_f32(x); }
SCREE_INLINE real real_of(whole b) { return vreinterpretq_f32_u32(b); }
SCREE_INLINE whole upper_product(whole a, whole b) {
  const uint32x4_t x = a, y = b;
  return vuzp2q_u32(vreinterpretq_u32_u64(vmull_u32(vget_low_u32(x), vget_low_u32(y))), vreinterpretq_u32_u64(vmull_high_u32(x, y)));
}
SCREE_INLINE real square_root(real x) { return vsqrtq_f32(x); }
/// Bit k says whether lane k is true.
SCREE_INLINE unsigned bits(mask m) {
  const uint32x4_t each = {1, 2, 4, 8};
  return vaddvq_u32(vandq_u32(m, each));
}
/// The reals of a vector that each lane picks, by number 0 .. lanes - 1.
SCREE_INLINE real pick(real from, whole number) {
  const uint8x16_t bytes = vreinterpretq_u8_u32(vmlaq_u32(vdupq_n_u32(0x03020100), number, vdupq_n_u32(0x04040404)));
  return vreinterpretq_f32_u8(vqtbl1q_u8(vreinterpretq_u8_f32(from), bytes));
}

/// The directions that lattice hashes pick: the top bit is the sign, the three below it the line.
struct direction {
  uint8x16_t bytes;   // the four byte numbers of each lane's line in a table of eight reals
  uint32x4_t sign;
  SCREE_INLINE explicit direction(whole hash) {
    const uint32x4_t line = vandq_u32(vshrq_n_u32(hash, 28), vdupq_n_u32(7));
    bytes = vreinterpretq_u8_u32(vmlaq_u32(vdupq_n_u32(0x03020100), line, vdupq_n_u32(0x04040404)));
    sign = vandq_u32(hash, vdupq_n_u32(0x80000000));
  }
};
/// One component of the eight lines, in two registers.
struct line_table {
  uint8x16x2_t entries;
  SCREE_INLINE explicit line_table(const float* eight) {
    entries.val[0] = vreinterpretq_u8_f32(vld1q_f32(eight));
    entries.val[1] = vreinterpretq_u8_f32(vld1q_f32(eight + 4));
  }
};
/// The component of each direction's line; oriented() then applies the sign to it, or to what was computed from it.
SCREE_INLINE real component(const line_table& t, const direction& d) {
  return vreinterpretq_f32_u8(vqtbl2q_u8(t.entries, d.bytes));
}
SCREE_INLINE real oriented(real x, const direction& d) { return vreinterpretq_f32_u32(veorq_u32(vreinterpretq_u32_f32(x), d.sign)); }

SCREE_KERNELS_END
