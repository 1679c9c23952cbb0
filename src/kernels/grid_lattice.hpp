// The grid route of the lattice noises (Perlin, value, white): everything that samples share is computed once.
//
// The lattice points that a part of a grid touches carry planes (see perlin.hpp). Slice by slice along the last axis, the planes of two
// layers of lattice points are blended to planes over one axis less; those, slice by slice along the next axis; until a row of
// columns along x is left. Between two columns a row is a segment with a few coefficients, and a sample is two or three
// operations on them. The order is that of the point route, so the bits are too.
#pragma once
#include "kernels/axis_table.hpp"
#include "kernels/lattice.hpp"

SCREE_KERNELS_BEGIN

/// The x axis as rows need it: runs of whole vectors inside one column, then vectors that span several.
struct row_table {
  struct run {
    std::uint32_t column;                   // of the vectors begin .. mixed
    std::uint32_t begin, mixed, end;        // the vectors mixed .. end pick their columns
  };
  std::size_t size, columns;
  const float *t, *u;
  std::uint32_t* base;                      // of each vector: its lowest column
  std::uint32_t* pick;                      // of each sample: its column, counted from its vector's lowest
  run* runs;
  std::size_t run_count;
  bool narrow;                              // all columns fit one register, and there are few vectors: bases are 0, runs not needed
  bool usable;                              // no vector spans more columns than a register holds

  static constexpr std::size_t bytes(std::size_t size) { return padded(size) * (2 * sizeof(float) + 16) + sizeof(run) * (padded(size) / lanes + 1) + 512; }
};

template <int Shape>
[[gnu::noinline]] row_table make_row_table(const axis_table& x, scratch_memory& memory) {
  row_table r;
  const std::size_t vectors = padded(x.size) / lanes;
  float* u = memory.take<float>(padded(x.size));
  r.size = x.size;
  r.columns = x.cells - 1;
  r.t = x.fraction;
  r.u = u;
  r.base = memory.take<std::uint32_t>(vectors);
  r.pick = memory.take<std::uint32_t>(padded(x.size));
  r.runs = memory.take<row_table::run>(vectors + 1);
  r.run_count = 0;
  r.narrow = x.cells <= lanes && vectors <= 8;
  r.usable = true;
  for (std::size_t v = 0; v < vectors; ++v) {
    const std::size_t k = v * lanes;
    store(u + k, fade<Shape>(load(x.fraction + k)).u);
    const double front = x.cell[k], back = x.cell[k + lanes - 1], lowest = r.narrow ? x.first_cell : front < back ? front : back;
    const double span = front < back ? back - front : front - back;
    if (span >= lanes) {
      r.usable = false;
      return r;
    }
    r.base[v] = static_cast<std::uint32_t>(lowest - x.first_cell);
    store(r.pick + k, low_words((load(x.cell + k) - wide(lowest)) + wide(0x1.8p52)));
    const std::uint32_t vector = static_cast<std::uint32_t>(v);
    row_table::run* last = r.run_count ? &r.runs[r.run_count - 1] : nullptr;
    if (span == 0.0) {
      if (last && last->column == r.base[v] && last->mixed == vector) last->mixed = last->end = vector + 1;
      else r.runs[r.run_count++] = {r.base[v], vector, vector + 1, vector + 1};
    } else {
      if (last) last->end = vector + 1;
      else r.runs[r.run_count++] = {0, vector, vector, vector + 1};
    }
  }
  return r;
}

template <class Leaf>
class lattice_grid {
 public:
  static constexpr int Dims = Leaf::dims;

  lattice_grid(const Leaf& noise, const grid_part& part, const axis_table* axes, const row_table& row, const row_writer& writer,
               scratch_memory memory)
      : noise_(noise), part_(part), axes_(axes), row_(row), writer_(writer), pitch_(padded(row.columns + 1)) {
    points_[0] = pitch_;
    for (int k = 1; k < Dims; ++k) points_[k] = points_[k - 1] * axes_[k].cells;
    for (float*& c : coefficient_) c = memory.take<float>(pitch_ + lanes);
    x_hash_ = memory.take<std::uint32_t>(pitch_ + lanes);
    if constexpr (Dims > 2) allocate<Dims - 1>(memory);
    if constexpr (Dims > 1)
      for (float*& layer : layer_) layer = memory.take<float>(points_[Dims - 2] * components<Dims>() + lanes);
  }

