// Operators between fields: each builds its fields where it is itself, and an operation or a few on their values.
#include "field/builder.hpp"
#include "field/options.hpp"

#include <scree/error.hpp>
#include <scree/operators.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scree {
namespace field {
namespace {

using values = std::vector<value>;
using numbers = std::vector<float>;
using build_function = value (*)(builder&, const values&, const numbers&);

[[noreturn]] void bad(const char* name, const std::string& what) { throw Error(std::string(name) + ": " + what); }
std::string is(float x) { return " is " + number_text(x); }

/// An operator: fields, then numbers.
class operator_node final : public node {
 public:
  operator_node(const char* name, build_function make, std::vector<field_ptr> fields, numbers n)
      : node(std::move(fields)), name_(name), make_(make), numbers_(std::move(n)) {
    for (const float each : numbers_)
      if (!std::isfinite(each)) bad(name, "a number" + is(each) + ", but must be finite");
  }
  const char* name() const override { return name_; }
  value build(builder& b, const context& at) const override {
    values v;
    for (const field_ptr& f : fields()) v.push_back(b.of(*f, at));
    return make_(b, v, numbers_);
  }
  void write(writer& w) const override {
    for (const float each : numbers_) w.argument(number_text(each));
  }
  field_ptr rebuilt(std::vector<field_ptr> fields, std::uint64_t) const override {
    return std::make_shared<operator_node>(name_, make_, std::move(fields), numbers_);
  }

 private:
  const char* name_;
  build_function make_;
  numbers numbers_;
};

class constant_node final : public node {
 public:
  explicit constant_node(float c) : c_(c) {
    if (!std::isfinite(c)) bad("constant", "value" + is(c) + ", but must be finite");
  }
  const char* name() const override { return "constant"; }
  value build(builder& b, const context&) const override { return b.constant(c_); }
  void write(writer& w) const override { w.argument(number_text(c_)); }
  field_ptr rebuilt(std::vector<field_ptr>, std::uint64_t) const override { return std::make_shared<constant_node>(c_); }

 private:
  float c_;
};

constexpr float largest = std::numeric_limits<float>::max();

/// What is read from coordinates.
class coordinate_node final : public node {
 public:
  explicit coordinate_node(int axis) : node({}, {axis + 1, 4}), axis_(axis) {}
  const char* name() const override { return axis_names[axis_]; }
  value build(builder& b, const context& at) const override { return b.read(reading::position, at, axis_, 0, {-largest, largest}); }
  field_ptr rebuilt(std::vector<field_ptr>, std::uint64_t) const override { return std::make_shared<coordinate_node>(axis_); }

 private:
  int axis_;
};

class distance_node final : public node {
 public:
  explicit distance_node(const std::array<double, 4>& point) : point_(point) {
    for (const double each : point)
      if (!std::isfinite(each)) bad("distance_to", "a coordinate is not finite");
  }
  const char* name() const override { return "distance_to"; }
  value build(builder& b, const context& at) const override {
    value sum = 0;
    for (int axis = 0; axis < at.dims; ++axis) {
      const value d = b.read(reading::position, at, axis, point_[static_cast<std::size_t>(axis)], {-largest, largest});
      sum = axis == 0 ? b.operate(operation::square, {d}) : b.operate(operation::multiply_add, {d, d, sum});
    }
    return b.operate(operation::root, {sum});
  }
  void write(writer& w) const override {
    std::size_t last = 3;
    while (last > 0 && point_[last] == 0) --last;
    for (std::size_t axis = 0; axis <= last; ++axis) w.argument(number_text(point_[axis]));
  }
  field_ptr rebuilt(std::vector<field_ptr>, std::uint64_t) const override { return std::make_shared<distance_node>(point_); }

 private:
  std::array<double, 4> point_;
};

/// A product over the axes of something that one coordinate says.
class pattern_node final : public node {
 public:
  pattern_node(reading what, double p) : what_(what), p_(p) {}
  const char* name() const override { return what_ == reading::parity ? "checkerboard" : "sine"; }
  value build(builder& b, const context& at) const override {
    value product = b.constant(1);
    for (int axis = 0; axis < at.dims; ++axis) product = b.operate(operation::multiply, {product, b.read(what_, at, axis, p_, {-1, 1})});
    return product;
  }
  void write(writer& w) const override {
    if (what_ == reading::sine && p_ != 1) w.argument(number_text(p_));
  }
  field_ptr rebuilt(std::vector<field_ptr>, std::uint64_t) const override { return std::make_shared<pattern_node>(what_, p_); }

