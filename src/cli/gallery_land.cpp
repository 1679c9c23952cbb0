// Figures of caves, biomes, scattered points and ores.
#include "cli/gallery_figures.hpp"

#include <scree/biomes.hpp>
#include <scree/caves.hpp>
#include <scree/fractal.hpp>
#include <scree/heightmap.hpp>
#include <scree/operators.hpp>
#include <scree/scatter.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace scree::cli::gallery {

namespace {

using colour = std::array<double, 3>;

/// A square of RGB pixels.
class canvas {
 public:
  explicit canvas(std::size_t edge) : edge_(edge), pixels_(3 * edge * edge) {}

  void set(std::size_t x, std::size_t y, const colour& is, double part = 1) {
    for (std::size_t c = 0; c < 3; ++c) {
      std::uint8_t& channel = pixels_[3 * (x + y * edge_) + c];
      channel = static_cast<std::uint8_t>(std::clamp(channel + (is[c] - channel) * part, 0.0, 255.0) + 0.5);
    }
  }
  /// A disk with a soft edge; in pixels.
  void disk(double x, double y, double radius, const colour& is) {
    const auto first = [](double v) { return static_cast<std::size_t>(std::max(0.0, std::floor(v))); };
    const auto last = [&](double v) { return static_cast<std::size_t>(std::clamp(std::ceil(v), 0.0, static_cast<double>(edge_))); };
    for (std::size_t j = first(y - radius - 1); j < last(y + radius + 1); ++j)
      for (std::size_t i = first(x - radius - 1); i < last(x + radius + 1); ++i) {
        const double dx = static_cast<double>(i) + 0.5 - x, dy = static_cast<double>(j) + 0.5 - y;
        set(i, j, is, std::clamp(radius + 0.5 - std::sqrt(dx * dx + dy * dy), 0.0, 1.0));
      }
  }
  void write(const std::filesystem::path& file) const { write_png(file, edge_, edge_, 3, pixels_); }

 private:
  std::size_t edge_;
  std::vector<std::uint8_t> pixels_;
};

Grid2 grid_of(const settings& how, double spacing) {
  const double step = spacing * units_shown / static_cast<double>(how.size);
  return {.size = {how.size, how.size}, .spacing = {step, step}};
}

std::vector<float> filled(const Noise& field, const Grid2& grid, const settings& how) {
  std::vector<float> values(grid.size[0] * grid.size[1]);
  field.fill(grid, std::span(values), {.threads = how.threads});
  return values;
}

}  // namespace

figure of_cave(const settings& how, words says, int steps, bool connected) {
  constexpr std::size_t cells = 100;
  std::string recipe = "caves(white({.seed = 7}), Grid2{.size = {100, 100}}, {.edge = 0.03f, .steps = " + std::to_string(steps) + "})";
  if (connected) recipe = "connect(without_small(" + recipe + ", 12))";
  figure f = make(std::move(says), std::move(recipe));
  f.draw = [=](const std::filesystem::path& file) {
    Mask cave = caves(in_world(how, white({.seed = 7})), Grid2{.size = {cells, cells}}, {.edge = 0.03f, .steps = steps, .threads = how.threads});
    if (connected) cave = without_small(cave, 12);
    const Mask dug = connected ? connect(cave) : cave;
    canvas picture(how.size);
    for (std::size_t y = 0; y < how.size; ++y)
      for (std::size_t x = 0; x < how.size; ++x) {
        const std::size_t i = x * cells / how.size, j = y * cells / how.size;
        picture.set(x, y, cave.at(i, j) ? colour{226, 210, 176} : dug.at(i, j) ? colour{222, 122, 58} : colour{54, 46, 44});
      }
    picture.write(file);
  };
  return f;
}

