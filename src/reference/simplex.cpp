// Simplex noise. K. Perlin, "Noise hardware", in Real-Time Shading SIGGRAPH Course Notes, 2001; S. Gustavson, "Simplex noise
// demystified", 2005.
//
// Skewing by F turns the lattice of cubes into one of simplices; every vertex (i, j, ...) lies at (i, j, ...) - (i + j + ...) G.
// A vertex contributes max(0, r^2 - d^2)^4 (g . d) at the offset d from it; a sample sums the vertices of its own simplex in
// ascending order of i + j + .... G and the fractions are multiples of 2^-22, so all offsets are exact.
#include "reference/lattice.hpp"

namespace scree::reference {
namespace {

/// Far out the cell is taken modulo 2^48, where doubles have long been coarser than a cell can show.
double reduce(double cell) { return cell >= -0x1p48 && cell < 0x1p48 ? cell : cell - std::floor(cell * 0x1p-48) * 0x1p48; }

/// The lower vertex of the simplex cube that a point lies in, and the offset from it.
template <int Dims>
struct cube {
  std::array<std::uint32_t, Dims> vertex;
  std::array<float, Dims> offset;
};

template <int Dims>
cube<Dims> cube_of(const std::array<double, Dims>& x, double frequency) {
  constexpr double F = definition::skew[Dims - 1], G = definition::unskew[Dims - 1];
  // A vertex near the point, from the cell alone: cell + (P, P, ...), P = floor(F * sum of the cell). The cell lies
  // M G - P away from it along every axis, where M is the sum of the vertex.
  std::array<double, Dims> cell;
  std::array<float, Dims> o;
  double N = 0;
  for (int axis = 0; axis < Dims; ++axis) {
    const position p = locate(x[axis], frequency);
    cell[axis] = reduce(p.cell);
    o[axis] = static_cast<float>((p.fraction + 0x1p30) - 0x1p30);   // to a multiple of 2^-22
    N += cell[axis];
  }
  const double P = std::floor(N * F), M = N + Dims * P;
  const float rest = static_cast<float>(std::fma(M, G, -P));
  float sum = 0;
  for (float& v : o) sum += v += rest;
  // From there the skewed offset, which is small, says how many cubes further the point is.
  std::array<float, Dims> steps;
  float total = 0;
  for (int axis = 0; axis < Dims; ++axis) total += steps[axis] = std::floor(std::fma(sum, static_cast<float>(F), o[axis]));
  cube<Dims> c;
  for (int axis = 0; axis < Dims; ++axis) {
    c.vertex[axis] = modulo_2_32(cell[axis] + P + static_cast<double>(steps[axis]));
    c.offset[axis] = std::fma(total, static_cast<float>(G), o[axis] - steps[axis]);
  }
  return c;
}

}  // namespace

template <int Dims>
sample<Dims> simplex(const SimplexOptions& options, const std::array<double, Dims>& x) {
  if (!all_finite<Dims>(x)) return not_a_number<Dims>();
  const auto keys = definition::keys_of(options.seed);
  const bool continuous = options.falloff == 0.5;
  const float radius = static_cast<float>(continuous ? definition::continuous_radius : definition::original_radius);
  const double scale = definition::margin / definition::simplex_maximum[continuous ? 0 : 1][Dims - 1];
  const cube<Dims> base = cube_of<Dims>(x, options.frequency);

  // The corners of the simplex: from the lower vertex, one step along the axis of the largest offset, then of the next ...
  std::array<int, Dims> rank{};
  for (int a = 0; a < Dims; ++a)
    for (int b = a + 1; b < Dims; ++b) ++rank[base.offset[a] >= base.offset[b] ? b : a];

  sample<Dims> s{};
  for (int corner = 0; corner <= Dims; ++corner) {
    auto vertex = base.vertex;
    std::array<float, Dims> d;
    for (int axis = 0; axis < Dims; ++axis) {
      const bool stepped = rank[axis] < corner;
      vertex[axis] += stepped;
      d[axis] = (base.offset[axis] - (stepped ? 1.0f : 0.0f)) + static_cast<float>(corner * definition::unskew[Dims - 1]);
    }
    const auto g = gradient_of<Dims>(lattice_hash<Dims>(vertex, keys), scale);
    float t = radius, dot = g[Dims - 1] * d[Dims - 1];
    // x comes last, on its own: on a grid its square and product serve many rows.
    for (int axis = Dims - 1; axis >= 1; --axis) t = std::fma(-d[axis], d[axis], t);
    for (int axis = Dims - 2; axis >= 1; --axis) dot = std::fma(g[axis], d[axis], dot);
    if (Dims > 1) dot += g[0] * d[0];
    t = std::max(t - d[0] * d[0], 0.0f);
    const float t2 = t * t, t4 = t2 * t2, slope = ((t2 * t) * dot) * -8.0f;
    s.value = std::fma(t4, dot, s.value);
    for (int axis = 0; axis < Dims; ++axis) s.gradient[axis] = std::fma(slope, d[axis], std::fma(t4, g[axis], s.gradient[axis]));
  }
  return per_unit(s, options.frequency);
}

SCREE_INSTANTIATE(simplex, SimplexOptions);

}  // namespace scree::reference
