// Masks by threshold, their smoothing against counting cell by cell, and chunks of caves that meet.
#include "mask_support.hpp"

#include "terrain/caves.hpp"

#include <algorithm>
#include <limits>

namespace scree::test {
namespace {

/// One step, cell by cell.
Mask naive_step(const Mask& mask, int birth, int survival, Outside outside) {
  const auto rock = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    const auto w = static_cast<std::int64_t>(mask.size()[0]), h = static_cast<std::int64_t>(mask.size()[1]), d = static_cast<std::int64_t>(mask.size()[2]);
    if (outside == Outside::wrap) x = (x + w) % w, y = (y + h) % h, z = (z + d) % d;
    if (x < 0 || y < 0 || z < 0 || x >= w || y >= h || z >= d) return outside == Outside::rock;
    return !mask.at(static_cast<std::size_t>(x), static_cast<std::size_t>(y), static_cast<std::size_t>(z));
  };
  Mask next = mask;
  for_each_cell(mask.size(), [&](std::size_t x, std::size_t y, std::size_t z) {
    int around = 0;
    const int reach_z = mask.dims() == 3;
    for (int dz = -reach_z; dz <= reach_z; ++dz)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          if (dx != 0 || dy != 0 || dz != 0)
            around += rock(static_cast<std::int64_t>(x) + dx, static_cast<std::int64_t>(y) + dy, static_cast<std::int64_t>(z) + dz);
    next.set(x, y, z, around < (mask.at(x, y, z) ? birth : survival));
  });
  return next;
}

template <int N>
Mask all_threshold(const Noise& field, const Grid<N>& grid, float edge) {
  cell size{1, 1, 1};
  std::copy(grid.size.begin(), grid.size.end(), size.begin());
  std::vector<float> values(size[0] * size[1] * size[2]);
  field.fill(grid, std::span<float>(values));
  Mask mask = mask_of(N, size);
  std::size_t k = 0;
  for_each_cell(size, [&](std::size_t x, std::size_t y, std::size_t z) { mask.set(x, y, z, values[k++] >= edge); });
  return mask;
}

TEST_CASE("a threshold makes air of what is at the edge and above") {
  const Noise field = perlin({.seed = 5, .frequency = 0.1});
  for (const float edge : {-0.3f, 0.0f, -0.0f, 0.2f}) {
    for (const mask_shape& shape : mask_shapes()) {
    const int dims = shape.dims;
    const cell& size = shape.size;
      if (dims == 2) {
        const Grid2 grid{.origin = {-31, 7}, .size = {size[0], size[1]}, .pitch = {1}};
        Grid2 dense = grid;
        dense.pitch = {};
        REQUIRE(threshold_mask(field, grid, edge) == all_threshold(field, dense, edge));
      } else {
        const Grid3 grid{.origin = {-31, 7, 100}, .size = size};
        REQUIRE(threshold_mask(field, grid, edge) == all_threshold(field, grid, edge));
      }
    }
  }
}

TEST_CASE("a threshold orders all numbers, and NaN is rock") {
  const float infinity = std::numeric_limits<float>::infinity(), tiny = 1e-40f;
  const Grid2 grid{.size = {70, 1}};
  const auto is_air = [&](float value, float edge) { return threshold_mask(constant(value), grid, edge).count() == 70; };
  const float numbers[] = {-infinity, -2.0f, -1.0f, -tiny, -0.0f, 0.0f, tiny, 2 * tiny, 1.0f, 1.5f, infinity};
  for (const float value : numbers)
    for (const float edge : numbers)
      if (std::isfinite(value)) CHECK(is_air(value, edge) == (value >= edge));
  const Noise field = perlin();
  const Grid2 far{.origin = {1, 1}, .size = {3, 1}, .spacing = {1e308, 1}};   // the second and third coordinate are infinite
  CHECK(threshold_mask(field, far, -infinity).count() == 1);
}

TEST_CASE("masks larger than a block of samples are as those of one block") {
  const Noise field = white({.seed = 4});
  const Grid2 wide{.size = {(std::size_t{1} << 20) + 65, 2}}, tall{.size = {700, 1600}};
  const Grid3 deep{.size = {130, 90, 100}};
  CHECK(threshold_mask(field, wide, 0.1f) == all_threshold(field, wide, 0.1f));
  CHECK(threshold_mask(field, tall, 0.1f, {.threads = 1}) == all_threshold(field, tall, 0.1f));
  CHECK(threshold_mask(field, deep, 0.1f) == all_threshold(field, deep, 0.1f));
}

TEST_CASE("smoothing is what counting around every cell gives") {
  generator random{6};
  const std::size_t rules = std::max<std::size_t>(2, scaled(192) / 64);
  for (const mask_shape& shape : mask_shapes())
    for (const Outside outside : {Outside::rock, Outside::air, Outside::wrap})
      for (std::size_t k = 0; k < rules; ++k) {
        const int dims = shape.dims;
        const cell& size = shape.size;
        const unsigned limits = dims == 2 ? 10 : 28;
        const int birth = static_cast<int>(random.below(limits)), survival = static_cast<int>(random.below(limits));
        const Mask mask = random_mask(random, dims, size, random.uniform(0.2, 0.8));
        INFO(dims, "D, ", size[0], " x ", size[1], " x ", size[2], ", birth ", birth, ", survival ", survival, ", outside ", static_cast<int>(outside));
        const Mask once = naive_step(mask, birth, survival, outside);
        REQUIRE(smooth(mask, {birth, survival, 1, outside}) == once);
        REQUIRE(smooth(mask, {birth, survival, 2, outside}) == naive_step(once, birth, survival, outside));
        REQUIRE(smooth(mask, {birth, survival, 0, outside}) == mask);
      }
}

TEST_CASE("smoothing of many rows is what counting gives") {
  generator random{7};
  for (const mask_shape& shape : {mask_shape{2, {70, 301, 1}}, {2, {1000, 40, 1}}, {3, {20, 300, 3}}})
    for (const Outside outside : {Outside::rock, Outside::air, Outside::wrap}) {
      const Mask mask = random_mask(random, shape.dims, shape.size, 0.55);
      const bool flat = shape.dims == 2;
      CHECK(smooth(mask, {.steps = 1, .outside = outside}) == naive_step(mask, flat ? 5 : 14, flat ? 4 : 13, outside));
    }
}

/// Any chunk of a grid, and another beside it or over a part of it.
template <int N>
std::array<Grid<N>, 2> chunk_pair(generator& random, const Grid<N>& whole) {
  std::array<Grid<N>, 2> pair{whole, whole};
  for (Grid<N>& chunk : pair)
    for (int axis = 0; axis < N; ++axis) {
      chunk.size[axis] = 1 + random.below(static_cast<unsigned>(whole.size[axis]) / 2);
      chunk.origin[axis] += random.below(static_cast<unsigned>(whole.size[axis] - chunk.size[axis]) + 1);
    }
  const int side = static_cast<int>(random.below(N + 1));
  if (side == N) return pair;
  for (int axis = 0; axis < N; ++axis) {
    const bool beside = axis == side;   // the second begins where the first ends
    pair[0].origin[axis] = whole.origin[axis] + (beside ? 0 : random.below(static_cast<unsigned>(whole.size[axis] - pair[0].size[axis]) + 1));
    pair[1].origin[axis] = beside ? pair[0].origin[axis] + static_cast<std::int64_t>(pair[0].size[axis]) : pair[0].origin[axis];
    if (!beside) pair[1].size[axis] = pair[0].size[axis];
  }
  return pair;
}

template <int N>
cell offset_in(const Grid<N>& outer, const std::array<std::int64_t, N>& origin) {
  cell offset{};
  for (int axis = 0; axis < N; ++axis) offset[axis] = static_cast<std::size_t>(origin[axis] - outer.origin[axis]);
  return offset;
}

/// The cells that both chunks have, from each of them.
template <int N>
bool agree(const std::array<Grid<N>, 2>& chunk, const std::array<Mask, 2>& mask) {
  std::array<std::int64_t, N> from{};
  cell size{1, 1, 1};
  for (int axis = 0; axis < N; ++axis) {
    from[axis] = std::max(chunk[0].origin[axis], chunk[1].origin[axis]);
    const auto end_of = [=](const Grid<N>& grid) { return grid.origin[axis] + static_cast<std::int64_t>(grid.size[axis]); };
    const std::int64_t end = std::min(end_of(chunk[0]), end_of(chunk[1]));
    if (end <= from[axis]) return true;
    size[axis] = static_cast<std::size_t>(end - from[axis]);
  }
  return mask[0].part(offset_in<N>(chunk[0], from), size) == mask[1].part(offset_in<N>(chunk[1], from), size);
}

template <int N>
void check_pairs(std::uint64_t seed, std::size_t pairs, const Noise& field, const Grid<N>& whole, const CaveOptions& options) {
  generator random{seed};
  const Mask expected = caves(field, whole, options);
  REQUIRE(expected.air_share() > 0.1);
  REQUIRE(expected.air_share() < 0.9);
  for (std::size_t k = 0; k < pairs; ++k) {
    const auto chunk = chunk_pair(random, whole);
    const std::array<Mask, 2> mask{caves(field, chunk[0], options), caves(field, chunk[1], options)};
    REQUIRE(agree<N>(chunk, mask));
    for (int which = 0; which < 2; ++which) REQUIRE(mask[which] == expected.part(offset_in<N>(whole, chunk[which].origin), mask[which].size()));
  }
}

TEST_CASE("chunks of caves equal one another where they overlap, and the whole: 1000 pairs") {
  const Noise grains = white({.seed = 8}), hills = fbm(simplex({.seed = 9, .frequency = 0.06}), {.octaves = 3});
  const std::size_t pairs = scaled(1000) / 5;
  check_pairs<2>(1, pairs, grains, {.origin = {-100, -70}, .size = {200, 150}}, {});
  check_pairs<2>(2, pairs, hills, {.origin = {1000000000000, -5}, .size = {150, 160}, .spacing = {0.5, 2}},
                 {.edge = 0, .birth = 4, .survival = 5, .steps = 7, .threads = 1});
  check_pairs<2>(3, pairs, grains, {.size = {140, 90}}, {.edge = 0.2f, .steps = 1});
  check_pairs<3>(4, pairs, grains, {.origin = {-20, 5, 1 << 30}, .size = {70, 30, 24}}, {.edge = 0, .steps = 3});
  check_pairs<3>(5, pairs, hills, {.origin = {0, -9, 0}, .size = {40, 40, 30}}, {.birth = 15, .survival = 11, .steps = 2});
}

TEST_CASE("caves are the threshold of what lies around the grid too, smoothed and cut") {
  const Noise field = white({.seed = 11});
  const Grid2 grid{.origin = {7, -3}, .size = {67, 40}}, grown{.origin = {3, -7}, .size = {75, 48}};
  Mask flat = threshold_mask(field, grown, 0.05f);
  for (int step = 0; step < 4; ++step) flat = naive_step(flat, 5, 4, Outside::air);
  CHECK(caves(field, grid, {.edge = 0.05f, .steps = 4}) == flat.part({4, 4, 0}, {67, 40, 1}));
  CHECK(caves(field, grid, {.edge = 0.05f, .steps = 0}) == threshold_mask(field, grid, 0.05f));

  const Grid3 deep{.origin = {0, 1, 2}, .size = {30, 9, 8}}, deep_grown{.origin = {-2, -1, 0}, .size = {34, 13, 12}};
  Mask cave = threshold_mask(field, deep_grown, 0.0f);
  for (int step = 0; step < 2; ++step) cave = naive_step(cave, 14, 13, Outside::air);
  CHECK(caves(field, deep, {.edge = 0, .steps = 2}) == cave.part({2, 2, 2}, {30, 9, 8}));
}

TEST_CASE("caves in many bands are caves in one") {
  const Noise field = white({.seed = 12});
  const Grid2 flat{.origin = {0, 5}, .size = {90, 300}};
  const Grid3 deep{.origin = {0, 5, -1}, .size = {40, 12, 70}};
  for (const std::size_t band : {std::size_t{1}, std::size_t{5000}, std::size_t{100000}})
    for (const int steps : {0, 1, 4}) {
      CHECK(terrain::caves_in_bands(field, flat, {.steps = steps}, band) == caves(field, flat, {.steps = steps}));
      CHECK(terrain::caves_in_bands(field, deep, {.edge = 0, .steps = steps}, band) == caves(field, deep, {.edge = 0, .steps = steps}));
    }
}

TEST_CASE("caves with the options left out are part cave, part rock") {
  for (const Noise& field : {white({.seed = 1}), fbm(simplex({.seed = 1, .frequency = 0.05})), fbm(perlin({.seed = 1, .frequency = 0.05}))}) {
    const double flat = caves(field, Grid2{.size = {256, 256}}).air_share(), deep = caves(field, Grid3{.size = {64, 64, 64}}).air_share();
    CHECK(flat > 0.4);
    CHECK(flat < 0.7);
    CHECK(deep > 0.4);
    CHECK(deep < 0.8);
  }
}

TEST_CASE("caves reach to the ends of the 64-bit integers, and say where they end") {
  const Noise field = white({.seed = 13});
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min(), most = std::numeric_limits<std::int64_t>::max();
  CHECK(caves(field, Grid2{.origin = {least + 5, most - 14}, .size = {10, 10}}).cells() == 100);
  CHECK(threshold_mask(field, Grid2{.origin = {least, most - 9}, .size = {10, 10}}).cells() == 100);
  CHECK(caves(field, Grid3{.origin = {0, 0, most - 9}, .size = {4, 4, 10}}, {.steps = 0}).cells() == 160);
  CHECK(message_of([&] { caves(field, Grid2{.origin = {0, least + 4}, .size = {10, 10}}); }) ==
        "caves: origin and size along y are -9223372036854775804 and 10, with 5 cells around them past the 64-bit integers");
  CHECK(message_of([&] { caves(field, Grid2{.origin = {most - 13, 0}, .size = {10, 10}}); }).find("caves: origin and size along x") == 0);
  CHECK(message_of([&] { caves(field, Grid2{.origin = {5, 0}, .size = {std::numeric_limits<std::size_t>::max() - 2, 1}}); }).find("caves: origin") == 0);
  CHECK(message_of([&] { threshold_mask(field, Grid3{.origin = {0, 0, most}, .size = {1, 1, 2}}); }).find("threshold_mask: origin and size along z") == 0);
}

TEST_CASE("caves of no cells have none, and say what is wrong all the same") {
  const Noise field = white();
  CHECK(caves(field, Grid2{.size = {0, 5}}) == Mask(0, 5));
  CHECK(caves(field, Grid3{.size = {3, 5, 0}}) == Mask(3, 5, 0));
  for (const std::size_t height : {0, 5}) {
    const Grid2 grid{.size = {5, height}};
    CHECK(message_of([&] { caves(field, grid, {.steps = -1}); }) == "caves: steps is -1, but must be 0 or more");
    CHECK(message_of([&] { caves(field, grid, {.birth = 10}); }) == "caves: birth is 10, but must be 0 to 9");
    CHECK(message_of([&] { caves(field, grid, {.survival = -1}); }) == "caves: survival is -1, but must be 0 to 9");
    CHECK(message_of([&] { caves(field, grid, {.edge = std::numeric_limits<float>::quiet_NaN()}); }) == "caves: edge is NaN, but must be a number");
    CHECK(message_of([&] { caves(field, grid, {.threads = -1}); }).find("threads is -1") != std::string::npos);
    CHECK(message_of([&] { caves(field, Grid2{.size = {5, height}, .spacing = {1, 0}}); }).find("spacing along y is 0") != std::string::npos);
    CHECK(message_of([&] { threshold_mask(coordinate_z(), grid); }) != "(no Error)");
    CHECK(message_of([&] { smooth(Mask(5, height, 1), {.birth = 28}); }) == "smooth: birth is 28, but must be 0 to 27");
    CHECK(message_of([&] { smooth(Mask(5, height), {.steps = -3}); }) == "smooth: steps is -3, but must be 0 or more");
    CHECK(message_of([&] { smooth(Mask(5, height), {.outside = static_cast<Outside>(3)}); }) == "smooth: outside is 3, but must be rock, air or wrap");
  }
}

TEST_SUITE("slow") {
  TEST_CASE("caves of more than 2^32 cells are those of chunks") {
    const Noise field = white({.seed = 14});
    constexpr std::size_t edge = 65600;
    const Mask whole = caves(field, Grid2{.size = {edge, edge}});
    generator random{15};
    for (int k = 0; k < 1000; ++k) {
      const cell first{random.below(edge - 64), k == 0 ? edge - 64 : random.below(edge - 64), 0};
      const Grid2 chunk{.origin = {static_cast<std::int64_t>(first[0]), static_cast<std::int64_t>(first[1])}, .size = {64, 64}};
      REQUIRE(caves(field, chunk) == whole.part(first, {64, 64, 1}));
    }
  }
}

}  // namespace
}  // namespace scree::test
