// What one instruction set offers: a table of plain function pointers. Only pointers, sizes and plain structs cross this
// border, so that no inline function compiled for one instruction set can be picked up by another.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scree {

/// A permutation of 0 .. 255 as lookups take it. Every entry is a pair: in its upper half what belongs to its own number, in its lower half what
/// belongs to the next.
struct permutation_table {
  std::uint32_t first[256];     // permuted numbers, by a lattice coordinate along x
  std::uint32_t next[512];      // permuted numbers, by one of them plus a coordinate along another axis
  std::uint32_t last[4][512];   // of 1 .. 4 dimensions: what the last lookup gives, the code of a gradient. In 1D .. 3D the top bit is the sign,
                                // the three below it the line; in 4D, and of simplex noise, there are four bits an axis, x on top: the sign, and 0, 1 or 2 steps.
                                // Or the number of a gradient in the table below
  float gradient[3][3][289];    // of 1 .. 3 dimensions: by axis, then by number
  std::uint8_t permutation[256];   // what the rest was made from, for the scalar reference
  double alpha;
};

/// What Worley noise takes besides; metric, returns, nth and other as in WorleyOptions.
struct worley_settings {
  float jitter;
  double p;
  int metric, returns, nth, other;
};

/// A leaf as the kernels take it; `shape` is the fade curve (0 linear, 1 cubic, 2 quintic), the falloff (0: 0.5, 1: 0.6), or the release of
/// a published noise (0: the first).
struct leaf {
  std::uint64_t seed;
  int shape;
  double frequency[4], shift[4];   // the coordinate in cells along each axis is fma(x, frequency, shift); a shift of -0 changes nothing
  std::int32_t period[4] = {};   // of a published noise, along each axis, in cells; 0: its own
  const permutation_table* table = nullptr;   // of those that have one
  worley_settings worley = {};
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
constexpr std::size_t most_lanes = 16;   // of a vector, on any instruction set

/// sum32: reals, added to what stands there.
enum class sample_format { real32, unsigned16, unsigned8, sum32 };
constexpr std::size_t bytes_of(sample_format format) {
  return format == sample_format::unsigned16 ? 2 : format == sample_format::unsigned8 ? 1 : 4;
}

/// Where a fill writes: values in one format, and derivatives along each axis unless gradient is null. Integers are
/// clamp(nearest(value * scale + bias), 0, largest of the format). Into a sum goes fma(value, scale, sum), of the size of the value if so said; the sum
/// is what stands there or, where `start` is not null, one number for all, in most_lanes equal copies. Sums have no gradient.
struct fill_target {
  void* values;
  sample_format format;
  float scale, bias;
  bool streaming;   // past the caches, for buffers that are much larger than them
  float* const* gradient;
  bool absolute = false;
  const float* start = nullptr;
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

/// One block that an operation reads: sample k at values[k * step]. step 0: one value for all samples, in `most_lanes` equal copies.
struct operand {
  const float* values;
  std::size_t step;
};

/// Blocks are padded to whole vectors: whatever works on them may read and write past `count`, up to the next multiple of most_lanes.
///
/// out[k] = the operation on the inputs' samples k, and slopes[i][k] its derivative by input i unless slopes is null. At least four
/// parameters can be read.
using operation_function = void (*)(const operand* inputs, const float* parameters, std::size_t count, float* out, float* const* slopes);
enum class operation {
#define SCREE_OPERATION(name, inputs) name,
#include "operation_list.inc"
#undef SCREE_OPERATION
  count
};

/// An operation of a chain. Its input number `from` is what the one before gives, or none is. Nothing but the next one reads an `out` that is
/// not `kept`; it may be written or not.
struct chained_operation {
  static constexpr int none = -1;
  operation what;
  int from;
  operand inputs[3];
  const float* parameters;
  float* out;
  bool kept;
};

/// Coordinates along one axis: sample k at x[k * step]. step 0: the same for all samples.
struct axis_operand {
  const double* x;
  std::size_t step;
};

/// Coordinates from coordinates: along axis i shift[i], plus matrix[i][j] times coordinate j for those j where it is not zero, plus, where
/// it is not zero, amplitude[i] times displacement[i]; fused, in this order, and never past the largest binary64.
struct placing {
  int dims;
  double matrix[4][4], shift[4], amplitude[4];
  bool as_it_is[4];   // shift and row i of the matrix leave coordinate i as it is
};

/// What a field can read from one coordinate: its value less p; 1 or -1 by whether its cell is even; sin(2 pi p x).
enum class reading { position, parity, sine, count };

struct kernel_table {
  unsigned lanes;   // samples in a vector
#define SCREE_LEAF(name, Options) leaf_kernels name;
#include "noise_list.inc"
#undef SCREE_LEAF
#define SCREE_PUBLISHED(name, Options, least_dims, most_dims) leaf_kernels name;
#include "published_list.inc"
#undef SCREE_PUBLISHED
  const operation_function* operations;   // by operation
  /// Several operations, each of which reads what the one before gives, or begins anew.
  void (*operate_chain)(const chained_operation* chain, std::size_t length, std::size_t count);
  /// Adds samples to sums, as a fill of the format sum32 does, and their derivatives along so many axes: to[0] the values, to[1 + axis] the derivatives.
  void (*add_samples)(const fill_target& how, int axes, const float* const* from, std::size_t count, float* const* to);
  /// out[k] = sum over i of a[i][k] b[i][k].
  void (*sum_products)(const operand* a, const operand* b, int terms, std::size_t count, float* out);
  /// `count` places, of which displacement and to have so many more before.
  void (*place)(const placing& by, const axis_operand* from, const float* const* displacement, std::size_t before, std::size_t count, double* const* to);
  /// Points of the plane, taken modulo period[0] and period[1], on the torus in four dimensions with these circumferences.
  void (*wrap)(const double* const* from, const double* period, std::size_t count, double* const* to);
  /// By dimension - 1: for each point the feature point of Worley noise that is l.worley.nth nearest, the same bits wherever it is asked from; to =
  /// (that point in cells - shift) / frequency.
  void (*feature_points[4])(const leaf& l, const double* frequency, const double* shift, const double* const* from, std::size_t count, double* const* to);
  void (*read[static_cast<int>(reading::count)])(const double* x, double p, std::size_t count, float* out, float* slope);
  /// Dense samples of a part of a grid, and their derivatives, written to a target.
  void (*deliver)(const grid_part& part, const float* values, const float* const* gradient, int dims, const fill_target& target);
};

}  // namespace scree
