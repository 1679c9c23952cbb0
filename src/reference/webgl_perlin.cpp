// `cnoise` and its periodic form `pnoise` of webgl-noise: I. McEwan, D. Sheets, M. Richardson, S. Gustavson, "Efficient computational
// noise in GLSL", Journal of Graphics Tools 16 (2012), and the shaders of the project (Ashima Arts 2011, S. Gustavson 2021).
#include "reference/webgl.hpp"

namespace scree::reference {
namespace {

using namespace webgl;

/// A gradient before it is normalised, from a permuted number 0 .. 288. In 2D that of snoise.
template <int Dims>
std::array<float, Dims> lattice_gradient(float p) {
  constexpr float seventh = 1.0f / 7.0f, sixth = 1.0f / 6.0f;
  auto fold = [](float x) { return x - ((x < 0.0f ? 0.0f : 1.0f) - 0.5f); };
  if constexpr (Dims == 2) {
    return gradient<2>(p);
  } else if constexpr (Dims == 3) {
    float x = p * seventh, y = fract(std::floor(x) * seventh) - 0.5f;
    x = fract(x);
    const float z = (0.5f - std::abs(x)) - std::abs(y);
    if (z <= 0.0f) x = fold(x), y = fold(y);
    return {x, y, z};
  } else {
    float x = p * seventh, y = std::floor(x) * seventh, z = std::floor(y) * sixth;
    x = fract(x) - 0.5f, y = fract(y) - 0.5f, z = fract(z) - 0.5f;
    const float w = ((0.75f - std::abs(x)) - std::abs(y)) - std::abs(z);
    if (w <= 0.0f) x = fold(x), y = fold(y);
    return {x, y, z, w};
  }
}

/// x modulo an integer period, as GLSL's mod.
float modulo(float x, float period) { return x - period * std::floor(x / period); }

template <int Dims>
sample<Dims> cnoise(const std::array<float, Dims>& v, const WebglPerlinOptions& options) {
  const float add = options.release == 2011 ? 1.0f : 10.0f;
  std::array<float, Dims> from, to, f, f1, u, slope;
  for (int k = 0; k < Dims; ++k) {
    from[k] = std::floor(v[k]), to[k] = from[k] + 1.0f;
    f[k] = v[k] - from[k], f1[k] = f[k] - 1.0f;
    if (options.period[k] != 0) {
      const float period = static_cast<float>(options.period[k]);
      from[k] = modulo(from[k], period), to[k] = modulo(to[k], period);
    }
    from[k] = modulo_289(from[k]), to[k] = modulo_289(to[k]);
    u[k] = ((f[k] * f[k]) * f[k]) * (f[k] * (f[k] * 6.0f - 15.0f) + 10.0f);
    const float q = f[k] * f[k] - f[k];
    slope[k] = (30.0f * q) * q;
  }

  // forms[0]: the value at each corner, forms[1 + axis] its derivatives; blended along the last axis first.
  std::array<std::array<float, 1 << Dims>, 1 + Dims> forms;
  for (unsigned corner = 0; corner < 1u << Dims; ++corner) {
    float p = 0.0f;
    std::array<float, Dims> d;
    for (int k = 0; k < Dims; ++k) {
      const bool upper = corner >> k & 1;
      p = permute(k == 0 ? (upper ? to[0] : from[0]) : p + (upper ? to[k] : from[k]), add);
      d[k] = upper ? f1[k] : f[k];
    }
    std::array<float, Dims> g = lattice_gradient<Dims>(p);
    const float norm = inverse_root(dot(g, g));
    for (float& each : g) each *= norm;
    forms[0][corner] = dot(g, d);
    for (int k = 0; k < Dims; ++k) forms[1 + k][corner] = g[k];
  }
  for (int axis = Dims - 1; axis >= 0; --axis) {
    for (unsigned lower = 0; lower < 1u << axis; ++lower) {
      const unsigned upper = lower | 1u << axis;
      const float rise = slope[axis] * (forms[0][upper] - forms[0][lower]);
      for (auto& form : forms) form[lower] = form[lower] * (1.0f - u[axis]) + form[upper] * u[axis];
      forms[1 + axis][lower] += rise;
    }
  }
  constexpr float scale = Dims == 2 ? 2.3f : 2.2f;
  sample<Dims> s;
  s.value = forms[0][0] * scale;
  for (int k = 0; k < Dims; ++k) s.gradient[k] = forms[1 + k][0] * scale;
  return s;
}

}  // namespace

template <int Dims>
sample<Dims> webgl_perlin(const WebglPerlinOptions& options, const std::array<double, Dims>& x) {
  return single_precision<Dims>(x, options.frequency, [&](const std::array<float, Dims>& v) { return cnoise<Dims>(v, options); });
}

SCREE_INSTANTIATE_FROM_2D(webgl_perlin, WebglPerlinOptions);

}  // namespace scree::reference
