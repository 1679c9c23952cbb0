// Poisson disks without a beginning: every cell of the plane decides by what lies a known number of cells around it.
//
// A cell is as wide as spacing / sqrt(2), so it holds one point at most, and only cells two away or nearer can hold a point within the spacing.
// Each cell has a list of random darts. A round has two steps, each of which looks two cells far:
//
//   advance   a cell without a point moves on to its first dart that no point of an earlier round covers; with none left it is closed;
//   compete   a dart becomes a point if it ranks before all other cells' darts within the spacing. Ranks are the dart's place in its cell's list,
//             then random bits; of equal ranks neither wins.
//
// A dart that loses to one which loses itself comes back in the next round. The distance holds by construction: darts of one round by the second
// step, those of different rounds by the first. The place in the list comes first because a cell that has little room left needs many darts to
// find it, and would otherwise win as often as one with much room: points would gather at the cells' corners, 20 % more than in their middles.
#include "terrain/candidates.hpp"

#include <array>
#include <limits>

namespace scree::terrain {
namespace {

constexpr int rounds = 3, darts = 16;

constexpr std::size_t reach = 2;                             // cells that a step looks far
constexpr std::size_t halo = 2 * reach * rounds - reach;     // the first round has nothing to look at before it advances
constexpr double nowhere = std::numeric_limits<double>::infinity();

struct place {
  double x, y;
};

/// The cells around one, nearest first: those are the likeliest to hold what is looked for.
struct neighbour {
  int column, row;
};
constexpr std::array<neighbour, 24> neighbours = [] {
  std::array<neighbour, 24> list{};
  std::size_t count = 0;
  for (int square = 1; square <= 8; ++square)
    for (int row = -2; row <= 2; ++row)
      for (int column = -2; column <= 2; ++column)
        if (column * column + row * row == square) list[count++] = {column, row};
  return list;
}();

class disks {
 public:
  disks(const cell_hash& hash, double spacing, const cell_block& block)
      : hash_(hash), side_(spacing * disk_cell_side), closest_(spacing * spacing), width_(block.columns + 2 * halo), height_(block.rows + 2 * halo),
        column_(block.column - static_cast<std::int64_t>(halo)), row_(block.row - static_cast<std::int64_t>(halo)), cells_(width_ * height_),
        column_hash_(width_) {
    for (std::size_t i = 0; i < width_; ++i) column_hash_[i] = hash_.column(column_ + static_cast<std::int64_t>(i));
    for (std::size_t k = 0; k < neighbours.size(); ++k)
      step_[k] = neighbours[k].row * static_cast<std::ptrdiff_t>(width_) + neighbours[k].column;
    std::size_t margin = 0;   // of cells whose state is no longer that of the whole plane
    for (int round = 0; round < rounds; ++round) {
      if (round > 0) margin += reach;
      for_each_cell(margin, [&](std::size_t k, std::size_t i, std::uint64_t row) { advance(k, i, row, round == 0); });
      margin += reach;
      for_each_cell(margin, [&](std::size_t k, std::size_t, std::uint64_t) { compete(k); });
    }
  }

  void append_to(std::vector<candidate>& out) {
    for_each_cell(halo, [&](std::size_t k, std::size_t i, std::uint64_t row) {
      const place point = cells_[k].point;
      if (point.x != nowhere) out.push_back({point.x, point.y, row_ + static_cast<std::int64_t>(k / width_), hash_.cell(column_hash_[i], row)});
    });
  }

 private:
  struct cell {
    place point{nowhere, nowhere}, dart{nowhere, nowhere};
    std::uint64_t rank = 0;   // the least wins
    int next = 0;   // dart after the present one
  };

  template <class Work>
  void for_each_cell(std::size_t margin, Work work) const {
    for (std::size_t j = margin; j < height_ - margin; ++j) {
      const std::uint64_t row = hash_.row(row_ + static_cast<std::int64_t>(j));
      for (std::size_t i = margin; i < width_ - margin; ++i) work(j * width_ + i, i, row);
    }
  }

  bool within(place a, place b) const {
    const double x = a.x - b.x, y = a.y - b.y;
    return x * x + y * y < closest_;
  }

  /// Whether a point around cell k covers the dart. `likely` is the step to the one that covered the dart before: it often covers this one, too.
  bool is_covered(std::size_t k, place dart, std::ptrdiff_t& likely) const {
    const cell* const own = &cells_[k];
    if (within(dart, own[likely].point)) return true;
    for (const std::ptrdiff_t step : step_)
      if (within(dart, own[step].point)) {
        likely = step;
        return true;
      }
    return false;
  }

  void advance(std::size_t k, std::size_t i, std::uint64_t row, bool first) {
    cell& own = cells_[k];
    std::ptrdiff_t likely = step_[0];
    if (!first) {
      if (own.point.x != nowhere) own.dart = {nowhere, nowhere};
      if (own.dart.x == nowhere || !is_covered(k, own.dart, likely)) return;
    }
    const std::uint64_t hash = hash_.cell(column_hash_[i], row);
    while (own.next < darts) {
      const std::uint64_t bits = number(hash, thinning_number + 1 + static_cast<std::uint64_t>(own.next++));
      const double u = static_cast<double>(bits >> 32) * 0x1p-32, v = static_cast<double>(bits & 0xFFFFFFFFu) * 0x1p-32;
      own.dart = {(static_cast<double>(column_ + static_cast<std::int64_t>(i)) + u) * side_,
                  (static_cast<double>(row_ + static_cast<std::int64_t>(k / width_)) + v) * side_};
      own.rank = (static_cast<std::uint64_t>(own.next) << 56) + (number(bits, 0) >> 8);
      if (first || !is_covered(k, own.dart, likely)) return;
    }
    own.dart = {nowhere, nowhere};
  }

  void compete(std::size_t k) {
    cell& own = cells_[k];
    if (own.dart.x == nowhere) return;
    for (const std::ptrdiff_t step : step_) {
      const cell& other = (&own)[step];
      if (within(own.dart, other.dart) & (other.rank <= own.rank)) return;
    }
    own.point = own.dart;
  }

  cell_hash hash_;
  double side_, closest_;
  std::size_t width_, height_;
  std::int64_t column_, row_;
  std::vector<cell> cells_;
  std::vector<std::uint64_t> column_hash_;
  std::array<std::ptrdiff_t, neighbours.size()> step_{};
};

}  // namespace

void disk_candidates(const cell_hash& hash, double spacing, const cell_block& block, std::vector<candidate>& out) {
  disks(hash, spacing, block).append_to(out);
}

}  // namespace scree::terrain
