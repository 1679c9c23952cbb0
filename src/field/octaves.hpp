// What sums of octaves share: their amplitudes, and the checks of their options.
#pragma once
#include "field/options.hpp"

#include <cmath>
#include <vector>

namespace scree::field {

template <class Options>
void check_octaves(const char* name, const Options& options) {
  if (!(options.octaves >= 1 && options.octaves <= 64)) bad_option(name, "octaves", options.octaves, "from 1 to 64");
  if (!std::isfinite(options.lacunarity) || options.lacunarity <= 0) bad_option(name, "lacunarity", options.lacunarity, "finite and above 0");
  if (!std::isfinite(options.gain)) bad_option(name, "gain", options.gain, "finite");
}

/// The amplitude of each octave, such that their sizes add up to 1.
inline std::vector<double> amplitudes(double octaves, double gain) {
  const int count = static_cast<int>(std::ceil(octaves));
  std::vector<double> each(static_cast<std::size_t>(count));
  double sum = 0;
  for (int k = 0; k < count; ++k) {
    // From the strongest octave on, so that no power overflows.
    double a = 1;
    for (int n = std::abs(gain) > 1 ? count - 1 - k : k; n > 0; --n) a = std::abs(gain) > 1 ? a / gain : a * gain;
    if (k == count - 1) a *= octaves - (count - 1);
    each[static_cast<std::size_t>(k)] = a;
    sum += std::abs(a);
  }
  for (double& a : each) a /= sum;
  return each;
}

}  // namespace scree::field
