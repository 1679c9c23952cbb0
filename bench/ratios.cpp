// scree-ratios: how scree stands against FastNoise2, the memory and itself, in one process, beside what is wanted of it.
#include "ratio_report.hpp"

#include <charconv>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

namespace scree::bench {
namespace {

constexpr const char* help =
    "scree-ratios [--isa NAME] [--rounds N] [FILTER]\n"
    "\n"
    "Prints how many times faster scree is than FastNoise2 (if CMake found it: -DCMAKE_PREFIX_PATH=<its install>), which "
    "share of the\n"
    "memory's own speed it reaches, and how its routes compare with each other. One thread, unless the row says otherwise.\n"
    "The two sides of a row take turns in slices of some milliseconds; a ratio is the median of the rounds, quartiles "
    "beside it.\n"
    "Times are CPU times of the thread; wall times for the rows of two threads, which want two idle cores.\n"
    "Every result of scree is first compared with the scalar reference.\n"
    "\n"
    "  --isa NAME   instruction set, of scree and FastNoise2 alike (default: the best here, or SCREE_ISA)\n"
    "  --rounds N   rounds a row (default 15)\n"
    "  FILTER       only rows whose name holds this, such as perlin/3d, array, step:0.02, chunk, memory, huge, threads\n"
    "\n"
    "Build it with the release preset and call, for instance:\n"
    "  build/release/bench/scree-ratios\n"
    "  build/release/bench/scree-ratios --isa avx2 perlin/2d\n";

struct settings {
  std::string filter;
  int rounds = 15;
};

void print_tables(const settings& chosen) {
  ratio_table table(chosen.rounds, chosen.filter);
  ratio_report all(table, isa::active());
  std::printf("scree on %s, FastNoise2 %s, %d rounds\n", std::string(isa::active()).c_str(),
              all.peers().empty() ? "absent" : ("on " + all.peers().front().feature_set).c_str(), chosen.rounds);
  all.arrays();
  all.doubles();
  all.published();
  all.single_points();
  for (const double step : {0.02, 0.1, 0.5, 1.7}) all.grids(step);
  for (const double step : {0.5, 1.7}) all.grids_against_arrays(step);
  all.fields();
  all.derivatives();
  all.chunks();
  all.memory(1024, "memset", fill_by_memset, 0.7, chosen.rounds);
  all.threads();
  all.memory(16384, "non-temporal", fill_by_streaming, 0.6, 5);
}

settings parse(int argc, char** argv) {
  settings chosen;
  for (int k = 1; k < argc; ++k) {
    const std::string_view argument = argv[k];
    const std::string_view value = k + 1 < argc ? argv[k + 1] : "";
    if (argument == "--isa") {
      isa::use(value);
      ++k;
    } else if (argument == "--rounds") {
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), chosen.rounds);
      if (error != std::errc() || end != value.data() + value.size() || chosen.rounds < 1) {
        throw Error("--rounds is '" + std::string(value) + "', right is a whole number of 1 and up");
      }
      ++k;
    } else if (argument.starts_with("-") || !chosen.filter.empty()) {
      throw Error("'" + std::string(argument) + "' is not understood; scree-ratios --help says what is");
    } else {
      chosen.filter = argument;
    }
  }
  return chosen;
}

}  // namespace
}  // namespace scree::bench

int main(int argc, char** argv) {
  using namespace scree::bench;
  if (argc == 2 && (argv[1] == std::string_view("--help") || argv[1] == std::string_view("-h"))) {
    std::fputs(help, stdout);
    return 0;
  }
  try {
    print_tables(parse(argc, argv));
    return 0;
  } catch (const scree::Error& error) {
    std::fprintf(stderr, "scree-ratios: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "scree-ratios: %s\n", error.what());
    return 1;
  }
}
