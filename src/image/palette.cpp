#include "image/palette.hpp"

#include <scree/error.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>

namespace scree::image {

namespace {

struct named_palette {
  const char* name;
  std::vector<palette::knot> knots;
};

palette::knot at(double share, double red, double green, double blue) { return {share, true, {red, green, blue, 255}}; }

const std::vector<named_palette>& all_named() {
  static const std::vector<named_palette> all = {
      {"gray", {at(0, 0, 0, 0), at(1, 255, 255, 255)}},
      {"heat", {at(0, 0, 0, 0), at(0.35, 170, 10, 5), at(0.6, 245, 110, 10), at(0.8, 255, 210, 50), at(1, 255, 255, 255)}},
      // The shore is in the middle: most fields are symmetric.
      {"terrain",
       {at(0, 18, 42, 92), at(0.3, 34, 84, 150), at(0.45, 66, 138, 190), at(0.5, 128, 196, 214),    // water, deep to shallow
        at(0.5, 226, 212, 160), at(0.52, 214, 202, 142),                                            // sand
        at(0.54, 138, 172, 92), at(0.61, 84, 140, 70), at(0.68, 96, 124, 66),                       // grass and forest
        at(0.74, 134, 120, 92), at(0.82, 142, 132, 120),                                            // rock
        at(0.87, 214, 214, 218), at(0.92, 250, 250, 252), at(1, 255, 255, 255)}},                   // snow
      {"diverging",
       {at(0, 16, 54, 124), at(0.25, 84, 148, 204), at(0.5, 247, 247, 247), at(0.75, 224, 116, 86), at(1, 132, 10, 38)}},
  };
  return all;
}

/// The number that is all of a text.
std::optional<double> number_in(std::string_view text) {
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  double x = 0;
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (problem != std::errc{} || stop != text.data() + text.size() || !std::isfinite(x)) return std::nullopt;
  return x;
}

std::vector<std::string> words_of(std::string line) {
  line = line.substr(0, line.find('#'));
  std::vector<std::string> words;
  std::string word;
  for (const char c : line + " ") {
    if (std::string_view(" \t\r,:").find(c) == std::string_view::npos) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, ""));
    }
  }
  return words;
}

}  // namespace

palette::palette(std::vector<knot> knots, const colour& of_nan) : knots_(std::move(knots)), of_nan_(of_nan) {
  if (knots_.empty()) throw Error("palette: there is no colour, but must be one or more");
  const auto in_bounds = [](const colour& c) { return std::all_of(c.begin(), c.end(), [](double x) { return x >= 0 && x <= 255; }); };
  bool good = in_bounds(of_nan_);
  for (const knot& each : knots_) good = good && std::isfinite(each.at) && in_bounds(each.is);
  if (!good) throw Error("palette: values must be finite and colours 0 to 255");
}

palette palette::named(const std::string& name) {
  for (const named_palette& each : all_named())
    if (name == each.name) return palette(each.knots);
  throw Error("palette: there is none named '" + name + "'");
}

const std::vector<std::string>& palette::names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const named_palette& each : all_named()) list.emplace_back(each.name);
    return list;
  }();
  return names;
}

palette palette::read(std::istream& text, const std::string& name) {
  std::vector<knot> knots;
  colour of_nan{0, 0, 0, 255};
  std::string line;
  for (std::size_t number = 1; std::getline(text, line); ++number) {
    const auto bad = [&](const std::string& what) { throw Error(name + ": line " + std::to_string(number) + ": " + what); };
    const std::vector<std::string> words = words_of(line);
    if (words.empty()) continue;
    if (words.size() != 4 && words.size() != 5) bad("here are " + std::to_string(words.size()) + " words, right is: value red green blue [alpha]");
    colour is{0, 0, 0, 255};
    for (std::size_t k = 1; k < words.size(); ++k) {
      const auto level = number_in(words[k]);
      if (!level || *level < 0 || *level > 255) bad("a colour is '" + words[k] + "', right is 0 to 255");
      is[k - 1] = *level;
    }
    if (words[0] == "nv") {
      of_nan = is;
      continue;
    }
    const bool share = words[0].back() == '%';
    const auto value = number_in(std::string_view(words[0]).substr(0, words[0].size() - share));
    if (!value) bad("the value is '" + words[0] + "', right is a number, a share such as 50%, or nv");
    knots.push_back({share ? *value / 100 : *value, share, is});
  }
  if (text.bad()) throw Error(name + ": the palette cannot be read");
  if (knots.empty()) throw Error(name + ": there is no line with a colour");
  return palette(std::move(knots), of_nan);
}

palette palette::find(const std::string& name) {
  for (const std::string& each : names())
    if (name == each) return named(name);
  std::ifstream file(name, std::ios::binary);
  std::error_code ignored;
  if (!file || std::filesystem::is_directory(name, ignored)) {
    std::string known;
    for (const std::string& each : names()) known += (known.empty() ? "" : ", ") + each;
    throw Error("palette: '" + name + "' is no file that can be read and none of " + known);
  }
  return read(file, name);
}

bool palette::is_gray() const {
  const std::vector<knot>& gray = all_named()[0].knots;
  return of_nan_ == gray[0].is &&
         std::equal(knots_.begin(), knots_.end(), gray.begin(), gray.end(), [](const knot& a, const knot& b) { return a.share == b.share && a.at == b.at && a.is == b.is; });
}

bool palette::has_alpha() const {
  return of_nan_[3] != 255 || std::any_of(knots_.begin(), knots_.end(), [](const knot& each) { return each.is[3] != 255; });
}

std::optional<Interval> palette::values() const {
  Interval all{std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};
  for (const knot& each : knots_)
    if (!each.share) all = {std::min(all.lo, static_cast<float>(each.at)), std::max(all.hi, static_cast<float>(each.at))};
  return all.lo < all.hi ? std::optional(all) : std::nullopt;
}

colour_scale::colour_scale(const palette& colours, double from, double to) : of_nan_(colours.of_nan()) {
  if (!std::isfinite(from) || !std::isfinite(to) || from == to || !std::isfinite(to - from))
    throw Error("palette: the values to show are from " + std::to_string(from) + " to " + std::to_string(to) + ", but must be two different finite numbers");
  int number = 0;
  for (const palette::knot& each : colours.knots()) {
    // Shares turn round with from and to, values do not.
    if (each.share) points_.push_back({from + (to - from) * each.at, from < to ? number : -number, each.is});
    else points_.push_back({each.at, number, each.is});
    ++number;
  }
  std::sort(points_.begin(), points_.end(), [](const point& a, const point& b) { return a.value != b.value ? a.value < b.value : a.order < b.order; });
}

colour colour_scale::at(double value) const {
  if (std::isnan(value)) return of_nan_;
  const auto above = std::upper_bound(points_.begin(), points_.end(), value, [](double v, const point& p) { return v < p.value; });
  if (above == points_.begin()) return points_.front().is;
  const point& low = *(above - 1);
  if (above == points_.end()) return low.is;
  const double t = (value - low.value) / (above->value - low.value);
  colour mixed;
  for (std::size_t k = 0; k < 4; ++k) mixed[k] = low.is[k] + t * (above->is[k] - low.is[k]);
  return mixed;
}

}  // namespace scree::image
