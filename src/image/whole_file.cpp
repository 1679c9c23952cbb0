#include "image/whole_file.hpp"

#include <scree/error.hpp>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <random>
#include <string>
#include <system_error>
#include <utility>

namespace scree::image {

std::string random_suffix() {
  std::random_device bits;
  std::string letters;
  for (int k = 0; k < 8; ++k) letters += static_cast<char>('a' + bits() % 26);
  return letters;
}

whole_file::whole_file(std::filesystem::path target) : target_(std::move(target)) {
  if (target_.empty()) fail("the name is empty");
  std::error_code ignored;  // what stands in the way shows when the file is opened
  const auto status = std::filesystem::status(target_, ignored);
  errno = 0;
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    file_ = std::fopen(target_.string().c_str(), "wb");
  } else {
    file_ = open_temporary();
  }
  if (!file_) {
    error_ = errno;
    fail("cannot be opened");
  }
}

whole_file::~whole_file() {
  if (file_) std::fclose(file_);
  std::error_code ignored;
  if (!temporary_.empty()) std::filesystem::remove(temporary_, ignored);
}

std::FILE* whole_file::open_temporary() {
  std::error_code missing;
  resolved_ = std::filesystem::canonical(target_, missing);
  if (missing) resolved_ = target_;
  for (int attempt = 0; attempt < 100; ++attempt) {
    auto name = resolved_;
    name += "." + random_suffix() + ".part";
    if (std::FILE* file = std::fopen(name.string().c_str(), "wbx")) {
      temporary_ = std::move(name);
      return file;
    }
    if (errno != EEXIST) break;
  }
  return nullptr;
}

bool whole_file::write(const void* data, std::size_t bytes) noexcept {
  errno = 0;
  const bool written = std::fwrite(data, 1, bytes, file_) == bytes;
  if (!written && error_ == 0) error_ = errno;
  position_ += bytes;
  size_ = std::max(size_, position_);
  return written;
}

void whole_file::put(const void* data, std::size_t bytes) {
  if (!write(data, bytes)) fail("write error");
}

bool whole_file::seek(std::uint64_t position) noexcept {
  if (position == position_) return true;
  if (temporary_.empty()) return false;
  errno = 0;
  bool moved = std::fseek(file_, 0, SEEK_SET) == 0;
  // A long may have 32 bits.
  for (std::uint64_t left = position, step; left > 0 && moved; left -= step) {
    step = std::min<std::uint64_t>(left, std::numeric_limits<long>::max());
    moved = std::fseek(file_, static_cast<long>(step), SEEK_CUR) == 0;
  }
  if (!moved && error_ == 0) error_ = errno;
  position_ = position;
  return moved;
}

void whole_file::commit() {
  errno = 0;
  if (std::fclose(std::exchange(file_, nullptr)) != 0) {
    error_ = errno;
    fail("cannot be closed");
  }
  if (temporary_.empty()) return;
  std::error_code error;
  std::filesystem::rename(temporary_, resolved_, error);
  if (error) {
    error_ = error.value();
    fail("cannot be renamed");
  }
  temporary_.clear();
}

void whole_file::fail(std::string_view reason) const {
  const auto said = error_ != 0 ? std::generic_category().message(error_) : std::string(reason);
  throw FileError(target_.string() + ": cannot be written: " + said);
}

void write_text_file(const std::filesystem::path& target, std::string_view text) {
  whole_file file(target);
  file.put(text);
  file.commit();
}

}  // namespace scree::image
