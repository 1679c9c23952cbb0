// Gradient noise on the cubic lattice. K. Perlin, "An Image Synthesizer", SIGGRAPH 1985 (cubic fade), and "Improving
// Noise", SIGGRAPH 2002 (quintic fade).
#include "reference/planes.hpp"

namespace scree::reference {

template <int Dims>
sample<Dims> perlin(const PerlinOptions& options, const std::array<double, Dims>& x) {
  const auto keys = definition::keys_of(options.seed);
  const double scale = definition::margin / definition::perlin_maximum[Dims - 1];
  return blend_planes<Dims>(x, options.frequency, options.period, options.fade, [&](const std::array<std::uint32_t, Dims>& cell) {
    return gradient_of<Dims>(lattice_hash<Dims>(cell, keys), scale);
  });
}

SCREE_INSTANTIATE(perlin, PerlinOptions);

}  // namespace scree::reference
