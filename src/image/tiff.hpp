// TIFF pictures in tiles of 256 x 256, written row by row.
#pragma once
#include "image/picture.hpp"
#include "image/whole_file.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

// libtiff's own name for its object, so that tiffio.h stays out of here.
struct tiff;

namespace scree::image {

/// Whether a picture may pass the 4 GiB that offsets of 32 bits reach, even where nothing can be compressed.
bool needs_big_tiff(const picture_format& format);

struct tiff_options {
  bool deflate = true;    ///< compressed, without loss; else as it is
  bool big = false;       ///< BigTIFF (offsets of 64 bits) even where the picture does not need it
};

class tiff_writer final : public picture_writer {
 public:
  /// 1 to 4 channels of 8 or 16 bits, or one of 32-bit floats; width and height 1 to 2^31 - 256. BigTIFF when the picture needs it. Throws Error for
  /// other pictures, FileError when `target` cannot be written or is a device, in which nobody can go back.
  tiff_writer(const std::filesystem::path& target, const picture_format& format, const tiff_options& options = {});
  ~tiff_writer() override;

 private:
  struct calls;   // what libtiff calls
  void put_row(const void* samples) override;
  void complete() override;
  void write_tiles();
  void check(bool good) const;

  whole_file file_;
  std::string message_;   // what libtiff complained of first
  bool abandoned_ = false;
  std::vector<std::uint8_t> rows_, tile_;   // a row of tiles, and one of them
  ::tiff* tiff_ = nullptr;
};

}  // namespace scree::image
