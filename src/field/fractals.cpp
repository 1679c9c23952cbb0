// Fractals: each builds its octaves from the source, in contexts that scale and reseed it.
#include "field/builder.hpp"
#include "field/octaves.hpp"
#include "field/options.hpp"

#include <scree/detail/definition.hpp>
#include <scree/error.hpp>
#include <scree/fractal.hpp>

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace scree {
namespace field {
namespace {

/// Each octave is turned against the one before by atan(3 / 4) in the planes of neighbouring axes.
square_matrix octave_rotation(int dims) {
  square_matrix all = diagonal_matrix(1);
  for (int axis = 0; axis + 1 < dims; ++axis)
    for (auto& row : all) {
      const double a = row[axis], b = row[axis + 1];
      row[axis] = a * 0.8 + b * 0.6;
      row[axis + 1] = b * 0.8 - a * 0.6;
    }
  return all;
}

/// The context of the octave after this one.
context next_octave(const context& at, double lacunarity, bool rotate) {
  context c = at.scaled(lacunarity);
  if (rotate) c = c.mapped(octave_rotation(at.dims));
  c.octave = at.octave * lacunarity;
  c.turned_octave = at.turned_octave || rotate;
  return c;
}

/// A value spread from its range to [-1, 1].
value spread(builder& b, value v) {
  const Interval r = b.range(v);
  if (r.lo == -1 && r.hi == 1) return v;
  const double half = (static_cast<double>(r.hi) - r.lo) / 2;
  if (half < 0x1p-126) return b.constant(0);   // no wider than a rounding
  const double middle = (static_cast<double>(r.hi) + r.lo) / 2;
  return b.operate(operation::clamped, {b.affine(v, static_cast<float>(1 / half), static_cast<float>(-middle / half))}, {-1.0f, 1.0f});
}

/// What an octave adds: slope * shape + constant; and how high it is on a scale from 0 to 1 (asked for where octaves weigh those after them).
struct octave {
  value shape;
  float slope, constant;
  value height;
};
template <class Options>
using octave_function = octave (*)(builder& b, value source, const Options& options, bool with_height);

octave plain_octave(builder& b, value source, const FractalOptions&, bool with_height) {
  return {source, 1, 0, with_height ? b.affine(spread(b, source), 0.5f, 0.5f) : 0};
}
octave ridged_octave(builder& b, value source, const FractalOptions&, bool with_height) {
  const value size = b.operate(operation::absolute_of, {spread(b, source)});
  return {size, -2, 1, with_height ? b.affine(size, -1, 1) : 0};
}
octave billow_octave(builder& b, value source, const FractalOptions&, bool) {
  const value size = b.operate(operation::absolute_of, {spread(b, source)});
  return {size, 2, -1, size};
}
octave turbulence_octave(builder& b, value source, const FractalOptions&, bool) {
  const value size = b.operate(operation::absolute_of, {spread(b, source)});
  return {size, 1, 0, size};
}
octave ping_pong_octave(builder& b, value source, const PingPongOptions& options, bool with_height) {
  const value folded = b.operate(operation::ping_pong_of, {spread(b, source)}, {static_cast<float>(options.strength)});
  return {folded, 1, 0, with_height ? b.affine(folded, 0.5f, 0.5f) : 0};
}

/// The context of every octave in turn.
template <class Options, class F>
void for_each_octave(const context& at, const Options& options, const std::vector<double>& amplitude, const F& f) {
  context c = at;
  for (std::size_t k = 0; k < amplitude.size(); ++k) {
    c.stream = k == 0 || !options.offsets ? at.stream : definition::stream_of(at.stream, k);
    f(c, static_cast<float>(amplitude[k]));
    c = next_octave(c, options.lacunarity, options.rotate);
  }
}

template <class Options, octave_function<Options> Make>
value sum_of_octaves(builder& b, const context& at, const node& source, const Options& options) {
  const float strength = static_cast<float>(options.weighted_strength);
  const std::vector<double> amplitude_of = amplitudes(options.octaves, options.gain);
  const float all = static_cast<float>(std::accumulate(amplitude_of.begin(), amplitude_of.end(), 0.0));   // below 1 where gain is negative
  value sum = b.constant(0), weight = b.constant(1);
  bool first = true;
  for_each_octave(at, options, amplitude_of, [&](const context& here, float amplitude) {
    const octave o = Make(b, b.of(source, here), options, strength != 0);
    if (strength != 0) {
      const value adds = b.affine(o.shape, o.slope * amplitude, o.constant * amplitude);
      sum = b.operate(operation::multiply_add, {adds, weight, sum});
      weight = b.operate(operation::multiply, {weight, b.affine(o.height, strength, 1 - strength)});
    } else {
      if (first) sum = b.constant(o.constant * all);   // the constants of all octaves
      sum = b.operate(operation::multiply_add, {o.shape, b.constant(o.slope * amplitude), sum});
    }
    first = false;
  });
  return sum;
}

value hybrid_sum(builder& b, const context& at, const node& source, const HybridOptions& options) {
  value sum = b.constant(0), weight = b.constant(1);
  // (n + offset) a / (1 + offset): amplitudes that add up to 1 for the highest n there is.
  const double highest = 1 + options.offset;
  double first = 0;
  for_each_octave(at, options, amplitudes(options.octaves, options.gain), [&](const context& here, float amplitude) {
    if (first == 0) {
      if (std::abs(amplitude) < 0x1p-100f) return;   // next to the last octave it is nothing
      first = amplitude;
    }
    const value signal = b.affine(spread(b, b.of(source, here)), static_cast<float>(amplitude / highest), static_cast<float>(options.offset * amplitude / highest));
    const value weighted = b.operate(operation::multiply, {signal, weight});
    sum = b.operate(operation::add, {sum, weighted});
    // The weight is in the paper's units, where the first octave has amplitude 1.
    weight = b.operate(operation::clamped, {b.affine(weighted, static_cast<float>(highest / first), 0)}, {-1.0f, 1.0f});
  });
  return sum;
}

template <class Options>
class fractal_node final : public node {
 public:
  using sum_function = value (*)(builder&, const context&, const node&, const Options&);
  fractal_node(const char* name, sum_function sum, field_ptr source, const Options& options)
      : node({std::move(source)}), name_(name), sum_(sum), options_(options) {
    // Throws where octaves break a period; with the most dimensions, where octaves turn in every plane that they ever turn in.
    if (dims().least <= dims().most) try_program(dims().most);
  }
  const char* name() const override { return name_; }
  value build(builder& b, const context& at) const override { return sum_(b, at, *fields()[0], options_); }
  void write(writer& w) const override { write_options(w, options_); }
  field_ptr rebuilt(std::vector<field_ptr> fields, std::uint64_t) const override {
    return std::make_shared<fractal_node>(name_, sum_, std::move(fields[0]), options_);
  }

 private:
  const char* name_;
  sum_function sum_;
  Options options_;
};

template <class Options>
Noise make(const char* name, const Noise& source, const Options& options, typename fractal_node<Options>::sum_function sum) {
  auto check = [&](bool good, const char* option, double is, const char* should_be) {
    if (!good) bad_option(name, option, is, should_be);
  };
  check_octaves(name, options);
  if constexpr (requires { options.weighted_strength; })
    check(options.weighted_strength >= 0 && options.weighted_strength <= 1, "weighted_strength", options.weighted_strength, "from 0 to 1");
  if constexpr (requires { options.strength; }) {
    const float strength = static_cast<float>(options.strength);
    check(strength > 0 && strength <= 0x1p20f, "strength", options.strength, "above 0, up to 2^20");
  }
  if constexpr (requires { options.offset; }) check(std::isfinite(options.offset) && options.offset > -1, "offset", options.offset, "finite and above -1");
  return Noise(std::make_shared<fractal_node<Options>>(name, sum, source.root(), options));
}
template <octave_function<FractalOptions> Make>
Noise make_plain(const char* name, const Noise& source, const FractalOptions& options) {
  return make(name, source, options, &sum_of_octaves<FractalOptions, Make>);
}

}  // namespace
}  // namespace field

Noise fbm(const Noise& source, const FractalOptions& options) { return field::make_plain<&field::plain_octave>("fbm", source, options); }
Noise ridged(const Noise& source, const FractalOptions& options) { return field::make_plain<&field::ridged_octave>("ridged", source, options); }
Noise billow(const Noise& source, const FractalOptions& options) { return field::make_plain<&field::billow_octave>("billow", source, options); }
Noise turbulence(const Noise& source, const FractalOptions& options) { return field::make_plain<&field::turbulence_octave>("turbulence", source, options); }
Noise ping_pong(const Noise& source, const PingPongOptions& options) {
  return field::make("ping_pong", source, options, &field::sum_of_octaves<PingPongOptions, &field::ping_pong_octave>);
}
Noise hybrid(const Noise& source, const HybridOptions& options) { return field::make("hybrid", source, options, &field::hybrid_sum); }

}  // namespace scree
