// Gradient noise as shader tutorials have it (I. Quilez, "gradient noise", 2013), on the hash of D. Hoskins: the hash is an angle.
#include "reference/hash12.hpp"

namespace scree::reference {
namespace {

/// sin(2 pi t) for t from 0 to 1/4, within 2e-7.
float sine_of_turn(float t) {
  const float squared = t * t;
  float sum = static_cast<float>(definition::sine.coefficient[5]);
  for (int k = 4; k >= 0; --k) sum = sum * squared + static_cast<float>(definition::sine.coefficient[k]);
  return sum * t;
}

}  // namespace

template <int Dims>
sample<Dims> hash12_gradient(const Hash12GradientOptions& options, const std::array<double, Dims>& x) {
  return hash12_noise(x, options.frequency, options.fade, [](float hash, float dx, float dy) {
    // cos and sin of 2 pi hash, from half a turn further on, where the angle lies between -1/2 and 1/2.
    const float t = hash - 0.5f, size = std::abs(t), to_quarter = 0.25f - size;
    const float c = sine_of_turn(std::abs(to_quarter)), s = sine_of_turn(size > 0.25f ? 0.5f - size : size);
    const float gx = to_quarter < 0.0f ? c : -c, gy = t < 0.0f ? s : -s;
    return sample<2>{gx * dx + gy * dy, {gx, gy}};
  });
}

template sample<2> hash12_gradient<2>(const Hash12GradientOptions&, const std::array<double, 2>&);

}  // namespace scree::reference
