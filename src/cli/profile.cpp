#include "cli/profile.hpp"

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/stopwatch.hpp"
#include "image/chart.hpp"
#include "image/whole_file.hpp"

#include <scree/error.hpp>
#include <scree/isa.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace scree::cli {

namespace {

constexpr std::size_t most_samples = 100'000;   // an SVG of some MB

void check(const profile_options& options) {
  if (options.samples < 2 || options.samples > most_samples)
    throw Error("--samples is " + std::to_string(options.samples) + ", but must be 2 to " + std::to_string(most_samples));
  if (!std::isfinite(options.to - options.from) || !(options.from < options.to)) throw Error("--from and --to must be finite, and --from below --to");
  if (std::filesystem::path(options.out.file).extension() != ".svg") throw Error("profile: the picture is SVG, its name must end with .svg");
}

/// A curve and the room around it. Values that never change have some, too.
image::chart chart_of(const std::string& title, const std::vector<double>& x, const std::vector<float>& values) {
  float least = std::numeric_limits<float>::infinity(), largest = -least;
  for (const float value : values)
    if (std::isfinite(value)) least = std::min(least, value), largest = std::max(largest, value);
  if (least > largest) least = largest = 0;
  const double margin = least < largest ? 0.06 * (static_cast<double>(largest) - least) : std::max(1.0, 0.1 * std::abs(static_cast<double>(least)));
  return {title, "x", "value", x.front(), x.back(), least - margin, largest + margin, {{"", x, {values.begin(), values.end()}}}};
}

}  // namespace

void profile(const profile_options& options) {
  const stopwatch watch;
  check(options);
  const Noise field = field_of(options.expression);
  const std::string instruction_set(isa::active());
  const double spacing = (options.to - options.from) / static_cast<double>(options.samples - 1);
  const Grid1 line{.size = {options.samples}, .spacing = {spacing}, .offset = {options.from}};
  std::vector<float> values(options.samples), random(options.samples);
  field.fill(line, std::span(values), {.threads = options.out.threads});
  white().fill(Grid1{.size = {options.samples}}, std::span(random), {.threads = options.out.threads});
  std::vector<double> x(options.samples);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = std::fma(static_cast<double>(k), spacing, options.from);

  const std::string text = field.to_string(), title = text.size() <= 90 ? text : text.substr(0, 87) + "...";
  const std::string picture = image::svg({chart_of(title, x, values), chart_of("White noise, as many samples", x, random)});
  image::whole_file file(options.out.file);
  file.put(picture);
  check_interrupts();
  file.commit();

  const auto [least, largest] = std::minmax_element(values.begin(), values.end());
  if (options.out.json) {
    json_line report;
    report.add("file", options.out.file).add_count("samples", options.samples).add("from", options.from).add("to", options.to);
    report.add("least", static_cast<double>(*least)).add("largest", static_cast<double>(*largest)).add("field", text);
    report.add("isa", instruction_set).add("seconds", watch.seconds());
    report.print();
  } else if (!options.out.quiet) {
    std::printf("%s: %zu samples from %g to %g, values %g to %g (%s)\n", options.out.file.c_str(), options.samples, options.from, options.to,
                static_cast<double>(*least), static_cast<double>(*largest), instruction_set.c_str());
  }
}

void add_profile(CLI::App& app) {
  CLI::App* command = app.add_subcommand("profile", "Draw a curve of a field along x beside white noise, as SVG");
  const auto options = std::make_shared<profile_options>();
  add_field(*command, options->expression)->capture_default_str();
  command->add_option("--from", options->from, "The first x")->capture_default_str();
  command->add_option("--to", options->to, "The last x")->capture_default_str();
  add_parsed<std::size_t>(*command, "--samples", options->samples, parse_integer<std::size_t>, "a number of samples", "How many samples the curve joins")
      ->type_name("INT")
      ->default_str(std::to_string(options->samples));
  add_output(*command, options->out, "The picture: .svg");
  command->callback([options] { profile(*options); });
}

}  // namespace scree::cli
