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

constexpr int color_types[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA};

}  // namespace

png_writer::handle::~handle() { png_destroy_write_struct(&png, &info); }

png_writer::png_writer(const std::filesystem::path& target, const picture_format& picture)
    : picture_writer({"png", largest_side, 1, 4, true, true, false}, picture), file_(target) {
  handle_.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, this, on_error, on_warning);
  if (handle_.png) handle_.info = png_create_info_struct(handle_.png);
  if (!handle_.info) throw std::bad_alloc();
  run([this] {
    const auto png = handle_.png;
    png_set_write_fn(png, this, on_write, on_flush);
    png_set_IHDR(png, handle_.info, static_cast<png_uint_32>(format().width), static_cast<png_uint_32>(format().height), format().depth,
                 color_types[format().channels - 1], PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    // Of a smooth field the pixel above is a good guess, and what remains is nearly random: searching harder gains little.
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
    png_set_compression_level(png, 1);
    png_write_info(png, handle_.info);
    if (format().depth == 16 && std::endian::native == std::endian::little) png_set_swap(png);  // PNG is big-endian
  });
}

void png_writer::put_row(const void* samples) {
  run([&] { png_write_row(handle_.png, static_cast<png_const_bytep>(samples)); });
}

void png_writer::complete() {
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
