// Scattered points: the same from every region, at their distance, as many as the field says, and no pattern of squares in them.
#include "support.hpp"
#include "terrain/hash.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

namespace scree::test {
namespace {

using points = std::vector<ScatterPoint>;
constexpr ScatterKind kinds[] = {ScatterKind::jittered, ScatterKind::poisson};

std::vector<std::tuple<double, double, std::uint64_t, float>> bits_of(const points& list) {
  std::vector<std::tuple<double, double, std::uint64_t, float>> all;
  for (const ScatterPoint& p : list) all.emplace_back(p.x, p.y, p.id, p.density);
  return all;
}
points within(const points& list, const Rectangle& region) {
  points inside;
  std::copy_if(list.begin(), list.end(), std::back_inserter(inside), [&](const ScatterPoint& p) { return region.contains(p.x, p.y); });
  return inside;
}
bool equal(const points& a, const points& b) { return bits_of(a) == bits_of(b); }

bool keeps_distance(const points& list, double spacing) {
  for (std::size_t a = 0; a < list.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const double dx = list[a].x - list[b].x, dy = list[a].y - list[b].y;
      if (!(dx * dx + dy * dy >= spacing * spacing)) return false;
    }
  return true;
}

/// A square of the plane, as many spacings wide, from near the origin to as far as is allowed.
Rectangle somewhere(generator& random, double spacing, double width) {
  constexpr double far[] = {1.0, 1e3, 1e9, 1e12, 0x1p49};
  const double reach = far[random.below(5)] * spacing;
  const double x = random.uniform(-reach, reach), y = random.uniform(-reach, reach);
  return {x, y, x + width * spacing, y + width * spacing};
}

Noise forest(double spacing) { return 0.6f + fbm(simplex({.seed = 5, .frequency = 0.05 / spacing}), {.octaves = 2}); }

TEST_CASE("chunks that meet find the points of the whole, to the bit and in its order, 1000 random pairs") {
  generator random{1};
  std::size_t found = 0;
  for (std::size_t pair = 0; pair < scaled(1000); ++pair) {
    const double spacing = random.uniform(0.1, 30), size = spacing * random.uniform(1, 8);
    const ScatterOptions options{.kind = kinds[pair % 2], .spacing = spacing, .seed = random.bits(), .jitter = random.uniform(0, 1)};
    constexpr std::int64_t reaches[] = {3, 1000, std::int64_t{1} << 30, std::int64_t{1} << 46};
    const std::int64_t reach = reaches[random.below(4)];
    const auto place = [&] { return static_cast<std::int64_t>(random.uniform(-1, 1) * static_cast<double>(reach)); };
    const std::int64_t i = place(), j = place();
    const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    const auto [di, dj] = steps[random.below(4)];
    const Noise density = forest(spacing);

    const Rectangle a = Rectangle::chunk(i, j, size), b = Rectangle::chunk(i + di, j + dj, size);
    const points in_a = scatter(density, a, options), in_b = scatter(density, b, options);
    const points whole = scatter(density, {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)}, options);
    CAPTURE(pair);
    REQUIRE(equal(within(whole, a), in_a));
    REQUIRE(equal(within(whole, b), in_b));
    found += in_a.size() + in_b.size();
  }
  CHECK(found > scaled(1000) * 5);
}

TEST_CASE("a point near a border is found from both sides: overlapping regions agree, 1000 random pairs") {
  generator random{2};
  std::size_t shared = 0;
  for (std::size_t pair = 0; pair < scaled(1000); ++pair) {
    const double spacing = random.uniform(0.1, 30);
    const ScatterOptions options{.kind = kinds[pair % 2], .spacing = spacing, .seed = random.bits()};
    const Rectangle a = somewhere(random, spacing, random.uniform(1, 6));
    const Rectangle b{a.x0 + random.uniform(-4, 4) * spacing, a.y1, a.x1 + random.uniform(5, 9) * spacing, a.y1 + 3 * spacing};
    const Rectangle from_a = a.grown(2 * spacing), from_b = b.grown(2 * spacing);
    const points seen_a = scatter(forest(spacing), from_a, options), seen_b = scatter(forest(spacing), from_b, options);
    CAPTURE(pair);
    REQUIRE(equal(within(seen_a, from_b), within(seen_b, from_a)));
    shared += within(seen_a, from_b).size();
  }
  CHECK(shared > scaled(1000) * 4);
}

TEST_CASE("a region of many tiles holds what its parts hold") {
  for (const ScatterKind kind : kinds) {
    const ScatterOptions options{.kind = kind, .seed = 8};
    const Noise density = forest(4);
    const points whole = scatter(density, {-300, -150, 270, 130}, options);   // 3 x 2 tiles of squares, or 4 x 2
    std::size_t sum = 0;
    for (int i = -30; i < 27; i += 19)
      for (int j = -15; j < 13; j += 14) {
        const Rectangle part{10.0 * i, 10.0 * j, 10.0 * (i + 19), 10.0 * (j + 14)};
        const points in_part = scatter(density, part, options);
        CHECK(equal(within(whole, part), in_part));
        sum += in_part.size();
      }
    CHECK(sum == whole.size());
    const double side = kind == ScatterKind::jittered ? 1 : 0.7071068;
    CHECK(std::is_sorted(whole.begin(), whole.end(), [&](const ScatterPoint& a, const ScatterPoint& b) {
      return std::pair(std::floor(a.y / side), std::floor(a.x / side)) < std::pair(std::floor(b.y / side), std::floor(b.x / side));
    }));
  }
}

TEST_CASE("disks keep their distance, from near the origin to as far as is allowed, and across the borders of chunks") {
  generator random{3};
  for (std::size_t k = 0; k < scaled(100); ++k) {
    const double spacing = std::ldexp(random.uniform(0.5, 1), static_cast<int>(random.below(40)) - 20);
    const ScatterOptions options{.spacing = spacing, .seed = random.bits()};
    const Rectangle region = somewhere(random, spacing, 12);
    CAPTURE(k);
    CAPTURE(region.x0 / spacing);
    const points list = scatter(constant(1), region, options);
    CHECK(list.size() > 30);
    CHECK(keeps_distance(list, spacing));
    const double middle = region.x0 + 5 * spacing;
    points halves = scatter(constant(1), {region.x0, region.y0, middle, region.y1}, options);
    const points right = scatter(constant(1), {middle, region.y0, region.x1, region.y1}, options);
    halves.insert(halves.end(), right.begin(), right.end());
    CHECK(halves.size() == list.size());
    CHECK(keeps_distance(halves, spacing));
  }
}

TEST_CASE("the points of a seed are these for ever") {
  std::uint64_t hash = 0;
  for (const ScatterKind kind : kinds)
    for (const double x : {-7.0, 1e9, -0x1p49})
      for (const ScatterPoint& p : scatter(forest(1), {x, -x, x + 40, 40 - x}, {.kind = kind, .seed = 0xFEDCBA9876543210u, .jitter = 0.75}))
        for (const std::uint64_t word : {std::bit_cast<std::uint64_t>(p.x), std::bit_cast<std::uint64_t>(p.y), p.id, std::uint64_t{bits(p.density)}})
          hash = terrain::mix(hash + word);
  CHECK(hash == 0x5F3300DB749A6BD8u);
}

TEST_CASE("disks are as dense as documented") {
  const double side = 150;
  double count = 0;
  for (std::uint64_t seed = 0; seed < 4; ++seed) count += static_cast<double>(scatter(constant(1), {0, 0, side, side}, {.seed = seed}).size());
  CHECK(std::abs(count / (4 * side * side) - 0.615) < 0.004);
}

TEST_CASE("the field says how many: none for 0 and less, all for 1 and more, and a denser field keeps what a thinner one keeps") {
  const Rectangle region{-40, 1e6, 40, 1e6 + 80};
  for (const ScatterKind kind : kinds) {
    const ScatterOptions options{.kind = kind, .seed = 3};
    const points all = scatter(constant(1), region, options), half = scatter(constant(0.5f), region, options),
                 few = scatter(constant(0.1f), region, options);
    CHECK(scatter(constant(0), region, options).empty());
    CHECK(scatter(constant(-3), region, options).empty());
    CHECK(scatter(constant(7), region, options).size() == all.size());
    CHECK(scatter(constant(7), region, options).front().density == 1.0f);
    const double count = static_cast<double>(all.size());
    CHECK(std::abs(static_cast<double>(half.size()) - count * 0.5) < 4 * std::sqrt(count * 0.5 * 0.5));   // four standard deviations
    CHECK(std::abs(static_cast<double>(few.size()) - count * 0.1) < 4 * std::sqrt(count * 0.1 * 0.9));
    std::set<std::uint64_t> kept;
    for (const ScatterPoint& p : half) kept.insert(p.id);
    for (const ScatterPoint& p : few) CHECK(kept.count(p.id) == 1);
  }
}

TEST_CASE("a point's density is the field's value there, on every instruction set") {
  const Noise density = forest(1);
  for (const ScatterKind kind : kinds) {
    points before;
    for_each_isa([&](std::string_view) {
      const points now = scatter(density, {-1e9, 70, -1e9 + 30, 100}, {.kind = kind, .seed = 4});
      for (const ScatterPoint& p : now) CHECK(p.density == std::clamp(density.at(p.x, p.y), 0.0f, 1.0f));
      CHECK((before.empty() || equal(before, now)));
      before = now;
    });
  }
}

TEST_CASE("a jittered grid has one point in each square, as far from its middle as jitter allows") {
  for (const double jitter : {0.0, 0.5, 1.0}) {
    const points list = scatter(constant(1), {-50, -50, 50, 50}, {.kind = ScatterKind::jittered, .spacing = 2, .seed = 6, .jitter = jitter});
    std::set<std::pair<double, double>> squares;
    double widest = 0, mean_x = 0, mean_y = 0;
    for (const ScatterPoint& p : list) {
      const double i = std::floor(p.x / 2), j = std::floor(p.y / 2), u = p.x / 2 - i - 0.5, v = p.y / 2 - j - 0.5;
      squares.insert({i, j});
      widest = std::max({widest, std::abs(u), std::abs(v)});
      mean_x += u / 2500;
      mean_y += v / 2500;
    }
    CHECK(list.size() == 2500);
    CHECK(squares.size() == 2500);
    CHECK(widest <= jitter / 2);
    CHECK(widest >= jitter / 2 * 0.99);
    CHECK(std::abs(mean_x) <= 0.02);
    CHECK(std::abs(mean_y) <= 0.02);
  }
}

/// How the points lie in their squares: the shares of 4 x 4 parts, times 16.
std::array<double, 16> phases(ScatterKind kind, double side) {
  std::array<double, 16> share{};
  double count = 0;
  for (std::uint64_t seed = 0; seed < 4; ++seed)
    for (const ScatterPoint& p : scatter(constant(1), {0, 0, 200, 200}, {.kind = kind, .seed = seed})) {
      const double u = p.x / side - std::floor(p.x / side), v = p.y / side - std::floor(p.y / side);
      ++share[static_cast<std::size_t>(v * 4) * 4 + static_cast<std::size_t>(u * 4)];
      ++count;
    }
  for (double& s : share) s *= 16 / count;
  return share;
}

TEST_CASE("no place in a square is favoured") {
  // With 10^5 points, a part's share is random by 1.2 %; disks favour the middle by 2 % more.
  for (const double share : phases(ScatterKind::jittered, 1)) CHECK(std::abs(share - 1) < 0.05);
  for (const double share : phases(ScatterKind::poisson, 0.7071068)) CHECK(std::abs(share - 1) < 0.06);
}

TEST_CASE("no direction is favoured between neighbouring disks") {
  const points list = scatter(constant(1), {0, 0, 60, 60}, {.seed = 2});
  std::array<double, 8> share{};
  double count = 0;
  for (std::size_t a = 0; a < list.size(); ++a)
    for (std::size_t b = a + 1; b < list.size() && list[b].y - list[a].y < 3; ++b) {
      const double dx = list[b].x - list[a].x, dy = list[b].y - list[a].y;
      if (dx * dx + dy * dy > 2.25) continue;
      const double angle = std::atan2(dy, dx) / 3.14159265358979;
      ++share[static_cast<std::size_t>((angle < 0 ? angle + 1 : angle) * 8) % 8];
      ++count;
    }
  for (const double s : share) CHECK(std::abs(s * 8 / count - 1) < 0.12);   // 700 pairs each: random by 4 %
}

TEST_CASE("every bit of the seed makes another world, and kinds are worlds of their own") {
  const Rectangle region{0, 0, 20, 20};
  for (const ScatterKind kind : kinds) {
    std::set<std::uint64_t> ids;
    std::set<double> places;
    std::size_t count = 0;
    for (int bit = -1; bit < 64; ++bit)
      for (const ScatterPoint& p : scatter(constant(1), region, {.kind = kind, .seed = 12 ^ (bit < 0 ? 0 : std::uint64_t{1} << bit)})) {
        ids.insert(p.id);
        places.insert(p.x - std::floor(p.x));   // so that a world moved by whole squares would be found, too
        ++count;
      }
    CHECK(ids.size() == count);
    CHECK(places.size() > count - 10);
  }
  const points disks = scatter(constant(1), region, {.kind = kinds[1]}), grid = scatter(constant(1), region, {.kind = kinds[0], .spacing = 0.7071068});
  std::set<std::uint64_t> ids;
  for (const ScatterPoint& p : grid) ids.insert(p.id);
  for (const ScatterPoint& p : disks) CHECK(ids.count(p.id) == 0);
}

TEST_CASE("regions without an inside hold nothing, and chunks share their edges") {
  for (const ScatterKind kind : kinds) {
    CHECK(scatter(constant(1), {3, 3, 3, 9}, {.kind = kind}).empty());
    CHECK(scatter(constant(1), {3, 3, 9, 3}, {.kind = kind}).empty());
  }
  generator random{9};
  for (int k = 0; k < 1000; ++k) {
    const auto i = static_cast<std::int64_t>(random.bits()) >> 14, j = static_cast<std::int64_t>(random.bits()) >> random.below(64) >> 14;
    const double size = random.uniform(0.001, 1000);
    CHECK(Rectangle::chunk(i, j, size).x1 == Rectangle::chunk(i + 1, j, size).x0);
    CHECK(Rectangle::chunk(i, j, size).y1 == Rectangle::chunk(i, j + 1, size).y0);
  }
}

TEST_CASE("what cannot be scattered is an error") {
  const Rectangle region{0, 0, 10, 10};
  constexpr double infinite = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (const double spacing : {0.0, -1.0, 1e-101, 1e101, infinite, nan}) CHECK_THROWS_AS(scatter(constant(1), region, {.spacing = spacing}), Error);
  for (const double jitter : {-0.1, 1.1, nan}) CHECK_THROWS_AS(scatter(constant(1), region, {.jitter = jitter}), Error);
  CHECK_THROWS_AS(scatter(constant(1), {0, 0, infinite, 1}), Error);
  CHECK_THROWS_AS(scatter(constant(1), {0, nan, 1, 1}), Error);
  CHECK_THROWS_AS(scatter(constant(1), {1, 0, 0, 1}), Error);
  CHECK_THROWS_AS(scatter(constant(1), {0, 1, 1, 0}), Error);
  CHECK_THROWS_AS(scatter(constant(1), {0, 0, 0x1p21, 0x1p20}), Error);            // 2^42 squares
  CHECK_THROWS_AS(scatter(constant(1), {0x1p51, 0, 0x1p51 + 4, 1}), Error);
  CHECK_THROWS_AS(scatter(constant(1), region, {.kind = static_cast<ScatterKind>(2)}), Error);
  CHECK_THROWS_AS(scatter(coordinate_z(), region), Error);
  CHECK_THROWS_AS(Rectangle::chunk((std::int64_t{1} << 50) + 1, 0, 1), Error);
  CHECK_THROWS_AS(Rectangle::chunk(0, 0, 0), Error);
  CHECK_THROWS_AS(Rectangle::chunk(0, 0, nan), Error);
  CHECK_THROWS_WITH(scatter(constant(1), region, {.spacing = -1}), "scatter: spacing is -1, but must be 1e-100 to 1e100");
  CHECK_NOTHROW(scatter(constant(1), {0, 0, 1e-99, 1e-99}, {.spacing = 1e-100}));
  CHECK_NOTHROW(scatter(constant(1), {0, 0, 1e101, 1e101}, {.spacing = 1e100}));
}

}  // namespace
}  // namespace scree::test
