// Scattered points: the region's cells in tiles, the candidates of each, what the field leaves of them, in order.
#include "terrain/candidates.hpp"
#include "terrain/text.hpp"

#include <scree/error.hpp>
#include <scree/scatter.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace scree {
namespace {

using terrain::candidate;
using terrain::cell_block;
using terrain::cell_hash;
using terrain::number_text;

constexpr std::size_t tile_side = 256;         // cells
constexpr double farthest_cell = 0x1p50;       // of which doubles still know quarters
constexpr double most_cells = 0x1p40;
constexpr double least_spacing = 1e-100, most_spacing = 1e100;   // their squares are normal numbers

[[noreturn]] void bad(const std::string& what) { throw Error("scatter: " + what); }

void check(const ScatterOptions& options) {
  if (options.kind != ScatterKind::jittered && options.kind != ScatterKind::poisson) bad("kind is none of jittered and poisson");
  if (!(options.spacing >= least_spacing && options.spacing <= most_spacing))
    bad("spacing is " + number_text(options.spacing) + ", but must be 1e-100 to 1e100");
  if (!(options.jitter >= 0 && options.jitter <= 1)) bad("jitter is " + number_text(options.jitter) + ", but must be 0 to 1");
}

/// Cells along an axis that may hold a point from `from` to `to`: those of the interval, and one more on either side, because far from the origin
/// a point may be rounded out of its cell.
struct cell_range {
  std::int64_t first;
  std::size_t count;
};
cell_range cells_of(const char* axis, double from, double to, double side) {
  if (!std::isfinite(from) || !std::isfinite(to)) bad(std::string("the region's ") + axis + " is not finite");
  if (to < from) bad(std::string("the region's ") + axis + " ends at " + number_text(to) + ", before it begins at " + number_text(from));
  const double first = std::floor(from / side), last = std::floor(to / side);
  if (!(std::abs(first) <= farthest_cell && std::abs(last) <= farthest_cell))
    bad(std::string("the region's ") + axis + " is from " + number_text(from) + " to " + number_text(to) + ", but must be within " +
        number_text(farthest_cell * side) + " of the origin for this spacing");
  return {static_cast<std::int64_t>(first) - 1, static_cast<std::size_t>(last - first) + 3};
}

/// Tiles of one width, which is tile_side at most: a narrow last one would be little more than the margin that is computed around it.
std::size_t tile_width(std::size_t cells) {
  const std::size_t tiles = (cells + tile_side - 1) / tile_side;
  return (cells + tiles - 1) / tiles;
}

/// What is left of the candidates of one strip of tiles, from left to right, and then in the order of their cells.
class strip {
 public:
  strip(const Noise& density, const Rectangle& region) : density_(density), region_(region) {}

  /// Where the candidates of the next tile are put.
  std::vector<candidate>& candidates() { return candidates_; }

  /// Keeps those that are in the region and that the field leaves; `first_row` is that of the strip.
  void thin(std::int64_t first_row) {
    std::erase_if(candidates_, [this](const candidate& c) { return !region_.contains(c.x, c.y); });
    x_.clear();
    y_.clear();
    for (const candidate& c : candidates_) {
      x_.push_back(c.x);
      y_.push_back(c.y);
    }
    value_.resize(x_.size());
    density_.sample(x_, y_, value_);
    for (std::size_t k = 0; k < value_.size(); ++k) {
      const float chance = value_[k] > 0.0f ? std::min(value_[k], 1.0f) : 0.0f;   // NaN is 0
      const std::uint64_t hash = candidates_[k].hash;
      if (!(terrain::unit(terrain::number(hash, terrain::thinning_number)) < static_cast<double>(chance))) continue;
      points_.push_back({x_[k], y_[k], hash, chance});
      const auto row = static_cast<std::size_t>(candidates_[k].row - first_row);
      row_.push_back(row);
      ++ends_[row];
    }
    candidates_.clear();
  }

  /// Adds the points row by row, and is empty again.
  void append_to(std::vector<ScatterPoint>& out) {
    std::size_t end = out.size();
    out.resize(end + points_.size());
    for (std::size_t& count : ends_) end += std::exchange(count, end);   // now where the row begins
    for (std::size_t k = 0; k < points_.size(); ++k) out[ends_[row_[k]]++] = points_[k];
    ends_ = {};
    points_.clear();
    row_.clear();
  }

 private:
  const Noise& density_;
  const Rectangle& region_;
  std::vector<candidate> candidates_;
  std::vector<double> x_, y_;
  std::vector<float> value_;
  std::vector<ScatterPoint> points_;
  std::vector<std::size_t> row_;
  std::array<std::size_t, tile_side> ends_{};
};

}  // namespace

Rectangle Rectangle::chunk(std::int64_t i, std::int64_t j, double size) {
  constexpr std::int64_t farthest = std::int64_t{1} << 50;
  if (i < -farthest || i > farthest || j < -farthest || j > farthest)
    throw Error("chunk: (" + std::to_string(i) + ", " + std::to_string(j) + ") is out of bounds, which are -2^50 and 2^50");
  if (!(std::isfinite(size) && size > 0)) throw Error("chunk: size is " + number_text(size) + ", but must be finite and above 0");
  return {static_cast<double>(i) * size, static_cast<double>(j) * size, static_cast<double>(i + 1) * size, static_cast<double>(j + 1) * size};
}

std::vector<ScatterPoint> scatter(const Noise& density, const Rectangle& region, const ScatterOptions& options) {
  check(options);
  const bool is_poisson = options.kind == ScatterKind::poisson;
  const double side = is_poisson ? options.spacing * terrain::disk_cell_side : options.spacing;
  const cell_range columns = cells_of("x", region.x0, region.x1, side), rows = cells_of("y", region.y0, region.y1, side);
  if (static_cast<double>(columns.count) * static_cast<double>(rows.count) > most_cells)
    bad("the region holds " + std::to_string(columns.count) + " x " + std::to_string(rows.count) + " squares, but must hold 2^40 at most");
  density.at(region.x0, region.y0);   // a field that has no two dimensions says so before anything is done

  std::vector<ScatterPoint> points;
  const cell_hash hash(options.seed, static_cast<std::uint64_t>(options.kind));
  strip tiles(density, region);
  const std::size_t width = tile_width(columns.count), height = tile_width(rows.count);
  for (std::size_t top = 0; top < rows.count; top += height) {
    const std::int64_t first_row = rows.first + static_cast<std::int64_t>(top);
    for (std::size_t left = 0; left < columns.count; left += width) {
      const cell_block block{columns.first + static_cast<std::int64_t>(left), first_row, std::min(width, columns.count - left),
                             std::min(height, rows.count - top)};
      if (is_poisson)
        disk_candidates(hash, options.spacing, block, tiles.candidates());
      else
        jittered_candidates(hash, side, options.jitter, block, tiles.candidates());
      tiles.thin(first_row);
    }
    tiles.append_to(points);
  }
  return points;
}

}  // namespace scree
