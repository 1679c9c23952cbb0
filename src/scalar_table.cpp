// The scalar reference behind the same table as the kernels.
#include "dispatch.hpp"
#include "reference/reference.hpp"

#include <scree/noise.hpp>

#include <array>
#include <cstddef>

namespace scree {
namespace {

template <class Options>
Options options_of(const leaf& l) {
  Options o;
  o.seed = l.seed;
  o.frequency = l.frequency;
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

#define SCREE_ALL_DIMENSIONS(Options, name, T)                                                                       \
  sample<Options, 1, &reference::name<1>, T>, sample<Options, 2, &reference::name<2>, T>,                            \
      sample<Options, 3, &reference::name<3>, T>, sample<Options, 4, &reference::name<4>, T>

}  // namespace

const kernel_table scalar_kernels = {
    1,
#define SCREE_LEAF(name, Options) {{SCREE_ALL_DIMENSIONS(Options, name, float)}, {SCREE_ALL_DIMENSIONS(Options, name, double)}},
#include "noise_list.inc"
#undef SCREE_LEAF
};

}  // namespace scree
