// The grid route of the lattice noises (Perlin, value, white): everything that samples share is computed once.
//
// The lattice points that a part of a grid touches carry planes (see perlin.hpp). Slice by slice along the last axis, the planes of two
// layers of lattice points are blended to planes over one axis less; those, slice by slice along the next axis; until a row of
// columns along x is left. Between two columns a row is a segment with a few coefficients, and a sample is two or three
// operations on them. A register holds as many segments as it has lanes; vectors of samples pick theirs. The order is
// that of the point route, so the bits are too.
#pragma once
#include "kernels/axis_table.hpp"
#include "kernels/lattice.hpp"

SCREE_KERNELS_BEGIN

/// Faded fractions of an axis, and where they are asked for the slopes of the fade there.
struct fade_table {
  float *u, *slope;
};
[[gnu::noinline]] fade_table tabulate_fade(const axis_table& a, int shape, bool with_slopes, scratch_memory& memory) {
  const std::size_t vectors = padded(a.size);
  const fade_table table{memory.take<float>(vectors), with_slopes ? memory.take<float>(vectors) : nullptr};
  for (std::size_t k = 0; k < vectors; k += lanes) {
    const faded f = fade(shape, load(a.fraction + k));
    store(table.u + k, f.u);
    if (with_slopes) store(table.slope + k, f.slope);
  }
  return table;
}

/// The x axis as rows need it: groups of vectors whose samples lie between columns that fit one register.
struct row_table {
  struct group {
    std::uint32_t column, last;    // the lowest and the highest; at most lanes of them
    std::uint32_t begin, end;      // samples; whole vectors, but for the end of the row
  };
  std::size_t size, columns;
  const float* t;
  fade_table fades;
  std::uint32_t* pick;             // of each sample: its column, counted from the group's lowest
  group* groups;
  std::size_t group_count;
  bool usable;                     // no vector spans more columns than a register holds
};

[[gnu::noinline]] row_table make_row_table(const axis_table& x, int shape, bool with_slopes, scratch_memory& memory) {
  row_table r;
  const std::size_t vectors = padded(x.size) / lanes;
  r.size = x.size;
  r.columns = x.cells - 1;
  r.t = x.fraction;
  r.fades = tabulate_fade(x, shape, with_slopes, memory);
  r.pick = memory.take<std::uint32_t>(padded(x.size));
  r.groups = memory.take<row_table::group>(vectors);
  r.group_count = 0;
  r.usable = true;
  for (std::size_t v = 0; v < vectors; ++v) {
    const std::size_t k = v * lanes;
    store(r.pick + k, modulo_2_32(load(x.cell + k) - wide(x.first_cell)));
    const std::uint32_t front = r.pick[k], back = r.pick[k + lanes - 1];
    row_table::group own = {front < back ? front : back, front < back ? back : front, static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(k + lanes < x.size ? k + lanes : x.size)};
    if (own.last - own.column >= lanes) {
      r.usable = false;
      return r;
    }
    if (r.group_count > 0) {
      row_table::group& last = r.groups[r.group_count - 1];
      const std::uint32_t column = last.column < own.column ? last.column : own.column, end = last.last > own.last ? last.last : own.last;
      if (end - column < lanes) {
        last.column = column, last.last = end, last.end = own.end;
        continue;
      }
    }
    r.groups[r.group_count++] = own;
  }
  for (std::size_t g = 0; g < r.group_count; ++g)
    for (std::size_t k = r.groups[g].begin; k < r.groups[g].end; k += lanes) store(r.pick + k, load(r.pick + k) - whole(r.groups[g].column));
  return r;
}

/// Lattice points are kept in at most so much memory, to stay in the second cache.
constexpr std::size_t lattice_bytes = scratch_bytes / 2;

template <class Leaf, bool WithGradient>
class lattice_grid {
 public:
  static constexpr int Dims = Leaf::dims;
  static_assert(!WithGradient || Dims == 2 || Dims == 3);   // of the others it would double what there is to compile

  lattice_grid(const Leaf& noise, const leaf& l, const grid_part& part, const axis_table* axes, const row_table& row, const row_writer& writer,
               scratch_memory memory)
      : noise_(noise), part_(part), axes_(axes), row_(row), writer_(writer), pitch_(padded(row.columns + 1)) {
    for (int k = 0; k < Dims; ++k) per_unit_[k] = definition::slope_per_unit(l.frequency[k]);
    points_[0] = pitch_;
    for (int k = 1; k < Dims; ++k) points_[k] = points_[k - 1] * axes_[k].cells;
    x_hash_ = memory.take<std::uint32_t>(pitch_ + lanes);
    for (std::size_t i = 0; i < pitch_; i += lanes) {
      const wide cell = wide(axes_[0].first_cell + static_cast<double>(i)) + counting();
      store(x_hash_ + i, noise_.hash.template axis<0>(noise_.hash.template number<0>(cell)));
    }
    store(x_hash_ + pitch_, whole(0u));
    for (int k = 1; k < Dims; ++k) slices_[k] = slices_along(axes_[k], l.shape, memory);
    if constexpr (Dims > 2) allocate<Dims - 1>(memory);
    if constexpr (Dims > 1)
      for (float*& layer : layer_) layer = take_planes<Dims>(memory, points_[Dims - 2]);
  }

