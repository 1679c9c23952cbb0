// What one instruction set offers: a table of plain function pointers. Only pointers, sizes and plain structs cross this
// border, so that no inline function compiled for one instruction set can be picked up by another.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scree {

/// A permutation of 0 .. 255, twice over; and for its 512 numbers the direction of improved noise: the top bit is the sign, the three
/// below it the line.
struct permutation_table {
  std::uint32_t next[512], direction[512];
};

/// A leaf as the kernels take it; `shape` is the fade curve (0 linear, 1 cubic, 2 quintic), the falloff (0: 0.5, 1: 0.6), or the release of
/// a published noise (0: the first).
struct leaf {
  std::uint64_t seed;
  double frequency;
  int shape;
  std::int32_t period[4] = {};   // of a published noise, along each axis, in cells; 0: its own
  const permutation_table* table = nullptr;   // of those that have one
};

/// out[k] = the leaf at (coordinates[0][k], coordinates[1][k], ...), and gradient[axis][k] its derivatives unless gradient is null.
/// out may equal one of the coordinate arrays.
template <class T>
using sample_function = void (*)(const leaf&, const T* const* coordinates, std::size_t count, float* out, float* const* gradient);

/// One axis of a part of a grid: sample k lies at fma(double(first + k), spacing, offset).
struct grid_axis {
  std::int64_t first;
  std::size_t size;
  double spacing, offset;
};

/// A part of a grid, small enough that its tables fit the scratch memory: at most `tile_width` along x.
struct grid_part {
  grid_axis axis[4];
  std::size_t stride[4];   // elements from one sample to the next along each axis; stride[0] is 1
};
constexpr std::size_t tile_width = 1024;

enum class sample_format { real32, unsigned16, unsigned8 };

/// Where a fill writes: values in one format, and derivatives along each axis unless gradient is null. Integers are
/// clamp(nearest(value * scale + bias), 0, largest of the format).
struct fill_target {
  void* values;
  sample_format format;
  float scale, bias;
  bool streaming;   // past the caches, for buffers that are much larger than them
  float* const* gradient;
};

/// Memory that a fill may use as it likes: one a thread, reused.
constexpr std::size_t scratch_bytes = std::size_t{1} << 20;
using fill_function = void (*)(const leaf&, const grid_part&, const fill_target&, void* scratch);

/// The kernels of one leaf, by dimension - 1; null for those that a published noise has not got.
struct leaf_kernels {
  sample_function<float> sample_float[4];
  sample_function<double> sample_double[4];
  fill_function fill[4];
};

struct kernel_table {
  unsigned lanes;   // samples in a vector
#define SCREE_LEAF(name, Options) leaf_kernels name;
#include "noise_list.inc"
#undef SCREE_LEAF
#define SCREE_PUBLISHED(name, Options, least_dims) leaf_kernels name;
#include "published_list.inc"
#undef SCREE_PUBLISHED
};

}  // namespace scree
