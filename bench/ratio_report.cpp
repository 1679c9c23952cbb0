#include "ratio_report.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace scree::bench {

namespace {

// The ratios to FastNoise2 that are wanted in 2D, 3D and 4D; 0: none.
struct goal {
  const char* leaf;
  double arrays[3], grids[3];
  bool lattice;  // blends lattice columns on grids
};
constexpr goal goals[] = {{"perlin", {1.2, 1.2, 1.3}, {5, 6, 8}, true},
                          {"simplex", {1.2, 1.2, 1.2}, {2.5, 3.5, 4}, false},
                          {"value", {1.1, 1.2, 1.2}, {3.5, 4.5, 6}, true},
                          {"white", {0, 0, 0}, {1.5, 2, 2}, false},
                          {"worley", {2, 2, 0}, {4, 5, 0}, false}};

// The grids that the goals are stated for: 1024^2, 128^3, 32^4.
constexpr std::size_t edge_of[5] = {0, 0, 1024, 128, 32};
constexpr std::size_t many = 1'000'000;

std::string row(const std::string& leaf, int dims) { return leaf + "/" + dims_label(dims); }
std::string grid_row(const std::string& leaf, const grid_case& grid, const char* kind) {
  return row(leaf, grid.dims) + kind + grid.label + "/step:" + step_label(grid.step);
}

double wanted_of_grid(const goal& each, int dims, double step) {
  const double wanted = each.grids[dims - 2];
  if (step == 0.02) return wanted;
  if (step == 0.1 && each.lattice) return wanted * 2 / 3;
  if (step == 0.1 && each.leaf == std::string_view("simplex") && dims == 2) return 1.5;
  return 0;
}

void insist(bool equal, const std::string& name) {
  if (!equal) throw std::runtime_error(name + ": the result differs from the scalar reference");
}

std::span<float> checked_buffer(const Noise& noise, const grid_case& grid, int threads, const std::string& name) {
  const std::span<float> out = shared_buffer(grid.count());
  fill(noise, grid, out, threads);
  insist(equals_reference(noise, grid, out), name);
  return out;
}

}  // namespace

void ratio_report::arrays() {
  table_.heading("Arrays of 10^6 random points, float coordinates", "scree", "FastNoise2");
  for (const goal& each : goals)
    for (const int dims : {2, 3, 4}) arrays_against_peer(each.leaf, leaf_named(each.leaf).noise, dims, each.arrays[dims - 2]);
  for (const int dims : {2, 3}) arrays_against_peer("opensimplex2s", opensimplex2s({.seed = 7}), dims, 1.2);
}

void ratio_report::arrays_against_peer(const std::string& leaf, const Noise& noise, int dims, double wanted) {
  const std::string name = row(leaf, dims) + "/array/float";
  const peer* other = find_peer(leaf, dims);
  if (!other || !table_.wants(name)) return;
  const points<float> at = random_points<float>(dims, many);
  const std::span<float> out = shared_buffer(many);
  sample(noise, at, out);
  insist(equals_reference(noise, at, out), name);
  table_.compare({.name = name,
                  .points = many,
                  .first = [&] { sample(noise, at, out); },
                  .second = [&] { other->sample(at, out); },
                  .wanted = wanted});
}

void ratio_report::published() {
  table_.heading("Published noises at arrays of 10^6 random points", "scree", "a loop");
  struct pair {
    const char *library, *leaf, *name;
    Noise noise;
    double wanted[3];   // in 2D, 3D, 4D
  };
  const pair pairs[] = {{"glm", "simplex", "webgl_simplex", webgl_simplex(), {20, 20, 0}},
                        {"glm", "perlin", "webgl_perlin", webgl_perlin(), {0, 0, 0}},
                        {"stb_perlin", "perlin", "perlin_improved", perlin_improved(), {0, 0, 0}},
                        {"stb_perlin", "perlin", "stb_perlin", stb_perlin(), {0, 0, 0}}};
  for (const peer& each : scalar_peers()) {
    for (const pair& known : pairs) {
      if (each.library != known.library || each.leaf != known.leaf) continue;
      const std::string name = row(known.name, each.dims) + "/array";
      if (!table_.wants(name)) continue;
      const points<float> at = random_points<float>(each.dims, many);
      std::vector<float> out(many), others(many);
      sample(known.noise, at, out);
      insist(equals_reference(known.noise, at, out), name);
      table_.compare({.name = name,
                      .points = static_cast<double>(many),
                      .first = [&] { sample(known.noise, at, out); },
                      .second = [&] { each.sample(at, others); },
                      .wanted = known.wanted[each.dims - 2]});
    }
  }
}

