// The scalar reference behind the same table as the kernels.
#include "dispatch.hpp"
#include "reference/reference.hpp"

#include <scree/noise.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>

namespace scree {
namespace {

template <class Options>
Options options_of(const leaf& l) {
  Options o;
  if constexpr (requires { o.seed; }) o.seed = l.seed;
  o.frequency = l.frequency;
  if constexpr (requires { o.release; }) o.release = l.shape == 0 ? 2011 : 2021;
  if constexpr (requires { o.period; }) std::copy(std::begin(l.period), std::end(l.period), o.period.begin());
  if constexpr (requires { o.fade; }) o.fade = static_cast<Fade>(l.shape);
  if constexpr (requires { o.falloff; }) o.falloff = l.shape == 0 ? 0.5 : 0.6;
  return o;
}

template <class Options, int Dims, auto Function, class T>
void sample(const leaf& l, const T* const* coordinates, std::size_t count, float* out, float* const* gradient) {
  const Options options = options_of<Options>(l);
  for (std::size_t k = 0; k < count; ++k) {
    std::array<double, Dims> x;
    for (int axis = 0; axis < Dims; ++axis) x[axis] = coordinates[axis][k];
    const reference::sample<Dims> s = Function(options, x);
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
    const reference::sample<Dims> r = Function(options, x);
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
#define SCREE_PUBLISHED(name, Options, least_dims)                                    \
  constexpr leaf_kernels name##_kernels() {                                           \
    leaf_kernels k = {};                                                              \
    if constexpr (least_dims <= 1) add_dimension<Options, 1, &reference::name<1>>(k); \
    add_dimension<Options, 2, &reference::name<2>>(k);                                \
    add_dimension<Options, 3, &reference::name<3>>(k);                                \
    add_dimension<Options, 4, &reference::name<4>>(k);                                \
    return k;                                                                         \
  }
#define SCREE_LEAF(name, Options) SCREE_PUBLISHED(name, Options, 1)
#include "noise_list.inc"
#include "published_list.inc"
#undef SCREE_LEAF
#undef SCREE_PUBLISHED

}  // namespace

const kernel_table scalar_kernels = {
    1,
#define SCREE_LEAF(name, Options) name##_kernels(),
#define SCREE_PUBLISHED(name, Options, least_dims) name##_kernels(),
#include "noise_list.inc"
#include "published_list.inc"
#undef SCREE_LEAF
#undef SCREE_PUBLISHED
};

}  // namespace scree
