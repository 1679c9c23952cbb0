// Text to fields: a recursive descent over the grammar in noise.hpp.
#include "field/builder.hpp"
#include "field/functions.hpp"
#include "field/node.hpp"
#include "grid/numeric_environment.hpp"

#include <scree/error.hpp>
#include <scree/operators.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scree {
namespace field {
namespace {

constexpr std::size_t longest_text = std::size_t{1} << 20;
constexpr int deepest_nesting = 260;   // as deep as fields get, and some

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
    if (names_.count(name.text) || numbers_.count(name.text) || functions().count(name.text) || name.text == "let")
      fail(text_, name.at, "the name " + std::string(name.text) + " is taken");
    advance();
    expect("=", "after the name");
    if (const std::optional<word> number = number_before(";")) {
      const std::string written(number->number());
      numbers_.emplace(name.text, bound_number{written, written[0] == '-' ? written.substr(1) : "-" + written});
    } else {
      names_.emplace(name.text, sum());
    }
    expect(";", "after what let binds");
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
    const word start = token_;
    if (const std::optional<word> written = signed_number()) return number(*written);
    if (is_word("-")) {
      const nesting here(*this);
      advance();
      const Noise inner = factor();
      return at_place(start.at, [&] { return -inner; });
    }
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
    for (const auto& [name, number] : numbers_) names.push_back(name);
    for (const auto& [name, make] : functions()) names.push_back(name);
    fail(text_, start.at, "there is no field " + std::string(start.text.substr(0, 40)) + suggestion(start.text, names));
  }
  Noise number(const word& w) {
    const std::optional<float> x = binary32_of(text_, w);
    if (!x) fail(text_, w.at, too_large_for_binary32);
    return constant(*x);
  }
  /// A number or the name of one, with the minus right before it, and past it; nothing if none stands here.
  std::optional<word> signed_number() {
    const word start = token_;
    const std::size_t back = next_;
    const bool minus = is_word("-");
    if (minus) advance();
    const auto named = is_name() ? numbers_.find(token_.text) : numbers_.end();
    if ((is_number() || named != numbers_.end()) && (token_.at == start.at || token_.at == start.at + 1)) {
      word all{text_.substr(start.at, token_.at + token_.text.size() - start.at), start.at};
      if (named != numbers_.end()) all.bound = minus ? named->second.negated : named->second.written;
      advance();
      if (named == numbers_.end() || !is_word("(")) return all;
    }
    token_ = start, next_ = back;
    return std::nullopt;
  }
  /// The same if it stands alone: one of these words follows.
  template <class... Words>
  std::optional<word> number_before(Words... ends) {
    const word start = token_;
    const std::size_t back = next_;
    const std::optional<word> number = signed_number();
    if ((is_word(ends) || ...)) return number;
    token_ = start, next_ = back;
    return std::nullopt;
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
      // A number alone may be one that binary32 cannot hold, for a function that takes it as binary64.
      if (const std::optional<word> number = number_before(",", ")")) c.arguments.push_back({constant(binary32_of(text_, *number).value_or(0.0f)), number, start.at});
      else c.arguments.push_back({sum(), std::nullopt, start.at});
    }
    advance();
    return at_place(name.at, [&] { return known->second(c); });
  }
  call::named option(const word& name) {
    call::named o{name, {}, false};
    advance();   // =
    auto one = [&] {
      const word start = token_;
      if (const std::optional<word> number = signed_number()) {
        o.values.push_back(*number);
        return;
      }
      if (is_word("-")) {
        advance();
        fail(text_, start.at, "expected a number" + found());
      }
      if (!is_name()) fail(text_, start.at, "expected a value for " + std::string(name.text) + found());
      o.values.push_back(start);
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

  std::string_view text_;
  std::size_t next_ = 0;
  word token_{};
  int depth_ = 0;
  std::map<std::string_view, Noise> names_;
  /// What let has bound to a number alone, as it was written: read where it is used, as binary32, binary64 or a whole number.
  struct bound_number {
    std::string written, negated;
  };
  std::map<std::string_view, bound_number> numbers_;
};

}  // namespace
}  // namespace field

Noise Noise::parse(std::string_view text) {
  numeric_environment environment;   // numbers are rounded to nearest
  const field::limits_of_text limits;
  return field::parser(text).whole_text();
}

}  // namespace scree
