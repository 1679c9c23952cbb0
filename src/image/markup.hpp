// Texts in SVG and HTML.
#pragma once
#include <string>

namespace scree::image {

/// A text as content or attribute: what markup is made of is escaped, control characters become spaces.
inline std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '"') out += "&quot;";
    else out += static_cast<unsigned char>(c) < 32 ? ' ' : c;
  }
  return out;
}

}  // namespace scree::image
