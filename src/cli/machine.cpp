#include "cli/machine.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <fstream>
#include <thread>

namespace scree::cli {

namespace {

/// Linux has it in a file of lines "name : value"; ARM processors have numbers there instead.
std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    const std::size_t colon = line.find(':');
    if (colon == line.npos || colon + 2 >= line.size()) continue;
    if (line.compare(0, 10, "model name") == 0) return line.substr(colon + 2);
  }
  return "";
}

std::vector<std::uint64_t> data_caches() {
  std::vector<std::uint64_t> sizes;
#if defined(_SC_LEVEL1_DCACHE_SIZE) && defined(_SC_LEVEL2_CACHE_SIZE) && defined(_SC_LEVEL3_CACHE_SIZE)
  for (const int level : {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE}) {
    const long bytes = sysconf(level);
    if (bytes <= 0) break;
    sizes.push_back(static_cast<std::uint64_t>(bytes));
  }
#endif
  return sizes;
}

}  // namespace

machine machine::here() {
  machine found;
  utsname names{};
  if (uname(&names) == 0) {
    found.system = std::string(names.sysname) + " " + names.release;
    found.architecture = names.machine;
  }
  found.processor = processor_name();
  found.threads = std::thread::hardware_concurrency();
  found.cache_bytes = data_caches();
  return found;
}

}  // namespace scree::cli