  /// What it takes of the scratch memory for so many lattice points along each axis.
  static std::size_t bytes(const axis_table* axes) {
    std::size_t points = padded(axes[0].cells) + lanes, total = (Leaf::segment::coefficients + 1) * (points * 4 + 64);
    for (int k = 1; k < Dims; ++k) {
      if (k == Dims - 1) total += 2 * (points * (Dims + 1) * 4 + 64);
      total += points * (k + 1) * 4 + 64;
      points *= axes[k].cells;
      if (points > scratch_bytes) return points;
    }
    return total;
  }

  void fill() {
    for (std::size_t i = 0; i < pitch_; i += lanes) {
      const wide cell = wide(axes_[0].first_cell + static_cast<double>(i)) + counting();
      store(x_hash_ + i, noise_.hash.template axis<0>(modulo_2_32(cell)));
    }
    if constexpr (Dims == 1) {
      auto column = [&](std::size_t i) { return noise_.lattice_point(noise_.hash.point_of_line(load(x_hash_ + i))); };
      add_row(column, 0);
    } else {
      const axis_table& last = axes_[Dims - 1];
      double held[2] = {-1.0, -1.0};   // which layers stand in layer_, counted from the first cell
      for (std::size_t s = 0; s < last.size; ++s) {
        const double cell = last.cell[s] - last.first_cell;
        for (double c : {cell, cell + 1.0}) {
          const int slot = static_cast<int>(c) & 1;
          if (held[slot] != c) make_layer(last.first_cell + c, layer_[slot]), held[slot] = c;
        }
        const int lower = static_cast<int>(cell) & 1;
        slice<Dims>(layer_[lower], layer_[lower ^ 1], points_[Dims - 2], faded_at(last, s), s * part_.stride[Dims - 1]);
      }
    }
  }

 private:
  template <int Axes>
  using node = typename Leaf::template node<Axes>;
  template <int Axes>
  static constexpr std::size_t components() { return node<Axes>::components; }

  template <int Axes>
  void allocate(scratch_memory& memory) {
    level_[Axes] = memory.take<float>(points_[Axes - 1] * components<Axes>() + lanes);
    if constexpr (Axes > 2) allocate<Axes - 1>(memory);
  }

  SCREE_INLINE static faded faded_at(const axis_table& a, std::size_t s) { return fade<Leaf::shape>(real(a.fraction[s])); }

  /// The planes of all lattice points at one coordinate of the last axis.
  void make_layer(double last_cell, float* layer) {
    const std::size_t count = points_[Dims - 2];
    const whole last = noise_.hash.template axis<Dims - 1>(modulo_2_32(wide(last_cell)));
    for (std::size_t row = 0; row < count; row += pitch_) {
      const whole others = last * inner_hash<Dims - 2>(row / pitch_);
      for (std::size_t i = 0; i < pitch_; i += lanes)
        noise_.lattice_point(load(x_hash_ + i) * others).store(layer + row + i, count);
    }
  }
  /// Hash of a lattice row's place along the axes 1 .. Axis.
  template <int Axis>
  whole inner_hash(std::size_t row) const {
    if constexpr (Axis < 1) {
      return whole(1u);
    } else {
      const std::size_t before = points_[Axis - 1] / pitch_;
      const double cell = axes_[Axis].first_cell + static_cast<double>(row / before);
      return noise_.hash.template axis<Axis>(modulo_2_32(wide(cell))) * inner_hash<Axis - 1>(row % before);
    }
  }

