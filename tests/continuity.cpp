// Continuous leaves have no steps: not inside cells, not across their borders, not far from the origin.
#include "textbook.hpp"

#include "coordinates.hpp"

namespace scree::test {
namespace {

/// A bound for the slope of each leaf and dimension, per cell: the longest of 10^6 gradients, and a quarter more. The last test looks at
/// 10^8.
double slope_bound(const variant& v, int dims) {
  struct bound {
    const char* name;
    double by_dims[4];
  };
  static const bound bounds[] = {
      {"perlin linear", {5.0, 4.3, 3.6, 2.8}},
      {"perlin cubic", {3.6, 3.2, 2.8, 2.3}},
      {"perlin quintic", {3.4, 3.7, 3.5, 2.8}},
      {"perlin quintic periodic", {3.4, 3.7, 3.5, 2.8}},
      {"simplex 0.5", {6.0, 9.3, 9.5, 8.6}},
      {"simplex 0.6", {4.9, 7.0, 7.7, 8.1}},
      {"value linear", {2.5, 3.4, 3.5, 4.1}},
      {"value cubic", {3.8, 3.8, 3.7, 3.7}},
      {"value quintic", {4.7, 4.7, 4.7, 4.6}},
      {"worley", {1.0001, 1.0001, 1.0001, 1.0001}},   // one at most, but for rounding
      {"worley difference", {2, 2, 2, 2}},
  };
  for (const bound& b : bounds)
    if (v.name == b.name) return b.by_dims[dims - 1];
  return 0;
}

// Two values are computed with an error of less than the epsilon of textbook.cpp each.
constexpr double rounding = 6e-6;

point unit_vector(generator& random, int dims) {
  for (;;) {
    point d{};
    double length = 0;
    for (int axis = 0; axis < dims; ++axis) d[axis] = random.uniform(-1, 1), length += d[axis] * d[axis];
    if (length > 1 || length < 1e-4) continue;
    for (double& v : d) v /= std::sqrt(length);
    return d;
  }
}

/// Pairs of points `distance` apart: one in three anywhere within `size`, one across a border of cubic cells, one across a border of
/// simplices.
struct pairs {
  cloud<double> a, b;
  pairs(int dims, std::size_t count, double size, double distance, std::uint64_t seed) {
    generator random{seed};
    for (std::size_t k = 0; k < count; ++k) {
      point p = k % 3 == 2 ? on_simplex_face(random, size, dims) : random_point(random, -size, size);
      if (k % 3 == 1) p[random.below(dims)] = std::floor(p[0]);
      const point d = unit_vector(random, dims);
      point q = p;
      const double before = random.uniform(0, distance);
      for (int axis = 0; axis < dims; ++axis) p[axis] -= before * d[axis], q[axis] += (distance - before) * d[axis];
      add(a, p), add(b, q);
    }
  }
};

/// The largest difference within pairs, and where.
struct step {
  double size = 0, distance = 0;
  point from{}, to{};
};
step largest_step(const Noise& noise, int dims, const pairs& p) {
  const std::vector<float> a = sample(noise, dims, p.a).value, b = sample(noise, dims, p.b).value;
  step s;
  std::size_t where = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    if (const double d = std::abs(double(a[k]) - b[k]); !(d <= s.size)) s.size = d, where = k;
  s.from = at(p.a, where), s.to = at(p.b, where);
  for (int axis = 0; axis < dims; ++axis) s.distance = std::hypot(s.distance, s.from[axis] - s.to[axis]);
  return s;
}

void check_steps(double size, double distance, std::size_t count) {
  constexpr std::size_t block = 1 << 14;
  for (int dims = 1; dims <= 4; ++dims)
    for (std::size_t done = 0; done < count; done += block) {
      const pairs p(dims, std::min(block, count - done), size, distance, done + static_cast<std::size_t>(dims));
      for (const variant& v : variants()) {
        if (!v.continuous()) continue;
        const step s = largest_step(v.noise(done / block), dims, p);
        INFO(v.name, " ", dims, "D, from (", s.from[0], ", ", s.from[1], ", ", s.from[2], ", ", s.from[3], "), distance ", s.distance);
        // Far out the coordinates themselves are rounded, by up to one unit in the last place of `size`.
        const double spacing = 2 * std::nextafter(size, 2 * size) - 2 * size;
        CHECK(s.size <= slope_bound(v, dims) * (distance + spacing) + rounding);
      }
    }
}

TEST_CASE("points 1e-4 apart differ by no more than the slope allows, borders of cells and simplices included") {
  check_steps(1000, 1e-4, scaled(1 << 22));
  check_steps(1000, 1e-6, scaled(1 << 20));   // the sharper look for small steps
}

TEST_CASE("the field is as smooth at 10^6 .. 10^12 cells from the origin as near it") {
  check_steps(1e6, 1e-4, scaled(1 << 18));
  check_steps(1e9, 1e-4, scaled(1 << 18));
  check_steps(1e12, 1e-2, scaled(1 << 18));
}

TEST_CASE("far from the origin the field is as rough as near it") {
  // Standard deviations over as many points; the field must not fade out or repeat one value.
  for_each_variant([](const variant& v, int dims) {
    auto deviation = [&](double size) {
      const std::size_t count = scaled(1 << 14);
      double sum = 0, squares = 0;
      for (const double s : sample(v.noise(1), dims, random_points<double>(count, 1, -size, size)).value) sum += s, squares += s * s;
      return std::sqrt(squares / static_cast<double>(count) - std::pow(sum / static_cast<double>(count), 2));
    };
    const double near = deviation(1e3);
    for (const double size : {1e6, 1e9, 1e12, 1e13, 1e14}) {
      INFO("size ", size);
      CHECK(deviation(size) == doctest::Approx(near).epsilon(8 / std::sqrt(static_cast<double>(scaled(1 << 14)))));
    }
  });
}

TEST_CASE("Perlin's original falloff has steps at simplex faces, no higher than documented") {
  // noise.hpp documents these: by dimension, the largest step.
  const double documented[] = {0.004, 0.005, 0.006, 0.006};
  const auto original = std::find_if(variants().begin(), variants().end(), [](const variant& v) { return v.name == "simplex 0.6"; });
  for (int dims = 1; dims <= 4; ++dims) {
    double largest = 0;
    for (std::uint64_t seed = 0; seed < 8; ++seed)
      largest = std::max(largest, largest_step(original->noise(seed), dims, pairs(dims, scaled(1 << 18), 1000, 1e-6, seed)).size);
    INFO(dims, "D");
    CHECK(largest <= documented[dims - 1]);
    CHECK(largest >= 0.6 * documented[dims - 1]);   // and it is not far from there
  }
}

void check_slopes(std::size_t count) {
  constexpr std::size_t block = 1 << 14;
  for_each_variant([&](const variant& v, int dims) {
    if (v.leaf == "white") return;
    double steepest = 0;
    for (std::size_t done = 0; done < count; done += block) {
      const samples s = sample(v.noise(done / block % 64), dims, random_points<double>(block, done), true);
      for (std::size_t k = 0; k < block; ++k) {
        double square = 0;
        for (int axis = 0; axis < dims; ++axis) square += double(s.gradient[axis][k]) * s.gradient[axis][k];
        steepest = std::max(steepest, square);
      }
    }
    CHECK(std::sqrt(steepest) <= slope_bound(v, dims));
  });
}

TEST_CASE("no gradient is longer than the slope bound") { check_slopes(scaled(1 << 20)); }

TEST_CASE("no gradient of many more is longer than the slope bound" * doctest::test_suite("slow")) { check_slopes(scaled(100000000)); }

}  // namespace
}  // namespace scree::test
