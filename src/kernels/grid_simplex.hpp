// The grid route of continuous simplex noise: the field is a sum over vertices, each inside its own ball.
//
// The grid is done in boxes a few cells wide. The vertices whose balls can meet the box are listed once, in ascending order of i + j + ...,
// in which a point adds its corners. Slice by slice along the last axes the list thins out to the vertices that reach the slice, and
// carries what they contribute so far: r^2 - dw^2 - dz^2, and gw dw + gz dz. Along y that is done for a band of as many rows as a
// register has lanes; then every vector of x adds the vertices that reach it, to all rows of the band.
//
// Vertices outside of a sample's own simplex contribute exactly zero, and offsets are exact, so the bits are those of the point route.
#pragma once
#include "kernels/axis_table.hpp"
#include "kernels/gradients.hpp"

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
class simplex_grid {
 public:
  static constexpr int Dims = Leaf::dims;
  static constexpr int band = lanes;                      // rows
  static constexpr std::size_t box_vectors = 64;          // along x, at most
  static constexpr std::size_t most_vertices = 768;       // of a box: (box_cells + 2 reach)^Dims / (1 - Dims G) is less
  static constexpr double box_cells = Dims == 2 ? 5.5 : Dims == 3 ? 4.0 : 2.8;   // places, from the middle, stay below 4 cells, and exact
  static constexpr double far = 0x1p40;                   // so far out samples stand as evenly as the box search takes them to

  static bool pays(const leaf& l, const grid_part& part, const axis_table* axes) {
    for (int k = 0; k < Dims; ++k)
      if (!(axes[k].first_cell > -far && axes[k].first_cell + static_cast<double>(axes[k].cells) < far)) return false;
    const double x = __builtin_fabs(part.axis[0].spacing * l.frequency[0]), y = __builtin_fabs(part.axis[1].spacing * l.frequency[1]);
    return x * lanes <= 1.0 && y * band <= 1.0 && part.axis[1].size >= band / 2;
  }
  static constexpr std::size_t bytes() {
    return sizeof(vertex_list<Dims>) * Dims + sizeof(band_list) + box_vectors * sizeof(reach_list) + 4 * (tile_width + lanes) * Dims + band * box_vectors * lanes * 4 + 4096;
  }

  simplex_grid(const Leaf& noise, const leaf& l, const grid_part& part, const axis_table* axes, const row_writer& writer, scratch_memory memory)
      : noise_(noise), part_(part), axes_(axes), writer_(writer) {
    for (int k = 0; k < Dims; ++k) {
      step_[k] = part.axis[k].spacing * l.frequency[k];
      const double fit = box_cells / __builtin_fabs(step_[k]), whole_axis = static_cast<double>(part.axis[k].size);
      box_size_[k] = fit < 1.0 ? 1 : static_cast<std::size_t>(fit < whole_axis ? fit : whole_axis);
      at_[k] = memory.take<float>(padded(box_size_[k]) + lanes);
    }
    if (box_size_[0] > lanes) box_size_[0] = box_size_[0] / lanes * lanes;
    if (box_size_[0] > box_vectors * lanes) box_size_[0] = box_vectors * lanes;
    if (box_size_[1] > band) box_size_[1] = box_size_[1] / band * band;
    for (vertex_list<Dims>*& list : lists_) list = memory.take<vertex_list<Dims>>(1);
    band_ = memory.take<band_list>(1);
    reach_ = memory.take<reach_list>(box_vectors);
    rows_ = memory.take<float>(band * box_vectors * lanes);
  }

