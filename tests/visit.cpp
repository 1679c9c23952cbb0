// Noise::visit: every sample once, with the values that fill gives, whatever the threads.
#include "support.hpp"

#include <atomic>
#include <limits>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

namespace scree::test {
namespace {

constexpr FillOptions both[] = {{.threads = 1}, {.threads = 4}};

Noise some_field() { return Noise::parse("let h = fbm(simplex(seed=3, frequency=0.02), octaves=3); h * abs(h) + 0.1 * worley(frequency=0.03)"); }

struct collected {
  std::vector<float> value, dx, dy;
  std::vector<int> times;
  bool in_bounds = true;
};

collected visited(const Noise& noise, const Grid2& grid, bool derivatives, const FillOptions& options) {
  const std::size_t count = grid.size[0] * grid.size[1];
  collected all{std::vector<float>(count), std::vector<float>(count), std::vector<float>(count), std::vector<int>(count), true};
  std::mutex one_at_a_time;
  noise.visit(grid, [&](const Tile2& tile) {
    const std::lock_guard lock(one_at_a_time);
    const std::size_t samples = tile.size[0] * tile.size[1];
    all.in_bounds = all.in_bounds && samples <= Tile2::most_samples && tile.size[0] <= 1024 && tile.values.size() == samples &&
                    tile.dx.size() == (derivatives ? samples : 0) && tile.dy.size() == (derivatives ? samples : 0);
    for (std::size_t k = 0; k < samples; ++k) {
      const std::size_t i = tile.place[0] + k % tile.size[0], j = tile.place[1] + k / tile.size[0];
      REQUIRE((i < grid.size[0] && j < grid.size[1]));
      const std::size_t at = i + j * grid.size[0];
      ++all.times[at];
      all.value[at] = tile.values[k];
      if (derivatives) all.dx[at] = tile.dx[k], all.dy[at] = tile.dy[k];
    }
  }, derivatives, options);
  return all;
}

TEST_CASE("A visit shows every sample of a grid once, with the bits of fill") {
  const Noise noise = some_field();
  for (const auto& size : std::vector<std::array<std::size_t, 2>>{{1, 1}, {1, 5000}, {5000, 1}, {1025, 70}, {63, 801}, {300, 300}}) {
    const Grid2 grid{.origin = {-37, 1000000007}, .size = size, .spacing = {0.7, 1.3}, .offset = {0.25, -3}};
    CAPTURE(size[0]);
    const std::size_t count = size[0] * size[1];
    std::vector<float> value(count), plain(count), dx(count), dy(count);
    noise.fill(grid, std::span(plain));
    noise.fill(grid, std::span(value), Gradient2{{dx, dy}});
    for (const FillOptions& options : both) {
      const collected without = visited(noise, grid, false, options), with = visited(noise, grid, true, options);
      CHECK(without.in_bounds);
      CHECK(with.in_bounds);
      CHECK(without.times == std::vector<int>(count, 1));
      CHECK(with.times == std::vector<int>(count, 1));
      CHECK(without.value == plain);
      CHECK(with.value == value);
      CHECK(with.dx == dx);
      CHECK(with.dy == dy);
    }
  }
}

TEST_CASE("An empty grid is visited without a call, and a pitch means nothing") {
  const Noise noise = some_field();
  int calls = 0;
  noise.visit(Grid2{.size = {0, 10}}, [&](const Tile2&) { ++calls; });
  noise.visit(Grid2{.size = {10, 0}}, [&](const Tile2&) { ++calls; });
  CHECK(calls == 0);
  noise.visit(Grid2{.size = {10, 10}, .pitch = {3}}, [&](const Tile2& tile) { calls += static_cast<int>(tile.values.size()); }, false, {.threads = 1});
  CHECK(calls == 100);
}

TEST_CASE("With one thread, the function runs on the caller's") {
  std::set<std::thread::id> seen;
  some_field().visit(Grid2{.size = {700, 700}}, [&](const Tile2&) { seen.insert(std::this_thread::get_id()); }, true, {.threads = 1});
  CHECK(seen == std::set{std::this_thread::get_id()});
}

TEST_CASE("A visiting function may visit and fill") {
  const Noise noise = some_field(), other = perlin({.seed = 2, .frequency = 0.05});
  const Grid2 grid{.origin = {5, 7}, .size = {300, 280}};
  std::vector<float> expected(300 * 280), value(300 * 280), sum(300 * 280);
  (noise + other).fill(grid, std::span(expected));
  noise.visit(grid, [&](const Tile2& tile) {
    const Grid2 here{.origin = {5 + static_cast<std::int64_t>(tile.place[0]), 7 + static_cast<std::int64_t>(tile.place[1])}, .size = tile.size};
    other.visit(here, [&](const Tile2& inner) {
      for (std::size_t k = 0; k < inner.values.size(); ++k) {
        const std::size_t i = inner.place[0] + k % inner.size[0], j = inner.place[1] + k / inner.size[0];
        sum[tile.place[0] + i + (tile.place[1] + j) * 300] = tile.values[i + j * tile.size[0]] + inner.values[k];
      }
    });
  });
  CHECK(sum == expected);
}

TEST_CASE("What the function throws comes out, and ends the visit") {
  for (const FillOptions& options : both) {
    std::atomic<int> calls{0};
    CHECK_THROWS_WITH_AS(some_field().visit(Grid2{.size = {4000, 1000}}, [&](const Tile2&) {
      ++calls;
      throw std::runtime_error("enough");
    }, false, options), "enough", std::runtime_error);
    CHECK(calls <= 4);   // one a thread
  }
}

TEST_CASE("A visit refuses what fill refuses, before the first call") {
  const Noise noise = some_field();
  int calls = 0;
  const auto count = [&](const Tile2&) { ++calls; };
  CHECK_THROWS_AS(noise.visit(Grid2{.size = {4, 4}, .spacing = {0, 1}}, count), Error);
  CHECK_THROWS_AS(noise.visit(Grid2{.size = {4, 4}, .offset = {0, std::numeric_limits<double>::infinity()}}, count), Error);
  CHECK_THROWS_AS(noise.visit(Grid2{.origin = {std::numeric_limits<std::int64_t>::max(), 0}, .size = {2, 1}}, count), Error);
  CHECK_THROWS_AS(noise.visit(Grid2{.size = {4, 4}}, count, false, {.threads = -1}), Error);
  CHECK_THROWS_AS(coordinate_z().visit(Grid2{.size = {4, 4}}, count), Error);
  CHECK(calls == 0);
}

}  // namespace
}  // namespace scree::test
