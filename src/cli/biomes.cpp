#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/look.hpp"
#include "cli/options.hpp"
#include "cli/picture_options.hpp"
#include "cli/progress.hpp"
#include "cli/stopwatch.hpp"
#include "image/painter.hpp"
#include "image/picture.hpp"

#include <scree/biomes.hpp>
#include <scree/error.hpp>
#include <scree/isa.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scree::cli {

namespace {

struct biomes_options {
  std::string temperature, moisture, height, table;   // empty: the library's own; no height
  BiomeOptions land;
  std::uint64_t seed = 0;
  bool flat = false, sea = false;
  light_options light;
  window view;
  output out;
};

constexpr std::array<std::uint8_t, 3> sea_colour{58, 102, 143};

std::string hexadecimal(const std::array<std::uint8_t, 3>& colour) {
  char text[8];
  std::snprintf(text, sizeof text, "%02x%02x%02x", static_cast<unsigned>(colour[0]), static_cast<unsigned>(colour[1]), static_cast<unsigned>(colour[2]));
  return text;
}

/// The map: computes bands of rows, paints them and counts what is on them.
class biome_map {
 public:
  explicit biome_map(const biomes_options& options)
      : options_(options), biomes_(options.land), weights_(biomes_.table().biomes.size()), threads_{options.out.threads} {
    if (options.light.shade) {
      light_ = light_of(options.light, *options.land.height, options.view);
      shading_.emplace(light_);
    }
  }

  const Biomes& biomes() const { return biomes_; }
  double relief() const { return light_.height; }
  /// Samples of each biome, as their weights add up, and of the sea.
  const std::vector<double>& weights() const { return weights_; }
  double sea() const { return sea_; }

  /// Three bytes a sample of the band.
  std::span<const std::uint8_t> paint(const Grid2& band) {
    const std::size_t samples = band.size[0] * band.size[1];
    find_mixes(band, samples);
    find_ground(band, samples);
    pixels_.resize(3 * samples);
    for (std::size_t k = 0; k < samples; ++k) {
      const bool is_sea = options_.sea && height_[k] < 0;
      const auto colour = is_sea ? std::array<float, 3>{sea_colour[0], sea_colour[1], sea_colour[2]} : blended(mixes_[k]);
      const float brightness = shading_ && !is_sea ? brightness_[k] : 1;   // water is level
      for (std::size_t c = 0; c < 3; ++c) pixels_[3 * k + c] = static_cast<std::uint8_t>(std::min(colour[c] * brightness + 0.5f, 255.0f));
      count(mixes_[k], is_sea);
    }
    return pixels_;
  }

 private:
  void find_mixes(const Grid2& band, std::size_t samples) {
    mixes_.resize(samples);
    if (!options_.flat) return biomes_.mixes(band, mixes_, threads_);
    classes_.resize(samples);
    biomes_.classes(band, classes_, threads_);
    std::ranges::transform(classes_, mixes_.begin(), [](std::uint8_t biome) { return BiomeMix{{1}, {biome}}; });
  }

  void find_ground(const Grid2& band, std::size_t samples) {
    if (!options_.sea && !shading_) return;
    height_.resize(samples);
    if (!shading_) return options_.land.height->fill(band, std::span(height_), threads_);
    dx_.resize(samples);
    dy_.resize(samples);
    brightness_.resize(samples);
    options_.land.height->fill(band, std::span(height_), Gradient2{dx_, dy_}, threads_);
    (*shading_)(dx_, dy_, brightness_);
  }

  std::array<float, 3> blended(const BiomeMix& mix) const {
    std::array<float, 3> sum{};
    for (std::size_t k = 0; k < mix.weight.size(); ++k)
      for (std::size_t c = 0; c < 3; ++c) sum[c] += mix.weight[k] * biomes_.table().biomes[mix.biome[k]].colour[c];
    return sum;
  }

  void count(const BiomeMix& mix, bool is_sea) {
    if (is_sea) sea_ += 1;
    else
      for (std::size_t k = 0; k < mix.weight.size(); ++k) weights_[mix.biome[k]] += mix.weight[k];
  }

