// Published noises against outside oracles: GLM's own port of webgl-noise (Debian's libglm-dev), and within scree across instruction sets
// and routes.
#include "coordinates.hpp"
#include "published_forms.hpp"
#include "support.hpp"

#include "reference/hash12.hpp"
#include "reference/webgl.hpp"

#include <scree/detail/permutation.hpp>
#include <scree/detail/psrdnoise.hpp>
#include <scree/detail/simplex_ports.hpp>
#include <scree/scree.hpp>

#if __has_include(<glm/gtc/noise.hpp>)
#include <glm/glm.hpp>
#include <glm/gtc/noise.hpp>
#define SCREE_TEST_GLM
#endif

#if __has_include(<stb/stb_perlin.h>)
#define STB_PERLIN_IMPLEMENTATION
#include <stb/stb_perlin.h>
#define SCREE_TEST_STB
#endif

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <string>

namespace scree::test {
namespace {

template <class F>
void for_each_form(const F& f) {
  for (const published& p : every_published())
    for (int dims = p.least_dims; dims <= p.most_dims; ++dims) {
      INFO(p.name, " ", dims, "D");
      f(p, dims);
    }
}

constexpr float four_ulp = 4 * 0x1p-23f;

}  // namespace

TEST_CASE("published noises have the reference's bits on every instruction set, at coordinates of all kinds, as float and as double") {
  auto same = [](float a, float b) { return bits(a) == bits(b) || (a == 0 && b == 0) || (std::isnan(a) && std::isnan(b)); };
  for_each_isa([&](std::string_view) {
    for_each_form([&](const published& p, int dims) {
      for (const double frequency : {1.0, 0.37, -3.0}) {
        const Noise noise = p.make(frequency);
        auto check = [&]<class T>(const cloud<T>& x) {
          const samples s = sample(noise, dims, x, true);
          std::size_t wrong = 0;
          for (std::size_t k = 0; k < x[0].size(); ++k) {
            const outcome o = p.reference(frequency, dims, at(x, k));
            bool right = same(s.value[k], o.value);
            for (int axis = 0; axis < dims; ++axis) right = right && same(s.gradient[axis][k], o.gradient[axis]);
            wrong += !right;
          }
          CHECK(wrong == 0);
        };
        cloud<double> special;
        generator random{5};
        for (const double v : {0.0, -0.0, 1.0, -1.0, 0.5, 288.999, 289.0, 1e6, -4194303.75, 4194304.0, 1e9, -1e15, 1e22, 1e30, -1e300, 1.7e308, HUGE_VAL, -HUGE_VAL, std::nan("")})
          for (int turn = 0; turn < 40; ++turn) {
            point x = random_point(random, -300, 300);
            x[turn % 4] = v;
            add(special, x);
          }
        check(special);
        check(random_points<double>(3001, 1, -500, 500));
        check(random_points<float>(3001, 2, -500, 500));
        check(random_points<float>(1003, 3, -1e7, 1e7));
      }
    });
  });
}

TEST_CASE("published noises: a fill is sample() at the grid's coordinates, with derivatives and as integers") {
  for_each_isa([&](std::string_view) {
    for (const published& p : every_published()) {
      if (p.least_dims > 2) continue;
      const Noise noise = p.make(0.7);
      const Grid2 grid{.origin = {-31, 1000}, .size = {77, 13}, .spacing = {0.31, -0.017}, .offset = {0.25, 3e6}};
      std::vector<float> out(77 * 13), dx(out.size()), dy(out.size()), value(out.size()), gx(out.size()), gy(out.size());
      noise.fill(grid, out, Gradient2{dx, dy});
      std::vector<double> x, y;
      for (int j = 0; j < 13; ++j)
        for (int i = 0; i < 77; ++i) x.push_back(std::fma(double(-31 + i), 0.31, 0.25)), y.push_back(std::fma(double(1000 + j), -0.017, 3e6));
      noise.sample(x, y, value, Gradient2{gx, gy});
      CHECK((out == value && dx == gx && dy == gy));
      noise.fill(grid, std::span<float>(dx));
      CHECK(dx == value);
      std::vector<std::uint8_t> bytes(out.size());
      noise.fill(grid, std::span<std::uint8_t>(bytes));
      std::size_t off = 0;
      for (std::size_t k = 0; k < bytes.size(); ++k) off += std::abs(bytes[k] - (value[k] * 0.5f + 0.5f) * 255) > 0.51f;
      CHECK(off == 0);
    }
  });
}

TEST_CASE("published noises of three dimensions: a fill is sample() at the grid's coordinates, with derivatives") {
  for_each_isa([&](std::string_view) {
    for (const published& p : every_published()) {
      if (p.least_dims > 3 || p.most_dims < 3) continue;
      const Noise noise = p.make(-0.7);
      const Grid3 grid{.origin = {-31, 1000, 5}, .size = {37, 5, 3}, .spacing = {0.31, -0.017, 0.7}, .offset = {0.25, 3e6, -40}};
      std::vector<float> out(37 * 5 * 3), dx(out.size()), dy(out.size()), dz(out.size()), plain(out.size());
      noise.fill(grid, out, Gradient3{dx, dy, dz});
      noise.fill(grid, std::span<float>(plain));
      CHECK(out == plain);
      cloud<double> x;
      for (int k = 0; k < 3; ++k)
        for (int j = 0; j < 5; ++j)
          for (int i = 0; i < 37; ++i) add(x, {std::fma(double(-31 + i), 0.31, 0.25), std::fma(double(1000 + j), -0.017, 3e6), std::fma(double(5 + k), 0.7, -40), 0});
      const samples s = sample(noise, 3, x, true);
      CHECK((out == s.value && dx == s.gradient[0] && dy == s.gradient[1] && dz == s.gradient[2]));
    }
  });
}

TEST_CASE("published noises round-trip through text, with all their options") {
  for (const published& p : every_published()) {
    const Noise noise = p.make(0.37), same = Noise::parse(noise.to_string());
    CHECK(same.to_string() == noise.to_string());
    const cloud<double> x = random_points<double>(100, 19, -50, 50);
    CHECK(sample(same, p.most_dims, x).value == sample(noise, p.most_dims, x).value);
  }
}

TEST_CASE("published noises in octaves have the whole periods of each octave") {
  const Noise noise = fbm(stb_perlin({.period = {4, 8, 16}}), {.octaves = 3, .lacunarity = 2.0});
  for (double x = -3.9; x < 4; x += 0.7) CHECK(noise.at(x, 1.25, -2.5) == noise.at(x + 4, 1.25 - 8, -2.5 + 16));
  CHECK_THROWS_WITH_AS(fbm(stb_perlin({.period = {128, 0, 0}}), {.octaves = 3, .lacunarity = 2.0}).at(1, 2, 3),
                       "stb_perlin: period in an octave is 512, but must be whole and within the limit for periods: give the fractal a whole lacunarity, no rotation, and not too many octaves", Error);
}

TEST_CASE("published noises stay within range(), and the periodic ones repeat on every axis, at negatives too") {
  for_each_form([&](const published& p, int dims) {
    const Noise noise = p.make(1.0);
    const Interval range = noise.range();
    std::size_t outside = 0;
    for (const float f : sample(noise, dims, random_points<float>(scaled(1 << 20), 9, -300, 300)).value) outside += !(f >= range.lo && f <= range.hi);
    CHECK(outside == 0);
  });
  const std::array<int, 4> period = {5, 300, 3, 11};
  const Noise noise = webgl_perlin({.period = period});
  for (int dims = 2; dims <= 4; ++dims)
    for (int axis = 0; axis < dims; ++axis) {
      cloud<double> here, there;
      generator random{4};
      for (int k = 0; k < 1000; ++k) {
        point x = random_point(random, -400, 400);
        for (double& v : x) v = std::floor(v * 1024) / 1024;   // exact in single precision, so that only the period is tested
        add(here, x);
        x[axis] -= 3 * period[axis];
        add(there, x);
      }
      CHECK(sample(noise, dims, here).value == sample(noise, dims, there).value);
    }
}

// ---- the bounds, found again --------------------------------------------------------------------------------------------

/// The largest of f over the unit cube: random points, then closer and closer to the best.
template <int Dims, class F>
double largest_in_cube(const F& f) {
  generator random{12};
  std::array<double, Dims> best{};
  double largest = 0;
  auto look = [&](double around) {
    std::array<double, Dims> x;
    for (int k = 0; k < Dims; ++k) x[k] = around == 1 ? random.uniform(0, 1) : std::clamp(best[k] + random.uniform(-around, around), 0.0, 1.0);
    const double value = f(x);
    if (value > largest) largest = value, best = x;
  };
  for (std::size_t k = scaled(10000); k > 0; --k) look(1);
  for (double around = 0.1; around > 1e-5; around *= 0.9)
    for (int k = 0; k < 30; ++k) look(around);
  return largest;
}

/// The most that a blend of planes could give: every corner has whichever gradient is steepest towards the sample, up or
/// down. The gradients are what the
/// noise has for derivatives at lattice points.
template <int Dims>
double blend_at_most(const Noise& noise, Fade fade = Fade::quintic) {
  cloud<double> lattice;
  generator random{13};
  for (int k = 0; k < 20000; ++k) {
    point x = random_point(random, 0, 288);
    for (double& v : x) v = std::floor(v);
    add(lattice, x);
  }
  const samples s = sample(noise, Dims, lattice, true);
  std::set<std::array<float, Dims>> gradients;
  for (std::size_t k = 0; k < lattice[0].size(); ++k) {
    std::array<float, Dims> g;
    for (int axis = 0; axis < Dims; ++axis) g[axis] = s.gradient[axis][k];
    gradients.insert(g);
  }
  auto at_most = [&](double sign, const std::array<double, Dims>& x) {
    double sum = 0;
    for (unsigned corner = 0; corner < 1u << Dims; ++corner) {
      double weight = 1, steepest = -9;
      std::array<double, Dims> d;
      for (int k = 0; k < Dims; ++k) {
        const double t = x[k], u = fade == Fade::linear ? t : fade == Fade::cubic ? t * t * (3 - 2 * t) : t * t * t * (t * (t * 6 - 15) + 10);
        weight *= corner >> k & 1 ? u : 1 - u;
        d[k] = x[k] - (corner >> k & 1);
      }
      for (const auto& g : gradients) steepest = std::max(steepest, sign * std::inner_product(g.begin(), g.end(), d.begin(), 0.0));
      sum += weight * steepest;
    }
    return sum;
  };
  return largest_in_cube<Dims>([&](const std::array<double, Dims>& x) { return std::max(at_most(1, x), at_most(-1, x)); });
}

/// The most that webgl_simplex could give: every corner has the longest gradient, and it points to the sample.
template <int Dims>
double simplex_at_most(double radius, double scale) {
  double longest = 0;
  for (int number = 0; number < 289; ++number) {
    const auto g = reference::webgl::gradient<Dims>(static_cast<float>(number));
    const double squares = std::inner_product(g.begin(), g.end(), g.begin(), 0.0);
    longest = std::max(longest, std::sqrt(squares) * (1.79284291400159 - 0.85373472095314 * squares));
  }
  const double G = (1 - 1 / std::sqrt(Dims + 1.0)) / Dims;
  return longest * scale * largest_in_cube<Dims>([&](std::array<double, Dims> x) {
    std::sort(x.begin(), x.end(), std::greater<>());   // so the corners step along x, then y, ...
    const double shift = std::accumulate(x.begin(), x.end(), 0.0) * G;
    for (double& v : x) v -= shift;
    double sum = 0;
    for (int corner = 0; corner <= Dims; ++corner) {
      const double squares = std::inner_product(x.begin(), x.end(), x.begin(), 0.0), m = std::max(0.0, radius - squares);
      sum += m * m * m * m * std::sqrt(squares);
      for (double& v : x) v += G;
      if (corner < Dims) x[corner] -= 1;
    }
    return sum;
  });
}

/// The same for psrdnoise, whose gradients are unit vectors.
template <int Dims>
double psrd_at_most() {
  return (Dims == 2 ? 10.9 : 39.5) * largest_in_cube<Dims>([](std::array<double, Dims> f) {
    std::sort(f.begin(), f.end(), std::greater<>());   // on the grid of simplices: the corners step along the first axis, then the second, ...
    double sum = 0;
    for (int corner = 0; corner <= Dims; ++corner) {
      std::array<double, Dims> d = f;
      for (int k = 0; k < corner; ++k) d[k] -= 1;
      const double u = d[0], v = d[1], w = d[Dims - 1];
      const double squares = Dims == 2 ? (u - v / 2) * (u - v / 2) + v * v : ((v + w - u) * (v + w - u) + (u + w - v) * (u + w - v) + (u + v - w) * (u + v - w)) / 4;
      sum += std::pow(std::max(0.0, (Dims == 2 ? 0.8 : 0.5) - squares), Dims == 2 ? 4 : 3) * std::sqrt(squares);
    }
    return sum;
  });
}

/// The same for simplex_table: every corner has whichever gradient is steepest towards the sample.
template <int Dims>
double table_at_most(int port) {
  const double G = (1 - 1 / std::sqrt(Dims + 1.0)) / Dims;
  return definition::table_scale(port, Dims) * largest_in_cube<Dims>([&](std::array<double, Dims> x) {
    std::sort(x.begin(), x.end(), std::greater<>());
    const double shift = std::accumulate(x.begin(), x.end(), 0.0) * G;
    for (double& v : x) v -= shift;
    double sum = 0;
    for (int corner = 0; corner <= Dims; ++corner) {
      const double m = std::max(0.0, definition::table_radius(port, Dims) - std::inner_product(x.begin(), x.end(), x.begin(), 0.0));
      double steepest = 0;
      for (unsigned number = 0; number < 256; ++number) {
        const auto g = definition::table_gradient(port, Dims, number);
        steepest = std::max(steepest, std::inner_product(x.begin(), x.end(), g.begin(), 0.0));
      }
      sum += m * m * m * m * steepest;
      for (double& v : x) v += G;
      if (corner < Dims) x[corner] -= 1;
    }
    return sum;
  });
}

TEST_CASE("the bounds of published noises are those documented, and range() is the widest") {
  auto near = [](double bound, double documented) { return bound <= documented && bound > documented - 0.0025; };
  CHECK(near(blend_at_most<1>(perlin_classic(), Fade::cubic), 0.5));
  CHECK(near(blend_at_most<2>(perlin_classic(), Fade::cubic), 0.708));
  CHECK(near(blend_at_most<3>(perlin_classic(), Fade::cubic), 0.867));
  CHECK(near(blend_at_most<1>(perlin_improved()), 0.501));
  CHECK(near(blend_at_most<2>(perlin_improved()), 1.001));
  CHECK(near(blend_at_most<3>(perlin_improved()), 1.037));
  CHECK(near(blend_at_most<4>(perlin_improved()), perlin_improved().range().hi));
  for (const int release : {2011, 2021}) {
    const Noise noise = webgl_perlin({.release = release});
    CHECK(near(blend_at_most<2>(noise), 0.973));
    CHECK(near(blend_at_most<3>(noise), 1.334));
    CHECK(near(blend_at_most<4>(noise), noise.range().hi));
  }
  CHECK(near(table_at_most<2>(0), simplex_table().range().hi));
  CHECK(near(table_at_most<3>(0), 0.979));
  const double in_4d = table_at_most<4>(0);   // has many maxima of nearly the same height
  CHECK((in_4d <= 0.992 && in_4d > 0.96));
  CHECK(near(table_at_most<2>(2), 0.885));
  CHECK(near(table_at_most<3>(2), 0.417));
  CHECK(near(table_at_most<4>(2), 0.431));
  CHECK(near(blend_at_most<2>(hash12_gradient(), Fade::quintic), 0.708));
  CHECK(near(blend_at_most<2>(hash12_gradient({.fade = Fade::cubic}), Fade::cubic), 0.708));
  CHECK(near(psrd_at_most<2>(), 0.998));
  CHECK(near(psrd_at_most<3>(), psrdnoise().range().hi));
  CHECK(near(simplex_at_most<2>(0.5, 130), 1.035));
  CHECK(near(simplex_at_most<3>(0.6, 42), 1.053));
  CHECK(near(simplex_at_most<3>(0.5, 105), 0.975));
  CHECK(near(simplex_at_most<4>(0.6, 49), webgl_simplex().range().hi));
}

TEST_CASE("published noises of too few dimensions say so, and bad options too") {
  const Noise noise = webgl_simplex();
  std::vector<float> one(4), out(4, 7.0f);
  CHECK_THROWS_WITH_AS(noise.at(0.5), "webgl_simplex has 2 to 4 dimensions, but was asked for 1", Error);
  CHECK_THROWS_AS(noise.sample(one, out), Error);
  CHECK_THROWS_AS(noise.fill(Grid1{.size = {4}}, std::span<float>(out)), Error);
  CHECK(out == std::vector<float>(4, 7.0f));
  CHECK_THROWS_WITH_AS(webgl_simplex({.release = 2012}), "webgl_simplex: release is 2012, but must be 2011 or 2021", Error);
  CHECK_THROWS_AS(webgl_simplex({.frequency = 0.0}), Error);
  CHECK_THROWS_WITH_AS(perlin_classic().at(1, 2, 3, 4), "perlin_classic has 1 to 3 dimensions, but was asked for 4", Error);
  CHECK_THROWS_WITH_AS(stb_perlin().at(1), "stb_perlin has 2 to 3 dimensions, but was asked for 1", Error);
  CHECK_THROWS_WITH_AS(stb_perlin({.period = {0, 3, 0}}), "stb_perlin: period is 3, but must be 0 or a power of two up to 256", Error);
  CHECK_THROWS_AS(stb_perlin({.period = {512, 0, 0}}), Error);
  SimplexTableOptions twice{.permutation = definition::perlin_permutation};
  twice.permutation[9] = 17;
  CHECK_THROWS_WITH_AS(simplex_table(twice), "simplex_table: a number that permutation holds twice is 17, but must be there once, like every one of 0 .. 255", Error);
  twice.port = SimplexPort::three_js;
  CHECK_NOTHROW(simplex_table(twice));
  CHECK_THROWS_AS(simplex_table({.port = static_cast<SimplexPort>(3)}), Error);
  CHECK_THROWS_WITH_AS(psrdnoise({.alpha = 2e6}), "psrdnoise: alpha is 2e+06, but must be finite and at most 2^20 in size", Error);
  CHECK_THROWS_AS(psrdnoise({.alpha = std::nan("")}), Error);
  CHECK_THROWS_AS(psrdnoise({.period = {-1, 0, 0}}), Error);
  CHECK_THROWS_AS(hash12_value({.fade = static_cast<Fade>(3)}), Error);
  CHECK_THROWS_WITH_AS(hash12_gradient().at(1, 2, 3), "hash12_gradient has 2 dimensions, but was asked for 3", Error);
  CHECK_THROWS_WITH_AS(webgl_perlin({.period = {0, -3, 0, 0}}), "webgl_perlin: period is -3, but must be 0 (none) or 1 to 2^20 cells", Error);
}

// ---- outside oracles ------------------------------------------------------------------------------------------------------

TEST_CASE("unity_perlin is improved noise in 2D, brought to 0 .. 1") {
  for (const double x : {0.5, 3.3, 100.7}) CHECK(std::abs(unity_perlin(2.0).at(x, x / 3) - (perlin_improved({.frequency = 2.0}).at(x, x / 3) + 0.69) / 1.483) < 1e-6);
}

TEST_CASE("perlin_improved has the published values") {
  // Of Perlin's own program (double precision), as quoted with it, and the extremes of its table.
  struct {
    double x, y, z, value;
  } const known[] = {{3.14, 42, 7, 0.13691995878400012},       {0.5, 0.5, 0.5, -0.25},
                     {1.5, 2.5, 3.5, 0.125},                   {-0.5, -1.5, -2.5, 0.375},
                     {0.1, 0.2, 0.3, 0.35122924878110723},     {-3.14, -42.7, 7.3, -0.57357186903630497},
                     {255.5, 255.5, 255.5, -0.875},            {12.355257, 187.518508, 5.5, 1.036353811},
                     {162.505191, 241.503894, 81.349967, -1.026592555}};
  const Noise noise = perlin_improved();
  for (const auto& k : known) {
    CAPTURE(k.x);
    CHECK(std::abs(noise.at(k.x, k.y, k.z) - k.value) < 1e-6);
    CHECK(std::abs(noise.at(k.x + 256, k.y - 512, k.z + 1024) - k.value) < 1e-6);
  }
  CHECK(noise.at(2.3, -4.7) == noise.at(2.3, -4.7, 0.0));
  CHECK(noise.at(2.3) == noise.at(2.3, 0.0));
}

/// Improved noise once more, in double precision and in the order of the published program.
double improved_noise(const std::array<std::uint8_t, 256>& p, double x, double y, double z) {
  auto corner = [&](int i, int j, int k) { return p[(p[(p[i & 255] + j) & 255] + k) & 255] & 15; };
  auto grad = [](int h, double a, double b, double c) {
    const double u = h < 8 ? a : b, v = h < 4 ? b : h == 12 || h == 14 ? a : c;
    return (h & 1 ? -u : u) + (h & 2 ? -v : v);
  };
  auto fade = [](double t) { return t * t * t * (t * (t * 6 - 15) + 10); };
  auto lerp = [](double t, double a, double b) { return a + t * (b - a); };
  const int i = static_cast<int>(std::floor(x)), j = static_cast<int>(std::floor(y)), k = static_cast<int>(std::floor(z));
  x -= i, y -= j, z -= k;
  auto edge = [&](int dy, int dz) { return lerp(fade(x), grad(corner(i, j + dy, k + dz), x, y - dy, z - dz), grad(corner(i + 1, j + dy, k + dz), x - 1, y - dy, z - dz)); };
  return lerp(fade(z), lerp(fade(y), edge(0, 0), edge(1, 0)), lerp(fade(y), edge(0, 1), edge(1, 1)));
}

TEST_CASE("perlin_improved is the published program within 2e-6, at 10^6 points, with its table and with others") {
  for (const std::uint64_t seed : {0, 1, 99}) {
    const auto p = definition::permutation_of(seed);
    std::array<int, 256> seen{};
    for (const std::uint8_t v : p) ++seen[v];
    CHECK(std::count(seen.begin(), seen.end(), 1) == 256);
    const cloud<double> x = random_points<double>(scaled(300000), 8, -600, 600);
    const samples s = sample(perlin_improved({.seed = seed}), 3, x);
    std::size_t wrong = 0;
    for (std::size_t k = 0; k < x[0].size(); ++k) wrong += !(std::abs(s.value[k] - improved_noise(p, x[0][k], x[1][k], x[2][k])) < 2e-6);
    CHECK(wrong == 0);
  }
}

#ifdef __GLIBC__
/// Perlin's first noise in double precision and in the order of his program, with its tables drawn from this system's random().
struct classic_program {
  int p[514];
  double g[3][514][3];

