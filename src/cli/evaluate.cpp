#include "cli/evaluate.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

namespace scree::cli {

void evaluate(const Noise& noise, const Grid2& grid, std::span<float> out, const FillOptions&) {
  const auto coordinate = [&](std::size_t axis, std::size_t k) {
    return std::fma(static_cast<double>(grid.origin[axis] + static_cast<std::int64_t>(k)), grid.spacing[axis],
                    grid.offset[axis]);
  };
  const std::size_t width = grid.size[0];
  std::vector<double> x(width), y(width);
  for (std::size_t k = 0; k < width; ++k) x[k] = coordinate(0, k);
  for (std::size_t row = 0; row < grid.size[1]; ++row) {
    y.assign(width, coordinate(1, row));
    noise.sample(x, y, out.subspan(row * width, width));
  }
}

}  // namespace scree::cli
