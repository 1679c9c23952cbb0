// Noise: an immutable scalar field, the leaves that make one, and the verbs that evaluate it.
#pragma once
#include <scree/grid.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace scree {

namespace field {
class node;
}

/// Bounds that no sample leaves.
struct Interval {
  float lo, hi;
};

/// Where sample() and fill() write the derivatives along each axis, one span an axis, each as long as the values' span.
/// Units: values per unit of the caller's coordinates.
template <int N>
struct Gradient {
  std::array<std::span<float>, N> along;
};
using Gradient1 = Gradient<1>;
using Gradient2 = Gradient<2>;
using Gradient3 = Gradient<3>;
using Gradient4 = Gradient<4>;

/// A part of a plane of samples, as visit() hands it over: dense rows, sample (i, j) of it at [i + j * size[0]], which is sample
/// (place[0] + i, place[1] + j) of the grid. The spans are good during the call only.
struct Tile2 {
  static constexpr std::size_t most_samples = std::size_t{3} << 13;   ///< of one tile, in rows of at most 1024
  std::array<std::size_t, 2> place, size;
  std::span<const float> values;
  std::span<const float> dx, dy;   ///< derivatives per unit of the caller's coordinates; empty unless asked for
};

/// A scalar field over 1 to 4 dimensions: cheap to copy, never changed, usable from any number of threads at once.
///
/// The same coordinate gives the same bits on every instruction set, by at(), sample() and fill() alike. A NaN or infinite
/// coordinate gives NaN in that sample alone; any finite one gives a value inside range().
class Noise {
 public:
  explicit Noise(std::shared_ptr<const field::node> root);

  /// The value at one point. Coordinates in units of the caller; a leaf multiplies them by its frequency.
  float at(double x) const;
  float at(double x, double y) const;
  float at(double x, double y, double z) const;
  float at(double x, double y, double z, double w) const;

  /// The values at arrays of points: out[k] at (x[k], y[k], ...). All spans have one length, else Error. `out` may be one of the
  /// coordinate arrays; other overlaps are not allowed. With a gradient, the derivatives too.
  void sample(std::span<const float> x, std::span<float> out) const;
  void sample(std::span<const float> x, std::span<float> out, const Gradient1& gradient) const;
  void sample(std::span<const float> x, std::span<const float> y, std::span<float> out) const;
  void sample(std::span<const float> x, std::span<const float> y, std::span<float> out, const Gradient2& gradient) const;
  void sample(std::span<const float> x, std::span<const float> y, std::span<const float> z, std::span<float> out) const;
  void sample(std::span<const float> x, std::span<const float> y, std::span<const float> z, std::span<float> out,
              const Gradient3& gradient) const;
  void sample(std::span<const float> x, std::span<const float> y, std::span<const float> z, std::span<const float> w,
              std::span<float> out) const;
  void sample(std::span<const float> x, std::span<const float> y, std::span<const float> z, std::span<const float> w,
              std::span<float> out, const Gradient4& gradient) const;
  void sample(std::span<const double> x, std::span<float> out) const;
  void sample(std::span<const double> x, std::span<float> out, const Gradient1& gradient) const;
  void sample(std::span<const double> x, std::span<const double> y, std::span<float> out) const;
  void sample(std::span<const double> x, std::span<const double> y, std::span<float> out, const Gradient2& gradient) const;
  void sample(std::span<const double> x, std::span<const double> y, std::span<const double> z, std::span<float> out) const;
  void sample(std::span<const double> x, std::span<const double> y, std::span<const double> z, std::span<float> out,
              const Gradient3& gradient) const;
  void sample(std::span<const double> x, std::span<const double> y, std::span<const double> z, std::span<const double> w,
              std::span<float> out) const;
  void sample(std::span<const double> x, std::span<const double> y, std::span<const double> z, std::span<const double> w,
              std::span<float> out, const Gradient4& gradient) const;

