// Light on what a command draws: --shade and where it comes from.
#pragma once
#include "cli/picture_options.hpp"

#include <scree/heightmap.hpp>
#include <scree/noise.hpp>

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace scree::cli {

struct light_options {
  bool shade = false;
  HillshadeOptions from;           // but for its height
  std::optional<double> relief;    // which is this, if given
};
/// Adds --shade, which says of the surface `what`, --azimuth, --altitude and --relief.
void add_light(CLI::App& command, light_options& light, const std::string& what);

/// The light that the options ask for, on a surface as high as they say, or so high that this window shows it well.
HillshadeOptions light_of(const light_options& light, const Noise& surface, const window& view);

}  // namespace scree::cli
