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

struct Hash12ValueOptions {
  double frequency = 1.0;   ///< cells per unit; finite, not zero
  Fade fade = Fade::cubic;  ///< the curve between lattice points: `f`, `f*f*(3.0-2.0*f)`, `f*f*f*(f*(f*6.0-15.0)+10.0)`
};

/// Value noise as shader tutorials have it ("The Book of Shaders"): in 2 dimensions, random values from 0 to 1 at lattice points, mixed. Random is
/// hash12 of D. Hoskins ("Hash without sine"), plain arithmetic; the tutorials' fract(sin(dot())) differs from one graphics card to the next. Stays
/// within 0 and 1. Derivatives: analytic. Throws Error for a bad frequency or fade; asking for other than two dimensions throws it too.
Noise hash12_value(const Hash12ValueOptions& options = {});

struct Hash12GradientOptions {
  double frequency = 1.0;     ///< cells per unit; finite, not zero
  Fade fade = Fade::quintic;  ///< as above
};

/// Gradient noise as shader tutorials have it (I. Quilez): in 2 dimensions, unit gradients at lattice points whose angle is 2 pi hash12. Sine
/// and cosine are scree's own, within 2e-7. Stays within 0.708. Derivatives: analytic. Throws Error for a bad frequency or fade; asking
/// for other than two dimensions throws it too.
Noise hash12_gradient(const Hash12GradientOptions& options = {});

struct PerlinClassicOptions {
  double frequency = 1.0;  ///< cells per unit; finite, not zero
  /// What random() is seeded with before the tables are drawn, as by srandom(); its low 32 bits count. 0 and 1 are the program's own.
  std::uint64_t seed = 0;
};

/// Perlin's first noise (SIGGRAPH 1985), as his program noise.c computes it on a system with the GNU C library, whose random() it draws its
/// tables from; 1 to 3 dimensions. Cubic fade, 256 gradients, repeats after 256 cells. The original is double precision: this agrees to 1e-6, and
/// goes on past -4096, where the original breaks. Stays within 0.5, 0.708 and 0.867 in 1D .. 3D. Derivatives: analytic. Throws Error for a bad
/// frequency; asking for four dimensions throws it too.
Noise perlin_classic(const PerlinClassicOptions& options = {});

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

struct PsrdnoiseOptions {
  double frequency = 1.0;  ///< cells per unit; finite, not zero
  /// The cells after which the noise repeats along each axis, 1 to 2^20; 0: none of its own. In 2D an odd one along y counts twice. The permutation
  /// has a period of 289, and those of 3D should not be longer.
  std::array<int, 3> period = {};
  double alpha = 0.0;      ///< the angle by which gradients are turned, in radians, rounded to binary32; finite, up to 2^20 in size
};

/// psrdnoise of S. Gustavson and I. McEwan (2021; "Tiling simplex noise and flow noise in two and three dimensions", 2022), 2 and 3 dimensions:
/// simplex noise on a grid that tiles, with gradients that turn, in release 2021-12-02 with its default options. Sine and
/// cosine are scree's own. Stays within 0.998 in 2D and 1.0445 in 3D. Derivatives: analytic. Throws Error for a bad frequency, period or
/// angle; asking for one or four dimensions throws it too.
Noise psrdnoise(const PsrdnoiseOptions& options = {});

/// The ports of Gustavson's simplex noise by table.
enum class SimplexPort { simplex_noise_js, three_js, simplexnoise1234 };

struct SimplexTableOptions {
  double frequency = 1.0;  ///< cells per unit; finite, not zero
  SimplexPort port = SimplexPort::simplex_noise_js;
  /// 0: Perlin's published permutation of 0 .. 255, which simplexnoise1234 has. Another seed shuffles one of its own.
  std::uint64_t seed = 0;
  /// The caller's own, which counts instead of the seed unless it is all zeros: what simplex-noise.js's buildPermutationTable() begins with, the
  /// `p` of a SimplexNoise of three.js (which need not be a permutation), or another table for simplexnoise1234.
  std::array<std::uint8_t, 256> permutation = {};
};

/// Simplex noise as S. Gustavson published it with a table ("Simplex noise demystified", 2005), 2 to 4 dimensions, as its ports have it:
/// simplex-noise.js 4.0 and SimplexNoise of three.js (double precision; falloff 0.5 / 0.6 / 0.6 and scale 70 / 32 / 27 in 2D / 3D / 4D), and
/// simplexnoise1234 (single precision; falloff 0.5, scale 40 / 32 / 27, gradients of its own). Agrees to 1e-5 with the double ones, whose
/// coordinates are taken modulo 2^31 from there on, and to 4 units of 2^-23 with the single one. Stays within 0.9985, 0.979 and 0.992 in 2D .. 4D,
/// simplexnoise1234 within 0.885, 0.417 and 0.431. The falloff of 0.6 leaves steps at the faces of simplices. Derivatives: analytic. Throws
/// Error for a bad frequency, port or permutation; asking for one dimension throws it too.
Noise simplex_table(const SimplexTableOptions& options = {});

/// About what Unity's Mathf.PerlinNoise gives, from 0 to 1: improved noise in two dimensions, (n + 0.69) / 1.483. Approximate: Unity does not publish
/// its program, mirrors it at zero, and lets values leave 0 to 1 a little, as this does (0.465 +- 0.6745 at most). The frequency must be finite
/// and not zero.
Noise unity_perlin(double frequency = 1.0);

struct StbPerlinOptions {
  double frequency = 1.0;  ///< cells per unit; finite, not zero
  /// That of stb_perlin_noise3_seed: only its low eight bits count.
  std::uint64_t seed = 0;
  /// x_wrap, y_wrap, z_wrap: the cells after which the noise repeats along each axis, a power of two up to 256; 0: 256.
  std::array<int, 3> period = {};
};

/// stb_perlin_noise3_seed of stb_perlin.h (S. Barrett): improved noise in 3 dimensions, and 2 at z = 0, with a table of its own. Its operations come in
/// another order than the original's: agrees to 2e-6. As smooth far from the origin as near it. Stays within 1.037. Derivatives: analytic.
/// Throws Error for a bad frequency or period; asking for one or four dimensions throws it too.
Noise stb_perlin(const StbPerlinOptions& options = {});

struct WebglSimplexOptions {
  double frequency = 1.0;  ///< cells per unit; finite, not zero
  /// Which release of webgl-noise. 2011: permutation (34 x + 1) x, falloff 0.5 / 0.6 / 0.6 and scale 130 / 42 / 49 in 2D / 3D / 4D, as in GLM,
  /// Unity.Mathematics and most shaders. 2021: permutation (34 x + 10) x, 3D falloff 0.5 and scale 105.
  int release = 2011;
};

/// `snoise` of webgl-noise (I. McEwan, S. Gustavson, 2011; "Efficient computational noise in GLSL", 2012), 2 to 4 dimensions. Stays
/// within 1.035, 1.053 and 1.122 in 2D, 3D and 4D (3D of release 2021: 0.975). The 2011 falloff of 0.6 leaves steps at the faces of
/// simplices in 3D and 4D. Derivatives: analytic. Throws Error for a bad frequency or release; asking for one dimension throws it too.
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

/// OpenSimplex2S, its smooth variant ("SuperSimplex"), 2 to 4 dimensions. 2D and 4D are three times
/// continuously differentiable; in 3D the original leaves vertices out that still add a little, with steps up to 1.3e-4. Otherwise the same.
Noise opensimplex2s(const OpenSimplexOptions& options = {});

}  // namespace scree
