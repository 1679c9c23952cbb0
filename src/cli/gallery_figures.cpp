#include "cli/gallery_figures.hpp"

#include "cli/animation.hpp"
#include "cli/interrupt.hpp"
#include "cli/profile.hpp"
#include "cli/render.hpp"
#include "cli/spectrum.hpp"
#include "image/chart.hpp"
#include "image/painter.hpp"
#include "image/palette.hpp"
#include "image/png.hpp"
#include "image/whole_file.hpp"
#include "terrain/text.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace scree::cli::gallery {

namespace {

using terrain::number_text;

std::string size_text(const window& view) { return " --size " + std::to_string(view.size[0]) + "x" + std::to_string(view.size[1]); }

/// The options of the command line that ask for a look.
std::string options_text(const look& looks) {
  std::string text;
  if (looks.palette != "gray") text += " --palette " + looks.palette;
  if (looks.from) text += " --from " + number_text(*looks.from);
  if (looks.to) text += " --to " + number_text(*looks.to);
  if (looks.light.shade) text += " --shade";
  if (looks.light.relief) text += " --relief " + number_text(*looks.light.relief);
  return text;
}

/// A palette that is a file of the gallery lies beside the picture.
look beside(look looks, const std::filesystem::path& file) {
  if (looks.palette == sky_file) looks.palette = (file.parent_path() / sky_file).string();
  return looks;
}

std::string text_in(const settings& how, const std::string& expression) { return how.seed ? field_in(how, expression).to_string() : expression; }

output quiet_output(const settings& how, const std::filesystem::path& file) { return {.file = file.string(), .threads = how.threads, .quiet = true}; }

constexpr std::size_t spectrum_edge = 256, spectrum_windows = 4;
constexpr double cells_per_sample = 1.0 / 6;   // so that the spectrum ends at three cycles a cell

spectrum spectrum_in(const settings& how, const std::string& expression, double frequency) {
  return spectrum_of(field_in(how, expression), spectrum_edge, cells_per_sample / frequency, spectrum_windows, how.threads);
}

}  // namespace

figure make(words says, std::string recipe) {
  figure f;
  f.file = std::move(says.file);
  f.title = std::move(says.title);
  f.caption = std::move(says.caption);
  f.recipe = std::move(recipe);
  return f;
}

Noise in_world(const settings& how, const Noise& field) { return how.seed ? field.reseed(*how.seed) : field; }
Noise field_in(const settings& how, const std::string& expression) { return in_world(how, Noise::parse(expression)); }

void write_png(const std::filesystem::path& file, std::size_t width, std::size_t height, int channels, const std::vector<std::uint8_t>& pixels) {
  image::png_writer picture(file, {width, height, channels, 8});
  const std::size_t row = width * static_cast<std::size_t>(channels);
  for (std::size_t j = 0; j < height; ++j) {
    picture.write_row(std::span(pixels).subspan(j * row, row));
    check_interrupts();
  }
  picture.finish();
}

figure of_field(const settings& how, words says, const std::string& expression, const look& looks, double spacing) {
  figure f = make(std::move(says));
  render_options options;
  options.expression = text_in(how, expression);
  options.view = {.size = {how.size, how.size}, .spacing = spacing * units_shown / static_cast<double>(how.size)};
  options.looks = looks;
  f.recipe = "scree render '" + options.expression + "'" + size_text(options.view) +
             (options.view.spacing != 1 ? " --spacing " + number_text(options.view.spacing) : "") + options_text(looks) + " -o " + f.file;
  f.draw = [=](const std::filesystem::path& file) mutable {
    options.looks = beside(looks, file);
    options.out = quiet_output(how, file);
    render(options);
  };
  return f;
}

figure of_profile(const settings& how, words says, const std::string& expression, double to) {
  figure f = make(std::move(says));
  f.kind = figure::layout::wide;
  profile_options options;
  options.expression = text_in(how, expression);
  options.to = to;
  f.recipe = "scree profile '" + options.expression + "' --to " + number_text(to) + " -o " + f.file;
  f.draw = [=](const std::filesystem::path& file) mutable {
    options.out = quiet_output(how, file);
    profile(options);
  };
  return f;
}

figure of_loop(const settings& how, words says, const std::string& expression, const look& looks, double speed, std::size_t frames) {
  figure f = make(std::move(says));
  f.kind = figure::layout::film;
  f.frames = frames;
  animate_options options;
  options.expression = text_in(how, expression);
  const std::size_t edge = std::max<std::size_t>(1, how.size * 2 / 5);
  options.view = {.size = {edge, edge}, .spacing = 160.0 / static_cast<double>(edge)};
  options.frames = frames;
  options.speed = speed;
  options.loop = true;
  f.recipe = "scree animate '" + options.expression + "' --frames " + std::to_string(frames) + " --speed " + number_text(speed) + " --loop" + size_text(options.view) +
             (options.view.spacing != 1 ? " --spacing " + number_text(options.view.spacing) : "") + options_text(looks) + " -o frame-%02d.png";
  f.draw = [=](const std::filesystem::path& file) mutable {
    options.looks = beside(looks, file);
    options.out = quiet_output(how, file);
    animation film(options);
    const std::size_t row = edge * static_cast<std::size_t>(film.channels());
    std::vector<std::uint8_t> strip(frames * edge * row), frame;
    for (std::size_t k = 0; k < frames; ++k) {
      film.draw(k, 0, edge, frame);
      for (std::size_t j = 0; j < edge; ++j) std::copy_n(frame.data() + j * row, row, strip.data() + (j * frames + k) * row);
      check_interrupts();
    }
    write_png(file, frames * edge, edge, film.channels(), strip);
  };
  return f;
}

figure of_spectrum(const settings& how, words says, const std::string& expression, double frequency) {
  figure f = make(std::move(says));
  f.draw = [=](const std::filesystem::path& file) {
    constexpr double floor = -60;
    const std::vector<float> decibels = spectrum_in(how, expression, frequency).decibels();
    const image::painter paint(image::palette::named("heat"), floor, 3);
    std::vector<std::uint8_t> pixels(decibels.size() * static_cast<std::size_t>(paint.channels()));
    paint.paint(decibels, {}, {}, pixels.data());
    write_png(file, spectrum_edge, spectrum_edge, paint.channels(), pixels);
  };
  return f;
}

figure of_spectra(const settings& how, words says, const std::vector<named_field>& fields, double frequency) {
  figure f = make(std::move(says));
  f.kind = figure::layout::wide;
  f.draw = [=](const std::filesystem::path& file) {
    image::chart chart{"Mean power", "cycles a cell", "decibels", 0, 0.5 / cells_per_sample, -60, 5, {}};
    for (const auto& [name, expression] : fields) {
      const spectrum found = spectrum_in(how, expression, frequency);
      const std::vector<double> power = found.radial();
      image::curve curve{name, {}, {}};
      for (std::size_t k = 1; k < power.size(); ++k) {   // the mean was taken away
        curve.x.push_back(found.frequency(k) / frequency);
        curve.y.push_back(decibels_of(power[k]));
      }
      chart.curves.push_back(std::move(curve));
      check_interrupts();
    }
    image::write_text_file(file, image::svg({chart}));
  };
  return f;
}

}  // namespace scree::cli::gallery
