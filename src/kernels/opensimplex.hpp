// Shared by the OpenSimplex noises: their lattice, their hash and what a vertex adds. Single precision without fma, like the originals, from
// coordinates that are turned and split in double precision.
#pragma once
#include "kernels/arrays.hpp"

#include <scree/detail/opensimplex.hpp>

SCREE_KERNELS_BEGIN

namespace open_numbers = definition::opensimplex;

/// The lattice of an OpenSimplex noise; `Nearest`: points belong to the nearest vertex, not to the lower one.
template <int Dims, bool Smooth, bool Nearest>
struct open_lattice {
  using turned = void;
  static constexpr bool takes_reals = false, near_is_faster = false;

  SCREE_INLINE static real fraction(wide left) { return narrow(left); }
  SCREE_INLINE static half nearest(half x) {
    const half size = floor(xsimd::abs(x) + half(0.5));
    return xsimd::select(x < half(0.0), half(0.0) - size, size);
  }
  SCREE_INLINE static wide cell(wide x) {
    if constexpr (Nearest) return {nearest(x.lo), nearest(x.hi)};
    else return floor(x);
  }
  SCREE_INLINE static place<Dims> find(const wide_split<Dims>& x) { return cubic<Dims>::find(x); }

  /// Skews and turns, as the original does.
  SCREE_INLINE static void turn(wide (&x)[Dims], int orientation) {
    using namespace open_numbers;
    if constexpr (Dims == 2) {
      const wide s = wide(skew_2d) * (x[0] + x[1]);
      for (wide& each : x) each = each + s;
    } else if (orientation == 0) {
      wide sum = (x[0] + x[1]) + x[2];
      if constexpr (Dims == 3) {
        const wide r = wide(third_turn) * sum;
        for (wide& each : x) each = r - each;
      } else {
        const wide s = wide(static_cast<double>(Smooth ? unskew_4d : skew_4d)) * (sum + x[3]);
        for (wide& each : x) each = each + s;
      }
    } else {
      const int flat = orientation == 1 ? 1 : 2, up = 3 - flat;
      const wide x0 = x[0], xf = x[flat], xu = x[up], sum = x0 + xf, s = sum * wide(orthogonaliser);
      if constexpr (Dims == 3) {
        const wide across = xu * wide(root3_by_3);
        x[0] = (x0 + s) + across;
        x[flat] = (xf + s) + across;
        x[up] = sum * wide(-root3_by_3) + across;
      } else {
        const wide across = xu * wide(turn_4d_z), w = x[3] * wide(Smooth ? smooth_turn_4d_w : turn_4d_w);
        x[0] = x0 + ((across + w) + s);
        x[flat] = xf + ((across + w) + s);
        x[up] = sum * wide(turn_4d_xy) + (across + w);
        x[3] = xu * wide(turn_4d_zw) + w;
      }
    }
  }
};

/// Cells go to the noise as they are.
struct cell_numbers {
  template <int Dims>
  SCREE_INLINE hashed_place<Dims> operator()(const place<Dims>& p) const {
    hashed_place<Dims> h;
    for (int k = 0; k < Dims; ++k) h.axis[k].at[0] = p.cell[k], h.fraction[k] = p.fraction[k];
    return h;
  }
};

/// A signed 32-bit integer times the prime of an axis.
template <int Axis>
SCREE_INLINE long_whole hashed_cell(whole cell) { return signed_product(cell, open_numbers::prime[Axis]); }
/// A vertex of the lattice, joined with a seed.
template <int Dims, int Axis = 0>
SCREE_INLINE long_whole hashed_vertex(const long_whole& seed, const whole (&cell)[Dims]) {
  const long_whole h = joined(seed, hashed_cell<Axis>(cell[Axis]));
  if constexpr (Axis + 1 < Dims) return hashed_vertex<Dims, Axis + 1>(h, cell);
  else return h;
}

/// Looks components of gradients up: in registers, if three hold all of the different ones; else from memory.
template <int Dims, bool Smooth>
struct open_gradients {
  static constexpr auto tables = open_numbers::gradients<Dims>(Smooth);
  static constexpr std::uint32_t different = Dims == 2 ? 24 : Dims == 3 ? 48 : 160;
  static constexpr int parts = (static_cast<int>(different) + lanes - 1) / lanes;
  static constexpr bool in_registers = parts <= 3;
  // An entry modulo the number of different ones: entry - entry * factor / 2^13 * different.
  static constexpr std::uint32_t factor = Dims == 2 ? 342 : 171;
  static_assert([] {
    for (std::uint32_t e = 0; Dims < 4 && e < open_numbers::entries[Dims - 2]; ++e)
      if (e - (e * factor >> 13) * different != e % different) return false;
    return true;
  }());

  SCREE_INLINE static void look_up(whole entry, real (&g)[Dims]) {
    if constexpr (in_registers) {
      const whole number = entry - ((entry * whole(factor)) >> 13) * whole(different);
      for (int k = 0; k < Dims; ++k) g[k] = pick_from<parts>(tables[k].data(), number);
    } else {
      for (int k = 0; k < Dims; ++k) g[k] = gather(tables[k].data(), entry);
    }
  }
};

/// A sum over vertices, and how it changes with their offsets.
template <int Dims, bool Smooth, bool WithGradient>
struct vertex_sum {
  real value = real(0.0f);
  real slope[Dims];

  SCREE_INLINE vertex_sum() {
    for (real& each : slope) each = real(0.0f);
  }
  /// What a vertex adds, where `left` = radius - d^2 is above 0.
  SCREE_INLINE void add(const long_whole& vertex, const real (&d)[Dims], real left_or_less) {
    const long_whole hash = product(vertex, open_numbers::hash_multiplier);
    const whole upper = signed_shift<open_numbers::fold[Dims - 2] - 32>(upper_words(hash));
    const whole entry = ((low_words(hash) ^ upper) >> (Dims == 2 ? 1 : 2)) & whole(open_numbers::entries[Dims - 2] - 1u);
    real g[Dims];
    open_gradients<Dims, Smooth>::look_up(entry, g);
    real dot = g[0] * d[0] + g[1] * d[1];
    if constexpr (Dims == 3) dot = dot + g[2] * d[2];
    if constexpr (Dims == 4) dot = dot + (g[2] * d[2] + g[3] * d[3]);
    const real left = maximum(left_or_less, real(0.0f)), squared = left * left, weight = squared * squared;
    value = value + weight * dot;
    if constexpr (WithGradient) {
      const real steepness = ((squared * left) * dot) * real(-8.0f);
      for (int k = 0; k < Dims; ++k) slope[k] = slope[k] + (steepness * d[k] + weight * g[k]);
    }
  }
  /// With the slopes turned back to the caller's axes.
  SCREE_INLINE sampled<Dims> turned_back(int orientation) const {
    static constexpr std::array<std::array<float, Dims>, Dims> rows[3] = {open_numbers::turned<Dims>(Smooth, 0), open_numbers::turned<Dims>(Smooth, 1),
                                                                         open_numbers::turned<Dims>(Smooth, 2)};
    sampled<Dims> s;
    s.value = value;
    if constexpr (WithGradient)
      for (int j = 0; j < Dims; ++j) {
        s.gradient[j] = real(0.0f);
        for (int i = 0; i < Dims; ++i) s.gradient[j] = s.gradient[j] + real(rows[orientation][i][j]) * slope[i];
      }
    return s;
  }
};

/// 1 where m is true.
SCREE_INLINE whole one_where(mask m) { return select(m, whole(1u), whole(0u)); }

SCREE_KERNELS_END
