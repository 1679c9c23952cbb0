#include "field/builder.hpp"

#include "dispatch.hpp"

#include <scree/detail/definition.hpp>
#include <scree/error.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>

namespace scree::field {
namespace {

constexpr float largest = std::numeric_limits<float>::max(), infinity = std::numeric_limits<float>::infinity();
/// Steps of a program: more would be thousands of octaves of octaves.
constexpr std::size_t most_steps = 1u << 16;
/// Cells per unit above which a coordinate has no place on a lattice.
constexpr double highest_frequency = 0x1p1000;

Interval around(std::initializer_list<float> corners) { return {std::min(corners), std::max(corners)}; }

/// The last step that reads each value or domain, in order of the steps; then blocks are handed out again once they were read last.
class lifetimes {
 public:
  explicit lifetimes(std::size_t count) : last_use_(count, 0) {}
  void used(int what, std::size_t step) {
    if (what >= 0) last_use_[static_cast<std::size_t>(what)] = step;
  }
  std::size_t last_use(std::size_t what) const { return last_use_[what]; }

 private:
  std::vector<std::size_t> last_use_;
};
class slot_pool {
 public:
  std::size_t take() {
    if (free_.empty()) return count_++;
    const std::size_t slot = free_.back();
    free_.pop_back();
    return slot;
  }
  void give_back(std::size_t slot) { free_.push_back(slot); }
  std::size_t count() const { return count_; }

 private:
  std::vector<std::size_t> free_;
  std::size_t count_ = 0;
};

/// Calls f(value or domain, true if a domain, true if written) for everything that a step touches.
template <class F>
void touches(const step& s, const F& f) {
  if (const auto* noise = std::get_if<noise_step>(&s)) {
    f(noise->at, true, false);
    f(noise->out, false, true);
  } else if (const auto* operation = std::get_if<operation_step>(&s)) {
    for (int i = 0; i < operation->inputs; ++i) f(operation->input[i], false, false);
    f(operation->out, false, true);
  } else if (const auto* read = std::get_if<read_step>(&s)) {
    f(read->at, true, false);
    f(read->out, false, true);
  } else if (const auto* place = std::get_if<place_step>(&s)) {
    f(place->from, true, false);
    for (int axis = 0; axis < place->by.dims; ++axis)
      if (place->by.amplitude[axis] != 0) f(place->displacement[axis], false, false);
    f(place->to, true, true);
  } else {
    const auto& wrap = std::get<wrap_step>(s);
    f(wrap.from, true, false);
    f(wrap.to, true, true);
  }
}

const noise_step* source_of(const step& s) {
  const auto* noise = std::get_if<noise_step>(&s);
  return noise && noise->at == 0 ? noise : nullptr;
}

/// Finds the sums of sources: start + factor * source + ..., where nothing else reads the sources and partial sums.
class sum_finder {
 public:
  explicit sum_finder(const program& p) : p_(p), readers_(p.values, 0), made_by_(p.values, nullptr) {
    for (const step& s : p.steps)
      touches(s, [&](int what, bool is_domain, bool written) {
        if (is_domain || what < 0) return;
        if (written) made_by_[static_cast<std::size_t>(what)] = &s;
        else ++readers_[static_cast<std::size_t>(what)];
      });
    if (p.result >= 0) ++readers_[static_cast<std::size_t>(p.result)];
  }
  /// The longest sum that ends with a step, in order; false where it is none. `parts` are the steps that the sum stands for.
  bool find(const step& last, layout::source& sum, std::vector<const step*>& parts) const {
    const auto* operation = std::get_if<operation_step>(&last);
    if (!operation) return false;
    const value* in = operation->input;
    if (operation->what == operation::multiply) {
      sum.start = -0.0f;   // fma(a, b, -0) is a b
      if (!term(in[0], in[1], sum, parts)) return false;
    } else if (operation->what == operation::multiply_add) {
      if (in[2] < 0) sum.start = constant(in[2]);
      else if (readers_[static_cast<std::size_t>(in[2])] != 1 || !find(*made_by_[static_cast<std::size_t>(in[2])], sum, parts)) return false;
      if (!term(in[0], in[1], sum, parts)) return false;
    } else {
      return false;
    }
    sum.sum = true;
    sum.out = operation->out;
    parts.push_back(&last);
    return true;
  }

