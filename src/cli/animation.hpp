// A field in time: the third dimension, or a circle in the third and fourth, seen frame by frame.
#pragma once
#include "cli/look.hpp"
#include "cli/picture_options.hpp"
#include "image/painter.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scree::cli {

struct animate_options {
  std::string expression;
  window view{.size = {512, 512}};
  look looks;
  std::uint64_t frames = 0, first = 0;
  double speed = 0;   // units a frame
  bool loop = false;
  output out;
};

/// Draws the frames of a field. All have the same colours and light.
class animation {
 public:
  /// Throws Error for options out of bounds.
  explicit animation(const animate_options& options);

  const Noise& field() const { return field_; }
  int channels() const { return paint_->channels(); }
  double from() const { return from_; }
  double to() const { return to_; }

  /// Some rows of frame `number`, dense. Frame k lies at z = k * speed, in a loop on a circle around z = w = 0 whose circumference is frames * speed, so that
  /// frame k + frames is frame k.
  void draw(std::uint64_t number, std::size_t first_row, std::size_t rows, std::vector<std::uint8_t>& pixels);

 private:
  struct samples {
    std::vector<float> values, dx, dy, others;
  };
  void fill(std::uint64_t number, const Grid2& plane, bool slopes, samples& to) const;
  template <int N>
  void fill_grid(const Grid<N>& grid, bool slopes, samples& to) const;

  animate_options options_;
  Noise field_;
  double from_ = 0, to_ = 0;
  std::optional<image::painter> paint_;
  samples band_;
};

}  // namespace scree::cli
