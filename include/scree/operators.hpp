// Arithmetic between fields, and what shapes their values. A number stands for a field that has this value everywhere.
//
// All in binary32, one rounding an operation, the same bits everywhere. Results that would pass the largest number stay at it. Derivatives follow by the
// chain rule; where a function jumps or has a corner, the derivative is that of one side, and 0 for pieces that are level.
#pragma once
#include <scree/noise.hpp>

#include <array>
#include <utility>
#include <vector>

namespace scree {

/// The same value everywhere; finite, else Error.
Noise constant(float value);

Noise operator+(const Noise& a, const Noise& b);
Noise operator-(const Noise& a, const Noise& b);
Noise operator*(const Noise& a, const Noise& b);
Noise operator/(const Noise& a, const Noise& b);   ///< 0 where b is 0
Noise operator-(const Noise& a);
Noise operator+(const Noise& a, float b);
Noise operator-(const Noise& a, float b);
Noise operator*(const Noise& a, float b);
Noise operator/(const Noise& a, float b);
Noise operator+(float a, const Noise& b);
Noise operator-(float a, const Noise& b);
Noise operator*(float a, const Noise& b);
Noise operator/(float a, const Noise& b);

Noise min(const Noise& a, const Noise& b);
Noise max(const Noise& a, const Noise& b);
Noise min(const Noise& a, float b);
Noise max(const Noise& a, float b);
/// min and max with the corner rounded where a and b are closer than `width` (I. Quilez, quadratic): at most width / 4 away. width above 0.
Noise smooth_min(const Noise& a, const Noise& b, float width);
Noise smooth_max(const Noise& a, const Noise& b, float width);

Noise abs(const Noise& field);
Noise sqrt(const Noise& field);                         ///< 0 where the field is negative
/// field^exponent. Whole exponents from 1 to 16 are products, so that signs are right; for all others what is below 0 counts as 0. The 0th power
/// of 0 is 1, negative ones are the largest number. Within 1 ULP.
Noise pow(const Noise& field, float exponent);
Noise pow(const Noise& field, const Noise& exponent);
Noise clamp(const Noise& field, float lo, float hi);    ///< lo <= hi
/// The straight line on which `from` becomes `to`: from.lo to to.lo, from.hi to to.hi. Nothing is clamped. from.lo and from.hi differ.
Noise remap(const Noise& field, Interval from, Interval to);

/// 0 below the edge, 1 from there on.
Noise step(const Noise& field, float edge);
/// 0 below `lower`, 1 above `upper`, 3 t^2 - 2 t^3 between. lower < upper.
Noise smoothstep(const Noise& field, float lower, float upper);
/// `below` under the edge, `above` from there on.
Noise threshold(const Noise& field, float edge, float below = -1, float above = 1);
/// The nearest multiple of 1 / levels. levels above 0.
Noise quantise(const Noise& field, float levels);
/// Level steps of height 1 / steps, joined by ramps over the last part `ramp` of each (0: cliffs, 1: no level ground). steps above 0, ramp 0 to 1.
Noise terrace(const Noise& field, float steps, float ramp = 0.25f);

/// From a (where t is 0 and less) to b (where t is 1 and more).
Noise blend(const Noise& a, const Noise& b, const Noise& t);
/// b where control is above the edge, else a; within `falloff` of the edge a smoothstep from one to the other. falloff 0 or more.
Noise select(const Noise& a, const Noise& b, const Noise& control, float edge = 0, float falloff = 0);

/// A smooth curve through (x, y) control points, monotone between neighbours (F. Fritsch, R. Carlson, 1980), level outside. Two to 64 points, x
/// ascending.
Noise curve(const Noise& field, const std::vector<std::pair<float, float>>& points);

// Coordinates as fields, in units of the caller; in fewer dimensions than they need they are an Error.
Noise coordinate_x();
Noise coordinate_y();
Noise coordinate_z();
Noise coordinate_w();
/// Distance to a point, in as many dimensions as are asked for.
Noise distance_to(const std::array<double, 4>& point);
/// 1 in even cells and -1 in odd ones, like a chess board. Scale it for other sizes.
Noise checkerboard();
/// The product over the axes of sin(2 pi frequency x). Error for a frequency that is 0 or not finite. Within 1 ULP of 1.
Noise sine(double frequency = 1);

}  // namespace scree
