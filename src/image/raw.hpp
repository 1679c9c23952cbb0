// Raw heightmaps: R16 (16-bit integers) and R32 (binary32), little-endian, rows from top to bottom, nothing else in the file; game engines take
// them so. What they hold stands in a text file beside, with the ending .hdr, as ESRI's BIL has it, which GDAL and QGIS read.
#pragma once
#include "image/picture.hpp"
#include "image/whole_file.hpp"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace scree::image {

class raw_writer final : public picture_writer {
 public:
  /// One channel of `depth` bits, which are the picture's, too. Throws Error for other pictures, FileError when `target` or the file beside it
  /// cannot be written.
  raw_writer(const std::filesystem::path& target, int depth, const picture_format& format, const shown_values& values);

 private:
  void put_row(const void* samples) override;
  void complete() override;

  whole_file file_, header_;
  std::vector<std::uint8_t> bytes_;   // of a row, on big-endian machines
};

}  // namespace scree::image
