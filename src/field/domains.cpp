// Fields at other coordinates: each builds its field in a changed context.
#include "field/builder.hpp"
#include "field/octaves.hpp"

#include <scree/detail/definition.hpp>
#include <scree/detail/sine.hpp>
#include <scree/domain.hpp>
#include <scree/error.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace scree {
namespace field {
namespace {

/// One affine map, given by a few numbers: `scale` and `offset` have one for each axis.
class affine_node final : public node {
 public:
  affine_node(const char* name, field_ptr field, std::vector<double> numbers, const square_matrix& matrix, const std::array<double, 4>& shift)
      : node({std::move(field)}), name_(name), numbers_(std::move(numbers)), matrix_(matrix), shift_(shift) {}
  const char* name() const override { return name_; }
  value build(builder& b, const context& at) const override { return b.of(*fields()[0], at.mapped(matrix_, shift_)); }
  void write(writer& w) const override {
    for (const double each : numbers_) w.argument(number_text(each));
  }
  field_ptr rebuilt(std::vector<field_ptr> fields, std::uint64_t) const override {
    return std::make_shared<affine_node>(name_, std::move(fields[0]), numbers_, matrix_, shift_);
  }

 private:
  const char* name_;
  std::vector<double> numbers_;
  square_matrix matrix_;
  std::array<double, 4> shift_;
};

/// Cosine and sine of an angle in degrees, the same on every machine and exact for right angles.
std::array<double, 2> direction_of(double degrees) {
  const double turns = degrees / 360, whole = turns - std::floor(turns);
  auto sine = [](double t) {
    t = definition::from_nearest(t);
    return std::abs(t) == 0.25 ? std::copysign(1.0, t) : definition::sine_of_turn(t);
  };
  return {sine(whole + 0.25), sine(whole)};
}

class rotate_node final : public node {
 public:
  rotate_node(field_ptr field, const RotateOptions& angles) : node({std::move(field)}), angles_(angles) {}
  const char* name() const override { return "rotate"; }
  value build(builder& b, const context& at) const override {
    context c = at;
    auto turn = [&](int from, int to, double degrees) {
      if (degrees == 0 || to >= at.dims) return;
      const auto [cosine, sine] = direction_of(degrees);
      square_matrix m = diagonal_matrix(1);
      m[from][from] = m[to][to] = cosine;
      m[from][to] = -sine;
      m[to][from] = sine;
      c = c.mapped(m, not_moved);
    };
    turn(0, 1, angles_.xy), turn(0, 2, angles_.xz), turn(1, 2, angles_.yz);
    turn(0, 3, angles_.xw), turn(1, 3, angles_.yw), turn(2, 3, angles_.zw);
    return b.of(*fields()[0], c);
  }
  void write(writer& w) const override { write_options(w, angles_); }
  field_ptr rebuilt(std::vector<field_ptr> fields, std::uint64_t) const override {
    return std::make_shared<rotate_node>(std::move(fields[0]), angles_);
  }

