#include "cli/render.hpp"

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/picture_options.hpp"
#include "cli/progress.hpp"
#include "cli/stopwatch.hpp"
#include "image/colour_bar.hpp"
#include "image/painter.hpp"
#include "image/palette.hpp"
#include "image/picture.hpp"

#include <scree/error.hpp>
#include <scree/heightmap.hpp>
#include <scree/isa.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace scree::cli {

namespace {

/// Everything that is to be known before the first row.
struct plan {
  Noise field;
  double from, to;
  int depth;
  HillshadeOptions light;
  std::optional<image::painter> paint;   // none: the samples themselves, or plain gray, which fill makes
  std::optional<image::colour_bar> bar;

  int channels() const { return paint ? paint->channels() : 1; }
};

int depth_of(const render_options& options) {
  if (options.depth) return *options.depth;
  switch (image::kind_of(options.out.file)) {
    case image::file_kind::tiff: return options.looks.palette == "gray" && !options.looks.light.shade ? 32 : 8;
    case image::file_kind::r16: return 16;
    case image::file_kind::r32: return 32;
    default: return 8;
  }
}

void make_plan(const render_options& options, plan& p) {
  const look& looks = options.looks;
  const image::palette colours = image::palette::find(looks.palette);
  const Interval range = colours.values().value_or(p.field.range());
  p.from = looks.from.value_or(range.lo);
  p.to = looks.to.value_or(range.hi);
  p.depth = depth_of(options);
  if (p.depth == 32) {
    if (!colours.is_gray() || looks.light.shade || options.bar) throw Error("--depth 32 holds the samples themselves: without --palette, --shade and --bar");
    return;
  }
  if (looks.light.shade) p.light = light_of(looks.light, p.field, options.view);
  if (colours.is_gray() && !looks.light.shade && !options.bar) return;
  p.paint.emplace(colours, p.from, p.to, looks.light.shade ? std::optional(p.light) : std::nullopt);
  if (options.bar) p.bar.emplace(*p.paint, p.from, p.to, options.view.size[1]);
}

/// Computes a band of rows; colours and light are put on while the samples of a tile are in the cache.
template <class Sample>
void compute(const plan& p, const Grid2& band, std::span<Sample> samples, const FillOptions& options) {
  if constexpr (std::is_same_v<Sample, float>) {
    p.field.fill(band, samples, options);
  } else {
    if (!p.paint) return p.field.fill(band, samples, {.from = p.from, .to = p.to}, options);
    const auto channels = static_cast<std::size_t>(p.channels());
    p.field.visit(band, [&](const Tile2& tile) {
      const std::size_t width = tile.size[0];
      const auto row = [&](std::span<const float> of, std::size_t j) { return of.empty() ? of : of.subspan(j * width, width); };
      for (std::size_t j = 0; j < tile.size[1]; ++j)
        p.paint->paint(row(tile.values, j), row(tile.dx, j), row(tile.dy, j),
                       samples.data() + channels * ((tile.place[1] + j) * band.size[0] + tile.place[0]));
    }, p.paint->needs_slopes(), options);
  }
}

/// Writes a band, with the bar beside it.
template <class Sample>
void write_rows(const plan& p, std::span<const Sample> samples, std::size_t first, std::size_t rows, image::picture_writer& picture) {
  const std::size_t row_samples = samples.size() / rows;
  std::vector<Sample> with_bar;
  for (std::size_t k = 0; k < rows; ++k) {
    std::span<const Sample> row = samples.subspan(k * row_samples, row_samples);
    if constexpr (!std::is_same_v<Sample, float>) {
      if (p.bar) {
        with_bar.resize(row_samples + p.bar->width() * static_cast<std::size_t>(p.channels()));
        std::copy(row.begin(), row.end(), with_bar.begin());
        p.bar->row(first + k, with_bar.data() + row_samples);
        row = with_bar;
      }
    }
    picture.write_row(row);
    check_interrupts();
  }
}

/// Rows are computed in bands of a few MiB, while the band before is written: memory does not grow with the height. Returns the seconds that
/// computing took.
template <class Sample>
double render_bands(const plan& p, const render_options& options, image::picture_writer& picture) {
  constexpr std::size_t band_samples = std::size_t{1} << 20;
  const auto [width, height] = options.view.size;
  const std::size_t band_rows = std::clamp<std::size_t>(band_samples / width, 1, height), row_samples = width * static_cast<std::size_t>(p.channels());
  std::vector<Sample> bands[2];
  progress line(options.out.quiet);
  double seconds = 0;
  std::future<void> writing;   // last, so that an exception waits for it first
  for (std::size_t row = 0, number = 0; row < height; row += band_rows, ++number) {
    const std::size_t rows = std::min(band_rows, height - row);
    std::vector<Sample>& band = bands[number % 2];
    band.resize(rows * row_samples);
    const stopwatch watch;
    compute<Sample>(p, options.view.rows(row, rows), band, {.threads = options.out.threads});
    seconds += watch.seconds();
    if (writing.valid()) writing.get();
    check_interrupts();
    writing = std::async(std::launch::async, [&, row, rows] { write_rows<Sample>(p, band, row, rows, picture); });
    line.show(options.out.file, static_cast<double>(row + rows), static_cast<double>(height));
  }
  writing.get();
  return seconds;
}

void report(const plan& p, const render_options& options, double seconds, double whole) {
  const std::string instruction_set(isa::active());
  const auto [width, height] = options.view.size;
  const double samples = static_cast<double>(width) * static_cast<double>(height);
  if (options.out.json) {
    json_line line;
    line.add("file", options.out.file).add_count("width", width).add_count("height", height);
    line.add_count("channels", static_cast<std::uint64_t>(p.channels())).add_count("depth", static_cast<std::uint64_t>(p.depth));
    line.add("from", p.from).add("to", p.to);
    if (options.looks.light.shade) line.add("relief", p.light.height);
    line.add("field", p.field.to_string()).add("isa", instruction_set).add("seconds_computing", seconds).add("seconds", whole);
    line.print();
  } else if (!options.out.quiet) {
    std::printf("%.0f samples in %.4f s: %.1f million samples/s (%s)%s\n", samples, seconds, samples / seconds / 1e6, instruction_set.c_str(),
                p.paint ? ", colours included" : "");
    std::printf("%s written in %.2f s, all included\n", options.out.file.c_str(), whole);
  }
}

}  // namespace

