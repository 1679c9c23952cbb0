// Improved noise with the tables and the wrapping of stb_perlin.h (S. Barrett, 2011 - 2021).
#include "reference/planes.hpp"

#include <scree/detail/permutation.hpp>

namespace scree::reference {

template <int Dims>
sample<Dims> stb_perlin(const StbPerlinOptions& options, const std::array<double, Dims>& x) {
  static_assert(Dims == 3);
  return blend_planes<Dims>(x, options.frequency, {}, Fade::quintic, [&](std::array<std::uint32_t, Dims> cell) {
    for (int axis = 0; axis < Dims; ++axis) cell[axis] &= static_cast<std::uint32_t>(options.period[axis] - 1) & 255;
    const auto& p = definition::stb_permutation;
    const unsigned number = p[(p[(p[(cell[0] + options.seed) & 255] + cell[1]) & 255] + cell[2]) & 255];
    return definition::edge_gradient(definition::stb_edge(number));
  });
}

template sample<3> stb_perlin<3>(const StbPerlinOptions&, const std::array<double, 3>&);

}  // namespace scree::reference
