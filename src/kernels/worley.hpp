// Worley noise: S. Worley, "A cellular texture basis function", SIGGRAPH 1996. One feature point a cell; the distance to the n-th nearest,
// or what two of them or the cell's own value give. Distances are continuous and raw, in cells; repeats as asked, or after 2^32 cells. Equal to brute
// force for every jitter, metric and n.
//
// The cells up to `reach` steps away along each axis are looked at, first one or two. Every other point is at least the edge away along some
// axis, and no metric gives less than it gives for that component alone, rounding included; so where the n-th nearest is nearer than that, all
// is done, and otherwise the reach grows. See src/reference/worley.cpp for why four is always enough. Offsets are exact and ties are broken by
// minima, so neither the order of the cells nor the cell that one starts from can change a bit. That also lets the nearest point be looked for in the
// cells on the nearer sides first (see settled.hpp).
#pragma once
#include "kernels/lattice.hpp"
#include "kernels/worley_rule.hpp"

SCREE_KERNELS_BEGIN

/// The lattice of unit cubes, with fractions that are multiples of 2^-22.
template <int Dims>
struct cellular {
  static constexpr bool takes_reals = true;
  static constexpr bool near_is_faster = false;

  SCREE_INLINE static real fraction(wide left) { return narrow((left + wide(0x1p30)) - wide(0x1p30)); }

  /// Up to 512 cells in size coordinates are integers of 2^-22 that fit 32 bits.
  SCREE_INLINE static place<Dims> find(const real (&x)[Dims], fit_watch& watch) {
    place<Dims> p;
    for (int k = 0; k < Dims; ++k) {
      const whole units = watch.see(round_to_whole(x[k] * real(0x1p22f)));
      p.cell[k] = ((units ^ whole(0x80000000u)) >> 22) - whole(512u);
      p.fraction[k] = to_real(units & whole(0x003FFFFFu)) * real(0x1p-22f);
    }
    return p;
  }
  SCREE_INLINE static place<Dims> find(const wide_split<Dims>& x) { return cubic<Dims>::find(x); }
};

/// A cell with its neighbours along each axis, mixed; the fourth is the cell's own number.
struct neighbour_hash : periodic_hash {
  using periodic_hash::periodic_hash;

  template <int Axis>
  SCREE_INLINE axis_hashes<4> ends(whole n) const {
    if (period[Axis] != 0) [[unlikely]] return {{axis<Axis>(before<Axis>(n)), axis<Axis>(n), axis<Axis>(after<Axis>(n)), n}};
    const whole prime(definition::axis_prime[Axis]), product = n * prime;
    return {{mixed<Axis>(product - prime), mixed<Axis>(product), mixed<Axis>(product + prime), n}};
  }
  template <int Axis>
  SCREE_INLINE axis_hashes<4> ends_of(wide cell) const { return ends<Axis>(number<Axis>(cell)); }
  template <int Dims, int Axis = 0>
  SCREE_INLINE void mix(const whole (&cell)[Dims], axis_hashes<4> (&h)[Dims]) const {
    h[Axis] = ends<Axis>(cell[Axis]);
    if constexpr (Axis + 1 < Dims) mix<Dims, Axis + 1>(cell, h);
  }
  template <int Dims>
  SCREE_INLINE hashed_place<Dims, 4> operator()(const place<Dims>& p) const {
    hashed_place<Dims, 4> h;
    mix(p.cell, h.axis);
    for (int k = 0; k < Dims; ++k) h.fraction[k] = p.fraction[k];
    return h;
  }
};

template <int Dims, int Shape>
struct worley {
  static constexpr int dims = Dims, shape = 0;
  using lattice = cellular<Dims>;

  static constexpr int corners = 4;   // what neighbour_hash gives along each axis
  static constexpr bool one_pass = false;   // arrays: see arrays.hpp
  neighbour_hash hash;
  worley_rule rule;
  bool of_squares;   // and of the two nearest points at most: the common case

  SCREE_INLINE explicit worley(const leaf& l) : hash(l), rule(l.worley) {
    of_squares = rule.kind == distance_kind::squares && rule.most <= (rule.value_of_cell() ? 1 : 2);
  }

