// Fills a part of a grid: chooses the route from the cell width alone, and splits parts whose tables would not fit the scratch
// memory. Every route gives the same bits.
#pragma once
#include "kernels/grid_arrays.hpp"
#include "kernels/grid_lattice.hpp"
#include "kernels/grid_simplex.hpp"
#include "kernels/grid_simplex_cells.hpp"
#include "kernels/grid_worley.hpp"

SCREE_KERNELS_BEGIN

/// The part with `size` samples of one axis, from `first` on, and its place in the target.
struct part_and_target {
  grid_part part;
  fill_target target;
  float* gradient[4];

  part_and_target(const grid_part& p, const fill_target& t, int dims, int axis, std::size_t first, std::size_t size) : part(p), target(t) {
    part.axis[axis].first += static_cast<std::int64_t>(first);
    part.axis[axis].size = size;
    const std::size_t place = first * p.stride[axis];
    target.values = static_cast<char*>(t.values) + place * bytes_of(t.format);
    if (!t.gradient) return;
    for (int k = 0; k < dims; ++k) gradient[k] = t.gradient[k] + place;
    target.gradient = gradient;
  }
};

template <class Leaf>
void fill_part(const leaf& l, const grid_part& part, const fill_target& target, void* scratch) {
  constexpr int Dims = Leaf::dims;
  auto halves = [&](int axis) {
    const std::size_t half_size = part.axis[axis].size / 2;
    for (const auto& [first, size] : {std::pair(std::size_t{0}, half_size), std::pair(half_size, part.axis[axis].size - half_size)}) {
      part_and_target half_part(part, target, Dims, axis, first, size);
      fill_part<Leaf>(l, half_part.part, half_part.target, scratch);
    }
  };
  scratch_memory memory{static_cast<char*>(scratch), static_cast<char*>(scratch) + scratch_bytes};
  const row_writer writer{target, memory.take<float>(tile_width + lanes)};

  if (Dims > 1 && part.axis[0].size < (lanes + 3) / 4)
    return fill_short_rows(sample_arrays<Leaf, double>, Dims, l, part, writer);

  int longest = 0;
  for (int axis = 1; axis < Dims; ++axis)
    if (part.axis[axis].size > part.axis[longest].size) longest = axis;
  if (part.axis[longest].size > tile_width) return halves(longest);

  if constexpr (turned_lattice<typename Leaf::lattice>) {
    return fill_by_coordinates(sample_arrays<Leaf, double>, Dims, l, part, writer);
  } else {
    axis_table axes[Dims];
    bool near = true;
    for (int axis = 0; axis < Dims; ++axis) {
      axes[axis] = tabulate<typename Leaf::lattice>(part.axis[axis], l.frequency[axis], l.shift[axis], memory);
      near = near && axes[axis].near;
    }
    if (!near) return fill_by_coordinates(sample_arrays<Leaf, double>, Dims, l, part, writer);

    if constexpr (requires { typename Leaf::on_lattice; }) {
      const outcome by_lattice = fill_by_lattice<typename Leaf::on_lattice>(l, part, axes, writer, memory);
      if (by_lattice == outcome::done) return;
      if (by_lattice == outcome::too_large && part.axis[longest].size > 2 * lanes) return halves(longest);
    }
    const Leaf noise(l);
    if (target.gradient) return fill_by_tables<true>(noise, part, l, axes, writer, memory);
    if constexpr (Dims > 1 && requires { requires Leaf::continuous; }) {
      if (simplex_grid<Leaf>::pays(l, part, axes) && simplex_grid<Leaf>::bytes() <= memory.left())
        return simplex_grid<Leaf>(noise, l, part, axes, writer, memory).fill();
      if constexpr (lanes >= 8)
        if (simplex_cells<Leaf>::pays(l, part, axes) && simplex_cells<Leaf>::bytes() <= memory.left())
          return simplex_cells<Leaf>(noise, l, part, axes, writer, memory).fill();
    }
    if constexpr (requires { noise.rule; }) {
      const double step = part.axis[0].spacing * l.frequency[0];
      if (worley_grid<Leaf>::pays(noise, step) && worley_grid<Leaf>::bytes(axes) <= memory.left())
        return worley_grid<Leaf>(noise, part, step, axes, writer, memory).fill();
    }
    fill_by_tables<false>(noise, part, l, axes, writer, memory);
  }
}

SCREE_KERNELS_END
