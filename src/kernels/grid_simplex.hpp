// The grid route of continuous simplex noise: the field is a sum over vertices, each inside its own ball.
//
// The grid is done in boxes a few cells wide. The vertices whose balls can meet the box are listed once, in ascending order of i + j + ...,
// in which a point adds its corners. Slice by slice along the last axes the list thins out to the vertices that reach the slice, and
// carries what they contribute so far: r^2 - dw^2 - dz^2, and gw dw + gz dz. Along y that is done for a band of rows; then every vector of x
// adds the vertices that reach it, to all rows of the band.
//
// Vertices outside of a sample's own simplex contribute exactly zero, and offsets are exact, so the bits are those of the point route.
#pragma once
#include "kernels/gradients.hpp"
#include "kernels/simplex_boxes.hpp"

SCREE_KERNELS_BEGIN

/// The numbers of the bits that are set in a byte, in ascending order.
struct set_bits {
  std::uint16_t number[256][8] = {};
  std::uint8_t count[256] = {};

  constexpr set_bits() {
    for (unsigned byte = 0; byte < 256; ++byte)
      for (unsigned bit = 0; bit < 8; ++bit)
        if (byte >> bit & 1) number[byte][count[byte]++] = static_cast<std::uint16_t>(bit);
  }
  /// Appends base + the numbers to a list, which needs room for eight more; without a branch.
  SCREE_INLINE std::size_t append(unsigned bits, std::size_t base, std::uint16_t* list, std::size_t length) const {
    for (int byte = 0; byte < (lanes + 7) / 8; ++byte, bits >>= 8, base += 8) {
      std::uint64_t four[2];
      __builtin_memcpy(four, number[bits & 255], sizeof four);
      for (std::uint64_t& each : four) each += base * 0x0001000100010001u;
      __builtin_memcpy(list + length, four, sizeof four);
      length += count[bits & 255];
    }
    return length;
  }
};
constexpr set_bits bit_numbers;

template <class Leaf>
class simplex_grid : public simplex_boxes<Leaf, simplex_grid<Leaf>> {
  using boxes = simplex_boxes<Leaf, simplex_grid<Leaf>>;
  friend boxes;
  using boxes::noise_, boxes::part_, boxes::box_size_, boxes::size_, boxes::base_, boxes::at_, boxes::low_, boxes::high_,
      boxes::box_vectors, boxes::write_rows;

 public:
  static constexpr int Dims = Leaf::dims;
  static constexpr int band = lanes < 8 ? lanes : 8;      // rows
  static constexpr std::size_t most_vertices = 768;       // of a box: (box_cells + 2 reach)^Dims / (1 - Dims G) is less
  static constexpr double box_cells = Dims == 2 ? 5.5 : Dims == 3 ? 4.0 : 2.8;   // places, from the middle, stay below 4 cells, and exact
  /// Cells that a vector of x and a band of rows may span, both together: beyond, too many vertices reach them.
  static constexpr double most_cells = Dims == 2 ? 1.45 : Dims == 3 ? 2.15 : 2.5;

  static bool pays(const leaf& l, const grid_part& part, const axis_table* axes) {
    const double x = __builtin_fabs(part.axis[0].spacing * l.frequency[0]), y = __builtin_fabs(part.axis[1].spacing * l.frequency[1]);
    return evenly_placed<Dims>(axes) && x * lanes + y * band <= most_cells && part.axis[1].size >= band / 2;
  }
  static constexpr std::size_t bytes() {
    return boxes::bytes() + sizeof(vertex_list<Dims>) * Dims + sizeof(band_list) + box_vectors * sizeof(reach_list) + 4096;
  }

  simplex_grid(const Leaf& noise, const leaf& l, const grid_part& part, const axis_table* axes, const row_writer& writer, scratch_memory memory)
      : boxes(noise, l, part, axes, writer, box_cells, memory), step_(part.axis[0].spacing * l.frequency[0]) {
    if (box_size_[1] > band) box_size_[1] = box_size_[1] / band * band;
    for (vertex_list<Dims>*& list : lists_) list = memory.take<vertex_list<Dims>>(1);
    band_ = memory.take<band_list>(1);
    reach_ = memory.take<reach_list>(box_vectors);
  }

