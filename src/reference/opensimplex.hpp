// Shared by the OpenSimplex noises: where a point lies on their lattice, and what a vertex adds. Single precision without fma, like the originals,
// from coordinates that are turned and split in double precision.
#pragma once
#include "reference/lattice.hpp"

#include <scree/detail/opensimplex.hpp>

namespace scree::reference::opensimplex {

namespace numbers = definition::opensimplex;

/// The caller's coordinates on the lattice, skewed and turned as the original does.
template <int Dims>
std::array<double, Dims> turned(const std::array<double, Dims>& x, bool smooth, OpenSimplexOrientation orientation) {
  using namespace numbers;
  std::array<double, Dims> u;
  if constexpr (Dims == 2) {
    const double s = skew_2d * (x[0] + x[1]);
    return {x[0] + s, x[1] + s};
  } else if (orientation == OpenSimplexOrientation::standard) {
    if constexpr (Dims == 3) {
      const double r = third_turn * ((x[0] + x[1]) + x[2]);
      for (int k = 0; k < Dims; ++k) u[k] = r - x[k];
    } else {
      const double s = static_cast<double>(smooth ? unskew_4d : skew_4d) * (((x[0] + x[1]) + x[2]) + x[3]);
      for (int k = 0; k < Dims; ++k) u[k] = x[k] + s;
    }
    return u;
  } else {
    const int flat = orientation == OpenSimplexOrientation::improve_xy ? 1 : 2, up = 3 - flat;
    const double sum = x[0] + x[flat], s = sum * orthogonaliser;
    if constexpr (Dims == 3) {
      const double across = x[up] * root3_by_3;
      u[0] = (x[0] + s) + across;
      u[flat] = (x[flat] + s) + across;
      u[up] = sum * -root3_by_3 + across;
    } else {
      const double across = x[up] * turn_4d_z, w = x[3] * (smooth ? smooth_turn_4d_w : turn_4d_w);
      u[0] = x[0] + ((across + w) + s);
      u[flat] = x[flat] + ((across + w) + s);
      u[up] = sum * turn_4d_xy + (across + w);
      u[3] = x[up] * turn_4d_zw + w;
    }
    return u;
  }
}

/// Coordinates in cells; past 2^48, where doubles are coarser than a cell can show, modulo that.
template <int Dims>
std::array<double, Dims> in_cells(std::array<double, Dims> x, double frequency) {
  constexpr double far = 0x1p48;
  for (double& v : x) {
    v = std::clamp(v * frequency, -std::numeric_limits<double>::max(), std::numeric_limits<double>::max());
    if (!(v >= -far && v < far)) v -= std::floor(v * (1 / far)) * far;
  }
  return x;
}

/// One integer coordinate times the prime of its axis, for the hash.
inline std::uint64_t hashed(std::uint32_t cell, int axis) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(cell))) * numbers::prime[axis];
}

/// A sum over vertices, and how it changes with their offsets.
template <int Dims>
struct vertex_sum {
  bool smooth;
  float value = 0;
  std::array<float, Dims> slope{};

  /// What the vertex adds, if `left` = radius - d^2 is above 0.
  void add(std::uint64_t seed, const std::array<std::uint64_t, Dims>& vertex, const std::array<float, Dims>& d, float left) {
    if (!(left > 0)) return;
    static constexpr auto tables = std::array{numbers::gradients<Dims>(false), numbers::gradients<Dims>(true)};
    std::uint64_t hash = seed;
    for (const std::uint64_t each : vertex) hash ^= each;
    hash *= numbers::hash_multiplier;
    hash ^= static_cast<std::uint64_t>(static_cast<std::int64_t>(hash) >> numbers::fold[Dims - 2]);
    const std::uint64_t entry = hash >> (Dims == 2 ? 1 : 2) & (numbers::entries[Dims - 2] - 1);
    std::array<float, Dims> g;
    for (int axis = 0; axis < Dims; ++axis) g[axis] = tables[smooth][axis][entry];
    float dot = g[0] * d[0] + g[1] * d[1];
    if constexpr (Dims == 3) dot += g[2] * d[2];
    if constexpr (Dims == 4) dot += g[2] * d[2] + g[3] * d[3];
    const float squared = left * left, weight = squared * squared, steepness = ((squared * left) * dot) * -8.0f;
    value += weight * dot;
    for (int axis = 0; axis < Dims; ++axis) slope[axis] += steepness * d[axis] + weight * g[axis];
  }

  /// With the slopes turned back to the caller's axes.
  sample<Dims> turned_back(OpenSimplexOrientation orientation, double frequency) const {
    const auto rows = numbers::turned<Dims>(smooth, static_cast<int>(orientation));
    sample<Dims> s{value, {}};
    for (int i = 0; i < Dims; ++i)
      for (int j = 0; j < Dims; ++j) s.gradient[j] += rows[i][j] * slope[i];
    return per_unit(s, frequency);
  }
};

}  // namespace scree::reference::opensimplex
