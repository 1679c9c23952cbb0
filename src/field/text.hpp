// Fields as text: what nodes write themselves with.
#pragma once
#include <string>
#include <string_view>

namespace scree::field {

/// Takes the arguments of one node past its fields.
class writer {
 public:
  explicit writer(std::string& to, bool first) : to_(to), first_(first) {}
  /// A positional argument.
  void argument(std::string_view text) {
    if (!first_) to_ += ", ";
    first_ = false;
    to_ += text;
  }
  void option(std::string_view name, std::string_view text) { argument(std::string(name) + "=" + std::string(text)); }

 private:
  std::string& to_;
  bool first_;
};

}  // namespace scree::field