  /// Blends two layers of planes over Axes axes, then everything that follows along the axes left.
  template <int Axes>
  void slice(const float* lower, const float* upper, std::size_t stride, const faded& f, std::size_t place) {
    if constexpr (Axes == 2) {
      add_row([&](std::size_t i) { return Leaf::blend(node<2>::load(lower + i, stride), node<2>::load(upper + i, stride), f); }, place);
    } else {
      constexpr int axis = Axes - 2;
      float* level = level_[Axes - 1];
      const std::size_t count = points_[Axes - 2], inner = points_[axis - 1];
      for (std::size_t i = 0; i < count; i += lanes)
        Leaf::blend(node<Axes>::load(lower + i, stride), node<Axes>::load(upper + i, stride), f).store(level + i, count);
      const axis_table& a = axes_[axis];
      for (std::size_t s = 0; s < a.size; ++s) {
        const float* at = level + static_cast<std::size_t>(a.cell[s] - a.first_cell) * inner;
        slice<Axes - 1>(at, at + inner, count, faded_at(a, s), place + s * part_.stride[axis]);
      }
    }
  }

  /// A row, from its columns: the segments between neighbours first.
  template <class Column>
  void add_row(const Column& column, std::size_t place) {
    if (row_.narrow) return write_narrow_row(Leaf::between(column(0), column(1)), place);
    for (std::size_t i = 0; i < row_.columns; i += lanes)
      Leaf::between(column(i), column(i + 1)).to([&](int k, real c) { store(coefficient_[k] + i, c); });
    write_row(place);
  }

  SCREE_INLINE faded sample_fade(std::size_t k) const {
    faded f;
    f.t = load(row_.t + k);
    f.u = load(row_.u + k);
    return f;
  }

  /// All segments in registers: nothing to store and wait for, no run to predict.
  SCREE_INLINE void write_narrow_row(const typename Leaf::segment& segments, std::size_t place) const {
    using segment = typename Leaf::segment;
    real coefficient[segment::coefficients];
    segments.to([&](int k, real c) { coefficient[k] = c; });
    float* out = writer_.begin(place);
    for (std::size_t k = 0; k < row_.size; k += lanes) {
      const whole number = load(row_.pick + k);
      store_first(out + k, segment::from([&](int c) { return pick(coefficient[c], number); }).at(sample_fade(k)), row_.size - k);
    }
    writer_.end(place, row_.size);
  }

  [[gnu::noinline]] void write_row(std::size_t place) const {
    using segment = typename Leaf::segment;
    float* out = writer_.begin(place);
    const std::size_t whole_vectors = row_.size / lanes;
    auto mixed = [&](std::size_t v) {
      const whole number = load(row_.pick + v * lanes);
      const std::uint32_t base = row_.base[v];
      return segment::from([&](int k) { return pick(load(coefficient_[k] + base), number); }).at(sample_fade(v * lanes));
    };
    for (std::size_t r = 0; r < row_.run_count; ++r) {
      const row_table::run run = row_.runs[r];
      const segment s = segment::from([&](int k) { return real(coefficient_[k][run.column]); });
      const std::size_t uniform_end = run.mixed < whole_vectors ? run.mixed : whole_vectors;
      for (std::size_t v = run.begin; v < uniform_end; ++v) store(out + v * lanes, s.at(sample_fade(v * lanes)));
      const std::size_t end = run.end < whole_vectors ? run.end : whole_vectors;
      for (std::size_t v = run.mixed; v < end; ++v) store(out + v * lanes, mixed(v));
    }
    if (row_.size % lanes) store_first(out + whole_vectors * lanes, mixed(whole_vectors), row_.size % lanes);
    writer_.end(place, row_.size);
  }

  const Leaf& noise_;
  const grid_part& part_;
  const axis_table* axes_;
  const row_table& row_;
  const row_writer& writer_;
  const std::size_t pitch_;        // lattice points of a row, padded to whole vectors
  std::size_t points_[Dims];       // lattice points over the axes 0 .. k, with the padding
  float* coefficient_[Leaf::segment::coefficients];
  std::uint32_t* x_hash_;
  float* level_[Dims + 1] = {};    // level_[a]: planes over the first a axes, blended along the others
  float* layer_[2] = {};           // planes of lattice points at two neighbouring coordinates of the last axis
};

SCREE_KERNELS_END
