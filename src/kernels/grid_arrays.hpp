// The array route on a grid: coordinates from tables or, far out, one by one; then as in arrays.hpp. For cells that are small
// against a vector, for derivatives, and for whatever has no route of its own.
#pragma once
#include "kernels/axis_table.hpp"
#include "kernels/place.hpp"

SCREE_KERNELS_BEGIN

/// Calls row(index, place) for every row of a part: its sample numbers along the axes 1 .. Dims - 1, and its first element.
template <int Dims, class Row>
SCREE_INLINE void for_each_row(const grid_part& part, const Row& row) {
  std::size_t index[4] = {}, rows = 1;
  for (int axis = 1; axis < Dims; ++axis) rows *= part.axis[axis].size;
  for (std::size_t r = 0; r < rows; ++r) {
    std::size_t place = 0;
    for (int axis = 1; axis < Dims; ++axis) place += index[axis] * part.stride[axis];
    row(index, place);
    for (int axis = 1; axis < Dims && ++index[axis] == part.axis[axis].size; ++axis) index[axis] = 0;
  }
}

template <class Leaf, bool WithGradient>
void fill_by_tables(const Leaf& noise, const grid_part& part, double frequency, const axis_table* axes, const row_writer& writer) {
  constexpr int Dims = Leaf::dims;
  place_block<Leaf> block;
  block.all_finite = true;
  bool near = Leaf::lattice::near_is_faster;
  for (int axis = 0; axis < Dims; ++axis)
    near = near && axes[axis].first_cell > -Leaf::lattice::near && axes[axis].first_cell + static_cast<double>(axes[axis].cells) < Leaf::lattice::near;
  for_each_row<Dims>(part, [&](const std::size_t* index, std::size_t place) {
    wide_split<Dims> x;
    for (int axis = 1; axis < Dims; ++axis) {
      x.cell[axis] = wide(axes[axis].cell[index[axis]]);
      x.fraction[axis] = real(axes[axis].fraction[index[axis]]);
    }
    float* out = writer.begin(place);
    float* g[Dims] = {};
    const std::size_t size = part.axis[0].size;
    for (std::size_t k = 0; k < size; k += block_size) {
      const std::size_t n = size - k < block_size ? size - k : block_size;
      for (std::size_t i = 0; i < n; i += lanes) {
        x.cell[0] = load(axes[0].cell + k + i);
        x.fraction[0] = load(axes[0].fraction + k + i);
        block.put(i, noise.hash(near ? Leaf::lattice::find(nearer(x)) : Leaf::lattice::find(x)));
      }
      if constexpr (WithGradient)
        for (int axis = 0; axis < Dims; ++axis) g[axis] = writer.target.gradient[axis] + place + k;
      evaluate<Leaf, WithGradient>(noise, block, n, static_cast<float>(frequency), out + k, g);
    }
    writer.end(place, size);
  });
}

/// Where cells are too far out for tables.
template <class Leaf, bool WithGradient>
void fill_by_coordinates(const leaf& l, const grid_part& part, const row_writer& writer) {
  constexpr int Dims = Leaf::dims;
  for_each_row<Dims>(part, [&](const std::size_t* index, std::size_t place) {
    double coordinates[Dims][block_size];
    const double* x[Dims];
    float* g[Dims] = {};
    for (int axis = 0; axis < Dims; ++axis) x[axis] = coordinates[axis];
    for (int axis = 1; axis < Dims; ++axis)
      for (double& c : coordinates[axis]) c = coordinate(part.axis[axis], index[axis]);
    float* out = writer.begin(place);
    const std::size_t size = part.axis[0].size;
    for (std::size_t k = 0; k < size; k += block_size) {
      const std::size_t n = size - k < block_size ? size - k : block_size;
      for (std::size_t i = 0; i < n; ++i) coordinates[0][i] = coordinate(part.axis[0], k + i);
      if constexpr (WithGradient)
        for (int axis = 0; axis < Dims; ++axis) g[axis] = writer.target.gradient[axis] + place + k;
      sample_arrays<Leaf, WithGradient, double>(l, x, n, out + k, g);
    }
    writer.end(place, size);
  });
}

/// Where rows are shorter than a vector: samples of many rows go through one block.
template <class Leaf, bool WithGradient>
void fill_short_rows(const leaf& l, const grid_part& part, const row_writer& writer) {
  constexpr int Dims = Leaf::dims;
  double coordinates[Dims][block_size];
  float values[1 + Dims][block_size + lanes];
  std::size_t places[block_size], n = 0;
  const double* x[Dims];
  float* g[Dims];
  for (int axis = 0; axis < Dims; ++axis) x[axis] = coordinates[axis], g[axis] = values[1 + axis];
  auto flush = [&] {
    sample_arrays<Leaf, WithGradient, double>(l, x, n, values[0], g);
    for (std::size_t i = 0; i < n; ++i) {
      if (writer.target.format == sample_format::real32) static_cast<float*>(writer.target.values)[places[i]] = values[0][i];
      else writer.deliver(values[0] + i, places[i], 1);
      if constexpr (WithGradient)
        for (int axis = 0; axis < Dims; ++axis) writer.target.gradient[axis][places[i]] = g[axis][i];
    }
    n = 0;
  };
  for_each_row<Dims>(part, [&](const std::size_t* index, std::size_t place) {
    for (std::size_t k = 0; k < part.axis[0].size; ++k) {
      coordinates[0][n] = coordinate(part.axis[0], k);
      for (int axis = 1; axis < Dims; ++axis) coordinates[axis][n] = coordinate(part.axis[axis], index[axis]);
      places[n] = place + k;
      if (++n == block_size) flush();
    }
  });
  if (n) flush();
}

SCREE_KERNELS_END