  /// The values at every sample of a grid: out[i + j * row pitch + ...] at the coordinates of sample (i, j, ...). Bit for bit what sample()
  /// gives at these coordinates, whatever the threads, tiles and instruction set. Elements of `out` between rows are left alone.
  ///
  /// Throws Error, before anything is written, when `out` (or a span of the gradient) is too short for size and pitch, a pitch makes
  /// rows or slices overlap, sizes or origin + size overflow, a spacing is zero or not finite, an offset is not finite, or
  /// threads is negative. The first fill of a thread may throw std::bad_alloc.
  template <int N>
  void fill(const Grid<N>& grid, std::span<float> out, const FillOptions& options = {}) const;
  /// The derivatives too, in the same places of their own spans; per unit of the caller's coordinates.
  template <int N>
  void fill(const Grid<N>& grid, std::span<float> out, const Gradient<N>& gradient, const FillOptions& options = {}) const;
  /// As integers: clamp(nearest(value * scale + bias)), where range.from becomes 0 and range.to the largest integer; scale and bias are
  /// rounded to binary32, ties go to even, NaN becomes 0. Throws Error, too, when the range is empty or not finite.
  template <int N>
  void fill(const Grid<N>& grid, std::span<std::uint16_t> out, const Range& range = {}, const FillOptions& options = {}) const;
  template <int N>
  void fill(const Grid<N>& grid, std::span<std::uint8_t> out, const Range& range = {}, const FillOptions& options = {}) const;

  /// The unit normals of the surface z = height * value over a grid: three floats (x, y, z) a sample, in the order of the samples, dense.
  /// `normals` holds three times as many elements as the grid has samples; the grid's pitch must be 0 or its row length.
  void fill_normals(const Grid2& grid, std::span<float> normals, double height = 1.0, const FillOptions& options = {}) const;

  /// Hands the samples of a grid to a function tile by tile, while they are in the nearest caches: for colours, statistics, formats of
  /// one's own, without a pass over memory for each. The tiles cover the grid, each sample once, in no order, and the values are those of fill().
  /// The function is called from several threads at once, unless threads is 1, and may itself evaluate fields, this one too. What it throws comes out
  /// of visit(); then not all tiles are visited. The grid's pitch means nothing here. Throws Error as fill().
  void visit(const Grid2& grid, const std::function<void(const Tile2&)>& function, bool derivatives = false, const FillOptions& options = {}) const;

  /// Proved bounds of the field over all coordinates and all numbers of dimensions that it has; they never pass the largest number.
  Interval range() const;

  /// The same field for another world: every seed in it is changed, by this one.
  Noise reseed(std::uint64_t seed) const;

  /// The field as text that parse() reads back as the same field.
  std::string to_string() const;
  /// The field that a text describes. Throws Error with line, column and a caret for a text that is none; nothing in a text can exhaust memory, or a
  /// stack of 512 KiB.
  ///
  ///   text     = { "let" name "=" sum ";" } sum
  ///   sum      = product { ("+" | "-") product }
  ///   product  = factor { ("*" | "/") factor }
  ///   factor   = "-" factor | number | name | call | "(" sum ")"
  ///   call     = function "(" [ argument { "," argument } ] ")"
  ///   argument = sum | option "=" ( value | "[" value { "," value } "]" )
  ///   value    = [ "-" ] ( number | name ) | word
  ///   name     = x | y | z | w | what a let before has bound
  ///
  /// Functions and options have the names of the factories and of the members of their option structs; fields come first, then numbers in
  /// the order of the factory's, then options in any order, and those left out have their defaults. What a let binds is evaluated once, however often
  /// it is named; a name bound to a number alone stands wherever a number does, in options too. warp_by takes the field and one displacement
  /// an axis, curve's points are x0, y0, x1, y1, .... "#" starts a comment, to the end of its line. Example:
  ///
  ///   let world = 7;
  ///   let m = fbm(simplex(seed=world), octaves=6);   # mountains
  ///   m * m + 0.3
  static Noise parse(std::string_view text);

  /// For the library's own factories.
  const std::shared_ptr<const field::node>& root() const { return root_; }

 private:
  std::shared_ptr<const field::node> root_;
};

/// How a lattice noise moves from one lattice point to the next: t, t^2 (3 - 2 t) (Perlin 1985: continuous slope) or
/// t^3 (10 - 15 t + 6 t^2) (Perlin 2002: continuous curvature).
enum class Fade { linear, cubic, quintic };

/// Periods of the noises that have them: along each axis the cells after which the noise repeats, to the bit and at negative
/// coordinates too; 1 to 2^31 - 1. 0: not before 2^32. In an octave of a fractal the period grows with the frequency, and must stay whole.
using Period = std::array<int, 4>;

struct PerlinOptions {
  std::uint64_t seed = 0;
  double frequency = 1.0;  ///< cells per unit of the caller's coordinates; finite, not zero
  Fade fade = Fade::quintic;
  Period period = {};
};

struct SimplexOptions {
  std::uint64_t seed = 0;
  double frequency = 1.0;  ///< cells per unit; finite, not zero
  /// Squared radius within which a vertex acts. 0.5: continuous. 0.6: Perlin's original, smoother to the eye, but with
  /// steps where a sample crosses into the next simplex (up to 0.004 in 1D, 0.005 in 2D, 0.006 in 3D and 4D). No other value.
  double falloff = 0.5;
};

