// Improved noise with the tables and the wrapping of stb_perlin.h (S. Barrett, 2011 - 2021).
#include "reference/planes.hpp"

#include <scree/detail/permutation.hpp>

namespace scree::reference {

template <int Dims>
sample<Dims> stb_perlin(const StbPerlinOptions& options, const std::array<double, Dims>& x) {
  return blend_planes<Dims>(x, options.frequency, {}, Fade::quintic, [&](std::array<std::uint32_t, Dims> cell) {
    for (int axis = 0; axis < Dims; ++axis) cell[axis] &= static_cast<std::uint32_t>(options.period[axis] - 1) & 255;
    const auto& p = definition::stb_permutation;
    const unsigned number = p[(p[(p[(cell[0] + options.seed) & 255] + cell[1]) & 255] + (Dims == 3 ? cell[Dims - 1] : 0)) & 255];
    const std::array<float, 3> edge = definition::edge_gradient(definition::stb_edge(number));
    std::array<float, Dims> g;
    for (int axis = 0; axis < Dims; ++axis) g[axis] = edge[axis];
    return g;
  });
}

template sample<2> stb_perlin<2>(const StbPerlinOptions&, const std::array<double, 2>&);
template sample<3> stb_perlin<3>(const StbPerlinOptions&, const std::array<double, 3>&);

}  // namespace scree::reference
