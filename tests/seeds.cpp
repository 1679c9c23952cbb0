// Every seed is a field of its own: different, unrelated, and no copy of another in another place.
#include "coordinates.hpp"
#include "statistics.hpp"

#include "reference/lattice.hpp"

#include <algorithm>
#include <unordered_set>

namespace scree::test {
namespace {

/// Many small seeds, and for each of them those that differ in one bit or by one power of two.
std::vector<std::uint64_t> seeds() {
  std::vector<std::uint64_t> all;
  for (std::uint64_t s = 0; s < scaled(1000); ++s) {
    all.push_back(s);
    for (int k = 0; k < 64; ++k) all.push_back(s + (std::uint64_t(1) << k));
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::uint64_t fingerprint(const std::vector<float>& values) {
  std::uint64_t h = 0;
  for (const float v : values) h = (h ^ bits(v)) * 0x9E3779B97F4A7C15u, h ^= h >> 29;
  return h;
}

TEST_CASE("any two of a thousand seeds, with s + 2^k for every k, give different fields") {
  const std::vector<std::uint64_t> all = seeds();
  for_each_variant([&](const variant& v, int dims) {
    if (!v.is_default()) return;
    const cloud<double> x = random_points<double>(32, 61);
    std::unordered_set<std::uint64_t> different;
    for (const std::uint64_t s : all) different.insert(fingerprint(sample(v.noise(s), dims, x).value));
    CHECK(different.size() == all.size());
  });
}

TEST_CASE("seeds become different keys: the mixing is a bijection and loses no bit") {
  std::unordered_set<std::uint64_t> different;
  for (const std::uint64_t s : seeds()) {
    const definition::hash_keys k = definition::keys_of(s);
    different.insert(std::uint64_t(k.key[0]) << 32 | k.key[1]);
  }
  CHECK(different.size() == seeds().size());
}

/// |correlation| over independent random points, of the field of seed s with those of other seeds.
void check_unrelated(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& pairs) {
  for_each_variant([&](const variant& v, int dims) {
    if (!v.is_default()) return;
    for (const auto& pair : pairs) {
      const std::uint64_t s = pair.first, t = pair.second;
      INFO("seeds ", s, " and ", t);
      check_uncorrelated(scaled(1 << 14), [&](std::size_t count, std::uint64_t seed) {
        cloud<double> x = random_points<double>(count, seed, -1e9, 1e9);
        // The mean of a distance depends on where in a cell one stands, for all seeds alike: so all stand at the same place.
        if (v.leaf == "worley")
          for (std::vector<double>& axis : x)
            for (double& each : axis) each = std::floor(each) + 0.37;
        return std::pair(sample(v.noise(s), dims, x).value, sample(v.noise(t), dims, x).value);
      });
    }
  });
}

TEST_CASE("fields of neighbouring seeds are uncorrelated") {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs;
  for (std::uint64_t s = 0; s < 32; ++s) pairs.push_back({s, s + 1});
  for (int k = 1; k < 64; ++k) pairs.push_back({5, 5 ^ (std::uint64_t(1) << k)});
  pairs.push_back({0, ~std::uint64_t(0)});
  check_unrelated(pairs);
}

// ---- twins --------------------------------------------------------------------------------------------------------------

/// The gradients (four bits each) of sixteen lattice points around one: a block whose axes may run backwards, be exchanged, and whose
/// gradients may be turned round. Two equal blocks of a shift or mirror twin would show in every place; by chance there are none.
template <int Dims>
struct block {
  static constexpr int extent[4][4] = {{16}, {4, 4}, {4, 2, 2}, {2, 2, 2, 2}};

  const definition::hash_keys keys;

  std::uint64_t at(const std::array<std::int32_t, Dims>& corner, unsigned mirrored, bool exchanged, bool negated) const {
    std::uint64_t code = 0;
    for (int point = 0; point < 16; ++point) {
      int rest = point;
      std::array<std::int32_t, Dims> step;
      for (int axis = 0; axis < Dims; ++axis) step[axis] = rest % extent[Dims - 1][axis], rest /= extent[Dims - 1][axis];
      if (exchanged && Dims > 1) std::swap(step[0], step[Dims - 1]);
      std::array<std::uint32_t, Dims> cell;
      for (int axis = 0; axis < Dims; ++axis)
        cell[axis] = static_cast<std::uint32_t>(corner[axis] + (mirrored >> axis & 1 ? -step[axis] : step[axis]));
      const std::uint32_t h = reference::lattice_hash<Dims>(cell, keys);
      code = code << 4 | ((negated ? ~h : h) >> 28 & 8) | (h >> 28 & 7);
    }
    return code;
  }
};

template <int Dims>
void look_for_twins(std::uint64_t seed_count, int size) {
  std::unordered_set<std::uint64_t> seen;
  std::size_t twins = 0;
  for (const bool inserting : {true, false})   // first all blocks as they are, then all those turned
    for (std::uint64_t seed = 0; seed < seed_count; ++seed) {
      const block<Dims> b{definition::keys_of(seed)};
      std::array<std::int32_t, Dims> corner;
      corner.fill(-size / 2);
      for (bool more = true; more;) {
        if (inserting) {
          twins += !seen.insert(b.at(corner, 0, false, false)).second;
        } else {
          for (unsigned mirrored = 0; mirrored < 1u << Dims; ++mirrored)
            for (const bool exchanged : {false, true})
              for (const bool negated : {false, true})
                if (mirrored || negated || (exchanged && Dims > 1)) twins += seen.count(b.at(corner, mirrored, exchanged, negated));
        }
        int axis = 0;
        while (axis < Dims && ++corner[axis] == size / 2) corner[axis++] = -size / 2;
        more = axis < Dims;
      }
    }
  INFO(Dims, "D");
  CHECK(twins == 0);
}

TEST_CASE("no field of a small seed is a shift, mirror or negative of another, or of itself") {
  look_for_twins<1>(scaled(256), 128);
  look_for_twins<2>(16, 32);
  look_for_twins<3>(8, 12);
  look_for_twins<4>(4, 6);
}

}  // namespace
}  // namespace scree::test
