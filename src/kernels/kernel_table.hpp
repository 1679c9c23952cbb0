// What one instruction set offers: a table of plain function pointers. Only pointers, sizes and plain structs cross this
// border, so that no inline function compiled for one instruction set can be picked up by another.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scree {

/// A leaf as the kernels take it; `shape` is the fade curve (0 linear, 1 cubic, 2 quintic) or the falloff (0: 0.5, 1: 0.6).
struct leaf {
  std::uint64_t seed;
  double frequency;
  int shape;
};

/// out[k] = the leaf at (coordinates[0][k], coordinates[1][k], ...), and gradient[axis][k] its derivatives unless gradient is null.
/// out may equal one of the coordinate arrays.
template <class T>
using sample_function = void (*)(const leaf&, const T* const* coordinates, std::size_t count, float* out, float* const* gradient);

/// The kernels of one leaf, by dimension - 1.
struct leaf_kernels {
  sample_function<float> sample_float[4];
  sample_function<double> sample_double[4];
};

struct kernel_table {
  unsigned lanes;   // samples in a vector
#define SCREE_LEAF(name, Options) leaf_kernels name;
#include "noise_list.inc"
#undef SCREE_LEAF
};

}  // namespace scree
