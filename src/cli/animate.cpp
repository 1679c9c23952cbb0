#include "cli/animation.hpp"

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "cli/stopwatch.hpp"
#include "image/picture.hpp"
#include "image/png.hpp"

#include <scree/error.hpp>
#include <scree/isa.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>

namespace scree::cli {

namespace {

/// Names of numbered files: the text around the number, and how many digits it has at least.
struct numbered_name {
  std::string before, after;
  std::size_t digits = 0;

  std::string of(std::uint64_t number) const {
    std::string text = std::to_string(number);
    if (text.size() < digits) text.insert(0, digits - text.size(), '0');
    return before + text + after;
  }
};

/// Reads a name as ffmpeg takes it: one %d or %04d stands for the number, %% for a percent sign. A folder has frames of its own name.
numbered_name read_name(std::string text) {
  std::error_code ignored;
  if (!text.empty() && std::filesystem::is_directory(text, ignored)) text = (std::filesystem::path(text) / "frame-%04d.png").string();
  const auto bad = [&] { return Error("--output is '" + text + "', right is one number in a name, such as frame-%04d.png, or a folder"); };
  numbered_name name;
  bool numbered = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    std::string& part = numbered ? name.after : name.before;
    if (text[k] != '%') {
      part += text[k];
    } else if (k + 1 < text.size() && text[k + 1] == '%') {
      part += text[++k];
    } else {
      const std::size_t end = text.find('d', k);
      if (numbered || end == text.npos) throw bad();
      const std::string digits = text.substr(k + 1, end - k - 1);
      const auto count = parse_integer<unsigned>(digits);
      if (!digits.empty() && (digits[0] != '0' || !count || *count > 20)) throw bad();
      name.digits = count.value_or(1);
      numbered = true;
      k = end;
    }
  }
  if (!numbered) throw bad();
  if (image::kind_of(name.of(0)) != image::file_kind::png) throw Error("animate: frames are PNG, their names must end with .png");
  return name;
}

/// In bands of a few MiB, so that memory does not grow with the height.
void write_frame(animation& frames, const animate_options& options, std::uint64_t number, const std::string& file, progress& line) {
  constexpr std::size_t band_samples = std::size_t{1} << 20;
  const auto [width, height] = options.view.size;
  image::png_writer picture(file, {width, height, frames.channels(), 8});
  const std::size_t band_rows = std::clamp<std::size_t>(band_samples / width, 1, height), row_pixels = width * static_cast<std::size_t>(frames.channels());
  std::vector<std::uint8_t> band;
  for (std::size_t row = 0; row < height; row += band_rows) {
    const std::size_t rows = std::min(band_rows, height - row);
    frames.draw(number, row, rows, band);
    for (std::size_t k = 0; k < rows; ++k) {
      picture.write_row(std::span<const std::uint8_t>(band).subspan(k * row_pixels, row_pixels));
      check_interrupts();
    }
    const double share = static_cast<double>(row + rows) / static_cast<double>(height);
    line.show(file, static_cast<double>(number - options.first) + share, static_cast<double>(options.frames));
  }
  picture.finish();
}

void write_frames(animation& frames, const animate_options& options, const numbered_name& name) {
  progress line(options.out.quiet);
  for (std::uint64_t k = options.first; k < options.first + options.frames; ++k) write_frame(frames, options, k, name.of(k), line);
}

void report(const animation& frames, const animate_options& options, const numbered_name& name, double seconds) {
  const std::string first = name.of(options.first), last = name.of(options.first + options.frames - 1), instruction_set(isa::active());
  if (options.out.json) {
    json_line line;
    line.add("first_file", first).add("last_file", last).add_count("frames", options.frames);
    line.add_count("width", options.view.size[0]).add_count("height", options.view.size[1]);
    line.add_count("channels", static_cast<std::uint64_t>(frames.channels())).add("from", frames.from()).add("to", frames.to());
    line.add("speed", options.speed).add("loop", options.loop ? "yes" : "no").add("field", frames.field().to_string());
    line.add("isa", instruction_set).add("seconds", seconds);
    line.print();
  } else if (!options.out.quiet) {
    std::printf("%s to %s: %llu frames written in %.2f s (%s)\n", first.c_str(), last.c_str(), static_cast<unsigned long long>(options.frames), seconds,
                instruction_set.c_str());
  }
}

void animate(const animate_options& options) {
  const stopwatch watch;
  const numbered_name name = read_name(options.out.file);
  isa::active();   // what SCREE_ISA asks for is there
  animation frames(options);
  write_frames(frames, options, name);
  report(frames, options, name, watch.seconds());
}

}  // namespace

void add_animate(CLI::App& app) {
  CLI::App* command = app.add_subcommand("animate", "Draw a field in time (the third dimension) as numbered PNG frames, as a loop on request");
  const auto options = std::make_shared<animate_options>();
  add_field(*command, options->expression)->required();
  add_parsed<std::uint64_t>(*command, "--frames", options->frames, parse_integer<std::uint64_t>, "a number of frames",
                            "How many frames, with --loop of one turn")
      ->type_name("INT")
      ->required();
  command->add_option("--speed", options->speed, "Units along the time axis from one frame to the next")->required();
  command->add_flag("--loop", options->loop, "The frame after the last is the first: time is a circle in the third and fourth dimension");
  add_parsed<std::uint64_t>(*command, "--first", options->first, parse_integer<std::uint64_t>, "the number of a frame",
                            "The number of the first frame, to go on where others end")
      ->type_name("INT")
      ->default_str("0");
  add_window(*command, options->view);
  add_look(*command, options->looks);
  add_output(*command, options->out, "The frames: a name with a number in it, such as frame-%04d.png, or a folder");
  command->footer("A film of the frames: ffmpeg -framerate 30 -i frame-%04d.png -pix_fmt yuv420p film.mp4");
  command->callback([options] { animate(*options); });
}

}  // namespace scree::cli
