// range() is never left, the figures documented in noise.hpp are those measured, and the scales of definition.hpp are the maxima.
#include "textbook.hpp"

#include "coordinates.hpp"

namespace scree::test {
namespace {

/// Standard deviation and largest magnitude in 10^8 samples, by dimension; noise.hpp documents those of the defaults.
struct figures {
  const char* name;
  struct {
    double deviation, extreme;
  } by_dims[4];
};
const figures documented[] = {
    {"perlin linear", {{0.3260, 1.0000}, {0.3024, 0.9999}, {0.2125, 0.9299}, {0.1528, 0.7230}}},
    {"perlin cubic", {{0.3101, 1.0000}, {0.3037, 0.9981}, {0.2253, 0.9267}, {0.1710, 0.7368}}},
    {"perlin quintic", {{0.3077, 1.0000}, {0.3095, 0.9976}, {0.2358, 0.9244}, {0.1838, 0.7474}}},
    {"simplex 0.5", {{0.3546, 1.0000}, {0.5406, 1.0000}, {0.3905, 0.9996}, {0.2534, 0.9998}}},
    {"simplex 0.6", {{0.3273, 1.0000}, {0.4691, 1.0000}, {0.3901, 0.9999}, {0.2936, 0.9992}}},
    {"value linear", {{0.4716, 0.9999}, {0.3849, 0.9991}, {0.3142, 0.9955}, {0.2566, 0.9802}}},
    {"value cubic", {{0.4978, 1.0000}, {0.4289, 0.9998}, {0.3696, 0.9993}, {0.3186, 0.9979}}},
    {"value quintic", {{0.5113, 1.0000}, {0.4523, 1.0000}, {0.4004, 0.9999}, {0.3545, 0.9999}}},
    {"white", {{0.5774, 1.0000}, {0.5774, 1.0000}, {0.5773, 1.0000}, {0.5774, 1.0000}}},
};

struct measured {
  double squares = 0, lowest = 0, highest = 0;
};

/// All variants at the same points: 1024 seeds, points anywhere within 10^6 cells of the origin.
std::vector<measured> measure(int dims, std::size_t count) {
  constexpr std::size_t block = 1 << 14;
  std::vector<measured> all(variants().size());
  for (std::size_t done = 0; done < count; done += block) {
    const cloud<double> x = random_points<double>(std::min(block, count - done), done, -1e6, 1e6);
    for (std::size_t which = 0; which < all.size(); ++which) {
      measured& m = all[which];
      float lowest = 0, highest = 0;
      for (const float f : sample(variants()[which].noise(done / block % 1024), dims, x).value) {
        m.squares += double(f) * f;
        lowest = std::min(lowest, f), highest = std::max(highest, f);
      }
      m.lowest = std::min<double>(m.lowest, lowest), m.highest = std::max<double>(m.highest, highest);
    }
  }
  return all;
}

void check_figures(std::size_t count, bool all_of_them) {
  for (int dims = 1; dims <= 4; ++dims) {
    const std::vector<measured> all = measure(dims, count);
    for (std::size_t which = 0; which < all.size(); ++which) {
      const variant& v = variants()[which];
      const measured& m = all[which];
      const Interval range = v.noise(0).range();
      const double deviation = std::sqrt(m.squares / static_cast<double>(count)), extreme = std::max(-m.lowest, m.highest);
      INFO(v.name, " ", dims, "D: deviation ", deviation, ", from ", m.lowest, " to ", m.highest);
      CHECK(m.lowest >= range.lo);
      CHECK(m.highest <= range.hi);
      for (const figures& f : documented) {
        if (v.name != f.name) continue;
        const auto& d = f.by_dims[dims - 1];
        CHECK(deviation == doctest::Approx(d.deviation).epsilon(0.0006 + 3 / std::sqrt(static_cast<double>(count))));
        CHECK(extreme <= d.extreme + 0.0006);
        if (all_of_them) CHECK(extreme >= d.extreme - 0.0006);
      }
    }
  }
}

TEST_CASE("no sample leaves range(), and the deviation is the documented one") { check_figures(scaled(1 << 20), false); }

TEST_CASE("no sample of 10^8 leaves range(), and deviation and extremes are the documented ones" * doctest::test_suite("slow")) {
  check_figures(scaled(100000000), true);
}

TEST_CASE("range() is -1 to 1 for every leaf but Worley's distances") {
  for (const variant& v : variants()) {
    if (v.leaf == "worley" && v.continuous()) continue;
    CHECK(v.noise(0).range().lo == -1.0f);
    CHECK(v.noise(0).range().hi == 1.0f);
  }
}

// ---- the scales, found again ------------------------------------------------------------------------------------------

/// The largest g . d over the sixteen directions.
template <int Dims>
double steepest(const std::array<double, Dims>& d) {
  double largest = 0;
  for (std::uint32_t line = 0; line < 8; ++line) {
    const auto g = textbook::gradient<Dims>(line << 28);
    largest = std::max(largest, std::abs(std::inner_product(g.begin(), g.end(), d.begin(), 0.0)));
  }
  return largest;
}

/// The most that any choice of gradients could give at a point.
template <int Dims>
double perlin_at_most(const std::array<double, Dims>& x, Fade curve) {
  return textbook::blend_corners<Dims>(x, curve, [](const auto&, const auto& offset) { return steepest<Dims>(offset); });
}
template <int Dims>
double simplex_at_most(const std::array<double, Dims>& x, double radius) {
  const auto p = textbook::place_on_simplices<Dims>(x);
  auto d = p.offset;
  double sum = 0;
  for (int corner = 0; corner <= Dims; ++corner) {
    const double t = radius - std::inner_product(d.begin(), d.end(), d.begin(), 0.0);
    if (t > 0) sum += t * t * t * t * steepest<Dims>(d);
    if (corner == Dims) break;
    d[p.order[corner]] -= 1;
    for (double& v : d) v += definition::unskew[Dims - 1];
  }
  return sum;
}

/// The maximum of f over one period: the best of many random points, climbed from by random steps that shrink while they fail.
template <int Dims, class F>
double maximum(F f, double period) {
  generator random{51};
  struct start {
    double value;
    std::array<double, Dims> x;
  };
  std::vector<start> starts(40000);
  for (start& s : starts) {
    for (double& v : s.x) v = random.uniform(0, period);
    s.value = f(s.x);
  }
  std::sort(starts.begin(), starts.end(), [](const start& a, const start& b) { return a.value > b.value; });
  double best = 0;
  for (int k = 0; k < 12; ++k) {
    start s = starts[k];
    for (double width = 0.1; width > 1e-9;) {
      auto x = s.x;
      for (double& v : x) v += random.uniform(-width, width);
      const double value = f(x);
      if (value > s.value) s = {value, x}, width *= 1.5;
      else width *= 0.97;
    }
    best = std::max(best, s.value);
  }
  return best;
}

void check_maximum(double found, double defined) {
  INFO("found beyond defined, relative: ", found / defined - 1);
  CHECK(std::abs(found / defined - 1) <= 2e-6);
  // Whatever the last digits are, the margin keeps results inside [-1, 1], with as much again for the rounding of binary32.
  CHECK(found / defined * definition::margin <= 1 - 0x1p-17);
}

TEST_CASE("the scale of Perlin noise is the largest value that gradients could give under any fade") {
  for (int dims = 1; dims <= 4; ++dims)
    with_dims(dims, [&]<int Dims>() {
      double found = 0;
      for (const Fade curve : {Fade::linear, Fade::cubic, Fade::quintic})
        found = std::max(found, maximum<Dims>([&](const auto& x) { return perlin_at_most<Dims>(x, curve); }, 1));
      INFO(Dims, "D");
      check_maximum(found, definition::perlin_maximum[Dims - 1]);
    });
}

TEST_CASE("the scales of simplex noise are the largest values that gradients could give under each falloff") {
  for (int dims = 1; dims <= 4; ++dims)
    with_dims(dims, [&]<int Dims>() {
      INFO(Dims, "D");
      // A cube of the skewed lattice, at least, lies within three units.
      check_maximum(maximum<Dims>([&](const auto& x) { return simplex_at_most<Dims>(x, definition::continuous_radius); }, 3),
                    definition::simplex_maximum[0][Dims - 1]);
      check_maximum(maximum<Dims>([&](const auto& x) { return simplex_at_most<Dims>(x, definition::original_radius); }, 3),
                    definition::simplex_maximum[1][Dims - 1]);
    });
}

TEST_CASE("in one and two dimensions the extremes are attained, nearly") {
  for (const variant& v : variants()) {
    if (v.leaf == "worley" || v.periodic()) continue;
    if (v.name == "perlin linear" || v.name == "perlin cubic") continue;   // scaled by the maximum of the quintic fade
    for (int dims = 1; dims <= 2; ++dims) {
      float highest = 0;
      for (std::uint64_t seed = 0; seed < 4; ++seed)
        for (const float f : sample(v.noise(seed), dims, random_points<double>(1 << 18, seed)).value) highest = std::max(highest, f);
      INFO(v.name, " ", dims, "D");
      CHECK(highest > 0.9f);
    }
  }
}

}  // namespace
}  // namespace scree::test
