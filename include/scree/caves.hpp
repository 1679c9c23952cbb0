// Caves: masks by threshold, smoothed by a cellular automaton, their regions, and tunnels between these.
//
//   Mask cave = caves(white({.seed = 7}), Grid2{.size = {512, 512}});
//   cave = connect(without_small(cave, 50));
//   double share = cave.air_share();
//
// All of it is whole numbers after the field: the same cells on every machine.
#pragma once
#include <scree/grid.hpp>
#include <scree/mask.hpp>
#include <scree/noise.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace scree {

// ---- from a field -------------------------------------------------------------------------------------------------------

/// Air where the field is at the edge or above, rock below it and where it is NaN; cell (x, y) is sample (x, y) of the grid. The grid's pitch means
/// nothing here. Needs 4 MiB beside the mask. Error for an edge that is NaN, and for whatever Noise::fill takes for one.
Mask threshold_mask(const Noise& field, const Grid2& grid, float edge = 0, const FillOptions& options = {});
Mask threshold_mask(const Noise& field, const Grid3& grid, float edge = 0, const FillOptions& options = {});

/// What lies around a mask: rock, air, or the mask again, as on a torus.
enum class Outside { rock, air, wrap };

/// A cellular automaton over all neighbours of a cell, those at its corners too: 8 in two dimensions, 26 in three. In each step, for all cells
/// at once, a cell of air becomes rock if `birth` or more of its neighbours are rock, and a cell of rock stays rock if `survival` or more are.
struct AutomatonOptions {
  /// 0 (always) to the number of neighbours + 1 (never). Left out: the majority of a cell and its neighbours decides, which is birth 5 and
  /// survival 4 in two dimensions, birth 14 and survival 13 in three.
  std::optional<int> birth{}, survival{};
  int steps = 5;   ///< 0 or more
  Outside outside = Outside::rock;
};

/// A mask after the steps of an automaton (as L. Johnson, G. Yannakakis, J. Togelius, "Cellular automata for real-time generation of infinite
/// cave levels", 2010, made caves). Counts 64 cells at once. Needs one more mask, in three dimensions 12 bits a cell of a slice too. Error for options out of
/// bounds.
Mask smooth(const Mask& mask, const AutomatonOptions& options = {});

struct CaveOptions {
  /// Air from this value of the field on. In two dimensions a little more than half of white noise and of fractals around 0; the 26 neighbours of three
  /// dimensions decide more sharply, and white noise wants more: 0 leaves half of it air, 0.03 a third, 0.05 a quarter.
  float edge = -0.03f;
  std::optional<int> birth{}, survival{};    ///< as in AutomatonOptions
  int steps = 5;                             ///< 0 or more
  int threads = 0;                           ///< for the field, as in FillOptions
};

/// Caves without seams: threshold_mask() and smooth(), where the cells around the grid are those of the field. Two grids have the same caves wherever
/// they have the same samples, whatever their origins and sizes: a chunk is a part of the whole. For that the field is evaluated `steps` cells past
/// the grid on every side. Works in bands, which need 10 MiB beside the mask (more where 16 * steps slices do). Error for options out of
/// bounds, for a grid closer than `steps` to the ends of the 64-bit integers, and for whatever threshold_mask() takes for one.
Mask caves(const Noise& field, const Grid2& grid, const CaveOptions& options = {});
Mask caves(const Noise& field, const Grid3& grid, const CaveOptions& options = {});

// ---- regions --------------------------------------------------------------------------------------------------------------

/// Which cells touch: those with a common face (4 in two dimensions, 6 in three), or those with a common corner too (8 and 26).
enum class Connectivity { faces, all };

/// A connected component of air.
struct Region {
  std::uint64_t cells = 0;
  std::array<std::size_t, 3> first{};          ///< its first cell; x goes fastest, then y
  std::array<std::size_t, 3> from{}, to{};     ///< its bounding box: from is inside, to is past the end
  bool at_border = false;                      ///< has a cell at the border of the mask, and may go on outside of it
};

