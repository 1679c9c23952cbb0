// Gray PNG pictures, written row by row.
#pragma once
#include "image/whole_file.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

// libpng's own names for its two objects, so that png.h stays out of here.
struct png_struct_def;
struct png_info_def;

namespace scree::image {

/// Writes one picture from top to bottom; memory for a few rows, whatever its height. The file gets its name in finish():
/// after an error, or destroyed before, nothing is left and an older file of that name is untouched.
class png_writer {
 public:
  /// Width and height 1 to 1000000 pixels, depth 8 or 16 bits a pixel. Throws Error for other ones, FileError when `target`
  /// cannot be written.
  png_writer(const std::filesystem::path& target, std::size_t width, std::size_t height, int depth);
  png_writer(const png_writer&) = delete;
  png_writer& operator=(const png_writer&) = delete;

  /// The next row: `width` pixels of the picture's depth, 0 black. Throws Error for a row of another length or depth or one
  /// too many, FileError when the disk is full and the like.
  void write_row(std::span<const std::uint8_t> pixels);
  void write_row(std::span<const std::uint16_t> pixels);

  /// Completes the file. Throws Error when rows are missing, FileError.
  void finish();

 private:
  struct handle {
    png_struct_def* png = nullptr;
    png_info_def* info = nullptr;
    handle() = default;
    handle(const handle&) = delete;
    handle& operator=(const handle&) = delete;
    ~handle();
  };

  template <class Step>
  void run(Step step);
  void write_row(const void* pixels, std::size_t count, int depth);

  static void on_error(png_struct_def* png, const char* message);
  static void on_warning(png_struct_def* png, const char* message);
  static void on_write(png_struct_def* png, unsigned char* data, std::size_t bytes);
  static void on_flush(png_struct_def* png);

  std::size_t width_, height_, row_ = 0;
  int depth_;
  whole_file file_;
  std::array<char, 128> message_{};  // what libpng complained of last
  handle handle_;
};

}  // namespace scree::image
