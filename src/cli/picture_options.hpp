// What the commands that draw have in common: the field, the window on it, the file and the report.
#pragma once
#include <scree/grid.hpp>
#include <scree/noise.hpp>

#include <CLI/CLI.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace scree::cli {

/// What is in a file. Throws Error that says that `what` cannot be read.
std::string text_of_file(const std::string& name, const std::string& what);

/// Adds the positional EXPR.
CLI::Option* add_field(CLI::App& command, std::string& expression);
/// The field of a text, or of the file that @FILE names. Throws Error.
Noise field_of(const std::string& expression);

/// The samples that a picture shows.
struct window {
  std::array<std::size_t, 2> size{1024, 1024};
  std::array<std::int64_t, 2> origin{0, 0};
  double spacing = 1.0;

  /// Throws Error when the last sample has no index.
  void check() const;
  /// Some rows of it.
  Grid2 rows(std::size_t first, std::size_t number) const {
    return {.origin = {origin[0], origin[1] + static_cast<std::int64_t>(first)}, .size = {size[0], number}, .spacing = {spacing, spacing}};
  }
  Grid2 all() const { return rows(0, size[1]); }
};
/// Adds --size, --origin and --spacing.
void add_window(CLI::App& command, window& view);

struct output {
  std::string file;
  int threads = 0;
  bool quiet = false, json = false;
};
/// Adds --output, --threads, --quiet and --json.
void add_output(CLI::App& command, output& out, const std::string& what);

/// One JSON object on a line, member after member.
class json_line {
 public:
  json_line& add(const std::string& name, const std::string& text);
  json_line& add(const std::string& name, double number);
  /// Whole numbers, which a double might round.
  json_line& add_count(const std::string& name, std::uint64_t number);
  /// Texts, and objects, in square brackets.
  json_line& add_list(const std::string& name, const std::vector<std::string>& texts);
  json_line& add_list(const std::string& name, const std::vector<json_line>& objects);
  /// To standard output.
  void print() const;

 private:
  json_line& put(const std::string& name, const std::string& value);
  std::string members_;
};

}  // namespace scree::cli
