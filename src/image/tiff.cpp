#include "image/tiff.hpp"

#include <scree/error.hpp>
#include <tiffio.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <new>
#include <utility>

namespace scree::image {

namespace {

constexpr std::size_t edge = 256;   // of a tile

std::size_t pixel_bytes(const picture_format& format) { return static_cast<std::size_t>(format.channels * format.depth / 8); }
std::uint64_t tiles_along(std::size_t pixels) { return (pixels + edge - 1) / edge; }

}  // namespace

bool needs_big_tiff(const picture_format& format) {
  // Of each tile: its samples, a little more where deflate finds nothing to compress, its offset and its size.
  const std::uint64_t tile = edge * edge * pixel_bytes(format);
  const std::uint64_t tiles = tiles_along(format.width) * tiles_along(format.height);
  return tiles > ((std::uint64_t{1} << 32) - 65536) / (tile + tile / 1000 + 64);
}

/// The file as libtiff sees it. It reads only to append to a file that has pictures already.
struct tiff_writer::calls {
  static tiff_writer& of(thandle_t handle) { return *static_cast<tiff_writer*>(handle); }
  static tmsize_t read(thandle_t, void*, tmsize_t) { return 0; }
  static tmsize_t write(thandle_t handle, void* data, tmsize_t bytes) {
    if (of(handle).abandoned_) return bytes;   // closing would write what nobody wants any more
    return of(handle).file_.write(data, static_cast<std::size_t>(bytes)) ? bytes : 0;
  }
  static toff_t seek(thandle_t handle, toff_t offset, int whence) {
    whole_file& file = of(handle).file_;
    if (of(handle).abandoned_) return offset;
    const std::uint64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file.position() : file.size();
    return file.seek(base + offset) ? file.position() : static_cast<toff_t>(-1);
  }
  static int close(thandle_t) { return 0; }
  static toff_t size(thandle_t handle) { return of(handle).file_.size(); }
  static int map(thandle_t, void**, toff_t*) { return 0; }
  static void unmap(thandle_t, void*, toff_t) {}
  static int on_error(::tiff*, void* writer, const char*, const char* format, va_list arguments) {
    std::array<char, 256> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    auto& message = static_cast<tiff_writer*>(writer)->message_;
    if (message.empty()) message = std::string("libtiff: ") + text.data();
    return 1;
  }
  static int on_warning(::tiff*, void*, const char*, const char*, va_list) { return 1; }   // the library never prints
};

tiff_writer::tiff_writer(const std::filesystem::path& target, const picture_format& picture, const tiff_options& options)
    : picture_writer({"tiff", (std::size_t{1} << 31) - edge, 1, 4, true, true, picture.channels == 1}, picture),
      file_(target),
      rows_(edge * row_bytes()),
      tile_(edge * edge * pixel_bytes(picture)) {
  const bool big = options.big || needs_big_tiff(format()), real = format().depth == 32;
  TIFFOpenOptions* handlers = TIFFOpenOptionsAlloc();
  if (!handlers) throw std::bad_alloc();
  TIFFOpenOptionsSetErrorHandlerExtR(handlers, &calls::on_error, this);
  TIFFOpenOptionsSetWarningHandlerExtR(handlers, &calls::on_warning, this);
  tiff_ = TIFFClientOpenExt(target.string().c_str(), big ? "w8m" : "wm", this, &calls::read, &calls::write, &calls::seek, &calls::close, &calls::size,
                            &calls::map, &calls::unmap, handlers);
  TIFFOpenOptionsFree(handlers);
  check(tiff_);
  const auto set = [&](std::uint32_t tag, auto value) { check(TIFFSetField(tiff_, tag, value) == 1); };
  try {
    set(TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(format().width));
    set(TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(format().height));
    set(TIFFTAG_TILEWIDTH, static_cast<std::uint32_t>(edge));
    set(TIFFTAG_TILELENGTH, static_cast<std::uint32_t>(edge));
    set(TIFFTAG_SAMPLESPERPIXEL, format().channels);
    set(TIFFTAG_BITSPERSAMPLE, format().depth);
    set(TIFFTAG_SAMPLEFORMAT, real ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
    set(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    set(TIFFTAG_PHOTOMETRIC, format().channels < 3 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
    if (std::uint16_t alpha = EXTRASAMPLE_UNASSALPHA; format().channels % 2 == 0) check(TIFFSetField(tiff_, TIFFTAG_EXTRASAMPLES, 1, &alpha) == 1);
    set(TIFFTAG_COMPRESSION, options.deflate ? COMPRESSION_ADOBE_DEFLATE : COMPRESSION_NONE);
    if (options.deflate) {
      set(TIFFTAG_PREDICTOR, real ? PREDICTOR_FLOATINGPOINT : PREDICTOR_HORIZONTAL);
      set(TIFFTAG_ZIPQUALITY, 1);
    }
  } catch (...) {
    abandoned_ = true;
    TIFFClose(tiff_);
    throw;
  }
}

tiff_writer::~tiff_writer() {
  abandoned_ = true;
  if (tiff_) TIFFClose(tiff_);
}

void tiff_writer::check(bool good) const {
  if (!good) file_.fail(message_.empty() ? "libtiff refuses" : message_);
}

void tiff_writer::put_row(const void* samples) {
  std::memcpy(rows_.data() + row() % edge * row_bytes(), samples, row_bytes());
  if (row() % edge == edge - 1 || row() + 1 == format().height) write_tiles();
}

void tiff_writer::write_tiles() {
  // Tiles are whole: past the picture's border they go on with its last pixels.
  const std::size_t first = row() / edge * edge, rows = row() + 1 - first, bytes = pixel_bytes(format());
  for (std::size_t x = 0; x < format().width; x += edge) {
    const std::size_t columns = std::min(edge, format().width - x);
    for (std::size_t j = 0; j < edge; ++j) {
      const std::uint8_t* from = rows_.data() + std::min(j, rows - 1) * row_bytes() + x * bytes;
      std::uint8_t* to = tile_.data() + j * edge * bytes;
      std::memcpy(to, from, columns * bytes);
      for (std::size_t k = columns; k < edge; ++k) std::memcpy(to + k * bytes, from + (columns - 1) * bytes, bytes);
    }
    const std::uint32_t number = TIFFComputeTile(tiff_, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(first), 0, 0);
    check(TIFFWriteEncodedTile(tiff_, number, tile_.data(), static_cast<tmsize_t>(tile_.size())) >= 0);
  }
}

void tiff_writer::complete() {
  check(TIFFWriteDirectory(tiff_) == 1 && message_.empty());
  abandoned_ = true;   // what is left to do is to free memory
  TIFFClose(std::exchange(tiff_, nullptr));
  file_.commit();
}

}  // namespace scree::image