 private:
  /// Vertices with offsets and gradients along the axes that are not yet taken, and the sums over those that are.
  template <int Axes>
  struct vertex_list {
    int count;
    float position[Axes][most_vertices + lanes], gradient[Axes][most_vertices + lanes];
    float left[most_vertices + lanes], dot[most_vertices + lanes];   // r^2 - d^2, g . d
  };
  /// Vertices that reach a band, with left and dot in each of its rows; and the vectors along x that they reach, from .. to, when both
  /// are rounded down.
  struct band_list {
    float x[most_vertices], gradient_x[most_vertices], from[most_vertices + lanes], to[most_vertices + lanes];
    float left[most_vertices * band + lanes], dot[most_vertices * band + lanes];
  };

  /// Which of them reach a vector of x.
  struct reach_list {
    std::size_t count;
    std::uint16_t vertex[most_vertices + 8];
  };

  void box(std::size_t place) {
    list_vertices();
    slices<Dims>(place);
  }

  /// All vertices whose balls can meet the box, in ascending order of their sum a_0 + a_1 + ..., counted from the origin.
  [[gnu::noinline]] void list_vertices() {
    constexpr double G = definition::unskew[Dims - 1], reach = 0.7072;
    const simplex_origin<Dims> origin(base_);
    const double rest = origin.rest;
    double low_sum = 0, high_sum = 0;
    for (int k = 0; k < Dims; ++k) low_sum += low_[k] - reach, high_sum += high_[k] + reach;
    const double stretch = 1.0 / (1.0 - Dims * G);
    const int m_first = static_cast<int>(__builtin_ceil((low_sum + Dims * rest) * stretch));
    const int m_last = static_cast<int>(__builtin_floor((high_sum + Dims * rest) * stretch));

    axis_numbers numbers[Dims];
    number_axes<0>(origin.P, rest + m_first * G - reach, rest + m_last * G + reach, numbers);

    vertex_list<Dims>& list = *lists_[Dims - 1];
    list.count = 0;
    for (int m = m_first; m <= m_last; ++m) {
      diagonal d;
      d.shift = rest + m * G;
      for (int k = 0; k < Dims; ++k) {
        d.from[k] = static_cast<int>(__builtin_ceil(low_[k] - reach + d.shift));
        d.to[k] = static_cast<int>(__builtin_floor(high_[k] + reach + d.shift));
      }
      list_diagonal<Dims - 1>(d, m, 1u, numbers, list);
    }
  }
  /// Mixed coordinates of the vertices along an axis: of first, first + 1, ...; along x of first, first - 1, ....
  struct axis_numbers {
    int first;
    std::uint32_t mixed[32 + 2 * lanes];
  };
  template <int Axis>
  void number_axes(double P, double below, double above, axis_numbers* numbers) {
    const int low = static_cast<int>(__builtin_floor(low_[Axis] + below)), high = static_cast<int>(__builtin_ceil(high_[Axis] + above));
    axis_numbers& n = numbers[Axis];
    n.first = Axis == 0 ? high : low;
    for (int a = 0; a <= high - low + lanes; a += lanes) {
      const wide vertex(base_[Axis] + P + n.first), step = wide(a) + counting();
      store(n.mixed + a, noise_.hash.template axis<Axis>(modulo_2_32(Axis == 0 ? vertex - step : vertex + step)));
    }
    if constexpr (Axis + 1 < Dims) number_axes<Axis + 1>(P, below, above, numbers);
  }
  /// Where vertices of one sum a_0 + a_1 + ... can be.
  struct diagonal {
    double shift;
    int from[Dims], to[Dims], a[Dims];
  };
  /// The vertices that are left to choose along the axes up to Axis, where their coordinates make up a sum.
  template <int Axis>
  void list_diagonal(diagonal& d, int sum, std::uint32_t others, const axis_numbers* numbers, vertex_list<Dims>& list) {
    if constexpr (Axis > 1) {
      for (d.a[Axis] = d.from[Axis]; d.a[Axis] <= d.to[Axis]; ++d.a[Axis])
        list_diagonal<Axis - 1>(d, sum - d.a[Axis], others * numbers[Axis].mixed[d.a[Axis] - numbers[Axis].first], numbers, list);
    } else {
      const int from = d.from[1] > sum - d.to[0] ? d.from[1] : sum - d.to[0], to = d.to[1] < sum - d.from[0] ? d.to[1] : sum - d.from[0];
      for (int y = from; y <= to; y += lanes) {
        const int x = sum - y, n = list.count;
        const whole hash = load(numbers[0].mixed + (numbers[0].first - x)) * load(numbers[1].mixed + (y - numbers[1].first)) * whole(others);
        const direction towards(hash);
        for (int k = 0; k < Dims; ++k) store(list.gradient[k] + n, oriented(component(noise_.gradients.axis[k], towards), towards));
        store(list.position[0] + n, real(static_cast<float>(x - d.shift)) - narrow(counting()));
        store(list.position[1] + n, real(static_cast<float>(y - d.shift)) + narrow(counting()));
        for (int k = 2; k < Dims; ++k) store(list.position[k] + n, real(static_cast<float>(d.a[k] - d.shift)));
        store(list.left + n, real(static_cast<float>(definition::continuous_radius)));
        list.count += to - y + 1 < lanes ? to - y + 1 : lanes;
      }
    }
  }

