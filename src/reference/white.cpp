// White noise: the hash of the cell as a uniform number, with one more round so that its low bits are good too.
#include "reference/lattice.hpp"

namespace scree::reference {

template <int Dims>
sample<Dims> white(const WhiteOptions& options, const std::array<double, Dims>& x) {
  if (!all_finite<Dims>(x)) return not_a_number<Dims>();
  std::array<std::uint32_t, Dims> cell;
  for (int axis = 0; axis < Dims; ++axis) cell[axis] = cell_number(locate(x[axis], options.frequency).cell, options.period[axis]);
  std::uint32_t h = lattice_hash<Dims>(cell, definition::keys_of(options.seed));
  h = (h ^ (h >> definition::white_fold)) * definition::white_multiplier;
  return per_unit<Dims>({static_cast<float>(static_cast<std::int32_t>(h)) * 0x1p-31f, {}}, options.frequency);
}

SCREE_INSTANTIATE(white, WhiteOptions);

}  // namespace scree::reference
