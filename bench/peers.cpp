#include "peers.hpp"

#include <cstddef>

#ifdef SCREE_BENCH_FASTNOISE2
#include <FastNoise/FastNoise.h>
#endif
#ifdef SCREE_BENCH_GLM
#include <glm/glm.hpp>
#include <glm/gtc/noise.hpp>
#endif
#ifdef SCREE_BENCH_LIBNOISE
#include <libnoise/noisegen.h>
#endif
#ifdef SCREE_BENCH_STB
#define STB_PERLIN_IMPLEMENTATION
#include <stb/stb_perlin.h>
#endif

namespace scree::bench {

std::string peer::name() const { return "peer:" + library + "/" + leaf + "/" + dims_label(dims) + "/" + isa; }

// ---- FastNoise2 -------------------------------------------------------------------------------------------------------

#ifdef SCREE_BENCH_FASTNOISE2
namespace {

constexpr int seed = 7;

FastSIMD::FeatureSet feature_set(std::string_view isa) {
  if (isa == "sse2") return FastSIMD::FeatureSet::SSE2;
  if (isa == "sse4.2") return FastSIMD::FeatureSet::SSE42;
  if (isa == "avx2") return FastSIMD::FeatureSet::AVX2;
  if (isa == "avx512") return FastSIMD::FeatureSet::AVX512;
  if (isa == "neon") return FastSIMD::FeatureSet::AARCH64;
  return FastSIMD::FeatureSet::SCALAR;
}

void sample_points(const FastNoise::Generator& noise, const points<float>& at, std::span<float> out) {
  const float *x = at.axis[0].data(), *y = at.axis[1].data(), *z = at.axis[2].data(), *w = at.axis[3].data();
  const int count = static_cast<int>(out.size());
  switch (at.dims) {
    case 2:
      noise.GenPositionArray2D(out.data(), count, x, y, 0, 0, seed);
      break;
    case 3:
      noise.GenPositionArray3D(out.data(), count, x, y, z, 0, 0, 0, seed);
      break;
    default:
      noise.GenPositionArray4D(out.data(), count, x, y, z, w, 0, 0, 0, 0, seed);
      break;
  }
}

void fill_grid(const FastNoise::Generator& noise, const grid_case& grid, std::span<float> out) {
  const float step = static_cast<float>(grid.step);
  float first[4];
  int size[4];
  for (int a = 0; a < 4; ++a) {
    first[a] = static_cast<float>(grid.coordinate(a, 0));
    size[a] = static_cast<int>(grid.size[a]);
  }
  switch (grid.dims) {
    case 2:
      noise.GenUniformGrid2D(out.data(), first[0], first[1], size[0], size[1], step, step, seed);
      break;
    case 3:
      noise.GenUniformGrid3D(out.data(), first[0], first[1], first[2], size[0], size[1], size[2], step, step, step, seed);
      break;
    default:
      noise.GenUniformGrid4D(out.data(), first[0], first[1], first[2], first[3], size[0], size[1], size[2], size[3], step,
                             step, step, step, seed);
      break;
  }
}

template <class Node>
FastNoise::SmartNode<Node> make(std::string_view isa) {
  auto node = FastNoise::New<Node>(feature_set(isa));
  if constexpr (requires { node->SetScale(1.0f); })
    if (node) node->SetScale(1.0f);
  if constexpr (requires { node->SetDistanceFunction(FastNoise::DistanceFunction::Euclidean); })
    if (node) node->SetDistanceFunction(FastNoise::DistanceFunction::Euclidean);
  return node;
}
template <class Fractal, class Source>
FastNoise::SmartNode<Fractal> five_octaves(std::string_view isa) {
  auto node = make<Fractal>(isa);
  if (!node) return node;
  node->SetSource(make<Source>(isa));
  node->SetOctaveCount(5);
  return node;
}
FastNoise::SmartNode<FastNoise::DomainWarpGradient> warped_perlin(std::string_view isa) {
  auto node = make<FastNoise::DomainWarpGradient>(isa);
  if (node) node->SetSource(make<FastNoise::Perlin>(isa));
  return node;
}

void add(std::vector<peer>& peers, const char* leaf, std::string_view isa, const FastNoise::SmartNode<>& node) {
  if (!node) return;  // compiled for nothing that low
  for (const int dims : {2, 3, 4}) {
    peers.push_back({"fastnoise2", leaf, dims, std::string(isa),
                     [node](const points<float>& at, std::span<float> out) { sample_points(*node, at, out); },
                     [node](const grid_case& grid, std::span<float> out) { fill_grid(*node, grid, out); },
                     FastSIMD::GetFeatureSetString(node->GetActiveFeatureSet())});
  }
}

}  // namespace
#endif

std::vector<peer> fastnoise2([[maybe_unused]] std::string_view isa) {
  std::vector<peer> peers;
#ifdef SCREE_BENCH_FASTNOISE2
  add(peers, "perlin", isa, make<FastNoise::Perlin>(isa));
  add(peers, "simplex", isa, make<FastNoise::Simplex>(isa));
  add(peers, "value", isa, make<FastNoise::Value>(isa));
  add(peers, "white", isa, make<FastNoise::White>(isa));
  add(peers, "worley", isa, make<FastNoise::CellularDistance>(isa));
  add(peers, "opensimplex2s", isa, make<FastNoise::SuperSimplex>(isa));
  add(peers, "fbm(perlin)", isa, five_octaves<FastNoise::FractalFBm, FastNoise::Perlin>(isa));
  add(peers, "fbm(simplex)", isa, five_octaves<FastNoise::FractalFBm, FastNoise::Simplex>(isa));
  add(peers, "ridged(simplex)", isa, five_octaves<FastNoise::FractalRidged, FastNoise::Simplex>(isa));
  add(peers, "warp(perlin)", isa, warped_perlin(isa));
#endif
  return peers;
}

// ---- Libraries of single points ---------------------------------------------------------------------------------------

namespace {

// A function of four coordinates, called at every point.
template <class F>
[[maybe_unused]] peer pointwise(const char* library, const char* leaf, int dims, F function) {
  return {library,
          leaf,
          dims,
          "compiled",
          [=](const points<float>& at, std::span<float> out) {
            for (std::size_t k = 0; k < out.size(); ++k) {
              float p[4] = {};
              for (int a = 0; a < dims; ++a) p[a] = at.axis[a][k];
              out[k] = function(p[0], p[1], p[2], p[3]);
            }
          },
          [=](const grid_case& grid, std::span<float> out) {
            float* to = out.data();
            const float first = static_cast<float>(grid.coordinate(0, 0)), step = static_cast<float>(grid.step);
            for (std::size_t l = 0; l < grid.size[3]; ++l) {
              const float w = static_cast<float>(grid.coordinate(3, l));
              for (std::size_t k = 0; k < grid.size[2]; ++k) {
                const float z = static_cast<float>(grid.coordinate(2, k));
                for (std::size_t j = 0; j < grid.size[1]; ++j) {
                  const float y = static_cast<float>(grid.coordinate(1, j));
                  for (std::size_t i = 0; i < grid.size[0]; ++i) {
                    *to++ = function(first + step * static_cast<float>(i), y, z, w);
                  }
                }
              }
            }
          },
          ""};
}

}  // namespace

std::vector<peer> scalar_peers() {
  std::vector<peer> peers;
#ifdef SCREE_BENCH_GLM
  using glm::vec2, glm::vec3, glm::vec4;
  const auto add_glm = [&](const char* leaf, int dims, auto function) {
    peers.push_back(pointwise("glm", leaf, dims, function));
  };
  add_glm("perlin", 2, [](float x, float y, float, float) { return glm::perlin(vec2(x, y)); });
  add_glm("perlin", 3, [](float x, float y, float z, float) { return glm::perlin(vec3(x, y, z)); });
  add_glm("perlin", 4, [](float x, float y, float z, float w) { return glm::perlin(vec4(x, y, z, w)); });
  add_glm("simplex", 2, [](float x, float y, float, float) { return glm::simplex(vec2(x, y)); });
  add_glm("simplex", 3, [](float x, float y, float z, float) { return glm::simplex(vec3(x, y, z)); });
  add_glm("simplex", 4, [](float x, float y, float z, float w) { return glm::simplex(vec4(x, y, z, w)); });
#endif
#ifdef SCREE_BENCH_LIBNOISE
  peers.push_back(pointwise("libnoise", "perlin", 3, [](float x, float y, float z, float) {
    return static_cast<float>(::noise::GradientCoherentNoise3D(x, y, z, 7, ::noise::QUALITY_BEST));
  }));
  peers.push_back(pointwise("libnoise", "value", 3, [](float x, float y, float z, float) {
    return static_cast<float>(::noise::ValueCoherentNoise3D(x, y, z, 7, ::noise::QUALITY_BEST));
  }));
#endif
#ifdef SCREE_BENCH_STB
  peers.push_back(pointwise("stb_perlin", "perlin", 3,
                            [](float x, float y, float z, float) { return stb_perlin_noise3(x, y, z, 0, 0, 0); }));
#endif
  return peers;
}

}  // namespace scree::bench
