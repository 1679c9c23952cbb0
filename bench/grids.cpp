// The speed of fill(): every leaf and instruction set over grids of many sizes and steps.
//
//   bench_grids                                                  everything but the 1 GiB grids, a quarter of an hour or
//   more bench_grids --benchmark_filter='perlin/.*/avx2/grid/.*/step:0.02' bench_grids --benchmark_filter='/small/' the time
//   of one small call bench_grids --benchmark_filter='/shape/'                     long rows against long columns
//   bench_grids --benchmark_filter=huge                          16384 x 16384 floats beside the memory's own speed
//   bench_grids --benchmark_list_tests
//
// Names: perlin/3d/avx2/grid/256/step:0.02/threads:1 for 256^3 samples; peer:fastnoise2/...; memory:memset/3d/grid/256 and
// memory:stream/3d/grid/256 (the same buffer by memset, and by stores that pass the caches by).
// bench/harness.hpp says what the counters are. For ratios on a machine that others use too, see scree-ratios.
#include "harness.hpp"
#include "peers.hpp"

namespace scree::bench {
namespace {

constexpr double steps[] = {0.005, 0.02, 0.1, 0.5, 1.7};

struct edge {
  int dims;
  std::size_t samples;
};
constexpr edge edges[] = {{2, 32}, {2, 256}, {2, 1024}, {2, 4096}, {3, 16}, {3, 32}, {3, 128}, {3, 256}, {4, 32}};

// The grids that code of one point at a time is timed on; its cost is the same for all.
constexpr edge scalar_peer_edges[] = {{2, 256}, {3, 32}, {4, 16}};

std::string size_label(const grid_case& grid, const char* kind) {
  return "/" + std::string(kind) + "/" + grid.label + "/step:" + step_label(grid.step);
}

void add_fill(const leaf& each, std::string_view isa, const char* kind, const grid_case& grid, int threads) {
  const Noise noise = each.noise;
  auto* added = add_checked(
      each.name + "/" + dims_label(grid.dims) + "/" + std::string(isa) + size_label(grid, kind) +
          "/threads:" + std::to_string(threads),
      isa, grid.count(), [=](std::span<float> out) { fill(noise, grid, out, threads); },
      [=](std::span<const float> out) { return equals_reference(noise, grid, out); });
  if (threads > 1) added->UseRealTime();
}

void add_peer(const peer& each, const char* kind, const grid_case& grid) {
  if (each.dims != grid.dims) return;
  add_unchecked(each.name() + size_label(grid, kind), grid.count(), [=](std::span<float> out) { each.fill(grid, out); });
}

grid_case box(std::string label, std::array<std::size_t, 4> size, int dims) {
  return {.label = std::move(label), .dims = dims, .size = size, .step = 0.02};
}

std::vector<grid_case> small_grids() {
  return {box("16x16", {16, 16, 1, 1}, 2), box("33x33", {33, 33, 1, 1}, 2), box("16x16x16", {16, 16, 16, 1}, 3)};
}

// As many samples each; a route that only knows long rows would show here.
std::vector<grid_case> shapes() {
  return {box("65536x1", {65536, 1, 1, 1}, 2),   box("256x256", {256, 256, 1, 1}, 2), box("1x65536", {1, 65536, 1, 1}, 2),
          box("65536x1x1", {65536, 1, 1, 1}, 3), box("64x32x32", {64, 32, 32, 1}, 3), box("1x65536x1", {1, 65536, 1, 1}, 3),
          box("1x1x65536", {1, 1, 65536, 1}, 3)};
}

void add_memories() {
  for (const auto [dims, samples] : edges) {
    const grid_case grid = cube(dims, samples, 1.0);
    add_memory(dims_label(dims) + "/grid/" + grid.label, grid.count());
  }
}

void add_leaves() {
  for (const leaf& each : leaves()) {
    for (const std::string_view isa : isa::available()) {
      for (const auto [dims, samples] : edges) {
        const bool tiny = cube(dims, samples, 1.0).count() <= 4096;
        if (isa == "scalar" && !tiny) continue;
        for (const double step : steps) {
          for (const int threads : {1, 2}) add_fill(each, isa, "grid", cube(dims, samples, step), threads);
        }
      }
      if (isa == "scalar") continue;
      for (const grid_case& grid : small_grids()) add_fill(each, isa, "small", grid, 1);
      for (const grid_case& grid : shapes()) add_fill(each, isa, "shape", grid, 1);
    }
  }
}

void add_peers() {
  for (const std::string_view isa : fast_instruction_sets()) {
    for (const peer& each : fastnoise2(isa)) {
      for (const auto [dims, samples] : edges) {
        for (const double step : steps) add_peer(each, "grid", cube(dims, samples, step));
      }
      for (const grid_case& grid : small_grids()) add_peer(each, "small", grid);
      for (const grid_case& grid : shapes()) add_peer(each, "shape", grid);
    }
  }
  for (const peer& each : scalar_peers()) {
    for (const auto [dims, samples] : scalar_peer_edges) add_peer(each, "grid", cube(dims, samples, 0.02));
  }
}

// 1 GiB of floats.
void add_huge() {
  const grid_case grid = cube(2, 16384, 0.02);
  add_memory("2d/huge/" + grid.label, grid.count());
  for (const char* name : {"perlin", "value"}) {
    for (const int threads : {1, 2}) {
      for (const std::string_view isa : fast_instruction_sets()) add_fill(leaf_named(name), isa, "huge", grid, threads);
    }
  }
}

void add_cases(const std::string& filter) {
  if (filter.find("huge") != std::string::npos) return add_huge();
  add_memories();
  add_leaves();
  add_peers();
}

}  // namespace
}  // namespace scree::bench

int main(int argc, char** argv) { return scree::bench::run(argc, argv, scree::bench::add_cases); }
