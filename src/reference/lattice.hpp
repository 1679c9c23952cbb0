// Shared by the reference leaves: where a coordinate lies on the integer lattice, the lattice hash, and gradients.
#pragma once
#include "reference/reference.hpp"

#include <scree/detail/definition.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace scree::reference {

inline const float nan = std::bit_cast<float>(definition::nan_bits);

template <int Dims>
bool all_finite(const std::array<double, Dims>& x) {
  return std::all_of(x.begin(), x.end(), [](double v) { return std::isfinite(v); });
}

template <int Dims>
sample<Dims> not_a_number() {
  sample<Dims> s{nan, {}};
  s.gradient.fill(nan);
  return s;
}

/// An integer-valued double of any size, modulo 2^32.
inline std::uint32_t modulo_2_32(double whole) {
  double remainder = std::fmod(whole, 0x1p32);
  if (remainder < 0) remainder += 0x1p32;
  return static_cast<std::uint32_t>(remainder);
}

/// The number of a cell along an axis: modulo the period, or 2^32 where that is 0; and that of a cell some steps on.
inline std::uint32_t cell_number(double cell, int period) {
  if (period == 0) return modulo_2_32(cell);
  const double remainder = std::fmod(cell, period);
  return static_cast<std::uint32_t>(remainder < 0 ? remainder + period : remainder);
}
inline std::uint32_t stepped(std::uint32_t number, int steps, int period) {
  return period == 0 ? number + static_cast<std::uint32_t>(steps) : cell_number(static_cast<double>(number) + steps, period);
}

/// A coordinate split into the lattice cell and the fraction within it, in [0, 1] (1 when it rounds up to it).
struct position {
  double cell, fraction;
};

/// Splits x * frequency. A product past the largest double counts as the largest.
inline position locate(double x, double frequency) {
  constexpr double largest = std::numeric_limits<double>::max();
  const double c = std::clamp(x * frequency, -largest, largest);
  const double cell = std::floor(c);
  return {cell, c - cell};
}

/// One coordinate of a lattice point, mixed.
inline std::uint32_t axis_hash(int axis, std::uint32_t cell, const definition::hash_keys& keys) {
  const std::uint32_t p = (cell * definition::axis_prime[axis]) ^ keys.key[axis % 2];
  return (p * (p >> definition::axis_fold)) | 1u;
}

/// Hash of a lattice point.
template <int Dims>
std::uint32_t lattice_hash(const std::array<std::uint32_t, Dims>& cell, const definition::hash_keys& keys) {
  if (Dims == 1) return (axis_hash(0, cell[0], keys) ^ keys.key[1]) * definition::line_multiplier;
  std::uint32_t h = 1;
  for (int axis = 0; axis < Dims; ++axis) h *= axis_hash(axis, cell[axis], keys);
  return h;
}

/// The gradient that a lattice hash picks: the top bit is the sign, the three below are the line.
template <int Dims>
std::array<float, Dims> gradient_of(std::uint32_t hash, double scale) {
  const unsigned line = (hash >> 28) & 7;
  std::array<float, Dims> g;
  for (int axis = 0; axis < Dims; ++axis) {
    double component;
    if constexpr (Dims == 1) component = definition::lines_1d[line][axis];
    if constexpr (Dims == 2) component = definition::lines_2d[line][axis];
    if constexpr (Dims == 3) component = definition::lines_3d[line][axis];
    if constexpr (Dims == 4) component = definition::lines_4d[line][axis];
    g[axis] = static_cast<float>(component) * static_cast<float>(scale);
    if (hash >> 31) g[axis] = -g[axis];
  }
  return g;
}

/// A fade curve at t, and its slope.
struct faded {
  float u, slope;
};
inline faded fade(Fade curve, float t) {
  switch (curve) {
    case Fade::linear: return {t, 1.0f};
    case Fade::cubic: return {(t * t) * std::fma(-2.0f, t, 3.0f), (6.0f * t) * (1.0f - t)};
    case Fade::quintic: break;
  }
  const float p = std::fma(std::fma(6.0f, t, -15.0f), t, 10.0f);
  const float q = std::fma(t, t, -t);
  return {((t * t) * t) * p, (30.0f * q) * q};
}

/// From a to b as v goes from 0 to 1.
inline float lerp(float v, float a, float b) { return std::fma(v, b - a, a); }

/// The derivatives per cell, turned into derivatives per unit of the caller.
template <int Dims>
sample<Dims> per_unit(sample<Dims> s, double frequency) {
  for (float& g : s.gradient) g *= definition::slope_per_unit(frequency);
  return s;
}

}  // namespace scree::reference
