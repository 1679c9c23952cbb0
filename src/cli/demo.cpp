#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/picture_options.hpp"
#include "cli/progress.hpp"
#include "cli/stopwatch.hpp"
#include "image/gray.hpp"
#include "image/png.hpp"

#include <scree/error.hpp>
#include <scree/isa.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <future>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace scree::cli {

namespace {

struct demo_options {
  std::string expression = "perlin(seed=7, frequency=0.02)";
  std::size_t size = 16384;
  int threads = 0;
  std::string file = "scree-demo.png";
};

// A square of floats, x fastest, whose pages the system has not handed out yet.
struct heightfield {
  std::size_t edge;
  std::unique_ptr<float[]> samples;

  explicit heightfield(std::size_t size) : edge(size) {
    constexpr std::size_t largest = std::size_t{1} << 30;
    if (edge < 1 || edge > largest) throw Error("--size is " + std::to_string(edge) + ", right is 1 to 2^30");
    try {
      samples.reset(new float[edge * edge]);
    } catch (const std::bad_alloc&) {
      throw Error("--size is " + std::to_string(edge) + ": this machine does not give " +
                  std::to_string(static_cast<std::uint64_t>(gibibytes())) + " GiB in one piece");
    }
  }
  double count() const { return static_cast<double>(edge) * static_cast<double>(edge); }
  double gibibytes() const { return count() * sizeof(float) / 0x1p30; }
  std::span<float> rows(std::size_t first, std::size_t number) const {
    return {samples.get() + first * edge, number * edge};
  }
};

// Called through a volatile pointer: the compiler may not drop what is overwritten before it is read.
void* (*volatile const set_bytes)(void*, int, std::size_t) = std::memset;

// The whole field set to one byte, in one slice of rows a thread.
void set_all(const heightfield& field, int threads) {
  std::vector<std::future<void>> others;
  const auto set_slice = [&](std::size_t k) {
    const auto count = static_cast<std::size_t>(threads);
    const std::size_t first = field.edge * k / count, last = field.edge * (k + 1) / count;
    const auto slice = field.rows(first, last - first);
    set_bytes(slice.data(), 1, slice.size_bytes());
  };
  for (int k = 1; k < threads; ++k) others.push_back(std::async(std::launch::async, set_slice, static_cast<std::size_t>(k)));
  set_slice(0);
  for (auto& other : others) other.get();
}

// The whole field filled with noise, in steps so that progress shows. A step of 64 MiB and more is filled as the whole would
// be: past the caches.
void fill_all(const Noise& noise, const heightfield& field, int threads, progress& line) {
  constexpr std::size_t step_samples = (std::size_t{64} << 20) / sizeof(float);
  const std::size_t step = std::max((field.edge + 15) / 16, (step_samples + field.edge - 1) / field.edge);
  for (std::size_t row = 0; row < field.edge; row += step) {
    check_interrupts();
    line.show("noise, threads: " + std::to_string(threads), static_cast<double>(row), static_cast<double>(field.edge));
    const std::size_t rows = std::min(step, field.edge - row);
    noise.fill(Grid2{.origin = {0, static_cast<std::int64_t>(row)}, .size = {field.edge, rows}}, field.rows(row, rows),
               {.threads = threads});
  }
}

// Seconds of the best of the runs that begin within a second.
template <class Work>
double best_seconds(Work work) {
  const stopwatch whole;
  double best = 0;
  for (int run = 0; run == 0 || whole.seconds() < 1; ++run) {
    check_interrupts();
    const stopwatch watch;
    work();
    best = run == 0 ? watch.seconds() : std::min(best, watch.seconds());
  }
  return best;
}

void compare(const Noise& noise, const heightfield& field, int threads) {
  double memset_seconds = 0, noise_seconds = 0;
  {
    progress line(false);
    line.show("memset, threads: " + std::to_string(threads), 0, 1);
    memset_seconds = best_seconds([&] { set_all(field, threads); });
    noise_seconds = best_seconds([&] { fill_all(noise, field, threads, line); });
  }
  const double millions = field.count() / 1e6;
  std::printf("%7d  %8.1f million/s  %8.1f million/s  %5.1f %%\n", threads, millions / memset_seconds,
              millions / noise_seconds, 100 * memset_seconds / noise_seconds);
  std::fflush(stdout);
}

// Of the picture, which shows the middle of the field.
std::size_t picture_edge(const heightfield& field) { return std::min<std::size_t>(field.edge, 1024); }

void write_picture(const Noise& noise, const heightfield& field, image::png_writer& png) {
  const auto [black, white] = noise.range();
  const std::size_t edge = picture_edge(field), margin = (field.edge - edge) / 2;
  std::vector<std::uint8_t> pixels(edge);
  for (std::size_t row = 0; row < edge; ++row) {
    image::gray<std::uint8_t>(field.rows(margin + row, 1).subspan(margin, edge), black, white, pixels);
    png.write_row(std::span<const std::uint8_t>(pixels));
  }
  png.finish();
}

void demo(const demo_options& options) {
  const Noise noise = field_of(options.expression);
  const std::string instruction_set(isa::active());
  const heightfield field(options.size);
  const std::size_t edge = picture_edge(field);
  image::png_writer png(options.file, {edge, edge});
  const int all = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const int threads = options.threads == 0 ? all : options.threads;

  std::printf("%s, %zu x %zu samples, %.3f GiB, instruction set %s\n", options.expression.c_str(), field.edge, field.edge, field.gibibytes(),
              instruction_set.c_str());
  std::fflush(stdout);
  const stopwatch touch;
  set_all(field, 1);
  std::printf("first touch of the memory: %.3f s, once and whoever writes first; not part of the speeds below\n",
              touch.seconds());
  std::printf("threads  memset              noise               of memset\n");
  compare(noise, field, 1);
  if (threads > 1) compare(noise, field, threads);
  write_picture(noise, field, png);
  std::printf("%s shows the middle %zu x %zu samples\n", options.file.c_str(), edge, edge);
}

}  // namespace

void add_demo(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("demo", "Fill a heightfield of 1 GiB, compare with memset, and draw the middle of it");
  const auto options = std::make_shared<demo_options>();
  add_field(*command, options->expression)->capture_default_str();
  add_parsed<std::size_t>(*command, "--size", options->size, parse_integer, "a number of samples",
                          "Samples along each edge of the field")
      ->type_name("INT")
      ->default_str(std::to_string(options->size));
  add_threads(*command, options->threads);
  command->add_option("-o,--output", options->file, "The PNG to write")->type_name("FILE")->capture_default_str();
  command->callback([options] { demo(*options); });
}

}  // namespace scree::cli
