// Ores: where regions and clusters meet.
#include "terrain/hash.hpp"
#include "terrain/text.hpp"

#include <scree/biomes.hpp>
#include <scree/error.hpp>
#include <scree/fractal.hpp>
#include <scree/operators.hpp>

#include <cmath>
#include <string>

namespace scree {
namespace {

void check_frequency(const char* name, double frequency) {
  if (!std::isfinite(frequency) || frequency == 0)
    throw Error(std::string("mineral: ") + name + " is " + terrain::number_text(frequency) + ", but must be finite and not 0");
}

void check_interval(const char* name, Interval values) {
  if (!(std::isfinite(values.lo) && std::isfinite(values.hi) && values.lo < values.hi))
    throw Error(std::string("mineral: ") + name + " is from " + terrain::number_text(values.lo) + " to " + terrain::number_text(values.hi) +
                ", but must be finite and lo below hi");
}

}  // namespace

Noise mineral(const MineralOptions& options) {
  check_frequency("concentration_frequency", options.concentration_frequency);
  check_frequency("cluster_frequency", options.cluster_frequency);
  check_interval("concentration", options.concentration);
  check_interval("cluster", options.cluster);
  const std::uint64_t region_seed = terrain::number(options.seed, 0), cluster_seed = terrain::number(options.seed, 1);
  const Noise regions = fbm(simplex({.seed = region_seed, .frequency = options.concentration_frequency}), {.octaves = 3});
  const Noise clusters = simplex({.seed = cluster_seed, .frequency = options.cluster_frequency});
  return smoothstep(regions, options.concentration.lo, options.concentration.hi) * smoothstep(clusters, options.cluster.lo, options.cluster.hi);
}

}  // namespace scree
