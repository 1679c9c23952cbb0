#include "cli/animation.hpp"

#include "image/palette.hpp"

#include <scree/detail/sine.hpp>
#include <scree/error.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

namespace scree::cli {

namespace {

/// Where a loop is in frame `number`, on a circle of this circumference: z and w.
std::array<double, 2> place_on_circle(std::uint64_t number, std::uint64_t frames, double circumference) {
  const double turn = static_cast<double>(number % frames) / static_cast<double>(frames), radius = circumference / (2 * std::numbers::pi);
  const auto sine = [](double t) { return definition::sine_of_turn(definition::from_nearest(t)); };
  return {radius * sine(turn + 0.25), radius * sine(turn)};
}

void check(const animate_options& options) {
  constexpr std::uint64_t most = std::uint64_t{1} << 53;   // doubles hold the number of every frame
  if (options.frames < 1 || options.frames > most) throw Error("--frames is " + std::to_string(options.frames) + ", but must be 1 to 2^53");
  if (options.first > most - options.frames) throw Error("--first plus --frames passes 2^53");
  const double last = static_cast<double>(options.first + options.frames) * options.speed;
  if (options.speed == 0 || !std::isfinite(options.speed) || !std::isfinite(last))
    throw Error("--speed is " + std::to_string(options.speed) + ", but must be finite in the last frame, too, and not zero");
  options.view.check();
}

}  // namespace

animation::animation(const animate_options& options) : options_(options), field_(field_of(options.expression)) {
  check(options_);
  const image::palette colours = image::palette::find(options_.looks.palette);
  const Interval range = colours.values().value_or(field_.range());
  from_ = options_.looks.from.value_or(range.lo);
  to_ = options_.looks.to.value_or(range.hi);
  std::optional<HillshadeOptions> light;
  if (options_.looks.light.shade) {
    samples coarse;
    if (!options_.looks.light.relief) fill(options_.first, coarse_grid(options_.view), true, coarse);
    light = light_of(options_.looks.light, coarse.dx, coarse.dy);
  }
  paint_.emplace(colours, from_, to_, light);
}

template <int N>
void animation::fill_grid(const Grid<N>& grid, bool slopes, samples& to) const {
  const std::size_t count = grid.size[0] * grid.size[1];
  const FillOptions how{.threads = options_.out.threads};
  to.values.resize(count);
  if (!slopes) return field_.fill(grid, std::span(to.values), how);
  to.dx.resize(count);
  to.dy.resize(count);
  to.others.resize(count * (N - 2));
  Gradient<N> gradient;
  gradient.along[0] = to.dx;
  gradient.along[1] = to.dy;
  for (std::size_t axis = 2; axis < N; ++axis) gradient.along[axis] = std::span(to.others).subspan((axis - 2) * count, count);
  field_.fill(grid, std::span(to.values), gradient, how);
}

void animation::fill(std::uint64_t number, const Grid2& plane, bool slopes, samples& to) const {
  const auto [w, h] = plane.size;
  const auto [x, y] = plane.origin;
  const auto [dx, dy] = plane.spacing;
  if (!options_.loop) {
    const auto z = static_cast<std::int64_t>(number);
    return fill_grid(Grid3{.origin = {x, y, z}, .size = {w, h, 1}, .spacing = {dx, dy, options_.speed}, .offset = {plane.offset[0], plane.offset[1], 0}},
                     slopes, to);
  }
  const auto place = place_on_circle(number, options_.frames, static_cast<double>(options_.frames) * options_.speed);
  fill_grid(Grid4{.origin = {x, y, 0, 0}, .size = {w, h, 1, 1}, .spacing = {dx, dy, 1, 1}, .offset = {plane.offset[0], plane.offset[1], place[0], place[1]}},
            slopes, to);
}

void animation::draw(std::uint64_t number, std::size_t first_row, std::size_t rows, std::vector<std::uint8_t>& pixels) {
  const std::size_t width = options_.view.size[0], row_pixels = width * static_cast<std::size_t>(channels());
  fill(number, options_.view.rows(first_row, rows), paint_->needs_slopes(), band_);
  pixels.resize(rows * row_pixels);
  const auto row = [&](const std::vector<float>& of, std::size_t j) { return of.empty() ? std::span<const float>() : std::span(of).subspan(j * width, width); };
  for (std::size_t j = 0; j < rows; ++j) paint_->paint(row(band_.values, j), row(band_.dx, j), row(band_.dy, j), pixels.data() + j * row_pixels);
}

}  // namespace scree::cli
