// The array route on a grid: coordinates from tables or, far out, one by one; then as in arrays.hpp. For cells that are small
// against a vector, for derivatives, and for whatever has no route of its own.
#pragma once
#include "kernels/axis_table.hpp"
#include "kernels/place.hpp"
#include "kernels/settled.hpp"

SCREE_KERNELS_BEGIN

/// Calls row(index, place) for every row of a part: its sample numbers along the axes 1 .. dims - 1, and its first element.
template <class Row>
SCREE_INLINE void for_each_row(int dims, const grid_part& part, const Row& row) {
  std::size_t index[4] = {}, rows = 1;
  for (int axis = 1; axis < dims; ++axis) rows *= part.axis[axis].size;
  for (std::size_t r = 0; r < rows; ++r) {
    std::size_t place = 0;
    for (int axis = 1; axis < dims; ++axis) place += index[axis] * part.stride[axis];
    row(index, place);
    for (int axis = 1; axis < dims && ++index[axis] == part.axis[axis].size; ++axis) index[axis] = 0;
  }
}

/// Places of the samples of rows on the cubic lattice: everything that one axis decides comes from a table, hashed.
template <class Leaf>
class cubic_rows {
 public:
  static constexpr int Dims = Leaf::dims;
  static constexpr int hashes = Leaf::corners > 2 ? Leaf::corners : 2;   // along each axis; a leaf may use less
  static constexpr bool in_blocks = false;

  cubic_rows(const Leaf& noise, const axis_table* axes, scratch_memory& memory) : noise_(noise), axes_(axes) {
    for (std::uint32_t*& each : hash_) each = memory.take<std::uint32_t>(padded(axes[0].size));
    for (std::size_t k = 0; k < axes[0].size; k += lanes) {
      const auto h = noise.hash.template ends_of<0>(load(axes[0].cell + k));
      for (int corner = 0; corner < Leaf::corners; ++corner) store(hash_[corner] + k, h.at[corner]);
    }
  }
  /// Goes to a row, by its sample numbers along the other axes.
  void start(const std::size_t* index) { start_axis<1>(index); }   // in the order of for_each_row
  SCREE_INLINE hashed_place<Dims, hashes> at(std::size_t k) const {
    hashed_place<Dims, hashes> p;
    for (int corner = 0; corner < Leaf::corners; ++corner) {
      p.axis[0].at[corner] = load(hash_[corner] + k);
      for (int axis = 1; axis < Dims; ++axis) p.axis[axis].at[corner] = row_.axis[axis].at[corner];
    }
    p.fraction[0] = load(axes_[0].fraction + k);
    for (int axis = 1; axis < Dims; ++axis) p.fraction[axis] = row_.fraction[axis];
    noise_.hash.join(p);
    return p;
  }

 private:
  template <int Axis>
  void start_axis([[maybe_unused]] const std::size_t* index) {
    if constexpr (Axis < Dims) {
      row_.axis[Axis] = noise_.hash.template ends_of<Axis>(wide(axes_[Axis].cell[index[Axis]]));
      row_.fraction[Axis] = real(axes_[Axis].fraction[index[Axis]]);
      if (index[Axis] == 0) start_axis<Axis + 1>(index);   // otherwise nothing changed there
    }
  }
  const Leaf& noise_;
  const axis_table* axes_;
  std::uint32_t* hash_[Leaf::corners];
  hashed_place<Dims, hashes> row_;
};

/// The same on the lattice of simplices, from its vertex (P + b_0, P + b_1, ...) next to the middle of the part: there, coordinates are
/// small wherever the part is (see simplicial::find for P and rest).
template <class Leaf>
class simplicial_rows {
 public:
  static constexpr int Dims = Leaf::dims;
  static constexpr bool in_blocks = Dims < 4;

  static bool usable(const axis_table* axes) {
    for (int axis = 0; axis < Dims; ++axis)
      if (static_cast<double>(axes[axis].cells) > 2.0 * Leaf::lattice::near - 8.0) return false;
    return true;
  }
  simplicial_rows(const Leaf& noise, const axis_table* axes, scratch_memory& memory) : noise_(noise), axes_(axes) {
    double N = 0;
    for (int axis = 0; axis < Dims; ++axis) {
      base_[axis] = axes[axis].first_cell + static_cast<double>(axes[axis].cells / 2);
      N += base_[axis];
    }
    const double P = __builtin_floor(N * definition::skew[Dims - 1]);
    rest_ = __builtin_fma(N + Dims * P, definition::unskew[Dims - 1], -P);
    for (int axis = 0; axis < Dims; ++axis) vertex_[axis] = modulo_2_32(wide(base_[axis] + P));
    x_ = memory.take<float>(padded(axes[0].size));
    units_ = memory.take<std::uint32_t>(padded(axes[0].size));
    for (std::size_t k = 0; k < axes[0].size; k += lanes) {
      const wide x = (load(axes[0].cell + k) - wide(base_[0])) + (widen(load(axes[0].fraction + k)) + wide(rest_));
      store(x_ + k, narrow(x));
      store(units_ + k, modulo_2_32(x * wide(0x1p22)));
    }
  }
  void start(const std::size_t* index) {
    for (int axis = 1; axis < Dims; ++axis) {
      const axis_table& a = axes_[axis];
      const double x = (a.cell[index[axis]] - base_[axis]) + (static_cast<double>(a.fraction[index[axis]]) + rest_);
      row_x_[axis] = real(static_cast<float>(x));
      row_units_[axis] = modulo_2_32(wide(x * 0x1p22));
    }
  }
  SCREE_INLINE hashed_place<Dims> at(std::size_t k) const {
    real x[Dims];
    whole units[Dims];
    x[0] = load(x_ + k);
    units[0] = load(units_ + k);
    for (int axis = 1; axis < Dims; ++axis) x[axis] = row_x_[axis], units[axis] = row_units_[axis];
    place<Dims> p = Leaf::lattice::find(x, units);
    for (int axis = 0; axis < Dims; ++axis) p.cell[axis] = p.cell[axis] + vertex_[axis];
    return noise_.hash(p);
  }

