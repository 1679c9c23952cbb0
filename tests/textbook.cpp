// The scalar reference against the leaves as textbooks give them, in double precision.
#include "textbook.hpp"

#include "coordinates.hpp"

namespace scree::test {
namespace {

/// The largest difference that rounding may make, for each leaf: about twice the largest measured over 6 * 10^6 points of each shape
/// and dimension (1.44e-6, 1.72e-6, 1.75e-6).
double epsilon(const variant& v) {
  if (v.leaf == "perlin") return 3e-6;
  if (v.leaf == "simplex") return 3.5e-6;
  if (v.leaf == "value") return 3.5e-6;
  if (v.leaf == "worley") return 2e-6;
  return 0x1p-25;   // white: the rounding of an integer, exactly
}

void check_against_textbook(std::size_t count) {
  for_each_variant([&](const variant& v, int dims) {
    generator random{11};
    const std::size_t points = v.leaf == "worley" ? count >> 2 * dims : count;   // brute force takes its time
    for (const double frequency : {1.0, 0.37, -2.5}) {
      double worst = 0;
      point where{};
      for (std::size_t k = 0; k < points; ++k) {
        const std::uint64_t seed = k / 1024;
        const double size = k % 3 == 0 ? 4 : k % 3 == 1 ? 500 : 1e5;
        const point x = random_point(random, -size, size);
        // Perlin's original falloff has steps at the faces, where rounding decides for one side.
        if (v.name == "simplex 0.6" && textbook::room_around(v, frequency, dims, x) < 1e-6) continue;
        if (v.name == worley_names[2] && textbook::ambiguous(v, seed, frequency, dims, x)) continue;
        const double difference = std::abs(v.expected(seed, frequency, dims, x).value - textbook::at(v, seed, frequency, dims, x));
        if (!(difference <= worst)) worst = difference, where = x;
      }
      INFO("frequency ", frequency, ", at (", where[0], ", ", where[1], ", ", where[2], ", ", where[3], ")");
      CHECK(worst <= epsilon(v));
    }
  });
}

TEST_CASE("the reference is the textbook's noise, within each leaf's epsilon") { check_against_textbook(scaled(20000)); }

TEST_CASE("the reference is the textbook's noise at many more points" * doctest::test_suite("slow")) {
  check_against_textbook(scaled(2000000));
}

TEST_CASE("the skew of the simplicial lattice is the published one, to the bits that exact offsets leave") {
  for (int n = 1; n <= 4; ++n) {
    const double F = (std::sqrt(n + 1.0) - 1) / n, G = (1 - 1 / std::sqrt(n + 1.0)) / n;
    CHECK(definition::skew[n - 1] == doctest::Approx(F).epsilon(1e-6));
    CHECK(std::abs(definition::unskew[n - 1] - G) <= 0x1p-23);
    CHECK(std::floor(definition::unskew[n - 1] * 0x1p22) == definition::unskew[n - 1] * 0x1p22);
  }
}

TEST_CASE("keys come from splitmix64 as published") {
  // The generator's first output from the state 0, and from 1234567 (the value that implementations are checked with).
  auto first_output = [](std::uint64_t state) {
    const definition::hash_keys k = definition::keys_of(state);
    return std::uint64_t(k.key[0]) << 32 | k.key[1];
  };
  CHECK(first_output(0) == 0xE220A8397B1DCDAFu);
  CHECK(first_output(1234567) == 6457827717110365317u);
}

TEST_CASE("fades run from 0 to 1, are even around the middle, and have the slope they say") {
  for (const Fade curve : {Fade::linear, Fade::cubic, Fade::quintic}) {
    CHECK(reference::fade(curve, 0.0f).u == 0.0f);
    CHECK(reference::fade(curve, 1.0f).u == 1.0f);
    for (int k = 0; k <= 1000; ++k) {
      const double t = k / 1000.0, h = 1e-6;
      const auto f = reference::fade(curve, static_cast<float>(t));
      CHECK(std::abs(f.u - textbook::fade(curve, t)) < 1e-6);
      CHECK(std::abs(f.slope - (textbook::fade(curve, t + h) - textbook::fade(curve, t - h)) / (2 * h)) < 2e-6);
    }
  }
}

}  // namespace
}  // namespace scree::test
