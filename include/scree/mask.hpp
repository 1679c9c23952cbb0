// Mask: a grid of cells that are air or rock, one bit a cell.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scree {

/// Cells in two or three dimensions, each air (1) or rock (0). x is the fastest axis. Every row begins a 64-bit word: cell x is bit x % 64 of
/// word x / 64, and the bits past the width are 0. A mask takes an eighth of a byte a cell; sizes may be 0.
class Mask {
 public:
  /// No cells, in two dimensions.
  Mask() = default;
  /// All rock; of two dimensions, or of three, even where the depth is 1. Error for more cells than memory can hold.
  Mask(std::size_t width, std::size_t height);
  Mask(std::size_t width, std::size_t height, std::size_t depth);

  int dims() const { return dims_; }
  /// Cells along x, y and z; z is 1 in two dimensions.
  const std::array<std::size_t, 3>& size() const { return size_; }
  std::size_t cells() const { return size_[0] * size_[1] * size_[2]; }

  /// Whether a cell is air. Error for a cell outside.
  bool at(std::size_t x, std::size_t y, std::size_t z = 0) const;
  void set(std::size_t x, std::size_t y, bool air) { set(x, y, 0, air); }
  void set(std::size_t x, std::size_t y, std::size_t z, bool air);

  std::size_t words_per_row() const { return words_per_row_; }
  /// The words of one row, for reading and writing. y and z are not checked. Who writes leaves the bits past the width 0.
  std::span<const std::uint64_t> row(std::size_t y, std::size_t z = 0) const { return {words_.data() + row_start(y, z), words_per_row_}; }
  std::span<std::uint64_t> row(std::size_t y, std::size_t z = 0) { return {words_.data() + row_start(y, z), words_per_row_}; }

  /// The cells that are air, and their share of all cells, 0 to 1; 0 where there are no cells.
  std::size_t count() const;
  double air_share() const;

  /// One byte a cell, x fastest, without gaps. out holds at least cells() bytes, else Error.
  void to_bytes(std::span<std::uint8_t> out, std::uint8_t rock = 0, std::uint8_t air = 255) const;
  /// Sets every cell from a byte: rock where the byte is `rock`, air elsewhere. Error for fewer bytes than cells.
  void set_bytes(std::span<const std::uint8_t> bytes, std::uint8_t rock = 0);

  /// Rock where this is air, and air where this is rock.
  Mask inverted() const;
  /// The cells of a box, as a mask of the same dimensions (in two, first[2] is 0 and size[2] is 1). Error for a box that is not inside.
  Mask part(const std::array<std::size_t, 3>& first, const std::array<std::size_t, 3>& size) const;

  /// The same dimensions, size and cells.
  friend bool operator==(const Mask&, const Mask&) = default;

 private:
  Mask(int dims, const std::array<std::size_t, 3>& size);
  std::size_t row_start(std::size_t y, std::size_t z) const { return (z * size_[1] + y) * words_per_row_; }

  int dims_ = 2;
  std::array<std::size_t, 3> size_{0, 0, 1};
  std::size_t words_per_row_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace scree
