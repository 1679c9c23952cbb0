// What the options of Worley noise come to, whatever the dimension's cells: where in its cell a point lies, what orders points by their
// distance, and what the nearest of them give.
#pragma once
#include "kernels/kernel_table.hpp"
#include "kernels/lanes.hpp"
#include "kernels/power.hpp"

SCREE_KERNELS_BEGIN

/// The rounds of a cell's hash.
template <int Round>
SCREE_INLINE whole feature_word(whole h) {
  constexpr int which = Round == 0 ? 0 : 1;
  return (h ^ (h >> definition::feature_fold[which])) * whole(definition::feature_multiplier[which]);
}
SCREE_INLINE real cell_value(whole word) { return to_real(word) * real(0x1p-31f); }

enum class distance_kind { squares, manhattan, chebyshev, hybrid, minkowski };

/// What the options come to, whatever the dimension.
struct worley_rule {
  real jitter, centre, slack;
  distance_kind kind;
  bool root;                       // distances are the roots of keys
  double p;
  int returns, nth, other, most;   // returns: see WorleyReturn; most: how many of the nearest points are needed

  SCREE_INLINE explicit worley_rule(const worley_settings& s) : jitter(s.jitter) {
    centre = real(static_cast<float>(definition::feature_centre - 1.5 * static_cast<double>(s.jitter)));
    const double room = 0.5 - 0.5 * static_cast<double>(s.jitter) - definition::feature_slack;
    slack = real(static_cast<float>(room > 0.0 ? room : 0.0));
    constexpr distance_kind kinds[] = {distance_kind::squares,   distance_kind::squares,   distance_kind::manhattan,
                                       distance_kind::chebyshev, distance_kind::minkowski, distance_kind::hybrid};
    kind = kinds[s.metric];
    root = s.metric == 0;
    p = s.p;
    returns = s.returns, nth = s.nth, other = s.other;
    most = returns >= 2 && other > nth ? other : nth;
  }
  SCREE_INLINE bool value_of_cell() const { return returns == 1; }
  SCREE_INLINE bool of_two() const { return returns >= 2; }

  /// Places along an axis from the upper half of a word, and from the lower one, plus 2: the fma rounds to a multiple of 2^-22.
  SCREE_INLINE real upper_place(whole word) const { return place((word >> 9) | whole(0x3F800000u)); }
  SCREE_INLINE real lower_place(whole word) const { return place(((word << 7) & whole(0x007FFF80u)) | whole(0x3F800000u)); }
  SCREE_INLINE real place(whole v) const { return fma(real_of(v), jitter, centre); }

  /// What orders points, from what the axes but x come to: the sum of their squares, and of their sizes (or the largest).
  template <distance_kind Kind>
  SCREE_INLINE static real key(real squares, real sizes, real dx) {
    if constexpr (Kind == distance_kind::squares) return squares + dx * dx;
    if constexpr (Kind == distance_kind::manhattan) return sizes + absolute(dx);
    if constexpr (Kind == distance_kind::chebyshev) return maximum(sizes, absolute(dx));
    return (squares + dx * dx) + (sizes + absolute(dx));
  }
  template <int Dims>
  SCREE_INLINE real key(const real (&d)[Dims]) const {
    if (kind == distance_kind::minkowski) return minkowski<Dims>(d);
    real squares(0.0f), sizes(0.0f);
    if constexpr (Dims > 1) {
      squares = d[Dims - 1] * d[Dims - 1], sizes = absolute(d[Dims - 1]);
      for (int k = Dims - 2; k >= 1; --k) {
        squares = fma(d[k], d[k], squares);
        sizes = kind == distance_kind::chebyshev ? maximum(sizes, absolute(d[k])) : sizes + absolute(d[k]);
      }
    }
    switch (kind) {
      case distance_kind::squares: return key<distance_kind::squares>(squares, sizes, d[0]);
      case distance_kind::manhattan: return key<distance_kind::manhattan>(squares, sizes, d[0]);
      case distance_kind::chebyshev: return key<distance_kind::chebyshev>(squares, sizes, d[0]);
      default: return key<distance_kind::hybrid>(squares, sizes, d[0]);
    }
  }
  /// By the largest component, so that no power is out of range.
  template <int Dims>
  SCREE_INLINE real minkowski(const real (&d)[Dims]) const {
    real largest = absolute(d[0]);
    for (int k = 1; k < Dims; ++k) largest = maximum(largest, absolute(d[k]));
    const mask zero = largest == real(0.0f);
    const real by = select(zero, real(1.0f), largest);
    real powers = power(quotient(absolute(d[Dims - 1]), by), p);
    for (int k = Dims - 2; k >= 0; --k) powers = powers + power(quotient(absolute(d[k]), by), p);
    return select(zero, real(0.0f), largest * power(powers, 1.0 / p));
  }
  /// The key of a point that is so far away along one axis, and along no other.
  SCREE_INLINE real key_along_axis(real d) const {
    if (kind == distance_kind::squares) return d * d;
    return kind == distance_kind::hybrid ? d * d + d : d;
  }

  SCREE_INLINE real distance(real key) const { return root ? square_root(key) : key; }
  SCREE_INLINE real ratio(real a, real b) const {
    const mask zero = b == real(0.0f);
    return select(zero, real(1.0f), quotient(a, select(zero, real(1.0f), b)));
  }
  /// The value, from the keys in ascending order; not for cell values.
  SCREE_INLINE real value(const real (&nearest)[4]) const {
    const real a = distance(nearest[nth - 1]);
    if (!of_two()) return a;
    const real b = distance(nearest[other - 1]);
    switch (returns) {
      case 2: return b - a;
      case 3: return a + b;
      case 4: return a * b;
      default: return ratio(a, b);
    }
  }

  /// How a distance changes when the sample moves.
  template <int Dims>
  SCREE_INLINE void slope(real distance, const real (&d)[Dims], real (&g)[Dims]) const {
    const real zero(0.0f), one(1.0f);
    const mask at_point = distance == zero;
    const real by = select(at_point, one, distance);
    mask taken = distance != distance;   // by an earlier axis: none
    for (int k = 0; k < Dims; ++k) {
      const real against = select(d[k] > zero, zero - one, select(d[k] < zero, one, zero));
      switch (kind) {
        case distance_kind::squares: g[k] = root ? quotient(zero - d[k], by) : d[k] * real(-2.0f); break;
        case distance_kind::manhattan: g[k] = against; break;
        case distance_kind::chebyshev: {
          const mask largest = (absolute(d[k]) == distance) & !taken;
          g[k] = select(largest, against, zero);
          taken = taken | largest;
          break;
        }
        case distance_kind::minkowski: g[k] = against * power(quotient(absolute(d[k]), by), p - 1.0); break;
        case distance_kind::hybrid: g[k] = d[k] * real(-2.0f) + against; break;
      }
      g[k] = select(at_point, zero, g[k]);
    }
  }
};

SCREE_KERNELS_END