  /// What it takes of the scratch memory for so many lattice points along each axis.
  static std::size_t bytes(const axis_table* axes) {
    std::size_t points = padded(axes[0].cells) + lanes, total = points * 4 + 64;
    for (int k = 1; k < Dims; ++k) {
      if (k == Dims - 1) total += 2 * (points * (Dims + 1) * 4 + 64);
      total += forms(k) * points * (k + 1) * 4 + 64 + axes[k].size * (sizeof(cell_run) + (WithGradient ? 8 : 4)) + 256;
      points *= axes[k].cells;
      if (points > scratch_bytes) return points;
    }
    return total;
  }

  void fill() {
    if constexpr (Dims == 1) {
      add_line();
    } else {
      double held[2] = {-1.0, -1.0};   // which layers stand in layer_, counted from the first cell
      slices_[Dims - 1].for_each_cell([&](const cell_run& run) {
        for (std::uint32_t c : {run.cell, run.cell + 1}) {
          if (held[c & 1] == c) continue;
          make_layer(axes_[Dims - 1].first_cell + c, layer_[c & 1]);
          held[c & 1] = c;
        }
        blend<Dims>(layer_[run.cell & 1], layer_[(run.cell & 1) ^ 1], points_[Dims - 2], run, 0);
      });
    }
  }

 private:
  template <int Axes>
  using node = typename Leaf::template node<Axes>;
  using segment = typename Leaf::segment;
  template <int Axes>
  static constexpr std::size_t components() { return node<Axes>::components; }
  /// Planes over the first `axes` axes: of the value, and of its derivatives along the others. They stand one form behind the other.
  static constexpr std::size_t forms(int axes) { return WithGradient ? static_cast<std::size_t>(1 + Dims - axes) : 1; }
  template <int Axes>
  static node<Axes> load_form(const float* planes, std::size_t form, std::size_t stride) {
    return node<Axes>::load(planes + form * components<Axes>() * stride, stride);
  }
  /// Samples of an axis that lie in one cell, counted from the axis's first.
  struct cell_run {
    std::uint32_t cell, first, end;
  };
  /// The samples of an axis other than x.
  struct slices {
    const float* t;
    fade_table fades;
    cell_run* runs;
    std::size_t count;

    template <class F>
    SCREE_INLINE void for_each_cell(const F& f) const {
      for (std::size_t r = 0; r < count; ++r) f(runs[r]);
    }
    SCREE_INLINE faded at(std::size_t s) const {
      faded f;
      f.t = real(t[s]);
      f.t1 = f.t - real(1.0f);
      f.u = real(fades.u[s]);
      if constexpr (WithGradient) f.slope = real(fades.slope[s]);
      return f;
    }
  };
  static slices slices_along(const axis_table& a, int shape, scratch_memory& memory) {
    const fade_table fades = tabulate_fade(a, shape, WithGradient, memory);
    slices s{a.fraction, fades, memory.take<cell_run>(a.size), 0};
    for (std::size_t k = 0; k < a.size; ++k) {
      const std::uint32_t sample = static_cast<std::uint32_t>(k);
      if (k == 0 || a.cell[k] != a.cell[k - 1]) s.runs[s.count++] = {static_cast<std::uint32_t>(a.cell[k] - a.first_cell), sample, sample};
      s.runs[s.count - 1].end = sample + 1;
    }
    return s;
  }

  /// Room for planes, and behind them zeros: registers of columns may reach past the last one.
  template <int Axes>
  static float* take_planes(scratch_memory& memory, std::size_t count) {
    const std::size_t size = count * components<Axes>() * forms(Axes);
    float* planes = memory.take<float>(size + lanes);
    store(planes + size, real(0.0f));
    return planes;
  }
  template <int Axes>
  void allocate(scratch_memory& memory) {
    level_[Axes] = take_planes<Axes>(memory, points_[Axes - 1]);
    if constexpr (Axes > 2) allocate<Axes - 1>(memory);
  }