  /// The bits of the first n lanes.
  SCREE_INLINE static unsigned lanes_before(int n) { return n < lanes ? (1u << n) - 1u : ~0u; }

  /// The samples of the box along axis Axes - 1, and everything below them.
  template <int Axes>
  void slices(std::size_t place) {
    if constexpr (Axes == 2) {
      bands(*lists_[1], place);
    } else {
      constexpr int axis = Axes - 1;
      const vertex_list<Dims>& all = *lists_[axis];
      vertex_list<Dims>& list = *lists_[axis - 1];
      for (std::size_t s = 0; s < size_[axis]; ++s) {
        const float at = at_[axis][s];
        std::uint16_t reaching[most_vertices + 8];
        float left[most_vertices + lanes];
        std::size_t count = 0;
        for (int v = 0; v < all.count; v += lanes) {
          const real d = real(at) - load(all.position[axis] + v), rest = fnma(d, d, load(all.left + v));
          store(left + v, rest);
          count = bit_numbers.append(bits(rest > real(0.0f)) & lanes_before(all.count - v), static_cast<std::size_t>(v), reaching, count);
        }
        list.count = static_cast<int>(count);
        for (std::size_t n = 0; n < count; ++n) {
          const std::size_t v = reaching[n];
          const float g = all.gradient[axis][v], d = at - all.position[axis][v];
          for (int k = 0; k < axis; ++k) list.position[k][n] = all.position[k][v], list.gradient[k][n] = all.gradient[k][v];
          list.left[n] = left[v];
          list.dot[n] = Axes == Dims ? g * d : __builtin_fmaf(g, d, all.dot[v]);
        }
        slices<Axes - 1>(place + s * part_.stride[axis]);
      }
    }
  }

  void bands(const vertex_list<Dims>& list, std::size_t place) {
    write_rows(place, size_[1], [&](std::size_t first, std::size_t end, const auto& put) {
      for (std::size_t s = first; s < end; s += band) {
        const std::size_t rows = end - s < band ? end - s : band;
        reach_band(list, s, rows);
        add_band(s, rows, put);
      }
    });
  }

