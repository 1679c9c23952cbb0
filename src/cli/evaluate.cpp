#include "cli/evaluate.hpp"

#include <scree/error.hpp>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace scree::cli {

void evaluate(const Noise& noise, const Grid2& grid, std::span<float> out, const FillOptions&) {
  for (const double step : grid.spacing) {
    if (!std::isfinite(step) || step == 0)
      throw Error("spacing is " + std::to_string(step) + ", right is finite and not zero");
  }
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
