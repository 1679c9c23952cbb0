// From values and slopes to pixels, a piece of a row at a time: colours, light and rounding in one go, while the values are in the cache.
#pragma once
#include "image/palette.hpp"

#include <scree/heightmap.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace scree::image {

/// What light does to colours, brighter where the ground faces it and darker where it is turned away: they are multiplied by
/// 0.3 + 0.7 light / (the light on level ground, at least 1/4), below 4.
class shading {
 public:
  explicit shading(const HillshadeOptions& light);
  /// brightness[k] from dx[k] and dy[k]; below 4 where these are NaN, too.
  void operator()(std::span<const float> dx, std::span<const float> dy, std::span<float> brightness) const;

 private:
  Hillshade light_;
  float per_light_;
};

/// Paints the values from .. to with a palette, and, if there is light, with shading. Usable from several threads at once.
///
/// Pixels have 8 or 16 bits, and one channel for the palette gray, else three or, when a colour is not opaque, four. With 8 bits and colours a value is
/// taken as the nearest of 4096 in from .. to and of those of the ends outside; 16 bits are exact.
class painter {
 public:
  /// Throws Error when from and to are not two different finite numbers.
  painter(const palette& colours, double from, double to, const std::optional<HillshadeOptions>& light = std::nullopt);

  int channels() const { return channels_; }
  bool needs_slopes() const { return light_.has_value(); }

  /// values.size() pixels; dx and dy are not read unless slopes are needed.
  void paint(std::span<const float> values, std::span<const float> dx, std::span<const float> dy, std::uint8_t* pixels) const;
  void paint(std::span<const float> values, std::span<const float> dx, std::span<const float> dy, std::uint16_t* pixels) const;
  /// The pixel of a value on level ground.
  void paint(float value, std::uint8_t* pixel) const;
  void paint(float value, std::uint16_t* pixel) const;

 private:
  template <class Pixel>
  void paint_level(float value, Pixel* pixel) const;
  template <class Pixel>
  void paint_all(std::span<const float> values, std::span<const float> dx, std::span<const float> dy, Pixel* pixels) const;
  template <class Pixel>
  void paint_gray(std::span<const float> values, const float* brightness, Pixel* pixels) const;
  void paint_colours(std::span<const float> values, const float* brightness, std::uint8_t* pixels) const;
  void paint_colours(std::span<const float> values, const float* brightness, std::uint16_t* pixels) const;

  colour_scale scale_;
  int channels_;
  double from_, to_;
  std::optional<shading> light_;
  std::vector<std::uint64_t> table_;   // red, green and blue of each step, 21 bits apart
  std::vector<std::uint8_t> alpha_;
};

}  // namespace scree::image
