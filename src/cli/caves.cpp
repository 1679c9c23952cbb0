#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/picture_options.hpp"
#include "cli/progress.hpp"
#include "cli/stopwatch.hpp"
#include "image/picture.hpp"
#include "image/volume.hpp"

#include <scree/caves.hpp>
#include <scree/error.hpp>
#include <scree/isa.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace scree::cli {

namespace {

struct caves_options {
  std::string expression;   // empty: white noise
  window view;
  output out;
  CaveOptions rule;
  ConnectOptions tunnels;
  std::uint64_t seed = 0;
  std::size_t least = 0, least_rock = 0, zoom = 1;
  std::optional<std::size_t> depth, slice;
  std::int64_t depth_origin = 0;
  bool connect = false, gray = false;

  bool is_changed() const { return least > 1 || least_rock > 1 || connect; }
};

/// How the air of a mask hangs together.
struct tally {
  double air = 0;             // its share of all cells
  std::size_t regions = 0;
  double largest = 0;         // share of the air that is in the largest of them

  explicit tally(const Mask& mask) : air(mask.air_share()) {
    const Regions found = find_regions(mask);
    regions = found.count();
    if (regions > 0) largest = static_cast<double>(found[found.largest()].cells) / static_cast<double>(mask.count());
  }
};

/// Where the cave goes: a picture of all of it or of one slice, or all of its bytes.
struct target {
  std::unique_ptr<image::picture_writer> picture;
  std::unique_ptr<image::volume_writer> volume;
};

bool is_volume(const std::string& file) { return std::filesystem::path(file).extension() == ".raw"; }

void check(const caves_options& options) {
  options.view.check();
  constexpr std::size_t most_zoom = 64;
  if (options.zoom < 1 || options.zoom > most_zoom) throw Error("--zoom is " + std::to_string(options.zoom) + ", but must be 1 to 64");
  if (options.zoom > 1 && is_volume(options.out.file)) throw Error("--zoom is for pictures; a .raw holds a byte a cell");
  if (options.slice && !options.depth) throw Error("--slice is one of --depth, which is not given");
  if (options.slice && is_volume(options.out.file)) throw Error("--slice is for pictures; a .raw holds all slices");
  if (!options.depth) return;
  const std::size_t depth = *options.depth;
  constexpr auto last = std::numeric_limits<std::int64_t>::max();
  if (depth < 1) throw Error("--depth is 0, but must be 1 or more");
  if (depth > static_cast<std::size_t>(last) || options.depth_origin > last - static_cast<std::int64_t>(depth))
    throw Error("--depth-origin plus --depth passes 2^63 - 1");
  if (options.slice.value_or(0) >= depth)
    throw Error("--slice is " + std::to_string(*options.slice) + ", but must be 0 to " + std::to_string(depth - 1) + " for this --depth");
}

target open_target(const caves_options& options) {
  const auto [width, height] = options.view.size;
  target to;
  if (!is_volume(options.out.file)) {
    to.picture = image::open_picture(options.out.file, {width * options.zoom, height * options.zoom, options.gray ? 1 : 3, 8});
  } else {
    std::vector<std::size_t> sizes{width, height};
    if (options.depth) sizes.push_back(*options.depth);
    to.volume = std::make_unique<image::volume_writer>(options.out.file, sizes);
  }
  return to;
}

Grid3 slices(const caves_options& options, std::size_t first, std::size_t number) {
  const window& view = options.view;
  return {.origin = {view.origin[0], view.origin[1], options.depth_origin + static_cast<std::int64_t>(first)},
          .size = {view.size[0], view.size[1], number},
          .spacing = {view.spacing, view.spacing, view.spacing}};
}

/// The cave in pieces, thick enough that the cells around each cost little: between them Ctrl-C is heard.
Mask dig(const Noise& field, const caves_options& options, progress& line) {
  constexpr std::size_t piece_cells = std::size_t{1} << 24;
  const auto [width, height] = options.view.size;
  const bool flat = !options.depth;
  Mask cave = flat ? Mask(width, height) : Mask(width, height, *options.depth);
  const std::size_t layers = flat ? height : *options.depth, cells = flat ? width : width * height;
  const std::size_t thickness = std::max({std::size_t{1}, 16 * static_cast<std::size_t>(std::max(0, options.rule.steps)), piece_cells / cells});
  for (std::size_t first = 0; first < layers; first += thickness) {
    check_interrupts();
    line.show("caves", static_cast<double>(first), static_cast<double>(layers));
    const std::size_t number = std::min(thickness, layers - first);
    const Mask piece = flat ? caves(field, options.view.rows(first, number), options.rule) : caves(field, slices(options, first, number), options.rule);
    for (std::size_t z = 0; z < piece.size()[2]; ++z)
      for (std::size_t y = 0; y < piece.size()[1]; ++y)
        std::ranges::copy(std::as_const(piece).row(y, z), (flat ? cave.row(first + y) : cave.row(y, first + z)).begin());
  }
  return cave;
}

/// Pillars go before small caves: what was around one may be large with it.
Mask changed(Mask cave, const caves_options& options, progress& line) {
  line.show("regions", 0, 1);
  if (options.least_rock > 1) cave = without_small_rock(cave, options.least_rock);
  check_interrupts();
  if (options.least > 1) cave = without_small(cave, options.least);
  check_interrupts();
  line.show("tunnels", 0, 1);
  if (options.connect) cave = connect(cave, options.tunnels);
  check_interrupts();
  return cave;
}

/// Pixels of one row of cells.
void paint(std::span<const std::uint64_t> row, std::size_t zoom, std::size_t channels, std::span<std::uint8_t> pixels) {
  using colour = std::array<std::uint8_t, 3>;
  constexpr colour rock{47, 41, 43}, air{222, 203, 164}, black{}, white{255, 255, 255};
  const colour of_rock = channels == 1 ? black : rock, of_air = channels == 1 ? white : air;
  for (std::size_t k = 0; k < pixels.size() / channels; ++k) {
    const std::size_t x = k / zoom;
    const colour& is = (row[x / 64] >> (x % 64) & 1) != 0 ? of_air : of_rock;
    std::copy_n(is.begin(), channels, pixels.data() + channels * k);
  }
}

void write(const Mask& cave, const caves_options& options, target& to) {
  const auto [width, height, depth] = cave.size();
  const std::size_t channels = to.picture && !options.gray ? 3 : 1;
  const std::size_t first = to.volume || !options.depth ? 0 : options.slice.value_or(depth / 2), end = to.volume ? depth : first + 1;
  std::vector<std::uint8_t> bytes(width * options.zoom * channels);
  for (std::size_t z = first; z < end; ++z)
    for (std::size_t y = 0; y < height; ++y) {
      check_interrupts();
      paint(cave.row(y, z), options.zoom, channels, bytes);
      if (to.volume) to.volume->write(bytes);
      else for (std::size_t k = 0; k < options.zoom; ++k) to.picture->write_row(std::span<const std::uint8_t>(bytes));
    }
  if (to.volume) to.volume->finish();
  else to.picture->finish();
}

std::string sentence(const tally& of) {
  char text[160];
  std::snprintf(text, sizeof text, "%.2f %% air in %zu region%s, %.2f %% of it in the largest", 100 * of.air, of.regions, of.regions == 1 ? "" : "s",
                100 * of.largest);
  return text;
}

struct outcome {
  tally before, after;
  double seconds;   // that digging took
};

outcome make(const Noise& field, const caves_options& options, target& to) {
  progress line(options.out.quiet);
  const stopwatch digging;
  Mask cave = dig(field, options, line);
  const double seconds = digging.seconds();
  const tally before(cave);
  if (options.is_changed()) cave = changed(std::move(cave), options, line);
  const tally after = options.is_changed() ? tally(cave) : before;
  line.show(options.out.file, 1, 1);
  write(cave, options, to);
  return {before, after, seconds};
}

void report(const Noise& field, const caves_options& options, const outcome& is, double whole) {
  const auto& [before, after, seconds] = is;
  const std::string instruction_set(isa::active());
  const auto [width, height] = options.view.size;
  if (options.out.json) {
    json_line line;
    line.add("file", options.out.file).add_count("width", width).add_count("height", height);
    if (options.depth) line.add_count("depth", *options.depth);
    line.add("air_before", before.air).add_count("regions_before", before.regions).add("largest_before", before.largest);
    line.add("air", after.air).add_count("regions", after.regions).add("largest", after.largest);
    line.add("field", field.to_string()).add("isa", instruction_set).add("seconds_computing", seconds).add("seconds", whole);
    line.print();
  } else if (!options.out.quiet) {
    std::printf("%s\n", sentence(before).c_str());
    if (options.is_changed()) std::printf("%s afterwards\n", sentence(after).c_str());
    const double cells = static_cast<double>(width) * static_cast<double>(height) * static_cast<double>(options.depth.value_or(1));
    std::printf("%.0f cells in %.4f s: %.1f million cells/s (%s)\n", cells, seconds, cells / seconds / 1e6, instruction_set.c_str());
    std::printf("%s written in %.2f s, all included\n", options.out.file.c_str(), whole);
  }
}

void run_caves(caves_options options) {
  const stopwatch watch;
  const Noise field = options.expression.empty() ? white({.seed = options.seed}) : field_of(options.expression);
  isa::active();   // what SCREE_ISA asks for is there
  options.rule.threads = options.out.threads;
  options.tunnels.seed = options.seed;
  check(options);
  if (options.connect) connect(Mask(0, 0), options.tunnels);   // says what is wrong with its options before anything is computed
  target to = open_target(options);
  report(field, options, make(field, options, to), watch.seconds());
}

}  // namespace