/// The regions of a mask, numbered from 0 in the order of their first cells.
class Regions {
 public:
  /// What at() says of rock.
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  std::size_t count() const { return list_.size(); }
  const std::vector<Region>& list() const& { return list_; }
  std::vector<Region> list() && { return std::move(list_); }   // so that a loop over find_regions(mask).list() is one over what lives
  const Region& operator[](std::size_t number) const { return list_[number]; }
  /// The region with the most cells, of equals the first; none where there is no air.
  std::size_t largest() const;

  /// The region of a cell, or none. Takes the logarithm of the runs in its row. Error for a cell outside.
  std::size_t at(std::size_t x, std::size_t y, std::size_t z = 0) const;
  /// A stretch of air within a row: from is inside, to is past the end; and the number of its region.
  struct Run {
    std::size_t from, to, region;
  };
  /// The stretches of one row, ascending. y and z are not checked.
  std::span<const Run> runs(std::size_t y, std::size_t z = 0) const { return runs_in(z * size_[1] + y); }

  /// The region of every cell + 1, 0 for rock; x fastest, without gaps. Error for fewer elements than cells, or more than 2^32 - 2 regions.
  void labels(std::span<std::uint32_t> out) const;
  /// The air of the regions for which keep[number] is not 0. Error for another number of elements than regions.
  Mask only(std::span<const std::uint8_t> keep) const;

 private:
  friend Regions find_regions(const Mask& mask, Connectivity connectivity);

  std::span<const Run> runs_in(std::size_t row) const {
    if (starts_.empty()) return {};   // there are no cells
    return {runs_.data() + starts_[row], starts_[row + 1] - starts_[row]};
  }
  void find_runs(const Mask& mask);
  void join_runs(Connectivity connectivity);
  void number_regions();

  int dims_ = 2;
  std::array<std::size_t, 3> size_{0, 0, 1};
  std::vector<Run> runs_;
  std::vector<std::size_t> starts_;   // of the runs of each row
  std::vector<Region> list_;
};

/// The connected components of a mask's air. Regions end at the border of the mask. Memory: 24 bytes a stretch of air within a row (32 while it works),
/// 8 bytes a row, 88 bytes a region. Error for a connectivity that has no such value; so, too, from the functions below.
Regions find_regions(const Mask& mask, Connectivity connectivity = Connectivity::faces);

/// The mask with every region of air of less than least_cells cells filled with rock.
Mask without_small(const Mask& mask, std::size_t least_cells, Connectivity connectivity = Connectivity::faces);
/// The mask with every region of rock of less than least_cells cells (a pillar) become air.
Mask without_small_rock(const Mask& mask, std::size_t least_cells, Connectivity connectivity = Connectivity::all);

struct ConnectOptions {
  int radius = 1;           ///< a tunnel is all cells closer than radius + 1/2 to its middle; 0 to 255
  std::uint64_t seed = 0;   ///< which way tunnels take
  /// Digging a cell of rock costs 1 to this, at random; 1 to 16. 1: tunnels take the fewest cells, mostly straight on. More: they wind through soft rock.
  int hardness = 6;
  Connectivity connectivity = Connectivity::faces;   ///< of the regions; tunnels always go from face to face
};

/// The mask with tunnels, so that all of its air is one region. Tunnels are those of a minimum spanning tree: of all that connect everything they
/// cost the least, counted before they are widened (found as in K. Mehlhorn, "A faster approximation algorithm for the Steiner problem in graphs",
/// 1988). All air stays air; a mask with one region or none stays as it is. Memory: 5 bytes a cell, 8 a cell at the edge of what has been reached, and the
/// regions'. Error for a radius or hardness out of bounds, or more than 2^32 - 2 regions.
Mask connect(const Mask& mask, const ConnectOptions& options = {});

}  // namespace scree
