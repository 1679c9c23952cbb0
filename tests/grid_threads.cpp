// Fills from many threads of the caller at once, how many threads a fill uses itself, and what it allocates.
#include "grid_support.hpp"

#include "grid/tiles.hpp"

#include <atomic>
#include <cfenv>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <thread>

#ifdef _OPENMP
#include <omp.h>
#endif

// Every allocation of this executable, by operator new, counts on its thread. Never inlined: GCC takes a free() that it sees beside a
// call of operator new for a mistake.
namespace {
thread_local long allocations = 0;

void* allocate(std::size_t size, std::size_t alignment = 0) noexcept {
  ++allocations;
  return alignment ? std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment) : std::malloc(size ? size : 1);
}
void* or_throw(void* p) {
  if (!p) throw std::bad_alloc();
  return p;
}
}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) { return or_throw(allocate(size)); }
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t a) { return or_throw(allocate(size, static_cast<std::size_t>(a))); }
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t a, const std::nothrow_t&) noexcept { return allocate(size, static_cast<std::size_t>(a)); }
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace scree::test {
namespace {

/// Another grid for every number, of any dimension, and its fill with the library's own choice of threads.
std::vector<float> numbered_fill(const Noise& noise, int number, int threads) {
  const std::int64_t origin = number * std::int64_t{1000003} - 7;
  const std::size_t extra = static_cast<std::size_t>(number % 7);
  if (number % 4 == 0) return filled<1>(noise, {.origin = {origin}, .size = {60001 + extra}, .spacing = {0.013}}, threads);
  if (number % 4 == 1) return filled<2>(noise, {.origin = {origin, -5}, .size = {211 + extra, 401}, .spacing = {0.02, 0.03}}, threads);
  if (number % 4 == 2) return filled<3>(noise, {.origin = {3, 1, origin}, .size = {41, 37 + extra, 43}, .spacing = {0.1, 0.1, 0.1}}, threads);
  return filled<4>(noise, {.origin = {3, origin, 0, 1}, .size = {17, 15, 13 + extra, 19}, .spacing = {0.1, 0.1, 0.1, 0.1}}, threads);
}

/// Goes through the tiles of a plane as a fill does, and remembers which threads took one.
class recorder {
 public:
  void fill(std::size_t width, std::size_t height, int threads) {
    scree::grid_part plane{};
    plane.axis[0] = {0, width, 1.0, 0.0};
    plane.axis[1] = {0, height, 1.0, 0.0};
    plane.stride[0] = 1;
    plane.stride[1] = width;
    scree::grid::for_each_tile(plane, 2, threads, &take_tile, this);
  }
  std::set<std::thread::id> take_threads() { return std::exchange(threads_, {}); }
  long take_tiles() { return std::exchange(tiles_, 0); }

 private:
  static void take_tile(const void* self, const scree::grid_part&, std::size_t, void*) {
    auto& r = *static_cast<recorder*>(const_cast<void*>(self));
    const std::lock_guard lock(r.mutex_);
    r.threads_.insert(std::this_thread::get_id());
    ++r.tiles_;
    std::this_thread::yield();   // so that the others get some
  }
  std::mutex mutex_;
  std::set<std::thread::id> threads_;
  long tiles_ = 0;
};

constexpr std::size_t many_samples = std::size_t{1} << 22;

}  // namespace

TEST_CASE("many threads fill different grids with one noise at once, and each gets its own right result") {
  for_each_isa([&](std::string_view isa) {
    const bool slow = isa == "scalar";
    for (const Noise& noise : {scree::perlin({.seed = 3}), scree::simplex({.seed = 4})}) {
      constexpr int callers = 8;
      const int rounds = slow ? 1 : 4;
      std::vector<std::vector<float>> expected, is(static_cast<std::size_t>(callers * rounds));
      for (int k = 0; k < callers * rounds; ++k) expected.push_back(numbered_fill(noise, k, 1));
      for (int threads : {1, 0}) {
        std::atomic<int> ready{0};
        std::vector<std::thread> team;
        for (int caller = 0; caller < callers; ++caller) {
          team.emplace_back([&, caller] {
            for (++ready; ready < callers;) std::this_thread::yield();   // all start together
            for (int round = 0; round < rounds; ++round) {
              const int number = round * callers + caller;
              is[static_cast<std::size_t>(number)] = numbered_fill(noise, number, threads);
            }
          });
        }
        for (std::thread& caller : team) caller.join();
        for (std::size_t k = 0; k < expected.size(); ++k) check_same(is[k], expected[k], std::string(isa) + ", fill " + std::to_string(k) + ", threads " + std::to_string(threads));
      }
    }
  });
}

TEST_CASE("one thread asked for is the calling thread, and more are never exceeded") {
  recorder recorded;
  for (int threads : {1, 2, 3, 8}) {
    for (int turn = 0; turn < 5; ++turn) {
      recorded.fill(2048, many_samples / 2048, threads);
      const auto used = recorded.take_threads();
      CHECK(used.size() <= static_cast<std::size_t>(threads));
      if (threads == 1) CHECK(used == std::set{std::this_thread::get_id()});
      CHECK(recorded.take_tiles() >= 64);   // parts are small enough to share and to stay in a cache
    }
  }
}

TEST_CASE("a grid too small to share stays with the calling thread") {
  recorder recorded;
  recorded.fill(33, 33, 8);
  CHECK(recorded.take_threads() == std::set{std::this_thread::get_id()});
  CHECK(recorded.take_tiles() == 1);
}

TEST_CASE("a thread's fills with threads = 1 allocate nothing after its first") {
  std::vector<field> fields = every_field();
  // A tree of everything that needs memory for blocks.
  const Noise octaves = scree::fbm(scree::perlin(), {.octaves = 4});
  const field trees{fields[0].kind, 0, 1.0, "a tree", scree::warp(octaves * scree::ridged(scree::simplex()), {.amplitude = 0.5, .octaves = 2, .progressive = true})};
  fields.push_back(trees);
  std::vector<float> out(3 * 300 * 70), slopes[4] = {out, out, out, out};
  std::vector<std::uint16_t> pixels(out.size());
  for_each_isa([&](std::string_view isa) {
    auto once = [&](const field& f) {
      constexpr scree::FillOptions alone{.threads = 1};
      for_each_dimension([&](auto n) {
        constexpr int N = decltype(n)::value;
        for (double step : {0.01, 0.4, 37.3, 1e16}) {
          Grid<N> g;
          g.size.fill(N == 1 ? 1500 : N == 2 ? 7 : N == 3 ? 4 : 3);
          if (N > 1) g.size[0] = N == 2 ? 150 : 19;
          g.spacing.fill(step);
          scree::Gradient<N> gradient;
          for (int axis = 0; axis < N; ++axis) gradient.along[axis] = slopes[axis];
          f.noise.fill(g, std::span<float>(out), alone);
          f.noise.fill(g, std::span<float>(out), gradient, alone);
          f.noise.fill(g, std::span<std::uint16_t>(pixels), {}, alone);
          if constexpr (N == 2) f.noise.fill_normals(g, out, 1.0, alone);
        }
      });
    };
    for (const field& f : fields) once(f);   // what a field keeps for all threads is made
    for (int thread = 0; thread < 2; ++thread) {
      long first = 0, warm = 0, later = 0;
      std::thread([&] {
        const long before = allocations;
        fields[0].noise.fill(Grid1{.size = {1}}, std::span<float>(out).first(1), {.threads = 1});
        first = allocations - before;
        once(trees);
        warm = allocations;
        for (const field& f : fields) once(f);
        later = allocations - warm;
      }).join();
      CAPTURE(isa);
      CHECK(first == 1);   // the scratch memory; so the count does count
      CHECK(later == 0);
    }
  });
}

#ifdef _OPENMP

TEST_CASE("inside a parallel region of the caller each fill stays on its own thread, and is right") {
  recorder recorded;
  const Noise noise = scree::perlin({.seed = 8});
  std::vector<std::vector<float>> expected;
  for (int k = 0; k < 4; ++k) expected.push_back(numbered_fill(noise, k, 1));
  const int levels = omp_get_max_active_levels();
  omp_set_max_active_levels(4);   // OpenMP itself would allow a team within a team
  std::vector<std::vector<float>> is(4);
  std::set<std::thread::id> team;
#pragma omp parallel num_threads(4)
  {
    const auto k = static_cast<std::size_t>(omp_get_thread_num());
#pragma omp critical
    team.insert(std::this_thread::get_id());
    for (int turn = 0; turn < 3; ++turn) {
      recorded.fill(2048, many_samples / (8 * 2048), turn * 4);
      is[k] = numbered_fill(noise, static_cast<int>(k), turn * 4);
    }
  }
  omp_set_max_active_levels(levels);
  CHECK(recorded.take_threads() == team);
  for (std::size_t k = 0; k < 4; ++k) check_same(is[k], expected[k], "fill " + std::to_string(k));
}

TEST_CASE("a team whose threads round otherwise gives the same bytes") {
  // (With GCC's OpenMP; Clang's threads take over the rounding of the one that starts a region.)
  const Noise noise = scree::perlin({.seed = 9, .frequency = 1.0 / 3.0});
  const std::vector<float> expected = numbered_fill(noise, 2, 1);
  for (int turn = 0; turn < 20; ++turn) {   // not every thread gets a part every time
#pragma omp parallel num_threads(4)
    std::fesetround(FE_UPWARD);
    const std::vector<float> is = numbered_fill(noise, 2, 4);
#pragma omp parallel num_threads(4)
    std::fesetround(FE_TONEAREST);
    check_same(is, expected, "turn " + std::to_string(turn));
  }
}

TEST_CASE("outside of one, a large fill does use several threads") {
  recorder recorded;
  std::size_t most = 0;
  for (int turn = 0; turn < 100 && most < 2; ++turn) {
    recorded.fill(2048, many_samples / 2048, 4);
    most = std::max(most, recorded.take_threads().size());
  }
  CHECK(most >= 2);
}

#endif

}  // namespace scree::test