figure of_biomes(const settings& how, words says, bool blended) {
  const char* recipe = blended ? "Biomes({.height = land}).mixes(grid, out) and hillshade(land, grid, light)" : "Biomes({.height = land}).classes(grid, out)";
  figure f = make(std::move(says), recipe);
  f.draw = [=](const std::filesystem::path& file) {
    const Noise land = in_world(how, 1800.0f * fbm(simplex({.seed = 3, .frequency = 0.0004}), {.octaves = 7}) + 100.0f);
    BiomeOptions options;
    options.temperature = in_world(how, options.temperature);
    options.moisture = in_world(how, options.moisture);
    options.height = land;
    const Biomes biomes(options);
    const Grid2 grid = grid_of(how, 20);
    const std::size_t count = how.size * how.size;
    const std::vector<float> heights = filled(land, grid, how);
    std::vector<float> light(count);
    hillshade(land, grid, std::span(light), {.height = 0.25}, {.threads = how.threads});
    std::vector<BiomeMix> mixes(count);
    std::vector<std::uint8_t> classes(count);
    biomes.mixes(grid, std::span(mixes), {.threads = how.threads});
    biomes.classes(grid, std::span(classes), {.threads = how.threads});
    const auto colour_of = [&](std::size_t biome) {
      const auto& c = biomes.table().biomes[biome].colour;
      return colour{static_cast<double>(c[0]), static_cast<double>(c[1]), static_cast<double>(c[2])};
    };
    canvas picture(how.size);
    for (std::size_t k = 0; k < count; ++k) {
      colour is = colour_of(classes[k]);
      if (blended && heights[k] < 0) {
        const double depth = std::min(1.0, -heights[k] / 700.0);
        is = {104 - 80 * depth, 160 - 100 * depth, 196 - 76 * depth};
      } else if (blended) {
        is = {0, 0, 0};
        for (std::size_t m = 0; m < 4; ++m)
          for (std::size_t c = 0; c < 3; ++c) is[c] += static_cast<double>(mixes[k].weight[m]) * colour_of(mixes[k].biome[m])[c];
        for (double& channel : is) channel *= 0.35 + 0.92 * static_cast<double>(light[k]);
      }
      picture.set(k % how.size, k / how.size, is);
    }
    picture.write(file);
  };
  return f;
}

figure of_scatter(const settings& how, words says, const std::string& density, bool poisson) {
  const std::string kind = poisson ? "poisson" : "jittered", spacing = poisson ? "12" : "15.3";
  figure f = make(std::move(says), "scatter(Noise::parse(\"" + density + "\"), {0, 0, 400, 400}, {.kind = ScatterKind::" + kind +
                                       ", .spacing = " + spacing + "})");
  f.draw = [=](const std::filesystem::path& file) {
    const Noise field = field_in(how, density);
    const std::vector<float> ground = filled(field, grid_of(how, 1), how);
    canvas picture(how.size);
    for (std::size_t k = 0; k < ground.size(); ++k) {
      const double wood = std::clamp(static_cast<double>(ground[k]), 0.0, 1.0);
      picture.set(k % how.size, k / how.size, {222 - 78 * wood, 212 - 42 * wood, 168 - 68 * wood});
    }
    const ScatterOptions options{.kind = poisson ? ScatterKind::poisson : ScatterKind::jittered, .spacing = poisson ? 12 : 15.3, .seed = how.seed.value_or(0)};
    const double pixels = static_cast<double>(how.size) / units_shown;
    for (const ScatterPoint& tree : scatter(field, {0, 0, units_shown, units_shown}, options)) {
      const double size = 3.2 + 1.8 * static_cast<double>(tree.id >> 56) / 255, tone = static_cast<double>(tree.id >> 48 & 255) / 255;
      picture.disk(pixels * (tree.x + 1.2), pixels * (tree.y + 1.2), pixels * size, {70, 82, 52});   // its shadow
      picture.disk(pixels * tree.x, pixels * tree.y, pixels * size, {34 + 30 * tone, 92 + 30 * tone, 46 + 14 * tone});
    }
    picture.write(file);
  };
  return f;
}

figure of_minerals(const settings& how, words says) {
  figure f = make(std::move(says), "mineral({.seed = 1}).at(x, y) > 0.25 is copper, {.seed = 2} gold, {.seed = 3} lapis");
  f.draw = [=](const std::filesystem::path& file) {
    const Grid2 grid = grid_of(how, 2);
    const std::vector<float> stone = filled(field_in(how, "fbm(simplex(seed=9, frequency=0.012), octaves=6)"), grid, how);
    canvas picture(how.size);
    for (std::size_t k = 0; k < stone.size(); ++k) {
      const double gray = 92 + 44 * static_cast<double>(stone[k]);
      picture.set(k % how.size, k / how.size, {gray, gray * 0.97, gray * 0.94});
    }
    const std::array<colour, 3> ores = {{{206, 112, 60}, {242, 200, 74}, {66, 108, 206}}};
    for (std::size_t number = 0; number < ores.size(); ++number) {
      const std::vector<float> rich = filled(in_world(how, mineral({.seed = number + 1})), grid, how);
      for (std::size_t k = 0; k < rich.size(); ++k)
        if (rich[k] > 0.25f) picture.set(k % how.size, k / how.size, ores[number], 0.45 + 0.55 * static_cast<double>(rich[k]));
    }
    picture.write(file);
  };
  return f;
}

}  // namespace scree::cli::gallery
