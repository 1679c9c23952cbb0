// A field as it is evaluated: the expression, flattened for one number of dimensions to steps on blocks of samples. Octaves, warps and
// operators are all made of these steps, so values, derivatives and bounds follow from the steps alone.
#pragma once
#include "kernels/kernel_table.hpp"

#include <scree/noise.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <variant>
#include <vector>

namespace scree::field {

/// A block of values, by number; below zero the constant -1 - number.
using value = int;
/// A set of coordinates, by number; 0 is the caller's.
using domain = int;

/// A leaf at a domain.
struct noise_step {
  leaf_kernels kernel_table::*kernels;
  leaf settings;
  domain at;
  value out;
};
struct operation_step {
  operation what;
  int inputs;
  value input[3];
  std::size_t parameters;   // the first one in program::parameters
  value out;
};
/// A value read from one coordinate.
struct read_step {
  reading what;
  domain at;
  int axis;
  double p;
  value out;
};
/// A domain made of another and, where `by` has an amplitude, of values. The factors are constants, as binary32, for the derivatives.
struct place_step {
  placing by;
  domain from, to;
  value displacement[4];
  value matrix[4][4], amplitude[4];
};
/// The plane wrapped on a torus in four dimensions.
struct wrap_step {
  domain from, to;
  double period[2];
};
/// Points replaced by the feature points of a Worley noise; frequency and shift lead back to the caller's units.
struct feature_step {
  leaf settings;
  domain from, to;
  double frequency[4], shift[4];
};
using step = std::variant<noise_step, operation_step, read_step, place_step, wrap_step, feature_step>;

/// How a program runs: its sources, then its other steps block by block, and where their blocks live. Sources are the leaves at the caller's
/// coordinates; on a grid each fills whole tiles, and leaves whose values only go into a sum with constant factors add to one tile.
struct layout {
  struct term {
    const noise_step* noise;
    float factor;
    bool absolute;
  };
  struct source {
    value out;
    bool sum;       // else one term, as it is
    float start;    // of a sum
    std::vector<term> terms;
  };
  struct place_of_value {
    bool source;
    std::size_t index;
  };
  /// A step; operations that follow each other are chains, through which values go in registers.
  struct placed_step {
    const step* what;
    std::size_t chain;   // how many operations the chain has from here on; 0 for other steps
    int from;            // which of its inputs the operation before gives; below zero none
    bool kept;           // its value has other readers than the next operation
    bool moves;          // it reads a source or gives the result: these stand elsewhere in every block
  };
  std::vector<source> sources;
  std::vector<placed_step> steps;
  std::vector<place_of_value> values;
  std::vector<std::size_t> domains;   // index of each domain past the caller's
  std::size_t slots = 0, domain_slots = 0;
  bool reads_coordinates = false;     // any step but the sources reads the caller's
  bool needs_arrays = false;          // any that cannot take them row by row
};

/// One value for all samples, as operations read it: no vector of it lies across two lines of the cache.
struct alignas(64) constant_block {
  float values[most_lanes];
  constexpr explicit constant_block(float c) { std::fill_n(values, most_lanes, c); }
};

struct program {
  int dims;
  std::vector<step> steps;
  std::vector<float> parameters;
  std::vector<constant_block> constants;
  std::vector<int> domain_dims;
  std::vector<std::shared_ptr<const void>> kept;   // what leaves point to
  std::size_t values;   // how many
  value result;
  Interval range;

  layout by_blocks, by_tiles;
};

/// Leaves out the steps whose values and domains nothing reads: a factor of 0 leaves what it is multiplied with behind.
void drop_unread(program& p);
/// Where a program's steps run; `with_sums`: sources may be sums.
layout laid_out(const program& p, bool with_sums);

/// Samples per block: a few blocks fit the first cache.
constexpr std::size_t block = 512;

/// The values of a program at points, and derivatives unless gradient is null.
template <class T>
void sample(const program& p, const T* const* coordinates, std::size_t count, float* out, float* const* gradient);
/// ... and at a tile of a grid.
void fill(const program& p, const grid_part& part, const fill_target& target, void* scratch);

}  // namespace scree::field
