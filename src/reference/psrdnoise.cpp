// psrdnoise: S. Gustavson, I. McEwan, "Tiling simplex noise and flow noise in two and three dimensions", Journal of Computer Graphics
// Techniques 11 (2022), and its shaders psrdnoise2.glsl and psrdnoise3.glsl (2021).
#include "reference/webgl.hpp"

#include <scree/detail/psrdnoise.hpp>

namespace scree::reference {
namespace {

using webgl::dot;

/// As GLSL's mod.
float modulo(float x, float period) { return x - period * std::floor(x / period); }

template <int Dims>
using vector = std::array<float, Dims>;

/// From the grid of simplices to that of the caller, and back: in 2D sheared along x, in 3D a body-centred grid.
template <int Dims>
vector<Dims> unskewed(const vector<Dims>& i) {
  if constexpr (Dims == 2) return {i[0] - i[1] * 0.5f, i[1]};
  else return {(-0.5f * i[0] + 0.5f * i[1]) + 0.5f * i[2], (0.5f * i[0] - 0.5f * i[1]) + 0.5f * i[2], (0.5f * i[0] + 0.5f * i[1]) - 0.5f * i[2]};
}
template <int Dims>
vector<Dims> skewed(const vector<Dims>& x) {
  if constexpr (Dims == 2) return {x[0] + x[1] * 0.5f, x[1]};
  else return {x[1] + x[2], x[0] + x[2], x[0] + x[1]};
}

/// The steps to the corners between the lower and the upper one; ties as in the shaders.
template <int Dims>
std::array<vector<Dims>, Dims - 1> steps(const vector<Dims>& f) {
  if constexpr (Dims == 2) {
    const float first = f[0] >= f[1] ? 1.0f : 0.0f;
    return {{{first, 1.0f - first}}};
  } else {
    const bool yx = f[1] >= f[0], zy = f[2] >= f[1], zx = f[2] >= f[0];
    const bool g[3] = {!zx, yx, zy}, l[3] = {!yx, !zy, zx};
    std::array<vector<3>, 2> s;
    for (int k = 0; k < 3; ++k) s[0][k] = g[k] && l[k] ? 1.0f : 0.0f, s[1][k] = g[k] || l[k] ? 1.0f : 0.0f;
    return s;
  }
}

/// A number 0 .. 288 for a corner.
template <int Dims>
float hash(const vector<Dims>& i) {
  if constexpr (Dims == 2) {
    float h = modulo(i[0], 289.0f);
    h = modulo((h * 51.0f + 2.0f) * h + i[1], 289.0f);
    return modulo((h * 34.0f + 10.0f) * h, 289.0f);
  } else {
    float h = 0.0f;
    for (int k = 2; k >= 0; --k) {
      const float m = modulo(h + i[k], 289.0f);
      h = modulo((m * 34.0f + 10.0f) * m, 289.0f);
    }
    return h;
  }
}

template <int Dims>
sample<Dims> noise(const vector<Dims>& x, const PsrdnoiseOptions& options) {
  const vector<Dims> uvw = skewed<Dims>(x);
  vector<Dims> i0, f0;
  for (int k = 0; k < Dims; ++k) i0[k] = std::floor(uvw[k]), f0[k] = uvw[k] - i0[k];
  const auto step = steps<Dims>(f0);

  constexpr float radius = Dims == 2 ? 0.8f : 0.5f, scale = Dims == 2 ? 10.9f : 39.5f;
  std::array<float, Dims + 1> parts;
  sample<Dims> result{};
  for (int corner = 0; corner <= Dims; ++corner) {
    vector<Dims> i = i0, d;
    for (int k = 0; k < Dims; ++k) i[k] += corner == 0 ? 0.0f : corner == Dims ? 1.0f : step[corner - 1][k];
    vector<Dims> v = unskewed<Dims>(i);
    for (int k = 0; k < Dims; ++k) {
      d[k] = x[k] - v[k];
      if (options.period[k] > 0) v[k] = modulo(v[k], static_cast<float>(options.period[k]));
    }
    i = skewed<Dims>(v);
    for (float& each : i) each = std::floor(each + 0.5f);

    const int number = static_cast<int>(hash<Dims>(i));
    const float alpha = static_cast<float>(options.alpha);
    vector<Dims> g;
    if constexpr (Dims == 2) g = definition::psrd_gradient_2d(number, alpha);
    else g = definition::psrd_gradient_3d(number, alpha);
    const float w = std::max(radius - dot(d, d), 0.0f), w2 = w * w, w3 = w2 * w, gx = dot(g, d);
    const float weight = Dims == 2 ? w2 * w2 : w3, slope = (Dims == 2 ? -8.0f * w3 : -6.0f * w2) * gx;
    parts[corner] = weight * gx;
    for (int k = 0; k < Dims; ++k) {
      const float each = weight * g[k] + slope * d[k];
      result.gradient[k] = corner == 0 ? each : result.gradient[k] + each;
    }
  }
  result.value = (Dims == 2 ? (parts[0] + parts[1]) + parts[2] : (parts[0] + parts[1]) + (parts[2] + parts[Dims])) * scale;
  for (float& each : result.gradient) each *= scale;
  return result;
}

}  // namespace

template <int Dims>
sample<Dims> psrdnoise(const PsrdnoiseOptions& options, const std::array<double, Dims>& x) {
  return single_precision<Dims>(x, options.frequency, [&](const std::array<float, Dims>& v) { return noise<Dims>(v, options); });
}

template sample<2> psrdnoise<2>(const PsrdnoiseOptions&, const std::array<double, 2>&);
template sample<3> psrdnoise<3>(const PsrdnoiseOptions&, const std::array<double, 3>&);

}  // namespace scree::reference