void ratio_report::doubles() {
  table_.heading("The same, double against float coordinates", "double", "float");
  for (const goal& each : goals) {
    for (const int dims : {2, 3, 4}) {
      const std::string name = row(each.leaf, dims) + "/array/double";
      if (!table_.wants(name)) continue;
      const Noise noise = leaf_named(each.leaf).noise;
      const points<float> floats = random_points<float>(dims, many);
      const points<double> doubles = random_points<double>(dims, many);
      const std::span<float> out = shared_buffer(many);
      sample(noise, doubles, out);
      insist(equals_reference(noise, doubles, out), name);
      table_.compare({.name = name,
                      .points = many,
                      .first = [&] { sample(noise, doubles, out); },
                      .second = [&] { sample(noise, floats, out); },
                      .wanted = 0.5});
    }
  }
}

void ratio_report::single_points() {
  const Noise noise = leaf_named("simplex").noise;
  constexpr int calls = 1000;
  volatile float sink = 0;
  table_.time_call(
      "simplex/2d/at",
      [&] {
        for (int k = 0; k < calls; ++k) sink = noise.at(0.37 * k, 11.5 - 0.61 * k);
      },
      calls, 60);
}

void ratio_report::grids(double step) {
  table_.heading("Grids of 1024^2, 128^3 and 32^4 samples, " + step_label(step) + " cells a sample", "scree", "FastNoise2");
  for (const goal& each : goals) {
    for (const int dims : {2, 3, 4}) {
      against_peer(each.leaf, leaf_named(each.leaf).noise, cube(dims, edge_of[dims], step), "/grid/", wanted_of_grid(each, dims, step));
    }
  }
}

// Small cells leave little to share between samples.
void ratio_report::grids_against_arrays(double step) {
  table_.heading("The same grids, " + step_label(step) + " cells a sample, against arrays of these points", "fill",
                 "sample");
  for (const goal& each : goals) {
    for (const int dims : {2, 3, 4}) {
      const grid_case grid = cube(dims, edge_of[dims], step);
      const std::string name = grid_row(each.leaf, grid, "/fill:sample/");
      if (!table_.wants(name)) continue;
      const Noise noise = leaf_named(each.leaf).noise;
      const points<float> at = points_of(grid);
      const std::span<float> out = checked_buffer(noise, grid, 1, name);
      table_.compare({.name = name,
                      .points = static_cast<double>(grid.count()),
                      .first = [&] { fill(noise, grid, out, 1); },
                      .second = [&] { sample(noise, at, out); },
                      .wanted = 1.0});
    }
  }
}

// 3 times FastNoise2, but no more than is wanted of large grids.
void ratio_report::chunks() {
  table_.heading("Chunks, another place with every call", "scree", "FastNoise2");
  for (const goal& each : goals) {
    for (const int dims : {2, 3}) {
      against_peer(each.leaf, leaf_named(each.leaf).noise, cube(dims, dims == 2 ? 32 : 16, 0.02), "/chunk/", std::min(3.0, each.grids[dims - 2]));
    }
  }
}

void ratio_report::memory(std::size_t edge, const std::string& kind, void (*write)(std::span<float>), double wanted,
                          int rounds) {
  table_.heading("Share of the memory's own speed, " + std::to_string(edge * edge >> 18) + " MiB, " + kind, "scree", kind);
  for (const char* leaf : {"perlin", "value"}) {
    const grid_case grid = cube(2, edge, 0.02);
    const std::string name = grid_row(leaf, grid, edge > 10000 ? "/memory/huge/" : "/memory/");
    if (!table_.wants(name)) continue;
    const Noise noise = leaf_named(leaf).noise;
    const std::span<float> out = checked_buffer(noise, grid, 1, name);
    table_.compare({.name = name,
                    .points = static_cast<double>(grid.count()),
                    .first = [&] { fill(noise, grid, out, 1); },
                    .second = [&] { write(out); },
                    .wanted = wanted},
                   rounds);
  }
}

// At 1.7 cells a sample, where the work is computing; nearer samples come faster than the memory takes them.
void ratio_report::threads() {
  table_.heading("Two threads against one, by the wall clock", "2 threads", "1 thread");
  for (const char* leaf : {"perlin", "simplex", "value"}) {
    for (const int dims : {3, 4}) {
      const grid_case grid = cube(dims, edge_of[dims], 1.7);
      const std::string name = grid_row(leaf, grid, "/threads/");
      if (!table_.wants(name)) continue;
      const Noise noise = leaf_named(leaf).noise;
      const std::span<float> out = checked_buffer(noise, grid, 2, name);
      table_.compare({.name = name,
                      .points = static_cast<double>(grid.count()),
                      .first = [&] { fill(noise, grid, out, 2); },
                      .second = [&] { fill(noise, grid, out, 1); },
                      .wanted = 1.9,
                      .clock = timing::wall});
    }
  }
}

