// Where coordinates lie on a lattice: an integer cell or vertex, and what is left as a small real. Far from the origin only the
// integer grows, so the noise is as smooth there as near it.
//
// A lattice says how to find the place of coordinates, in ways that give the same bits: from binary32 coordinates, near the origin;
// from coordinates that are split into the lattice cell, an integer, and the fraction within it, in [0, 1] (1 where it rounds up), with
// the cells in binary32, near the origin; and the same with the cells in binary64, anywhere.
#pragma once
#include "kernels/lanes.hpp"

SCREE_KERNELS_BEGIN

/// The lower corner (vertex), modulo 2^32, and the offset of the point from it.
template <int Dims>
struct place {
  whole cell[Dims];
  real fraction[Dims];
};

/// Split coordinates; `near` the origin their cells fit a real. The others are below 2^50 in size.
template <int Dims, class Cell>
struct split {
  Cell cell[Dims];
  real fraction[Dims];
};
template <int Dims>
using near_split = split<Dims, real>;
template <int Dims>
using wide_split = split<Dims, wide>;

/// Wide integers below 2^51 in size, modulo 2^32: added to 1.5 * 2^52 they stand in the low bits of the significand.
SCREE_INLINE whole modulo_2_32(wide integer) { return low_words(integer + wide(0x1.8p52)); }

/// Watches whether conversions to integers fit, for one test at the end: what does not is the least integer.
struct fit_watch {
  whole least = whole(0u);
  SCREE_INLINE whole see(whole i) {
    least = signed_minimum(least, i);
    return i;
  }
  SCREE_INLINE bool all_fit() const { return !xsimd::any(least == whole(0x80000000u)); }
};

/// The lattice of unit cubes.
template <int Dims>
struct cubic {
  static constexpr bool takes_reals = true;
  static constexpr bool near_is_faster = false;    // for coordinates that are wide already

  /// What is left of a coordinate above its cell, as a real.
  SCREE_INLINE static real fraction(wide left) { return narrow(left); }

  SCREE_INLINE static place<Dims> find(const real (&x)[Dims], fit_watch& watch) {
    place<Dims> p;
    for (int k = 0; k < Dims; ++k) {
      const real floored = floor(x[k]);
      p.cell[k] = watch.see(truncate(floored));
      p.fraction[k] = x[k] - floored;
    }
    return p;
  }
  SCREE_INLINE static place<Dims> find(const wide_split<Dims>& x) {
    place<Dims> p;
    for (int k = 0; k < Dims; ++k) p.cell[k] = modulo_2_32(x.cell[k]), p.fraction[k] = x.fraction[k];
    return p;
  }
};

/// The lattice of simplices, grouped to cubes by the skew F: vertex (i, j, ...) lies at (i, j, ...) - (i + j + ...) G. The
/// place is the lower vertex of the skewed cube that holds the point.
///
/// G is a multiple of 2^-22 and fractions are rounded to such, so offsets are exact and do not depend on the way to the vertex. A
/// continuous falloff bears a point up to 2^-11 / sqrt 2 outside of the cube: r^2 = 1/2 - 2^-11 stays clear of the far vertices.
/// Binary32 is that good up to `near`. Perlin's original falloff must have the right cube, and always goes the wide way.
template <int Dims, bool Continuous>
struct simplicial {
  static constexpr bool takes_reals = Continuous;
  static constexpr float near = 0x1p10f;
  static constexpr bool near_is_faster = Continuous;
  static constexpr float skew = static_cast<float>(definition::skew[Dims - 1]);
  static constexpr float unskew = static_cast<float>(definition::unskew[Dims - 1]);

  /// Up to 512 cells in size coordinates are integers of 2^-22 that fit 32 bits.
  SCREE_INLINE static place<Dims> find(const real (&x)[Dims], fit_watch& watch) {
    whole units[Dims];
    for (int k = 0; k < Dims; ++k) units[k] = watch.see(round_to_whole(x[k] * real(0x1p22f)));
    return find(x, units);
  }
  /// From coordinates up to `near` and the same in units of 2^-22, modulo 2^32: offsets, x - i + n G with n = i + j + ..., are
  /// small and come out whole.
  SCREE_INLINE static place<Dims> find(const real (&x)[Dims], const whole (&units)[Dims]) {
    real sum = x[0];
    for (int k = 1; k < Dims; ++k) sum = sum + x[k];
    const real s = sum * real(skew);
    place<Dims> p;
    whole n;
    for (int k = 0; k < Dims; ++k) {
      p.cell[k] = floor_to_whole(x[k] + s);
      n = k == 0 ? p.cell[0] : n + p.cell[k];
    }
    const whole nG = n * whole(static_cast<std::uint32_t>(definition::unskew[Dims - 1] * 0x1p22));
    for (int k = 0; k < Dims; ++k) p.fraction[k] = to_real((units[k] + nG) - (p.cell[k] << 22)) * real(0x1p-22f);
    return p;
  }

  /// What is left of a coordinate above its cell, to a multiple of 2^-22.
  SCREE_INLINE static real fraction(wide left) { return narrow((left + wide(0x1p30)) - wide(0x1p30)); }

  /// Skew, round down, and take the vertex away, integers first; n G = P + rest with n = i + j + ....
  SCREE_INLINE static place<Dims> find(const near_split<Dims>& c) {
    real x[Dims], sum;
    for (int k = 0; k < Dims; ++k) {
      x[k] = c.cell[k] + c.fraction[k];
      sum = k == 0 ? x[0] : sum + x[k];
    }
    const real s = sum * real(skew);
    real i[Dims], n;
    for (int k = 0; k < Dims; ++k) {
      i[k] = floor(x[k] + s);
      n = k == 0 ? i[0] : n + i[k];
    }
    const real P = floor(n * real(unskew));
    const real rest = fms(n, real(unskew), P);
    place<Dims> p;
    for (int k = 0; k < Dims; ++k) {
      p.cell[k] = truncate(i[k]);
      p.fraction[k] = (c.fraction[k] - ((i[k] - c.cell[k]) - P)) + rest;
    }
    return p;
  }

  /// From the cell alone a vertex near by, cell + (P, P, ...) with P = floor(F * sum of the cell), M the sum of that vertex; from
  /// there, where everything is small, the skewed offset says how many cubes further the point is.
  SCREE_INLINE static place<Dims> find(const wide_split<Dims>& x) {
    wide N = x.cell[0];
    for (int k = 1; k < Dims; ++k) N = N + x.cell[k];
    const wide P = floor(N * wide(definition::skew[Dims - 1]));
    const wide M = N + P * wide(Dims);
    const real rest = narrow(fma(M, wide(definition::unskew[Dims - 1]), wide(0.0) - P));
    real o[Dims], sum;
    for (int k = 0; k < Dims; ++k) {
      o[k] = x.fraction[k] + rest;
      sum = k == 0 ? o[0] : sum + o[k];
    }
    real steps[Dims], total;
    for (int k = 0; k < Dims; ++k) {
      steps[k] = floor(fma(sum, real(skew), o[k]));
      total = k == 0 ? steps[0] : total + steps[k];
    }
    place<Dims> p;
    for (int k = 0; k < Dims; ++k) {
      p.cell[k] = modulo_2_32(x.cell[k] + P) + truncate(steps[k]);
      p.fraction[k] = fma(total, real(unskew), o[k] - steps[k]);
    }
    return p;
  }
};

SCREE_KERNELS_END
