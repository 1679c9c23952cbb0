// Every instruction set gives the bits of the scalar reference, at every coordinate, by every route.
#include "coordinates.hpp"

#include <memory>
#include <sstream>

namespace scree::test {
namespace {

constexpr double frequencies[] = {1.0, 0.37, -2.5, 1e300};

struct reference_results {
  samples s;
  template <class T>
  reference_results(const variant& v, std::uint64_t seed, double frequency, int dims, const cloud<T>& x) {
    for (std::size_t k = 0; k < x[0].size(); ++k) {
      const outcome o = v.expected(seed, frequency, dims, at(x, k));
      s.value.push_back(o.value);
      for (int axis = 0; axis < dims; ++axis) s.gradient[axis].push_back(o.gradient[axis]);
    }
  }
};

/// Where the bits first differ, in words; empty if nowhere.
template <class T>
std::string difference(const std::vector<float>& got, const std::vector<float>& wanted, const cloud<T>& x, int dims) {
  std::size_t first = got.size(), count = 0;
  for (std::size_t k = got.size(); k-- > 0;)
    if (bits(got[k]) != bits(wanted[k])) first = k, ++count;
  if (!count) return {};
  std::ostringstream text;
  text << std::hexfloat << count << " of " << got.size() << " differ, first #" << first << " at (";
  for (int axis = 0; axis < dims; ++axis) text << (axis ? ", " : "") << x[axis][first];
  text << "): " << got[first] << " (bits " << std::hex << bits(got[first]) << "), not " << wanted[first] << " (" << bits(wanted[first]) << ")";
  return text.str();
}

/// Values alone, values with gradients, and gradients, against the reference.
template <class T>
void check_bits(const variant& v, int dims, double frequency, const cloud<T>& x) {
  const std::uint64_t seed = 0x0123456789ABCDEFu + static_cast<std::uint64_t>(dims);
  const samples wanted = reference_results(v, seed, frequency, dims, x).s;
  const Noise noise = v.noise(seed, frequency);
  INFO("frequency ", frequency);
  for_each_isa([&](std::string_view) {
    CHECK(difference(sample(noise, dims, x).value, wanted.value, x, dims) == "");
    const samples got = sample(noise, dims, x, true);
    CHECK(difference(got.value, wanted.value, x, dims) == "");
    for (int axis = 0; axis < dims; ++axis) {
      INFO("gradient along axis ", axis);
      CHECK(difference(got.gradient[axis], wanted.gradient[axis], x, dims) == "");
    }
  });
}

TEST_CASE("double coordinates of all kinds give the reference's bits") {
  for_each_variant([](const variant& v, int dims) {
    for (const double f : frequencies) check_bits(v, dims, f, points_of_all_kinds<double>(dims, scaled(512), 1));
  });
}

TEST_CASE("float coordinates of all kinds give the reference's bits at the same double coordinates") {
  for_each_variant([](const variant& v, int dims) {
    for (const double f : {1.0, -2.5}) check_bits(v, dims, f, points_of_all_kinds<float>(dims, scaled(512), 2));   // in cells as they come; the others are scaled as doubles
  });
}

TEST_CASE("at() gives the bits of sample()") {
  for_each_variant([](const variant& v, int dims) {
    for (const double f : {1.0, 0.37}) {
      const cloud<double> x = points_of_all_kinds<double>(dims, scaled(64), 3);
      const Noise noise = v.noise(3, f);
      for_each_isa([&](std::string_view) {
        std::vector<float> one_by_one;
        for (std::size_t k = 0; k < x[0].size(); ++k) one_by_one.push_back(test::at(noise, dims, at(x, k)));
        CHECK(difference(one_by_one, sample(noise, dims, x).value, x, dims) == "");
      });
    }
  });
}

TEST_CASE("seeds reach the kernels with all their bits, and the reference agrees for each") {
  generator random{4};
  for_each_variant([&](const variant& v, int dims) {
    const cloud<double> x = random_points<double>(67, 4);
    for (int k = 0; k < 24; ++k) {
      const std::uint64_t seed = k < 8 ? std::uint64_t(k) << 61 | std::uint64_t(k) : random.bits();
      const samples wanted = reference_results(v, seed, 1.0, dims, x).s;
      const Noise noise = v.noise(seed);
      for_each_isa([&](std::string_view) { CHECK(difference(sample(noise, dims, x).value, wanted.value, x, dims) == ""); });
    }
  });
}

// ---- buffers ----------------------------------------------------------------------------------------------------------

constexpr std::uint32_t guard = 0x7FA5A5A5u;

/// Room for `count` floats at an odd address (in elements), between guard words.
struct guarded {
  static constexpr std::size_t margin = 67;
  std::size_t count;
  std::vector<float> room;
  explicit guarded(std::size_t n) : count(n), room(n + 2 * margin, std::bit_cast<float>(guard)) {}
  float* data() { return room.data() + margin; }
  bool intact() const {
    bool ok = true;
    for (std::size_t k = 0; k < margin; ++k) ok = ok && bits(room[k]) == guard && bits(room[margin + count + k]) == guard;
    return ok;
  }
  std::vector<float> values() { return {data(), data() + count}; }
};

/// The first `count` points, at another offset from alignment on every axis.
template <class T>
void check_count(const variant& v, int dims, std::size_t count, const cloud<T>& all, const samples& expected) {
  INFO("count ", count);
  const Noise noise = v.noise(5);
  cloud<T> padded, x;
  std::array<const T*, 4> start{};
  for (int axis = 0; axis < 4; ++axis) {
    padded[axis].assign(axis + 1, T(0));
    padded[axis].insert(padded[axis].end(), all[axis].begin(), all[axis].begin() + count);
    x[axis].assign(all[axis].begin(), all[axis].begin() + count);
    start[axis] = padded[axis].data() + axis + 1;   // exactly `count` elements: a read past them is one past the vector
  }
  guarded out(count), g[4] = {guarded(count), guarded(count), guarded(count), guarded(count)};
  float* const gradient[4] = {g[0].data(), g[1].data(), g[2].data(), g[3].data()};
  sample<T>(noise, dims, start, count, out.data());
  CHECK(difference(out.values(), expected.value, x, dims) == "");
  CHECK(out.intact());
  std::fill_n(out.data(), count, 7.0f);
  sample<T>(noise, dims, start, count, out.data(), gradient);
  CHECK(difference(out.values(), expected.value, x, dims) == "");
  CHECK(out.intact());
  for (int axis = 0; axis < dims; ++axis) {
    CHECK(difference(g[axis].values(), expected.gradient[axis], x, dims) == "");
    CHECK(g[axis].intact());
  }
}

TEST_CASE("any count of points at any alignment is written exactly, and nothing around it") {
  const cloud<double> x = random_points<double>(1009, 5);
  const cloud<float> xf = random_points<float>(1009, 5);
  for_each_variant([&](const variant& v, int dims) {
    const samples wanted = reference_results(v, 5, 1.0, dims, x).s, wanted_f = reference_results(v, 5, 1.0, dims, xf).s;
    for_each_isa([&](std::string_view) {
      const std::size_t lanes = active_kernels().lanes;
      for (const std::size_t count : {std::size_t(0), std::size_t(1), lanes - 1, lanes, lanes + 1, 2 * lanes + 1, std::size_t(127),
                                      std::size_t(128), std::size_t(129), 16 * lanes - 1, 16 * lanes, 16 * lanes + 1, std::size_t(1009)}) {
        check_count(v, dims, count, x, wanted);
        check_count(v, dims, count, xf, wanted_f);
      }
    });
  });
}

TEST_CASE("out may be any one of the coordinate arrays") {
  const cloud<float> x = random_points<float>(1009, 6);
  for_each_variant([&](const variant& v, int dims) {
    const Noise noise = v.noise(6);
    for_each_isa([&](std::string_view) {
      const samples wanted = sample(noise, dims, x, true);
      for (int over = 0; over < dims; ++over) {
        for (const bool with_gradient : {false, true}) {
          cloud<float> y = x;
          std::vector<float> g[4];
          float* gradient[4];
          for (int axis = 0; axis < 4; ++axis) g[axis].resize(1009), gradient[axis] = g[axis].data();
          sample<float>(noise, dims, {y[0].data(), y[1].data(), y[2].data(), y[3].data()}, 1009, y[over].data(),
                        with_gradient ? gradient : nullptr);
          CHECK(difference(y[over], wanted.value, x, dims) == "");
          for (int axis = 0; axis < dims && with_gradient; ++axis) CHECK(difference(g[axis], wanted.gradient[axis], x, dims) == "");
        }
      }
    });
  });
}

TEST_CASE("a NaN or an infinity gives NaN in its own sample and leaves the others alone") {
  const double bad[] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                        -std::numeric_limits<double>::infinity()};
  const cloud<double> x = random_points<double>(37, 7);
  for_each_variant([&](const variant& v, int dims) {
    const Noise noise = v.noise(7);
    for_each_isa([&](std::string_view) {
      const samples wanted = sample(noise, dims, x, true);
      for (std::size_t where = 0; where < 37; ++where) {
        cloud<double> y = x;
        y[where % dims][where] = bad[where % 3];
        const samples got = sample(noise, dims, y, true);
        std::size_t wrong = 0;
        for (std::size_t k = 0; k < 37; ++k) {
          wrong += bits(got.value[k]) != (k == where ? definition::nan_bits : bits(wanted.value[k]));
          for (int axis = 0; axis < dims; ++axis)
            wrong += bits(got.gradient[axis][k]) != (k == where ? definition::nan_bits : bits(wanted.gradient[axis][k]));
        }
        CHECK(wrong == 0);
      }
    });
  });
}

}  // namespace
}  // namespace scree::test