  /// The places along each axis, plus 2, and the last round of the hash.
  SCREE_INLINE whole feature(whole corner, real (&place)[Dims]) const {
    whole word = feature_word<0>(corner);
    place[0] = rule.upper_place(word);
    if constexpr (Dims > 1) place[1] = rule.lower_place(word);
    if constexpr (Dims > 2) {
      word = feature_word<1>(word);
      place[2] = rule.upper_place(word);
    }
    if constexpr (Dims > 3) place[3] = rule.lower_place(word);
    return word;
  }
  SCREE_INLINE static real value_of(whole last_word) { return cell_value(feature_word<1>(last_word)); }
  SCREE_INLINE whole corner(whole product) const {
    if constexpr (Dims == 1) return hash.point_of_line(product);
    return product;
  }

  /// How far all points are that lie more than `reach` cells away, at least, along one axis or another.
  SCREE_INLINE real edge(int reach, const real (&fraction)[Dims]) const {
    real to_border(0.5f);
    for (int k = 0; k < Dims; ++k) to_border = minimum(to_border, minimum(fraction[k], real(1.0f) - fraction[k]));
    return (real(static_cast<float>(reach)) + to_border) + rule.slack;
  }

  /// Adds the point of a cell to the keys of the nearest points, by squares, and to the value of the nearest one's cell; step(k) is what to add to its place
  /// along an axis.
  template <int Count, bool WithValue, class Step>
  SCREE_INLINE void add_point(whole corner, const Step& step, real (&nearest)[4], real& value) const {
    real place[Dims];
    const whole word = feature(corner, place);
    const real dx = place[0] + step(0);
    real squares(0.0f);
    for (int k = Dims - 1; k >= 1; --k) {
      const real d = place[k] + step(k);
      squares = k == Dims - 1 ? d * d : fma(d, d, squares);
    }
    const real key = worley_rule::key<distance_kind::squares>(squares, squares, dx);
    if constexpr (WithValue) {
      const real own = value_of(word);
      value = select(key < nearest[0], own, select(key == nearest[0], minimum(own, value), value));
    }
    if constexpr (Count > 1) nearest[1] = minimum(nearest[1], maximum(nearest[0], key));
    nearest[0] = minimum(nearest[0], key);
  }

  /// The keys of the nearest points of 3^Dims cells, one or two, by squares; and the value of the nearest one's cell.
  template <int Count, bool WithValue>
  SCREE_INLINE void nearest_around(const hashed_place<Dims, 4>& p, real (&nearest)[4], real& value) const {
    real step[Dims][3];
    nearest[0] = nearest[1] = value = real(__builtin_inff());
    for (int k = 0; k < Dims; ++k)
      for (int s = 0; s < 3; ++s) step[k][s] = real(static_cast<float>(s - 3)) - p.fraction[k];
    constexpr int slices = Dims > 2 ? Dims > 3 ? 9 : 3 : 1;
#pragma GCC unroll 1
    for (int slice = 0; slice < slices; ++slice)
      for (int row = 0; row < (Dims > 1 ? 3 : 1); ++row) {
        whole product;
        if constexpr (Dims > 1) product = p.axis[1].at[row];
        if constexpr (Dims > 2) product = product * p.axis[2].at[slice % 3];
        if constexpr (Dims > 3) product = product * p.axis[3].at[slice / 3];
        for (int s = 0; s < 3; ++s) {
          whole h = p.axis[0].at[s];
          if constexpr (Dims > 1) h = product * h;
          const int at[4] = {s, row, slice % 3, slice / 3};
          add_point<Count, WithValue>(corner(h), [&](int k) SCREE_INLINE_LAMBDA { return step[k][at[k]]; }, nearest, value);
        }
      }
  }
  template <int Count, bool WithValue>
  SCREE_INLINE bool found_around(const hashed_place<Dims, 4>& p, real& value) const {
    real nearest[4], own;
    nearest_around<Count, WithValue>(p, nearest, own);
    const real far = edge(1, p.fraction);
    value = WithValue ? own : rule.value(nearest);
    return every(nearest[Count - 1] < far * far);
  }

