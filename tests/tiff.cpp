// TIFF pictures, read back by libtiff itself; tests/cli.sh has another reader.
#include "image/tiff.hpp"
#include "image_support.hpp"

#include <tiffio.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>

namespace scree::test {
namespace {

using image::picture_format;
using image::tiff_writer;

struct found {
  std::uint32_t width = 0, height = 0, tile_width = 0, tile_height = 0;
  std::uint16_t channels = 1, depth = 0, kind = 1, photometric = 0, compression = 0, extra = 0;
  bool big = false;
  std::vector<std::uint8_t> bytes;   // of the pixels, row after row
};

found read(const std::filesystem::path& file) {
  const std::unique_ptr<TIFF, void (*)(TIFF*)> tiff(TIFFOpen(file.string().c_str(), "r"), TIFFClose);
  REQUIRE(tiff);
  found f;
  std::uint16_t* extra_kinds = nullptr;
  TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &f.width);
  TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &f.height);
  TIFFGetField(tiff.get(), TIFFTAG_TILEWIDTH, &f.tile_width);
  TIFFGetField(tiff.get(), TIFFTAG_TILELENGTH, &f.tile_height);
  TIFFGetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, &f.channels);
  TIFFGetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, &f.depth);
  TIFFGetField(tiff.get(), TIFFTAG_SAMPLEFORMAT, &f.kind);
  TIFFGetField(tiff.get(), TIFFTAG_PHOTOMETRIC, &f.photometric);
  TIFFGetField(tiff.get(), TIFFTAG_COMPRESSION, &f.compression);
  TIFFGetField(tiff.get(), TIFFTAG_EXTRASAMPLES, &f.extra, &extra_kinds);
  if (f.extra) CHECK(extra_kinds[0] == EXTRASAMPLE_UNASSALPHA);
  const std::size_t pixel = f.channels * f.depth / 8u;
  f.bytes.resize(f.width * std::size_t{f.height} * pixel);
  std::vector<std::uint8_t> tile(static_cast<std::size_t>(TIFFTileSize(tiff.get())));
  for (std::uint32_t y = 0; y < f.height; y += f.tile_height)
    for (std::uint32_t x = 0; x < f.width; x += f.tile_width) {
      REQUIRE(TIFFReadTile(tiff.get(), tile.data(), x, y, 0, 0) > 0);
      for (std::uint32_t j = 0; j < std::min(f.tile_height, f.height - y); ++j)
        std::memcpy(f.bytes.data() + ((y + j) * std::size_t{f.width} + x) * pixel, tile.data() + j * std::size_t{f.tile_width} * pixel,
                    std::min(f.tile_width, f.width - x) * pixel);
    }
  const std::string text = text_of(file);
  f.big = (text[0] == 'I' ? text[2] : text[3]) == 43;
  return f;
}

template <class Sample>
std::vector<std::uint8_t> bytes_of(const std::vector<Sample>& samples) {
  std::vector<std::uint8_t> bytes(samples.size() * sizeof(Sample));
  std::memcpy(bytes.data(), samples.data(), bytes.size());
  return bytes;
}

template <class Sample>
std::vector<Sample> some_samples(std::size_t count) {
  if constexpr (sizeof(Sample) < 4) {
    return random_pixels<Sample>(count);
  } else {   // every bit of a float has to come back
    std::vector<Sample> samples;
    for (const std::uint32_t bits : random_pixels<std::uint32_t>(count)) samples.push_back(std::bit_cast<float>(bits));
    return samples;
  }
}

TEST_CASE_TEMPLATE("A TIFF reads back as it was written, plain and big, compressed and not", Sample, std::uint8_t, std::uint16_t, float) {
  const folder here;
  const auto file = here.path / "picture.tif";
  for (const auto& size : {std::pair<std::size_t, std::size_t>{1, 1}, {256, 256}, {257, 255}, {30, 600}, {700, 20}})
    for (int channels = 1; channels <= (sizeof(Sample) == 4 ? 1 : 4); ++channels)
      for (const bool deflate : {false, true})
        for (const bool big : {false, true}) {
          const std::size_t width = size.first, height = size.second, row = width * static_cast<std::size_t>(channels);
          CAPTURE(width);
          CAPTURE(channels);
          CAPTURE(deflate);
          CAPTURE(big);
          const auto samples = some_samples<Sample>(row * height);
          tiff_writer tiff(file, {width, height, channels, 8 * sizeof(Sample)}, {.deflate = deflate, .big = big});
          write(tiff, samples, row, height);
          tiff.finish();
          const found f = read(file);
          CHECK(f.width == width);
          CHECK(f.height == height);
          CHECK((f.tile_width == 256 && f.tile_height == 256));
          CHECK(f.channels == channels);
          CHECK(f.depth == 8 * sizeof(Sample));
          CHECK(f.kind == (sizeof(Sample) == 4 ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT));
          CHECK(f.photometric == (channels < 3 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB));
          CHECK(f.extra == (channels % 2 == 0 ? 1 : 0));
          CHECK(f.compression == (deflate ? COMPRESSION_ADOBE_DEFLATE : COMPRESSION_NONE));
          CHECK(f.big == big);
          CHECK((f.bytes == bytes_of(samples)));
          CHECK(here.names() == std::vector<std::string>{"picture.tif"});
        }
}

