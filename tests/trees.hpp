// Random fields, each beside a plain function that computes the same sample by sample: the expression as its documentation reads, without
// blocks, steps or shared subtrees. Leaves are the scalar reference.
#pragma once
#include "support.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

namespace scree::test {

/// Where a plain function is evaluated: coordinates x, of which a field sees scale * x + shift, in one stream of seeds.
struct plain_place {
  int dims;
  point x;
  point scale = {1, 1, 1, 1}, shift = {-0.0, -0.0, -0.0, -0.0};
  std::uint64_t stream = 0;

  plain_place mapped(const point& by, const point& move) const {
    plain_place p = *this;
    for (int axis = 0; axis < 4; ++axis) {
      p.scale[axis] = by[axis] * scale[axis];
      p.shift[axis] = shift[axis] != 0 ? std::fma(by[axis], shift[axis], move[axis]) : move[axis];
    }
    return p;
  }
  double coordinate(int axis) const { return std::fma(scale[axis], x[axis], shift[axis]); }
};
using plain_function = std::function<float(const plain_place&)>;

struct tree {
  Noise noise;
  plain_function plain;

  float expected(int dims, const point& x) const { return plain({dims, x}); }
};

template <class Options, class Factory, class Reference>
tree leaf_tree(const Options& options, Factory make, Reference reference) {
  return {make(options), [options, reference](const plain_place& p) {
            Options o = options;
            o.seed = definition::seed_in(p.stream, o.seed);
            o.frequency = 1;
            return with_dims(p.dims, [&]<int Dims>() {
              std::array<double, Dims> cells;
              for (int axis = 0; axis < Dims; ++axis) {
                const double offset = definition::offset_in(p.stream, axis);
                cells[axis] = std::fma(p.x[axis], options.frequency * p.scale[axis], p.shift[axis] != 0 ? std::fma(p.shift[axis], options.frequency, offset) : offset);
              }
              return reference.template operator()<Dims>(o, cells);
            });
          }};
}

inline tree perlin_tree(const PerlinOptions& o) {
  return leaf_tree(o, &scree::perlin, []<int Dims>(const auto& options, const auto& x) { return reference::perlin<Dims>(options, x).value; });
}
inline tree simplex_tree(const SimplexOptions& o) {
  return leaf_tree(o, &scree::simplex, []<int Dims>(const auto& options, const auto& x) { return reference::simplex<Dims>(options, x).value; });
}
inline tree value_tree(const ValueOptions& o) {
  return leaf_tree(o, &scree::value, []<int Dims>(const auto& options, const auto& x) { return reference::value<Dims>(options, x).value; });
}

/// An operation on the values of fields.
template <class F>
tree combined(const Noise& noise, std::vector<tree> fields, const F& f) {
  return {noise, [fields, f](const plain_place& p) {
            std::vector<float> v;
            for (const tree& each : fields) v.push_back(each.plain(p));
            return f(v);
          }};
}

/// The octaves of a fractal with whole octaves, and their amplitudes.
template <class F>
tree octaves_tree(const Noise& noise, const tree& source, const FractalOptions& o, float start, const F& add) {
  return {noise, [=](const plain_place& p) {
            const int count = static_cast<int>(o.octaves);
            std::vector<double> amplitude;
            double sum = 0, a = 1;
            for (int k = 0; k < count; ++k, a *= o.gain) amplitude.push_back(a), sum += a;
            float total = start;
            plain_place here = p;
            for (int k = 0; k < count; ++k) {
              here.stream = k == 0 || !o.offsets ? p.stream : definition::stream_of(p.stream, static_cast<std::uint64_t>(k));
              total = add(total, source.plain(here), static_cast<float>(amplitude[static_cast<std::size_t>(k)] / sum));
              here = here.mapped({o.lacunarity, o.lacunarity, o.lacunarity, o.lacunarity}, {-0.0, -0.0, -0.0, -0.0});
            }
            return total;
          }};
}
inline tree fbm_tree(const tree& source, const FractalOptions& o) {
  return octaves_tree(scree::fbm(source.noise, o), source, o, 0.0f, [](float sum, float n, float a) { return std::fma(n, a, sum); });
}
/// For sources in [-1, 1].
inline tree ridged_tree(const tree& source, const FractalOptions& o) {
  return octaves_tree(scree::ridged(source.noise, o), source, o, 1.0f, [](float sum, float n, float a) { return std::fma(std::abs(n), -2.0f * a, sum); });
}

inline tree warp_tree(const tree& source, const tree& dx, const tree& dy, double amplitude) {
  return {scree::warp_by(source.noise, {dx.noise, dy.noise, dx.noise, dy.noise}, amplitude), [=](const plain_place& p) {
            const float d[2] = {dx.plain(p), dy.plain(p)};
            plain_place moved{p.dims, {}};
            moved.stream = p.stream;
            for (int axis = 0; axis < p.dims; ++axis) moved.x[axis] = std::fma(amplitude, static_cast<double>(d[axis % 2]), p.coordinate(axis));
            return source.plain(moved);
          }};
}

/// Grows trees of up to so many levels.
class tree_maker {
 public:
  explicit tree_maker(std::uint64_t seed) : random_{seed} {}

