// The output of every leaf, fractal and warp, pinned. A changed hash here is a changed world for everyone who uses scree: a breaking release.
#include "published_forms.hpp"
#include "support.hpp"

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <sstream>

namespace scree::test {
namespace {

struct golden {
  const char* name;
  struct hashes {
    std::uint64_t values, gradients;
  } by_dims[4];
};
const std::vector<golden> table = {
#include "golden.inc"
};

/// FNV-1a over the bytes of words, lowest byte first.
struct fnv1a {
  std::uint64_t hash = 0xCBF29CE484222325u;
  void add(float x) {
    for (int byte = 0; byte < 4; ++byte) hash = (hash ^ (bits(x) >> 8 * byte & 0xFF)) * 0x100000001B3u;
  }
};

/// Coordinates from integers alone: near the origin, then across 2^20 cells, then around 2^40.
cloud<double> golden_points() {
  generator random{0};
  cloud<double> x;
  for (int k = 0; k < 4096; ++k) {
    point p;
    for (double& v : p) {
      const auto steps = static_cast<std::int64_t>(random.bits() >> 32) - (std::int64_t(1) << 31);
      v = static_cast<double>(steps) * (k < 2048 ? 0x1p-26 : 0x1p-12);
      if (k >= 3072) v += 0x1p40;
    }
    add(x, p);
  }
  return x;
}

/// A leaf of the registry in one of its shapes, with some seeds; a published noise in one of its forms; or a field by its text.
struct subject {
  std::string name;
  int least_dims, most_dims;
  std::vector<Noise> noises;
};
const std::vector<subject>& subjects() {
  static const std::vector<subject> all = [] {
    std::vector<subject> list;
    for (const variant& v : variants())
      list.push_back({v.name, 1, 4, {v.noise(0), v.noise(1), v.noise(0x8000000000000000u)}});
    for (const published& p : every_published()) list.push_back({p.name, p.least_dims, p.most_dims, {p.make(1.0)}});
    for (const char* text :
         {"fbm(perlin())", "fbm(simplex(), octaves=4.5, gain=0.7, offsets=false, rotate=true)", "fbm(value(), weighted_strength=0.5)", "ridged(simplex())",
          "billow(perlin())", "turbulence(value())", "ping_pong(perlin())", "hybrid(simplex())", "warp(perlin())",
          "warp(simplex(), amplitude=2, octaves=3, progressive=true)", "rotate(perlin(), xy=30, xz=20, zw=10)", "tile(simplex(), 7, 5)",
          "pow(abs(perlin()), 1.7) + sine(0.3)"}) {
      const bool plane = std::string_view(text).substr(0, 4) == "tile";
      list.push_back({text, plane ? 2 : 1, plane ? 2 : 4, {Noise::parse(text)}});
    }
    return list;
  }();
  return all;
}

/// Zeros for dimensions that it has not got.
golden::hashes hashes_of(const subject& subject, int dims, const cloud<double>& x) {
  if (dims < subject.least_dims || dims > subject.most_dims) return {0, 0};
  fnv1a values, gradients;
  for (const Noise& noise : subject.noises) {
    const samples s = sample(noise, dims, x, true);
    for (const float f : s.value) values.add(f);
    for (int axis = 0; axis < dims; ++axis)
      for (const float f : s.gradient[axis]) gradients.add(f);
  }
  return {values.hash, gradients.hash};
}

std::string entry(const subject& v, const cloud<double>& x) {
  std::ostringstream line;
  line << std::hex << std::setfill('0') << "{\"" << v.name << "\", {";
  for (int dims = 1; dims <= 4; ++dims) {
    const auto h = hashes_of(v, dims, x);
    line << (dims == 1 ? "" : ",\n  ") << "{0x" << std::setw(16) << h.values << ", 0x" << std::setw(16) << h.gradients << "}";
  }
  line << "}},\n";
  return line.str();
}

const char* const how_to_change =
    "If that is meant, it is a breaking release: say so in the commit, and write the table anew with "
    "SCREE_GOLDEN=<source>/tests/golden.inc <build>/tests/test_golden";

TEST_CASE("every leaf, fractal and warp gives the bits that are pinned") {
  const cloud<double> x = golden_points();
  if (const char* path = std::getenv("SCREE_GOLDEN")) {
    isa::use("scalar");
    std::ofstream file(path);
    for (const subject& v : subjects()) file << entry(v, x);
    FAIL("wrote " << path << "; build and run again without SCREE_GOLDEN");
  }
  for_each_isa([&](std::string_view) {
    for (const subject& v : subjects()) {
      const auto pinned = std::find_if(table.begin(), table.end(), [&](const golden& g) { return v.name == g.name; });
      REQUIRE_MESSAGE(pinned != table.end(), v.name << " is not pinned in tests/golden.inc. Write the table anew.");
      for (int dims = 1; dims <= 4; ++dims) {
        const auto h = hashes_of(v, dims, x), p = pinned->by_dims[dims - 1];
        CHECK_MESSAGE(h.values == p.values, v.name << " " << dims << "D has other values than tests/golden.inc pins. " << how_to_change);
        CHECK_MESSAGE(h.gradients == p.gradients, v.name << " " << dims << "D has other gradients than tests/golden.inc pins. " << how_to_change);
      }
    }
  });
}

TEST_CASE("nothing is pinned that is not there") {
  for (const golden& g : table)
    CHECK_MESSAGE(std::any_of(subjects().begin(), subjects().end(), [&](const subject& v) { return v.name == g.name; }), g.name);
}

}  // namespace
}  // namespace scree::test