  /// The planes of all lattice points at one coordinate of the last axis.
  void make_layer(double last_cell, float* layer) {
    const std::size_t count = points_[Dims - 2];
    const whole last = noise_.hash.template axis<Dims - 1>(noise_.hash.template number<Dims - 1>(wide(last_cell)));
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
      return noise_.hash.template axis<Axis>(noise_.hash.template number<Axis>(wide(cell))) * inner_hash<Axis - 1>(row % before);
    }
  }

  /// The samples of a run along axis Axes - 1, between two layers of planes over Axes axes; then everything along the axes left.
  template <int Axes>
  void blend(const float* lower, const float* upper, std::size_t stride, const cell_run& run, std::size_t place) {
    if constexpr (Axes == 2) {
      add_rows(lower, upper, stride, run, place);
    } else {
      constexpr int axis = Axes - 1;
      float* level = level_[Axes - 1];
      const std::size_t count = points_[Axes - 2], inner = points_[Axes - 3];
      for (std::size_t s = run.first; s < run.end; ++s) {
        const faded f = slices_[axis].at(s);
        for (std::size_t i = 0; i < count; i += lanes) {
          auto put = [&](std::size_t form, const node<Axes - 1>& planes) { planes.store(level + form * components<Axes - 1>() * count + i, count); };
          const auto low = load_form<Axes>(lower + i, 0, stride), up = load_form<Axes>(upper + i, 0, stride);
          put(0, Leaf::blend(low, up, f));
          if constexpr (WithGradient) put(1, Leaf::derivative(low, up, f));
          for (std::size_t form = 1; form < forms(Axes); ++form)
            put(form + 1, Leaf::blend(load_form<Axes>(lower + i, form, stride), load_form<Axes>(upper + i, form, stride), f));
        }
        slices_[axis - 1].for_each_cell([&](const cell_run& inner_run) {
          const float* at = level + inner_run.cell * inner;
          blend<Axes - 1>(at, at + inner, count, inner_run, place + s * part_.stride[axis]);
        });
      }
    }
  }

  /// The rows of a run along y, between two layers of columns. Where rows are written as they are, group by group: its columns stay in
  /// registers for all rows.
  void add_rows(const float* lower, const float* upper, std::size_t stride, const cell_run& run, std::size_t place) {
    if constexpr (!WithGradient)   // sums have none
      if (writer_.target.format == sample_format::sum32) return add_rows<true>(lower, upper, stride, run, place);
    add_rows<false>(lower, upper, stride, run, place);
  }
  template <bool Sum>
  void add_rows(const float* lower, const float* upper, std::size_t stride, const cell_run& run, std::size_t place) {
    auto add_pieces = [&](const row_table::group& group, std::size_t first, std::size_t end, float* out, std::size_t pitch) SCREE_INLINE_LAMBDA {
      struct column {
        node<2> lower, upper;
      } left[forms(2)], right[forms(2)];
      for (std::size_t form = 0; form < forms(2); ++form) {
        const float *lo = lower + group.column, *up = upper + group.column;
        left[form] = {load_form<2>(lo, form, stride), load_form<2>(up, form, stride)};
        right[form] = {load_form<2>(lo + 1, form, stride), load_form<2>(up + 1, form, stride)};
      }
      for (std::size_t s = first; s < end; ++s, out += pitch) {
        const faded f = slices_[1].at(s);
        auto blended = [&](const column& c) SCREE_INLINE_LAMBDA { return Leaf::blend(c.lower, c.upper, f); };
        const segment value = Leaf::between(blended(left[0]), blended(right[0]));
        if constexpr (WithGradient) {
          segment slopes[Dims];   // from 1 on
          slopes[1] = Leaf::between(Leaf::derivative(left[0].lower, left[0].upper, f), Leaf::derivative(right[0].lower, right[0].upper, f));
          for (int axis = 2; axis < Dims; ++axis) slopes[axis] = Leaf::between(blended(left[axis - 1]), blended(right[axis - 1]));
          add_slopes(value, slopes, group, out, place + s * part_.stride[1]);
        } else {
          add_piece<Sum>(value, group, out);
        }
      }
    };
    if (Sum || writer_.direct()) {
      float* out = static_cast<float*>(writer_.target.values) + place + run.first * part_.stride[1];
      for (std::size_t g = 0; g < row_.group_count; ++g) add_pieces(row_.groups[g], run.first, run.end, out, part_.stride[1]);
    } else {
      for (std::size_t s = run.first; s < run.end; ++s) {
        for (std::size_t g = 0; g < row_.group_count; ++g) add_pieces(row_.groups[g], s, s + 1, writer_.buffer, 0);
        writer_.end(place + s * part_.stride[1], row_.size);
      }
    }
  }
  void add_line() {
    float* out = writer_.begin(0);
    auto column = [&](std::size_t i) { return noise_.lattice_point(noise_.hash.point_of_line(load(x_hash_ + i))); };
    for (std::size_t g = 0; g < row_.group_count; ++g) {
      const row_table::group& group = row_.groups[g];
      add_piece<false>(Leaf::between(column(group.column), column(group.column + 1)), group, out);
    }
    writer_.end(0, row_.size);
  }

  /// The samples of a group, from its segments.
  template <bool Sum>
  SCREE_INLINE void add_piece(const segment& segments, const row_table::group& group, float* out) const {
    [[maybe_unused]] const adder add(writer_.target);
    // Copies that no store can touch: they stay in registers.
    const float *t = row_.t, *u = row_.fades.u;
    const std::uint32_t* pick = row_.pick;
    auto sample = [&](std::size_t k) {
      faded f;
      f.t = load(t + k);
      f.u = load(u + k);
      return segments.picked(load(pick + k)).at(f);
    };
    const std::size_t end = group.end;
    std::size_t k = group.begin;
    if constexpr (Sum) {
      for (; k + lanes <= end; k += lanes) store(out + k, add(sample(k), out + k));
      if (k == end) return;
      float rest[lanes];
      store(rest, sample(k));
      add_row(rest, end - k, writer_.target, out + k);
    } else {
      for (; k + lanes <= end; k += lanes) store(out + k, sample(k));
      if (k < end) store_first(out + k, sample(k), end - k);
    }
  }
  /// ... with their derivatives; slopes[axis], from 1 on, is between the columns' derivatives along that axis. `row` is the row's place in the target.
  SCREE_INLINE void add_slopes(const segment& values, const segment (&slopes)[Dims], const row_table::group& group, float* out, std::size_t row) const {
    const float *t = row_.t, *u = row_.fades.u, *slope = row_.fades.slope;
    const std::uint32_t* pick = row_.pick;
    float* along[Dims];
    real per_unit[Dims];
    for (int axis = 0; axis < Dims; ++axis) along[axis] = writer_.target.gradient[axis] + row, per_unit[axis] = real(per_unit_[axis]);
    const std::size_t end = group.end;
    for (std::size_t k = group.begin; k < end; k += lanes) {
      faded f;
      f.t = load(t + k);
      f.u = load(u + k);
      f.slope = load(slope + k);
      const whole number = load(pick + k);
      const segment own = values.picked(number);
      const real value = own.at(f);
      real d[Dims] = {own.slope_at(f) * per_unit[0]};
      for (int axis = 1; axis < Dims; ++axis) d[axis] = slopes[axis].picked(number).at(f) * per_unit[axis];
      if (end - k >= lanes) {
        store(out + k, value);
        for (int axis = 0; axis < Dims; ++axis) store(along[axis] + k, d[axis]);
      } else {
        store_first(out + k, value, end - k);
        for (int axis = 0; axis < Dims; ++axis) store_first(along[axis] + k, d[axis], end - k);
      }
    }
  }

  const Leaf& noise_;
  const grid_part& part_;
  const axis_table* axes_;
  const row_table row_;
  const row_writer& writer_;
  const std::size_t pitch_;        // lattice points of a row, padded to whole vectors
  std::size_t points_[Dims];       // lattice points over the axes 0 .. k, with the padding
  std::uint32_t* x_hash_;
  slices slices_[Dims];            // along the axes 1 ..
  float per_unit_[Dims];           // of derivatives, which are made per cell
  float* level_[Dims + 1] = {};    // level_[a]: planes over the first a axes, blended along the others
  float* layer_[2] = {};           // planes of lattice points at two neighbouring coordinates of the last axis
};

