// Perlin's table of the numbers 0 .. 255 in pseudorandom order, and its like for other seeds.
#pragma once
#include <array>
#include <cstdint>

namespace scree::definition {

/// As published: K. Perlin, "Improving Noise reference implementation", 2002 (and, before, in his earlier noise).
constexpr std::array<std::uint8_t, 256> perlin_permutation = {
    151, 160, 137, 91,  90,  15,  131, 13,  201, 95,  96,  53,  194, 233, 7,   225, 140, 36,  103, 30,  69,  142, 8,   99,  37,  240,
    21,  10,  23,  190, 6,   148, 247, 120, 234, 75,  0,   26,  197, 62,  94,  252, 219, 203, 117, 35,  11,  32,  57,  177, 33,  88,
    237, 149, 56,  87,  174, 20,  125, 136, 171, 168, 68,  175, 74,  165, 71,  134, 139, 48,  27,  166, 77,  146, 158, 231, 83,  111,
    229, 122, 60,  211, 133, 230, 220, 105, 92,  41,  55,  46,  245, 40,  244, 102, 143, 54,  65,  25,  63,  161, 1,   216, 80,  73,
    209, 76,  132, 187, 208, 89,  18,  169, 200, 196, 135, 130, 116, 188, 159, 86,  164, 100, 109, 198, 173, 186, 3,   64,  52,  217,
    226, 250, 124, 123, 5,   202, 38,  147, 118, 126, 255, 82,  85,  212, 207, 206, 59,  227, 47,  16,  58,  17,  182, 189, 28,  42,
    223, 183, 170, 213, 119, 248, 152, 2,   44,  154, 163, 70,  221, 153, 101, 155, 167, 43,  172, 9,   129, 22,  39,  253, 19,  98,
    108, 110, 79,  113, 224, 232, 178, 185, 112, 104, 218, 246, 97,  228, 251, 34,  242, 193, 238, 210, 144, 12,  191, 179, 162, 241,
    81,  51,  145, 235, 249, 14,  239, 107, 49,  192, 214, 31,  181, 199, 106, 157, 184, 84,  204, 176, 115, 121, 50,  45,  127, 4,
    150, 254, 138, 236, 205, 93,  222, 114, 67,  29,  24,  72,  243, 141, 128, 195, 78,  66,  215, 61,  156, 180};

/// Seed 0: the published one. Others: 0 .. 255 shuffled (Fisher, Yates) by the numbers that splitmix64 draws from the seed.
constexpr std::array<std::uint8_t, 256> permutation_of(std::uint64_t seed) {
  if (seed == 0) return perlin_permutation;
  std::array<std::uint8_t, 256> p{};
  for (unsigned k = 0; k < 256; ++k) p[k] = static_cast<std::uint8_t>(k);
  for (unsigned k = 255; k > 0; --k) {
    seed += 0x9E3779B97F4A7C15u;
    std::uint64_t z = seed;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    const unsigned other = static_cast<unsigned>((z >> 32) * (k + 1) >> 32);
    const std::uint8_t swapped = p[k];
    p[k] = p[other];
    p[other] = swapped;
  }
  return p;
}

/// A gradient of improved noise: the vector to the middle of an edge of the cube, by the low four bits of a permuted number. In one and two
/// dimensions its first components: the noise there is that of three at y = z = 0 and z = 0.
constexpr std::array<float, 3> edge_gradient(unsigned number) {
  const unsigned h = number & 15;
  std::array<float, 3> g{};
  const unsigned u = h < 8 ? 0 : 1, v = h < 4 ? 1 : h == 12 || h == 14 ? 0 : 2;
  g[u] += h & 1 ? -1.0f : 1.0f;
  g[v] += h & 2 ? -1.0f : 1.0f;
  return g;
}
/// In four dimensions, by the low five bits: S. Gustavson, noise1234, 2003. Scaled by 0.87 there.
constexpr std::array<float, 4> cell_gradient(unsigned number) {
  const unsigned h = number & 31;
  std::array<float, 4> g{};
  g[h < 24 ? 0 : 1] += h & 1 ? -1.0f : 1.0f;
  g[h < 16 ? 1 : 2] += h & 2 ? -1.0f : 1.0f;
  g[h < 8 ? 2 : 3] += h & 4 ? -1.0f : 1.0f;
  return g;
}
constexpr float cell_gradient_scale = 0.87f;

}  // namespace scree::definition
