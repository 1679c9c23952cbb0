// What all the benchmarks share: the leaves, their points and grids, the buffer, the memory's own speed, and the check of a
// result before it is timed. No Google Benchmark in here.
#pragma once
#include <scree/scree.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scree::bench {

struct leaf {
  std::string name;
  Noise noise;
};

/// Every leaf of the registry with its default options.
const std::vector<leaf>& leaves();
const leaf& leaf_named(std::string_view name);

/// The usable instruction sets but for the reference; the reference alone on a machine that has no other.
std::vector<std::string_view> fast_instruction_sets();

/// Coordinates axis by axis, as `sample` takes them.
template <class T>
struct points {
  std::array<std::vector<T>, 4> axis;
  int dims;

  std::size_t count() const { return axis[0].size(); }
};

/// The same points in [-500, 500)^d on every machine and in every run.
template <class T>
points<T> random_points(int dims, std::size_t count);

/// A grid of one step along all axes. It begins between lattice points, so that no sample is a special one.
struct grid_case {
  std::string label;  // "1024", "16x16"
  int dims;
  std::array<std::size_t, 4> size{1, 1, 1, 1};
  double step;
  std::array<std::int64_t, 4> origin{};

  static constexpr double offset = 0.37;

  std::size_t count() const { return size[0] * size[1] * size[2] * size[3]; }
  double coordinate(int axis, std::size_t index) const;
};

grid_case cube(int dims, std::size_t edge, double step);
/// The coordinates of all the samples of a grid, for the array routes.
points<float> points_of(const grid_case& grid);

void sample(const Noise& noise, const points<float>& at, std::span<float> out);
void sample(const Noise& noise, const points<double>& at, std::span<float> out);
void fill(const Noise& noise, const grid_case& grid, std::span<float> out, int threads);
/// In two or three dimensions, with one thread. The derivatives go behind each other to one array.
void fill_with_derivatives(const Noise& noise, const grid_case& grid, std::span<float> out, std::span<float> derivatives);

/// `count` floats at a cache line's boundary, touched before. All callers get the same memory; asking for more than ever
/// before moves it.
std::span<float> shared_buffer(std::size_t count);

void fill_by_memset(std::span<float> out);
/// Stores that pass the caches by, where the machine has them; plain ones elsewhere.
void fill_by_streaming(std::span<float> out);

/// Whether `out` holds the bits of the scalar reference, at some 1000 of the points spread over all of them. Leaves the
/// instruction set as it was.
bool equals_reference(const Noise& noise, const points<float>& at, std::span<const float> out);
bool equals_reference(const Noise& noise, const points<double>& at, std::span<const float> out);
bool equals_reference(const Noise& noise, const grid_case& grid, std::span<const float> out);

/// "2d"
std::string dims_label(int dims);
/// "0.02"
std::string step_label(double step);

}  // namespace scree::bench
