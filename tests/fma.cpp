// What SSE2 has not got and the lanes make up for: fused multiply-add and floor. On x86 this unit is compiled for SSE2 alone
// (CMakeLists.txt sees to it), elsewhere for the lanes of the machine.
#include "kernels/lanes.hpp"

#include "support.hpp"

#include <limits>

#if defined(__x86_64__) && defined(__SSE4_1__)
#error "to test the emulation, compile this unit for SSE2"
#endif

namespace scree::test {
namespace {

namespace lane_code = scree::SCREE_ISA_NAME;

float float_of(std::uint32_t b) { return std::bit_cast<float>(b); }
float any_float(generator& random) { return float_of(static_cast<std::uint32_t>(random.bits())); }
/// With an exponent from `low` to `high`, any significand and sign.
float scaled_float(generator& random, int low, int high) {
  const float size = static_cast<float>(std::ldexp(1.0 + random.below(1u << 23) * 0x1p-23, low + static_cast<int>(random.below(high - low + 1))));
  return random.below(2) ? size : -size;
}
float neighbour(generator& random, float x) {
  const unsigned steps = random.below(5);
  return float_of(bits(x) + steps - 2);
}

struct operands {
  float a, b, c;
};

/// The sum c + a b next to halfway between two floats: the product is half a unit in the last place of c, or nearly.
operands near_halfway(generator& random) {
  const float c = scaled_float(random, -60, 60);
  const double half = std::abs(static_cast<double>(std::nextafter(c, INFINITY)) - c) / 2 * (random.below(2) ? 1 : -1);
  const int shift = static_cast<int>(random.below(40)) - 20;
  // (1 + e) (1 - e') * half, e and e' zero or tiny: the product's 48 bits reach far below those that a double sum keeps.
  const double up = 1 + random.below(3) * 0x1p-23, down = 1 - random.below(3) * 0x1p-24;
  const int exponent = std::ilogb(half);
  const double mantissa = std::ldexp(half, -exponent);
  return {static_cast<float>(std::ldexp(mantissa * up, shift)), static_cast<float>(std::ldexp(down, exponent - shift)), c};
}

/// a b + c with c = -(a b) rounded, or a neighbour of it: what the rounding of the product lost is the result.
operands cancelling(generator& random) {
  const float a = scaled_float(random, -40, 40), b = scaled_float(random, -40, 40);
  return {a, b, neighbour(random, -(a * b))};
}

/// Any midpoint m between floats as a b + (m - a b), the difference rounded: exact ties and all that is near them.
operands rounded_to_midpoint(generator& random) {
  const float a = scaled_float(random, -20, 20), b = scaled_float(random, -20, 20);
  const float r = scaled_float(random, -40, 40);
  const double middle = (static_cast<double>(r) + std::nextafter(r, INFINITY)) / 2;
  return {a, b, neighbour(random, static_cast<float>(middle - static_cast<double>(a) * b))};
}

operands subnormal(generator& random) {
  const int split = static_cast<int>(random.below(120)) - 60;
  const float a = scaled_float(random, split - 4, split + 4), b = scaled_float(random, -142 - split, -136 - split);
  const float c = float_of((static_cast<std::uint32_t>(random.bits()) & 0x80FFFFFFu) >> random.below(2));
  return {a, b, random.below(4) ? c : scaled_float(random, -126, -100)};
}

operands near_overflow(generator& random) {
  const int split = static_cast<int>(random.below(100)) - 50;
  return {scaled_float(random, 62 + split, 65 + split), scaled_float(random, 61 - split, 64 - split), scaled_float(random, 100, 127)};
}

/// Any bits that are a finite number: kernels see no other (coordinates that are not finite never reach them).
float any_finite(generator& random) {
  for (;;)
    if (const float x = any_float(random); std::isfinite(x)) return x;
}

operands special(generator& random) {
  using limits = std::numeric_limits<float>;
  static const float values[] = {0.0f,          -0.0f,         1.0f,           -1.0f,               limits::max(), limits::lowest(),
                                 limits::min(), -limits::min(), limits::denorm_min(), -limits::denorm_min()};
  auto one = [&] { return random.below(8) ? values[random.below(std::size(values))] : any_finite(random); };
  return {one(), one(), one()};
}

void check_fma(operands (*make)(generator&), std::size_t count) {
  constexpr int lanes = lane_code::lanes;
  generator random{41};
  std::size_t wrong = 0;
  operands first{};
  for (std::size_t k = 0; k < count; k += lanes) {
    float a[lanes], b[lanes], c[lanes], got[lanes];
    for (int lane = 0; lane < lanes; ++lane) {
      const operands o = make(random);
      a[lane] = o.a, b[lane] = o.b, c[lane] = o.c;
    }
    using lane_code::load;
    lane_code::store(got, lane_code::fma(load(a), load(b), load(c)));
    for (int lane = 0; lane < lanes; ++lane) {
      const float wanted = std::fma(a[lane], b[lane], c[lane]);
      if (bits(got[lane]) == bits(wanted)) continue;
      if (!wrong++) first = {a[lane], b[lane], c[lane]};
    }
  }
  INFO("first: fma(", first.a, ", ", first.b, ", ", first.c, "), bits ", bits(first.a), " ", bits(first.b), " ", bits(first.c));
  CHECK(wrong == 0);
}

void check_all(std::size_t count) {
  SUBCASE("the sum is halfway between two floats, or nearly") { check_fma(near_halfway, count); }
  SUBCASE("the sum is a midpoint, rounded") { check_fma(rounded_to_midpoint, count); }
  SUBCASE("product and addend cancel") { check_fma(cancelling, count); }
  SUBCASE("the result is subnormal") { check_fma(subnormal, count); }
  SUBCASE("the result is at the edge of overflow") { check_fma(near_overflow, count); }
  SUBCASE("operands are zeros and extremes") { check_fma(special, count); }
  SUBCASE("operands are any finite numbers") {
    check_fma([](generator& r) { return operands{any_finite(r), any_finite(r), any_finite(r)}; }, count);
  }
}

TEST_CASE("fma of lanes is std::fma, in ten million hard cases of each kind") { check_all(scaled(10000000)); }

TEST_CASE("fma of binary64 lanes is std::fma") {
  generator random{42};
  for (std::size_t k = 0; k < scaled(100000); k += 2) {
    const double a[2] = {random.uniform(-1, 1), std::bit_cast<double>(random.bits())}, b[2] = {random.uniform(-1, 1), random.uniform(-9, 9)};
    const double c[2] = {-(a[0] * b[0]), random.uniform(-9, 9)};
    using lane_code::half;
    double got[half::size];
    if constexpr (half::size == 2) {
      lane_code::fma(half::load_unaligned(a), half::load_unaligned(b), half::load_unaligned(c)).store_unaligned(got);
      CHECK(got[0] == std::fma(a[0], b[0], c[0]));
      CHECK((got[1] == std::fma(a[1], b[1], c[1]) || std::isnan(a[1])));
    }
  }
}

TEST_CASE("floor of lanes is std::floor, bit for bit") {
  constexpr int lanes = lane_code::lanes;
  generator random{43};
  for (std::size_t k = 0; k < scaled(1000000); k += lanes) {
    float x[lanes], got[lanes];
    double wide[lanes], got_wide[lanes];
    for (int lane = 0; lane < lanes; ++lane) {
      const unsigned kind = random.below(4);
      x[lane] = kind == 0   ? any_float(random)
                : kind == 1 ? scaled_float(random, -3, 25)
                : kind == 2 ? neighbour(random, std::floor(scaled_float(random, 0, 25)))
                            : special(random).a;
      wide[lane] = kind < 2 ? random.uniform(-1, 1) * std::ldexp(1.0, static_cast<int>(random.below(60))) : x[lane];
    }
    lane_code::store(got, lane_code::floor(lane_code::load(x)));
    lane_code::store(got_wide, lane_code::floor(lane_code::load(wide)));
    for (int lane = 0; lane < lanes; ++lane) {
      if (std::isnan(x[lane])) continue;
      const bool same = bits(got[lane]) == bits(std::floor(x[lane])) &&
                        std::bit_cast<std::uint64_t>(got_wide[lane]) == std::bit_cast<std::uint64_t>(std::floor(wide[lane]));
      if (!same) FAIL_CHECK("floor(" << x[lane] << ") is " << got[lane] << ", floor(" << wide[lane] << ") is " << got_wide[lane]);
    }
  }
}

}  // namespace
}  // namespace scree::test
