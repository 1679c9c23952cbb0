// The tables of the published noises: the numbers 0 .. 255 in pseudorandom order, and the gradients that they pick.
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

/// stb_perlin's own permutation and its choice among Perlin's twelve edges, by the low six bits of a permuted number: S. Barrett,
/// stb_perlin.h 0.5.
constexpr std::array<std::uint8_t, 256> stb_permutation = {
    23, 125, 161, 52, 103, 117, 70, 37, 247, 101, 203, 169, 124, 126, 44, 123, 152, 238, 145, 45, 171, 114, 253, 10, 192, 136,
    4, 157, 249, 30, 35, 72, 175, 63, 77, 90, 181, 16, 96, 111, 133, 104, 75, 162, 93, 56, 66, 240, 8, 50, 84, 229,
    49, 210, 173, 239, 141, 1, 87, 18, 2, 198, 143, 57, 225, 160, 58, 217, 168, 206, 245, 204, 199, 6, 73, 60, 20, 230,
    211, 233, 94, 200, 88, 9, 74, 155, 33, 15, 219, 130, 226, 202, 83, 236, 42, 172, 165, 218, 55, 222, 46, 107, 98, 154,
    109, 67, 196, 178, 127, 158, 13, 243, 65, 79, 166, 248, 25, 224, 115, 80, 68, 51, 184, 128, 232, 208, 151, 122, 26, 212,
    105, 43, 179, 213, 235, 148, 146, 89, 14, 195, 28, 78, 112, 76, 250, 47, 24, 251, 140, 108, 186, 190, 228, 170, 183, 139,
    39, 188, 244, 246, 132, 48, 119, 144, 180, 138, 134, 193, 82, 182, 120, 121, 86, 220, 209, 3, 91, 241, 149, 85, 205, 150,
    113, 216, 31, 100, 41, 164, 177, 214, 153, 231, 38, 71, 185, 174, 97, 201, 29, 95, 7, 92, 54, 254, 191, 118, 34, 221,
    131, 11, 163, 99, 234, 81, 227, 147, 156, 176, 17, 142, 69, 12, 110, 62, 27, 255, 0, 194, 59, 116, 242, 252, 19, 21,
    187, 53, 207, 129, 64, 135, 61, 40, 167, 237, 102, 223, 106, 159, 197, 189, 215, 137, 36, 32, 22, 5};
constexpr unsigned stb_edge(unsigned number) {
  constexpr std::uint8_t twelfth_to_fifteenth[4] = {0, 9, 1, 11};
  const unsigned h = number & 63;
  return h < 12 ? h : h < 16 ? twelfth_to_fifteenth[h - 12] : (h - 16) % 12;
}

}  // namespace scree::definition
