// Palettes: their knots, what lies between, and the files they come from.
#include "image/palette.hpp"

#include <doctest/doctest.h>
#include <scree/error.hpp>

#include <cmath>
#include <limits>
#include <sstream>

namespace scree::test {
namespace {

using image::colour;
using image::colour_scale;
using image::palette;

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

palette from_text(const std::string& text) {
  std::istringstream stream(text);
  return palette::read(stream, "some.txt");
}

TEST_CASE("Every named palette has its colours at its knots, whatever the values are") {
  CHECK(palette::names() == std::vector<std::string>{"gray", "heat", "terrain", "diverging"});
  for (const std::string& name : palette::names()) {
    CAPTURE(name);
    const palette p = palette::named(name);
    for (const auto& [from, to] : {std::pair{0.0, 1.0}, {-1.0, 1.0}, {100.0, 2500.0}}) {
      const colour_scale scale(p, from, to);
      for (std::size_t k = 0; k < p.knots().size(); ++k) {
        const palette::knot& knot = p.knots()[k];
        REQUIRE((knot.share && knot.at >= 0 && knot.at <= 1));
        if (k > 0) REQUIRE(p.knots()[k - 1].at <= knot.at);
        if (k + 1 < p.knots().size() && p.knots()[k + 1].at == knot.at) continue;   // a jump: the upper one counts
        CHECK(scale.at(from + (to - from) * knot.at) == knot.is);
      }
      CHECK(scale.at(from - 10) == p.knots().front().is);
      CHECK(scale.at(to + 10) == p.knots().back().is);
      CHECK(scale.at(-infinity) == p.knots().front().is);
      CHECK(scale.at(nan) == p.of_nan());
    }
  }
  CHECK_THROWS_AS(palette::named("grey"), Error);
}

TEST_CASE("The palettes are what their names say") {
  const colour_scale terrain(palette::named("terrain"), 0, 1), diverging(palette::named("diverging"), -1, 1);
  for (const double water : {0.0, 0.2, 0.4, 0.499}) CHECK(terrain.at(water)[2] > terrain.at(water)[0] + 50);
  CHECK(terrain.at(0.505)[0] > terrain.at(0.505)[2] + 50);                       // sand
  for (const double grass : {0.56, 0.6, 0.65}) CHECK((terrain.at(grass)[1] > terrain.at(grass)[0] + 20 && terrain.at(grass)[1] > terrain.at(grass)[2] + 20));
  CHECK(terrain.at(0.95)[0] > 245);                                              // snow
  CHECK(diverging.at(0) == colour{247, 247, 247, 255});
  CHECK((diverging.at(-0.5)[2] > diverging.at(-0.5)[0] + 50 && diverging.at(0.5)[0] > diverging.at(0.5)[2] + 50));
  double darker = -1;
  for (double t = 0; t <= 1; t += 0.01) {   // heat gets brighter all the way
    const colour c = colour_scale(palette::named("heat"), 0, 1).at(t);
    CHECK(c[0] + c[1] + c[2] > darker);
    darker = c[0] + c[1] + c[2];
  }
}

TEST_CASE("Between knots colours go straight, and turn round with from and to") {
  const palette p({{0, true, {0, 100, 200, 255}}, {0.5, true, {100, 0, 200, 155}}, {1, true, {0, 0, 0, 255}}});
  CHECK(colour_scale(p, 0, 4).at(1) == colour{50, 50, 200, 205});
  CHECK(colour_scale(p, 0, 4).at(3) == colour{50, 0, 100, 205});
  CHECK(colour_scale(p, 4, 0).at(3) == colour{50, 50, 200, 205});
  CHECK(p.has_alpha());
  CHECK_FALSE(p.is_gray());
  CHECK(palette::named("gray").is_gray());
  CHECK_FALSE(palette::named("heat").has_alpha());
}

TEST_CASE("Where two knots have one value, the second is the upper one") {
  const colour low{10, 0, 0, 255}, high{200, 0, 0, 255};
  for (const bool share : {false, true}) {
    const palette p({{0, share, low}, {1, share, low}, {1, share, high}, {2, share, high}});
    const colour_scale scale(p, 0, 1);
    CHECK(scale.at(0.999) == low);
    CHECK(scale.at(1) == high);
    CHECK(scale.at(1.5) == high);
  }
}

TEST_CASE("A palette's file has a knot a line, with values, shares, nv and comments") {
  const palette p = from_text("# elevation\n0 0 0 0\n\n 1000.5, 255, 128.5, 0 # orange\n-20:1:2:3:4\r\n50% 9 9 9\nnv 1 2 3 0\n+1e4 255 255 255 255\n");
  REQUIRE(p.knots().size() == 5);
  CHECK((p.knots()[1].at == 1000.5 && !p.knots()[1].share && p.knots()[1].is == colour{255, 128.5, 0, 255}));
  CHECK((p.knots()[2].at == -20 && p.knots()[2].is == colour{1, 2, 3, 4}));
  CHECK((p.knots()[3].at == 0.5 && p.knots()[3].share));
  CHECK(p.knots()[4].at == 1e4);
  CHECK(p.of_nan() == colour{1, 2, 3, 0});
  REQUIRE(p.values());
  CHECK((p.values()->lo == -20 && p.values()->hi == 1e4f));
  const colour_scale scale(p, 0, 200);
  CHECK(scale.at(100) == colour{9, 9, 9, 255});   // 50%
  CHECK(scale.at(-1000) == colour{1, 2, 3, 4});
  CHECK_FALSE(from_text("0% 1 2 3\n100% 4 5 6").values());
  CHECK_FALSE(from_text("7 1 2 3").values());
  CHECK(from_text("7 1 2 3").of_nan() == colour{0, 0, 0, 255});
}

TEST_CASE("A palette's file that is none is an Error with the line's number") {
  CHECK_THROWS_WITH_AS(from_text("0 0 0 0\n1 2 3"), "some.txt: line 2: here are 3 words, right is: value red green blue [alpha]", Error);
  CHECK_THROWS_WITH_AS(from_text("0 0 0 0 0 0"), "some.txt: line 1: here are 6 words, right is: value red green blue [alpha]", Error);
  CHECK_THROWS_WITH_AS(from_text("\n\n0 0 256 0"), "some.txt: line 3: a colour is '256', right is 0 to 255", Error);
  CHECK_THROWS_WITH_AS(from_text("0 0 -1 0"), "some.txt: line 1: a colour is '-1', right is 0 to 255", Error);
  CHECK_THROWS_WITH_AS(from_text("0 red 0 0"), "some.txt: line 1: a colour is 'red', right is 0 to 255", Error);
  CHECK_THROWS_WITH_AS(from_text("high 0 0 0"), "some.txt: line 1: the value is 'high', right is a number, a share such as 50%, or nv", Error);
  for (const char* value : {"nan", "inf", "1e999", "5%%", "%", "0x10"}) CHECK_THROWS_AS(from_text(std::string(value) + " 0 0 0"), Error);
  CHECK_THROWS_WITH_AS(from_text("# nothing\n"), "some.txt: there is no line with a colour", Error);
  CHECK_THROWS_AS(from_text("nv 0 0 0"), Error);
  CHECK_THROWS_WITH_AS(palette::find("/nowhere/at all"), "palette: '/nowhere/at all' is no file that can be read and none of gray, heat, terrain, diverging", Error);
  CHECK_THROWS_AS(palette::find("/"), Error);
  CHECK_THROWS_AS(palette({}), Error);
  CHECK_THROWS_AS(palette({{nan, true, {0, 0, 0, 0}}}), Error);
  CHECK_THROWS_AS(palette({{0, true, {0, 0, 0, 256}}}), Error);
}

TEST_CASE("A scale needs two different finite ends") {
  const palette p = palette::named("gray");
  for (const auto& [from, to] : {std::pair{1.0, 1.0}, {nan, 1.0}, {0.0, infinity}, {-1.7e308, 1.7e308}}) CHECK_THROWS_AS(colour_scale(p, from, to), Error);
}

}  // namespace
}  // namespace scree::test
