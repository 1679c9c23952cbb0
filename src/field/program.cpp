#include "field/program.hpp"

#include "dispatch.hpp"
#include "field/run.hpp"
#include "grid/tiles.hpp"

#include <scree/detail/definition.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace scree::field {
namespace {

/// Samples of a grid that all sources fill before the other steps run block by block: so many that a leaf's tables pay, so few that
/// all sources stay in the second cache.
constexpr std::size_t most_tile_samples = std::size_t{1} << 16, least_tile_samples = 2 * block, tile_bytes = std::size_t{1} << 19;

/// A leaf alone needs no blocks.
const noise_step* only_leaf(const program& p) {
  if (p.steps.size() != 1) return nullptr;
  const auto* noise = std::get_if<noise_step>(&p.steps[0]);
  return noise && noise->out == p.result ? noise : nullptr;
}

template <class T>
bool all_finite(const T* x, std::size_t count) {
  int bad = 0;   // without a branch: this runs over every coordinate
  for (std::size_t k = 0; k < count; ++k) bad |= !(std::abs(x[k]) <= std::numeric_limits<T>::max());
  return bad == 0;
}
/// NaN in every part of the result where one of the coordinates is not finite; part(k) is the first of its samples.
template <class T, class Part>
void put_nan(const T* const* x, int dims, std::size_t count, int parts, const Part& part) {
  const float nan = std::bit_cast<float>(definition::nan_bits);
  for (int axis = 0; axis < dims; ++axis)
    for (std::size_t k = 0; k < count; ++k)
      if (!std::isfinite(x[axis][k]))
        for (int of = 0; of < parts; ++of) part(of)[k] = nan;
}

}  // namespace

template <class T>
void sample(const program& p, const T* const* coordinates, std::size_t count, float* out, float* const* gradient) {
  if (const noise_step* leaf = only_leaf(p)) return sample_leaf(*leaf, p.dims, coordinates, count, out, gradient);
  const layout& l = p.by_blocks;
  run blocks(p, l, gradient != nullptr, block, arena_of_thread());
  const T* x[4];
  for (std::size_t first = 0; first < count; first += block) {
    const std::size_t n = std::min(block, count - first);
    bool finite = true;
    for (int axis = 0; axis < p.dims; ++axis) {
      x[axis] = coordinates[axis] + first;
      finite = finite && all_finite(x[axis], n);
      if (l.reads_coordinates) std::copy_n(x[axis], n, blocks.coordinates(axis));
    }
    blocks.evaluate(0, n, x);
    const int parts = gradient ? 1 + p.dims : 1;
    if (!finite) put_nan(x, p.dims, n, parts, [&](int part) { return blocks.result(static_cast<std::size_t>(part)); });
    for (int part = 0; part < parts; ++part)
      std::copy_n(blocks.result(static_cast<std::size_t>(part)), n, (part == 0 ? out : gradient[part - 1]) + first);
  }
}
template void sample<float>(const program&, const float* const*, std::size_t, float*, float* const*);
template void sample<double>(const program&, const double* const*, std::size_t, float*, float* const*);

