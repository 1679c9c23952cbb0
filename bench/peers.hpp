// Other libraries, called through their public interfaces, as far as CMake found them. None of their code is in this
// repository.
#pragma once
#include "support.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scree::bench {

/// One noise of another library in one dimension, one thread.
struct peer {
  std::string library;  // "fastnoise2"
  std::string leaf;     // scree's name for the same kind of noise
  int dims;
  std::string isa;  // "compiled": what the compiler made of scalar code for its baseline
  std::function<void(const points<float>& at, std::span<float> out)> sample;
  std::function<void(const grid_case& grid, std::span<float> out)> fill;

  std::string feature_set;  // what FastNoise2 itself says it runs on; empty for the others

  /// "peer:fastnoise2/perlin/2d/avx2"
  std::string name() const;
};

/// FastNoise2 on scree's instruction set of this name, or the next lower that it was compiled for. Empty without it.
std::vector<peer> fastnoise2(std::string_view isa);

/// GLM, libnoise and stb_perlin, one point at a time.
std::vector<peer> scalar_peers();

}  // namespace scree::bench
