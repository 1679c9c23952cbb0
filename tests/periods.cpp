// Periodic noise repeats to the bit, along every axis, on every route, at negatives and far out; within a period it is the noise without one.
#include "coordinates.hpp"
#include "grid_support.hpp"

#include <functional>
#include <limits>

namespace scree::test {
namespace {

constexpr int most = std::numeric_limits<std::int32_t>::max();

struct periodic {
  const char* name;
  std::function<Noise(const Period&)> make;
};
const periodic kinds_of_noise[] = {
    {"perlin", [](const Period& p) { return perlin({.seed = 81, .period = p}); }},
    {"perlin linear", [](const Period& p) { return perlin({.seed = 81, .fade = Fade::linear, .period = p}); }},
    {"value", [](const Period& p) { return value({.seed = 82, .period = p}); }},
    {"white", [](const Period& p) { return white({.seed = 83, .period = p}); }},
    {"worley", [](const Period& p) { return worley({.seed = 84, .period = p}); }},
    {"worley_lookup", [](const Period& p) { return worley_lookup(value({.seed = 87}), {.seed = 84, .jitter = 0.75, .period = p}); }},
    {"worley third", [](const Period& p) { return worley({.seed = 85, .metric = WorleyMetric::manhattan, .nth = 3, .period = p}); }},
};
constexpr Period periods[] = {{1, 1, 1, 1}, {2, 3, 5, 7}, {0, 4, 0, 1}, {7, 0, 1 << 20, 12}, {most, 289, 6, most}, {1000, 999, 10, 11}};

template <class Work>
void for_each_periodic(const Work& work) {
  for (const periodic& kind : kinds_of_noise)
    for (const Period& period : periods)
      for (int dims = 1; dims <= 4; ++dims) {
        INFO(kind.name, " ", dims, "D, period ", period[0], " ", period[1], " ", period[2], " ", period[3]);
        work(kind, period, dims);
      }
}

TEST_CASE("points whole periods apart have the same bits, derivatives too: in arrays, near and far") {
  generator random{86};
  for_each_periodic([&](const periodic& kind, const Period& period, int dims) {
    const Noise noise = kind.make(period);
    cloud<double> x, shifted;
    for (std::size_t k = 0; k < scaled(200); ++k) {
      // Fractions of few bits, so that the shift is exact as far out as it goes.
      point p, q;
      for (int axis = 0; axis < 4; ++axis) {
        p[axis] = std::floor(random.uniform(-3e6, 3e6)) / 1024;
        const double far = k % 2 ? 10 : 0x1p40 / (period[axis] ? period[axis] : 1);
        q[axis] = p[axis] + period[axis] * std::floor(random.uniform(-far, far));
      }
      add(x, p), add(shifted, q);
    }
    for_each_isa([&](std::string_view isa) {
      const samples a = sample(noise, dims, x, true), b = sample(noise, dims, shifted, true);
      check_same(b.value, a.value, isa);
      for (int axis = 0; axis < dims; ++axis) check_same(b.gradient[axis], a.gradient[axis], isa);
      check_same(sample(noise, dims, shifted).value, a.value, isa);
    });
  });
}

TEST_CASE("at 2^60 cells, where only whole numbers are left, periods are kept") {
  for (const periodic& kind : kinds_of_noise) {
    const Noise noise = kind.make({3, 5, 7, 11});
    for_each_isa([&](std::string_view) {
      for (int k = 0; k < 300; ++k) {
        const double x = 0x1p60 + 256.0 * k, y = -0x1p55 + 8.0 * k;
        CHECK(bits(noise.at(x, y)) == bits(noise.at(std::fmod(x, 3.0), std::fmod(y, 5.0))));
      }
    });
  }
}

TEST_CASE("a grid one period on has the same bits, and those of the reference") {
  chooser choose(87);
  for_each_periodic([&](const periodic& kind, const Period& period, int dims) {
    const Noise noise = kind.make(period);
    for_each_dimension([&](auto n) {
      if (n != dims) return;
      Grid<n> g;
      // Rows of one cell a step and less; 64 steps a cell, so that whole cells are whole steps.
      for (int axis = 0; axis < n; ++axis) g.size[axis] = axis == 0 ? 150 : 1 + choose.below(n < 4 ? 4 : 2);
      g.spacing.fill(choose.below(2) ? 0x1p-6 : 0.5);
      g.origin.fill(-75);
      Grid<n> shifted = g;
      for (int axis = 0; axis < n; ++axis)
        shifted.origin[axis] += static_cast<std::int64_t>(period[axis] / g.spacing[axis]) * (static_cast<std::int64_t>(choose.below(5)) - 2);
      isa::use("scalar");
      const std::vector<float> expected = filled(noise, g);
      for_each_isa([&](std::string_view isa) {
        if (isa != "scalar") check_same(filled(noise, g), expected, isa);
        check_same(filled(noise, shifted), expected, isa);
      });
    });
  });
}

TEST_CASE("inside a period the noise is that without one") {
  generator random{88};
  const Period period = {9, 100, most, 17};
  for (const periodic& kind : kinds_of_noise) {
    const Noise with = kind.make(period), without = kind.make({});
    cloud<double> x;
    for (int k = 0; k < 500; ++k) {   // clear of the first and last four cells, whose neighbours are beyond the seam
      point p;
      for (int axis = 0; axis < 4; ++axis) p[axis] = random.uniform(4, std::min(period[axis] - 4, 96));
      add(x, p);
    }
    for (int dims = 1; dims <= 4; ++dims) check_same(sample(with, dims, x).value, sample(without, dims, x).value, kind.name);
  }
}

TEST_CASE("a period that is negative is an error that says what is right") {
  for (const periodic& kind : kinds_of_noise) {
    std::string text = "no error";
    try {
      kind.make({0, 0, -3, 0});
    } catch (const Error& e) {
      text = e.what();
    }
    CHECK(text.find("period is -3, but must be 0 (none) or 1 to 2^31 - 1 cells") != std::string::npos);
  }
}

}  // namespace
}  // namespace scree::test
