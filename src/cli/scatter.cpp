#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/picture_options.hpp"
#include "cli/progress.hpp"
#include "cli/stopwatch.hpp"
#include "image/whole_file.hpp"

#include <scree/error.hpp>
#include <scree/isa.hpp>
#include <scree/scatter.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace scree::cli {

namespace {

using numbers4 = std::array<double, 4>;

struct scatter_options {
  std::string expression = "1";
  ScatterOptions points;
  std::string kind = "poisson";
  std::optional<numbers4> region;
  std::optional<std::array<std::int64_t, 2>> chunk;
  double chunk_size = 256;
  output out;
};

std::optional<std::optional<numbers4>> parse_region(std::string_view text) {
  numbers4 numbers{};
  for (std::size_t k = 0; k < 4; ++k) {
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), numbers[k]);
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    const bool ends = k == 3 ? text.empty() : text.starts_with(',');
    if (error != std::errc{} || !std::isfinite(numbers[k]) || !ends) return std::nullopt;
    if (k < 3) text.remove_prefix(1);
  }
  if (numbers[2] < numbers[0] || numbers[3] < numbers[1]) return std::nullopt;
  return numbers;
}

std::optional<std::optional<std::array<std::int64_t, 2>>> parse_chunk(std::string_view text) { return given(parse_pair<std::int64_t, ','>(text)); }

Rectangle region_of(const scatter_options& options) {
  if (options.region.has_value() == options.chunk.has_value()) throw Error("--region or --chunk says where; one of them has to be given");
  if (options.chunk) return Rectangle::chunk((*options.chunk)[0], (*options.chunk)[1], options.chunk_size);
  const auto [x0, y0, x1, y1] = *options.region;
  return {x0, y0, x1, y1};
}

/// The text of points in one kind of file.
class point_format {
 public:
  /// By the ending. A device or a pipe has the name that it has, and gets CSV.
  explicit point_format(const std::filesystem::path& target) {
    const std::string ending = target.extension().string();
    std::error_code ignored;
    const auto status = std::filesystem::status(target, ignored);
    const bool is_csv = ending == ".csv" || target.empty() || (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status));
    is_json_ = ending == ".geojson" || ending == ".json";
    if (!is_csv && !is_json_) throw Error(target.string() + ": the name of a list of points ends with .csv, .geojson or .json");
  }

  std::string_view head() const { return is_json_ ? "{\"type\": \"FeatureCollection\", \"features\": [\n" : "x,y,id,density\n"; }
  std::string_view foot() const { return is_json_ ? "\n]}\n" : ""; }
  /// What stands between the texts of two lists.
  std::string_view between() const { return is_json_ ? ",\n" : ""; }

  /// Numbers are the shortest that read back the same. An id of 64 bits is text in JSON, whose numbers many read as doubles.
  std::string text(const std::vector<ScatterPoint>& points) const {
    std::string out;
    out.reserve(points.size() * (is_json_ ? 190 : 72));
    for (const ScatterPoint& point : points) {
      if (is_json_) {
        if (!out.empty()) out += between();
        out += "{\"type\": \"Feature\", \"geometry\": {\"type\": \"Point\", \"coordinates\": [";
        add(out, point.x, ", ");
        add(out, point.y, "]}, \"properties\": {\"id\": \"");
        add(out, point.id, "\", \"density\": ");
        add(out, point.density, "}}");
      } else {
        add(out, point.x, ",");
        add(out, point.y, ",");
        add(out, point.id, ",");
        add(out, point.density, "\n");
      }
    }
    return out;
  }

 private:
  template <class Number>
  static void add(std::string& out, Number number, std::string_view then) {
    char text[32];
    out.append(text, std::to_chars(text, text + sizeof text, number).ptr).append(then);
  }

  bool is_json_;
};

/// The region in blocks, row by row, large enough that what is looked at around each costs little, and small enough that a moment and some
/// megabytes do for one. Points do not depend on how a region is cut.
class blocks {
 public:
  // 356 spacings are a little less than 512 of the squares that poisson points are found in, which scatter() takes 256 by 256.
  blocks(const Rectangle& region, double distance)
      : x_(region.x0, region.x1, 712 * distance), y_(region.y0, region.y1, 356 * distance) {
    const double columns = (region.x1 - region.x0) / distance, rows = (region.y1 - region.y0) / distance;
    if (!(std::max(columns, 1.0) * std::max(rows, 1.0) <= 0x1p40)) throw Error("the region holds more than 2^40 squares of --distance");
  }

  std::size_t count() const { return x_.count() * y_.count(); }
  Rectangle at(std::size_t number) const {
    const std::size_t i = number % x_.count(), j = number / x_.count();
    return {x_.edge(i), y_.edge(j), x_.edge(i + 1), y_.edge(j + 1)};
  }

 private:
  /// An axis in pieces, which have the same number where they meet.
  class pieces {
   public:
    pieces(double from, double to, double length) : from_(from), to_(to), length_(length), count_(std::max(1.0, std::ceil((to - from) / length))) {}
    std::size_t count() const { return static_cast<std::size_t>(count_); }
    double edge(std::size_t number) const {
      return number == count() ? to_ : std::min(to_, from_ + static_cast<double>(number) * length_);
    }

