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

/// Sums of a cell and the two beside it. rock[0] and rock[words + 1] lie beside the row.
void add_along_x(const word* rock, std::size_t words, word* sum) {
  for (std::size_t k = 0; k < words; ++k) {
    const word here = rock[k + 1], left = here << 1 | rock[k] >> 63, right = here >> 1 | rock[k + 2] << 63;
    const two_bits three = add(left, here, right);
    sum[k] = three.ones;
    sum[words + k] = three.twos;
  }
}

/// Sums of three numbers of two slices.
void add_rows(const word* a, const word* b, const word* c, std::size_t words, word* sum) {
  for (std::size_t k = 0; k < words; ++k) {
    const two_bits ones = add(a[k], b[k], c[k]), twos = add(a[words + k], b[words + k], c[words + k]);
    const two_bits carried = add(twos.ones, ones.twos), fours = add(twos.twos, carried.twos);
    sum[k] = ones.ones;
    sum[words + k] = carried.ones;
    sum[2 * words + k] = fours.ones;
    sum[3 * words + k] = fours.twos;
  }
}

/// Sums of three numbers of four slices, each at most 9.
void add_planes(const word* a, const word* b, const word* c, std::size_t words, word* sum) {
  for (std::size_t k = 0; k < words; ++k) {
    const auto three = [=](std::size_t slice) { return add(a[slice * words + k], b[slice * words + k], c[slice * words + k]); };
    const two_bits ones = three(0), twos = three(1), fours = three(2), eights = three(3);
    const two_bits second = add(twos.ones, ones.twos), third = add(fours.ones, twos.twos, second.twos), fourth = add(eights.ones, fours.twos, third.twos);
    sum[k] = ones.ones;
    sum[words + k] = second.ones;
    sum[2 * words + k] = third.ones;
    sum[3 * words + k] = fourth.ones;
    sum[4 * words + k] = eights.twos | fourth.twos;   // 27 is below 32: not both
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
void decide(const word* sum, const limit& birth, const limit& survival, const word* air, std::size_t words, word* next_air) {
  for (std::size_t k = 0; k < words; ++k) {
    word born = ~word{0}, survives = ~word{0};   // the lower slices of the sum are not below those of the limit
    for (int slice = 0; slice < Slices; ++slice) {
      const word bit = sum[static_cast<std::size_t>(slice) * words + k];
      born = (bit & (born | birth.zero[slice])) | (born & birth.zero[slice]);
      survives = (bit & (survives | survival.zero[slice])) | (survives & survival.zero[slice]);
    }
    next_air[k] = ~((air[k] & born) | (~air[k] & survives));
  }
}

class automaton {
 public:
  automaton(const Mask& mask, const AutomatonOptions& options)
      : width_(mask.size()[0]), height_(mask.size()[1]), depth_(mask.size()[2]), words_(mask.words_per_row()), outside_(options.outside),
        birth_(birth_of(options, mask.dims())), survival_(survival_of(options, mask.dims()) + 1), rock_(words_ + 2),
        rows_(3 * slices_of_three * words_), sum_(slices_of_all * words_) {
    if (mask.dims() == 3) planes_.resize(3 * plane_words());
  }

  void step_2d(const Mask& from, Mask& to) {
    visit_plane(from, 0, [&](std::size_t y) {
      add_rows(row_slot(y), row_slot(y + 1), row_slot(y + 2), words_, sum_.data());
      decide<slices_of_nine>(sum_.data(), birth_, survival_, from.row(y).data(), words_, to.row(y).data());
      to.row(y).back() &= last_word_mask(width_);
    });
  }

  void step_3d(const Mask& from, Mask& to) {
    for (std::size_t slice = 0; slice < depth_ + 2; ++slice) {   // the first and the last lie outside
      load_plane(from, slice);
      if (slice < 2) continue;
      const std::size_t z = slice - 2;
      for (std::size_t y = 0; y < height_; ++y) {
        const std::size_t at = y * slices_of_nine * words_;
        add_planes(plane_slot(z) + at, plane_slot(z + 1) + at, plane_slot(z + 2) + at, words_, sum_.data());
        decide<slices_of_all>(sum_.data(), birth_, survival_, from.row(y, z).data(), words_, to.row(y, z).data());
        to.row(y, z).back() &= last_word_mask(width_);
      }
    }
  }

 private:
  // Rows and planes are counted from the one before the first. Of each kind the last three are kept.
  std::size_t plane_words() const { return height_ * slices_of_nine * words_; }
  word* row_slot(std::size_t row) { return rows_.data() + row % 3 * slices_of_three * words_; }
  word* plane_slot(std::size_t plane) { return planes_.data() + plane % 3 * plane_words(); }

  /// Goes through the rows of a slice; when visit(y) is called, the slots y, y + 1 and y + 2 hold the rows around y.
  template <class Visit>
  void visit_plane(const Mask& from, std::size_t z, Visit visit) {
    for (std::size_t row = 0; row < height_ + 2; ++row) {
      load_row(from, row, z);
      if (row >= 2) visit(row - 2);
    }
  }

  /// The place of row or slice number `padded` in the mask, or `size` for one that is outside for good.
  std::size_t place(std::size_t padded, std::size_t size) const {
    if (padded > 0 && padded <= size) return padded - 1;
    if (outside_ != Outside::wrap) return size;
    return padded == 0 ? size - 1 : 0;
  }

  void load_row(const Mask& from, std::size_t row, std::size_t z) {
    word* sum = row_slot(row);
    const std::size_t y = place(row, height_);
    if (y == height_) {   // 3 of rock, or none
      std::fill_n(sum, slices_of_three * words_, outside_ == Outside::rock ? ~word{0} : word{0});
      return;
    }
    load_rock(from.row(y, z).data());
    add_along_x(rock_.data(), words_, sum);
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

  void load_plane(const Mask& from, std::size_t slice) {
    word* plane = plane_slot(slice);
    const std::size_t z = place(slice, depth_), row_words = slices_of_nine * words_;
    if (z < depth_) {
      visit_plane(from, z, [&](std::size_t y) { add_rows(row_slot(y), row_slot(y + 1), row_slot(y + 2), words_, plane + y * row_words); });
      return;
    }
    std::fill_n(plane, plane_words(), word{0});
    if (outside_ != Outside::rock) return;
    for (std::size_t y = 0; y < height_; ++y)   // 9 of rock
      for (const std::size_t slice_of_nine : {std::size_t{0}, std::size_t{3}}) std::fill_n(plane + y * row_words + slice_of_nine * words_, words_, ~word{0});
  }

  std::size_t width_, height_, depth_, words_;
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
