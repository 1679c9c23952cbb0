// OpenSimplex2, the faster variant (K. Spencer), as published.
#include "reference/opensimplex.hpp"

namespace scree::reference {
namespace {

using namespace opensimplex;

sample<2> at(const OpenSimplexOptions& o, const std::array<double, 2>& u) {
  vertex_sum<2> sum{false};
  constexpr float U = static_cast<float>(numbers::unskew_2d), across = static_cast<float>(1 + 2 * numbers::unskew_2d), step = static_cast<float>(numbers::unskew_2d + 1);
  const double bx = std::floor(u[0]), by = std::floor(u[1]);
  const float xi = static_cast<float>(u[0] - bx), yi = static_cast<float>(u[1] - by);
  const std::uint32_t x = modulo_2_32(bx), y = modulo_2_32(by);
  auto add = [&](std::uint32_t i, std::uint32_t j, float dx, float dy, float left) { sum.add(o.seed, {hashed(x + i, 0), hashed(y + j, 1)}, {dx, dy}, left); };
  const float t = (xi + yi) * U, dx0 = xi + t, dy0 = yi + t;
  const float a0 = (numbers::radius[0][0] - dx0 * dx0) - dy0 * dy0;
  add(0, 0, dx0, dy0, a0);
  constexpr double d = numbers::unskew_2d;
  const float a1 = static_cast<float>(2 * (1 + 2 * d) * (1 / d + 2)) * t + (static_cast<float>(-2 * (1 + 2 * d) * (1 + 2 * d)) + a0);
  add(1, 1, dx0 - across, dy0 - across, a1);
  const bool up = dy0 > dx0;
  const float dx2 = dx0 - (up ? U : step), dy2 = dy0 - (up ? step : U);
  add(up ? 0 : 1, up ? 1 : 0, dx2, dy2, (numbers::radius[0][0] - dx2 * dx2) - dy2 * dy2);
  return sum.turned_back(o.orientation, o.frequency);
}

/// Two cubic lattices, half a cell apart; of each the nearest vertex and the next one.
sample<3> at(const OpenSimplexOptions& o, const std::array<double, 3>& u) {
  vertex_sum<3> sum{false};
  std::array<std::uint32_t, 3> cell;
  std::array<float, 3> d, size, sign;
  float a = numbers::radius[0][1];
  for (int k = 0; k < 3; ++k) {
    const double base = std::floor(std::abs(u[k]) + 0.5) * (u[k] < 0 ? -1 : 1);
    cell[k] = modulo_2_32(base);
    d[k] = static_cast<float>(u[k] - base);
    sign[k] = -1.0f - d[k] <= -1.0f ? -1.0f : 1.0f;   // as the original rounds
    size[k] = sign[k] * -d[k];
  }
  a = (a - d[0] * d[0]) - (d[1] * d[1] + d[2] * d[2]);
  std::uint64_t seed = o.seed;
  for (int lattice = 0; lattice < 2; ++lattice) {
    auto add = [&](int stepped, float left) {
      std::array<std::uint64_t, 3> vertex;
      auto from = d;
      for (int k = 0; k < 3; ++k) {
        const std::int32_t step = k == stepped ? static_cast<std::int32_t>(sign[k]) : 0;
        vertex[k] = hashed(cell[k] - static_cast<std::uint32_t>(step), k);
        if (k == stepped) from[k] = d[k] + sign[k];
      }
      sum.add(seed, vertex, from, left);
    };
    add(-1, a);
    const int largest = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] > size[0] && size[1] >= size[2] ? 1 : 2;
    const float b = (a + size[largest]) + size[largest];
    if (b > 1) add(largest, b - 1);
    if (lattice == 1) break;
    for (int k = 0; k < 3; ++k) {
      size[k] = 0.5f - size[k];
      d[k] = sign[k] * size[k];
      cell[k] += sign[k] < 0 ? 1 : 0;
      sign[k] = -sign[k];
    }
    a += (0.75f - size[0]) - (size[1] + size[2]);
    seed ^= numbers::second_lattice;
  }
  return sum.turned_back(o.orientation, o.frequency);
}

/// Five skewed cubic lattices; of each the nearest vertex.
sample<4> at(const OpenSimplexOptions& o, const std::array<double, 4>& u) {
  constexpr float U = numbers::unskew_4d, step = numbers::lattice_step_4d, next = step * 4 * U, inverse = -1.0f / U;
  vertex_sum<4> sum{false};
  std::array<std::uint32_t, 4> cell;
  std::array<float, 4> s;
  for (int k = 0; k < 4; ++k) {
    const double base = std::floor(u[k]);
    cell[k] = modulo_2_32(base);
    s[k] = static_cast<float>(u[k] - base);
  }
  const float total = (s[0] + s[1]) + (s[2] + s[3]);
  const float start = std::min(std::floor(total * 1.25f), 4.0f), shift = start * -step;
  for (float& v : s) v += shift;
  float t = (total + shift * 4) * U;
  for (int i = 0; i < 5; ++i) {
    const float score = 1.0f + t * inverse;
    int stepped = -1;
    for (int k = 0; k < 4; ++k) {
      bool largest = s[k] >= score;
      for (int j = 0; j < 4; ++j) largest = largest && (j < k ? s[k] > s[j] : s[k] >= s[j]);
      if (largest) stepped = k;
    }
    if (stepped >= 0) {
      cell[stepped] += 1;
      s[stepped] -= 1;
      t -= U;
    }
    std::array<std::uint64_t, 4> vertex;
    std::array<float, 4> d;
    for (int k = 0; k < 4; ++k) vertex[k] = hashed(cell[k], k), d[k] = s[k] + t;
    const float left = numbers::radius[0][2] - ((d[0] * d[0] + d[1] * d[1]) + (d[2] * d[2] + d[3] * d[3]));
    const int lattice = static_cast<int>(start) - i;
    sum.add(o.seed + static_cast<std::uint64_t>(lattice < 0 ? lattice + 5 : lattice) * numbers::lattice_step_seed, vertex, d, left);
    for (float& v : s) v += step;
    t += next;
    if (lattice == 0)
      for (std::uint32_t& c : cell) c -= 1;
  }
  return sum.turned_back(o.orientation, o.frequency);
}

}  // namespace

template <int Dims>
sample<Dims> opensimplex2(const OpenSimplexOptions& options, const std::array<double, Dims>& x) {
  if (!all_finite<Dims>(x)) return not_a_number<Dims>();
  return at(options, turned<Dims>(in_cells<Dims>(x, options.frequency), false, options.orientation));
}

SCREE_INSTANTIATE_FROM_2D(opensimplex2, OpenSimplexOptions);

}  // namespace scree::reference