  explicit classic_program(unsigned seed) {
    srandom(seed);
    auto number = [] { return static_cast<float>(random() % 512 - 256) / 256; };
    for (int i = 0; i < 256; ++i) {
      p[i] = i;
      for (int dims = 1; dims <= 3; ++dims) {
        auto& v = g[dims - 1][i];
        for (int k = 0; k < dims; ++k) v[k] = number();
        const double length = std::sqrt(std::inner_product(v, v + dims, v, 0.0));
        for (int k = 0; k < dims && dims > 1; ++k) v[k] /= length;
      }
    }
    for (int i = 255; i > 0; --i) std::swap(p[i], p[random() % 256]);
    for (int i = 0; i < 258; ++i) {
      p[256 + i] = p[i];
      for (auto& table : g) std::copy(table[i], table[i] + 3, table[256 + i]);
    }
  }

  double noise(int dims, const point& x) const {
    int cell[3][2] = {};
    double r[3][2] = {}, s[3] = {};
    for (int k = 0; k < dims; ++k) {
      const double t = x[k] + 4096;
      cell[k][0] = static_cast<int>(t) & 255, cell[k][1] = (cell[k][0] + 1) & 255;
      r[k][0] = t - static_cast<int>(t), r[k][1] = r[k][0] - 1;
      s[k] = r[k][0] * r[k][0] * (3 - 2 * r[k][0]);
    }
    auto corner = [&](int i, int j, int k) {
      const int in_x = p[cell[0][i]], in_y = p[in_x + cell[1][j]], last = dims == 1 ? in_x : dims == 2 ? in_y : in_y + cell[2][k];
      const auto& q = g[dims - 1][last];
      return r[0][i] * q[0] + (dims > 1 ? r[1][j] * q[1] : 0) + (dims > 2 ? r[2][k] * q[2] : 0);
    };
    auto lerp = [](double t, double a, double b) { return a + t * (b - a); };
    auto edge = [&](int j, int k) { return lerp(s[0], corner(0, j, k), corner(1, j, k)); };
    auto face = [&](int k) { return dims == 1 ? edge(0, 0) : lerp(s[1], edge(0, k), edge(1, k)); };
    return dims < 3 ? face(0) : lerp(s[2], face(0), face(1));
  }
};

TEST_CASE("perlin_classic is Perlin's program within 1e-6, with this system's random(), at 10^6 points from -4096 on") {
  for (const unsigned seed : {1u, 4000000000u}) {
    const classic_program program(seed);
    for (int dims = 1; dims <= 3; ++dims) {
      const cloud<double> x = random_points<double>(scaled(170000), 21, -4096, 5000);
      const samples s = sample(perlin_classic({.seed = seed}), dims, x);
      std::size_t wrong = 0;
      for (std::size_t k = 0; k < x[0].size(); ++k) wrong += !(std::abs(s.value[k] - program.noise(dims, at(x, k))) < 1e-6);
      CHECK(wrong == 0);
    }
  }
  CHECK(perlin_classic({.seed = 1}).at(0.3, 0.4, 0.5) == perlin_classic().at(0.3, 0.4, 0.5));
}
#endif

/// Values of the npm packages simplex-noise and three: see tests/oracles/simplex_table.mjs.
struct port_values {
  SimplexPort port;
  std::array<std::uint8_t, 256> permutation;
  struct value {
    int dims;
    point x;
    double is;
  };
  std::vector<value> values;
};
const std::vector<port_values> port_tables = {
#include "oracles/simplex_table.inc"
};

TEST_CASE("simplex_table is what simplex-noise.js and three.js compute, within 1e-5") {
  CHECK(port_tables.size() == 2);
  for (const port_values& table : port_tables) {
    const Noise noise = simplex_table({.port = table.port, .permutation = table.permutation});
    for (const auto& v : table.values) {
      CAPTURE(v.dims);
      CHECK(std::abs(at(noise, v.dims, v.x) - v.is) < 1e-5);
    }
  }
}

/// The ports' functions once more: in double precision (JavaScript), or in single, where only the constants are double (simplexnoise1234).
/// Discontinuous where two offsets are alike or a skewed coordinate is an integer, with a falloff of 0.6: `clear` says that the point is not there.
template <class T>
double table_textbook(SimplexPort port, const std::array<std::uint8_t, 256>& p, int dims, const point& at, bool& clear) {
  const bool c_port = port == SimplexPort::simplexnoise1234;
  static constexpr double written_skew[] = {0.366025403, 0.333333333, 0.309016994}, written_unskew[] = {0.211324865, 0.166666667, 0.138196601};
  const double root = std::sqrt(dims + 1.0), skew = c_port ? written_skew[dims - 2] : (root - 1) / dims;
  const double unskew = c_port ? written_unskew[dims - 2] : (dims + 1 - root) / (dims * (dims + 1));
  T x[4] = {}, sum = 0, offset[4];
  for (int k = 0; k < dims; ++k) x[k] = static_cast<T>(at[k]), sum += x[k];
  const T s = static_cast<T>(sum * skew);
  long cell[4] = {}, n = 0;
  for (int k = 0; k < dims; ++k) {
    const T skewed = x[k] + s;
    cell[k] = static_cast<long>(std::floor(skewed)), n += cell[k];
    clear = clear && std::abs(skewed - std::nearbyint(skewed)) > T(1e-6);
  }
  const T t = static_cast<T>(static_cast<double>(n) * unskew);
  for (int k = 0; k < dims; ++k) offset[k] = x[k] - (static_cast<T>(cell[k]) - t);
  for (int a = 0; a < dims; ++a)
    for (int b = 0; b < a; ++b) clear = clear && std::abs(offset[a] - offset[b]) > T(1e-6);

  int order[4] = {0, 1, 2, 3};
  std::stable_sort(order, order + dims, [&](int a, int b) { return offset[a] > offset[b]; });
  T total = 0;
  for (int corner = 0; corner <= dims; ++corner) {
    long step[4] = {};
    for (int k = 0; k < corner; ++k) step[order[k]] = 1;
    T d[4] = {}, left = c_port || dims == 2 ? T(0.5) : T(0.6);
    unsigned hash = 0;
    for (int k = dims - 1; k >= 0; --k) hash = p[(static_cast<unsigned>(cell[k] + step[k]) + hash) & 255];
    for (int k = 0; k < dims; ++k) {
      d[k] = static_cast<T>(offset[k] - static_cast<T>(step[k]) + corner * unskew);
      left -= d[k] * d[k];
    }
    if (left < 0) continue;
    T ramp = 0;
    auto either = [&](unsigned bit, T v) { return hash & bit ? -v : v; };
    if (!c_port && dims < 4) {
      static constexpr int edges[12][3] = {{1, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {-1, -1, 0}, {1, 0, 1}, {-1, 0, 1}, {1, 0, -1}, {-1, 0, -1}, {0, 1, 1}, {0, -1, 1}, {0, 1, -1}, {0, -1, -1}};
      for (int k = 0; k < dims; ++k) ramp += T(edges[hash % 12][k]) * d[k];
    } else if (!c_port) {
      int bit = 4;
      for (int k = 0; k < 4; ++k)
        if (k != static_cast<int>(hash % 32 / 8)) ramp += either(static_cast<unsigned>(bit), d[k]), bit /= 2;
    } else if (dims == 2) {
      ramp = hash & 4 ? either(1, d[1]) + either(2, 2 * d[0]) : either(1, d[0]) + either(2, 2 * d[1]);
    } else if (dims == 3) {
      const unsigned h = hash & 15;
      ramp = either(1, h < 8 ? d[0] : d[1]) + either(2, h < 4 ? d[1] : h == 12 || h == 14 ? d[0] : d[2]);
    } else {
      const unsigned h = hash & 31;
      ramp = either(1, h < 24 ? d[0] : d[1]) + either(2, h < 16 ? d[1] : d[2]) + either(4, h < 8 ? d[2] : d[3]);
    }
    left *= left;
    total += left * left * ramp;
  }
  return total * T(dims == 4 ? 27 : dims == 3 ? 32 : c_port ? 40 : 70);
}

TEST_CASE("simplex_table is its ports' function at 10^6 points, negatives too: within 1e-5 of the double ones, and 4 ULP of one of the single one") {
  for (const SimplexTableOptions& options : forms<SimplexTableOptions>()) {
    const auto p = definition::is_given(options.permutation) ? options.permutation : definition::permutation_of(options.seed);
    const bool single = options.port == SimplexPort::simplexnoise1234;
    for (int dims = 2; dims <= 4; ++dims)
      for (const double size : {10.0, 3000.0}) {
        const cloud<float> x = random_points<float>(scaled(500000), 31, -size, size);
        const samples s = sample(simplex_table(options), dims, x);
        std::size_t wrong = 0, left_out = 0;
        for (std::size_t k = 0; k < x[0].size(); ++k) {
          bool clear = true;
          const double wanted = single ? table_textbook<float>(options.port, p, dims, at(x, k), clear) : table_textbook<double>(options.port, p, dims, at(x, k), clear);
          const bool right = std::abs(s.value[k] - wanted) <= (single ? four_ulp : 1e-5);
          if (!single && dims > 2 && !clear) ++left_out;
          else wrong += !right;
        }
        CAPTURE(dims);
        CAPTURE(size);
        CHECK(wrong == 0);
        CHECK(left_out <= x[0].size() / 1000);
      }
  }
}

/// psrdnoise once more, in the order of the shaders, with the machine's own sine and cosine.
float psrd_textbook(const PsrdnoiseOptions& options, int dims, const point& at) {
  using std::floor;
  auto mod = [](float x, float y) { return x - y * floor(x / y); };
  const float alpha = static_cast<float>(options.alpha), x = static_cast<float>(at[0]), y = static_cast<float>(at[1]), z = static_cast<float>(at[2]);
  float n[4] = {};
  if (dims == 2) {
    const float u = x + y * 0.5f, i = floor(u), j = floor(y), step = u - i >= y - j ? 1.0f : 0.0f;
    for (int corner = 0; corner < 3; ++corner) {
      const float iu = i + (corner == 2 ? 1.0f : static_cast<float>(corner) * step), iv = j + (corner == 2 ? 1.0f : static_cast<float>(corner) * (1.0f - step)), vx = iu - iv * 0.5f;
      float xw = vx, yw = iv;
      if (options.period[0] > 0) xw = mod(xw, static_cast<float>(options.period[0]));
      if (options.period[1] > 0) yw = mod(yw, static_cast<float>(options.period[1]));
      float hash = mod(floor(xw + 0.5f * yw + 0.5f), 289.0f);
      hash = mod((hash * 51.0f + 2.0f) * hash + floor(yw + 0.5f), 289.0f);
      hash = mod((hash * 34.0f + 10.0f) * hash, 289.0f);
      const float psi = hash * 0.07482f + alpha, dx = x - vx, dy = y - iv, w = std::max(0.8f - (dx * dx + dy * dy), 0.0f);
      n[corner] = w * w * (w * w) * (std::cos(psi) * dx + std::sin(psi) * dy);
    }
    return 10.9f * (n[0] + n[1] + n[2]);
  }
  const float uvw[3] = {y + z, x + z, x + y};
  float base[3], f[3];
  for (int k = 0; k < 3; ++k) base[k] = floor(uvw[k]), f[k] = uvw[k] - base[k];
  int order[3] = {0, 1, 2};   // largest fraction first
  std::stable_sort(order, order + 3, [&](int a, int b) { return f[a] > f[b]; });
  for (int corner = 0; corner < 4; ++corner) {
    float i[3] = {base[0], base[1], base[2]};
    for (int k = 0; k < corner; ++k) i[order[k]] += 1.0f;
    float v[3] = {(i[1] + i[2] - i[0]) / 2, (i[0] + i[2] - i[1]) / 2, (i[0] + i[1] - i[2]) / 2};
    const float d[3] = {x - v[0], y - v[1], z - v[2]};
    for (int k = 0; k < 3; ++k)
      if (options.period[k] > 0) v[k] = mod(v[k], static_cast<float>(options.period[k]));
    const float wrapped[3] = {floor(v[1] + v[2] + 0.5f), floor(v[0] + v[2] + 0.5f), floor(v[0] + v[1] + 0.5f)};
    float hash = 0;
    for (int k = 2; k >= 0; --k) {
      const float m = mod(hash + wrapped[k], 289.0f);
      hash = mod((m * 34.0f + 10.0f) * m, 289.0f);
    }
    const float theta = hash * 3.883222077f, sz = hash * -0.006920415f + 0.996539792f, psi = hash * 0.108705628f, ring = std::sqrt(1.0f - sz * sz);
    const float Ct = std::cos(theta), St = std::sin(theta), Cp = std::cos(psi), Sp = std::sin(psi), Ca = std::cos(alpha), Sa = std::sin(alpha);
    const float px = Ct * ring, py = St * ring, Ctp = St * Sp - Ct * Cp;
    const float qx = Ctp * St * (1 - sz) + Sp * sz, qy = -Ctp * Ct * (1 - sz) + Cp * sz, qz = -(py * Cp + px * Sp);
    const bool turned = alpha != 0;
    const float gx = turned ? Ca * px + Sa * qx : px, gy = turned ? Ca * py + Sa * qy : py, gz = turned ? Ca * sz + Sa * qz : sz;
    const float w = std::max(0.5f - (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]), 0.0f);
    n[corner] = w * w * w * (gx * d[0] + gy * d[1] + gz * d[2]);
  }
  return 39.5f * (n[0] + n[1] + (n[2] + n[3]));
}

TEST_CASE("psrdnoise is the shader's function, with this machine's sine and cosine, within 4 ULP of one at 10^6 points, negatives too") {
  for (const PsrdnoiseOptions& options : forms<PsrdnoiseOptions>())
    for (int dims = 2; dims <= 3; ++dims) {
      const cloud<float> x = random_points<float>(scaled(250000), 51, -400, 400);
      const samples s = sample(psrdnoise(options), dims, x);
      std::size_t wrong = 0;
      for (std::size_t k = 0; k < x[0].size(); ++k) wrong += !(std::abs(s.value[k] - psrd_textbook(options, dims, at(x, k))) <= four_ulp);
      CAPTURE(dims);
      CHECK(wrong == 0);
    }
}

/// The tutorials' noises once more, in their order, with the machine's own sine and cosine.
float tutorial_textbook(Fade fade, bool gradients, float x, float y) {
  auto fract = [](float v) { return v - std::floor(v); };
  auto hash12 = [&](float px, float py) {
    const float p[3] = {fract(px * 0.1031f), fract(py * 0.1031f), fract(px * 0.1031f)};
    const float dot = p[0] * (p[1] + 33.33f) + p[1] * (p[2] + 33.33f) + p[2] * (p[0] + 33.33f);
    return fract((p[0] + dot + (p[1] + dot)) * (p[2] + dot));
  };
  const float i = std::floor(x), j = std::floor(y), fx = x - i, fy = y - j;
  auto curve = [&](float t) { return fade == Fade::linear ? t : fade == Fade::cubic ? t * t * (3.0f - 2.0f * t) : t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); };
  auto corner = [&](float a, float b) {
    const float hash = hash12(i + a, j + b), angle = 6.2831853f * hash;
    return gradients ? std::cos(angle) * (fx - a) + std::sin(angle) * (fy - b) : hash;
  };
  auto mix = [](float a, float b, float t) { return a * (1.0f - t) + b * t; };
  return mix(mix(corner(0, 0), corner(1, 0), curve(fx)), mix(corner(0, 1), corner(1, 1), curve(fx)), curve(fy));
}

