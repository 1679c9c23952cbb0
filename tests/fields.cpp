// Fields made of fields: the same value on every route and instruction set, what each node means, derivatives and bounds.
#include "grid_support.hpp"
#include "trees.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace scree::test {
namespace {

/// One or two of every kind of node, over leaves of several frequencies; where they have dimensions from .. to.
struct written_field {
  const char* text;
  int from = 1, to = 4;
};
constexpr written_field written[] = {
    {"fbm(perlin(seed=3))"},
    {"fbm(simplex(seed=3), octaves=3.5, gain=1.25, lacunarity=1.9)"},
    {"fbm(value(frequency=0.7), weighted_strength=0.6)"},
    {"fbm(perlin(), octaves=4, rotate=true, offsets=false)"},
    {"ridged(simplex(seed=9))"},
    {"ridged(perlin(), weighted_strength=1, octaves=3)"},
    {"billow(value())"},
    {"turbulence(perlin(), octaves=4)"},
    {"ping_pong(simplex(), strength=2.5)"},
    {"hybrid(perlin(seed=4), octaves=6)"},
    {"fbm(ridged(perlin(), octaves=2), octaves=2)"},
    {"fbm(0.7 * perlin() + 0.1 * x, octaves=3)"},
    {"warp(perlin(), amplitude=0.7)"},
    {"warp(fbm(simplex(), octaves=3), amplitude=2, octaves=3, progressive=true, seed=5)"},
    {"warp(value(), amplitude=0.5, octaves=2.5, gain=1.5)"},
    {"warp_by(perlin(), simplex(seed=1), simplex(seed=2), simplex(seed=3), x * 0.1, amplitude=0.8)"},
    {"warp_by(x * 0.01, perlin(), amplitude=3)", 1, 1},
    {"worley_lookup(perlin(frequency=0.3), frequency=0.7)"},
    {"worley_lookup(x + 0.5 * simplex(), seed=8, nth=3, metric=manhattan, jitter=0.8) * perlin()"},
    {"fbm(worley_lookup(simplex(), period=[5, 3, 4, 7]), octaves=3)"},
    {"rotate(warp(worley_lookup(value(), nth=2, metric=chebyshev), amplitude=0.4), xy=30)"},
    {"scale(perlin(), 2, -3, 0.5, 1)"},
    {"offset(simplex(), 0.3, -1000.25, 7, 1)"},
    {"rotate(perlin(), xy=33, xz=-12, zw=90)"},
    {"rotate(fbm(simplex(), octaves=2), xy=90)"},
    {"improve_xy_planes(perlin())", 3, 3},
    {"tile(perlin(), 4, 2.5)", 2, 2},
    {"tile(fbm(simplex(), octaves=3), 3, 3)", 2, 2},
    {"perlin() / simplex()"},
    {"1 / perlin() - value() / 3"},
    {"min(perlin(), simplex()) * max(value(), 0.1)"},
    {"smooth_min(perlin(), simplex(), 0.3) + smooth_max(value(), simplex(), 0.5)"},
    {"sqrt(abs(perlin())) - clamp(simplex(), -0.2, 0.4)"},
    {"pow(perlin(), 3) + pow(simplex(), 2.5) + pow(value() + 1.2, perlin())"},
    {"pow(perlin(), -0.5) * 1e-30"},
    {"remap(perlin(), -1, 1, 0, 255)"},
    {"step(perlin(), 0.1) + threshold(simplex(), 0, 2, 3)"},
    {"smoothstep(perlin(), -0.5, 0.5) * quantise(simplex(), 5)"},
    {"terrace(perlin(), 6) + terrace(perlin(), 3, 0) + terrace(simplex(), 4, 1)"},
    {"blend(perlin(), simplex(), value())"},
    {"select(perlin(), simplex(), value(), 0.1, 0.2) + select(perlin(), 0.5, simplex())"},
    {"curve(perlin(), -1, 0, -0.2, 0.5, 0, 0.1, 0.7, 2)"},
    {"x * x + distance_to(1, -2, 3)"},
    {"let m = perlin(); let a = (((m * 0.9 + 0.3) * m - 0.2) * m + 0.1) * abs(m) - max(m, 0.4 * m * m); let b = ((a * a - 0.5 * m) * a + 0.25) * a - m; "
     "let c = (((b - a) * 0.5 + a) * b - 0.3) * m - min(a, b); let d = ((c * b - a) * c + sqrt(abs(b))) * m - c; ((d * 0.7 - c) * d + b) * a - clamp(d, -0.5, 0.75)"},
    {"checkerboard() * sine(0.37)"},
    {"let m = fbm(perlin()); m * m + abs(m) - m"},
    {"-(0.25) + webgl_perlin()", 2, 4},
    {"fbm(perlin_improved(seed=2), octaves=3) * 2 - 1"},
    {"simplex() * ridged(0 * perlin())"},   // a factor that folds to 0 leaves a sum behind that nothing reads
    {"fbm(simplex(), octaves=2) * (1 - turbulence(0 * perlin(), octaves=2))"},
    {"ridged(perlin(), octaves=2, gain=-0.5) + billow(value(), octaves=3, gain=-2)"},
    {"hybrid(simplex(), octaves=8, gain=2)"},
    {"0.5"},
};

template <class F>
void for_each_written(const F& f) {
#ifdef SCREE_SANITIZED
  constexpr std::size_t stride = 4;   // slow: another kind of node each time is enough for what a sanitizer sees
#else
  constexpr std::size_t stride = 1;
#endif
  for (std::size_t k = 0; k < std::size(written); k += stride) {
    const written_field& each = written[k];
    INFO(std::string(each.text));
    const Noise noise = Noise::parse(each.text);
    for_each_dimension([&](auto n) {
      if (decltype(n)::value >= each.from && decltype(n)::value <= each.to) f(noise, n);
    });
  }
}

/// Grids of several shapes and places, small enough for the scalar reference.
template <int N>
std::vector<Grid<N>> grids() {
  std::vector<Grid<N>> all(3);
  for (int axis = 0; axis < N; ++axis) {
    const std::size_t sizes[3][4] = {{211, 13, 3, 2}, {9, 40, 4, 2}, {37, 3, 4, 3}};
    const double spacing[3] = {0.037, 0.41, -7.3};
    for (std::size_t k = 0; k < 3; ++k) {
      all[k].size[axis] = sizes[k][axis];
      all[k].spacing[axis] = spacing[k];
      all[k].origin[axis] = k == 1 ? std::int64_t{1'000'000'007} * (axis + 1) : -20;
      all[k].offset[axis] = 0.1 * axis;
    }
  }
  return all;
}

}  // namespace

TEST_CASE("points, arrays and grids give the bits of the scalar instruction set, with derivatives and without") {
  for_each_written([&](const Noise& noise, auto n) {
    constexpr int N = decltype(n)::value;
    for (const Grid<N>& g : grids<N>()) {
      const auto x = coordinates(g);
      isa::use("scalar");
      const with_gradient<N> expected = sampled<N>(noise, x, true);
      for_each_isa([&](std::string_view isa) {
        CAPTURE(isa);
        check_same(filled(noise, g), expected.values, "fill");
        check_same(filled(noise, g, 3), expected.values, "fill by threads");
        with_gradient<N> both(expected.values.size());
        noise.fill(g, std::span<float>(both.values), both.gradient(), {.threads = 1});
        check_same(both.values, expected.values, "fill with gradient");
        for (int axis = 0; axis < N; ++axis) check_same(both.along[axis], expected.along[axis], "gradient of fill");
        const with_gradient<N> arrays = sampled<N>(noise, x, true);
        check_same(arrays.values, expected.values, "arrays with gradient");
        for (int axis = 0; axis < N; ++axis) check_same(arrays.along[axis], expected.along[axis], "gradient of arrays");
        check_same(sampled<N>(noise, x).values, expected.values, "arrays");
        for (std::size_t k = 0; k < expected.values.size(); k += 97) CHECK(bits(at(noise, N, sample_point<N>(x, k))) == bits(expected.values[k]));
      });
    }
  });
}

TEST_CASE("a run of operators of any length, with numbers on either side, is the same as one after another") {
  const Noise source = perlin({.seed = 6});
  const Grid2 g{.origin = {-40, 7}, .size = {333, 5}, .spacing = {0.037, 0.4}};
  for (const int rounds : {1, 8, 11, 40}) {
    Noise noise = 0.75f - source;
    std::vector<float> expected = filled(source, g);
    for (float& v : expected) v = 0.75f - v;
    for (int k = 0; k < rounds; ++k) {
      noise = max(0.375f - 1.25f * noise, -0.5f);
      for (float& v : expected) v = std::max(0.375f - 1.25f * v, -0.5f);
    }
    for_each_isa([&](std::string_view isa) {
      INFO(isa, ", ", rounds, " rounds");
      check_same(filled(noise, g), expected, "grid");
      check_same(sampled<2>(noise, coordinates(g)).values, expected, "arrays");
    });
  }
}

TEST_CASE("a large fill by tiles, in any format, is the small fills side by side") {
  for (const char* text : {"fbm(perlin())", "warp(ridged(simplex(), octaves=3), amplitude=0.6)", "let m = fbm(value()); m * x + y"}) {
    INFO(text);
    const Noise noise = Noise::parse(text);
    const Grid2 whole{.origin = {-700, 33}, .size = {1500, 150}, .spacing = {0.013, 0.02}};
    for_each_isa([&](std::string_view isa) {
      if (isa == "scalar") return;
      const std::vector<float> all = filled(noise, whole, 0);
      std::vector<float> pieces(all.size());
      for (std::size_t j = 0; j < 150; j += 50)
        for (std::size_t i = 0; i < 1500; i += 300) {
          Grid2 piece{.origin = {-700 + static_cast<std::int64_t>(i), 33 + static_cast<std::int64_t>(j)}, .size = {300, 50}, .spacing = whole.spacing, .pitch = {1500}};
          noise.fill(piece, std::span<float>(pieces).subspan(j * 1500 + i), {.threads = 1});
        }
      check_same(pieces, all, isa);

      std::vector<std::uint16_t> pixels(all.size());
      noise.fill(whole, std::span<std::uint16_t>(pixels), {.from = -1, .to = 1});
      for (std::size_t k = 0; k < all.size(); k += 41) {
        const double scaled = (static_cast<double>(all[k]) + 1) * 32767.5;
        CHECK(std::abs(pixels[k] - std::clamp(scaled, 0.0, 65535.0)) <= 0.51);
      }
    });
  }
}

TEST_CASE("random trees equal their plain functions, and stay in their range") {
  tree_maker maker(2026);
  const std::size_t trees = scaled(400);
  for (std::size_t t = 0; t < trees; ++t) {
    const tree grown = maker.grow(4);
    const int dims = 1 + static_cast<int>(t % 4);
    INFO("tree ", t, ": ", grown.noise.to_string());
    cloud<double> x;
    for (int k = 0; k < 70; ++k) {
      point p;
      for (double& each : p) each = k % 7 ? maker.random().uniform(-20, 20) : std::floor(maker.random().uniform(-1e6, 1e6));
      add(x, p);
    }
    const Interval range = grown.noise.range();
    const std::vector<float> values = sample(grown.noise, dims, x).value;
    for (std::size_t k = 0; k < values.size(); ++k) {
      const float expected = grown.expected(dims, at(x, k));
      if (values[k] != expected) FAIL_CHECK("at point " << k << ": is " << values[k] << ", should be " << expected);
      CHECK(values[k] >= range.lo);
      CHECK(values[k] <= range.hi);
    }
  }
}

TEST_CASE("derivatives through composed trees are central differences") {
  for_each_written([&](const Noise& noise, auto n) {
    constexpr int N = decltype(n)::value;
    generator random{17};
    cloud<double> x;
    constexpr int points = 200;
    for (int k = 0; k < points; ++k) add(x, {random.uniform(-6, 6), random.uniform(-6, 6), random.uniform(-6, 6), random.uniform(-6, 6)});
    const samples s = sample(noise, N, x, true);
    // A point counts unless a jump or a corner is near: there the slopes before and behind it differ.
    int smooth = 0, wrong = 0;
    for (std::size_t k = 0; k < points; ++k)
      for (int axis = 0; axis < N; ++axis) {
        auto moved = [&](double h) {
          point p = at(x, k);
          p[axis] += h;
          return static_cast<double>(at(noise, N, p));
        };
        constexpr double h = 2e-4;
        const double before = (static_cast<double>(s.value[k]) - moved(-h)) / h, behind = (moved(h) - static_cast<double>(s.value[k])) / h;
        const double slope = (before + behind) / 2, size = std::max(1.0, std::abs(slope));
        if (std::abs(before - behind) > 0.1 * size) continue;
        ++smooth;
        wrong += std::abs(static_cast<double>(s.gradient[axis][k]) - slope) > 0.06 * size;
      }
    CHECK(smooth > points * N / 4);
    CHECK(wrong <= points * N / 200);   // two corners, one on each side, tell nothing
  });
}

TEST_CASE("a coordinate that is not finite gives NaN in that sample alone") {
  for_each_written([&](const Noise& noise, auto n) {
    constexpr int N = decltype(n)::value;
    for_each_isa([&](std::string_view isa) {
      CAPTURE(isa);
      cloud<double> x;
      for (int k = 0; k < 40; ++k) add(x, {0.3 * k, 0.2 * k - 3, 1.5, 0.25 * k});
      const samples whole = sample(noise, N, x, true);
      const double bad[3] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
      for (std::size_t k = 0; k < 3; ++k) x[k % N][5 + 13 * k] = bad[k];
      const samples s = sample(noise, N, x, true);
      for (std::size_t k = 0; k < 40; ++k) {
        if (k % 13 == 5) {
          CHECK(bits(s.value[k]) == definition::nan_bits);
          for (int axis = 0; axis < N; ++axis) CHECK(std::isnan(s.gradient[axis][k]));
        } else {
          CHECK(bits(s.value[k]) == bits(whole.value[k]));
        }
      }
    });
  });
}

TEST_CASE("any finite coordinate gives a finite value in the range") {
  for_each_written([&](const Noise& noise, auto n) {
    constexpr int N = decltype(n)::value;
    const Interval range = noise.range();
    for (const double size : {0.0, -0.0, 1e-310, 1e9, 1e18, 1e39, 1e300, std::numeric_limits<double>::max()})
      for (const double sign : {1.0, -1.0}) {
        const float v = at(noise, N, {size * sign, size, -size * sign, 0.5});
        CAPTURE(size);
        CHECK(std::isfinite(v));
        CHECK(v >= range.lo);
        CHECK(v <= range.hi);
      }
  });
}

TEST_CASE("ranges are tight on the common forms") {
  auto check = [](const char* text, float lo, float hi) {
    INFO(text);
    const Interval r = Noise::parse(text).range();
    CHECK(r.lo == doctest::Approx(lo).epsilon(1e-6));
    CHECK(r.hi == doctest::Approx(hi).epsilon(1e-6));
  };
  check("fbm(perlin())", -1, 1);
  check("fbm(perlin(), gain=3, octaves=7)", -1, 1);
  check("ridged(simplex())", -1, 1);
  check("billow(perlin())", -1, 1);
  check("turbulence(perlin())", 0, 1);
  check("ping_pong(perlin())", -1, 1);
  check("warp(perlin(), amplitude=100)", -1, 1);
  check("0.5 * perlin() + 0.5", 0, 1);
  check("let m = perlin(); m * m", 0, 1);
  check("abs(perlin())", 0, 1);
  check("clamp(3 * perlin(), -0.5, 2)", -0.5, 2);
  check("sqrt(remap(perlin(), -1, 1, 0, 4))", 0, 2);
  check("curve(perlin(), -1, -3, 0, 5, 1, 2)", -3, 5);
  check("select(perlin(), 4, value())", -1, 4);
}

TEST_CASE("fbm of one octave is its source, and fractions of an octave fade in") {
  const Noise source = simplex({.seed = 8, .frequency = 0.7});
  const Grid2 g{.origin = {-50, 9}, .size = {90, 60}, .spacing = {0.11, 0.13}};
  check_same(filled(fbm(source, {.octaves = 1}), g), filled(source, g), "one octave");
  const std::vector<float> four = filled(fbm(source, {.octaves = 4}), g), little_more = filled(fbm(source, {.octaves = 4.001}), g);
  const std::vector<float> five = filled(fbm(source, {.octaves = 5}), g), little_less = filled(fbm(source, {.octaves = 4.999}), g);
  for (std::size_t k = 0; k < four.size(); ++k) {
    CHECK(std::abs(four[k] - little_more[k]) < 1e-4);
    CHECK(std::abs(five[k] - little_less[k]) < 1e-4);
  }
}

TEST_CASE("octaves are independent: no star at the origin, and without offsets the textbook's sum") {
  const Noise source = perlin({.seed = 5});
  // At the origin every octave of the textbook's sum is 0.
  CHECK(fbm(source, {.offsets = false}).at(0, 0) == 0.0f);
  CHECK(fbm(source, {.offsets = false}).at(0.37, 0.21) ==
        doctest::Approx((source.at(0.37, 0.21) + 0.5f * source.at(0.74, 0.42) + 0.25f * source.at(1.48, 0.84) + 0.125f * source.at(2.96, 1.68) +
                         0.0625f * source.at(5.92, 3.36)) / 1.9375f));
  int zeros = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) zeros += std::abs(fbm(perlin({.seed = seed})).at(0, 0)) < 1e-3;
  CHECK(zeros < 10);
}

