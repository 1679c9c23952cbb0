// The integer lattice: its hash, and the fades between its points.
#pragma once
#include "kernels/kernel_table.hpp"
#include "kernels/lanes.hpp"

SCREE_KERNELS_BEGIN

/// Hashes of a coordinate of the lower and of the upper corner of a cell.
struct axis_hashes {
  whole at[2];
};

/// The lattice hash for one seed: mix each coordinate once, join a corner's coordinates, mix once more.
struct lattice_hash {
  definition::hash_keys keys;
  SCREE_INLINE explicit lattice_hash(std::uint64_t seed) : keys(definition::keys_of(seed)) {}

  template <int Axis>
  SCREE_INLINE whole mixed(whole product) const {
    whole h = product ^ (product >> definition::axis_fold[Axis]);
    if constexpr (Axis == 0) h = h ^ whole(keys.axis);
    h = h * whole(definition::axis_multiplier);
    return h ^ (h >> definition::second_fold);
  }
  /// One coordinate; the key of the corners rides on the first axis.
  template <int Axis>
  SCREE_INLINE whole axis(whole cell) const {
    const whole h = mixed<Axis>(cell * whole(definition::axis_prime[Axis]));
    if constexpr (Axis == 0) return h ^ whole(keys.corner);
    else return h;
  }
  template <int Axis>
  SCREE_INLINE axis_hashes both(whole cell) const {
    const whole product = cell * whole(definition::axis_prime[Axis]);
    axis_hashes h{{mixed<Axis>(product), mixed<Axis>(product + whole(definition::axis_prime[Axis]))}};
    if constexpr (Axis == 0) h.at[0] = h.at[0] ^ whole(keys.corner), h.at[1] = h.at[1] ^ whole(keys.corner);
    return h;
  }
  /// Of a cell: the hashes of the lower and upper coordinates along every axis.
  template <int Dims, int Axis = 0>
  SCREE_INLINE void cell(const whole (&c)[Dims], axis_hashes (&h)[Dims]) const {
    h[Axis] = both<Axis>(c[Axis]);
    if constexpr (Axis + 1 < Dims) cell<Dims, Axis + 1>(c, h);
  }
  SCREE_INLINE static whole corner(whole joined) { return joined * whole(definition::corner_multiplier); }
};

/// Joins the coordinates of one corner; bit k of `corner` says lower or upper along axis k.
template <int Dims>
SCREE_INLINE whole joined(const axis_hashes (&h)[Dims], unsigned corner) {
  whole j = h[0].at[corner & 1];
  for (int axis = 1; axis < Dims; ++axis) j = j ^ h[axis].at[(corner >> axis) & 1];
  return j;
}

/// A fraction t along an axis with its complement t - 1, the faded fraction u, and the slope of the fade there.
struct faded {
  real t, t1, u, slope;
};

/// Shape: 0 linear, 1 cubic, 2 quintic.
template <int Shape>
SCREE_INLINE faded fade(real t) {
  faded f;
  f.t = t;
  f.t1 = t - real(1.0f);
  if constexpr (Shape == 0) {
    f.u = t;
    f.slope = real(1.0f);
  } else if constexpr (Shape == 1) {
    f.u = (t * t) * fma(real(-2.0f), t, real(3.0f));
    f.slope = (real(6.0f) * t) * (real(1.0f) - t);
  } else {
    f.u = ((t * t) * t) * fma(fma(real(6.0f), t, real(-15.0f)), t, real(10.0f));
    const real q = fma(t, t, -t);
    f.slope = (real(30.0f) * q) * q;
  }
  return f;
}

SCREE_INLINE real lerp(real v, real a, real b) { return fma(v, b - a, a); }

/// A value and its derivatives along each axis, per cell.
template <int Dims>
struct sampled {
  real value;
  real gradient[Dims];
};

SCREE_KERNELS_END
