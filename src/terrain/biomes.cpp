// Biomes: places in the table are fields, too, so that grids, threads and instruction sets are those of every other field.
#include "terrain/rows.hpp"
#include "terrain/text.hpp"

#include <scree/biomes.hpp>
#include <scree/error.hpp>
#include <scree/fractal.hpp>
#include <scree/operators.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace scree {
namespace {

using terrain::number_text;

[[noreturn]] void bad(const std::string& what) { throw Error("biomes: " + what); }

/// For each threshold a field that goes from 0 to 1 across it.
std::vector<Noise> crossings(const char* axis, const Noise& climate, const std::vector<float>& thresholds, double blend) {
  if (!(blend >= 0 && std::isfinite(blend))) bad(std::string(axis) + "_blend is " + number_text(blend) + ", but must be finite and not below 0");
  std::vector<Noise> fields;
  float before = -std::numeric_limits<float>::infinity();
  for (const float threshold : thresholds) {
    const auto lower = static_cast<float>(threshold - blend / 2), upper = static_cast<float>(threshold + blend / 2);
    if (lower < before || !std::isfinite(lower) || !std::isfinite(upper))
      bad(std::string(axis) + "_blend is " + number_text(blend) + ", but must not be wider than the gap between two thresholds");
    fields.push_back(lower < upper ? smoothstep(climate, lower, upper) : step(climate, threshold));
    before = upper;
  }
  return fields;
}

/// In halves, because a field may be nested so deep only.
Noise sum(std::span<const Noise> fields) {
  if (fields.empty()) return constant(0);
  if (fields.size() == 1) return fields.front();
  const std::size_t half = fields.size() / 2;
  return sum(fields.first(half)) + sum(fields.subspan(half));
}

/// The number of the cell that a place lies in.
Noise cell_field(const BiomeTable& table, const Noise& temperature, const Noise& moisture) {
  return sum(crossings("temperature", temperature, table.temperature, 0)) +
         static_cast<float>(table.columns()) * sum(crossings("moisture", moisture, table.moisture, 0));
}

Noise checked_temperature(const BiomeOptions& options) {
  options.table.check();
  if (!std::isfinite(static_cast<float>(options.lapse_rate))) bad("lapse_rate is " + number_text(options.lapse_rate) + ", but must be finite");
  if (!options.height) return options.temperature;
  return options.temperature - max(*options.height, 0.0f) * static_cast<float>(options.lapse_rate / 1000);
}

/// How much of a place lies in the columns (or rows) first to last of a table, whose thresholds are crossed as these fields say.
Noise part_within(const std::vector<Noise>& crossing, std::size_t first, std::size_t last) {
  const bool from_start = first == 0, to_end = last == crossing.size();
  if (from_start && to_end) return constant(1);
  if (from_start) return 1.0f - crossing[last];
  if (to_end) return crossing[first - 1];
  return crossing[first - 1] - crossing[last];
}

/// Which columns a biome has in one row of the table, as runs of neighbours: first and last of each.
using runs = std::vector<std::pair<std::size_t, std::size_t>>;
runs runs_of(const BiomeTable& table, std::size_t biome, std::size_t row) {
  runs found;
  for (std::size_t column = 0; column < table.columns(); ++column) {
    if (table.cells[row * table.columns() + column] != biome) continue;
    if (!found.empty() && found.back().second + 1 == column)
      found.back().second = column;
    else
      found.push_back({column, column});
  }
  return found;
}

/// A place along an axis of the table: a cell and how much of the next one.
struct axis_place {
  std::size_t cell;
  float part;
};
axis_place axis_place_of(float place) {
  if (!(place > 0)) return {0, 0};   // NaN is here, too
  const auto cell = static_cast<std::size_t>(place);
  return {cell, place - static_cast<float>(cell)};
}

BiomeMix mix_of(const BiomeTable& table, float column_place, float row_place) {
  const axis_place column = axis_place_of(column_place), row = axis_place_of(row_place);
  if (column.part == 0 && row.part == 0) return {{1}, {table.cells[row.cell * table.columns() + column.cell]}};   // most places are off the borders
  const std::size_t right = std::min(column.cell + 1, table.columns() - 1), above = std::min(row.cell + 1, table.rows() - 1);
  const auto biome_at = [&](std::size_t i, std::size_t j) { return table.cells[j * table.columns() + i]; };
  const std::pair<float, std::uint8_t> corners[] = {{(1 - column.part) * (1 - row.part), biome_at(column.cell, row.cell)},
                                                    {column.part * (1 - row.part), biome_at(right, row.cell)},
                                                    {(1 - column.part) * row.part, biome_at(column.cell, above)},
                                                    {column.part * row.part, biome_at(right, above)}};
  BiomeMix mix;
  std::size_t count = 0;
  for (const auto& [weight, biome] : corners) {
    if (weight == 0) continue;
    std::size_t k = 0;
    while (k < count && mix.biome[k] != biome) ++k;
    mix.biome[k] = biome;
    mix.weight[k] += weight;
    count = std::max(count, k + 1);
    const auto comes_after = [&](std::size_t a, std::size_t b) {
      return mix.weight[a] < mix.weight[b] || (mix.weight[a] == mix.weight[b] && mix.biome[a] > mix.biome[b]);
    };
    for (; k > 0 && comes_after(k - 1, k); --k) {
      std::swap(mix.weight[k - 1], mix.weight[k]);
      std::swap(mix.biome[k - 1], mix.biome[k]);
    }
  }
  return mix;
}

/// The elements from one row of a grid to the next in `out`; what Noise::fill refuses throws here, before anything is written.
std::size_t checked_pitch(const Noise& field, const Grid2& grid, std::size_t room, const FillOptions& options) {
  for (const int empty_axis : {0, 1}) {   // grids without samples have their numbers checked, and nothing filled
    Grid2 empty = grid;
    empty.size[empty_axis] = 0;
    field.fill(empty, std::span<float>(), options);
  }
  return grid.size[0] == 0 || grid.size[1] == 0 ? 0 : terrain::checked_pitch("biomes", grid, room);
}

}  // namespace

