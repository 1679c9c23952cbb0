// The commands: each adds itself, with its options and what it does, to the application.
#pragma once
#include <CLI/CLI.hpp>

namespace scree::cli {

/// A field as a picture.
void add_render(CLI::App& app);

/// Caves as a picture or a volume, and how they hang together.
void add_caves(CLI::App& app);

/// Biomes as a picture, and the share of each.
void add_biomes(CLI::App& app);

/// Points as CSV or GeoJSON.
void add_scatter(CLI::App& app);

/// A big heightfield in memory, timed against memset, and a picture of a part of it.
void add_demo(CLI::App& app);

/// A field in time, as numbered frames.
void add_animate(CLI::App& app);

/// A curve of a field beside white noise.
void add_profile(CLI::App& app);

/// The standard figures of noise on one page.
void add_gallery(CLI::App& app);

/// Version, machine, instruction sets, noises.
void add_info(CLI::App& app);

}  // namespace scree::cli
