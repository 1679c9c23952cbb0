// Simplex noise: K. Perlin, "Noise hardware", Real-Time Shading SIGGRAPH Course Notes, 2001; S. Gustavson, "Simplex noise
// demystified", 2005. Range [-1, 1], repeats after 2^32 cubes. Falloff 0.5: three times continuously differentiable; falloff
// 0.6 (Perlin's original): steps at the faces of the simplices.
//
// Skewing by F turns a lattice of cubes into one of simplices: vertex (i, j, ...) lies at (i, j, ...) - (i + j + ...) G. A vertex
// contributes max(0, r^2 - d^2)^4 (g . d) at the offset d from it; a sample sums the vertices of its own simplex, in
// ascending order of i + j + .... Deviates from the paper in its gradients, its hash, and in G and the
// fractions being multiples of 2^-22 (see place.hpp).
#pragma once
#include "kernels/gradients.hpp"
#include "kernels/lattice.hpp"
#include "kernels/place.hpp"

SCREE_KERNELS_BEGIN

template <int Dims, int Shape>
struct simplex {
  static constexpr int dims = Dims;
  static constexpr bool continuous = Shape == 0;
  using lattice = simplicial<Dims, continuous>;

  static constexpr sixteen_directions<Dims> directions{definition::margin / definition::simplex_maximum[Shape][Dims - 1]};
  static constexpr int corners = 2;   // of a cube along each axis
  static constexpr bool one_pass = false;   // arrays: see arrays.hpp
  lattice_hash hash;
  gradient_tables<Dims> gradients;

  SCREE_INLINE explicit simplex(const leaf& l) : hash(l.seed), gradients(directions) {}

  /// Whether corner c of the simplex is one step from the lower vertex along each axis: it is, along the axes of the c largest offsets.
  struct step_order {
    mask before[Dims][Dims];   // before[a][b]: a is stepped before b

    SCREE_INLINE explicit step_order(const real (&offset)[Dims]) {
      for (int a = 0; a < Dims; ++a)
        for (int b = a + 1; b < Dims; ++b) {
          before[a][b] = offset[a] >= offset[b];
          before[b][a] = !before[a][b];
        }
    }
    SCREE_INLINE mask stepped(int axis, int corner) const {
      // Stepped at corner c: at least Dims - c of the other axes come after it.
      mask w[3];
      int n = 0;
      for (int b = 0; b < Dims; ++b)
        if (b != axis) w[n++] = before[axis][b];
      const int wanted = Dims - corner;
      if constexpr (Dims == 2) return w[0];
      else if constexpr (Dims == 3) return wanted == 2 ? w[0] & w[1] : w[0] | w[1];
      else return wanted == 3 ? w[0] & w[1] & w[2] : wanted == 2 ? (w[0] & w[1]) | (w[2] & (w[0] | w[1])) : w[0] | w[1] | w[2];
    }
  };

  /// Adds what a vertex contributes at the offset d from it.
  template <bool WithGradient>
  SCREE_INLINE void add_vertex(whole vertex, const real (&d)[Dims], sampled<Dims>& s) const {
    const direction towards(vertex);
    real g[Dims];
    for (int k = 0; k < Dims; ++k) g[k] = component(gradients.axis[k], towards);
    real t(static_cast<float>(continuous ? definition::continuous_radius : definition::original_radius));
    real dot = g[Dims - 1] * d[Dims - 1];
    // x comes last, on its own: on a grid its square and product serve many rows.
    for (int k = Dims - 1; k >= 1; --k) t = fnma(d[k], d[k], t);
    for (int k = Dims - 2; k >= 1; --k) dot = fma(g[k], d[k], dot);
    if constexpr (Dims > 1) dot = dot + g[0] * d[0];
    dot = oriented(dot, towards);
    t = maximum(real(0.0f), t - d[0] * d[0]);
    const real t2 = t * t, t4 = t2 * t2;
    s.value = fma(t4, dot, s.value);
    if constexpr (WithGradient) {
      const real slope = ((t2 * t) * dot) * real(-8.0f);
      for (int k = 0; k < Dims; ++k) s.gradient[k] = fma(slope, d[k], fma(t4, oriented(g[k], towards), s.gradient[k]));
    }
  }

  template <bool WithGradient>
  SCREE_INLINE sampled<Dims> at(const hashed_place<Dims>& p) const {
    sampled<Dims> s;
    s.value = real(0.0f);
    for (real& g : s.gradient) g = real(0.0f);
    const axis_hashes<>(&h)[Dims] = p.axis;
    const step_order order(p.fraction);
    real d[Dims];
    add_vertex<WithGradient>(hash.corner<Dims>(h, 0), p.fraction, s);
#pragma GCC unroll 4
    for (int corner = 1; corner < Dims; ++corner) {
      const real whole_step(static_cast<float>(corner * definition::unskew[Dims - 1] - 1.0)),
          no_step(static_cast<float>(corner * definition::unskew[Dims - 1]));
      axis_hashes<> vertex[Dims];
#pragma GCC unroll 4
      for (int k = 0; k < Dims; ++k) {
        const mask stepped = order.stepped(k, corner);
        d[k] = p.fraction[k] + select(stepped, whole_step, no_step);
        vertex[k].at[0] = select(stepped, h[k].at[1], h[k].at[0]);
      }
      add_vertex<WithGradient>(hash.corner<Dims>(vertex, 0), d, s);
    }
    for (int k = 0; k < Dims; ++k) d[k] = p.fraction[k] + real(static_cast<float>(Dims * definition::unskew[Dims - 1] - 1.0));
    add_vertex<WithGradient>(hash.corner<Dims>(h, (1u << Dims) - 1), d, s);
    return s;
  }
};

SCREE_KERNELS_END
