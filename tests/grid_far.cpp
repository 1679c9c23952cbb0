// Far from the origin a grid looks as it does near it: samples stay distinct, and neighbours as close to each other.
#include "grid_support.hpp"

namespace scree::test {
namespace {

constexpr std::int64_t samples_per_cell = 64;   // 2^-6 cells apart: at 10^12 cells doubles tell samples 2^13 times closer apart
constexpr double distances[] = {1e6, 1e9, 1e12, -1e6, -1e9, -1e12};   // cells

/// A long row through cells that all lie so far out along every axis.
template <int N>
Grid<N> row_at(double cells) {
  Grid<N> g;
  g.size.fill(1);
  g.size[0] = 128 * samples_per_cell;
  g.spacing.fill(1.0 / samples_per_cell);
  g.offset.fill(0.25 / samples_per_cell);
  g.origin.fill(static_cast<std::int64_t>(cells) * samples_per_cell + samples_per_cell / 3);
  return g;
}

std::size_t distinct(std::vector<float> values) {
  std::sort(values.begin(), values.end());
  return static_cast<std::size_t>(std::unique(values.begin(), values.end()) - values.begin());
}

struct roughness {
  float step, bend;   // the largest difference of neighbours, and of neighbouring differences
};
roughness roughness_of(const std::vector<float>& row) {
  roughness r{};
  for (std::size_t k = 2; k < row.size(); ++k) {
    r.step = std::max(r.step, std::abs(row[k] - row[k - 1]));
    r.bend = std::max(r.bend, std::abs((row[k] - row[k - 1]) - (row[k - 1] - row[k - 2])));
  }
  return r;
}

}  // namespace

TEST_CASE("rows at 10^6, 10^9 and 10^12 cells from the origin have as many distinct values as near it") {
  for_each_isa([&](std::string_view isa) {
    for (const field& f : every_field()) {
      if (f.kind->name == worley_names[2]) continue;   // four cells
      for_each_dimension([&](auto n) {
        const std::size_t near = distinct(filled(f.noise, row_at<n>(0)));
        REQUIRE(near > 100);
        for (double cells : distances) {
          CAPTURE(isa); CAPTURE(f.name); CAPTURE(cells);
          const std::size_t far = distinct(filled(f.noise, row_at<n>(cells)));
          CHECK(static_cast<double>(far) > 0.85 * static_cast<double>(near));
        }
      });
    }
  });
}

TEST_CASE("rows at 10^6, 10^9 and 10^12 cells from the origin are as smooth as near it") {
  for_each_isa([&](std::string_view isa) {
    for (const field& f : every_field()) {
      if (f.kind->leaf == "white" || f.kind->name == worley_names[2]) continue;   // their steps are their nature
      for_each_dimension([&](auto n) {
        // Two ends of one long stretch near the origin say how much roughness varies from place to place.
        const roughness near = roughness_of(filled(f.noise, row_at<n>(0))), next = roughness_of(filled(f.noise, row_at<n>(500)));
        REQUIRE(near.step < 0.2f);
        for (double cells : distances) {
          CAPTURE(isa); CAPTURE(f.name); CAPTURE(n); CAPTURE(cells);
          const roughness far = roughness_of(filled(f.noise, row_at<n>(cells)));
          const float variation = f.kind->continuous() ? 2.0f : 3.0f;   // Perlin's original falloff has small steps here and there
          CHECK(far.step < variation * std::max(near.step, next.step));
          CHECK(far.bend < variation * std::max(near.bend, next.bend));
        }
      });
    }
  });
}

TEST_CASE("Perlin noise vanishes at lattice points, however far out") {
  for_each_isa([&](std::string_view isa) {
    for (const field& f : every_field()) {
      if (f.kind->leaf != "perlin") continue;
      for_each_dimension([&](auto n) {
        for (double cells : distances) {
          Grid<n> g;
          g.size.fill(1);
          g.size[0] = 300;
          g.origin.fill(static_cast<std::int64_t>(cells));
          CAPTURE(isa); CAPTURE(f.name); CAPTURE(cells);
          for (float v : filled(f.noise, g)) REQUIRE(v == 0.0f);
        }
      });
    }
  });
}

}  // namespace scree::test
