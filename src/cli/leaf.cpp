#include "cli/leaf.hpp"

#include "cli/options.hpp"

#include <scree/error.hpp>
#include <scree/published.hpp>

#include <array>
#include <utility>

namespace scree::cli {

namespace {

constexpr std::array<std::pair<const char*, Fade>, 3> fades{
    {{"linear", Fade::linear}, {"cubic", Fade::cubic}, {"quintic", Fade::quintic}}};

Fade fade_named(const std::string& name) {
  for (const auto& [known, fade] : fades) {
    if (name == known) return fade;
  }
  throw Error("--fade is '" + name + "', right are linear, cubic and quintic");
}

SimplexPort port_named(const std::string& name) {
  if (name == "simplex_noise_js") return SimplexPort::simplex_noise_js;
  if (name == "three_js") return SimplexPort::three_js;
  if (name == "simplexnoise1234") return SimplexPort::simplexnoise1234;
  throw Error("--port is '" + name + "', right are simplex_noise_js, three_js and simplexnoise1234");
}

// Takes those options over that the leaf has; one that it lacks is an error.
template <class Options>
Noise make(Noise (*leaf)(const Options&), const leaf_choice& choice) {
  Options options;
  if constexpr (requires { options.seed; }) options.seed = choice.seed;
  options.frequency = choice.frequency;
  if constexpr (requires { options.fade; }) {
    if (choice.fade) options.fade = fade_named(*choice.fade);
  } else if (choice.fade) {
    throw Error(choice.noise + " noise has no --fade");
  }
  if constexpr (requires { options.falloff; }) {
    if (choice.falloff) options.falloff = *choice.falloff;
  } else if (choice.falloff) {
    throw Error(choice.noise + " noise has no --falloff");
  }
  if constexpr (requires { options.release; }) {
    if (choice.release) options.release = *choice.release;
  } else if (choice.release) {
    throw Error(choice.noise + " noise has no --release");
  }
  if constexpr (requires { options.port; }) {
    if (choice.port) options.port = port_named(*choice.port);
  } else if (choice.port) {
    throw Error(choice.noise + " noise has no --port");
  }
  if constexpr (requires { options.alpha; }) {
    if (choice.alpha) options.alpha = *choice.alpha;
  } else if (choice.alpha) {
    throw Error(choice.noise + " noise has no --alpha");
  }
  return leaf(options);
}

}  // namespace

const std::vector<std::string>& leaf_names() {
  static const std::vector<std::string> names{
#define SCREE_LEAF(name, Options) #name,
#include "noise_list.inc"
#undef SCREE_LEAF
#define SCREE_PUBLISHED(name, Options, least_dims, most_dims) #name,
#include "published_list.inc"
#undef SCREE_PUBLISHED
  };
  return names;
}

void add_leaf_options(CLI::App& command, leaf_choice& choice) {
  command.add_option("--noise", choice.noise, "Which noise: " + joined(leaf_names()))->capture_default_str();
  add_parsed<std::uint64_t>(command, "--seed", choice.seed, parse_integer, "an integer from 0 to 2^64 - 1",
                            "Every seed is another field; of the published noises some have one, 0 for the table of the original")
      ->type_name("UINT64")
      ->default_str(std::to_string(choice.seed));
  command.add_option("--frequency", choice.frequency, "Lattice cells per unit")->capture_default_str();
  command.add_option("--fade", choice.fade, "How perlin, value, hash12_value and hash12_gradient blend: linear, cubic or quintic [quintic, hash12_value cubic]");
  command.add_option("--falloff", choice.falloff,
                     "Squared radius of a simplex vertex: 0.5 (smooth) or 0.6 (with seams) [0.5]");
  command.add_option("--port", choice.port, "Whose simplex_table: simplex_noise_js, three_js or simplexnoise1234 [simplex_noise_js]");
  command.add_option("--alpha", choice.alpha, "By how many radians the gradients of psrdnoise are turned [0]");
  command.add_option("--release", choice.release, "Release of webgl-noise, for webgl_simplex and webgl_perlin: 2011 or 2021 [2011]");
}

Noise make_leaf(const leaf_choice& choice) {
#define SCREE_LEAF(name, Options) \
  if (choice.noise == #name) return make<Options>(scree::name, choice);
#include "noise_list.inc"
#undef SCREE_LEAF
#define SCREE_PUBLISHED(name, Options, least_dims, most_dims) \
  if (choice.noise == #name) return make<Options>(scree::name, choice);
#include "published_list.inc"
#undef SCREE_PUBLISHED
  throw Error("--noise is '" + choice.noise + "', known are " + joined(leaf_names()));
}

}  // namespace scree::cli
