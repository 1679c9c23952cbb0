#include "cli/picture_options.hpp"

#include "cli/options.hpp"

#include <scree/error.hpp>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <system_error>

namespace scree::cli {

namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += std::string("\\") + c;
    } else if (static_cast<unsigned char>(c) < 32) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
      out += code;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace

std::string text_of_file(const std::string& name, const std::string& what) {
  std::ifstream file(name, std::ios::binary);
  std::ostringstream text;
  std::error_code ignored;
  if (!file || std::filesystem::is_directory(name, ignored) || !(text << file.rdbuf())) throw Error("cannot read " + what + " from '" + name + "'");
  return text.str();
}

CLI::Option* add_field(CLI::App& command, std::string& expression) {
  return command
      .add_option("EXPR", expression, "The field, such as 'fbm(perlin(frequency=0.01)) * 0.5', or @FILE that holds one ('scree info' names the noises)")
      ->type_name("");
}

Noise field_of(const std::string& expression) {
  if (expression.empty() || expression[0] != '@') return Noise::parse(expression);
  return Noise::parse(text_of_file(expression.substr(1), "the field"));
}

void window::check() const {
  constexpr auto last = std::numeric_limits<std::int64_t>::max();
  for (std::size_t axis = 0; axis < 2; ++axis) {
    if (size[axis] > static_cast<std::size_t>(last) || origin[axis] > last - static_cast<std::int64_t>(size[axis])) {
      throw Error("--origin plus --size passes 2^63 - 1");
    }
  }
  if (!std::isfinite(spacing) || spacing == 0) throw Error("--spacing is " + std::to_string(spacing) + ", but must be finite and not zero");
}

void add_window(CLI::App& command, window& view) {
  add_parsed<std::array<std::size_t, 2>>(command, "--size", view.size, parse_pair<std::size_t, 'x'>, "WIDTHxHEIGHT, such as 1024x1024",
                                         "Pixels of the picture")
      ->type_name("WIDTHxHEIGHT")
      ->default_str(std::to_string(view.size[0]) + "x" + std::to_string(view.size[1]));
  add_parsed<std::array<std::int64_t, 2>>(command, "--origin", view.origin, parse_pair<std::int64_t, ','>, "two integers X,Y, such as -512,0",
                                          "Indices of the upper left pixel")
      ->type_name("X,Y")
      ->default_str("0,0");
  command.add_option("--spacing", view.spacing, "Units from one pixel to the next")->capture_default_str();
}

void add_output(CLI::App& command, output& out, const std::string& what) {
  add_threads(command, out.threads);
  command.add_flag("-q,--quiet", out.quiet, "Print nothing");
  command.add_flag("--json", out.json, "Print the report as a line of JSON");
  command.add_option("-o,--output", out.file, what)->required()->type_name("FILE");
}

json_line& json_line::put(const std::string& name, const std::string& value) {
  members_ += (members_.empty() ? "" : ", ") + quoted(name) + ": " + value;
  return *this;
}
json_line& json_line::add(const std::string& name, const std::string& text) { return put(name, quoted(text)); }
json_line& json_line::add(const std::string& name, double number) {
  char text[40];
  const auto [end, error] = std::to_chars(text, text + sizeof text, number);
  return put(name, std::isfinite(number) && error == std::errc{} ? std::string(text, end) : "null");
}
json_line& json_line::add_count(const std::string& name, std::uint64_t number) { return put(name, std::to_string(number)); }
json_line& json_line::add_list(const std::string& name, const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + quoted(text);
  return put(name, "[" + list + "]");
}
json_line& json_line::add_list(const std::string& name, const std::vector<json_line>& objects) {
  std::string text;
  for (const json_line& each : objects) text += (text.empty() ? "{" : ", {") + each.members_ + "}";
  return put(name, "[" + text + "]");
}
void json_line::print() const { std::printf("{%s}\n", members_.c_str()); }

}  // namespace scree::cli
