// Masks: cells as bits and as bytes.
#include <scree/mask.hpp>

#include "terrain/bits.hpp"

#include <scree/error.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

namespace scree {
namespace {

constexpr const char* axis_names[] = {"x", "y", "z"};

[[noreturn]] void bad(const std::string& what) { throw Error("mask: " + what); }

std::string text_of(const std::array<std::size_t, 3>& size) {
  return std::to_string(size[0]) + " x " + std::to_string(size[1]) + " x " + std::to_string(size[2]);
}

/// The words that a mask of this size has. Its cells are as few as a signed index can count.
std::size_t checked_words(const std::array<std::size_t, 3>& size) {
  if (size[0] == 0 || size[1] == 0 || size[2] == 0) return 0;
  constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max() - 63;
  if (size[0] > most || size[1] > most / size[0] || size[2] > most / size[0] / size[1]) bad("size is " + text_of(size) + ", more cells than memory can hold");
  const std::size_t words = terrain::words_for(size[0]), rows = size[1] * size[2];
  if (rows > most / sizeof(terrain::word) / words) bad("size is " + text_of(size) + ", more cells than memory can hold");
  return words * rows;
}

void check_cell(const std::array<std::size_t, 3>& cell, const std::array<std::size_t, 3>& size) {
  for (int axis = 0; axis < 3; ++axis)
    if (cell[axis] >= size[axis])
      bad(std::string(axis_names[axis]) + " is " + std::to_string(cell[axis]) + ", but must be below the size, " + std::to_string(size[axis]));
}

}  // namespace

Mask::Mask(int dims, const std::array<std::size_t, 3>& size) : dims_(dims), size_(size) {
  const std::size_t words = checked_words(size);
  words_per_row_ = words == 0 ? 0 : terrain::words_for(size[0]);
  words_.resize(words);
}

Mask::Mask(std::size_t width, std::size_t height) : Mask(2, {width, height, 1}) {}
Mask::Mask(std::size_t width, std::size_t height, std::size_t depth) : Mask(3, {width, height, depth}) {}

bool Mask::at(std::size_t x, std::size_t y, std::size_t z) const {
  check_cell({x, y, z}, size_);
  return row(y, z)[x / 64] >> x % 64 & 1;
}

void Mask::set(std::size_t x, std::size_t y, std::size_t z, bool air) {
  check_cell({x, y, z}, size_);
  const terrain::word bit = terrain::word{1} << x % 64;
  terrain::word& bits = row(y, z)[x / 64];
  bits = air ? bits | bit : bits & ~bit;
}

std::size_t Mask::count() const {
  std::size_t air = 0;
  for (const terrain::word bits : words_) air += static_cast<std::size_t>(std::popcount(bits));
  return air;
}

double Mask::air_share() const { return words_.empty() ? 0.0 : static_cast<double>(count()) / static_cast<double>(cells()); }

void Mask::to_bytes(std::span<std::uint8_t> out, std::uint8_t rock, std::uint8_t air) const {
  if (words_.empty()) return;
  if (out.size() < cells()) bad("out has " + std::to_string(out.size()) + " bytes, but the cells need " + std::to_string(cells()));
  const std::size_t width = size_[0];
  std::uint8_t* bytes = out.data();
  for (std::size_t start = 0; start < words_.size(); start += words_per_row_, bytes += width)
    terrain::unpack_bits(words_.data() + start, width, bytes, rock, air);
}

void Mask::set_bytes(std::span<const std::uint8_t> bytes, std::uint8_t rock) {
  if (words_.empty()) return;
  if (bytes.size() < cells()) bad("bytes has " + std::to_string(bytes.size()) + " elements, but the cells need " + std::to_string(cells()));
  const std::uint8_t* row_bytes = bytes.data();
  for (std::size_t start = 0; start < words_.size(); start += words_per_row_, row_bytes += size_[0])
    terrain::pack_bits(size_[0], words_.data() + start, [=](std::size_t x) { return row_bytes[x] != rock; });
}

Mask Mask::inverted() const {
  Mask result = *this;
  if (words_.empty()) return result;
  for (terrain::word& bits : result.words_) bits = ~bits;
  const terrain::word cells_of_last = terrain::last_word_mask(size_[0]);
  for (std::size_t last = words_per_row_ - 1; last < words_.size(); last += words_per_row_) result.words_[last] &= cells_of_last;
  return result;
}

Mask Mask::part(const std::array<std::size_t, 3>& first, const std::array<std::size_t, 3>& size) const {
  for (int axis = 0; axis < 3; ++axis)
    if (first[axis] > size_[axis] || size[axis] > size_[axis] - first[axis])
      bad("part along " + std::string(axis_names[axis]) + " is from " + std::to_string(first[axis]) + ", " + std::to_string(size[axis]) +
          " cells, but must be inside " + std::to_string(size_[axis]));
  if (dims_ == 2 && size[2] != 1) bad("part has " + std::to_string(size[2]) + " slices, but a mask of two dimensions has 1");
  Mask result(dims_, size);
  if (result.words_.empty()) return result;
  for (std::size_t z = 0; z < size[2]; ++z)
    for (std::size_t y = 0; y < size[1]; ++y) terrain::copy_bits(row(first[1] + y, first[2] + z), first[0], result.row(y, z), size[0]);
  return result;
}

}  // namespace scree
