// Google Benchmark around a case: names, counters, and the check that comes first.
//
// Counters: items_per_second is points (or floats) a second; tsc_cycles/point is ticks of the time stamp counter a point,
// where there is one. It ticks at the machine's nominal rate, whatever the core does, and also while another process has the
// core. Times are the thread's CPU time, but wall time where a case uses several threads (Google Benchmark then adds
// /real_time).
#pragma once
#include "support.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#if defined(__x86_64__) && defined(__GNUC__)
#include <x86intrin.h>
#define SCREE_BENCH_TSC
#endif

namespace scree::bench {

inline std::uint64_t time_stamp() {
#ifdef SCREE_BENCH_TSC
  return __rdtsc();
#else
  return 0;
#endif
}

/// Times `body`, which makes `count` points a call.
template <class Body>
void measure(benchmark::State& state, std::size_t count, const Body& body) {
  const std::uint64_t start = time_stamp();
  for (auto _ : state) {
    body();
    benchmark::ClobberMemory();
  }
  const double made = static_cast<double>(state.iterations()) * static_cast<double>(count);
#ifdef SCREE_BENCH_TSC
  state.counters["tsc_cycles/point"] = static_cast<double>(time_stamp() - start) / made;
#else
  (void)start;
#endif
  state.SetItemsProcessed(static_cast<std::int64_t>(made));
}

/// A case of scree's own: picks the instruction set, runs `body` once, has `check` look at the result, and only then
/// measures.
template <class Body, class Check>
auto add_checked(const std::string& name, std::string_view isa, std::size_t count, Body body, Check check) {
  return benchmark::RegisterBenchmark(name.c_str(), [=, checked = false](benchmark::State& state) mutable {
    isa::use(isa);
    const std::span<float> out = shared_buffer(count);
    if (!checked) {
      body(out);
      checked = check(out);
    }
    if (!checked) {
      state.SkipWithError("the result differs from the scalar reference");
      return;
    }
    measure(state, count, [&] { body(out); });
  });
}

/// Something that is only looked at for its speed: another library, or the memory itself.
template <class Body>
void add_unchecked(const std::string& name, std::size_t count, Body body) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    const std::span<float> out = shared_buffer(count);
    measure(state, count, [&] { body(out); });
  });
}

/// How fast the buffer of such a case can be written at all.
inline void add_memory(const std::string& of, std::size_t count) {
  add_unchecked("memory:memset/" + of, count, fill_by_memset);
  add_unchecked("memory:stream/" + of, count, fill_by_streaming);
}

/// Google Benchmark's main, with a shorter time a case than its own default: there are many of them. `add_cases` sees the
/// filter.
template <class AddCases>
int run(int argc, char** argv, const AddCases& add_cases) {
  static char min_time[] = "--benchmark_min_time=0.1";
  std::vector<char*> arguments(argv, argv + argc);
  arguments.insert(arguments.begin() + 1, min_time);
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  add_cases(benchmark::GetBenchmarkFilter());
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace scree::bench
