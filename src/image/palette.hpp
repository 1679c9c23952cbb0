// Palettes: the colours that values have.
#pragma once
#include <scree/noise.hpp>

#include <array>
#include <filesystem>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace scree::image {

/// Red, green, blue and alpha, 0 to 255.
using colour = std::array<double, 4>;

/// Colours at some values, straight lines between. Where two knots have one value the colour jumps: the second is that of the value itself and of what lies
/// above.
class palette {
 public:
  struct knot {
    double at;    ///< a share of the interval that a picture shows (0 its `from`, 1 its `to`), or a value
    bool share;
    colour is;
  };

  /// Throws Error when there is no knot, or one that is not finite.
  explicit palette(std::vector<knot> knots, const colour& of_nan = {0, 0, 0, 255});

  /// gray: black to white. heat: black, red, yellow, white. terrain: water below the middle, then sand, grass, rock and snow. diverging: blue, white in the
  /// middle, red. Throws Error for another name.
  static palette named(const std::string& name);
  static const std::vector<std::string>& names();

  /// From text as gdaldem color-relief takes it: a knot a line, "value red green blue [alpha]", separated by blanks, commas or colons; the value a number, a
  /// share such as 50%, or nv for what is not a number; colours 0 to 255; what follows a # is a comment. Throws Error with `name` and the line's
  /// number for other text.
  static palette read(std::istream& text, const std::string& name);
  /// A named palette, or the one in the file of that name. Throws Error when there is neither.
  static palette find(const std::string& name);

  const std::vector<knot>& knots() const { return knots_; }
  const colour& of_nan() const { return of_nan_; }
  /// Black at `from`, white at `to`, straight between: integers show it.
  bool is_gray() const;
  bool has_alpha() const;
  /// The least and the largest value of knots that are values, if these are two different ones.
  std::optional<Interval> values() const;

 private:
  std::vector<knot> knots_;
  colour of_nan_;
};

/// A palette spread over the values from .. to; from may be the larger one.
class colour_scale {
 public:
  /// Throws Error when the two are not different finite numbers.
  colour_scale(const palette& colours, double from, double to);
  /// The colour of a value: that of the first or last knot outside of them.
  colour at(double value) const;

 private:
  struct point {
    double value;
    int order;   // of those with one value
    colour is;
  };
  std::vector<point> points_;   // ascending
  colour of_nan_;
};

}  // namespace scree::image
