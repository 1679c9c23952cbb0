// How much of a field lies at each frequency.
#pragma once
#include <scree/noise.hpp>

#include <cstddef>
#include <vector>

namespace scree::cli {

/// The power spectrum of a field in the plane, edge * edge values, x fastest, frequency 0 at (edge / 2, edge / 2). One step is
/// 1 / (edge * spacing) cycles a unit.
struct spectrum {
  std::size_t edge;
  double spacing;
  std::vector<double> power;      ///< linear; the largest of radial() is 1
  std::vector<float> decibels() const;   ///< of power
  /// The mean power at each distance from frequency 0: element k at k steps, up to edge / 2.
  std::vector<double> radial() const;
  double frequency(std::size_t k) const { return static_cast<double>(k) / (static_cast<double>(edge) * spacing); }
};

/// 10 log10(power), at least -200; the same bits on every machine.
double decibels_of(double power);

/// The mean over windows x windows squares of edge x edge samples, each under a Hann window and without its mean (M. S. Bartlett, 1948). `edge` is a
/// power of two.
spectrum spectrum_of(const Noise& field, std::size_t edge, double spacing, std::size_t windows, int threads);

}  // namespace scree::cli
