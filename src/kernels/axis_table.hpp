// What depends on one axis of a grid alone, made once a tile and then only loaded.
#pragma once
#include "kernels/arrays.hpp"

SCREE_KERNELS_BEGIN

/// Memory handed out piece by piece, each aligned for any vector.
struct scratch_memory {
  char* next;
  char* end;

  template <class T>
  SCREE_INLINE T* take(std::size_t count) {
    T* p = reinterpret_cast<T*>(next);
    next += (count * sizeof(T) + 63) & ~std::size_t{63};
    return p;
  }
  SCREE_INLINE std::size_t left() const { return static_cast<std::size_t>(end - next); }
};

SCREE_INLINE constexpr std::size_t padded(std::size_t count) { return (count + lanes - 1) / lanes * lanes; }

/// Cell and fraction of every sample along an axis, padded with the last one to whole vectors, and by one vector more.
struct axis_table {
  std::size_t size;
  double* cell;
  float* fraction;
  double first_cell;       // the lowest cell
  std::size_t cells;       // how many lattice points the samples touch: cells from the lowest to the highest, and one more
  bool near;               // false: some cell is at or past far_cell, and the table is not usable
};

/// The coordinate of a sample, in the caller's units.
SCREE_INLINE double coordinate(const grid_axis& a, std::size_t k) {
  return __builtin_fma(static_cast<double>(a.first + static_cast<std::int64_t>(k)), a.spacing, a.offset);
}

/// All of an axis, in the caller's units.
[[gnu::noinline]] const double* coordinates(const grid_axis& a, scratch_memory& memory) {
  double* x = memory.take<double>(a.size);
  for (std::size_t k = 0; k < a.size; ++k) x[k] = coordinate(a, k);
  return x;
}

SCREE_INLINE wide counting() {
  double k[lanes];
  for (int lane = 0; lane < lanes; ++lane) k[lane] = lane;
  return load(k);
}

template <class Lattice>
[[gnu::noinline]] axis_table tabulate(const grid_axis& a, double frequency, double shift, scratch_memory& memory) {
  axis_table t;
  t.size = a.size;
  const std::size_t vectors = padded(a.size);
  t.cell = memory.take<double>(vectors + lanes);
  t.fraction = memory.take<float>(vectors + lanes);

  constexpr std::int64_t exact = std::int64_t{1} << 52;   // integers that a double counts without gaps
  const bool countable = a.first > -exact && a.first < exact - static_cast<std::int64_t>(a.size + lanes);
  const wide steps = counting();
  for (std::size_t k = 0; k < vectors; k += lanes) {
    wide x;
    if (countable) {
      x = fma(wide(static_cast<double>(a.first + static_cast<std::int64_t>(k))) + steps, wide(a.spacing), wide(a.offset));
    } else {
      double each[lanes];
      for (int lane = 0; lane < lanes; ++lane) each[lane] = coordinate(a, k + lane < a.size ? k + lane : a.size - 1);
      x = load(each);
    }
    const wide c = scaled(x, frequency, shift), cell = floor(c);
    store(t.cell + k, cell);
    store(t.fraction + k, Lattice::fraction(c - cell));
  }
  for (std::size_t k = a.size; k < vectors + lanes; ++k) t.cell[k] = t.cell[a.size - 1], t.fraction[k] = t.fraction[a.size - 1];

  // Coordinates are monotone in the index, so the ends bound the cells. (Comparisons written so that NaN fails them.)
  const double front = t.cell[0], back = t.cell[a.size - 1];
  t.first_cell = front < back ? front : back;
  const double last_cell = front < back ? back : front;
  t.near = t.first_cell > -far_cell && last_cell < far_cell;
  t.cells = t.near ? static_cast<std::size_t>(last_cell - t.first_cell) + 2 : 0;
  return t;
}

SCREE_KERNELS_END
