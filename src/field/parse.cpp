// Text to fields: a recursive descent over the grammar in noise.hpp.
#include "field/node.hpp"
#include "field/options.hpp"

#include <scree/error.hpp>
#include <scree/scree.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace scree {
namespace field {
namespace {

constexpr std::size_t longest_text = std::size_t{1} << 20;
constexpr int deepest_nesting = 200;

/// A message with the place in the text that it is about.
[[noreturn]] void fail(std::string_view text, std::size_t at, const std::string& message) {
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
/// "; did you mean ...?" for the nearest of some names, unless none is near.
std::string suggestion(std::string_view word, const std::vector<std::string_view>& names) {
  if (word.size() > 40) return "";
  std::string_view best;
  std::size_t fewest = 1 + word.size() / 3;
  for (const std::string_view name : names)
    if (const std::size_t e = edits(word, name); e <= fewest && (best.empty() || e < fewest)) best = name, fewest = e;
  return best.empty() ? "" : "; did you mean " + std::string(best) + "?";
}

/// A piece of text and where it stands.
struct word {
  std::string_view text;
  std::size_t at;
};

/// A function's arguments.
class call {
 public:
  struct positional {
    Noise field;
    std::optional<word> number;   // when it is a number alone
    std::size_t at;
  };
  struct named {
    word name;
    std::vector<word> values;
    bool list;
  };

  std::string_view text;
  word function;
  std::vector<positional> arguments;
  std::vector<named> options;

  /// That many fields and numbers, with the numbers last, and no options unless said.
  void expect(std::size_t fields, std::size_t least_numbers, std::size_t most_numbers, bool with_options = false) const {
    if (arguments.size() < fields + least_numbers || arguments.size() > fields + most_numbers) {
      auto count = [](std::size_t n, const char* what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); };
      std::string wants = count(fields, "field");
      if (most_numbers) {
        wants += " and ";
        if (least_numbers != most_numbers) wants += std::to_string(least_numbers) + " to ";
        wants += count(most_numbers, "number");
      }
      fail(text, function.at, std::string(function.text) + " takes " + wants + ", but there are " + std::to_string(arguments.size()) + " arguments");
    }
    if (!with_options && !options.empty()) fail(text, options[0].name.at, std::string(function.text) + " has no options");
  }
  const Noise& field(std::size_t k) const { return arguments[k].field; }
  template <class T>
  T number(std::size_t k) const {
    if (!arguments[k].number) fail(text, arguments[k].at, "here " + std::string(function.text) + " takes a number, not a field");
    return read<T>(*arguments[k].number);
  }
  template <class T>
  T number_or(std::size_t k, T usual) const { return k < arguments.size() ? number<T>(k) : usual; }

  /// The options struct of a function.
  template <class Options>
  Options read_options() const {
    Options o;
    for (std::size_t k = 0; k < options.size(); ++k) {
      const named& given = options[k];
      for (std::size_t other = 0; other < k; ++other)
        if (options[other].name.text == given.name.text) fail(text, given.name.at, "option " + std::string(given.name.text) + " is given twice");
      bool known = false;
      std::vector<std::string_view> names;
      each_option(&o, [&](const char* name, auto member) {
        names.push_back(name);
        if (given.name.text != name) return;
        known = true;
        assign(o.*member, given);
      });
      if (!known) {
        std::string all;
        for (const std::string_view name : names) all += (all.empty() ? "" : ", ") + std::string(name);
        fail(text, given.name.at, std::string(function.text) + " has no option " + std::string(given.name.text) + suggestion(given.name.text, names) + " (it has " + all + ")");
      }
    }
    return o;
  }

 private:
  template <class T>
  T read(const word& w) const {
    T x{};
    const char* end = w.text.data() + w.text.size();
    const auto [stop, problem] = std::from_chars(w.text.data(), end, x);
    if (problem == std::errc::result_out_of_range) fail(text, w.at, "the number is too large or too small here");
    if (problem != std::errc() || stop != end) {
      if constexpr (std::is_integral_v<T>) fail(text, w.at, std::is_unsigned_v<T> ? "this must be a whole number, 0 or above" : "this must be a whole number");
      else fail(text, w.at, "this must be a number");
    }
    return x;
  }
  template <class T>
  void assign(T& option, const named& given) const {
    if constexpr (requires { option.begin(); }) {
      if (!given.list || given.values.size() != option.size())
        fail(text, given.name.at, std::string(given.name.text) + " takes a list of " + std::to_string(option.size()) + " numbers");
      for (std::size_t k = 0; k < option.size(); ++k) option[k] = read<std::remove_cvref_t<decltype(option[k])>>(given.values[k]);
    } else {
      if (given.list) fail(text, given.name.at, std::string(given.name.text) + " takes one value, not a list");
      const word& w = given.values[0];
      if constexpr (std::is_same_v<T, bool>) {
        if (w.text != "true" && w.text != "false") fail(text, w.at, "this must be true or false");
        option = w.text == "true";
      } else if constexpr (std::is_enum_v<T>) {
        int count;
        const char* const* names = names_of(option, count);
        for (int k = 0; k < count; ++k)
          if (w.text == names[k]) {
            option = static_cast<T>(k);
            return;
          }
        std::string all;
        for (int k = 0; k < count; ++k) all += (k == 0 ? "" : k + 1 == count ? " or " : ", ") + std::string(names[k]);
        fail(text, w.at, "this must be " + all);
      } else {
        option = read<T>(w);
      }
    }
  }
};

using make_function = Noise (*)(const call&);

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

class parser {
 public:
  explicit parser(std::string_view text) : text_(text) {
    if (text.size() > longest_text) throw Error("parse: the text is longer than a mebibyte");
    names_.emplace("x", coordinate_x()), names_.emplace("y", coordinate_y());
    names_.emplace("z", coordinate_z()), names_.emplace("w", coordinate_w());
    advance();
  }

