// Noise::fill: the public border of grids. Everything is checked before the first byte is written.
#include "field/node.hpp"
#include "grid/tiles.hpp"
#include "grid/numeric_environment.hpp"

#include <scree/error.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

namespace scree {
namespace {

using field::axis_names;

/// Float buffers of this size and more are written past the caches.
constexpr std::size_t streaming_bytes = std::size_t{64} << 20;

[[noreturn]] void bad(const std::string& what) { throw Error("fill: " + what); }

std::string along(int axis) { return std::string(" along ") + axis_names[axis]; }

/// The grid as the kernels take it, checked for a field; `needed` becomes the number of elements from its first sample to its last. Like whatever
/// else is computed from a caller's numbers it needs the numeric environment: elsewhere a subnormal spacing may count as zero.
template <int N>
grid_part checked(const field::node& root, const Grid<N>& grid, const FillOptions& options, std::size_t& needed) {
  root.check_dims(N);
  if (options.threads < 0) bad("threads is " + std::to_string(options.threads) + ", but must be 0 (OpenMP's choice) or more");
  grid_part part{};
  bool empty = false;
  for (int axis = 0; axis < N; ++axis) empty = empty || grid.size[axis] == 0;
  std::size_t extent = 1;   // elements from the first sample to behind the last of all axes so far
  constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(float);
  for (int axis = 0; axis < N; ++axis) {
    const std::size_t size = grid.size[axis];
    if (!std::isfinite(grid.spacing[axis]) || grid.spacing[axis] == 0.0)
      bad("spacing" + along(axis) + " is " + std::to_string(grid.spacing[axis]) + ", but must be finite and not zero");
    if (!std::isfinite(grid.offset[axis])) bad("offset" + along(axis) + " is not finite");
    if (size > most || (size && grid.origin[axis] > std::numeric_limits<std::int64_t>::max() - static_cast<std::int64_t>(size - 1)))
      bad("origin + size" + along(axis) + " is past the largest 64-bit integer");
    std::size_t stride = extent;
    if (axis > 0 && grid.pitch[axis - 1] != 0) {
      stride = grid.pitch[axis - 1];
      if (stride < extent)
        bad("pitch" + along(axis) + " is " + std::to_string(stride) + " elements, but a step of this axis covers " + std::to_string(extent));
    }
    if (!empty && size > 1 && stride > (most - extent) / (size - 1)) bad("size and pitch" + along(axis) + " are more than memory can hold");
    part.axis[axis] = {grid.origin[axis], size, grid.spacing[axis], grid.offset[axis]};
    part.stride[axis] = stride;
    if (!empty) extent = axis == 0 ? size : stride * (size - 1) + extent;
  }
  needed = empty ? 0 : extent;
  return part;
}

[[noreturn]] void too_short(const std::string& name, std::size_t room, std::size_t needed) {
  bad(name + " has " + std::to_string(room) + " elements, but size and pitch need " + std::to_string(needed));
}

struct fill_job {
  const field::program& root;
  int dims;
  fill_target target;

