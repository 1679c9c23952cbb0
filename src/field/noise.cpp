// The public border of Noise: arguments are checked here, once.
#include <scree/noise.hpp>

#include "field/node.hpp"
#include "grid/numeric_environment.hpp"

#include <scree/detail/definition.hpp>
#include <scree/error.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace scree {
namespace {

using field::axis_names;

template <class... X>
float at_point(const field::node& root, X... x) {
  constexpr int dims = sizeof...(X);
  const double coordinate[dims] = {x...};
  const double* coordinates[dims];
  for (int axis = 0; axis < dims; ++axis) coordinates[axis] = coordinate + axis;
  float value;
  root.check_dims(dims);
  numeric_environment environment;
  field::sample(root.program_for(dims), coordinates, 1, &value, nullptr);
  return value;
}

[[noreturn]] void wrong_length(const std::string& name, std::size_t length, std::size_t values) {
  throw Error("sample: " + name + " has " + std::to_string(length) + " elements and out has " + std::to_string(values) +
              "; all spans must have one length");
}

template <class T, std::size_t N>
void sample_points(const field::node& root, const std::array<std::span<const T>, N>& x, std::span<float> out,
                   const Gradient<static_cast<int>(N)>* gradient = nullptr) {
  const T* coordinates[N];
  float* derivatives[N];
  root.check_dims(static_cast<int>(N));
  for (std::size_t axis = 0; axis < N; ++axis) {
    if (x[axis].size() != out.size()) wrong_length(axis_names[axis], x[axis].size(), out.size());
    coordinates[axis] = x[axis].data();
    if (!gradient) continue;
    const std::span<float> derivative = gradient->along[axis];
    if (derivative.size() != out.size()) wrong_length(std::string("gradient along ") + axis_names[axis], derivative.size(), out.size());
    derivatives[axis] = derivative.data();
  }
  if (out.empty()) return;
  numeric_environment environment;
  field::sample(root.program_for(static_cast<int>(N)), coordinates, out.size(), out.data(), gradient ? derivatives : nullptr);
}

}  // namespace

Noise::Noise(std::shared_ptr<const field::node> root) : root_(std::move(root)) {}

float Noise::at(double x) const { return at_point(*root_, x); }
float Noise::at(double x, double y) const { return at_point(*root_, x, y); }
float Noise::at(double x, double y, double z) const { return at_point(*root_, x, y, z); }
float Noise::at(double x, double y, double z, double w) const { return at_point(*root_, x, y, z, w); }

// Every dimension for one type of coordinate, with and without derivatives.
#define SCREE_SAMPLE(T)                                                                                                     \
  void Noise::sample(std::span<const T> x, std::span<float> out) const {                                                    \
    sample_points<T, 1>(*root_, {x}, out);                                                                                  \
  }                                                                                                                         \
  void Noise::sample(std::span<const T> x, std::span<float> out, const Gradient1& gradient) const {                         \
    sample_points<T, 1>(*root_, {x}, out, &gradient);                                                                       \
  }                                                                                                                         \
  void Noise::sample(std::span<const T> x, std::span<const T> y, std::span<float> out) const {                              \
    sample_points<T, 2>(*root_, {x, y}, out);                                                                               \
  }                                                                                                                         \
  void Noise::sample(std::span<const T> x, std::span<const T> y, std::span<float> out, const Gradient2& gradient) const {   \
    sample_points<T, 2>(*root_, {x, y}, out, &gradient);                                                                    \
  }                                                                                                                         \
  void Noise::sample(std::span<const T> x, std::span<const T> y, std::span<const T> z, std::span<float> out) const {        \
    sample_points<T, 3>(*root_, {x, y, z}, out);                                                                            \
  }                                                                                                                         \
  void Noise::sample(std::span<const T> x, std::span<const T> y, std::span<const T> z, std::span<float> out,                \
                     const Gradient3& gradient) const {                                                                     \
    sample_points<T, 3>(*root_, {x, y, z}, out, &gradient);                                                                 \
  }                                                                                                                         \
  void Noise::sample(std::span<const T> x, std::span<const T> y, std::span<const T> z, std::span<const T> w,                \
                     std::span<float> out) const {                                                                          \
    sample_points<T, 4>(*root_, {x, y, z, w}, out);                                                                         \
  }                                                                                                                         \
  void Noise::sample(std::span<const T> x, std::span<const T> y, std::span<const T> z, std::span<const T> w,                \
                     std::span<float> out, const Gradient4& gradient) const {                                               \
    sample_points<T, 4>(*root_, {x, y, z, w}, out, &gradient);                                                              \
  }
SCREE_SAMPLE(float)
SCREE_SAMPLE(double)
#undef SCREE_SAMPLE

Interval Noise::range() const { return root_->range(); }

namespace {
/// The tree with every seed moved to a stream; shared parts stay shared.
field::field_ptr moved(const field::field_ptr& n, std::uint64_t stream, std::map<const field::node*, field::field_ptr>& done) {
  if (const auto known = done.find(n.get()); known != done.end()) return known->second;
  std::vector<field::field_ptr> fields;
  for (const field::field_ptr& f : n->fields()) fields.push_back(moved(f, stream, done));
  return done.emplace(n.get(), n->rebuilt(std::move(fields), stream)).first->second;
}
}  // namespace

Noise Noise::reseed(std::uint64_t seed) const {
  std::map<const field::node*, field::field_ptr> done;
  return Noise(moved(root_, definition::world_of(seed), done));
}

}  // namespace scree
