// The scalar reference behind the same table as the kernels.
#include "dispatch.hpp"
#include "reference/coordinates.hpp"
#include "reference/operations.hpp"
#include "reference/reference.hpp"

#include <scree/published.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>

namespace scree {
namespace {

template <class Options>
Options options_of(const leaf& l) {
  Options o;
  if constexpr (requires { o.seed; }) o.seed = l.seed;
  if constexpr (requires { o.release; }) o.release = l.shape == 0 ? 2011 : 2021;
  if constexpr (requires { o.period; }) std::copy_n(std::begin(l.period), o.period.size(), o.period.begin());
  if constexpr (requires { o.port; }) o.port = static_cast<SimplexPort>(l.shape);
  if constexpr (requires { o.alpha; }) o.alpha = l.table->alpha;
  if constexpr (requires { o.permutation; }) std::copy(std::begin(l.table->permutation), std::end(l.table->permutation), o.permutation.begin());
  if constexpr (requires { o.fade; }) o.fade = static_cast<Fade>(l.shape);
  if constexpr (requires { o.orientation; }) o.orientation = static_cast<OpenSimplexOrientation>(l.shape);
  if constexpr (requires { o.falloff; }) o.falloff = l.shape == 0 ? 0.5 : 0.6;
  if constexpr (requires { o.jitter; }) {
    o.jitter = l.worley.jitter;
    o.metric = static_cast<WorleyMetric>(l.worley.metric);
    o.p = l.worley.p;
    o.returns = static_cast<WorleyReturn>(l.worley.returns);
    o.nth = l.worley.nth;
    o.other = l.worley.other;
  }
  return o;
}

/// The noise at x in the caller's units. Coordinates in cells past the largest double count as that.
template <class Options, int Dims, auto Function>
reference::sample<Dims> at(const leaf& l, const Options& options, std::array<double, Dims> x) {
  constexpr double largest = std::numeric_limits<double>::max();
  for (int axis = 0; axis < Dims; ++axis)
    if (std::isfinite(x[axis])) x[axis] = std::clamp(std::fma(x[axis], l.frequency[axis], l.shift[axis]), -largest, largest);
  reference::sample<Dims> s = Function(options, x);
  for (int axis = 0; axis < Dims; ++axis) s.gradient[axis] *= definition::slope_per_unit(l.frequency[axis]);
  return s;
}

template <class Options, int Dims, auto Function, class T>
void sample(const leaf& l, const T* const* coordinates, std::size_t count, float* out, float* const* gradient) {
  const Options options = options_of<Options>(l);
  for (std::size_t k = 0; k < count; ++k) {
    std::array<double, Dims> x;
    for (int axis = 0; axis < Dims; ++axis) x[axis] = coordinates[axis][k];
    const reference::sample<Dims> s = at<Options, Dims, Function>(l, options, x);
    out[k] = s.value;
    if (gradient)
      for (int axis = 0; axis < Dims; ++axis) gradient[axis][k] = s.gradient[axis];
  }
}

template <class Integer>
Integer quantised(const fill_target& target, float value) {
  const float scaled = std::fma(value, target.scale, target.bias);
  if (std::isnan(scaled)) return 0;
  const float largest = std::numeric_limits<Integer>::max();
  return static_cast<Integer>(std::nearbyint(std::clamp(scaled, 0.0f, largest)));
}

void write(const fill_target& target, std::size_t place, float value) {
  switch (target.format) {
    case sample_format::real32: static_cast<float*>(target.values)[place] = value; return;
    case sample_format::unsigned16: static_cast<std::uint16_t*>(target.values)[place] = quantised<std::uint16_t>(target, value); return;
    case sample_format::unsigned8: static_cast<std::uint8_t*>(target.values)[place] = quantised<std::uint8_t>(target, value); return;
    case sample_format::sum32: {
      float& sum = static_cast<float*>(target.values)[place];
      sum = std::fma(target.absolute ? std::abs(value) : value, target.scale, target.start ? *target.start : sum);
    }
  }
}

/// Sample by sample: the coordinates as include/scree/grid.hpp defines them, the value as the reference does.
template <class Options, int Dims, auto Function>
void fill(const leaf& l, const grid_part& part, const fill_target& target, void*) {
  const Options options = options_of<Options>(l);
  std::size_t index[4] = {}, samples = 1;
  for (int axis = 0; axis < Dims; ++axis) samples *= part.axis[axis].size;
  for (std::size_t s = 0; s < samples; ++s) {
    std::array<double, Dims> x;
    std::size_t place = 0;
    for (int axis = 0; axis < Dims; ++axis) {
      const grid_axis& a = part.axis[axis];
      x[axis] = std::fma(static_cast<double>(a.first + static_cast<std::int64_t>(index[axis])), a.spacing, a.offset);
      place += index[axis] * part.stride[axis];
    }
    const reference::sample<Dims> r = at<Options, Dims, Function>(l, options, x);
    write(target, place, r.value);
    if (target.gradient)
      for (int axis = 0; axis < Dims; ++axis) target.gradient[axis][place] = r.gradient[axis];
    for (int axis = 0; axis < Dims && ++index[axis] == part.axis[axis].size; ++axis) index[axis] = 0;
  }
}

template <class Options, int Dims, auto Function>
constexpr void add_dimension(leaf_kernels& k) {
  k.sample_float[Dims - 1] = sample<Options, Dims, Function, float>;
  k.sample_double[Dims - 1] = sample<Options, Dims, Function, double>;
  k.fill[Dims - 1] = fill<Options, Dims, Function>;
}
#define SCREE_PUBLISHED(name, Options, least_dims, most_dims)                                           \
  constexpr leaf_kernels name##_kernels() {                                                              \
    leaf_kernels k = {};                                                                                 \
    if constexpr (least_dims <= 1) add_dimension<Options, 1, &reference::name<1>>(k);                    \
    if constexpr (least_dims <= 2 && most_dims >= 2) add_dimension<Options, 2, &reference::name<2>>(k);  \
    if constexpr (least_dims <= 3 && most_dims >= 3) add_dimension<Options, 3, &reference::name<3>>(k);  \
    if constexpr (most_dims >= 4) add_dimension<Options, 4, &reference::name<4>>(k);                     \
    return k;                                                                                            \
  }
#define SCREE_LEAF(name, Options) SCREE_PUBLISHED(name, Options, 1, 4)
#include "noise_list.inc"
#include "published_list.inc"
#undef SCREE_LEAF
#undef SCREE_PUBLISHED

template <int Inputs, auto Function>
void operate(const operand* inputs, const float* parameters, std::size_t count, float* out, float* const* slopes) {
  for (std::size_t k = 0; k < count; ++k) {
    float x[Inputs];
    for (int i = 0; i < Inputs; ++i) x[i] = inputs[i].values[k * inputs[i].step];
    const reference::operation_sample<Inputs> s = Function(x, parameters);
    out[k] = s.value;
    if (slopes)
      for (int i = 0; i < Inputs; ++i) slopes[i][k] = reference::finite_slope(s.slope[i]);
  }
}

constexpr operation_function each_operation[] = {
#define SCREE_OPERATION(name, inputs) operate<inputs, &reference::name>,
#include "operation_list.inc"
#undef SCREE_OPERATION
};
void operate_chain(const chained_operation* chain, std::size_t length, std::size_t count) {
  for (std::size_t n = 0; n < length; ++n) {
    const chained_operation& o = chain[n];
    each_operation[static_cast<int>(o.what)](o.inputs, o.parameters, count, o.out, nullptr);
  }
}

void add_samples(const fill_target& how, int axes, const float* const* from, std::size_t count, float* const* to) {
  for (std::size_t k = 0; k < count; ++k) {
    const float value = from[0][k];
    to[0][k] = std::fma(how.absolute ? std::abs(value) : value, how.scale, how.start ? *how.start : to[0][k]);
    for (int part = 1; part <= axes; ++part) {
      const float slope = (how.absolute && value < 0 ? -from[part][k] : from[part][k]) * how.scale;
      to[part][k] = how.start ? slope : slope + to[part][k];
    }
  }
}

void sum_products(const operand* a, const operand* b, int terms, std::size_t count, float* out) {
  auto product = [&](int i, std::size_t k) { return std::pair(a[i].values[k * a[i].step], b[i].values[k * b[i].step]); };
  for (std::size_t k = 0; k < count; ++k) {
    float sum = product(0, k).first * product(0, k).second;
    for (int i = 1; i < terms; ++i) sum = std::fma(product(i, k).first, product(i, k).second, sum);
    out[k] = reference::finite_slope(sum);
  }
}

void place(const placing& by, const axis_operand* from, const float* const* displacement, std::size_t before, std::size_t count, double* const* to) {
  for (std::size_t k = 0; k < count; ++k) {
    double x[4];
    for (int axis = 0; axis < by.dims; ++axis) x[axis] = from[axis].x[k * from[axis].step];
    for (int axis = 0; axis < by.dims; ++axis) {
      double& placed = to[axis][before + k];
      placed = reference::placed(x, by.matrix[axis], by.dims, by.shift[axis]);
      if (by.amplitude[axis] != 0) placed = reference::displaced(placed, by.amplitude[axis], displacement[axis][before + k]);
    }
  }
}

void wrap(const double* const* from, const double* period, std::size_t count, double* const* to) {
  for (std::size_t k = 0; k < count; ++k) {
    const double x[2] = {from[0][k], from[1][k]};
    for (int axis = 0; axis < 2; ++axis) {
      const std::array<double, 2> circle = reference::on_circle(x[axis], period[axis]);
      to[2 * axis][k] = circle[0], to[2 * axis + 1][k] = circle[1];
    }
  }
}

template <int Dims>
void feature_points(const leaf& l, const double* frequency, const double* shift, const double* const* from, std::size_t count, double* const* to) {
  constexpr double largest = std::numeric_limits<double>::max();
  const WorleyOptions options = options_of<WorleyOptions>(l);
  for (std::size_t k = 0; k < count; ++k) {
    std::array<double, Dims> x;
    for (int axis = 0; axis < Dims; ++axis) x[axis] = std::clamp(std::fma(from[axis][k], l.frequency[axis], l.shift[axis]), -largest, largest);
    const std::array<double, Dims> point = reference::feature_point<Dims>(options, x);
    for (int axis = 0; axis < Dims; ++axis) to[axis][k] = std::clamp((point[axis] - shift[axis]) / frequency[axis], -largest, largest);
  }
}

template <auto Function>
void read(const double* x, double p, std::size_t count, float* out, float* slope) {
  for (std::size_t k = 0; k < count; ++k) {
    const reference::operation_sample<1> s = Function(x[k], p);
    out[k] = s.value;
    if (slope) slope[k] = s.slope[0];
  }
}

void deliver(const grid_part& part, const float* values, const float* const* gradient, int dims, const fill_target& target) {
  std::size_t index[4] = {}, samples = 1;
  for (int axis = 0; axis < dims; ++axis) samples *= part.axis[axis].size;
  for (std::size_t s = 0; s < samples; ++s) {
    std::size_t place = 0;
    for (int axis = 0; axis < dims; ++axis) place += index[axis] * part.stride[axis];
    write(target, place, values[s]);
    if (target.gradient)
      for (int axis = 0; axis < dims; ++axis) target.gradient[axis][place] = gradient[axis][s];
    for (int axis = 0; axis < dims && ++index[axis] == part.axis[axis].size; ++axis) index[axis] = 0;
  }
}

}  // namespace

const kernel_table scalar_kernels = {
    1,
#define SCREE_LEAF(name, Options) name##_kernels(),
#define SCREE_PUBLISHED(name, Options, least_dims, most_dims) name##_kernels(),
#include "noise_list.inc"
#include "published_list.inc"
#undef SCREE_LEAF
#undef SCREE_PUBLISHED
    each_operation,
    operate_chain,
    add_samples,
    sum_products,
    place,
    wrap,
    {feature_points<1>, feature_points<2>, feature_points<3>, feature_points<4>},
    {read<&reference::position>, read<&reference::parity>, read<&reference::sine>},
    deliver,
};

}  // namespace scree
