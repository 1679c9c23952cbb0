// A node of the expression behind a Noise: immutable, shared, evaluated from any thread.
#pragma once
#include "kernels/kernel_table.hpp"

#include <scree/noise.hpp>

#include <cstddef>

namespace scree::field {

/// Coordinates of `dims` axes, `count` points each.
template <class T>
struct points {
  const T* const* coordinates;
  int dims;
  std::size_t count;
};

/// Where values go, and derivatives along each axis unless gradient is null.
struct destination {
  float* values;
  float* const* gradient;
};

class node {
 public:
  virtual ~node() = default;
  virtual void sample(const points<float>& at, const destination& out) const = 0;
  virtual void sample(const points<double>& at, const destination& out) const = 0;
  virtual void fill(const grid_part& part, int dims, const fill_target& target, void* scratch) const = 0;
  virtual Interval range() const = 0;
  /// Throws Error if the field has not got so many dimensions. To be asked before the others.
  virtual void check_dims(int) const {}
};

}  // namespace scree::field
