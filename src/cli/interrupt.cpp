#include "cli/interrupt.hpp"

#include <signal.h>

#include <initializer_list>

namespace scree::cli {

namespace {

volatile sig_atomic_t noted_signal = 0;

}  // namespace

void watch_interrupts() {
  struct sigaction note = {};
  note.sa_handler = [](int signal) { noted_signal = signal; };
  note.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);  // a write goes on, the second signal kills
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction present = {};
    sigaction(signal, nullptr, &present);
    if (present.sa_handler != SIG_IGN) sigaction(signal, &note, nullptr);
  }
}

void check_interrupts() {
  if (noted_signal != 0) throw interrupted{noted_signal};
}

}  // namespace scree::cli
