#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/leaf.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "cli/stopwatch.hpp"
#include "image/png.hpp"

#include <scree/error.hpp>
#include <scree/isa.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace scree::cli {

namespace {

using picture_size = std::array<std::size_t, 2>;
using picture_origin = std::array<std::int64_t, 2>;

struct render_options {
  std::optional<std::string> expression;   // instead of the leaf
  leaf_choice leaf{.noise = "simplex", .frequency = 0.01};
  picture_size size{1024, 1024};
  picture_origin origin{0, 0};
  double spacing = 1.0;
  int depth = 8;
  int threads = 0;
  bool quiet = false;
  std::string file;
};

// Before the first row is computed: the last one has coordinates, too.
void check_reach(const picture_origin& origin, const picture_size& size) {
  constexpr auto last = std::numeric_limits<std::int64_t>::max();
  for (std::size_t axis = 0; axis < 2; ++axis) {
    if (size[axis] > static_cast<std::size_t>(last) || origin[axis] > last - static_cast<std::int64_t>(size[axis])) {
      throw Error("--origin plus --size passes 2^63 - 1");
    }
  }
}

// Rows are computed in bands of a few MiB and written at once: memory does not grow with the height. Returns the seconds
// that the noise took.
template <class Pixel>
double render_bands(const Noise& noise, const render_options& options, image::png_writer& png) {
  constexpr std::size_t band_samples = std::size_t{1} << 20;
  const auto [width, height] = options.size;
  const std::size_t band_rows = std::clamp<std::size_t>(band_samples / width, 1, height);
  const auto [black, white] = noise.range();
  std::vector<Pixel> pixels(band_rows * width);
  progress line(options.quiet);
  double seconds = 0;
  for (std::size_t row = 0; row < height; row += band_rows) {
    const std::size_t rows = std::min(band_rows, height - row);
    const Grid2 band{.origin = {options.origin[0], options.origin[1] + static_cast<std::int64_t>(row)},
                     .size = {width, rows},
                     .spacing = {options.spacing, options.spacing}};
    const stopwatch watch;
    noise.fill(band, std::span(pixels), {.from = black, .to = white}, {.threads = options.threads});
    seconds += watch.seconds();
    for (std::size_t k = 0; k < rows; ++k) {
      png.write_row(std::span<const Pixel>(pixels).subspan(k * width, width));
      check_interrupts();
    }
    line.show(options.file, static_cast<double>(row + rows), static_cast<double>(height));
  }
  return seconds;
}

// A field by its text, or by the file that holds it.
Noise field_of(const std::string& expression) {
  if (expression[0] != '@') return Noise::parse(expression);
  std::ifstream file(expression.substr(1), std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) throw Error("cannot read the field from '" + expression.substr(1) + "'");
  return Noise::parse(text.str());
}

void render(const render_options& options) {
  const Noise noise = options.expression ? field_of(*options.expression) : make_leaf(options.leaf);
  const std::string instruction_set(isa::active());
  check_reach(options.origin, options.size);
  const stopwatch watch;
  image::png_writer png(options.file, options.size[0], options.size[1], options.depth);
  const double seconds = options.depth == 16 ? render_bands<std::uint16_t>(noise, options, png)
                                             : render_bands<std::uint8_t>(noise, options, png);
  png.finish();
  if (options.quiet) return;
  const double samples = static_cast<double>(options.size[0]) * static_cast<double>(options.size[1]);
  std::printf("%.0f samples of %s in %.4f s: %.1f million samples/s (%s)\n", samples, options.expression ? "the field" : options.leaf.noise.c_str(), seconds,
              samples / seconds / 1e6, instruction_set.c_str());
  std::printf("%s written in %.2f s, noise included\n", options.file.c_str(), watch.seconds());
}

}  // namespace

void add_render(CLI::App& app) {
  CLI::App* command = app.add_subcommand("render", "Draw a noise or a field as a gray PNG: the least value black, the largest white");
  const auto options = std::make_shared<render_options>();
  const std::vector<CLI::Option*> of_leaf = command->get_options();
  add_leaf_options(*command, options->leaf);
  CLI::Option* expression =
      command->add_option("EXPR", options->expression, "A field, such as 'fbm(perlin(frequency=0.01)) * 0.5', or @FILE that holds one; instead of a noise's options")
          ->type_name("");
  for (CLI::Option* option : command->get_options())
    if (option != expression && std::find(of_leaf.begin(), of_leaf.end(), option) == of_leaf.end()) expression->excludes(option);
  add_parsed<picture_size>(*command, "--size", options->size, parse_pair<std::size_t, 'x'>,
                           "WIDTHxHEIGHT, such as 1024x1024", "Pixels of the picture")
      ->type_name("WIDTHxHEIGHT")
      ->default_str("1024x1024");
  add_parsed<picture_origin>(*command, "--origin", options->origin, parse_pair<std::int64_t, ','>,
                             "two integers X,Y, such as -512,0", "Indices of the upper left pixel")
      ->type_name("X,Y")
      ->default_str("0,0");
  command->add_option("--spacing", options->spacing, "Units from one pixel to the next")->capture_default_str();
  command->add_option("--depth", options->depth, "Bits a pixel, 8 or 16")->capture_default_str();
  add_threads(*command, options->threads);
  command->add_flag("-q,--quiet", options->quiet, "Print nothing");
  command->add_option("-o,--output", options->file, "The PNG to write")->required()->type_name("FILE");
  command->callback([options] { render(*options); });
}

}  // namespace scree::cli
