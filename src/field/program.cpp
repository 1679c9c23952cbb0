#include "field/program.hpp"

#include "dispatch.hpp"

#include <scree/detail/definition.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <new>

namespace scree::field {
namespace {

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
arena& arena_of_thread() {
  thread_local arena a;
  return a;
}

/// Samples of a grid that all sources fill before the other steps run block by block: so many that a leaf's tables pay, so few that
/// all sources stay in the second cache.
constexpr std::size_t most_tile_samples = std::size_t{1} << 16, least_tile_samples = 2 * block, tile_bytes = std::size_t{1} << 19;

/// One run of a program over blocks of one thread.
class run {
 public:
  run(const program& p, const layout& l, bool with_gradient, std::size_t tile_samples, arena& memory)
      : p_(p), l_(l), k_(active_kernels()), parts_(with_gradient ? 1 + static_cast<std::size_t>(p.dims) : 1), tile_samples_(tile_samples) {
    const std::size_t dims = static_cast<std::size_t>(p.dims), jacobian = with_gradient ? 4 * dims : 0;
    const std::size_t spare = with_gradient ? 3 + 4 : 0;
    const std::size_t reals = (l.sources.size() + 1) * parts_ * tile_samples + (l.slots * parts_ + l.domain_slots * jacobian + spare) * block;
    const std::size_t coordinates = (l.domain_slots * 4 + dims) * block + dims * (tile_width + most_lanes);
    memory.reserve(arena::bytes<float>(reals) + arena::bytes<double>(coordinates));
    memory.start();
    sources_ = memory.take<float>(reals);
    result_ = sources_ + l.sources.size() * parts_ * tile_samples;
    slots_ = result_ + parts_ * tile_samples;
    jacobians_ = slots_ + l.slots * parts_ * block;
    spare_ = jacobians_ + l.domain_slots * jacobian * block;
    domains_ = memory.take<double>(coordinates);
    callers_ = domains_ + l.domain_slots * 4 * block;
    axis_ = callers_ + dims * block;
    first_ = 0;
    for (int axis = 0; axis < p.dims; ++axis) at_[axis] = this->coordinates(axis);
  }
  bool with_gradient() const { return parts_ > 1; }

  /// Where part 0 (values) or 1 + axis (derivatives) of the result stands, `tile_samples` apart.
  float* result(std::size_t part) const { return result_ + part * tile_samples_; }
  float* source(std::size_t number, std::size_t part) const { return sources_ + (number * parts_ + part) * tile_samples_; }

  // Of the caller's coordinates: memory for a block, where the block's are, and memory for what an axis of a tile has.
  double* coordinates(int axis) { return callers_ + static_cast<std::size_t>(axis) * block; }
  void coordinates_are(int axis, const double* x) { at_[axis] = x; }
  const double* coordinates_at(int axis) const { return at_[axis]; }
  double* axis_coordinates(int axis) { return axis_ + static_cast<std::size_t>(axis) * (tile_width + most_lanes); }

  /// Sources are evaluated with the rest, at these coordinates; null: they stand in their tiles.
  template <class T>
  void evaluate(std::size_t first, std::size_t count, const T* const* sources_at) {
    first_ = first, count_ = count;
    if (sources_at)
      for (const layout::source& source : l_.sources) evaluate_noise(*source.terms[0].noise, sources_at);
    for (const step* each : l_.steps) {
      const step& s = *each;
      if (const auto* noise = std::get_if<noise_step>(&s)) {
        evaluate_noise(*noise, coordinates_of(noise->at).x);
      } else if (const auto* operation = std::get_if<operation_step>(&s)) {
        operate(*operation);
      } else if (const auto* read = std::get_if<read_step>(&s)) {
        this->read(*read);
      } else if (const auto* place = std::get_if<place_step>(&s)) {
        this->place(*place);
      } else {
        wrap(std::get<wrap_step>(s));
      }
    }
    if (p_.result >= 0 && l_.values[static_cast<std::size_t>(p_.result)].source && !sources_at) return;   // it stands there
    for (std::size_t part = 0; part < parts_; ++part) {
      const operand from = at(p_.result, part);
      float* to = result(part) + first_;
      if (from.step) std::copy(from.values, from.values + count, to);
      else std::fill(to, to + count, *from.values);
    }
  }

 private:
  static constexpr float zero_block[most_lanes] = {};
  static constexpr float one_block[most_lanes] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  static constexpr operand none = {zero_block, 0}, one = {one_block, 0};

