// Pictures, read back by libpng itself.
#include "image/gray.hpp"
#include "image/png.hpp"

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
using scree::image::png_writer;

namespace {

// An empty folder of its own for a test case.
struct folder {
  fs::path path = fs::temp_directory_path() / ("scree_image_" + std::to_string(std::random_device{}()));
  folder() { fs::create_directory(path); }
  ~folder() { fs::remove_all(path); }
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(path)) found.push_back(entry.path().filename().string());
    return found;
  }
};

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string what_of(const auto& work) {
  try {
    work();
  } catch (const scree::FileError& error) {
    return error.what();
  }
  return "(no FileError)";
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

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
    result.pixels.insert(result.pixels.end(), pixels, pixels + result.width);
  }
  png_destroy_read_struct(&png, &info, nullptr);
  return result;
}

template <class Pixel>
std::vector<Pixel> random_pixels(std::size_t count) {
  std::mt19937 bits(1);
  std::vector<Pixel> pixels(count);
  for (auto& pixel : pixels) pixel = static_cast<Pixel>(bits());
  return pixels;
}

template <class Pixel>
void write(png_writer& png, const std::vector<Pixel>& pixels, std::size_t width, std::size_t rows) {
  for (std::size_t row = 0; row < rows; ++row) png.write_row(std::span(pixels).subspan(row * width, width));
}

}  // namespace

TEST_CASE_TEMPLATE("A picture reads back as it was written", Pixel, std::uint8_t, std::uint16_t) {
  const folder here;
  const auto file = here.path / "picture.png";
  for (const auto& size : {std::pair<std::size_t, std::size_t>{1, 1}, {1, 300}, {300, 1}, {7, 5}, {1021, 67}}) {
    const std::size_t width = size.first, height = size.second;
    CAPTURE(width);
    CAPTURE(height);
    const auto pixels = random_pixels<Pixel>(width * height);
    png_writer png(file, width, height, 8 * sizeof(Pixel));
    write(png, pixels, width, height);
    png.finish();
    const auto found = read<Pixel>(file);
    CHECK(found.width == width);
    CHECK(found.height == height);
    CHECK(found.depth == 8 * sizeof(Pixel));
    CHECK(found.color_type == PNG_COLOR_TYPE_GRAY);
    CHECK(found.pixels == pixels);
    CHECK(here.names() == std::vector<std::string>{"picture.png"});
  }
}

TEST_CASE("A picture that is not finished leaves the folder as it was") {
  const folder here;
  const auto file = here.path / "picture.png";
  const auto pixels = random_pixels<std::uint8_t>(64 * 64);
  const auto abandon = [&](std::size_t rows) {
    png_writer png(file, 64, 64, 8);
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
  png_writer png(link, 3, 2, 8);
  write(png, pixels, 3, 2);
  png.finish();
  CHECK(fs::is_symlink(link));
  CHECK(read<std::uint8_t>(file).pixels == pixels);
  CHECK(here.names().size() == 2);
}

TEST_CASE("A file that cannot be written is a FileError with the file's name and the system's words") {
  const folder here;
  const auto open = [](const fs::path& file) { return what_of([&] { png_writer(file, 4, 4, 8); }); };
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
  CHECK_THROWS_AS(png_writer(file, 0, 4, 8), scree::Error);
  CHECK_THROWS_AS(png_writer(file, 4, 0, 8), scree::Error);
  CHECK_THROWS_AS(png_writer(file, 1'000'001, 4, 8), scree::Error);
  CHECK_THROWS_AS(png_writer(file, 4, std::size_t{1} << 40, 8), scree::Error);
  CHECK_THROWS_AS(png_writer(file, 4, 4, 12), scree::Error);
  CHECK(here.names().empty());
  const std::vector<std::uint8_t> row(5);
  png_writer png(file, 4, 2, 8);
  CHECK_THROWS_AS(png.write_row(row), scree::Error);
  CHECK_THROWS_AS(png.write_row(std::span(row).first(3)), scree::Error);
  CHECK_THROWS_AS(png.write_row(std::vector<std::uint16_t>(4)), scree::Error);
  png.write_row(std::span(row).first(4));
  CHECK_THROWS_AS(png.finish(), scree::Error);
  png.write_row(std::span(row).first(4));
  CHECK_THROWS_AS(png.write_row(std::span(row).first(4)), scree::Error);
  png.finish();
  CHECK(read<std::uint8_t>(file).height == 2);
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
