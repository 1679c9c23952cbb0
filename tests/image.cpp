// Pictures as PNG, PGM and raw samples, read back by libpng itself and byte by byte.
#include "image/gray.hpp"
#include "image/png.hpp"
#include "image_support.hpp"

#include <doctest/doctest.h>
#include <png.h>
#include <scree/error.hpp>
#include <scree/noise.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace fs = std::filesystem;
using namespace scree::test;
using scree::image::open_picture;
using scree::image::picture_format;
using scree::image::png_writer;

namespace {

template <class Pixel>
struct picture {
  std::size_t width = 0, height = 0;
  int depth = 0, color_type = -1;
  std::vector<Pixel> pixels;
};

template <class Pixel>
picture<Pixel> read(const fs::path& file) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.string().c_str(), "rb"), std::fclose);
  REQUIRE(stream);
  png_structp png = png_create_read_struct(
      PNG_LIBPNG_VER_STRING, nullptr, [](png_structp, png_const_charp message) { throw std::runtime_error(message); },
      nullptr);
  png_infop info = png_create_info_struct(png);
  png_init_io(png, stream.get());
  png_read_png(
      png, info,
      sizeof(Pixel) == 2 && std::endian::native == std::endian::little ? PNG_TRANSFORM_SWAP_ENDIAN : PNG_TRANSFORM_IDENTITY,
      nullptr);
  picture<Pixel> result{png_get_image_width(png, info),
                        png_get_image_height(png, info),
                        png_get_bit_depth(png, info),
                        png_get_color_type(png, info),
                        {}};
  for (std::size_t row = 0; row < result.height; ++row) {
    const auto pixels = reinterpret_cast<const Pixel*>(png_get_rows(png, info)[row]);
    result.pixels.insert(result.pixels.end(), pixels, pixels + result.width * png_get_channels(png, info));
  }
  png_destroy_read_struct(&png, &info, nullptr);
  return result;
}

}  // namespace

TEST_CASE_TEMPLATE("A picture reads back as it was written", Pixel, std::uint8_t, std::uint16_t) {
  const folder here;
  const auto file = here.path / "picture.png";
  constexpr int color_types[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA};
  for (const auto& size : {std::pair<std::size_t, std::size_t>{1, 1}, {1, 300}, {300, 1}, {7, 5}, {1021, 67}}) {
    for (int channels = 1; channels <= 4; ++channels) {
      const std::size_t width = size.first, height = size.second, row = width * static_cast<std::size_t>(channels);
      CAPTURE(width);
      CAPTURE(height);
      CAPTURE(channels);
      const auto pixels = random_pixels<Pixel>(row * height);
      png_writer png(file, {width, height, channels, 8 * sizeof(Pixel)});
      write(png, pixels, row, height);
      png.finish();
      const auto found = read<Pixel>(file);
      CHECK(found.width == width);
      CHECK(found.height == height);
      CHECK(found.depth == 8 * sizeof(Pixel));
      CHECK(found.color_type == color_types[channels - 1]);
      CHECK(found.pixels == pixels);
      CHECK(here.names() == std::vector<std::string>{"picture.png"});
    }
  }
}

TEST_CASE("A picture that is not finished leaves the folder as it was") {
  const folder here;
  const auto file = here.path / "picture.png";
  const auto pixels = random_pixels<std::uint8_t>(64 * 64);
  const auto abandon = [&](std::size_t rows) {
    png_writer png(file, {64, 64});
    write(png, pixels, 64, rows);
    CHECK(here.names().size() == (fs::exists(file) ? 2 : 1));  // the temporary is in the same folder: renaming is enough
  };
  SUBCASE("an empty one") {
    abandon(10);
    CHECK(here.names().empty());
    abandon(64);
    CHECK(here.names().empty());
  }
  SUBCASE("one with an older file of that name") {
    std::ofstream(file) << "older";
    abandon(10);
    CHECK(text_of(file) == "older");
    CHECK(here.names().size() == 1);
  }
}

