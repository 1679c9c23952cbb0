// The leaves of an expression: the noises that kernels compute.
#include "dispatch.hpp"
#include "field/builder.hpp"
#include "field/options.hpp"
#include "field/tables.hpp"
#include "grid/numeric_environment.hpp"

#include <scree/detail/definition.hpp>
#include <scree/detail/simplex_ports.hpp>
#include <scree/published.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace scree {
namespace {

/// In cells: of the published noises, and of the own ones.
template <class Options>
constexpr int longest_period = std::is_same_v<Options, StbPerlinOptions>                                                       ? 256
                               : std::is_same_v<Options, WebglPerlinOptions> || std::is_same_v<Options, PsrdnoiseOptions> ? 1 << 20
                                                                                                                          : std::numeric_limits<std::int32_t>::max();

/// A leaf's options, checked and as the kernels take them.
struct prepared {
  leaf settings;
  std::shared_ptr<const permutation_table> table = nullptr;   // what settings point to
};

using field::bad_option;

void check_frequency(const char* name, double frequency) {
  if (!std::isfinite(frequency) || frequency == 0.0) bad_option(name, "frequency", frequency, "finite and not zero");
}

leaf settings_of(std::uint64_t seed, double frequency, int shape) {
  return {seed, shape, {frequency, frequency, frequency, frequency}, {-0.0, -0.0, -0.0, -0.0}};
}

/// Bounds of the published noises over all dimensions and releases; tests/published.cpp finds them again.
constexpr Interval hash12_gradient_range = {-0.708f, 0.708f};
constexpr Interval hash12_value_range = {0.0f, 1.0f + 0x1p-22f};   // for the rounding of its blend
constexpr Interval perlin_classic_range = {-0.867f, 0.867f};
constexpr Interval perlin_improved_range = {-1.337f, 1.337f};
constexpr Interval psrdnoise_range = {-1.0445f, 1.0445f};
constexpr Interval simplex_table_range = {-0.9985f, 0.9985f};
constexpr Interval stb_perlin_range = {-1.037f, 1.037f};
constexpr Interval webgl_perlin_range = {-1.7233f, 1.7233f};
constexpr Interval webgl_simplex_range = {-1.1221f, 1.1221f};
constexpr Interval opensimplex_range = {-1.00001f, 1.00001f};   // its normalisers are rounded

constexpr Interval unit = {-1.0f, 1.0f};

/// The range of what the options ask for, over all dimensions.
template <class Options>
Interval range_of(const Options&) {
  return unit;
}
Interval range_of(const OpenSimplexOptions&) { return opensimplex_range; }
Interval range_of(const Hash12GradientOptions&) { return hash12_gradient_range; }
Interval range_of(const Hash12ValueOptions&) { return hash12_value_range; }
Interval range_of(const PerlinClassicOptions&) { return perlin_classic_range; }
Interval range_of(const PsrdnoiseOptions&) { return psrdnoise_range; }
Interval range_of(const SimplexTableOptions&) { return simplex_table_range; }
Interval range_of(const StbPerlinOptions&) { return stb_perlin_range; }
Interval range_of(const PerlinImprovedOptions&) { return perlin_improved_range; }
Interval range_of(const WebglPerlinOptions&) { return webgl_perlin_range; }
Interval range_of(const WebglSimplexOptions&) { return webgl_simplex_range; }

/// A Worley distance, from the sizes of an offset's components; rounded as kernels do it, and as monotone.
float worley_distance(const WorleyOptions& options, const float* d, int dims) {
  float squares = 0, sum = 0, largest = 0;
  double powers = 0;
  for (int axis = 0; axis < dims; ++axis) {
    squares = axis == 0 || axis == dims - 1 ? squares + d[axis] * d[axis] : std::fma(d[axis], d[axis], squares);
    sum += d[axis];
    largest = std::max(largest, d[axis]);
    powers += std::pow(static_cast<double>(d[axis]), options.p);
  }
  switch (options.metric) {
    case WorleyMetric::euclidean: return std::sqrt(squares);
    case WorleyMetric::squared: return squares;
    case WorleyMetric::manhattan: return sum;
    case WorleyMetric::chebyshev: return largest;
    case WorleyMetric::minkowski: return static_cast<float>(std::pow(powers, 1 / options.p));
    default: return squares + sum;
  }
}
/// The farthest that the n-th nearest point can be: every point as far away in its cell as it can, seen from a corner of the lower half or
/// quarter ... of the cell. By symmetry that is all but the middle of faces, where the fourth nearest point is a little farther in 2D, but
/// never as far as in 1D; tests/worley.cpp looks everywhere.
float farthest(const WorleyOptions& options, int n) {
  const float within = static_cast<float>(std::min(0.5, options.jitter * 0.5 + 0x1p-20));   // the roundings of a place
  float most = 0;
  for (int dims = 1; dims <= 4; ++dims)
    for (int halves = 0; halves <= dims; ++halves) {
      std::vector<float> all;
      for (unsigned cell = 0; cell < 1u << 2 * dims; ++cell) {
        float d[4];
        for (int axis = 0; axis < dims; ++axis) {
          const float middle = static_cast<float>(cell >> 2 * axis & 3) - 1.5f;
          d[axis] = std::abs(middle - (axis < halves ? 0.5f : 0.0f)) + within;
        }
        all.push_back(worley_distance(options, d, dims));
      }
      std::nth_element(all.begin(), all.begin() + (n - 1), all.end());
      most = std::max(most, all[n - 1]);
    }
  // The first nearest is as far as rounding takes it to at the corner; others may round upwards elsewhere, and powers anywhere.
  return n == 1 && options.metric != WorleyMetric::minkowski ? most : most * (1 + 0x1p-20f);
}
Interval range_of(const WorleyOptions& options) {
  if (options.returns == WorleyReturn::cell_value) return unit;
  const float a = farthest(options, options.nth), b = farthest(options, options.other);
  switch (options.returns) {
    case WorleyReturn::distance: return {0, a};
    case WorleyReturn::difference: return {options.other < options.nth ? -a : 0, options.other > options.nth ? b : 0};
    case WorleyReturn::sum: return {0, a + b};
    case WorleyReturn::product: return {0, a * b};
    default: return {0, 1};
  }
}

/// What Worley noise takes besides, checked.
worley_settings settings_of(const char* name, const WorleyOptions& options) {
  const auto choice = [&](const char* option, int is, int most, const char* should_be) {
    if (is < 0 || is > most) bad_option(name, option, is, should_be);
    return is;
  };
  const auto number = [&](const char* option, int is) {
    if (is < 1 || is > 4) bad_option(name, option, is, "1 to 4");
    return is;
  };
  worley_settings s{static_cast<float>(options.jitter), options.p, 0, 0, number("nth", options.nth), number("other", options.other)};
  s.metric = choice("metric", static_cast<int>(options.metric), 5, "a WorleyMetric");
  s.returns = choice("returns", static_cast<int>(options.returns), 5, "a WorleyReturn");
  if (!(options.jitter >= 0 && options.jitter <= 1)) bad_option(name, "jitter", options.jitter, "0 to 1");
  if (!(options.p >= 1 && options.p <= 64)) bad_option(name, "p", options.p, "1 to 64");
  if (options.returns == WorleyReturn::quotient && options.other < options.nth)
    bad_option(name, "other", options.other, "nth or more for a quotient, which would not be bounded");
  return s;
}

/// three.js draws its table with repetitions.
void check_permutation(const char* name, const SimplexTableOptions& options) {
  if (!definition::is_given(options.permutation) || options.port == SimplexPort::three_js) return;
  std::array<bool, 256> seen{};
  for (const std::uint8_t number : options.permutation) {
    if (seen[number]) bad_option(name, "a number that permutation holds twice", number, "there once, like every one of 0 .. 255");
    seen[number] = true;
  }
}

template <class Options>
void check_period(const char* name, int period) {
  constexpr int longest = longest_period<Options>;
  if (period >= 0 && period <= longest && !(longest == 256 && (period & (period - 1)) != 0)) return;
  bad_option(name, "period", period, longest == 256 ? "0 or a power of two up to 256" : longest == 1 << 20 ? "0 (none) or 1 to 2^20 cells" : "0 (none) or 1 to 2^31 - 1 cells");
}

template <class Options>
prepared prepare(const char* name, const Options& options) {
  check_frequency(name, options.frequency);
  prepared p{settings_of(0, options.frequency, 0)};
  if constexpr (requires { options.seed; }) p.settings.seed = options.seed;
  if constexpr (requires { options.fade; }) {
    p.settings.shape = static_cast<int>(options.fade);
    if (p.settings.shape < 0 || p.settings.shape > 2) bad_option(name, "fade", p.settings.shape, "Fade::linear, Fade::cubic or Fade::quintic");
  }
  if constexpr (requires { options.falloff; }) {
    if (options.falloff != 0.5 && options.falloff != 0.6) bad_option(name, "falloff", options.falloff, "0.5 (continuous) or 0.6 (Perlin's original)");
    p.settings.shape = options.falloff == 0.5 ? 0 : 1;
  }
  if constexpr (requires { options.release; }) {
    if (options.release != 2011 && options.release != 2021) bad_option(name, "release", options.release, "2011 or 2021");
    p.settings.shape = options.release == 2011 ? 0 : 1;
  }
  if constexpr (requires { options.orientation; }) {
    p.settings.shape = static_cast<int>(options.orientation);
    if (p.settings.shape < 0 || p.settings.shape > 2) bad_option(name, "orientation", p.settings.shape, "an OpenSimplexOrientation");
  }
  if constexpr (requires { options.period; })
    for (std::size_t axis = 0; axis < options.period.size(); ++axis) {
      check_period<Options>(name, options.period[axis]);
      p.settings.period[axis] = options.period[axis];
    }
  if constexpr (std::is_same_v<Options, WorleyOptions>) p.settings.worley = settings_of(name, options);
  if constexpr (requires { options.port; }) {
    p.settings.shape = static_cast<int>(options.port);
    if (p.settings.shape < 0 || p.settings.shape > 2) bad_option(name, "port", p.settings.shape, "one of SimplexPort");
  }
  if constexpr (requires { options.alpha; })
    if (!(std::abs(options.alpha) <= 1 << 20)) bad_option(name, "alpha", options.alpha, "finite and at most 2^20 in size");
  if constexpr (requires { options.permutation; }) check_permutation(name, options);
  if constexpr (requires { field::table_of(options); }) {
    if (field::limits_of_text* limits = field::limits_of_text::active()) limits->table();
    p.table = std::make_shared<const permutation_table>(field::table_of(options));
    p.settings.table = p.table.get();
  }
  return p;
}

template <class Options>
Options in_stream(Options o, std::uint64_t stream) {
  if constexpr (requires { o.seed; }) o.seed = definition::seed_in(stream, o.seed);
  return o;
}
/// The options that a noise has in a context, but for its frequency.
template <class Options>
Options moved(const char* name, const Options& options, const field::context& at) {
  Options o = in_stream(options, at.stream);
  if constexpr (requires { o.period; })
    for (int& each : o.period) {
      if (each == 0 || at.octave == 1) continue;
      const double period = each * at.octave;
      if (period != std::floor(period) || period > longest_period<Options> || at.turned_octave)
        bad_option(name, "period in an octave", period, "whole and within the limit for periods: give the fractal a whole lacunarity, no rotation, and not too many octaves");
      each = static_cast<int>(period);
    }
  return o;
}

template <class Options>
class leaf_node final : public field::node {
 public:
  leaf_node(const char* name, leaf_kernels kernel_table::*kernels, field::dimensions dims, const Options& options)
      : node({}, dims), name_(name), kernels_(kernels), options_(options) {
    numeric_environment environment;   // tables and bounds are computed
    prepared_ = prepare(name, options);
    range_ = range_of(options);
  }

