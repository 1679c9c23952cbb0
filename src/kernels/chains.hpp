// Chains of operations on blocks of values: what one hands on to the next stays in registers, some vectors at a time.
#pragma once
#include "kernels/operations.hpp"

SCREE_KERNELS_BEGIN

/// Vectors that are on their way together: so many that finding an operation's code costs little, so few that they fit the registers.
constexpr int vectors_in_chain = registers / 2;

constexpr operation_function each_operation[] = {
#define SCREE_OPERATION(name, inputs) operate<name>,
#include "operation_list.inc"
#undef SCREE_OPERATION
};
constexpr int inputs_of_operation[] = {
#define SCREE_OPERATION(name, inputs) inputs,
#include "operation_list.inc"
#undef SCREE_OPERATION
};

/// Operations of so much code that it stands there once and not for each vector.
template <class Operation>
constexpr bool is_long = false;
template <>
constexpr bool is_long<powered> = true;
template <>
constexpr bool is_long<curved> = true;

/// An operation on those vectors; input From is what they hold.
template <class Operation, int From>
SCREE_INLINE void operate_in_chain(const chained_operation& o, std::size_t k, real (&held)[vectors_in_chain]) {
  constexpr int N = Operation::inputs;
  real p[4];
  for (int i = 0; i < 4; ++i) p[i] = real(o.parameters[i]);
  const float* from[N];
  std::size_t step[N];
  for (int i = 0; i < N; ++i) step[i] = o.inputs[i].step * lanes, from[i] = o.inputs[i].values + o.inputs[i].step * k;
  auto operate_on = [&](real v) SCREE_INLINE_LAMBDA {
    real x[N];
    for (int i = 0; i < N; ++i)
      if (i == From) x[i] = v;
      else x[i] = load(from[i]), from[i] += step[i];
    return Operation::value(x, p, o.parameters);
  };
  if constexpr (is_long<Operation>) {
    alignas(64) float all[vectors_in_chain * lanes];
#pragma GCC unroll 16
    for (int v = 0; v < vectors_in_chain; ++v) store(all + v * lanes, held[v]);
#pragma GCC unroll 1
    for (int v = 0; v < vectors_in_chain; ++v) store(all + v * lanes, operate_on(load(all + v * lanes)));
#pragma GCC unroll 16
    for (int v = 0; v < vectors_in_chain; ++v) held[v] = load(all + v * lanes);
    return;
  }
  if constexpr (N == 2)
    if (step[1 - From] == 0) {
      const real constant = load(from[1 - From]);
#pragma GCC unroll 16
      for (real& v : held) {
        const real x[N] = {From == 0 ? v : constant, From == 0 ? constant : v};
        v = Operation::value(x, p, o.parameters);
      }
      return;
    }
#pragma GCC unroll 16
  for (real& v : held) v = operate_on(v);
}
template <class Operation>
SCREE_INLINE void operate_in_chain(const chained_operation& o, std::size_t k, real (&held)[vectors_in_chain]) {
  constexpr int N = Operation::inputs;
  if (o.from == chained_operation::none) {
    const float* from = o.inputs[0].values + o.inputs[0].step * k;
#pragma GCC unroll 16
    for (int v = 0; v < vectors_in_chain; ++v) held[v] = load(from), from += o.inputs[0].step * lanes;
  }
  if constexpr (N > 1)
    if (o.from == 1) return operate_in_chain<Operation, 1>(o, k, held);
  if constexpr (N > 2)
    if (o.from == 2) return operate_in_chain<Operation, 2>(o, k, held);
  operate_in_chain<Operation, 0>(o, k, held);
}

void operate_chain(const chained_operation* chain, std::size_t length, std::size_t count) {
  constexpr std::size_t some = vectors_in_chain * lanes;
  std::size_t k = 0;
  for (; k + some <= count; k += some) {
    real held[vectors_in_chain];
    for (std::size_t n = 0; n < length; ++n) {
      const chained_operation& o = chain[n];
      switch (o.what) {
#define SCREE_OPERATION(name, inputs) \
  case operation::name: operate_in_chain<name>(o, k, held); break;
#include "operation_list.inc"
#undef SCREE_OPERATION
        case operation::count: break;
      }
      if (o.kept) {
        float* out = o.out + k;
#pragma GCC unroll 16
        for (int v = 0; v < vectors_in_chain; ++v) store(out + v * lanes, held[v]);
      }
    }
  }
  if (k == count) return;
  // What is left goes from block to block.
  for (std::size_t n = 0; n < length; ++n) {
    const chained_operation& o = chain[n];
    operand inputs[3];
    for (int i = 0; i < inputs_of_operation[static_cast<int>(o.what)]; ++i) inputs[i] = {o.inputs[i].values + o.inputs[i].step * k, o.inputs[i].step};
    each_operation[static_cast<int>(o.what)](inputs, o.parameters, count - k, o.out + k, nullptr);
  }
}

SCREE_KERNELS_END
