// A field as a picture in a file: what the command render does, for the commands that make many.
#pragma once
#include "cli/look.hpp"
#include "cli/picture_options.hpp"

#include <optional>
#include <string>

namespace scree::cli {

struct render_options {
  std::string expression;
  window view;
  output out;
  look looks;
  bool bar = false, uncompressed = false;
  std::optional<int> depth;
};

/// Writes the picture and prints the report. Throws Error, FileError and interrupted; then there is no file.
void render(const render_options& options);

}  // namespace scree::cli
