// Fields to text.
#include "field/node.hpp"
#include "field/text.hpp"

#include <map>
#include <string>
#include <string_view>

namespace scree {
namespace field {
namespace {

/// How tightly an expression binds: sums, products, a minus in front, everything else.
enum class binding { sum, product, minus, whole };

class printer {
 public:
  std::string print(const node& root) {
    count(root);
    const std::string body = text(root, binding::sum);
    return lets_ + body;
  }

 private:
  void count(const node& n) {
    if (++uses_[&n] > 1) return;
    for (const field_ptr& f : n.fields()) count(*f);
  }
  static bool is_name(const node& n) {   // as short as the name of a let would be
    const std::string_view name = n.name();
    return name == "constant" || name == "x" || name == "y" || name == "z" || name == "w";
  }

  std::string text(const node& n, binding around) {
    if (uses_[&n] == 1 || is_name(n)) return own_text(n, around);
    std::string& name = names_[&n];
    if (name.empty()) {
      const std::string bound = own_text(n, binding::sum);
      // Inner ones were bound on the way, and stand before it.
      names_[&n] = "n" + std::to_string(++bound_);
      lets_ += "let " + names_[&n] + " = " + bound + ";\n";
    }
    return names_[&n];
  }

  std::string own_text(const node& n, binding around) {
    const std::string_view name = n.name();
    auto in_parentheses = [&](std::string inner, binding own) { return own < around ? "(" + inner + ")" : inner; };
    auto field = [&](std::size_t k, binding here) { return text(*n.fields()[k], here); };
    if (name == "+" || name == "-")
      return in_parentheses(field(0, binding::sum) + " " + std::string(name) + " " + field(1, binding::product), binding::sum);
    if (name == "*" || name == "/")
      return in_parentheses(field(0, binding::product) + " " + std::string(name) + " " + field(1, binding::minus), binding::product);
    if (name == "negate") {
      const std::string inner = field(0, binding::minus);
      const bool number = !inner.empty() && (inner[0] == '.' || (inner[0] >= '0' && inner[0] <= '9'));   // "-3" is a constant of its own
      return in_parentheses(number ? "-(" + inner + ")" : "-" + inner, binding::minus);
    }
    std::string arguments;
    for (std::size_t k = 0; k < n.fields().size(); ++k) arguments += (k ? ", " : "") + field(k, binding::sum);
    writer w(arguments, n.fields().empty());
    n.write(w);
    if (name == "constant") return arguments;
    if (is_name(n)) return std::string(name);
    return std::string(name) + "(" + arguments + ")";
  }

  std::map<const node*, int> uses_;
  std::map<const node*, std::string> names_;
  std::string lets_;
  int bound_ = 0;
};

}  // namespace
}  // namespace field

std::string Noise::to_string() const { return field::printer().print(*root_); }

}  // namespace scree