  Noise whole_text() {
    while (is_word("let")) binding();
    const Noise n = sum();
    if (!token_.text.empty()) fail(text_, token_.at, "the field ends before this");
    return n;
  }

 private:
  // ---- words: names, numbers, and single characters; empty at the end ----

  static bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  bool is_word(std::string_view w) const { return token_.text == w; }
  bool is_name() const { return !token_.text.empty() && starts_name(token_.text[0]); }
  bool is_number() const { return !token_.text.empty() && (is_digit(token_.text[0]) || token_.text.size() > 1) && !is_name(); }

  void advance() {
    auto at = [&](std::size_t k) { return k < text_.size() ? text_[k] : '\0'; };
    while (next_ < text_.size()) {
      if (at(next_) == '#') next_ = std::min(text_.find('\n', next_), text_.size());
      else if (at(next_) == ' ' || (at(next_) >= '\t' && at(next_) <= '\r')) ++next_;
      else break;
    }
    std::size_t end = next_;
    if (starts_name(at(end))) {
      while (starts_name(at(end)) || is_digit(at(end))) ++end;
    } else if (is_digit(at(end)) || (at(end) == '.' && is_digit(at(end + 1)))) {
      while (is_digit(at(end))) ++end;
      if (at(end) == '.') ++end;
      while (is_digit(at(end))) ++end;
      if (at(end) == 'e' || at(end) == 'E') {
        const std::size_t sign = at(end + 1) == '+' || at(end + 1) == '-' ? 1 : 0;
        if (is_digit(at(end + 1 + sign))) {
          end += 1 + sign;
          while (is_digit(at(end))) ++end;
        }
      }
    } else if (end < text_.size()) {
      ++end;
    }
    token_ = {text_.substr(next_, end - next_), next_};
    next_ = end;
  }
  void expect(std::string_view w, const std::string& where) {
    if (!is_word(w)) fail(text_, token_.at, "expected \"" + std::string(w) + "\" " + where + found());
    advance();
  }
  std::string found() const { return token_.text.empty() ? ", but the text ends" : ""; }

  // ---- the grammar ----

  /// Counts how deep expressions stand in one another.
  struct nesting {
    parser& p;
    explicit nesting(parser& of) : p(of) {
      if (++p.depth_ > deepest_nesting) fail(p.text_, p.token_.at, "expressions stand more than " + std::to_string(deepest_nesting) + " deep in one another");
    }
    ~nesting() { --p.depth_; }
    nesting(const nesting&) = delete;
    nesting& operator=(const nesting&) = delete;
  };

  /// What a factory refuses, said with its place.
  template <class F>
  Noise at_place(std::size_t at, const F& make) {
    try {
      return make();
    } catch (const Error& e) {
      if (std::string_view(e.what()).substr(0, 6) == "parse:") throw;
      fail(text_, at, e.what());
    }
  }

  void binding() {
    advance();
    const word name = token_;
    if (!is_name()) fail(text_, name.at, "expected a name after let" + found());
    if (names_.count(name.text) || functions().count(name.text) || name.text == "let")
      fail(text_, name.at, "the name " + std::string(name.text) + " is taken");
    advance();
    expect("=", "after the name");
    const Noise bound = sum();
    expect(";", "after what let binds");
    names_.emplace(name.text, bound);
  }

