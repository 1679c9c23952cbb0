// What the commands that draw have in common: the field, the window on it, its colours and light, the file and the report.
#pragma once
#include <scree/grid.hpp>
#include <scree/heightmap.hpp>
#include <scree/noise.hpp>

#include <CLI/CLI.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scree::cli {

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

/// How values become colours.
struct look {
  std::string palette = "gray";
  bool shade = false;
  HillshadeOptions light = {};
  std::optional<double> relief = {}, from = {}, to = {};
};
/// Adds --palette, --from and --to, --shade, --azimuth, --altitude and --relief.
void add_look(CLI::App& command, look& looks);
/// The light that a look asks for. Where it does not say how high a value of 1 stands: so high that ground with these slopes is steep enough to see,
/// half a unit up a unit, in the mean of squares.
HillshadeOptions light_of(const look& looks, std::span<const float> dx, std::span<const float> dy);
/// Places all over a window, at most 64 x 64, to measure slopes at.
Grid2 coarse_grid(const window& view);

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
  json_line& add_list(const std::string& name, const std::vector<std::string>& texts);
  /// To standard output.
  void print() const;

 private:
  json_line& put(const std::string& name, const std::string& value);
  std::string members_;
};

}  // namespace scree::cli
