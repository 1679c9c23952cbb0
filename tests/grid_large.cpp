// Buffers that do not fit a cache, and those past 2^31 elements, where 32-bit places would wrap.
#include "grid_support.hpp"

#include <cstdlib>

namespace scree::test {
namespace {

/// Zeros, of which the system finds only what is touched.
struct large_buffer {
  std::uint8_t* bytes;
  explicit large_buffer(std::size_t size) : bytes(static_cast<std::uint8_t*>(std::calloc(size, 1))) {}
  ~large_buffer() { std::free(bytes); }
  large_buffer(const large_buffer&) = delete;
  large_buffer& operator=(const large_buffer&) = delete;
};

}  // namespace

TEST_CASE("rows lie where their pitch puts them past 2^31 and 2^32 elements") {
  // So many rows that a fill cuts them, behind 2^31 and again behind 2^32.
  Grid2 sparse{.size = {1024, 17}, .spacing = {0.1, 0.1}, .pitch = {361234567}};
  const std::size_t extent = 16 * sparse.pitch[0] + sparse.size[0];
  const large_buffer out(extent);
  if (!out.bytes) {
    MESSAGE("skipped: no room for a sparse buffer of " << extent << " bytes");
    return;
  }
  Grid2 dense = sparse;
  dense.pitch = {};
  const Noise noise = scree::perlin();
  for_each_isa([&](std::string_view isa) {
    for (int threads : {1, 2}) {
      std::vector<std::uint8_t> expected(product(dense.size)), is;
      noise.fill(dense, std::span<std::uint8_t>(expected), {}, {.threads = threads});
      noise.fill(sparse, std::span<std::uint8_t>(out.bytes, extent), {}, {.threads = threads});
      for (std::size_t row = 0; row < sparse.size[1]; ++row) {
        std::uint8_t* const start = out.bytes + row * sparse.pitch[0];
        is.insert(is.end(), start, start + sparse.size[0]);
        std::fill_n(start, sparse.size[0], std::uint8_t{0});
      }
      check_same(is, expected, isa);
    }
  });
}

TEST_CASE("floats of buffers larger than any cache, which may be written past it, are right at every address") {
  const std::size_t pitch = (std::size_t{1} << 24) + 5, guard = 64, rows = 3, most = 160;
  const large_buffer memory((rows * pitch + 2 * guard + most) * sizeof(float));
  if (!memory.bytes) {
    MESSAGE("skipped: no room for a sparse buffer of " << rows << " rows of " << pitch << " floats");
    return;
  }
  float* const floats = reinterpret_cast<float*>(memory.bytes);
  chooser choose(30);
  for_each_isa([&](std::string_view isa) {
    for (const field& f : every_field()) {
      for (std::size_t width : {std::size_t{1}, std::size_t{15}, std::size_t{16}, std::size_t{33}, most - choose.below(20)}) {
        const std::size_t first = guard + choose.below(17);
        Grid2 g{.size = {width, rows}, .spacing = {0.02, 0.03}};
        const std::vector<float> expected = filled(f.noise, g);
        g.pitch = {pitch};
        f.noise.fill(g, std::span<float>(floats + first, (rows - 1) * pitch + width), {.threads = 1});
        for (std::size_t row = 0; row < rows; ++row) {
          float* const start = floats + first + row * pitch;
          std::vector<float> should_be(width + 2 * guard, 0.0f);
          std::copy_n(expected.begin() + row * width, width, should_be.begin() + guard);
          check_same(std::vector<float>(start - guard, start + width + guard), should_be, f.name + ", " + std::string(isa) + ", row " + std::to_string(row));
          std::fill_n(start - guard, width + 2 * guard, 0.0f);
        }
      }
    }
  });
}

TEST_CASE("a dense grid of more than 2^31 samples is right from its first row to its last" * doctest::test_suite("slow")) {
  const Grid2 whole{.origin = {-17, 5}, .size = {46349, 46349}, .spacing = {0.02, 0.02}};
  const std::size_t samples = product(whole.size);
  REQUIRE(samples > std::size_t{1} << 31);
  const large_buffer out(samples);
  if (!out.bytes) {
    MESSAGE("skipped: no room for a buffer of " << samples << " bytes");
    return;
  }
  const Noise noise = scree::perlin({.seed = 6});
  noise.fill(whole, std::span<std::uint8_t>(out.bytes, samples));
  for (std::size_t row : {0, 1, 23170, 46332, 46333, 46347, 46348}) {   // 2^31 lies in row 46332
    Grid2 one = whole;
    one.origin[1] += static_cast<std::int64_t>(row);
    one.size[1] = 1;
    std::vector<std::uint8_t> expected;
    for (float v : sampled<2>(noise, coordinates(one)).values)
      expected.push_back(static_cast<std::uint8_t>(std::nearbyint(std::clamp(std::fma(v, 127.5f, 127.5f), 0.0f, 255.0f))));
    const std::uint8_t* start = out.bytes + row * whole.size[0];
    check_same(std::vector<std::uint8_t>(start, start + whole.size[0]), expected, "row " + std::to_string(row));
  }
}

}  // namespace scree::test
