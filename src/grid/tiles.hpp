// Grids cut into tiles, and tiles handed to threads.
#pragma once
#include "kernels/kernel_table.hpp"

#include <cstddef>

namespace scree::grid {

/// Does one tile: a part of the whole with its first element, using scratch memory of scratch_bytes.
using tile_function = void (*)(const void* context, const grid_part& tile, std::size_t place, void* scratch);

/// A target from an element on.
class target_at {
 public:
  target_at(const fill_target& whole, int dims, std::size_t place) : target_(whole) {
    target_.values = static_cast<char*>(whole.values) + place * bytes_of(whole.format);
    if (!whole.gradient) return;
    for (int axis = 0; axis < dims; ++axis) gradient_[axis] = whole.gradient[axis] + place;
    target_.gradient = gradient_;
  }
  target_at(const target_at&) = delete;
  target_at& operator=(const target_at&) = delete;
  operator const fill_target&() const { return target_; }

 private:
  fill_target target_;
  float* gradient_[4];
};

/// Cuts `whole` into tiles and does them all. threads: 1 the calling thread alone, without OpenMP; n at most n; 0 as many as OpenMP would use.
/// Inside a parallel region of the caller the calling thread works alone. Allocates only the scratch memory of a thread,
/// when that thread comes here first.
void for_each_tile(const grid_part& whole, int dims, int threads, tile_function work, const void* context);

}  // namespace scree::grid
