// The published noises in the forms that are tested.
#pragma once
#include "support.hpp"

#include <scree/published.hpp>

#include <functional>
#include <string>
#include <vector>

namespace scree::test {

/// A published noise in one of its forms.
struct published {
  std::string name;   // that of the noise, and the number of the form
  int least_dims, most_dims;
  std::function<Noise(double frequency)> make;
  std::function<outcome(double frequency, int dims, const point&)> reference;
};

template <int Least, int Most, class Options, class Make, class Reference>
published form(std::string name, Options options, Make make, Reference reference) {
  return {std::move(name), Least, Most,
          [=](double frequency) {
            Options o = options;
            o.frequency = frequency;
            return make(o);
          },
          [=](double frequency, int dims, const point& x) {
            Options o = options;
            o.frequency = frequency;
            outcome out{};
            with_dims(dims, [&]<int Dims>() {
              if constexpr (Dims >= Least && Dims <= Most) {
                const auto s = reference(o, first<Dims>(x));
                out.value = s.value;
                for (int axis = 0; axis < Dims; ++axis) out.gradient[axis] = s.gradient[axis];
              }
            });
            return out;
          }};
}

/// The options of every form that is tested.
template <class Options> std::vector<Options> forms();
template <> inline std::vector<Hash12GradientOptions> forms() { return {{.fade = Fade::linear}, {.fade = Fade::cubic}, {.fade = Fade::quintic}}; }
template <> inline std::vector<Hash12ValueOptions> forms() { return {{.fade = Fade::linear}, {.fade = Fade::cubic}, {.fade = Fade::quintic}}; }
template <> inline std::vector<OpenSimplexOptions> forms() {
  return {{}, {.seed = 77, .orientation = OpenSimplexOrientation::improve_xy}, {.seed = 5, .orientation = OpenSimplexOrientation::improve_xz}};
}
template <> inline std::vector<PsrdnoiseOptions> forms() { return {{}, {.alpha = -2.5}, {.period = {5, 6, 7}, .alpha = 0.75}, {.period = {0, 12, 289}}}; }
template <> inline std::vector<PerlinClassicOptions> forms() { return {{}, {.seed = 77}}; }
template <> inline std::vector<PerlinImprovedOptions> forms() { return {{}, {.seed = 77}}; }
template <> inline std::vector<SimplexTableOptions> forms() {
  SimplexTableOptions three{.port = SimplexPort::three_js};
  generator random{41};
  for (std::uint8_t& each : three.permutation) each = static_cast<std::uint8_t>(random.below(256));
  return {{}, {.seed = 77}, three, {.port = SimplexPort::simplexnoise1234}};
}
template <> inline std::vector<StbPerlinOptions> forms() { return {{}, {.seed = 200, .period = {4, 256, 1}}, {.seed = 3, .period = {0, 8, 32}}}; }
template <> inline std::vector<WebglSimplexOptions> forms() { return {{.release = 2011}, {.release = 2021}}; }
template <> inline std::vector<WebglPerlinOptions> forms() {
  std::vector<WebglPerlinOptions> all;
  for (const std::array<int, 4>& period : {std::array<int, 4>{}, {7, 3, 289, 1}, {0, 1000, 5, 0}})
    for (const int release : {2011, 2021}) all.push_back({.release = release, .period = period});
  return all;
}

inline const std::vector<published>& every_published() {
  static const std::vector<published> all = [] {
    std::vector<published> list;
#define SCREE_PUBLISHED(name, Options, least_dims, most_dims)                                                                            \
  for (int n = 0; const Options& options : forms<Options>())                                                                            \
    list.push_back(form<least_dims, most_dims>(#name " " + std::to_string(n++), options, [](const Options& o) { return name(o); },                                \
                                               []<std::size_t N>(const Options& o, const std::array<double, N>& x) {                   \
                                                 return reference::name<static_cast<int>(N)>(o, x);                                    \
                                               }));
#include "published_list.inc"
#undef SCREE_PUBLISHED
    return list;
  }();
  return all;
}

}  // namespace scree::test