TEST_CASE("extreme octaves stay finite and in range") {
  for (const FractalOptions& o : {FractalOptions{.octaves = 64, .lacunarity = 1e30}, FractalOptions{.octaves = 64, .gain = 1e6}, FractalOptions{.octaves = 64, .lacunarity = 1, .gain = 1},
                                  FractalOptions{.octaves = 64, .lacunarity = 0.5, .gain = -1.5}, FractalOptions{.octaves = 10, .gain = 0}}) {
    const Noise noise = fbm(perlin(), o);
    for (double x : {0.1, 1e10, -3e200}) {
      const float v = noise.at(x, -x);
      CHECK(std::isfinite(v));
      CHECK(std::abs(v) <= 1.000001f);
    }
  }
}

TEST_CASE("fractals stay in the range they promise for gains of any sign and size") {
  auto check = [](const Noise& noise) {
    INFO(noise.to_string());
    const Interval range = noise.range();
    CHECK(range.lo >= -1.000001f);
    CHECK(range.hi <= 1.000001f);
    bool any = false;
    for (int k = 0; k < 300; ++k) {
      const float v = noise.at(0.37 * k, 5.1 - 0.21 * k);
      CHECK(v >= range.lo);
      CHECK(v <= range.hi);
      any = any || v != 0;
    }
    CHECK(any);
  };
  for (const double gain : {-3.0, -0.5, 0.5, 1.0, 1.1, 6.0, 1000.0}) {
    for (const double weighted : {0.0, 0.5}) {
      check(ridged(perlin(), {.octaves = 3, .gain = gain, .weighted_strength = weighted}));
      check(billow(simplex(), {.octaves = 20, .gain = gain, .weighted_strength = weighted}));
    }
    check(hybrid(white(), {.octaves = 20, .gain = gain}));
    check(hybrid(simplex(), {.octaves = 64, .gain = gain, .offset = 0.1}));
  }
}

