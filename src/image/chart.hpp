// Charts of curves as SVG.
#pragma once
#include <string>
#include <vector>

namespace scree::image {

struct curve {
  std::string name;   ///< for the legend, which is drawn where there are two curves and more
  std::vector<double> x, y;   ///< of one length; where y is not finite the curve has a gap
};

struct chart {
  std::string title, x_label, y_label;
  double x_from, x_to, y_from, y_to;   ///< what the axes show; finite, from below to
  std::vector<curve> curves;           ///< up to six
};

/// The charts below each other, as the text of an SVG file of `width` times 280 units a chart. It is light or dark as the reader's desktop is. The same text on
/// every machine. Throws Error for axes that are not finite or do not ascend.
std::string svg(const std::vector<chart>& charts, double width = 720);

}  // namespace scree::image
