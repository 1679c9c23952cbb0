// How the commands evaluate a grid.
#pragma once
#include <scree/grid.hpp>
#include <scree/noise.hpp>

#include <span>

namespace scree::cli {

/// Fills `out`, x fastest, with the values of the dense grid.
void evaluate(const Noise& noise, const Grid2& grid, std::span<float> out, const FillOptions& options);

}  // namespace scree::cli
