#include "cli/commands.hpp"
#include "cli/options.hpp"

#include <scree/isa.hpp>

#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace scree::cli {

namespace {

// The names in the registries.
std::vector<std::string> noise_names() {
  return {
#define SCREE_LEAF(name, Options) #name,
#include "noise_list.inc"
#undef SCREE_LEAF
#define SCREE_PUBLISHED(name, Options, least_dims, most_dims) #name,
#include "published_list.inc"
#undef SCREE_PUBLISHED
  };
}

}  // namespace

void add_info(CLI::App& app) {
  CLI::App* command = app.add_subcommand("info", "Version, instruction sets and noises");
  command->callback([] {
    const std::string active(isa::active());
    std::vector<std::string> usable;
    for (const auto name : isa::available()) usable.emplace_back(name);
    std::printf("version           %s\n", SCREE_VERSION);
    std::printf("instruction sets  %s\n", joined(usable).c_str());
    std::printf("in use            %s\n", active.c_str());
    std::printf("threads           %u\n", std::thread::hardware_concurrency());
    std::printf("noises            %s\n", joined(noise_names()).c_str());
  });
}

}  // namespace scree::cli
