// Heightmaps and islands: compositions of the public operators.
#include "terrain/text.hpp"

#include <scree/domain.hpp>
#include <scree/error.hpp>
#include <scree/heightmap.hpp>
#include <scree/operators.hpp>

#include <cmath>
#include <limits>
#include <mutex>
#include <string>

namespace scree {
namespace {

using terrain::number_text;

/// Checks options: "<function>: <option> is <value>, but must be <right>".
struct check {
  const char* function;
  void operator()(const char* option, double value, bool good, const char* right) const {
    if (!good) throw Error(std::string(function) + ": " + option + " is " + number_text(value) + ", but must be " + right);
  }
};

bool finite_32(double x) { return std::isfinite(static_cast<float>(x)); }

Noise spread(const Noise& field, const HeightmapOptions& options) {
  const auto [lo, hi] = field.range();
  const Interval from{static_cast<float>(options.from.value_or(lo)), static_cast<float>(options.to.value_or(hi))};
  // The same test as remap's, with the names that the caller knows.
  const double slope = 1 / (static_cast<double>(from.hi) - from.lo);
  if (!std::isfinite(from.lo) || !std::isfinite(from.hi) || !finite_32(slope) || !finite_32(from.lo * slope))
    throw Error("heightmap: from is " + number_text(from.lo) + " and to is " + number_text(from.hi) + ", but they must be two different finite numbers");
  return clamp(remap(field, from, {0, 1}), 0, 1);
}

}  // namespace

Noise heightmap(const Noise& field, const HeightmapOptions& options) {
  const check need{"heightmap"};
  need("exponent", options.exponent, options.exponent > 0 && finite_32(options.exponent), "above 0 and finite");
  need("terraces", options.terraces, options.terraces >= 0 && finite_32(options.terraces), "0 (none) or more");
  need("ramp", options.ramp, options.ramp >= 0 && options.ramp <= 1, "0 to 1");
  need("height", options.height, options.height != 0 && finite_32(options.height), "finite and not 0");

  Noise t = spread(field, options);
  if (options.ridges) t = 1.0f - abs(remap(t, {0, 1}, {-1, 1}));
  if (options.exponent != 1) t = pow(t, static_cast<float>(options.exponent));
  if (!options.curve.empty()) t = curve(t, options.curve);
  if (options.terraces > 0) t = terrace(t, static_cast<float>(options.terraces), static_cast<float>(options.ramp));
  return options.height == 1 ? t : t * static_cast<float>(options.height);
}

Noise island(const Noise& field, const IslandOptions& options) {
  const check need{"island"};
  const auto [x, y] = options.center;
  need("center x", x, std::isfinite(x), "finite");
  need("center y", y, std::isfinite(y), "finite");
  const auto radius = static_cast<float>(options.radius), inner = static_cast<float>(options.radius * (1 - options.falloff));
  need("radius", options.radius, options.radius > 0 && std::isfinite(radius) && radius >= std::numeric_limits<float>::min(), "finite and above 0");
  need("falloff", options.falloff, options.falloff >= 0 && options.falloff <= 1, "0 to 1");
  const double sea = options.sea.value_or(field.range().lo);
  need("sea", sea, finite_32(sea), "finite");

  // 0 on land, 1 in the open sea, by a distance.
  const auto away = [&](const Noise& distance) { return inner < radius ? smoothstep(distance, inner, radius) : step(distance, radius); };
  const Noise dx = offset(coordinate_x(), {-x, 0, 0, 0}), dy = offset(coordinate_y(), {0, -y, 0, 0});
  Noise t = constant(0);
  switch (options.shape) {
    case IslandShape::radial:
      t = away(sqrt(dx * dx + dy * dy));
      break;
    case IslandShape::square:
      t = 1.0f - (1.0f - away(abs(dx))) * (1.0f - away(abs(dy)));
      break;
    default:
      throw Error("island: shape must be radial or square");
  }
  return blend(field, constant(static_cast<float>(sea)), t);
}

Interval observed(const Noise& field, const Grid2& grid, const FillOptions& options) {
  Interval all{std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};
  const auto include = [](Interval& bounds, float lo, float hi) {   // NaN is neither below nor above
    if (lo < bounds.lo) bounds.lo = lo;
    if (hi > bounds.hi) bounds.hi = hi;
  };
  std::mutex one_at_a_time;
  field.visit(grid, [&](const Tile2& tile) {
    Interval here{std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};
    for (const float value : tile.values) include(here, value, value);
    const std::lock_guard lock(one_at_a_time);
    include(all, here.lo, here.hi);
  }, false, options);
  if (all.lo > all.hi) throw Error("observed: the grid has no sample that is a number");
  return all;
}

}  // namespace scree
