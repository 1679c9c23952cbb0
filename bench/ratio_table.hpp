// Ratios of speeds that hold on a machine that others use too: the two sides take turns in short slices, each round gives
// one ratio, and the table shows the median of the rounds with its quartiles beside what is wanted.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace scree::bench {

/// CPU time of the calling thread, which other processes do not enter; or wall time, for work on several threads.
enum class timing { cpu, wall };

struct comparison {
  std::string name;
  double points;  // made by one call of either side
  std::function<void()> first, second;
  double wanted = 0;  // at least this often the second's speed; 0: shown without a verdict
  timing clock = timing::cpu;
};

class ratio_table {
 public:
  ratio_table(int rounds, std::string filter) : rounds_(rounds), filter_(std::move(filter)) {}

  /// Begins a table; printed only if a row follows. `first` and `second` head the columns of the two speeds.
  void heading(std::string title, std::string first, std::string second);

  /// Whether the filter lets this row through. Ask before preparing anything large.
  bool wants(const std::string& name) const { return name.find(filter_) != std::string::npos; }

  /// Measures and prints one row. At most `rounds` rounds.
  void compare(const comparison& row, int rounds = 1000);

  /// Measures and prints the time of a call, in nanoseconds, and whether it stays within `wanted`.
  void time_call(const std::string& name, const std::function<void()>& call, double calls, double wanted);

 private:
  void print_heading();

  int rounds_;
  std::string filter_;
  std::string title_, first_, second_;
};

}  // namespace scree::bench
