// Which instruction set computes. All of them give the same bits; the choice is about speed alone.
#pragma once
#include <string_view>
#include <vector>

namespace scree::isa {

/// The instruction sets that this build holds and this machine can run, slowest first: "scalar" always, then those of
/// "sse2", "sse4.2", "avx2", "avx512" or "neon" that apply.
std::vector<std::string_view> available();

/// The one in use: the last of available(), unless the environment variable SCREE_ISA or use() named another.
/// Throws Error when SCREE_ISA names one that is unknown or cannot run here.
std::string_view active();

/// Uses the named instruction set from now on, in all threads. Throws Error, which lists the usable names, when `name` is
/// not one of available().
void use(std::string_view name);

}  // namespace scree::isa
