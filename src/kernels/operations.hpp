// Operations on blocks of values: the inner nodes of an expression, as src/reference/operations.hpp defines them.
#pragma once
#include "kernels/kernel_table.hpp"
#include "kernels/lanes.hpp"
#include "kernels/power.hpp"
#include "kernels/rows.hpp"

SCREE_KERNELS_BEGIN

/// 1 where m holds, else 0.
SCREE_INLINE real indicator(mask m) { return select(m, real(1.0f), real(0.0f)); }
SCREE_INLINE real between(real x, real lowest, real highest) { return minimum(maximum(x, lowest), highest); }
SCREE_INLINE real finite_slope(real s) { return between(s, real(-__FLT_MAX__), real(__FLT_MAX__)); }
SCREE_INLINE real smoothstep(real t) { return (t * t) * fma(real(-2.0f), t, real(3.0f)); }
SCREE_INLINE real smoothstep_slope(real t) { return (real(6.0f) * t) * (real(1.0f) - t); }

// Each: how many blocks it reads, its value, and its slope by each of them. p: the parameters, each in all lanes; all: as they come.

struct add {
  static constexpr int inputs = 2;
  SCREE_INLINE static real value(const real* x, const real*, const float*) { return x[0] + x[1]; }
  SCREE_INLINE static void slopes(const real*, const real*, const float*, real* d) { d[0] = real(1.0f), d[1] = real(1.0f); }
};
struct subtract {
  static constexpr int inputs = 2;
  SCREE_INLINE static real value(const real* x, const real*, const float*) { return x[0] - x[1]; }
  SCREE_INLINE static void slopes(const real*, const real*, const float*, real* d) { d[0] = real(1.0f), d[1] = real(-1.0f); }
};
struct multiply {
  static constexpr int inputs = 2;
  SCREE_INLINE static real value(const real* x, const real*, const float*) { return x[0] * x[1]; }
  SCREE_INLINE static void slopes(const real* x, const real*, const float*, real* d) { d[0] = x[1], d[1] = x[0]; }
};
struct divide {
  static constexpr int inputs = 2;
  SCREE_INLINE static real value(const real* x, const real*, const float*) {
    const mask none = x[1] == real(0.0f);
    return select(none, real(0.0f), quotient(x[0], select(none, real(1.0f), x[1])));
  }
  SCREE_INLINE static void slopes(const real* x, const real* p, const float* all, real* d) {
    const mask none = x[1] == real(0.0f);
    const real divisor = select(none, real(1.0f), x[1]);
    d[0] = select(none, real(0.0f), quotient(real(1.0f), divisor));
    d[1] = select(none, real(0.0f), real(-0.0f) - quotient(value(x, p, all), divisor));
  }
};
struct multiply_add {
  static constexpr int inputs = 3;
  SCREE_INLINE static real value(const real* x, const real*, const float*) { return fma(x[0], x[1], x[2]); }
  SCREE_INLINE static void slopes(const real* x, const real*, const float*, real* d) { d[0] = x[1], d[1] = x[0], d[2] = real(1.0f); }
};
struct minimum_of {
  static constexpr int inputs = 2;
  SCREE_INLINE static real value(const real* x, const real*, const float*) { return minimum(x[1], x[0]); }
  SCREE_INLINE static void slopes(const real* x, const real*, const float*, real* d) {
    d[1] = indicator(x[1] < x[0]);
    d[0] = real(1.0f) - d[1];
  }
};
struct maximum_of {
  static constexpr int inputs = 2;
  SCREE_INLINE static real value(const real* x, const real*, const float*) { return maximum(x[1], x[0]); }
  SCREE_INLINE static void slopes(const real* x, const real*, const float*, real* d) {
    d[1] = indicator(x[1] > x[0]);
    d[0] = real(1.0f) - d[1];
  }
};
struct smooth_minimum {
  static constexpr int inputs = 2;
  SCREE_INLINE static real overlap(const real* x, const real* p) { return maximum(p[0] - absolute(x[0] - x[1]), real(0.0f)) * p[1]; }
  SCREE_INLINE static real value(const real* x, const real* p, const float*) {
    const real h = overlap(x, p);
    return fnma(h * h, p[0] * real(0.25f), minimum(x[1], x[0]));
  }
  SCREE_INLINE static void slopes(const real* x, const real* p, const float*, real* d) {
    const real share = real(0.5f) * overlap(x, p), rest = real(1.0f) - share;
    const mask second = x[1] < x[0];
    d[0] = select(second, share, rest);
    d[1] = select(second, rest, share);
  }
};
struct absolute_of {
  static constexpr int inputs = 1;
  SCREE_INLINE static real value(const real* x, const real*, const float*) { return absolute(x[0]); }
  SCREE_INLINE static void slopes(const real* x, const real*, const float*, real* d) { d[0] = select(x[0] < real(0.0f), real(-1.0f), real(1.0f)); }
};
struct square {
  static constexpr int inputs = 1;
  SCREE_INLINE static real value(const real* x, const real*, const float*) { return x[0] * x[0]; }
  SCREE_INLINE static void slopes(const real* x, const real*, const float*, real* d) { d[0] = x[0] + x[0]; }
};
struct root {
  static constexpr int inputs = 1;
  SCREE_INLINE static real value(const real* x, const real*, const float*) { return select(x[0] > real(0.0f), square_root(x[0]), real(0.0f)); }
  SCREE_INLINE static void slopes(const real* x, const real*, const float*, real* d) {
    const mask positive = x[0] > real(0.0f);
    d[0] = select(positive, quotient(real(0.5f), square_root(select(positive, x[0], real(1.0f)))), real(0.0f));
  }
};
struct powered {
  static constexpr int inputs = 2;
  SCREE_INLINE static real value(const real* x, const real*, const float*) {
    const mask positive = x[0] > real(0.0f);
    const real of_zero = select(x[1] > real(0.0f), real(0.0f), select(x[1] < real(0.0f), real(__FLT_MAX__), real(1.0f)));
    return select(positive, exp2(widen(x[1]) * log2_positive(select(positive, x[0], real(1.0f)))), of_zero);
  }
  SCREE_INLINE static void slopes(const real* x, const real* p, const float* all, real* d) {
    const mask positive = x[0] > real(0.0f);
    const real base = select(positive, x[0], real(1.0f)), v = value(x, p, all);
    constexpr double ln2 = 0.69314718055994531;
    d[0] = select(positive, quotient(x[1] * v, base), real(0.0f));
    d[1] = select(positive, narrow(log2_positive(base) * wide(ln2)) * v, real(0.0f));
  }
};
struct clamped {
  static constexpr int inputs = 1;
  SCREE_INLINE static real value(const real* x, const real* p, const float*) { return between(x[0], p[0], p[1]); }
  SCREE_INLINE static void slopes(const real* x, const real* p, const float* all, real* d) { d[0] = indicator(value(x, p, all) == x[0]); }
};
struct mixed {
  static constexpr int inputs = 3;
  SCREE_INLINE static real value(const real* x, const real*, const float*) {
    const real t = between(x[2], real(0.0f), real(1.0f));
    return between(fma(t, x[1] - x[0], x[0]), minimum(x[0], x[1]), maximum(x[0], x[1]));
  }
  SCREE_INLINE static void slopes(const real* x, const real*, const float*, real* d) {
    d[1] = between(x[2], real(0.0f), real(1.0f));
    d[0] = real(1.0f) - d[1];
    d[2] = select(d[1] == x[2], x[1] - x[0], real(0.0f));
  }
};
struct step_at {
  static constexpr int inputs = 1;
  SCREE_INLINE static real value(const real* x, const real* p, const float*) { return indicator(x[0] >= p[0]); }
  SCREE_INLINE static void slopes(const real*, const real*, const float*, real* d) { d[0] = real(0.0f); }
};
struct smoothstep_between {
  static constexpr int inputs = 1;
  SCREE_INLINE static real way(const real* x, const real* p) { return between((x[0] - p[0]) * p[1], real(0.0f), real(1.0f)); }
  SCREE_INLINE static real value(const real* x, const real* p, const float*) { return minimum(smoothstep(way(x, p)), real(1.0f)); }
  SCREE_INLINE static void slopes(const real* x, const real* p, const float*, real* d) { d[0] = smoothstep_slope(way(x, p)) * p[1]; }
};
struct rounded_to {
  static constexpr int inputs = 1;
  SCREE_INLINE static real value(const real* x, const real* p, const float*) { return quotient(floor(fma(x[0], p[0], real(0.5f))), p[0]); }
  SCREE_INLINE static void slopes(const real*, const real*, const float*, real* d) { d[0] = real(0.0f); }
};
struct terraced {
  static constexpr int inputs = 1;
  SCREE_INLINE static real ramp(real scaled, real level, const real* p) { return between(((scaled - level) - p[1]) * p[2], real(0.0f), real(1.0f)); }
  SCREE_INLINE static real value(const real* x, const real* p, const float*) {
    const real scaled = x[0] * p[0], level = floor(scaled), t = ramp(scaled, level, p);
    return quotient(level + minimum(smoothstep(t), real(1.0f)), p[0]);
  }
  SCREE_INLINE static void slopes(const real* x, const real* p, const float*, real* d) {
    const real scaled = x[0] * p[0];
    d[0] = smoothstep_slope(ramp(scaled, floor(scaled), p)) * p[2];
  }
};
struct ping_pong_of {
  static constexpr int inputs = 1;
  SCREE_INLINE static real folded(const real* x, const real* p) {
    const real s = (x[0] + real(1.0f)) * p[0];
    return fma(real(-2.0f), floor(s * real(0.5f)), s);
  }
  SCREE_INLINE static real value(const real* x, const real* p, const float*) {
    const real t = folded(x, p);
    return select(t < real(1.0f), fma(real(2.0f), t, real(-1.0f)), fma(real(-2.0f), t, real(3.0f)));
  }
  SCREE_INLINE static void slopes(const real* x, const real* p, const float*, real* d) {
    d[0] = select(folded(x, p) < real(1.0f), real(2.0f) * p[0], real(-2.0f) * p[0]);
  }
};
struct curved {
  static constexpr int inputs = 1;
  /// The piece that each lane lies on: the way along it, and its coefficients.
  struct piece {
    real t, c[4];
  };
  SCREE_INLINE static void find(real a, const float* all, piece& on) {
    const int pieces = static_cast<int>(all[0]);
    real first(all[5]);
    for (int i = 0; i < 4; ++i) on.c[i] = real(all[6 + i]);
    for (int k = 1; k < pieces; ++k) {
      const float* next = all + 5 + 5 * k;
      const mask past = a >= real(next[0]);
      first = select(past, real(next[0]), first);
      for (int i = 0; i < 4; ++i) on.c[i] = select(past, real(next[1 + i]), on.c[i]);
    }
    on.t = a - first;
  }
  SCREE_INLINE static real value(const real* x, const real* p, const float* all) {
    piece on;
    find(between(x[0], p[1], p[2]), all, on);
    return between(fma(fma(fma(on.c[3], on.t, on.c[2]), on.t, on.c[1]), on.t, on.c[0]), p[3], real(all[4]));
  }
  SCREE_INLINE static void slopes(const real* x, const real* p, const float* all, real* d) {
    const real a = between(x[0], p[1], p[2]);
    piece on;
    find(a, all, on);
    const real slope = fma(fma(real(3.0f) * on.c[3], on.t, real(2.0f) * on.c[2]), on.t, on.c[1]);
    d[0] = select(a == x[0], slope, real(0.0f));
  }
};