TEST_CASE("maps of coordinates that no number holds are level, alike on every instruction set") {
  for (const char* text : {"scale(scale(x, 1e200), 1e200)", "scale(scale(checkerboard(), 1e200), 1e200)", "fbm(perlin(), octaves=64, lacunarity=1e5, rotate=true)",
                           "rotate(warp(perlin(), octaves=64, lacunarity=1e5), xy=30)", "scale(rotate(scale(perlin(), 1e200), xy=30), 1e200)"}) {
    INFO(text);
    const Noise noise = Noise::parse(text);
    const Interval range = noise.range();
    for (const double x : {0.0, 0.3, -1e200})
      for (const double y : {0.0, 0.7}) {
        isa::use("scalar");
        const float expected = noise.at(x, y);
        CHECK(expected >= range.lo);
        CHECK(expected <= range.hi);
        for_each_isa([&](std::string_view isa) {
          CAPTURE(isa);
          CHECK(bits(noise.at(x, y)) == bits(expected));
        });
      }
  }
  CHECK(Noise::parse("scale(scale(x, 1e200), 1e200)").at(0, 0.7) == 0.0f);
}

TEST_CASE("a finite value has finite derivatives, and level pieces have none") {
  for (const char* text : {"pow(x, 8)", "pow(x, x)", "sqrt(16 / perlin(frequency=4))", "min(distance_to(3e38, -7), white())", "white(frequency=1e39)",
                           "fbm(perlin(), octaves=64, lacunarity=5)", "distance_to(0, 0)", "threshold(perlin(), 0, -3e38, 3e38)"}) {
    INFO(text);
    const Noise noise = Noise::parse(text);
    cloud<double> points;
    for (const double x : {1e10, 1e20, 1e-30, 1000.0, 0.3, 1e39}) add(points, {x, 1.0, 0.0, 0.0});
    for_each_isa([&](std::string_view isa) {
      CAPTURE(isa);
      const samples s = sample(noise, 2, points, true);
      for (std::size_t k = 0; k < s.value.size(); ++k) {
        CHECK(std::isfinite(s.value[k]));
        for (int axis = 0; axis < 2; ++axis) CHECK(std::isfinite(s.gradient[axis][k]));
      }
    });
  }
  const samples level = sample(pow(coordinate_x(), 8), 1, cloud<double>{std::vector<double>{1e10}, {0}, {0}, {0}}, true);
  CHECK(level.gradient[0][0] == 0.0f);
}

