// Biomes: which kind of land lies where, from temperature and moisture; and ores.
#pragma once
#include <scree/noise.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

/// A kind of land: its name, and its colour in pictures (red, green, blue).
struct Biome {
  std::string name;
  std::array<std::uint8_t, 3> colour{};
};

/// Which biome belongs to which climate: the plane of temperature and moisture, cut into rectangles by thresholds. A value equal to a threshold lies
/// above it.
struct BiomeTable {
  std::vector<Biome> biomes;          ///< 1 to 256, whose numbers are their places here
  std::vector<float> temperature;     ///< degrees Celsius, ascending: n thresholds make n + 1 columns
  std::vector<float> moisture;        ///< centimetres of rain and snow a year, ascending: m thresholds make m + 1 rows
  std::vector<std::uint8_t> cells;    ///< numbers of biomes, row by row, the driest row first, in a row the coldest column first; 256 cells at most

  std::size_t columns() const { return temperature.size() + 1; }
  std::size_t rows() const { return moisture.size() + 1; }

  /// The nine biomes of R. Whittaker, Communities and Ecosystems (1975), in his diagram's places: slanted borders there are stairs here.
  /// 0 tundra, 1 boreal forest, 2 temperate seasonal forest, 3 temperate rain forest, 4 tropical rain forest, 5 tropical seasonal forest and savanna,
  /// 6 subtropical desert, 7 temperate grassland and desert, 8 woodland and shrubland.
  static BiomeTable whittaker();

  /// The table that a text describes. Throws Error with the line for a text that is none, and as check() does. "#" starts a comment, to the end
  /// of its line.
  ///
  ///   biome 94a8ae tundra           one line a biome, numbered from 0: colour as six hexadecimal digits, name to the end of the line
  ///   biome 5d8a66 boreal forest
  ///   temperature -5                thresholds in ascending order, or nothing
  ///   moisture 20 40.5
  ///   cells 0 1                     one line a row, the driest first: a number of a biome for each column, the coldest first
  ///   cells 0 1
  ///   cells 1 1
  static BiomeTable parse(std::string_view text);
  /// Text that parse() reads back as the same table. Throws Error as check() does.
  std::string to_string() const;
  /// Throws Error for too many or too few biomes or cells, thresholds that are not finite or do not ascend, a cell with the number of no biome, and a
  /// name that is empty, begins or ends with a space, or has a "#" or a control character.
  void check() const;
};

struct ClimateOptions {
  std::uint64_t seed = 0;
  double frequency = 0.0005;        ///< cells of the coarsest octave per unit; finite, not 0
  double octaves = 4;               ///< 1 to 64
  Interval range = {-12.0f, 30.0f};   ///< finite, lo below hi
};
/// A field for one property of a climate: fBm of simplex noise, spread so that each part of the range takes about as much land as any other.
/// Throws Error for options out of bounds.
Noise climate(const ClimateOptions& options = {});

struct BiomeOptions {
  Noise temperature = climate({.seed = 1});                                             ///< degrees Celsius
  Noise moisture = climate({.seed = 2, .frequency = 0.001, .range = {0.0f, 300.0f}});   ///< centimetres a year
  std::optional<Noise> height = {};   ///< metres above the sea: makes high places colder; below 0 it does nothing
  double lapse_rate = 6.5;            ///< kelvins a kilometre of height (ISO 2533, Standard Atmosphere); finite
  BiomeTable table = BiomeTable::whittaker();
  /// How wide the border between two columns and two rows is, half of it on either side of the threshold. 0: no blending. Not wider than the gap
  /// between any two thresholds, so that four cells meet at most.
  double temperature_blend = 4.0;   ///< degrees Celsius
  double moisture_blend = 20.0;     ///< centimetres a year
};

/// What a place consists of: up to four biomes, those with the larger weight first, of equal ones the lower number. Weights add up to 1 within
/// 2^-22; those that are not needed are 0.
struct BiomeMix {
  std::array<float, 4> weight{};
  std::array<std::uint8_t, 4> biome{};
};

/// Biomes over the plane. Everything is a function of the coordinate alone, the same bits by every route, whatever the threads, chunks and
/// instruction set. Never changed, usable from any number of threads at once. Where a coordinate has no climate (NaN), the coldest and driest
/// cell is taken.
class Biomes {
 public:
  /// Throws Error for a table that check() refuses, a blend that is negative, not finite or too wide, a lapse rate that is not finite.
  explicit Biomes(const BiomeOptions& options = {});

  const BiomeTable& table() const { return table_; }
  const Noise& temperature() const { return temperature_; }   ///< degrees Celsius, with the height counted in
  const Noise& moisture() const { return moisture_; }         ///< centimetres a year

  /// The number of the biome at a place: that of the cell of the table, without blending.
  std::uint8_t at(double x, double y) const;
  /// The biomes at a place and their weights. Across a border the weights follow 3 t^2 - 2 t^3 along each axis, and are continuous wherever the
  /// climate is. Where no border is within half its width, the one biome is at().
  BiomeMix mix(double x, double y) const;

  /// at() for all samples of a grid, and mix() for all; `out` and errors as those of Noise::fill, elements counted in those of `out`. mixes()
  /// takes 2 MiB beside `out`.
  void classes(const Grid2& grid, std::span<std::uint8_t> out, const FillOptions& options = {}) const;
  void mixes(const Grid2& grid, std::span<BiomeMix> out, const FillOptions& options = {}) const;

  /// The weight of one biome as a field in [0, 1]: to blend heights and colours with, or as a density for scatter(). That of mix() within 2^-15.
  /// Throws Error for a number that the table has not got.
  Noise weight(std::size_t biome) const;

 private:
  BiomeTable table_;
  Noise temperature_, moisture_;
  std::vector<Noise> warmer_, wetter_;   // for each threshold, how far a place is across it: 0 to 1
  Noise cell_;                           // the number of the cell of the table
  Noise column_, row_;                   // places in the table, whole numbers off the borders
};

struct MineralOptions {
  std::uint64_t seed = 0;
  double concentration_frequency = 0.002;       ///< regions per unit; finite, not 0
  double cluster_frequency = 0.06;              ///< clusters per unit; finite, not 0
  Interval concentration = {0.1f, 0.6f};        ///< values of fBm of 3 octaves between which a region gets rich; lo below hi. Higher: rarer regions
  Interval cluster = {0.3f, 0.9f};              ///< values of simplex noise between which a cluster gets rich; lo below hi. Higher: smaller clusters
};
/// How rich in an ore the ground is, 0 to 1, in 1 to 4 dimensions: regions of concentration times clusters in them, each smoothstep of a simplex
/// noise. Give every ore a seed of its own, and put ore where the value is above a threshold t: higher means smaller and fewer clusters, in the
/// middle of regions. Measured in 2D and 3D with the defaults: above 0 in 13.8 % and 7.7 % of the ground, above 0.5 in 2.7 % and 0.43 %. Throws
/// Error for options out of bounds.
Noise mineral(const MineralOptions& options = {});

}  // namespace scree
