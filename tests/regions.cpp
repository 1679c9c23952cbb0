// Regions of masks against a naive flood fill, what is left without the small ones, and tunnels between them.
#include "mask_support.hpp"

#include <algorithm>
#include <limits>

namespace scree::test {
namespace {

/// Whether a cell that is (dx, dy, dz) away touches.
bool touches(int dx, int dy, int dz, Connectivity connectivity) {
  const int axes = (dx != 0) + (dy != 0) + (dz != 0);
  return axes == 1 || (axes > 1 && connectivity == Connectivity::all);
}

/// Past the end of all sizes where it would be negative.
cell moved(const cell& from, int dx, int dy, int dz) {
  return {from[0] + static_cast<std::size_t>(dx), from[1] + static_cast<std::size_t>(dy), from[2] + static_cast<std::size_t>(dz)};
}

/// Every cell's region by flooding it from its first cell on, Regions::none for rock; and the cells of each.
struct flood {
  std::vector<std::size_t> label;
  std::vector<std::vector<cell>> regions;

  flood(const Mask& mask, Connectivity connectivity) : label(mask.cells(), Regions::none) {
    for_each_cell(mask.size(), [&](std::size_t x, std::size_t y, std::size_t z) {
      std::vector<cell> found;
      visit(mask, {x, y, z}, found);
      for (std::size_t k = 0; k < found.size(); ++k)
        for (int dz = -1; dz <= 1; ++dz)
          for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx)
              if (touches(dx, dy, dz, connectivity)) visit(mask, moved(found[k], dx, dy, dz), found);
      if (!found.empty()) regions.push_back(found);
    });
  }

