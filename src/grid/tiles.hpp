// Grids cut into tiles, and tiles handed to threads.
#pragma once
#include "kernels/kernel_table.hpp"

namespace scree::grid {

/// Does one tile: a part of the whole with its first element, using scratch memory of scratch_bytes.
using tile_function = void (*)(const void* context, const grid_part& tile, std::size_t place, void* scratch);

/// Cuts `whole` into tiles and does them all. threads: 1 the calling thread alone, without OpenMP; n at most n; 0 as many as OpenMP would use.
/// Inside a parallel region of the caller the calling thread works alone. Allocates only the scratch memory of a thread,
/// when that thread comes here first.
void for_each_tile(const grid_part& whole, int dims, int threads, tile_function work, const void* context);

}  // namespace scree::grid
