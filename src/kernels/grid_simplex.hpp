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

template <class Leaf>
class simplex_grid {
 public:
  static constexpr int Dims = Leaf::dims;
  static constexpr int band = lanes;                      // rows
  static constexpr std::size_t box_vectors = 64;          // along x, at most
  static constexpr std::size_t most_vertices = 768;       // of a box
  static constexpr double box_cells = 4.0;                // offsets stay below 4 cells, and exact: the origin is in the middle
  static constexpr double far = 0x1p40;                   // so far out samples stand as evenly as the box search takes them to

  static bool pays(const leaf& l, const grid_part& part, const axis_table* axes) {
    for (int k = 0; k < Dims; ++k)
      if (!(axes[k].first_cell > -far && axes[k].first_cell + static_cast<double>(axes[k].cells) < far)) return false;
    const double x = __builtin_fabs(part.axis[0].spacing * l.frequency), y = __builtin_fabs(part.axis[1].spacing * l.frequency);
    return x * lanes <= 1.8 && y * band <= 1.8 && part.axis[1].size >= band / 2;
  }
  static constexpr std::size_t bytes() {
    return sizeof(vertex_list<Dims>) * Dims + sizeof(band_list) + sizeof(reach_list) + 4 * (tile_width + lanes) * Dims + band * box_vectors * lanes * 4 + 4096;
  }

  simplex_grid(const Leaf& noise, const leaf& l, const grid_part& part, const axis_table* axes, const row_writer& writer, scratch_memory memory)
      : noise_(noise), part_(part), axes_(axes), writer_(writer) {
    for (int k = 0; k < Dims; ++k) {
      step_[k] = part.axis[k].spacing * l.frequency;
      const double fit = box_cells / __builtin_fabs(step_[k]), whole_axis = static_cast<double>(part.axis[k].size);
      box_size_[k] = fit < 1.0 ? 1 : static_cast<std::size_t>(fit < whole_axis ? fit : whole_axis);
      at_[k] = memory.take<float>(padded(box_size_[k]) + lanes);
    }
    if (box_size_[0] > lanes) box_size_[0] = box_size_[0] / lanes * lanes;
    if (box_size_[0] > box_vectors * lanes) box_size_[0] = box_vectors * lanes;
    if (box_size_[1] > band) box_size_[1] = box_size_[1] / band * band;
    for (vertex_list<Dims>*& list : lists_) list = memory.take<vertex_list<Dims>>(1);
    band_ = memory.take<band_list>(1);
    reach_ = memory.take<reach_list>(1);
    rows_ = memory.take<float>(band * box_vectors * lanes);
  }

  void fill() { boxes<Dims - 1>(0); }

 private:
  /// Vertices with offsets and gradients along the axes that are not yet taken, and the sums over those that are.
  template <int Axes>
  struct vertex_list {
    int count;
    float position[Axes][most_vertices], gradient[Axes][most_vertices];
    float left[most_vertices], dot[most_vertices];   // r^2 - d^2, g . d
  };
  /// Vertices that reach a band, with left and dot in each of its rows.
  struct band_list {
    int count;
    float x[most_vertices], gradient_x[most_vertices];
    float left[most_vertices][band], dot[most_vertices][band];
  };
  /// Which of these reach each vector of x, in order.
  struct reach_list {
    std::uint16_t count[box_vectors];
    std::uint16_t vertex[box_vectors][most_vertices / 4];
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

