// What scree throws.
#pragma once
#include <stdexcept>

namespace scree {

/// Bad arguments: what() names the argument, what was wrong with it and what would be right. Thrown before anything is
/// computed or written.
class Error : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// A file that cannot be written or read: what() names the file and says what the system said. A file that was to be written is
/// then as it was before.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace scree