TEST_CASE("hash12_value and hash12_gradient are the tutorials' functions at 10^6 points, negatives too: within 4 ULP of one, with gradients within 1e-6") {
  for (const Fade fade : {Fade::linear, Fade::cubic, Fade::quintic})
    for (const double size : {10.0, 2000.0}) {
      const cloud<float> x = random_points<float>(scaled(170000), 61, -size, size);
      const samples value = sample(hash12_value({.fade = fade}), 2, x), gradient = sample(hash12_gradient({.fade = fade}), 2, x);
      std::size_t wrong = 0;
      for (std::size_t k = 0; k < x[0].size(); ++k) {
        wrong += !(std::abs(value.value[k] - tutorial_textbook(fade, false, x[0][k], x[1][k])) <= four_ulp);
        wrong += !(std::abs(gradient.value[k] - tutorial_textbook(fade, true, x[0][k], x[1][k])) <= 1e-6f);
      }
      CHECK(wrong == 0);
    }
}

TEST_CASE("the gradients of psrdnoise and hash12_gradient have a sine and a cosine as stated") {
  double psrd = 0, hash = 0;
  for (int k = -4000; k <= 4000; ++k) {
    const float angle = static_cast<float>(k) * 0.31f;
    const definition::circle_point p = definition::on_circle(angle);
    psrd = std::max({psrd, std::abs(p.sine - std::sin(double(angle))), std::abs(p.cosine - std::cos(double(angle)))});
  }
  CHECK(psrd < 0x1p-24);
  // At lattice points the derivatives are the gradient: a unit vector.
  cloud<double> x;
  generator random{71};
  for (int k = 0; k < 20000; ++k) add(x, {std::floor(random.uniform(-3000, 3000)), std::floor(random.uniform(-3000, 3000)), 0, 0});
  const samples s = sample(hash12_gradient(), 2, x, true);
  for (std::size_t k = 0; k < x[0].size(); ++k) {
    const double turn = 2 * std::acos(-1.0) * reference::hash12(static_cast<float>(x[0][k]), static_cast<float>(x[1][k]));
    hash = std::max({hash, std::abs(s.gradient[0][k] - std::cos(turn)), std::abs(s.gradient[1][k] - std::sin(turn))});
  }
  CHECK(hash < 2e-7);
}

