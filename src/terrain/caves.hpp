// Caves in bands, with the size of a band to choose.
#pragma once
#include <scree/caves.hpp>

#include <cstddef>

namespace scree::terrain {

/// What caves() makes, from bands of about so many cells and their halo.
template <int N>
Mask caves_in_bands(const Noise& field, const Grid<N>& grid, const CaveOptions& options, std::size_t band_cells);

}  // namespace scree::terrain