 private:
  reading what_;
  double p_;
};

template <operation What>
value operated(builder& b, const values& v, const numbers& n) {
  if constexpr (What == operation::add || What == operation::subtract || What == operation::multiply || What == operation::divide ||
                What == operation::minimum_of || What == operation::maximum_of || What == operation::powered)
    return b.operate(What, {v[0], v[1]}, n);
  else if constexpr (What == operation::mixed)
    return b.operate(What, {v[0], v[1], v[2]}, n);
  else
    return b.operate(What, {v[0]}, n);
}
value negated(builder& b, const values& v, const numbers&) { return b.affine(v[0], -1, 0); }
value smooth_minimum_of(builder& b, value a, value c, float width) { return b.operate(operation::smooth_minimum, {a, c}, {width, 1 / width}); }
value smooth_min_of(builder& b, const values& v, const numbers& n) { return smooth_minimum_of(b, v[0], v[1], n[0]); }
value smooth_max_of(builder& b, const values& v, const numbers& n) {
  return b.affine(smooth_minimum_of(b, b.affine(v[0], -1, 0), b.affine(v[1], -1, 0), n[0]), -1, 0);
}
/// By squares and products where the exponent is whole.
value power(builder& b, const values& v, const numbers& n) {
  if (n[0] != std::floor(n[0]) || n[0] < 1 || n[0] > 16) return b.operate(operation::powered, {v[0], b.constant(n[0])});
  value product = b.constant(1), square = v[0];
  for (int left = static_cast<int>(n[0]); left > 0; left /= 2) {
    if (left % 2) product = b.operate(operation::multiply, {product, square});
    if (left > 1) square = b.operate(operation::square, {square});
  }
  return product;
}
value remapped(builder& b, const values& v, const numbers& n) {
  const double slope = (static_cast<double>(n[3]) - n[2]) / (static_cast<double>(n[1]) - n[0]);
  return b.affine(v[0], static_cast<float>(slope), static_cast<float>(n[2] - n[0] * slope));
}
value smoothstepped(builder& b, const values& v, const numbers& n) {
  return b.operate(operation::smoothstep_between, {v[0]}, {n[0], 1 / (n[1] - n[0])});
}
value thresholded(builder& b, const values& v, const numbers& n) {
  return b.operate(operation::mixed, {b.constant(n[1]), b.constant(n[2]), b.operate(operation::step_at, {v[0]}, {n[0]})});
}
value terraces(builder& b, const values& v, const numbers& n) {
  return b.operate(operation::terraced, {v[0]}, {n[0], 1 - n[1], n[1] > 0 ? 1 / n[1] : 1});
}
value selected(builder& b, const values& v, const numbers& n) {
  const float edge = n[0], falloff = n[1];
  const value t = falloff == 0 ? b.operate(operation::step_at, {v[2]}, {edge})
                               : b.operate(operation::smoothstep_between, {v[2]}, {edge - falloff, 0.5f / falloff});
  return b.operate(operation::mixed, {v[0], v[1], t});
}
/// The numbers are x0 y0 x1 y1 ...
value curve_through(builder& b, const values& v, const numbers& n) {
  const std::size_t pieces = n.size() / 2 - 1;
  auto x = [&](std::size_t k) { return static_cast<double>(n[2 * k]); };
  auto y = [&](std::size_t k) { return static_cast<double>(n[2 * k + 1]); };
  auto secant = [&](std::size_t k) { return (y(k + 1) - y(k)) / (x(k + 1) - x(k)); };
  // Slopes that keep every piece monotone: 0 at turning points, else the weighted harmonic mean of the secants beside (Fritsch, Butland 1984).
  std::vector<double> slope(pieces + 1);
  slope[0] = secant(0), slope[pieces] = secant(pieces - 1);
  for (std::size_t k = 1; k < pieces; ++k) {
    const double before = secant(k - 1), after = secant(k);
    if (before * after <= 0) continue;
    const double w1 = 2 * (x(k + 1) - x(k)) + (x(k) - x(k - 1)), w2 = (x(k + 1) - x(k)) + 2 * (x(k) - x(k - 1));
    slope[k] = (w1 + w2) / (w1 / before + w2 / after);
  }
  float lowest = n[1], highest = n[1];
  for (std::size_t k = 0; k <= pieces; ++k) lowest = std::min(lowest, n[2 * k + 1]), highest = std::max(highest, n[2 * k + 1]);
  numbers p{static_cast<float>(pieces), n[0], n[2 * pieces], lowest, highest};
  for (std::size_t k = 0; k < pieces; ++k) {
    const double h = x(k + 1) - x(k), s = secant(k);
    for (const double each : {x(k), y(k), slope[k], (3 * s - 2 * slope[k] - slope[k + 1]) / h, (slope[k] + slope[k + 1] - 2 * s) / (h * h)})
      p.push_back(static_cast<float>(each));
  }
  return b.operate(operation::curved, {v[0]}, p);
}

Noise make(const char* name, build_function build, std::initializer_list<Noise> fields, numbers n = {}) {
  std::vector<field_ptr> roots;
  for (const Noise& f : fields) roots.push_back(f.root());
  return Noise(std::make_shared<operator_node>(name, build, std::move(roots), std::move(n)));
}

}  // namespace

}  // namespace field

