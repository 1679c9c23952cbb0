#include "support.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <new>
#include <random>
#include <stdexcept>

#if defined(__SSE__) || defined(_M_X64)
#include <xmmintrin.h>
#define SCREE_BENCH_STREAM
#endif

namespace scree::bench {

const std::vector<leaf>& leaves() {
  static const std::vector<leaf> all{
#define SCREE_LEAF(name, options) {#name, scree::name(options{.seed = 7})},
#include "noise_list.inc"
#undef SCREE_LEAF
  };
  return all;
}

const leaf& leaf_named(std::string_view name) {
  for (const leaf& each : leaves()) {
    if (each.name == name) return each;
  }
  throw std::logic_error("no leaf has the name " + std::string(name));
}

std::vector<std::string_view> fast_instruction_sets() {
  std::vector<std::string_view> names = isa::available();
  if (names.size() > 1) std::erase(names, "scalar");
  return names;
}

template <class T>
points<T> random_points(int dims, std::size_t count) {
  std::mt19937_64 bits(2024);
  points<T> at{{}, dims};
  for (int a = 0; a < dims; ++a) at.axis[a].resize(count);
  for (std::size_t k = 0; k < count; ++k) {
    for (int a = 0; a < dims; ++a) {
      // As many bits as a float holds below 500, so that rounding never reaches the upper end.
      constexpr int shift = sizeof(T) == 4 ? 40 : 11;
      at.axis[a][k] = static_cast<T>(std::ldexp(1000.0 * static_cast<double>(bits() >> shift), shift - 64) - 500.0);
    }
  }
  return at;
}
template points<float> random_points<float>(int, std::size_t);
template points<double> random_points<double>(int, std::size_t);

double grid_case::coordinate(int axis, std::size_t index) const {
  return std::fma(static_cast<double>(origin[axis] + static_cast<std::int64_t>(index)), step, offset);
}

grid_case cube(int dims, std::size_t edge, double step) {
  grid_case grid{.label = std::to_string(edge), .dims = dims, .step = step};
  std::fill_n(grid.size.begin(), dims, edge);
  return grid;
}

namespace {

// Where sample k of a grid lies.
std::array<double, 4> place(const grid_case& grid, std::size_t k) {
  std::array<double, 4> p{};
  for (int a = 0; a < grid.dims; ++a) {
    p[a] = grid.coordinate(a, k % grid.size[a]);
    k /= grid.size[a];
  }
  return p;
}

template <class T>
std::array<double, 4> place(const points<T>& at, std::size_t k) {
  std::array<double, 4> p{};
  for (int a = 0; a < at.dims; ++a) p[a] = static_cast<double>(at.axis[a][k]);
  return p;
}

float value_at(const Noise& noise, int dims, const std::array<double, 4>& p) {
  switch (dims) {
    case 1:
      return noise.at(p[0]);
    case 2:
      return noise.at(p[0], p[1]);
    case 3:
      return noise.at(p[0], p[1], p[2]);
    default:
      return noise.at(p[0], p[1], p[2], p[3]);
  }
}

template <class T>
void sample_points(const Noise& noise, const points<T>& at, std::span<float> out) {
  const std::span<const T> x = at.axis[0], y = at.axis[1], z = at.axis[2], w = at.axis[3];
  switch (at.dims) {
    case 1:
      return noise.sample(x, out);
    case 2:
      return noise.sample(x, y, out);
    case 3:
      return noise.sample(x, y, z, out);
    default:
      return noise.sample(x, y, z, w, out);
  }
}

template <int N>
Grid<N> grid_of(const grid_case& from) {
  Grid<N> grid;
  std::copy_n(from.origin.begin(), N, grid.origin.begin());
  std::copy_n(from.size.begin(), N, grid.size.begin());
  grid.spacing.fill(from.step);
  grid.offset.fill(grid_case::offset);
  return grid;
}
template <int N>
void fill_grid(const Noise& noise, const grid_case& grid, std::span<float> out, int threads) {
  noise.fill(grid_of<N>(grid), out, {.threads = threads});
}

template <class Where>
bool check(const Noise& noise, const Where& where, std::span<const float> out) {
  const std::string active(isa::active());
  isa::use("scalar");
  // An odd stride meets every lane, row and column.
  const std::size_t stride = out.size() / 1000 | 1;
  bool equal = true;
  for (std::size_t k = 0; k < out.size(); k += stride) {
    const float wanted = value_at(noise, where.dims, place(where, k));
    equal = equal && std::bit_cast<std::uint32_t>(out[k]) == std::bit_cast<std::uint32_t>(wanted);
  }
  isa::use(active);
  return equal;
}

}  // namespace

points<float> points_of(const grid_case& grid) {
  points<float> at{{}, grid.dims};
  for (int a = 0; a < grid.dims; ++a) at.axis[a].resize(grid.count());
  for (std::size_t k = 0; k < grid.count(); ++k) {
    const std::array<double, 4> p = place(grid, k);
    for (int a = 0; a < grid.dims; ++a) at.axis[a][k] = static_cast<float>(p[a]);
  }
  return at;
}

void sample(const Noise& noise, const points<float>& at, std::span<float> out) { sample_points(noise, at, out); }
void sample(const Noise& noise, const points<double>& at, std::span<float> out) { sample_points(noise, at, out); }

void fill(const Noise& noise, const grid_case& grid, std::span<float> out, int threads) {
  switch (grid.dims) {
    case 1:
      return fill_grid<1>(noise, grid, out, threads);
    case 2:
      return fill_grid<2>(noise, grid, out, threads);
    case 3:
      return fill_grid<3>(noise, grid, out, threads);
    default:
      return fill_grid<4>(noise, grid, out, threads);
  }
}

void fill_with_derivatives(const Noise& noise, const grid_case& grid, std::span<float> out, std::span<float> derivatives) {
  const std::size_t n = grid.count();
  const auto along = [&](std::size_t axis) { return derivatives.subspan(axis * n, n); };
  if (grid.dims == 2) noise.fill(grid_of<2>(grid), out, Gradient2{along(0), along(1)}, {.threads = 1});
  else noise.fill(grid_of<3>(grid), out, Gradient3{along(0), along(1), along(2)}, {.threads = 1});
}

std::span<float> shared_buffer(std::size_t count) {
  constexpr std::align_val_t line{64};
  struct release {
    void operator()(float* memory) const { ::operator delete[](memory, line); }
  };
  static std::unique_ptr<float[], release> memory;
  static std::size_t size = 0;
  if (count > size) {
    memory.reset();
    memory.reset(static_cast<float*>(::operator new[](count * sizeof(float), line)));
    size = count;
    std::fill_n(memory.get(), size, 1.0f);
  }
  return {memory.get(), count};
}

void fill_by_memset(std::span<float> out) { std::memset(out.data(), 1, out.size_bytes()); }

void fill_by_streaming(std::span<float> out) {
#ifdef SCREE_BENCH_STREAM
  const __m128 value = _mm_set1_ps(1.0f);
  std::size_t k = 0;
  for (; k + 16 <= out.size(); k += 16) {
    for (std::size_t part = 0; part < 16; part += 4) _mm_stream_ps(&out[k + part], value);
  }
  std::fill(out.begin() + static_cast<std::ptrdiff_t>(k), out.end(), 1.0f);
  _mm_sfence();
#else
  std::fill(out.begin(), out.end(), 1.0f);
#endif
}

bool equals_reference(const Noise& noise, const points<float>& at, std::span<const float> out) {
  return check(noise, at, out);
}
bool equals_reference(const Noise& noise, const points<double>& at, std::span<const float> out) {
  return check(noise, at, out);
}
bool equals_reference(const Noise& noise, const grid_case& grid, std::span<const float> out) {
  return check(noise, grid, out);
}

std::string dims_label(int dims) { return std::to_string(dims) + "d"; }

std::string step_label(double step) {
  std::string text = std::to_string(step);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace scree::bench
