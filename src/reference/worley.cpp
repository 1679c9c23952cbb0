// Worley noise. S. Worley, "A cellular texture basis function", SIGGRAPH 1996.
//
// Every cell has one feature point; what counts is the distance to the n-th nearest. Fractions and points are multiples of 2^-22, so offsets
// up to 4 are exact, from whichever cell they are counted, and distances are monotone in every component even as they are rounded.
//
// The cells up to `reach` steps away along each axis are looked at. Every other point is at least edge = reach + min(fraction, 1 - fraction) +
// (1 - jitter) / 2 away along some axis, and no metric gives less than it gives for that component alone. So once the n-th nearest is nearer
// than that, no other point can change it. Reach 4 is always enough: the 2^Dims (at least 2) cells around a sample have points that are less than
// Dims away in every metric but hybrid (there 2 Dims, against 20), and in 1D four points are less than 2.5 away.
#include "reference/lattice.hpp"
#include "reference/power.hpp"

namespace scree::reference {
namespace {

/// A feature point: where in its cell, and the value of the cell.
template <int Dims>
struct feature {
  std::array<float, Dims> place;
  float value;
};

template <int Dims>
feature<Dims> feature_of(std::uint32_t hash, float jitter) {
  feature<Dims> point;
  const float centre = static_cast<float>(definition::feature_centre - 1.5 * static_cast<double>(jitter));
  std::uint32_t word = hash;
  auto next_word = [&](int round) {
    const int which = round == 0 ? 0 : 1;
    word = (word ^ (word >> definition::feature_fold[which])) * definition::feature_multiplier[which];
  };
  for (int axis = 0; axis < Dims; ++axis) {
    if (axis % 2 == 0) next_word(axis / 2);
    const float v = 1.0f + (axis % 2 == 0 ? static_cast<float>(word >> 9) * 0x1p-23f : static_cast<float>(word & 0xFFFF) * 0x1p-16f);
    point.place[axis] = std::fma(v, jitter, centre) - 2.0f;   // the sum is between 2 and 3
  }
  next_word(1);
  point.value = static_cast<float>(static_cast<std::int32_t>(word)) * 0x1p-31f;
  return point;
}

/// What orders points by their distance: for the euclidean metric the square.
template <int Dims>
float key_of(const WorleyOptions& options, const std::array<float, Dims>& d) {
  // x comes last, on its own: on a grid the rest serves many samples.
  float squares = d[Dims - 1] * d[Dims - 1], sum = std::abs(d[Dims - 1]), largest = sum;
  for (int axis = Dims - 2; axis >= 0; --axis) {
    squares = axis == 0 ? squares + d[0] * d[0] : std::fma(d[axis], d[axis], squares);
    sum += std::abs(d[axis]);
    largest = std::max(largest, std::abs(d[axis]));
  }
  switch (options.metric) {
    case WorleyMetric::euclidean:
    case WorleyMetric::squared: return squares;
    case WorleyMetric::manhattan: return sum;
    case WorleyMetric::chebyshev: return largest;
    case WorleyMetric::hybrid: return squares + sum;
    case WorleyMetric::minkowski: break;
  }
  if (largest == 0.0f) return 0.0f;
  float powers = power(std::abs(d[Dims - 1]) / largest, options.p);
  for (int axis = Dims - 2; axis >= 0; --axis) powers += power(std::abs(d[axis]) / largest, options.p);
  return largest * power(powers, 1.0 / options.p);
}

float distance_of(const WorleyOptions& options, float key) { return options.metric == WorleyMetric::euclidean ? std::sqrt(key) : key; }

float sign_against(float d) { return d > 0.0f ? -1.0f : d < 0.0f ? 1.0f : 0.0f; }

/// How a distance changes when the sample moves, along each axis.
template <int Dims>
std::array<float, Dims> slope_of(const WorleyOptions& options, float distance, const std::array<float, Dims>& d) {
  std::array<float, Dims> g{};
  if (distance == 0.0f) return g;
  bool taken = false;   // by an earlier axis
  for (int axis = 0; axis < Dims; ++axis) {
    const float against = sign_against(d[axis]);
    switch (options.metric) {
      case WorleyMetric::euclidean: g[axis] = (0.0f - d[axis]) / distance; break;
      case WorleyMetric::squared: g[axis] = d[axis] * -2.0f; break;
      case WorleyMetric::manhattan: g[axis] = against; break;
      case WorleyMetric::chebyshev:
        if (std::abs(d[axis]) != distance || taken) break;
        g[axis] = against;
        taken = true;
        break;
      case WorleyMetric::minkowski: g[axis] = against * power(std::abs(d[axis]) / distance, options.p - 1.0); break;
      case WorleyMetric::hybrid: g[axis] = d[axis] * -2.0f + against; break;
    }
  }
  return g;
}

/// A sample's cell, and where in it the sample is.
template <int Dims>
struct surroundings {
  std::array<std::uint32_t, Dims> cell;
  std::array<float, Dims> fraction;
  definition::hash_keys keys;
  std::array<int, 4> period;
  float jitter;