  /// Whether most samples need less than all cells around, see settled.hpp: that knows nothing of periods.
  SCREE_INLINE bool settles_most() const
    requires(Dims > 1)
  {
    return of_squares && rule.most == 1 && !rule.of_two() && !hash.template repeats<Dims>();
  }

  /// Of the three cells around along each axis, seen from a sample: the two that it is nearer to, in the order of their numbers, and the far one.
  struct sides {
    whole mixed[Dims][3];
    real step[Dims][3];   // what to add to a point's place (plus 2)
    real way[Dims];       // to the far one: 1/2 to 1

    SCREE_INLINE sides(const worley& noise, const place<Dims>& p) { put<0>(noise, p); }
    template <int Axis>
    SCREE_INLINE void put(const worley& noise, const place<Dims>& p) {
      const whole prime(definition::axis_prime[Axis]);
      const mask below = p.fraction[Axis] < real(0.5f);
      const whole own = p.cell[Axis] * prime, lower = select(below, own - prime, own);
      mixed[Axis][0] = noise.hash.template mixed<Axis>(lower);
      mixed[Axis][1] = noise.hash.template mixed<Axis>(lower + prime);
      mixed[Axis][2] = noise.hash.template mixed<Axis>(select(below, own + prime, own - prime));
      const real f = p.fraction[Axis];
      step[Axis][0] = select(below, real(-3.0f), real(-2.0f)) - f;
      step[Axis][1] = step[Axis][0] + real(1.0f);
      step[Axis][2] = select(below, real(-1.0f), real(-3.0f)) - f;
      way[Axis] = maximum(f, real(1.0f) - f);
      if constexpr (Axis + 1 < Dims) put<Axis + 1>(noise, p);
    }
  };

  /// The nearest point so far: its key and, if asked for, the value of its cell.
  struct nearest_point {
    real key, value;
  };
  template <bool WithValue>
  SCREE_INLINE real value_at(const nearest_point& point) const { return WithValue ? point.value : rule.distance(point.key); }
  SCREE_INLINE mask nearer_than(const nearest_point& point, real way) const {
    const real far = way + rule.slack;
    return point.key < far * far;
  }
  template <bool WithValue, class Step>
  SCREE_INLINE void add_point(whole corner, const Step& step, nearest_point& nearest) const {
    real keys[4] = {nearest.key};
    add_point<1, WithValue>(corner, step, keys, nearest.value);
    nearest.key = keys[0];
  }

  /// First the 2^Dims cells on the nearer sides. Where a point there is nearer than every far side, the value is settled: true.
  template <bool WithValue>
  SCREE_INLINE mask begin(const sides& s, nearest_point& nearest) const {
    nearest.key = nearest.value = real(__builtin_inff());
    real way = s.way[0];
    for (int k = 1; k < Dims; ++k) way = minimum(way, s.way[k]);
#pragma GCC unroll 16
    for (unsigned c = 0; c < 1u << Dims; ++c) {
      whole product = s.mixed[0][c & 1];
      for (int k = 1; k < Dims; ++k) product = product * s.mixed[k][c >> k & 1];
      add_point<WithValue>(product, [&](int k) SCREE_INLINE_LAMBDA { return s.step[k][c >> k & 1]; }, nearest);
    }
    return nearer_than(nearest, way);
  }
  /// Then the cells beside them on the far side that is the least far, which lies along another axis in each lane. Settled where the point is nearer
  /// than the other far sides.
  template <bool WithValue>
  SCREE_INLINE mask go_on(const sides& s, nearest_point& nearest) const {
    mask past[Dims - 1];   // the axis is past this one
    whole far_side = s.mixed[Dims - 1][2], mixed[Dims - 1][2];   // of that axis, and of the others in their order
    real way = s.way[0], next_way(2.0f);
    for (int k = 0; k < Dims - 1; ++k) {
      real behind = s.way[k + 1];
      for (int j = k + 2; j < Dims; ++j) behind = minimum(behind, s.way[j]);
      past[k] = behind < way;
      next_way = minimum(next_way, maximum(way, s.way[k + 1]));
      way = minimum(way, s.way[k + 1]);
      for (int side = 0; side < 2; ++side) mixed[k][side] = select(past[k], s.mixed[k][side], s.mixed[k + 1][side]);
    }
    for (int k = Dims - 2; k >= 0; --k) far_side = select(past[k], far_side, s.mixed[k][2]);
#pragma GCC unroll 8
    for (unsigned c = 0; c < 1u << (Dims - 1); ++c) {
      whole product = mixed[0][c & 1];
      for (int k = 1; k < Dims - 1; ++k) product = product * mixed[k][c >> k & 1];
      add_point<WithValue>(product * far_side, [&](int k) SCREE_INLINE_LAMBDA {
        real step = s.step[k][2];
        if (k > 0) step = select(past[k - 1], step, s.step[k][c >> (k - 1) & 1]);
        if (k < Dims - 1) step = select(past[k], s.step[k][c >> k & 1], step);
        return step;
      }, nearest);
    }
    return nearer_than(nearest, next_way);
  }

