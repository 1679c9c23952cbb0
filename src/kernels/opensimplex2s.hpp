// OpenSimplex2S, the smooth variant ("SuperSimplex"): K. Spencer, github.com/KdotJPG/OpenSimplex2. Every vertex whose ball reaches the sample is added: up
// to 4 in 2D, 8 in 3D, some 25 of 102 in 4D. 2D and 4D are three times continuously differentiable; in 3D the rules by which vertices are chosen leave
// steps up to 1.3e-4. The original's bits.
#pragma once
#include "kernels/opensimplex.hpp"

SCREE_KERNELS_BEGIN

template <int Dims, int>
struct opensimplex2s {
  static constexpr int dims = Dims, shape = 0, corners = 1;
  static constexpr bool one_pass = false;
  using lattice = open_lattice<Dims, true, false>;

  cell_numbers hash;
  std::uint64_t seed;
  int orientation;

  SCREE_INLINE explicit opensimplex2s(const leaf& l) : seed(l.seed), orientation(l.shape) {}

  /// Two vertices on the diagonal, and two more: in the upper half of the cell beyond its upper corner or beside it, in the lower half likewise.
  template <class Sum>
  SCREE_INLINE void add_vertices(const hashed_place<2>& p, Sum& sum) const {
    constexpr double D = open_numbers::unskew_2d;
    const real U(static_cast<float>(D)), across(static_cast<float>(1 + 2 * D)), radius(open_numbers::radius[1][0]), zero(0.0f), one(1.0f);
    const real xi = p.fraction[0], yi = p.fraction[1];
    const whole x = p.axis[0].at[0], y = p.axis[1].at[0];
    const long_whole s = all_lanes(seed);
    const real t = (xi + yi) * U;
    const real d0[2] = {xi + t, yi + t}, d1[2] = {d0[0] - across, d0[1] - across};
    const real a0 = (radius - d0[0] * d0[0]) - d0[1] * d0[1];
    const long_whole x0 = joined(s, hashed_cell<0>(x)), y0 = hashed_cell<1>(y), x1 = joined(s, hashed_cell<0>(x + whole(1u))), y1 = hashed_cell<1>(y + whole(1u));
    sum.add(joined(x0, y0), d0, a0);
    const real slope(static_cast<float>(2 * (1 + 2 * D) * (1 / D + 2))), least(static_cast<float>(-2 * (1 + 2 * D) * (1 + 2 * D)));
    sum.add(joined(x1, y1), d1, slope * t + (least + a0));
    const mask upper = t < U;
    const real difference = xi - yi, up_x = xi + difference;
    auto add_at = [&](mask far, int far_i, int far_j, int other_i, int other_j, int far_lower_i, int far_lower_j, const long_whole& vertex) {
      // In the upper half `far` or `other`; in the lower half `far_lower` or the mirror image of `other`.
      auto offset = [&](int i, int j) { return real(static_cast<float>(i + (i + j) * D)); };
      auto pick_real = [&](real f, real o, real fl, real ol) { return select(upper, select(far, f, o), select(far, fl, ol)); };
      const real d[2] = {d0[0] - pick_real(offset(far_i, far_j), offset(other_i, other_j), offset(far_lower_i, far_lower_j), offset(other_j, other_i)),
                         d0[1] - pick_real(offset(far_j, far_i), offset(other_j, other_i), offset(far_lower_j, far_lower_i), offset(other_i, other_j))};
      sum.add(vertex, d, (radius - d[0] * d[0]) - d[1] * d[1]);
    };
    // Along the axis of the far step: 2 or 0 in the upper half, -1 or 1 in the lower one.
    auto stepped = [&](mask far, whole cell) {
      auto step = [](int i) { return whole(static_cast<std::uint32_t>(i)); };
      return cell + select(upper, select(far, step(2), step(0)), select(far, step(-1), step(1)));
    };
    const mask far_x = (upper & (up_x > one)) | (!upper & (up_x < zero)), far_y = (upper & (yi - difference > one)) | (!upper & (yi < difference));
    add_at(far_x, 2, 1, 0, 1, -1, 0, joined(joined(s, hashed_cell<0>(stepped(far_x, x))), select(upper, y1, y0)));
    add_at(far_y, 1, 2, 1, 0, 0, -1, joined(hashed_cell<1>(stepped(far_y, y)), select(upper, x1, x0)));
  }

