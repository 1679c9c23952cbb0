// Shared by the published noises: where a coordinate lies in the precision of the original.
#pragma once
#include "reference/reference.hpp"

#include <scree/detail/definition.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace scree::reference {

/// x * frequency as the originals see it; from `far` on, where they have no fraction left, modulo that.
inline double nearer(double x, double frequency, double far) {
  constexpr double largest = std::numeric_limits<double>::max();
  double c = x * frequency;
  if (!(std::abs(c) < far)) {
    c = c > largest ? largest : c < -largest ? -largest : c;
    c -= std::floor(c / far) * far;
    if (!(c >= 0 && c < far)) c = 0;   // rounded away, at 2^53 times that and beyond
  }
  return c;
}

/// noise(v) for v in the precision T of the original, near enough.
template <class T, int Dims, class F>
sample<Dims> in_precision(const std::array<double, Dims>& x, double frequency, double far, const F& noise) {
  std::array<T, Dims> v;
  bool finite = true;
  for (int axis = 0; axis < Dims; ++axis) finite = finite && std::isfinite(x[axis]), v[axis] = static_cast<T>(nearer(x[axis], frequency, far));
  if (!finite) {
    sample<Dims> s{std::bit_cast<float>(definition::nan_bits), {}};
    s.gradient.fill(s.value);
    return s;
  }
  sample<Dims> s = noise(v);
  for (float& g : s.gradient) g *= definition::slope_per_unit(frequency);
  return s;
}
template <int Dims, class F>
sample<Dims> single_precision(const std::array<double, Dims>& x, double frequency, const F& noise) {
  return in_precision<float, Dims>(x, frequency, 0x1p22, noise);
}
template <int Dims, class F>
sample<Dims> double_precision(const std::array<double, Dims>& x, double frequency, const F& noise) {
  return in_precision<double, Dims>(x, frequency, 0x1p31, noise);
}

}  // namespace scree::reference
