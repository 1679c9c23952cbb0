// The sine that scalar code uses: the series of definition.hpp, the same on every machine.
#pragma once
#include <scree/detail/definition.hpp>

#include <cmath>

namespace scree::definition {

/// x less the nearest whole number, half way the upper one.
inline double from_nearest(double x) { return x - std::floor(x + 0.5); }

/// sin(2 pi t), for t from -1/2 to 1/2.
inline double sine_of_turn(double t) {
  const double a = std::abs(t), b = 0.5 - a < a ? 0.5 - a : a, b2 = b * b;   // sin(pi - y) = sin(y)
  double sum = sine.coefficient[sine_terms - 1];
  for (int k = sine_terms - 2; k >= 0; --k) sum = sum * b2 + sine.coefficient[k];
  return std::copysign(sum * b, t);
}

}  // namespace scree::definition
