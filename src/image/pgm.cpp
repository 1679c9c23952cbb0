#include "image/pgm.hpp"

#include <string>

namespace scree::image {

pgm_writer::pgm_writer(const std::filesystem::path& target, const picture_format& picture)
    : picture_writer({"pgm", std::size_t{1} << 31, 1, 1, true, true, false}, picture), file_(target) {
  const std::string header =
      "P5\n" + std::to_string(format().width) + " " + std::to_string(format().height) + "\n" + (format().depth == 8 ? "255\n" : "65535\n");
  file_.put(header);
  if (format().depth == 16) bytes_.resize(row_bytes());
}

void pgm_writer::put_row(const void* samples) {
  if (format().depth == 16) {
    const auto* values = static_cast<const std::uint16_t*>(samples);
    for (std::size_t k = 0; k < row_samples(); ++k) {
      bytes_[2 * k] = static_cast<std::uint8_t>(values[k] >> 8);
      bytes_[2 * k + 1] = static_cast<std::uint8_t>(values[k] & 255);
    }
    samples = bytes_.data();
  }
  file_.put(samples, row_bytes());
}

}  // namespace scree::image