struct ValueOptions {
  std::uint64_t seed = 0;
  double frequency = 1.0;  ///< cells per unit; finite, not zero
  Fade fade = Fade::quintic;
  Period period = {};
};

struct WhiteOptions {
  std::uint64_t seed = 0;
  double frequency = 1.0;  ///< cells per unit; finite, not zero
  Period period = {};
};

/// How Worley noise measures the offset d from a sample to a feature point: sqrt(sum d^2), sum d^2, sum |d|, max |d|, (sum |d|^p)^(1/p), or
/// sum d^2 + sum |d|.
enum class WorleyMetric { euclidean, squared, manhattan, chebyshev, minkowski, hybrid };

/// What Worley noise returns. With Fn the distance to the n-th nearest feature point: F(nth), the own value of the cell of the nth nearest
/// point, F(other) - F(nth), F(nth) + F(other), F(nth) F(other), or F(nth) / F(other).
enum class WorleyReturn { distance, cell_value, difference, sum, product, quotient };

struct WorleyOptions {
  std::uint64_t seed = 0;
  double frequency = 1.0;  ///< cells per unit; finite, not zero
  double jitter = 1.0;     ///< how far points may be from the middle of their cell: 0 (a grid) to 1 (anywhere in it)
  WorleyMetric metric = WorleyMetric::euclidean;
  double p = 3.0;  ///< the exponent of WorleyMetric::minkowski, 1 to 64
  WorleyReturn returns = WorleyReturn::distance;
  int nth = 1;    ///< 1 to 4
  int other = 2;  ///< 1 to 4; for a quotient not below nth
  Period period = {};
};

/// Gradient noise on the cubic lattice (K. Perlin, 1985 and 2002), 1 to 4 dimensions, in [-1, 1]. Zero at lattice points.
/// Measured in 1D .. 4D, quintic fade: standard deviation 0.308, 0.309, 0.236, 0.184; largest magnitude of 10^8 samples 1.00, 1.00,
/// 0.92, 0.75. Derivatives: analytic. Throws Error for a bad fade or period, or a frequency that is zero
/// or not finite.
Noise perlin(const PerlinOptions& options = {});

/// Simplex noise (K. Perlin, 2001): radial kernels at the vertices of a simplicial lattice, 1 to 4 dimensions, in [-1, 1].
/// Measured in 1D .. 4D: standard deviation 0.355, 0.541, 0.390, 0.253, with falloff 0.6 0.327, 0.469, 0.390, 0.294; largest magnitude of
/// 10^8 samples above 0.999. Derivatives: analytic. Its lattice cannot repeat along the axes: simplex noise with periods is psrdnoise() in 2D and 3D, and
/// tile() of this one in 2D. Throws Error for a bad frequency or falloff.
Noise simplex(const SimplexOptions& options = {});

/// Uniform random lattice values, interpolated; 1 to 4 dimensions, in [-1, 1]. Measured in 1D .. 4D, quintic fade:
/// standard deviation 0.511, 0.452, 0.400, 0.354; largest magnitude of 10^8 samples above 0.999. Derivatives: analytic. Throws Error
/// for a bad fade, frequency or period.
Noise value(const ValueOptions& options = {});

/// One uniform random value a lattice cell, in [-1, 1], not interpolated: what coherent noise is compared with. Standard
/// deviation 0.577; every value is as likely. Its derivatives are zero. Throws Error for a bad frequency or period.
Noise white(const WhiteOptions& options = {});

/// Cellular noise (S. Worley, "A cellular texture basis function", 1996), 1 to 4 dimensions: one feature point a cell, uniform in the
/// cell or in its middle as far as jitter says; the nearest of all points count, as if every one of them was measured.
///
/// Distances are in cells, not scaled; cell values are uniform in [-1, 1]. range() is that of all dimensions: an F1 by euclidean distance
/// is at most (1 + jitter) / 2 * sqrt(dimensions), so range() says 0 to 2 for jitter 1. Measured in 1D .. 4D, euclidean F1: mean 0.292,
/// 0.430, 0.521, 0.590, standard deviation 0.200, 0.190, 0.172, 0.157. Distances are continuous, cell values are not. Derivatives: analytic; zero for cell values, at a feature point, and for
/// a quotient where both distances are zero. On the border between two points' regions, where the derivative jumps, and for Chebyshev distances on a
/// diagonal, it is of one side or of none. Where points are equally far, the least cell value counts. Throws Error for an option that is
/// out of its range or has no such value.
Noise worley(const WorleyOptions& options = {});

}  // namespace scree
