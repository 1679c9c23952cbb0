// Perlin's noises by table: improved noise (K. Perlin, "Improving Noise", SIGGRAPH 2002, and its reference implementation; in 4D S. Gustavson,
// noise1234, 2003), the same with other tables (stb_perlin), and his first noise (SIGGRAPH 1985), whose gradients are a table too. The
// planes and their blend are those of perlin.hpp; slopes come from tables instead of a hash.
#pragma once
#include "kernels/perlin.hpp"

#include <scree/detail/permutation.hpp>

SCREE_KERNELS_BEGIN

/// The corners of cells through the table: p[p[p[x] + y] + z]. Corners that differ in their last axes share the lookups of the first ones, and
/// one lookup answers for two neighbours: see permutation_table.
struct table_hash {
  const std::uint32_t *first, *next, *last;
  whole mask[4];      // of the lattice coordinates along each axis
  bool wraps[4];      // after less than 256 cells, so the next number is not always the upper neighbour's

  SCREE_INLINE table_hash(const leaf& l, int dims) : first(l.table->first), next(l.table->next), last(l.table->last[dims - 1]) {
    for (int axis = 0; axis < 4; ++axis) {
      const std::uint32_t period = l.period[axis] == 0 ? 256u : static_cast<std::uint32_t>(l.period[axis]);
      mask[axis] = whole(period - 1);
      wraps[axis] = period < 256;
    }
  }

  template <int Axis>
  SCREE_INLINE axis_hashes<> ends(whole cell) const {
    return {{cell & mask[Axis], (cell + whole(1u)) & mask[Axis]}};
  }
  template <int Axis>
  SCREE_INLINE axis_hashes<> ends_of(wide cell) const { return ends<Axis>(modulo_2_32(cell)); }
  template <int Dims>
  SCREE_INLINE hashed_place<Dims> operator()(const place<Dims>& p) const { return hashed(*this, p); }

  /// The numbers at a lower and an upper neighbour, in the upper and in the lower half of each lane.
  SCREE_INLINE whole pair(const std::uint32_t* table, whole number, const axis_hashes<>& h, bool wrapped) const {
    const whole lower = gather(table, number + h.at[0]);
    return wrapped ? (lower & whole(0xFFFF0000u)) | (gather(table, number + h.at[1]) >> 16) : lower;
  }
  /// From mixed coordinates to the codes of the corners: word c holds those of the two corners whose lower bits are c.
  template <int Dims>
  SCREE_INLINE void join(hashed_place<Dims>& p) const {
    whole number[1 << (Dims - 1)];
    number[0] = Dims == 1 ? p.axis[0].at[0] : gather(first, p.axis[0].at[0]);
#pragma GCC unroll 4
    for (int axis = 1; axis < Dims; ++axis)
#pragma GCC unroll 8
      for (int c = (1 << (axis - 1)) - 1; c >= 0; --c) {
        const whole both = number[c];
        const std::uint32_t* table = axis == Dims - 1 ? last : next;
        number[c] = pair(table, both >> 16, p.axis[axis], wraps[axis]);
        number[c | 1 << (axis - 1)] = pair(table, both & whole(0xFFFFu), p.axis[axis], wraps[axis]);
      }
    if constexpr (Dims == 1) number[0] = pair(last, whole(0u), p.axis[0], wraps[0]);
    for (int c = 0; c < 1 << (Dims - 1); ++c) p.axis[c / 2].at[c % 2] = number[c];
  }
  /// The code of a corner, in the upper half.
  template <int Dims>
  SCREE_INLINE whole corner(const axis_hashes<> (&h)[Dims], unsigned corner) const {
    const unsigned c = corner & ((1u << (Dims - 1)) - 1);
    return corner >> (Dims - 1) ? h[c / 2].at[c % 2] << 16 : h[c / 2].at[c % 2];
  }
};

/// Components of the eight lines that edge gradients lie on, as sixteen_directions has them.
template <int Dims>
struct edge_directions {
  float component[Dims][16];

  constexpr edge_directions() {
    for (unsigned line = 0; line < 8; ++line)
      for (int k = 0; k < Dims; ++k) {
        component[k][line] = k < 3 ? definition::edge_gradient(line / 2 * 4 + line % 2)[k < 3 ? k : 0] : 0.0f;
        component[k][line + 8] = -component[k][line];
      }
  }
};
/// Components of the gradients of four dimensions: nothing, or one step down or up, scaled.
struct cell_components {
  float component[16] = {};

  constexpr cell_components() { component[1] = definition::cell_gradient_scale, component[9] = -definition::cell_gradient_scale; }
};

/// Shape: 1 cubic fade and gradients from a table, 2 quintic fade and improved gradients.
template <int Dims, int Shape>
struct table_perlin {
  static constexpr int dims = Dims, shape = Shape;
  using lattice = cubic<Dims>;
  template <int Axes>
  using node = plane<Axes>;
  using blending = perlin<Dims, Shape>;

  static constexpr edge_directions<Dims> directions{};
  static constexpr cell_components steps{};
  static constexpr int corners = 2;
  static constexpr bool one_pass = true;
  table_hash hash;
  gradient_tables<Dims> gradients;
  line_table step;
  const permutation_table* table;

  SCREE_INLINE explicit table_perlin(const leaf& l) : hash(l, Dims), gradients(directions), step(steps.component), table(l.table) {}

  SCREE_INLINE plane<Dims> lattice_point(whole code) const {
    plane<Dims> p;
    if constexpr (Shape == 1) {
      for (int k = 0; k < Dims; ++k) p.slope[k] = gather(table->gradient[Dims - 1][k], code >> 16);
    } else if constexpr (Dims == 4) {
      for (int k = 0; k < Dims; ++k) {
        const direction d(code << 4 * k);
        p.slope[k] = oriented(component(step, d), d);
      }
    } else {
      const direction d(code);
      for (int k = 0; k < Dims; ++k) p.slope[k] = oriented(component(gradients.axis[k], d), d);
    }
    p.constant = real(0.0f);
    return p;
  }
  template <int Axes>
  SCREE_INLINE static plane<Axes - 1> blend(const plane<Axes>& lower, const plane<Axes>& upper, const faded& f) {
    return blending::blend(lower, upper, f);
  }
  template <int Axes>
  SCREE_INLINE static plane<Axes - 1> derivative(const plane<Axes>& lower, const plane<Axes>& upper, const faded& f) {
    return blending::derivative(lower, upper, f);
  }
  SCREE_INLINE static auto between(const plane<1>& left, const plane<1>& right) { return blending::between(left, right); }

  template <bool WithGradient>
  SCREE_INLINE sampled<Dims> at(const hashed_place<Dims>& p) const { return blend_cell<WithGradient>(*this, p); }
};

template <int Dims, int>
using perlin_classic = table_perlin<Dims, 1>;
template <int Dims, int>
using perlin_improved = table_perlin<Dims, 2>;
template <int Dims, int>
using stb_perlin = table_perlin<Dims, 2>;

SCREE_KERNELS_END
