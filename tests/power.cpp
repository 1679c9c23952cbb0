// Powers: as good as the comment says, and the same bits in lanes as in the reference.
#include "kernels/power.hpp"
#include "reference/power.hpp"

#include "support.hpp"

namespace scree::test {
namespace {

namespace lane_code = scree::SCREE_ISA_NAME;

/// A finite number of any size.
float any_size(generator& random) {
  for (;;) {
    const float x = std::bit_cast<float>(static_cast<std::uint32_t>(random.bits()) & 0x7FFFFFFFu);
    if (std::isfinite(x)) return x;
  }
}

/// The distance from the exact power, in units in the last place.
double error_of(float got, long double exact) {
  const double place = std::ldexp(1.0, std::max(std::ilogb(exact), -126) - 23);
  return static_cast<double>(std::fabs(static_cast<long double>(got) - exact) / place);
}

TEST_CASE("powers are within 0.51 units in the last place, of numbers and exponents of any size") {
  generator random{101};
  double worst = 0;
  for (std::size_t k = 0; k < scaled(1000000); ++k) {
    const float x = k % 2 ? static_cast<float>(random.uniform(0, 4)) : any_size(random);
    const double p = k % 3 == 0 ? random.uniform(0, 1) : random.uniform(0, 64);
    const long double exact = std::pow(static_cast<long double>(x), static_cast<long double>(p));
    if (exact > 0x1.fffffep127L || x == 0) continue;
    worst = std::max(worst, error_of(reference::power(x, p), exact));
  }
  CHECK(worst <= 0.51);
}

TEST_CASE("the powers of 0 and 1, the first power, and powers out of range are exact") {
  generator random{102};
  for (const double p : {0x1p-20, 0.5, 1.0, 1.5, 2.0, 63.9}) {
    CHECK(reference::power(1.0f, p) == 1.0f);
    CHECK(bits(reference::power(0.0f, p)) == 0);
  }
  for (std::size_t k = 0; k < scaled(100000); ++k) {
    const float x = any_size(random);
    CHECK(reference::power(x, 1.0) == x);
  }
  CHECK(reference::exp2(128.0) == std::numeric_limits<float>::infinity());
  CHECK(reference::exp2(1e9) == std::numeric_limits<float>::infinity());
  CHECK(reference::exp2(-151.0) == 0.0f);
  CHECK(reference::exp2(-1e9) == 0.0f);
  CHECK(reference::exp2(-149.0) == 0x1p-149f);
  CHECK(reference::log2_positive(0x1p-149f) == -149.0);
  CHECK(reference::log2_positive(8.0f) == 3.0);
}

TEST_CASE("powers never fall while their base rises") {
  generator random{103};
  std::size_t falls = 0;
  for (std::size_t k = 0; k < scaled(1000000); ++k) {
    const float x = static_cast<float>(random.uniform(0, 4)), next = std::nextafter(x, 5.0f);
    const double p = random.uniform(1.0 / 64, 64);
    falls += reference::power(next, p) < reference::power(x, p);
  }
  CHECK(falls == 0);
}

TEST_CASE("lanes give the bits of the reference") {
  generator random{104};
  std::size_t wrong = 0;
  for (std::size_t k = 0; k < scaled(1000000); k += lane_code::lanes) {
    const double p = random.uniform(1.0 / 64, 64);
    float x[lane_code::lanes], got[lane_code::lanes];
    for (float& each : x) each = random.below(2) ? static_cast<float>(random.uniform(0, 4)) : any_size(random);
    if (k % 64 == 0) x[0] = 0.0f;
    lane_code::store(got, lane_code::power(lane_code::load(x), p));
    for (int lane = 0; lane < lane_code::lanes; ++lane) wrong += bits(got[lane]) != bits(reference::power(x[lane], p));
  }
  CHECK(wrong == 0);
}

}  // namespace
}  // namespace scree::test
