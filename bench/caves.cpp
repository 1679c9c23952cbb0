// The speed of caves: smoothing per cell and step, and the other steps per cell.
//
//   bench_caves                                     all of it, a minute
//   bench_caves --benchmark_filter=smooth
//
// Names: caves/smooth/2d/4096 for one step over 4096^2 cells of white noise, half of them rock; caves/threshold, regions, without_small, connect and
// bytes over the same sizes; caves/chunk/2d/64 for a whole chunk with its halo. "Points" are cells. One thread.
#include "harness.hpp"

namespace scree::bench {
namespace {

struct edge {
  int dims;
  std::size_t cells;
};
constexpr edge edges[] = {{2, 64}, {2, 256}, {2, 1024}, {2, 4096}, {3, 16}, {3, 64}, {3, 256}};

std::string name_of(const char* what, edge e) { return "caves/" + std::string(what) + "/" + dims_label(e.dims) + "/" + std::to_string(e.cells); }

Mask threshold(edge e) {
  const Noise field = white({.seed = 7});
  if (e.dims == 2) return threshold_mask(field, Grid2{.size = {e.cells, e.cells}}, 0, {.threads = 1});
  return threshold_mask(field, Grid3{.size = {e.cells, e.cells, e.cells}}, 0, {.threads = 1});
}

Mask cave(edge e) {
  const Noise field = white({.seed = 7});
  if (e.dims == 2) return caves(field, Grid2{.size = {e.cells, e.cells}}, {.threads = 1});
  return caves(field, Grid3{.size = {e.cells, e.cells, e.cells}}, {.threads = 1});
}

/// Whether some 1000 cells are what the majority of them and their neighbours was.
bool is_step(const Mask& before, const Mask& after) {
  const auto [width, height, depth] = before.size();
  const std::size_t reach_z = before.dims() == 3, stride = before.cells() / 1000 + 1;
  bool right = true;
  for (std::size_t k = 0; k < before.cells(); k += stride) {
    const std::size_t x = k % width, y = k / width % height, z = k / width / height;
    int rock = 0;
    for (std::size_t c = z - reach_z; c != z + reach_z + 1; ++c)
      for (std::size_t b = y - 1; b != y + 2; ++b)
        for (std::size_t a = x - 1; a != x + 2; ++a) rock += a >= width || b >= height || c >= depth || !before.at(a, b, c);
    right = right && after.at(x, y, z) == (rock < (before.dims() == 2 ? 5 : 14));
  }
  return right;
}

/// make() gives what body(made) is timed on. Nothing is made for a case that does not run.
template <class Make, class Body>
void add(const std::string& name, std::size_t cells, Make make, Body body) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    const auto made = make();
    measure(state, cells, [&] { benchmark::DoNotOptimize(body(made)); });
  });
}

void add_cases(const std::string&) {
  for (const edge e : edges) {
    const std::size_t cells = e.dims == 2 ? e.cells * e.cells : e.cells * e.cells * e.cells;
    const auto half = [=] { return threshold(e); };
    const auto rooms = [=] { return without_small(cave(e), 50); };
    benchmark::RegisterBenchmark(name_of("smooth", e).c_str(), [=](benchmark::State& state) {
      constexpr int steps = 8;
      const Mask mask = half();
      if (!is_step(mask, smooth(mask, {.steps = 1}))) return state.SkipWithError("a step differs from counting cell by cell");
      measure(state, steps * cells, [&] { benchmark::DoNotOptimize(smooth(mask, {.steps = steps})); });
    });
    add(name_of("chunk", e), cells, [=] { return e; }, cave);
    add(name_of("threshold", e), cells, [=] { return e; }, threshold);
    add(name_of("regions", e), cells, rooms, [](const Mask& mask) { return find_regions(mask).count(); });
    add(name_of("without_small", e), cells, rooms, [](const Mask& mask) { return without_small(mask, 100); });
    add(name_of("connect", e), cells, rooms, [](const Mask& mask) { return connect(mask); });
    add(name_of("bytes", e), cells, rooms, [=](const Mask& mask) {
      const std::span<float> memory = shared_buffer(cells / sizeof(float));
      mask.to_bytes({reinterpret_cast<std::uint8_t*>(memory.data()), cells});
      return memory.data();
    });
  }
}

}  // namespace
}  // namespace scree::bench

int main(int argc, char** argv) { return scree::bench::run(argc, argv, scree::bench::add_cases); }