TEST_CASE("warps move points by other noise than a fractal's octaves have") {
  // The second octave has twice the frequency.
  const Noise octaves = fbm(perlin(), {.octaves = 2, .gain = 1}), first = perlin();
  const Noise moved = warp(coordinate_x(), {.amplitude = std::sqrt(2.0), .frequency = 2});
  int equal = 0;
  for (int k = 0; k < 100; ++k) {
    const double x = 0.173 * k, y = 1.7 + 0.091 * k;
    const float second = 2 * octaves.at(x, y) - first.at(x, y);
    equal += std::abs(moved.at(x, y) - static_cast<float>(x) - second) < 1e-3f;
  }
  CHECK(equal < 10);
}

TEST_CASE("a warp without amplitude is its source, and no warp moves a point further than its amplitude") {
  const Noise source = perlin({.seed = 2});
  const Grid2 g{.size = {70, 40}, .spacing = {0.17, 0.19}};
  check_same(filled(warp(source, {.amplitude = 0}), g), filled(source, g), "amplitude 0");
  check_same(filled(warp_by(source, {simplex(), simplex()}, 0), g), filled(source, g), "amplitude 0, by fields");
  for (const bool progressive : {false, true})
    for (const double octaves : {1.0, 3.0}) {
      const WarpOptions o{.amplitude = 3, .seed = 6, .octaves = octaves, .progressive = progressive};
      const std::vector<float> x = filled(warp(coordinate_x(), o), g), y = filled(warp(coordinate_y() + 0.0f, o), g);
      float furthest = 0;
      for (std::size_t j = 0; j < 40; ++j)
        for (std::size_t i = 0; i < 70; ++i)
          furthest = std::max(furthest, std::hypot(x[j * 70 + i] - 0.17f * static_cast<float>(i), y[j * 70 + i] - 0.19f * static_cast<float>(j)));
      CHECK(furthest <= 3.0001f);
      CHECK(furthest > 0.5f);
    }
}