#ifdef SCREE_TEST_STB
TEST_CASE("stb_perlin is stb_perlin_noise3_seed within 2e-6, at 10^6 points, negatives too, with its wrapping") {
  for (const StbPerlinOptions& options : forms<StbPerlinOptions>()) {
    const cloud<float> x = random_points<float>(scaled(350000), 22, -600, 600);
    const Noise noise = stb_perlin(options);
    CHECK(noise.at(2.3, -4.7) == noise.at(2.3, -4.7, 0.0));
    const samples s = sample(noise, 3, x);
    std::size_t wrong = 0;
    for (std::size_t k = 0; k < x[0].size(); ++k) {
      const float wanted = stb_perlin_noise3_seed(x[0][k], x[1][k], x[2][k], options.period[0], options.period[1], options.period[2], static_cast<int>(options.seed));
      wrong += !(std::abs(s.value[k] - wanted) <= 2e-6f);
    }
    CHECK(wrong == 0);
  }
}
#else
TEST_CASE("comparison with stb_perlin") { MESSAGE("skipped: stb (libstb-dev) is not here for this compiler"); }
#endif

#ifdef SCREE_TEST_GLM
/// How many of 10^6 points are further than a tolerance from an oracle in single precision.
template <class Oracle>
std::size_t disagreements(const Noise& noise, int dims, double size, const Oracle& oracle, float tolerance = four_ulp) {
  const cloud<float> x = random_points<float>(scaled(1000000), 17, -size, size);
  const samples s = sample(noise, dims, x);
  std::size_t count = 0;
  for (std::size_t k = 0; k < x[0].size(); ++k) {
    const float wanted = oracle(x[0][k], x[1][k], x[2][k], x[3][k]);
    count += !(std::abs(s.value[k] - wanted) <= tolerance);
  }
  return count;
}

