// PNG pictures, written row by row.
#pragma once
#include "image/picture.hpp"
#include "image/whole_file.hpp"

#include <array>
#include <cstddef>
#include <filesystem>

// libpng's own names for its two objects, so that png.h stays out of here.
struct png_struct_def;
struct png_info_def;

namespace scree::image {

class png_writer final : public picture_writer {
 public:
  /// Width and height 1 to 1000000 pixels, 1 to 4 channels of 8 or 16 bits. Throws Error for other ones, FileError when `target`
  /// cannot be written.
  png_writer(const std::filesystem::path& target, const picture_format& format);

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
  void put_row(const void* samples) override;
  void complete() override;

  static void on_error(png_struct_def* png, const char* message);
  static void on_warning(png_struct_def* png, const char* message);
  static void on_write(png_struct_def* png, unsigned char* data, std::size_t bytes);
  static void on_flush(png_struct_def* png);

  whole_file file_;
  std::array<char, 128> message_{};  // what libpng complained of last
  handle handle_;
};

}  // namespace scree::image
