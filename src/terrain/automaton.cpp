// Smoothing of masks: how many cells of rock are around each cell, counted for 64 cells at once.
//
// A count is a number in bit slices: bit k of all 64 counts stands in one word, slice k, and adding such numbers is what adders of gates do. The rock of
// a cell and of the two beside it along x makes two slices (0 to 3); three rows of these make four (0 to 9); three planes of these five (0 to 27).
// What is outside of the mask is known where a row, a column or a slice of it is loaded, and nowhere else. The cell itself counts with its neighbours:
// for a cell of rock every limit is one higher.
#include "terrain/automaton.hpp"

#include "terrain/bits.hpp"

#include <scree/error.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace scree::terrain {
namespace {

constexpr int slices_of_three = 2, slices_of_nine = 4, slices_of_all = 5;

int neighbours(int dims) { return dims == 2 ? 8 : 26; }

int birth_of(const AutomatonOptions& options, int dims) { return options.birth.value_or(dims == 2 ? 5 : 14); }
int survival_of(const AutomatonOptions& options, int dims) { return options.survival.value_or(dims == 2 ? 4 : 13); }

struct two_bits {
  word ones, twos;
};
two_bits add(word a, word b) { return {a ^ b, a & b}; }
two_bits add(word a, word b, word c) {
  const word one = a ^ b;
  return {one ^ c, (a & b) | (one & c)};
}

/// Sums of a cell and the two beside it. rock[0] and rock[words + 1] lie beside the row. In all of these, slices of a number are `stride` words apart.
void add_along_x(const word* rock, std::size_t words, word* sum, std::size_t stride) {
  for (std::size_t k = 0; k < words; ++k) {
    const word here = rock[k + 1], left = here << 1 | rock[k] >> 63, right = here >> 1 | rock[k + 2] << 63;
    const two_bits three = add(left, here, right);
    sum[k] = three.ones;
    sum[stride + k] = three.twos;
  }
}

/// Sums of the numbers of two slices in a row, the next and the one after it.
void add_rows(const word* rows, std::size_t stride, std::size_t row_words, std::size_t words, word* sum, std::size_t sum_stride) {
  for (std::size_t k = 0; k < words; ++k) {
    const auto three = [=](const word* slice) { return add(slice[k], slice[row_words + k], slice[2 * row_words + k]); };
    const two_bits ones = three(rows), twos = three(rows + stride);
    const two_bits second = add(twos.ones, ones.twos), third = add(twos.twos, second.twos);
    sum[k] = ones.ones;
    sum[sum_stride + k] = second.ones;
    sum[2 * sum_stride + k] = third.ones;
    sum[3 * sum_stride + k] = third.twos;
  }
}

/// Sums of three numbers of four slices, each at most 9.
void add_planes(const word* a, const word* b, const word* c, std::size_t stride, std::size_t words, word* sum, std::size_t sum_stride) {
  for (std::size_t k = 0; k < words; ++k) {
    const auto three = [=](std::size_t slice) { return add(a[slice * stride + k], b[slice * stride + k], c[slice * stride + k]); };
    const two_bits ones = three(0), twos = three(1), fours = three(2), eights = three(3);
    const two_bits second = add(twos.ones, ones.twos), third = add(fours.ones, twos.twos, second.twos), fourth = add(eights.ones, fours.twos, third.twos);
    sum[k] = ones.ones;
    sum[sum_stride + k] = second.ones;
    sum[2 * sum_stride + k] = third.ones;
    sum[3 * sum_stride + k] = fourth.ones;
    sum[4 * sum_stride + k] = eights.twos | fourth.twos;   // 27 is below 32: not both
  }
}

/// A limit as words: slice k is all ones where bit k of it is 0.
struct limit {
  word zero[slices_of_all];
  explicit limit(int value) {
    for (int slice = 0; slice < slices_of_all; ++slice) zero[slice] = value >> slice & 1 ? 0 : ~word{0};
  }
};

/// Air becomes rock where the sum reaches `birth`, rock stays where it reaches `survival`.
template <int Slices>
void decide(const word* sum, std::size_t stride, const limit& birth, const limit& survival, const word* air, std::size_t words, word* next_air) {
  for (std::size_t k = 0; k < words; ++k) {
    word born = ~word{0}, survives = ~word{0};   // the lower slices of the sum are not below those of the limit
    for (int slice = 0; slice < Slices; ++slice) {
      const word bit = sum[static_cast<std::size_t>(slice) * stride + k];
      born = (bit & (born | birth.zero[slice])) | (born & birth.zero[slice]);
      survives = (bit & (survives | survival.zero[slice])) | (survives & survival.zero[slice]);
    }
    next_air[k] = ~((air[k] & born) | (~air[k] & survives));
  }
}

class automaton {
 public:
  automaton(const Mask& mask, const AutomatonOptions& options)
      : width_(mask.size()[0]), height_(mask.size()[1]), depth_(mask.size()[2]), words_(mask.words_per_row()),
        block_rows_(std::clamp(block_words / words_, std::size_t{1}, height_)), outside_(options.outside), birth_(birth_of(options, mask.dims())),
        survival_(survival_of(options, mask.dims()) + 1), rock_(words_ + 2), rows_(slices_of_three * rows_stride()), sum_(slices_of_all * sum_stride()) {
    if (mask.dims() == 3) planes_.resize(3 * slices_of_nine * plane_stride());
  }

