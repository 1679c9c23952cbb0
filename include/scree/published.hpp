// Published noise, value for value: what a shader, an engine or an old program already shows, computed as it is published.
//
// Those from shaders are single precision, like their originals: a coordinate times the frequency is rounded to binary32, then the
// published operations follow, without fma. So they grow coarse far from the origin, as the originals do; from 2^22 cells on,
// where the originals have no fraction left, coordinates are taken modulo 2^22. None takes a seed unless its original does. The same
// bits come on every instruction set.
#pragma once
#include <scree/noise.hpp>

#include <array>
#include <cstdint>

namespace scree {

struct PerlinImprovedOptions {
  double frequency = 1.0;  ///< cells per unit; finite, not zero
  /// 0: Perlin's published permutation of 0 .. 255. Another seed shuffles one of its own.
  std::uint64_t seed = 0;
};

/// Improved noise as K. Perlin published it (SIGGRAPH 2002): his table, twelve edge gradients, quintic fade. 1D and 2D are 3D at zero, as
/// most ports have it; 4D is that of noise1234 (S. Gustavson, 2003), scaled by 0.87. Repeats after 256 cells. The original is double precision: this
/// agrees to 2e-6, and is as smooth far from the origin as near it. Stays within 0.5, 1, 1.037 and 1.337 in 1D .. 4D. Derivatives:
/// analytic. Throws Error for a bad frequency.
Noise perlin_improved(const PerlinImprovedOptions& options = {});

struct WebglSimplexOptions {
  double frequency = 1.0;  ///< cells per unit; finite, not zero
  /// Which release of webgl-noise. 2011: permutation (34 x + 1) x, falloff 0.5 / 0.6 / 0.6 and scale 130 / 42 / 49 in 2D / 3D / 4D, as in GLM,
  /// Unity.Mathematics and most shaders. 2021: permutation (34 x + 10) x, 3D falloff 0.5 and scale 105.
  int release = 2011;
};

/// `snoise` of webgl-noise (I. McEwan, S. Gustavson, 2011; "Efficient computational noise in GLSL", 2012), 2 to 4 dimensions. Stays
/// within 1.035, 1.053 and 1.122 in 2D, 3D and 4D (3D of release 2021: 0.975). The 2011 falloff of 0.6 leaves steps at the faces of simplices in 3D and 4D. Derivatives: analytic.
/// Throws Error for a bad frequency or release; asking for one dimension throws it too.
Noise webgl_simplex(const WebglSimplexOptions& options = {});

struct WebglPerlinOptions {
  double frequency = 1.0;  ///< cells per unit; finite, not zero
  int release = 2011;      ///< 2011 or 2021: the permutation, as above
  /// The cells after which the noise repeats along each axis, 1 to 2^20; 0: not before 289, the permutation's own period.
  std::array<int, 4> period = {};
};

/// `cnoise` of webgl-noise, or `pnoise` where a period is given; 2 to 4 dimensions. Stays within 0.973, 1.334 and 1.724 in 2D, 3D and
/// 4D, and within 1 nearly always. Derivatives: analytic.
/// GLM calls it glm::perlin; its 4D form without period multiplies one gradient's norm twice and differs. Throws Error for a bad
/// frequency, release or period; asking for one dimension throws it too.
Noise webgl_perlin(const WebglPerlinOptions& options = {});

/// How the lattice of an OpenSimplex noise lies in 3D and 4D: as it is (the original's "Fallback"), or turned so that slices across z (improve_xy) or
/// across y (improve_xz) look best. 2D has one orientation.
enum class OpenSimplexOrientation { standard, improve_xy, improve_xz };

struct OpenSimplexOptions {
  std::uint64_t seed = 0;
  double frequency = 1.0;  ///< cells per unit; finite, not zero
  OpenSimplexOrientation orientation = OpenSimplexOrientation::standard;
};

/// OpenSimplex2 (K. Spencer, github.com/KdotJPG/OpenSimplex2, Java, commit 4cd120d), 2 to 4 dimensions: 2D simplex noise, 3D a pair of cubic lattices, 4D
/// five. The original's values to the bit, up to 2^31 cells. Stays within 1.00001. Derivatives: analytic. Throws Error for a bad frequency or orientation; asking for one dimension
/// throws it too.
Noise opensimplex2(const OpenSimplexOptions& options = {});

/// OpenSimplex2S, its smooth variant ("SuperSimplex"), 2 to 4 dimensions: three times continuously differentiable.
/// Otherwise the same.
Noise opensimplex2s(const OpenSimplexOptions& options = {});

}  // namespace scree