namespace {

double coordinate(const grid_axis& a, std::size_t k) {
  return std::fma(static_cast<double>(a.first + static_cast<std::int64_t>(k)), a.spacing, a.offset);
}
/// Whether all samples of a part lie at finite coordinates; they are monotone in their number.
bool all_finite(const grid_part& part, int dims) {
  bool finite = true;
  for (int axis = 0; axis < dims; ++axis)
    finite = finite && std::isfinite(coordinate(part.axis[axis], 0)) && std::isfinite(coordinate(part.axis[axis], part.axis[axis].size - 1));
  return finite;
}

/// Fills a part with a source, in binary32. The terms of a sum with derivatives go through `term` one by one: memory for each part of the result.
void fill_source(const program& p, const layout::source& source, const grid_part& part, fill_target to, float* const* term, void* scratch) {
  const kernel_table& kernels = active_kernels();
  auto fill_with = [&](const noise_step& noise, const fill_target& target) { (kernels.*noise.kernels).fill[p.dims - 1](noise.settings, part, target, scratch); };
  if (!source.sum) return fill_with(*source.terms[0].noise, to);

  alignas(64) float start[most_lanes];
  std::fill_n(start, most_lanes, source.start);
  fill_target sum = to;
  sum.format = sample_format::sum32;
  sum.start = start;
  for (const layout::term& t : source.terms) {
    sum.scale = t.factor;
    sum.absolute = t.absolute;
    if (!to.gradient) {
      fill_with(*t.noise, sum);
    } else {
      std::size_t samples = 1;
      for (int axis = 0; axis < p.dims; ++axis) samples *= part.axis[axis].size;
      float* sums[5] = {static_cast<float*>(to.values)};
      std::copy_n(to.gradient, p.dims, sums + 1);
      fill_with(*t.noise, {term[0], sample_format::real32, 1, 0, false, term + 1});
      kernels.add_samples(sum, p.dims, term, samples, sums);
    }
    sum.start = nullptr;
  }
}

/// Fills the buffers of all sources with a tile, in memory of its own.
void fill_sources(const program& p, const layout& l, run& blocks, const grid_part& tile, void* scratch) {
  const std::size_t parts = blocks.with_gradient() ? 1 + static_cast<std::size_t>(p.dims) : 1;
  float *term[5], *gradient[4];
  for (std::size_t part = 0; part < parts; ++part) term[part] = blocks.result(part);   // which is not needed yet
  for (std::size_t k = 0; k < l.sources.size(); ++k) {
    for (std::size_t part = 1; part < parts; ++part) gradient[part - 1] = blocks.source(k, part);
    fill_source(p, l.sources[k], tile, {blocks.source(k, 0), sample_format::real32, 1, 0, false, parts > 1 ? gradient : nullptr}, term, scratch);
  }
}

/// Rows that lie so far apart share so few lines of the first cache that bands of them push each other out.
constexpr std::size_t row_gap = most_lanes;   // moves them apart
bool rows_compete(const program& p, std::size_t stride) { return p.dims > 1 && stride * sizeof(float) % 2048 == 0; }
/// Whether a source is a sum of noises that fill bands of rows.
bool adds_bands(const layout::source& source) {
  return source.sum && std::any_of(source.terms.begin(), source.terms.end(), [](const layout::term& t) { return t.noise->kernels == &kernel_table::simplex; });
}

/// The same part, in memory of its own: dense, but for a gap behind each row.
grid_part packed(grid_part part, int dims, std::size_t gap = 0) {
  std::size_t extent = 1;
  for (int axis = 0; axis < dims; ++axis) {
    part.stride[axis] = extent;
    extent *= part.axis[axis].size + (axis == 0 ? gap : 0);
  }
  return part;
}
/// The first samples of a part: so many of so many rows.
grid_part row_of(grid_part part, int dims, std::size_t width, std::size_t rows = 1) {
  for (int axis = 0; axis < dims; ++axis) part.axis[axis].size = axis == 0 ? width : axis == 1 ? rows : 1;
  return part;
}
/// Writes a part of the result and of its derivatives to a target; `from` is the place of its first sample in them.
template <class Result>
void deliver(const program& p, const run& blocks, const grid_part& part, const Result& result, std::size_t from, const fill_target& target,
             std::size_t place) {
  const float* gradient[4];
  for (int axis = 0; target.gradient && axis < p.dims; ++axis) gradient[axis] = result(1 + axis) + from;
  blocks.kernels().deliver(part, result(0) + from, gradient, p.dims, grid::target_at(target, p.dims, place));
}

/// A tile of a field that is a source as it is.
void fill_alone(const program& p, const layout& l, run& blocks, const grid_part& tile, const fill_target& target, void* scratch) {
  const std::size_t source = l.values[static_cast<std::size_t>(p.result)].index;
  const bool apart = !target.gradient && rows_compete(p, tile.axis[0].size) && adds_bands(l.sources[source]);
  const grid_part own = packed(tile, p.dims, apart ? row_gap : 0);
  fill_sources(p, l, blocks, own, scratch);
  const auto result = [&](int part) { return blocks.source(source, static_cast<std::size_t>(part)); };
  if (!apart) return deliver(p, blocks, tile, result, 0, target, 0);
  std::size_t samples = 1;
  for (int axis = 0; axis < p.dims; ++axis) samples *= tile.axis[axis].size;
  row_walk from{&own, p.dims}, to{&tile, p.dims};
  to.over(samples, [&](std::size_t, std::size_t width) {
    deliver(p, blocks, row_of(tile, p.dims, width), result, from.place(), target, to.place());
    from.skip(width);
  });
}

/// A tile that fits the buffers of sources: the sources first, then everything else block by block.
void fill_blocks(const program& p, const layout& l, run& blocks, const grid_part& tile, const fill_target& target, void* scratch) {
  const int parts = blocks.with_gradient() ? 1 + p.dims : 1;
  const grid_part dense = packed(tile, p.dims);
  std::size_t samples = 1;
  for (int axis = 0; axis < p.dims; ++axis) samples *= tile.axis[axis].size;
  fill_sources(p, l, blocks, dense, scratch);

  const layout::place_of_value* result = p.result >= 0 ? &l.values[static_cast<std::size_t>(p.result)] : nullptr;
  const bool is_source = result && result->source, finite = all_finite(tile, p.dims), with_coordinates = l.reads_coordinates || !finite;
  auto result_part = [&](int part) {
    return is_source ? blocks.source(result->index, static_cast<std::size_t>(part)) : blocks.result(static_cast<std::size_t>(part));
  };

  for (int axis = 0; axis < p.dims && with_coordinates; ++axis)
    for (std::size_t k = 0; k < tile.axis[axis].size; ++k) blocks.axis_coordinates(axis)[k] = coordinate(tile.axis[axis], k);
  const bool at_once = !is_source && tile.axis[0].size >= 64;   // rows are delivered while they are in the first cache
  // Or they are made where they are wanted. Operations write whole vectors, and nothing may be written past a block that others may have written.
  const bool plain = at_once && target.format == sample_format::real32 && !target.streaming && !target.gradient;
  const noise_step* last = l.steps.empty() ? nullptr : std::get_if<noise_step>(l.steps.back().what);
  const bool exact = last && last->out == p.result;
  bool dense_target = true;
  for (int axis = 1; axis < p.dims; ++axis) dense_target = dense_target && tile.stride[axis] == dense.stride[axis];
  // Where blocks begin: this one and the next one, which is made long before it is read, as reading what was just written waits until all is written.
  row_walk rows[2] = {{&tile, p.dims}, {&tile, p.dims}};
  for (std::size_t first = 0, n, now = 0; first < samples; first += n, now = 1 - now) {
    n = std::min(block, samples - first);
    row_walk& here = rows[now];
    rows[1 - now] = here;
    rows[1 - now].skip(n);
    blocks.rows_are(here);
    if (l.needs_arrays || !finite) blocks.fill_coordinates(n);
    const bool direct = plain && (dense_target || here.index[0] + n <= tile.axis[0].size) && (exact || n % most_lanes == 0);
    if (direct) blocks.result_goes_to(static_cast<float*>(target.values) + here.place());
    else blocks.result_goes_to(at_once ? std::size_t{0} : first);
    blocks.evaluate<double>(first, n, nullptr);
    if (!finite) {
      const double* const x[4] = {blocks.coordinates(0), blocks.coordinates(1), blocks.coordinates(2), blocks.coordinates(3)};
      put_nan(x, p.dims, n, parts, [&](int part) { return result_part(part) + (is_source ? first : 0); });
    }
    if (!at_once || direct) continue;
    here.over_planes(n, [&](std::size_t before, std::size_t width, std::size_t height) {
      deliver(p, blocks, row_of(tile, p.dims, width, height), result_part, before, target, here.place());
    });
  }
  blocks.result_goes_to(std::size_t{0});
  if (!at_once) deliver(p, blocks, tile, result_part, 0, target, 0);
}

}  // namespace