using field::make, field::bad, field::is, field::number_text, field::operated;

Noise constant(float value) { return Noise(std::make_shared<field::constant_node>(value)); }

Noise operator+(const Noise& a, const Noise& b) { return make("+", &operated<operation::add>, {a, b}); }
Noise operator-(const Noise& a, const Noise& b) { return make("-", &operated<operation::subtract>, {a, b}); }
Noise operator*(const Noise& a, const Noise& b) { return make("*", &operated<operation::multiply>, {a, b}); }
Noise operator/(const Noise& a, const Noise& b) { return make("/", &operated<operation::divide>, {a, b}); }
Noise operator-(const Noise& a) { return make("negate", &field::negated, {a}); }
#define SCREE_WITH_NUMBERS(op)                                                   \
  Noise operator op(const Noise& a, float b) { return a op constant(b); }        \
  Noise operator op(float a, const Noise& b) { return constant(a) op b; }
SCREE_WITH_NUMBERS(+)
SCREE_WITH_NUMBERS(-)
SCREE_WITH_NUMBERS(*)
SCREE_WITH_NUMBERS(/)
#undef SCREE_WITH_NUMBERS

Noise min(const Noise& a, const Noise& b) { return make("min", &operated<operation::minimum_of>, {a, b}); }
Noise max(const Noise& a, const Noise& b) { return make("max", &operated<operation::maximum_of>, {a, b}); }
Noise min(const Noise& a, float b) { return min(a, constant(b)); }
Noise max(const Noise& a, float b) { return max(a, constant(b)); }
namespace {
void check_above_0(const char* name, const char* what, float x) {
  if (!(x > 0) || !std::isfinite(1 / x)) bad(name, what + is(x) + ", but must be above 0");
}
}  // namespace
Noise smooth_min(const Noise& a, const Noise& b, float width) {
  check_above_0("smooth_min", "width", width);
  return make("smooth_min", &field::smooth_min_of, {a, b}, {width});
}
Noise smooth_max(const Noise& a, const Noise& b, float width) {
  check_above_0("smooth_max", "width", width);
  return make("smooth_max", &field::smooth_max_of, {a, b}, {width});
}
Noise abs(const Noise& field) { return make("abs", &operated<operation::absolute_of>, {field}); }
Noise sqrt(const Noise& field) { return make("sqrt", &operated<operation::root>, {field}); }
Noise pow(const Noise& field, float exponent) { return make("pow", &field::power, {field}, {exponent}); }
Noise pow(const Noise& field, const Noise& exponent) {
  if (std::string_view(exponent.root()->name()) == "constant") return pow(field, exponent.range().lo);
  return make("pow", &operated<operation::powered>, {field, exponent});
}
Noise clamp(const Noise& field, float lo, float hi) {
  if (!(lo <= hi)) bad("clamp", "lo" + is(lo) + " and hi" + is(hi) + ", but lo must not be above hi");
  return make("clamp", &operated<operation::clamped>, {field}, {lo, hi});
}
Noise remap(const Noise& field, Interval from, Interval to) {
  const double slope = (static_cast<double>(to.hi) - to.lo) / (static_cast<double>(from.hi) - from.lo);
  if (!std::isfinite(to.lo) || !std::isfinite(to.hi)) bad("remap", "to" + is(to.lo) + " .. " + number_text(to.hi) + ", but must be two finite numbers");
  if (!std::isfinite(from.lo) || !std::isfinite(from.hi) || from.lo == from.hi)
    bad("remap", "from" + is(from.lo) + " .. " + number_text(from.hi) + ", but must be two different numbers");
  if (!std::isfinite(static_cast<float>(slope)) || !std::isfinite(static_cast<float>(to.lo - from.lo * slope)))
    bad("remap", "from" + is(from.lo) + " .. " + number_text(from.hi) + ", but must be wide enough for a map to " + number_text(to.lo) + " .. " + number_text(to.hi) + " in binary32");
  return make("remap", &field::remapped, {field}, {from.lo, from.hi, to.lo, to.hi});
}
Noise step(const Noise& field, float edge) { return make("step", &operated<operation::step_at>, {field}, {edge}); }
Noise smoothstep(const Noise& field, float lower, float upper) {
  if (!(lower < upper) || !std::isfinite(1 / (upper - lower)) || !std::isfinite(upper - lower))
    bad("smoothstep", "edges are " + number_text(lower) + " and " + number_text(upper) + ", but the second must be above the first, and not by more than a binary32 holds");
  return make("smoothstep", &field::smoothstepped, {field}, {lower, upper});
}
Noise threshold(const Noise& field, float edge, float below, float above) { return make("threshold", &field::thresholded, {field}, {edge, below, above}); }
Noise quantise(const Noise& field, float levels) {
  check_above_0("quantise", "levels", levels);
  return make("quantise", &operated<operation::rounded_to>, {field}, {levels});
}
Noise terrace(const Noise& field, float steps, float ramp) {
  check_above_0("terrace", "steps", steps);
  if (!(ramp >= 0 && ramp <= 1)) bad("terrace", "ramp" + is(ramp) + ", but must be from 0 to 1");
  return make("terrace", &field::terraces, {field}, {steps, ramp});
}
Noise blend(const Noise& a, const Noise& b, const Noise& t) { return make("blend", &operated<operation::mixed>, {a, b, t}); }
Noise select(const Noise& a, const Noise& b, const Noise& control, float edge, float falloff) {
  if (!(falloff >= 0) || (falloff > 0 && !std::isfinite(0.5f / falloff))) bad("select", "falloff" + is(falloff) + ", but must be 0 or more");
  return make("select", &field::selected, {a, b, control}, {edge, falloff});
}
Noise curve(const Noise& field, const std::vector<std::pair<float, float>>& points) {
  if (points.size() < 2 || points.size() > 64) bad("curve", "there are " + std::to_string(points.size()) + " points, but must be 2 to 64");
  std::vector<float> numbers;
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (k > 0 && !(points[k - 1].first < points[k].first))
      bad("curve", "x" + is(points[k].first) + " after " + number_text(points[k - 1].first) + ", but must ascend");
    numbers.push_back(points[k].first);
    numbers.push_back(points[k].second);
  }
  return make("curve", &field::curve_through, {field}, std::move(numbers));
}

Noise coordinate_x() { return Noise(std::make_shared<field::coordinate_node>(0)); }
Noise coordinate_y() { return Noise(std::make_shared<field::coordinate_node>(1)); }
Noise coordinate_z() { return Noise(std::make_shared<field::coordinate_node>(2)); }
Noise coordinate_w() { return Noise(std::make_shared<field::coordinate_node>(3)); }
Noise distance_to(const std::array<double, 4>& point) { return Noise(std::make_shared<field::distance_node>(point)); }
Noise checkerboard() { return Noise(std::make_shared<field::pattern_node>(reading::parity, 0)); }
Noise sine(double frequency) {
  if (!std::isfinite(frequency) || frequency == 0) bad("sine", "frequency is " + field::number_text(frequency) + ", but must be finite and not zero");
  return Noise(std::make_shared<field::pattern_node>(reading::sine, frequency));
}

}  // namespace scree
