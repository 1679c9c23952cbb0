#include "field/tables.hpp"

#include <scree/detail/classic.hpp>
#include <scree/detail/permutation.hpp>
#include <scree/detail/psrdnoise.hpp>
#include <scree/detail/simplex_ports.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace scree::field {
namespace {

/// The code of a gradient of whole components: see permutation_table.
template <class Gradient>
std::uint32_t code_of_steps(const Gradient& gradient) {
  std::uint32_t code = 0;
  for (const auto component : gradient) code = code << 4 | static_cast<std::uint32_t>(component < 0 ? 8 - component : component);
  return code;
}

/// The code of an improved gradient of 1 .. 4 dimensions: see permutation_table.
std::uint32_t improved_code(int dims, unsigned number) {
  if (dims == 4) return code_of_steps(definition::cell_gradient(number));
  std::uint32_t code = 0;
  // The twelve edges lie on six lines; those of the numbers 0 1 4 5 8 9 stand for them, as in src/kernels/table_perlin.hpp.
  const std::array<float, 3> g = definition::edge_gradient(number), opposite = {0 - g[0], 0 - g[1], 0 - g[2]};
  for (std::uint32_t line = 0; line < 6; ++line) {
    const std::array<float, 3> of_line = definition::edge_gradient(line / 2 * 4 + line % 2);
    if (of_line == g) code = line << 12;
    if (of_line == opposite) code = 1u << 15 | line << 12;
  }
  return code;
}

/// Pairs of what is given by number, `period` of them in a circle.
template <std::size_t Size, class Number>
void make_pairs(std::uint32_t (&pairs)[Size], std::uint32_t period, const Number& number) {
  for (std::uint32_t k = 0; k < Size; ++k) pairs[k] = number(k % period) << 16 | number((k + 1) % period);
}

}  // namespace

permutation_table table_of(const PerlinClassicOptions& options) {
  const definition::classic_tables tables(static_cast<std::uint32_t>(options.seed));
  auto number = [&](std::uint32_t k) -> std::uint32_t { return tables.permutation[k]; };
  permutation_table t;
  make_pairs(t.first, 256, number);
  make_pairs(t.next, 256, number);
  make_pairs(t.last[0], 256, number);
  make_pairs(t.last[1], 256, number);
  make_pairs(t.last[2], 256, [](std::uint32_t k) { return k; });
  for (int dims = 1; dims <= 3; ++dims)
    for (int axis = 0; axis < dims; ++axis) std::copy_n(tables.gradient[dims - 1][axis], 256, t.gradient[dims - 1][axis]);
  return t;
}

permutation_table table_of(const PerlinImprovedOptions& options) {
  const auto p = definition::permutation_of(options.seed);
  auto number = [&](std::uint32_t k) -> std::uint32_t { return p[k]; };
  permutation_table t;
  make_pairs(t.first, 256, number);
  make_pairs(t.next, 256, number);
  // In one and two dimensions the coordinates that are missing are zero, and their lookups are done here.
  make_pairs(t.last[0], 256, [&](std::uint32_t k) { return improved_code(1, p[p[p[k]]]); });
  make_pairs(t.last[1], 256, [&](std::uint32_t k) { return improved_code(2, p[p[k]]); });
  make_pairs(t.last[2], 256, [&](std::uint32_t k) { return improved_code(3, p[k]); });
  make_pairs(t.last[3], 256, [&](std::uint32_t k) { return improved_code(4, p[k]); });
  return t;
}

permutation_table table_of(const PsrdnoiseOptions& options) {
  permutation_table t;
  t.alpha = options.alpha;
  const float alpha = static_cast<float>(options.alpha);
  for (int number = 0; number < 289; ++number) {
    const std::array<float, 2> in_2d = definition::psrd_gradient_2d(number, alpha);
    const std::array<float, 3> in_3d = definition::psrd_gradient_3d(number, alpha);
    for (int axis = 0; axis < 2; ++axis) t.gradient[1][axis][number] = in_2d[axis];
    for (int axis = 0; axis < 3; ++axis) t.gradient[2][axis][number] = in_3d[axis];
  }
  return t;
}

permutation_table table_of(const SimplexTableOptions& options) {
  const auto p = definition::is_given(options.permutation) ? options.permutation : definition::permutation_of(options.seed);
  permutation_table t;
  make_pairs(t.next, 256, [&](std::uint32_t k) -> std::uint32_t { return p[k]; });
  for (int dims = 2; dims <= 4; ++dims)
    make_pairs(t.last[dims - 1], 256, [&](std::uint32_t k) { return code_of_steps(definition::table_gradient(static_cast<int>(options.port), dims, p[k])); });
  std::copy(p.begin(), p.end(), t.permutation);
  return t;
}

permutation_table table_of(const StbPerlinOptions& options) {
  const auto& p = definition::stb_permutation;
  const std::uint32_t period = options.period[0] == 0 ? 256u : static_cast<std::uint32_t>(options.period[0]);
  permutation_table t;
  make_pairs(t.first, period, [&](std::uint32_t k) -> std::uint32_t { return p[(k + options.seed) & 255]; });
  make_pairs(t.next, 256, [&](std::uint32_t k) -> std::uint32_t { return p[k]; });
  make_pairs(t.last[1], 256, [&](std::uint32_t k) { return improved_code(2, definition::stb_edge(p[p[k]])); });
  make_pairs(t.last[2], 256, [&](std::uint32_t k) { return improved_code(3, definition::stb_edge(p[k])); });
  return t;
}

}  // namespace scree::field
