// Where the rows of a grid go in a caller's memory.
#pragma once
#include <scree/error.hpp>
#include <scree/grid.hpp>

#include <cstddef>
#include <string>

namespace scree::terrain {

/// The elements from one row of a grid to the next in memory of so many elements. Throws Error in the name of `caller` where rows would overlap or do not
/// fit.
inline std::size_t checked_pitch(const std::string& caller, const Grid2& grid, std::size_t room) {
  const std::size_t width = grid.size[0], height = grid.size[1], pitch = grid.pitch[0] == 0 ? width : grid.pitch[0];
  if (pitch < width) throw Error(caller + ": pitch is " + std::to_string(pitch) + " elements, but a row has " + std::to_string(width));
  if (width > 0 && height > 0 && (room < width || (room - width) / pitch < height - 1))
    throw Error(caller + ": out has " + std::to_string(room) + " elements, but size and pitch need more");
  return pitch;
}

}  // namespace scree::terrain