TEST_CASE("webgl_simplex is glm::simplex: 10^6 points, negatives too, within 4 ULP of one") {
  const Noise noise = webgl_simplex();
  for (const double size : {10.0, 300.0, 5000.0}) {
    CAPTURE(size);
    CHECK(disagreements(noise, 2, size, [](float x, float y, float, float) { return glm::simplex(glm::vec2(x, y)); }) == 0);
    CHECK(disagreements(noise, 3, size, [](float x, float y, float z, float) { return glm::simplex(glm::vec3(x, y, z)); }) == 0);
    CHECK(disagreements(noise, 4, size, [](float x, float y, float z, float w) { return glm::simplex(glm::vec4(x, y, z, w)); }) == 0);
  }
}

TEST_CASE("webgl_perlin is glm::perlin: within 4 ULP of one in 3D; in 2D and 4D, where GLM divides by 41 and 7 and the shader multiplies, 1e-5") {
  const Noise noise = webgl_perlin(), periodic = webgl_perlin({.period = {5, 7, 3, 11}}), own = webgl_perlin({.period = {289, 289, 289, 289}});
  for (const double size : {10.0, 280.0}) {
    CAPTURE(size);
    CHECK(disagreements(noise, 2, size, [](float x, float y, float, float) { return glm::perlin(glm::vec2(x, y)); }, 1e-5f) == 0);
    CHECK(disagreements(noise, 3, size, [](float x, float y, float z, float) { return glm::perlin(glm::vec3(x, y, z)); }) == 0);
    CHECK(disagreements(periodic, 2, size, [](float x, float y, float, float) { return glm::perlin(glm::vec2(x, y), glm::vec2(5, 7)); }, 1e-5f) == 0);
    CHECK(disagreements(periodic, 4, size, [](float x, float y, float z, float w) { return glm::perlin(glm::vec4(x, y, z, w), glm::vec4(5, 7, 3, 11)); }, 1e-5f) == 0);
    // GLM's 4D form without a period multiplies one norm twice; its periodic one does not, and 289 is the permutation's own period.
    CHECK(disagreements(noise, 4, size, [](float x, float y, float z, float w) { return glm::perlin(glm::vec4(x, y, z, w), glm::vec4(289)); }, 1e-5f) == 0);
    CHECK(disagreements(own, 4, size, [](float x, float y, float z, float w) { return glm::perlin(glm::vec4(x, y, z, w), glm::vec4(289)); }, 1e-5f) == 0);
  }
  // In 3D the division decides ties of GLM's periodic form otherwise than the shader, and than GLM's other form, which is taken instead:
  // inside the first period both are one.
  const Noise wide = webgl_perlin({.period = {21, 22, 23, 0}});
  generator random{6};
  for (std::size_t k = scaled(100000); k > 0; --k) {
    const float x = static_cast<float>(random.uniform(0, 20)), y = static_cast<float>(random.uniform(0, 21)), z = static_cast<float>(random.uniform(0, 22));
    if (!(std::abs(wide.at(x, y, z) - glm::perlin(glm::vec3(x, y, z))) <= four_ulp)) FAIL("at " << x << ", " << y << ", " << z);
  }
}

