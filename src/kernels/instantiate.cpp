// The kernels of one instruction set, SCREE_ISA_NAME: this file is compiled once for each. One symbol leaves it: the table.
#include "kernels/arrays.hpp"
#include "kernels/chains.hpp"
#include "kernels/coordinates.hpp"
#include "kernels/feature_points.hpp"
#include "kernels/fill.hpp"
#include "kernels/hash12.hpp"
#include "kernels/opensimplex2.hpp"
#include "kernels/opensimplex2s.hpp"
#include "kernels/operations.hpp"
#include "kernels/perlin.hpp"
#include "kernels/plain.hpp"
#include "kernels/psrdnoise.hpp"
#include "kernels/simplex.hpp"
#include "kernels/simplex_table.hpp"
#include "kernels/table_perlin.hpp"
#include "kernels/value.hpp"
#include "kernels/webgl_perlin.hpp"
#include "kernels/webgl_simplex.hpp"
#include "kernels/white.hpp"
#include "kernels/worley.hpp"

SCREE_KERNELS_BEGIN

/// How many shapes of a leaf are types of their own: fades, falloffs.
constexpr int shapes_of_perlin = 3, shapes_of_simplex = 2, shapes_of_value = 3, shapes_of_white = 1, shapes_of_worley = 1;
constexpr int shapes_of_opensimplex2 = 1, shapes_of_opensimplex2s = 1;   // orientations and releases are known at run time
constexpr int shapes_of_webgl_perlin = 1, shapes_of_webgl_simplex = 1, shapes_of_hash12_gradient = 1, shapes_of_hash12_value = 1;
constexpr int shapes_of_perlin_classic = 1, shapes_of_perlin_improved = 1, shapes_of_psrdnoise = 1, shapes_of_simplex_table = 1, shapes_of_stb_perlin = 1;

/// Calls f with Leaf<Dims, shape> for the shape that is asked for at run time.
template <template <int, int> class Leaf, int Dims, int Shapes, class F>
SCREE_INLINE void with_shape(int shape, const F& f) {
  if constexpr (Shapes > 1)
    if (shape == 1) return f(static_cast<Leaf<Dims, 1>*>(nullptr));
  if constexpr (Shapes > 2)
    if (shape == 2) return f(static_cast<Leaf<Dims, 2>*>(nullptr));
  f(static_cast<Leaf<Dims, 0>*>(nullptr));
}

/// A leaf on a lattice, or one in plain single precision.
template <template <int, int> class Leaf, int Shapes, int Dims, class T>
void sample(const leaf& l, const T* const* coordinates, std::size_t count, float* out, float* const* gradient) {
  with_shape<Leaf, Dims, Shapes>(l.shape, [&]<class Shaped>(Shaped*) {
    if constexpr (requires { typename Shaped::lattice; }) sample_arrays<Shaped>(l, coordinates, count, out, gradient);
    else sample_plain<Shaped>(l, coordinates, count, out, gradient);
  });
}

template <template <int, int> class Leaf, int Shapes, int Dims>
void fill(const leaf& l, const grid_part& part, const fill_target& target, void* scratch) {
  with_shape<Leaf, Dims, Shapes>(l.shape, [&]<class Shaped>(Shaped*) {
    if constexpr (requires { typename Shaped::lattice; }) fill_part<Shaped>(l, part, target, scratch);
    else fill_plain<Shaped>(l, part, target, scratch);
  });
}

/// The kernels of a leaf from so many dimensions to so many.
template <template <int, int> class Leaf, int Shapes, int Least, int Most, int Dims = Least>
constexpr leaf_kernels leaf_table(leaf_kernels k = {}) {
  k.sample_float[Dims - 1] = sample<Leaf, Shapes, Dims, float>;
  k.sample_double[Dims - 1] = sample<Leaf, Shapes, Dims, double>;
  k.fill[Dims - 1] = fill<Leaf, Shapes, Dims>;
  if constexpr (Dims < Most) return leaf_table<Leaf, Shapes, Least, Most, Dims + 1>(k);
  else return k;
}

SCREE_KERNELS_END

namespace scree {
namespace SCREE_ISA_NAME {
extern const kernel_table kernels;
constexpr kernel_table kernels = {
    lanes,
#define SCREE_LEAF(name, Options) leaf_table<name, shapes_of_##name, 1, 4>(),
#include "noise_list.inc"
#undef SCREE_LEAF
#define SCREE_PUBLISHED(name, Options, least_dims, most_dims) leaf_table<name, shapes_of_##name, least_dims, most_dims>(),
#include "published_list.inc"
#undef SCREE_PUBLISHED
    each_operation,
    operate_chain,
    add_samples,
    sum_products,
    place_coordinates,
    wrap_on_torus,
    {feature_points<1>, feature_points<2>, feature_points<3>, feature_points<4>},
    {read_coordinate<reading::position>, read_coordinate<reading::parity>, read_coordinate<reading::sine>},
    deliver,
};
}  // namespace SCREE_ISA_NAME
}  // namespace scree
