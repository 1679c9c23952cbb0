// Simplex noise by a permutation table: S. Gustavson, "Simplex noise demystified", 2005, and its ports: simplex-noise.js (J. Wagner), three.js,
// simplexnoise1234 (S. Gustavson, 2003 - 2011).
#include "reference/lattice.hpp"
#include "reference/permutations.hpp"
#include "reference/published.hpp"

#include <scree/detail/simplex_ports.hpp>

namespace scree::reference {
namespace {

/// A vertex and the offset from it.
template <int Dims>
struct vertex {
  std::array<std::uint32_t, Dims> cell;
  std::array<float, Dims> offset;
};

template <class T, int Dims>
T sum_of(const std::array<T, Dims>& v) {
  T sum = v[0];
  for (int k = 1; k < Dims; ++k) sum += v[k];
  return sum;
}

/// The lower vertex, in the precision T of a port; its constants are double always.
template <class T, int Dims>
vertex<Dims> lower_vertex(const std::array<T, Dims>& x, double skew, double unskew) {
  vertex<Dims> v;
  std::array<T, Dims> i;
  const T s = static_cast<T>(sum_of<T, Dims>(x) * skew);
  for (int k = 0; k < Dims; ++k) i[k] = std::floor(x[k] + s);
  const T t = static_cast<T>(sum_of<T, Dims>(i) * unskew);
  for (int k = 0; k < Dims; ++k) {
    v.cell[k] = modulo_2_32(i[k]);
    v.offset[k] = static_cast<float>(x[k] - (i[k] - t));
  }
  return v;
}

/// How many of the corners 1 .. Dims - 1 are stepped along each axis; ties as in the ports.
template <int Dims>
std::array<int, Dims> ranks(const std::array<float, Dims>& x) {
  std::array<int, Dims> rank{};
  for (int a = 0; a < Dims; ++a)
    for (int b = a + 1; b < Dims; ++b) ++rank[(Dims == 3 ? x[a] >= x[b] : x[a] > x[b]) ? a : b];
  return rank;
}

template <int Dims>
sample<Dims> table_noise(const vertex<Dims>& lower, int port, const std::array<std::uint8_t, 256>& p) {
  const std::array<int, Dims> rank = ranks<Dims>(lower.offset);
  sample<Dims> result{};
  for (int corner = 0; corner <= Dims; ++corner) {
    std::array<float, Dims> x = lower.offset;
    std::uint32_t number = 0;
    for (int k = Dims - 1; k >= 0; --k) {
      const int step = corner > 0 && rank[k] >= Dims - corner;
      number = p[(number + lower.cell[k] + static_cast<std::uint32_t>(step)) & 255];
      if (corner == 0) continue;
      // Where the constants are double and the rest is not, so is this sum.
      x[k] -= static_cast<float>(step);
      if (port == static_cast<int>(SimplexPort::simplexnoise1234)) x[k] = static_cast<float>(x[k] + corner * definition::table_unskew_1234[Dims - 2]);
      else x[k] += static_cast<float>(corner * definition::table_unskew[Dims - 2]);
    }
    const std::array<int, 4> direction = definition::table_gradient(port, Dims, number);
    std::array<float, Dims> g;
    float m = definition::table_radius(port, Dims), gx = 0;
    for (int k = 0; k < Dims; ++k) {
      g[k] = static_cast<float>(direction[k]);
      m -= x[k] * x[k];
      gx = k == 0 ? g[k] * x[k] : gx + g[k] * x[k];
    }
    m = std::max(m, 0.0f);
    const float m2 = m * m, m4 = m2 * m2, slope = ((m2 * m) * gx) * -8.0f;
    result.value += m4 * gx;
    for (int k = 0; k < Dims; ++k) result.gradient[k] += m4 * g[k] + slope * x[k];
  }
  const float scale = definition::table_scale(port, Dims);
  result.value *= scale;
  for (float& each : result.gradient) each *= scale;
  return result;
}

}  // namespace

template <int Dims>
sample<Dims> simplex_table(const SimplexTableOptions& options, const std::array<double, Dims>& x) {
  const int port = static_cast<int>(options.port);
  const auto& p = definition::is_given(options.permutation) ? options.permutation : permutation_of(options.seed);
  if (options.port == SimplexPort::simplexnoise1234) {
    return single_precision<Dims>(x, options.frequency, [&](const std::array<float, Dims>& v) {
      return table_noise<Dims>(lower_vertex<float, Dims>(v, definition::table_skew_1234[Dims - 2], definition::table_unskew_1234[Dims - 2]), port, p);
    });
  }
  return double_precision<Dims>(x, options.frequency, [&](const std::array<double, Dims>& v) {
    return table_noise<Dims>(lower_vertex<double, Dims>(v, definition::table_skew[Dims - 2], definition::table_unskew[Dims - 2]), port, p);
  });
}

SCREE_INSTANTIATE_FROM_2D(simplex_table, SimplexTableOptions);

}  // namespace scree::reference
