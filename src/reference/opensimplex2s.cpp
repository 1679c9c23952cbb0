// OpenSimplex2S, the smooth variant (K. Spencer), as published. In 4D the original lists the vertices that can reach a sixteenth of a cell; here all that
// reach the sample are added, in ascending order.
#include "reference/opensimplex.hpp"

namespace scree::reference {
namespace {

using namespace opensimplex;

sample<2> at(const OpenSimplexOptions& o, const std::array<double, 2>& u) {
  vertex_sum<2> sum{true};
  constexpr double D = numbers::unskew_2d;
  constexpr float U = static_cast<float>(D), across = static_cast<float>(1 + 2 * D), r = numbers::radius[1][0];
  const double bx = std::floor(u[0]), by = std::floor(u[1]);
  const float xi = static_cast<float>(u[0] - bx), yi = static_cast<float>(u[1] - by);
  const std::uint32_t x = modulo_2_32(bx), y = modulo_2_32(by);
  auto add = [&](int i, int j, float dx, float dy, float left) {
    sum.add(o.seed, {hashed(x + static_cast<std::uint32_t>(i), 0), hashed(y + static_cast<std::uint32_t>(j), 1)}, {dx, dy}, left);
  };
  const float t = (xi + yi) * U, dx0 = xi + t, dy0 = yi + t;
  const float a0 = (r - dx0 * dx0) - dy0 * dy0;
  add(0, 0, dx0, dy0, a0);
  const float a1 = static_cast<float>(2 * (1 + 2 * D) * (1 / D + 2)) * t + (static_cast<float>(-2 * (1 + 2 * D) * (1 + 2 * D)) + a0);
  add(1, 1, dx0 - across, dy0 - across, a1);
  // Two more: in the upper half of the cell beyond its upper corner or beside it, in the lower half likewise.
  const bool upper = t < U;
  const float difference = xi - yi;
  auto add_at = [&](int i, int j) {
    // The step's offset is rounded as the original's constants are.
    const float dx = dx0 - static_cast<float>(i + (i + j) * D), dy = dy0 - static_cast<float>(j + (i + j) * D);
    add(i, j, dx, dy, (r - dx * dx) - dy * dy);
  };
  const bool far_x = upper ? xi + difference > 1 : xi + difference < 0, far_y = upper ? yi - difference > 1 : yi < difference;
  if (upper) {
    far_x ? add_at(2, 1) : add_at(0, 1);
    far_y ? add_at(1, 2) : add_at(1, 0);
  } else {
    far_x ? add_at(-1, 0) : add_at(1, 0);
    far_y ? add_at(0, -1) : add_at(0, 1);
  }
  return sum.turned_back(o.orientation, o.frequency);
}

/// Two cubic lattices, half a cell apart: the nearest vertex of each, and of each, axis by axis, the next along it or, if that does not reach,
/// along the two others.
sample<3> at(const OpenSimplexOptions& o, const std::array<double, 3>& u) {
  vertex_sum<3> sum{true};
  std::array<std::uint32_t, 3> cell;
  std::array<float, 3> d0, d1, flip0, flip1, towards;
  std::array<bool, 3> high;   // nearer to the upper corner along the axis
  for (int k = 0; k < 3; ++k) {
    const double base = std::floor(u[k]);
    cell[k] = modulo_2_32(base);
    const float f = static_cast<float>(u[k] - base);
    high[k] = -0.5f - f <= -1.0f;   // as the original rounds
    towards[k] = high[k] ? -1.0f : 1.0f;
    d0[k] = f + (high[k] ? -1.0f : 0.0f);
    d1[k] = f - 0.5f;
    flip0[k] = (towards[k] * 2) * d1[k];
    flip1[k] = (high[k] ? 2.0f : -2.0f) * d1[k] - 1.0f;
  }
  const float a0 = ((numbers::radius[1][1] - d0[0] * d0[0]) - d0[1] * d0[1]) - d0[2] * d0[2];
  const float a1 = ((numbers::radius[1][1] - d1[0] * d1[0]) - d1[1] * d1[1]) - d1[2] * d1[2];
  // Bit k of `steps`: one step along axis k, away from the nearest vertex.
  auto add = [&](int lattice, unsigned steps, float left) {
    std::array<std::uint64_t, 3> vertex;
    auto d = lattice == 0 ? d0 : d1;
    for (int k = 0; k < 3; ++k) {
      const bool step = steps >> k & 1;
      std::uint32_t at = cell[k];
      if (lattice == 0) at += high[k] != step;
      else at += step ? (high[k] ? 2 : 0) : 1;
      vertex[k] = hashed(at, k);
      if (step) d[k] = lattice == 0 ? d[k] - towards[k] : d[k] + towards[k];
    }
    sum.add(lattice == 0 ? o.seed : o.seed ^ numbers::second_lattice, vertex, d, left);
  };
  add(0, 0, a0);
  add(1, 0, a1);
  std::array<bool, 3> done;
  for (int k = 0; k < 3; ++k) {
    const int i = k == 0 ? 1 : 0, j = k == 2 ? 1 : 2;
    const float one = flip0[k] + a0, other = (flip0[i] + flip0[j]) + a0, second = flip1[k] + a1;
    const bool reaches = one > 0;
    add(0, reaches ? 1u << k : 1u << i | 1u << j, reaches ? one : other);
    done[k] = !reaches && second > 0;
    if (done[k]) add(1, 1u << k, second);
  }
  for (int k = 0; k < 3; ++k) {
    const int i = k == 0 ? 1 : 0, j = k == 2 ? 1 : 2;
    if (!done[k]) add(1, 1u << i | 1u << j, (flip1[i] + flip1[j]) + a1);
  }
  return sum.turned_back(o.orientation, o.frequency);
}

sample<4> at(const OpenSimplexOptions& o, const std::array<double, 4>& u) {
  constexpr float U = numbers::skew_4d;
  vertex_sum<4> sum{true};
  std::array<std::uint32_t, 4> cell;
  std::array<float, 4> s;
  for (int k = 0; k < 4; ++k) {
    const double base = std::floor(u[k]);
    cell[k] = modulo_2_32(base);
    s[k] = static_cast<float>(u[k] - base);
  }
  const float t = (((s[0] + s[1]) + s[2]) + s[3]) * U;
  for (float& v : s) v += t;
  for (int l = -1; l <= 2; ++l)
    for (int k = -1; k <= 2; ++k)
      for (int j = -1; j <= 2; ++j)
        for (int i = -1; i <= 2; ++i) {
          const int v[4] = {i, j, k, l};
          const float unskewed = static_cast<float>(i + j + k + l) * U;
          std::array<std::uint64_t, 4> vertex;
          std::array<float, 4> d;
          for (int axis = 0; axis < 4; ++axis) {
            vertex[axis] = hashed(cell[axis] + static_cast<std::uint32_t>(v[axis]), axis);
            d[axis] = s[axis] + (static_cast<float>(-v[axis]) - unskewed);
          }
          sum.add(o.seed, vertex, d, numbers::radius[1][2] - ((d[0] * d[0] + d[1] * d[1]) + (d[2] * d[2] + d[3] * d[3])));
        }
  return sum.turned_back(o.orientation, o.frequency);
}

}  // namespace

template <int Dims>
sample<Dims> opensimplex2s(const OpenSimplexOptions& options, const std::array<double, Dims>& x) {
  if (!all_finite<Dims>(x)) return not_a_number<Dims>();
  return at(options, turned<Dims>(in_cells<Dims>(x, options.frequency), true, options.orientation));
}

SCREE_INSTANTIATE_FROM_2D(opensimplex2s, OpenSimplexOptions);

}  // namespace scree::reference
