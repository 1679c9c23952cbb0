// Value noise: a uniform random number at every lattice point, interpolated along the last axis first and along x last.
#include "reference/lattice.hpp"

namespace scree::reference {

template <int Dims>
sample<Dims> value(const ValueOptions& options, const std::array<double, Dims>& x) {
  if (!all_finite<Dims>(x)) return not_a_number<Dims>();
  const auto keys = definition::keys_of(options.seed);

  std::array<std::uint32_t, Dims> cell;
  std::array<faded, Dims> f;
  for (int axis = 0; axis < Dims; ++axis) {
    const position p = locate(x[axis], options.frequency);
    cell[axis] = cell_number(p.cell, options.period[axis]);
    f[axis] = fade(options.fade, static_cast<float>(p.fraction));
  }

  // forms[0] is the value at each corner, forms[1 + axis] its derivative along that axis, once that axis is interpolated.
  std::array<std::array<float, 1 << Dims>, 1 + Dims> forms;
  for (unsigned corner = 0; corner < 1u << Dims; ++corner) {
    auto c = cell;
    for (int axis = 0; axis < Dims; ++axis) c[axis] = stepped(c[axis], corner >> axis & 1, options.period[axis]);
    forms[0][corner] = static_cast<float>(static_cast<std::int32_t>(lattice_hash<Dims>(c, keys)));
  }
  for (int axis = Dims - 1; axis >= 0; --axis) {
    for (unsigned lower = 0; lower < 1u << axis; ++lower) {
      const unsigned upper = lower | 1u << axis;
      for (int k = axis + 1; k < Dims; ++k) forms[1 + k][lower] = lerp(f[axis].u, forms[1 + k][lower], forms[1 + k][upper]);
      forms[1 + axis][lower] = f[axis].slope * (forms[0][upper] - forms[0][lower]);
      forms[0][lower] = lerp(f[axis].u, forms[0][lower], forms[0][upper]);
    }
  }

  constexpr float scale = static_cast<float>(definition::value_scale);
  sample<Dims> s;
  s.value = forms[0][0] * scale;
  for (int axis = 0; axis < Dims; ++axis) s.gradient[axis] = forms[1 + axis][0] * scale;
  return per_unit(s, options.frequency);
}

SCREE_INSTANTIATE(value, ValueOptions);

}  // namespace scree::reference
