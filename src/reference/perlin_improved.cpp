// Improved noise, by table: K. Perlin, "Improving Noise", SIGGRAPH 2002, and its reference implementation. In 4D: S. Gustavson, noise1234, 2003.
#include "reference/permutations.hpp"
#include "reference/planes.hpp"

namespace scree::reference {

template <int Dims>
sample<Dims> perlin_improved(const PerlinImprovedOptions& options, const std::array<double, Dims>& x) {
  const auto& p = permutation_of(options.seed);
  return blend_planes<Dims>(x, options.frequency, {}, Fade::quintic, [&](const std::array<std::uint32_t, Dims>& cell) {
    unsigned number = 0;
    for (int axis = 0; axis < (Dims < 3 ? 3 : Dims); ++axis) number = p[(number + (axis < Dims ? cell[axis] : 0)) & 255];
    std::array<float, Dims> g;
    for (int axis = 0; axis < Dims; ++axis) {
      if constexpr (Dims == 4) g[axis] = definition::cell_gradient(number)[axis] * definition::cell_gradient_scale;
      else g[axis] = definition::edge_gradient(number)[axis];
    }
    return g;
  });
}

SCREE_INSTANTIATE(perlin_improved, PerlinImprovedOptions);

}  // namespace scree::reference