void render(const render_options& options) {
  const stopwatch watch;
  plan p{field_of(options.expression), 0, 0, 0, {}, {}, {}};
  isa::active();   // what SCREE_ISA asks for is there
  options.view.check();
  make_plan(options, p);
  const image::picture_format format{options.view.size[0] + (p.bar ? p.bar->width() : 0), options.view.size[1], p.channels(), p.depth};
  const auto picture = image::open_picture(options.out.file, format, {p.from, p.to}, !options.uncompressed);
  const double seconds = p.depth == 32   ? render_bands<float>(p, options, *picture)
                         : p.depth == 16 ? render_bands<std::uint16_t>(p, options, *picture)
                                         : render_bands<std::uint8_t>(p, options, *picture);
  picture->finish();
  report(p, options, seconds, watch.seconds());
}

void add_render(CLI::App& app) {
  CLI::App* command = app.add_subcommand("render", "Draw a field as PNG, TIFF, PGM or raw samples, in colours and with light on request");
  const auto options = std::make_shared<render_options>();
  add_field(*command, options->expression)->required();
  add_window(*command, options->view);
  add_look(*command, options->looks);
  command->add_flag("--bar", options->bar, "Draw a bar of the colours beside the picture, with numbers");
  command->add_option("--depth", options->depth, "Bits a sample: 8, 16, or 32 for floats [what the file is made for]");
  command->add_flag("--uncompressed", options->uncompressed, "TIFF without compression");
  add_output(*command, options->out, "The picture: .png, .tif, .pgm, .r16 or .r32");
  command->callback([options] { render(*options); });
}

}  // namespace scree::cli