  const char* name() const override { return name_; }
  field::value build(field::builder& b, const field::context& at) const override {
    const prepared p = at.stream == 0 && at.octave == 1 ? prepared_ : prepare(name_, moved(name_, options_, at));
    return b.noise(kernels_, p.settings, range_, at, p.table);
  }
  void write(field::writer& w) const override { field::write_options(w, options_); }
  field::field_ptr rebuilt(std::vector<field::field_ptr>, std::uint64_t stream) const override {
    return std::make_shared<leaf_node>(name_, kernels_, dims_, in_stream(options_, stream));
  }

 private:
  const char* name_;
  leaf_kernels kernel_table::*kernels_;
  Options options_;
  prepared prepared_;
  Interval range_;
};

/// The field at feature points.
class lookup_node final : public field::node {
 public:
  lookup_node(field::field_ptr of, const WorleyLookupOptions& options) : node({std::move(of)}), options_(options) { prepare(name(), worley_of(options_)); }
  const char* name() const override { return "worley_lookup"; }
  field::value build(field::builder& b, const field::context& at) const override {
    return b.of(*fields()[0], b.at_features(prepare(name(), worley_of(moved(name(), options_, at))).settings, at));
  }
  void write(field::writer& w) const override { field::write_options(w, options_); }
  field::field_ptr rebuilt(std::vector<field::field_ptr> fields, std::uint64_t stream) const override {
    return std::make_shared<lookup_node>(std::move(fields[0]), in_stream(options_, stream));
  }

 private:
  static WorleyOptions worley_of(const WorleyLookupOptions& o) {
    return {.seed = o.seed, .frequency = o.frequency, .jitter = o.jitter, .metric = o.metric, .p = o.p, .nth = o.nth, .period = o.period};
  }
  WorleyLookupOptions options_;
};

}  // namespace

Noise worley_lookup(const Noise& field, const WorleyLookupOptions& options) { return Noise(std::make_shared<lookup_node>(field.root(), options)); }

#define SCREE_PUBLISHED(name, Options, least_dims, most_dims)                                                                           \
  Noise name(const Options& options) {                                                                                                 \
    return Noise(std::make_shared<leaf_node<Options>>(#name, &kernel_table::name, field::dimensions{least_dims, most_dims}, options)); \
  }
#define SCREE_LEAF(name, Options) SCREE_PUBLISHED(name, Options, 1, 4)
#include "noise_list.inc"
#include "published_list.inc"
#undef SCREE_LEAF
#undef SCREE_PUBLISHED

Noise unity_perlin(double frequency) { return (perlin_improved({.frequency = frequency}) + 0.69f) * (1 / 1.483f); }

}  // namespace scree
