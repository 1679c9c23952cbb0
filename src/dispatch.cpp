#include "dispatch.hpp"

#include <scree/error.hpp>
#include <scree/isa.hpp>

#include <atomic>
#include <cstdlib>
#include <string>

namespace scree {

// One table an instruction set that this build holds; see kernels/instantiate.cpp.
#define SCREE_ISA(id, name)            \
  namespace id {                       \
  extern const kernel_table kernels;   \
  }
#include "scree_instruction_sets.inc"
#undef SCREE_ISA

namespace {

struct implementation {
  std::string_view name;
  const kernel_table* kernels;
  bool (*runs_here)();
};

// What each instruction set asks of the machine (a build may leave some out); the compiler's run time knows the processor and the operating system.
#if defined(__x86_64__) || defined(__i386__)
[[maybe_unused]] bool runs_sse2() { return __builtin_cpu_supports("sse2"); }
[[maybe_unused]] bool runs_sse4_2() { return __builtin_cpu_supports("sse4.2"); }
[[maybe_unused]] bool runs_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
[[maybe_unused]] bool runs_avx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") && runs_avx2();
}
#elif defined(__aarch64__)
bool runs_neon() { return true; }
#endif

constexpr implementation implementations[] = {
    {"scalar", &scalar_kernels, [] { return true; }},
#define SCREE_ISA(id, name) {name, &id::kernels, runs_##id},
#include "scree_instruction_sets.inc"
#undef SCREE_ISA
};

const implementation& find(std::string_view name, const char* asked_by) {
  std::string usable;
  for (const implementation& i : implementations) {
    if (!i.runs_here()) continue;
    if (i.name == name) return i;
    usable += usable.empty() ? "" : ", ";
    usable += i.name;
  }
  throw Error(std::string(asked_by) + ": instruction set \"" + std::string(name) + "\" is unknown or cannot run here; usable: " + usable);
}

const implementation& first_choice() {
  if (const char* name = std::getenv("SCREE_ISA"); name && *name) return find(name, "SCREE_ISA");
  const implementation* best = implementations;
  for (const implementation& i : implementations)
    if (i.runs_here()) best = &i;
  return *best;
}

std::atomic<const implementation*> chosen{nullptr};

const implementation& current() {
  const implementation* i = chosen.load(std::memory_order_acquire);
  if (!i) {
    i = &first_choice();
    const implementation* nobody = nullptr;
    if (!chosen.compare_exchange_strong(nobody, i)) i = nobody;
  }
  return *i;
}

}  // namespace

const kernel_table& active_kernels() { return *current().kernels; }

namespace isa {

std::vector<std::string_view> available() {
  std::vector<std::string_view> names;
  for (const implementation& i : implementations)
    if (i.runs_here()) names.push_back(i.name);
  return names;
}

std::string_view active() { return current().name; }

void use(std::string_view name) { chosen.store(&find(name, "isa::use"), std::memory_order_release); }

}  // namespace isa
}  // namespace scree
