// Tunnels between the regions of a mask: a minimum spanning tree of the regions, dug along shortest ways.
//
// All regions grow at once into the rock around them, a layer of cells at a time (breadth first). Where two that are not yet connected meet, a shortest
// way between them runs through the layers of both, and the shorter ways are met first: joining the regions of each meeting is Kruskal's algorithm.
// Every tunnel steps back through the layers, at each step to a random one of the cells that are one layer nearer: a straight line or a staircase.
#include <scree/caves.hpp>

#include "terrain/bits.hpp"
#include "terrain/disjoint_sets.hpp"

#include <scree/error.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace scree {
namespace terrain {
namespace {

/// As many as a tunneller can tell apart from each other, from rock and from what is beyond the mask.
constexpr std::size_t most_regions = 0xFFFFFFFE;

/// A well mixed number for a cell (the finisher of splitmix64; Steele, Lea, Flood, 2014).
std::uint64_t mixed(std::uint64_t seed, std::uint64_t cell) {
  std::uint64_t z = seed ^ (cell + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// Turns the cells of balls into air. Holds how far a ball reaches along x in each of its rows.
class digger {
 public:
  digger(Mask& mask, int radius) : mask_(mask), radius_(radius), reach_z_(mask.dims() == 3 ? radius : 0) {
    for (int dz = -reach_z_; dz <= reach_z_; ++dz)
      for (int dy = -radius; dy <= radius; ++dy) {
        const int left = radius * (radius + 1) - dy * dy - dz * dz;   // below (radius + 1/2)^2
        int reach = -1;
        while ((reach + 1) * (reach + 1) <= left) ++reach;
        reach_.push_back(reach);
      }
  }

  void dig(std::size_t x, std::size_t y, std::size_t z) {
    const int* reach = reach_.data();
    const auto& size = mask_.size();
    for (int dz = -reach_z_; dz <= reach_z_; ++dz)
      for (int dy = -radius_; dy <= radius_; ++dy, ++reach) {
        const std::size_t row_y = y + static_cast<std::size_t>(dy), row_z = z + static_cast<std::size_t>(dz);   // past the end where negative
        if (*reach < 0 || row_y >= size[1] || row_z >= size[2]) continue;
        const auto far = static_cast<std::size_t>(*reach);
        set_bits(mask_.row(row_y, row_z), x < far ? 0 : x - far, std::min(size[0], x + far + 1));
      }
  }

 private:
  Mask& mask_;
  int radius_, reach_z_;
  std::vector<int> reach_;
};

class tunneller {
 public:
  tunneller(const Mask& mask, const Regions& regions, const ConnectOptions& options, Mask& out)
      : regions_(regions.count()), connected_(regions.count()), seed_(options.seed), digger_(out, options.radius) {
    const auto& size = mask.size();
    const bool flat = mask.dims() == 2;
    width_ = size[0] + 2;
    height_ = size[1] + 2;
    const std::size_t depth = flat ? 1 : size[2] + 2;
    first_z_ = flat ? 0 : 1;
    const std::size_t cells = width_ * height_ * depth;
    steps_ = {std::size_t{1}, std::size_t{0} - 1, width_, std::size_t{0} - width_};
    if (!flat) steps_.insert(steps_.end(), {width_ * height_, std::size_t{0} - width_ * height_});
    owner_.assign(cells, beyond);
    layer_.assign(cells, 0);
    for (std::size_t z = 0; z < size[2]; ++z)
      for (std::size_t y = 0; y < size[1]; ++y) {
        std::uint32_t* row = owner_.data() + index(0, y, z);
        std::fill_n(row, size[0], unowned);
        for (const Regions::Run& run : regions.runs(y, z)) std::fill_n(row + run.from, run.to - run.from, static_cast<std::uint32_t>(run.region + 1));
      }
  }

  void run() {
    std::vector<std::size_t> layer = shore(), next;
    for (int depth = 1; regions_ > 1; depth = (depth + 1) & 3) {
      next.clear();
      for (const std::size_t cell : layer)
        for (const std::size_t step : steps_)
          if (owner_[cell + step] == unowned) {
            owner_[cell + step] = owner_[cell];
            layer_[cell + step] = static_cast<std::uint8_t>(depth);
            next.push_back(cell + step);
          }
      meet(next, (depth - 1) & 3);   // ways of an odd number of cells, shorter by one
      meet(next, depth);
      layer.swap(next);
    }
  }

 private:
  static constexpr std::uint32_t unowned = 0, beyond = 0xFFFFFFFF;   // else the number of a region + 1

  /// Cells stand in a frame of one cell that is beyond the mask.
  std::size_t index(std::size_t x, std::size_t y, std::size_t z) const { return ((z + first_z_) * height_ + y + 1) * width_ + x + 1; }

  /// The cells of all regions that have rock beside them.
  std::vector<std::size_t> shore() const {
    std::vector<std::size_t> cells;
    for (std::size_t cell = 0; cell < owner_.size(); ++cell) {
      if (owner_[cell] == unowned || owner_[cell] == beyond) continue;
      for (const std::size_t step : steps_)
        if (owner_[cell + step] == unowned) {
          cells.push_back(cell);
          break;
        }
    }
    return cells;
  }

  /// Connects what meets between these cells and their neighbours in a layer.
  void meet(const std::vector<std::size_t>& cells, int layer) {
    for (const std::size_t cell : cells)
      for (const std::size_t step : steps_) {
        const std::size_t other = cell + step;
        if (owner_[other] == unowned || owner_[other] == beyond || owner_[other] == owner_[cell] || layer_[other] != layer) continue;
        if (!connected_.join(owner_[cell] - 1, owner_[other] - 1)) continue;
        --regions_;
        dig_home(cell);
        dig_home(other);
      }
  }

  void dig_home(std::size_t cell) {
    for (;;) {
      digger_.dig(cell % width_ - 1, cell / width_ % height_ - 1, cell / width_ / height_ - first_z_);
      std::size_t nearer[6], count = 0;
      for (const std::size_t way : steps_)
        if (owner_[cell + way] == owner_[cell] && layer_[cell + way] == ((layer_[cell] + 3) & 3)) nearer[count++] = cell + way;
      if (count == 0) return;
      cell = nearer[mixed(seed_, cell) % count];
    }
  }

  std::size_t regions_;   // that are left to connect
  disjoint_sets connected_;
  std::uint64_t seed_;
  digger digger_;
  std::size_t width_, height_, first_z_;
  std::vector<std::size_t> steps_;     // from a cell to its neighbours
  std::vector<std::uint32_t> owner_;   // the region that reached a cell first
  std::vector<std::uint8_t> layer_;    // its distance from it, modulo 4: neighbours of one owner differ by 1 at most
};

}  // namespace
}  // namespace terrain

Mask connect(const Mask& mask, const ConnectOptions& options) {
  constexpr int most_radius = 255;
  if (options.radius < 0 || options.radius > most_radius)
    throw Error("connect: radius is " + std::to_string(options.radius) + ", but must be 0 to " + std::to_string(most_radius));
  Mask result = mask;
  const Regions regions = find_regions(mask, options.connectivity);
  if (regions.count() < 2) return result;
  if (regions.count() > terrain::most_regions)
    throw Error("connect: there are " + std::to_string(regions.count()) + " regions, but there may be at most " + std::to_string(terrain::most_regions));
  terrain::tunneller(mask, regions, options, result).run();
  return result;
}

}  // namespace scree
