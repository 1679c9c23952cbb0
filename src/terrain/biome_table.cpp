// The table of biomes: the built-in one, its text, what it must keep to.
#include "terrain/text.hpp"

#include <scree/biomes.hpp>
#include <scree/error.hpp>

#include <charconv>
#include <cmath>
#include <string>
#include <utility>

namespace scree {
namespace {

using terrain::number_text;

constexpr std::size_t most_biomes = 256, most_cells = 256;

[[noreturn]] void bad(const std::string& what) { throw Error("biome table: " + what); }

void check_thresholds(const char* axis, const std::vector<float>& thresholds) {
  for (std::size_t k = 0; k < thresholds.size(); ++k) {
    if (!std::isfinite(thresholds[k])) bad(std::string(axis) + " has a threshold that is not finite");
    if (k > 0 && !(thresholds[k - 1] < thresholds[k]))
      bad(std::string(axis) + " has the threshold " + number_text(thresholds[k]) + " after " + number_text(thresholds[k - 1]) + ", but must ascend");
  }
}

void check_name(const std::string& name) {
  if (name.empty()) bad("a biome has no name");
  if (name.front() == ' ' || name.back() == ' ') bad("the name \"" + name + "\" begins or ends with a space");
  for (const char c : name)
    if (c == '#' || static_cast<unsigned char>(c) < ' ' || c == '\x7f') bad("a name has a \"#\" or a control character");
}

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// Reads one line, word by word.
class line_reader {
 public:
  line_reader(std::string_view text, std::size_t number) : rest_(text.substr(0, text.find('#'))), number_(number) { trim(); }

  bool at_end() const { return rest_.empty(); }
  std::string_view word() {
    std::size_t length = 0;
    while (length < rest_.size() && !is_space(rest_[length])) ++length;
    const std::string_view result = rest_.substr(0, length);
    rest_.remove_prefix(length);
    trim();
    return result;
  }
  std::string_view remainder() { return std::exchange(rest_, {}); }

  /// The next word as a number; `form` is std::from_chars's last argument, if any.
  template <class Number>
  Number value(const char* what, auto... form) {
    const std::string_view text = word();
    Number x{};
    const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), x, form...);
    if (problem != std::errc() || stop != text.data() + text.size()) fail("\"" + std::string(text.substr(0, 40)) + "\" is no " + what);
    return x;
  }

  [[noreturn]] void fail(const std::string& what) const { bad("line " + std::to_string(number_) + ": " + what); }

 private:
  void trim() {
    while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
    while (!rest_.empty() && is_space(rest_.back())) rest_.remove_suffix(1);
  }
  std::string_view rest_;
  std::size_t number_;
};

Biome read_biome(line_reader& line) {
  line_reader digits = line;
  if (digits.word().size() != 6) line.fail("a biome's colour must be six hexadecimal digits, such as 94a8ae");
  const auto colour = line.value<std::uint32_t>("colour: six hexadecimal digits, such as 94a8ae", 16);
  return {std::string(line.remainder()),
          {static_cast<std::uint8_t>(colour >> 16), static_cast<std::uint8_t>(colour >> 8 & 0xFF), static_cast<std::uint8_t>(colour & 0xFF)}};
}

void read_thresholds(line_reader& line, bool& seen, std::vector<float>& thresholds) {
  if (std::exchange(seen, true)) line.fail("these thresholds are there already");
  while (!line.at_end()) thresholds.push_back(line.value<float>("threshold"));
}

std::string hexadecimal(const std::array<std::uint8_t, 3>& colour) {
  std::string text;
  for (const std::uint8_t part : colour)
    for (const int digit : {part >> 4, part & 15}) text += "0123456789abcdef"[digit];
  return text;
}

}  // namespace