  /// Cells up to `reach` steps away along each axis: mixed, and what to add to a point's place (plus 2) before and after it is exact.
  struct neighbourhood {
    static constexpr int most = 9;
    int reach;
    whole mixed[Dims][most];
    real before[Dims][most], after[Dims][most];
    real gap[Dims][most];   // the key of the way to the cell along the axis

    template <int Axis = 0>
    SCREE_INLINE void put(const worley& noise, const hashed_place<Dims, 4>& p) {
      const real f = p.fraction[Axis];
      whole below = p.axis[Axis].at[3], above = below;
      mixed[Axis][reach] = p.axis[Axis].at[1];
      for (int step = 1; step <= reach; ++step) {
        below = noise.hash.template before<Axis>(below), above = noise.hash.template after<Axis>(above);
        mixed[Axis][reach - step] = noise.hash.template axis<Axis>(below);
        mixed[Axis][reach + step] = noise.hash.template axis<Axis>(above);
      }
      for (int s = 0; s <= 2 * reach; ++s) {
        const int step = s - reach;
        const real r(static_cast<float>(step));
        before[Axis][s] = step < 0 ? r : r - f;
        after[Axis][s] = step < 0 ? real(0.0f) - f : real(0.0f);
        const real way = step < 0 ? f + real(static_cast<float>(-1 - step)) : real(static_cast<float>(step)) - f;
        gap[Axis][s] = step == 0 ? real(0.0f) : noise.rule.key_along_axis(maximum(way, real(0.0f)));
      }
      if constexpr (Axis + 1 < Dims) put<Axis + 1>(noise, p);
    }
  };

  /// f(offset, last word) for every point of a neighbourhood that may be as near as `bound`.
  template <class F, int Axis = Dims - 1>
  SCREE_INLINE void for_each_point(const neighbourhood& around, const real& bound, whole product, int (&s)[Dims], const F& f) const {
    for (s[Axis] = 0; s[Axis] <= 2 * around.reach; ++s[Axis]) {
      if (every(around.gap[Axis][s[Axis]] > bound)) continue;
      const whole h = Axis == Dims - 1 ? around.mixed[Axis][s[Axis]] : product * around.mixed[Axis][s[Axis]];
      if constexpr (Axis > 0) {
        for_each_point<F, Axis - 1>(around, bound, h, s, f);
      } else {
        real d[Dims];
        const whole word = feature(corner(h), d);
        for (int k = 0; k < Dims; ++k) d[k] = ((d[k] - real(2.0f)) + around.before[k][s[k]]) + around.after[k][s[k]];
        f(d, word);
      }
    }
  }

  /// The n-th nearest point: of several that are equally far the one whose cell has the least value.
  struct neighbour {
    real value, offset[Dims];
  };

  /// The keys of the `most` nearest points, ascending.
  SCREE_INLINE void collect(const neighbourhood& around, real (&nearest)[4]) const {
    int s[Dims];
    const int most = rule.most;
    real bound = nearest[most - 1];   // an earlier, smaller reach has found so many at most so far
    for (real& each : nearest) each = real(__builtin_inff());
    for_each_point(around, bound, whole(0u), s, [&](const real(&d)[Dims], whole) {
      real key = rule.template key<Dims>(d);
      for (int n = 0; n < most; ++n) {
        const real farther = maximum(nearest[n], key);
        nearest[n] = minimum(nearest[n], key);
        key = farther;
      }
      bound = minimum(bound, nearest[most - 1]);
    });
  }
  SCREE_INLINE void look_up(const neighbourhood& around, const real& key, neighbour& found) const {
    int s[Dims];
    found.value = real(__builtin_inff());
    for (real& each : found.offset) each = real(0.0f);
    for_each_point(around, key, whole(0u), s, [&](const real(&d)[Dims], whole word) {
      const real value = value_of(word);
      const mask it = (rule.template key<Dims>(d) == key) & (value < found.value);
      found.value = select(it, value, found.value);
      for (int k = 0; k < Dims; ++k) found.offset[k] = select(it, d[k], found.offset[k]);
    });
  }

