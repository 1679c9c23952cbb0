// The permutations of seeds.
#pragma once
#include <scree/detail/permutation.hpp>

#include <array>
#include <cstdint>

namespace scree::reference {

/// The table of a seed; the last one is kept, as points come one by one.
inline const std::array<std::uint8_t, 256>& permutation_of(std::uint64_t seed) {
  thread_local std::uint64_t kept = 0;
  thread_local std::array<std::uint8_t, 256> table = definition::perlin_permutation;
  if (kept != seed) table = definition::permutation_of(seed), kept = seed;
  return table;
}

}  // namespace scree::reference
