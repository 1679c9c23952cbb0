// Prints one sample and the instruction set; fails when the sample leaves its range.
#include <scree/scree.hpp>

#include <cstdio>

int main() {
  const scree::Noise noise = scree::simplex({.seed = 7});
  const float value = noise.at(0.25, 1.5);
  const auto [lo, hi] = noise.range();
  const std::string_view isa = scree::isa::active();
  std::printf("%.9g on %.*s\n", static_cast<double>(value), static_cast<int>(isa.size()), isa.data());
  return value >= lo && value <= hi ? 0 : 1;
}
