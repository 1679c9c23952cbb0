// The leaves of an expression: the noises that kernels compute.
#include "dispatch.hpp"
#include "field/node.hpp"

#include <scree/error.hpp>
#include <scree/published.hpp>

#include <charconv>
#include <cmath>
#include <string>

namespace scree {
namespace {

class leaf_node final : public field::node {
 public:
  leaf_node(leaf_kernels kernel_table::*kernels, const leaf& settings) : kernels_(kernels), leaf_(settings) {}
  /// A published noise.
  leaf_node(const char* name, int least_dims, Interval range, leaf_kernels kernel_table::*kernels, const leaf& settings)
      : kernels_(kernels), leaf_(settings), name_(name), least_dims_(least_dims), range_(range) {}

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
  return Noise(std::make_shared<leaf_node>(name, least_dims, range, kernels, settings));
}

/// Bounds of the published noises over all dimensions and releases, found by tests/published.cpp.
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
