// Worley noise: brute force gives the same bits, whatever is asked for; its points are as random as they should be.
#include "textbook.hpp"

#include "coordinates.hpp"
#include "grid_support.hpp"
#include "reference/power.hpp"
#include "statistics.hpp"

#include <map>

namespace scree::test {
namespace {

constexpr WorleyMetric metrics[] = {WorleyMetric::euclidean, WorleyMetric::squared, WorleyMetric::manhattan,
                                    WorleyMetric::chebyshev, WorleyMetric::minkowski, WorleyMetric::hybrid};
constexpr WorleyReturn all_returns[] = {WorleyReturn::distance, WorleyReturn::cell_value, WorleyReturn::difference,
                                        WorleyReturn::sum,      WorleyReturn::product,    WorleyReturn::quotient};
const char* const metric_names[] = {"euclidean", "squared", "manhattan", "chebyshev", "minkowski", "hybrid"};

template <int Dims>
float rounded_distance(const WorleyOptions& o, const std::array<float, Dims>& d) {
  float squares = 0, sum = 0, largest = 0;
  for (int axis = Dims - 1; axis >= 0; --axis) {
    const float size = std::abs(d[axis]);
    squares = axis == 0 ? squares + size * size : std::fma(size, size, squares);
    sum += size;
    largest = std::max(largest, size);
  }
  switch (o.metric) {
    case WorleyMetric::euclidean: return std::sqrt(squares);
    case WorleyMetric::squared: return squares;
    case WorleyMetric::manhattan: return sum;
    case WorleyMetric::chebyshev: return largest;
    case WorleyMetric::hybrid: return squares + sum;
    default: break;
  }
  float powers = 0;
  for (int axis = Dims - 1; axis >= 0; --axis) powers += largest == 0 ? 0.0f : reference::power(std::abs(d[axis]) / largest, o.p);
  return largest == 0 ? 0.0f : largest * reference::power(powers, 1 / o.p);
}

/// The four smallest distances to all points within `reach` cells, without a thought. Points and fractions are rounded to 2^-22.
template <int Dims>
std::array<float, 4> brute_force(const WorleyOptions& o, const std::array<double, Dims>& x, int reach) {
  auto to_grid = [](double v) { return std::nearbyint(v * 0x1p22) * 0x1p-22; };
  std::array<float, 4> nearest;
  nearest.fill(1e30f);
  std::array<std::int64_t, Dims> cell, first;
  for (int axis = 0; axis < Dims; ++axis) cell[axis] = first[axis] = static_cast<std::int64_t>(std::floor(x[axis])) - reach;
  for (int axis = 0; axis < Dims;) {
    const auto point = textbook::feature<Dims>(cell, o);
    std::array<float, Dims> d;
    for (int k = 0; k < Dims; ++k) {
      const double home = static_cast<double>(first[k] + reach);
      const double place = to_grid(point.at[k] - static_cast<double>(cell[k]));
      d[k] = static_cast<float>(static_cast<double>(cell[k]) - home + place - to_grid(x[k] - home));
    }
    float found = rounded_distance<Dims>(o, d);
    for (float& each : nearest)
      if (found < each) std::swap(found, each);
    for (axis = 0; axis < Dims && ++cell[axis] > first[axis] + 2 * reach; ++axis) cell[axis] = first[axis];
  }
  return nearest;
}

void check_brute_force(std::size_t work) {
  for (const WorleyMetric metric : metrics)
    for (int dims = 1; dims <= 4; ++dims)
      for (const double jitter : {1.0, 0.5, 0.0}) {   // exact in binary, like the points then
        INFO(std::string(metric_names[static_cast<int>(metric)]), " ", dims, "D, jitter ", jitter);
        const std::size_t count = std::max<std::size_t>(work >> (metric == WorleyMetric::minkowski ? 2 : 0), 32);
        const cloud<double> x = random_points<double>(count, static_cast<std::uint64_t>(dims), -300, 300);
        WorleyOptions o{.seed = 91, .jitter = jitter, .metric = metric, .p = 2.5};
        std::vector<std::array<float, 4>> expected;
        for (std::size_t k = 0; k < count; ++k)
          with_dims(dims, [&]<int Dims>() {
            auto nearest = brute_force<Dims>(o, first<Dims>(at(x, k)), 2);
            // Whatever is farther than two cells is at least so far.
            for (int reach = 3; reach <= 4 && nearest[3] >= static_cast<float>(reach) - 1; ++reach) nearest = brute_force<Dims>(o, first<Dims>(at(x, k)), reach);
            expected.push_back(nearest);
          });
        for_each_isa([&](std::string_view) {
          for (o.nth = 1; o.nth <= 4; ++o.nth) {
            const std::vector<float> got = sample(worley(o), dims, x).value;
            std::size_t wrong = 0;
            for (std::size_t k = 0; k < count; ++k) wrong += bits(got[k]) != bits(expected[k][o.nth - 1]);
            INFO("n = ", o.nth);
            CHECK(wrong == 0);
          }
        });
      }
}

TEST_CASE("the n-th distance is that of brute force, to the bit") { check_brute_force(scaled(400)); }

TEST_CASE("the n-th distance is that of brute force, to the bit, at a million points" * doctest::test_suite("slow")) {
  check_brute_force(scaled(1000000));
}

/// Every choice of options, at a jitter that is rounded.
template <class Work>
void for_each_choice(const Work& work) {
  for (const WorleyMetric metric : metrics)
    for (const WorleyReturn returns : all_returns)
      for (const std::pair<int, int>& which : {std::pair{1, 2}, std::pair{2, 4}, std::pair{3, 3}, std::pair{1, 1}}) {
        const WorleyOptions o{.seed = 92, .jitter = 0.9, .metric = metric, .p = 4, .returns = returns, .nth = which.first, .other = which.second};
        const std::string name = metric_names[static_cast<int>(metric)];
        INFO(name, ", returns ", static_cast<int>(returns), ", ", which.first, " and ", which.second);
        work(o);
      }
}

TEST_CASE("every choice of options gives the reference's bits in arrays, with derivatives, and on grids") {
  chooser choose(93);
  for_each_choice([&](const WorleyOptions& o) {
    const Noise noise = worley(o);
    for_each_dimension([&](auto n) {
      Grid<n> g;
      for (int axis = 0; axis < n; ++axis) g.size[axis] = axis == 0 ? 61 - 12 * n : n > 2 ? 2 : 3;
      g.spacing.fill(choose.below(2) ? 0.02 : -0.13);
      g.origin.fill(choose.below(2) ? -20 : std::int64_t{1} << 40);
      const auto x = coordinates(g);
      isa::use("scalar");
      const with_gradient<n> expected = sampled<n>(noise, x, true);
      for_each_isa([&](std::string_view isa) {
        check_same(filled(noise, g), expected.values, isa);
        check_same(sampled<n>(noise, x).values, expected.values, isa);
        const with_gradient<n> got = sampled<n>(noise, x, true);
        check_same(got.values, expected.values, isa);
        for (int axis = 0; axis < n; ++axis) check_same(got.along[axis], expected.along[axis], isa);
      });
    });
  });
}

TEST_CASE("what two distances give is computed from these distances") {
  const cloud<double> x = random_points<double>(500, 94);
  for_each_choice([&](WorleyOptions o) {
    const std::vector<float> got = sample(worley(o), 3, x).value;
    const WorleyReturn returns = o.returns;
    o.returns = WorleyReturn::distance;
    const std::vector<float> a = sample(worley(o), 3, x).value;
    o.nth = o.other;
    const std::vector<float> b = sample(worley(o), 3, x).value;
    for (std::size_t k = 0; k < got.size(); ++k) {
      if (returns == WorleyReturn::distance) REQUIRE(got[k] == a[k]);
      if (returns == WorleyReturn::difference) REQUIRE(got[k] == b[k] - a[k]);
      if (returns == WorleyReturn::sum) REQUIRE(got[k] == a[k] + b[k]);
      if (returns == WorleyReturn::product) REQUIRE(got[k] == a[k] * b[k]);
      if (returns == WorleyReturn::quotient) REQUIRE(got[k] == a[k] / b[k]);
    }
  });
}

TEST_CASE("a lookup reads its field at the feature point, and gives the same bits all over a cell") {
  generator random{96};
  for (const WorleyMetric metric : metrics)
    for (int nth = 1; nth <= 4; ++nth) {
      INFO(std::string(metric_names[static_cast<int>(metric)]), ", n = ", nth);
      const WorleyLookupOptions o{.seed = 95, .frequency = 0.5, .metric = metric, .p = 2.5, .nth = nth};
      const WorleyOptions same{.seed = 95, .frequency = 0.5, .metric = metric, .p = 2.5, .nth = nth};
      WorleyOptions cells = same;
      cells.returns = WorleyReturn::cell_value;
      // Where the point lies, as a field: its distance is what worley() says.
      const Noise at_x = worley_lookup(coordinate_x(), o), at_y = worley_lookup(coordinate_y(), o), value = worley(cells), distance = worley(same);
      for_each_isa([&](std::string_view isa) {
        CAPTURE(isa);
        std::map<float, std::array<float, 2>> seen;
        std::size_t again = 0;
        for (int k = 0; k < static_cast<int>(scaled(200)); ++k) {
          const double x = 2 * random.uniform(-4, 4), y = 2 * random.uniform(-4, 4);
          const std::array<float, 2> point = {at_x.at(x, y), at_y.at(x, y)};
          const std::array<float, 2> d = {static_cast<float>((static_cast<double>(point[0]) - x) / 2), static_cast<float>((static_cast<double>(point[1]) - y) / 2)};
          CHECK(rounded_distance<2>(same, d) == doctest::Approx(distance.at(x, y)).epsilon(1e-4));
          const auto [known, is_new] = seen.try_emplace(value.at(x, y), point);
          again += !is_new;
          CHECK(bits(known->second[0]) == bits(point[0]));
          CHECK(bits(known->second[1]) == bits(point[1]));
        }
        CHECK(again > 0);
      });
    }
}

TEST_CASE("a lookup has no steps within a cell a billion cells out, and its derivatives are zero") {
  const Noise fine = worley_lookup(white({.frequency = 1000}), {.seed = 5}), cells = worley({.seed = 5, .returns = WorleyReturn::cell_value});
  for_each_isa([&](std::string_view isa) {
    CAPTURE(isa);
    std::map<float, float> seen;
    std::vector<double> x, y;
    for (int k = 0; k < 900; ++k) x.push_back(1e9 + 0.1 * (k % 30)), y.push_back(-3e9 + 0.1 * (k / 30));
    std::vector<float> value(x.size()), cell(x.size()), dx(x.size(), 1), dy(x.size(), 1);
    fine.sample(x, y, value, Gradient2{dx, dy});
    cells.sample(x, y, cell);
    for (std::size_t k = 0; k < x.size(); ++k) {
      CHECK(bits(seen.try_emplace(cell[k], value[k]).first->second) == bits(value[k]));
      CHECK(dx[k] == 0);
      CHECK(dy[k] == 0);
    }
    CHECK(seen.size() < 40);
  });
}

TEST_CASE("derivatives are the central differences of the textbook's values, away from borders") {
  generator random{95};
  for_each_choice([&](const WorleyOptions& o) {
    if (o.returns == WorleyReturn::cell_value) return;
    for (int dims = 1; dims <= 3; ++dims)
      with_dims(dims, [&]<int Dims>() {
        WorleyOptions exact = o;
        exact.jitter = static_cast<float>(o.jitter);
        double worst = 0;
        for (int k = 0; k < 12;) {
          const auto x = first<Dims>(random_point(random, -50, 50));
          // Clear of points, of borders between their regions, and of diagonals.
          const auto nearest = textbook::nearest_points<Dims>(exact, x, 2);
          bool clear = nearest[0].first > 0.15;
          for (int n = 1; n < 4; ++n) clear = clear && nearest[n].first - nearest[n - 1].first > 0.02;
          if (!clear) continue;
          constexpr double h = 1e-5;
          std::array<double, Dims> slopes;
          for (int axis = 0; axis < Dims && clear; ++axis) {
            double f[3];
            for (int step = -1; step <= 1; ++step) {
              auto p = x;
              p[axis] += step * h;
              f[step + 1] = textbook::worley<Dims>(exact, p);
            }
            clear = std::abs((f[2] - f[1]) - (f[1] - f[0])) < 3e-9;   // a bend, not a corner
            slopes[axis] = (f[2] - f[0]) / (2 * h);
          }
          if (!clear) continue;
          ++k;
          point p{};
          std::copy_n(x.begin(), Dims, p.begin());
          cloud<double> one;
          add(one, p);
          const samples s = sample(worley(o), Dims, one, true);
          for (int axis = 0; axis < Dims; ++axis) worst = std::max(worst, std::abs(s.gradient[axis][0] - slopes[axis]));
        }
        INFO(Dims, "D");
        CHECK(worst < 5e-4);   // corners of that angle may pass
      });
  });
}

TEST_CASE("where points are equally far the derivatives are of one of them") {
  // Without jitter points lie in the middle of their cells: a sample as far along one axis as along another is as far from two second nearest points.
  for (const int nth : {1, 2})
    for (int dims = 2; dims <= 4; ++dims) {
      generator random{98};
      cloud<double> x;
      for (int k = 0; k < 1000; ++k) {
        point p{};
        const double offset = random.uniform(0, 1);
        for (int axis = 0; axis < dims; ++axis) p[axis] = std::floor(random.uniform(-50, 50)) + (random.below(4) ? offset : 0);
        add(x, p);
      }
      for_each_isa([&](std::string_view) {
        const samples s = sample(worley({.seed = 98, .jitter = 0, .nth = nth}), dims, x, true);
        for (std::size_t k = 0; k < s.value.size(); ++k) {
          double square = 0;
          for (int axis = 0; axis < dims; ++axis) square += double(s.gradient[axis][k]) * s.gradient[axis][k];
          REQUIRE(square == doctest::Approx(1).epsilon(1e-6));
        }
      });
    }
}

TEST_CASE("distances have no steps: in cells, at their borders, far from the origin") {
  generator random{96};
  for (const WorleyMetric metric : metrics)
    for (int dims = 1; dims <= 4; ++dims)
      for (int nth = 1; nth <= 4; ++nth) {
        const Noise noise = worley({.seed = 96, .metric = metric, .nth = nth});
        constexpr double h = 1e-5;
        cloud<double> a, b;
        const std::size_t count = scaled(metric == WorleyMetric::minkowski ? 1000 : 4000);
        for (std::size_t k = 0; k < count; ++k) {
          const double size = k % 3 == 0 ? 100 : 1e6;
          point p = random_point(random, -size, size);
          const unsigned axis = random.below(static_cast<unsigned>(dims));
          if (k % 2) p[axis] = std::floor(p[axis]);
          point q = p;
          p[axis] -= h / 2, q[axis] += h / 2;
          add(a, p), add(b, q);
        }
        const std::vector<float> va = sample(noise, dims, a).value, vb = sample(noise, dims, b).value;
        double largest = 0;
        for (std::size_t k = 0; k < count; ++k) largest = std::max(largest, std::abs(double(va[k]) - vb[k]));
        // Slopes: 1, or 2 d, or both; d below 2.5.
        const double steepest = metric == WorleyMetric::squared ? 5 : metric == WorleyMetric::hybrid ? 6 : 1;
        INFO(std::string(metric_names[static_cast<int>(metric)]), " ", dims, "D, n = ", nth);
        CHECK(largest <= steepest * (h + 0x1p-21) + 4e-6);
      }
}

TEST_CASE("no arrangement of the points is farther away than range() says, and some is as far") {
  generator random{97};
  for (const WorleyMetric metric : metrics)
    for (const double jitter : {1.0, 0.6, 0.0})
      for (int nth = 1; nth <= 4; ++nth) {
        const WorleyOptions o{.jitter = jitter, .metric = metric, .nth = nth};
        double farthest = 0;
        for (int dims = 1; dims <= 4; ++dims)
          with_dims(dims, [&]<int Dims>() {
            for (int turn = 0; turn < 400 >> dims; ++turn) {
              std::array<double, Dims> f;
              for (double& v : f) v = turn == 0 ? 0 : turn % 2 ? random.below(9) / 8.0 : random.uniform(0, 1);
              std::vector<double> all;
              for (int cell = 0; cell < static_cast<int>(std::pow(5, Dims)); ++cell) {
                std::array<double, Dims> away, zero{};
                for (int axis = 0, rest = cell; axis < Dims; ++axis, rest /= 5) away[axis] = std::abs(rest % 5 - 1.5 - f[axis]) + jitter / 2;
                all.push_back(textbook::distance<Dims>(o, away, zero));
              }
              std::nth_element(all.begin(), all.begin() + (nth - 1), all.end());
              farthest = std::max(farthest, all[nth - 1]);
            }
          });
        const Interval range = worley(o).range();
        INFO(std::string(metric_names[static_cast<int>(metric)]), ", jitter ", jitter, ", n = ", nth, ": ", farthest, " and ", range.hi);
        CHECK(farthest <= range.hi);
        CHECK(farthest >= range.hi * 0.98);
        CHECK(range.lo == 0);
      }
  CHECK(worley().range().hi == 2.0f);
}

TEST_CASE("mean and deviation of the euclidean F1 are the documented ones") {
  constexpr double mean[] = {0.2916, 0.4295, 0.5205, 0.5900}, deviation[] = {0.1998, 0.1897, 0.1723, 0.1565};
  const std::size_t count = scaled(1 << 20);
  const cloud<double> x = random_points<double>(count, 98, -1e5, 1e5);
  for (int dims = 1; dims <= 4; ++dims) {
    const moments m = moments_of(sample(worley({.seed = 3}), dims, x).value);
    const double chance = 5 * deviation[dims - 1] / std::sqrt(static_cast<double>(count)) + 0.0002;
    INFO(dims, "D: ", m.mean, " and ", m.deviation);
    CHECK(std::abs(m.mean - mean[dims - 1]) < chance);
    CHECK(std::abs(m.deviation - deviation[dims - 1]) < chance);
  }
}

TEST_CASE("feature points are uniform in their cells, their axes and values unrelated, to each other and to the neighbours'") {
  constexpr int bins = 8;
  for (int dims = 1; dims <= 4; ++dims)
    for (const std::uint64_t seed : {0u, 1u, 77u})
      with_dims(dims, [&]<int Dims>() {
        INFO(Dims, "D, seed ", seed);
        const auto side = static_cast<std::int64_t>(std::pow(static_cast<double>(scaled(1 << 17)), 1.0 / Dims));
        std::vector<std::vector<std::size_t>> together;   // numbers: places, value, those of the next cell along x
        std::array<std::int64_t, Dims> cell{};
        for (int axis = 0; axis < Dims;) {
          std::vector<int> numbers;
          auto next = cell;
          next[0] += 1;
          for (const auto& c : {cell, next}) {
            const auto point = textbook::feature<Dims>(c, {.seed = seed});
            for (int k = 0; k < Dims; ++k) numbers.push_back(static_cast<int>((point.at[k] - static_cast<double>(c[k])) * bins));
            numbers.push_back(static_cast<int>((point.value + 1) / 2 * bins));
          }
          std::size_t pair = 0;
          for (std::size_t a = 0; a < numbers.size(); ++a)
            for (std::size_t b = a + 1; b < numbers.size(); ++b, ++pair) {
              if (together.size() <= pair) together.emplace_back(bins * bins);
              ++together[pair][static_cast<std::size_t>(numbers[a] * bins + numbers[b])];
            }
          for (axis = 0; axis < Dims && ++cell[axis] == side; ++axis) cell[axis] = 0;
        }
        for (const auto& each : together) CHECK(chi_square_excess(each) < 5);
      });
}

TEST_CASE("options out of their range are errors that say what is right") {
  auto message = [](const WorleyOptions& o) {
    try {
      worley(o);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  auto mentions = [](const std::string& text, const char* what) { return text.find(what) != std::string::npos; };
  CHECK(mentions(message({.jitter = 1.01}), "jitter is 1.01, but must be 0 to 1"));
  CHECK(mentions(message({.jitter = -0.1}), "jitter"));
  CHECK(mentions(message({.jitter = std::nan("")}), "jitter"));
  CHECK(mentions(message({.p = 0.5}), "1 to 64"));
  CHECK(mentions(message({.p = 65}), "1 to 64"));
  CHECK(mentions(message({.nth = 0}), "nth is 0, but must be 1 to 4"));
  CHECK(mentions(message({.other = 5}), "other is 5, but must be 1 to 4"));
  CHECK(mentions(message({.returns = WorleyReturn::quotient, .nth = 2, .other = 1}), "nth or more"));
  CHECK(mentions(message({.metric = static_cast<WorleyMetric>(6)}), "metric"));
  CHECK(mentions(message({.returns = static_cast<WorleyReturn>(-1)}), "returns"));
}

}  // namespace
}  // namespace scree::test
