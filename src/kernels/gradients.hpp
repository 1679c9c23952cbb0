// The sixteen gradients of each dimension, scaled for one noise and ready to be looked up.
#pragma once
#include "kernels/lanes.hpp"

#include <utility>

SCREE_KERNELS_BEGIN

/// Components of the eight lines, and behind them of the opposite directions: a lattice hash's top four bits are the number.
template <int Dims>
struct sixteen_directions {
  float component[Dims][16];

  constexpr explicit sixteen_directions(double scale) {
    for (int line = 0; line < 8; ++line)
      for (int k = 0; k < Dims; ++k) {
        double c = 0;
        if constexpr (Dims == 1) c = definition::lines_1d[line][k];
        if constexpr (Dims == 2) c = definition::lines_2d[line][k];
        if constexpr (Dims == 3) c = definition::lines_3d[line][k];
        if constexpr (Dims == 4) c = definition::lines_4d[line][k];
        component[k][line] = static_cast<float>(c) * static_cast<float>(scale);
        component[k][line + 8] = -component[k][line];
      }
  }
};

/// The same in registers.
template <int Dims>
struct gradient_tables {
  line_table axis[Dims];

  template <class Directions>   // sixteen_directions, or components of the same form
  SCREE_INLINE explicit gradient_tables(const Directions& d) : gradient_tables(d, std::make_integer_sequence<int, Dims>()) {}

 private:
  template <class Directions, int... K>
  SCREE_INLINE gradient_tables(const Directions& d, std::integer_sequence<int, K...>) : axis{line_table(d.component[K])...} {}
};

SCREE_KERNELS_END
