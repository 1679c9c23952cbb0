// A node of the expression behind a Noise: immutable, shared, evaluated from any thread.
#pragma once
#include "field/program.hpp"

#include <scree/noise.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace scree::field {

class node;
class builder;
class writer;
struct context;
using field_ptr = std::shared_ptr<const node>;

constexpr const char* axis_names[] = {"x", "y", "z", "w"};

/// Which numbers of dimensions a field has.
struct dimensions {
  int least = 1, most = 4;
};

class node {
 public:
  /// Throws Error when the expression gets too deep.
  explicit node(std::vector<field_ptr> fields = {}, dimensions own = {});
  virtual ~node();
  node(const node&) = delete;
  node& operator=(const node&) = delete;

  /// Its name in text.
  virtual const char* name() const = 0;
  /// Adds its steps where the context says.
  virtual value build(builder& b, const context& at) const = 0;
  /// Writes its own arguments, past the fields.
  virtual void write(writer&) const {}
  /// The same kind and options over other fields, with every seed of its own moved to a stream.
  virtual field_ptr rebuilt(std::vector<field_ptr> fields, std::uint64_t stream) const = 0;

  const std::vector<field_ptr>& fields() const { return fields_; }
  dimensions dims() const { return dims_; }
  /// Throws Error if the field has not got so many dimensions. To be asked before program_for.
  void check_dims(int dims) const;
  /// Made when first asked for.
  const program& program_for(int dims) const;
  Interval range() const;

 protected:
  /// Builds a program and throws it away, for what building throws.
  void try_program(int dims) const;

  dimensions dims_;

 private:
  std::vector<field_ptr> fields_;
  int depth_ = 1;
  mutable std::atomic<const program*> programs_[4] = {};
};

}  // namespace scree::field
