// The cellular automaton of caves, a mask at a time.
#pragma once
#include <scree/caves.hpp>

#include <string>

namespace scree::terrain {

/// Throws Error in the name of `caller` where an option is out of bounds.
void check_automaton(const std::string& caller, int dims, const AutomatonOptions& options);

}  // namespace scree::terrain
