// The grid route of Worley noise: the feature points that a row of cells can meet are made once, and what they are away along the other
// axes once a row; every vector of samples then goes through the points of the cells around it, three or four operations each.
//
// Offsets are exact from whichever cell they are counted, so here they are counted from the lowest cell that a vector meets, and the bits are
// those of the point route. Where the cells around a vector are not enough (see worley.hpp), it takes that route.
#pragma once
#include "kernels/axis_table.hpp"
#include "kernels/grid_arrays.hpp"
#include "kernels/worley.hpp"

SCREE_KERNELS_BEGIN

/// The samples of a row, in groups of some vectors, and the points around it: column by column, of 3^(dims - 1) points each.
struct worley_row {
  std::size_t size;
  const float* x;                  // of each sample, from the lowest cell of its group
  const float* to_border;          // its distance to the borders of its cell along x
  const std::uint32_t *first, *columns;   // of each group: the column before its lowest cell, and how many columns are near it
  std::size_t points;              // of a column
  const float *px, *squares, *sizes, *value;   // of each point: x in its cell; its distance along the other axes; the cell's value
  float row_border;                // distance to the borders of the cell along the other axes
};

/// So many vectors are in a group where samples are near: their chains of operations overlap, and share the points' loads.
constexpr int worley_group = lanes > 8 ? 2 : 4;

/// Fills a row from the `Count` nearest points, and lists the vectors for which the points around them were not enough.
template <distance_kind Kind, int Count, int Group>
[[gnu::noinline]] std::size_t fill_worley_row(const worley_rule& shared_rule, const worley_row& row, float* out, std::uint16_t* not_enough) {
  const worley_rule rule = shared_rule;
  const real infinity(__builtin_inff());
  std::size_t rest = 0;
  for (std::size_t g = 0; g * Group * lanes < row.size; ++g) {
    const std::size_t begin = g * Group * lanes, first = row.first[g] * row.points, columns = row.columns[g];
    real x[Group], nearest[Group][Count];
    for (int v = 0; v < Group; ++v) {
      x[v] = load(row.x + begin + v * lanes) + real(1.0f);   // from the first column
      for (real& each : nearest[v]) each = infinity;
    }
    auto for_each_point = [&](const auto& use) {
      for (std::size_t c = 0; c < columns; ++c) {
        real from[Group];
        for (int v = 0; v < Group; ++v) from[v] = x[v] - real(static_cast<float>(c));
        for (std::size_t point = first + c * row.points, end = point + row.points; point < end; ++point) {
          const real px(row.px[point]), squares(row.squares[point]), sizes(row.sizes[point]);
#pragma GCC unroll 4
          for (int v = 0; v < Group; ++v) use(v, worley_rule::key<Kind>(squares, sizes, px - from[v]), point);
        }
      }
    };
    for_each_point([&](int v, real key, std::size_t) {
      for (int n = 0; n + 1 < Count; ++n) {
        const real farther = maximum(nearest[v][n], key);
        nearest[v][n] = minimum(nearest[v][n], key);
        key = farther;
      }
      nearest[v][Count - 1] = minimum(nearest[v][Count - 1], key);
    });
    real result[Group];
    if (rule.value_of_cell()) {
      for (real& each : result) each = infinity;
      for_each_point([&](int v, real key, std::size_t point) {
        result[v] = select(key == nearest[v][Count - 1], minimum(result[v], real(row.value[point])), result[v]);
      });
    }
    for (int v = 0; v < Group && begin + v * lanes < row.size; ++v) {
      const std::size_t k = begin + v * lanes;
      const real edge = (real(1.0f) + minimum(load(row.to_border + k), real(row.row_border))) + rule.slack;
      if (!every(nearest[v][Count - 1] < rule.key_along_axis(edge))) not_enough[rest++] = static_cast<std::uint16_t>(k / lanes);
      if (!rule.value_of_cell()) {
        real all[4];
        for (int n = 0; n < Count; ++n) all[n] = nearest[v][n];
        result[v] = rule.value(all);
      }
      store_first(out + k, result[v], row.size - k);
    }
  }
  return rest;
}
using worley_row_function = std::size_t (*)(const worley_rule&, const worley_row&, float*, std::uint16_t*);
template <distance_kind Kind>
worley_row_function worley_row_of(int count, bool in_groups) {
  if (count > 1) return fill_worley_row<Kind, 2, 1>;
  return in_groups ? fill_worley_row<Kind, 1, worley_group> : fill_worley_row<Kind, 1, 1>;
}

