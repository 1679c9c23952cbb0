// The integer lattice: its hash, and the fades between its points.
#pragma once
#include "kernels/kernel_table.hpp"
#include "kernels/lanes.hpp"

SCREE_KERNELS_BEGIN

/// A coordinate of the lower and of the upper corner of a cell, mixed.
struct axis_hashes {
  whole at[2];
};

/// The lattice hash for one seed: mix each coordinate once, multiply those of a corner.
struct lattice_hash {
  whole first_prime, before, after;

  SCREE_INLINE explicit lattice_hash(std::uint64_t seed) {
    const definition::hash_keys keys = definition::keys_of(seed);
    first_prime = whole(keys.first_prime);
    before = whole(keys.before);
    after = whole(keys.after);
  }

  template <int Axis>
  SCREE_INLINE whole prime() const {
    if constexpr (Axis == 0) return first_prime;
    else return whole(definition::axis_prime[Axis]);
  }
  template <int Axis>
  SCREE_INLINE whole mixed(whole product) const {
    whole h = product ^ (product >> definition::axis_fold[Axis]);
    if constexpr (Axis == 0) h = h ^ before;
    h = h * whole(definition::axis_multiplier);
    if constexpr (Axis == 0) h = h ^ after;
    h = h ^ (h >> definition::second_fold);
    return h | whole(1u);
  }
  /// One coordinate, mixed.
  template <int Axis>
  SCREE_INLINE whole axis(whole cell) const { return mixed<Axis>(cell * prime<Axis>()); }

  /// Along every axis: the lower and the upper coordinate of a cell.
  template <int Dims, int Axis = 0>
  SCREE_INLINE void corners(const whole (&cell)[Dims], axis_hashes (&h)[Dims]) const {
    const whole product = cell[Axis] * prime<Axis>();
    h[Axis] = {{mixed<Axis>(product), mixed<Axis>(product + prime<Axis>())}};
    if constexpr (Axis + 1 < Dims) corners<Dims, Axis + 1>(cell, h);
  }
};

/// Hash of the corner whose bit k says lower or upper along axis k.
template <int Dims>
SCREE_INLINE whole corner_hash(const axis_hashes (&h)[Dims], unsigned corner) {
  if constexpr (Dims == 1) return h[0].at[corner] * whole(definition::line_multiplier);
  whole product = h[0].at[corner & 1];
  for (int axis = 1; axis < Dims; ++axis) product = product * h[axis].at[(corner >> axis) & 1];
  return product;
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