  void fill() { boxes<Dims - 1>(0); }

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
    std::size_t count;
    float x[most_vertices], gradient_x[most_vertices], from[most_vertices + lanes], to[most_vertices + lanes];
    float left[most_vertices * band + lanes], dot[most_vertices * band + lanes];
  };

  /// Which of them reach a vector of x.
  struct reach_list {
    std::size_t count;
    std::uint16_t vertex[most_vertices + 8];
  };

  /// Cuts the part into boxes, the last axis first.
  template <int Axis>
  void boxes(std::size_t place) {
    const std::size_t size = part_.axis[Axis].size;
    for (first_[Axis] = 0; first_[Axis] < size; first_[Axis] += box_size_[Axis]) {
      size_[Axis] = size - first_[Axis] < box_size_[Axis] ? size - first_[Axis] : box_size_[Axis];
      const std::size_t here = place + first_[Axis] * part_.stride[Axis];
      place_in_box<Axis>();
      if constexpr (Axis > 0) boxes<Axis - 1>(here);
      else box(here);
    }
  }

  /// Where the samples of the box are along one axis, from the integer next to its middle: with the reach of a vertex less than 4.
  template <int Axis>
  void place_in_box() {
    const axis_table& a = axes_[Axis];
    const std::size_t first = first_[Axis], last = first + size_[Axis] - 1;
    const double base = __builtin_floor(0.5 * ((a.cell[first] + a.fraction[first]) + (a.cell[last] + a.fraction[last])) + 0.5);
    base_[Axis] = base;
    const std::size_t padding = padded(size_[Axis]);
    for (std::size_t k = 0; k < padding; ++k) {
      const std::size_t s = first + k < last ? first + k : last;
      at_[Axis][k] = static_cast<float>(a.cell[s] - base) + a.fraction[s];
    }
    const float one = at_[Axis][0], other = at_[Axis][size_[Axis] - 1];
    low_[Axis] = one < other ? one : other;
    high_[Axis] = one < other ? other : one;
  }

  void box(std::size_t place) {
    list_vertices();
    slices<Dims>(place);
  }

  /// All vertices whose balls can meet the box, in ascending order of their sum: vertex (P + a_0, P + a_1, ...) + base of the box lies
  /// at a_k - rest - (a_0 + a_1 + ...) G along each axis (see simplicial::find for P and rest).
  [[gnu::noinline]] void list_vertices() {
    constexpr double F = definition::skew[Dims - 1], G = definition::unskew[Dims - 1], reach = 0.7072;
    double N = 0;
    for (int k = 0; k < Dims; ++k) N += base_[k];
    const double P = __builtin_floor(N * F);
    const double rest = __builtin_fma(N + Dims * P, G, -P);
    double low_sum = 0, high_sum = 0;
    for (int k = 0; k < Dims; ++k) low_sum += low_[k] - reach, high_sum += high_[k] + reach;
    const double stretch = 1.0 / (1.0 - Dims * G);
    const int m_first = static_cast<int>(__builtin_ceil((low_sum + Dims * rest) * stretch));
    const int m_last = static_cast<int>(__builtin_floor((high_sum + Dims * rest) * stretch));

    axis_numbers numbers[Dims];
    number_axes<0>(P, rest + m_first * G - reach, rest + m_last * G + reach, numbers);

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
        list.count = 0;
        for (int v = 0; v < all.count; ++v) {
          const float d = at - all.position[axis][v], left = __builtin_fmaf(-d, d, all.left[v]);
          const int n = list.count;
          for (int k = 0; k < axis; ++k) list.position[k][n] = all.position[k][v], list.gradient[k][n] = all.gradient[k][v];
          list.left[n] = left;
          list.dot[n] = Axes == Dims ? all.gradient[axis][v] * d : __builtin_fmaf(all.gradient[axis][v], d, all.dot[v]);
          list.count += left > 0.0f;
        }
        slices<Axes - 1>(place + s * part_.stride[axis]);
      }
    }
  }

  void bands(const vertex_list<Dims>& list, std::size_t place) {
    for (std::size_t s = 0; s < size_[1]; s += band) {
      const std::size_t rows = size_[1] - s < band ? size_[1] - s : band;
      reach_band(list, s, rows);
      add_band(place + s * part_.stride[1], rows);
    }
  }

  /// Which vertices reach the rows s .. s + rows - 1, and which vectors along x.
  [[gnu::noinline]] void reach_band(const vertex_list<Dims>& list, std::size_t s, std::size_t rows) {
    constexpr float slack = 0x1p-9f;   // samples stand on their line within 2^-12, and everything here is rounded
    const float one = at_[1][s], other = at_[1][s + rows - 1];
    const real low(one < other ? one : other), high(one < other ? other : one);
    const real y = load(at_[1] + s);
    const real vectors(static_cast<float>((size_[0] + lanes - 1) / lanes));
    const real to_vectors(static_cast<float>(1.0 / (step_[0] * lanes))), start(at_[0][0]), zero(0.0f);
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
      const unsigned hit = bits((most > real(-slack)) & (last >= zero) & (first < vectors)), there = list.count - n < lanes ? (1u << (list.count - n)) - 1u : ~0u;
      hit_count = bit_numbers.append(hit & there, static_cast<std::size_t>(n), hits, hit_count);
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

  [[gnu::noinline]] void add_band(std::size_t place, std::size_t rows) const {
    const std::size_t width = size_[0];
    float* out;
    std::size_t stride;
    if (writer_.target.format == sample_format::real32) {
      out = static_cast<float*>(writer_.target.values) + place;
      stride = part_.stride[1];
    } else {
      out = rows_;
      stride = padded(width);
    }
    const std::size_t vectors = (width + lanes - 1) / lanes;
    for (std::size_t q = 0; q < vectors; ++q) {
      const real x = load(at_[0] + q * lanes);
      real sum[band];
#pragma GCC unroll 16
      for (int e = 0; e < band; ++e) sum[e] = real(0.0f);
      const std::uint16_t* reaching = reach_[q].vertex;
      for (std::size_t n = reach_[q].count; n > 0; --n) {
        const std::size_t v = *reaching++;
        const real d = x - real(band_->x[v]), d2 = d * d, gd = real(band_->gradient_x[v]) * d;
        const float *left = band_->left + v * band, *dot = band_->dot + v * band;
#pragma GCC unroll 16
        for (int e = 0; e < band; ++e) {
          const real minus_t = minimum(d2 - real(left[e]), real(0.0f)), t2 = minus_t * minus_t;
          sum[e] = fma(t2 * t2, gd + real(dot[e]), sum[e]);
        }
      }
      const std::size_t k = q * lanes;
      if (rows == band && k + lanes <= width) {
#pragma GCC unroll 16
        for (int e = 0; e < band; ++e) store(out + e * stride + k, sum[e]);
      } else {
        float all[band][lanes];
#pragma GCC unroll 16
        for (int e = 0; e < band; ++e) store(all[e], sum[e]);
        for (std::size_t e = 0; e < rows; ++e)
          for (std::size_t i = 0; i < lanes && k + i < width; ++i) out[e * stride + k + i] = all[e][i];
      }
    }
    if (out == rows_)
      for (std::size_t e = 0; e < rows; ++e) writer_.deliver(rows_ + e * stride, place + e * part_.stride[1], width);
  }

  const Leaf& noise_;
  const grid_part& part_;
  const axis_table* axes_;
  const row_writer& writer_;
  double step_[Dims];                               // of a sample, in cells
  std::size_t box_size_[Dims];                      // samples of a whole box
  std::size_t first_[Dims], size_[Dims];            // samples of this one
  double base_[Dims];                               // its middle cell
  float* at_[Dims];                                 // its samples, from there
  float low_[Dims], high_[Dims];
  vertex_list<Dims>* lists_[Dims];                  // lists_[k]: not yet taken are the axes 0 .. k
  band_list* band_;
  reach_list* reach_;                               // of each vector
  float* rows_;                                     // a band on its way to become integers
};

SCREE_KERNELS_END