  const biomes_options& options_;
  Biomes biomes_;
  std::vector<double> weights_;
  double sea_ = 0;
  FillOptions threads_;
  HillshadeOptions light_;
  std::optional<image::shading> shading_;
  std::vector<BiomeMix> mixes_;
  std::vector<std::uint8_t> classes_, pixels_;
  std::vector<float> height_, dx_, dy_, brightness_;
};

void report(const biome_map& map, const biomes_options& options, double seconds, double whole) {
  const std::string instruction_set(isa::active());
  const auto [width, height] = options.view.size;
  const double samples = static_cast<double>(width) * static_cast<double>(height);
  struct entry {
    std::string name;
    std::array<std::uint8_t, 3> colour;
    double share;
  };
  std::vector<entry> legend;
  const auto& biomes = map.biomes().table().biomes;
  for (std::size_t k = 0; k < biomes.size(); ++k) legend.push_back({biomes[k].name, biomes[k].colour, map.weights()[k] / samples});
  if (options.sea) legend.push_back({"sea", sea_colour, map.sea() / samples});
  if (options.out.json) {
    std::vector<json_line> list;
    for (const entry& each : legend) list.emplace_back().add("name", each.name).add("colour", hexadecimal(each.colour)).add("share", each.share);
    json_line line;
    line.add("file", options.out.file).add_count("width", width).add_count("height", height).add_list("biomes", list);
    if (options.light.shade) line.add("relief", map.relief());
    line.add("temperature", options.land.temperature.to_string()).add("moisture", options.land.moisture.to_string());
    line.add("isa", instruction_set).add("seconds_computing", seconds).add("seconds", whole);
    line.print();
  } else if (!options.out.quiet) {
    for (const entry& each : legend) std::printf("%6.2f %%  #%s  %s\n", 100 * each.share, hexadecimal(each.colour).c_str(), each.name.c_str());
    std::printf("%.0f samples in %.4f s: %.1f million samples/s (%s), colours included\n", samples, seconds, samples / seconds / 1e6,
                instruction_set.c_str());
    std::printf("%s written in %.2f s, all included\n", options.out.file.c_str(), whole);
  }
}

/// Fields and table from what the options say in text.
void read(biomes_options& options) {
  BiomeOptions& land = options.land;
  if (options.seed != 0) {
    land.temperature = land.temperature.reseed(options.seed);
    land.moisture = land.moisture.reseed(options.seed);
  }
  if (!options.temperature.empty()) land.temperature = field_of(options.temperature);
  if (!options.moisture.empty()) land.moisture = field_of(options.moisture);
  if (!options.height.empty()) land.height = field_of(options.height);
  if (!options.table.empty()) land.table = BiomeTable::parse(text_of_file(options.table, "the table"));
  if (options.flat) land.temperature_blend = land.moisture_blend = 0;
  if (!land.height && (options.light.shade || options.sea)) throw Error(std::string(options.sea ? "--sea" : "--shade") + " needs a --height");
}

/// Returns the seconds that computing and painting took.
double draw(biome_map& map, const biomes_options& options, image::picture_writer& picture) {
  constexpr std::size_t band_samples = std::size_t{1} << 18;
  const auto [width, height] = options.view.size;
  const std::size_t band_rows = std::clamp<std::size_t>(band_samples / width, 1, height);
  progress line(options.out.quiet);
  double seconds = 0;
  for (std::size_t row = 0; row < height; row += band_rows) {
    const std::size_t rows = std::min(band_rows, height - row);
    const stopwatch painting;
    const auto pixels = map.paint(options.view.rows(row, rows));
    seconds += painting.seconds();
    for (std::size_t k = 0; k < rows; ++k) {
      check_interrupts();
      picture.write_row(pixels.subspan(3 * width * k, 3 * width));
    }
    line.show(options.out.file, static_cast<double>(row + rows), static_cast<double>(height));
  }
  return seconds;
}

void run_biomes(biomes_options options) {
  const stopwatch watch;
  read(options);
  isa::active();   // what SCREE_ISA asks for is there
  options.view.check();
  biome_map map(options);
  const auto picture = image::open_picture(options.out.file, {options.view.size[0], options.view.size[1], 3, 8});
  const double seconds = draw(map, options, *picture);
  picture->finish();
  report(map, options, seconds, watch.seconds());
}

}  // namespace

void add_biomes(CLI::App& app) {
  CLI::App* command = app.add_subcommand("biomes", "Draw which kind of land lies where, from temperature and moisture, and say how much of each there is");
  const auto options = std::make_shared<biomes_options>();
  const auto field = [&](const std::string& name, std::string& value, const std::string& description) {
    command->add_option(name, value, description + ": a field's text or @FILE")->type_name("EXPR");
  };
  field("--temperature", options->temperature, "Degrees Celsius");
  field("--moisture", options->moisture, "Centimetres of rain and snow a year");
  field("--height", options->height, "Metres above the sea, which make land colder");
  add_seed(*command, options->seed, "Of the climate where --temperature and --moisture are not given");
  command->add_option("--table", options->table, "Which biome belongs to which climate [the nine of R. Whittaker]; below is how")->type_name("FILE");
  command->add_option("--lapse-rate", options->land.lapse_rate, "Kelvins a kilometre of --height")->capture_default_str();
  command->add_option("--temperature-blend", options->land.temperature_blend, "How wide borders are, degrees")->capture_default_str();
  command->add_option("--moisture-blend", options->land.moisture_blend, "How wide borders are, centimetres a year")->capture_default_str();
  command->add_flag("--flat", options->flat, "One colour for each biome, without blending");
  command->add_flag("--sea", options->sea, "Water where --height is below 0");
  add_light(*command, options->light, "--height is");
  add_window(*command, options->view);
  add_output(*command, options->out, "The picture: .png or .tif");
  command->footer(
      "A table names biomes with their colours, then cuts the climates into rectangles:\n"
      "  biome 94a8ae tundra       # numbered from 0\n"
      "  biome 5d8a66 boreal forest\n"
      "  temperature -5            # thresholds in ascending order\n"
      "  moisture 20 40.5\n"
      "  cells 0 1                 # a line for each row, the driest first; the coldest first in it\n"
      "  cells 0 1\n"
      "  cells 1 1");
  command->callback([options] { run_biomes(*options); });
}

}  // namespace scree::cli
