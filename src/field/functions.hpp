// What a text can call: the functions by name, and how they take their arguments.
#pragma once
#include "field/options.hpp"

#include <scree/noise.hpp>

#include <charconv>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

namespace scree::field {

/// A message with the place in the text that it is about.
[[noreturn]] void fail(std::string_view text, std::size_t at, const std::string& message);
/// "; did you mean ...?" for the nearest of some names, unless none is near.
std::string suggestion(std::string_view word, const std::vector<std::string_view>& names);

/// A piece of text and where it stands.
struct word {
  std::string_view text;
  std::size_t at;
  std::string_view bound = {};   // the number that a let has given this name, if one has

  std::string_view number() const { return bound.empty() ? text : bound; }
};

/// A number as binary32: 0 if it is too small for that, none if it is too large.
std::optional<float> binary32_of(std::string_view text, const word& number);

constexpr const char* too_large_for_binary32 = "the number is too large for binary32";

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
  const Noise& field(std::size_t k) const {
    if (const auto& number = arguments[k].number; number && !binary32_of(text, *number)) fail(text, number->at, too_large_for_binary32);
    return arguments[k].field;
  }
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
    const char* end = w.number().data() + w.number().size();
    const auto [stop, problem] = std::from_chars(w.number().data(), end, x);
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

/// Every function that a text can call.
const std::map<std::string_view, make_function>& functions();

}  // namespace scree::field
