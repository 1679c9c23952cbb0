// A file that appears whole or not at all.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

namespace scree::image {

/// Eight random letters, so that two writers of one target do not meet in one temporary.
std::string random_suffix();

/// Writes to a temporary name beside the target and gives it the target's name in commit(). Destroyed before that, it
/// removes the temporary, and the target is as it was. A target that exists and is no regular file (a device, a pipe) is
/// written directly: there is nothing that could be renamed.
class whole_file {
 public:
  /// Creates the temporary. Throws FileError.
  explicit whole_file(std::filesystem::path target);
  ~whole_file();
  whole_file(const whole_file&) = delete;
  whole_file& operator=(const whole_file&) = delete;

  /// Appends; false when the system refuses. Throws nothing, so that a C library may call it; fail() then says why.
  bool write(const void* data, std::size_t bytes) noexcept;

  /// The same, for callers that may be thrown at: FileError when the system refuses.
  void put(const void* data, std::size_t bytes);
  void put(std::string_view text) { put(text.data(), text.size()); }

  /// The next write goes there, bytes from the beginning; what it leaves out is zero. False when the system refuses, and always for a
  /// target that is written directly.
  bool seek(std::uint64_t position) noexcept;
  std::uint64_t position() const { return position_; }
  /// Bytes so far.
  std::uint64_t size() const { return size_; }

  /// Flushes, closes and renames. Throws FileError.
  void commit();

  /// Throws FileError: the target, then `reason` or, if the system refused something before, what it said.
  [[noreturn]] void fail(std::string_view reason) const;

 private:
  std::FILE* open_temporary();

  std::filesystem::path target_;
  std::filesystem::path resolved_;   // the target behind symbolic links: those stay
  std::filesystem::path temporary_;  // empty: the target is written directly, or nothing is left to remove
  std::FILE* file_ = nullptr;
  std::uint64_t position_ = 0, size_ = 0;
  int error_ = 0;  // errno of the first refusal
};

/// A file that holds this text. Throws FileError.
void write_text_file(const std::filesystem::path& target, std::string_view text);

}  // namespace scree::image
