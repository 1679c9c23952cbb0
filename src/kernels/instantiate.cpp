// The kernels of one instruction set, SCREE_ISA_NAME: this file is compiled once for each. One symbol leaves it: the table.
#include "kernels/arrays.hpp"
#include "kernels/perlin.hpp"
#include "kernels/simplex.hpp"
#include "kernels/value.hpp"
#include "kernels/white.hpp"

SCREE_KERNELS_BEGIN

/// How many shapes a leaf has: fades, falloffs.
constexpr int shapes_of_perlin = 3, shapes_of_simplex = 2, shapes_of_value = 3, shapes_of_white = 1;

SCREE_KERNELS_END

namespace scree {
namespace SCREE_ISA_NAME {
extern const kernel_table kernels;
constexpr kernel_table kernels = {
    lanes,
#define SCREE_LEAF(name, Options) leaf_table<name, shapes_of_##name>(),
#include "noise_list.inc"
#undef SCREE_LEAF
};
}  // namespace SCREE_ISA_NAME
}  // namespace scree