TEST_CASE("A finished picture replaces an older file, behind a symbolic link too") {
  const folder here;
  const auto file = here.path / "picture.png", link = here.path / "link.png";
  std::ofstream(file) << "older";
  fs::create_symlink("picture.png", link);
  const auto pixels = random_pixels<std::uint8_t>(6);
  png_writer png(link, {3, 2});
  write(png, pixels, 3, 2);
  png.finish();
  CHECK(fs::is_symlink(link));
  CHECK(read<std::uint8_t>(file).pixels == pixels);
  CHECK(here.names().size() == 2);
}

TEST_CASE("A file that cannot be written is a FileError with the file's name and the system's words") {
  const folder here;
  const auto open = [](const fs::path& file) { return what_of([&] { png_writer(file, {4, 4}); }); };
  const auto missing = here.path / "missing" / "picture.png";
  CHECK(open(missing) == missing.string() + ": cannot be written: No such file or directory");
  std::ofstream(here.path / "file") << "older";
  CHECK(contains(open(here.path / "file" / "picture.png"), "Not a directory"));
  CHECK(contains(open(here.path), "Is a directory"));
  CHECK(contains(open(""), "empty"));
  CHECK(text_of(here.path / "file") == "older");
  CHECK(here.names().size() == 1);
}

TEST_CASE("A picture refuses sizes, depths and rows that do not fit, before it opens a file") {
  const folder here;
  const auto file = here.path / "picture.png";
  for (const picture_format& format : std::vector<picture_format>{
           {0, 4}, {4, 0}, {1'000'001, 4}, {4, std::size_t{1} << 40}, {4, 4, 1, 12}, {4, 4, 1, 32}, {4, 4, 0}, {4, 4, 5}})
    CHECK_THROWS_AS(png_writer(file, format), scree::Error);
  CHECK_THROWS_WITH(png_writer(file, {4, 4, 1, 12}), "png: depth is 12 bits a sample, right is 8 or 16");
  CHECK(here.names().empty());
  const std::vector<std::uint8_t> row(5);
  png_writer png(file, {4, 2});
  CHECK_THROWS_AS(png.write_row(std::span(row)), scree::Error);
  CHECK_THROWS_AS(png.write_row(std::span(row).first(3)), scree::Error);
  CHECK_THROWS_AS(png.write_row(std::span<const std::uint16_t>(std::vector<std::uint16_t>(4))), scree::Error);
  png.write_row(std::span(row).first(4));
  CHECK_THROWS_AS(png.finish(), scree::Error);
  png.write_row(std::span(row).first(4));
  CHECK_THROWS_AS(png.write_row(std::span(row).first(4)), scree::Error);
  png.finish();
  CHECK(read<std::uint8_t>(file).height == 2);
}

TEST_CASE("A PGM is its header and its samples, the upper byte first") {
  const folder here;
  for (const int depth : {8, 16}) {
    const auto file = open_picture(here.path / "a.pgm", {3, 2, 1, depth});
    if (depth == 8) write(*file, std::vector<std::uint8_t>{0, 1, 2, 'a', 'b', 255}, 3, 2);
    else write(*file, std::vector<std::uint16_t>{0, 1, 2, 0x6162, 0x6364, 65535}, 3, 2);
    file->finish();
    const std::string samples8("\0\1\2ab\377", 6), samples16("\0\0\0\1\0\2abcd\377\377", 12);
    CHECK(text_of(here.path / "a.pgm") == (depth == 8 ? "P5\n3 2\n255\n" + samples8 : "P5\n3 2\n65535\n" + samples16));
  }
  CHECK(here.names().size() == 1);
}

