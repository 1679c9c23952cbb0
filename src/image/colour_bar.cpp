#include "image/colour_bar.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string_view>

namespace scree::image {

namespace {

// Letters of 5 x 7 dots; in each row the leftmost dot is the highest bit.
constexpr std::size_t letter_width = 5, letter_height = 7, letter_step = 6;
constexpr std::string_view letters = "0123456789.-+e";
constexpr std::array<std::array<unsigned char, letter_height>, letters.size()> dots = {{
    {0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110},
    {0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110},
    {0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111},
    {0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110},
    {0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010},
    {0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110},
    {0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110},
    {0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000},
    {0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110},
    {0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100},
    {0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b01100, 0b01100},
    {0b00000, 0b00000, 0b00000, 0b11111, 0b00000, 0b00000, 0b00000},
    {0b00000, 0b00100, 0b00100, 0b11111, 0b00100, 0b00100, 0b00000},
    {0b00000, 0b00000, 0b01110, 0b10001, 0b11111, 0b10000, 0b01110},
}};

// Of the bar, in units from its left: the strip of colours, a tick at each number, the number.
constexpr std::size_t strip_begin = 6, strip_end = 22, tick_end = 25, text_begin = 28, margin_right = 4;

std::string text_of(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", value);
  return text.data();
}

}  // namespace

colour_bar::colour_bar(const painter& colours, double from, double to, std::size_t height)
    : colours_(colours), from_(std::min(from, to)), to_(std::max(from, to)), height_(height), unit_(std::clamp<std::size_t>(height / 500, 1, 16)),
      margin_(6 * unit_), width_((strip_end + strip_begin) * unit_) {
  if (height_ < 2 * margin_ + 2 * letter_height * unit_) {
    margin_ = 0;
    return;
  }
  const std::size_t last = height_ - 1 - 2 * margin_, gaps = std::clamp<std::size_t>(last / (32 * unit_), 1, 8);
  std::size_t longest = 0;
  for (std::size_t k = 0; k <= gaps; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(gaps);
    double value = to_ + (from_ - to_) * share;
    if (std::abs(value) < 1e-5 * (to_ - from_)) value = 0;   // the middle of proved bounds is rarely 0 to the bit
    labels_.push_back({margin_ + static_cast<std::size_t>(share * static_cast<double>(last) + 0.5), text_of(value)});
    longest = std::max(longest, labels_.back().text.size());
  }
  width_ = (text_begin + letter_step * longest + margin_right) * unit_;
}

template <class Pixel>
void colour_bar::draw(std::size_t number, Pixel* pixels) const {
  const auto channels = static_cast<std::size_t>(colours_.channels());
  constexpr Pixel white = std::numeric_limits<Pixel>::max();
  std::fill_n(pixels, width_ * channels, white);
  const auto ink = [&](std::size_t first, std::size_t last) {   // black, in pixels
    for (std::size_t k = first; k < last; ++k) std::fill_n(pixels + k * channels, std::min<std::size_t>(channels, 3), Pixel{0});
  };
  if (number >= margin_ && number < height_ - margin_) {
    const std::size_t rows = height_ - 2 * margin_;
    const double share = rows > 1 ? static_cast<double>(number - margin_) / static_cast<double>(rows - 1) : 0;
    Pixel pixel[4];
    colours_.paint(static_cast<float>(to_ + (from_ - to_) * share), pixel);
    for (std::size_t k = strip_begin * unit_; k < strip_end * unit_; ++k) std::copy_n(pixel, channels, pixels + k * channels);
  }
  for (const label& each : labels_) {
    if (number >= each.middle - unit_ / 2 && number < each.middle - unit_ / 2 + unit_) ink(strip_end * unit_, tick_end * unit_);
    const std::size_t top = each.middle - std::min(each.middle, letter_height * unit_ / 2);
    if (number < top || number >= top + letter_height * unit_) continue;
    for (std::size_t k = 0; k < each.text.size(); ++k) {
      const std::size_t letter = letters.find(each.text[k]);
      if (letter == letters.npos) continue;
      for (std::size_t dot = 0; dot < letter_width; ++dot)
        if (dots[letter][(number - top) / unit_] >> (letter_width - 1 - dot) & 1) {
          const std::size_t x = (text_begin + letter_step * k + dot) * unit_;
          ink(x, x + unit_);
        }
    }
  }
}
template void colour_bar::draw<std::uint8_t>(std::size_t, std::uint8_t*) const;
template void colour_bar::draw<std::uint16_t>(std::size_t, std::uint16_t*) const;

}  // namespace scree::image