  /// Where the samples of the box are along one axis, from its middle cell.
  template <int Axis>
  void place_in_box() {
    const axis_table& a = axes_[Axis];
    const std::size_t first = first_[Axis], last = first + size_[Axis] - 1;
    const double base = __builtin_floor(0.5 * (a.cell[first] + a.cell[last]));
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
  void list_vertices() {
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

    // Mixed coordinates of the vertices along each axis, from a = mix_first on.
    constexpr int most = 24;
    std::uint32_t mixed[Dims][most + lanes];
    int mix_first[Dims];
    mix_axes<0>(P, rest, m_first, m_last, mixed, mix_first);

    vertex_list<Dims>& list = *lists_[Dims - 1];
    list.count = 0;
    for (int m = m_first; m <= m_last; ++m) {
      const double shift = rest + m * G;
      int from[Dims], to[Dims];
      for (int k = 0; k < Dims; ++k) {
        from[k] = static_cast<int>(__builtin_ceil(low_[k] - reach + shift));
        to[k] = static_cast<int>(__builtin_floor(high_[k] + reach + shift));
      }
      int a[Dims];
      auto place_vertex = [&] {
        std::uint32_t hash = mixed[0][a[0] - mix_first[0]];
        for (int k = 1; k < Dims; ++k) hash *= mixed[k][a[k] - mix_first[k]];
        const int n = list.count++;
        for (int k = 0; k < Dims; ++k) {
          list.position[k][n] = static_cast<float>(a[k] - shift);
          list.gradient[k][n] = Leaf::directions.component[k][hash >> 28];
        }
        list.left[n] = static_cast<float>(definition::continuous_radius);
      };
      with_sum<1>(m, from, to, a, place_vertex);
    }
  }
  /// All a with a_0 + a_1 + ... = m inside from .. to.
  template <int Axis, class F>
  static void with_sum(int m, const int* from, const int* to, int* a, const F& f) {
    if constexpr (Axis == Dims) {
      a[0] = m;
      if (m >= from[0] && m <= to[0]) f();
    } else {
      for (a[Axis] = from[Axis]; a[Axis] <= to[Axis]; ++a[Axis]) with_sum<Axis + 1>(m - a[Axis], from, to, a, f);
    }
  }
  template <int Axis, int Most>
  void mix_axes(double P, double rest, int m_first, int m_last, std::uint32_t (&mixed)[Dims][Most], int* mix_first) {
    constexpr double G = definition::unskew[Dims - 1];
    const int first = static_cast<int>(__builtin_floor(low_[Axis] - 0.7072 + rest + m_first * G));
    const int last = static_cast<int>(__builtin_ceil(high_[Axis] + 0.7072 + rest + m_last * G));
    mix_first[Axis] = first;
    for (int a = first; a <= last && a - first + lanes <= Most; a += lanes) {
      const wide vertex = wide(base_[Axis] + P + a) + counting();
      store(mixed[Axis] + (a - first), noise_.hash.template axis<Axis>(modulo_2_32(vertex)));
    }
    if constexpr (Axis + 1 < Dims) mix_axes<Axis + 1>(P, rest, m_first, m_last, mixed, mix_first);
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
    const float low = one < other ? one : other, high = one < other ? other : one;
    const real y = load(at_[1] + s);
    const int vectors = static_cast<int>((size_[0] + lanes - 1) / lanes);
    const float to_vectors = static_cast<float>(1.0 / (step_[0] * lanes)), start = at_[0][0];
    for (int q = 0; q < vectors; ++q) reach_->count[q] = 0;
    int count = 0;
    for (int v = 0; v < list.count; ++v) {
      const float vertex_y = list.position[1][v];
      const float off = vertex_y < low ? low - vertex_y : vertex_y > high ? vertex_y - high : 0.0f;
      const float most = list.left[v] - off * off;
      if (most <= -slack) continue;
      const float reach = __builtin_sqrtf(most + slack) + slack, x = list.position[0][v] - start;
      float from = (x - reach) * to_vectors, to = (x + reach) * to_vectors;
      if (from > to) {
        const float swapped = from;
        from = to, to = swapped;
      }
      from = from < 0.0f ? 0.0f : from;
      to = to > static_cast<float>(vectors - 1) ? static_cast<float>(vectors - 1) : to;
      if (!(from < static_cast<float>(vectors) && to >= 0.0f)) continue;

      const real d = y - real(vertex_y), g(list.gradient[1][v]);
      store(band_->left[count], fnma(d, d, real(list.left[v])));
      store(band_->dot[count], Dims == 2 ? g * d : fma(g, d, real(list.dot[v])));
      band_->x[count] = list.position[0][v];
      band_->gradient_x[count] = list.gradient[0][v];
      for (int q = static_cast<int>(from); q <= static_cast<int>(to); ++q)
        reach_->vertex[q][reach_->count[q]++] = static_cast<std::uint16_t>(count);
      ++count;
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
      const std::uint16_t* reaching = reach_->vertex[q];
      for (int n = reach_->count[q]; n > 0; --n) {
        const int v = *reaching++;
        const real d = x - real(band_->x[v]), g(band_->gradient_x[v]);
        const float *left = band_->left[v], *dot = band_->dot[v];
#pragma GCC unroll 16
        for (int e = 0; e < band; ++e) {
          const real t = maximum(fnma(d, d, real(left[e])), real(0.0f)), t2 = t * t;
          sum[e] = fma(t2 * t2, fma(g, d, real(dot[e])), sum[e]);
        }
      }
      const std::size_t k = q * lanes;
      if (rows == band && k + lanes <= width) {
#pragma GCC unroll 16
        for (int e = 0; e < band; ++e) store(out + e * stride + k, sum[e]);
      } else {
        for (std::size_t e = 0; e < rows; ++e) store_first(out + e * stride + k, sum[e], width - k);
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
  reach_list* reach_;
  float* rows_;                                     // a band on its way to become integers
};

SCREE_KERNELS_END
