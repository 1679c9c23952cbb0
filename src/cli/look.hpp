// How a command draws values: in which colours, and with light on the surface that they are.
#pragma once
#include "cli/picture_options.hpp"

#include <scree/heightmap.hpp>
#include <scree/noise.hpp>

#include <CLI/CLI.hpp>

#include <optional>
#include <span>
#include <string>

namespace scree::cli {

struct light_options {
  bool shade = false;
  HillshadeOptions from = {};           // but for its height
  std::optional<double> relief = {};    // which is this, if given
};
/// Adds --shade, which says of the surface `what`, --azimuth, --altitude and --relief.
void add_light(CLI::App& command, light_options& light, const std::string& what);

/// The light that the options ask for. Where they do not say how high a value of 1 stands: so high that ground with these slopes is steep enough to see,
/// half a unit up a unit, in the mean of squares.
HillshadeOptions light_of(const light_options& light, std::span<const float> dx, std::span<const float> dy);
/// Places all over a window, at most 64 x 64, to measure slopes at.
Grid2 coarse_grid(const window& view);
/// The light on a surface that this window shows.
HillshadeOptions light_of(const light_options& light, const Noise& surface, const window& view);

struct look {
  std::string palette = "gray";
  std::optional<double> from = {}, to = {};   // the values of the first and of the last colour
  light_options light = {};
};
/// Adds --palette, --from and --to, and what add_light adds.
void add_look(CLI::App& command, look& looks);

}  // namespace scree::cli
