// The lattice is as random as noise needs it: no direction, distance or slice stands out.
#include "coordinates.hpp"
#include "statistics.hpp"

#include "reference/lattice.hpp"

#include <algorithm>
#include <set>

namespace scree::test {
namespace {

/// A lattice point's direction, 0 .. 15.
unsigned direction(const point& cell, int dims, const definition::hash_keys& keys) {
  return with_dims(dims, [&]<int Dims>() {
    std::array<std::uint32_t, Dims> c;
    for (int axis = 0; axis < Dims; ++axis) c[axis] = reference::modulo_2_32(cell[axis]);
    return reference::lattice_hash<Dims>(c, keys) >> 28;
  });
}

/// Whether a leaf's value at a lattice point depends on that point alone.
bool one_point_a_cell(const variant& v) { return v.leaf == "white" || v.leaf == "value"; }

/// Point i (+ fractions) of the lattice of a leaf: for simplex, vertices and what lies between them.
point on_lattice(const variant& v, int dims, point x) {
  if (v.leaf != "simplex") return x;
  double sum = 0;
  for (int axis = 0; axis < dims; ++axis) sum += x[axis];
  for (int axis = 0; axis < dims; ++axis) x[axis] -= sum * definition::unskew[dims - 1];
  return x;
}

point random_cell(generator& random, double size = 1e9) {
  point x = random_point(random, -size, size);
  for (double& v : x) v = std::floor(v);
  return x;
}

TEST_CASE("the mean over cells at a fixed fraction is zero") {
  const point fractions[] = {{0.5, 0.5, 0.5, 0.5}, {0.25, 0.75, 0.125, 0.5}, {0.1, 0.2, 0.3, 0.4}, {0.9, 0.05, 0.45, 0.7}, {0.01, 0.01, 0.01, 0.01}};
  for_each_variant([&](const variant& v, int dims) {
    if (v.leaf == "worley" || v.periodic()) return;
    for (const point& fraction : fractions) {
      auto excess = [&](std::size_t count, std::uint64_t seed) {
        generator random{seed};
        cloud<double> x;
        for (std::size_t k = 0; k < count; ++k) {
          point p = random_cell(random);
          for (int axis = 0; axis < 4; ++axis) p[axis] += fraction[axis];
          add(x, on_lattice(v, dims, p));
        }
        const moments m = moments_of(sample(v.noise(71), dims, x).value);
        return std::abs(m.mean) / m.deviation * std::sqrt(static_cast<double>(count)) / 4;
      };
      INFO("fraction ", fraction[0], ", ", fraction[1], ", ", fraction[2], ", ", fraction[3]);
      if (excess(scaled(1 << 14), 1) >= 1) CHECK(excess(scaled(1 << 18), 2) < 1);
    }
  });
}

TEST_CASE("the sixteen directions are equally frequent, and so are those of neighbours together") {
  // Limits: five standard deviations of the statistic. A block of neighbouring cells, as a picture shows it.
  for (int dims = 1; dims <= 4; ++dims)
    for (const std::uint64_t seed : {0u, 1u, 2u, 1000u}) {
      const definition::hash_keys keys = definition::keys_of(seed);
      const auto total = static_cast<double>(scaled(1 << 17));
      const int side = static_cast<int>(std::pow(total, 1.0 / dims));
      std::vector<std::size_t> single(16);
      std::vector<std::vector<std::size_t>> together(dims, std::vector<std::size_t>(256));
      point cell{};
      for (;;) {
        const unsigned here = direction(cell, dims, keys);
        ++single[here];
        for (int axis = 0; axis < dims; ++axis) {
          point next = cell;
          next[axis] += 1;
          ++together[axis][here * 16 + direction(next, dims, keys)];
        }
        int axis = 0;
        while (axis < dims && ++cell[axis] == side) cell[axis++] = 0;
        if (axis == dims) break;
      }
      INFO(dims, "D, seed ", seed);
      CHECK(chi_square_excess(single) < 5);
      for (int axis = 0; axis < dims; ++axis) CHECK(chi_square_excess(together[axis]) < 5);
    }
}

/// All directions of steps -1, 0, 1, one of each opposite pair.
std::vector<point> step_directions(int dims) {
  std::vector<point> all;
  for (int code = 0; code < 81; ++code) {
    point d{};
    int rest = code, first = 0;
    for (int axis = 0; axis < 4; ++axis, rest /= 3) {
      d[axis] = rest % 3 - 1;
      if (axis >= dims && d[axis] != 0) first = -1;
      if (first == 0) first = static_cast<int>(d[axis]);
    }
    if (first > 0) all.push_back(d);
  }
  return all;
}

TEST_CASE("nothing repeats at distances of 2^k cells, k up to 31, along any axis or diagonal") {
  for_each_variant([](const variant& v, int dims) {
    if (!v.is_default()) return;
    const Noise noise = v.noise(72);
    // Along axes and diagonals alike; the points lie at lattice points, or between them where the noise is zero there.
    for (const point& step : step_directions(dims))
      for (int k = one_point_a_cell(v) ? 0 : v.leaf == "worley" ? 3 : 1; k <= 31; ++k) {
        INFO("2^", k, " along ", step[0], ", ", step[1], ", ", step[2], ", ", step[3]);
        check_uncorrelated(scaled(1 << 11), [&](std::size_t count, std::uint64_t seed) {
          generator random{seed + 100 * static_cast<std::uint64_t>(k)};
          cloud<double> a, b;
          for (std::size_t n = 0; n < count; ++n) {
            point p = random_cell(random), q;
            for (double& c : p) c += one_point_a_cell(v) ? 0 : 0.375;
            for (int axis = 0; axis < 4; ++axis) q[axis] = p[axis] + std::ldexp(step[axis], k);
            add(a, on_lattice(v, dims, p)), add(b, on_lattice(v, dims, q));
          }
          return std::pair(sample(noise, dims, a).value, sample(noise, dims, b).value);
        });
      }
  });
}

TEST_CASE("slices next to each other are uncorrelated") {
  // Blocks of neighbouring cells, the next block one cell on: two where neighbours share a lattice point.
  for_each_variant([](const variant& v, int dims) {
    if (!v.is_default() || dims == 1 || v.leaf == "worley") return;   // whose points reach into the next slices
    const double fraction = one_point_a_cell(v) ? 0 : 0.375;
    for (int across = 0; across < dims; ++across)
      for (int slice = 0; slice < 4; ++slice) {
        INFO("across axis ", across, ", slice ", slice);
        check_uncorrelated(scaled(1 << 12), [&](std::size_t count, std::uint64_t seed) {
          const int side = static_cast<int>(std::ceil(std::pow(static_cast<double>(count), 1.0 / (dims - 1))));
          cloud<double> a, b;
          for (std::size_t k = 0; k < count; ++k) {
            std::size_t rest = k;
            point p{};
            for (int axis = 0; axis < dims; ++axis) {
              if (axis == across) p[axis] = slice + fraction;
              else p[axis] = static_cast<double>(rest % side) * (fraction == 0 ? 1 : 2) + fraction, rest /= side;
            }
            point q = p;
            q[across] += fraction == 0 ? 1 : 2;
            add(a, on_lattice(v, dims, p)), add(b, on_lattice(v, dims, q));
          }
          return std::pair(sample(v.noise(seed), dims, a).value, sample(v.noise(seed), dims, b).value);
        });
      }
  });
}

template <int Dims>
void check_gradients() {
  INFO(Dims, "D");
  std::set<std::array<float, Dims>> different;
  std::array<double, Dims> mean{};
  double frame[4][4] = {};
  for (std::uint32_t d = 0; d < 16; ++d) {
    const auto g = reference::gradient_of<Dims>(d << 28 | 0x0123456, 1.0);
    different.insert(g);
    double length = 0;
    for (int i = 0; i < Dims; ++i) {
      mean[i] += g[i];
      length += double(g[i]) * g[i];
      for (int j = 0; j < Dims; ++j) frame[i][j] += double(g[i]) * g[j];
    }
    if (Dims > 1) CHECK(std::sqrt(length) == doctest::Approx(1).epsilon(1e-6));
  }
  CHECK(different.size() == 16);
  for (int i = 0; i < Dims; ++i) {
    CHECK(mean[i] == 0);
    for (int j = 0; j < Dims && Dims > 1; ++j) CHECK(std::abs(frame[i][j] - (i == j ? 16.0 / Dims : 0.0)) < 1e-5);
  }
}

TEST_CASE("the sixteen gradients are different unit vectors without a preferred direction or axis") {
  check_gradients<1>();   // slopes, not unit vectors
  check_gradients<2>();
  check_gradients<3>();
  check_gradients<4>();
}

}  // namespace
}  // namespace scree::test
