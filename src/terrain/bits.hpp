// Rows of bits: what masks are made of.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace scree::terrain {

using word = std::uint64_t;

constexpr std::size_t words_for(std::size_t bits) { return bits / 64 + (bits % 64 != 0); }

/// The bits of a row's last word that are cells; width is above 0.
constexpr word last_word_mask(std::size_t width) { return ~word{0} >> ((64 - width % 64) % 64); }

/// Eight bytes that are 0 or 1 as eight bits.
inline word eight_bits(const std::uint8_t* b) {
  const word bytes = word{b[0]} | word{b[1]} << 8 | word{b[2]} << 16 | word{b[3]} << 24 | word{b[4]} << 32 | word{b[5]} << 40 | word{b[6]} << 48 |
                     word{b[7]} << 56;
  return bytes * 0x0102040810204080u >> 56;   // moves byte k, at bit 8 k, to bit 56 + k
}

/// bits[k] is one(k), for k below count. The last word's other bits become 0.
template <class Test>
void pack_bits(std::size_t count, word* bits, Test one) {
  for (std::size_t first = 0; first < count; first += 64) {
    std::uint8_t bytes[64] = {};
    const std::size_t some = std::min<std::size_t>(64, count - first);
    if (some == 64)
      for (std::size_t k = 0; k < 64; ++k) bytes[k] = one(first + k);
    else
      for (std::size_t k = 0; k < some; ++k) bytes[k] = one(first + k);
    word packed = 0;
    for (std::size_t k = 0; k < 8; ++k) packed |= eight_bits(bytes + 8 * k) << 8 * k;
    bits[first / 64] = packed;
  }
}

/// bytes[k] is `one` where bit k is 1, else `zero`, for k below count.
inline void unpack_bits(const word* bits, std::size_t count, std::uint8_t* bytes, std::uint8_t zero, std::uint8_t one) {
  const word zeros = zero * word{0x0101010101010101}, change = static_cast<word>(zero ^ one);
  for (std::size_t first = 0; first < count; first += 8) {
    const word eight = bits[first / 64] >> first % 64 & 255;
    const word spread = eight * 0x0101010101010101u & 0x8040201008040201u;                                   // bit k of byte k
    const word ones = (spread + 0x7F7F7F7F7F7F7F7Fu) >> 7 & 0x0101010101010101u, values = ones * change ^ zeros;   // bit 0 of byte k
    const std::size_t some = std::min<std::size_t>(8, count - first);
    if (some == 8)
      for (int k = 0; k < 8; ++k) bytes[first + static_cast<std::size_t>(k)] = static_cast<std::uint8_t>(values >> 8 * k);
    else
      for (std::size_t k = 0; k < some; ++k) bytes[first + k] = static_cast<std::uint8_t>(values >> 8 * k);
  }
}

/// The `width` bits of `from` that begin at bit `first`, from bit 0 of `to` on. The last word's other bits become 0.
inline void copy_bits(std::span<const word> from, std::size_t first, std::span<word> to, std::size_t width) {
  const std::size_t words = words_for(width), start = first / 64;
  const int shift = static_cast<int>(first % 64);
  for (std::size_t k = 0; k < words; ++k) {
    word bits = from[start + k] >> shift;
    if (shift != 0 && start + k + 1 < from.size()) bits |= from[start + k + 1] << (64 - shift);
    to[k] = bits;
  }
  if (words > 0) to[words - 1] &= last_word_mask(width);
}

/// Ones from bit `first` up to before bit `end`.
inline void set_bits(std::span<word> row, std::size_t first, std::size_t end) {
  if (first >= end) return;
  const std::size_t left = first / 64, right = (end - 1) / 64;
  const word from = ~word{0} << first % 64, to = last_word_mask(end);
  if (left == right) {
    row[left] |= from & to;
    return;
  }
  row[left] |= from;
  std::fill(row.begin() + static_cast<std::ptrdiff_t>(left) + 1, row.begin() + static_cast<std::ptrdiff_t>(right), ~word{0});
  row[right] |= to;
}

}  // namespace scree::terrain
