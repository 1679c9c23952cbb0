#include "cli/commands.hpp"
#include "cli/machine.hpp"
#include "cli/options.hpp"
#include "cli/picture_options.hpp"

#include <scree/isa.hpp>

#include <cstdio>
#include <memory>
#include <string>
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

/// Bytes as "48 KiB" or "105 MiB".
std::string size_text(std::uint64_t bytes) {
  const bool mebibytes = bytes >= 1 << 20;
  return std::to_string(bytes >> (mebibytes ? 20 : 10)) + (mebibytes ? " MiB" : " KiB");
}

void line(const char* name, const std::string& value) {
  if (!value.empty()) std::printf("%-16s  %s\n", name, value.c_str());
}

void info(bool json) {
  const std::string active(isa::active());
  std::vector<std::string> usable, caches;
  for (const auto name : isa::available()) usable.emplace_back(name);
  const machine here = machine::here();
  for (const std::uint64_t bytes : here.cache_bytes) caches.push_back(size_text(bytes));
  if (json) {
    json_line report;
    report.add("version", SCREE_VERSION).add("system", here.system).add("architecture", here.architecture).add("processor", here.processor);
    report.add_count("threads", here.threads).add_list("caches", caches).add_list("instruction_sets", usable).add("isa", active);
    report.add_list("noises", noise_names());
    report.print();
    return;
  }
  line("version", SCREE_VERSION);
  line("system", here.system + (here.architecture.empty() ? "" : ", " + here.architecture));
  line("processor", here.processor);
  line("threads", std::to_string(here.threads));
  line("caches", joined(caches));
  line("instruction sets", joined(usable));
  line("in use", active);
  line("noises", joined(noise_names()));
}

}  // namespace

void add_info(CLI::App& app) {
  CLI::App* command = app.add_subcommand("info", "Version, machine, instruction sets and noises");
  const auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "Print the report as a line of JSON");
  command->callback([json] { info(*json); });
}

}  // namespace scree::cli
