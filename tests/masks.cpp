// Masks of cells: bits, bytes, parts, and what they refuse.
#include "mask_support.hpp"

#include <algorithm>
#include <limits>

namespace scree::test {
namespace {

bool rest_is_zero(const Mask& mask) {
  const std::size_t width = mask.size()[0];
  bool zero = true;
  for (std::size_t z = 0; z < mask.size()[2]; ++z)
    for (std::size_t y = 0; y < mask.size()[1]; ++y)
      if (width % 64 != 0) zero = zero && mask.row(y, z).back() >> width % 64 == 0;
  return zero;
}

TEST_CASE("a new mask is rock, and a cell that is set is air, alone") {
  for (const mask_shape& shape : mask_shapes()) {
    const int dims = shape.dims;
    const cell& size = shape.size;
    Mask mask = mask_of(dims, size);
    REQUIRE(mask.dims() == dims);
    REQUIRE(mask.size() == size);
    REQUIRE(mask.count() == 0);
    const std::size_t x = size[0] - 1, y = size[1] / 2, z = size[2] - 1;
    mask.set(x, y, z, true);
    REQUIRE(mask.at(x, y, z));
    REQUIRE(mask.count() == 1);
    REQUIRE(mask.air_share() == 1.0 / static_cast<double>(size[0] * size[1] * size[2]));
    REQUIRE((mask.row(y, z)[x / 64] >> x % 64) == 1);
    mask.set(x, y, z, false);
    REQUIRE(mask == mask_of(dims, size));
  }
}

TEST_CASE("bytes and bits hold the same cells") {
  generator random{1};
  for (const mask_shape& shape : mask_shapes()) {
    const int dims = shape.dims;
    const cell& size = shape.size;
    const Mask mask = random_mask(random, dims, size, 0.4);
    std::vector<std::uint8_t> bytes(mask.cells() + 1, 77);
    mask.to_bytes(std::span(bytes).first(mask.cells()), 3, 200);
    REQUIRE(bytes.back() == 77);
    std::size_t k = 0;
    for_each_cell(size, [&](std::size_t x, std::size_t y, std::size_t z) { REQUIRE(bytes[k++] == (mask.at(x, y, z) ? 200 : 3)); });
    Mask back = mask.inverted();
    back.set_bytes(bytes, 3);
    REQUIRE(back == mask);
    mask.to_bytes(bytes);
    REQUIRE(static_cast<std::size_t>(std::count(bytes.begin(), bytes.end() - 1, 255)) == mask.count());
  }
}

TEST_CASE("inverted masks have air for rock, and nothing past their width") {
  generator random{2};
  for (const mask_shape& shape : mask_shapes()) {
    const int dims = shape.dims;
    const cell& size = shape.size;
    const Mask mask = random_mask(random, dims, size, 0.5), inverted = mask.inverted();
    REQUIRE(inverted.count() == mask.cells() - mask.count());
    REQUIRE(rest_is_zero(inverted));
    REQUIRE(inverted.inverted() == mask);
  }
}

TEST_CASE("a part has the cells of its box") {
  generator random{3};
  for (int k = 0; k < 60; ++k) {
    const int dims = 2 + k % 2;
    const cell size{1 + random.below(200), 1 + random.below(6), dims == 2 ? 1 : 1 + random.below(5)};
    const Mask mask = random_mask(random, dims, size, 0.5);
    cell first{}, some{1, 1, 1};
    for (int axis = 0; axis < dims; ++axis) {
      first[axis] = random.below(static_cast<unsigned>(size[axis]) + 1);
      some[axis] = random.below(static_cast<unsigned>(size[axis] - first[axis]) + 1);
    }
    const Mask part = mask.part(first, some);
    REQUIRE(part.size() == some);
    REQUIRE(rest_is_zero(part));
    for_each_cell(some, [&](std::size_t x, std::size_t y, std::size_t z) { REQUIRE(part.at(x, y, z) == mask.at(first[0] + x, first[1] + y, first[2] + z)); });
  }
}

TEST_CASE("masks of other dimensions or cell are not equal, and those without cells are nothing but that") {
  CHECK(Mask(5, 3) == Mask(5, 3));
  CHECK(Mask(5, 3) != Mask(5, 3, 1));
  CHECK(Mask(5, 3) != Mask(3, 5));
  CHECK(Mask() == Mask(0, 0));
  for (const Mask& empty : {Mask(), Mask(0, 7), Mask(std::size_t{1} << 40, 0), Mask(0, std::size_t{1} << 40, std::size_t{1} << 40)}) {
    CHECK(empty.cells() == 0);
    CHECK(empty.count() == 0);
    CHECK(empty.air_share() == 0.0);
    CHECK(empty.inverted() == empty);
    CHECK(smooth(empty) == empty);
    empty.to_bytes({});
  }
}

TEST_CASE("masks say what is wrong") {
  const std::size_t huge = std::numeric_limits<std::size_t>::max();
  CHECK(message_of([&] { Mask(huge, 1); }).find("more cells than memory can hold") != std::string::npos);
  CHECK(message_of([&] { Mask(huge / 2, 3); }).find("more cells than memory can hold") != std::string::npos);
  CHECK(message_of([&] { Mask(std::size_t{1} << 22, std::size_t{1} << 22, std::size_t{1} << 22); }).find("more cells than memory") != std::string::npos);
  CHECK(message_of([&] { Mask(1, std::size_t{1} << 62); }).find("more cells than memory can hold") != std::string::npos);
  CHECK(message_of([] { Mask(3, 4).at(3, 0); }) == "mask: x is 3, but must be below the size, 3");
  CHECK(message_of([] { Mask(3, 4).at(0, 4); }) == "mask: y is 4, but must be below the size, 4");
  CHECK(message_of([] { Mask(3, 4).set(0, 0, 1, true); }) == "mask: z is 1, but must be below the size, 1");
  std::vector<std::uint8_t> bytes(11);
  CHECK(message_of([&] { Mask(3, 4).to_bytes(bytes); }) == "mask: out has 11 bytes, but the cells need 12");
  CHECK(message_of([&] { Mask(3, 4).set_bytes(bytes); }) == "mask: bytes has 11 elements, but the cells need 12");
  CHECK(message_of([] { Mask(3, 4).part({1, 0, 0}, {3, 1, 1}); }) == "mask: part along x is from 1, 3 cells, but must be inside 3");
  CHECK(message_of([] { Mask(3, 4).part({0, 0, 0}, {3, 1, 0}); }) == "mask: part has 0 slices, but a mask of two dimensions has 1");
}

}  // namespace
}  // namespace scree::test
