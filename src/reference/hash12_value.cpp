// Value noise as shader tutorials have it (P. Gonzalez Vivo, J. Lowe, "The Book of Shaders", 2015), on the hash of D. Hoskins.
#include "reference/hash12.hpp"

namespace scree::reference {

template <int Dims>
sample<Dims> hash12_value(const Hash12ValueOptions& options, const std::array<double, Dims>& x) {
  return hash12_noise(x, options.frequency, options.fade, [](float hash, float, float) { return sample<2>{hash, {0.0f, 0.0f}}; });
}

template sample<2> hash12_value<2>(const Hash12ValueOptions&, const std::array<double, 2>&);

}  // namespace scree::reference