void fill(const program& p, const grid_part& part, const fill_target& target, void* scratch) {
  if (const noise_step* leaf = only_leaf(p)) return (active_kernels().*leaf->kernels).fill[p.dims - 1](leaf->settings, part, target, scratch);

  const layout& l = p.by_tiles;
  // A sum alone is made where it is wanted.
  if (l.steps.empty() && p.result >= 0 && target.format == sample_format::real32 && !target.streaming && !target.gradient && all_finite(part, p.dims) &&
      !(rows_compete(p, part.stride[1]) && adds_bands(l.sources[0])))
    return fill_source(p, l.sources[0], part, target, nullptr, scratch);

  const std::size_t parts = target.gradient ? 1 + static_cast<std::size_t>(p.dims) : 1;
  const std::size_t tile_samples = std::clamp(tile_bytes / (sizeof(float) * parts * (l.sources.size() + 1)) / block * block, least_tile_samples, most_tile_samples);
  run blocks(p, l, target.gradient != nullptr, tile_samples + tile_samples / 512 * row_gap, arena_of_thread());

  // Tiles: halves of the part, longer along x than along the others.
  std::size_t size[4] = {1, 1, 1, 1}, samples = 1;
  for (int axis = 0; axis < p.dims; ++axis) size[axis] = std::min(part.axis[axis].size, tile_width), samples *= size[axis];
  while (samples > tile_samples) {
    int longest = 0;
    for (int axis = 1; axis < p.dims; ++axis)
      if (size[axis] > (longest == 0 ? size[0] / 8 : size[longest])) longest = axis;
    samples /= size[longest];
    size[longest] = (size[longest] + 1) / 2;
    if (longest == 0 && size[0] > 64) size[0] = (size[0] + 63) / 64 * 64;
    samples *= size[longest];
  }
  std::size_t start[4] = {};
  for (;;) {
    grid_part tile = part;
    std::size_t place = 0;
    for (int axis = 0; axis < p.dims; ++axis) {
      tile.axis[axis].first += static_cast<std::int64_t>(start[axis]);
      tile.axis[axis].size = std::min(size[axis], part.axis[axis].size - start[axis]);
      place += start[axis] * part.stride[axis];
    }
    const bool alone = l.steps.empty() && p.result >= 0 && all_finite(tile, p.dims);
    (alone ? fill_alone : fill_blocks)(p, l, blocks, tile, grid::target_at(target, p.dims, place), scratch);

    int axis = 0;
    while (axis < p.dims && (start[axis] += size[axis]) >= part.axis[axis].size) start[axis++] = 0;
    if (axis == p.dims) return;
  }
}

}  // namespace scree::field
