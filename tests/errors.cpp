// Bad arguments: the message names the argument and says what would be right, and nothing is written.
#include "support.hpp"

#include <algorithm>
#include <limits>

namespace scree::test {
namespace {

template <class Work>
std::string message(Work work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "(no Error)";
}
#define CHECK_MENTIONS(text, part) CHECK_MESSAGE(std::string(text).find(part) != std::string::npos, std::string(text))

// This case comes first: the environment is read when an instruction set is first needed.
TEST_CASE("SCREE_ISA with an unknown name is an error that lists the usable ones, until it is put right") {
  const char* const callers = std::getenv("SCREE_ISA");
  const std::string before = callers ? callers : "";
  setenv("SCREE_ISA", "mmx", 1);
  const float x[1] = {0.5f};
  float out[1] = {7};
  for (const std::string& text : {message([] { isa::active(); }), message([&] { perlin().sample(x, out); })}) {
    CHECK_MENTIONS(text, "SCREE_ISA");
    CHECK_MENTIONS(text, "\"mmx\"");
    for (const std::string_view name : isa::available()) CHECK_MENTIONS(text, std::string(name));
  }
  CHECK(out[0] == 7);
  if (callers) setenv("SCREE_ISA", before.c_str(), 1);
  else unsetenv("SCREE_ISA");
  CHECK(isa::active() == (callers && *callers ? before : std::string(isa::available().back())));
}

TEST_CASE("an unknown instruction set is an error that lists the usable ones and changes nothing") {
  const std::string before(isa::active());
  for (const char* name : {"mmx", "", "AVX2", "avx", "scalar "}) {
    const std::string text = message([&] { isa::use(name); });
    CHECK_MENTIONS(text, "isa::use");
    CHECK_MENTIONS(text, "\"" + std::string(name) + "\"");
    for (const std::string_view usable : isa::available()) CHECK_MENTIONS(text, std::string(usable));
    CHECK(isa::active() == before);
  }
}

TEST_CASE("an instruction set of this build that the machine cannot run is refused") {
  for (const std::string_view name : built_sets()) {
    const auto usable = isa::available();
    if (std::find(usable.begin(), usable.end(), name) != usable.end()) continue;
    CHECK_MENTIONS(message([&] { isa::use(name); }), "cannot run here");
  }
}

TEST_CASE("a frequency that is zero or not finite is an error that names it") {
  for (const variant& v : variants())
    for (const double bad : {0.0, -0.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity()}) {
      const std::string text = message([&] { v.noise(0, bad); });
      CHECK_MENTIONS(text, v.leaf);
      CHECK_MENTIONS(text, "frequency");
      CHECK_MENTIONS(text, "finite and not zero");
    }
  for (const variant& v : variants())
    for (const double good : {1e-310, -1.0, 1e308}) CHECK_NOTHROW(v.noise(0, good));
}

TEST_CASE("a falloff other than 0.5 and 0.6 is an error that names both") {
  for (const double bad : {0.0, 0.55, -0.5, 0.5000000001, 1.0, std::numeric_limits<double>::quiet_NaN()}) {
    const std::string text = message([&] { simplex({.falloff = bad}); });
    CHECK_MENTIONS(text, "simplex");
    CHECK_MENTIONS(text, "falloff");
    CHECK_MENTIONS(text, "0.5");
    CHECK_MENTIONS(text, "0.6");
  }
  CHECK_MENTIONS(message([] { simplex({.falloff = 0.5000000001}); }), "is 0.5000000001");
}

TEST_CASE("a fade that is none of the three is an error that names them") {
  for (const int bad : {-1, 3, 7, 1 << 30}) {
    for (const std::string& text : {message([&] { perlin({.fade = static_cast<Fade>(bad)}); }),
                                    message([&] { value({.fade = static_cast<Fade>(bad)}); })}) {
      CHECK_MENTIONS(text, "fade");
      CHECK_MENTIONS(text, "quintic");
    }
  }
}

/// Every span in turn one element too short or too long; all outputs must stay as they were.
template <class T>
void check_lengths(const variant& v, int dims) {
  const char* const names[] = {"x", "y", "z", "w"};
  const Noise noise = v.noise(0);
  with_dims(dims, [&]<int Dims>() {
    for (int wrong = 0; wrong < 2 * Dims; ++wrong)
      for (const std::size_t length : {std::size_t(0), std::size_t(9), std::size_t(11)}) {
        std::vector<T> coordinate(11, T(0.5));
        std::vector<std::vector<float>> outputs(1 + Dims, std::vector<float>(11, 7.0f));
        const std::span<float> out(outputs[0].data(), 10);
        std::array<std::span<const T>, Dims> x;
        Gradient<Dims> g;
        for (int axis = 0; axis < Dims; ++axis) {
          x[axis] = {coordinate.data(), wrong == axis ? length : 10};
          g.along[axis] = {outputs[1 + axis].data(), wrong == Dims + axis ? length : 10};
        }
        const std::string text = message([&] {
          if constexpr (Dims == 1) noise.sample(x[0], out, g);
          if constexpr (Dims == 2) noise.sample(x[0], x[1], out, g);
          if constexpr (Dims == 3) noise.sample(x[0], x[1], x[2], out, g);
          if constexpr (Dims == 4) noise.sample(x[0], x[1], x[2], x[3], out, g);
        });
        CHECK_MENTIONS(text, std::string(wrong < Dims ? "" : "gradient along ") + names[wrong % Dims] + " has " + std::to_string(length));
        CHECK_MENTIONS(text, "out has 10");
        CHECK_MENTIONS(text, "must have one length");
        for (const auto& o : outputs) CHECK(std::count(o.begin(), o.end(), 7.0f) == 11);
      }
  });
}

TEST_CASE("spans of different lengths are an error that names the span, and no output is touched") {
  for_each_variant([](const variant& v, int dims) {
    check_lengths<float>(v, dims);
    check_lengths<double>(v, dims);
  });
}

TEST_CASE("Error is a std::invalid_argument") {
  CHECK_THROWS_AS(perlin({.frequency = 0}), std::invalid_argument);
}

}  // namespace
}  // namespace scree::test
