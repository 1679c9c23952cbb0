// Ores: where they lie and how much of them.
#include "support.hpp"

#include <algorithm>
#include <limits>

namespace scree::test {
namespace {

TEST_CASE("ores lie in clusters within regions, as much as documented, and each seed has its own") {
  generator random{7};
  const std::size_t count = 400'000;
  std::array<std::vector<double>, 3> x;
  for (auto& axis : x)
    for (std::size_t k = 0; k < count; ++k) axis.push_back(random.uniform(-1e6, 1e6));
  const Noise ore = mineral({.seed = 3}), other = mineral({.seed = 4});
  CHECK(ore.range().lo >= 0);
  CHECK(ore.range().hi <= 1);
  std::vector<float> flat(count), solid(count), second(count);
  ore.sample(x[0], x[1], flat);
  ore.sample(x[0], x[1], x[2], solid);
  other.sample(x[0], x[1], second);
  const auto share = [&](const std::vector<float>& values, float above) {
    return static_cast<double>(std::count_if(values.begin(), values.end(), [&](float v) { return v > above; })) / static_cast<double>(count);
  };
  CHECK(std::abs(share(flat, 0) - 0.138) < 0.004);
  CHECK(std::abs(share(flat, 0.5f) - 0.027) < 0.002);
  CHECK(std::abs(share(solid, 0) - 0.077) < 0.003);
  CHECK(std::abs(share(solid, 0.5f) - 0.0043) < 0.001);
  double both = 0;
  for (std::size_t k = 0; k < count; ++k) both += flat[k] > 0 && second[k] > 0;
  CHECK(both / static_cast<double>(count) < 1.3 * share(flat, 0) * share(second, 0));   // as of two independent ones

  CHECK_THROWS_AS(mineral({.concentration_frequency = 0}), Error);
  CHECK_THROWS_AS(mineral({.cluster_frequency = std::numeric_limits<double>::infinity()}), Error);
  CHECK_THROWS_AS(mineral({.concentration = {0.5f, 0.5f}}), Error);
  CHECK_THROWS_AS(mineral({.cluster = {0.5f, std::numeric_limits<float>::quiet_NaN()}}), Error);
}

}  // namespace
}  // namespace scree::test
