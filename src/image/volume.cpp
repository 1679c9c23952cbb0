#include "image/volume.hpp"

#include <scree/error.hpp>

#include <string>

namespace scree::image {

namespace {

std::uint64_t cells_of(const std::vector<std::size_t>& sizes) {
  std::uint64_t cells = 1;
  for (const std::size_t size : sizes) {
    if (size == 0) throw Error("raw: a side is 0 cells, but must be 1 or more");
    cells *= size;
  }
  return cells;
}

// "data file" is relative to the header, which stands beside.
std::string header_text(const std::filesystem::path& target, const std::vector<std::size_t>& sizes) {
  std::string text = "NRRD0004\ntype: uint8\ndimension: " + std::to_string(sizes.size()) + "\nsizes:";
  for (const std::size_t size : sizes) text += " " + std::to_string(size);
  return text + "\nencoding: raw\ndata file: " + target.filename().string() + "\n";
}

}  // namespace

volume_writer::volume_writer(const std::filesystem::path& target, const std::vector<std::size_t>& sizes)
    : cells_(cells_of(sizes)), file_(target), header_(std::filesystem::path(target).replace_extension(".nhdr")) {
  header_.put(header_text(target, sizes));
}

void volume_writer::write(std::span<const std::uint8_t> bytes) {
  file_.put(bytes.data(), bytes.size());
}

void volume_writer::finish() {
  if (file_.size() != cells_) throw Error("raw: finished after " + std::to_string(file_.size()) + " of " + std::to_string(cells_) + " bytes");
  file_.commit();
  header_.commit();
}

}  // namespace scree::image
