// One run of a program: its steps on blocks of samples, in memory that a thread keeps.
#pragma once
#include "dispatch.hpp"
#include "field/program.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <variant>

namespace scree::field {

/// Memory for blocks: one piece a thread, kept for the next call, grown where a program needs more.
class arena {
 public:
  void reserve(std::size_t bytes) {
    if (bytes <= size_) return;
    memory_.reset(static_cast<char*>(::operator new(bytes, std::align_val_t{64})));
    std::fill(memory_.get(), memory_.get() + bytes, char{});   // lanes past the end of a block compute with what stands there
    size_ = bytes;
  }
  void start() { next_ = memory_.get(); }
  template <class T>
  T* take(std::size_t count) {
    char* p = next_;
    next_ += bytes<T>(count);
    return reinterpret_cast<T*>(p);
  }
  template <class T>
  static std::size_t bytes(std::size_t count) { return (count * sizeof(T) + 63) & ~std::size_t{63}; }

 private:
  struct aligned_delete {
    void operator()(char* p) const { ::operator delete(p, std::align_val_t{64}); }
  };
  std::unique_ptr<char, aligned_delete> memory_;
  std::size_t size_ = 0;
  char* next_ = nullptr;
};
inline arena& arena_of_thread() {
  thread_local arena a;
  return a;
}

template <class T>
void sample_leaf(const noise_step& s, int dims, const T* const* x, std::size_t count, float* out, float* const* gradient) {
  const leaf_kernels& kernels = active_kernels().*s.kernels;
  if constexpr (sizeof(T) == sizeof(float)) kernels.sample_float[dims - 1](s.settings, x, count, out, gradient);
  else kernels.sample_double[dims - 1](s.settings, x, count, out, gradient);
}

/// A place in a part of a grid, from which samples are counted row by row.
struct row_walk {
  const grid_part* part;
  int dims;
  std::size_t index[4] = {};

  /// Goes on by so many samples: f(how many before, how many of this row).
  template <class F>
  void over(std::size_t samples, const F& f) {
    for (std::size_t done = 0; done < samples;) {
      const std::size_t piece = std::min(samples - done, part->axis[0].size - index[0]);
      f(done, piece);
      done += piece;
      index[0] += piece;
      for (int axis = 0; axis + 1 < dims && index[axis] == part->axis[axis].size; ++axis) index[axis] = 0, ++index[axis + 1];
    }
  }
  /// The same with whole rows together: f(how many before, how many of each row, how many rows).
  template <class F>
  void over_planes(std::size_t samples, const F& f) {
    const std::size_t width = part->axis[0].size, height = dims > 1 ? part->axis[1].size : 1;
    for (std::size_t done = 0; done < samples;) {
      const std::size_t left = samples - done;
      const bool whole_rows = index[0] == 0 && left >= width;
      const std::size_t of_row = whole_rows ? width : std::min(left, width - index[0]), rows = whole_rows ? std::min(left / width, height - index[1]) : 1;
      f(done, of_row, rows);
      done += of_row * rows;
      skip(of_row * rows);
    }
  }
  void skip(std::size_t samples) {
    over(samples, [](std::size_t, std::size_t) {});
  }
  /// In elements of the part.
  std::size_t place() const {
    std::size_t sum = 0;
    for (int axis = 0; axis < dims; ++axis) sum += index[axis] * part->stride[axis];
    return sum;
  }
};

/// One run of a program over blocks of one thread.
class run {
 public:
  run(const program& p, const layout& l, bool with_gradient, std::size_t tile_samples, arena& memory)
      : p_(p), l_(l), k_(active_kernels()), parts_(with_gradient ? 1 + static_cast<std::size_t>(p.dims) : 1), tile_samples_(tile_samples) {
    const std::size_t dims = static_cast<std::size_t>(p.dims), jacobian = with_gradient ? 4 * dims : 0;
    const std::size_t spare = with_gradient ? 3 + 4 : 0;
    const std::size_t reals = l.sources.size() * parts_ * tile_samples + parts_ * (tile_samples + most_lanes) + (l.slots * parts_ + l.domain_slots * jacobian + spare) * block;
    const std::size_t coordinates = (l.domain_slots * 4 + dims) * domain_stride + dims * (tile_width + most_lanes);
    memory.reserve(arena::bytes<float>(reals) + arena::bytes<double>(coordinates) + arena::bytes<chained_operation>(l.steps.size()));
    memory.start();
    sources_ = memory.take<float>(reals);
    result_ = sources_ + l.sources.size() * parts_ * tile_samples;
    result_at_ = result_;
    slots_ = result_ + parts_ * (tile_samples + most_lanes);
    jacobians_ = slots_ + l.slots * parts_ * block;
    spare_ = jacobians_ + l.domain_slots * jacobian * block;
    domains_ = memory.take<double>(coordinates);
    callers_ = domains_ + l.domain_slots * 4 * domain_stride;
    axis_ = callers_ + dims * domain_stride;
    chains_ = memory.take<chained_operation>(l.steps.size());
    first_ = 0;
  }
  bool with_gradient() const { return parts_ > 1; }
  const kernel_table& kernels() const { return k_; }

