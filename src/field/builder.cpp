#include "field/builder.hpp"

#include <scree/detail/definition.hpp>
#include <scree/error.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>

namespace scree::field {
namespace {

constexpr float largest = std::numeric_limits<float>::max();
/// Steps of a program: more would be thousands of octaves of octaves. Nodes may add none, but are visited.
constexpr std::size_t most_steps = 1u << 16, most_visits = 2 * most_steps;
/// What a program may keep for its leaves: permutation tables, of 22 KB each.
constexpr std::size_t most_kept = 4096;
/// Cells per unit above which a coordinate has no place on a lattice; and where maps of coordinates end.
constexpr double highest_frequency = 0x1p1000, most_mapped = 0x1p1008;

/// fma(a, b, c), finite.
double mapped_by(double a, double b, double c) { return std::clamp(std::fma(a, b, c), -most_mapped, most_mapped); }
/// As binary32, finite, for derivatives.
float slope_of(double factor) { return static_cast<float>(std::clamp<double>(factor, -largest, largest)); }

[[noreturn]] void too_large(std::size_t most, const char* what) {
  throw Error("the field comes to more than " + std::to_string(most) + " " + what + "; use fewer octaves within octaves");
}

}  // namespace

thread_local limits_of_text* limits_of_text::active_ = nullptr;

void limits_of_text::count(std::size_t& n, std::size_t most, const char* what) {
  if (++n > most) too_large(most, what);
}

// ---- contexts ---------------------------------------------------------------------------------------------------------

bool context::diagonal() const {
  for (int i = 0; i < dims; ++i)
    for (int j = 0; j < dims; ++j)
      if (i != j && matrix[i][j] != 0) return false;
  return true;
}

context context::mapped(const square_matrix& inner, const std::array<double, 4>& move) const {
  context c = *this;
  for (int i = 0; i < dims; ++i) {
    c.shift[i] = move[i];
    for (int j = 0; j < dims; ++j) {
      c.matrix[i][j] = 0;
      if (inner[i][j] != 0 && shift[j] != 0) c.shift[i] = mapped_by(inner[i][j], shift[j], c.shift[i]);
      for (int k = 0; k < dims; ++k)
        if (inner[i][k] != 0 && matrix[k][j] != 0) c.matrix[i][j] = mapped_by(inner[i][k], matrix[k][j], c.matrix[i][j]);
    }
  }
  return c;
}

context context::scaled(double by) const { return mapped(diagonal_matrix(by)); }

context context::in(domain d, int n) const {
  context c(d, n);
  c.stream = stream;
  c.octave = octave;
  c.turned_octave = turned_octave;
  return c;
}

// ---- the builder ------------------------------------------------------------------------------------------------------

builder::builder(int dims) : program_{} {
  program_.dims = dims;
  program_.domain_dims.push_back(dims);
}

program builder::finish(value result) {
  program_.result = result;
  program_.range = range(result);
  program p = std::move(program_);
  p.values = ranges_.size();
  drop_unread(p);
  // Layouts point to steps, which stay where they are when a vector moves.
  p.by_blocks = laid_out(p, false);
  p.by_tiles = laid_out(p, true);
  return p;
}

void builder::add(const step& s) {
  if (program_.steps.size() == most_steps) too_large(most_steps, "steps");
  program_.steps.push_back(s);
}

value builder::new_value(Interval range) {
  ranges_.push_back(range);
  return static_cast<value>(ranges_.size()) - 1;
}

domain builder::new_domain(int dims) {
  program_.domain_dims.push_back(dims);
  return static_cast<domain>(program_.domain_dims.size()) - 1;
}

Interval builder::range(value v) const {
  if (const float* c = constant_of(v)) return {*c, *c};
  return ranges_[static_cast<std::size_t>(v)];
}

value builder::constant(float c) {
  // By its bits: a zero's sign counts.
  const auto [known, is_new] = constants_.try_emplace(std::bit_cast<std::uint32_t>(c), 0);
  if (is_new) {
    program_.constants.emplace_back(c);
    known->second = -static_cast<value>(program_.constants.size());
  }
  return known->second;
}

value builder::of(const node& n, const context& at) {
  const std::pair key(&n, at);
  if (const auto known = built_.find(key); known != built_.end()) return known->second;
  if (built_.size() >= most_visits) too_large(most_visits, "steps");
  if (limits_of_text* limits = limits_of_text::active()) limits->visit();
  const value v = n.build(*this, at);
  built_.emplace(key, v);
  return v;
}

value builder::operate(operation what, std::initializer_list<value> inputs, std::span<const float> parameters) {
  const value* in = inputs.begin();
  auto is = [&](int i, float c) { return constant_of(in[i]) && *constant_of(in[i]) == c; };
  if (what == operation::multiply) {
    if (in[0] < 0 && in[1] >= 0) return operate(what, {in[1], in[0]});   // constants last
    if (is(0, 1)) return in[1];
    if (is(1, 1)) return in[0];
    if (in[0] == in[1]) return operate(operation::square, {in[0]});
  }
  if (what == operation::multiply_add && is(2, 0)) return operate(operation::multiply, {in[0], in[1]});
  std::vector<Interval> ranges;
  std::vector<float> constants;
  for (const value v : inputs) {
    ranges.push_back(range(v));
    if (const float* c = constant_of(v)) constants.push_back(*c);
  }
  if (constants.size() == inputs.size()) return constant(std::clamp(operate_once(what, constants, parameters), -largest, largest));

  operation_step s{what, static_cast<int>(inputs.size()), {}, program_.parameters.size(), 0};
  std::copy(inputs.begin(), inputs.end(), s.input);
  program_.parameters.insert(program_.parameters.end(), parameters.begin(), parameters.end());
  program_.parameters.insert(program_.parameters.end(), 4 - std::min<std::size_t>(4, parameters.size()), 0.0f);
  const Interval all = bounds(what, ranges, parameters);
  s.out = new_value(all);
  add(s);
  if (all.lo >= -largest && all.hi <= largest) return s.out;
  return operate(operation::clamped, {s.out}, {-largest, largest});
}

value builder::affine(value a, float b, float c) {
  if (c == 0) return operate(operation::multiply, {a, constant(b)});
  if (b == 1) return operate(operation::add, {a, constant(c)});
  return operate(operation::multiply_add, {a, constant(b), constant(c)});
}

/// Moves a leaf to where the context's coordinates are; false if it has no place on a lattice then.
bool builder::has_place(leaf& settings, const context& at) const {
  const bool diagonal = at.diagonal();
  bool is_near = true;
  for (int axis = 0; axis < at.dims; ++axis) {
    double& frequency = settings.frequency[axis];
    double& shift = settings.shift[axis];
    shift = definition::offset_in(at.stream, axis);
    if (diagonal) {
      if (at.shift[axis] != 0) shift = std::fma(at.shift[axis], frequency, shift);
      frequency *= at.matrix[axis][axis];
    }
    is_near = is_near && std::abs(frequency) <= highest_frequency && std::abs(shift) <= highest_frequency && std::abs(at.shift[axis]) <= highest_frequency;
    for (int of = 0; of < at.dims; ++of) is_near = is_near && std::abs(at.matrix[axis][of]) <= highest_frequency;
  }
  return is_near;
}
/// Where such a leaf finds its coordinates.
domain builder::domain_of_leaf(const context& at) { return at.diagonal() ? at.at : made(at); }

value builder::noise(leaf_kernels kernel_table::*kernels, const leaf& settings, Interval range, const context& at, std::shared_ptr<const void> keep) {
  noise_step s{kernels, settings, 0, 0};
  if (!has_place(s.settings, at)) return constant(std::clamp(0.0f, range.lo, range.hi));
  s.at = domain_of_leaf(at);
  s.out = new_value(range);
  if (keep) {
    if (program_.kept.size() == most_kept) too_large(most_kept, "noises with permutation tables");
    program_.kept.push_back(std::move(keep));
  }
  add(s);
  return s.out;
}

context builder::at_features(const leaf& settings, const context& at) {
  feature_step s{settings, 0, 0, {}, {}};
  if (!has_place(s.settings, at)) return at;
  s.from = domain_of_leaf(at);
  for (int axis = 0; axis < at.dims; ++axis) s.frequency[axis] = settings.frequency[axis], s.shift[axis] = definition::offset_in(at.stream, axis);
  s.to = new_domain(at.dims);
  add(s);
  return at.in(s.to, at.dims);
}

value builder::read(reading what, const context& at, int axis, double p, Interval range) {
  const domain d = made(at);
  const value v = new_value(range);
  add(read_step{what, d, axis, p, v});
  return v;
}

domain builder::made(const context& at) {
  context key = at;
  key.stream = 0;
  key.octave = 1;
  key.turned_octave = false;
  if (key == context(at.at, at.dims)) return at.at;
  const auto [known, is_new] = made_.try_emplace(key, 0);
  if (is_new) known->second = displaced(at, {}, 0).at;
  return known->second;
}

context builder::displaced(const context& at, std::span<const value> displacement, double amplitude) {
  place_step s{};
  s.by.dims = at.dims;
  s.from = at.at;
  for (int i = 0; i < at.dims; ++i) {
    s.by.as_it_is[i] = at.shift[i] == 0;
    for (int j = 0; j < at.dims; ++j) {
      s.by.as_it_is[i] = s.by.as_it_is[i] && at.matrix[i][j] == (i == j ? 1 : 0);
      s.by.matrix[i][j] = at.matrix[i][j];
      s.matrix[i][j] = constant(slope_of(at.matrix[i][j]));
    }
    s.by.shift[i] = at.shift[i];
    if (displacement.empty()) continue;
    s.by.amplitude[i] = amplitude;
    s.amplitude[i] = constant(slope_of(amplitude));
    s.displacement[i] = displacement[static_cast<std::size_t>(i)];
  }
  s.to = new_domain(at.dims);
  add(s);
  return at.in(s.to, at.dims);
}

context builder::wrapped(const context& at, double width, double height) {
  const wrap_step s{made(at), new_domain(4), {width, height}};
  add(s);
  return at.in(s.to, 4);
}

}  // namespace scree::field