TEST_CASE("Pictures that may pass 4 GiB become BigTIFF") {
  CHECK_FALSE(image::needs_big_tiff({32768, 32512, 1, 32}));
  CHECK(image::needs_big_tiff({32768, 32768, 1, 32}));
  CHECK_FALSE(image::needs_big_tiff({32768, 32768, 3, 8}));
  CHECK(image::needs_big_tiff({65536, 65536, 1, 8}));
  CHECK(image::needs_big_tiff({(std::size_t{1} << 31) - 256, (std::size_t{1} << 31) - 256, 4, 16}));
  CHECK(image::needs_big_tiff({16385, 65536, 1, 32}));        // a column of tiles for one column of pixels
  CHECK_FALSE(image::needs_big_tiff({1, 1 << 22, 1, 16}));
}

TEST_SUITE("slow") {
  TEST_CASE("Tiles past 4 GiB are where the file says") {
    const folder here;
    const auto file = here.path / "picture.tif";
    constexpr std::size_t edge = 33001;
    std::vector<float> row(edge);
    const auto sample = [](std::size_t i, std::size_t j) { return static_cast<float>((i * 7 + j * 131) % 1000003); };
    tiff_writer tiff(file, {edge, edge, 1, 32}, {.deflate = false});
    for (std::size_t j = 0; j < edge; ++j) {
      for (std::size_t i = 0; i < edge; ++i) row[i] = sample(i, j);
      tiff.write_row(std::span<const float>(row));
    }
    tiff.finish();
    CHECK(std::filesystem::file_size(file) > std::uint64_t{1} << 32);
    const std::unique_ptr<TIFF, void (*)(TIFF*)> found(TIFFOpen(file.string().c_str(), "r"), TIFFClose);
    REQUIRE(found);
    std::vector<float> tile(256 * 256);
    for (const std::size_t y : {std::size_t{0}, edge / 2, edge - 1})
      for (std::size_t x = 0; x < edge; x += 256) {
        REQUIRE(TIFFReadTile(found.get(), tile.data(), static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0, 0) > 0);
        const std::size_t top = y / 256 * 256;
        bool same = true;
        for (std::size_t k = 0; k < tile.size(); ++k)
          if (x + k % 256 < edge && top + k / 256 < edge) same = same && tile[k] == sample(x + k % 256, top + k / 256);
        REQUIRE(same);
      }
  }
}

TEST_CASE("A TIFF that is not finished leaves the folder as it was") {
  const folder here;
  const auto file = here.path / "picture.tif";
  std::ofstream(file) << "older";
  const auto samples = some_samples<float>(300 * 300);
  for (const std::size_t rows : {0, 10, 300}) {
    tiff_writer tiff(file, {300, 300, 1, 32});
    write(tiff, samples, 300, rows);
    CHECK(here.names().size() == 2);
  }
  CHECK(text_of(file) == "older");
  CHECK(here.names().size() == 1);
}

TEST_CASE("A TIFF that cannot be written is a FileError with the file's name and the reason") {
  const folder here;
  const auto open = [](const std::filesystem::path& file) { return what_of([&] { tiff_writer(file, {4, 4}); }); };
  const auto missing = here.path / "missing" / "picture.tif";
  CHECK(open(missing) == missing.string() + ": cannot be written: No such file or directory");
  CHECK(contains(open(here.path), "Is a directory"));
  CHECK_THROWS_AS(tiff_writer(here.path / "a.tif", {4, 4, 3, 32}), Error);
  CHECK_THROWS_AS(tiff_writer(here.path / "a.tif", {std::size_t{1} << 31, 4}), Error);
  CHECK(here.names().empty());
}

}  // namespace
}  // namespace scree::test
