// The floating-point environment that the numeric contract stands on: round to nearest, subnormals kept.
#pragma once
#include <cstdint>

#if defined(__x86_64__) || defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace scree {

/// For its lifetime the calling thread rounds to nearest and keeps subnormals, whatever the caller had set (audio and game engines
/// like to flush them); the caller's setting comes back at the end.
class numeric_environment {
 public:
  numeric_environment() : callers_(get()) {
    if ((callers_ & relevant) != wanted) set((callers_ & ~relevant) | wanted);
  }
  ~numeric_environment() {
    if ((callers_ & relevant) != wanted) set(callers_);
  }
  numeric_environment(const numeric_environment&) = delete;
  numeric_environment& operator=(const numeric_environment&) = delete;

 private:
#if defined(__x86_64__) || defined(__SSE2__)
  using word = unsigned;
  static constexpr word relevant = 0xE040;   // MXCSR: flush to zero, rounding mode, denormals are zeros
  static word get() { return _mm_getcsr(); }
  static void set(word w) { _mm_setcsr(w); }
#elif defined(__aarch64__)
  using word = std::uint64_t;
  static constexpr word relevant = 0x03C80000;   // FPCR: default NaN, flush to zero, rounding mode, 16-bit flush to zero
  static word get() {
    word w;
    __asm__ volatile("mrs %0, fpcr" : "=r"(w));
    return w;
  }
  static void set(word w) { __asm__ volatile("msr fpcr, %0" : : "r"(w)); }
#else
  using word = unsigned;
  static constexpr word relevant = 0;
  static word get() { return 0; }
  static void set(word) {}
#endif
  static constexpr word wanted = 0;
  const word callers_;
};

}  // namespace scree
