// The options of every kind of field, by name. Text is written and read through these lists.
#pragma once
#include "field/text.hpp"

#include <scree/error.hpp>
#include <scree/scree.hpp>

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <type_traits>

namespace scree::field {

// each_option(o, f) calls f(name, member) for every option that a struct like o has.

template <class F> void each_option(const PerlinOptions*, const F& f) {
  f("seed", &PerlinOptions::seed), f("frequency", &PerlinOptions::frequency), f("fade", &PerlinOptions::fade);
  f("period", &PerlinOptions::period);
}
template <class F> void each_option(const SimplexOptions*, const F& f) {
  f("seed", &SimplexOptions::seed), f("frequency", &SimplexOptions::frequency), f("falloff", &SimplexOptions::falloff);
}
template <class F> void each_option(const ValueOptions*, const F& f) {
  f("seed", &ValueOptions::seed), f("frequency", &ValueOptions::frequency), f("fade", &ValueOptions::fade);
  f("period", &ValueOptions::period);
}
template <class F> void each_option(const WhiteOptions*, const F& f) {
  f("seed", &WhiteOptions::seed), f("frequency", &WhiteOptions::frequency), f("period", &WhiteOptions::period);
}
template <class F> void each_option(const WorleyOptions*, const F& f) {
  f("seed", &WorleyOptions::seed), f("frequency", &WorleyOptions::frequency), f("jitter", &WorleyOptions::jitter);
  f("metric", &WorleyOptions::metric), f("p", &WorleyOptions::p), f("returns", &WorleyOptions::returns);
  f("nth", &WorleyOptions::nth), f("other", &WorleyOptions::other), f("period", &WorleyOptions::period);
}
template <class F> void each_option(const OpenSimplexOptions*, const F& f) {
  f("seed", &OpenSimplexOptions::seed), f("frequency", &OpenSimplexOptions::frequency), f("orientation", &OpenSimplexOptions::orientation);
}
template <class F> void each_option(const Hash12GradientOptions*, const F& f) {
  f("frequency", &Hash12GradientOptions::frequency), f("fade", &Hash12GradientOptions::fade);
}
template <class F> void each_option(const Hash12ValueOptions*, const F& f) {
  f("frequency", &Hash12ValueOptions::frequency), f("fade", &Hash12ValueOptions::fade);
}
template <class F> void each_option(const PsrdnoiseOptions*, const F& f) {
  f("frequency", &PsrdnoiseOptions::frequency), f("period", &PsrdnoiseOptions::period), f("alpha", &PsrdnoiseOptions::alpha);
}
template <class F> void each_option(const PerlinClassicOptions*, const F& f) {
  f("seed", &PerlinClassicOptions::seed), f("frequency", &PerlinClassicOptions::frequency);
}
template <class F> void each_option(const SimplexTableOptions*, const F& f) {
  f("frequency", &SimplexTableOptions::frequency), f("port", &SimplexTableOptions::port), f("seed", &SimplexTableOptions::seed);
  f("permutation", &SimplexTableOptions::permutation);
}
template <class F> void each_option(const StbPerlinOptions*, const F& f) {
  f("seed", &StbPerlinOptions::seed), f("frequency", &StbPerlinOptions::frequency), f("period", &StbPerlinOptions::period);
}
template <class F> void each_option(const PerlinImprovedOptions*, const F& f) {
  f("seed", &PerlinImprovedOptions::seed), f("frequency", &PerlinImprovedOptions::frequency);
}
template <class F> void each_option(const WebglSimplexOptions*, const F& f) {
  f("frequency", &WebglSimplexOptions::frequency), f("release", &WebglSimplexOptions::release);
}
template <class F> void each_option(const WebglPerlinOptions*, const F& f) {
  f("frequency", &WebglPerlinOptions::frequency), f("release", &WebglPerlinOptions::release), f("period", &WebglPerlinOptions::period);
}
template <class F> void each_option(const FractalOptions*, const F& f) {
  f("octaves", &FractalOptions::octaves), f("lacunarity", &FractalOptions::lacunarity), f("gain", &FractalOptions::gain);
  f("weighted_strength", &FractalOptions::weighted_strength), f("offsets", &FractalOptions::offsets), f("rotate", &FractalOptions::rotate);
}
template <class F> void each_option(const PingPongOptions*, const F& f) {
  f("octaves", &PingPongOptions::octaves), f("lacunarity", &PingPongOptions::lacunarity), f("gain", &PingPongOptions::gain);
  f("weighted_strength", &PingPongOptions::weighted_strength), f("strength", &PingPongOptions::strength);
  f("offsets", &PingPongOptions::offsets), f("rotate", &PingPongOptions::rotate);
}
template <class F> void each_option(const HybridOptions*, const F& f) {
  f("octaves", &HybridOptions::octaves), f("lacunarity", &HybridOptions::lacunarity), f("gain", &HybridOptions::gain);
  f("offset", &HybridOptions::offset), f("offsets", &HybridOptions::offsets), f("rotate", &HybridOptions::rotate);
}
template <class F> void each_option(const WarpOptions*, const F& f) {
  f("amplitude", &WarpOptions::amplitude), f("frequency", &WarpOptions::frequency), f("seed", &WarpOptions::seed);
  f("octaves", &WarpOptions::octaves), f("lacunarity", &WarpOptions::lacunarity), f("gain", &WarpOptions::gain);
  f("progressive", &WarpOptions::progressive);
}
template <class F> void each_option(const WorleyLookupOptions*, const F& f) {
  f("seed", &WorleyLookupOptions::seed), f("frequency", &WorleyLookupOptions::frequency), f("jitter", &WorleyLookupOptions::jitter);
  f("metric", &WorleyLookupOptions::metric), f("p", &WorleyLookupOptions::p), f("nth", &WorleyLookupOptions::nth);
  f("period", &WorleyLookupOptions::period);
}
template <class F> void each_option(const RotateOptions*, const F& f) {
  f("xy", &RotateOptions::xy), f("xz", &RotateOptions::xz), f("yz", &RotateOptions::yz);
  f("xw", &RotateOptions::xw), f("yw", &RotateOptions::yw), f("zw", &RotateOptions::zw);
}

/// The names of an enumeration's values, in order.
inline const char* const* names_of(Fade, int& count) {
  static constexpr const char* names[] = {"linear", "cubic", "quintic"};
  count = 3;
  return names;
}

inline const char* const* names_of(WorleyMetric, int& count) {
  static constexpr const char* names[] = {"euclidean", "squared", "manhattan", "chebyshev", "minkowski", "hybrid"};
  count = 6;
  return names;
}
inline const char* const* names_of(WorleyReturn, int& count) {
  static constexpr const char* names[] = {"distance", "cell_value", "difference", "sum", "product", "quotient"};
  count = 6;
  return names;
}

inline const char* const* names_of(OpenSimplexOrientation, int& count) {
  static constexpr const char* names[] = {"standard", "improve_xy", "improve_xz"};
  count = 3;
  return names;
}

inline const char* const* names_of(SimplexPort, int& count) {
  static constexpr const char* names[] = {"simplex_noise_js", "three_js", "simplexnoise1234"};
  count = 3;
  return names;
}

/// The shortest text that reads back as the same number.
template <class Number>
std::string number_text(Number x) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, x).ptr};
}

[[noreturn]] inline void bad_option(const char* name, const std::string& option, double is, const char* should_be) {
  throw Error(std::string(name) + ": " + option + " is " + number_text(is) + ", but must be " + should_be);
}

template <class T>
std::string option_text(const T& option) {
  if constexpr (std::is_same_v<T, bool>) {
    return option ? "true" : "false";
  } else if constexpr (std::is_enum_v<T>) {
    int count;
    return names_of(option, count)[static_cast<int>(option)];
  } else if constexpr (std::is_arithmetic_v<T>) {
    return number_text(option);
  } else {
    std::string all;
    for (const auto& each : option) all += (all.empty() ? "[" : ", ") + option_text(each);
    return all + "]";
  }
}

/// Writes the options that are not what they are by default.
template <class Options>
void write_options(writer& w, const Options& options) {
  const Options usual{};
  each_option(&options, [&](const char* name, auto member) {
    if (options.*member != usual.*member) w.option(name, option_text(options.*member));
  });
}

}  // namespace scree::field
