// Analytic derivatives are the derivatives of the values.
#include "textbook.hpp"

#include "coordinates.hpp"

namespace scree::test {
namespace {

/// The derivative of f along one axis at x by central differences of fourth order; the error is O(h^4) + O(error of f / h).
template <class F>
double central_difference(F f, const point& x, int axis, double h) {
  auto at = [&](double steps) {
    point p = x;
    p[axis] += steps * h;
    return static_cast<double>(f(p));
  };
  return (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h);
}

/// Points in cells (of one per unit), with room for a stencil of width h around them that meets no border of cells or simplices.
point roomy_point(generator& random, const variant& v, double frequency, int dims, double room) {
  for (;;) {
    const point x = random_point(random, -200, 200);
    if (textbook::room_around(v, frequency, dims, x) > room) return x;
  }
}

// Worley noise has borders of its own: see worley.cpp.
TEST_CASE("derivatives are the central differences of the textbook's values in double precision") {
  for_each_variant([](const variant& v, int dims) {
    if (v.leaf == "worley") return;
    generator random{21};
    for (const double frequency : {1.0, 0.37, -2.5}) {
      const double h = 1e-3 / std::abs(frequency);
      double worst = 0;
      for (std::size_t k = 0; k < scaled(2000); ++k) {
        const point x = roomy_point(random, v, frequency, dims, 3e-3);
        const outcome o = v.expected(k, frequency, dims, x);
        for (int axis = 0; axis < dims; ++axis) {
          auto f = [&](const point& p) { return textbook::at(v, k, frequency, dims, p); };
          worst = std::max(worst, std::abs(o.gradient[axis] - central_difference(f, x, axis, h)) / std::abs(frequency));
        }
      }
      INFO("frequency ", frequency);
      CHECK(worst < 2e-5);
    }
  });
}

TEST_CASE("derivatives are the central differences of the sampled values") {
  for_each_variant([](const variant& v, int dims) {
    if (v.leaf == "worley") return;
    constexpr double h = 0x1p-7;
    generator random{22};
    cloud<double> x, stencil;
    const std::size_t count = scaled(2000);
    for (std::size_t k = 0; k < count; ++k) {
      const point p = roomy_point(random, v, 1.0, dims, 2.5 * h);
      add(x, p);
      add_stencil(stencil, p, dims, h);
    }
    const Noise noise = v.noise(22);
    for_each_isa([&](std::string_view) {
      const samples s = sample(noise, dims, x, true);
      const std::vector<float> f = sample(noise, dims, stencil).value;
      double worst = 0;
      std::size_t at = 0;
      for (std::size_t k = 0; k < count; ++k)
        for (int axis = 0; axis < dims; ++axis, at += 4) {
          const double difference = stencil_slope(&f[at], h);
          worst = std::max(worst, std::abs(s.gradient[axis][k] - difference));
        }
      CHECK(worst < 2e-4);
    });
  });
}

TEST_CASE("the derivative is one-sided or zero where the fade says so: at the borders of cells") {
  // At lattice points a faded noise has the slope of the lattice point's own gradient (Perlin) or none (value).
  for_each_variant([](const variant& v, int dims) {
    if (v.leaf == "simplex" || v.leaf == "white" || v.leaf == "worley" || v.shape == 0 || v.periodic()) return;
    generator random{23};
    for (int k = 0; k < 200; ++k) {
      point x = random_point(random, -100, 100);
      std::array<std::uint32_t, 4> cell{};
      for (int axis = 0; axis < 4; ++axis) x[axis] = std::floor(x[axis]), cell[axis] = static_cast<std::uint32_t>(static_cast<int>(x[axis]));
      const outcome o = v.expected(23, 1.0, dims, x);
      with_dims(dims, [&]<int Dims>() {
        std::array<std::uint32_t, Dims> c;
        std::copy_n(cell.begin(), Dims, c.begin());
        const auto g = reference::gradient_of<Dims>(reference::lattice_hash<Dims>(c, definition::keys_of(23)),
                                                    definition::margin / definition::perlin_maximum[Dims - 1]);
        for (int axis = 0; axis < Dims; ++axis) CHECK(o.gradient[axis] == (v.leaf == "perlin" ? g[axis] : 0.0f));
      });
      if (v.leaf == "perlin") CHECK(o.value == 0.0f);
    }
  });
}

TEST_CASE("derivatives are per unit of the caller: twice the frequency, twice the slope") {
  for_each_variant([](const variant& v, int dims) {
    generator random{24};
    for (int k = 0; k < 500; ++k) {
      const point x = random_point(random, -100, 100);
      point half = x;
      for (double& c : half) c *= 0.5;
      const outcome once = v.expected(24, 1.0, dims, x), twice = v.expected(24, 2.0, dims, half);
      CHECK(bits(once.value) == bits(twice.value));
      for (int axis = 0; axis < dims; ++axis) CHECK(2 * once.gradient[axis] == twice.gradient[axis]);
    }
  });
}

}  // namespace
}  // namespace scree::test