 private:
  const Leaf& noise_;
  const axis_table* axes_;
  double base_[Dims], rest_;
  whole vertex_[Dims];
  float* x_;
  std::uint32_t* units_;
  real row_x_[Dims];
  whole row_units_[Dims];
};

/// The same on the lattice of simplices, from cells of any size.
template <class Leaf>
class far_rows {
 public:
  static constexpr int Dims = Leaf::dims;
  static constexpr bool in_blocks = true;

  far_rows(const Leaf& noise, const axis_table* axes, scratch_memory&) : noise_(noise), axes_(axes) {}
  void start(const std::size_t* index) {
    for (int axis = 1; axis < Dims; ++axis) {
      row_.cell[axis] = wide(axes_[axis].cell[index[axis]]);
      row_.fraction[axis] = real(axes_[axis].fraction[index[axis]]);
    }
  }
  SCREE_INLINE hashed_place<Dims> at(std::size_t k) const {
    wide_split<Dims> x;
    x.cell[0] = load(axes_[0].cell + k);
    x.fraction[0] = load(axes_[0].fraction + k);
    for (int axis = 1; axis < Dims; ++axis) x.cell[axis] = row_.cell[axis], x.fraction[axis] = row_.fraction[axis];
    return noise_.hash(Leaf::lattice::find(x));
  }

 private:
  const Leaf& noise_;
  const axis_table* axes_;
  wide_split<Dims> row_;
};

template <class Rows, bool WithGradient, class Leaf>
void fill_rows(const Leaf& leaf_noise, const grid_part& part, const leaf& l, const axis_table* axes, const row_writer& writer, scratch_memory memory) {
  constexpr int Dims = Leaf::dims;
  const Leaf noise = leaf_noise;
  Rows table(noise, axes, memory);
  const std::size_t size = part.axis[0].size;
  for_each_row(Dims, part, [&](const std::size_t* index, std::size_t place) {
    table.start(index);
    float* out = writer.begin(place);
    float* g[Dims] = {};
    if constexpr (WithGradient)
      for (int axis = 0; axis < Dims; ++axis) g[axis] = writer.target.gradient[axis] + place;
    if constexpr (Rows::in_blocks || WithGradient) {
      block_of<Leaf> block;
      block.all_finite = true;
      for (std::size_t k = 0; k < size; k += block_size) {
        const std::size_t n = size - k < block_size ? size - k : block_size;
        for (std::size_t i = 0; i < n; i += lanes) block.put(i, table.at(k + i));
        evaluate<Leaf, WithGradient>(noise, block, n, l, out + k, g);
        if constexpr (WithGradient)
          for (float*& each : g) each += n;
      }
    } else {
      for (std::size_t k = 0; k < size; k += lanes) store_first(out + k, noise.template at<false>(table.at(k)).value, size - k);
    }
    writer.end(place, size);
  });
}

