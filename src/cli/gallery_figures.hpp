// The kinds of figures: each of these makes one from what it shows.
#pragma once
#include "cli/gallery.hpp"
#include "cli/look.hpp"
#include "cli/picture_options.hpp"

#include <scree/noise.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace scree::cli::gallery {

/// What every figure says.
struct words {
  std::string file, title, caption;
};

/// How many units a picture of a field shows for a spacing of 1.
inline constexpr double units_shown = 400;

/// A figure that has yet to draw itself.
figure make(words says, std::string recipe = "");

/// A field in the world of the settings, and that of a text.
Noise in_world(const settings& how, const Noise& field);
Noise field_in(const settings& how, const std::string& expression);

/// scree render of a field.
figure of_field(const settings& how, words says, const std::string& expression, const look& looks, double spacing = 1);
/// scree profile of a field.
figure of_profile(const settings& how, words says, const std::string& expression, double to);
/// One turn of scree animate --loop, its frames side by side.
figure of_loop(const settings& how, words says, const std::string& expression, const look& looks, double speed, std::size_t frames);

/// The power spectrum of a field of `frequency` cells a unit as a picture, up to three cycles a cell.
figure of_spectrum(const settings& how, words says, const std::string& expression, double frequency);
/// The radial means of several as curves.
struct named_field {
  std::string name, expression;
};
figure of_spectra(const settings& how, words says, const std::vector<named_field>& fields, double frequency);

// ---- land: drawn by the library, in gallery_land.cpp -------------------------------------------------------------------------

/// A cave of cells: white noise (0 steps), after some steps of the automaton, and with all regions joined.
figure of_cave(const settings& how, words says, int steps, bool connected);
/// Biomes as classes, or blended and with light on a height field and the sea.
figure of_biomes(const settings& how, words says, bool blended);
/// Points over the density of a text.
figure of_scatter(const settings& how, words says, const std::string& density, bool poisson);
/// Three ores in stone.
figure of_minerals(const settings& how, words says);

/// RGB or gray pixels to a PNG. Throws FileError and interrupted.
void write_png(const std::filesystem::path& file, std::size_t width, std::size_t height, int channels, const std::vector<std::uint8_t>& pixels);

}  // namespace scree::cli::gallery
