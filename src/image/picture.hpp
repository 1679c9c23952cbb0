// What all writers of pictures have in common: a size, rows from top to bottom, and a file that appears whole or not at all.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace scree::image {

struct picture_format {
  std::size_t width, height;
  int channels = 1;   ///< 1 gray, 2 gray and alpha, 3 RGB, 4 RGB and alpha
  int depth = 8;      ///< bits a sample: 8 and 16 are integers, 32 are floats
};

/// Writes one picture from top to bottom; memory for a few rows, whatever its height. The file gets its name in finish():
/// after an error, or destroyed before, nothing is left and an older file of that name is untouched.
class picture_writer {
 public:
  virtual ~picture_writer() = default;
  picture_writer(const picture_writer&) = delete;
  picture_writer& operator=(const picture_writer&) = delete;

  /// The next row: width times channels samples of the picture's depth, 0 black. Throws Error for a row of another length or depth or one
  /// too many, FileError when the disk is full and the like.
  void write_row(std::span<const std::uint8_t> samples) { write_row(samples.data(), samples.size(), 8); }
  void write_row(std::span<const std::uint16_t> samples) { write_row(samples.data(), samples.size(), 16); }
  void write_row(std::span<const float> samples) { write_row(samples.data(), samples.size(), 32); }

  /// Completes the file. Throws Error when rows are missing, FileError.
  void finish();

  const picture_format& format() const { return format_; }

 protected:
  /// What a kind of file can hold.
  struct limits {
    const char* name;
    std::size_t largest_side;
    int least_channels, most_channels;
    bool bits_8, bits_16, bits_32;
  };
  /// Throws Error for a picture that the kind of file cannot hold.
  picture_writer(const limits& kind, const picture_format& format);

  std::size_t row_samples() const { return format_.width * static_cast<std::size_t>(format_.channels); }
  std::size_t row_bytes() const { return row_samples() * static_cast<std::size_t>(format_.depth / 8); }
  /// Rows that were written before this one.
  std::size_t row() const { return row_; }

 private:
  virtual void put_row(const void* samples) = 0;
  virtual void complete() = 0;
  void write_row(const void* samples, std::size_t count, int depth);
  [[noreturn]] void bad(const std::string& what) const;

  const char* name_;
  picture_format format_;
  std::size_t row_ = 0;
};

/// The interval of field values that a picture of integers shows, where the kind of file can say it.
struct shown_values {
  double from = 0, to = 1;
};

/// What a file's name says: the kinds are .png, .tif and .tiff, .pgm, .r16, .r32. Throws Error for another ending.
enum class file_kind { png, tiff, pgm, r16, r32 };
file_kind kind_of(const std::filesystem::path& target);

/// The writer of the kind that the name says. Throws Error when it cannot hold such a picture, FileError when `target` cannot be written.
std::unique_ptr<picture_writer> open_picture(const std::filesystem::path& target, const picture_format& format, const shown_values& values = {},
                                             bool compress = true);

}  // namespace scree::image