/// What came of a route: it filled the part, it would fill a half of it, or it is none for it.
enum class outcome { done, too_large, declined };

template <class Leaf>
[[gnu::noinline]] outcome fill_by_lattice(const leaf& l, const grid_part& part, const axis_table* axes, const row_writer& writer, scratch_memory memory) {
  constexpr bool has_slopes = (Leaf::dims == 2 || Leaf::dims == 3) && requires(typename Leaf::segment s, faded f) { s.slope_at(f); };
  const bool with_slopes = writer.target.gradient != nullptr;
  if ((with_slopes && !has_slopes) || axes[0].cells > 2 * tile_width) return outcome::declined;
  const row_table row = make_row_table(axes[0], l.shape, with_slopes, memory);
  if (!row.usable) return outcome::declined;
  auto fill = [&]<bool WithGradient>() {
    using grid = lattice_grid<Leaf, WithGradient>;
    if (grid::bytes(axes) > lattice_bytes) return outcome::too_large;
    const Leaf noise(l);
    grid(noise, l, part, axes, row, writer, memory).fill();
    return outcome::done;
  };
  if constexpr (has_slopes)
    if (with_slopes) {
      const bool pays = 2 * row.group_count * lanes <= padded(row.size);   // two vectors a group
      return pays ? fill.template operator()<true>() : outcome::declined;
    }
  return fill.template operator()<false>();
}

SCREE_KERNELS_END
