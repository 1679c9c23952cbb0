// Improved noise, by table: K. Perlin, "Improving Noise", SIGGRAPH 2002, and its reference implementation. In 4D: S. Gustavson, noise1234, 2003.
// The planes and their blend are those of perlin.hpp; slopes come from the table instead of a hash.
#pragma once
#include "kernels/perlin.hpp"

#include <scree/detail/permutation.hpp>

SCREE_KERNELS_BEGIN

/// The corners of cells through the table: p[p[p[x] + y] + z].
struct table_hash {
  const std::uint32_t* next;   // p, twice over
  const std::uint32_t* last;   // what the last lookup gives: see permutation_table

  template <int Axis>
  SCREE_INLINE axis_hashes<> ends(whole cell) const {
    return {{cell & whole(255u), (cell + whole(1u)) & whole(255u)}};
  }
  template <int Axis>
  SCREE_INLINE axis_hashes<> ends_of(wide cell) const { return ends<Axis>(modulo_2_32(cell)); }
  template <int Dims>
  SCREE_INLINE hashed_place<Dims> operator()(const place<Dims>& p) const {
    hashed_place<Dims> h;
    for (int k = 0; k < Dims; ++k) {
      h.axis[k] = ends<0>(p.cell[k]);
      h.fraction[k] = p.fraction[k];
    }
    return h;
  }
  template <int Dims>
  SCREE_INLINE whole corner(const axis_hashes<> (&h)[Dims], unsigned corner) const {
    whole number = h[0].at[corner & 1];
    for (int axis = 1; axis < (Dims < 3 ? 3 : Dims); ++axis) {
      number = gather(next, number);
      if (axis < Dims) number = number + h[axis].at[(corner >> axis) & 1];
    }
    return gather(last, number);
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
/// The 32 gradients of four dimensions, by component.
struct cell_directions {
  float component[4][32];

  constexpr cell_directions() {
    for (unsigned number = 0; number < 32; ++number)
      for (int k = 0; k < 4; ++k) component[k][number] = definition::cell_gradient(number)[k] * definition::cell_gradient_scale;
  }
};

template <int Dims, int Shape>
struct perlin_improved {
  static constexpr int dims = Dims, shape = 2;
  using lattice = cubic<Dims>;
  template <int Axes>
  using node = plane<Axes>;
  using blending = perlin<Dims, 2>;

  static constexpr edge_directions<Dims> directions{};
  static constexpr cell_directions directions_4d{};
  static constexpr int corners = 2;
  static constexpr bool one_pass = false;
  table_hash hash;
  gradient_tables<Dims> gradients;

  SCREE_INLINE explicit perlin_improved(const leaf& l) : hash{l.table->next, Dims == 4 ? l.table->next : l.table->direction}, gradients(directions) {}

  SCREE_INLINE plane<Dims> lattice_point(whole code) const {
    plane<Dims> p;
    if constexpr (Dims == 4) {
      for (int k = 0; k < Dims; ++k) p.slope[k] = gather(directions_4d.component[k], code & whole(31u));
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

SCREE_KERNELS_END
