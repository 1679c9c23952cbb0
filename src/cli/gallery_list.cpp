// The figures of the gallery: what each shows, how, and what to look for.
#include "cli/gallery_figures.hpp"

#include <utility>

namespace scree::cli::gallery {

namespace {

/// What an option is, and what it makes.
using cases = std::vector<std::pair<std::string, std::string>>;

look gray(double from, double to) { return {.from = from, .to = to}; }
look heat(double from, double to) { return {.palette = "heat", .from = from, .to = to}; }
look light(double relief) { return {.from = -4, .to = 2, .light = {.shade = true, .relief = relief}}; }
look land(double from, double to, double relief) { return {.palette = "terrain", .from = from, .to = to, .light = {.shade = true, .relief = relief}}; }

section continuity(const settings& how) {
  section s{"continuity", "Continuity",
      "Noise has random values and yet no jumps: neighbouring places have neighbouring values. That is what makes it coherent.", {}};
  s.figures.push_back(of_profile(how, {"continuity-perlin.svg", "Perlin noise against white noise",
                                       "One hill or hollow a unit, zero at every whole number, and a smooth way between; below it as many samples of "
                                           "white noise, where none knows the next."},
                                 "perlin(seed=2)", 16));
  s.figures.push_back(of_profile(how, {"continuity-fbm.svg", "Six octaves of it",
      "The same hills with smaller ones on them: a mountain range in profile."}, "fbm(perlin(seed=2), octaves=6)", 16));
  return s;
}

section octaves(const settings& how) {
  section s{"octaves", "One to eight octaves",
      "Fractional Brownian motion is a sum of noises, each with half the size and half the strength of the one before. All pictures have the same shades.",
      {}};
  for (int k = 1; k <= 8; ++k) {
    const std::string n = std::to_string(k);
    const char* caption = k == 1   ? "Blobs of one size, three across."
                          : k <= 3 ? "Smaller features appear on the large ones, which stay where they are."
                          : k <= 5 ? "Clouds: detail at every size that the eye takes in."
                                   : "Only the finest grain is new, and hard to see.";
    s.figures.push_back(of_field(how, {"octaves-" + n + ".png", k == 1 ? "One octave" : n + " octaves", caption},
        "fbm(perlin(seed=7, frequency=0.0075), octaves=" + n + ")", gray(-0.6, 0.6)));
  }
  return s;
}

section scales(const settings& how) {
  section s{"scale", "Scale", "The frequency says how many cells lie in a unit; these pictures are 400 units wide. It changes nothing but the size.", {}};
  for (const auto& [frequency, cells] : cases{{"0.005", "2"}, {"0.01", "4"}, {"0.025", "10"}, {"0.1", "40"}})
    s.figures.push_back(of_field(how, {"scale-" + cells + ".png", cells + " cells across", "perlin with frequency " + frequency + "."},
        "perlin(seed=4, frequency=" + frequency + ")", gray(-0.9, 0.9)));
  return s;
}

section gain_and_lacunarity(const settings& how) {
  section s{"gain", "Persistence and lacunarity",
      "Persistence, here called gain, is how strong each octave is against the one before; lacunarity how much finer it is.", {}};
  for (const auto& [gain, caption] : cases{{"0.25", "Soft: the first octave is nearly alone."},
      {"0.4", "Each octave less steep than the one before: worn hills."},
      {"0.5", "The usual choice: each octave half as high and half as wide, so equally steep."}, {"0.65", "Rough: fine octaves are the steepest."}})
    s.figures.push_back(of_field(how, {"gain-" + gain + ".png", "Persistence " + gain, caption},
        "fbm(simplex(seed=3, frequency=0.0075), octaves=6, gain=" + gain + ")", land(-0.75, 0.75, 14)));
  for (const auto& [lacunarity, caption] : cases{{"1.5", "Four octaves close together: nothing finer than a third of the first."},
      {"2", "Each octave twice as fine."}, {"2.5", "The same four reach further down."},
      {"3.5", "Gaps between the sizes: fine grain on large hills, little between."}})
    s.figures.push_back(of_field(how, {"lacunarity-" + lacunarity + ".png", "Lacunarity " + lacunarity, caption},
        "fbm(simplex(seed=3, frequency=0.0075), octaves=4, lacunarity=" + lacunarity + ")", land(-0.75, 0.75, 14)));
  return s;
}

section fades(const settings& how) {
  section s{"fades", "Fades in light",
      "The fade is the curve that leads from one lattice point to the next. Values hide its faults, and light on the surface shows them.", {}};
  for (const auto& [fade, caption] : cases{{"linear", "Creases along every line of the lattice: the slope jumps."},
      {"cubic", "Perlin's of 1985: no creases, but the curvature jumps, and the lattice still shows as a grid of faint lines."},
      {"quintic", "Perlin's of 2002: slope and curvature are continuous, the lattice is gone."}}) {
    s.figures.push_back(of_field(how, {"fade-perlin-" + fade + ".png", "Perlin noise, " + fade, caption},
        "perlin(seed=5, frequency=0.0125, fade=" + fade + ")", light(24)));
  }
  for (const auto& [fade, caption] : cases{{"linear", "Ruled patches with sharp edges."},
      {"cubic", "Terraces at the lattice points, whose borders show."}, {"quintic", "Smooth everywhere, and flat around each lattice point."}})
    s.figures.push_back(of_field(how, {"fade-value-" + fade + ".png", "Value noise, " + fade, caption},
        "value(seed=5, frequency=0.0125, fade=" + fade + ")", light(20)));
  return s;
}

section kinds(const settings& how) {
  section s{"kinds", "Perlin, simplex, value and Worley noise",
      "Each noise, 16 cells across, and how much of it lies at which frequency and in which direction: frequency 0 in the middle, three cycles a cell "
      "at the border, white the most, black a millionth of it.", {}};
  struct kind {
    const char *name, *title, *expression, *picture, *spectrum;
    double from, to;
  };
  const std::vector<kind> all = {
      {"perlin", "Perlin noise", "perlin(seed=6, frequency=0.04)", "Blobs of about one size; many of them lie along the axes and diagonals.",
          "A ring: nothing at frequency 0, most around half a cycle a cell. The lobes along the axes are the lattice.", -0.9, 0.9},
      {"simplex", "Simplex noise", "simplex(seed=6, frequency=0.04)",
          "Without preferred axes. Its lattice is of triangles, and its bumps are narrower: at one frequency it looks finer than Perlin noise.",
          "A wider ring, and round: no direction is preferred. Outside of it are the rings of the kernels, a thousandth as strong.", -1, 1},
      {"value", "Value noise", "value(seed=6, frequency=0.04)", "Blocky: patches of different sizes with edges along the axes.",
          "Most at frequency 0, so features of every size above a cell; the square and the cross are the lattice.", -0.9, 0.9},
      {"worley", "Worley noise", "worley(seed=6, frequency=0.04)", "The distance to the nearest of random points: cones that meet in creases.",
          "Round: no direction is preferred. The creases put power at high frequencies; the dots at whole cycles are the cells, each of which has one point.",
          0, 1.1}};
  std::vector<named_field> fields;
  for (const kind& k : all) {
    const std::string name = k.name, title = k.title;
    s.figures.push_back(of_field(how, {"kind-" + name + ".png", title, k.picture}, k.expression, gray(k.from, k.to)));
    s.figures.push_back(of_spectrum(how, {"spectrum-" + name + ".png", "Spectrum of " + name + " noise", k.spectrum}, k.expression, 0.04));
    fields.push_back({name, k.expression});
  }
  s.figures.push_back(of_spectra(how, {"spectra.svg", "The four, averaged over all directions",
      "Perlin and simplex noise are band-passes: little power at low frequencies, most in one octave, then a steep fall. Value noise is a low-pass. "
      "Worley noise has the longest tail."}, fields, 0.04));
  return s;
}

section fractals(const settings& how) {
  section s{"fractals", "Fractals", "Octaves can be folded before they are added.", {}};
  const auto add = [&](const char* name, const char* title, const char* caption, const std::string& expression, const look& looks) {
    s.figures.push_back(of_field(how, {"fractal-" + std::string(name) + ".png", title, caption}, expression, looks));
  };
  const std::string source = "(simplex(seed=8, frequency=0.006), octaves=7)";
  add("fbm", "Fractional Brownian motion", "The plain sum: hills and hollows are alike.", "fbm" + source, gray(-0.8, 0.8));
  add("turbulence", "Turbulence", "The sum of absolute values (Perlin, 1985): dark creases where octaves pass zero, as in smoke and marble.",
      "turbulence" + source, gray(0, 0.75));
  add("billow", "Billow", "The same, spread over -1 to 1, in light: rounded cushions with creases between.",
      "billow(simplex(seed=8, frequency=0.006), octaves=3)", light(14));
  add("ridged", "Ridged", "Billows upside down: sharp bright ridges that branch like mountain ranges.", "ridged" + source, gray(-0.5, 0.9));
  add("hybrid", "Hybrid multifractal", "Musgrave's, in light: octaves count less where the land is low, so valleys are smooth and peaks rough.",
      "hybrid(simplex(seed=8, frequency=0.006), octaves=8, gain=0.84)", light(60));
  add("ping-pong", "Ping-pong", "Folded several times: bands like those of agate.",
      "ping_pong(simplex(seed=8, frequency=0.005), octaves=3, strength=2.5)", gray(-1, 1));
  return s;
}

section warps(const settings& how) {
  section s{"warp", "Warping", "A field seen at places that another one displaces.", {}};
  const std::string source = "fbm(perlin(seed=9, frequency=0.01), octaves=5)";
  const auto add = [&](const char* name, const char* title, const char* caption, const std::string& expression, const look& looks) {
    s.figures.push_back(of_field(how, {"warp-" + std::string(name) + ".png", title, caption}, expression, looks));
  };
  add("0", "Without", "The field as it is.", source, gray(-0.6, 0.6));
  add("1", "Warped once", "Features are drawn out and folded.", "warp(" + source + ", amplitude=80, frequency=0.008, seed=1, octaves=3)", gray(-0.6, 0.6));
  add("2", "Warped twice", "Displaced displacements: filaments and whirls as in gas and marble.",
      "warp(warp(" + source + ", amplitude=80, frequency=0.008, seed=1, octaves=3), amplitude=120, frequency=0.006, seed=2, octaves=2)", gray(-0.6,
      0.6));
  add("stripes", "Marble", "Stripes along one axis, displaced by turbulence.",
      "let t = fbm(perlin(seed=2, frequency=0.008), octaves=6); ping_pong(clamp(x / 400 + t * 0.25, -1, 2), octaves=1, strength=20)", gray(-1.4, 1));
  return s;
}

section cells(const settings& how) {
  section s{"worley", "Worley noise", "Distances to random points, measured and combined in several ways.", {}};
  const auto add = [&](const char* name, const char* title, const char* caption, const std::string& options, const look& looks) {
    s.figures.push_back(of_field(how, {"worley-" + std::string(name) + ".png", title, caption}, "worley(seed=3, frequency=0.02" + options + ")", looks));
  };
  add("euclidean", "F1, Euclidean", "The distance to the nearest point: round cones.", "", heat(0, 1.1));
  add("manhattan", "F1, Manhattan", "Sums of the sides: diamonds.", ", metric=manhattan", heat(0, 1.4));
  add("chebyshev", "F1, Chebyshev", "The longest side: squares.", ", metric=chebyshev", heat(0, 0.9));
  add("minkowski", "F1, Minkowski with p = 4", "Between circles and squares.", ", metric=minkowski, p=4", heat(0, 1));
  add("f2", "F2", "The distance to the second nearest point: creases through the points.", ", nth=2", heat(0.2, 1.3));
  add("difference", "F2 - F1", "Zero on the borders between the cells: a dark net, as of cracks or skin.", ", returns=difference", heat(0, 0.9));
  add("quotient", "F1 / F2", "One on the borders, zero at the points: cells with bright walls.", ", returns=quotient", heat(0, 1));
  add("cells", "The values of cells", "One random value for each point's region: a Voronoi mosaic.", ", returns=cell_value", gray(-1, 1));
  return s;
}

section terrain(const settings& how) {
  section s{"land", "Land", "Heights with the colours of a map and light from the upper left.", {}};
  s.figures.push_back(of_field(how, {"land-hills.png", "Continents", "Seven octaves of simplex noise; the sea below 0."},
      "fbm(simplex(seed=7, frequency=0.005), octaves=7)", land(-0.75, 0.75, 17)));
  s.figures.push_back(of_field(how, {"land-mountains.png", "Mountains", "Ridges where the land is high, plains where it is low."},
                               "let m = ridged(simplex(seed=4, frequency=0.006), octaves=7);\nlet h = fbm(simplex(seed=1, frequency=0.003), "
                                   "octaves=6);\nh * 0.55 + smoothstep(h, -0.1, 0.5) * (m + 0.35) * 0.45", land(-0.7, 0.7, 30)));
  s.figures.push_back(of_field(how, {"land-warped.png", "Worn land", "The same kind of field, warped: valleys bend and run together."},
      "warp(fbm(simplex(seed=5, frequency=0.005), octaves=7, weighted_strength=0.6), amplitude=60, frequency=0.006, seed=5, octaves=3)", land(-0.75,
      0.75, 26)));
  s.figures.push_back(of_field(how, {"land-terraces.png", "Terraces", "Level steps with steep edges, as of a canyon."},
      "terrace(warp(fbm(simplex(seed=11, frequency=0.005), octaves=6), amplitude=30, frequency=0.01), 9, 0.3)", land(-0.9, 0.7, 12)));
  s.figures.push_back(of_field(how, {"land-island.png", "An island", "A field that sinks below the sea towards a radius."},
                               "let d = distance_to(200, 200) / 190;\nlet h = fbm(simplex(seed=15, frequency=0.007), octaves=7);\nblend(h * 0.7 + "
                                   "0.2, -0.6, smoothstep(d, 0.25, 1))", land(-0.75, 0.75, 26)));
  s.figures.push_back(of_field(how, {"land-archipelago.png", "Islands", "High parts of a field with the sea up to above its middle."},
      "fbm(simplex(seed=21, frequency=0.009), octaves=7, gain=0.52) - 0.16", land(-0.75, 0.75, 12)));
  return s;
}

section cave_section(const settings& how) {
  section s{"caves", "Caves", "Air where a field is above a threshold, or what a cellular automaton makes of white noise.", {}};
  for (const auto& [edge, caption] : cases{{"-0.15", "Most is air: pillars and islands of rock."},
      {"0", "Half: halls and rock wind through each other."}, {"0.2", "Little air: caves of their own."}})
    s.figures.push_back(of_field(how, {"cave-threshold_" + edge + ".png", "Threshold " + edge, caption},
        "threshold(fbm(simplex(seed=8, frequency=0.015), octaves=4), " + edge + ")", gray(-1, 1)));
  s.figures.push_back(of_field(how, {"cave-tunnels.png", "Tunnels", "Air where a field is near zero: long winding passages of even width."},
      "threshold(-abs(fbm(simplex(seed=8, frequency=0.012), octaves=2)), -0.07)", gray(-1, 1)));
  s.figures.push_back(of_cave(how, {"cave-cells-0.png", "White noise", "Nearly half of the cells are air."}, 0, false));
  s.figures.push_back(of_cave(how, {"cave-cells-1.png", "One step", "Each cell becomes what most of its neighbours are."}, 1, false));
  s.figures.push_back(of_cave(how, {"cave-cells-5.png", "Five steps", "Halls with smooth walls, many of them closed off."}, 5, false));
  s.figures.push_back(of_cave(how, {"cave-connected.png", "Joined", "Small regions are filled, and tunnels (orange) join all others."}, 5, true));
  return s;
}

section biome_section(const settings& how) {
  section s{"biomes", "Biomes, trees and ores", "What lies where, chosen by fields.", {}};
  s.figures.push_back(of_biomes(how, {"biomes-classes.png", "Biomes",
      "Whittaker's nine, from temperature and moisture: tundra and boreal forest where it is cold, desert where it is dry. High land is colder."},
      false));
  s.figures.push_back(of_biomes(how, {"biomes-blended.png", "Blended, with sea and light",
      "The same place: borders are mixed, the land is lit, what lies below 0 is sea."}, true));
  s.figures.push_back(of_scatter(how, {"scatter-jittered.png", "Jittered points", "One tree in each square of a grid: pairs touch, and gaps open."},
      "1", false));
  s.figures.push_back(of_scatter(how, {"scatter-poisson.png", "Poisson disks",
      "About as many trees, none closer to another than a distance: even, and without a pattern."}, "1", true));
  s.figures.push_back(of_scatter(how, {"scatter-forest.png", "A forest", "Poisson disks thinned by a density: glades, an edge, thick wood."},
      "smoothstep(fbm(simplex(seed=2, frequency=0.008), octaves=3), -0.25, 0.35)", true));
  s.figures.push_back(of_minerals(how, {"minerals.png", "Ores", "Copper, gold and lapis: rich regions, and clusters in them."}));
  return s;
}

section clouds(const settings& how) {
  section s{"clouds", "Clouds, and time",
      "A threshold with soft edges over many octaves. The third dimension is time; on a circle in the third and fourth it comes back to where it began.",
      {}};
  const std::string n = "let n = warp(fbm(perlin(seed=5, frequency=0.007), octaves=8, gain=0.55), amplitude=25, frequency=0.01, seed=3, octaves=3);\n";
  const look sky{.palette = sky_file, .from = 0, .to = 1};
  s.figures.push_back(of_field(how, {"clouds-few.png", "Few", "Small heaps with clear sky between."}, n + "smoothstep(n, 0.1, 0.75)", sky));
  s.figures.push_back(of_field(how, {"clouds-broken.png", "Broken", "About half of the sky."}, n + "smoothstep(n, -0.1, 0.65)", sky));
  s.figures.push_back(of_field(how, {"clouds-overcast.png", "Overcast", "Sheets with a few gaps."}, n + "smoothstep(n, -0.45, 0.5)", sky));
  s.figures.push_back(of_loop(how, {"loop.png", "A loop",
      "32 frames; after the last comes the first, without a jump. The page shows them one after the other; the strip shows all, side by side."},
                              "smoothstep(fbm(perlin(seed=5, frequency=0.02), octaves=6), -0.15, 0.6)", sky, 3, 32));
  return s;
}

}  // namespace

std::string sky_palette() {
  return "# the sky behind clouds: how thick they are, red, green, blue\n0% 62 118 186\n15% 110 154 206\n40% 214 226 238\n60% 255 255 255\n100% 206 "
      "212 222\n";
}

std::vector<section> all_sections(const settings& how) {
  return {continuity(how), octaves(how), scales(how), gain_and_lacunarity(how), fades(how), kinds(how), fractals(how), warps(how), cells(how),
      terrain(how), cave_section(how),
          biome_section(how), clouds(how)};
}

}  // namespace scree::cli::gallery
