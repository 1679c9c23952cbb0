#include "cli/gallery.hpp"
#include "image/whole_file.hpp"

#include <scree/error.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

namespace scree::cli::gallery {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const fs::path& target, const std::error_code& error) {
  throw FileError(target.string() + ": cannot be written: " + error.message());
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

folder::folder(fs::path target) : target_(std::move(target)) {
  std::error_code error;
  if (target_.empty()) throw FileError("the gallery's folder cannot be written: its name is empty");
  if (fs::exists(target_, error)) {
    if (!fs::is_directory(target_, error)) fail(target_, std::make_error_code(std::errc::not_a_directory));
    check_contents();
  } else {
    made_ = fs::create_directory(target_, error);
    if (error) fail(target_, error);
  }
  const fs::path temporary = target_ / (image::random_suffix() + ".part");
  if (!fs::create_directory(temporary, error)) {
    std::error_code ignored;
    if (made_) fs::remove(target_, ignored);
    fail(target_, error);
  }
  temporary_ = temporary;
}

folder::~folder() {
  std::error_code ignored;
  fs::remove_all(temporary_, ignored);
  if (made_) fs::remove(target_, ignored);   // only when it is empty
}

void folder::check_contents() {
  std::error_code error;
  const std::string page = text_of(target_ / "index.html");
  const bool earlier = page.find(page_mark) != page.npos;
  for (fs::directory_iterator each(target_, error), end; each != end && !error; each.increment(error)) {
    const std::string name = each->path().filename().string();
    const bool named = name == "index.html" || page.find('"' + name + '"') != page.npos;
    const bool ours = earlier && named && fs::symlink_status(each->path(), error).type() == fs::file_type::regular;
    if (!ours)
      throw Error("gallery: '" + target_.string() + "' holds '" + name + "', which is of no earlier gallery; right is a new or an empty folder, or one that "
                  "scree gallery wrote");
    earlier_.push_back(name);
  }
  if (error) fail(target_, error);
}

void folder::finish() {
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator each(temporary_, error), end; each != end && !error; each.increment(error)) names.push_back(each->path().filename().string());
  std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) { return std::pair(a == "index.html", a) < std::pair(b == "index.html", b); });
  for (const std::string& name : names) {
    if (!error) fs::rename(temporary_ / name, target_ / name, error);
    if (error) fail(target_ / name, error);
  }
  for (const std::string& name : earlier_)
    if (std::find(names.begin(), names.end(), name) == names.end()) fs::remove(target_ / name, error);
  made_ = false;
}

}  // namespace scree::cli::gallery
