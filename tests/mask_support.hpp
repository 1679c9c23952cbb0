// What the tests of masks share.
#pragma once
#include "support.hpp"

namespace scree::test {

using cell = std::array<std::size_t, 3>;

struct mask_shape {
  int dims;
  cell size;
};

/// Widths around the ends of words, the other sizes small.
inline std::vector<mask_shape> mask_shapes() {
  std::vector<mask_shape> all;
  for (const std::size_t width : {1, 2, 3, 63, 64, 65, 129}) {
    for (const std::size_t height : {1, 2, 3, 7}) all.push_back({2, {width, height, 1}});
    for (const cell& size : {cell{width, 1, 1}, {width, 2, 1}, {width, 1, 3}, {width, 4, 2}, {width, 3, 5}}) all.push_back({3, size});
  }
  return all;
}

inline Mask mask_of(int dims, const cell& size) { return dims == 2 ? Mask(size[0], size[1]) : Mask(size[0], size[1], size[2]); }

template <class Visit>
void for_each_cell(const cell& size, Visit visit) {
  for (std::size_t z = 0; z < size[2]; ++z)
    for (std::size_t y = 0; y < size[1]; ++y)
      for (std::size_t x = 0; x < size[0]; ++x) visit(x, y, z);
}

inline Mask random_mask(generator& random, int dims, const cell& size, double air) {
  Mask mask = mask_of(dims, size);
  for_each_cell(size, [&](std::size_t x, std::size_t y, std::size_t z) { mask.set(x, y, z, random.uniform(0, 1) < air); });
  return mask;
}

/// What the Error says that `work` throws.
std::string message_of(const auto& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "(no Error)";
}

}  // namespace scree::test
