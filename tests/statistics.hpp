// Small statistics for the tests of quality.
#pragma once
#include "support.hpp"

namespace scree::test {

struct moments {
  double mean, deviation;
};
inline moments moments_of(const std::vector<float>& a) {
  double sum = 0, squares = 0;
  for (const double v : a) sum += v, squares += v * v;
  const double n = static_cast<double>(a.size());
  return {sum / n, std::sqrt(squares / n - sum / n * (sum / n))};
}

inline double correlation(const std::vector<float>& a, const std::vector<float>& b) {
  const moments ma = moments_of(a), mb = moments_of(b);
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k] - ma.mean) * (b[k] - mb.mean);
  return sum / static_cast<double>(a.size()) / (ma.deviation * mb.deviation);
}

/// Checks that pair(count, seed), two vectors of independent samples, is uncorrelated: below 4 / sqrt(count), which chance alone
/// exceeds once in 16 000. So that thousands of pairs can be looked at, one that exceeds it is looked at again with sixteen times as
/// many points of another seed, where a true correlation stays and the limit is four times as strict.
template <class Pair>
void check_uncorrelated(std::size_t count, Pair pair) {
  auto excess = [&](std::size_t n, std::uint64_t seed) {
    const auto [a, b] = pair(n, seed);
    return std::abs(correlation(a, b)) * std::sqrt(static_cast<double>(n)) / 4;
  };
  if (excess(count, 1) < 1) return;
  CHECK(excess(16 * count, 2) < 1);
}

/// Pearson's statistic for counts that should all be equal, as standard deviations from its mean: (chi^2 - dof) / sqrt(2 dof).
inline double chi_square_excess(const std::vector<std::size_t>& counts) {
  double total = 0, sum = 0;
  for (const std::size_t c : counts) total += static_cast<double>(c);
  const double expected = total / static_cast<double>(counts.size()), dof = static_cast<double>(counts.size()) - 1;
  for (const std::size_t c : counts) sum += (static_cast<double>(c) - expected) * (static_cast<double>(c) - expected) / expected;
  return (sum - dof) / std::sqrt(2 * dof);
}

}  // namespace scree::test
