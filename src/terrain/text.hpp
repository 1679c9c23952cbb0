// Numbers in texts and messages.
#pragma once
#include <charconv>
#include <string>

namespace scree::terrain {

/// The shortest text that reads back as the same number.
template <class Number>
std::string number_text(Number x) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, x).ptr};
}

}  // namespace scree::terrain