   private:
    double from_, to_, length_, count_;
  };

  pieces x_, y_;
};

struct part {
  std::size_t points;
  std::string text;
};

/// As many blocks at once as there are threads; their texts go to the file in order. Returns the number of points.
std::uint64_t scatter_blocks(const Noise& density, const blocks& all, const scatter_options& options, const point_format& format, image::whole_file& file) {
  const std::size_t hardware = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t threads = std::min(all.count(), options.out.threads == 0 ? hardware : static_cast<std::size_t>(options.out.threads));
  const auto compute = [&](std::size_t number) {
    const auto points = scatter(density, all.at(number), options.points);
    return part{points.size(), format.text(points)};
  };
  progress line(options.out.quiet);
  std::uint64_t points = 0;
  file.put(format.head());
  for (std::size_t first = 0; first < all.count(); first += threads) {
    std::vector<std::future<part>> parts;
    const std::size_t end = std::min(all.count(), first + threads);
    for (std::size_t k = first; k < end; ++k) parts.push_back(std::async(k + 1 < end ? std::launch::async : std::launch::deferred, compute, k));
    parts.back().wait();   // the last is this thread's
    for (auto& each : parts) {
      const part some = each.get();
      if (points > 0 && some.points > 0) file.put(format.between());
      file.put(some.text);
      points += some.points;
    }
    check_interrupts();
    line.show(options.out.file, static_cast<double>(end), static_cast<double>(all.count()));
  }
  file.put(format.foot());
  return points;
}

void report(const Noise& density, const scatter_options& options, const Rectangle& region, std::uint64_t points, double whole) {
  const std::string instruction_set(isa::active());
  if (options.out.json) {
    json_line line;
    line.add("file", options.out.file).add_count("points", points).add("kind", options.kind).add("distance", options.points.spacing);
    line.add_count("seed", options.points.seed);
    line.add("x0", region.x0).add("y0", region.y0).add("x1", region.x1).add("y1", region.y1);
    line.add("field", density.to_string()).add("isa", instruction_set).add("seconds", whole);
    line.print();
  } else if (!options.out.quiet) {
    std::printf("%llu points in %.2f s: %.2f million points/s (%s)\n", static_cast<unsigned long long>(points), whole,
                static_cast<double>(points) / whole / 1e6, instruction_set.c_str());
    std::printf("%s written, all included\n", options.out.file.c_str());
  }
}

void run_scatter(scatter_options options) {
  const stopwatch watch;
  const Noise density = field_of(options.expression);
  isa::active();   // what SCREE_ISA asks for is there
  if (options.kind != "poisson" && options.kind != "jittered") throw Error("--kind is '" + options.kind + "', right is jittered or poisson");
  options.points.kind = options.kind == "poisson" ? ScatterKind::poisson : ScatterKind::jittered;
  const Rectangle region = region_of(options);
  const point_format format(options.out.file);
  // Both corners, so that what is wrong with the options is said before the file is opened.
  scatter(density, {region.x0, region.y0, region.x0, region.y0}, options.points);
  scatter(density, {region.x1, region.y1, region.x1, region.y1}, options.points);
  const blocks all(region, options.points.spacing);
  image::whole_file file(options.out.file);
  const std::uint64_t points = scatter_blocks(density, all, options, format, file);
  file.commit();
  report(density, options, region, points, watch.seconds());
}

}  // namespace

void add_scatter(CLI::App& app) {
  CLI::App* command = app.add_subcommand("scatter", "Write points that keep their distance, as dense as a field says, to a CSV or GeoJSON file");
  const auto options = std::make_shared<scatter_options>();
  add_field(*command, options->expression)->capture_default_str();
  command->add_option("--kind", options->kind, "poisson: points that keep their distance; jittered: one in each square of a grid")
      ->type_name("KIND")
      ->capture_default_str();
  command->add_option("--distance", options->points.spacing, "Least distance between two points (jittered: side of a square), in units")->capture_default_str();
  command->add_option("--jitter", options->points.jitter, "For jittered: 0 (the middle of the square) to 1 (anywhere in it)")->capture_default_str();
  add_seed(*command, options->points.seed, "Of the points");
  add_parsed<std::optional<numbers4>>(*command, "--region", options->region, parse_region, "X0,Y0,X1,Y1 with X0 <= X1 and Y0 <= Y1, such as 0,0,100,50",
                                      "Where points are, in units; X1 and Y1 are outside")
      ->type_name("X0,Y0,X1,Y1");
  add_parsed<std::optional<std::array<std::int64_t, 2>>>(*command, "--chunk", options->chunk, parse_chunk, "two whole numbers I,J, such as 0,-1",
                                                         "Instead of --region: a square of a plane that is cut into squares")
      ->type_name("I,J");
  command->add_option("--chunk-size", options->chunk_size, "Its side, in units")->capture_default_str();
  add_output(*command, options->out, "The points: .csv with x,y,id,density, or .geojson");
  command->callback([options] { run_scatter(*options); });
}

}  // namespace scree::cli
