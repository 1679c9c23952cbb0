// OpenSimplex2, the faster variant: K. Spencer, github.com/KdotJPG/OpenSimplex2. 2D: simplex noise with 24 gradients. 3D: two cubic lattices, half a
// cell apart, of each the nearest vertex and the next one. 4D: five skewed lattices, of each the nearest vertex. The original's bits, with its
// steps: 3D and 4D have tiny ones where a vertex of radius^2 0.6 is exchanged for another.
#pragma once
#include "kernels/opensimplex.hpp"

SCREE_KERNELS_BEGIN

template <int Dims, int>
struct opensimplex2 {
  static constexpr int dims = Dims, shape = 0, corners = 1;
  static constexpr bool one_pass = false;
  using lattice = open_lattice<Dims, false, Dims == 3>;

  cell_numbers hash;
  std::uint64_t seed;
  int orientation;

  SCREE_INLINE explicit opensimplex2(const leaf& l) : seed(l.seed), orientation(l.shape) {}

  template <class Sum>
  SCREE_INLINE void add_vertices(const hashed_place<2>& p, Sum& sum) const {
    constexpr double D = open_numbers::unskew_2d;
    const real U(static_cast<float>(D)), across(static_cast<float>(1 + 2 * D)), step(static_cast<float>(D + 1)), radius(open_numbers::radius[0][0]);
    const whole x = p.axis[0].at[0], y = p.axis[1].at[0];
    const long_whole s = all_lanes(seed);
    const real t = (p.fraction[0] + p.fraction[1]) * U;
    const real d0[2] = {p.fraction[0] + t, p.fraction[1] + t}, d1[2] = {d0[0] - across, d0[1] - across};
    const real a0 = (radius - d0[0] * d0[0]) - d0[1] * d0[1];
    const whole lower[2] = {x, y}, upper[2] = {x + whole(1u), y + whole(1u)};
    sum.add(hashed_vertex<2>(s, lower), d0, a0);
    const real slope(static_cast<float>(2 * (1 + 2 * D) * (1 / D + 2))), least(static_cast<float>(-2 * (1 + 2 * D) * (1 + 2 * D)));
    sum.add(hashed_vertex<2>(s, upper), d1, slope * t + (least + a0));
    const mask up = d0[1] > d0[0];
    const real d2[2] = {d0[0] - select(up, U, step), d0[1] - select(up, step, U)};
    const whole third[2] = {select(up, x, upper[0]), select(up, upper[1], y)};
    sum.add(hashed_vertex<2>(s, third), d2, (radius - d2[0] * d2[0]) - d2[1] * d2[1]);
  }

  template <class Sum>
  SCREE_INLINE void add_vertices(const hashed_place<3>& p, Sum& sum) const {
    const real one(1.0f);
    whole cell[3];
    real d[3], size[3], sign[3];
    for (int k = 0; k < 3; ++k) {
      cell[k] = p.axis[k].at[0];
      d[k] = p.fraction[k];
      sign[k] = select(real(-1.0f) - d[k] <= real(-1.0f), real(-1.0f), one);
      size[k] = sign[k] * (real(0.0f) - d[k]);
    }
    real a = (real(open_numbers::radius[0][1]) - d[0] * d[0]) - (d[1] * d[1] + d[2] * d[2]);
    long_whole s = all_lanes(seed);
    for (int which = 0; which < 2; ++which) {
      sum.add(hashed_vertex<3>(s, cell), d, a);
      const mask x = (size[0] >= size[1]) & (size[0] >= size[2]), y = !x & (size[1] > size[0]) & (size[1] >= size[2]);
      const mask along[3] = {x, y, !(x | y)};
      const real largest = select(x, size[0], select(y, size[1], size[2])), b = (a + largest) + largest;
      whole next[3];
      real from[3];
      for (int k = 0; k < 3; ++k) {
        const whole further = select(sign[k] < real(0.0f), cell[k] + whole(1u), cell[k] - whole(1u));
        next[k] = select(along[k], further, cell[k]);
        from[k] = select(along[k], d[k] + sign[k], d[k]);
      }
      sum.add(hashed_vertex<3>(s, next), from, b - one);
      if (which == 1) break;
      for (int k = 0; k < 3; ++k) {
        size[k] = real(0.5f) - size[k];
        d[k] = sign[k] * size[k];
        cell[k] = cell[k] + one_where(sign[k] < real(0.0f));
        sign[k] = real(0.0f) - sign[k];
      }
      a = a + ((real(0.75f) - size[0]) - (size[1] + size[2]));
      s = joined(s, all_lanes(open_numbers::second_lattice));
    }
  }

  template <class Sum>
  SCREE_INLINE void add_vertices(const hashed_place<4>& p, Sum& sum) const {
    constexpr float U = open_numbers::unskew_4d, step = open_numbers::lattice_step_4d;
    whole cell[4];
    real s[4];
    for (int k = 0; k < 4; ++k) cell[k] = p.axis[k].at[0], s[k] = p.fraction[k];
    const real total = (s[0] + s[1]) + (s[2] + s[3]);
    real start = minimum(floor(total * real(1.25f)), real(4.0f));
    const real shift = start * real(-step);
    for (real& each : s) each = each + shift;
    real t = (total + shift * real(4.0f)) * real(U);
    for (int which = 0; which < 5; ++which) {
      const real score = real(1.0f) + t * real(-1.0f / U);
      mask any = score != score;   // none yet
      for (int k = 0; k < 4; ++k) {
        // Against those before it a tie does not count; they are as they were, for only one is the largest.
        mask largest = (s[k] >= score) & !any;
        for (int j = k + 1; j < 4; ++j) largest = largest & (s[k] >= s[j]);
        for (int j = 0; j < k; ++j) largest = largest & (s[k] > s[j]);
        cell[k] = cell[k] + one_where(largest);
        s[k] = s[k] - select(largest, real(1.0f), real(0.0f));
        any = any | largest;
      }
      t = t - select(any, real(U), real(0.0f));
      real d[4];
      for (int k = 0; k < 4; ++k) d[k] = s[k] + t;
      const real left = real(open_numbers::radius[0][2]) - ((d[0] * d[0] + d[1] * d[1]) + (d[2] * d[2] + d[3] * d[3]));
      long_whole lattice_seed = all_lanes(seed);
      for (int k = 1; k < 5; ++k) {
        const long_whole other = all_lanes(seed + static_cast<std::uint64_t>(k) * open_numbers::lattice_step_seed);
        const mask it = select(start < real(0.0f), start + real(5.0f), start) == real(static_cast<float>(k));
        lattice_seed = select(it, other, lattice_seed);
      }
      sum.add(hashed_vertex<4>(lattice_seed, cell), d, left);
      for (real& each : s) each = each + real(step);
      t = t + real(step * 4 * U);
      for (whole& each : cell) each = each - one_where(start == real(0.0f));
      start = start - real(1.0f);
    }
  }

  template <bool WithGradient>
  SCREE_INLINE sampled<Dims> at(const hashed_place<Dims>& p) const {
    vertex_sum<Dims, false, WithGradient> sum;
    add_vertices(p, sum);
    return sum.turned_back(orientation);
  }
};

SCREE_KERNELS_END
