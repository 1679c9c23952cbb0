// Masks from fields: by threshold, and as caves that meet without seams.
#include "terrain/caves.hpp"

#include "terrain/automaton.hpp"
#include "terrain/bits.hpp"

#include <scree/error.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace scree {
namespace terrain {
namespace {

/// Samples that are held as floats at a time: work for 32 threads.
constexpr std::size_t block_samples = std::size_t{1} << 20;
/// Cells of a band: 2 MiB each before and after a step, for the second cache.
constexpr std::size_t band_cells_of_caves = std::size_t{1} << 24;

/// Floats as integers in the same order, -0 just before +0. Numbers compare so in every numeric environment, subnormal ones too.
std::int32_t order_of(float value) {
  const auto bits = std::bit_cast<std::int32_t>(value);
  return bits ^ (bits >> 31 & 0x7FFFFFFF);
}

class threshold {
 public:
  threshold(const std::string& caller, float edge) {
    if (std::isnan(edge)) throw Error(caller + ": edge is NaN, but must be a number");
    const bool zero = (std::bit_cast<std::uint32_t>(edge) & 0x7FFFFFFF) == 0;
    least_ = order_of(zero ? -0.0f : edge);
  }
  bool operator()(float value) const {
    const std::int32_t order = order_of(value);
    return (order >= least_) & (order <= most_);
  }

