// How a program runs: which leaves are sources and which sums they make, and where blocks live.
#include "field/program.hpp"

#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

namespace scree::field {
namespace {

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
  } else if (const auto* wrap = std::get_if<wrap_step>(&s)) {
    f(wrap->from, true, false);
    f(wrap->to, true, true);
  } else {
    const auto& feature = std::get<feature_step>(s);
    f(feature.from, true, false);
    f(feature.to, true, true);
  }
}

const noise_step* source_of(const step& s) {
  const auto* noise = std::get_if<noise_step>(&s);
  return noise && noise->at == 0 ? noise : nullptr;
}

/// How often each value is read, by steps or as the result.
std::vector<int> count_readings(const program& p) {
  std::vector<int> readings(p.values, 0);
  for (const step& s : p.steps)
    touches(s, [&](int what, bool is_domain, bool written) {
      if (!is_domain && !written && what >= 0) ++readings[static_cast<std::size_t>(what)];
    });
  if (p.result >= 0) ++readings[static_cast<std::size_t>(p.result)];
  return readings;
}

/// Finds the sums of sources: start + factor * source + ..., where nothing else reads the sources and partial sums.
class sum_finder {
 public:
  sum_finder(const program& p, const std::vector<int>& readings) : p_(p), readings_(readings), made_by_(p.values, nullptr) {
    for (const step& s : p.steps)
      touches(s, [&](int what, bool is_domain, bool written) {
        if (!is_domain && written) made_by_[static_cast<std::size_t>(what)] = &s;
      });
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
      else if (readings_[static_cast<std::size_t>(in[2])] != 1 || !find(*made_by_[static_cast<std::size_t>(in[2])], sum, parts)) return false;
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
  float constant(value v) const { return p_.constants[static_cast<std::size_t>(-1 - v)].values[0]; }
  bool term(value of, value factor, layout::source& sum, std::vector<const step*>& parts) const {
    if (of < 0 || factor >= 0 || readings_[static_cast<std::size_t>(of)] != 1) return false;
    const step* made = made_by_[static_cast<std::size_t>(of)];
    bool absolute = false;
    if (const auto* operation = std::get_if<operation_step>(made); operation && operation->what == operation::absolute_of) {
      const value inner = operation->input[0];
      if (inner < 0 || readings_[static_cast<std::size_t>(inner)] != 1) return false;
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
  const std::vector<int>& readings_;
  std::vector<const step*> made_by_;
};

/// Finds the chains of operations.
void find_chains(const std::vector<int>& readings, std::vector<layout::placed_step>& steps) {
  for (std::size_t k = steps.size(); k-- > 0;) {
    const auto* operation = std::get_if<operation_step>(steps[k].what);
    if (!operation) continue;
    steps[k].chain = 1 + (k + 1 < steps.size() ? steps[k + 1].chain : 0);
    if (k == 0) continue;
    const auto* before = std::get_if<operation_step>(steps[k - 1].what);
    if (!before) continue;
    for (int i = operation->inputs; i-- > 0;)
      if (operation->input[i] == before->out) steps[k].from = i;
    steps[k - 1].kept = steps[k].from < 0 || readings[static_cast<std::size_t>(before->out)] > 1;
  }
}

}  // namespace

void drop_unread(program& p) {
  std::vector<char> value_read(p.values, 0), domain_read(p.domain_dims.size(), 0);
  if (p.result >= 0) value_read[static_cast<std::size_t>(p.result)] = 1;
  std::vector<step> read;
  for (std::size_t k = p.steps.size(); k-- > 0;) {
    bool wanted = false;
    auto flag = [&](int what, bool is_domain) -> char& { return (is_domain ? domain_read : value_read)[static_cast<std::size_t>(what)]; };
    touches(p.steps[k], [&](int what, bool is_domain, bool written) { wanted = wanted || (written && flag(what, is_domain)); });
    if (!wanted) continue;
    touches(p.steps[k], [&](int what, bool is_domain, bool written) {
      if (!written && what >= 0) flag(what, is_domain) = 1;
    });
    read.push_back(p.steps[k]);
  }
  p.steps.assign(read.rbegin(), read.rend());
}

layout laid_out(const program& p, bool with_sums) {
  layout l;
  const std::vector<int> readings = count_readings(p);
  std::vector<char> in_a_source(p.steps.size(), 0);
  auto number_of = [&](const step* s) { return static_cast<std::size_t>(s - p.steps.data()); };
  if (with_sums) {
    const sum_finder finder(p, readings);
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
    else l.steps.push_back({&p.steps[k], 0, chained_operation::none, true, false});
  }

  find_chains(readings, l.steps);

  l.values.assign(p.values, {});
  for (std::size_t k = 0; k < l.sources.size(); ++k) l.values[static_cast<std::size_t>(l.sources[k].out)] = {true, k};
  lifetimes of_values(p.values), of_domains(p.domain_dims.size());
  for (std::size_t k = 0; k < l.steps.size(); ++k)
    touches(*l.steps[k].what, [&](int what, bool is_domain, bool written) {
      (is_domain ? of_domains : of_values).used(what, k);
      if (!is_domain || written || what != 0) return;
      l.reads_coordinates = true;
      l.needs_arrays = l.needs_arrays || !std::holds_alternative<place_step>(*l.steps[k].what);
    });
  of_values.used(p.result, l.steps.size());
  for (layout::placed_step& placed : l.steps)
    touches(*placed.what, [&](int what, bool is_domain, bool) {
      placed.moves = placed.moves || (!is_domain && what >= 0 && (what == p.result || l.values[static_cast<std::size_t>(what)].source));
    });

  slot_pool slots, domains;
  l.domains.assign(p.domain_dims.size(), 0);
  for (std::size_t k = 0; k < l.steps.size(); ++k) {
    // What is written gets its block before those that are read here are free: no step works in place.
    touches(*l.steps[k].what, [&](int what, bool is_domain, bool written) {
      if (!written) return;
      const std::size_t number = static_cast<std::size_t>(what);
      if (is_domain) l.domains[number] = domains.take();
      else l.values[number] = {false, slots.take()};
    });
    touches(*l.steps[k].what, [&](int what, bool is_domain, bool) {
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

}  // namespace scree::field