template <class Leaf>
class worley_grid {
 public:
  static constexpr int Dims = Leaf::dims;
  static constexpr std::size_t column = Dims == 1 ? 1 : Dims == 2 ? 3 : Dims == 3 ? 9 : 27;   // points

  /// A vector may meet three cells: offsets stay exact. Points that are farther than two cells away are not here; and a minkowski distance has
  /// nothing that samples could share.
  static bool pays(const Leaf& noise, double step) {
    return noise.rule.kind != distance_kind::minkowski && noise.rule.most <= (Dims == 1 ? 1 : 2) && __builtin_fabs(step) * (lanes - 1) <= 1.9;
  }
  static std::size_t bytes(const axis_table* axes) {
    return (axes[0].cells + 2 + lanes) * column * (Dims + 4) * 4 + tile_width * 20 + 8192;
  }

  worley_grid(const Leaf& noise, const grid_part& part, double step, const axis_table* axes, const row_writer& writer, scratch_memory memory)
      : noise_(noise), part_(part), axes_(axes), writer_(writer) {
    const axis_table& x = axes[0];
    columns_ = x.cells + 1;   // cells, and one more on each side
    in_groups_ = noise.rule.most == 1 && __builtin_fabs(step) * (worley_group * lanes) <= 0.8;
    const std::size_t group = in_groups_ ? worley_group * lanes : lanes, groups = (x.size + group - 1) / group, size = padded(x.size);
    float* from = memory.take<float>(groups * group);
    float* to_border = memory.take<float>(groups * group);
    std::uint32_t* first = memory.take<std::uint32_t>(groups);
    std::uint32_t* columns = memory.take<std::uint32_t>(groups);
    for (std::size_t g = 0; g < groups; ++g) {
      const std::size_t begin = g * group, end = begin + group < size ? begin + group : size;
      const double front = x.cell[begin], back = x.cell[end - 1], lowest = front < back ? front : back;
      first[g] = static_cast<std::uint32_t>(lowest - x.first_cell);
      columns[g] = static_cast<std::uint32_t>(__builtin_fabs(back - front)) + 3;
      for (std::size_t k = begin; k < end; k += lanes) {
        const real fraction = load(x.fraction + k);
        store(from + k, narrow(load(x.cell + k) - wide(lowest)) + fraction);
        store(to_border + k, minimum(fraction, real(1.0f) - fraction));
      }
      for (std::size_t k = end; k < begin + group; k += lanes) store(from + k, real(0.0f));
    }
    const std::size_t points = padded(columns_ * column);
    for (float*& each : place_) each = memory.take<float>(points);
    value_ = memory.take<float>(points);
    squares_ = memory.take<float>(points);
    sizes_ = memory.take<float>(points);
    hashes_ = memory.take<std::uint32_t>(points);
    not_enough_ = memory.take<std::uint16_t>(size / lanes);
    for (std::size_t c = 0; c < columns_; ++c) {
      const whole cell = noise.hash.template number<0>(wide(x.first_cell + (static_cast<double>(c) - 1.0)));
      std::uint32_t mixed[lanes];
      store(mixed, noise.hash.template axis<0>(cell));
      for (std::size_t k = 0; k < column; ++k) hashes_[c * column + k] = mixed[0];
    }
    row_ = {x.size, from, to_border, first, columns, column, place_[0], squares_, sizes_, value_, 0.5f};
  }

  void fill() {
    const worley_rule& rule = noise_.rule;
    worley_row_function fill_row;
    switch (rule.kind) {
      case distance_kind::squares: fill_row = worley_row_of<distance_kind::squares>(rule.most, in_groups_); break;
      case distance_kind::manhattan: fill_row = worley_row_of<distance_kind::manhattan>(rule.most, in_groups_); break;
      case distance_kind::chebyshev: fill_row = worley_row_of<distance_kind::chebyshev>(rule.most, in_groups_); break;
      default: fill_row = worley_row_of<distance_kind::hybrid>(rule.most, in_groups_);
    }
    bool made = false;
    for_each_row(Dims, part_, [&](const std::size_t* index, std::size_t place) {
      bool same = made;
      for (int k = 1; k < Dims; ++k) {
        same = same && cell_[k] == axes_[k].cell[index[k]];
        cell_[k] = axes_[k].cell[index[k]];
        fraction_[k] = axes_[k].fraction[index[k]];
      }
      if (!same) make_points();
      made = true;
      measure();
      float* out = writer_.begin(place);
      const std::size_t rest = fill_row(rule, row_, out, not_enough_);
      for (std::size_t r = 0; r < rest; ++r) search(not_enough_[r], out);
      writer_.end(place, row_.size);
    });
  }