  /// f(offset, cell value) for every point up to `reach` cells away.
  template <class F>
  void for_each_point(int reach, const F& f) const {
    std::array<int, Dims> step;
    step.fill(-reach);
    for (int axis = 0; axis < Dims;) {
      std::array<std::uint32_t, Dims> there;
      for (int k = 0; k < Dims; ++k) there[k] = stepped(cell[k], step[k], period[k]);
      const feature<Dims> point = feature_of<Dims>(lattice_hash<Dims>(there, keys), jitter);
      std::array<float, Dims> d;
      for (int k = 0; k < Dims; ++k) {
        const float s = static_cast<float>(step[k]);
        d[k] = step[k] < 0 ? (point.place[k] + s) - fraction[k] : point.place[k] + (s - fraction[k]);
      }
      f(d, point.value);
      for (axis = 0; axis < Dims && ++step[axis] > reach; ++axis) step[axis] = -reach;
    }
  }
};

/// The n-th nearest point. Of several that are equally far, the one whose cell has the least value.
template <int Dims>
struct neighbour {
  float key, value;
  std::array<float, Dims> offset;
};

/// Of coordinates in cells.
template <int Dims>
surroundings<Dims> surroundings_of(const WorleyOptions& options, const std::array<position, Dims>& at) {
  surroundings<Dims> around;
  around.keys = definition::keys_of(options.seed);
  around.period = options.period;
  around.jitter = static_cast<float>(options.jitter);
  for (int axis = 0; axis < Dims; ++axis) {
    around.cell[axis] = cell_number(at[axis].cell, options.period[axis]);
    around.fraction[axis] = static_cast<float>((at[axis].fraction + 0x1p30) - 0x1p30);   // to a multiple of 2^-22
  }
  return around;
}

/// The keys of the four nearest points, ascending; the first `most` are right, and those as near lie within `reach` cells.
struct nearest_points {
  std::array<float, 4> key;
  int reach = 0;
};
template <int Dims>
nearest_points nearest_of(const WorleyOptions& options, const surroundings<Dims>& around, int most) {
  float to_border = 0.5f;
  for (const float f : around.fraction) to_border = std::min({to_border, f, 1.0f - f});
  const float slack = static_cast<float>(std::max(0.0, 0.5 - 0.5 * static_cast<double>(around.jitter) - definition::feature_slack));
  nearest_points nearest;
  float edge_key;
  do {
    nearest.key.fill(std::numeric_limits<float>::infinity());
    around.for_each_point(++nearest.reach, [&](const std::array<float, Dims>& d, float) {
      float key = key_of<Dims>(options, d);
      for (float& each : nearest.key)
        if (key < each) std::swap(key, each);
    });
    std::array<float, Dims> edge{};
    edge[0] = (static_cast<float>(nearest.reach) + to_border) + slack;
    edge_key = key_of<Dims>(options, edge);
  } while (!(nearest.key[most - 1] < edge_key) && nearest.reach < 4);
  return nearest;
}

template <int Dims>
neighbour<Dims> nth_nearest(const WorleyOptions& options, const surroundings<Dims>& around, const nearest_points& nearest, int n) {
  neighbour<Dims> found{nearest.key[n - 1], std::numeric_limits<float>::infinity(), {}};
  around.for_each_point(nearest.reach, [&](const std::array<float, Dims>& d, float value) {
    if (key_of<Dims>(options, d) == found.key && value < found.value) found.value = value, found.offset = d;
  });
  return found;
}

}  // namespace

template <int Dims>
sample<Dims> worley(const WorleyOptions& options, const std::array<double, Dims>& x) {
  if (!all_finite<Dims>(x)) return not_a_number<Dims>();
  std::array<position, Dims> at;
  for (int axis = 0; axis < Dims; ++axis) at[axis] = locate(x[axis], options.frequency);
  const surroundings<Dims> around = surroundings_of<Dims>(options, at);
  const bool two = options.returns != WorleyReturn::distance && options.returns != WorleyReturn::cell_value;
  const nearest_points nearest = nearest_of<Dims>(options, around, two ? std::max(options.nth, options.other) : options.nth);

  struct distance {
    float distance, value;
    std::array<float, Dims> slope;
  };
  auto nth = [&](int n) {
    const neighbour<Dims> found = nth_nearest<Dims>(options, around, nearest, n);
    const float d = distance_of(options, found.key);
    return distance{d, found.value, slope_of<Dims>(options, d, found.offset)};
  };

  const distance a = nth(options.nth);
  if (options.returns == WorleyReturn::cell_value) return per_unit<Dims>({a.value, {}}, options.frequency);
  if (options.returns == WorleyReturn::distance) return per_unit<Dims>({a.distance, a.slope}, options.frequency);
  const distance b = nth(options.other);
  sample<Dims> s{};
  const float ratio = b.distance == 0.0f ? 1.0f : a.distance / b.distance;
  switch (options.returns) {
    case WorleyReturn::difference: s.value = b.distance - a.distance; break;
    case WorleyReturn::sum: s.value = a.distance + b.distance; break;
    case WorleyReturn::product: s.value = a.distance * b.distance; break;
    default: s.value = ratio;
  }
  for (int axis = 0; axis < Dims; ++axis) {
    const float ga = a.slope[axis], gb = b.slope[axis];
    switch (options.returns) {
      case WorleyReturn::difference: s.gradient[axis] = gb - ga; break;
      case WorleyReturn::sum: s.gradient[axis] = ga + gb; break;
      case WorleyReturn::product: s.gradient[axis] = std::fma(a.distance, gb, b.distance * ga); break;
      default: s.gradient[axis] = b.distance == 0.0f ? 0.0f : std::fma(-ratio, gb, ga) / b.distance;
    }
  }
  return per_unit(s, options.frequency);
}

/// A feature point does not depend on the sample that finds it, not even by its last bit: it is its cell's number plus its place in the cell.
template <int Dims>
std::array<double, Dims> feature_point(const WorleyOptions& options, const std::array<double, Dims>& x) {
  std::array<position, Dims> at;
  for (int axis = 0; axis < Dims; ++axis) at[axis] = locate(std::isfinite(x[axis]) ? x[axis] : 0.0, 1.0);
  const surroundings<Dims> around = surroundings_of<Dims>(options, at);
  const nearest_points nearest = nearest_of<Dims>(options, around, options.nth);
  const std::array<float, Dims> offset = nth_nearest<Dims>(options, around, nearest, options.nth).offset;
  std::array<double, Dims> point;
  for (int axis = 0; axis < Dims; ++axis) {
    const double period = options.period[axis], cell = period == 0 ? at[axis].cell : cell_number(at[axis].cell, options.period[axis]);
    point[axis] = cell + static_cast<double>(around.fraction[axis] + offset[axis]);
    if (period != 0 && point[axis] < 0) point[axis] += period;
    if (period != 0 && point[axis] >= period) point[axis] -= period;
  }
  return point;
}

SCREE_INSTANTIATE(worley, WorleyOptions);
template std::array<double, 1> feature_point<1>(const WorleyOptions&, const std::array<double, 1>&);
template std::array<double, 2> feature_point<2>(const WorleyOptions&, const std::array<double, 2>&);
template std::array<double, 3> feature_point<3>(const WorleyOptions&, const std::array<double, 3>&);
template std::array<double, 4> feature_point<4>(const WorleyOptions&, const std::array<double, 4>&);

}  // namespace scree::reference
