#include "image/picture.hpp"

#include "image/pgm.hpp"
#include "image/png.hpp"
#include "image/raw.hpp"
#include "image/tiff.hpp"

#include <scree/error.hpp>

#include <algorithm>
#include <cctype>
#include <string>
#include <system_error>

namespace scree::image {

namespace {

std::string numbers_of(const std::string& all, bool bits_8, bool bits_16, bool bits_32) {
  std::string text = all;
  for (const auto& [has, number] : {std::pair{bits_8, "8"}, {bits_16, "16"}, {bits_32, "32"}})
    if (has) text += (text.empty() ? "" : " or ") + std::string(number);
  return text;
}

}  // namespace

picture_writer::picture_writer(const limits& kind, const picture_format& format) : name_(kind.name), format_(format) {
  // Argument checks come before the file is opened.
  for (const auto& [side, pixels] : {std::pair{"width", format.width}, {"height", format.height}})
    if (pixels < 1 || pixels > kind.largest_side)
      bad(std::string(side) + " is " + std::to_string(pixels) + " pixels, right is 1 to " + std::to_string(kind.largest_side));
  if (format.channels < kind.least_channels || format.channels > kind.most_channels)
    bad("there are " + std::to_string(format.channels) + " channels, right is " +
        (kind.least_channels == kind.most_channels ? "1 (gray, no colours)" : std::to_string(kind.least_channels) + " to " + std::to_string(kind.most_channels)));
  const bool holds = (format.depth == 8 && kind.bits_8) || (format.depth == 16 && kind.bits_16) || (format.depth == 32 && kind.bits_32);
  if (!holds)
    bad("depth is " + std::to_string(format.depth) + " bits a sample, right is " + numbers_of("", kind.bits_8, kind.bits_16, kind.bits_32));
}

void picture_writer::bad(const std::string& what) const { throw Error(std::string(name_) + ": " + what); }

void picture_writer::write_row(const void* samples, std::size_t count, int depth) {
  if (depth != format_.depth) bad("a row of " + std::to_string(depth) + " bits in a picture of " + std::to_string(format_.depth));
  if (count != row_samples()) bad("a row of " + std::to_string(count) + " samples in a picture whose rows have " + std::to_string(row_samples()));
  if (row_ == format_.height) bad("a row more than the picture's " + std::to_string(format_.height));
  put_row(samples);
  ++row_;
}

void picture_writer::finish() {
  if (row_ != format_.height) bad("finished after " + std::to_string(row_) + " of " + std::to_string(format_.height) + " rows");
  complete();
}

file_kind kind_of(const std::filesystem::path& target) {
  std::string ending = target.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending == ".png") return file_kind::png;
  if (ending == ".tif" || ending == ".tiff") return file_kind::tiff;
  if (ending == ".pgm") return file_kind::pgm;
  if (ending == ".r16") return file_kind::r16;
  if (ending == ".r32") return file_kind::r32;
  // A device or a pipe has the name that it has, and for an empty name or a folder the system finds the words.
  std::error_code ignored;
  const auto status = std::filesystem::status(target, ignored);
  if (target.empty() || (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))) return file_kind::png;
  throw Error(target.string() + ": a picture's name ends with .png, .tif, .tiff, .pgm, .r16 or .r32");
}

std::unique_ptr<picture_writer> open_picture(const std::filesystem::path& target, const picture_format& format, const shown_values& values,
                                             bool compress) {
  switch (kind_of(target)) {
    case file_kind::tiff: return std::make_unique<tiff_writer>(target, format, tiff_options{.deflate = compress});
    case file_kind::pgm: return std::make_unique<pgm_writer>(target, format);
    case file_kind::r16: return std::make_unique<raw_writer>(target, 16, format, values);
    case file_kind::r32: return std::make_unique<raw_writer>(target, 32, format, values);
    default: return std::make_unique<png_writer>(target, format);
  }
}

}  // namespace scree::image