void ratio_report::fields() {
  table_.heading("Fields on grids of 1024^2 and 128^3 samples, 0.02 cells a sample", "scree", "FastNoise2");
  struct {
    const char* name;
    const char* text;
    double wanted[2];
  } const each_field[] = {{"fbm(perlin)", "fbm(perlin(seed=7))", {5, 6}},
                          {"fbm(simplex)", "fbm(simplex(seed=7))", {2.2, 3}},
                          {"ridged(simplex)", "ridged(simplex(seed=7))", {2.2, 3}},
                          {"warp(perlin)", "warp(perlin(seed=7))", {1.3, 1.3}}};
  for (const auto& each : each_field)
    for (const int dims : {2, 3}) against_peer(each.name, Noise::parse(each.text), cube(dims, edge_of[dims], 0.02), "/grid/", each.wanted[dims - 2]);

  table_.heading("The fractal alone against ten operators over it, 0.02 cells a sample", "10 operators", "fractal");
  const Noise fractal = Noise::parse("fbm(perlin(seed=7))");
  const Noise shaped = Noise::parse(
      "let m = fbm(perlin(seed=7)); clamp(smoothstep(abs(m) - 0.1, 0, 0.8) * 2 + max(m * m, 0.3 * m) / 1.5 - 0.25, -1, 1)");
  for (const int dims : {2, 3}) {
    const grid_case grid = cube(dims, edge_of[dims], 0.02);
    const std::string name = grid_row("operators", grid, "/grid/");
    if (!table_.wants(name)) continue;
    const std::span<float> out = checked_buffer(shaped, grid, 1, name);
    table_.compare({.name = name,
                    .points = static_cast<double>(grid.count()),
                    .first = [&] { fill(shaped, grid, out, 1); },
                    .second = [&] { fill(fractal, grid, out, 1); },
                    .wanted = 1 / 1.3});
  }
}

void ratio_report::derivatives() {
  table_.heading("Grids with derivatives against the same without, 0.02 cells a sample", "with", "without");
  for (const char* text : {"perlin(seed=7)", "simplex(seed=7)", "fbm(perlin(seed=7))", "fbm(simplex(seed=7))", "warp(perlin(seed=7))"}) {
    const Noise noise = Noise::parse(text);
    for (const int dims : {2, 3}) {
      const grid_case grid = cube(dims, edge_of[dims], 0.02);
      const std::string name = grid_row(text, grid, "/derivatives/");
      if (!table_.wants(name)) continue;
      const std::span<float> out = checked_buffer(noise, grid, 1, name);
      std::vector<float> slopes(static_cast<std::size_t>(dims) * grid.count(), 1.0f);
      fill_with_derivatives(noise, grid, out, slopes);
      insist(equals_reference(noise, grid, out), name);
      table_.compare({.name = name,
                      .points = static_cast<double>(grid.count()),
                      .first = [&] { fill_with_derivatives(noise, grid, out, slopes); },
                      .second = [&] { fill(noise, grid, out, 1); }});
    }
  }
}

const peer* ratio_report::find_peer(std::string_view leaf, int dims) const {
  for (const peer& each : peers_) {
    if (each.leaf == leaf && each.dims == dims) return &each;
  }
  return nullptr;
}

// Every call fills the next grid along x, as a caller who streams chunks does.
void ratio_report::against_peer(const std::string& leaf, const Noise& noise, grid_case grid, const char* kind, double wanted) {
  const std::string name = grid_row(leaf, grid, kind);
  const peer* other = find_peer(leaf, grid.dims);
  if (!other || !table_.wants(name)) return;
  const std::span<float> out = checked_buffer(noise, grid, 1, name);
  const auto moved = [&grid] { grid.origin[0] = (grid.origin[0] + static_cast<std::int64_t>(grid.size[0])) % 65536; };
  table_.compare({.name = name,
                  .points = static_cast<double>(grid.count()),
                  .first = [&] { moved(), fill(noise, grid, out, 1); },
                  .second = [&] { moved(), other->fill(grid, out); },
                  .wanted = wanted});
}

}  // namespace scree::bench
