// scree: coherent noise, fast, and the same bits on every machine. This header includes all the others.
//
//   #include <scree/scree.hpp>
//
//   #include <vector>
//
//   int main() {
//     const scree::Noise hills = scree::simplex({.seed = 7, .frequency = 0.01});
//
//     const float height = hills.at(12.5, -3.25);                     // one point
//
//     const std::vector<float> x{0.0f, 1.5f, 3.0f}, y{0.0f, 0.5f, 1.0f};
//     std::vector<float> out(x.size()), dx(x.size()), dy(x.size());
//     hills.sample(x, y, out);                                        // arrays of points
//     hills.sample(x, y, out, scree::Gradient2{dx, dy});              // and their slopes
//
//     const auto [lo, hi] = hills.range();                            // bounds that no sample leaves
//     for (const float value : out)
//       if (value < lo || value > hi) return 1;
//     return height >= lo && height <= hi ? 0 : 1;
//   }
#pragma once
#include <scree/biomes.hpp>
#include <scree/caves.hpp>
#include <scree/domain.hpp>
#include <scree/error.hpp>
#include <scree/fractal.hpp>
#include <scree/grid.hpp>
#include <scree/heightmap.hpp>
#include <scree/isa.hpp>
#include <scree/mask.hpp>
#include <scree/noise.hpp>
#include <scree/operators.hpp>
#include <scree/published.hpp>
#include <scree/scatter.hpp>