  tree grow(int levels) {
    if (levels == 0 || random_.below(8) == 0) return leaf();
    switch (random_.below(17)) {
      case 0: return two(levels, [](const Noise& a, const Noise& b) { return a + b; }, [](const auto& v) { return v[0] + v[1]; });
      case 1: return two(levels, [](const Noise& a, const Noise& b) { return a - b; }, [](const auto& v) { return v[0] - v[1]; });
      case 2: return two(levels, [](const Noise& a, const Noise& b) { return a * b; }, [](const auto& v) { return v[0] * v[1]; });
      case 3:
        return two(levels, [](const Noise& a, const Noise& b) { return a / b; }, [](const auto& v) {
          constexpr float most = std::numeric_limits<float>::max();
          return v[1] == 0 ? 0.0f : std::clamp(v[0] / v[1], -most, most);
        });
      case 4: return two(levels, [](const Noise& a, const Noise& b) { return min(a, b); }, [](const auto& v) { return std::min(v[0], v[1]); });
      case 5: return two(levels, [](const Noise& a, const Noise& b) { return max(a, b); }, [](const auto& v) { return std::max(v[0], v[1]); });
      case 6: return one(levels, [](const Noise& a) { return abs(a); }, [](const auto& v) { return std::abs(v[0]); });
      case 7: return one(levels, [](const Noise& a) { return -a; }, [](const auto& v) { return -v[0]; });
      case 8: {
        const float c = number();
        return one(levels, [c](const Noise& a) { return a * c; }, [c](const auto& v) { return v[0] * c; });
      }
      case 9: {
        const float c = number();
        return one(levels, [c](const Noise& a) { return c - a; }, [c](const auto& v) { return c - v[0]; });
      }
      case 10: return one(levels, [](const Noise& a) { return clamp(a, -0.5f, 0.75f); }, [](const auto& v) { return std::clamp(v[0], -0.5f, 0.75f); });
      case 11: return one(levels, [](const Noise& a) { return sqrt(a); }, [](const auto& v) { return v[0] > 0 ? std::sqrt(v[0]) : 0.0f; });
      case 12: return one(levels, [](const Noise& a) { return step(a, 0.25f); }, [](const auto& v) { return v[0] >= 0.25f ? 1.0f : 0.0f; });
      case 13: {
        const double s = random_.uniform(-3, 3);
        const tree source = grow(levels - 1);
        return {scale(source.noise, s), [=](const plain_place& p) { return source.plain(p.mapped({s, s, s, s}, {-0.0, -0.0, -0.0, -0.0})); }};
      }
      case 14: {
        const point move = {random_.uniform(-9, 9), random_.uniform(-9, 9), random_.uniform(-9, 9), random_.uniform(-9, 9)};
        const tree source = grow(levels - 1);
        return {offset(source.noise, move), [=](const plain_place& p) { return source.plain(p.mapped({1, 1, 1, 1}, move)); }};
      }
      case 15: {
        const tree source = grow(levels - 1), dx = grow(0), dy = grow(0);
        return warp_tree(source, dx, dy, random_.uniform(0, 2));
      }
      default: {
        const FractalOptions o{.octaves = 1.0 + random_.below(3), .lacunarity = random_.uniform(1.5, 2.5), .gain = random_.uniform(0.2, 0.9), .offsets = random_.below(4) != 0};
        if (random_.below(2)) return fbm_tree(grow(levels - 1), o);
        return ridged_tree(leaf(), o);
      }
    }
  }

  generator& random() { return random_; }

 private:
  tree leaf() {
    const std::uint64_t seed = random_.bits();
    const double frequency = random_.below(3) ? random_.uniform(0.1, 3) : 1.0;
    switch (random_.below(4)) {
      case 0: return simplex_tree({.seed = seed, .frequency = frequency});
      case 1: return value_tree({.seed = seed, .frequency = frequency, .fade = Fade::cubic});
      default: return perlin_tree({.seed = seed, .frequency = frequency});
    }
  }
  float number() { return static_cast<float>(random_.uniform(-2, 2)); }
  template <class Make, class F>
  tree one(int levels, const Make& make, const F& f) {
    const tree a = grow(levels - 1);
    return combined(make(a.noise), {a}, f);
  }
  template <class Make, class F>
  tree two(int levels, const Make& make, const F& f) {
    const tree a = grow(levels - 1), b = random_.below(4) ? grow(levels - 1) : a;
    return combined(make(a.noise, b.noise), {a, b}, f);
  }
  generator random_;
};

}  // namespace scree::test