TEST_CASE("tile repeats after its width and height, to the bit, and has no seam") {
  const Noise noise = tile(fbm(simplex({.seed = 4})), 8, 5);
  for (double x : {0.0, 0.125, 3.75, -2.5})
    for (double y : {0.0, 0.25, 4.5}) {
      CHECK(bits(noise.at(x + 8, y)) == bits(noise.at(x, y)));
      CHECK(bits(noise.at(x - 16, y + 5)) == bits(noise.at(x, y)));
    }
  // Periods that are no powers of two, as far out as coordinates are exact.
  const Noise odd = tile(perlin({.frequency = 5}), 49, 2.3125);
  generator random{29};
  for (const double far : {1.0, 1e4, 1e9, 1e12})
    for (int k = 0; k < 200; ++k) {
      const double x = std::floor(random.uniform(0, 49 * 64)) / 64, y = std::floor(random.uniform(0, 2.3125 * 64)) / 64;
      const double columns = std::floor(random.uniform(-far, far)), rows = std::floor(random.uniform(-far, far));
      CHECK(bits(odd.at(x + 49 * columns, y + 2.3125 * rows)) == bits(odd.at(x, y)));
    }
  float steepest = 0;
  for (int k = -50; k < 50; ++k) steepest = std::max(steepest, std::abs(noise.at(8 + k * 1e-3, 1.3) - noise.at(8 + (k + 1) * 1e-3, 1.3)));
  CHECK(steepest < 0.05f);
}

