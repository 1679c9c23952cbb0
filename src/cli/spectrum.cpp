#include "cli/spectrum.hpp"

#include <scree/detail/sine.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <span>
#include <utility>

namespace scree::cli {

namespace {

using complex = std::complex<double>;

double sine(double turn) { return definition::sine_of_turn(definition::from_nearest(turn)); }

/// The product as it is written: std::complex would look for NaN, too.
complex times(const complex& a, const complex& b) { return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()}; }

/// The discrete Fourier transform of n values in place (J. Cooley, J. Tukey, 1965), n a power of two: bits of the index reversed, then butterflies
/// of growing width. roots[k] is exp(-2 pi i k / n).
void transform(std::span<complex> values, std::span<const complex> roots) {
  const std::size_t n = values.size();
  for (std::size_t k = 1, reversed = 0; k < n; ++k) {
    std::size_t bit = n / 2;
    for (; reversed & bit; bit /= 2) reversed ^= bit;
    reversed ^= bit;
    if (k < reversed) std::swap(values[k], values[reversed]);
  }
  for (std::size_t width = 2; width <= n; width *= 2)
    for (std::size_t block = 0; block < n; block += width)
      for (std::size_t k = 0; k < width / 2; ++k) {
        complex &a = values[block + k], &b = values[block + k + width / 2];
        const complex turned = times(b, roots[k * (n / width)]);
        b = a - turned;
        a += turned;
      }
}

/// Rows, then columns.
void transform_plane(std::vector<complex>& plane, std::size_t edge, std::span<const complex> roots) {
  std::vector<complex> column(edge);
  for (std::size_t j = 0; j < edge; ++j) transform(std::span(plane).subspan(j * edge, edge), roots);
  for (std::size_t i = 0; i < edge; ++i) {
    for (std::size_t j = 0; j < edge; ++j) column[j] = plane[i + j * edge];
    transform(column, roots);
    for (std::size_t j = 0; j < edge; ++j) plane[i + j * edge] = column[j];
  }
}

}  // namespace

double decibels_of(double power) {
  if (!(power > 1e-20)) return -200;
  int exponent;
  const double m = std::frexp(power, &exponent), s = (m - 1) / (m + 1), s2 = s * s;   // log(m) = 2 atanh(s), |s| at most 1/3
  double sum = 0;
  for (int k = 31; k > 0; k -= 2) sum = sum * s2 + 1.0 / k;
  constexpr double log_2 = 0.693147180559945309, per_log = 4.34294481903251828;   // 10 / log(10)
  return per_log * (exponent * log_2 + 2 * s * sum);
}

spectrum spectrum_of(const Noise& field, std::size_t edge, double spacing, std::size_t windows, int threads) {
  std::vector<complex> roots(edge), plane(edge * edge);
  std::vector<double> window(edge);
  for (std::size_t k = 0; k < edge; ++k) {
    const double turn = static_cast<double>(k) / static_cast<double>(edge);
    roots[k] = {sine(turn + 0.25), -sine(turn)};
    window[k] = 0.5 - 0.5 * sine(turn + 0.25);
  }
  spectrum found{edge, spacing, std::vector<double>(edge * edge)};
  std::vector<float> samples(edge * edge);
  const auto step = static_cast<std::int64_t>(edge);
  for (std::size_t number = 0; number < windows * windows; ++number) {
    const auto i = static_cast<std::int64_t>(number % windows), j = static_cast<std::int64_t>(number / windows);
    field.fill(Grid2{.origin = {i * step, j * step}, .size = {edge, edge}, .spacing = {spacing, spacing}}, std::span(samples), {.threads = threads});
    double mean = 0;
    for (const float value : samples) mean += value;
    mean /= static_cast<double>(samples.size());
    for (std::size_t k = 0; k < plane.size(); ++k) plane[k] = (samples[k] - mean) * window[k % edge] * window[k / edge];
    transform_plane(plane, edge, roots);
    for (std::size_t k = 0; k < plane.size(); ++k) {
      const std::size_t x = (k + edge / 2) % edge, y = (k / edge + edge / 2) % edge;   // frequency 0 to the middle
      found.power[x + y * edge] += plane[k].real() * plane[k].real() + plane[k].imag() * plane[k].imag();
    }
  }
  const std::vector<double> means = found.radial();
  const double largest = *std::max_element(means.begin(), means.end());
  if (largest > 0)
    for (double& each : found.power) each /= largest;
  return found;
}

std::vector<float> spectrum::decibels() const {
  std::vector<float> all(power.size());
  std::transform(power.begin(), power.end(), all.begin(), [](double each) { return static_cast<float>(decibels_of(each)); });
  return all;
}

std::vector<double> spectrum::radial() const {
  std::vector<double> sum(edge / 2 + 1), count(edge / 2 + 1);
  const double middle = static_cast<double>(edge / 2);
  for (std::size_t k = 0; k < power.size(); ++k) {
    const double x = static_cast<double>(k % edge) - middle, y = static_cast<double>(k / edge) - middle;
    const auto ring = static_cast<std::size_t>(std::sqrt(x * x + y * y) + 0.5);
    if (ring >= sum.size()) continue;
    sum[ring] += power[k];
    count[ring] += 1;
  }
  for (std::size_t k = 0; k < sum.size(); ++k) sum[k] /= count[k];
  return sum;
}

}  // namespace scree::cli
