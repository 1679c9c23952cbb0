// Light and steepness of a surface, from the derivatives of its field.
#include "terrain/rows.hpp"

#include <scree/detail/sine.hpp>
#include <scree/error.hpp>
#include <scree/heightmap.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace scree {
namespace {

double sine_of_degrees(double degrees) { return definition::sine_of_turn(definition::from_nearest(degrees / 360)); }

/// Steeper than this the light is that of a wall, and the squares stay finite.
constexpr float steepest = 0x1p60f;

float within(float slope) {   // NaN stays NaN
  slope = slope > steepest ? steepest : slope;
  return slope < -steepest ? -steepest : slope;
}

/// Checks `out` as Noise::fill does, then calls put(tile, row of the tile, where the row goes).
template <class Put>
void put_rows(const char* name, const Noise& field, const Grid2& grid, std::span<float> out, const FillOptions& options, const Put& put) {
  const std::size_t pitch = terrain::checked_pitch(name, grid, out.size());
  field.visit(grid, [&](const Tile2& tile) {
    for (std::size_t j = 0; j < tile.size[1]; ++j)
      put(tile, j * tile.size[0], out.subspan((tile.place[1] + j) * pitch + tile.place[0], tile.size[0]));
  }, true, options);
}

void check_height(const char* name, double height) {
  if (!std::isfinite(static_cast<float>(height)))
    throw Error(std::string(name) + ": height is " + std::to_string(height) + ", but must be finite in binary32");
}

}  // namespace

Hillshade::Hillshade(const HillshadeOptions& options) {
  if (!std::isfinite(options.azimuth)) throw Error("hillshade: azimuth is " + std::to_string(options.azimuth) + ", but must be finite");
  if (!(options.altitude >= 0 && options.altitude <= 90))
    throw Error("hillshade: altitude is " + std::to_string(options.altitude) + ", but must be 0 to 90");
  check_height("hillshade", options.height);
  const double level = sine_of_degrees(options.altitude + 90);
  height_ = static_cast<float>(options.height);
  x_ = static_cast<float>(level * sine_of_degrees(options.azimuth));
  y_ = static_cast<float>(-level * sine_of_degrees(options.azimuth + 90));
  z_ = static_cast<float>(sine_of_degrees(options.altitude));
}

void Hillshade::operator()(std::span<const float> dx, std::span<const float> dy, std::span<float> out) const {
  if (dx.size() != out.size() || dy.size() != out.size()) throw Error("hillshade: dx, dy and out must have one length");
  for (std::size_t k = 0; k < out.size(); ++k) {
    const float p = within(height_ * dx[k]), q = within(height_ * dy[k]);
    float light = (z_ - (x_ * p + y_ * q)) / std::sqrt(1.0f + (p * p + q * q));
    light = light < 0.0f ? 0.0f : light;
    out[k] = light > 1.0f ? 1.0f : light;
  }
}

void hillshade(const Noise& field, const Grid2& grid, std::span<float> out, const HillshadeOptions& options, const FillOptions& fill_options) {
  const Hillshade light(options);
  put_rows("hillshade", field, grid, out, fill_options, [&](const Tile2& tile, std::size_t first, std::span<float> row) {
    light(tile.dx.subspan(first, row.size()), tile.dy.subspan(first, row.size()), row);
  });
}

void slope(const Noise& field, const Grid2& grid, std::span<float> out, double height, const FillOptions& options) {
  check_height("slope", height);
  put_rows("slope", field, grid, out, options, [&](const Tile2& tile, std::size_t first, std::span<float> row) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      const double p = height * tile.dx[first + k], q = height * tile.dy[first + k];   // squares of steep slopes need binary64
      row[k] = static_cast<float>(std::min(std::sqrt(p * p + q * q), static_cast<double>(std::numeric_limits<float>::max())));
    }
  });
}

}  // namespace scree
