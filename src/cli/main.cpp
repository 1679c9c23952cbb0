// The scree command: reads arguments, runs one command, turns whatever it throws into a message and an exit code.
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"

#include <scree/error.hpp>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

namespace {

// Does what the arguments say. Returns the exit code of success, or throws.
int run(int argc, char** argv) {
  CLI::App app{"Coherent noise: fills memory with it and makes pictures of it.", "scree"};
  app.set_version_flag("--version", "scree " SCREE_VERSION);
  app.require_subcommand(0, 1);
  app.footer(
      "'scree render --help' lists the options of render, and so on.\n"
      "SCREE_ISA=NAME in the environment picks an instruction set; 'scree info' names them. The result is always the same.");
  scree::cli::add_render(app);
  scree::cli::add_caves(app);
  scree::cli::add_biomes(app);
  scree::cli::add_scatter(app);
  scree::cli::add_animate(app);
  scree::cli::add_profile(app);
  scree::cli::add_gallery(app);
  scree::cli::add_demo(app);
  scree::cli::add_info(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    throw scree::Error(std::string(error.what()) + "; 'scree --help' says more");
  }
  if (app.get_subcommands().empty()) throw scree::Error("which command? 'scree --help' lists them");
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw std::runtime_error("standard output cannot be written");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    scree::cli::watch_interrupts();
    return run(argc, argv);
  } catch (const scree::cli::interrupted& stop) {
    std::fputs("scree: interrupted\n", stderr);
    return 128 + stop.signal;
  } catch (const std::bad_alloc&) {
    std::fputs("scree: not enough memory\n", stderr);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "scree: %s\n", error.what());
  }
  return 2;
}
