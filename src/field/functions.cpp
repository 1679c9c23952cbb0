#include "field/functions.hpp"

#include <scree/error.hpp>
#include <scree/scree.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace scree::field {

void fail(std::string_view text, std::size_t at, const std::string& message) {
  at = std::min(at, text.size());
  const std::size_t before = text.substr(0, at).rfind('\n');
  const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
  const std::string_view line = text.substr(start, std::min(text.find('\n', at), text.size()) - start);
  const auto number = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
  // Of a long line the part around the place; what no terminal should get becomes a question mark.
  constexpr std::size_t most = 100;
  const std::size_t column = at - start, from = column > most / 2 ? column - most / 2 : 0;
  std::string shown(line.substr(from, most));
  for (char& c : shown)
    if (static_cast<unsigned char>(c) < 32 || c == 127) c = c == '\t' ? ' ' : '?';
  throw Error("parse: line " + std::to_string(number) + ", column " + std::to_string(column + 1) + ": " + message + "\n  " + shown + "\n  " +
              std::string(column - from, ' ') + "^");
}

namespace {

/// Insertions, deletions, changes and swaps of neighbours between two short words.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}
}  // namespace

std::optional<float> binary32_of(std::string_view text, const word& number) {
  const std::string_view digits = number.number();
  const char* const end = digits.data() + digits.size();
  float x{};
  if (const auto [stop, problem] = std::from_chars(digits.data(), end, x); problem != std::errc::result_out_of_range) {
    if (problem != std::errc() || stop != end) fail(text, number.at, "this is no number");
    return x;
  }
  double wide{};
  if (std::from_chars(digits.data(), end, wide).ec == std::errc()) {
    if (std::abs(wide) < 1) return static_cast<float>(wide);
    return std::nullopt;
  }
  // Past binary64, too: the sign of the exponent tells whether above or below, or else a digit before the point.
  const std::size_t e = digits.find_first_of("eE");
  const bool small = e == std::string_view::npos ? digits.find_first_of("123456789") > digits.find('.') : digits[e + 1] == '-';
  return small ? std::optional(0.0f) : std::nullopt;
}

std::string suggestion(std::string_view word, const std::vector<std::string_view>& names) {
  if (word.size() > 40) return "";
  std::string_view best;
  std::size_t fewest = 1 + word.size() / 3;
  for (const std::string_view name : names)
    if (const std::size_t e = edits(word, name); e <= fewest && (best.empty() || e < fewest)) best = name, fewest = e;
  return best.empty() ? "" : "; did you mean " + std::string(best) + "?";
}

namespace {

template <class Options, Noise (*Factory)(const Options&)>
Noise make_leaf(const call& c) {
  c.expect(0, 0, 0, true);
  return Factory(c.read_options<Options>());
}
template <class Options, Noise (*Factory)(const Noise&, const Options&)>
Noise make_over(const call& c) {
  c.expect(1, 0, 0, true);
  return Factory(c.field(0), c.read_options<Options>());
}
template <Noise (*Factory)(const Noise&)>
Noise make_of_one(const call& c) {
  c.expect(1, 0, 0);
  return Factory(c.field(0));
}
template <Noise (*Factory)(const Noise&, const Noise&)>
Noise make_of_two(const call& c) {
  c.expect(2, 0, 0);
  return Factory(c.field(0), c.field(1));
}
/// warp_by has an option and no struct for it.
struct amplitude_option {
  double amplitude = 1;
};
template <class F>
void each_option(const amplitude_option*, const F& f) { f("amplitude", &amplitude_option::amplitude); }

}  // namespace

