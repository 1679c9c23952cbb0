// The gray palette.
#pragma once
#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

namespace scree::image {

/// Values to shades: `from` and below is 0 (black), `to` and above the largest Pixel (white), linear between, rounded to
/// nearest. NaN is black. `pixels` is as long as `values`.
template <class Pixel>
void gray(std::span<const float> values, double from, double to, std::span<Pixel> pixels) {
  constexpr double white = std::numeric_limits<Pixel>::max();
  const double scale = white / (to - from);
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double shade = (static_cast<double>(values[k]) - from) * scale + 0.5;
    pixels[k] = shade > 0 ? static_cast<Pixel>(std::min(shade, white)) : Pixel{0};
  }
}

}  // namespace scree::image
