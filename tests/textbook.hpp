// The leaves as the literature gives them, in plain double precision: no blending order, no exactness tricks, no care for speed.
// Hash, gradients, scales and the simplicial lattice's G are the library's; everything else is written anew.
#pragma once
#include "reference/lattice.hpp"
#include "support.hpp"

#include <algorithm>
#include <numeric>

namespace scree::textbook {

inline double fade(Fade curve, double t) {
  if (curve == Fade::linear) return t;
  if (curve == Fade::cubic) return 3 * t * t - 2 * t * t * t;
  return 6 * std::pow(t, 5) - 15 * std::pow(t, 4) + 10 * std::pow(t, 3);
}

/// A lattice point's hash; integers of any sign.
template <int Dims>
std::uint32_t hash(const std::array<std::int64_t, Dims>& at, std::uint64_t seed, const Period& period = {}) {
  std::array<std::uint32_t, Dims> cell;
  for (int axis = 0; axis < Dims; ++axis) {
    const std::int64_t p = period[axis];
    cell[axis] = static_cast<std::uint32_t>(p == 0 ? at[axis] : (at[axis] % p + p) % p);
  }
  return reference::lattice_hash<Dims>(cell, definition::keys_of(seed));
}

/// Its gradient, before scaling.
template <int Dims>
std::array<double, Dims> gradient(std::uint32_t hash) {
  const unsigned line = hash >> 28 & 7;
  const double sign = hash >> 31 ? -1 : 1;
  std::array<double, Dims> g;
  for (int axis = 0; axis < Dims; ++axis) {
    if constexpr (Dims == 1) g[axis] = sign * definition::lines_1d[line][axis];
    if constexpr (Dims == 2) g[axis] = sign * definition::lines_2d[line][axis];
    if constexpr (Dims == 3) g[axis] = sign * definition::lines_3d[line][axis];
    if constexpr (Dims == 4) g[axis] = sign * definition::lines_4d[line][axis];
  }
  return g;
}

/// Sum over the corners of a point's cell of weight * at_corner(corner, offset), weight the product of fade or 1 - fade.
template <int Dims, class AtCorner>
double blend_corners(const std::array<double, Dims>& c, Fade curve, AtCorner at_corner) {
  double sum = 0;
  for (int corner = 0; corner < 1 << Dims; ++corner) {
    double weight = 1;
    std::array<std::int64_t, Dims> lattice;
    std::array<double, Dims> offset;
    for (int axis = 0; axis < Dims; ++axis) {
      const int up = corner >> axis & 1;
      const double lower = std::floor(c[axis]), u = fade(curve, c[axis] - lower);
      weight *= up ? u : 1 - u;
      lattice[axis] = static_cast<std::int64_t>(lower) + up;
      offset[axis] = c[axis] - lower - up;
    }
    sum += weight * at_corner(lattice, offset);
  }
  return sum;
}

template <int Dims>
std::array<double, Dims> in_cells(std::array<double, Dims> x, double frequency) {
  for (double& v : x) v *= frequency;
  return x;
}

/// Perlin 1985, 2002.
template <int Dims>
double perlin(const PerlinOptions& o, const std::array<double, Dims>& x) {
  const double sum = blend_corners<Dims>(in_cells<Dims>(x, o.frequency), o.fade, [&](const auto& lattice, const auto& offset) {
    const auto g = gradient<Dims>(hash<Dims>(lattice, o.seed, o.period));
    return std::inner_product(g.begin(), g.end(), offset.begin(), 0.0);
  });
  return sum * definition::margin / definition::perlin_maximum[Dims - 1];
}

template <int Dims>
double value(const ValueOptions& o, const std::array<double, Dims>& x) {
  return blend_corners<Dims>(in_cells<Dims>(x, o.frequency), o.fade, [&](const auto& lattice, const auto&) {
    return static_cast<std::int32_t>(hash<Dims>(lattice, o.seed, o.period)) * definition::value_scale;
  });
}

template <int Dims>
double white(const WhiteOptions& o, const std::array<double, Dims>& x) {
  std::array<std::int64_t, Dims> cell;
  for (int axis = 0; axis < Dims; ++axis) cell[axis] = static_cast<std::int64_t>(std::floor(x[axis] * o.frequency));
  std::uint32_t h = hash<Dims>(cell, o.seed, o.period);
  h = (h ^ h >> definition::white_fold) * definition::white_multiplier;
  return static_cast<std::int32_t>(h) * 0x1p-31;
}

/// A cell's feature point, in cells, and the cell's value.
template <int Dims>
struct feature_point {
  std::array<double, Dims> at;
  double value;
};
template <int Dims>
feature_point<Dims> feature(const std::array<std::int64_t, Dims>& cell, const WorleyOptions& o) {
  feature_point<Dims> point;
  std::uint32_t word = hash<Dims>(cell, o.seed, o.period);
  for (int axis = 0; axis < Dims; axis += 2) {
    word = axis == 0 ? (word ^ word >> definition::white_fold) * definition::white_multiplier : (word ^ word >> 16) * definition::line_multiplier;
    for (int k = axis; k < std::min(axis + 2, Dims); ++k) {
      const double v = 1 + (k == axis ? (word >> 9) * 0x1p-23 : (word & 0xFFFF) * 0x1p-16);
      point.at[k] = static_cast<double>(cell[k]) + 0.5 + o.jitter * (v - 1.5);
    }
  }
  point.value = static_cast<std::int32_t>((word ^ word >> 16) * definition::line_multiplier) * 0x1p-31;
  return point;
}
template <int Dims>
double distance(const WorleyOptions& o, const std::array<double, Dims>& a, const std::array<double, Dims>& b) {
  double squares = 0, sum = 0, largest = 0, powers = 0;
  for (int axis = 0; axis < Dims; ++axis) {
    const double d = std::abs(a[axis] - b[axis]);
    squares += d * d, sum += d, largest = std::max(largest, d);
    if (o.metric == WorleyMetric::minkowski) powers += std::pow(d, o.p);
  }
  switch (o.metric) {
    case WorleyMetric::euclidean: return std::sqrt(squares);
    case WorleyMetric::squared: return squares;
    case WorleyMetric::manhattan: return sum;
    case WorleyMetric::chebyshev: return largest;
    case WorleyMetric::minkowski: return std::pow(powers, 1 / o.p);
    default: return squares + sum;
  }
}
/// The four nearest points of all within `reach` cells, by brute force: distances and values of cells, ascending.
template <int Dims>
std::array<std::pair<double, double>, 4> nearest_points(const WorleyOptions& o, const std::array<double, Dims>& x, int reach = 3) {
  std::array<std::pair<double, double>, 4> nearest;
  nearest.fill({1e300, 0});
  std::array<std::int64_t, Dims> cell, first;
  for (int axis = 0; axis < Dims; ++axis) cell[axis] = first[axis] = static_cast<std::int64_t>(std::floor(x[axis])) - reach;
  for (int axis = 0; axis < Dims;) {
    const auto point = feature<Dims>(cell, o);
    std::pair<double, double> found{distance<Dims>(o, point.at, x), point.value};
    for (auto& each : nearest)
      if (found < each) std::swap(found, each);
    for (axis = 0; axis < Dims && ++cell[axis] > first[axis] + 2 * reach; ++axis) cell[axis] = first[axis];
  }
  return nearest;
}
/// Worley 1996.
template <int Dims>
double worley(const WorleyOptions& o, const std::array<double, Dims>& x) {
  const auto nearest = nearest_points<Dims>(o, in_cells<Dims>(x, o.frequency));
  const auto [a, value] = nearest[o.nth - 1];
  const double b = nearest[o.other - 1].first;
  switch (o.returns) {
    case WorleyReturn::distance: return a;
    case WorleyReturn::cell_value: return value;
    case WorleyReturn::difference: return b - a;
    case WorleyReturn::sum: return a + b;
    case WorleyReturn::product: return a * b;
    default: return b == 0 ? 1 : a / b;
  }
}

/// Where a point lies on the simplicial lattice: the lower vertex of its cube, its offset from that vertex, and the axes in
/// the order in which the corners step along them.
template <int Dims>
struct simplex_place {
  std::array<std::int64_t, Dims> vertex;
  std::array<double, Dims> offset;
  std::array<int, Dims> order;
  /// How far the point is from the nearest face of its simplex, at least, measured in skewed coordinates.
  double to_face = 1;
};
template <int Dims>
simplex_place<Dims> place_on_simplices(const std::array<double, Dims>& c) {
  // F of the library's G, so that the cubes are cubes.
  const double G = definition::unskew[Dims - 1], F = G / (1 - Dims * G);
  const double skewed = F * std::accumulate(c.begin(), c.end(), 0.0);
  simplex_place<Dims> p;
  double sum = 0;
  for (int axis = 0; axis < Dims; ++axis) {
    const double v = std::floor(c[axis] + skewed), fraction = c[axis] + skewed - v;
    p.vertex[axis] = static_cast<std::int64_t>(v);
    p.to_face = std::min({p.to_face, fraction, 1 - fraction});
    sum += v;
  }
  for (int axis = 0; axis < Dims; ++axis) p.offset[axis] = c[axis] - (static_cast<double>(p.vertex[axis]) - sum * G);
  std::iota(p.order.begin(), p.order.end(), 0);
  std::stable_sort(p.order.begin(), p.order.end(), [&](int a, int b) { return p.offset[a] > p.offset[b]; });
  for (int k = 1; k < Dims; ++k) p.to_face = std::min(p.to_face, p.offset[p.order[k - 1]] - p.offset[p.order[k]]);
  return p;
}

/// Gustavson 2005: the corners of the point's own simplex, each with its radial falloff.
template <int Dims>
double simplex(const SimplexOptions& o, const std::array<double, Dims>& x) {
  const auto p = place_on_simplices<Dims>(in_cells<Dims>(x, o.frequency));
  const double radius = o.falloff == 0.5 ? definition::continuous_radius : 0.6;
  const double maximum = definition::simplex_maximum[o.falloff == 0.5 ? 0 : 1][Dims - 1];
  auto vertex = p.vertex;
  auto d = p.offset;
  double sum = 0;
  for (int corner = 0; corner <= Dims; ++corner) {
    const double t = radius - std::inner_product(d.begin(), d.end(), d.begin(), 0.0);
    const auto g = gradient<Dims>(hash<Dims>(vertex, o.seed));
    if (t > 0) sum += t * t * t * t * std::inner_product(g.begin(), g.end(), d.begin(), 0.0);
    if (corner == Dims) break;
    ++vertex[p.order[corner]];
    d[p.order[corner]] -= 1;
    for (double& v : d) v += definition::unskew[Dims - 1];
  }
  return sum * definition::margin / maximum;
}

/// The textbook form of a variant by a number of dimensions.
inline double at(const test::variant& v, std::uint64_t seed, double frequency, int dims, const test::point& x) {
  return test::with_dims(dims, [&]<int Dims>() {
#define SCREE_LEAF(name, Options) \
  if (v.leaf == #name) return name<Dims>(test::options_of<Options>(v.shape, seed, frequency), test::first<Dims>(x));
#include "noise_list.inc"
#undef SCREE_LEAF
    return std::nan("");
  });
}

/// Whether the nearest points are so nearly equally far that rounding decides which is the n-th.
inline bool ambiguous(const test::variant& v, std::uint64_t seed, double frequency, int dims, const test::point& x) {
  return test::with_dims(dims, [&]<int Dims>() {
    const auto nearest = nearest_points<Dims>(test::options_of<WorleyOptions>(v.shape, seed, frequency), in_cells<Dims>(test::first<Dims>(x), frequency));
    for (int n = 1; n < 4; ++n)
      if (nearest[n].first - nearest[n - 1].first < 2e-6) return true;
    return false;
  });
}

/// A distance, in cells, within which x meets no border of cells or simplices along any axis.
inline double room_around(const test::variant& v, double frequency, int dims, const test::point& x) {
  return test::with_dims(dims, [&]<int Dims>() {
    const auto c = in_cells<Dims>(test::first<Dims>(x), frequency);
    if (v.leaf == "simplex") return place_on_simplices<Dims>(c).to_face / 2;   // one unit along an axis: 1 + F < 2 skewed
    double room = 1;
    for (const double v2 : c) room = std::min({room, v2 - std::floor(v2), std::ceil(v2) - v2});
    return room;
  });
}

}  // namespace scree::textbook
