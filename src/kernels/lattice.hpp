// The integer lattice: its hash, and the fades between its points.
#pragma once
#include "kernels/kernel_table.hpp"
#include "kernels/lanes.hpp"
#include "kernels/place.hpp"

SCREE_KERNELS_BEGIN

/// A coordinate of the lower and of the upper corner of a cell, mixed; or of more neighbours.
template <int Count = 2>
struct axis_hashes {
  whole at[Count];
};
/// A place whose coordinates are mixed.
template <int Dims, int Count = 2>
struct hashed_place {
  axis_hashes<Count> axis[Dims];
  real fraction[Dims];
};

/// The lower and the upper coordinate of a cell along every axis, mixed by a hash.
template <int Axis = 0, int Dims, class Hash>
SCREE_INLINE void mix(const Hash& hash, const whole (&cell)[Dims], axis_hashes<> (&h)[Dims]) {
  h[Axis] = hash.template ends<Axis>(cell[Axis]);
  if constexpr (Axis + 1 < Dims) mix<Axis + 1>(hash, cell, h);
}
/// A place with all that a hash can say of it before a corner is asked for.
template <int Dims, class Hash>
SCREE_INLINE hashed_place<Dims> hashed(const Hash& hash, const place<Dims>& p) {
  hashed_place<Dims> h;
  mix(hash, p.cell, h.axis);
  for (int k = 0; k < Dims; ++k) h.fraction[k] = p.fraction[k];
  hash.join(h);
  return h;
}

/// How many of the corners of a simplex, from the second on, are stepped along each axis: those of the largest offsets first. Of two that are
/// alike the first counts as larger or as smaller.
template <bool FirstIsLarger, int Dims>
SCREE_INLINE void rank_offsets(const real (&x)[Dims], real (&rank)[Dims]) {
  const real zero(0.0f), one(1.0f);
  for (real& each : rank) each = zero;
  for (int a = 0; a < Dims; ++a)
    for (int b = a + 1; b < Dims; ++b) {
      const mask larger = FirstIsLarger ? x[a] >= x[b] : x[a] > x[b];
      rank[a] = rank[a] + select(larger, one, zero);
      rank[b] = rank[b] + select(larger, zero, one);
    }
}

/// The lattice hash for one seed: mix each coordinate once, multiply those of a corner.
struct lattice_hash {
  whole key[2];

  SCREE_INLINE explicit lattice_hash(std::uint64_t seed) {
    const definition::hash_keys keys = definition::keys_of(seed);
    key[0] = whole(keys.key[0]);
    key[1] = whole(keys.key[1]);
  }

  /// One coordinate, mixed; `product` is it times the axis's prime.
  template <int Axis>
  SCREE_INLINE whole mixed(whole product) const {
    const whole p = product ^ key[Axis % 2];
    return (p * (p >> definition::axis_fold)) | whole(1u);
  }
  template <int Axis>
  SCREE_INLINE whole axis(whole cell) const { return mixed<Axis>(cell * whole(definition::axis_prime[Axis])); }

  /// The lower and the upper coordinate of a cell.
  template <int Axis>
  SCREE_INLINE axis_hashes<> ends(whole cell) const {
    const whole prime(definition::axis_prime[Axis]), product = cell * prime;
    return {{mixed<Axis>(product), mixed<Axis>(product + prime)}};
  }
  template <int Dims>
  SCREE_INLINE hashed_place<Dims> operator()(const place<Dims>& p) const { return hashed(*this, p); }
  /// What mixed coordinates need beyond, before corners can be asked for: nothing.
  template <class Place>
  SCREE_INLINE void join(Place&) const {}

  /// Hash of the corner whose bit k says lower or upper along axis k.
  template <int Dims>
  SCREE_INLINE whole corner(const axis_hashes<> (&h)[Dims], unsigned corner) const {
    if constexpr (Dims == 1) return point_of_line(h[0].at[corner]);
    whole product = h[0].at[corner & 1];
    for (int axis = 1; axis < Dims; ++axis) product = product * h[axis].at[(corner >> axis) & 1];
    return product;
  }
  /// Hash of a point in one dimension.
  SCREE_INLINE whole point_of_line(whole mixed_x) const { return (mixed_x ^ key[1]) * whole(definition::line_multiplier); }
};

/// A remainder whose quotient was off by one at most.
SCREE_INLINE half corrected(half remainder, half period) {
  const half raised = xsimd::select(remainder < half(0.0), remainder + period, remainder);
  return xsimd::select(raised >= period, raised - period, raised);
}
/// An integer c below 2^50 in size, modulo an integer p.
SCREE_INLINE half remainder(half c, double p) {
  const half period(p);
  return corrected(c - floor(c * half(1.0 / p)) * period, period);
}

/// The lattice hash where cells may repeat: modulo a period along each axis, or 2^32 where that is 0.
struct periodic_hash : lattice_hash {
  std::int32_t period[4];

  SCREE_INLINE explicit periodic_hash(const leaf& l) : lattice_hash(l.seed) {
    for (int axis = 0; axis < 4; ++axis) period[axis] = l.period[axis];
  }
  template <int Dims>
  SCREE_INLINE bool repeats() const {
    std::int32_t any = 0;
    for (int axis = 0; axis < Dims; ++axis) any |= period[axis];
    return any != 0;
  }
  /// The number of a cell along an axis, and those of its neighbours.
  template <int Axis>
  SCREE_INLINE whole number(wide cell) const {
    if (period[Axis] == 0) return modulo_2_32(cell);
    const double p = period[Axis];
    return modulo_2_32({remainder(cell.lo, p), remainder(cell.hi, p)});
  }
  template <int Axis>
  SCREE_INLINE whole after(whole n) const {
    const whole next = n + whole(1u), end(static_cast<std::uint32_t>(period[Axis]));
    return xsimd::select(next == end, whole(0u), next);
  }
  template <int Axis>
  SCREE_INLINE whole before(whole n) const {
    return xsimd::select(n == whole(0u), whole(static_cast<std::uint32_t>(period[Axis])), n) - whole(1u);
  }
  template <int Axis>
  SCREE_INLINE axis_hashes<> ends_of(wide cell) const {
    const whole n = number<Axis>(cell);
    return {{axis<Axis>(n), axis<Axis>(after<Axis>(n))}};
  }
};
/// Split coordinates with their cells mixed, whatever the period.
template <int Dims, int Axis = 0, class Hash, class Place>
SCREE_INLINE void mix_split(const Hash& hash, const wide_split<Dims>& x, Place& p) {
  p.axis[Axis] = hash.template ends_of<Axis>(x.cell[Axis]);
  p.fraction[Axis] = x.fraction[Axis];
  if constexpr (Axis + 1 < Dims) mix_split<Dims, Axis + 1>(hash, x, p);
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
    const real q = fms(t, t, t);
    f.slope = (real(30.0f) * q) * q;
  }
  return f;
}

/// ... the shape being known at run time only.
SCREE_INLINE faded fade(int shape, real t) { return shape == 0 ? fade<0>(t) : shape == 1 ? fade<1>(t) : fade<2>(t); }

SCREE_INLINE real lerp(real v, real a, real b) { return fma(v, b - a, a); }

/// A value and its derivatives along each axis, per cell.
template <int Dims>
struct sampled {
  real value;
  real gradient[Dims];
};

SCREE_KERNELS_END
