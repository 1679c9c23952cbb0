// The scalar reference: what every leaf means, one point at a time, in plain IEEE-754 binary32 and binary64 operations in
// the written order. Kernels may compute otherwise but must give these bits.
#pragma once
#include <scree/noise.hpp>
#include <scree/published.hpp>

#include <array>

namespace scree::reference {

/// A value and its derivatives along each axis, per unit of the caller's coordinates.
template <int Dims>
struct sample {
  float value;
  std::array<float, Dims> gradient;
};

/// The named leaf at x, in the caller's units. Non-finite x: NaN in everything.
#define SCREE_LEAF(name, Options) \
  template <int Dims>             \
  sample<Dims> name(const Options& options, const std::array<double, Dims>& x);
#include "noise_list.inc"
#undef SCREE_LEAF
#define SCREE_PUBLISHED(name, Options, least_dims, most_dims) \
  template <int Dims>                              \
  sample<Dims> name(const Options& options, const std::array<double, Dims>& x);
#include "published_list.inc"
#undef SCREE_PUBLISHED

/// Where in cells the feature point of Worley noise lies that is n-th nearest to x, in cells; with a period, in the first one. Of several that are
/// equally far it is the one whose cell has the least value.
template <int Dims>
std::array<double, Dims> feature_point(const WorleyOptions& options, const std::array<double, Dims>& x);

#define SCREE_INSTANTIATE(name, Options)                                            \
  template sample<1> name<1>(const Options&, const std::array<double, 1>&);         \
  template sample<2> name<2>(const Options&, const std::array<double, 2>&);         \
  template sample<3> name<3>(const Options&, const std::array<double, 3>&);         \
  template sample<4> name<4>(const Options&, const std::array<double, 4>&)
#define SCREE_INSTANTIATE_FROM_2D(name, Options)                            \
  template sample<2> name<2>(const Options&, const std::array<double, 2>&); \
  template sample<3> name<3>(const Options&, const std::array<double, 3>&); \
  template sample<4> name<4>(const Options&, const std::array<double, 4>&)

}  // namespace scree::reference