  void step_2d(const Mask& from, Mask& to) {
    visit_rows(from, 0, [&](std::size_t y, std::size_t rows) {
      add_rows(rows_.data(), rows_stride(), words_, rows * words_, sum_.data(), sum_stride());
      decide_rows<slices_of_nine>(from, to, y, 0, rows);
    });
  }

  void step_3d(const Mask& from, Mask& to) {
    for (std::size_t plane = 0; plane < depth_ + 2; ++plane) {
      load_plane(from, plane);
      if (plane < 2) continue;
      const std::size_t z = plane - 2;
      for (std::size_t y = 0; y < height_; y += block_rows_) {
        const std::size_t rows = std::min(block_rows_, height_ - y), at = y * words_;
        add_planes(plane_at(z) + at, plane_at(z + 1) + at, plane_at(z + 2) + at, plane_stride(), rows * words_, sum_.data(), sum_stride());
        decide_rows<slices_of_all>(from, to, y, z, rows);
      }
    }
  }

 private:
  /// Rows are worked on in blocks of about so many words, which stay in the first cache.
  static constexpr std::size_t block_words = 256;

  // Rows and planes are counted from the one before the first. rows_ holds those of a block, with one before and one after it; planes_ the last
  // three planes. Slices of numbers lie a stride apart.
  std::size_t rows_stride() const { return (block_rows_ + 2) * words_; }
  std::size_t sum_stride() const { return block_rows_ * words_; }
  std::size_t plane_stride() const { return height_ * words_; }
  word* plane_at(std::size_t plane) { return planes_.data() + plane % 3 * slices_of_nine * plane_stride(); }

  /// Goes through the rows of a plane in blocks; when visit(y, rows) is called, rows_ holds the sums along x from the row before y on.
  template <class Visit>
  void visit_rows(const Mask& from, std::size_t z, Visit visit) {
    load_row(from, 0, z, rows_.data());
    load_row(from, 1, z, rows_.data() + words_);
    for (std::size_t y = 0; y < height_; y += block_rows_) {
      const std::size_t rows = std::min(block_rows_, height_ - y);
      for (std::size_t k = 2; k < rows + 2; ++k) load_row(from, y + k, z, rows_.data() + k * words_);
      visit(y, rows);
      for (word* slice : {rows_.data(), rows_.data() + rows_stride()}) std::copy_n(slice + rows * words_, 2 * words_, slice);
    }
  }

