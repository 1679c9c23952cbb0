// Whatever floating-point modes the calling thread has set, the results are the same, and its modes are as they were.
#include "coordinates.hpp"

#include <algorithm>
#include <cfenv>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace scree::test {
namespace {

/// at() and sample() of every leaf near zero, where flushed subnormals would show, and elsewhere, in the modes that `enter` sets.
template <class Enter, class Leave>
void check_under(Enter enter, Leave leave) {
  for_each_variant([&](const variant& v, int dims) {
    cloud<double> x = points_of_all_kinds<double>(dims, 64, 31);
    generator random{32};
    for (int k = 0; k < 64; ++k) {
      point tiny;
      for (double& c : tiny) c = std::ldexp(random.uniform(-1, 1), -static_cast<int>(random.below(1074)));
      add(x, tiny);
    }
    for (const double frequency : {0.37, 1e-300}) {
      const Noise noise = v.noise(33, frequency);
      for_each_isa([&](std::string_view) {
        const samples wanted = sample(noise, dims, x, true);
        enter();
        const samples got = sample(noise, dims, x, true);
        const float one = at(noise, dims, at(x, 5));
        const bool restored = leave();
        CHECK(restored);
        std::size_t wrong = bits(one) != bits(wanted.value[5]);
        for (std::size_t k = 0; k < wanted.value.size(); ++k) {
          wrong += bits(got.value[k]) != bits(wanted.value[k]);
          for (int axis = 0; axis < dims; ++axis) wrong += bits(got.gradient[axis][k]) != bits(wanted.gradient[axis][k]);
        }
        CHECK(wrong == 0);
      });
    }
  });
}

TEST_CASE("the caller's rounding direction changes nothing and is kept") {
  for (const int direction : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO})
    check_under([&] { std::fesetround(direction); },
                [&] {
                  const bool kept = std::fegetround() == direction;
                  std::fesetround(FE_TONEAREST);
                  return kept;
                });
}

TEST_CASE("the rounding direction in which a field is made changes nothing") {
  const cloud<double> x = points_of_all_kinds<double>(2, 64, 34);
  auto make = [] {
    return std::vector<Noise>{psrdnoise({.alpha = 1}), perlin_classic({.seed = 5}), fbm(simplex(), {.octaves = 3.7, .gain = 0.6}),
                              Noise::parse("0.1 * worley(metric=hybrid, nth=4) + 0.3")};
  };
  const std::vector<Noise> usual = make();
  for (const int direction : {FE_UPWARD, FE_DOWNWARD}) {
    std::fesetround(direction);
    const std::vector<Noise> made = make();
    std::fesetround(FE_TONEAREST);
    for (std::size_t n = 0; n < made.size(); ++n) {
      INFO(usual[n].to_string());
      CHECK(made[n].to_string() == usual[n].to_string());
      CHECK(bits(made[n].range().hi) == bits(usual[n].range().hi));
      const std::vector<float> values = sample(made[n], 2, x).value, expected = sample(usual[n], 2, x).value;
      CHECK(std::equal(values.begin(), values.end(), expected.begin(), [](float a, float b) { return bits(a) == bits(b); }));
    }
  }
}

#if defined(__SSE2__)
TEST_CASE("flushing subnormals to zero, in and out, changes nothing and is kept") {
  constexpr unsigned flush_to_zero = 0x8000, denormals_are_zero = 0x0040, flags = 0x003F;
  for (const unsigned modes : {flush_to_zero, denormals_are_zero, flush_to_zero | denormals_are_zero}) {
    const unsigned before = _mm_getcsr();
    check_under([&] { _mm_setcsr(before | modes); },
                [&] {
                  const bool kept = (_mm_getcsr() & ~flags) == ((before | modes) & ~flags);
                  _mm_setcsr(before);
                  return kept;
                });
  }
}
#elif defined(__aarch64__)
TEST_CASE("flushing subnormals to zero and default NaNs change nothing and are kept") {
  auto get = [] {
    std::uint64_t w;
    __asm__ volatile("mrs %0, fpcr" : "=r"(w));
    return w;
  };
  auto set = [](std::uint64_t w) { __asm__ volatile("msr fpcr, %0" : : "r"(w)); };
  const std::uint64_t before = get();
  for (const std::uint64_t modes : {std::uint64_t(1) << 24, std::uint64_t(1) << 25, std::uint64_t(3) << 24})
    check_under([&] { set(before | modes); },
                [&] {
                  const bool kept = get() == (before | modes);
                  set(before);
                  return kept;
                });
}
#endif

}  // namespace
}  // namespace scree::test