template <class Operation, bool WithSlopes>
SCREE_INLINE void operate_on_block(const operand* inputs, const float* parameters, std::size_t count, float* out, float* const* slopes) {
  constexpr int N = Operation::inputs;
  // Copies that no store can touch: they stay in registers.
  real p[4];
  for (int k = 0; k < 4; ++k) p[k] = real(parameters[k]);
  const float* from[N];
  std::size_t step[N];
  float* slope[N];
  for (int i = 0; i < N; ++i) {
    from[i] = inputs[i].values, step[i] = inputs[i].step * lanes;
    if constexpr (WithSlopes) slope[i] = slopes[i];
  }
  for (std::size_t k = 0; k < count; k += lanes) {
    real x[N];
    for (int i = 0; i < N; ++i) x[i] = load(from[i]), from[i] += step[i];
    store(out + k, Operation::value(x, p, parameters));
    if constexpr (WithSlopes) {
      real d[N];
      Operation::slopes(x, p, parameters, d);
      for (int i = 0; i < N; ++i) store(slope[i] + k, finite_slope(d[i]));
    }
  }
}
template <class Operation>
void operate(const operand* inputs, const float* parameters, std::size_t count, float* out, float* const* slopes) {
  if (slopes) operate_on_block<Operation, true>(inputs, parameters, count, out, slopes);
  else operate_on_block<Operation, false>(inputs, parameters, count, out, slopes);
}

