// Candidates for scattered points: places that a block of cells offers, before a field thins them.
#pragma once
#include "terrain/hash.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scree::terrain {

/// Cells [column, column + columns) x [row, row + rows) of a grid of squares.
struct cell_block {
  std::int64_t column, row;
  std::size_t columns, rows;
};

struct candidate {
  double x, y;
  std::int64_t row;     // of its cell
  std::uint64_t hash;   // of the cell, which has no other candidate
};

/// The number of the random numbers of a cell that the thinning takes; candidates take those after it.
constexpr std::uint64_t thinning_number = 0;

/// One candidate a cell, at most jitter / 2 from its middle along each axis.
void jittered_candidates(const cell_hash& hash, double side, double jitter, const cell_block& block, std::vector<candidate>& out);

/// The side of the cells of disk_candidates, in spacings: a hair above sqrt(1/2).
constexpr double disk_cell_side = 0.7071068;

/// At most one candidate a cell, none closer than `spacing` to another one, in this block or in any other.
void disk_candidates(const cell_hash& hash, double spacing, const cell_block& block, std::vector<candidate>& out);

}  // namespace scree::terrain