 private:
  std::int32_t least_, most_ = order_of(std::numeric_limits<float>::infinity());   // NaN lies past infinity
};

template <int N>
Mask all_rock(const std::array<std::size_t, N>& size) {
  if constexpr (N == 2) return Mask(size[0], size[1]);
  else return Mask(size[0], size[1], size[2]);
}

/// Throws what fill() throws for this field, grid and number of threads, whatever the size.
template <int N>
void check_fill(const Noise& field, Grid<N> grid, const FillOptions& options) {
  grid.size = {};
  grid.pitch = {};
  field.fill(grid, std::span<float>(), options);
}

/// The mask of a grid, in blocks; a block's rows begin at whole words.
template <int N>
Mask threshold_blocks(const Noise& field, const Grid<N>& grid, const threshold& air, const FillOptions& options) {
  Mask mask = all_rock<N>(grid.size);
  if (mask.cells() == 0) return mask;
  std::array<std::size_t, 3> block, first{};
  const std::array<std::size_t, 3> size = mask.size();
  block[0] = std::min(size[0], block_samples);
  block[1] = std::min(size[1], block_samples / block[0]);
  block[2] = std::min(size[2], block_samples / (block[0] * block[1]));
  std::vector<float> values(block[0] * block[1] * block[2]);
  for (first[2] = 0; first[2] < size[2]; first[2] += block[2])
    for (first[1] = 0; first[1] < size[1]; first[1] += block[1])
      for (first[0] = 0; first[0] < size[0]; first[0] += block[0]) {
        Grid<N> part = grid;
        part.pitch = {};
        std::array<std::size_t, 3> some{1, 1, 1};
        for (int axis = 0; axis < N; ++axis) {
          some[axis] = part.size[axis] = std::min(block[axis], size[axis] - first[axis]);
          part.origin[axis] += static_cast<std::int64_t>(first[axis]);
        }
        field.fill(part, std::span<float>(values), options);
        const float* row = values.data();
        for (std::size_t z = 0; z < some[2]; ++z)
          for (std::size_t y = 0; y < some[1]; ++y, row += some[0])
            pack_bits(some[0], mask.row(first[1] + y, first[2] + z).data() + first[0] / 64, [=](std::size_t x) { return air(row[x]); });
      }
  return mask;
}

/// Throws where a sample of a grid, or of so many more on every side, has no 64-bit index.
template <int N>
void check_extent(const std::string& caller, const Grid<N>& grid, int around) {
  constexpr const char* axis_names[] = {"x", "y", "z"};
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min(), most = std::numeric_limits<std::int64_t>::max();
  for (int axis = 0; axis < N; ++axis) {
    const std::int64_t origin = grid.origin[axis];
    const std::size_t size = grid.size[axis], more = size + static_cast<std::size_t>(around);
    const bool fits = size <= static_cast<std::size_t>(most) && more <= static_cast<std::size_t>(most) && origin >= least + around &&
                      (more == 0 || origin <= most - static_cast<std::int64_t>(more - 1));
    if (!fits)
      throw Error(caller + ": origin and size along " + axis_names[axis] + " are " + std::to_string(origin) + " and " + std::to_string(size) + ", with " +
                  std::to_string(around) + " cells around them past the 64-bit integers");
  }
}

template <int N>
Mask threshold_of(const Noise& field, const Grid<N>& grid, float edge, const FillOptions& options) {
  const threshold air("threshold_mask", edge);
  check_extent("threshold_mask", grid, 0);
  check_fill(field, grid, options);
  return threshold_blocks(field, grid, air, options);
}

/// The part of `from` that begins at `first`, into `to` from slice (in two dimensions, row) number `place` on.
void put_band(const Mask& from, const std::array<std::size_t, 3>& first, std::size_t count, Mask& to, std::size_t place) {
  const bool flat = to.dims() == 2;
  const std::size_t height = flat ? count : to.size()[1], depth = flat ? 1 : count;
  for (std::size_t z = 0; z < depth; ++z)
    for (std::size_t y = 0; y < height; ++y)
      copy_bits(from.row(first[1] + y, first[2] + z), first[0], flat ? to.row(place + y) : to.row(y, place + z), to.size()[0]);
}

}  // namespace

template <int N>
Mask caves_in_bands(const Noise& field, const Grid<N>& grid, const CaveOptions& options, std::size_t band_cells) {
  const AutomatonOptions rule{options.birth, options.survival, options.steps, Outside::rock};   // nothing outside reaches what is kept
  const FillOptions threads{options.threads};
  const threshold air("caves", options.edge);
  check_automaton("caves", N, rule);
  check_extent("caves", grid, options.steps);
  check_fill(field, grid, threads);
  Mask result = all_rock<N>(grid.size);
  if (result.cells() == 0) return result;

  const auto steps = static_cast<std::size_t>(options.steps);
  constexpr int last = N - 1;   // bands are cut across this axis
  Grid<N> band = grid;
  std::array<std::size_t, 3> kept{};   // where in a band the cells begin that are no halo
  std::size_t cells_across = 1;        // as memory counts: rows of whole words
  for (int axis = 0; axis < N; ++axis) {
    band.origin[axis] -= options.steps;
    band.size[axis] += 2 * steps;
    kept[axis] = steps;
    const std::size_t cells = axis == 0 ? 64 * words_for(band.size[axis]) : band.size[axis];
    if (axis != last) cells_across = cells > band_cells / cells_across ? band_cells : cells_across * cells;
  }
  const std::size_t thickness = std::max({std::size_t{1}, 16 * steps, band_cells / cells_across});
  for (std::size_t first = 0; first < grid.size[last]; first += thickness) {
    const std::size_t count = std::min(thickness, grid.size[last] - first);
    band.origin[last] = grid.origin[last] - options.steps + static_cast<std::int64_t>(first);
    band.size[last] = count + 2 * steps;
    put_band(smooth(threshold_blocks(field, band, air, threads), rule), kept, count, result, first);
  }
  return result;
}

template Mask caves_in_bands(const Noise&, const Grid2&, const CaveOptions&, std::size_t);
template Mask caves_in_bands(const Noise&, const Grid3&, const CaveOptions&, std::size_t);

}  // namespace terrain

Mask threshold_mask(const Noise& field, const Grid2& grid, float edge, const FillOptions& options) {
  return terrain::threshold_of(field, grid, edge, options);
}
Mask threshold_mask(const Noise& field, const Grid3& grid, float edge, const FillOptions& options) {
  return terrain::threshold_of(field, grid, edge, options);
}

Mask caves(const Noise& field, const Grid2& grid, const CaveOptions& options) {
  return terrain::caves_in_bands(field, grid, options, terrain::band_cells_of_caves);
}
Mask caves(const Noise& field, const Grid3& grid, const CaveOptions& options) {
  return terrain::caves_in_bands(field, grid, options, terrain::band_cells_of_caves);
}

}  // namespace scree
