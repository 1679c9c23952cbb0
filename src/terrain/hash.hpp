// Random bits of the integer cells of a plane.
#pragma once
#include <bit>
#include <cstdint>

namespace scree::terrain {

/// The increment of splitmix64, the golden ratio, and its finaliser, a bijection (G. Steele, D. Lea, C. Flood, 2014; constants: D. Stafford's
/// mix 13).
constexpr std::uint64_t golden = 0x9E3779B97F4A7C15u;
constexpr std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// The k-th of the random numbers that belong to a hash.
constexpr std::uint64_t number(std::uint64_t hash, std::uint64_t k) { return mix(hash + (k + 1) * golden); }

/// The top 53 bits as a number in [0, 1).
constexpr double unit(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

/// Hashes the cells of one world. Column and row are hashed on their own, so that one chain of multiplications a cell remains. The three keys come
/// from the seed by bijections: two seeds differ in the key that joins both hashes, too, so that neither world is the other one moved.
class cell_hash {
 public:
  constexpr cell_hash(std::uint64_t seed, std::uint64_t purpose)
      : column_key_(mix(seed + (purpose + 1) * golden)), row_key_(number(column_key_, 0)), cell_key_(number(row_key_, 0)) {}

  constexpr std::uint64_t column(std::int64_t i) const { return mix(static_cast<std::uint64_t>(i) + column_key_); }
  constexpr std::uint64_t row(std::int64_t j) const { return mix(static_cast<std::uint64_t>(j) + row_key_); }
  constexpr std::uint64_t cell(std::uint64_t column, std::uint64_t row) const {
    return mix((column ^ cell_key_) + std::rotl(row, 32));
  }

 private:
  std::uint64_t column_key_, row_key_, cell_key_;
};

}  // namespace scree::terrain
