// The leaves of an expression: the noises that kernels compute.
#include "dispatch.hpp"
#include "field/builder.hpp"
#include "field/options.hpp"

#include <scree/detail/definition.hpp>
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
#include <vector>

namespace scree {
namespace {

constexpr int longest_period = 1 << 20;

/// A leaf's options, checked and as the kernels take them.
struct prepared {
  leaf settings;
  std::shared_ptr<const permutation_table> table = nullptr;   // what settings point to
};

[[noreturn]] void bad(const char* leaf_name, const char* option, double is, const char* should_be) {
  char text[32];
  const std::to_chars_result end = std::to_chars(text, text + sizeof text, is);
  throw Error(std::string(leaf_name) + ": " + option + " is " + std::string(text, end.ptr) + ", but must be " + should_be);
}

void check_frequency(const char* name, double frequency) {
  if (!std::isfinite(frequency) || frequency == 0.0) bad(name, "frequency", frequency, "finite and not zero");
}

leaf settings_of(std::uint64_t seed, double frequency, int shape) {
  return {seed, shape, {frequency, frequency, frequency, frequency}, {-0.0, -0.0, -0.0, -0.0}};
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

/// Bounds of the published noises over all dimensions and releases; tests/published.cpp finds them again.
constexpr Interval perlin_improved_range = {-1.337f, 1.337f};
constexpr Interval webgl_perlin_range = {-1.7233f, 1.7233f};
constexpr Interval webgl_simplex_range = {-1.1221f, 1.1221f};

template <class Options>
prepared prepare(const char* name, const Options& options) {
  check_frequency(name, options.frequency);
  prepared p{settings_of(0, options.frequency, 0)};
  if constexpr (requires { options.seed; }) p.settings.seed = options.seed;
  if constexpr (requires { options.fade; }) {
    p.settings.shape = static_cast<int>(options.fade);
    if (p.settings.shape < 0 || p.settings.shape > 2) bad(name, "fade", p.settings.shape, "Fade::linear, Fade::cubic or Fade::quintic");
  }
  if constexpr (requires { options.falloff; }) {
    if (options.falloff != 0.5 && options.falloff != 0.6) bad(name, "falloff", options.falloff, "0.5 (continuous) or 0.6 (Perlin's original)");
    p.settings.shape = options.falloff == 0.5 ? 0 : 1;
  }
  if constexpr (requires { options.release; }) {
    if (options.release != 2011 && options.release != 2021) bad(name, "release", options.release, "2011 or 2021");
    p.settings.shape = options.release == 2011 ? 0 : 1;
  }
  if constexpr (requires { options.period; })
    for (int axis = 0; axis < 4; ++axis) {
      if (options.period[axis] < 0 || options.period[axis] > longest_period) bad(name, "period", options.period[axis], "0 (none) or 1 to 2^20 cells");
      p.settings.period[axis] = options.period[axis];
    }
  if constexpr (std::is_same_v<Options, PerlinImprovedOptions>) {
    p.table = std::make_shared<const permutation_table>(table_of(definition::permutation_of(options.seed)));
    p.settings.table = p.table.get();
  }
  return p;
}

template <class Options>
class leaf_node final : public field::node {
 public:
  leaf_node(const char* name, leaf_kernels kernel_table::*kernels, Interval range, int least_dims, const Options& options)
      : node({}, {least_dims, 4}), name_(name), kernels_(kernels), range_(range), options_(options), prepared_(prepare(name, options)) {}

  const char* name() const override { return name_; }
  field::value build(field::builder& b, const field::context& at) const override {
    prepared p = prepared_;
    if constexpr (requires { options_.seed; })
      if (at.stream != 0) p = prepare(name_, in_stream(at.stream));
    for (int axis = 0; axis < 4 && at.octave != 1; ++axis) {
      if (p.settings.period[axis] == 0) continue;
      const double period = p.settings.period[axis] * at.octave;
      if (period != std::floor(period) || period > longest_period || !at.diagonal())
        bad(name_, "period in an octave", period, "whole and up to 2^20: give the fractal a whole lacunarity, no rotation, and not too many octaves");
      p.settings.period[axis] = static_cast<std::int32_t>(period);
    }
    return b.noise(kernels_, p.settings, range_, at, p.table);
  }
  void write(field::writer& w) const override { field::write_options(w, options_); }
  field::field_ptr rebuilt(std::vector<field::field_ptr>, std::uint64_t stream) const override {
    return std::make_shared<leaf_node>(name_, kernels_, range_, dims_.least, in_stream(stream));
  }

 private:
  Options in_stream(std::uint64_t stream) const {
    Options o = options_;
    if constexpr (requires { o.seed; }) o.seed = definition::seed_in(stream, o.seed);
    return o;
  }
  const char* name_;
  leaf_kernels kernel_table::*kernels_;
  Interval range_;
  Options options_;
  prepared prepared_;
};

constexpr Interval unit = {-1.0f, 1.0f};

}  // namespace

#define SCREE_PUBLISHED_LEAF(name, Options, range, least_dims) \
  Noise name(const Options& options) { return Noise(std::make_shared<leaf_node<Options>>(#name, &kernel_table::name, range, least_dims, options)); }
#define SCREE_LEAF(name, Options) SCREE_PUBLISHED_LEAF(name, Options, unit, 1)
#define SCREE_PUBLISHED(name, Options, least_dims) SCREE_PUBLISHED_LEAF(name, Options, name##_range, least_dims)
#include "noise_list.inc"
#include "published_list.inc"
#undef SCREE_LEAF
#undef SCREE_PUBLISHED
#undef SCREE_PUBLISHED_LEAF

}  // namespace scree
