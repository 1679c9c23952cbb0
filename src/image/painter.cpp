#include "image/painter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree::image {

namespace {

constexpr std::size_t piece = 1024;   // pixels at a time
constexpr int steps = 4096;           // of the table, from 0 to `steps`; then what is not a number
constexpr int entries = steps + 2;

// Three channels share one 64-bit word. A level (8 bits) times a brightness (13 bits: 4, less one step, is the largest, and 2048 is 1) fits a third of it.
constexpr int lane = 21, fraction = 11;
constexpr std::uint64_t lanes = 1 | std::uint64_t{1} << lane | std::uint64_t{1} << 2 * lane;
constexpr std::uint64_t half = lanes << (fraction - 1);
constexpr float most_brightness = 8191.0f / (1 << fraction);
constexpr float least_level = 0.25f, ambient = 0.3f;

double rounded(double x, double most) { return std::floor(std::clamp(x, 0.0, most) + 0.5); }

}  // namespace

shading::shading(const HillshadeOptions& light) : light_(light), per_light_((1 - ambient) / std::max(light_.level(), least_level)) {}

void shading::operator()(std::span<const float> dx, std::span<const float> dy, std::span<float> brightness) const {
  light_(dx, dy, brightness);
  for (float& each : brightness) {
    const float b = ambient + per_light_ * each;
    each = b < most_brightness ? b : most_brightness;   // NaN, too
  }
}

painter::painter(const palette& colours, double from, double to, const std::optional<HillshadeOptions>& light)
    : scale_(colours, from, to), channels_(colours.is_gray() ? 1 : colours.has_alpha() ? 4 : 3), from_(from), to_(to) {
  if (light) light_.emplace(*light);
  if (channels_ == 1) return;
  table_.resize(entries);
  alpha_.resize(entries);
  for (int k = 0; k < entries; ++k) {
    const colour is = scale_.at(k <= steps ? from + (to - from) * (static_cast<double>(k) / steps) : std::numeric_limits<double>::quiet_NaN());
    for (int c = 0; c < 3; ++c) table_[static_cast<std::size_t>(k)] |= static_cast<std::uint64_t>(rounded(is[static_cast<std::size_t>(c)], 255)) << lane * c;
    alpha_[static_cast<std::size_t>(k)] = static_cast<std::uint8_t>(rounded(is[3], 255));
  }
}

void painter::paint(std::span<const float> values, std::span<const float> dx, std::span<const float> dy, std::uint8_t* pixels) const {
  paint_all(values, dx, dy, pixels);
}
void painter::paint(std::span<const float> values, std::span<const float> dx, std::span<const float> dy, std::uint16_t* pixels) const {
  paint_all(values, dx, dy, pixels);
}

template <class Pixel>
void painter::paint_all(std::span<const float> values, std::span<const float> dx, std::span<const float> dy, Pixel* pixels) const {
  float brightness[piece];
  if (!light_) std::fill_n(brightness, std::min(piece, values.size()), 1.0f);
  for (std::size_t first = 0; first < values.size(); first += piece) {
    const std::size_t count = std::min(piece, values.size() - first);
    if (light_) (*light_)(dx.subspan(first, count), dy.subspan(first, count), {brightness, count});
    Pixel* to = pixels + first * static_cast<std::size_t>(channels_);
    if (channels_ == 1) paint_gray(values.subspan(first, count), brightness, to);
    else paint_colours(values.subspan(first, count), brightness, to);
  }
}

template <class Pixel>
void painter::paint_level(float value, Pixel* pixel) const {
  const float level[1] = {1};
  if (channels_ == 1) paint_gray({&value, 1}, level, pixel);
  else paint_colours({&value, 1}, level, pixel);
}

void painter::paint(float value, std::uint8_t* pixel) const { paint_level(value, pixel); }
void painter::paint(float value, std::uint16_t* pixel) const { paint_level(value, pixel); }

// Black and white as Noise::fill into integers has them, but for rounding half way.
template <class Pixel>
void painter::paint_gray(std::span<const float> values, const float* brightness, Pixel* pixels) const {
  constexpr float white = std::numeric_limits<Pixel>::max();
  const double by = white / (to_ - from_);
  const float scale = static_cast<float>(by), bias = static_cast<float>(-from_ * by);
  for (std::size_t k = 0; k < values.size(); ++k) {
    float level = values[k] * scale + bias;
    level = level > 0 ? level : 0;   // NaN, too
    level = (level < white ? level : white) * brightness[k];
    pixels[k] = static_cast<Pixel>(static_cast<int>((level < white ? level : white) + 0.5f));
  }
}

void painter::paint_colours(std::span<const float> values, const float* brightness, std::uint8_t* pixels) const {
  const double by = steps / (to_ - from_);
  const float scale = static_cast<float>(by), bias = static_cast<float>(0.5 - from_ * by);
  constexpr float last = steps + 0.5f, of_nan = steps + 1;
  const std::size_t count = values.size();
  int step[piece], bright[piece];
  for (std::size_t k = 0; k < count; ++k) {
    float t = values[k] * scale + bias;
    t = t < 0 ? 0 : t;
    t = t > last ? last : t;
    step[k] = static_cast<int>(t == t ? t : of_nan);
    bright[k] = static_cast<int>(brightness[k] * (1 << fraction));
  }
  const std::uint64_t* const table = table_.data();   // bytes may be anything's: members would be read again after every store
  const std::uint8_t* const alpha = channels_ == 4 ? alpha_.data() : nullptr;
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint64_t product = table[step[k]] * static_cast<std::uint64_t>(bright[k]) + half;
    const std::uint64_t over = (product >> (fraction + 8) | product >> (fraction + 9)) & lanes;   // past 255
    const std::uint64_t rgb = product >> fraction | over * 255;
    pixels[0] = static_cast<std::uint8_t>(rgb);
    pixels[1] = static_cast<std::uint8_t>(rgb >> lane);
    pixels[2] = static_cast<std::uint8_t>(rgb >> 2 * lane);
    pixels += 3;
    if (alpha) *pixels++ = alpha[step[k]];
  }
}

void painter::paint_colours(std::span<const float> values, const float* brightness, std::uint16_t* pixels) const {
  for (std::size_t k = 0; k < values.size(); ++k) {
    const colour is = scale_.at(values[k]);
    for (int c = 0; c < channels_; ++c)
      *pixels++ = static_cast<std::uint16_t>(rounded(is[static_cast<std::size_t>(c)] * 257 * (c < 3 ? brightness[k] : 1), 65535));
  }
}

}  // namespace scree::image
