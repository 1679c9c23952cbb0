// Lanes: the vector types of the instruction set that this unit is compiled for, and the operations that kernels use.
//
//   real    one binary32 a lane                       whole   one 32-bit unsigned integer a lane
//   wide    one binary64 a lane, in two registers     mask    one truth value a lane, from comparing reals
//
// Arithmetic (+ - *), bitwise operators, comparisons and loads are xsimd's. What rounds or converts, and what xsimd 8.1 has
// not got or computes otherwise (fma is not fused on AVX-512 there), is in lanes/, once per register family, as intrinsics:
//
//   fma(a, b, c)      a * b + c with one rounding     floor(x)             towards minus infinity, keeps -0
//   fms(a, b, c)      a * b - c with one rounding     fnma(a, b, c)        c - a * b with one rounding
//   truncate(x)       real -> whole, towards zero     to_real(i)           whole, taken as signed -> nearest real
//   round_to_whole(x) real -> whole, nearest          floor_to_whole(x)    real -> whole, towards minus infinity; like the
//                     other two 2^31 (the least signed integer) where x does not fit, NaN too
//   widen(x)          real -> wide                    narrow(x)            wide -> nearest real
//   low_words(x)      the lower 32 bits of each wide  select(m, a, b)      m ? a : b
//   every(m)          true in all lanes
//   signed_minimum(a, b)                              square_root(x), bits(m), gather(table, i)
//   quotient(a, b)    (xsimd 8.1 divides by an approximated reciprocal on NEON)
//   upper_product(a, b)    the upper 32 bits of the 64-bit product
//   signed_shift<n>(i)     i >> n, taken as signed
//   bits_of(x)        the bits of each real           real_of(b)           the real of each lane's bits
//   pick(v, i)        lane i of v, 0 <= i < lanes;    pick_from<n>(p, i)   entry i of a table of n registers
//                     of eight lanes or more, i % lanes
//   stream(p, x)      store past the caches
//   chosen_lanes(m)   stores the lanes where m one behind the other, and may write a whole vector; lane_numbers(): 0, 1, 2, ...
//   long_whole: 64-bit integers: all_lanes(x), joined(a, b): a ^ b, product(a, x), signed_product(whole, x), select, low_words, upper_words
//   direction, line_table, component(), oriented(): the gradients that hashes pick, see lanes/avx2.hpp
#pragma once
#include <xsimd/xsimd.hpp>

#include <cstddef>
#include <cstdint>

#include <scree/detail/definition.hpp>

#define SCREE_INLINE [[gnu::always_inline]] inline
#define SCREE_INLINE_LAMBDA __attribute__((always_inline))   // behind the parameters
#define SCREE_KERNELS_BEGIN namespace scree { namespace SCREE_ISA_NAME { namespace {
#define SCREE_KERNELS_END }}}

SCREE_KERNELS_BEGIN

#if defined(__AVX512F__)
using arch = xsimd::avx512bw;
#elif defined(__AVX2__)
using arch = xsimd::fma3<xsimd::avx2>;
#elif defined(__SSE4_2__)
using arch = xsimd::sse4_2;
#elif defined(__SSE2__)
using arch = xsimd::sse2;
#elif defined(__aarch64__)
using arch = xsimd::neon64;
#else
#error "scree has no lanes for this instruction set"
#endif

using real = xsimd::batch<float, arch>;
using whole = xsimd::batch<std::uint32_t, arch>;
using half = xsimd::batch<double, arch>;
using mask = xsimd::batch_bool<float, arch>;
constexpr int lanes = static_cast<int>(real::size);
#if defined(__AVX512F__) || defined(__aarch64__)
constexpr int registers = 32;
#else
constexpr int registers = 16;
#endif

struct wide {
  half lo, hi;
  SCREE_INLINE wide() = default;
  SCREE_INLINE wide(half l, half h) : lo(l), hi(h) {}
  SCREE_INLINE explicit wide(double all) : lo(all), hi(all) {}
  SCREE_INLINE friend wide operator+(wide a, wide b) { return {a.lo + b.lo, a.hi + b.hi}; }
  SCREE_INLINE friend wide operator-(wide a, wide b) { return {a.lo - b.lo, a.hi - b.hi}; }
  SCREE_INLINE friend wide operator*(wide a, wide b) { return {a.lo * b.lo, a.hi * b.hi}; }
};

SCREE_KERNELS_END

#if defined(__AVX512F__)
#include "kernels/lanes/avx512.hpp"
#elif defined(__AVX2__)
#include "kernels/lanes/avx2.hpp"
#elif defined(__SSE2__)
#include "kernels/lanes/sse.hpp"
#else
#include "kernels/lanes/neon.hpp"
#endif

SCREE_KERNELS_BEGIN

