// Published noises against outside oracles: GLM's own port of webgl-noise (Debian's libglm-dev), and within scree across instruction sets
// and routes.
#include "coordinates.hpp"
#include "support.hpp"

#include "reference/webgl.hpp"

#include <scree/detail/permutation.hpp>
#include <scree/published.hpp>

#if __has_include(<glm/gtc/noise.hpp>)
#include <glm/glm.hpp>
#include <glm/gtc/noise.hpp>
#define SCREE_TEST_GLM
#endif

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <string>

namespace scree::test {
namespace {

/// A published noise in one of its forms.
struct published {
  std::string name;
  int least_dims;
  std::function<Noise(double frequency)> make;
  std::function<outcome(double frequency, int dims, const point&)> reference;
};

template <bool Line = false, class Options, class Make, class Reference>
published form(std::string name, int least_dims, Options options, Make make, Reference reference) {
  return {std::move(name), least_dims,
          [=](double frequency) {
            Options o = options;
            o.frequency = frequency;
            return make(o);
          },
          [=](double frequency, int dims, const point& x) {
            Options o = options;
            o.frequency = frequency;
            outcome out{};
            auto take = [&](const auto& s, int n) {
              out.value = s.value;
              for (int axis = 0; axis < n; ++axis) out.gradient[axis] = s.gradient[axis];
            };
            if constexpr (Line)
              if (dims == 1) take(reference(o, first<1>(x)), 1);
            if (dims == 2) take(reference(o, first<2>(x)), 2);
            if (dims == 3) take(reference(o, first<3>(x)), 3);
            if (dims == 4) take(reference(o, first<4>(x)), 4);
            return out;
          }};
}

const std::vector<published>& every_published() {
  static const std::vector<published> all = [] {
    std::vector<published> list;
    for (const std::uint64_t seed : {0, 77})
      list.push_back(form<true>("perlin_improved " + std::to_string(seed), 1, PerlinImprovedOptions{.seed = seed}, [](const auto& o) { return perlin_improved(o); },
                          []<std::size_t N>(const auto& o, const std::array<double, N>& x) { return reference::perlin_improved<static_cast<int>(N)>(o, x); }));
    for (const int release : {2011, 2021})
      list.push_back(form("webgl_simplex " + std::to_string(release), 2, WebglSimplexOptions{.release = release},
                          [](const auto& o) { return webgl_simplex(o); },
                          []<std::size_t N>(const auto& o, const std::array<double, N>& x) { return reference::webgl_simplex<static_cast<int>(N)>(o, x); }));
    for (const std::array<int, 4>& period : {std::array<int, 4>{}, {7, 3, 289, 1}, {0, 1000, 5, 0}})
      for (const int release : {2011, 2021})
        list.push_back(form("webgl_perlin " + std::to_string(release) + (period[1] ? " periodic" : ""), 2, WebglPerlinOptions{.release = release, .period = period},
                            [](const auto& o) { return webgl_perlin(o); },
                            []<std::size_t N>(const auto& o, const std::array<double, N>& x) { return reference::webgl_perlin<static_cast<int>(N)>(o, x); }));
    return list;
  }();
  return all;
}

template <class F>
void for_each_form(const F& f) {
  for (const published& p : every_published())
    for (int dims = p.least_dims; dims <= 4; ++dims) {
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
double blend_at_most(const Noise& noise) {
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
        const double u = x[k] * x[k] * x[k] * (x[k] * (x[k] * 6 - 15) + 10);
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

TEST_CASE("the bounds of published noises are those documented, and range() is the widest") {
  auto near = [](double bound, double documented) { return bound <= documented && bound > documented - 0.0025; };
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
  CHECK_THROWS_WITH_AS(webgl_perlin({.period = {0, -3, 0, 0}}), "webgl_perlin: period is -3, but must be 0 (none) or 1 to 2^20 cells", Error);
}

// ---- outside oracles ------------------------------------------------------------------------------------------------------

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
    for (int dims = 2; dims <= 4; ++dims) {
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