TEST_CASE("Raw samples are little-endian and alone in their file; what they are stands beside") {
  const folder here;
  const auto r16 = open_picture(here.path / "a.r16", {3, 2, 1, 16}, {-1.5, 2500});
  write(*r16, std::vector<std::uint16_t>{0, 1, 2, 0x6261, 0x6463, 65535}, 3, 2);
  CHECK(here.names().size() == 2);
  r16->finish();
  CHECK(text_of(here.path / "a.r16") == std::string("\0\0\1\0\2\0abcd\377\377", 12));
  CHECK(text_of(here.path / "a.hdr") ==
        "BYTEORDER I\nLAYOUT BIL\nNROWS 2\nNCOLS 3\nNBANDS 1\nNBITS 16\nPIXELTYPE UNSIGNEDINT\nSCREE_VALUE_OF_0 -1.5\nSCREE_VALUE_OF_65535 2500\n");
  const auto r32 = open_picture(here.path / "b.r32", {1, 2, 1, 32});
  write(*r32, std::vector<float>{1.0f, -0.15625f}, 1, 2);
  r32->finish();
  CHECK(text_of(here.path / "b.r32") == std::string("\0\0\200\77\0\0\40\276", 8));
  CHECK(text_of(here.path / "b.hdr") == "BYTEORDER I\nLAYOUT BIL\nNROWS 2\nNCOLS 1\nNBANDS 1\nNBITS 32\nPIXELTYPE FLOAT\n");
  CHECK(here.names().size() == 4);
  { open_picture(here.path / "c.r32", {1, 2, 1, 32}); }
  CHECK(here.names().size() == 4);
}

TEST_CASE("The name's ending chooses the kind of file, and says what it can hold") {
  const folder here;
  const auto refused = [&](const char* name, const picture_format& format) {
    try {
      open_picture(here.path / name, format);
    } catch (const scree::Error& error) {
      return std::string(error.what());
    }
    return std::string("(no Error)");
  };
  CHECK(contains(refused("a.jpg", {4, 4}), "a.jpg: a picture's name ends with .png, .tif, .tiff, .pgm, .r16 or .r32"));
  CHECK(contains(refused("a", {4, 4}), "a picture's name ends with"));
  CHECK(refused("a.r16", {4, 4, 1, 8}) == "r16: depth is 8 bits a sample, right is 16");
  CHECK(refused("a.r32", {4, 4, 1, 16}) == "r32: depth is 16 bits a sample, right is 32");
  CHECK(refused("a.pgm", {4, 4, 3, 8}) == "pgm: there are 3 channels, right is 1 (gray, no colours)");
  CHECK(refused("a.tif", {4, 4, 3, 32}) == "tiff: depth is 32 bits a sample, right is 8 or 16");
  CHECK(refused("a.tif", {4, 4, 1, 64}) == "tiff: depth is 64 bits a sample, right is 8 or 16 or 32");
  CHECK(here.names().empty());
  { const auto upper = open_picture(here.path / "A.PNG", {1, 1}); }
}

TEST_CASE_TEMPLATE("Gray goes from black to white, rounds to nearest, clamps, and draws NaN black", Pixel, std::uint8_t,
                   std::uint16_t) {
  constexpr auto white = std::numeric_limits<Pixel>::max();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> values{-1, 1, -2, 2, nan, -infinity, infinity, 0.2f};
  std::vector<Pixel> shades(values.size());
  scree::image::gray<Pixel>(values, -1, 1, shades);
  CHECK(shades == std::vector<Pixel>{0, white, 0, white, 0, 0, white, white * 3 / 5});
  for (int shade = 0; shade <= white; ++shade) {  // every shade is what lies within half a step of it
    for (const double off : {-0.49, 0.0, 0.49}) {
      const float value[] = {static_cast<float>(std::clamp(shade + off, 0.0, double{white}))};
      Pixel found[1];
      scree::image::gray<Pixel>(value, 0, white, found);
      REQUIRE(found[0] == shade);
    }
  }
}

TEST_CASE_TEMPLATE("Gray gives the pixels that fill gives", Pixel, std::uint8_t, std::uint16_t) {
  const auto noise = scree::simplex({.seed = 5});
  const scree::Grid2 grid{.size = {301, 200}, .spacing = {0.037, 0.041}};
  std::vector<float> values(301 * 200);
  std::vector<Pixel> expected(values.size()), shades(values.size());
  for (const auto& [from, to] : {std::pair{-1.0, 1.0}, {-0.3, 0.71}, {0.5, -0.5}}) {
    noise.fill(grid, std::span(values));
    noise.fill(grid, std::span(expected), {.from = from, .to = to});
    scree::image::gray<Pixel>(values, from, to, shades);
    CHECK(shades == expected);
  }
}
