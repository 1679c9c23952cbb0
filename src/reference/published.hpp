// Shared by the published noises: where a coordinate lies in single precision.
#pragma once
#include "reference/reference.hpp"

#include <scree/detail/definition.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace scree::reference {

/// x * frequency as the originals see it; from 2^22 on, where they have no fraction left, modulo that.
inline float single(double x, double frequency) {
  constexpr double largest = std::numeric_limits<double>::max(), far = 0x1p22;
  double c = x * frequency;
  if (!(std::abs(c) < far)) {
    c = c > largest ? largest : c < -largest ? -largest : c;
    c -= std::floor(c / far) * far;
    if (!(c >= 0 && c < far)) c = 0;   // rounded away, at 2^75 and beyond
  }
  return static_cast<float>(c);
}

template <int Dims, class F>
sample<Dims> single_precision(const std::array<double, Dims>& x, double frequency, const F& noise) {
  std::array<float, Dims> v;
  bool finite = true;
  for (int axis = 0; axis < Dims; ++axis) finite = finite && std::isfinite(x[axis]), v[axis] = single(x[axis], frequency);
  if (!finite) {
    sample<Dims> s{std::bit_cast<float>(definition::nan_bits), {}};
    s.gradient.fill(s.value);
    return s;
  }
  sample<Dims> s = noise(v);
  for (float& g : s.gradient) g *= static_cast<float>(frequency);
  return s;
}

#define SCREE_INSTANTIATE_FROM_2D(name, Options)                            \
  template sample<2> name<2>(const Options&, const std::array<double, 2>&); \
  template sample<3> name<3>(const Options&, const std::array<double, 3>&); \
  template sample<4> name<4>(const Options&, const std::array<double, 4>&)

}  // namespace scree::reference
