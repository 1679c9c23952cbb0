// The gradients of psrdnoise, which depend on a number 0 .. 288 and on the angle alone. Kernels get them as a table.
#pragma once
#include <scree/detail/sine.hpp>

#include <array>
#include <cmath>

namespace scree::definition {

/// Sine and cosine of an angle, by the series of sine.hpp: below 1e-10 off, and the same on every machine.
struct circle_point {
  float sine, cosine;
};
inline circle_point on_circle(float angle) {
  const double t = static_cast<double>(angle) / sine.coefficient[0];
  return {static_cast<float>(sine_of_turn(from_nearest(t))), static_cast<float>(sine_of_turn(from_nearest(t + 0.25)))};
}

/// In two dimensions: on the unit circle, turned by alpha. In the order of the shader, in single precision.
inline std::array<float, 2> psrd_gradient_2d(int number, float alpha) {
  const circle_point psi = on_circle(static_cast<float>(number) * 0.07482f + alpha);
  return {psi.cosine, psi.sine};
}
/// In three: on a Fibonacci spiral over the unit sphere; turned by alpha around an axis at right angles to it.
inline std::array<float, 3> psrd_gradient_3d(int number, float alpha) {
  const float hash = static_cast<float>(number);
  const circle_point theta = on_circle(hash * 3.883222077f);
  const float z = hash * -0.006920415f + 0.996539792f, radius = std::sqrt(1.0f - z * z);
  const std::array<float, 3> s = {theta.cosine * radius, theta.sine * radius, z};
  if (alpha == 0.0f) return s;
  const circle_point psi = on_circle(hash * 0.108705628f), turn = on_circle(alpha);
  const float c = theta.sine * psi.sine - theta.cosine * psi.cosine;
  auto mix = [](float a, float b, float t) { return a * (1.0f - t) + b * t; };
  const std::array<float, 3> q = {mix(c * theta.sine, psi.sine, z), mix(-c * theta.cosine, psi.cosine, z), -(s[1] * psi.cosine + s[0] * psi.sine)};
  std::array<float, 3> g;
  for (int k = 0; k < 3; ++k) g[k] = turn.cosine * s[k] + turn.sine * q[k];
  return g;
}

}  // namespace scree::definition
