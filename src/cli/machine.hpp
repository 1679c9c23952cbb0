// What the system tells of the machine.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace scree::cli {

/// The system and its processor; texts are empty and lists shorter where the system does not tell.
struct machine {
  std::string system, architecture, processor;
  unsigned threads = 0;                      ///< that run at once
  std::vector<std::uint64_t> cache_bytes;    ///< of data, from the first level on

  static machine here();
};

}  // namespace scree::cli
