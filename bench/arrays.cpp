// The speed of sample(): random points in [-500, 500)^d, every leaf, dimension and instruction set, float and double
// coordinates.
//
//   bench_arrays                                                 everything, a few minutes
//   bench_arrays --benchmark_filter='perlin/.*/avx2/'            scree's and the peers' Perlin noise on one instruction set
//   bench_arrays --benchmark_filter='^simplex/2d' --benchmark_format=json
//   bench_arrays --benchmark_list_tests
//
// Names: perlin/3d/avx2/array/float, peer:fastnoise2/perlin/3d/avx2/array/float, memory:memset/array (the same buffer).
// bench/harness.hpp says what the counters are. For ratios on a machine that others use too, see scree-ratios.
#include "harness.hpp"
#include "peers.hpp"

namespace scree::bench {
namespace {

constexpr std::size_t many = 1'000'000, few = 10'000;  // few: for code of one point at a time

// Made when a case first asks.
template <class T>
const points<T>& shared_points(int dims, std::size_t count) {
  static points<T> made[2][5];
  points<T>& at = made[count == many][dims];
  if (at.count() == 0) at = random_points<T>(dims, count);
  return at;
}

template <class T>
void add_leaf(const leaf& each, int dims, std::string_view isa, const char* type) {
  const std::size_t count = isa == "scalar" ? few : many;
  const Noise noise = each.noise;
  add_checked(
      each.name + "/" + dims_label(dims) + "/" + std::string(isa) + "/array/" + type, isa, count,
      [=](std::span<float> out) { sample(noise, shared_points<T>(dims, count), out); },
      [=](std::span<const float> out) { return equals_reference(noise, shared_points<T>(dims, count), out); });
}

void add_peer(const peer& each, std::size_t count) {
  add_unchecked(each.name() + "/array/float", count,
                [=](std::span<float> out) { each.sample(shared_points<float>(each.dims, count), out); });
}

void add_cases(const std::string&) {
  add_memory("array", many);
  for (const leaf& each : leaves()) {
    for (const int dims : {1, 2, 3, 4}) {
      for (const std::string_view isa : isa::available()) {
        add_leaf<float>(each, dims, isa, "float");
        add_leaf<double>(each, dims, isa, "double");
      }
    }
  }
  for (const std::string_view isa : fast_instruction_sets()) {
    for (const peer& each : fastnoise2(isa)) add_peer(each, many);
  }
  for (const peer& each : scalar_peers()) add_peer(each, few);
}

}  // namespace
}  // namespace scree::bench

int main(int argc, char** argv) { return scree::bench::run(argc, argv, scree::bench::add_cases); }
