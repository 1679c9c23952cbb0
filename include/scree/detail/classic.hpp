// The tables of Perlin's first noise.
#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace scree::definition {

/// As the program fills them that K. Perlin published for the method of 1985 (noise.c): drawn from random(), here that of the GNU C library after
/// srandom(seed): r(k) = r(k - 3) + r(k - 31), without the lowest bit.
struct classic_tables {
  std::array<std::uint8_t, 256> permutation;
  float gradient[3][3][256];   // of 1 .. 3 dimensions: by axis, then by number; unit vectors, but in 1D numbers from -1 to 1

  explicit classic_tables(std::uint32_t seed) {
    std::array<std::uint32_t, 31> state;
    std::int64_t word = static_cast<std::int32_t>(seed == 0 ? 1 : seed);
    for (std::size_t k = 0; k < state.size(); ++k) {
      state[k] = static_cast<std::uint32_t>(word);
      word = 16807 * (word % 127773) - 2836 * (word / 127773);   // 16807 * word, modulo 2^31 - 1
      if (word < 0) word += 2147483647;
    }
    std::size_t next = 0;
    auto random = [&] {
      const std::uint32_t r = state[(next + 3) % 31] + state[next];
      // In the original the two ends of the register walk 3 apart: the older of them is replaced by the sum.
      state[(next + 3) % 31] = r;
      next = (next + 1) % 31;
      return static_cast<int>(r >> 1);
    };
    for (int k = 0; k < 310; ++k) random();

    for (unsigned k = 0; k < 256; ++k) {
      permutation[k] = static_cast<std::uint8_t>(k);
      for (int dims = 1; dims <= 3; ++dims) {
        auto& g = gradient[dims - 1];
        float squares = 0;
        for (int axis = 0; axis < dims; ++axis) {
          g[axis][k] = static_cast<float>(random() % 512 - 256) / 256;
          squares += g[axis][k] * g[axis][k];
        }
        if (dims == 1 || squares == 0) continue;
        const float length = std::sqrt(squares);
        for (int axis = 0; axis < dims; ++axis) g[axis][k] /= length;
      }
    }
    for (unsigned k = 255; k > 0; --k) {
      const unsigned other = static_cast<unsigned>(random()) % 256;
      const std::uint8_t swapped = permutation[k];
      permutation[k] = permutation[other];
      permutation[other] = swapped;
    }
  }
};

}  // namespace scree::definition
