// A line on a terminal that says how far the work is.
#pragma once
#include <chrono>
#include <string>

namespace scree::cli {

/// Redraws one line of stderr, a few times a second, after the first second and only on a terminal; the destructor wipes it.
class progress {
 public:
  explicit progress(bool quiet);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  /// `step` is at `done` of `whole`.
  void show(const std::string& step, double done, double whole);

 private:
  bool enabled_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + std::chrono::seconds(1);
};

}  // namespace scree::cli
