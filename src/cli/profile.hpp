// A curve of a field beside white noise: what the command profile does.
#pragma once
#include "cli/picture_options.hpp"

#include <cstddef>
#include <string>

namespace scree::cli {

struct profile_options {
  std::string expression = "perlin()";
  double from = 0, to = 16;
  std::size_t samples = 400;
  output out;
};

/// Writes the SVG and prints the report. Throws Error and FileError; then there is no file.
void profile(const profile_options& options);

}  // namespace scree::cli