 private:
  float constant(value v) const { return p_.constants[static_cast<std::size_t>(-1 - v)][0]; }
  bool term(value of, value factor, layout::source& sum, std::vector<const step*>& parts) const {
    if (of < 0 || factor >= 0 || readers_[static_cast<std::size_t>(of)] != 1) return false;
    const step* made = made_by_[static_cast<std::size_t>(of)];
    bool absolute = false;
    if (const auto* operation = std::get_if<operation_step>(made); operation && operation->what == operation::absolute_of) {
      const value inner = operation->input[0];
      if (inner < 0 || readers_[static_cast<std::size_t>(inner)] != 1) return false;
      absolute = true;
      parts.push_back(made);
      made = made_by_[static_cast<std::size_t>(inner)];
    }
    const noise_step* noise = source_of(*made);
    if (!noise) return false;
    parts.push_back(made);
    sum.terms.push_back({noise, constant(factor), absolute});
    return true;
  }

  const program& p_;
  std::vector<int> readers_;
  std::vector<const step*> made_by_;
};

layout laid_out(const program& p, bool with_sums) {
  layout l;
  std::vector<char> in_a_source(p.steps.size(), 0);
  auto number_of = [&](const step* s) { return static_cast<std::size_t>(s - p.steps.data()); };
  if (with_sums) {
    const sum_finder finder(p);
    // From the back: the whole sum comes before its parts.
    for (std::size_t k = p.steps.size(); k-- > 0;) {
      layout::source sum{};
      std::vector<const step*> parts;
      if (in_a_source[k] || !finder.find(p.steps[k], sum, parts)) continue;
      for (const step* s : parts) in_a_source[number_of(s)] = 1;
      l.sources.push_back(std::move(sum));
    }
  }
  for (std::size_t k = 0; k < p.steps.size(); ++k) {
    if (in_a_source[k]) continue;
    if (const noise_step* noise = source_of(p.steps[k])) l.sources.push_back({noise->out, false, 0, {{noise, 1, false}}});
    else l.steps.push_back(&p.steps[k]);
  }

  l.values.assign(p.values, {});
  for (std::size_t k = 0; k < l.sources.size(); ++k) l.values[static_cast<std::size_t>(l.sources[k].out)] = {true, k};
  lifetimes of_values(p.values), of_domains(p.domain_dims.size());
  for (std::size_t k = 0; k < l.steps.size(); ++k)
    touches(*l.steps[k], [&](int what, bool is_domain, bool written) {
      (is_domain ? of_domains : of_values).used(what, k);
      l.reads_coordinates = l.reads_coordinates || (is_domain && !written && what == 0);
    });
  of_values.used(p.result, l.steps.size());

  slot_pool slots, domains;
  l.domains.assign(p.domain_dims.size(), 0);
  for (std::size_t k = 0; k < l.steps.size(); ++k) {
    // What is written gets its block before those that are read here are free: no step works in place.
    touches(*l.steps[k], [&](int what, bool is_domain, bool written) {
      if (!written) return;
      const std::size_t number = static_cast<std::size_t>(what);
      if (is_domain) l.domains[number] = domains.take();
      else l.values[number] = {false, slots.take()};
    });
    touches(*l.steps[k], [&](int what, bool is_domain, bool) {
      if (what < 0 || (is_domain && what == 0)) return;
      const std::size_t number = static_cast<std::size_t>(what);
      if (!is_domain && l.values[number].source) return;
      lifetimes& lives = is_domain ? of_domains : of_values;
      if (lives.last_use(number) != k) return;
      if (is_domain) domains.give_back(l.domains[number]);
      else slots.give_back(l.values[number].index);
      lives.used(what, l.steps.size() + 1);   // once
    });
  }
  l.slots = slots.count();
  l.domain_slots = domains.count();
  return l;
}

}  // namespace

// ---- contexts ---------------------------------------------------------------------------------------------------------

bool context::diagonal() const {
  for (int i = 0; i < dims; ++i)
    for (int j = 0; j < dims; ++j)
      if (i != j && matrix[i][j] != 0) return false;
  return true;
}

context context::mapped(const std::array<std::array<double, 4>, 4>& inner, const std::array<double, 4>& move) const {
  context c = *this;
  for (int i = 0; i < dims; ++i) {
    c.shift[i] = move[i];
    for (int j = 0; j < dims; ++j) {
      c.matrix[i][j] = 0;
      if (inner[i][j] != 0 && shift[j] != 0) c.shift[i] = std::fma(inner[i][j], shift[j], c.shift[i]);
      for (int k = 0; k < dims; ++k)
        if (inner[i][k] != 0 && matrix[k][j] != 0) c.matrix[i][j] = std::fma(inner[i][k], matrix[k][j], c.matrix[i][j]);
    }
  }
  return c;
}

context context::scaled(double by) const {
  std::array<std::array<double, 4>, 4> diagonal{};
  for (int axis = 0; axis < 4; ++axis) diagonal[axis][axis] = by;
  return mapped(diagonal, {-0.0, -0.0, -0.0, -0.0});
}

// ---- bounds -----------------------------------------------------------------------------------------------------------

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
  // Layouts point to steps, which stay where they are when a vector moves.
  p.by_blocks = laid_out(p, false);
  p.by_tiles = laid_out(p, true);
  return p;
}