void add_samples(const fill_target& how, int axes, const float* const* from, std::size_t count, float* const* to) {
  const adder add(how);
  const real scale(how.scale), zero(0.0f);
  const float* value = from[0];
  for (int axis = 0; axis < axes; ++axis) {
    const float* slope = from[1 + axis];
    float* sum = to[1 + axis];
    for (std::size_t k = 0; k < count; k += lanes) {
      real d = load(slope + k);
      if (how.absolute) d = select(load(value + k) < zero, real(-0.0f) - d, d);
      d = d * scale;
      store(sum + k, how.start ? d : d + load(sum + k));
    }
  }
  float* sum = to[0];
  for (std::size_t k = 0; k < count; k += lanes) store(sum + k, add(load(value + k), sum + k));
}

/// out[k] = the sum of a[i][k] b[i][k], finite.
void sum_products(const operand* a, const operand* b, int terms, std::size_t count, float* out) {
  auto of = [](const operand& x, std::size_t k) { return load(x.values + k * x.step); };
  for (std::size_t k = 0; k < count; k += lanes) {
    real sum = of(a[0], k) * of(b[0], k);
    for (int i = 1; i < terms; ++i) sum = fma(of(a[i], k), of(b[i], k), sum);
    store(out + k, finite_slope(sum));
  }
}

SCREE_KERNELS_END