/// A leaf that settles most samples with less work than all of them take.
template <class Leaf>
[[gnu::noinline]] void fill_settled_rows(const Leaf& noise, const grid_part& part, const leaf& l, const axis_table* axes, const row_writer& writer,
                                         scratch_memory memory) {
  constexpr int Dims = Leaf::dims;
  const std::size_t size = part.axis[0].size;
  std::uint32_t* number = memory.take<std::uint32_t>(padded(size) + lanes);
  for (std::size_t k = 0; k < padded(size) + lanes; k += lanes) store(number + k, modulo_2_32(load(axes[0].cell + k)));
  // Rows go through blocks end to end.
  struct piece {
    std::size_t row, first, size;
  };
  piece pieces[block_size];
  std::size_t count = 0, filled = 0;
  cell_block<Dims> places;
  float values[block_size], *out = nullptr;
  auto flush = [&] {
    places.all_finite = true;
    settle(noise, places, filled, l, values);
    const float* from = values;
    for (std::size_t i = 0; i < count; ++i) {
      const piece& each = pieces[i];
      if (each.first == 0) out = writer.begin(each.row);
      __builtin_memcpy(out + each.first, from, each.size * sizeof(float));
      from += each.size;
      if (each.first + each.size == size) writer.end(each.row, size);
    }
    count = filled = 0;
  };
  for_each_row(Dims, part, [&](const std::size_t* index, std::size_t place_of_row) {
    place<Dims> p;
    for (int axis = 1; axis < Dims; ++axis) {
      p.cell[axis] = modulo_2_32(wide(axes[axis].cell[index[axis]]));
      p.fraction[axis] = real(axes[axis].fraction[index[axis]]);
    }
    for (std::size_t first = 0, n; first < size; first += n) {
      n = size - first < block_size - filled ? size - first : block_size - filled;
      for (std::size_t k = 0; k < n; k += lanes) {
        p.cell[0] = load(number + first + k), p.fraction[0] = load(axes[0].fraction + first + k);
        places.put(filled + k, noise.hash, p);
      }
      pieces[count++] = {place_of_row, first, n};
      if ((filled += n) == block_size) flush();
    }
  });
  if (filled) flush();
}

template <bool WithGradient, class Leaf>
void fill_by_tables(const Leaf& noise, const grid_part& part, const leaf& l, const axis_table* axes, const row_writer& writer, scratch_memory memory) {
  // In the plane tables of mixed coordinates save as much.
  if constexpr (!WithGradient && Leaf::dims > 2 && requires { noise.settles_most(); })
    if (noise.settles_most()) return fill_settled_rows(noise, part, l, axes, writer, memory);
  if constexpr (!requires { Leaf::continuous; }) {
    fill_rows<cubic_rows<Leaf>, WithGradient>(noise, part, l, axes, writer, memory);
  } else {
    if constexpr (Leaf::continuous)
      if (simplicial_rows<Leaf>::usable(axes)) return fill_rows<simplicial_rows<Leaf>, WithGradient>(noise, part, l, axes, writer, memory);
    fill_rows<far_rows<Leaf>, WithGradient>(noise, part, l, axes, writer, memory);
  }
}

/// Any leaf, where cells are too far out for tables.
[[gnu::noinline]] void fill_by_coordinates(sample_function<double> sample, int dims, const leaf& l, const grid_part& part, const row_writer& writer) {
  double coordinates[4][block_size];
  const double* const x[4] = {coordinates[0], coordinates[1], coordinates[2], coordinates[3]};
  for_each_row(dims, part, [&](const std::size_t* index, std::size_t place) {
    for (int axis = 1; axis < dims; ++axis)
      for (double& c : coordinates[axis]) c = coordinate(part.axis[axis], index[axis]);
    float* out = writer.begin(place);
    const std::size_t size = part.axis[0].size;
    for (std::size_t k = 0; k < size; k += block_size) {
      const std::size_t n = size - k < block_size ? size - k : block_size;
      for (std::size_t i = 0; i < n; ++i) coordinates[0][i] = coordinate(part.axis[0], k + i);
      float* g[4];
      if (writer.target.gradient)
        for (int axis = 0; axis < dims; ++axis) g[axis] = writer.target.gradient[axis] + place + k;
      sample(l, x, n, out + k, writer.target.gradient ? g : nullptr);
    }
    writer.end(place, size);
  });
}

/// Any leaf, where rows are shorter than a vector: samples of many rows go through one block.
[[gnu::noinline]] void fill_short_rows(sample_function<double> sample, int dims, const leaf& l, const grid_part& part, const row_writer& writer) {
  double coordinates[4][block_size];
  float values[block_size + lanes], slopes[4][block_size + lanes];
  std::size_t places[block_size], n = 0;
  const double* const x[4] = {coordinates[0], coordinates[1], coordinates[2], coordinates[3]};
  float* const g[4] = {slopes[0], slopes[1], slopes[2], slopes[3]};
  auto flush = [&] {
    sample(l, x, n, values, writer.target.gradient ? g : nullptr);
    for (std::size_t i = 0; i < n; ++i) {
      if (writer.target.format == sample_format::real32) static_cast<float*>(writer.target.values)[places[i]] = values[i];
      else writer.deliver(values + i, places[i], 1);
      if (writer.target.gradient)
        for (int axis = 0; axis < dims; ++axis) writer.target.gradient[axis][places[i]] = g[axis][i];
    }
    n = 0;
  };
  for_each_row(dims, part, [&](const std::size_t* index, std::size_t place) {
    for (std::size_t k = 0; k < part.axis[0].size; ++k) {
      coordinates[0][n] = coordinate(part.axis[0], k);
      for (int axis = 1; axis < dims; ++axis) coordinates[axis][n] = coordinate(part.axis[axis], index[axis]);
      places[n] = place + k;
      if (++n == block_size) flush();
    }
  });
  if (n) flush();
}

SCREE_KERNELS_END
