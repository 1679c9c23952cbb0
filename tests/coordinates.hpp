// Coordinates to test at: ordinary ones, and all those at which something could go wrong.
#pragma once
#include "support.hpp"

#include <limits>

namespace scree::test {

inline point random_point(generator& random, double from, double to) {
  point x;
  for (double& v : x) v = random.uniform(from, to);
  return x;
}

/// A point on a face of the simplicial lattice of each dimension in turn, up to the rounding: a skewed coordinate that is an integer, or
/// two coordinates that differ by one.
inline point on_simplex_face(generator& random, double size, int dims) {
  point x = random_point(random, -size, size);
  if (dims > 1 && random.below(2)) {
    const unsigned a = random.below(dims), b = (a + 1 + random.below(dims - 1)) % dims;
    x[a] = x[b] + std::floor(x[a] - x[b]);
  } else {
    // x_a + F sum(x) = k, solved for x_a; F is the skew that belongs to the library's G.
    const double G = definition::unskew[dims - 1], F = G / (1 - dims * G);
    const unsigned a = random.below(dims);
    double others = 0;
    for (int axis = 0; axis < dims; ++axis)
      if (axis != static_cast<int>(a)) others += x[axis];
    x[a] = (std::floor(x[a]) - F * others) / (1 + F);
  }
  return x;
}

/// The points of one kind, for a type of coordinate.
template <class T>
point special_point(generator& random) {
  using limits = std::numeric_limits<T>;
  static const double values[] = {0.0, -0.0, 1.0, -1.0, 0.5, limits::quiet_NaN(), limits::infinity(), -limits::infinity(),
                                  limits::denorm_min(), -limits::denorm_min(), limits::min(), -limits::min(), -1e-30, 1e-30,
                                  limits::max(), limits::lowest(), 1e30, -1e30, sizeof(T) == 8 ? 1e300 : 1e38, -3e38};
  static const double powers[] = {0x1p10, 0x1p22, 0x1p23, 0x1p24, 0x1p30, 0x1p31, 0x1p32, 0x1p47, 0x1p48, 0x1p49, 0x1p50, 0x1p51, 0x1p52, 0x1p53,
                                  0x1p63, 0x1p64, 0x1p79, 0x1p80, 0x1p96};
  point x;
  for (double& v : x) {
    const unsigned kind = random.below(4);
    if (kind == 0) {
      v = values[random.below(std::size(values))];
    } else if (kind < 3) {
      v = powers[random.below(std::size(powers))] * (random.below(2) ? 1 : -1);
      const unsigned how = random.below(6);
      if (how == 0) v += random.uniform(-4, 4);
      if (how == 1) v += 1;
      if (how == 2) v -= 1;
      if (how == 3) v = std::nextafter(static_cast<T>(v), T(0));
      if (how == 4) v = std::nextafter(static_cast<T>(v), static_cast<T>(2 * v));
    } else {
      v = random.uniform(-100, 100);
    }
  }
  return x;
}

/// Any bits at all, as a number.
template <class T>
point random_bits(generator& random) {
  point x;
  for (double& v : x) {
    if constexpr (sizeof(T) == 8) v = std::bit_cast<double>(random.bits());
    else v = std::bit_cast<float>(static_cast<std::uint32_t>(random.bits()));
  }
  return x;
}

constexpr int kinds = 10;
template <class T>
point point_of_kind(int kind, int dims, generator& random) {
  switch (kind) {
    case 0: return random_point(random, -500, 500);
    case 1: return random_point(random, -2, 2);
    case 2: return random_point(random, -1e7, 0);
    case 3: return random_point(random, -1e12, 1e12);
    case 4: {
      point x;
      for (double& v : x) v = std::ldexp(random.uniform(-1, 1), static_cast<int>(random.below(sizeof(T) == 8 ? 1023 : 127)));
      return x;
    }
    case 5: {   // integers and halves
      point x;
      for (double& v : x) v = std::floor(random.uniform(-2000, 2000)) * 0.5;
      return x;
    }
    case 6: {   // equal fractions, exactly
      const double fraction = std::floor(random.uniform(0, 1024)) / 1024;
      point x;
      for (double& v : x) v = std::floor(random.uniform(-300, 300)) + fraction;
      return x;
    }
    case 7: {
      point x = on_simplex_face(random, random.below(2) ? 1100 : 20, dims);
      for (double& v : x)
        if (random.below(3) == 0) v = std::nextafter(static_cast<T>(v), static_cast<T>(random.below(2) ? 1e9 : -1e9));
      return x;
    }
    case 8: return special_point<T>(random);
    default: return random_bits<T>(random);
  }
}

/// `each` points of every kind: kind after kind, then as many again with the kinds mixed point by point.
template <class T>
cloud<T> points_of_all_kinds(int dims, std::size_t each, std::uint64_t seed) {
  generator random{seed};
  cloud<T> c;
  for (int kind = 0; kind < kinds; ++kind)
    for (std::size_t k = 0; k < each; ++k) add(c, point_of_kind<T>(kind, dims, random));
  for (std::size_t k = 0; k < each * kinds; ++k) add(c, point_of_kind<T>(static_cast<int>(random.below(kinds)), dims, random));
  return c;
}

template <class T>
cloud<T> random_points(std::size_t count, std::uint64_t seed, double from = -500, double to = 500) {
  generator random{seed};
  cloud<T> c;
  for (std::size_t k = 0; k < count; ++k) add(c, random_point(random, from, to));
  return c;
}

}  // namespace scree::test
