#include "cli/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace scree::cli {

progress::progress(bool quiet) : enabled_(!quiet && isatty(STDERR_FILENO) == 1) {}

progress::~progress() {
  if (drawn_) std::fputs("\r\033[K", stderr);  // to the line's beginning, erase to its end
}

void progress::show(const std::string& step, double done, double whole) {
  using namespace std::chrono_literals;
  if (!enabled_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_ && (done < whole || !drawn_)) return;
  next_ = now + 100ms;

  constexpr int width = 30;
  const double share = whole > 0 ? std::clamp(done / whole, 0.0, 1.0) : 1.0;
  std::string bar(static_cast<std::size_t>(share * width), '#');
  bar.resize(width, '.');
  std::fprintf(stderr, "\r\033[K%-24s [%s] %3.0f %%", step.c_str(), bar.c_str(), 100 * share);
  std::fflush(stderr);
  drawn_ = true;
}

}  // namespace scree::cli
