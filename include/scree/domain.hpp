// Fields seen elsewhere: moved, scaled, turned, warped, wrapped. Coordinates are changed before the field sees them.
#pragma once
#include <scree/noise.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace scree {

/// The field at coordinates times a factor along each axis; factors are finite and not 0, else Error. On grids it stays as fast as the field.
Noise scale(const Noise& field, double factor);
Noise scale(const Noise& field, const std::array<double, 4>& factors);

/// The field at coordinates plus an offset along each axis, in the units of the caller; finite, else Error. On grids it stays as fast as
/// the field.
Noise offset(const Noise& field, const std::array<double, 4>& offsets);

/// Angles in degrees, in the plane of two axes, applied in this order; finite. Planes past the dimensions asked for count for nothing.
struct RotateOptions {
  double xy = 0, xz = 0, yz = 0, xw = 0, yw = 0, zw = 0;
};
/// The field at coordinates turned by these angles: from the first axis of each plane towards the second. Error for an angle that is not finite.
Noise rotate(const Noise& field, const RotateOptions& angles);

/// For 3D noise that is looked at in xy planes (z is height or time): turns them to lie across the lattice's main diagonal, which hides its squares.
Noise improve_xy_planes(const Noise& field);

struct WarpOptions {
  double amplitude = 1;      ///< the longest displacement, in units of the caller; finite
  double frequency = 1;      ///< of the gradient noise that displaces, cells per unit; finite, not 0
  std::uint64_t seed = 0;
  double octaves = 1;        ///< 1 to 64, fractions fade in; all octaves together are never longer than amplitude
  double lacunarity = 2;     ///< above 0
  double gain = 0.5;         ///< finite
  bool progressive = false;  ///< false: all octaves displace the point that was asked for; true: each displaces what the ones before made
};
/// The field at displaced coordinates: one Perlin noise for each axis says how far. Error for options out of bounds.
Noise warp(const Noise& field, const WarpOptions& options = {});
/// The field displaced along axis k by amplitude times displacement[k]; as many as the dimensions asked for are used, and the field has no more dimensions
/// than there are displacements.
Noise warp_by(const Noise& field, const std::vector<Noise>& displacement, double amplitude = 1);

/// A four-dimensional field on the torus: in 2D, repeats after width and height exactly, without a seam. Distances are kept along both
/// axes, so frequencies mean what they meant. Both above 0 and finite, else Error.
Noise tile(const Noise& field, double width, double height);

/// Where a lookup goes; as in WorleyOptions.
struct WorleyLookupOptions {
  std::uint64_t seed = 0;
  double frequency = 1.0;  ///< cells per unit; finite, not zero
  double jitter = 1.0;     ///< 0 to 1
  WorleyMetric metric = WorleyMetric::euclidean;
  double p = 3.0;  ///< the exponent of WorleyMetric::minkowski, 1 to 64
  int nth = 1;     ///< 1 to 4
  Period period = {};
};
/// The field at the n-th nearest feature point of Worley noise: one value for each cell of the mosaic that worley() with these options shows, the same
/// to the bit all over the cell. With a period the point is looked up in the first one, so that the result repeats. Derivatives are zero; where points are equally far, the
/// one whose cell has the least value counts. Error for options out of bounds.
Noise worley_lookup(const Noise& field, const WorleyLookupOptions& options = {});

}  // namespace scree