  /// Where part 0 (values) or 1 + axis (derivatives) of the result goes.
  float* result(std::size_t part) const { return result_at_ + part * (tile_samples_ + most_lanes); }
  /// From which sample of its memory on the next block's result goes; or where else, if it has no derivatives.
  void result_goes_to(std::size_t first) { result_at_ = result_ + first; }
  void result_goes_to(float* place) { result_at_ = place; }
  float* source(std::size_t number, std::size_t part) const { return sources_ + (number * parts_ + part) * tile_samples_; }

  // Of the caller's coordinates: a block's in arrays; or those of the axes of a tile, and where in it the block begins.
  double* coordinates(int axis) const { return callers_ + static_cast<std::size_t>(axis) * domain_stride; }
  double* axis_coordinates(int axis) const { return axis_ + static_cast<std::size_t>(axis) * (tile_width + most_lanes); }
  void rows_are(const row_walk& rows) { rows_ = &rows; }
  void fill_coordinates(std::size_t count) const {
    row_walk rows = *rows_;
    rows.over(count, [&](std::size_t k, std::size_t piece) {
      std::copy_n(axis_coordinates(0) + rows.index[0], piece, coordinates(0) + k);
      for (int axis = 1; axis < p_.dims; ++axis) std::fill_n(coordinates(axis) + k, piece, axis_coordinates(axis)[rows.index[axis]]);
    });
  }

  /// Sources are evaluated with the rest, at these coordinates; null: they stand in their tiles.
  template <class T>
  void evaluate(std::size_t first, std::size_t count, const T* const* sources_at) {
    first_ = first, count_ = count;
    result_in_tile_ = p_.result >= 0 && l_.values[static_cast<std::size_t>(p_.result)].source && !sources_at;
    if (sources_at)
      for (const layout::source& source : l_.sources) evaluate_noise(*source.terms[0].noise, sources_at);
    for (std::size_t k = 0; k < l_.steps.size(); ++k) {
      const step& s = *l_.steps[k].what;
      if (l_.steps[k].chain > 1 && !with_gradient()) {
        k += operate_chain(k) - 1;
      } else if (const auto* noise = std::get_if<noise_step>(&s)) {
        evaluate_noise(*noise, coordinates_of(noise->at).x);
      } else if (const auto* operation = std::get_if<operation_step>(&s)) {
        operate(*operation);
      } else if (const auto* read = std::get_if<read_step>(&s)) {
        this->read(*read);
      } else if (const auto* place = std::get_if<place_step>(&s)) {
        this->place(*place);
      } else if (const auto* wrap = std::get_if<wrap_step>(&s)) {
        this->wrap(*wrap);
      } else {
        find_features(std::get<feature_step>(s));
      }
    }
    linked_ = true;
    for (std::size_t part = 0; p_.result < 0 && part < parts_; ++part) std::fill_n(result(part), count, *at(p_.result, part).values);
  }

 private:
  /// Rows are placed whole vectors at a time, and may write past the last one.
  static constexpr std::size_t domain_stride = block + most_lanes;
  static constexpr constant_block zero_block{0.0f}, one_block{1.0f};
  static constexpr operand none = {zero_block.values, 0}, one = {one_block.values, 0};

