// The leaves of an expression: the noises that kernels compute.
#include "dispatch.hpp"
#include "field/node.hpp"

#include <scree/error.hpp>

#include <charconv>
#include <cmath>
#include <string>

namespace scree {
namespace {

class leaf_node final : public field::node {
 public:
  leaf_node(leaf_kernels kernel_table::*kernels, const leaf& settings) : kernels_(kernels), leaf_(settings) {}

  void sample(const field::points<float>& at, const field::destination& out) const override {
    (active_kernels().*kernels_).sample_float[at.dims - 1](leaf_, at.coordinates, at.count, out.values, out.gradient);
  }
  void sample(const field::points<double>& at, const field::destination& out) const override {
    (active_kernels().*kernels_).sample_double[at.dims - 1](leaf_, at.coordinates, at.count, out.values, out.gradient);
  }
  void fill(const grid_part& part, int dims, const fill_target& target, void* scratch) const override {
    (active_kernels().*kernels_).fill[dims - 1](leaf_, part, target, scratch);
  }
  Interval range() const override { return {-1.0f, 1.0f}; }

 private:
  leaf_kernels kernel_table::*kernels_;
  leaf leaf_;
};

[[noreturn]] void bad(const char* leaf_name, const char* option, double is, const char* should_be) {
  char text[32];
  const std::to_chars_result end = std::to_chars(text, text + sizeof text, is);
  throw Error(std::string(leaf_name) + ": " + option + " is " + std::string(text, end.ptr) + ", but must be " + should_be);
}

template <class Options>
Noise make(const char* name, leaf_kernels kernel_table::*kernels, const Options& options) {
  if (!std::isfinite(options.frequency) || options.frequency == 0.0) bad(name, "frequency", options.frequency, "finite and not zero");
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

}  // namespace

#define SCREE_LEAF(name, Options) \
  Noise name(const Options& options) { return make(#name, &kernel_table::name, options); }
#include "noise_list.inc"
#undef SCREE_LEAF

}  // namespace scree
