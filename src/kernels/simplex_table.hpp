// Simplex noise by a permutation table: S. Gustavson, "Simplex noise demystified", 2005, as its ports have it: simplex-noise.js and three.js in
// double precision, simplexnoise1234 in single precision. Where a point lies is computed in the port's precision, the rest in single.
#pragma once
#include "kernels/kernel_table.hpp"
#include "kernels/lattice.hpp"

#include <scree/detail/simplex_ports.hpp>

SCREE_KERNELS_BEGIN

/// Components of gradients by the four bits of a code: the sign, and 0, 1 or 2 steps.
struct step_components {
  float component[16] = {};

  constexpr step_components() { component[1] = 1.0f, component[2] = 2.0f, component[9] = -1.0f, component[10] = -2.0f; }
};

template <int Dims, int>
struct simplex_table {
  static constexpr int dims = Dims;
  using coordinate = wide;
  static constexpr double skew = definition::table_skew[Dims - 2], unskew = definition::table_unskew[Dims - 2];
  static constexpr step_components steps{};

  bool double_precision;
  real radius, scale;
  const std::uint32_t *next, *last;
  line_table step;

  SCREE_INLINE explicit simplex_table(const leaf& l)
      : double_precision(l.shape != 2), radius(definition::table_radius(l.shape, Dims)), scale(definition::table_scale(l.shape, Dims)),
        next(l.table->next), last(l.table->last[Dims - 1]), step(steps.component) {}

  /// The lower vertex modulo 256, and the offset from it.
  struct placed {
    whole i[Dims];
    real x0[Dims];
  };
  SCREE_INLINE void place(const wide (&v)[Dims], placed& to) const {
    const whole byte(255u);
    if (double_precision) {
      wide sum = v[0], i[Dims];
      for (int k = 1; k < Dims; ++k) sum = sum + v[k];
      const wide s = sum * wide(skew);
      for (int k = 0; k < Dims; ++k) i[k] = floor(v[k] + s);
      wide n = i[0];
      for (int k = 1; k < Dims; ++k) n = n + i[k];
      const wide t = n * wide(unskew);
      for (int k = 0; k < Dims; ++k) {
        to.i[k] = modulo_2_32(i[k]) & byte;
        to.x0[k] = narrow(v[k] - (i[k] - t));
      }
    } else {   // the constants are double there, what they yield is single
      real x[Dims], i[Dims];
      for (int k = 0; k < Dims; ++k) x[k] = narrow(v[k]);
      real sum = x[0];
      for (int k = 1; k < Dims; ++k) sum = sum + x[k];
      const real s = narrow(widen(sum) * wide(definition::table_skew_1234[Dims - 2]));
      for (int k = 0; k < Dims; ++k) i[k] = floor(x[k] + s);
      real n = i[0];
      for (int k = 1; k < Dims; ++k) n = n + i[k];
      const real t = narrow(widen(n) * wide(definition::table_unskew_1234[Dims - 2]));
      for (int k = 0; k < Dims; ++k) {
        to.i[k] = truncate(i[k]) & byte;
        to.x0[k] = x[k] - (i[k] - t);
      }
    }
  }

  /// The code of a gradient for every corner: see permutation_table.
  struct permuted {
    whole code[Dims + 1];
  };
  SCREE_INLINE void permute_corners(const placed& from, permuted& to) const {
    real x0[Dims], rank[Dims];
    for (int k = 0; k < Dims; ++k) x0[k] = from.x0[k];
    rank_offsets<Dims == 3>(x0, rank);   // ties as in the ports
#pragma GCC unroll 5
    for (int corner = 0; corner <= Dims; ++corner) {
      whole number(0u);
#pragma GCC unroll 4
      for (int k = Dims - 1; k >= 0; --k) {
        number = number + from.i[k];
        if (corner == Dims) number = number + whole(1u);
        else if (corner > 0) number = number + select(rank[k] >= real(static_cast<float>(Dims - corner)), whole(1u), whole(0u));
        if (k > 0) number = gather(next, number) >> 16;
      }
      to.code[corner] = gather(last, number);
    }
  }

  /// An offset, unskewed for the corner after so many steps. The double ports' offsets are rounded already.
  SCREE_INLINE real shifted(real x, int corner) const {
    if (double_precision) return x + real(static_cast<float>(corner * unskew));
    return narrow(widen(x) + wide(corner * definition::table_unskew_1234[Dims - 2]));
  }

  template <bool WithGradient>
  SCREE_INLINE sampled<Dims> sum(const placed& from, const permuted& numbers) const {
    const real zero(0.0f), one(1.0f);
    real x0[Dims], rank[Dims];
    for (int k = 0; k < Dims; ++k) x0[k] = from.x0[k];
    rank_offsets<Dims == 3>(x0, rank);   // ties as in the ports
    sampled<Dims> r;
    r.value = zero;
    for (real& each : r.gradient) each = zero;
#pragma GCC unroll 5
    for (int corner = 0; corner <= Dims; ++corner) {
      real m = radius, gx = zero, x[Dims], g[Dims];
#pragma GCC unroll 4
      for (int k = 0; k < Dims; ++k) {
        if (corner == 0) x[k] = x0[k];
        else if (corner == Dims) x[k] = shifted(x0[k] - one, corner);
        else x[k] = shifted(x0[k] - select(rank[k] >= real(static_cast<float>(Dims - corner)), one, zero), corner);
        const direction d(numbers.code[corner] << 4 * k);
        g[k] = oriented(component(step, d), d);
        m = m - x[k] * x[k];
        gx = k == 0 ? g[k] * x[k] : gx + g[k] * x[k];
      }
      m = maximum(m, zero);
      const real m2 = m * m, m4 = m2 * m2;
      r.value = r.value + m4 * gx;
      if constexpr (WithGradient) {
        const real slope = ((m2 * m) * gx) * real(-8.0f);
        for (int k = 0; k < Dims; ++k) r.gradient[k] = r.gradient[k] + (m4 * g[k] + slope * x[k]);
      }
    }
    r.value = r.value * scale;
    for (real& each : r.gradient) each = each * scale;
    return r;
  }
};

SCREE_KERNELS_END
