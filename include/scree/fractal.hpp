// Fractals: sums of octaves of any field, each finer and weaker than the one before.
//
// Octave k is the source at coordinates times lacunarity^k. Every octave past the first has seeds of its own and lies a fraction of a cell off,
// so that no star or zero shows at the origin. The sum is divided by the sum of the amplitudes, gain^k, and so stays in the source's range
// (fbm) or in the one stated, whatever octaves and gain are.
#pragma once
#include <scree/noise.hpp>

namespace scree {

struct FractalOptions {
  double octaves = 5;           ///< 1 to 64; a fraction of an octave counts as much as it is: 4.5 fades the fifth in by half
  double lacunarity = 2;        ///< how much finer each octave is; above 0
  double gain = 0.5;            ///< how much weaker each octave is; finite. Above 1: finer octaves are the stronger ones
  double weighted_strength = 0; ///< 0 to 1: how far an octave is weakened where the one before was low (high ground gets rough, valleys stay smooth)
  bool offsets = true;          ///< false: all octaves with the same seeds and none moved, the sum that textbooks write
  bool rotate = false;          ///< turn every octave against the one before (by the angle whose cosine is 0.8, in each plane of neighbouring axes)
};

struct PingPongOptions {
  double octaves = 5, lacunarity = 2, gain = 0.5, weighted_strength = 0;   ///< as above
  double strength = 2;          ///< how many times values are folded; above 0
  bool offsets = true, rotate = false;
};

struct HybridOptions {
  double octaves = 5, lacunarity = 2, gain = 0.5;   ///< as above
  double offset = 0.7;          ///< added to the source, so that most of it is positive; finite, above -1
  bool offsets = true, rotate = false;
};

/// Fractional Brownian motion: the sum of the octaves (B. Mandelbrot; K. Perlin, 1985). One octave is the source itself. Range: the
/// source's, for gains of 0 and more.
/// All fractals: derivatives follow from the source's; Error for options out of bounds.
Noise fbm(const Noise& source, const FractalOptions& options = {});

/// Ridges where the source passes the middle of its range: octaves 1 - 2 |n|, n the source spread over [-1, 1]. Range [-1, 1].
Noise ridged(const Noise& source, const FractalOptions& options = {});

/// Billows, ridged upside down: octaves 2 |n| - 1. Range [-1, 1].
Noise billow(const Noise& source, const FractalOptions& options = {});

/// Turbulence (K. Perlin, 1985): octaves |n|. Range [0, 1], for gains of 0 and more.
Noise turbulence(const Noise& source, const FractalOptions& options = {});

/// Octaves folded as by a triangle wave: terraces without edges, marble. Range [-1, 1].
Noise ping_pong(const Noise& source, const PingPongOptions& options = {});

/// Hybrid multifractal (F. K. Musgrave, in Texturing and Modeling, 1994): each octave weighs as much as those before it add up to, so valleys stay
/// smooth and peaks get rough. Divided by the largest sum that offset, gain and octaves allow; range within [-1, 1] for offset above 0.
Noise hybrid(const Noise& source, const HybridOptions& options = {});

}  // namespace scree
