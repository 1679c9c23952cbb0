// Grids of continuous simplex noise go box by box: so small that places in it, counted from the integer point next to its middle, are exact in
// binary32, and that what the lattice has to say there stays in the first cache.
#pragma once
#include "kernels/axis_table.hpp"

SCREE_KERNELS_BEGIN

/// So far out samples stand as evenly as boxes take them to.
constexpr double evenly_spaced = 0x1p40;

template <int Dims>
SCREE_INLINE bool evenly_placed(const axis_table* axes) {
  for (int k = 0; k < Dims; ++k)
    if (!(axes[k].first_cell > -evenly_spaced && axes[k].first_cell + static_cast<double>(axes[k].cells) < evenly_spaced)) return false;
  return true;
}

/// A vertex near the middle of a box: (base + P, base + P, ...). Vertex (a_0, a_1, ...) from there lies at a_k - rest - (a_0 + a_1 + ...) G
/// from the base. `rest` is below 1/2 in size.
template <int Dims>
struct simplex_origin {
  double P, rest;
  SCREE_INLINE explicit simplex_origin(const double (&base)[Dims]) {
    double N = 0;
    for (double b : base) N += b;
    P = __builtin_floor(N * definition::skew[Dims - 1] + 0.5);
    rest = __builtin_fma(N + Dims * P, definition::unskew[Dims - 1], -P);
  }
};

/// Cuts a part into boxes of box_size_ samples; Route fills one: box(place), with its first element in the target.
template <class Leaf, class Route>
class simplex_boxes {
 public:
  static constexpr int Dims = Leaf::dims;

  void fill() { boxes<Dims - 1>(0); }

 protected:
  static constexpr std::size_t box_vectors = 64;   // along x, at most

  /// Samples along an axis that so many cells hold; 0 if not even one.
  static std::size_t samples_within(double cells, const leaf& l, const grid_part& part, int axis) {
    const double fit = cells / __builtin_fabs(part.axis[axis].spacing * l.frequency[axis]), whole_axis = static_cast<double>(part.axis[axis].size);
    return static_cast<std::size_t>(fit < whole_axis ? fit : whole_axis);
  }
  /// What the constructor takes of the scratch memory, at most.
  static constexpr std::size_t bytes() { return (Dims * (tile_width + 2 * lanes) + lanes * box_vectors * lanes) * sizeof(float); }

  simplex_boxes(const Leaf& noise, const leaf& l, const grid_part& part, const axis_table* axes, const row_writer& writer, double cells, scratch_memory& memory)
      : noise_(noise), part_(part), writer_(writer), axes_(axes) {
    for (int k = 0; k < Dims; ++k) {
      const std::size_t samples = samples_within(cells, l, part, k);
      box_size_[k] = samples ? samples : 1;
    }
    if (box_size_[0] > lanes) box_size_[0] = box_size_[0] / lanes * lanes;
    if (box_size_[0] > box_vectors * lanes) box_size_[0] = box_vectors * lanes;
    for (int k = 0; k < Dims; ++k) at_[k] = memory.take<float>(padded(box_size_[k]) + lanes);
    rows_ = memory.take<float>(lanes * padded(box_size_[0]));
  }

  /// Calls write(first, end, put) for rows of the box, one slice of it, until all are done; put(r, k, values) takes the samples from the k-th on of row r.
  template <class Write>
  void write_rows(std::size_t place, std::size_t rows, const Write& write) {
    const std::size_t stride = part_.stride[1], width = size_[0], padded_width = padded(width);
    float* out = static_cast<float*>(writer_.target.values) + place;
    if (writer_.direct())
      return write(0, rows, [=](std::size_t r, std::size_t k, real v) SCREE_INLINE_LAMBDA { store_first(out + r * stride + k, v, width - k); });
    if (writer_.target.format == sample_format::sum32) {
      const adder add(writer_.target);
      return write(0, rows, [=](std::size_t r, std::size_t k, real v) SCREE_INLINE_LAMBDA { add.first(out + r * stride + k, v, width - k); });
    }
    for (std::size_t first = 0; first < rows; first += lanes) {
      const std::size_t end = rows - first < lanes ? rows : first + lanes;
      float* to = rows_;
      write(first, end, [=](std::size_t r, std::size_t k, real v) SCREE_INLINE_LAMBDA { store(to + (r - first) * padded_width + k, v); });
      for (std::size_t r = first; r < end; ++r) writer_.deliver(rows_ + (r - first) * padded_width, place + r * stride, width);
    }
  }

  const Leaf& noise_;
  const grid_part& part_;
  const row_writer& writer_;
  std::size_t box_size_[Dims];             // samples of a whole box
  std::size_t first_[Dims], size_[Dims];   // samples of this one
  double base_[Dims];                      // the integer point next to its middle
  float* at_[Dims];                        // its samples, from there
  float low_[Dims], high_[Dims];           // the least and the largest of them

 private:
  /// The last axis first.
  template <int Axis>
  void boxes(std::size_t place) {
    const std::size_t size = part_.axis[Axis].size;
    for (first_[Axis] = 0; first_[Axis] < size; first_[Axis] += box_size_[Axis]) {
      size_[Axis] = size - first_[Axis] < box_size_[Axis] ? size - first_[Axis] : box_size_[Axis];
      const std::size_t here = place + first_[Axis] * part_.stride[Axis];
      place_in_box<Axis>();
      if constexpr (Axis > 0) boxes<Axis - 1>(here);
      else static_cast<Route*>(this)->box(here);
    }
  }
  template <int Axis>
  void place_in_box() {
    const axis_table& a = axes_[Axis];
    const std::size_t first = first_[Axis], last = first + size_[Axis] - 1;
    const double base = __builtin_floor(0.5 * ((a.cell[first] + a.fraction[first]) + (a.cell[last] + a.fraction[last])) + 0.5);
    base_[Axis] = base;
    for (std::size_t k = 0; k < size_[Axis]; k += lanes)   // past the end other samples of the axis, of which no use is made
      store(at_[Axis] + k, narrow(load(a.cell + first + k) - wide(base)) + load(a.fraction + first + k));
    const float one = at_[Axis][0], other = at_[Axis][size_[Axis] - 1];
    low_[Axis] = one < other ? one : other;
    high_[Axis] = one < other ? other : one;
  }

  const axis_table* axes_;
  float* rows_;   // on their way to become integers, or past the caches
};

SCREE_KERNELS_END
