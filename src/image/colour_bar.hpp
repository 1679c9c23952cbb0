// The legend beside a picture: its colours from the least value at the bottom to the largest at the top, with numbers.
#pragma once
#include "image/painter.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace scree::image {

/// Drawn row by row, as pictures are written. Its numbers are as large as the picture's height says, and left out where there is no room for two.
class colour_bar {
 public:
  /// `colours` paints the values from .. to and must live longer.
  colour_bar(const painter& colours, double from, double to, std::size_t height);

  /// In pixels.
  std::size_t width() const { return width_; }
  /// Row `number` from the top: width() pixels with the painter's channels.
  void row(std::size_t number, std::uint8_t* pixels) const { draw(number, pixels); }
  void row(std::size_t number, std::uint16_t* pixels) const { draw(number, pixels); }

 private:
  template <class Pixel>
  void draw(std::size_t number, Pixel* pixels) const;

  struct label {
    std::size_t middle;   // its row
    std::string text;
  };
  const painter& colours_;
  double from_, to_;
  std::size_t height_, unit_, margin_, width_;   // unit: pixels of one dot of a letter
  std::vector<label> labels_;
};

}  // namespace scree::image