Noise climate(const ClimateOptions& options) {
  const Interval range = options.range;
  if (!(std::isfinite(range.lo) && std::isfinite(range.hi) && range.lo < range.hi))
    throw Error("climate: range is from " + number_text(range.lo) + " to " + number_text(range.hi) + ", but must be finite and lo below hi");
  const Noise field = fbm(simplex({.seed = options.seed, .frequency = options.frequency}), {.octaves = options.octaves});
  constexpr float spread = 0.6f;   // within which the smoothstep's slope is that of the distribution of fBm
  return remap(smoothstep(field, -spread, spread), {0, 1}, range);
}

Biomes::Biomes(const BiomeOptions& options)
    : table_(options.table),
      temperature_(checked_temperature(options)),
      moisture_(options.moisture),
      warmer_(crossings("temperature", temperature_, table_.temperature, options.temperature_blend)),
      wetter_(crossings("moisture", moisture_, table_.moisture, options.moisture_blend)),
      cell_(cell_field(table_, temperature_, moisture_)),
      column_(sum(warmer_)),
      row_(sum(wetter_)) {}

std::uint8_t Biomes::at(double x, double y) const {
  const float cell = cell_.at(x, y);
  return table_.cells[cell > 0 ? static_cast<std::size_t>(cell) : 0];   // NaN is the first
}

BiomeMix Biomes::mix(double x, double y) const { return mix_of(table_, column_.at(x, y), row_.at(x, y)); }

void Biomes::classes(const Grid2& grid, std::span<std::uint8_t> out, const FillOptions& options) const {
  const std::size_t pitch = checked_pitch(cell_, grid, out.size(), options);
  cell_.fill(grid, out, Range{0, 255}, options);
  if (grid.size[0] == 0) return;
  for (std::size_t j = 0; j < grid.size[1]; ++j)
    for (std::uint8_t& sample : out.subspan(j * pitch, grid.size[0])) sample = table_.cells[sample];
}

void Biomes::mixes(const Grid2& grid, std::span<BiomeMix> out, const FillOptions& options) const {
  const std::size_t pitch = checked_pitch(cell_, grid, out.size(), options);
  if (grid.size[0] == 0 || grid.size[1] == 0) return;
  constexpr std::size_t block_samples = std::size_t{1} << 18;
  const std::size_t width = std::min(grid.size[0], block_samples), height = std::min(grid.size[1], block_samples / width);
  std::vector<float> column(width * height), row(width * height);
  for (std::size_t j = 0; j < grid.size[1]; j += height)
    for (std::size_t i = 0; i < grid.size[0]; i += width) {
      Grid2 block = grid;
      block.origin = {grid.origin[0] + static_cast<std::int64_t>(i), grid.origin[1] + static_cast<std::int64_t>(j)};
      block.size = {std::min(width, grid.size[0] - i), std::min(height, grid.size[1] - j)};
      block.pitch = {};
      column_.fill(block, column, options);
      row_.fill(block, row, options);
      for (std::size_t r = 0; r < block.size[1]; ++r)
        for (std::size_t c = 0; c < block.size[0]; ++c) {
          const std::size_t sample = r * block.size[0] + c;
          out[(j + r) * pitch + i + c] = mix_of(table_, column[sample], row[sample]);
        }
    }
}

Noise Biomes::weight(std::size_t biome) const {
  if (biome >= table_.biomes.size())
    bad("there is no biome " + std::to_string(biome) + ", but " + std::to_string(table_.biomes.size()) + ", numbered from 0");
  std::vector<Noise> parts;
  for (std::size_t first = 0, next; first < table_.rows(); first = next) {
    const runs columns = runs_of(table_, biome, first);
    next = first + 1;
    while (next < table_.rows() && runs_of(table_, biome, next) == columns) ++next;
    if (columns.empty()) continue;
    std::vector<Noise> across;
    for (const auto& [left, right] : columns) across.push_back(part_within(warmer_, left, right));
    parts.push_back(sum(across) * part_within(wetter_, first, next - 1));
  }
  return clamp(sum(parts), 0, 1);
}

}  // namespace scree