  template <int Slices>
  void decide_rows(const Mask& from, Mask& to, std::size_t y, std::size_t z, std::size_t rows) {
    decide<Slices>(sum_.data(), sum_stride(), birth_, survival_, from.row(y, z).data(), rows * words_, to.row(y, z).data());
    for (std::size_t k = 0; k < rows; ++k) to.row(y + k, z).back() &= last_word_mask(width_);
  }

  /// The place of row or slice number `padded` in the mask, or `size` for one that is outside for good.
  std::size_t place(std::size_t padded, std::size_t size) const {
    if (padded > 0 && padded <= size) return padded - 1;
    if (outside_ != Outside::wrap) return size;
    return padded == 0 ? size - 1 : 0;
  }

  void load_row(const Mask& from, std::size_t row, std::size_t z, word* sum) {
    const std::size_t y = place(row, height_);
    if (y < height_) {
      load_rock(from.row(y, z).data());
      add_along_x(rock_.data(), words_, sum, rows_stride());
      return;
    }
    for (word* slice : {sum, sum + rows_stride()}) std::fill_n(slice, words_, outside_ == Outside::rock ? ~word{0} : word{0});   // 3 of rock, or none
  }

  void load_rock(const word* air) {
    for (std::size_t k = 0; k < words_; ++k) rock_[k + 1] = ~air[k];
    rock_[words_] &= last_word_mask(width_);
    rock_[0] = rock_[words_ + 1] = 0;
    const std::size_t last = width_ - 1;
    const bool wrap = outside_ == Outside::wrap, rock = outside_ == Outside::rock;
    const word before = wrap ? rock_[1 + last / 64] >> last % 64 & 1 : rock, after = wrap ? rock_[1] & 1 : rock;
    rock_[0] = before << 63;
    rock_[1 + width_ / 64] |= after << width_ % 64;
  }

  void load_plane(const Mask& from, std::size_t number) {
    word* plane = plane_at(number);
    const std::size_t z = place(number, depth_);
    if (z < depth_) {
      visit_rows(from, z, [&](std::size_t y, std::size_t rows) {
        add_rows(rows_.data(), rows_stride(), words_, rows * words_, plane + y * words_, plane_stride());
      });
      return;
    }
    std::fill_n(plane, slices_of_nine * plane_stride(), word{0});
    if (outside_ != Outside::rock) return;
    for (word* slice : {plane, plane + 3 * plane_stride()}) std::fill_n(slice, plane_stride(), ~word{0});   // 9 of rock
  }

  std::size_t width_, height_, depth_, words_, block_rows_;
  Outside outside_;
  limit birth_, survival_;
  std::vector<word> rock_, rows_, planes_, sum_;
};

}  // namespace

void check_automaton(const std::string& caller, int dims, const AutomatonOptions& options) {
  const auto check = [&](const std::string& name, int value, int most) {
    if (value >= 0 && value <= most) return;
    throw Error(caller + ": " + name + " is " + std::to_string(value) + ", but must be 0 to " + std::to_string(most));
  };
  check("birth", birth_of(options, dims), neighbours(dims) + 1);
  check("survival", survival_of(options, dims), neighbours(dims) + 1);
  if (options.outside != Outside::rock && options.outside != Outside::air && options.outside != Outside::wrap)
    throw Error(caller + ": outside is " + std::to_string(static_cast<int>(options.outside)) + ", but must be rock, air or wrap");
  if (options.steps < 0) throw Error(caller + ": steps is " + std::to_string(options.steps) + ", but must be 0 or more");
}

}  // namespace scree::terrain

namespace scree {

Mask smooth(const Mask& mask, const AutomatonOptions& options) {
  terrain::check_automaton("smooth", mask.dims(), options);
  Mask from = mask;
  if (mask.cells() == 0 || options.steps == 0) return from;
  terrain::automaton rule(mask, options);
  Mask to = mask;
  for (int step = 0; step < options.steps; ++step) {
    if (mask.dims() == 2) rule.step_2d(from, to);
    else rule.step_3d(from, to);
    std::swap(from, to);
  }
  return from;
}

}  // namespace scree