 private:
  RotateOptions angles_;
};

class improve_node final : public node {
 public:
  explicit improve_node(field_ptr field) : node({std::move(field)}, {3, 3}) {}
  const char* name() const override { return "improve_xy_planes"; }
  /// A rotation that takes z to the main diagonal (1, 1, 1) / sqrt 3.
  value build(builder& b, const context& at) const override {
    constexpr double third_root = 0.577350269189625764509, a = 0.788675134594812882255, c = -0.211324865405187117745;
    square_matrix m = diagonal_matrix(1);
    m[0] = {a, c, third_root, 0};
    m[1] = {c, a, third_root, 0};
    m[2] = {-third_root, -third_root, third_root, 0};
    return b.of(*fields()[0], at.mapped(m, not_moved));
  }
  field_ptr rebuilt(std::vector<field_ptr> fields, std::uint64_t) const override { return std::make_shared<improve_node>(std::move(fields[0])); }
};

/// Streams of displacements: past those of octaves.
constexpr std::uint64_t first_warp_stream = std::uint64_t{1} << 32;

class warp_node final : public node {
 public:
  warp_node(field_ptr field, const WarpOptions& options)
      : node({std::move(field)}), options_(options), displacer_(perlin({.seed = options.seed, .frequency = options.frequency}).root()) {}
  const char* name() const override { return "warp"; }
  value build(builder& b, const context& at) const override {
    // A noise for each axis, all at most 1 in size: together they are sqrt(dims) long at most.
    const double amplitude = options_.amplitude / std::sqrt(static_cast<double>(at.dims));
    const std::vector<double> share = amplitudes(options_.octaves, options_.gain);
    double scale = 1;
    std::vector<value> displacement(static_cast<std::size_t>(at.dims), b.constant(0));
    context moved = at;
    for (std::size_t k = 0; k < share.size(); ++k, scale *= options_.lacunarity) {
      const context from = (options_.progressive ? moved : at).scaled(scale);
      for (int axis = 0; axis < at.dims; ++axis) {
        context c = from;
        c.octave = 1;
        c.stream = definition::stream_of(at.stream, first_warp_stream + 4 * k + static_cast<std::uint64_t>(axis));
        const value n = b.of(*displacer_, c);
        value& d = displacement[static_cast<std::size_t>(axis)];
        if (options_.progressive) d = n;
        else d = b.operate(operation::multiply_add, {n, b.constant(static_cast<float>(share[k])), d});
      }
      if (options_.progressive) moved = b.displaced(moved, displacement, amplitude * share[k]);
    }
    if (!options_.progressive) moved = b.displaced(at, displacement, amplitude);
    return b.of(*fields()[0], moved);
  }
  void write(writer& w) const override { write_options(w, options_); }
  field_ptr rebuilt(std::vector<field_ptr> fields, std::uint64_t stream) const override {
    WarpOptions o = options_;
    o.seed = definition::seed_in(stream, o.seed);
    return std::make_shared<warp_node>(std::move(fields[0]), o);
  }

 private:
  WarpOptions options_;
  field_ptr displacer_;
};

class warp_by_node final : public node {
 public:
  warp_by_node(std::vector<field_ptr> fields, double amplitude)
      : node(std::move(fields)), amplitude_(amplitude) {
    dims_.most = std::min(dims_.most, static_cast<int>(this->fields().size()) - 1);
  }
  const char* name() const override { return "warp_by"; }
  value build(builder& b, const context& at) const override {
    std::vector<value> displacement;
    for (int axis = 0; axis < at.dims; ++axis) displacement.push_back(b.of(*fields()[static_cast<std::size_t>(axis) + 1], at));
    return b.of(*fields()[0], b.displaced(at, displacement, amplitude_));
  }
  void write(writer& w) const override {
    if (amplitude_ != 1) w.option("amplitude", number_text(amplitude_));
  }
  field_ptr rebuilt(std::vector<field_ptr> fields, std::uint64_t) const override {
    return std::make_shared<warp_by_node>(std::move(fields), amplitude_);
  }

 private:
  double amplitude_;
};

class tile_node final : public node {
 public:
  tile_node(field_ptr field, double width, double height) : node({std::move(field)}), width_(width), height_(height) {
    if (dims_.most < 4) throw Error(std::string("tile: ") + fields()[0]->name() + " has not got the four dimensions that a torus needs");
    dims_ = {2, 2};
  }
  const char* name() const override { return "tile"; }
  value build(builder& b, const context& at) const override { return b.of(*fields()[0], b.wrapped(at, width_, height_)); }
  void write(writer& w) const override {
    w.argument(number_text(width_));
    w.argument(number_text(height_));
  }
  field_ptr rebuilt(std::vector<field_ptr> fields, std::uint64_t) const override {
    return std::make_shared<tile_node>(std::move(fields[0]), width_, height_);
  }

