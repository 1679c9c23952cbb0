// Bounds of operations over those of their inputs: interval arithmetic, by the operations themselves, so with their rounding.
#include "field/builder.hpp"

#include "dispatch.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <span>

namespace scree::field {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

Interval around(std::initializer_list<float> corners) { return {std::min(corners), std::max(corners)}; }

}  // namespace

float operate_once(operation what, std::span<const float> inputs, std::span<const float> parameters) {
  float enough[4] = {}, out;
  const float* p = parameters.data();
  if (parameters.size() < 4) {
    std::copy(parameters.begin(), parameters.end(), enough);
    p = enough;
  }
  operand each[3];
  for (std::size_t i = 0; i < inputs.size(); ++i) each[i] = {&inputs[i], 0};
  scalar_kernels.operations[static_cast<int>(what)](each, p, 1, &out, nullptr);
  return out;
}

Interval bounds(operation what, std::span<const Interval> in, std::span<const float> p) {
  auto at = [&](std::initializer_list<float> x) { return operate_once(what, std::span(x.begin(), x.size()), p); };
  const Interval a = in[0], b = in.size() > 1 ? in[1] : Interval{};
  switch (what) {
    case operation::add:   // monotone, rounding included: the ends bound it
    case operation::minimum_of:
    case operation::maximum_of: return {at({a.lo, b.lo}), at({a.hi, b.hi})};
    case operation::subtract: return {at({a.lo, b.hi}), at({a.hi, b.lo})};
    case operation::multiply: return around({at({a.lo, b.lo}), at({a.lo, b.hi}), at({a.hi, b.lo}), at({a.hi, b.hi})});
    case operation::multiply_add: {
      const Interval c = in[2];
      return {std::min({at({a.lo, b.lo, c.lo}), at({a.lo, b.hi, c.lo}), at({a.hi, b.lo, c.lo}), at({a.hi, b.hi, c.lo})}),
              std::max({at({a.lo, b.lo, c.hi}), at({a.lo, b.hi, c.hi}), at({a.hi, b.lo, c.hi}), at({a.hi, b.hi, c.hi})})};
    }
    case operation::divide:
      if (b.lo <= 0 && b.hi >= 0) return {-infinity, infinity};
      return around({at({a.lo, b.lo}), at({a.lo, b.hi}), at({a.hi, b.lo}), at({a.hi, b.hi})});
    case operation::smooth_minimum: return {std::fma(-1.0f, p[0] * 0.25f, std::min(a.lo, b.lo)), std::min(a.hi, b.hi)};
    case operation::powered: {
      // Monotone along each input, up to rounding: a little more than the corners, with 0 and 1 where signs turn.
      if (b.lo < 0 && a.lo <= 0) return {0, infinity};
      const Interval c = around({at({a.lo, b.lo}), at({a.lo, b.hi}), at({a.hi, b.lo}), at({a.hi, b.hi})});
      constexpr float more = 1 + 0x1p-22f;
      const bool through_zero = b.lo <= 0 && b.hi >= 0;
      return {std::max(0.0f, c.lo / more), std::max(c.hi, through_zero ? 1.0f : 0.0f) * more};
    }
    case operation::absolute_of:
    case operation::square: {
      const float highest = std::max(at({a.lo}), at({a.hi}));
      return {a.lo <= 0 && a.hi >= 0 ? 0 : std::min(at({a.lo}), at({a.hi})), highest};
    }
    case operation::root:
    case operation::clamped:
    case operation::step_at:
    case operation::rounded_to: return {at({a.lo}), at({a.hi})};
    case operation::smoothstep_between: return {0, 1};
    case operation::terraced: return {std::floor(a.lo * p[0]) / p[0], (std::floor(a.hi * p[0]) + 1) / p[0]};
    case operation::mixed: return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
    case operation::ping_pong_of: return {-1, 1};
    case operation::curved: return {p[3], p[4]};
    case operation::count: break;
  }
  return {-infinity, infinity};
}

}  // namespace scree::field
