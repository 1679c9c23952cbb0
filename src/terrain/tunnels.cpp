// Tunnels between the regions of a mask: a minimum spanning tree of the regions, dug along the cheapest ways.
//
// All regions grow at once into the rock around them, as far in each moment as a cost reaches (E. Dijkstra, with the lists of R. Dial, 1969). A cell
// costs what it costs from wherever it is entered, so the region that touches it first has it. Where two regions meet that are not yet connected, a
// cheapest way between them goes through what both have of it: taking meetings in the order of their costs is Kruskal's algorithm. Every tunnel goes
// back from the meeting to both regions, each step to a cell that this one was reached from.
#include <scree/caves.hpp>

#include "terrain/bits.hpp"
#include "terrain/disjoint_sets.hpp"
#include "terrain/hash.hpp"

#include <scree/error.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace scree {
namespace terrain {
namespace {

/// As many as a tunneller can tell apart from each other, from rock and from what is beyond the mask.
constexpr std::size_t most_regions = 0xFFFFFFFE;

/// A well mixed number for a cell.
std::uint64_t mixed(std::uint64_t seed, std::uint64_t cell) { return mix(seed ^ (cell + 1) * golden); }

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
      : regions_(regions.count()), seed_(options.seed), hardness_(static_cast<std::size_t>(options.hardness)), digger_(out, options.radius),
        connected_(regions.count()) {
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
    cost_.assign(cells, home);
    for (std::size_t z = 0; z < size[2]; ++z)
      for (std::size_t y = 0; y < size[1]; ++y) {
        std::uint32_t* row = owner_.data() + index(0, y, z);
        std::fill_n(row, size[0], unowned);
        for (const Regions::Run& run : regions.runs(y, z)) std::fill_n(row + run.from, run.to - run.from, static_cast<std::uint32_t>(run.region + 1));
      }
  }

  void run() {
    fronts_.resize(hardness_ + 1);
    fronts_[0] = shore();
    waiting_ = fronts_[0].size();
    std::size_t level = 0;   // the cost that has been reached
    for (; waiting_ > 0 && regions_ > 1; ++level, now_ = now_ == hardness_ ? 0 : now_ + 1) {
      std::vector<std::size_t>& front = fronts_[now_];
      for (const std::size_t cell : front) grow(cell, level);
      waiting_ -= front.size();
      front.clear();
      // A meeting at a later level costs 2 * (level + 1) - hardness at least.
      while (met_ + hardness_ < 2 * (level + 1)) connect_meetings(met_++);
    }
    while (met_ < 2 * level) connect_meetings(met_++);
  }

 private:
  static constexpr std::uint32_t unowned = 0, beyond = 0xFFFFFFFF;   // else the number of a region + 1
  static constexpr std::size_t ring = 64;   // costs are told apart modulo this: neighbours differ by less than half of it
  static constexpr std::uint8_t home = ring;

  struct meeting {
    std::size_t cell, other;
  };

  /// Cells stand in a frame of one cell that is beyond the mask.
  std::size_t index(std::size_t x, std::size_t y, std::size_t z) const { return ((z + first_z_) * height_ + y + 1) * width_ + x + 1; }

  std::size_t cost_of_rock(std::size_t cell) const { return static_cast<std::size_t>(1 + ((mixed(seed_, cell) >> 32) * hardness_ >> 32)); }

  /// The cells of all regions that have rock beside them.
  std::vector<std::size_t> shore() const {
    std::vector<std::size_t> cells;
    for (std::size_t cell = 0; cell < owner_.size(); ++cell) {
      if (owner_[cell] == unowned || owner_[cell] == beyond) continue;
      if (std::any_of(steps_.begin(), steps_.end(), [&](std::size_t step) { return owner_[cell + step] == unowned; })) cells.push_back(cell);
    }
    return cells;
  }

  /// Takes the rock beside a cell for its region, and notes where it has others beside it that cost no more, of regions that are not yet connected
  /// with its own.
  void grow(std::size_t cell, std::size_t level) {
    const std::uint32_t owner = owner_[cell];
    for (const std::size_t step : steps_) {
      const std::size_t other = cell + step;
      const std::uint32_t owner_of_other = owner_[other];
      if (owner_of_other == owner || owner_of_other == beyond) continue;
      if (owner_of_other == unowned) {
        const std::size_t cost = cost_of_rock(other), front = now_ + cost;
        owner_[other] = owner;
        cost_[other] = static_cast<std::uint8_t>((level + cost) % ring);
        fronts_[front > hardness_ ? front - hardness_ - 1 : front].push_back(other);
        ++waiting_;
        continue;
      }
      const std::size_t less = (level - cost_[other]) % ring;
      if (less < ring / 2 && !connected_.same(owner - 1, owner_of_other - 1)) meetings_[(2 * level - less) % ring].push_back({cell, other});
    }
  }

  void connect_meetings(std::size_t cost) {
    for (const meeting& each : meetings_[cost % ring]) {
      if (!connected_.join(owner_[each.cell] - 1, owner_[each.other] - 1)) continue;
      --regions_;
      dig_home(each.cell);
      dig_home(each.other);
    }
    meetings_[cost % ring].clear();
  }

  /// Digs from a cell to its region, at random where several ways are as cheap.
  void dig_home(std::size_t cell) {
    while (true) {
      digger_.dig(cell % width_ - 1, cell / width_ % height_ - 1, cell / width_ / height_ - first_z_);
      if (cost_[cell] == home) return;
      const std::size_t before = (cost_[cell] - cost_of_rock(cell)) % ring;
      std::array<std::size_t, 6> from;
      std::size_t count = 0;
      for (const std::size_t step : steps_)
        if (owner_[cell + step] == owner_[cell] && cost_[cell + step] % ring == before) from[count++] = cell + step;
      cell = from[(mixed(seed_, cell) & 0xFFFFFFFF) % count];
    }
  }

  std::size_t regions_;   // that are left to connect
  std::uint64_t seed_;
  std::size_t hardness_;
  digger digger_;
  disjoint_sets connected_;
  std::size_t width_, height_, first_z_;
  std::vector<std::size_t> steps_;                        // from a cell to its neighbours
  std::vector<std::uint32_t> owner_;                      // whose a cell is
  std::vector<std::uint8_t> cost_;                        // of digging from a region to this cell, modulo `ring`; home in the region itself
  std::vector<std::vector<std::size_t>> fronts_;          // the cells that are reached but have not yet grown, by cost: a ring
  std::size_t now_ = 0;                                   // whose turn it is of the fronts
  std::size_t waiting_ = 0;                               // cells in all of them
  std::array<std::vector<meeting>, ring> meetings_;       // by the cost of the way through them, modulo `ring`
  std::size_t met_ = 0;                                   // meetings that cost less are done with
};

}  // namespace
}  // namespace terrain

Mask connect(const Mask& mask, const ConnectOptions& options) {
  const auto check = [](const std::string& name, int value, int least, int most) {
    if (value >= least && value <= most) return;
    throw Error("connect: " + name + " is " + std::to_string(value) + ", but must be " + std::to_string(least) + " to " + std::to_string(most));
  };
  check("radius", options.radius, 0, 255);
  check("hardness", options.hardness, 1, 16);
  Mask result = mask;
  const Regions regions = find_regions(mask, options.connectivity);
  if (regions.count() < 2) return result;
  if (regions.count() > terrain::most_regions)
    throw Error("connect: there are " + std::to_string(regions.count()) + " regions, but there may be at most " + std::to_string(terrain::most_regions));
  terrain::tunneller(mask, regions, options, result).run();
  return result;
}

}  // namespace scree