void add_caves(CLI::App& app) {
  CLI::App* command = app.add_subcommand("caves", "Dig caves: a field's high places, smoothed by a cellular automaton, connected on request");
  const auto options = std::make_shared<caves_options>();
  const auto count = [&](const std::string& name, std::size_t& value, const std::string& description) {
    add_parsed<std::size_t>(*command, name, value, parse_integer, "a number of cells", description)->type_name("CELLS");
  };
  const auto number = [&](const std::string& name, int& value, const std::string& description) {
    add_parsed<int>(*command, name, value, parse_integer, "a whole number", description)->type_name("INT")->default_str(std::to_string(value));
  };
  const auto neighbours = [&](const std::string& name, std::optional<int>& value, const std::string& description) {
    add_parsed<std::optional<int>>(*command, name, value, parse_given<int>, "a number of neighbours", description)->type_name("INT");
  };
  add_field(*command, options->expression);
  add_seed(*command, options->seed, "Of the white noise that caves are dug from where there is no EXPR, and of the tunnels");
  add_window(*command, options->view);
  command->add_option("--edge", options->rule.edge, "Air is where the field has this value or more")->capture_default_str();
  number("--steps", options->rule.steps, "Steps of the automaton");
  neighbours("--birth", options->rule.birth, "Air becomes rock from so many rock neighbours on [5 of 8; with --depth 14 of 26]");
  neighbours("--survival", options->rule.survival, "Rock stays rock from so many rock neighbours on [4 of 8; with --depth 13 of 26]");
  count("--least", options->least, "Fill regions of air that have fewer cells");
  count("--least-rock", options->least_rock, "Dig away regions of rock that have fewer cells; before --least");
  command->add_flag("--connect", options->connect, "Dig tunnels until all air is one region; after --least");
  number("--radius", options->tunnels.radius, "Of tunnels, in cells");
  number("--hardness", options->tunnels.hardness, "How much tunnels wind: 1 (straight) to 16");
  add_parsed<std::optional<std::size_t>>(*command, "--depth", options->depth, parse_given<std::size_t>, "a number of slices",
                                         "Caves in three dimensions, of so many slices")
      ->type_name("SLICES");
  add_parsed<std::int64_t>(*command, "--depth-origin", options->depth_origin, parse_integer, "a whole number", "Index of the first slice")
      ->type_name("Z")
      ->default_str("0");
  add_parsed<std::optional<std::size_t>>(*command, "--slice", options->slice, parse_given<std::size_t>, "a slice, counted from 0",
                                         "The slice that the picture shows [the middle one]")
      ->type_name("INT");
  add_parsed<std::size_t>(*command, "--zoom", options->zoom, parse_integer, "a number of pixels", "Pixels along each edge of a cell")
      ->type_name("PIXELS")
      ->default_str("1");
  command->add_flag("--gray", options->gray, "Rock 0 and air 255, for other programs, instead of colours");
  add_output(*command, options->out,
             "The picture: .png, .tif, or with --gray .pgm; or .raw: all cells as bytes, x fastest, rock 0 and air 255, with a .nhdr (NRRD) beside");
  command->callback([options] { run_caves(*options); });
}

}  // namespace scree::cli
