// The numbers that define scree's own noises. The scalar reference and the kernels both read them here; everything else
// of the two is written separately. Changing one of them changes every world made with scree: a breaking release.
#pragma once
#include <cstdint>

namespace scree::definition {

// --- Lattice hash -----------------------------------------------------------------------------------------------------
// Each coordinate is mixed to 32 odd bits on its own: multiply by the axis's prime, join a key of the seed, multiply by its own upper
// bits (p * (p >> axis_fold), the middle of a square), set the lowest bit. The hash of a lattice point is the product of its
// coordinates' bits, modulo 2^32, of which the top bits are the best. A line of points has one factor only, and joins the other
// key instead: (bits ^ key) * line_multiplier.
//
// Axis multipliers: the first four 32-bit primes of xxHash (Y. Collet, 2012).
constexpr std::uint32_t axis_prime[4] = {0x9E3779B1u, 0x85EBCA77u, 0xC2B2AE3Du, 0x27D4EB2Fu};
constexpr int axis_fold = 12;
// lowbias32 (C. Wellons, hash-prospector, 2018).
constexpr std::uint32_t line_multiplier = 0x846CA68Bu;

// A 64-bit seed becomes two keys by the finaliser of splitmix64 (Steele, Lea, Flood 2014), a bijection: every bit of the seed
// counts. Axes x and z take the first key, y and w the second.
struct hash_keys {
  std::uint32_t key[2];
};
constexpr hash_keys keys_of(std::uint64_t seed) {
  std::uint64_t z = seed + 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  z ^= z >> 31;
  return {{static_cast<std::uint32_t>(z >> 32), static_cast<std::uint32_t>(z)}};
}

// --- Gradients --------------------------------------------------------------------------------------------------------
// Eight lines through the origin in each dimension; a direction is a line and a sign, so there are sixteen and their mean is
// zero. In two dimensions and up they are unit vectors and a tight frame (sum of g g^T is a multiple of the identity), so
// that no axis is favoured.
// 1D: slopes 1/8 .. 8/8.
constexpr double lines_1d[8][1] = {{0.125}, {0.25}, {0.375}, {0.5}, {0.625}, {0.75}, {0.875}, {1.0}};
// 2D: angles (k + 1/2) * 22.5 degrees: sixteen directions at equal distances.
constexpr double lines_2d[8][2] = {
    {0.98078528040323044, 0.19509032201612827},  {0.83146961230254524, 0.55557023301960222},
    {0.55557023301960222, 0.83146961230254524},  {0.19509032201612827, 0.98078528040323044},
    {-0.19509032201612827, 0.98078528040323044}, {-0.55557023301960222, 0.83146961230254524},
    {-0.83146961230254524, 0.55557023301960222}, {-0.98078528040323044, 0.19509032201612827}};
// 3D: the best packing of eight lines (46.18 degrees apart, found by minimising an energy), turned so that no component is
// near zero and no two of an axis are near each other: slices along the axes show as many directions as the body.
constexpr double lines_3d[8][3] = {
    {-0.26838966207193915, 0.24661654787955256, -0.9312074245864251},
    {0.9554720358773907, -0.2866844782341744, 0.06989419572405908},
    {0.7449365617731831, -0.09322286502592389, -0.660589900293599},
    {-0.1464999158110246, -0.9658788389666282, -0.21357865788472635},
    {0.09341513822258402, -0.5159497856086454, -0.8515100884201247},
    {0.4372808917114274, -0.8319273518317701, 0.3415879140400563},
    {0.5190300391571172, 0.6715347645231623, -0.5288183794927919},
    {0.797484163080545, 0.41566847466757284, 0.4373085052948954}};
// 4D: the sixteen vertices of the tesseract (60 degrees apart), turned in the same way.
constexpr double lines_4d[8][4] = {
    {0.26980576012076546, -0.693350899232186, -0.5430424198031157, -0.389325458497067},
    {0.15460021773187388, -0.5868745905543197, 0.39842552910839046, -0.6877020324193144},
    {0.7085208538731926, 0.20370557047563875, -0.5782040546664499, -0.3495458644459599},
    {0.5933153114843011, 0.3101818791535051, 0.36326389424505634, -0.6479224383682073},
    {0.2974661718981204, -0.7368655564304623, -0.23378861854967362, 0.5602552187702834},
    {0.18226062950922886, -0.630389247752596, 0.7076793303618326, 0.2618786448480361},
    {0.7361812656505474, 0.16019091327736248, -0.26895025341300766, 0.6000348128213905},
    {0.620975723261656, 0.2666672219552288, 0.6725176954984985, 0.3016582388991431}};

// --- Scales -----------------------------------------------------------------------------------------------------------
// A leaf is divided by the largest value that any choice of directions could give at any point, found by maximising
// sum over the corners of weight * max over directions of g . d; `margin` leaves room for rounding, so that no sample
// ever leaves [-1, 1]. tests/range.cpp finds these maxima again.
constexpr double margin = 1.0 - 0x1p-16;
// Perlin: the largest of the three fades' maxima in 1D .. 4D.
constexpr double perlin_maximum[4] = {0.5, 0.69694991008, 0.80992372637, 0.91972164482};
// Simplex: for falloff 0.5 and for 0.6.
constexpr double simplex_maximum[2][4] = {{0.01391062518, 0.01000031609, 0.00919731022, 0.00915747229},
                                          {0.03599643080, 0.02881987956, 0.02409939742, 0.02166180078}};

// --- Simplex lattice --------------------------------------------------------------------------------------------------
// Unskew G = (1 - 1 / sqrt(n + 1)) / n places the vertices. It is taken to 22 bits after the point, like the fractions of the
// coordinates: the offset from a vertex to a sample is then exact in binary32, whichever way it is computed and however far from the
// origin. Skew F = (sqrt(n + 1) - 1) / n = G / (1 - n G) finds the vertices, and follows from G as it was taken.
constexpr double unskew[4] = {1228483 * 0x1p-22, 886361 * 0x1p-22, 699051 * 0x1p-22, 579639 * 0x1p-22};
constexpr double skew[4] = {unskew[0] / (1 - unskew[0]), unskew[1] / (1 - 2 * unskew[1]), unskew[2] / (1 - 3 * unskew[2]),
                            unskew[3] / (1 - 4 * unskew[3])};
// Radius squared of a vertex: 1/2 reaches exactly to the far faces of its simplices. The continuous falloff stays a
// little inside, so that vertices outside a sample's own simplex contribute exactly zero even where rounding took
// the neighbouring simplex (see src/kernels/simplex.hpp).
constexpr double continuous_radius = 0.5 - 0x1p-11, original_radius = 0.6;

// --- White and value noise --------------------------------------------------------------------------------------------
// Value noise keeps `margin` for the rounding of its interpolation; white noise is an integer over 2^31, exactly.
constexpr double value_scale = margin * 0x1p-31;
// One more round for white noise, where every bit is looked at: fold and multiplier (lowbias32 again).
constexpr int white_fold = 15;
constexpr std::uint32_t white_multiplier = 0x7FEB352Du;

// --- Worley noise -----------------------------------------------------------------------------------------------------
// The hash of a cell goes through rounds of (h ^ (h >> fold)) * multiplier, each of which gives 32 good bits: the halves of a round are the
// feature point's place along two axes, the upper half first, and the round after the last axis is the cell's own value. The
// first round is that of white noise; the others are lowbias32's other one. (Below its sixteen bits an upper half keeps seven more: they cost
// nothing.)
constexpr int feature_fold[2] = {white_fold, 16};
constexpr std::uint32_t feature_multiplier[2] = {white_multiplier, line_multiplier};
// Along an axis the point lies at v jitter + (1/2 - 3/2 jitter) in its cell, v = 1 + its bits as a fraction, rounded to a multiple of 2^-22; so
// are the fractions of coordinates. Offsets up to 4 are then exact in binary32, from whichever cell they are counted: that is
// what the + 2 is for, with which the sum is rounded.
constexpr double feature_centre = 0.5 + 2.0;
// Points keep off their cell's border by (1 - jitter) / 2, and this much is allowed for the rounding of that.
constexpr double feature_slack = 0x1p-16;

// --- Fractals ---------------------------------------------------------------------------------------------------------
// Every octave past the first, and every component of a displacement, is a stream of its own: another seed for each leaf in it, and the
// leaf's lattice moved by a fraction of a cell along each axis.
constexpr std::uint64_t mixed_bits(std::uint64_t z) {   // the finaliser of splitmix64
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}
/// Stream `number` within a stream; 0 is the whole.
constexpr std::uint64_t stream_of(std::uint64_t outer, std::uint64_t number) {
  return mixed_bits(outer + number * 0x9E3779B97F4A7C15u) | 1;
}
/// The stream of another world: another one for each seed.
constexpr std::uint64_t world_of(std::uint64_t seed) { return mixed_bits((seed + 1) * 0x9E3779B97F4A7C15u); }
constexpr std::uint64_t seed_in(std::uint64_t stream, std::uint64_t seed) { return stream == 0 ? seed : mixed_bits(seed ^ stream); }
/// Cells, in [0, 1).
constexpr double offset_in(std::uint64_t stream, int axis) {
  if (stream == 0) return -0.0;
  return static_cast<double>(mixed_bits(stream + 0x9E3779B97F4A7C15u * static_cast<std::uint64_t>(axis + 1)) >> 11) * 0x1p-53;
}

// --- Slopes -----------------------------------------------------------------------------------------------------------
// Derivatives stay finite, so that one of size 0 makes everything behind it 0: those of operations and sums of products end at the largest binary32;
// those of leaves are per unit, times a frequency of at most 2^120.
constexpr float slope_per_unit(double frequency) {
  return static_cast<float>(frequency > 0x1p120 ? 0x1p120 : frequency < -0x1p120 ? -0x1p120 : frequency);
}

// --- Sine -------------------------------------------------------------------------------------------------------------
// sin(2 pi t) for t in [0, 1/4] by its Taylor series, (-1)^k (2 pi)^(2 k + 1) / (2 k + 1)! t^(2 k + 1): the first term left out is below 5e-14.
constexpr int sine_terms = 9;
struct sine_series {
  double coefficient[sine_terms];
};
constexpr sine_series sine = [] {
  constexpr double turn = 6.283185307179586476925;
  sine_series s{};
  double term = turn;
  for (int k = 0; k < sine_terms; ++k) {
    s.coefficient[k] = term;
    term *= -(turn * turn) / ((2 * k + 2) * (2 * k + 3));
  }
  return s;
}();

// The NaN of every non-finite input: quiet, positive, no payload.
constexpr std::uint32_t nan_bits = 0x7FC00000u;

}  // namespace scree::definition