  struct coordinate_set {
    const double* x[4];
  };
  coordinate_set coordinates_of(domain d) const {
    const double* first = d == 0 ? callers_ : domains_ + l_.domains[static_cast<std::size_t>(d)] * 4 * domain_stride;
    return {{first, first + domain_stride, first + 2 * domain_stride, first + 3 * domain_stride}};
  }
  float* jacobian(domain d, int i, int axis) const {
    return jacobians_ + (l_.domains[static_cast<std::size_t>(d)] * 4 * static_cast<std::size_t>(p_.dims) + static_cast<std::size_t>(i * p_.dims + axis)) * block;
  }
  /// Derivative of coordinate i of a domain along an axis of the caller's.
  operand slope_of(domain d, int i, int axis) const {
    if (d == 0) return i == axis ? one : none;
    return {jacobian(d, i, axis), 1};
  }

  float* writable(value v, std::size_t part) const {
    if (v == p_.result && !result_in_tile_) return result(part);
    const layout::place_of_value place = l_.values[static_cast<std::size_t>(v)];
    if (place.source) return source(place.index, part) + first_;
    return slots_ + (place.index * parts_ + part) * block;
  }
  operand at(value v, std::size_t part) const {
    if (v < 0) return part == 0 ? operand{p_.constants[static_cast<std::size_t>(-1 - v)].values, 0} : none;
    return {writable(v, part), 1};
  }

  /// out = the sum of products a b, of those where neither is the constant 0.
  struct products {
    operand a[8], b[8];
    int terms = 0;
    void add(operand x, operand y) {
      if (x.values == none.values || y.values == none.values) return;
      a[terms] = x, b[terms++] = y;
    }
  };
  void sum(const products& s, float* out) const {
    if (s.terms) k_.sum_products(s.a, s.b, s.terms, count_, out);
    else std::fill(out, out + count_, 0.0f);
  }

  template <class T>
  void evaluate_noise(const noise_step& s, const T* const* x) const {
    const int dims = p_.domain_dims[static_cast<std::size_t>(s.at)];
    // Along the caller's axes these are the derivatives asked for, along another domain's they go on through its own.
    float* gradient[4];
    for (int i = 0; with_gradient() && i < dims; ++i)
      gradient[i] = s.at == 0 ? writable(s.out, 1 + static_cast<std::size_t>(i)) : spare_ + static_cast<std::size_t>(3 + i) * block;
    sample_leaf(s, dims, x, count_, writable(s.out, 0), with_gradient() ? gradient : nullptr);
    for (int axis = 0; with_gradient() && s.at != 0 && axis < p_.dims; ++axis) {
      products chain;
      for (int i = 0; i < dims; ++i) chain.add({gradient[i], 1}, slope_of(s.at, i, axis));
      sum(chain, writable(s.out, 1 + static_cast<std::size_t>(axis)));
    }
  }

  void operate(const operation_step& s) const {
    operand inputs[3];
    float* slopes[3];
    for (int i = 0; i < s.inputs; ++i) inputs[i] = at(s.input[i], 0), slopes[i] = spare_ + static_cast<std::size_t>(i) * block;
    k_.operations[static_cast<int>(s.what)](inputs, p_.parameters.data() + s.parameters, count_, writable(s.out, 0), with_gradient() ? slopes : nullptr);
    for (std::size_t part = 1; part < parts_; ++part) {
      products chain;
      for (int i = 0; i < s.inputs; ++i) chain.add({slopes[i], 1}, at(s.input[i], part));
      sum(chain, writable(s.out, part));
    }
  }

  /// The operations of the chain that begins with step k; returns how many.
  std::size_t operate_chain(std::size_t k) const {
    const std::size_t length = l_.steps[k].chain;
    for (std::size_t n = 0; n < length; ++n) {
      const layout::placed_step& placed = l_.steps[k + n];
      if (linked_ && !placed.moves) continue;
      const auto& s = *std::get_if<operation_step>(placed.what);
      chained_operation& o = chains_[k + n];
      o.what = s.what;
      o.from = n == 0 ? chained_operation::none : placed.from;
      for (int i = 0; i < s.inputs; ++i) o.inputs[i] = at(s.input[i], 0);
      o.parameters = p_.parameters.data() + s.parameters;
      o.out = writable(s.out, 0);
      o.kept = placed.kept || n + 1 == length;
    }
    k_.operate_chain(chains_ + k, length, count_);
    return length;
  }

  void read(const read_step& s) const {
    float* slope = with_gradient() ? spare_ : nullptr;
    k_.read[static_cast<int>(s.what)](coordinates_of(s.at).x[s.axis], s.p, count_, writable(s.out, 0), slope);
    for (int axis = 0; with_gradient() && axis < p_.dims; ++axis) {
      products chain;
      chain.add({slope, 1}, slope_of(s.at, s.axis, axis));
      sum(chain, writable(s.out, 1 + static_cast<std::size_t>(axis)));
    }
  }