#else
TEST_CASE("comparisons with GLM") { MESSAGE("skipped: GLM (libglm-dev) is not here for this compiler"); }
#endif

TEST_CASE("derivatives of published noises are their slopes") {
  for (const published& p : every_published()) {
    const Noise noise = p.make(1.0);
    for (int dims = std::max(2, p.least_dims); dims <= p.most_dims; ++dims) {
      // Central differences of a single precision function: steps of 2^-7, and the median, which the steps at simplex faces leave alone.
      const cloud<double> x = random_points<double>(scaled(4000), 3, -20, 20);
      const samples s = sample(noise, dims, x, true);
      std::vector<double> errors;
      for (std::size_t k = 0; k < x[0].size(); ++k)
        for (int axis = 0; axis < dims; ++axis) {
          point low = at(x, k), high = low;
          low[axis] -= 0x1p-7, high[axis] += 0x1p-7;
          errors.push_back(std::abs((double(test::at(noise, dims, high)) - test::at(noise, dims, low)) / 0x1p-6 - s.gradient[axis][k]));
        }
      std::sort(errors.begin(), errors.end());
      INFO(p.name, " ", dims, "D");
      CHECK(errors[errors.size() / 2] < 2e-3);
      CHECK(errors[errors.size() * 9 / 10] < 2e-2);
    }
  }
}

}  // namespace scree::test
