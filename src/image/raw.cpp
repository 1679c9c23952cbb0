#include "image/raw.hpp"

#include <scree/error.hpp>

#include <algorithm>
#include <bit>
#include <locale>
#include <sstream>
#include <string>

namespace scree::image {

namespace {

std::string header_text(const picture_format& format, const shown_values& values) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text.precision(17);
  text << "BYTEORDER I\nLAYOUT BIL\nNROWS " << format.height << "\nNCOLS " << format.width << "\nNBANDS 1\nNBITS " << format.depth << "\nPIXELTYPE "
       << (format.depth == 16 ? "UNSIGNEDINT" : "FLOAT") << "\n";
  // Readers skip what they do not know.
  if (format.depth == 16) text << "SCREE_VALUE_OF_0 " << values.from << "\nSCREE_VALUE_OF_65535 " << values.to << "\n";
  return text.str();
}

}  // namespace

raw_writer::raw_writer(const std::filesystem::path& target, int depth, const picture_format& picture, const shown_values& values)
    : picture_writer({depth == 16 ? "r16" : "r32", std::size_t{1} << 31, 1, 1, false, depth == 16, depth == 32}, picture),
      file_(target),
      header_(std::filesystem::path(target).replace_extension(".hdr")) {
  header_.put(header_text(format(), values));
  if (std::endian::native == std::endian::big) bytes_.resize(row_bytes());
}

void raw_writer::put_row(const void* samples) {
  if (std::endian::native == std::endian::big) {
    const std::size_t size = static_cast<std::size_t>(format().depth / 8);
    const auto* from = static_cast<const std::uint8_t*>(samples);
    for (std::size_t k = 0; k < row_bytes(); k += size) std::reverse_copy(from + k, from + k + size, bytes_.data() + k);
    samples = bytes_.data();
  }
  file_.put(samples, row_bytes());
}

void raw_writer::complete() {
  file_.commit();
  header_.commit();
}

}  // namespace scree::image
