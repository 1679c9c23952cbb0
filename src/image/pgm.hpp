// PGM pictures (Netpbm, binary "P5"): a line of text, then the samples.
#pragma once
#include "image/picture.hpp"
#include "image/whole_file.hpp"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace scree::image {

class pgm_writer final : public picture_writer {
 public:
  /// One channel of 8 or 16 bits. Throws Error for other pictures, FileError when `target` cannot be written.
  pgm_writer(const std::filesystem::path& target, const picture_format& format);

 private:
  void put_row(const void* samples) override;
  void complete() override { file_.commit(); }

  whole_file file_;
  std::vector<std::uint8_t> bytes_;   // of a row of 16 bits, the upper byte first
};

}  // namespace scree::image
