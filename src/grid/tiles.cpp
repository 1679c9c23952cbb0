#include "grid/tiles.hpp"

#include "grid/numeric_environment.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <new>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace scree::grid {
namespace {

/// Samples of a tile: its values stay in the second cache.
constexpr std::size_t tile_samples = std::size_t{1} << 16;
/// Fewer are not worth waking a thread for.
constexpr std::size_t samples_worth_a_thread = std::size_t{1} << 15;

struct aligned_delete {
  void operator()(void* p) const { ::operator delete(p, std::align_val_t{64}); }
};

/// The calling thread's scratch memory; null when there is none to be had.
void* scratch_of_thread() {
  thread_local std::unique_ptr<void, aligned_delete> scratch;
  if (!scratch) scratch.reset(::operator new(scratch_bytes, std::align_val_t{64}, std::nothrow));
  return scratch.get();
}

std::size_t pieces(std::size_t size, std::size_t of) { return (size + of - 1) / of; }

struct tiling {
  std::size_t size[4] = {1, 1, 1, 1}, count[4] = {1, 1, 1, 1}, tiles = 1;

  tiling(const grid_part& whole, int dims, std::size_t at_most) {
    std::size_t left = at_most;
    for (int axis = 0; axis < dims; ++axis) {
      const std::size_t limit = std::max<std::size_t>(1, axis == 0 ? std::min(left, tile_width) : left);
      count[axis] = pieces(whole.axis[axis].size, limit);
      size[axis] = pieces(whole.axis[axis].size, count[axis]);
      if (axis == 0 && count[axis] > 1) size[axis] = std::min(limit, pieces(size[axis], 64) * 64);
      count[axis] = pieces(whole.axis[axis].size, size[axis]);
      left /= size[axis];
      tiles *= count[axis];
    }
  }

  void tile(const grid_part& whole, int dims, std::size_t number, grid_part& part, std::size_t& place) const {
    part = whole;
    place = 0;
    for (int axis = 0; axis < dims; ++axis) {
      const std::size_t first = number % count[axis] * size[axis];
      number /= count[axis];
      part.axis[axis].first += static_cast<std::int64_t>(first);
      part.axis[axis].size = std::min(size[axis], whole.axis[axis].size - first);
      place += first * whole.stride[axis];
    }
  }
};

int threads_for(std::size_t samples, [[maybe_unused]] int asked) {
#ifdef _OPENMP
  if (asked == 1 || samples < 2 * samples_worth_a_thread || omp_in_parallel()) return 1;
  const std::size_t most = static_cast<std::size_t>(asked > 0 ? asked : omp_get_max_threads());
  // A thread that the system refuses would end the process.
  const std::size_t sensible = static_cast<std::size_t>(std::min(std::max(64, 4 * omp_get_num_procs()), omp_get_thread_limit()));
  return static_cast<int>(std::min({most, sensible, samples / samples_worth_a_thread}));
#else
  return samples ? 1 : 0;
#endif
}

}  // namespace

void for_each_tile(const grid_part& whole, int dims, int threads, tile_function work, const void* context) {
  std::size_t samples = 1;
  for (int axis = 0; axis < dims; ++axis) samples *= whole.axis[axis].size;
  if (samples == 0) return;
  const int team = threads_for(samples, threads);
  // Enough tiles for everyone, eight or more each, so that a slow or late thread does not hold up the end.
  const tiling tiles(whole, dims, std::clamp(samples / (8 * static_cast<std::size_t>(team)), samples_worth_a_thread / 4, tile_samples));

  std::atomic<std::size_t> next{0};
  auto take_part = [&](void* scratch) {
    grid_part part;
    std::size_t place;
    for (std::size_t number; (number = next.fetch_add(1, std::memory_order_relaxed)) < tiles.tiles;) {
      tiles.tile(whole, dims, number, part, place);
      work(context, part, place, scratch);
    }
  };
  void* own_scratch = scratch_of_thread();
  if (!own_scratch) throw std::bad_alloc();
#ifdef _OPENMP
  if (team > 1) {
    std::exception_ptr problem;   // no exception may leave the region
#pragma omp parallel num_threads(team)
    {
      // A thread without memory leaves its share to the others.
      numeric_environment environment;
      try {
        if (void* scratch = omp_get_thread_num() == 0 ? own_scratch : scratch_of_thread()) take_part(scratch);
      } catch (...) {
#pragma omp critical(scree_problem)
        problem = std::current_exception();
      }
    }
    if (problem) std::rethrow_exception(problem);
    return;
  }
#endif
  take_part(own_scratch);
}

}  // namespace scree::grid