  void place(const place_step& s) const {
    const coordinate_set to = coordinates_of(s.to);
    const float* displacement[4];
    float broadcast[4][domain_stride];
    for (int i = 0; i < s.by.dims; ++i) {
      if (s.by.amplitude[i] == 0) continue;
      const operand d = at(s.displacement[i], 0);
      if (d.step == 0) std::fill_n(broadcast[i], domain_stride, *d.values);
      displacement[i] = d.step ? d.values : broadcast[i];
    }
    double* writable_to[4];
    for (int i = 0; i < s.by.dims; ++i) writable_to[i] = const_cast<double*>(to.x[i]);
    axis_operand from[4];
    if (s.from == 0 && rows_) {
      row_walk rows = *rows_;
      rows.over(count_, [&](std::size_t before, std::size_t count) {
        for (int axis = 0; axis < s.by.dims; ++axis) from[axis] = {axis_coordinates(axis) + rows.index[axis], axis == 0 ? std::size_t{1} : 0};
        k_.place(s.by, from, displacement, before, count, writable_to);
      });
    } else {
      const coordinate_set x = coordinates_of(s.from);
      for (int axis = 0; axis < s.by.dims; ++axis) from[axis] = {x.x[axis], 1};
      k_.place(s.by, from, displacement, 0, count_, writable_to);
    }
    for (int axis = 0; with_gradient() && axis < p_.dims; ++axis)
      for (int i = 0; i < s.by.dims; ++i) {
        products chain;
        for (int j = 0; j < s.by.dims; ++j)
          if (s.by.matrix[i][j] != 0) chain.add(at(s.matrix[i][j], 0), slope_of(s.from, j, axis));
        if (s.by.amplitude[i] != 0) chain.add(at(s.amplitude[i], 0), at(s.displacement[i], 1 + static_cast<std::size_t>(axis)));
        sum(chain, jacobian(s.to, i, axis));
      }
  }

  void wrap(const wrap_step& s) const {
    const coordinate_set from = coordinates_of(s.from), to = coordinates_of(s.to);
    double* q[4];
    for (int i = 0; i < 4; ++i) q[i] = const_cast<double*>(to.x[i]);
    k_.wrap(from.x, s.period, count_, q);
    for (int i = 0; with_gradient() && i < 4; ++i) {
      // (r cos, r sin) has the slopes (-sin, cos).
      const double per_radius = (i % 2 ? 1 : -1) * 6.283185307179586476925 / s.period[i / 2];
      for (std::size_t k = 0; k < count_; ++k) spare_[k] = static_cast<float>(q[i ^ 1][k] * per_radius);
      for (int axis = 0; axis < p_.dims; ++axis) {
        products chain;
        chain.add({spare_, 1}, slope_of(s.from, i / 2, axis));
        sum(chain, jacobian(s.to, i, axis));
      }
    }
  }

  /// Between jumps feature points stay where they are: every slope is zero.
  void find_features(const feature_step& s) const {
    const int dims = p_.domain_dims[static_cast<std::size_t>(s.from)];
    const coordinate_set to = coordinates_of(s.to);
    double* writable_to[4];
    for (int i = 0; i < dims; ++i) writable_to[i] = const_cast<double*>(to.x[i]);
    k_.feature_points[dims - 1](s.settings, s.frequency, s.shift, coordinates_of(s.from).x, count_, writable_to);
    for (int i = 0; with_gradient() && i < dims; ++i)
      for (int axis = 0; axis < p_.dims; ++axis) std::fill_n(jacobian(s.to, i, axis), count_, 0.0f);
  }

  const program& p_;
  const layout& l_;
  const kernel_table& k_;
  std::size_t parts_, tile_samples_, first_, count_ = 0;
  bool result_in_tile_ = false;   // it is a source as it is
  float *sources_, *result_, *result_at_, *slots_, *jacobians_, *spare_;
  double *domains_, *callers_, *axis_;
  chained_operation* chains_;   // by step
  bool linked_ = false;         // they are there; only those that move are made anew
  const row_walk* rows_ = nullptr;   // null: the caller's coordinates are arrays
};

}  // namespace scree::field
