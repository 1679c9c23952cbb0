// The commands: each adds itself, with its options and what it does, to the application.
#pragma once
#include <CLI/CLI.hpp>

namespace scree::cli {

/// A field as a picture.
void add_render(CLI::App& app);

/// A big heightfield in memory, timed against memset, and a picture of a part of it.
void add_demo(CLI::App& app);

/// Version, instruction sets, noises.
void add_info(CLI::App& app);

}  // namespace scree::cli
