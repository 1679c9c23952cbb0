// Builds programs: nodes add their steps through it. Equal nodes in equal contexts are built once; constants are folded; bounds are kept for
// every value.
#pragma once
#include "field/node.hpp"
#include "field/program.hpp"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace scree::field {

using square_matrix = std::array<std::array<double, 4>, 4>;
constexpr square_matrix diagonal_matrix(double each) {
  square_matrix m{};
  for (std::size_t axis = 0; axis < 4; ++axis) m[axis][axis] = each;
  return m;
}
constexpr std::array<double, 4> not_moved = {-0.0, -0.0, -0.0, -0.0};   // -0: nothing is added, not even to the sign of a zero

/// Where a node is evaluated: coordinates matrix * x + shift of a domain, and as part of which octave.
struct context {
  domain at = 0;
  int dims;
  square_matrix matrix = diagonal_matrix(1);
  std::array<double, 4> shift = not_moved;
  std::uint64_t stream = 0;   // see definition::stream_of; 0: as the seeds say
  double octave = 1;          // how much finer than the first octave: periods grow by it
  bool turned_octave = false;   // against the first one: there periods end

  context(domain d, int n) : at(d), dims(n) {}
  auto operator<=>(const context&) const = default;
  bool diagonal() const;
  /// The coordinates c of a node in this context become inner * c + move.
  context mapped(const square_matrix& inner, const std::array<double, 4>& move = not_moved) const;
  context scaled(double by) const;
  /// The same octave and stream over coordinates that stand in a domain as they are.
  context in(domain d, int n) const;
};

/// What one text may come to, with everything that is only tried while it is read. While one lives, it counts for its thread; no text is read within
/// another.
class limits_of_text {
 public:
  limits_of_text() { active_ = this; }
  ~limits_of_text() { active_ = nullptr; }
  limits_of_text(const limits_of_text&) = delete;
  limits_of_text& operator=(const limits_of_text&) = delete;
  static limits_of_text* active() { return active_; }

  void visit() { count(visits_, 1u << 20, "steps in all"); }
  void table() { count(tables_, 1u << 13, "permutation tables in all"); }

 private:
  static void count(std::size_t& n, std::size_t most, const char* what);
  static thread_local limits_of_text* active_;
  std::size_t visits_ = 0, tables_ = 0;
};

class builder {
 public:
  explicit builder(int dims);
  /// The finished program; the builder is empty then.
  program finish(value result);

  /// A node's value in a context.
  value of(const node& n, const context& at);

  value constant(float c);
  /// Null when the value is not constant.
  const float* constant_of(value v) const { return v < 0 ? program_.constants[static_cast<std::size_t>(-1 - v)].values : nullptr; }
  value operate(operation what, std::initializer_list<value> inputs, std::span<const float> parameters = {});
  value operate(operation what, std::initializer_list<value> inputs, std::initializer_list<float> parameters) {
    return operate(what, inputs, std::span(parameters.begin(), parameters.size()));
  }
  /// a * b + c with constants.
  value affine(value a, float b, float c);

  /// A leaf: its frequency along each axis goes with the context, its seed and period have been moved there already.
  value noise(leaf_kernels kernel_table::*kernels, const leaf& settings, Interval range, const context& at,
              std::shared_ptr<const void> keep = nullptr);
  value read(reading what, const context& at, int axis, double p, Interval range);

  /// The context's coordinates plus amplitude times displacements along each axis.
  context displaced(const context& at, std::span<const value> displacement, double amplitude);
  /// The feature points, nearest to the context's coordinates, of a Worley noise that is moved there like a leaf.
  context at_features(const leaf& settings, const context& at);
  /// The context's plane on a torus in four dimensions.
  context wrapped(const context& at, double width, double height);

  Interval range(value v) const;

 private:
  void add(const step& s);
  value new_value(Interval range);
  domain new_domain(int dims);
  bool has_place(leaf& settings, const context& at) const;
  domain domain_of_leaf(const context& at);
  domain made(const context& at);   // a domain that holds the context's coordinates

  program program_;
  std::vector<Interval> ranges_;
  std::map<std::uint32_t, value> constants_;
  std::map<std::pair<const node*, context>, value> built_;
  std::map<context, domain> made_;
};

/// Bounds of an operation over those of its inputs; may be infinite.
Interval bounds(operation what, std::span<const Interval> inputs, std::span<const float> parameters);
/// The operation on single values.
float operate_once(operation what, std::span<const float> inputs, std::span<const float> parameters);

}  // namespace scree::field
