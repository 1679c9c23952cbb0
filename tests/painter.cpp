// From values and slopes to pixels, and the bar of colours beside.
#include "image/colour_bar.hpp"
#include "image/gray.hpp"
#include "image/painter.hpp"

#include <doctest/doctest.h>
#include <scree/error.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace scree::test {
namespace {

using image::colour;
using image::colour_scale;
using image::painter;
using image::palette;

std::vector<float> ramp(std::size_t count, double from, double to) {
  std::vector<float> values(count);
  for (std::size_t k = 0; k < count; ++k) values[k] = static_cast<float>(from + (to - from) * static_cast<double>(k) / static_cast<double>(count - 1));
  return values;
}

template <class Pixel>
std::vector<Pixel> painted(const painter& p, const std::vector<float>& values, const std::vector<float>& dx = {}, const std::vector<float>& dy = {}) {
  std::vector<Pixel> pixels(values.size() * static_cast<std::size_t>(p.channels()));
  p.paint(values, dx, dy, pixels.data());
  return pixels;
}

TEST_CASE("Colours of 8 bits are those of the scale, to a 4096th of it") {
  const std::vector<float> values = ramp(5001, -1.2, 1.2);
  for (const char* name : {"heat", "terrain", "diverging"})
    for (const auto& [from, to] : {std::pair{-1.0, 1.0}, {0.9, -0.7}}) {
      const palette colours = palette::named(name);
      const painter p(colours, from, to);
      const colour_scale scale(colours, from, to);
      REQUIRE(p.channels() == 3);
      const auto pixels = painted<std::uint8_t>(p, values);
      const double step = std::abs(to - from) / 4096;
      for (std::size_t k = 0; k < values.size(); ++k)
        for (std::size_t c = 0; c < 3; ++c) {
          // Between the colours of values that are half a step off, and half a level for rounding.
          const double a = scale.at(values[k] - 0.51 * step)[c], b = scale.at(values[k] + 0.51 * step)[c], here = scale.at(values[k])[c];
          const double low = std::min({a, b, here}), high = std::max({a, b, here});
          REQUIRE((pixels[3 * k + c] >= low - 0.51 && pixels[3 * k + c] <= high + 0.51));
        }
    }
}

TEST_CASE("Colours of 16 bits are exact, with alpha where there is some") {
  const palette colours({{-1, false, {0, 255, 10.5, 255}}, {1, false, {255, 0, 30, 100}}}, {1, 2, 3, 4});
  const painter p(colours, -1, 1);
  REQUIRE(p.channels() == 4);
  std::vector<float> values = ramp(1777, -1.1, 1.1);
  values.push_back(std::numeric_limits<float>::quiet_NaN());
  const auto fine = painted<std::uint16_t>(p, values);
  const auto coarse = painted<std::uint8_t>(p, values);
  const colour_scale scale(colours, -1, 1);
  for (std::size_t k = 0; k < values.size(); ++k)
    for (std::size_t c = 0; c < 4; ++c) {
      REQUIRE(std::abs(fine[4 * k + c] - 257 * scale.at(values[k])[c]) <= 0.5001);
      REQUIRE(std::abs(coarse[4 * k + c] - scale.at(values[k])[c]) <= 0.55);
    }
}

TEST_CASE_TEMPLATE("Plain gray is the gray that fill makes, within its rounding", Pixel, std::uint8_t, std::uint16_t) {
  std::vector<float> values = ramp(3001, -1.2, 1.2);
  values.insert(values.end(), {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()});
  std::vector<Pixel> expected(values.size());
  image::gray<Pixel>(values, -1, 1, expected);
  const painter p(palette::named("gray"), -1, 1);
  REQUIRE(p.channels() == 1);
  const auto found = painted<Pixel>(p, values);
  std::size_t others = 0;   // one off, where a value lies half way
  for (std::size_t k = 0; k < values.size(); ++k) {
    REQUIRE(std::abs(found[k] - expected[k]) <= 1);
    others += found[k] != expected[k];
  }
  CHECK(others <= values.size() / 100);
}

TEST_CASE_TEMPLATE("Light multiplies colours, and never past white or black", Pixel, std::uint8_t, std::uint16_t) {
  const double most = std::numeric_limits<Pixel>::max();
  for (const char* name : {"gray", "terrain"})
    for (const double altitude : {2.0, 45.0, 90.0}) {
      const HillshadeOptions sun{.altitude = altitude, .height = 2};
      const palette colours = palette::named(name);
      const painter p(colours, -1, 1, sun);
      REQUIRE(p.needs_slopes());
      const std::vector<float> values = ramp(2500, -1, 1);
      std::vector<float> dx, dy, light(values.size());
      for (std::size_t k = 0; k < values.size(); ++k) {
        dx.push_back(static_cast<float>(std::sin(0.7 * static_cast<double>(k))));
        dy.push_back(static_cast<float>(k % 7) - 3);
      }
      Hillshade{sun}(dx, dy, light);
      const colour_scale scale(colours, -1, 1);
      const auto pixels = painted<Pixel>(p, values, dx, dy);
      const auto channels = static_cast<std::size_t>(p.channels());
      const double level = std::max(0.25, std::sin(altitude * 3.14159265358979 / 180));
      for (std::size_t k = 0; k < values.size(); ++k)
        for (std::size_t c = 0; c < channels; ++c) {
          const double brightness = 0.3 + 0.7 * light[k] / level, expected = scale.at(values[k])[c] / 255 * most * brightness;
          const double slack = sizeof(Pixel) == 1 ? 2 : 4;   // a level of the table, its brightness, rounding
          const bool jump = std::string(name) == "terrain" && sizeof(Pixel) == 1 && std::abs(values[k]) < 0.001;
          if (!jump) REQUIRE(std::abs(pixels[channels * k + c] - std::min(expected, most)) <= slack);
        }
    }
}

TEST_CASE("Slopes that are not finite, or as steep as can be, have a pixel") {
  constexpr float largest = std::numeric_limits<float>::max(), nan = std::numeric_limits<float>::quiet_NaN();
  const painter p(palette::named("heat"), 0, 1, HillshadeOptions{.altitude = 0, .height = 1e30});
  const auto pixels = painted<std::uint8_t>(p, {1, 1, 1}, {largest, -largest, nan}, {0, largest, nan});
  CHECK(pixels.size() == 9);
  CHECK(pixels[0] > 250);   // towards the light, at a full 3.1 times
}

TEST_CASE_TEMPLATE("The bar runs from the largest value on top to the least, with its numbers beside", Pixel, std::uint8_t, std::uint16_t) {
  const painter p(palette::named("heat"), -2, 6);
  for (const std::size_t height : {1, 5, 30, 400, 2000}) {
    CAPTURE(height);
    const image::colour_bar bar(p, -2, 6, height);
    REQUIRE(bar.width() >= 28);
    const std::size_t x = 10 * std::clamp<std::size_t>(height / 500, 1, 16);   // in the strip
    std::vector<Pixel> first(3), last(3), row(3 * bar.width());
    std::vector<std::vector<Pixel>> strip;
    std::size_t ink = 0;
    for (std::size_t k = 0; k < height; ++k) {
      bar.row(k, row.data());
      for (std::size_t c = 0; c < 3; ++c) REQUIRE(row[c] == std::numeric_limits<Pixel>::max());   // a white gap at the left
      const std::vector<Pixel> pixel(row.begin() + static_cast<std::ptrdiff_t>(3 * x), row.begin() + static_cast<std::ptrdiff_t>(3 * x + 3));
      if (height < 30 || !(k < 6 * std::max<std::size_t>(1, height / 500) || k >= height - 6 * std::max<std::size_t>(1, height / 500))) strip.push_back(pixel);
      for (std::size_t i = 3 * x + 60; i < row.size(); i += 3) ink += row[i] == 0;
    }
    p.paint(6, first.data());
    p.paint(-2, last.data());
    REQUIRE(!strip.empty());
    CHECK(strip.front() == first);
    if (height > 1) CHECK(strip.back() == last);
    CHECK((ink > 0) == (height >= 30));
  }
}

}  // namespace
}  // namespace scree::test