  /// Which vertices reach the rows s .. s + rows - 1, and which vectors along x.
  [[gnu::noinline]] void reach_band(const vertex_list<Dims>& list, std::size_t s, std::size_t rows) {
    constexpr float slack = 0x1p-9f;   // samples stand on their line within 2^-12, and everything here is rounded
    const float one = at_[1][s], other = at_[1][s + rows - 1];
    const real low(one < other ? one : other), high(one < other ? other : one);
    const real y = load(at_[1] + s);
    const real vectors(static_cast<float>((size_[0] + lanes - 1) / lanes));
    const real to_vectors(static_cast<float>(1.0 / (step_ * lanes))), start(at_[0][0]), zero(0.0f);
    // Those of the list that reach the band and the box ...
    std::uint16_t hits[most_vertices + 8];
    float from[most_vertices + lanes], to[most_vertices + lanes];
    std::size_t hit_count = 0;
    for (int n = 0; n < list.count; n += lanes) {
      const real vertex_y = load(list.position[1] + n);
      const real off = maximum(maximum(low - vertex_y, vertex_y - high), zero), most = fnma(off, off, load(list.left + n));
      const real reach = square_root(maximum(most + real(slack), zero)) + real(slack), x = load(list.position[0] + n) - start;
      const real one_end = (x - reach) * to_vectors, other_end = (x + reach) * to_vectors;
      const real first = minimum(one_end, other_end), last = maximum(one_end, other_end);
      store(from + n, first);
      store(to + n, last);
      const unsigned hit = bits((most > real(-slack)) & (last >= zero) & (first < vectors));
      hit_count = bit_numbers.append(hit & lanes_before(list.count - n), static_cast<std::size_t>(n), hits, hit_count);
    }
    // ... with what they have for each row ...
    for (std::size_t n = 0; n < hit_count; ++n) {
      const std::size_t v = hits[n];
      const real d = y - real(list.position[1][v]), g(list.gradient[1][v]);
      store(band_->left + n * band, fnma(d, d, real(list.left[v])));
      store(band_->dot + n * band, Dims == 2 ? g * d : fma(g, d, real(list.dot[v])));
      band_->x[n] = list.position[0][v];
      band_->gradient_x[n] = list.gradient[0][v];
      band_->from[n] = from[v];
      band_->to[n] = to[v];
    }
    store(band_->to + hit_count, real(-1.0f));   // what pads the last vector reaches nothing
    // ... and those of these that reach each vector.
    for (std::size_t q = 0; q < (size_[0] + lanes - 1) / lanes; ++q) {
      const real this_one(static_cast<float>(q)), next(static_cast<float>(q + 1));
      std::size_t length = 0;
      for (std::size_t n = 0; n < hit_count; n += lanes)
        length = bit_numbers.append(bits((load(band_->from + n) < next) & (load(band_->to + n) >= this_one)), n, reach_[q].vertex, length);
      reach_[q].count = length;
    }
  }

  /// put(r, k, values): see write_rows; `first`: the number of the band's first row.
  template <class Put>
  [[gnu::noinline]] void add_band(std::size_t first, std::size_t rows, const Put& put_row) const {
    const Put put = put_row;
    const std::size_t vectors = (size_[0] + lanes - 1) / lanes;
    for (std::size_t q = 0; q < vectors; ++q) {
      const real x = load(at_[0] + q * lanes);
      real sum[band];
#pragma GCC unroll 8
      for (int e = 0; e < band; ++e) sum[e] = real(0.0f);
      const std::uint16_t* reaching = reach_[q].vertex;
      for (std::size_t n = reach_[q].count; n > 0; --n) {
        const std::size_t v = *reaching++;
        const real d = x - real(band_->x[v]), d2 = d * d, gd = real(band_->gradient_x[v]) * d;
        const float *left = band_->left + v * band, *dot = band_->dot + v * band;
#pragma GCC unroll 8
        for (int e = 0; e < band; ++e) {
          const real minus_t = minimum(d2 - real(left[e]), real(0.0f)), t2 = minus_t * minus_t;
          sum[e] = fma(t2 * t2, gd + real(dot[e]), sum[e]);
        }
      }
      if (rows == band) {
#pragma GCC unroll 8
        for (int e = 0; e < band; ++e) put(first + e, q * lanes, sum[e]);
      } else {
        float all[band][lanes];
#pragma GCC unroll 8
        for (int e = 0; e < band; ++e) store(all[e], sum[e]);
        for (std::size_t e = 0; e < rows; ++e) put(first + e, q * lanes, load(all[e]));
      }
    }
  }

  double step_;                                     // of a sample along x, in cells
  vertex_list<Dims>* lists_[Dims];                  // lists_[k]: not yet taken are the axes 0 .. k
  band_list* band_;
  reach_list* reach_;                               // of each vector
};

SCREE_KERNELS_END
