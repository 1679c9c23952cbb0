// The jittered grid: every cell has its candidate, whatever its neighbours have.
#include "terrain/candidates.hpp"

namespace scree::terrain {

void jittered_candidates(const cell_hash& hash, double side, double jitter, const cell_block& block, std::vector<candidate>& out) {
  std::vector<std::uint64_t> column_hash(block.columns);
  for (std::size_t i = 0; i < block.columns; ++i) column_hash[i] = hash.column(block.column + static_cast<std::int64_t>(i));
  const double edge = (1 - jitter) / 2;
  for (std::size_t j = 0; j < block.rows; ++j) {
    const std::int64_t row = block.row + static_cast<std::int64_t>(j);
    const std::uint64_t row_hash = hash.row(row);
    for (std::size_t i = 0; i < block.columns; ++i) {
      const std::uint64_t bits = hash.cell(column_hash[i], row_hash);
      const double u = unit(number(bits, thinning_number + 1)), v = unit(number(bits, thinning_number + 2));
      out.push_back({(static_cast<double>(block.column + static_cast<std::int64_t>(i)) + (edge + u * jitter)) * side,
                     (static_cast<double>(row) + (edge + v * jitter)) * side, row, bits});
    }
  }
}

}  // namespace scree::terrain
