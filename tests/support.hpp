// What the tests of the engine share: the leaves with all their shapes, the instruction sets, and evaluation in 1 to 4 dimensions.
#pragma once
#include "dispatch.hpp"
#include "reference/reference.hpp"

#include <doctest/doctest.h>
#include <scree/detail/definition.hpp>
#include <scree/scree.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#if defined(__has_feature)   // Clang's way to say it
#if __has_feature(address_sanitizer)
#define SCREE_SANITIZED 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SCREE_SANITIZED 1
#endif

namespace scree::test {

// ---- how much ---------------------------------------------------------------------------------------------------------

/// A number of repetitions: `full` times the environment variable SCREE_TEST_SCALE, which is 1 if unset, or 1/16 under a sanitizer.
inline std::size_t scaled(std::size_t full) {
#ifdef SCREE_SANITIZED
  double scale = 1.0 / 16;
#else
  double scale = 1.0;
#endif
  if (const char* text = std::getenv("SCREE_TEST_SCALE")) scale = std::atof(text);
  const auto count = static_cast<std::size_t>(static_cast<double>(full) * scale);
  return count < 64 ? 64 : count;
}

/// The same numbers on every machine (splitmix64; Steele, Lea, Flood 2014).
struct generator {
  std::uint64_t state;
  std::uint64_t bits() {
    std::uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  unsigned below(unsigned n) { return static_cast<unsigned>((bits() >> 32) * n >> 32); }
  double uniform(double from, double to) { return from + static_cast<double>(bits() >> 11) * 0x1p-53 * (to - from); }
};

// ---- the leaves -------------------------------------------------------------------------------------------------------

struct outcome {
  float value;
  std::array<float, 4> gradient;
};
using point = std::array<double, 4>;

/// The options of one shape: fade 0, 1, 2, quintic with periods 3; falloff 0 (0.5), 1 (0.6); Worley noise as worley_names has it.
template <class Options>
Options options_of(int shape, std::uint64_t seed, double frequency) {
  Options o;
  o.seed = seed;
  o.frequency = frequency;
  if constexpr (requires { o.fade; }) o.fade = shape < 3 ? static_cast<Fade>(shape) : Fade::quintic;
  if constexpr (requires { o.fade; })
    if (shape == 3) o.period = {3, 1, 1000000007, 4};
  if constexpr (requires { o.falloff; }) o.falloff = shape == 0 ? 0.5 : 0.6;
  if constexpr (requires { o.jitter; }) {
    if (shape == 1) o.returns = WorleyReturn::difference, o.metric = WorleyMetric::chebyshev, o.jitter = 0.7;
    if (shape == 2) o.returns = WorleyReturn::cell_value, o.metric = WorleyMetric::manhattan, o.nth = 2, o.period = {4, 2, 0, 1};
  }
  return o;
}
constexpr const char* worley_names[] = {"worley", "worley difference", "worley cell value, periodic"};

/// The same function template over 1 to 4 dimensions, by a number: with_dims(3, [&]<int Dims>() { ... }).
template <class Work>
decltype(auto) with_dims(int dims, Work work) {
  switch (dims) {
    case 1: return work.template operator()<1>();
    case 2: return work.template operator()<2>();
    case 3: return work.template operator()<3>();
    default: return work.template operator()<4>();
  }
}
template <int Dims>
std::array<double, Dims> first(const point& x) {
  std::array<double, Dims> p;
  for (int axis = 0; axis < Dims; ++axis) p[axis] = x[axis];
  return p;
}

/// One leaf in one of its shapes.
struct variant {
  std::string leaf, name;   // "perlin", "perlin quintic"
  int shape;
  Noise (*make)(int shape, std::uint64_t seed, double frequency);
  outcome (*reference)(int shape, std::uint64_t seed, double frequency, int dims, const point&);