void builder::add(const step& s) {
  if (program_.steps.size() == most_steps)
    throw Error("the field comes to more than " + std::to_string(most_steps) + " steps; use fewer octaves within octaves");
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
    program_.constants.emplace_back().fill(c);
    known->second = -static_cast<value>(program_.constants.size());
  }
  return known->second;
}

value builder::of(const node& n, const context& at) {
  const std::pair key(&n, at);
  if (const auto known = built_.find(key); known != built_.end()) return known->second;
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

value builder::noise(leaf_kernels kernel_table::*kernels, const leaf& settings, Interval range, const context& at, std::shared_ptr<const void> keep) {
  const bool diagonal = at.diagonal();
  noise_step s{kernels, settings, 0, 0};
  for (int axis = 0; axis < at.dims; ++axis) {
    double& frequency = s.settings.frequency[axis];
    double& shift = s.settings.shift[axis];
    shift = definition::offset_in(at.stream, axis);
    if (diagonal) {
      if (at.shift[axis] != 0) shift = std::fma(at.shift[axis], frequency, shift);
      frequency *= at.matrix[axis][axis];
    }
    if (!(std::abs(frequency) <= highest_frequency) || !(std::abs(shift) <= highest_frequency))
      return constant(std::clamp(0.0f, range.lo, range.hi));
  }
  s.at = diagonal ? at.at : made(at);
  s.out = new_value(range);
  if (keep) program_.kept.push_back(std::move(keep));
  add(s);
  return s.out;
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
    for (int j = 0; j < at.dims; ++j) {
      s.by.matrix[i][j] = at.matrix[i][j];
      s.matrix[i][j] = constant(static_cast<float>(at.matrix[i][j]));
    }
    s.by.shift[i] = at.shift[i];
    if (displacement.empty()) continue;
    s.by.amplitude[i] = amplitude;
    s.amplitude[i] = constant(static_cast<float>(amplitude));
    s.displacement[i] = displacement[static_cast<std::size_t>(i)];
  }
  s.to = new_domain(at.dims);
  add(s);
  context c(s.to, at.dims);
  c.stream = at.stream;
  c.octave = at.octave;
  return c;
}

context builder::wrapped(const context& at, double width, double height) {
  const wrap_step s{made(at), new_domain(4), {width, height}};
  add(s);
  context c(s.to, 4);
  c.stream = at.stream;
  c.octave = at.octave;
  return c;
}

}  // namespace scree::field