void BiomeTable::check() const {
  if (biomes.empty() || biomes.size() > most_biomes) bad("it has " + std::to_string(biomes.size()) + " biomes, but must have 1 to 256");
  for (const Biome& biome : biomes) check_name(biome.name);
  check_thresholds("temperature", temperature);
  check_thresholds("moisture", moisture);
  if (columns() > most_cells || rows() > most_cells || columns() * rows() > most_cells)
    bad(std::to_string(columns()) + " columns and " + std::to_string(rows()) + " rows are too many: 256 cells at most");
  if (cells.size() != columns() * rows())
    bad("it has " + std::to_string(cells.size()) + " cells, but thresholds make " + std::to_string(columns()) + " columns and " +
        std::to_string(rows()) + " rows, which are " + std::to_string(columns() * rows()));
  for (const std::uint8_t cell : cells)
    if (cell >= biomes.size())
      bad("a cell has biome " + std::to_string(cell) + ", but there are " + std::to_string(biomes.size()) + ", numbered from 0");
}

BiomeTable BiomeTable::parse(std::string_view text) {
  BiomeTable table;
  bool has_temperature = false, has_moisture = false;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    line_reader line(text.substr(0, end), number);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.at_end()) continue;
    const std::string_view kind = line.word();
    if (kind == "biome") {
      table.biomes.push_back(read_biome(line));
    } else if (kind == "temperature") {
      read_thresholds(line, has_temperature, table.temperature);
    } else if (kind == "moisture") {
      read_thresholds(line, has_moisture, table.moisture);
    } else if (kind == "cells") {
      std::size_t count = 0;
      for (; !line.at_end(); ++count) table.cells.push_back(line.value<std::uint8_t>("number of a biome, 0 to 255"));
      if (count != table.columns())
        line.fail("it has " + std::to_string(count) + " cells, but the temperatures above it make " + std::to_string(table.columns()) + " columns");
    } else {
      line.fail("\"" + std::string(kind.substr(0, 40)) + "\" is none of biome, temperature, moisture, cells");
    }
  }
  table.check();
  return table;
}

std::string BiomeTable::to_string() const {
  check();
  std::string text;
  for (const Biome& biome : biomes) text += "biome " + hexadecimal(biome.colour) + " " + biome.name + "\n";
  text += "temperature";
  for (const float threshold : temperature) text += " " + number_text(threshold);
  text += "\nmoisture";
  for (const float threshold : moisture) text += " " + number_text(threshold);
  for (std::size_t cell = 0; cell < cells.size(); ++cell)
    text += (cell % columns() == 0 ? "\ncells " : " ") + std::to_string(cells[cell]);
  return text + "\n";
}

BiomeTable BiomeTable::whittaker() {
  // Borders as in the diagram: temperate ones rise from 20 to 40 cm (grassland), 60 to 100 (woodland), 180 to 220 (seasonal forest) between 3 and
  // 20 degrees, the desert's and the savanna's from 60 to 80 and from 220 to 250 above 20 degrees.
  return {{{"tundra", {190, 205, 212}},
           {"boreal forest", {74, 112, 92}},
           {"temperate seasonal forest", {112, 154, 74}},
           {"temperate rain forest", {52, 136, 104}},
           {"tropical rain forest", {26, 94, 42}},
           {"tropical seasonal forest and savanna", {168, 166, 56}},
           {"subtropical desert", {226, 190, 118}},
           {"temperate grassland and desert", {214, 208, 134}},
           {"woodland and shrubland", {178, 128, 82}}},
          {-5, 3, 12, 20, 25},
          {20, 40, 60, 80, 100, 180, 220, 250},
          {0, 7, 7, 7, 6, 6,    // below 20 cm
           0, 1, 8, 7, 6, 6,    // 20 to 40
           0, 1, 8, 8, 6, 6,    // 40 to 60
           0, 1, 2, 8, 5, 6,    // 60 to 80
           0, 1, 2, 8, 5, 5,    // 80 to 100
           0, 1, 2, 2, 5, 5,    // 100 to 180
           0, 1, 3, 2, 5, 5,    // 180 to 220
           0, 1, 3, 3, 4, 5,    // 220 to 250
           0, 1, 3, 3, 4, 4}};  // above 250
}

}  // namespace scree
