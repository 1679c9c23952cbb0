// `snoise` of webgl-noise: I. McEwan, D. Sheets, M. Richardson, S. Gustavson, "Efficient computational noise in GLSL", Journal of
// Graphics Tools 16 (2012), and the shaders of the project (Ashima Arts 2011, S. Gustavson 2021).
#include "reference/webgl.hpp"

namespace scree::reference {
namespace {

using namespace webgl;

template <int Dims>
constexpr float skew = Dims == 2 ? 0.366025403784439f : Dims == 3 ? 1.0f / 3.0f : 0.309016994374947451f;
template <int Dims>
constexpr float unskew = Dims == 2 ? 0.211324865405187f : Dims == 3 ? 1.0f / 6.0f : 0.138196601125011f;
/// What is added at the corner after so many steps; the last is taken less one along every axis.
template <int Dims>
constexpr std::array<float, 5> shift = Dims == 2   ? std::array<float, 5>{0.0f, 0.211324865405187f, -0.577350269189626f}
                                       : Dims == 3 ? std::array<float, 5>{0.0f, 1.0f / 6.0f, 1.0f / 3.0f, -0.5f}
                                                   : std::array<float, 5>{0.0f, 0.138196601125011f, 0.276393202250021f, 0.414589803375032f, -0.447213595499958f};

template <int Dims>
float dot_one(const std::array<float, Dims>& v, float with) {
  std::array<float, Dims> all;
  all.fill(with);
  return dot(v, all);
}

/// How many of the corners 1 .. Dims - 1 are not yet stepped along each axis: ties as in the shaders.
template <int Dims>
std::array<int, Dims> ranks(const std::array<float, Dims>& x) {
  if constexpr (Dims == 2) return x[0] > x[1] ? std::array<int, 2>{1, 0} : std::array<int, 2>{0, 1};
  if constexpr (Dims == 3) {
    const int g[3] = {x[0] >= x[1], x[1] >= x[2], x[2] >= x[0]};
    return {g[0] + !g[2], g[1] + !g[0], g[2] + !g[1]};
  }
  if constexpr (Dims == 4) {
    std::array<int, 4> r{};
    for (int a = 0; a < 4; ++a)
      for (int b = a + 1; b < 4; ++b) ++r[x[a] >= x[b] ? a : b];
    return r;
  }
}

template <int Dims>
sample<Dims> snoise(const std::array<float, Dims>& v, int release) {
  const float add = release == 2011 ? 1.0f : 10.0f;
  const bool wide = Dims == 4 || (Dims == 3 && release == 2011);
  const float radius = wide ? 0.6f : 0.5f, scale = Dims == 2 ? 130.0f : Dims == 4 ? 49.0f : wide ? 42.0f : 105.0f;

  std::array<float, Dims> i, x0;
  const float s = dot_one<Dims>(v, skew<Dims>);
  for (int k = 0; k < Dims; ++k) i[k] = std::floor(v[k] + s);
  const float t = dot_one<Dims>(i, unskew<Dims>);
  for (int k = 0; k < Dims; ++k) x0[k] = (v[k] - i[k]) + t;
  const std::array<int, Dims> rank = ranks<Dims>(x0);
  for (float& each : i) each = modulo_289(each);

  sample<Dims> result{};
  for (int corner = 0; corner <= Dims; ++corner) {
    std::array<float, Dims> x = x0;
    float p = 0.0f;
    for (int k = Dims - 1; k >= 0; --k) {
      const float step = corner == Dims || rank[k] >= Dims - corner ? 1.0f : 0.0f;
      p = permute((p + i[k]) + (corner == 0 ? 0.0f : step), add);
      if (corner == 0) continue;
      if (corner == Dims) x[k] = x0[k] + shift<Dims>[corner];
      else if (Dims == 2) x[k] = (x0[k] + shift<Dims>[corner]) - step;
      else x[k] = (x0[k] - step) + shift<Dims>[corner];
    }
    std::array<float, Dims> g = gradient<Dims>(p);
    const float norm = inverse_root(dot(g, g));
    for (float& each : g) each *= norm;
    const float m = std::max(radius - dot(x, x), 0.0f), m2 = m * m, m4 = m2 * m2, gx = dot(g, x), slope = ((m2 * m) * gx) * -8.0f;
    result.value += m4 * gx;
    for (int k = 0; k < Dims; ++k) result.gradient[k] += m4 * g[k] + slope * x[k];
  }
  result.value *= scale;
  for (float& each : result.gradient) each *= scale;
  return result;
}

}  // namespace

template <int Dims>
sample<Dims> webgl_simplex(const WebglSimplexOptions& options, const std::array<double, Dims>& x) {
  return single_precision<Dims>(x, options.frequency, [&](const std::array<float, Dims>& v) { return snoise<Dims>(v, options.release); });
}

SCREE_INSTANTIATE_FROM_2D(webgl_simplex, WebglSimplexOptions);

}  // namespace scree::reference