 private:
  double width_, height_;
};

/// Numbers for text: as few as say all axes.
std::vector<double> shortest(const std::array<double, 4>& each, double usual) {
  std::vector<double> numbers(each.begin(), each.end());
  while (numbers.size() > 1 && numbers.back() == usual) numbers.pop_back();
  return numbers;
}

}  // namespace
}  // namespace field

Noise scale(const Noise& field, double factor) {
  if (!std::isfinite(factor) || factor == 0) field::bad_option("scale", "factor", factor, "finite and not 0");
  return Noise(std::make_shared<field::affine_node>("scale", field.root(), std::vector{factor}, field::diagonal_matrix(factor), field::not_moved));
}
Noise scale(const Noise& field, const std::array<double, 4>& factors) {
  if (std::all_of(factors.begin(), factors.end(), [&](double f) { return f == factors[0]; })) return scale(field, factors[0]);
  field::square_matrix m{};
  for (int axis = 0; axis < 4; ++axis) {
    if (!std::isfinite(factors[axis]) || factors[axis] == 0)
      field::bad_option("scale", std::string("factor along ") + field::axis_names[axis], factors[axis], "finite and not 0");
    m[axis][axis] = factors[axis];
  }
  // One number would mean all axes.
  std::vector<double> numbers = field::shortest(factors, 1);
  if (numbers.size() == 1) numbers.push_back(1);
  return Noise(std::make_shared<field::affine_node>("scale", field.root(), numbers, m, field::not_moved));
}
Noise offset(const Noise& field, const std::array<double, 4>& offsets) {
  for (int axis = 0; axis < 4; ++axis)
    if (!std::isfinite(offsets[axis])) field::bad_option("offset", std::string("offset along ") + field::axis_names[axis], offsets[axis], "finite");
  return Noise(std::make_shared<field::affine_node>("offset", field.root(), field::shortest(offsets, 0), field::diagonal_matrix(1), offsets));
}
Noise rotate(const Noise& field, const RotateOptions& angles) {
  field::each_option(&angles, [&](const char* name, auto member) {
    if (!std::isfinite(angles.*member)) field::bad_option("rotate", name, angles.*member, "finite");
  });
  return Noise(std::make_shared<field::rotate_node>(field.root(), angles));
}
Noise improve_xy_planes(const Noise& field) { return Noise(std::make_shared<field::improve_node>(field.root())); }

Noise warp(const Noise& field, const WarpOptions& o) {
  if (!std::isfinite(o.amplitude)) field::bad_option("warp", "amplitude", o.amplitude, "finite");
  if (!std::isfinite(o.frequency) || o.frequency == 0) field::bad_option("warp", "frequency", o.frequency, "finite and not zero");
  field::check_octaves("warp", o);
  return Noise(std::make_shared<field::warp_node>(field.root(), o));
}
Noise warp_by(const Noise& field, const std::vector<Noise>& displacement, double amplitude) {
  if (displacement.empty() || displacement.size() > 4)
    throw Error("warp_by: there are " + std::to_string(displacement.size()) + " displacements, but must be 1 to 4, one for each axis");
  if (!std::isfinite(amplitude)) field::bad_option("warp_by", "amplitude", amplitude, "finite");
  std::vector<field::field_ptr> fields{field.root()};
  for (const Noise& d : displacement) fields.push_back(d.root());
  return Noise(std::make_shared<field::warp_by_node>(std::move(fields), amplitude));
}
Noise tile(const Noise& field, double width, double height) {
  if (!std::isfinite(width) || width <= 0) field::bad_option("tile", "width", width, "finite and above 0");
  if (!std::isfinite(height) || height <= 0) field::bad_option("tile", "height", height, "finite and above 0");
  return Noise(std::make_shared<field::tile_node>(field.root(), width, height));
}

}  // namespace scree