  Noise sum() {
    const nesting here(*this);
    Noise left = product();
    while (is_word("+") || is_word("-")) {
      const word op = token_;
      advance();
      const Noise right = product();
      left = at_place(op.at, [&] { return op.text == "+" ? left + right : left - right; });
    }
    return left;
  }
  Noise product() {
    Noise left = factor();
    while (is_word("*") || is_word("/")) {
      const word op = token_;
      advance();
      const Noise right = factor();
      left = at_place(op.at, [&] { return op.text == "*" ? left * right : left / right; });
    }
    return left;
  }
  Noise factor() {
    const nesting here(*this);
    const word start = token_;
    if (is_word("-")) {
      advance();
      // A minus right before a number is part of it.
      if (is_number() && token_.at == start.at + 1) return number({text_.substr(start.at, 1 + token_.text.size()), start.at});
      const Noise inner = factor();
      return at_place(start.at, [&] { return -inner; });
    }
    if (is_number()) return number(start);
    if (is_word("(")) {
      advance();
      Noise inner = sum();
      expect(")", "to close the parenthesis");
      return inner;
    }
    if (!is_name()) fail(text_, start.at, start.text.empty() ? "expected a field, but the text ends" : "expected a field here");
    advance();
    if (is_word("(")) return function(start);
    if (const auto known = names_.find(start.text); known != names_.end()) return known->second;
    if (functions().count(start.text)) fail(text_, start.at, std::string(start.text) + " is a function: write " + std::string(start.text) + "(...)");
    std::vector<std::string_view> names;
    for (const auto& [name, field] : names_) names.push_back(name);
    for (const auto& [name, make] : functions()) names.push_back(name);
    fail(text_, start.at, "there is no field " + std::string(start.text.substr(0, 40)) + suggestion(start.text, names));
  }
  Noise number(const word& w) {
    float x{};
    const auto [stop, problem] = std::from_chars(w.text.data(), w.text.data() + w.text.size(), x);
    // What is too small for binary32 is 0, what is too large an error.
    double wide{};
    if (problem == std::errc::result_out_of_range) {
      std::from_chars(w.text.data(), w.text.data() + w.text.size(), wide);
      if (!(std::abs(wide) < 1)) fail(text_, w.at, "the number is too large for binary32");
      x = static_cast<float>(wide);
    } else if (problem != std::errc() || stop != w.text.data() + w.text.size()) {
      fail(text_, w.at, "this is no number");
    }
    advance();
    return constant(x);
  }

  Noise function(const word& name) {
    const auto known = functions().find(name.text);
    if (known == functions().end()) {
      std::vector<std::string_view> names;
      for (const auto& [each, make] : functions()) names.push_back(each);
      fail(text_, name.at, "there is no function " + std::string(name.text.substr(0, 40)) + suggestion(name.text, names));
    }
    call c;
    c.text = text_;
    c.function = name;
    advance();   // the parenthesis
    while (!is_word(")")) {
      if (!c.arguments.empty() || !c.options.empty()) {
        expect(",", "or \")\" after an argument of " + std::string(name.text));
        if (is_word(")")) fail(text_, token_.at, "expected an argument after the comma");
      }
      const word start = token_;
      const std::size_t back = next_;
      if (is_name()) {
        advance();
        if (is_word("=")) {
          c.options.push_back(option(start));
          continue;
        }
        token_ = start, next_ = back;
      }
      if (!c.options.empty()) fail(text_, start.at, "fields and numbers come before options");
      Noise field = sum();
      std::optional<word> alone;
      const std::string_view written = trimmed(text_.substr(start.at, token_.at - start.at));
      if (std::string_view(field.root()->name()) == "constant" && is_number_text(written)) alone = word{written, start.at};
      c.arguments.push_back({std::move(field), alone, start.at});
    }
    advance();
    return at_place(name.at, [&] { return known->second(c); });
  }
  call::named option(const word& name) {
    call::named o{name, {}, false};
    advance();   // =
    auto one = [&] {
      const word start = token_;
      if (is_word("-")) {
        advance();
        if (!is_number() || token_.at != start.at + 1) fail(text_, start.at, "expected a number" + found());
        o.values.push_back({text_.substr(start.at, 1 + token_.text.size()), start.at});
      } else if (is_number() || is_name()) {
        o.values.push_back(start);
      } else {
        fail(text_, start.at, "expected a value for " + std::string(name.text) + found());
      }
      advance();
    };
    if (is_word("[")) {
      o.list = true;
      advance();
      while (!is_word("]")) {
        if (!o.values.empty()) expect(",", "or \"]\" in the list");
        one();
      }
      advance();
    } else {
      one();
    }
    return o;
  }

  /// Without the space and comments behind it.
  static std::string_view trimmed(std::string_view s) {
    if (const std::size_t comment = s.find('#'); comment != std::string_view::npos) s = s.substr(0, comment);
    while (!s.empty() && (s.back() == ' ' || (s.back() >= '\t' && s.back() <= '\r'))) s.remove_suffix(1);
    return s;
  }
  static bool is_number_text(std::string_view s) {
    if (!s.empty() && s[0] == '-') s.remove_prefix(1);
    return !s.empty() && (is_digit(s[0]) || s[0] == '.');
  }

  std::string_view text_;
  std::size_t next_ = 0;
  word token_{};
  int depth_ = 0;
  std::map<std::string_view, Noise> names_;
};

}  // namespace
}  // namespace field

Noise Noise::parse(std::string_view text) { return field::parser(text).whole_text(); }

}  // namespace scree
