#include "cli/look.hpp"

#include "cli/options.hpp"
#include "image/palette.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace scree::cli {

void add_light(CLI::App& command, light_options& light, const std::string& what) {
  command.add_flag("--shade", light.shade, "Light from one side on the surface that " + what);
  command.add_option("--azimuth", light.from.azimuth, "Where the light comes from, degrees clockwise from the top")->capture_default_str();
  command.add_option("--altitude", light.from.altitude, "How high the light stands, degrees")->capture_default_str();
  command.add_option("--relief", light.relief, "How high a value of 1 stands, in units [so that this picture shows it well; --json says the number]");
}

HillshadeOptions light_of(const light_options& light, std::span<const float> dx, std::span<const float> dy) {
  HillshadeOptions from = light.from;
  if (light.relief) {
    from.height = *light.relief;
    return from;
  }
  double sum = 0;
  for (std::size_t k = 0; k < dx.size(); ++k)
    if (const double square = static_cast<double>(dx[k]) * dx[k] + static_cast<double>(dy[k]) * dy[k]; std::isfinite(square)) sum += square;
  const double height = 0.5 / std::sqrt(sum / static_cast<double>(dx.size()));
  from.height = std::isfinite(static_cast<float>(height)) ? height : 1;
  return from;
}

Grid2 coarse_grid(const window& view) {
  constexpr std::size_t most = 64;
  Grid2 coarse = view.all();
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const std::size_t step = std::max<std::size_t>(1, view.size[axis] / most);
    coarse.size[axis] = std::min(view.size[axis], most);
    coarse.offset[axis] = static_cast<double>(view.origin[axis]) * view.spacing;
    coarse.origin[axis] = 0;
    coarse.spacing[axis] = static_cast<double>(step) * view.spacing;
  }
  return coarse;
}

HillshadeOptions light_of(const light_options& light, const Noise& surface, const window& view) {
  if (light.relief) return light_of(light, {}, {});
  const Grid2 coarse = coarse_grid(view);
  const std::size_t count = coarse.size[0] * coarse.size[1];
  std::vector<float> value(count), dx(count), dy(count);
  surface.fill(coarse, std::span(value), Gradient2{{dx, dy}}, {.threads = 1});
  return light_of(light, dx, dy);
}

void add_look(CLI::App& command, look& looks) {
  command.add_option("--palette", looks.palette, "Colours: " + joined(image::palette::names()) + ", or a file with lines 'value red green blue'")
      ->type_name("NAME|FILE")
      ->capture_default_str();
  command.add_option("--from", looks.from, "The value of the first colour (black) [the palette's or the field's least]");
  command.add_option("--to", looks.to, "The value of the last colour (white) [the palette's or the field's largest]");
  add_light(command, looks.light, "the values are");
}

}  // namespace scree::cli
