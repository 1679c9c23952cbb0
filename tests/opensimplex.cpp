// OpenSimplex noises are the original's, to the bit, on every instruction set and route.
#include "coordinates.hpp"
#include "grid_support.hpp"

#include <scree/published.hpp>

namespace scree::test {
namespace {

// Outputs of OpenSimplex2.java and OpenSimplex2S.java (github.com/KdotJPG/OpenSimplex2, commit 4cd120d), run once with OpenJDK 17: which of the two,
// orientation (the original's noise2 and Fallback, ImproveXY, ImproveXZ), dimensions, seed, point, value.
struct published {
  int smooth, orientation, dims;
  std::uint64_t seed;
  point x;
  float value;
};
const published outputs[] = {
#include "opensimplex.inc"
};

std::string name_of(bool smooth) { return smooth ? "opensimplex2s" : "opensimplex2"; }
Noise make(bool smooth, const OpenSimplexOptions& o) { return smooth ? opensimplex2s(o) : opensimplex2(o); }

TEST_CASE("the values are those of the original, to the bit") {
  for_each_isa([&](std::string_view) {
    for (const published& p : outputs) {
      const Noise noise = make(p.smooth, {.seed = p.seed, .orientation = static_cast<OpenSimplexOrientation>(p.orientation)});
      INFO(name_of(p.smooth), " ", p.dims, "D, orientation ", p.orientation, ", seed ", p.seed);
      CHECK(bits(at(noise, p.dims, p.x)) == bits(p.value));
    }
  });
}

template <class Work>
void for_each_kind(const Work& work) {
  for (const bool smooth : {false, true})
    for (int dims = 2; dims <= 4; ++dims)
      for (int orientation = 0; orientation < (dims == 2 ? 1 : 3); ++orientation) {
        INFO(name_of(smooth), " ", dims, "D, orientation ", orientation);
        const OpenSimplexOptions o{.seed = 111, .orientation = static_cast<OpenSimplexOrientation>(orientation)};
        work(smooth, o, dims);
      }
}

template <class T>
void check_bits(bool smooth, OpenSimplexOptions o, int dims) {
  const cloud<T> x = points_of_all_kinds<T>(dims, scaled(256), 112);
  for (const double frequency : {1.0, -0.37}) {
    o.frequency = frequency;
    const Noise noise = make(smooth, o);
    isa::use("scalar");
    const samples expected = sample(noise, dims, x, true);
    for_each_isa([&](std::string_view isa) {
      const samples got = sample(noise, dims, x, true);
      check_same(got.value, expected.value, isa);
      check_same(sample(noise, dims, x).value, expected.value, isa);
      for (int axis = 0; axis < dims; ++axis) check_same(got.gradient[axis], expected.gradient[axis], isa);
    });
  }
}

TEST_CASE("every instruction set gives the bits of the reference, at coordinates of all kinds") {
  for_each_kind([](bool smooth, const OpenSimplexOptions& o, int dims) {
    check_bits<double>(smooth, o, dims);
    check_bits<float>(smooth, o, dims);
  });
}

TEST_CASE("a fill gives the bits of the points") {
  for_each_kind([](bool smooth, const OpenSimplexOptions& o, int dims) {
    const Noise noise = make(smooth, o);
    for_each_dimension([&](auto n) {
      if (n != dims) return;
      if constexpr (n > 1) {
        Grid<n> g;
        for (int axis = 0; axis < n; ++axis) g.size[axis] = axis == 0 ? 71 : 3;
        g.spacing.fill(0.13);
        g.origin.fill(-30);
        const auto x = coordinates(g);
        for_each_isa([&](std::string_view isa) { check_same(filled(noise, g), sampled<n>(noise, x).values, isa); });
      }
    });
  });
}

TEST_CASE("derivatives are the central differences of the values, and values stay in range()") {
  generator random{113};
  for_each_kind([&](bool smooth, const OpenSimplexOptions& o, int dims) {
    const Noise noise = make(smooth, o);
    constexpr double h = 0x1p-7;
    cloud<double> x, stencil;
    for (std::size_t k = 0; k < scaled(2000); ++k) {
      const point p = random_point(random, -100, 100);
      add(x, p);
      add_stencil(stencil, p, dims, h);
    }
    const samples s = sample(noise, dims, x, true);
    const std::vector<float> f = sample(noise, dims, stencil).value;
    std::size_t wrong = 0, at = 0;
    for (std::size_t k = 0; k < x[0].size(); ++k)
      for (int axis = 0; axis < dims; ++axis, at += 4) {
        const double difference = stencil_slope(&f[at], h);
        wrong += !(std::abs(s.gradient[axis][k] - difference) < 2e-3);
      }
    // The originals have small steps where vertices are exchanged before they have vanished: the fast one in 3D and 4D, the smooth one in 3D.
    const bool has_steps = smooth ? dims == 3 : dims > 2;
    CHECK(wrong <= (has_steps ? at / 4 / 10 : 0));
    for (const float v : f) REQUIRE((v >= noise.range().lo && v <= noise.range().hi));
  });
}

TEST_CASE("one dimension, and an orientation that there is not, are errors") {
  CHECK_THROWS_AS(opensimplex2().at(1.0), Error);
  CHECK_THROWS_AS(opensimplex2s().at(1.0), Error);
  CHECK_THROWS_AS(opensimplex2({.orientation = static_cast<OpenSimplexOrientation>(3)}), Error);
}

}  // namespace
}  // namespace scree::test
