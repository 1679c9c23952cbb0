// The gallery: sections of figures, each of which draws itself into a folder and says on the page how to make it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace scree::cli::gallery {

struct settings {
  std::size_t size = 400;                ///< pixels of an edge of a picture; it shows the same part of the plane whatever this is
  std::optional<std::uint64_t> seed;     ///< of another world
  int threads = 0;
};

struct figure {
  std::string file, title, caption;
  std::string recipe;                    ///< the command line that writes the same file, or C++
  enum class layout { card, wide, film } kind = layout::card;
  std::size_t frames = 0;                ///< of a film, whose frames stand side by side in the file
  std::function<void(const std::filesystem::path& file)> draw;
};

struct section {
  std::string name, title, text;
  std::vector<figure> figures;
};

/// All figures, in the order of the page.
std::vector<section> all_sections(const settings& how);

/// The name of the palette that the clouds have, which is a file of the gallery, and what is in it.
inline constexpr const char* sky_file = "sky.txt";
std::string sky_palette();

/// The text of index.html: no scripts, nothing from elsewhere.
std::string page_of(const std::vector<section>& sections);
/// What the pages of all galleries have in common, and no others.
inline constexpr const char* page_mark = "<meta name=\"generator\" content=\"scree gallery\">";

/// The folder of a gallery. Files are written into a temporary folder within it and moved all at once; destroyed before that, it leaves what was there.
class folder {
 public:
  /// A new folder, an empty one, or one that holds nothing but the files which the index.html of an earlier gallery names. Throws Error for another,
  /// FileError when it cannot be written.
  explicit folder(std::filesystem::path target);
  ~folder();
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;

  const std::filesystem::path& temporary() const { return temporary_; }
  /// Moves what is in temporary() to its place, index.html last, and removes files of the earlier gallery that this one has not got.
  void finish();

 private:
  void check_contents();

  std::filesystem::path target_, temporary_;
  std::vector<std::string> earlier_;
  bool made_ = false;
};

}  // namespace scree::cli::gallery