  Noise noise(std::uint64_t seed, double frequency = 1.0) const { return make(shape, seed, frequency); }
  outcome expected(std::uint64_t seed, double frequency, int dims, const point& x) const {
    return reference(shape, seed, frequency, dims, x);
  }
  bool is_default() const { return leaf == "simplex" || leaf == "worley" ? shape == 0 : leaf == "white" || shape == 2; }
  bool continuous() const { return leaf != "white" && name != "simplex 0.6" && name != worley_names[2]; }
  /// Repeats after so few cells that they are no sample of all cells.
  bool periodic() const { return name.find("periodic") != std::string::npos; }
};

/// Every leaf of the registry in every shape.
inline const std::vector<variant>& variants() {
  static const std::vector<variant> all = [] {
    std::vector<variant> list;
    auto add = [&]<class Options>(const char* leaf, Options, auto make, auto reference) {
      if constexpr (requires(Options o) { o.fade; })
        for (int s = 0; s < 3; ++s)
          list.push_back({leaf, leaf + std::string(s == 0 ? " linear" : s == 1 ? " cubic" : " quintic"), s, make, reference});
      else if constexpr (requires(Options o) { o.jitter; })
        for (int s = 0; s < 3; ++s) list.push_back({leaf, worley_names[s], s, make, reference});
      else if constexpr (requires(Options o) { o.falloff; })
        for (int s = 0; s < 2; ++s) list.push_back({leaf, leaf + std::string(s == 0 ? " 0.5" : " 0.6"), s, make, reference});
      else
        list.push_back({leaf, leaf, 0, make, reference});
      if (std::string_view(leaf) == "perlin") list.push_back({leaf, "perlin quintic periodic", 3, make, reference});
    };
#define SCREE_LEAF(name, Options)                                                                                          \
  add(#name, Options(), [](int s, std::uint64_t seed, double f) { return scree::name(options_of<Options>(s, seed, f)); },  \
      [](int s, std::uint64_t seed, double f, int dims, const point& x) {                                                  \
        return with_dims(dims, [&]<int Dims>() {                                                                           \
          const auto r = reference::name<Dims>(options_of<Options>(s, seed, f), first<Dims>(x));                           \
          outcome o{r.value, {}};                                                                                          \
          for (int axis = 0; axis < Dims; ++axis) o.gradient[axis] = r.gradient[axis];                                     \
          return o;                                                                                                        \
        });                                                                                                                \
      });
#include "noise_list.inc"
#undef SCREE_LEAF
    return list;
  }();
  return all;
}

/// work(variant, dims) for every leaf in every shape and dimension.
template <class Work>
void for_each_variant(Work work) {
  for (const variant& v : variants())
    for (int dims = 1; dims <= 4; ++dims) {
      const std::string what = v.name + " " + std::to_string(dims) + "D";
      INFO(what);
      work(v, dims);
    }
}

// ---- instruction sets -------------------------------------------------------------------------------------------------

/// The instruction sets that this build holds, whether the machine can run them or not.
inline std::vector<std::string_view> built_sets() {
  return {"scalar",
#define SCREE_ISA(id, name) name,
#include "scree_instruction_sets.inc"
#undef SCREE_ISA
  };
}

/// Names the instruction sets that are not among those that ran, once a process.
inline void tell_skipped(const std::string& ran) {
  static bool told = false;
  for (const std::string_view name : built_sets())
    if (ran.find(" " + std::string(name) + " ") == std::string::npos && !told) MESSAGE("skipped, cannot run here: " << name);
  told = true;
}

/// work(name) for every usable instruction set, forced. Fails if one was not in use when it should have been, or if only the
/// reference ran though the build holds lanes.
template <class Work>
void for_each_isa(Work work) {
  const std::string callers(isa::active());
  std::string ran;
  std::size_t vector_sets = 0;
  for (const std::string_view name : isa::available()) {
    isa::use(name);
    INFO(name);
    REQUIRE(isa::active() == name);
    REQUIRE((active_kernels().lanes > 1) == (name != "scalar"));
    work(name);
    REQUIRE(isa::active() == name);
    ran += " " + std::string(name) + " ";
    vector_sets += name != "scalar";
  }
  isa::use(callers);
  tell_skipped(ran);
  REQUIRE((vector_sets > 0 || built_sets().size() == 1));
}

// ---- evaluation -------------------------------------------------------------------------------------------------------

template <class T>
using cloud = std::array<std::vector<T>, 4>;   // by axis; those past the dimensions are not read

template <class T>
void add(cloud<T>& c, const point& x) {
  for (int axis = 0; axis < 4; ++axis) c[axis].push_back(static_cast<T>(x[axis]));
}
template <class T>
point at(const cloud<T>& c, std::size_t k) {
  return {c[0][k], c[1][k], c[2][k], c[3][k]};
}

/// Adds the points of a five-point stencil around x along each axis, at two steps h to either side.
inline void add_stencil(cloud<double>& c, const point& x, int dims, double h) {
  for (int axis = 0; axis < dims; ++axis)
    for (const int steps : {-2, -1, 1, 2}) {
      point p = x;
      p[axis] += steps * h;
      add(c, p);
    }
}
/// The slope along an axis, from the four values of its stencil.
inline double stencil_slope(const float* f, double h) { return (8 * (double(f[2]) - f[1]) - (double(f[3]) - f[0])) / (12 * h); }

/// Noise::sample by a number of dimensions; gradient may be null.
template <class T>
void sample(const Noise& noise, int dims, const std::array<const T*, 4>& x, std::size_t count, float* out, float* const* gradient = nullptr) {
  with_dims(dims, [&]<int Dims>() {
    std::array<std::span<const T>, Dims> s;
    Gradient<Dims> g;
    for (int axis = 0; axis < Dims; ++axis) {
      s[axis] = {x[axis], count};
      if (gradient) g.along[axis] = {gradient[axis], count};
    }
    const std::span<float> o(out, count);
    auto call = [&](auto... more) {
      if constexpr (Dims == 1) noise.sample(s[0], o, more...);
      if constexpr (Dims == 2) noise.sample(s[0], s[1], o, more...);
      if constexpr (Dims == 3) noise.sample(s[0], s[1], s[2], o, more...);
      if constexpr (Dims == 4) noise.sample(s[0], s[1], s[2], s[3], o, more...);
    };
    if (gradient) call(g);
    else call();
  });
}

struct samples {
  std::vector<float> value;
  std::array<std::vector<float>, 4> gradient;
};
template <class T>
samples sample(const Noise& noise, int dims, const cloud<T>& x, bool with_gradient = false) {
  const std::size_t count = x[0].size();
  samples s{std::vector<float>(count), {}};
  float* g[4] = {};
  for (int axis = 0; axis < dims; ++axis) {
    if (with_gradient) s.gradient[axis].resize(count);
    g[axis] = s.gradient[axis].data();
  }
  sample<T>(noise, dims, {x[0].data(), x[1].data(), x[2].data(), x[3].data()}, count, s.value.data(), with_gradient ? g : nullptr);
  return s;
}

inline float at(const Noise& noise, int dims, const point& x) {
  if (dims == 1) return noise.at(x[0]);
  if (dims == 2) return noise.at(x[0], x[1]);
  if (dims == 3) return noise.at(x[0], x[1], x[2]);
  return noise.at(x[0], x[1], x[2], x[3]);
}

inline std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }

}  // namespace scree::test
