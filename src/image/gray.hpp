// The gray palette.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace scree::image {

/// Values to shades: `from` and below is 0 (black), `to` and above the largest Pixel (white), linear between, rounded to
/// nearest. NaN is black. `pixels` is as long as `values`. The pixels are those of Noise::fill into integers.
template <class Pixel>
void gray(std::span<const float> values, double from, double to, std::span<Pixel> pixels) {
  constexpr float white = std::numeric_limits<Pixel>::max();
  const double scale = white / (to - from);
  const float scale_32 = static_cast<float>(scale), bias_32 = static_cast<float>(-from * scale);
  for (std::size_t k = 0; k < values.size(); ++k) {
    const float shade = std::nearbyint(std::fma(values[k], scale_32, bias_32));
    pixels[k] = shade > 0 ? static_cast<Pixel>(std::min(shade, white)) : Pixel{0};
  }
}

}  // namespace scree::image