  void run(const grid_part& part, int threads) const {
    grid::for_each_tile(part, dims, threads, &do_tile, this);
  }
  static void do_tile(const void* context, const grid_part& tile, std::size_t place, void* scratch) {
    const auto& job = *static_cast<const fill_job*>(context);
    field::fill(job.root, tile, grid::target_at(job.target, job.dims, place), scratch);
  }
};

template <int N, class Integer>
void fill_integers(const field::node& root, const Grid<N>& grid, std::span<Integer> out, const Range& range, const FillOptions& options) {
  numeric_environment environment;
  std::size_t needed;
  const grid_part part = checked(root, grid, options, needed);
  if (out.size() < needed) too_short("out", out.size(), needed);
  const double scale = static_cast<double>(std::numeric_limits<Integer>::max()) / (range.to - range.from);
  const float scale_32 = static_cast<float>(scale), bias_32 = static_cast<float>(-range.from * scale);
  if (!std::isfinite(range.from) || !std::isfinite(range.to) || range.from == range.to || !std::isfinite(scale_32) || !std::isfinite(bias_32))
    bad("range is from " + std::to_string(range.from) + " to " + std::to_string(range.to) + ", but must be two different finite numbers");
  const sample_format format = sizeof(Integer) == 2 ? sample_format::unsigned16 : sample_format::unsigned8;
  fill_job{root.program_for(N), N, {out.data(), format, scale_32, bias_32, false, nullptr}}.run(part, options.threads);
}

}  // namespace

template <int N>
void Noise::fill(const Grid<N>& grid, std::span<float> out, const FillOptions& options) const {
  numeric_environment environment;
  std::size_t needed;
  const grid_part part = checked(*root_, grid, options, needed);
  if (out.size() < needed) too_short("out", out.size(), needed);
  const bool streaming = needed * sizeof(float) >= streaming_bytes;
  fill_job{root_->program_for(N), N, {out.data(), sample_format::real32, 1.0f, 0.0f, streaming, nullptr}}.run(part, options.threads);
}

template <int N>
void Noise::fill(const Grid<N>& grid, std::span<float> out, const Gradient<N>& gradient, const FillOptions& options) const {
  numeric_environment environment;
  std::size_t needed;
  const grid_part part = checked(*root_, grid, options, needed);
  if (out.size() < needed) too_short("out", out.size(), needed);
  float* along_axis[4] = {};
  for (int axis = 0; axis < N; ++axis) {
    if (gradient.along[axis].size() < needed) too_short("gradient" + along(axis), gradient.along[axis].size(), needed);
    along_axis[axis] = gradient.along[axis].data();
  }
  fill_job{root_->program_for(N), N, {out.data(), sample_format::real32, 1.0f, 0.0f, false, along_axis}}.run(part, options.threads);
}

template <int N>
void Noise::fill(const Grid<N>& grid, std::span<std::uint16_t> out, const Range& range, const FillOptions& options) const {
  fill_integers(*root_, grid, out, range, options);
}
template <int N>
void Noise::fill(const Grid<N>& grid, std::span<std::uint8_t> out, const Range& range, const FillOptions& options) const {
  fill_integers(*root_, grid, out, range, options);
}

#define SCREE_INSTANTIATE(N)                                                                                              \
  template void Noise::fill<N>(const Grid<N>&, std::span<float>, const FillOptions&) const;                               \
  template void Noise::fill<N>(const Grid<N>&, std::span<float>, const Gradient<N>&, const FillOptions&) const;           \
  template void Noise::fill<N>(const Grid<N>&, std::span<std::uint16_t>, const Range&, const FillOptions&) const;         \
  template void Noise::fill<N>(const Grid<N>&, std::span<std::uint8_t>, const Range&, const FillOptions&) const;
SCREE_INSTANTIATE(1)
SCREE_INSTANTIATE(2)
SCREE_INSTANTIATE(3)
SCREE_INSTANTIATE(4)
#undef SCREE_INSTANTIATE

void Noise::visit(const Grid2& grid, const std::function<void(const Tile2&)>& function, bool derivatives, const FillOptions& options) const {
  numeric_environment environment;
  Grid2 dense = grid;
  dense.pitch = {};
  std::size_t needed;
  const grid_part whole = checked(*root_, dense, options, needed);

  struct visit_job {
    const field::program& root;
    const grid_part& whole;
    const std::function<void(const Tile2&)>& function;
    bool derivatives;
    mutable std::atomic<bool> stopped{false};   // the function threw

    static void do_tile(const void* context, const grid_part& tile, std::size_t, void* scratch) {
      const auto& job = *static_cast<const visit_job*>(context);
      try {
        job.do_rows(tile, scratch);
      } catch (...) {
        job.stopped = true;
        throw;
      }
    }
    // A few rows at a time go through one small buffer, which is on the stack because the function may visit, too.
    void do_rows(const grid_part& tile, void* scratch) const {
      alignas(64) float buffer[Tile2::most_samples];
      constexpr std::size_t third = Tile2::most_samples / 3;
      float* gradient[4] = {buffer + third, buffer + 2 * third};
      const std::size_t width = tile.axis[0].size, height = tile.axis[1].size;
      const std::size_t some = (derivatives ? third : Tile2::most_samples) / width;
      grid_part rows = tile;
      rows.stride[1] = width;
      for (std::size_t j = 0; j < height && !stopped; j += some) {
        rows.axis[1].first = tile.axis[1].first + static_cast<std::int64_t>(j);
        rows.axis[1].size = std::min(some, height - j);
        field::fill(root, rows, {buffer, sample_format::real32, 1.0f, 0.0f, false, derivatives ? gradient : nullptr}, scratch);
        const std::size_t samples = width * rows.axis[1].size;
        Tile2 part{{index(rows, 0), index(rows, 1)}, {width, rows.axis[1].size}, {buffer, samples}, {}, {}};
        if (derivatives) part.dx = {gradient[0], samples}, part.dy = {gradient[1], samples};
        function(part);
      }
    }
    std::size_t index(const grid_part& part, int axis) const {
      return static_cast<std::size_t>(part.axis[axis].first) - static_cast<std::size_t>(whole.axis[axis].first);
    }
  };
  const visit_job job{root_->program_for(2), whole, function, derivatives};
  grid::for_each_tile(whole, 2, options.threads, &visit_job::do_tile, &job);
}

void Noise::fill_normals(const Grid2& grid, std::span<float> normals, double height, const FillOptions& options) const {
  std::size_t needed;
  {
    numeric_environment environment;
    checked(*root_, grid, options, needed);
  }
  if (grid.pitch[0] != 0 && grid.pitch[0] != grid.size[0]) bad("pitch of a grid of normals must be 0 or the length of a row");
  if (normals.size() / 3 < needed) too_short("normals", normals.size(), 3 * needed);
  if (!std::isfinite(static_cast<float>(height))) bad("height is " + std::to_string(height) + ", but must be finite in binary32");

  auto put_row = [height](const float* dx, const float* dy, std::size_t width, float* out) {
    for (std::size_t k = 0; k < width; ++k) {
      const double x = -height * dx[k], y = -height * dy[k];   // the squares of steep slopes need binary64
      const double shrink = 1.0 / std::sqrt((x * x + y * y) + 1.0);
      out[3 * k] = static_cast<float>(x * shrink);
      out[3 * k + 1] = static_cast<float>(y * shrink);
      out[3 * k + 2] = static_cast<float>(shrink);
    }
  };
  const auto put_tile = [&](const Tile2& tile) {
    for (std::size_t j = 0; j < tile.size[1]; ++j)
      put_row(tile.dx.data() + j * tile.size[0], tile.dy.data() + j * tile.size[0], tile.size[0],
              normals.data() + 3 * ((tile.place[1] + j) * grid.size[0] + tile.place[0]));
  };
  visit(grid, std::ref(put_tile), true, options);   // a reference needs no memory of the function's own
}

}  // namespace scree
