#include "image/chart.hpp"

#include "image/markup.hpp"

#include <scree/error.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace scree::image {

namespace {

constexpr double chart_height = 280, left = 64, right = 16, top = 34, bottom = 46;

/// With so many significant digits, without zeros at the end.
std::string number(double x, int digits = 7) {
  char text[40];
  return {text, std::to_chars(text, text + sizeof text, x == 0 ? 0 : x, std::chars_format::general, digits).ptr};
}

/// 1, 2 or 5 times a power of ten, so that an axis has at most `most` steps of it.
double tick_step(double span, double most) {
  double power = 1;
  while (power * most < span) power *= 10;
  while (power / 10 * most >= span && power > 1e-300) power /= 10;
  for (const double part : {5.0, 2.0})
    if (power / part * most >= span) return power / part;
  return power;
}

/// One axis: values to places on the page.
struct axis {
  double from, to, place_from, place_to;

  double place(double value) const { return place_from + (value - from) / (to - from) * (place_to - place_from); }
  std::vector<double> ticks(double most) const {
    const double step = tick_step(to - from, most);
    std::vector<double> all;
    for (double k = std::ceil(from / step); k * step <= to && all.size() < 64; ++k) all.push_back(k * step);
    return all;
  }
};

std::string text_at(double x, double y, const std::string& kind, const std::string& text) {
  return "<text class=\"" + kind + "\" x=\"" + number(x) + "\" y=\"" + number(y) + "\">" + escaped(text) + "</text>\n";
}

std::string line_between(const std::string& kind, double x0, double y0, double x1, double y1) {
  return "<path class=\"" + kind + "\" d=\"M" + number(x0) + " " + number(y0) + "L" + number(x1) + " " + number(y1) + "\"/>\n";
}

std::string axes(const chart& of, const axis& x, const axis& y) {
  std::string out;
  for (const double tick : x.ticks(10)) {
    const double place = x.place(tick);
    out += line_between("grid", place, y.place_from, place, y.place_to) + text_at(place, y.place_from + 17, "tick middle", number(tick, 12));
  }
  for (const double tick : y.ticks(6)) {
    const double place = y.place(tick);
    out += line_between(tick == 0 ? "zero" : "grid", x.place_from, place, x.place_to, place) + text_at(x.place_from - 7, place + 4, "tick end", number(tick, 12));
  }
  out += text_at((x.place_from + x.place_to) / 2, y.place_from + 36, "label middle", of.x_label);
  out += "<g transform=\"translate(16 " + number((y.place_from + y.place_to) / 2) + ") rotate(-90)\">" + text_at(0, 0, "label middle", of.y_label) + "</g>\n";
  return out + text_at(x.place_from, y.place_to - 12, "title", of.title);
}

std::string path_of(const curve& line, const axis& x, const axis& y, std::size_t colour) {
  std::string path;
  bool drawing = false;
  for (std::size_t k = 0; k < line.x.size(); ++k) {
    const bool there = std::isfinite(line.y[k]);
    if (there) path += (drawing ? "L" : "M") + number(x.place(line.x[k])) + " " + number(y.place(std::clamp(line.y[k], y.from, y.to)));
    drawing = there;
  }
  return "<path class=\"curve c" + std::to_string(colour) + "\" d=\"" + path + "\"/>\n";
}

void check(const chart& of) {
  const auto good = [](double from, double to) { return std::isfinite(to - from) && from < to; };
  if (!good(of.x_from, of.x_to) || !good(of.y_from, of.y_to)) throw Error("chart: both axes must be finite and ascend");
}

}  // namespace

std::string svg(const std::vector<chart>& charts, double width) {
  std::for_each(charts.begin(), charts.end(), check);
  const std::string height = number(chart_height * static_cast<double>(charts.size()));
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(width) + " " + height + "\" width=\"" + number(width) + "\" height=\"" +
                    height + "\">\n"
                    "<style>\n"
                    ".page{fill:#fff} text{font:12px sans-serif;fill:#444} .title{font-size:14px;font-weight:bold;fill:#111} .middle{text-anchor:middle}\n"
                    ".end{text-anchor:end} path{fill:none} .grid{stroke:#e4e4e4} .zero{stroke:#aaa} .curve{stroke-width:1.6;stroke-linejoin:round}\n"
                    ".c0{stroke:#0b66c3} .c1{stroke:#d1495b} .c2{stroke:#2e8b57} .c3{stroke:#e09f1f} .c4{stroke:#7d4cc2} .c5{stroke:#777}\n"
                    "@media (prefers-color-scheme:dark){.page{fill:#17191c} text{fill:#bbb} .title{fill:#eee} .grid{stroke:#2e3136} .zero{stroke:#666}\n"
                    ".c0{stroke:#5ab0ff} .c1{stroke:#ff7f8f} .c2{stroke:#5fd08f} .c3{stroke:#ffc95c} .c4{stroke:#b592f0}}\n"
                    "</style>\n"
                    "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n";
  for (std::size_t k = 0; k < charts.size(); ++k) {
    const chart& of = charts[k];
    const double offset = chart_height * static_cast<double>(k);
    const axis x{of.x_from, of.x_to, left, width - right}, y{of.y_from, of.y_to, offset + chart_height - bottom, offset + top};
    out += axes(of, x, y);
    double legend = x.place_to;
    for (std::size_t c = of.curves.size(); c-- > 0;) {
      out += path_of(of.curves[c], x, y, c);
      if (of.curves.size() < 2) continue;
      legend -= 7.5 * static_cast<double>(of.curves[c].name.size()) + 44;
      out += line_between("curve c" + std::to_string(c), legend, y.place_to - 16, legend + 22, y.place_to - 16);
      out += text_at(legend + 28, y.place_to - 12, "label", of.curves[c].name);
    }
  }
  return out + "</svg>\n";
}

}  // namespace scree::image
