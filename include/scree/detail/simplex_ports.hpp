// The numbers of Gustavson's simplex noise by table, and of its ports. Kernels and the scalar reference both read them here.
#pragma once
#include <array>
#include <cstdint>

namespace scree::definition {

// Skew (sqrt(n + 1) - 1) / n and unskew (1 - 1 / sqrt(n + 1)) / n of 2, 3 and 4 dimensions; and as simplexnoise1234 writes them.
constexpr double table_skew[3] = {0.36602540378443865, 1.0 / 3, 0.30901699437494742};
constexpr double table_unskew[3] = {0.21132486540518712, 1.0 / 6, 0.13819660112501050};
constexpr double table_skew_1234[3] = {0.366025403, 0.333333333, 0.309016994};
constexpr double table_unskew_1234[3] = {0.211324865, 0.166666667, 0.138196601};

/// Port 0: simplex-noise.js, 1: three.js, 2: simplexnoise1234. The squared radius of a vertex, and what the sum is multiplied by.
constexpr float table_radius(int port, int dims) { return port == 2 || dims == 2 ? 0.5f : 0.6f; }
constexpr float table_scale(int port, int dims) { return dims == 4 ? 27.0f : dims == 3 ? 32.0f : port == 2 ? 40.0f : 70.0f; }

/// The gradient that a permuted number picks. The two JavaScript ports take it modulo 12 (32 in four dimensions) from one list of edges,
/// whose first components serve in two dimensions; simplexnoise1234 takes its low 3, 4 or 5 bits.
constexpr std::array<int, 4> table_gradient(int port, int dims, unsigned number) {
  auto sign = [](unsigned bit) { return bit ? -1 : 1; };
  std::array<int, 4> g{};
  if (port != 2 && dims < 4) {
    const unsigned h = number % 12, u = h < 8 ? 0 : 1, v = h < 4 ? 1 : 2;
    g[u] = sign(h & 1), g[v] = sign(h & 2);
  } else if (port != 2) {
    const unsigned h = number % 32, zero = h / 8;
    unsigned bit = 4;
    for (unsigned axis = 0; axis < 4; ++axis)
      if (axis != zero) g[axis] = sign(h & bit), bit >>= 1;
  } else if (dims == 2) {
    const unsigned h = number & 7, u = h < 4 ? 0 : 1;
    g[u] = sign(h & 1), g[1 - u] = 2 * sign(h & 2);
  } else if (dims == 3) {
    const unsigned h = number & 15, u = h < 8 ? 0 : 1, v = h < 4 ? 1 : h == 12 || h == 14 ? 0 : 2;
    g[u] = sign(h & 1), g[v] = sign(h & 2);
  } else {
    const unsigned h = number & 31;
    g[h < 24 ? 0 : 1] = sign(h & 1), g[h < 16 ? 1 : 2] = sign(h & 2), g[h < 8 ? 2 : 3] = sign(h & 4);
  }
  return g;
}

/// Whether a caller gave a permutation of his own: an option of zeros alone is none.
constexpr bool is_given(const std::array<std::uint8_t, 256>& permutation) {
  for (const std::uint8_t each : permutation)
    if (each != 0) return true;
  return false;
}

}  // namespace scree::definition