SCREE_INLINE wide fma(wide a, wide b, wide c) { return {fma(a.lo, b.lo, c.lo), fma(a.hi, b.hi, c.hi)}; }
SCREE_INLINE wide floor(wide x) { return {floor(x.lo), floor(x.hi)}; }
SCREE_INLINE wide quotient(wide a, wide b) { return {quotient(a.lo, b.lo), quotient(a.hi, b.hi)}; }
/// Within [-limit, limit].
SCREE_INLINE wide limited(wide x, double limit) {
  const half most(limit), least(-limit);
  return {xsimd::min(xsimd::max(x.lo, least), most), xsimd::min(xsimd::max(x.hi, least), most)};
}

SCREE_INLINE real load(const float* p) { return real::load_unaligned(p); }
SCREE_INLINE wide load(const double* p) { return {half::load_unaligned(p), half::load_unaligned(p + lanes / 2)}; }
SCREE_INLINE whole load(const std::uint32_t* p) { return whole::load_unaligned(p); }
SCREE_INLINE void store(float* p, real x) { x.store_unaligned(p); }
SCREE_INLINE void store(double* p, wide x) {
  x.lo.store_unaligned(p);
  x.hi.store_unaligned(p + lanes / 2);
}
SCREE_INLINE void store(std::uint32_t* p, whole x) { x.store_unaligned(p); }

#if !defined(__AVX2__)
/// table[index] in each lane.
template <class T>
SCREE_INLINE auto gather(const T* table, whole index) {
  std::uint32_t each[lanes];
  index.store_unaligned(each);
  T found[lanes];
  for (int lane = 0; lane < lanes; ++lane) found[lane] = table[each[lane]];
  return xsimd::batch<T, arch>::load_unaligned(found);
}
#endif

#if !defined(__AVX2__)
struct chosen_lanes {
  unsigned which;
  SCREE_INLINE explicit chosen_lanes(mask m) : which(bits(m)) {}
  SCREE_INLINE unsigned count() const { return static_cast<unsigned>(__builtin_popcount(which)); }
  template <class T, class Vector>
  SCREE_INLINE void store(T* to, Vector v) const {
    T each[lanes];
    v.store_unaligned(each);
    for (unsigned left = which; left; left &= left - 1) *to++ = each[__builtin_ctz(left)];
  }
};
#endif
SCREE_INLINE whole lane_numbers() {
  alignas(64) static constexpr std::uint32_t counting[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return whole::load_aligned(counting);
}

#if !defined(__AVX512F__)
/// 64-bit integers, in two halves.
struct long_whole {
  whole lo, hi;
};
SCREE_INLINE long_whole all_lanes(std::uint64_t x) { return {whole(static_cast<std::uint32_t>(x)), whole(static_cast<std::uint32_t>(x >> 32))}; }
SCREE_INLINE long_whole joined(const long_whole& a, const long_whole& b) { return {a.lo ^ b.lo, a.hi ^ b.hi}; }
SCREE_INLINE long_whole product(const long_whole& a, std::uint64_t by) {
  const long_whole b = all_lanes(by);
  return {a.lo * b.lo, (upper_product(a.lo, b.lo) + a.lo * b.hi) + a.hi * b.lo};
}
SCREE_INLINE long_whole signed_product(whole a, std::uint64_t by) {
  const long_whole b = all_lanes(by);
  return {a * b.lo, (upper_product(a, b.lo) + a * b.hi) - ((whole(0u) - (a >> 31)) & b.lo)};
}
SCREE_INLINE long_whole select(mask m, const long_whole& a, const long_whole& b) { return {select(m, a.lo, b.lo), select(m, a.hi, b.hi)}; }
SCREE_INLINE whole low_words(const long_whole& x) { return x.lo; }
SCREE_INLINE whole upper_words(const long_whole& x) { return x.hi; }
template <int Registers>
SCREE_INLINE real pick_from(const float* table, whole number) {
  const real as_real = to_real(number);
  real found = pick(load(table), number);
  for (int part = 1; part < Registers; ++part)
    found = select(as_real >= real(static_cast<float>(part * lanes)), pick(load(table + part * lanes), number), found);
  return found;
}
#endif

SCREE_INLINE real absolute(real x) { return xsimd::abs(x); }
/// a > b ? a : b and a < b ? a : b: where the two are equal, zeros of either sign among them, or one is NaN, it is b.
#if defined(__aarch64__)
SCREE_INLINE real maximum(real a, real b) { return select(a > b, a, b); }
SCREE_INLINE real minimum(real a, real b) { return select(a < b, a, b); }
#else
SCREE_INLINE real maximum(real a, real b) { return xsimd::max(a, b); }
SCREE_INLINE real minimum(real a, real b) { return xsimd::min(a, b); }
#endif
SCREE_INLINE bool every(mask m) { return xsimd::all(m); }

SCREE_KERNELS_END
