#include "field/node.hpp"

#include "field/builder.hpp"
#include "grid/numeric_environment.hpp"

#include <scree/error.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace scree::field {
namespace {
constexpr int deepest = 256;   // nodes above one another: every visit of a tree is a recursion
}

node::node(std::vector<field_ptr> fields, dimensions own) : dims_(own), fields_(std::move(fields)) {
  for (const field_ptr& f : fields_) {
    depth_ = std::max(depth_, f->depth_ + 1);
    dims_ = {std::max(dims_.least, f->dims_.least), std::min(dims_.most, f->dims_.most)};
  }
  if (depth_ > deepest) throw Error("the field is more than " + std::to_string(deepest) + " operations deep");
}

node::~node() {
  for (auto& p : programs_) delete p.load();
}

void node::check_dims(int dims) const {
  if (dims >= dims_.least && dims <= dims_.most) return;
  const std::string asked = ", but was asked for " + std::to_string(dims);
  if (dims_.least > dims_.most)
    throw Error(std::string(name()) + " has no number of dimensions that all its fields have" + asked);
  if (dims_.least == dims_.most) throw Error(std::string(name()) + " has " + std::to_string(dims_.least) + " dimensions" + asked);
  throw Error(std::string(name()) + " has " + std::to_string(dims_.least) + " to " + std::to_string(dims_.most) + " dimensions" + asked);
}

const program& node::program_for(int dims) const {
  std::atomic<const program*>& made = programs_[dims - 1];
  if (const program* p = made.load(std::memory_order_acquire)) return *p;
  numeric_environment environment;   // constants are computed here
  builder b(dims);
  const value result = b.of(*this, context(0, dims));
  auto own = std::make_unique<const program>(b.finish(result));
  const program* other = nullptr;
  if (made.compare_exchange_strong(other, own.get())) return *own.release();
  return *other;
}

void node::try_program(int dims) const {
  numeric_environment environment;
  builder(dims).of(*this, context(0, dims));
}

Interval node::range() const {
  Interval all{0, 0};
  for (int dims = dims_.least; dims <= dims_.most; ++dims) {
    const Interval r = program_for(dims).range;
    all = dims == dims_.least ? r : Interval{std::min(all.lo, r.lo), std::max(all.hi, r.hi)};
  }
  return all;
}

}  // namespace scree::field
