// The blend that Perlin's noises are.
//
// Every corner of the cell carries a plane through zero with a pseudorandom slope; the value is the blend of the planes,
// weighted by the faded fractions. The planes are blended along the last axis first and along x last, so that on a grid
// everything but the last blend is shared: by the samples of a slice, then by those of a row.
#pragma once
#include "reference/lattice.hpp"

namespace scree::reference {

/// A function slope . offsets + constant of the offsets along those axes that are not yet blended.
template <int Dims>
struct plane {
  std::array<float, Dims> slope;
  float constant;
};

template <int Dims>
using corner_planes = std::array<plane<Dims>, 1 << Dims>;

/// Two planes cut at the sample's offset along their last axis: the lower one's constant, and the rise from there to the upper
/// one's. A lattice point's own plane has no constant.
struct cuts {
  float lower, rise;
};
template <int Dims>
cuts cut(const plane<Dims>& lower, const plane<Dims>& upper, int axis, float t) {
  if (axis == Dims - 1) {
    const float c = lower.slope[axis] * t;
    return {c, std::fma(upper.slope[axis], t - 1.0f, -c)};
  }
  const float c = std::fma(lower.slope[axis], t, lower.constant);
  return {c, std::fma(upper.slope[axis], t - 1.0f, upper.constant - c)};
}

/// The blend of planes at x, where gradient(cell) is the slope at a lattice point.
template <int Dims, class Gradient>
sample<Dims> blend_planes(const std::array<double, Dims>& x, double frequency, const std::array<int, 4>& period, Fade curve, const Gradient& gradient) {
  if (!all_finite<Dims>(x)) return not_a_number<Dims>();
  std::array<std::uint32_t, Dims> cell;
  std::array<float, Dims> t;
  std::array<faded, Dims> f;
  for (int axis = 0; axis < Dims; ++axis) {
    const position p = locate(x[axis], frequency);
    cell[axis] = cell_number(p.cell, period[axis]);
    t[axis] = static_cast<float>(p.fraction);
    f[axis] = fade(curve, t[axis]);
  }

  // forms[0] is the value, forms[1 + axis] its derivative along that axis, once that axis is blended.
  std::array<corner_planes<Dims>, 1 + Dims> forms{};
  for (unsigned corner = 0; corner < 1u << Dims; ++corner) {
    auto c = cell;
    for (int axis = 0; axis < Dims; ++axis) c[axis] = stepped(c[axis], corner >> axis & 1, period[axis]);
    forms[0][corner].slope = gradient(c);
  }

  for (int axis = Dims - 1; axis > 0; --axis) {
    const float v = f[axis].u, dv = f[axis].slope;
    for (unsigned lower = 0; lower < 1u << axis; ++lower) {
      const unsigned upper = lower | 1u << axis;
      {
        // d/d(axis) of the blend: the fade's slope times the difference, plus the blend of the slopes.
        const auto &lo = forms[0][lower], &hi = forms[0][upper];
        auto& d = forms[1 + axis][lower];
        for (int k = 0; k < axis; ++k) d.slope[k] = dv * (hi.slope[k] - lo.slope[k]);
        d.constant = std::fma(dv, cut<Dims>(lo, hi, axis, t[axis]).rise, lerp(v, lo.slope[axis], hi.slope[axis]));
      }
      for (int form = 0; form <= Dims; form = form == 0 ? axis + 2 : form + 1) {
        auto &lo = forms[form][lower], &hi = forms[form][upper];
        const cuts c = cut<Dims>(lo, hi, axis, t[axis]);
        for (int k = 0; k < axis; ++k) lo.slope[k] = lerp(v, lo.slope[k], hi.slope[k]);
        lo.constant = std::fma(v, c.rise, c.lower);
      }
    }
  }

  // Along x, for columns G t + C and G' (t - 1) + C': lerp(u, ., .) = u (D t + E) + (G t + C), D = G' - G, E = (C' - G') - C.
  const float u = f[0].u, du = f[0].slope;
  auto column_difference = [&](const corner_planes<Dims>& form, float& D) {
    D = form[1].slope[0] - form[0].slope[0];
    const float E = (form[1].constant - form[1].slope[0]) - form[0].constant;
    return std::fma(D, t[0], E);
  };
  auto along_x = [&](const corner_planes<Dims>& form) {
    float D;
    const float difference = column_difference(form, D);
    return std::fma(u, difference, std::fma(form[0].slope[0], t[0], form[0].constant));
  };
  sample<Dims> s;
  s.value = along_x(forms[0]);
  float D;
  const float difference = column_difference(forms[0], D);
  s.gradient[0] = std::fma(du, difference, std::fma(u, D, forms[0][0].slope[0]));
  for (int axis = 1; axis < Dims; ++axis) s.gradient[axis] = along_x(forms[1 + axis]);
  return per_unit(s, frequency);
}

}  // namespace scree::reference
