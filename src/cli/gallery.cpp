#include "cli/gallery.hpp"

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/picture_options.hpp"
#include "cli/progress.hpp"
#include "cli/stopwatch.hpp"
#include "image/whole_file.hpp"

#include <scree/error.hpp>
#include <scree/isa.hpp>

#include <cstdio>
#include <memory>

namespace scree::cli {

namespace {

constexpr std::size_t least_size = 16, most_size = 4096;

struct gallery_options {
  std::string folder;
  gallery::settings how;
  bool quiet = false, json = false;
};

/// Returns how many pictures there are.
std::size_t write_gallery(const gallery_options& options) {
  const std::vector<gallery::section> sections = gallery::all_sections(options.how);
  std::size_t count = 0, done = 0;
  for (const auto& section : sections) count += section.figures.size();
  gallery::folder folder(options.folder);
  progress line(options.quiet);
  image::write_text_file(folder.temporary() / gallery::sky_file, gallery::sky_palette());
  for (const auto& section : sections)
    for (const auto& figure : section.figures) {
      line.show(figure.file, static_cast<double>(done++), static_cast<double>(count));
      figure.draw(folder.temporary() / figure.file);
      check_interrupts();
    }
  image::write_text_file(folder.temporary() / "index.html", gallery::page_of(sections));
  folder.finish();
  return count;
}

void run_gallery(const gallery_options& options) {
  const stopwatch watch;
  if (options.how.size < least_size || options.how.size > most_size)
    throw Error("--size is " + std::to_string(options.how.size) + ", but must be " + std::to_string(least_size) + " to " + std::to_string(most_size));
  const std::string instruction_set(isa::active()), page = (std::filesystem::path(options.folder) / "index.html").string();
  const std::size_t count = write_gallery(options);
  if (options.json) {
    json_line report;
    report.add("page", page).add_count("pictures", count).add_count("size", options.how.size);
    report.add("isa", instruction_set).add("seconds", watch.seconds());
    report.print();
  } else if (!options.quiet) {
    std::printf("%s: %zu pictures in %.2f s (%s)\n", page.c_str(), count, watch.seconds(), instruction_set.c_str());
  }
}

}  // namespace

void add_gallery(CLI::App& app) {
  CLI::App* command = app.add_subcommand("gallery", "Draw the standard figures of noise into a folder, with a page that shows and explains them");
  const auto options = std::make_shared<gallery_options>();
  command->add_option("DIR", options->folder, "The folder: a new one, an empty one, or that of an earlier gallery, which is replaced")->type_name("")->required();
  add_parsed<std::size_t>(*command, "--size", options->how.size, parse_integer<std::size_t>, "a number of pixels", "Pixels of an edge of a picture")
      ->type_name("INT")
      ->default_str(std::to_string(options->how.size));
  add_parsed<std::optional<std::uint64_t>>(*command, "--seed", options->how.seed, parse_given<std::uint64_t>, "an integer from 0 to 2^64 - 1",
                                           "Other worlds in the same pictures")
      ->type_name("INT");
  add_threads(*command, options->how.threads);
  command->add_flag("-q,--quiet", options->quiet, "Print nothing");
  command->add_flag("--json", options->json, "Print the report as a line of JSON");
  command->footer("The page is DIR/index.html; it opens in any browser and needs nothing else.");
  command->callback([options] { run_gallery(*options); });
}

}  // namespace scree::cli
