// The options that choose a noise, common to the commands.
#pragma once
#include <scree/noise.hpp>

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scree::cli {

struct leaf_choice {
  std::string noise;
  double frequency;
  std::uint64_t seed = 7;
  std::optional<std::string> fade = std::nullopt;
  std::optional<double> falloff = std::nullopt;
  std::optional<int> release = std::nullopt;
  std::optional<std::string> port = std::nullopt;
  std::optional<double> alpha = std::nullopt;
};

/// The names in the registries.
const std::vector<std::string>& leaf_names();

/// Adds --noise, --seed, --frequency, --fade, --falloff, --release, --port and --alpha. What `choice` holds is the default.
void add_leaf_options(CLI::App& command, leaf_choice& choice);

/// Throws Error for an option that this noise does not have, and what its factory throws.
Noise make_leaf(const leaf_choice& choice);

}  // namespace scree::cli
