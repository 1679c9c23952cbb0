// Ctrl-C as an exception, so that everything on the way out (a half-written picture above all) is cleaned up.
#pragma once

namespace scree::cli {

struct interrupted {
  int signal;
};

/// From now on SIGINT and SIGTERM are only noted; a second one ends the program at once. One that the parent set to be
/// ignored stays so.
void watch_interrupts();

/// Throws interrupted when a signal was noted. Called between two pieces of work, each a fraction of a second long.
void check_interrupts();

}  // namespace scree::cli
