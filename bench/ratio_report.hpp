// The tables of scree-ratios, each measured and printed by one call.
#pragma once
#include "peers.hpp"
#include "ratio_table.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scree::bench {

class ratio_report {
 public:
  ratio_report(ratio_table& table, std::string_view isa) : table_(table), peers_(fastnoise2(isa)) {}

  /// Empty when CMake found no FastNoise2: its tables are then missing.
  const std::vector<peer>& peers() const { return peers_; }

  /// sample() against FastNoise2, double against float coordinates, and the time of at().
  void arrays();
  void doubles();
  void single_points();

  /// Published noises against what their users have today: a loop over GLM or stb_perlin, if CMake found them.
  void published();

  /// fill() against FastNoise2, against sample() at the same points, and for small chunks that move with every call.
  void grids(double step);
  void grids_against_arrays(double step);
  void chunks();

  /// Fractals of five octaves and a warp against FastNoise2's; ten operators over a fractal against the fractal alone.
  void fields();

  /// fill() with derivatives against fill() without.
  void derivatives();

  /// fill() of edge x edge samples against `write` on the same buffer.
  void memory(std::size_t edge, const std::string& kind, void (*write)(std::span<float>), double wanted, int rounds);

  /// Two threads against one.
  void threads();

 private:
  void arrays_against_peer(const std::string& leaf, const Noise& noise, int dims, double wanted);
  void against_peer(const std::string& leaf, const Noise& noise, grid_case grid, const char* kind, double wanted);
  const peer* find_peer(std::string_view leaf, int dims) const;

  ratio_table& table_;
  std::vector<peer> peers_;
};

}  // namespace scree::bench