TEST_CASE("a rotation keeps lengths, and right angles are exact") {
  const Noise x = rotate(coordinate_x(), {.xy = 90}), y = rotate(coordinate_y(), {.xy = 90});
  CHECK(x.at(3, 7) == -7.0f);
  CHECK(y.at(3, 7) == 3.0f);
  const Noise u = rotate(coordinate_x(), {.xy = 31, .xz = 12, .yz = -77}), v = rotate(coordinate_y(), {.xy = 31, .xz = 12, .yz = -77}),
              w = rotate(coordinate_z(), {.xy = 31, .xz = 12, .yz = -77});
  const double length = std::hypot(u.at(1, 2, 3), v.at(1, 2, 3), w.at(1, 2, 3));
  CHECK(length == doctest::Approx(std::sqrt(14.0)).epsilon(1e-6));
}

TEST_CASE("another world has other values of the same kind, and the same one again for the same seed") {
  const Noise here = warp(fbm(simplex({.seed = 1})) + ridged(perlin()), {.amplitude = 0.4});
  const Noise there = here.reseed(77);
  CHECK(there.to_string() != here.to_string());
  CHECK(there.to_string() == here.reseed(77).to_string());
  CHECK(there.to_string() != here.reseed(78).to_string());
  CHECK(perlin().reseed(1).to_string() != perlin().reseed(4458769490531284825u).to_string());   // streams of octaves differ in 63 bits only
  CHECK(perlin().reseed(0).to_string() != perlin().to_string());
  CHECK(there.range().lo == here.range().lo);
  int equal = 0;
  for (int k = 0; k < 100; ++k) equal += here.at(0.3 * k, 1.7) == there.at(0.3 * k, 1.7);
  CHECK(equal < 3);
}

