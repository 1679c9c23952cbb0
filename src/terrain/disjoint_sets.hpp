// Sets of numbers that are joined one by one (R. Tarjan, 1975).
#pragma once
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace scree::terrain {

class disjoint_sets {
 public:
  explicit disjoint_sets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }

  /// The least number of the set that x is in.
  std::size_t least(std::size_t x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  bool same(std::size_t a, std::size_t b) { return least(a) == least(b); }
  /// Makes one set of those of a and b; false if they were one.
  bool join(std::size_t a, std::size_t b) {
    a = least(a);
    b = least(b);
    if (a == b) return false;
    if (a > b) std::swap(a, b);
    parent_[b] = a;
    return true;
  }

 private:
  std::vector<std::size_t> parent_;   // never above the number itself
};

}  // namespace scree::terrain
