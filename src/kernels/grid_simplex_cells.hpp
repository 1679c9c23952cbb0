// The grid route of continuous simplex noise for cells that are small against a vector: as the array route, sample by sample, but in boxes of so
// few cells that the mixed coordinates of all vertices fit a register for each axis, and are picked from there.
//
// In a box places are exact, and a sample may be taken for one of the neighbouring simplex if it is next to their face (see place.hpp). Skewed
// coordinates are rounded down by adding 1.5 * 2^23: then their lowest bits are the number to pick by.
#pragma once
#include "kernels/simplex_boxes.hpp"

SCREE_KERNELS_BEGIN

template <class Leaf>
class simplex_cells : public simplex_boxes<Leaf, simplex_cells<Leaf>> {
  using boxes = simplex_boxes<Leaf, simplex_cells<Leaf>>;
  friend boxes;
  using boxes::noise_, boxes::part_, boxes::box_size_, boxes::size_, boxes::base_, boxes::at_, boxes::low_, boxes::write_rows;

 public:
  static constexpr int Dims = Leaf::dims;
  static constexpr double skew = definition::skew[Dims - 1], unskew = definition::unskew[Dims - 1];
  /// Along a skewed axis a box spans so many cells times 1 + Dims * skew, and holds so many vertices and two more.
  static constexpr double widest = (lanes - 2.01) / (1 + Dims * skew), box_cells = widest < 6.0 ? widest : 6.0;

  static constexpr std::size_t worth_a_box = 16;   // vectors

  static bool pays(const leaf& l, const grid_part& part, const axis_table* axes) {
    std::size_t vectors = 1;   // of a box
    for (int k = 0; k < Dims; ++k) vectors *= boxes::samples_within(box_cells, l, part, k) / (k == 0 ? lanes : 1);
    return vectors >= worth_a_box && evenly_placed<Dims>(axes);
  }
  static constexpr std::size_t bytes() { return boxes::bytes() + (Dims + 1) * (tile_width + 2 * lanes) * sizeof(float) + 4096; }

  simplex_cells(const Leaf& noise, const leaf& l, const grid_part& part, const axis_table* axes, const row_writer& writer, scratch_memory memory)
      : boxes(noise, l, part, axes, writer, box_cells, memory) {
    for (float*& row : row_) row = memory.take<float>(padded(box_size_[1]) + lanes);
    row_y_ = memory.take<float>(padded(box_size_[1]) + lanes);
  }

 private:
  /// The mixed coordinates along an axis of a box's vertices, and of those one step further; by their number modulo `lanes`.
  struct mixed_numbers {
    whole lower, upper;
  };

  void box(std::size_t place) {
    const simplex_origin<Dims> origin(base_);
    rest_ = static_cast<float>(origin.rest);
    float low_sum = 0;
    for (int k = 0; k < Dims; ++k) low_sum += low_[k] + rest_;
    mixed_numbers mixed[Dims];
    mix<0>(origin.P, low_sum * static_cast<float>(skew), mixed);
    float outer[Dims] = {};
    slices<Dims>(place, 0.0f, outer, mixed);
  }
  template <int Axis>
  void mix(double P, float low_skew, mixed_numbers* mixed) {
    const int first = static_cast<int>(__builtin_floorf(low_[Axis] + rest_ + low_skew - 0x1p-10f));
    const whole from_first = (count() - whole(static_cast<std::uint32_t>(first))) & whole(static_cast<std::uint32_t>(lanes - 1));
    const whole vertex = from_first + modulo_2_32(wide(base_[Axis] + P + first));
    mixed[Axis] = {noise_.hash.template axis<Axis>(vertex), noise_.hash.template axis<Axis>(vertex + whole(1u))};
    if constexpr (Axis + 1 < Dims) mix<Axis + 1>(P, low_skew, mixed);
  }
  SCREE_INLINE static whole count() { return modulo_2_32(counting()); }

  /// The samples of the box along axis Axes - 1, and everything below them; `sum` of the places along the axes above.
  template <int Axes>
  void slices(std::size_t place, float sum, float* outer, const mixed_numbers* mixed) {
    if constexpr (Axes > 2) {
      for (std::size_t s = 0; s < size_[Axes - 1]; ++s) {
        outer[Axes - 1] = at_[Axes - 1][s] + rest_;
        slices<Axes - 1>(place + s * part_.stride[Axes - 1], sum + outer[Axes - 1], outer, mixed);
      }
    } else {
      start_rows(sum, outer);
      write_rows(place, size_[1], [&](std::size_t first, std::size_t end, const auto& put) { put_rows(first, end, outer, mixed, put); });
    }
  }

  /// What each row gives to the skewed coordinates of its samples, less 1/2.
  void start_rows(float sum, const float* outer) {
    for (std::size_t r = 0; r < size_[1]; r += lanes) {
      const real y = load(at_[1] + r) + real(rest_);
      const real s = fma(y + real(sum), real(static_cast<float>(skew)), real(-0.5f));
      store(row_y_ + r, y);
      store(row_[0] + r, s);
      store(row_[1] + r, y + s);
      for (int k = 2; k < Dims; ++k) store(row_[k] + r, real(outer[k]) + s);
    }
  }

  /// put(r, k, values): the samples from the k-th on of the rows first .. end - 1.
  template <class Put>
  [[gnu::noinline]] void put_rows(std::size_t first, std::size_t end, const float* outer, const mixed_numbers* numbers, const Put& put_row) const {
    constexpr float magic = 0x1.8p23f;
    const Leaf noise = noise_;
    const Put put = put_row;
    const std::size_t width = size_[0];
    mixed_numbers mixed[Dims];
    const float* row[Dims];
    for (int k = 0; k < Dims; ++k) mixed[k] = numbers[k], row[k] = row_[k];
    const float* row_y = row_y_;
    real x[Dims];
    for (int k = 2; k < Dims; ++k) x[k] = real(outer[k]);
    for (std::size_t k = 0; k < width; k += lanes) {
      x[0] = load(at_[0] + k) + real(rest_);
      const real skewed = x[0] * real(static_cast<float>(skew)), skewed_x = x[0] + skewed;
      auto place_in = [&](std::size_t r) SCREE_INLINE_LAMBDA {
        x[1] = real(row_y[r]);
        hashed_place<Dims> p;
        real number[Dims], sum;
        for (int axis = 0; axis < Dims; ++axis) {
          const real shifted = ((axis == 0 ? skewed_x : skewed) + real(row[axis][r])) + real(magic);
          const whole at = bits_of(shifted);
          p.axis[axis].at[0] = pick(mixed[axis].lower, at);
          p.axis[axis].at[1] = pick(mixed[axis].upper, at);
          number[axis] = shifted - real(magic);
          sum = axis == 0 ? number[0] : sum + number[axis];
        }
        for (int axis = 0; axis < Dims; ++axis) p.fraction[axis] = fma(sum, real(static_cast<float>(unskew)), x[axis] - number[axis]);
        noise.hash.join(p);
        return p;
      };
      // The place in the next row is found meanwhile: one chain of operations after the other is more than processors look ahead.
      hashed_place<Dims> next = place_in(first);
      for (std::size_t r = first; r < end; ++r) {
        const hashed_place<Dims> p = next;
        next = place_in(r + 1 < end ? r + 1 : r);
        put(r, k, noise.template at<false>(p).value);
      }
    }
  }

  float rest_;
  float* row_y_;      // places of the rows, from the origin
  float* row_[Dims];
};

SCREE_KERNELS_END
