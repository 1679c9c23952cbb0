// Heightmaps, islands, light and steepness: what their documentation says, by plain arithmetic.
#include "support.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace scree::test {
namespace {

constexpr double pi = 3.14159265358979323846, nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

Noise hills() { return fbm(simplex({.seed = 5, .frequency = 0.01}), {.octaves = 4}); }

std::vector<float> filled(const Noise& noise, const Grid2& grid) {
  std::vector<float> out(grid.size[0] * grid.size[1]);
  noise.fill(grid, std::span(out));
  return out;
}

bool near(float found, double expected, double within = 1e-5) { return std::abs(found - expected) <= within * std::max(1.0, std::abs(expected)); }

// ---- heightmaps -------------------------------------------------------------------------------------------------------

TEST_CASE("A heightmap spreads, clamps, folds, bends and steps its field, in this order") {
  const Grid2 grid{.origin = {-100, 30}, .size = {200, 60}};
  const std::vector<float> field = filled(hills(), grid);
  const auto folded = [](double t) { return 1 - std::abs(2 * t - 1); };
  const auto stepped = [](double t, double steps, double ramp) {
    const double level = std::floor(t * steps), s = std::clamp((t * steps - level - (1 - ramp)) / ramp, 0.0, 1.0);
    return (level + s * s * (3 - 2 * s)) / steps;
  };
  struct shape {
    HeightmapOptions options;
    std::function<double(double)> expected;
  };
  const shape shapes[] = {
      {{.from = -0.5, .to = 0.5}, [](double t) { return std::pow(t, 2.5); }},
      {{.from = -0.5, .to = 0.5, .exponent = 1, .height = 1200}, [](double t) { return 1200 * t; }},
      {{.from = 0.5, .to = -0.5, .exponent = 2, .height = -3}, [](double t) { return -3 * t * t; }},
      {{.from = -0.5, .to = 0.5, .ridges = true, .exponent = 1}, folded},
      {{.from = -0.5, .to = 0.5, .ridges = true, .exponent = 3}, [&](double t) { return std::pow(folded(t), 3); }},
      {{.from = -0.5, .to = 0.5, .exponent = 1.5, .curve = {{0, 0.2f}, {1, 0.7f}}}, [](double t) { return 0.2 + 0.5 * std::pow(t, 1.5); }},
      {{.from = -0.5, .to = 0.5, .exponent = 1, .terraces = 5, .ramp = 0.5}, [&](double t) { return stepped(t, 5, 0.5); }},
  };
  for (const shape& s : shapes) {
    const bool falling = *s.options.from > *s.options.to;
    const std::vector<float> height = filled(heightmap(hills(), s.options), grid);
    std::size_t low = 0, high = 0;
    for (std::size_t k = 0; k < field.size(); ++k) {
      const double t = std::clamp(falling ? 0.5 - field[k] : field[k] + 0.5, 0.0, 1.0);
      REQUIRE(near(height[k], s.expected(t)));
      low += t == 0, high += t == 1;
    }
    REQUIRE((low > 0 && high > 0));   // the ends are seen, too
  }
}

TEST_CASE("A heightmap has the field's range by default, and stays in its own") {
  const Interval field = hills().range(), r = heightmap(hills(), {.height = 900}).range();
  CHECK((r.lo >= 0 && r.lo <= 1e-3f && near(r.hi, 900, 0x1p-20)));
  const Noise spread = heightmap(hills(), {.exponent = 1});
  CHECK(near(spread.at(12.5, 3), (hills().at(12.5, 3) - field.lo) / (double(field.hi) - field.lo)));
}

TEST_CASE("A heightmap is a field: its text reads back, its chunks meet, and it fills 16 bits") {
  const Noise land = heightmap(hills(), {.from = -0.6, .to = 0.6, .ridges = true, .curve = {{0, 0}, {0.4f, 0.1f}, {1, 1}}, .terraces = 9, .height = 2500});
  const Grid2 whole{.origin = {-50, 8}, .size = {150, 40}};
  const std::vector<float> height = filled(land, whole);
  CHECK(filled(Noise::parse(land.to_string()), whole) == height);
  const std::vector<float> chunk = filled(land, {.origin = {0, 20}, .size = {100, 10}});
  for (std::size_t j = 0; j < 10; ++j)
    CHECK(std::equal(chunk.begin() + static_cast<std::ptrdiff_t>(100 * j), chunk.begin() + static_cast<std::ptrdiff_t>(100 * j + 100),
                     height.begin() + static_cast<std::ptrdiff_t>((j + 12) * 150 + 50)));
  std::vector<std::uint16_t> samples(height.size());
  land.fill(whole, std::span(samples), Range{0, 2500});
  for (std::size_t k = 0; k < height.size(); ++k) REQUIRE(std::abs(samples[k] - height[k] / 2500 * 65535) <= 0.52);
}

TEST_CASE("A heightmap refuses options out of their bounds") {
  for (const HeightmapOptions& options : std::vector<HeightmapOptions>{
           {.from = 1, .to = 1}, {.from = nan}, {.to = infinity}, {.to = 1e300}, {.exponent = 0},
           {.exponent = -1}, {.exponent = infinity}, {.curve = {{0, 0}}}, {.curve = {{1, 0}, {0, 1}}}, {.terraces = -1}, {.terraces = nan}, {.ramp = 2},
           {.height = 0}, {.height = infinity}, {.height = 1e39}})
    CHECK_THROWS_AS(heightmap(hills(), options), Error);
  CHECK_THROWS_AS(heightmap(constant(1)), Error);   // it has no range to spread
  CHECK_THROWS_WITH(heightmap(hills(), {.ramp = 2}), "heightmap: ramp is 2, but must be 0 to 1");
}

// ---- islands ----------------------------------------------------------------------------------------------------------

TEST_CASE("An island is its field inside, the sea outside, and a smooth fall between") {
  const Noise land = constant(3);
  const auto smooth = [](double s) { return s = std::clamp(s, 0.0, 1.0), s * s * (3 - 2 * s); };
  generator random{7};
  for (int k = 0; k < 2000; ++k) {
    const double x = random.uniform(-80, 120), y = random.uniform(-90, 110);
    const double dx = std::abs(x - 20), dy = std::abs(y - 10);
    const IslandOptions round{.center = {20, 10}, .radius = 60, .falloff = 0.4, .sea = -1};
    IslandOptions square = round;
    square.shape = IslandShape::square;
    REQUIRE(near(island(land, round).at(x, y), 3 - 4 * smooth((std::hypot(dx, dy) - 36) / 24)));
    REQUIRE(near(island(land, square).at(x, y), 3 - 4 * (1 - (1 - smooth((dx - 36) / 24)) * (1 - smooth((dy - 36) / 24)))));
    IslandOptions cliff = round;
    cliff.falloff = 0;
    REQUIRE(island(land, cliff).at(x, y) == (std::hypot(dx, dy) < 60 ? 3 : -1));
  }
}

TEST_CASE("Around an island the sea is the least of the field, to the bit, and far out its shore is as sharp") {
  const Noise land = heightmap(hills(), {.height = 700});
  CHECK(island(land, {.radius = 100}).at(200, 0) == land.range().lo);
  CHECK(island(land, {.radius = 100, .falloff = 0.1}).at(3, 4) == land.at(3, 4));
  const Noise far = island(constant(1), {.center = {1e12, -1e12}, .radius = 8, .sea = 0});
  CHECK(far.at(1e12 + 6, -1e12) == island(constant(1), {.radius = 8, .sea = 0}).at(6, 0));
  const Noise solid = island(constant(1), {.radius = 8, .sea = 0});
  CHECK(solid.at(6, 1, 100) == solid.at(6, 1));
}

TEST_CASE("An island has a text of its own and refuses options out of their bounds") {
  const Noise isle = island(hills(), {.center = {3, 4}, .radius = 50, .shape = IslandShape::square});
  CHECK(Noise::parse(isle.to_string()).at(40, 9) == isle.at(40, 9));
  CHECK_THROWS_AS(isle.at(1), Error);
  for (const IslandOptions& options : std::vector<IslandOptions>{
           {.center = {nan, 0}}, {.center = {0, infinity}}, {.radius = 0}, {.radius = -1}, {.radius = infinity}, {.radius = 1e-60}, {.falloff = -0.1},
           {.falloff = 1.1}, {.falloff = nan}, {.shape = static_cast<IslandShape>(2)}, {.sea = nan}, {.sea = 1e60}})
    CHECK_THROWS_AS(island(hills(), options), Error);
}

TEST_CASE("Observed bounds are those of the samples") {
  const Grid2 grid{.origin = {-300, 5}, .size = {1300, 90}, .spacing = {0.7, 2}};
  const std::vector<float> value = filled(hills(), grid);
  for (const int threads : {1, 4}) {
    const Interval seen = observed(hills(), grid, {.threads = threads});
    CHECK(seen.lo == *std::min_element(value.begin(), value.end()));
    CHECK(seen.hi == *std::max_element(value.begin(), value.end()));
  }
  CHECK_THROWS_AS(observed(hills(), Grid2{.size = {0, 3}}), Error);
  CHECK_THROWS_AS(observed(hills(), Grid2{.origin = {1000, 0}, .size = {4, 4}, .spacing = {1e308, 1}}), Error);
}

// ---- light and steepness ----------------------------------------------------------------------------------------------

float light_on(double dx, double dy, const HillshadeOptions& options = {}) {
  const float p[] = {static_cast<float>(dx)}, q[] = {static_cast<float>(dy)};
  float out[1];
  Hillshade{options}(p, q, out);
  return out[0];
}

TEST_CASE("Light falls as the formula has it") {
  generator random{3};
  for (int k = 0; k < 5000; ++k) {
    const HillshadeOptions options{.azimuth = random.uniform(-720, 720), .altitude = random.uniform(0, 90), .height = random.uniform(-3, 3)};
    const double dx = random.uniform(-2, 2), dy = random.uniform(-2, 2), p = options.height * dx, q = options.height * dy;
    const double azimuth = options.azimuth * pi / 180, altitude = options.altitude * pi / 180;
    const double light = std::sin(altitude) - std::sin(azimuth) * std::cos(altitude) * p + std::cos(azimuth) * std::cos(altitude) * q;
    REQUIRE(near(light_on(dx, dy, options), std::max(0.0, light / std::sqrt(1 + p * p + q * q)), 1e-6));
  }
}

TEST_CASE("Slopes towards the light are the bright ones: north is up, east is right") {
  const float level = light_on(0, 0);
  CHECK(near(level, std::sqrt(0.5), 1e-7));
  CHECK(Hillshade{}.level() == level);
  // Ground that falls to the north rises with y.
  CHECK(near(light_on(0, 1, {.azimuth = 0}), 1, 1e-6));
  CHECK(light_on(0, -1, {.azimuth = 0}) < 1e-6f);
  CHECK(near(light_on(-1, 0, {.azimuth = 90}), 1, 1e-6));
  CHECK(near(light_on(0, -1, {.azimuth = 180}), 1, 1e-6));
  CHECK(near(light_on(1, 0, {.azimuth = 270}), 1, 1e-6));
  CHECK(light_on(0.3, 0.3) > level);
  CHECK(light_on(-0.3, -0.3) < level);
  CHECK(light_on(5, -7, {.altitude = 90}) == light_on(-5, 7, {.altitude = 90}));
}

TEST_CASE("Light is between 0 and 1 for every slope, and NaN for none") {
  constexpr float largest = std::numeric_limits<float>::max();
  for (const float dx : {-largest, -1e20f, -1.0f, 0.0f, 1e-40f, 1e20f, largest})
    for (const float dy : {-largest, 0.0f, 3.0f, largest})
      for (const double azimuth : {0.0, 45.0, 135.0, 315.0}) {
        const float light = light_on(dx, dy, {.azimuth = azimuth, .height = 7});
        REQUIRE((light >= 0 && light <= 1));
      }
  CHECK(std::isnan(light_on(nan, 0)));
}

TEST_CASE("The light has the same bits on every machine") {
  // x, y and z of the direction, by planes that show one of them: found once, and everywhere since.
  const HillshadeOptions sun{.azimuth = 301.5, .altitude = 33.25};
  CHECK(light_on(0, 0, sun) == 0x1.18b9e4p-1f);
  CHECK(light_on(0.75, 0.25, sun) == 0x1.dee40ep-1f);
  CHECK(light_on(-0.125, 0.5, sun) == 0x1.3466e8p-1f);
}

TEST_CASE("hillshade and slope place what they say of a field's derivatives, whatever pitch and threads") {
  const Grid2 grid{.origin = {40, -20}, .size = {1100, 60}, .spacing = {0.5, 0.5}, .pitch = {1103}};
  std::vector<float> value(1103 * 60), dx(value.size()), dy(value.size()), expected(value.size(), 9), steep(value.size(), 9);
  hills().fill(grid, std::span(value), Gradient2{{dx, dy}});
  const HillshadeOptions sun{.azimuth = 10, .altitude = 60, .height = 30};
  Hillshade{sun}(dx, dy, expected);
  for (std::size_t k = 0; k < value.size(); ++k) {
    if (k % 1103 >= 1100) expected[k] = 9;   // left alone
    else steep[k] = static_cast<float>(std::sqrt(30.0 * dx[k] * (30.0 * dx[k]) + 30.0 * dy[k] * (30.0 * dy[k])));
  }
  for (const int threads : {1, 4}) {
    std::vector<float> light(value.size(), 9), rise(value.size(), 9);
    hillshade(hills(), grid, light, sun, {.threads = threads});
    slope(hills(), grid, rise, 30, {.threads = threads});
    CHECK(light == expected);
    CHECK(rise == steep);
  }
  std::vector<float> one(1);
  slope(coordinate_x() * 3.0f + coordinate_y() * 4.0f, Grid2{.size = {1, 1}}, one, 2);
  CHECK(one[0] == 10);
}

TEST_CASE("hillshade and slope refuse bad arguments before they write") {
  std::vector<float> out(100, 9);
  const Grid2 grid{.size = {10, 10}};
  for (const HillshadeOptions& options : std::vector<HillshadeOptions>{
           {.azimuth = nan}, {.azimuth = infinity}, {.altitude = -1}, {.altitude = 91}, {.altitude = nan}, {.height = infinity}, {.height = 1e39}})
    CHECK_THROWS_AS(hillshade(hills(), grid, out, options), Error);
  CHECK_THROWS_AS(slope(hills(), grid, out, nan), Error);
  CHECK_THROWS_AS(slope(hills(), Grid2{.size = {10, 11}}, out), Error);
  CHECK_THROWS_AS(slope(hills(), Grid2{.size = {10, 10}, .pitch = {11}}, out), Error);
  CHECK_THROWS_AS(slope(hills(), Grid2{.size = {10, 10}, .pitch = {9}}, out), Error);
  CHECK_THROWS_AS(slope(hills(), Grid2{.size = {10, 10}, .spacing = {0, 1}}, out), Error);
  CHECK_THROWS_AS(Hillshade{}(std::span(out).first(3), std::span(out).first(4), std::span(out).first(4)), Error);
  CHECK(out == std::vector<float>(100, 9));
}

}  // namespace
}  // namespace scree::test