 private:
  /// The points of all columns around the row's cells.
  void make_points() {
    std::uint32_t mixed[4][3];
    mix<1>(mixed);
    const std::size_t points = columns_ * column;
    for (std::size_t k = 0; k < padded(points); k += lanes) {
      std::uint32_t others[lanes];
      float step[Dims][lanes];
      for (std::size_t i = 0; i < lanes; ++i) {
        std::size_t rest = (k + i) % column;
        others[i] = 1;
        for (int axis = 1; axis < Dims; ++axis, rest /= 3) {
          others[i] *= mixed[axis][rest % 3];
          step[axis][i] = static_cast<float>(rest % 3) - 3.0f;   // places stand 2 too high
        }
      }
      real place[Dims];
      const whole word = noise_.feature(noise_.corner(load(hashes_ + k) * load(others)), place);
      store(place_[0] + k, place[0] - real(2.0f));
      for (int axis = 1; axis < Dims; ++axis) store(place_[axis] + k, place[axis] + load(step[axis]));
      store(value_ + k, Leaf::value_of(word));
    }
  }
  template <int Axis>
  void mix(std::uint32_t (&mixed)[4][3]) const {
    if constexpr (Axis < Dims) {
      const auto h = noise_.hash.template ends_of<Axis>(wide(cell_[Axis]));
      std::uint32_t each[lanes];
      for (int s = 0; s < 3; ++s) {
        store(each, h.at[s]);
        mixed[Axis][s] = each[0];
      }
      mix<Axis + 1>(mixed);
    }
  }

  /// How far the points are from the row, along the axes but x.
  void measure() {
    float border = 0.5f;
    for (int k = 1; k < Dims; ++k) {
      const float f = fraction_[k], low = f < 1.0f - f ? f : 1.0f - f;
      border = low < border ? low : border;
    }
    row_.row_border = border;
    const bool chebyshev = noise_.rule.kind == distance_kind::chebyshev;
    const std::size_t points = columns_ * column;
    for (std::size_t k = 0; k < points; k += lanes) {
      real squares(0.0f), sizes(0.0f);
      for (int axis = Dims - 1; axis >= 1; --axis) {
        const real d = load(place_[axis] + k) - real(fraction_[axis]), size = absolute(d);
        squares = axis == Dims - 1 ? d * d : fma(d, d, squares);
        sizes = axis == Dims - 1 ? size : chebyshev ? maximum(sizes, size) : sizes + size;
      }
      store(squares_ + k, squares);
      store(sizes_ + k, sizes);
    }
  }

  /// A vector of samples by the point route.
  void search(std::size_t vector, float* out) const {
    const std::size_t k = vector * lanes;
    wide_split<Dims> x;
    x.cell[0] = load(axes_[0].cell + k);
    x.fraction[0] = load(axes_[0].fraction + k);
    for (int axis = 1; axis < Dims; ++axis) {
      x.cell[axis] = wide(cell_[axis]);
      x.fraction[axis] = real(fraction_[axis]);
    }
    hashed_place<Dims, 4> p;
    mix_split(noise_.hash, x, p);
    sampled<Dims> s;
    noise_.template search<false>(p, s);
    store_first(out + k, s.value, row_.size - k);
  }

  const Leaf& noise_;
  const grid_part& part_;
  const axis_table* axes_;
  const row_writer& writer_;
  std::size_t columns_;
  bool in_groups_;
  double cell_[Dims];        // of the row, along the axes but x
  float fraction_[Dims];
  float *place_[Dims], *value_, *squares_, *sizes_;   // of the points
  std::uint32_t* hashes_;    // of their cells along x
  std::uint16_t* not_enough_;
  worley_row row_;
};

SCREE_KERNELS_END
