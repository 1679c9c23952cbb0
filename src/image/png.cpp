#include "image/png.hpp"

#include <png.h>
#include <scree/error.hpp>

#include <bit>
#include <csetjmp>
#include <cstdio>
#include <new>
#include <string>

namespace scree::image {

namespace {

// What libpng, and with it most readers, accepts unless told otherwise. A PNG could hold 2^31 - 1.
constexpr std::size_t largest_side = 1'000'000;

// Argument checks come before the file is opened.
std::size_t checked_side(const char* name, std::size_t pixels) {
  if (pixels < 1 || pixels > largest_side) {
    throw Error(std::string("png: ") + name + " is " + std::to_string(pixels) + " pixels, right is 1 to " +
                std::to_string(largest_side));
  }
  return pixels;
}

int checked_depth(int depth) {
  if (depth != 8 && depth != 16) {
    throw Error("png: depth is " + std::to_string(depth) + " bits a pixel, right is 8 or 16");
  }
  return depth;
}

}  // namespace

png_writer::handle::~handle() { png_destroy_write_struct(&png, &info); }

png_writer::png_writer(const std::filesystem::path& target, std::size_t width, std::size_t height, int depth)
    : width_(checked_side("width", width)),
      height_(checked_side("height", height)),
      depth_(checked_depth(depth)),
      file_(target) {
  handle_.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, this, on_error, on_warning);
  if (handle_.png) handle_.info = png_create_info_struct(handle_.png);
  if (!handle_.info) throw std::bad_alloc();
  run([this] {
    const auto png = handle_.png;
    png_set_write_fn(png, this, on_write, on_flush);
    png_set_IHDR(png, handle_.info, static_cast<png_uint_32>(width_), static_cast<png_uint_32>(height_), depth_,
                 PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    // Of a smooth field the pixel above is a good guess, and what remains is nearly random: searching harder gains little.
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
    png_set_compression_level(png, 1);
    png_write_info(png, handle_.info);
    if (depth_ == 16 && std::endian::native == std::endian::little) png_set_swap(png);  // PNG is big-endian
  });
}

void png_writer::write_row(std::span<const std::uint8_t> pixels) { write_row(pixels.data(), pixels.size(), 8); }

void png_writer::write_row(std::span<const std::uint16_t> pixels) { write_row(pixels.data(), pixels.size(), 16); }

void png_writer::write_row(const void* pixels, std::size_t count, int depth) {
  if (depth != depth_) {
    throw Error("png: a row of " + std::to_string(depth) + " bits in a picture of " + std::to_string(depth_));
  }
  if (count != width_) {
    throw Error("png: a row of " + std::to_string(count) + " pixels in a picture " + std::to_string(width_) + " wide");
  }
  if (row_ == height_) throw Error("png: a row more than the picture's " + std::to_string(height_));
  run([&] { png_write_row(handle_.png, static_cast<png_const_bytep>(pixels)); });
  ++row_;
}

void png_writer::finish() {
  if (row_ != height_) {
    throw Error("png: finished after " + std::to_string(row_) + " of " + std::to_string(height_) + " rows");
  }
  run([this] { png_write_end(handle_.png, nullptr); });
  file_.commit();
}

// libpng reports an error by a jump back to here. `step` only calls libpng: the jump passes over no destructor.
template <class Step>
void png_writer::run(Step step) {
  if (setjmp(png_jmpbuf(handle_.png)) != 0) file_.fail(message_.data());
  step();
}

void png_writer::on_error(png_struct_def* png, const char* message) {
  auto& text = static_cast<png_writer*>(png_get_error_ptr(png))->message_;
  std::snprintf(text.data(), text.size(), "libpng: %s", message);
  png_longjmp(png, 1);
}

void png_writer::on_warning(png_struct_def*, const char*) {}  // the library never prints

void png_writer::on_write(png_struct_def* png, unsigned char* data, std::size_t bytes) {
  if (!static_cast<png_writer*>(png_get_io_ptr(png))->file_.write(data, bytes)) png_error(png, "write error");
}

void png_writer::on_flush(png_struct_def*) {}  // commit() flushes

}  // namespace scree::image