TEST_CASE("curves go through their points and stay between neighbours") {
  const std::vector<std::pair<float, float>> points{{-1, 0}, {-0.25f, 3}, {0.5f, 3}, {2, -1}};
  const Noise curved = curve(coordinate_x(), points);
  for (const auto& [x, y] : points) CHECK(curved.at(x) == doctest::Approx(y));
  CHECK(curved.at(-9) == 0.0f);
  CHECK(curved.at(9) == -1.0f);
  for (int k = 0; k < 100; ++k) {
    CHECK(curved.at(-0.25 + 0.0075 * k) == doctest::Approx(3));
    CHECK(curved.at(0.5 + 0.015 * k) >= curved.at(0.5 + 0.015 * (k + 1)) - 1e-6f);
  }
}

TEST_CASE("sine is within one unit in the last place of 1") {
  const Noise wave = sine(1.0);
  double worst = 0;
  for (int k = -5000; k < 5000; ++k) {
    const double x = k * 0.000731;
    worst = std::max(worst, std::abs(static_cast<double>(wave.at(x)) - std::sin(6.283185307179586 * x)));
  }
  CHECK(worst <= 0x1p-24 + 1e-9);
}

TEST_CASE("what cannot be is an error at the factory, or when asked for a number of dimensions it has not got") {
  CHECK_THROWS_AS(fbm(perlin(), {.octaves = 0.5}), Error);
  CHECK_THROWS_AS(fbm(perlin(), {.octaves = 65}), Error);
  CHECK_THROWS_AS(fbm(perlin(), {.lacunarity = 0}), Error);
  CHECK_THROWS_AS(fbm(perlin(), {.gain = std::numeric_limits<double>::infinity()}), Error);
  CHECK_THROWS_AS(ping_pong(perlin(), {.strength = 0}), Error);
  CHECK_THROWS_AS(hybrid(perlin(), {.offset = -1}), Error);
  CHECK_THROWS_AS(scale(perlin(), 0), Error);
  CHECK_THROWS_AS(warp_by(perlin(), {}), Error);
  CHECK_THROWS_AS(tile(perlin(), 0, 1), Error);
  CHECK_THROWS_AS(clamp(perlin(), 1, 0), Error);
  CHECK_THROWS_AS(remap(perlin(), {1, 1}, {0, 1}), Error);
  CHECK_THROWS_WITH_AS(remap(perlin(), {0, 1}, {0, std::numeric_limits<float>::quiet_NaN()}), "remap: to is 0 .. nan, but must be two finite numbers", Error);
  CHECK_THROWS_WITH_AS(worley_lookup(perlin(), {.jitter = 2}), "worley_lookup: jitter is 2, but must be 0 to 1", Error);
  CHECK_THROWS_AS(smoothstep(perlin(), 1, 1), Error);
  CHECK_THROWS_AS(quantise(perlin(), 0), Error);
  CHECK_THROWS_AS(terrace(perlin(), 4, 2), Error);
  CHECK_THROWS_AS(curve(perlin(), {{0, 0}}), Error);
  CHECK_THROWS_AS(curve(perlin(), {{0, 0}, {0, 1}}), Error);
  CHECK_THROWS_AS(constant(std::numeric_limits<float>::quiet_NaN()), Error);
  CHECK_THROWS_AS(coordinate_z().at(1, 2), Error);
  CHECK_THROWS_AS(tile(perlin(), 3, 3).at(1, 2, 3), Error);
  CHECK_THROWS_AS((perlin() + webgl_perlin()).at(1), Error);
  CHECK_THROWS_AS(warp_by(perlin(), {simplex(), simplex()}).at(1, 2, 3), Error);
  CHECK_THROWS_AS(fbm(webgl_perlin({.period = {3, 3, 0, 0}}), {.lacunarity = 2.5}), Error);
  CHECK_NOTHROW(fbm(webgl_perlin({.period = {3, 3, 0, 0}}), {.lacunarity = 2}));
  CHECK_THROWS_AS(fbm(perlin({.period = {4, 4, 0, 0}}), {.rotate = true}), Error);
  CHECK_NOTHROW(rotate(fbm(perlin({.period = {4, 4, 0, 0}})), {.xy = 30}).at(1, 2));   // all octaves together may be turned
  CHECK_THROWS_AS(smoothstep(perlin(), -3e38f, 3e38f), Error);
  // Octaves within octaves within octaves would be millions of steps.
  Noise nested = perlin();
  CHECK_THROWS_AS([&] { for (int k = 0; k < 4; ++k) nested = fbm(nested, {.octaves = 64}); }(), Error);
  Noise deep = perlin();
  CHECK_THROWS_AS([&] { for (int k = 0; k < 1000; ++k) deep = -deep; }(), Error);
}

}  // namespace scree::test
