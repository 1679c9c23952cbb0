// Scatter: points such as trees and stones, as dense as a field says, the same from whichever region they are asked for.
#pragma once
#include <scree/noise.hpp>

#include <cstdint>
#include <vector>

namespace scree {

/// A rectangle of the plane in units of the caller: x0 <= x < x1 and y0 <= y < y1. Regions that share an edge share no point and miss none.
struct Rectangle {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;

  bool contains(double x, double y) const { return x >= x0 && x < x1 && y >= y0 && y < y1; }
  /// The region with `margin` more on every side, to see the points just across the border, too.
  Rectangle grown(double margin) const { return {x0 - margin, y0 - margin, x1 + margin, y1 + margin}; }
  /// Chunk (i, j) of a plane that is cut into squares of this size; chunk (0, 0) begins at the origin. The edge between two chunks is the same
  /// number in both. Throws Error when |i| or |j| is above 2^50, or the size is not finite and above 0.
  static Rectangle chunk(std::int64_t i, std::int64_t j, double size);
};

/// jittered: one candidate in each square of a grid. poisson: candidates that keep their distance.
enum class ScatterKind { jittered, poisson };

struct ScatterOptions {
  ScatterKind kind = ScatterKind::poisson;
  /// Units of the caller, 1e-100 to 1e100. jittered: the side of a square. poisson: the least distance between any two points.
  double spacing = 1.0;
  std::uint64_t seed = 0;
  double jitter = 1.0;   ///< jittered only: how far points may be from the middle of their square, 0 (a grid) to 1 (anywhere in it)
};

struct ScatterPoint {
  double x, y;         ///< units of the caller
  std::uint64_t id;    ///< 64 random bits of the point, the same from every region: kind, turn and size of a tree can be drawn from them
  float density;       ///< the field at the point, clamped to [0, 1]
};

/// The points of a region, in the order of the squares that they lie in: rows in ascending y, in a row ascending x. `density` is a field in 2D:
/// each candidate is kept with the probability that the field has at its place; 0 and less (and NaN) keep none, 1 and more keep all. What a
/// denser field keeps contains what a thinner one keeps.
///
/// A point depends on seed, kind, spacing, jitter and the field at its place alone, never on the region: two regions that meet hold what their union
/// holds, to the bit, and regions that overlap find the same points with the same ids.
///
/// jittered: one candidate in each square [i, i + 1) x [j, j + 1) times spacing, for a density of 1 one point per spacing^2.
///
/// poisson: for any two points dx * dx + dy * dy >= spacing * spacing, as computed in binary64. Candidates are 16 darts in each square of side
/// spacing / sqrt(2) (R. Cook, 1986, throws them one after another; L.-Y. Wei, 2008, in parallel in such squares); in each of three rounds every
/// square without a point brings forward its first dart that no point covers, and those of them become points that come before all others within
/// the spacing. So a point depends on squares at most 10 away, 7.1 spacings, and that much is looked at around a region. For a density of 1
/// there are 0.615 points per spacing^2, 88 % of what darts without end would come to (0.547 / (pi / 4)). The field only thins: it never brings points
/// closer.
///
/// Memory beside the result: 8 MiB, and 256 rows of the result once more. The calling thread does the work; call it from several for several regions.
///
/// Throws Error for a spacing or jitter out of bounds; for a region that is not finite or ends before it begins, holds more than 2^40
/// squares, or reaches more than 2^50 squares from the origin; for a field that is none in 2D. That far out, where doubles get coarse, places
/// are rounded to a quarter of a square, and regions and distances hold for them as rounded.
std::vector<ScatterPoint> scatter(const Noise& density, const Rectangle& region, const ScatterOptions& options = {});

}  // namespace scree
