// The sixteen gradients of each dimension, scaled for one noise and ready to be looked up.
#pragma once
#include "kernels/lanes.hpp"

SCREE_KERNELS_BEGIN

template <int Dims>
struct gradient_tables {
  line_table axis[Dims];

  SCREE_INLINE explicit gradient_tables(double scale) : gradient_tables(static_cast<float>(scale), eight_lines()) {}

 private:
  struct lines {
    float component[Dims][8];
  };
  static constexpr lines eight_lines() {
    lines l{};
    for (int line = 0; line < 8; ++line)
      for (int k = 0; k < Dims; ++k) {
        if constexpr (Dims == 1) l.component[k][line] = static_cast<float>(definition::lines_1d[line][k]);
        if constexpr (Dims == 2) l.component[k][line] = static_cast<float>(definition::lines_2d[line][k]);
        if constexpr (Dims == 3) l.component[k][line] = static_cast<float>(definition::lines_3d[line][k]);
        if constexpr (Dims == 4) l.component[k][line] = static_cast<float>(definition::lines_4d[line][k]);
      }
    return l;
  }
  SCREE_INLINE static lines scaled(lines l, float scale) {
    for (auto& component : l.component)
      for (float& c : component) c *= scale;
    return l;
  }
  SCREE_INLINE gradient_tables(float scale, const lines& l) : gradient_tables(scaled(l, scale)) {}
  SCREE_INLINE explicit gradient_tables(const lines& l) : gradient_tables(l, std::make_integer_sequence<int, Dims>()) {}
  template <int... K>
  SCREE_INLINE gradient_tables(const lines& l, std::integer_sequence<int, K...>) : axis{line_table(l.component[K])...} {}
};

SCREE_KERNELS_END
