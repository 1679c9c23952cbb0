// What the tests of pictures share: a folder of their own, random pixels, and what files and errors say.
#pragma once
#include "image/picture.hpp"

#include <doctest/doctest.h>
#include <scree/error.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace scree::test {

// An empty folder of its own for a test case.
struct folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("scree_image_" + std::to_string(std::random_device{}()));
  folder() { std::filesystem::create_directory(path); }
  ~folder() { std::filesystem::remove_all(path); }
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(path)) found.push_back(entry.path().filename().string());
    return found;
  }
};

inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string what_of(const auto& work) {
  try {
    work();
  } catch (const scree::FileError& error) {
    return error.what();
  }
  return "(no FileError)";
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

template <class Pixel>
std::vector<Pixel> random_pixels(std::size_t count) {
  std::mt19937 bits(1);
  std::vector<Pixel> pixels(count);
  for (auto& pixel : pixels) pixel = static_cast<Pixel>(bits());
  return pixels;
}

/// The first rows of a picture.
template <class Sample>
void write(image::picture_writer& picture, const std::vector<Sample>& samples, std::size_t row, std::size_t rows) {
  for (std::size_t k = 0; k < rows; ++k) picture.write_row(std::span<const Sample>(samples).subspan(k * row, row));
}

}  // namespace scree::test