  /// Two cubic lattices, half a cell apart: the nearest vertex of each, and of each, axis by axis, the next along it or, if that does not
  /// reach, along the two others. Added in the original's order.
  template <class Sum>
  SCREE_INLINE void add_vertices(const hashed_place<3>& p, Sum& sum) const {
    const real zero(0.0f), one(1.0f), never(-1.0f);
    const long_whole seeds[2] = {all_lanes(seed), all_lanes(seed ^ open_numbers::second_lattice)};
    // Of each lattice and axis: the nearest vertex and the next, their products with the prime, the offsets, and what a step takes from r^2 - d^2.
    long_whole product[2][3][2];
    real d[2][3][2], flip[2][3], a[2];
    prepare<0>(p, product, d, flip);
    for (int which = 0; which < 2; ++which)
      a[which] = ((real(open_numbers::radius[1][1]) - d[which][0][0] * d[which][0][0]) - d[which][1][0] * d[which][1][0]) - d[which][2][0] * d[which][2][0];
    auto add = [&](int which, const mask* stepped, real left) {
      long_whole vertex = seeds[which];
      real from[3];
      for (int k = 0; k < 3; ++k) {
        const auto& each = product[which][k];
        vertex = joined(vertex, select(stepped[k], each[1], each[0]));
        from[k] = select(stepped[k], d[which][k][1], d[which][k][0]);
      }
      sum.add(vertex, from, left);
    };
    const mask none = zero != zero, all = zero == zero;
    const mask nearest[3] = {none, none, none};
    add(0, nearest, a[0]);
    add(1, nearest, a[1]);
    mask done[3];
    for (int k = 0; k < 3; ++k) {
      const int i = k == 0 ? 1 : 0, j = k == 2 ? 1 : 2;
      const real along = flip[0][k] + a[0], others = (flip[0][i] + flip[0][j]) + a[0], second = flip[1][k] + a[1];
      const mask reaches = along > zero;
      mask stepped[3];
      stepped[k] = reaches, stepped[i] = !reaches, stepped[j] = !reaches;
      add(0, stepped, select(reaches, along, others));
      done[k] = !reaches & (second > zero);
      if (xsimd::any(done[k])) {
        stepped[k] = all, stepped[i] = none, stepped[j] = none;
        add(1, stepped, select(done[k], second, never));
      }
    }
    for (int k = 0; k < 3; ++k) {
      const int i = k == 0 ? 1 : 0, j = k == 2 ? 1 : 2;
      const real others = select(done[k], never, (flip[1][i] + flip[1][j]) + a[1]);
      if (!xsimd::any(others > zero)) continue;
      mask stepped[3];
      stepped[k] = none, stepped[i] = all, stepped[j] = all;
      add(1, stepped, others);
    }
  }
  template <int Axis>
  SCREE_INLINE void prepare(const hashed_place<3>& p, long_whole (&product)[2][3][2], real (&d)[2][3][2], real (&flip)[2][3]) const {
    const real f = p.fraction[Axis], zero(0.0f), one(1.0f), two(2.0f);
    const whole cell = p.axis[Axis].at[0];
    const mask high = real(-0.5f) - f <= real(-1.0f);   // as the original rounds
    const real towards = select(high, zero - one, one);
    d[0][Axis][0] = f + select(high, zero - one, zero);
    d[0][Axis][1] = d[0][Axis][0] - towards;
    d[1][Axis][0] = f - real(0.5f);
    d[1][Axis][1] = d[1][Axis][0] + towards;
    flip[0][Axis] = (towards * two) * d[1][Axis][0];
    flip[1][Axis] = select(high, two, zero - two) * d[1][Axis][0] - one;
    const long_whole lower = hashed_cell<Axis>(cell), upper = hashed_cell<Axis>(cell + whole(1u));
    const long_whole end = hashed_cell<Axis>(select(high, cell + whole(2u), cell));
    product[0][Axis][0] = select(high, upper, lower);
    product[0][Axis][1] = select(high, lower, upper);
    product[1][Axis][0] = upper;
    product[1][Axis][1] = end;
    if constexpr (Axis < 2) prepare<Axis + 1>(p, product, d, flip);
  }

  /// All vertices of [-1, 2]^4 that reach the sample, in ascending order.
  template <class Sum>
  SCREE_INLINE void add_vertices(const hashed_place<4>& p, Sum& sum) const {
    constexpr float U = open_numbers::skew_4d;
    real s[4];
    const real(&f)[4] = p.fraction;
    const real t = (((f[0] + f[1]) + f[2]) + f[3]) * real(U), radius(open_numbers::radius[1][2]);
    for (int k = 0; k < 4; ++k) s[k] = f[k] + t;
    for (int number = 0; number < 256; ++number) {
      int v[4], total = 0;
      for (int k = 0; k < 4; ++k) v[k] = (number >> 2 * k & 3) - 1, total += v[k];
      const float unskewed = static_cast<float>(total) * U;
      real d[4];
      for (int k = 0; k < 4; ++k) d[k] = s[k] + real(static_cast<float>(-v[k]) - unskewed);
      const real left = radius - ((d[0] * d[0] + d[1] * d[1]) + (d[2] * d[2] + d[3] * d[3]));
      if (!xsimd::any(left > real(0.0f))) continue;
      whole cell[4];
      for (int k = 0; k < 4; ++k) cell[k] = p.axis[k].at[0] + whole(static_cast<std::uint32_t>(v[k]));
      sum.add(hashed_vertex<4>(all_lanes(seed), cell), d, left);
    }
  }

  template <bool WithGradient>
  SCREE_INLINE sampled<Dims> at(const hashed_place<Dims>& p) const {
    vertex_sum<Dims, true, WithGradient> sum;
    add_vertices(p, sum);
    return sum.turned_back(orientation);
  }
};

SCREE_KERNELS_END
