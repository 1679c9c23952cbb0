// What the tests of grids share: the leaves with every option and their reference, grids to try them on, and how a fill is compared.
#pragma once
#include "support.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <sstream>
#include <type_traits>
#include <utility>

namespace scree::test {

/// One leaf with one set of options and one frequency.
struct field {
  const variant* kind;
  std::uint64_t seed;
  double frequency;
  std::string name;
  Noise noise;

  outcome reference(int dims, const point& x) const { return kind->expected(seed, frequency, dims, x); }
};

/// Every leaf of the registry with every option.
inline std::vector<field> every_field(double frequency = 1.0) {
  std::vector<field> all;
  for (const variant& v : variants()) {
    const std::uint64_t seed = 0x9E3779B97F4A7C15u + all.size();
    std::ostringstream name;
    name << v.name << " frequency " << frequency;
    all.push_back({&v, seed, frequency, name.str(), v.noise(seed, frequency)});
  }
  return all;
}

/// Calls f(std::integral_constant<int, N>) for N = 1 .. 4.
template <class F>
void for_each_dimension(const F& f) {
  f(std::integral_constant<int, 1>()), f(std::integral_constant<int, 2>());
  f(std::integral_constant<int, 3>()), f(std::integral_constant<int, 4>());
}

/// Random choices that are the same on every platform.
class chooser {
 public:
  explicit chooser(std::uint64_t seed) : random_{seed} {}
  std::size_t below(std::size_t n) { return random_.below(static_cast<unsigned>(n)); }
  template <class T>
  const T& of(std::span<const T> list) { return list[below(list.size())]; }
  /// Always true at full scale; less often the smaller SCREE_TEST_SCALE is.
  bool in_scale() { return below(1024) < scaled(1024); }

 private:
  generator random_;
};

template <std::size_t N>
std::size_t product(const std::array<std::size_t, N>& size) {
  std::size_t p = 1;
  for (std::size_t s : size) p *= s;
  return p;
}

template <int N>
std::string describe(const Grid<N>& g) {
  std::ostringstream text;
  text.precision(17);
  auto list = [&](const char* name, const auto& values) {
    text << name;
    for (const auto& v : values) text << ' ' << v;
  };
  list("origin", g.origin), list(", size", g.size), list(", spacing", g.spacing), list(", offset", g.offset), list(", pitch", g.pitch);
  return text.str();
}

/// The coordinates of every sample, in the order of a dense fill, as include/scree/grid.hpp defines them.
template <int N>
std::array<std::vector<double>, N> coordinates(const Grid<N>& g) {
  std::array<std::vector<double>, N> x;
  std::size_t run = 1;
  const std::size_t samples = product(g.size);
  for (int axis = 0; axis < N; ++axis) {
    x[axis].resize(samples);
    for (std::size_t s = 0; s < samples; ++s) {
      const std::int64_t index = g.origin[axis] + static_cast<std::int64_t>(s / run % g.size[axis]);
      x[axis][s] = std::fma(static_cast<double>(index), g.spacing[axis], g.offset[axis]);
    }
    run *= g.size[axis];
  }
  return x;
}

template <int N>
point sample_point(const std::array<std::vector<double>, N>& x, std::size_t s) {
  point p{};
  for (int axis = 0; axis < N; ++axis) p[axis] = x[axis][s];
  return p;
}

/// Values, and derivatives along each axis.
template <int N>
struct with_gradient {
  std::vector<float> values;
  std::array<std::vector<float>, N> along;

  explicit with_gradient(std::size_t samples) : values(samples, 7.0f) { along.fill(values); }
  scree::Gradient<N> gradient() {
    scree::Gradient<N> g;
    for (int axis = 0; axis < N; ++axis) g.along[axis] = along[axis];
    return g;
  }
};

template <int N>
with_gradient<N> reference_of(const field& f, const std::array<std::vector<double>, N>& x) {
  with_gradient<N> r(x[0].size());
  for (std::size_t s = 0; s < r.values.size(); ++s) {
    const outcome o = f.reference(N, sample_point<N>(x, s));
    r.values[s] = o.value;
    for (int axis = 0; axis < N; ++axis) r.along[axis][s] = o.gradient[axis];
  }
  return r;
}

template <int N>
std::vector<float> filled(const Noise& noise, const Grid<N>& g, int threads = 1) {
  std::vector<float> values(product(g.size), -7.0f);
  noise.fill(g, std::span<float>(values), {.threads = threads});
  return values;
}

template <int N>
with_gradient<N> sampled(const Noise& noise, const std::array<std::vector<double>, N>& x, bool derivatives = false) {
  with_gradient<N> out(x[0].size());
  std::array<const double*, 4> coordinates{};
  float* along[N];
  for (int axis = 0; axis < N; ++axis) coordinates[axis] = x[axis].data(), along[axis] = out.along[axis].data();
  sample<double>(noise, N, coordinates, out.values.size(), out.values.data(), derivatives ? along : nullptr);
  return out;
}

/// The first place where two lists of values differ in a bit, or their length.
template <class T>
std::size_t first_difference(std::span<const T> a, std::span<const T> b) {
  std::size_t k = 0;
  for (; k < a.size() && k < b.size(); ++k) {
    if constexpr (std::is_same_v<T, float>) {
      if (std::bit_cast<std::uint32_t>(a[k]) != std::bit_cast<std::uint32_t>(b[k])) return k;
    } else if (a[k] != b[k]) {
      return k;
    }
  }
  return k;
}

/// Fails, with where and what, unless both hold the same bits.
template <class T>
void check_same(const std::vector<T>& is, const std::vector<T>& should_be, std::string_view where) {
  REQUIRE(is.size() == should_be.size());
  const std::size_t k = first_difference<T>(is, should_be);
  if (k != is.size()) {
    CAPTURE(k);
    FAIL_CHECK(where << ": is " << +is[k] << ", should be " << +should_be[k]);
  }
}

}  // namespace scree::test
