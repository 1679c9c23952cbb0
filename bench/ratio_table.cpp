#include "ratio_table.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <utility>

namespace scree::bench {

namespace {

using work = std::function<void()>;

double now(timing clock) {
#ifdef CLOCK_THREAD_CPUTIME_ID
  if (clock == timing::cpu) {
    std::timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  }
#endif
  (void)clock;
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Seconds of one call, from a slice of several.
double time_slice(const work& call, int repeats, timing clock) {
  const double start = now(clock);
  for (int k = 0; k < repeats; ++k) call();
  return (now(clock) - start) / repeats;
}

// How many calls make a slice long enough for the clock, and short enough that both sides meet the same machine.
int repeats_of(const work& call, timing clock) {
  constexpr double slice = 4e-3;
  call();  // warm
  int repeats = 1;
  while (time_slice(call, repeats, clock) * repeats < slice) repeats *= 2;
  return repeats;
}

struct quartiles {
  double low, median, high;
};

quartiles quartiles_of(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t last = values.size() - 1;
  return {values[last / 4], values[last / 2], values[last - last / 4]};
}

}  // namespace

void ratio_table::heading(std::string title, std::string first, std::string second) {
  title_ = std::move(title);
  first_ = std::move(first);
  second_ = std::move(second);
}

void ratio_table::print_heading() {
  if (title_.empty()) return;
  std::printf("\n%s\n%-38s %12s %12s %8s   %-15s %6s\n", title_.c_str(), "million points a second", first_.c_str(),
              second_.c_str(), "ratio", "quartiles", "wanted");
  title_.clear();
}

void ratio_table::compare(const comparison& row, int rounds) {
  if (!wants(row.name)) return;
  print_heading();
  const int first_repeats = repeats_of(row.first, row.clock), second_repeats = repeats_of(row.second, row.clock);
  std::vector<double> ratios, first_speeds, second_speeds;
  for (int round = 0; round < std::min(rounds_, rounds); ++round) {
    double first = 0, second = 0;
    // They take turns in going first, too.
    if (round % 2 == 0) first = time_slice(row.first, first_repeats, row.clock);
    second = time_slice(row.second, second_repeats, row.clock);
    if (round % 2 == 1) first = time_slice(row.first, first_repeats, row.clock);
    ratios.push_back(second / first);
    first_speeds.push_back(row.points / first * 1e-6);
    second_speeds.push_back(row.points / second * 1e-6);
  }
  const quartiles ratio = quartiles_of(ratios);
  char spread[32];
  std::snprintf(spread, sizeof spread, "%.2f .. %.2f", ratio.low, ratio.high);
  std::printf("%-38s %12.1f %12.1f %8.2f   %-15s ", row.name.c_str(), quartiles_of(first_speeds).median,
              quartiles_of(second_speeds).median, ratio.median, spread);
  if (row.wanted > 0) {
    std::printf("%6.2f %s\n", row.wanted,
                std::round(ratio.median * 100) >= std::round(row.wanted * 100) ? "reached" : "SHORT");
  } else {
    std::printf("%6s\n", "-");
  }
  std::fflush(stdout);
}

void ratio_table::time_call(const std::string& name, const work& call, double calls, double wanted) {
  if (!wants(name)) return;
  const int repeats = repeats_of(call, timing::cpu);
  std::vector<double> times;
  for (int round = 0; round < rounds_; ++round) times.push_back(time_slice(call, repeats, timing::cpu) / calls * 1e9);
  const quartiles time = quartiles_of(times);
  std::printf("\n%-38s %.1f ns a call (quartiles %.1f .. %.1f), wanted at most %.0f: %s\n", name.c_str(), time.median,
              time.low, time.high, wanted, time.median <= wanted ? "reached" : "SHORT");
  std::fflush(stdout);
}

}  // namespace scree::bench