  /// Finds the keys of the `most` nearest points, and cells enough around.
  SCREE_INLINE void find_nearest(const hashed_place<Dims, 4>& p, neighbourhood& around, real (&nearest)[4]) const {
    for (real& each : nearest) each = real(__builtin_inff());
    // Two cells away are too few for the third nearest, and on a line for the second.
    around.reach = rule.most > (Dims == 1 ? 1 : 2) ? 1 : 0;
    do {
      ++around.reach;
      around.put(*this, p);
      collect(around, nearest);
    } while (!every(nearest[rule.most - 1] < rule.key_along_axis(edge(around.reach, p.fraction))) && around.reach < 4);
  }

  [[gnu::noinline]] void find_point(const hashed_place<Dims, 4>& p, real (&offset)[Dims]) const {
    real nearest[4];
    neighbourhood around;
    find_nearest(p, around, nearest);
    neighbour found;
    look_up(around, nearest[rule.nth - 1], found);
    for (int k = 0; k < Dims; ++k) offset[k] = found.offset[k];
  }

  /// Whatever is asked for.
  template <bool WithGradient>
  [[gnu::noinline]] void search(const hashed_place<Dims, 4>& p, sampled<Dims>& s) const {
    real nearest[4];
    neighbourhood around;
    find_nearest(p, around, nearest);
    if (!rule.value_of_cell()) s.value = rule.value(nearest);
    if (WithGradient)
      for (real& g : s.gradient) g = real(0.0f);
    if (!WithGradient && !rule.value_of_cell()) return;
    neighbour point[2];
    for (int which = 0; which <= static_cast<int>(rule.of_two()); ++which)
      look_up(around, nearest[(which == 0 ? rule.nth : rule.other) - 1], point[which]);
    if (rule.value_of_cell()) s.value = point[0].value;
    else if constexpr (WithGradient) differentiate(nearest, point, s);
  }

  SCREE_INLINE void differentiate(const real (&nearest)[4], const neighbour (&point)[2], sampled<Dims>& s) const {
    const real a = rule.distance(nearest[rule.nth - 1]), b = rule.distance(nearest[rule.other - 1]);
    real ga[Dims], gb[Dims];
    rule.template slope<Dims>(a, point[0].offset, ga);
    if (rule.of_two()) rule.template slope<Dims>(b, point[1].offset, gb);
    for (int k = 0; k < Dims; ++k) {
      switch (rule.returns) {
        case 0: s.gradient[k] = ga[k]; break;
        case 2: s.gradient[k] = gb[k] - ga[k]; break;
        case 3: s.gradient[k] = ga[k] + gb[k]; break;
        case 4: s.gradient[k] = fma(a, gb[k], b * ga[k]); break;
        default: {
          const mask zero = b == real(0.0f);
          const real by = select(zero, real(1.0f), b);
          s.gradient[k] = select(zero, real(0.0f), quotient(fnma(s.value, gb[k], ga[k]), by));
        }
      }
    }
  }

  template <bool WithGradient>
  SCREE_INLINE sampled<Dims> at(const hashed_place<Dims, 4>& p) const {
    sampled<Dims> s;
    if constexpr (!WithGradient) {
      if (of_squares) {
        const bool found = rule.value_of_cell() ? found_around<1, true>(p, s.value)
                           : rule.most == 1     ? found_around<1, false>(p, s.value)
                                                : found_around<2, false>(p, s.value);
        if (found) [[likely]] return s;
      }
    }
    search<WithGradient>(p, s);
    return s;
  }
};

SCREE_KERNELS_END
