// Heightmaps: fields shaped to land, and what is seen of a surface z = value: light and steepness.
//
// Everything here is made of the operators of operators.hpp and of Noise::visit(): a heightmap is a Noise with a text of its own, so chunks of it meet,
// it fills 16-bit buffers (Range{0, height}), and scree render draws it.
#pragma once
#include <scree/noise.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace scree {

/// How a field becomes heights: its values are spread over [0, 1], then folded, bent and stepped there, in the order of the members.
struct HeightmapOptions {
  /// The values that become 0 and 1; what lies outside is clamped. Default: range(). That is what is proved, and a fractal fills only the middle
  /// of it (an fbm of 6 octaves of Perlin noise -0.72 .. 0.77 in 8192^2 samples): choose from and to by what the field shows, such as observed() of a
  /// large grid, and then once for the whole world. Chunks that each have their own would not meet.
  std::optional<double> from = std::nullopt, to = std::nullopt;
  bool ridges = false;    ///< t becomes 1 - |2 t - 1|, which has a ridge where the field passes the middle
  double exponent = 2.5;  ///< t^exponent: above 1 wide plains and few high peaks, 1 as it is; above 0
  std::vector<std::pair<float, float>> curve = {};   ///< points that t goes through, as in curve(); none: as it is
  double terraces = 0;    ///< steps from 0 to 1, 0 for none
  double ramp = 0.25;     ///< how much of each step is slope, as in terrace()
  double height = 1;      ///< of t = 1, in metres or what the caller likes; finite, not 0
};

/// The heights that a field describes, from 0 to options.height (within 2^-20 of it; curves may go elsewhere). As 16-bit samples:
/// heightmap(field, {.height = h}).fill(grid, samples, Range{0, h}). Throws Error for options out of their bounds.
Noise heightmap(const Noise& field, const HeightmapOptions& options = {});

enum class IslandShape { radial, square };

struct IslandOptions {
  std::array<double, 2> center = {0, 0};   ///< in units of the caller; finite
  double radius = 1;     ///< from the center to the open sea (square: half a side); finite, above 0
  double falloff = 0.5;  ///< the part of the radius over which land goes down to the sea, 0 (a cliff) to 1 (from the center on)
  IslandShape shape = IslandShape::radial;
  std::optional<double> sea = std::nullopt;   ///< the value of the open sea. Default: the least one of the field's range()
};

/// The field within a shore, and the sea around: from the field to `sea` by a smoothstep of the distance, in a square of one smoothstep an axis (so that
/// its corners are round and no crease runs to them). Along z and w it is the same everywhere; in 1D an Error. Throws Error for options out of their
/// bounds.
Noise island(const Noise& field, const IslandOptions& options = {});

/// The least and the largest value at the samples of a grid; those that are NaN do not count. Not a bound: another grid has others. Throws Error for a
/// grid without any number, and as Noise::fill.
Interval observed(const Noise& field, const Grid2& grid, const FillOptions& options = {});

/// Where the light comes from. On pictures and maps y grows downwards, to the south: north is towards smaller y, east towards larger x.
struct HillshadeOptions {
  double azimuth = 315;   ///< degrees clockwise from north; finite
  double altitude = 45;   ///< degrees above the horizon, 0 to 90
  double height = 1;      ///< of the surface: z = height * value, in units of the caller's coordinates; finite in binary32
};

/// The light on a surface: the cosine between its normal and the direction to the light, 0 where it is turned away,
///
///   max(0, (l.z - l.x p - l.y q) / sqrt(1 + p^2 + q^2)),  (p, q) = height * (dx, dy),
///   l = (sin azimuth cos altitude, -cos azimuth cos altitude, sin altitude),
///
/// as B. K. P. Horn, "Hill shading and the reflectance map", 1981, and GDAL's hillshade have it, though with the field's own derivatives instead of
/// differences of samples. Level ground has l.z. In [0, 1]; binary32, the same bits everywhere; NaN where the slopes are NaN.
class Hillshade {
 public:
  /// Throws Error for options out of their bounds.
  explicit Hillshade(const HillshadeOptions& options = {});
  /// Of derivatives, as a Tile2 has them: out[k] from dx[k] and dy[k]. All spans have one length, else Error.
  void operator()(std::span<const float> dx, std::span<const float> dy, std::span<float> out) const;
  /// The light on level ground.
  float level() const { return z_; }

 private:
  float height_, x_, y_, z_;
};

/// The light on a field's surface at every sample of a grid, placed in `out` as Noise::fill places values. Throws Error as Hillshade and Noise::fill.
void hillshade(const Noise& field, const Grid2& grid, std::span<float> out, const HillshadeOptions& options = {}, const FillOptions& fill_options = {});

/// How steep z = height * value is: rise over run, sqrt(p^2 + q^2), the tangent of the angle against the horizon; 0 and more, 1 at 45 degrees. Placed in
/// `out` as Noise::fill places values. Rounded to binary32 once. Throws Error for a height that is not finite in binary32 and as Noise::fill.
void slope(const Noise& field, const Grid2& grid, std::span<float> out, double height = 1, const FillOptions& options = {});

}  // namespace scree
