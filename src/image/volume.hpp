// Raw volumes: one byte a cell, x fastest, nothing else in the file, as game engines take them. What it holds stands in a text file beside, a
// detached NRRD header with the ending .nhdr, which ParaView, 3D Slicer and ImageJ open.
#pragma once
#include "image/whole_file.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace scree::image {

/// Writes one volume from its first byte to its last. Both files get their names in finish(): destroyed before, it leaves nothing.
class volume_writer {
 public:
  /// `sizes`: cells along each axis, the fastest first. Throws Error where one is 0, FileError when a file cannot be written.
  volume_writer(const std::filesystem::path& target, const std::vector<std::size_t>& sizes);

  /// The next bytes. Throws FileError when the disk is full and the like.
  void write(std::span<const std::uint8_t> bytes);
  /// Throws Error when there are more or fewer bytes than cells, FileError.
  void finish();

 private:
  std::uint64_t cells_;
  whole_file file_, header_;
};

}  // namespace scree::image
