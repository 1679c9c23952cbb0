// Connected components of masks, from the runs of air in their rows.
//
// Runs that touch are joined into sets, each named by its least run. Runs stand in the order of their cells, so the sets in the order of their least
// runs are the regions in the order of their first cells.
#include <scree/caves.hpp>

#include "terrain/bits.hpp"
#include "terrain/disjoint_sets.hpp"

#include <scree/error.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <vector>

namespace scree {
namespace {

/// visit(first, end) for every run of ones in a row.
template <class Visit>
void for_each_run(std::span<const terrain::word> row, std::size_t width, Visit visit) {
  std::size_t from = width;   // of the run that is open; width: none is
  for (std::size_t k = 0; k < row.size(); ++k) {
    for (std::size_t bit = 0; bit < 64;) {
      const bool open = from != width;
      const terrain::word changes = (open ? ~row[k] : row[k]) >> bit;
      if (changes == 0) break;
      bit += static_cast<std::size_t>(std::countr_zero(changes));
      const std::size_t x = 64 * k + bit;
      if (open) visit(from, x);
      from = open ? width : x;
    }
  }
  if (from != width) visit(from, width);
}

std::size_t runs_in_row(std::span<const terrain::word> row) {
  std::size_t runs = 0;
  terrain::word before = 0;
  for (const terrain::word bits : row) {
    runs += static_cast<std::size_t>(std::popcount(bits & ~(bits << 1 | before)));
    before = bits >> 63;
  }
  return runs;
}

[[noreturn]] void bad(const std::string& what) { throw Error("regions: " + what); }

}  // namespace

Regions find_regions(const Mask& mask, Connectivity connectivity) {
  if (connectivity != Connectivity::faces && connectivity != Connectivity::all)
    bad("connectivity is " + std::to_string(static_cast<int>(connectivity)) + ", but must be faces or all");
  Regions regions;
  regions.dims_ = mask.dims();
  regions.size_ = mask.size();
  if (mask.cells() == 0) return regions;
  regions.find_runs(mask);
  regions.join_runs(connectivity);
  regions.number_regions();
  return regions;
}

void Regions::find_runs(const Mask& mask) {
  starts_.reserve(size_[1] * size_[2] + 1);
  starts_.push_back(0);
  for (std::size_t z = 0; z < size_[2]; ++z)
    for (std::size_t y = 0; y < size_[1]; ++y) starts_.push_back(starts_.back() + runs_in_row(mask.row(y, z)));
  runs_.reserve(starts_.back());
  for (std::size_t z = 0; z < size_[2]; ++z)
    for (std::size_t y = 0; y < size_[1]; ++y)
      for_each_run(mask.row(y, z), size_[0], [&](std::size_t from, std::size_t to) { runs_.push_back({from, to, runs_.size()}); });
}

/// Leaves in every run the number of the least run of its set.
void Regions::join_runs(Connectivity connectivity) {
  terrain::disjoint_sets sets(runs_.size());
  const std::size_t reach = connectivity == Connectivity::all;   // runs touch that are this far apart
  const auto join_rows = [&](std::size_t row, std::size_t other) {
    std::size_t a = starts_[row], b = starts_[other];
    while (a < starts_[row + 1] && b < starts_[other + 1]) {
      if (runs_[a].from < runs_[b].to + reach && runs_[b].from < runs_[a].to + reach) sets.join(a, b);
      if (runs_[a].to < runs_[b].to) ++a;
      else ++b;
    }
  };
  const bool corners = connectivity == Connectivity::all;
  const std::size_t height = size_[1];
  for (std::size_t z = 0; z < size_[2]; ++z)
    for (std::size_t y = 0; y < height; ++y) {
      const std::size_t row = z * height + y;
      if (y > 0) join_rows(row, row - 1);
      if (z == 0) continue;
      join_rows(row, row - height);
      if (corners && y > 0) join_rows(row, row - height - 1);
      if (corners && y + 1 < height) join_rows(row, row - height + 1);
    }
  for (std::size_t k = 0; k < runs_.size(); ++k) runs_[k].region = sets.least(k);
}

void Regions::number_regions() {
  std::size_t count = 0, k = 0;
  for (std::size_t run = 0; run < runs_.size(); ++run) count += runs_[run].region == run;
  list_.reserve(count);
  for (std::size_t z = 0; z < size_[2]; ++z)
    for (std::size_t y = 0; y < size_[1]; ++y)
      for (const std::size_t end = starts_[z * size_[1] + y + 1]; k < end; ++k) {
        Run& here = runs_[k];
        const bool is_new = here.region == k;
        here.region = is_new ? list_.size() : runs_[here.region].region;   // the least run has its number by now
        if (is_new) list_.push_back({0, {here.from, y, z}, {here.from, y, z}, {here.to, y + 1, z + 1}, false});
        Region& region = list_[here.region];
        region.cells += here.to - here.from;
        region.from = {std::min(region.from[0], here.from), std::min(region.from[1], y), region.from[2]};
        region.to = {std::max(region.to[0], here.to), std::max(region.to[1], y + 1), z + 1};
      }
  for (Region& region : list_)
    for (int axis = 0; axis < dims_; ++axis) region.at_border = region.at_border || region.from[axis] == 0 || region.to[axis] == size_[axis];
}

std::size_t Regions::largest() const {
  const auto most = std::max_element(list_.begin(), list_.end(), [](const Region& a, const Region& b) { return a.cells < b.cells; });
  return most == list_.end() ? none : static_cast<std::size_t>(most - list_.begin());
}

std::size_t Regions::at(std::size_t x, std::size_t y, std::size_t z) const {
  if (x >= size_[0] || y >= size_[1] || z >= size_[2])
    bad("cell " + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + " is outside of " + std::to_string(size_[0]) + " x " +
        std::to_string(size_[1]) + " x " + std::to_string(size_[2]));
  const std::span<const Run> runs = runs_in(z * size_[1] + y);
  const auto after = std::upper_bound(runs.begin(), runs.end(), x, [](std::size_t place, const Run& each) { return place < each.to; });
  return after != runs.end() && after->from <= x ? after->region : none;
}

void Regions::labels(std::span<std::uint32_t> out) const {
  const std::size_t cells = size_[0] * size_[1] * size_[2];
  if (out.size() < cells) bad("out has " + std::to_string(out.size()) + " elements, but the cells need " + std::to_string(cells));
  if (count() > std::numeric_limits<std::uint32_t>::max() - 1) bad(std::to_string(count()) + " regions are more than 32-bit labels can tell apart");
  if (cells == 0) return;
  std::fill_n(out.begin(), cells, 0u);
  for (std::size_t row = 0; row + 1 < starts_.size(); ++row)
    for (const Run& each : runs_in(row))
      std::fill_n(out.data() + row * size_[0] + each.from, each.to - each.from, static_cast<std::uint32_t>(each.region + 1));
}

Mask Regions::only(std::span<const std::uint8_t> keep) const {
  if (keep.size() != count()) bad("keep has " + std::to_string(keep.size()) + " elements, but must have one for each of " + std::to_string(count()) + " regions");
  Mask mask = dims_ == 2 ? Mask(size_[0], size_[1]) : Mask(size_[0], size_[1], size_[2]);
  if (mask.cells() == 0) return mask;
  for (std::size_t z = 0; z < size_[2]; ++z)
    for (std::size_t y = 0; y < size_[1]; ++y)
      for (const Run& each : runs_in(z * size_[1] + y))
        if (keep[each.region]) terrain::set_bits(mask.row(y, z), each.from, each.to);
  return mask;
}

Mask without_small(const Mask& mask, std::size_t least_cells, Connectivity connectivity) {
  const Regions regions = find_regions(mask, connectivity);
  std::vector<std::uint8_t> keep;
  keep.reserve(regions.count());
  for (const Region& region : regions.list()) keep.push_back(region.cells >= least_cells);
  return regions.only(keep);
}

Mask without_small_rock(const Mask& mask, std::size_t least_cells, Connectivity connectivity) {
  return without_small(mask.inverted(), least_cells, connectivity).inverted();
}

}  // namespace scree
