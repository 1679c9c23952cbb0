// Biomes: the table, the same class by every route, weights and borders, texts.
#include "support.hpp"
#include "terrain/hash.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace scree::test {
namespace {

/// Whose climate at (x, y) is x degrees and y centimetres.
BiomeOptions plane_of_climates() { return {.temperature = coordinate_x(), .moisture = coordinate_y()}; }

/// A place in the coordinates of a climate, near the table's thresholds as often as far from them.
std::pair<double, double> any_climate(generator& random) { return {random.uniform(-20, 35), random.uniform(-10, 320)}; }

float weight_in(const BiomeMix& mix, std::size_t biome) {
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    if (mix.biome[k] == biome) sum += mix.weight[k];
  return sum;
}
float sum_of(const BiomeMix& mix) { return (mix.weight[0] + mix.weight[1]) + (mix.weight[2] + mix.weight[3]); }
bool equal(const BiomeMix& a, const BiomeMix& b) {
  for (int k = 0; k < 4; ++k)
    if (bits(a.weight[k]) != bits(b.weight[k]) || a.biome[k] != b.biome[k]) return false;
  return true;
}

bool is_near_threshold(double value, const std::vector<float>& thresholds, double distance) {
  return std::any_of(thresholds.begin(), thresholds.end(), [&](float t) { return std::abs(value - t) <= distance; });
}

/// `columns` x `rows` cells of as many biomes as there may be, at random.
BiomeTable random_table(std::size_t columns, std::size_t rows, std::size_t biomes) {
  generator random{columns};
  BiomeTable table;
  for (std::size_t k = 0; k < biomes; ++k) table.biomes.push_back({"b" + std::to_string(k), {1, 2, static_cast<std::uint8_t>(k)}});
  for (std::size_t k = 1; k < columns; ++k) table.temperature.push_back(static_cast<float>(k));
  for (std::size_t k = 1; k < rows; ++k) table.moisture.push_back(static_cast<float>(k));
  for (std::size_t k = 0; k < columns * rows; ++k) table.cells.push_back(static_cast<std::uint8_t>(random.below(static_cast<unsigned>(biomes))));
  return table;
}

TEST_CASE("Whittaker's biomes lie where his diagram has them") {
  const Biomes biomes(plane_of_climates());
  const struct {
    double temperature, moisture;
    const char* name;
  } places[] = {{-10, 50, "tundra"},
                {0, 90, "boreal forest"},
                {10, 130, "temperate seasonal forest"},
                {13, 260, "temperate rain forest"},
                {26, 330, "tropical rain forest"},
                {25, 160, "tropical seasonal forest and savanna"},
                {27, 30, "subtropical desert"},
                {8, 12, "temperate grassland and desert"},
                {14, 70, "woodland and shrubland"}};
  for (const auto& place : places) CHECK(biomes.table().biomes[biomes.at(place.temperature, place.moisture)].name == place.name);
}

TEST_CASE("a value equal to a threshold lies above it") {
  const Biomes biomes(plane_of_climates());
  const BiomeTable& table = biomes.table();
  for (std::size_t i = 0; i < table.temperature.size(); ++i)
    for (std::size_t j = 0; j < table.moisture.size(); ++j) {
      const double x = table.temperature[i], y = table.moisture[j];
      CHECK(biomes.at(x, y) == table.cells[(j + 1) * table.columns() + i + 1]);
      CHECK(biomes.at(x - 1e-3, y - 1e-3) == table.cells[j * table.columns() + i]);
    }
}

TEST_CASE("of two biomes with equal weights the lower number comes first") {
  const Biomes biomes(plane_of_climates());
  for (const auto& [x, y] : {std::pair(-5.0, 90.0), {25.0, 70.0}, {8.0, 180.0}, {16.0, 40.0}, {22.0, 60.0}}) {
    const BiomeMix mix = biomes.mix(x, y);
    CHECK(mix.weight[0] == 0.5f);
    CHECK(mix.weight[1] == 0.5f);
    CHECK(mix.biome[0] < mix.biome[1]);
  }
}

TEST_CASE("classes and mixes of a grid are those of its points: chunks, pitches, threads, instruction sets") {
  BiomeOptions options;
  options.height = 3000.0f * simplex({.seed = 9, .frequency = 0.003});
  const Biomes biomes(options);
  for_each_isa([&](std::string_view) {
    for (const std::int64_t origin : {std::int64_t{-3}, std::int64_t{1} << 40}) {
      Grid2 grid{.origin = {origin, -origin}, .size = {67, 31}, .spacing = {29.5, -31}, .offset = {0.25, 7}, .pitch = {70}};
      constexpr std::uint8_t untouched = 77;
      std::vector<std::uint8_t> classes(70 * 31, untouched);
      std::vector<BiomeMix> mixes(70 * 31);
      biomes.classes(grid, classes, {.threads = 1});
      biomes.mixes(grid, mixes, {.threads = 3});
      bool same = true;
      for (std::size_t j = 0; j < 31; ++j)
        for (std::size_t i = 0; i < 67; ++i) {
          const double x = std::fma(static_cast<double>(grid.origin[0] + static_cast<std::int64_t>(i)), 29.5, 0.25),
                       y = std::fma(static_cast<double>(grid.origin[1] + static_cast<std::int64_t>(j)), -31, 7);
          same = same && classes[j * 70 + i] == biomes.at(x, y) && equal(mixes[j * 70 + i], biomes.mix(x, y));
        }
      CHECK(same);
      CHECK(classes[67] == untouched);
      CHECK(std::set<std::uint8_t>(classes.begin(), classes.end()).size() > 4);

      Grid2 chunk = grid;   // the same samples in a chunk of its own
      chunk.origin[0] += 40;
      chunk.origin[1] += 20;
      chunk.size = {27, 11};
      chunk.pitch = {};
      std::vector<std::uint8_t> part(27 * 11);
      std::vector<BiomeMix> part_mixes(27 * 11);
      biomes.classes(chunk, part, {.threads = 2});
      biomes.mixes(chunk, part_mixes);
      for (std::size_t j = 0; j < 11; ++j)
        for (std::size_t i = 0; i < 27; ++i)
          same = same && part[j * 27 + i] == classes[(j + 20) * 70 + i + 40] && equal(part_mixes[j * 27 + i], mixes[(j + 20) * 70 + i + 40]);
      CHECK(same);
    }
  });
}

TEST_CASE("the biomes of the default climate are these for ever") {
  const Biomes biomes;
  std::uint64_t hash = 0;
  generator random{11};
  for (int k = 0; k < 1000; ++k) {
    const double x = random.uniform(-1e6, 1e6), y = random.uniform(-1e6, 1e6);
    const BiomeMix mix = biomes.mix(x, y);
    hash = terrain::mix(hash + biomes.at(x, y));
    for (std::size_t each = 0; each < 4; ++each) hash = terrain::mix(hash + bits(mix.weight[each]) + mix.biome[each]);
  }
  CHECK(hash == 0x0CD6836F82A693B2u);
}

TEST_CASE("grids larger than a block of mixes, in either direction, are mixed throughout") {
  const Biomes biomes;
  for (const auto& size : {std::array<std::size_t, 2>{600'000, 1}, std::array<std::size_t, 2>{3, 200'000}}) {
    const Grid2 grid{.size = size, .spacing = {3, 5}};
    std::vector<BiomeMix> mixes(size[0] * size[1]);
    biomes.mixes(grid, mixes);
    bool same = true;
    for (std::size_t k = 0; k < mixes.size(); k += 997)
      same = same && equal(mixes[k], biomes.mix(3.0 * static_cast<double>(k % size[0]), 5.0 * static_cast<double>(k / size[0])));
    CHECK(same);
    CHECK(std::all_of(mixes.begin(), mixes.end(), [](const BiomeMix& mix) { return mix.weight[0] > 0; }));
  }
}

TEST_CASE("weights add up to 1, come in order, and are of one biome alone off the borders") {
  const Biomes biomes(plane_of_climates());
  generator random{3};
  std::size_t most = 0;
  for (std::size_t k = 0; k < scaled(20'000); ++k) {
    const std::pair<double, double> climate = any_climate(random);
    const double x = climate.first, y = climate.second;
    const BiomeMix mix = biomes.mix(x, y);
    std::size_t count = 0;
    while (count < 4 && mix.weight[count] > 0) ++count;
    bool in_order = true;
    for (std::size_t a = 1; a < 4; ++a) {
      in_order = in_order && mix.weight[a] <= mix.weight[a - 1];
      if (mix.weight[a] == mix.weight[a - 1] && a < count) in_order = in_order && mix.biome[a - 1] < mix.biome[a];
      for (std::size_t b = 0; b < a && a < count; ++b) in_order = in_order && mix.biome[a] != mix.biome[b];
    }
    const bool on_border = is_near_threshold(x, biomes.table().temperature, 2) || is_near_threshold(y, biomes.table().moisture, 10);
    CAPTURE(x);
    CAPTURE(y);
    REQUIRE(in_order);
    REQUIRE(std::abs(sum_of(mix) - 1) <= 0x1p-22f);
    if (!on_border) REQUIRE((mix.weight[0] == 1 && count == 1));
    if (!on_border) REQUIRE(mix.biome[0] == biomes.at(x, y));
    REQUIRE(weight_in(mix, biomes.at(x, y)) >= 0.2499f);   // half along each axis at the least
    most = std::max(most, count);
  }
  CHECK(most == 4);
}

TEST_CASE("weights are continuous across every border") {
  const Biomes biomes(plane_of_climates());
  generator random{4};
  float largest = 0;
  for (std::size_t k = 0; k < scaled(500); ++k) {
    auto [x, y] = any_climate(random);
    const double dx = random.uniform(-0.01, 0.01), dy = random.uniform(-0.05, 0.05);
    BiomeMix before = biomes.mix(x, y);
    for (int step = 0; step < 400; ++step) {
      const BiomeMix now = biomes.mix(x += dx, y += dy);
      for (std::size_t biome = 0; biome < 9; ++biome) largest = std::max(largest, std::abs(weight_in(now, biome) - weight_in(before, biome)));
      before = now;
    }
  }
  // The steepest slope of 3 t^2 - 2 t^3 is 1.5: no step changes a weight by more than 1.5 (0.01 / 4 + 0.05 / 20).
  CHECK(largest <= 0.0075f);
  CHECK(largest > 0.002f);
}

TEST_CASE("the weight of a biome as a field is that of the mix") {
  for (const BiomeTable& table : {BiomeTable::whittaker(), random_table(16, 16, 9), random_table(256, 1, 5), random_table(1, 256, 5),
                                  random_table(9, 20, 256), random_table(1, 1, 1)}) {
    BiomeOptions options = plane_of_climates();
    options.table = table;
    const bool is_built_in = table.moisture.size() == 8;
    if (!is_built_in) options.temperature_blend = 0.7, options.moisture_blend = 1;
    const Biomes biomes(options);
    std::vector<Noise> weights;
    for (std::size_t biome = 0; biome < std::min<std::size_t>(table.biomes.size(), 9); ++biome) weights.push_back(biomes.weight(biome));
    generator random{5};
    float worst = 0;
    for (std::size_t k = 0; k < scaled(200); ++k) {
      const auto [x, y] = is_built_in ? any_climate(random)
                                      : std::pair(random.uniform(-1, static_cast<double>(table.columns())), random.uniform(-1, static_cast<double>(table.rows())));
      const BiomeMix mix = biomes.mix(x, y);
      for (std::size_t biome = 0; biome < weights.size(); ++biome) worst = std::max(worst, std::abs(weights[biome].at(x, y) - weight_in(mix, biome)));
    }
    CAPTURE(table.columns());
    CAPTURE(table.rows());
    CHECK(worst <= (is_built_in ? 0x1p-18f : 0x1p-15f));   // the longer the table, the coarser a binary32 place in it
    for (const Noise& weight : weights) CHECK((weight.range().lo >= 0 && weight.range().hi <= 1));
  }
}

TEST_CASE("without blending every place is its one biome") {
  BiomeOptions options = plane_of_climates();
  options.temperature_blend = options.moisture_blend = 0;
  const Biomes biomes(options);
  generator random{6};
  for (std::size_t k = 0; k < scaled(2000); ++k) {
    auto [x, y] = any_climate(random);
    if (k % 2) x = biomes.table().temperature[random.below(5)], y = biomes.table().moisture[random.below(8)];
    const BiomeMix mix = biomes.mix(x, y);
    CHECK(mix.weight[0] == 1);
    CHECK(mix.weight[1] == 0);
    CHECK(mix.biome[0] == biomes.at(x, y));
  }
}

TEST_CASE("high places are colder by the lapse rate, the sea's ground is not warmer") {
  BiomeOptions options = plane_of_climates();
  options.temperature = constant(20);
  options.height = coordinate_x();
  const Biomes biomes(options);
  CHECK(biomes.temperature().at(0, 0) == 20);
  CHECK(biomes.temperature().at(-5000, 0) == 20);
  CHECK(biomes.temperature().at(1000, 0) == doctest::Approx(13.5));
  CHECK(biomes.temperature().at(4000, 0) == doctest::Approx(-6));
  CHECK(biomes.table().biomes[biomes.at(4000, 100)].name == "tundra");
}

TEST_CASE("a place without a climate is in the coldest and driest cell") {
  const Biomes biomes;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(biomes.at(nan, 0) == biomes.table().cells[0]);
  CHECK(biomes.mix(0, nan).biome[0] == biomes.table().cells[0]);
  CHECK(biomes.mix(0, nan).weight[0] == 1);
}

TEST_CASE("the climate that one gets without options has all nine biomes, none of them rare") {
  const Biomes biomes;
  std::vector<std::uint8_t> classes(300 * 300);
  biomes.classes({.size = {300, 300}, .spacing = {100, 100}}, classes);
  for (std::uint8_t biome = 0; biome < 9; ++biome) CHECK(std::count(classes.begin(), classes.end(), biome) > 90'000 / 25);
}

TEST_CASE("a climate keeps to its range and gives each part of it about as much land") {
  const Noise field = climate({.seed = 4, .range = {10, 30}});
  std::vector<float> values(400 * 400);
  field.fill(Grid2{.size = {400, 400}, .spacing = {100, 100}}, values);
  std::array<double, 5> share{};
  for (const float value : values) {
    REQUIRE((value >= 10 && value <= 30));
    share[std::min<std::size_t>(4, static_cast<std::size_t>((value - 10) / 4))] += 1.0 / 160'000;
  }
  for (const double part : share) CHECK(std::abs(part - 0.2) < 0.06);
}

constexpr const char* written =
    "# two biomes\n"
    "biome 94a8ae tundra\n"
    "biome 5D8A66 boreal forest   # taiga\r\n"
    "\n"
    "temperature -5\n"
    "moisture\t20 40.5\n"
    "cells 0 1\n  cells 0 1\ncells 1 1";

TEST_CASE("tables are written as text that reads back as the same table") {
  const BiomeTable table = BiomeTable::parse(written);
  CHECK(table.biomes[1].name == "boreal forest");
  CHECK(table.biomes[1].colour == std::array<std::uint8_t, 3>{0x5D, 0x8A, 0x66});
  CHECK(table.temperature == std::vector<float>{-5});
  CHECK(table.moisture == std::vector<float>{20, 40.5f});
  CHECK(table.cells == std::vector<std::uint8_t>{0, 1, 0, 1, 1, 1});
  for (const BiomeTable& each : {table, BiomeTable::whittaker(), random_table(16, 16, 256), random_table(1, 1, 1)}) {
    const BiomeTable same = BiomeTable::parse(each.to_string());
    CHECK(same.to_string() == each.to_string());
    CHECK(same.temperature == each.temperature);
    CHECK(same.moisture == each.moisture);
    CHECK(same.cells == each.cells);
    CHECK(same.biomes.back().name == each.biomes.back().name);
    CHECK(same.biomes.back().colour == each.biomes.back().colour);
  }
}

TEST_CASE("a user's table is the one that counts") {
  BiomeOptions options = plane_of_climates();
  options.table = BiomeTable::parse(written);
  const Biomes biomes(options);
  CHECK(biomes.at(-6, 0) == 0);
  CHECK(biomes.at(-4, 0) == 1);
  CHECK(biomes.at(-6, 41) == 1);
}

TEST_CASE("a text that is no table says in which line and why") {
  const struct {
    std::string text, message;
  } cases[] = {
      {"biome 94a8a tundra", "line 1: a biome's colour must be six"},
      {"biome 94a8ag tundra", "line 1: \"94a8ag\" is no colour"},
      {"\nbiome -4a8ae tundra", "line 2: \"-4a8ae\" is no colour"},
      {"biome 94a8ae", "a biome has no name"},
      {"biome 94a8ae a\ntemperature 1 x", "line 2: \"x\" is no threshold"},
      {"temperature 1\ntemperature 2", "line 2: these thresholds are there already"},
      {"biome 94a8ae a\ntemperature 1\ncells 0", "line 3: it has 1 cells, but the temperatures above it make 2 columns"},
      {"biome 94a8ae a\ncells 256", "line 2: \"256\" is no number of a biome"},
      {"biome 94a8ae a\ncells 1", "a cell has biome 1, but there are 1"},
      {"biome 94a8ae a\ncells 0\ncells 0", "it has 2 cells"},
      {"biome 94a8ae a\nmoisture 2 1\ncells 0\ncells 0\ncells 0", "moisture has the threshold 1 after 2"},
      {"biome 94a8ae a\nmoisture inf\ncells 0\ncells 0", "moisture has a threshold that is not finite"},
      {"biomes", "line 1: \"biomes\" is none of"},
      {"", "it has 0 biomes"},
  };
  for (const auto& each : cases) {
    std::string message = "(no Error)";
    try {
      BiomeTable::parse(each.text);
    } catch (const Error& error) {
      message = error.what();
    }
    CAPTURE(each.text);
    CAPTURE(message);
    CHECK(message.find("biome table: " + each.message) == 0);
  }
}

TEST_CASE("what cannot be is an error, before anything is written") {
  const auto with = [](auto change) {
    BiomeOptions options;
    change(options);
    return options;
  };
  CHECK_THROWS_AS(Biomes(with([](auto& o) { o.temperature_blend = 5.5; })), Error);   // 20 and 25 degrees are nearer
  CHECK_NOTHROW(Biomes(with([](auto& o) { o.temperature_blend = 5; })));
  CHECK_THROWS_AS(Biomes(with([](auto& o) { o.moisture_blend = -1; })), Error);
  CHECK_THROWS_AS(Biomes(with([](auto& o) { o.moisture_blend = std::numeric_limits<double>::quiet_NaN(); })), Error);
  CHECK_THROWS_AS(Biomes(with([](auto& o) { o.lapse_rate = std::numeric_limits<double>::infinity(); })), Error);
  CHECK_THROWS_AS(Biomes(with([](auto& o) { o.table.cells.pop_back(); })), Error);
  CHECK_THROWS_AS(Biomes(with([](auto& o) { o.table.biomes[3].name = "rain # forest"; })), Error);
  CHECK_THROWS_AS(Biomes(with([](auto& o) { o.table.biomes[3].name = "forest "; })), Error);
  CHECK_THROWS_AS(Biomes(with([](auto& o) { o.table = random_table(16, 17, 3); })), Error);
  CHECK_THROWS_AS(climate({.range = {1, 1}}), Error);
  CHECK_THROWS_AS(climate({.frequency = 0}), Error);

  const Biomes biomes;
  CHECK_THROWS_AS(biomes.weight(9), Error);
  std::vector<std::uint8_t> classes(100, 55);
  std::vector<BiomeMix> mixes(100);
  const auto refused = [&](const Grid2& grid, const FillOptions& options = {}) {
    CHECK_THROWS_AS(biomes.classes(grid, classes, options), Error);
    CHECK_THROWS_AS(biomes.mixes(grid, mixes, options), Error);
  };
  refused({.size = {101, 1}});
  refused({.size = {10, 10}, .pitch = {11}});
  refused({.size = {10, 2}, .pitch = {9}});
  refused({.size = {2, std::size_t{1} << 62}});
  refused({.size = {2, 3}, .pitch = {std::size_t{1} << 63}});
  refused({.size = {2, 2}, .spacing = {0, 1}});
  refused({.size = {2, 2}, .spacing = {1, std::numeric_limits<double>::infinity()}});
  refused({.size = {2, 2}, .offset = {std::numeric_limits<double>::quiet_NaN(), 0}});
  refused({.origin = {std::numeric_limits<std::int64_t>::max(), 0}, .size = {2, 2}});
  refused({.origin = {0, std::numeric_limits<std::int64_t>::max()}, .size = {2, 2}});
  refused({.size = {2, 2}}, {.threads = -1});
  mixes.resize(600'000);   // of several blocks, the last of which cannot be
  CHECK_THROWS_AS(biomes.mixes({.origin = {std::numeric_limits<std::int64_t>::max() - 300'000, 0}, .size = {600'000, 1}}, mixes), Error);
  CHECK_THROWS_AS(biomes.mixes({.origin = {0, std::numeric_limits<std::int64_t>::max() - 300'000}, .size = {1, 600'000}}, mixes), Error);
  CHECK(std::all_of(classes.begin(), classes.end(), [](std::uint8_t c) { return c == 55; }));
  CHECK(std::all_of(mixes.begin(), mixes.end(), [](const BiomeMix& mix) { return mix.weight[0] == 0; }));
  CHECK_NOTHROW(biomes.classes({.size = {0, 5}}, {}));
  CHECK_NOTHROW(biomes.mixes({.size = {5, 0}}, {}));
  CHECK_NOTHROW(biomes.classes({.size = {10, 9}, .pitch = {11}}, classes));
}

}  // namespace
}  // namespace scree::test
