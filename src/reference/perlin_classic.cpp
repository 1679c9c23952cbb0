// Perlin's first noise: K. Perlin, "An Image Synthesizer", SIGGRAPH 1985, and his program for it (noise.c): gradients from a table, cubic fade.
#include "reference/planes.hpp"

#include <scree/detail/classic.hpp>

namespace scree::reference {
namespace {

/// The tables of a seed; the last ones are kept, as points come one by one.
const definition::classic_tables& tables_of(std::uint32_t seed) {
  thread_local std::uint32_t kept = 0;
  thread_local definition::classic_tables tables(0);
  if (kept != seed) tables = definition::classic_tables(seed), kept = seed;
  return tables;
}

}  // namespace

template <int Dims>
sample<Dims> perlin_classic(const PerlinClassicOptions& options, const std::array<double, Dims>& x) {
  const definition::classic_tables& t = tables_of(static_cast<std::uint32_t>(options.seed));
  return blend_planes<Dims>(x, options.frequency, {}, Fade::cubic, [&](const std::array<std::uint32_t, Dims>& cell) {
    unsigned number = t.permutation[cell[0] & 255];
    if constexpr (Dims > 1) number = t.permutation[(number + cell[1]) & 255];
    if constexpr (Dims > 2) number = (number + cell[2]) & 255;
    std::array<float, Dims> g;
    for (int axis = 0; axis < Dims; ++axis) g[axis] = t.gradient[Dims - 1][axis][number];
    return g;
  });
}

template sample<1> perlin_classic<1>(const PerlinClassicOptions&, const std::array<double, 1>&);
template sample<2> perlin_classic<2>(const PerlinClassicOptions&, const std::array<double, 2>&);
template sample<3> perlin_classic<3>(const PerlinClassicOptions&, const std::array<double, 3>&);

}  // namespace scree::reference
