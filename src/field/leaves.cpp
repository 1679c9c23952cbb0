// The leaves of an expression: the noises that kernels compute.
#include "dispatch.hpp"
#include "field/node.hpp"

#include <scree/detail/permutation.hpp>
#include <scree/error.hpp>
#include <scree/published.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace scree {
namespace {

class leaf_node final : public field::node {
 public:
  leaf_node(leaf_kernels kernel_table::*kernels, const leaf& settings) : kernels_(kernels), leaf_(settings) {}
  /// A published noise.
  leaf_node(const char* name, int least_dims, Interval range, leaf_kernels kernel_table::*kernels, const leaf& settings,
            std::shared_ptr<const permutation_table> table)
      : kernels_(kernels), leaf_(settings), name_(name), least_dims_(least_dims), range_(range), table_(std::move(table)) {}

  void sample(const field::points<float>& at, const field::destination& out) const override {
    (active_kernels().*kernels_).sample_float[at.dims - 1](leaf_, at.coordinates, at.count, out.values, out.gradient);
  }
  void sample(const field::points<double>& at, const field::destination& out) const override {
    (active_kernels().*kernels_).sample_double[at.dims - 1](leaf_, at.coordinates, at.count, out.values, out.gradient);
  }
  void fill(const grid_part& part, int dims, const fill_target& target, void* scratch) const override {
    (active_kernels().*kernels_).fill[dims - 1](leaf_, part, target, scratch);
  }
  Interval range() const override { return range_; }
  void check_dims(int dims) const override {
    if (dims >= least_dims_) return;
    throw Error(std::string(name_) + " has " + std::to_string(least_dims_) + " to 4 dimensions, but was asked for " + std::to_string(dims));
  }

 private:
  leaf_kernels kernel_table::*kernels_;
  leaf leaf_;
  const char* name_ = "";
  int least_dims_ = 1;
  Interval range_ = {-1.0f, 1.0f};
  std::shared_ptr<const permutation_table> table_;   // what leaf_ points to
};

[[noreturn]] void bad(const char* leaf_name, const char* option, double is, const char* should_be) {
  char text[32];
  const std::to_chars_result end = std::to_chars(text, text + sizeof text, is);
  throw Error(std::string(leaf_name) + ": " + option + " is " + std::string(text, end.ptr) + ", but must be " + should_be);
}

void check_frequency(const char* name, double frequency) {
  if (!std::isfinite(frequency) || frequency == 0.0) bad(name, "frequency", frequency, "finite and not zero");
}

template <class Options>
Noise make(const char* name, leaf_kernels kernel_table::*kernels, const Options& options) {
  check_frequency(name, options.frequency);
  int shape = 0;
  if constexpr (requires { options.fade; }) {
    shape = static_cast<int>(options.fade);
    if (shape < 0 || shape > 2) bad(name, "fade", shape, "Fade::linear, Fade::cubic or Fade::quintic");
  }
  if constexpr (requires { options.falloff; }) {
    if (options.falloff != 0.5 && options.falloff != 0.6) bad(name, "falloff", options.falloff, "0.5 (continuous) or 0.6 (Perlin's original)");
    shape = options.falloff == 0.5 ? 0 : 1;
  }
  return Noise(std::make_shared<leaf_node>(kernels, leaf{options.seed, options.frequency, shape}));
}

permutation_table table_of(const std::array<std::uint8_t, 256>& permutation) {
  permutation_table t;
  for (unsigned k = 0; k < 512; ++k) {
    t.next[k] = permutation[k % 256];
    // The twelve edges lie on six lines; those of the numbers 0 1 4 5 8 9 stand for them, as in src/kernels/perlin_improved.hpp.
    const std::array<float, 3> g = definition::edge_gradient(permutation[k % 256]), opposite = {0 - g[0], 0 - g[1], 0 - g[2]};
    for (unsigned line = 0; line < 6; ++line) {
      const std::array<float, 3> of_line = definition::edge_gradient(line / 2 * 4 + line % 2);
      if (of_line == g) t.direction[k] = line << 28;
      if (of_line == opposite) t.direction[k] = 1u << 31 | line << 28;
    }
  }
  return t;
}

template <class Options>
Noise make_published(const char* name, int least_dims, Interval range, leaf_kernels kernel_table::*kernels, const Options& options) {
  check_frequency(name, options.frequency);
  int shape = 0;
  if constexpr (requires { options.release; }) {
    if (options.release != 2011 && options.release != 2021) bad(name, "release", options.release, "2011 or 2021");
    shape = options.release == 2011 ? 0 : 1;
  }
  leaf settings{0, options.frequency, shape};
  if constexpr (requires { options.period; })
    for (int axis = 0; axis < 4; ++axis) {
      if (options.period[axis] < 0 || options.period[axis] > 1 << 20) bad(name, "period", options.period[axis], "0 (none) or 1 to 2^20 cells");
      settings.period[axis] = options.period[axis];
    }
  std::shared_ptr<permutation_table> table;
  if constexpr (std::is_same_v<Options, PerlinImprovedOptions>) {
    settings.seed = options.seed;
    table = std::make_shared<permutation_table>(table_of(definition::permutation_of(options.seed)));
    settings.table = table.get();
  }
  return Noise(std::make_shared<leaf_node>(name, least_dims, range, kernels, settings, std::move(table)));
}

/// Bounds of the published noises over all dimensions and releases; tests/published.cpp finds them again.
constexpr Interval perlin_improved_range = {-1.337f, 1.337f};
constexpr Interval webgl_perlin_range = {-1.7233f, 1.7233f};
constexpr Interval webgl_simplex_range = {-1.1221f, 1.1221f};

}  // namespace

#define SCREE_LEAF(name, Options) \
  Noise name(const Options& options) { return make(#name, &kernel_table::name, options); }
#include "noise_list.inc"
#undef SCREE_LEAF
#define SCREE_PUBLISHED(name, Options, least_dims) \
  Noise name(const Options& options) { return make_published(#name, least_dims, name##_range, &kernel_table::name, options); }
#include "published_list.inc"
#undef SCREE_PUBLISHED

}  // namespace scree
