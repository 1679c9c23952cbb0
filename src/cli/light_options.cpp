#include "cli/light_options.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace scree::cli {

namespace {

/// The height at which the ground of a window is steep enough to see: half a unit up a unit, in the mean (of squares, at 64 x 64 places of it).
double automatic_relief(const Noise& field, const window& view) {
  constexpr std::size_t most = 64;
  Grid2 coarse = view.all();
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const std::size_t step = std::max<std::size_t>(1, view.size[axis] / most);
    coarse.size[axis] = std::min(view.size[axis], most);
    coarse.offset[axis] = static_cast<double>(view.origin[axis]) * view.spacing;
    coarse.origin[axis] = 0;
    coarse.spacing[axis] = static_cast<double>(step) * view.spacing;
  }
  const std::size_t count = coarse.size[0] * coarse.size[1];
  std::vector<float> value(count), dx(count), dy(count);
  field.fill(coarse, std::span(value), Gradient2{{dx, dy}}, {.threads = 1});
  double sum = 0;
  for (std::size_t k = 0; k < count; ++k)
    if (const double square = static_cast<double>(dx[k]) * dx[k] + static_cast<double>(dy[k]) * dy[k]; std::isfinite(square)) sum += square;
  const double height = 0.5 / std::sqrt(sum / static_cast<double>(count));
  return std::isfinite(static_cast<float>(height)) ? height : 1;
}

}  // namespace

void add_light(CLI::App& command, light_options& light, const std::string& what) {
  command.add_flag("--shade", light.shade, "Light from one side on the surface that " + what);
  command.add_option("--azimuth", light.from.azimuth, "Where the light comes from, degrees clockwise from the top")->capture_default_str();
  command.add_option("--altitude", light.from.altitude, "How high the light stands, degrees")->capture_default_str();
  command.add_option("--relief", light.relief, "How high a value of 1 stands, in units [so that this picture shows it well; --json says the number]");
}

HillshadeOptions light_of(const light_options& light, const Noise& surface, const window& view) {
  HillshadeOptions from = light.from;
  from.height = light.relief ? *light.relief : automatic_relief(surface, view);
  return from;
}

}  // namespace scree::cli