 private:
  void visit(const Mask& mask, const cell& c, std::vector<cell>& found) {
    const cell& size = mask.size();
    if (c[0] >= size[0] || c[1] >= size[1] || c[2] >= size[2] || !mask.at(c[0], c[1], c[2])) return;
    std::size_t& its = label[(c[2] * size[1] + c[1]) * size[0] + c[0]];
    if (its != Regions::none) return;
    its = regions.size();
    found.push_back(c);
  }
};

/// work(mask, connectivity) for random masks of many densities and sizes.
template <class Work>
void for_each_random_mask(std::uint64_t seed, Work work) {
  generator random{seed};
  const std::size_t count = scaled(320) / 4;
  for (std::size_t k = 0; k < count; ++k) {
    const int dims = 2 + static_cast<int>(k % 2);
    const cell size{1 + random.below(dims == 2 ? 140 : 70), 1 + random.below(dims == 2 ? 20 : 7), dims == 2 ? 1 : 1 + random.below(6)};
    const Mask mask = random_mask(random, dims, size, random.uniform(0.05, 0.95));
    for (const Connectivity connectivity : {Connectivity::faces, Connectivity::all}) work(mask, connectivity);
  }
}

bool covers(const Mask& large, const Mask& small) {
  bool all = true;
  for (std::size_t z = 0; z < small.size()[2]; ++z)
    for (std::size_t y = 0; y < small.size()[1]; ++y)
      for (std::size_t k = 0; k < small.words_per_row(); ++k) all = all && (small.row(y, z)[k] & ~large.row(y, z)[k]) == 0;
  return all;
}

TEST_CASE("regions are those of a flood fill, numbered by their first cells") {
  for_each_random_mask(1, [](const Mask& mask, Connectivity connectivity) {
    const Regions regions = find_regions(mask, connectivity);
    const flood expected(mask, connectivity);
    REQUIRE(regions.count() == expected.regions.size());
    std::vector<std::uint32_t> labels(mask.cells());
    regions.labels(labels);
    std::size_t k = 0;
    for (std::size_t z = 0; z < mask.size()[2]; ++z)
      for (std::size_t y = 0; y < mask.size()[1]; ++y)
        for (std::size_t x = 0; x < mask.size()[0]; ++x, ++k) {
          REQUIRE(regions.at(x, y, z) == expected.label[k]);
          REQUIRE(labels[k] == static_cast<std::uint32_t>(expected.label[k] + 1));
        }
  });
}

TEST_CASE("regions know their size, first cell, box, and whether they reach the border") {
  for_each_random_mask(2, [](const Mask& mask, Connectivity connectivity) {
    const Regions regions = find_regions(mask, connectivity);
    const flood expected(mask, connectivity);
    std::size_t most = 0;
    for (std::size_t k = 0; k < regions.count(); ++k) {
      const std::vector<cell>& cells = expected.regions[k];
      REQUIRE(regions[k].cells == cells.size());
      REQUIRE(regions[k].first == cells.front());
      bool border = false;
      for (int axis = 0; axis < 3; ++axis) {
        const auto ends = std::minmax_element(cells.begin(), cells.end(), [=](const cell& a, const cell& b) { return a[axis] < b[axis]; });
        const std::size_t from = (*ends.first)[axis], to = (*ends.second)[axis] + 1;
        REQUIRE(regions[k].from[axis] == from);
        REQUIRE(regions[k].to[axis] == to);
        border = border || (axis < mask.dims() && (from == 0 || to == mask.size()[axis]));
      }
      REQUIRE(regions[k].at_border == border);
      if (cells.size() > expected.regions[most].size()) most = k;
    }
    REQUIRE(regions.largest() == (regions.count() ? most : Regions::none));
  });
}

TEST_CASE("runs are all the air of a row") {
  for_each_random_mask(3, [](const Mask& mask, Connectivity connectivity) {
    const Regions regions = find_regions(mask, connectivity);
    Mask back = mask_of(mask.dims(), mask.size());
    for (std::size_t z = 0; z < mask.size()[2]; ++z)
      for (std::size_t y = 0; y < mask.size()[1]; ++y)
        for (const Regions::Run& run : regions.runs(y, z)) {
          REQUIRE(run.from < run.to);
          REQUIRE((run.from == 0 || !mask.at(run.from - 1, y, z)));
          REQUIRE((run.to == mask.size()[0] || !mask.at(run.to, y, z)));
          for (std::size_t x = run.from; x < run.to; ++x) back.set(x, y, z, true);
        }
    REQUIRE(back == mask);
    REQUIRE(regions.only(std::vector<std::uint8_t>(regions.count(), 1)) == mask);
  });
}

TEST_CASE("without the small regions the others stay as they were") {
  for_each_random_mask(4, [](const Mask& mask, Connectivity connectivity) {
    const flood expected(mask, connectivity);
    for (const std::size_t least : {0, 2, 5, 30, 100000}) {
      Mask kept = mask_of(mask.dims(), mask.size());
      for (const auto& cells : expected.regions)
        if (cells.size() >= least)
          for (const cell& c : cells) kept.set(c[0], c[1], c[2], true);
      const Mask rest = without_small(mask, least, connectivity);
      REQUIRE(rest == kept);
      REQUIRE(without_small_rock(mask.inverted(), least, connectivity) == kept.inverted());
      for (const Region& region : find_regions(rest, connectivity).list()) REQUIRE(region.cells >= least);
    }
  });
}

TEST_CASE("tunnels make one region, and leave all air air") {
  generator random{5};
  for_each_random_mask(6, [&](const Mask& mask, Connectivity connectivity) {
    const int radius = static_cast<int>(random.below(4)), hardness = 1 + static_cast<int>(random.below(16));
    const ConnectOptions options{.radius = radius, .seed = random.bits(), .hardness = hardness, .connectivity = connectivity};
    const std::size_t before = find_regions(mask, connectivity).count();
    const Mask connected = connect(mask, options);
    REQUIRE(find_regions(connected, connectivity).count() == std::min<std::size_t>(before, 1));
    REQUIRE(covers(connected, mask));
    REQUIRE(connect(mask, options) == connected);
    if (before < 2) REQUIRE(connected == mask);
    else REQUIRE(connected != mask);
  });
}

TEST_CASE("tunnels of caves make one region of them") {
  const Noise field = white({.seed = 21});
  const Mask flat = caves(field, Grid2{.size = {300, 200}}, {.edge = 0.05f}), deep = caves(field, Grid3{.size = {60, 50, 40}}, {.edge = 0.06f});
  for (const Mask& cave : {flat, deep}) {
    const Mask rooms = without_small(cave, 20);
    REQUIRE(find_regions(rooms).count() > 5);
    const Mask connected = connect(rooms);
    CHECK(find_regions(connected).count() == 1);
    CHECK(covers(connected, rooms));
    CHECK(connected.air_share() < rooms.air_share() + 0.15);
    CHECK(connect(rooms, {.seed = 1}) != connected);
  }
}

std::uint64_t hash_of(const Mask& mask) {
  std::uint64_t hash = 0;
  for (std::size_t z = 0; z < mask.size()[2]; ++z)
    for (std::size_t y = 0; y < mask.size()[1]; ++y)
      for (const std::uint64_t bits : mask.row(y, z)) hash = generator{hash ^ bits}.bits();
  return hash;
}

TEST_CASE("caves and tunnels are the same cells on every machine, and in every version") {
  const Noise field = white({.seed = 22});
  const Mask flat = caves(field, Grid2{.size = {300, 200}}), deep = caves(field, Grid3{.size = {60, 50, 40}}, {.edge = 0.05f});
  CHECK(hash_of(flat) == 18382150499032778459u);
  CHECK(hash_of(deep) == 7742453809569574385u);
  CHECK(hash_of(connect(flat)) == 18204333321140386223u);
  CHECK(hash_of(connect(without_small(deep, 9), {.radius = 0, .seed = 3, .hardness = 1})) == 3303140653341321205u);
}

/// The cells of rock of the cheapest tree that connects single cells of air, where every cell of rock costs 1 (R. Prim, 1957).
std::size_t tree_of(const std::vector<cell>& rooms) {
  const auto between = [](const cell& a, const cell& b) {
    std::size_t steps = 0;
    for (int axis = 0; axis < 3; ++axis) steps += a[axis] > b[axis] ? a[axis] - b[axis] : b[axis] - a[axis];
    return steps - 1;
  };
  std::vector<std::size_t> distance(rooms.size(), std::numeric_limits<std::size_t>::max());
  std::vector<bool> in(rooms.size());
  std::size_t sum = 0;
  for (std::size_t next = 0, joined = 1; joined <= rooms.size(); ++joined) {
    in[next] = true;
    for (std::size_t k = 0; k < rooms.size(); ++k)
      if (!in[k]) distance[k] = std::min(distance[k], between(rooms[next], rooms[k]));
    if (joined == rooms.size()) break;
    next = rooms.size();
    for (std::size_t k = 0; k < rooms.size(); ++k)
      if (!in[k] && (next == rooms.size() || distance[k] < distance[next])) next = k;
    sum += distance[next];
  }
  return sum;
}

TEST_CASE("tunnels through rock of one hardness are no longer than a minimum spanning tree") {
  generator random{7};
  const std::size_t count = scaled(320) / 8;
  for (std::size_t k = 0; k < count; ++k) {
    const bool flat = k % 2 == 0;
    const cell size{5 + random.below(150), 3 + random.below(flat ? 60 : 10), flat ? 1 : 2 + random.below(9)};
    Mask mask = mask_of(flat ? 2 : 3, size);
    std::vector<cell> rooms;
    const unsigned most = 2 + random.below(9);
    for (unsigned room = 0; room < most; ++room) {
      cell place;
      for (int axis = 0; axis < 3; ++axis) place[axis] = random.below(static_cast<unsigned>(size[axis]));
      mask.set(place[0], place[1], place[2], true);
    }
    for (const Region& region : find_regions(mask).list())
      if (region.cells == 1) rooms.push_back(region.first);
    if (rooms.size() != mask.count()) continue;   // two rooms are one
    const Mask connected = connect(mask, {.radius = 0, .seed = k, .hardness = 1});
    REQUIRE(find_regions(connected).count() == 1);
    const std::size_t dug = connected.count() - mask.count(), least = tree_of(rooms);
    REQUIRE(dug <= least);
    if (rooms.size() == 2) REQUIRE(dug == least);
  }
}

TEST_CASE("a tunnel is as wide as its radius says, and stays inside") {
  for (const bool flat : {true, false})
    for (const int radius : {0, 1, 2, 3, 7}) {
      const cell size{170, 13, flat ? std::size_t{1} : std::size_t{11}};
      const std::size_t z = flat ? 0 : 8, y = 3;
      Mask mask = mask_of(flat ? 2 : 3, size);
      mask.set(20, y, z, true);
      mask.set(145, y, z, true);
      const Mask connected = connect(mask, {.radius = radius, .hardness = 1});
      for (std::size_t k = 0; k < size[2]; ++k)
        for (std::size_t j = 0; j < size[1]; ++j)
          for (std::size_t i = 0; i < size[0]; ++i) {
            const int dx = i < 20 ? 20 - static_cast<int>(i) : i > 145 ? static_cast<int>(i) - 145 : 0;
            const int dy = static_cast<int>(j) - static_cast<int>(y), dz = static_cast<int>(k) - static_cast<int>(z);
            REQUIRE(connected.at(i, j, k) == (4 * (dx * dx + dy * dy + dz * dz) < (2 * radius + 1) * (2 * radius + 1)));
          }
    }
}

TEST_CASE("soft rock makes tunnels wind, the seed says which way") {
  Mask mask(300, 100);
  mask.set(10, 50, true);
  mask.set(290, 50, true);
  const Mask straight = connect(mask, {.radius = 0, .hardness = 1}), winding = connect(mask, {.radius = 0, .seed = 1});
  const Mask other = connect(mask, {.radius = 0, .seed = 2});
  CHECK(straight.count() == 281);
  CHECK(winding.count() > 300);
  CHECK(winding.count() < 500);
  CHECK(other != winding);
}

TEST_CASE("masks without cells or without air have no regions, and stay so") {
  constexpr std::size_t huge = std::size_t{1} << 40;
  for (const Mask& mask : {Mask(), Mask(0, 5), Mask(5, 0, 3), Mask(70, 4), Mask(huge, 0), Mask(0, huge, huge)}) {
    const Regions regions = find_regions(mask);
    CHECK(regions.count() == 0);
    CHECK(regions.largest() == Regions::none);
    CHECK(regions.runs(0).empty());
    std::vector<std::uint32_t> labels(mask.cells(), 7);
    regions.labels(labels);
    CHECK(std::count(labels.begin(), labels.end(), 0u) == static_cast<std::ptrdiff_t>(mask.cells()));
    CHECK(regions.only({}) == mask);
    CHECK(without_small(mask, 3) == mask);
    CHECK(connect(mask) == mask);
  }
}

TEST_CASE("regions and tunnels say what is wrong") {
  Mask mask(3, 4);
  mask.set(1, 1, true);
  const Regions regions = find_regions(mask);
  CHECK(message_of([&] { regions.at(3, 0); }) == "regions: cell 3, 0, 0 is outside of 3 x 4 x 1");
  CHECK(message_of([&] { regions.at(0, 0, 1); }) == "regions: cell 0, 0, 1 is outside of 3 x 4 x 1");
  std::vector<std::uint32_t> labels(11);
  CHECK(message_of([&] { regions.labels(labels); }) == "regions: out has 11 elements, but the cells need 12");
  CHECK(message_of([&] { regions.only({}); }) == "regions: keep has 0 elements, but must have one for each of 1 regions");
  CHECK(message_of([&] { find_regions(mask, static_cast<Connectivity>(2)); }) == "regions: connectivity is 2, but must be faces or all");
  CHECK(message_of([&] { connect(mask, {.radius = 256}); }) == "connect: radius is 256, but must be 0 to 255");
  CHECK(message_of([&] { connect(mask, {.radius = -1}); }) == "connect: radius is -1, but must be 0 to 255");
  CHECK(message_of([&] { connect(mask, {.hardness = 0}); }) == "connect: hardness is 0, but must be 1 to 16");
  CHECK(message_of([&] { connect(mask, {.hardness = 17}); }) == "connect: hardness is 17, but must be 1 to 16");
}

TEST_SUITE("slow") {
  TEST_CASE("a region of more than 2^32 cells is counted") {
    constexpr std::size_t edge = 65600;
    const Regions regions = find_regions(Mask(edge, edge).inverted());
    REQUIRE(regions.count() == 1);
    CHECK(regions[0].cells == edge * edge);
    CHECK(regions.at(edge - 1, edge - 1) == 0);
  }
}

}  // namespace
}  // namespace scree::test