  struct coordinate_set {
    const double* x[4];
  };
  coordinate_set coordinates_of(domain d) const {
    if (d == 0) return {{at_[0], at_[1], at_[2], at_[3]}};
    const double* first = domains_ + l_.domains[static_cast<std::size_t>(d)] * 4 * block;
    return {{first, first + block, first + 2 * block, first + 3 * block}};
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
    const layout::place_of_value place = l_.values[static_cast<std::size_t>(v)];
    if (place.source) return source(place.index, part) + first_;
    return slots_ + (place.index * parts_ + part) * block;
  }
  operand at(value v, std::size_t part) const {
    if (v < 0) return part == 0 ? operand{p_.constants[static_cast<std::size_t>(-1 - v)].data(), 0} : none;
    return {writable(v, part), 1};
  }

  /// out = the sum of products a b, of those where neither is the constant 0.
  struct products {
    operand a[8], b[8];
    int terms = 0;
    void add(operand x, operand y) {
      if (x.values == zero_block || y.values == zero_block) return;
      a[terms] = x, b[terms++] = y;
    }
  };
  void sum(const products& s, float* out) const {
    if (s.terms) k_.sum_products(s.a, s.b, s.terms, count_, out);
    else std::fill(out, out + count_, 0.0f);
  }

  template <class T>
  void evaluate_noise(const noise_step& s, const T* const* x) const {
    const leaf_kernels& kernels = k_.*s.kernels;
    const int dims = p_.domain_dims[static_cast<std::size_t>(s.at)];
    auto sample = [&](float* values, float* const* gradient) {
      if constexpr (sizeof(T) == sizeof(float)) kernels.sample_float[dims - 1](s.settings, x, count_, values, gradient);
      else kernels.sample_double[dims - 1](s.settings, x, count_, values, gradient);
    };
    if (!with_gradient()) return sample(writable(s.out, 0), nullptr);
    float* gradient[4];
    if (s.at == 0) {
      for (int axis = 0; axis < dims; ++axis) gradient[axis] = writable(s.out, 1 + static_cast<std::size_t>(axis));
      return sample(writable(s.out, 0), gradient);
    }
    for (int i = 0; i < dims; ++i) gradient[i] = spare_ + static_cast<std::size_t>(3 + i) * block;
    sample(writable(s.out, 0), gradient);
    for (int axis = 0; axis < p_.dims; ++axis) {
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
    const coordinate_set from = coordinates_of(s.from), to = coordinates_of(s.to);
    const float* displacement[4];
    float broadcast[4][block];
    for (int i = 0; i < s.by.dims; ++i) {
      if (s.by.amplitude[i] == 0) continue;
      const operand d = at(s.displacement[i], 0);
      if (d.step == 0) std::fill(broadcast[i], broadcast[i] + block, *d.values);
      displacement[i] = d.step ? d.values : broadcast[i];
    }
    double* writable_to[4];
    for (int i = 0; i < s.by.dims; ++i) writable_to[i] = const_cast<double*>(to.x[i]);
    k_.place(s.by, from.x, displacement, count_, writable_to);
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

  const program& p_;
  const layout& l_;
  const kernel_table& k_;
  std::size_t parts_, tile_samples_, first_, count_ = 0;
  float *sources_, *result_, *slots_, *jacobians_, *spare_;
  double *domains_, *callers_, *axis_;
  const double* at_[4] = {};
};

/// A leaf alone needs no blocks.
const noise_step* only_leaf(const program& p) {
  if (p.steps.size() != 1) return nullptr;
  const auto* noise = std::get_if<noise_step>(&p.steps[0]);
  return noise && noise->out == p.result ? noise : nullptr;
}

template <class T>
bool all_finite(const T* x, std::size_t count) {
  int bad = 0;   // without a branch: this runs over every coordinate
  for (std::size_t k = 0; k < count; ++k) bad |= !(std::abs(x[k]) <= std::numeric_limits<T>::max());
  return bad == 0;
}
const float nan = std::bit_cast<float>(definition::nan_bits);

}  // namespace

template <class T>
void sample(const program& p, const T* const* coordinates, std::size_t count, float* out, float* const* gradient) {
  if (const noise_step* leaf = only_leaf(p)) {
    const leaf_kernels& kernels = active_kernels().*leaf->kernels;
    if constexpr (sizeof(T) == sizeof(float)) kernels.sample_float[p.dims - 1](leaf->settings, coordinates, count, out, gradient);
    else kernels.sample_double[p.dims - 1](leaf->settings, coordinates, count, out, gradient);
    return;
  }
  const layout& l = p.by_blocks;
  run blocks(p, l, gradient != nullptr, block, arena_of_thread());
  const T* x[4];
  for (std::size_t first = 0; first < count; first += block) {
    const std::size_t n = std::min(block, count - first);
    bool finite = true;
    for (int axis = 0; axis < p.dims; ++axis) {
      x[axis] = coordinates[axis] + first;
      finite = finite && all_finite(x[axis], n);
      if (l.reads_coordinates) std::copy(x[axis], x[axis] + n, blocks.coordinates(axis));
    }
    blocks.evaluate(0, n, x);
    for (int axis = 0; !finite && axis < p.dims; ++axis)
      for (std::size_t k = 0; k < n; ++k)
        if (!std::isfinite(x[axis][k]))
          for (int part = 0; part <= (gradient ? p.dims : 0); ++part) blocks.result(static_cast<std::size_t>(part))[k] = nan;
    std::copy(blocks.result(0), blocks.result(0) + n, out + first);
    for (int axis = 0; gradient && axis < p.dims; ++axis) {
      const float* d = blocks.result(1 + static_cast<std::size_t>(axis));
      std::copy(d, d + n, gradient[axis] + first);
    }
  }
}
template void sample<float>(const program&, const float* const*, std::size_t, float*, float* const*);
template void sample<double>(const program&, const double* const*, std::size_t, float*, float* const*);

namespace {

double coordinate(const grid_axis& a, std::size_t k) {
  return std::fma(static_cast<double>(a.first + static_cast<std::int64_t>(k)), a.spacing, a.offset);
}
/// Whether all samples of a part lie at finite coordinates; they are monotone in their number.
bool all_finite(const grid_part& part, int dims) {
  bool finite = true;
  for (int axis = 0; axis < dims; ++axis)
    finite = finite && std::isfinite(coordinate(part.axis[axis], 0)) && std::isfinite(coordinate(part.axis[axis], part.axis[axis].size - 1));
  return finite;
}

/// Calls f(place) for every row of a part.
template <class F>
void for_each_row(const grid_part& part, int dims, const F& f) {
  std::size_t index[4] = {}, place = 0;
  for (;;) {
    f(place);
    int axis = 1;
    for (; axis < dims; ++axis) {
      place += part.stride[axis];
      if (++index[axis] < part.axis[axis].size) break;
      place -= part.stride[axis] * part.axis[axis].size;
      index[axis] = 0;
    }
    if (axis >= dims) return;
  }
}

/// Fills a part with a source, in binary32.
void fill_source(const program& p, const layout::source& source, const grid_part& part, fill_target to, void* scratch) {
  const kernel_table& kernels = active_kernels();
  if (source.sum) {
    for_each_row(part, p.dims, [&](std::size_t place) { std::fill_n(static_cast<float*>(to.values) + place, part.axis[0].size, source.start); });
    to.format = sample_format::sum32;
  }
  for (const layout::term& t : source.terms) {
    to.scale = t.factor;
    to.absolute = t.absolute;
    (kernels.*t.noise->kernels).fill[p.dims - 1](t.noise->settings, part, to, scratch);
  }
}

/// A tile that fits the buffers of sources: the sources first, then everything else block by block.
void fill_small(const program& p, const layout& l, run& blocks, const grid_part& tile, const fill_target& target, void* scratch) {
  const int parts = blocks.with_gradient() ? 1 + p.dims : 1;
  grid_part dense = tile;
  std::size_t samples = 1;
  for (int axis = 0; axis < p.dims; ++axis) {
    dense.stride[axis] = samples;
    samples *= tile.axis[axis].size;
  }
  for (std::size_t k = 0; k < l.sources.size(); ++k) {
    float* gradient[4];
    for (int part = 1; part < parts; ++part) gradient[part - 1] = blocks.source(k, static_cast<std::size_t>(part));
    fill_source(p, l.sources[k], dense, {blocks.source(k, 0), sample_format::real32, 1, 0, false, parts > 1 ? gradient : nullptr}, scratch);
  }

  // Where the result will stand: it may be a source as it is.
  const layout::place_of_value* result = p.result >= 0 ? &l.values[static_cast<std::size_t>(p.result)] : nullptr;
  auto result_part = [&](int part) {
    return result && result->source ? blocks.source(result->index, static_cast<std::size_t>(part)) : blocks.result(static_cast<std::size_t>(part));
  };

  const bool finite = all_finite(tile, p.dims);
  for (int axis = 0; axis < p.dims && (l.reads_coordinates || !finite); ++axis)
    for (std::size_t k = 0; k < tile.axis[axis].size; ++k) blocks.axis_coordinates(axis)[k] = coordinate(tile.axis[axis], k);
  std::size_t index[4] = {};
  const bool in_blocks = !l.steps.empty() || !result || !finite;
  const bool by_rows = tile.axis[0].size >= block / 4;   // else blocks go over many short rows
  for (std::size_t first = 0, n; in_blocks && first < samples; first += n) {
    n = std::min(block, by_rows ? tile.axis[0].size - index[0] : samples - first);
    if (by_rows) {
      blocks.coordinates_are(0, blocks.axis_coordinates(0) + index[0]);
      for (int axis = 1; axis < p.dims && (l.reads_coordinates || !finite); ++axis) std::fill_n(blocks.coordinates(axis), n, blocks.axis_coordinates(axis)[index[axis]]);
      index[0] += n;
      for (int axis = 0; axis < p.dims && index[axis] == tile.axis[axis].size; ++axis) {
        index[axis] = 0;
        if (axis + 1 < p.dims) ++index[axis + 1];
      }
    } else if (l.reads_coordinates || !finite) {
      blocks.coordinates_are(0, blocks.coordinates(0));
      for (std::size_t k = 0; k < n;) {   // by pieces of rows
        const std::size_t piece = std::min(n - k, tile.axis[0].size - index[0]);
        std::copy_n(blocks.axis_coordinates(0) + index[0], piece, blocks.coordinates(0) + k);
        for (int axis = 1; axis < p.dims; ++axis) std::fill_n(blocks.coordinates(axis) + k, piece, blocks.axis_coordinates(axis)[index[axis]]);
        k += piece;
        index[0] += piece;
        for (int axis = 0; axis < p.dims && index[axis] == tile.axis[axis].size; ++axis) {
          index[axis] = 0;
          if (axis + 1 < p.dims) ++index[axis + 1];
        }
      }
    }
    blocks.evaluate<double>(first, n, nullptr);
    for (int axis = 0; !finite && axis < p.dims; ++axis)
      for (std::size_t k = 0; k < n; ++k)
        if (!std::isfinite(blocks.coordinates_at(axis)[k]))
          for (int part = 0; part < parts; ++part) result_part(part)[first + k] = nan;
  }
  const float* gradient[4];
  for (int part = 1; part < parts; ++part) gradient[part - 1] = result_part(part);
  active_kernels().deliver(tile, result_part(0), gradient, p.dims, target);
}

}  // namespace

void fill(const program& p, const grid_part& part, const fill_target& target, void* scratch) {
  if (const noise_step* leaf = only_leaf(p)) return (active_kernels().*leaf->kernels).fill[p.dims - 1](leaf->settings, part, target, scratch);

  const layout& l = target.gradient ? p.by_blocks : p.by_tiles;
  // A sum alone is made where it is wanted.
  if (l.steps.empty() && p.result >= 0 && target.format == sample_format::real32 && !target.streaming && !target.gradient && all_finite(part, p.dims))
    return fill_source(p, l.sources[0], part, target, scratch);

  const std::size_t parts = target.gradient ? 1 + static_cast<std::size_t>(p.dims) : 1;
  const std::size_t tile_samples = std::clamp(tile_bytes / (sizeof(float) * parts * (l.sources.size() + 1)) / block * block, least_tile_samples, most_tile_samples);
  run blocks(p, l, target.gradient != nullptr, tile_samples, arena_of_thread());

  // Tiles: halves of the part, longer along x than along the others.
  std::size_t size[4] = {1, 1, 1, 1}, samples = 1;
  for (int axis = 0; axis < p.dims; ++axis) size[axis] = std::min(part.axis[axis].size, tile_width), samples *= size[axis];
  while (samples > tile_samples) {
    int longest = 0;
    for (int axis = 1; axis < p.dims; ++axis)
      if (size[axis] > (longest == 0 ? size[0] / 8 : size[longest])) longest = axis;
    samples /= size[longest];
    size[longest] = (size[longest] + 1) / 2;
    if (longest == 0 && size[0] > 64) size[0] = (size[0] + 63) / 64 * 64;
    samples *= size[longest];
  }
  std::size_t start[4] = {};
  for (;;) {
    grid_part tile = part;
    std::size_t place = 0;
    for (int axis = 0; axis < p.dims; ++axis) {
      tile.axis[axis].first += static_cast<std::int64_t>(start[axis]);
      tile.axis[axis].size = std::min(size[axis], part.axis[axis].size - start[axis]);
      place += start[axis] * part.stride[axis];
    }
    fill_target to = target;
    float* gradient[4];
    to.values = static_cast<char*>(target.values) + place * bytes_of(target.format);
    for (int axis = 0; target.gradient && axis < p.dims; ++axis) gradient[axis] = target.gradient[axis] + place;
    if (target.gradient) to.gradient = gradient;
    fill_small(p, l, blocks, tile, to, scratch);

    int axis = 0;
    while (axis < p.dims && (start[axis] += size[axis]) >= part.axis[axis].size) start[axis++] = 0;
    if (axis == p.dims) return;
  }
}

}  // namespace scree::field
