// Options that CLI11 does not read itself, or not strictly enough (its integers wrap round).
#pragma once
#include <scree/error.hpp>

#include <CLI/CLI.hpp>

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace scree::cli {

/// The decimal integer that is all of `text`, if it is one and fits.
template <class Integer>
std::optional<Integer> parse_integer(std::string_view text) {
  Integer value{};
  const auto end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

/// What was parsed for an option that has no value unless it is given.
template <class Value>
std::optional<std::optional<Value>> given(const std::optional<Value>& parsed) {
  if (!parsed) return std::nullopt;
  return std::optional<std::optional<Value>>(std::in_place, parsed);
}
template <class Integer>
std::optional<std::optional<Integer>> parse_given(std::string_view text) {
  return given(parse_integer<Integer>(text));
}

/// Two integers with `Separator` between them.
template <class Integer, char Separator>
std::optional<std::array<Integer, 2>> parse_pair(std::string_view text) {
  const auto middle = text.find(Separator);
  if (middle == text.npos) return std::nullopt;
  const auto first = parse_integer<Integer>(text.substr(0, middle));
  const auto second = parse_integer<Integer>(text.substr(middle + 1));
  if (!first || !second) return std::nullopt;
  return std::array{*first, *second};
}

/// Adds an option that `parse` reads into `value`. Where it cannot, Error says that `right` would be right.
template <class Value>
CLI::Option* add_parsed(CLI::App& command, const std::string& name, Value& value,
                        std::optional<Value> (*parse)(std::string_view), const std::string& right,
                        const std::string& description) {
  const auto read = [=, &value](const std::string& text) {
    const auto parsed = parse(text);
    if (!parsed) throw Error(name + " is '" + text + "', right is " + right);
    value = *parsed;
  };
  return command.add_option_function<std::string>(name, read, description);
}

/// Adds --threads.
inline void add_threads(CLI::App& command, int& threads) {
  const auto count = [](std::string_view text) {
    const auto value = parse_integer<int>(text);
    return value && *value >= 0 ? value : std::nullopt;
  };
  add_parsed<int>(command, "--threads", threads, count, "a number of threads, or 0 for all",
                  "How many threads compute; 0 is all")
      ->type_name("INT")
      ->default_str(std::to_string(threads));
}

/// Adds --seed, which takes all 64 bits.
inline void add_seed(CLI::App& command, std::uint64_t& seed, const std::string& description) {
  add_parsed<std::uint64_t>(command, "--seed", seed, parse_integer, "a whole number from 0 to 2^64 - 1", description)
      ->type_name("INT")
      ->default_str(std::to_string(seed));
}

/// "a, b, c".
inline std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace scree::cli