const std::map<std::string_view, make_function>& functions() {
  static const std::map<std::string_view, make_function> all = {
#define SCREE_LEAF(name, Options) {#name, &make_leaf<Options, &scree::name>},
#define SCREE_PUBLISHED(name, Options, least_dims, most_dims) SCREE_LEAF(name, Options)
#include "noise_list.inc"
#include "published_list.inc"
#undef SCREE_LEAF
#undef SCREE_PUBLISHED
      {"fbm", &make_over<FractalOptions, &fbm>},
      {"ridged", &make_over<FractalOptions, &ridged>},
      {"billow", &make_over<FractalOptions, &billow>},
      {"turbulence", &make_over<FractalOptions, &turbulence>},
      {"ping_pong", &make_over<PingPongOptions, &ping_pong>},
      {"hybrid", &make_over<HybridOptions, &hybrid>},
      {"warp", &make_over<WarpOptions, &warp>},
      {"worley_lookup", &make_over<WorleyLookupOptions, &worley_lookup>},
      {"rotate", &make_over<RotateOptions, &rotate>},
      {"improve_xy_planes", &make_of_one<&improve_xy_planes>},
      {"warp_by",
       [](const call& c) {
         if (c.arguments.size() < 2) c.expect(2, 0, 3, true);
         std::vector<Noise> displacement;
         for (std::size_t k = 1; k < c.arguments.size(); ++k) displacement.push_back(c.field(k));
         return scree::warp_by(c.field(0), displacement, c.read_options<amplitude_option>().amplitude);
       }},
      {"scale",
       [](const call& c) {
         c.expect(1, 1, 4);
         if (c.arguments.size() == 2) return scale(c.field(0), c.number<double>(1));
         return scale(c.field(0), {c.number<double>(1), c.number<double>(2), c.number_or(3, 1.0), c.number_or(4, 1.0)});
       }},
      {"offset",
       [](const call& c) {
         c.expect(1, 1, 4);
         return offset(c.field(0), {c.number<double>(1), c.number_or(2, 0.0), c.number_or(3, 0.0), c.number_or(4, 0.0)});
       }},
      {"tile",
       [](const call& c) {
         c.expect(1, 2, 2);
         return tile(c.field(0), c.number<double>(1), c.number<double>(2));
       }},
      {"min", &make_of_two<&min>},
      {"max", &make_of_two<&max>},
      {"abs", &make_of_one<&abs>},
      {"sqrt", &make_of_one<&sqrt>},
      {"smooth_min",
       [](const call& c) {
         c.expect(2, 1, 1);
         return smooth_min(c.field(0), c.field(1), c.number<float>(2));
       }},
      {"smooth_max",
       [](const call& c) {
         c.expect(2, 1, 1);
         return smooth_max(c.field(0), c.field(1), c.number<float>(2));
       }},
      {"pow", &make_of_two<&pow>},
      {"clamp",
       [](const call& c) {
         c.expect(1, 2, 2);
         return clamp(c.field(0), c.number<float>(1), c.number<float>(2));
       }},
      {"remap",
       [](const call& c) {
         c.expect(1, 4, 4);
         return remap(c.field(0), {c.number<float>(1), c.number<float>(2)}, {c.number<float>(3), c.number<float>(4)});
       }},
      {"step",
       [](const call& c) {
         c.expect(1, 1, 1);
         return scree::step(c.field(0), c.number<float>(1));
       }},
      {"smoothstep",
       [](const call& c) {
         c.expect(1, 2, 2);
         return smoothstep(c.field(0), c.number<float>(1), c.number<float>(2));
       }},
      {"threshold",
       [](const call& c) {
         c.expect(1, 1, 3);
         return threshold(c.field(0), c.number<float>(1), c.number_or(2, -1.0f), c.number_or(3, 1.0f));
       }},
      {"quantise",
       [](const call& c) {
         c.expect(1, 1, 1);
         return quantise(c.field(0), c.number<float>(1));
       }},
      {"terrace",
       [](const call& c) {
         c.expect(1, 1, 2);
         return terrace(c.field(0), c.number<float>(1), c.number_or(2, 0.25f));
       }},
      {"blend",
       [](const call& c) {
         c.expect(3, 0, 0);
         return blend(c.field(0), c.field(1), c.field(2));
       }},
      {"select",
       [](const call& c) {
         c.expect(3, 0, 2);
         return select(c.field(0), c.field(1), c.field(2), c.number_or(3, 0.0f), c.number_or(4, 0.0f));
       }},
      {"curve",
       [](const call& c) {
         c.expect(1, 4, 128);
         if (c.arguments.size() % 2 == 0) fail(c.text, c.function.at, "curve takes points, two numbers each; there is an odd one");
         std::vector<std::pair<float, float>> points;
         for (std::size_t k = 1; k < c.arguments.size(); k += 2) points.emplace_back(c.number<float>(k), c.number<float>(k + 1));
         return curve(c.field(0), points);
       }},
      {"distance_to",
       [](const call& c) {
         c.expect(0, 1, 4);
         return distance_to({c.number<double>(0), c.number_or(1, 0.0), c.number_or(2, 0.0), c.number_or(3, 0.0)});
       }},
      {"checkerboard",
       [](const call& c) {
         c.expect(0, 0, 0);
         return checkerboard();
       }},
      {"sine",
       [](const call& c) {
         c.expect(0, 0, 1);
         return sine(c.number_or(0, 1.0));
       }},
  };
  return all;
}

}  // namespace scree::field
