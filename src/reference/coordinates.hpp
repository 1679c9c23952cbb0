// What the domain nodes of an expression compute from coordinates, one sample at a time. Coordinates are finite; no result passes the
// largest number of its type.
#pragma once
#include "reference/operations.hpp"

#include <scree/detail/sine.hpp>

#include <array>
#include <cmath>
#include <limits>

namespace scree::reference {

inline double limited(double x, double limit) { return x < -limit ? -limit : x > limit ? limit : x; }
inline double limited(double x) { return limited(x, std::numeric_limits<double>::max()); }

/// One row of an affine map.
inline double placed(const double* x, const double* row, int dims, double shift) {
  double q = shift;
  for (int axis = 0; axis < dims; ++axis)
    if (row[axis] != 0) q = limited(std::fma(row[axis], x[axis], q));
  return q;
}
inline double displaced(double x, double amplitude, float displacement) { return limited(std::fma(amplitude, static_cast<double>(displacement), x)); }

using definition::from_nearest, definition::sine_of_turn;

/// x without its whole periods, in [0, period): exact, as what is left has no digits that x and the period have not.
inline double in_period(double x, double period) {
  double r = std::fma(std::floor(limited(x / period)), -period, x);   // the quotient is rounded: a period more or less
  r = r < 0 ? r + period : r;
  r = r >= period ? r - period : r;
  return r >= 0 && r < period ? r : 0;   // so far out that whole numbers have gaps
}
/// Where x lies on a circle of that circumference: radius times cosine and sine.
inline std::array<double, 2> on_circle(double x, double period) {
  const double t = in_period(x, period) / period, radius = period * (1 / 6.283185307179586476925);
  return {sine_of_turn(from_nearest(t + 0.25)) * radius, sine_of_turn(from_nearest(t)) * radius};
}

inline operation_sample<1> position(double x, double p) {
  return {static_cast<float>(limited(x - p, static_cast<double>(std::numeric_limits<float>::max()))), {1}};
}
inline operation_sample<1> parity(double x, double) {
  const double half = std::floor(x) * 0.5;
  return {half - std::floor(half) < 0.25 ? 1.0f : -1.0f, {0}};
}
inline operation_sample<1> sine(double x, double p) {
  const double turns = limited(x * p), t = turns - std::floor(turns);
  return {static_cast<float>(sine_of_turn(from_nearest(t))),
          {static_cast<float>(sine_of_turn(from_nearest(t + 0.25)) * (p * 6.283185307179586476925))}};
}

}  // namespace scree::reference
