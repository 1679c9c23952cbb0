// A fill computes in the floating-point environment of the numeric contract, whatever the caller has set, and gives the caller's back.
#include "grid_support.hpp"

#include <cfenv>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace scree::test {
namespace {

/// A setting of the calling thread for a while. Flushing subnormals has no name in standard C++.
class setting {
 public:
  explicit setting(int rounding, bool flush = false) : before_(std::fegetround()) {
#if defined(__SSE2__)
    flags_before_ = _mm_getcsr();
    if (flush) _mm_setcsr(flags_before_ | 0x8040);
#else
    (void)flush;
#endif
    if (rounding >= 0) std::fesetround(rounding);
  }
  ~setting() {
    std::fesetround(before_);
#if defined(__SSE2__)
    _mm_setcsr(flags_before_);
#endif
  }
  setting(const setting&) = delete;
  setting& operator=(const setting&) = delete;

 private:
  int before_;
  unsigned flags_before_ = 0;
};

/// Everything that a fill can write of one grid.
struct everything {
  std::vector<float> values, dx, dy, normals;
  std::vector<std::uint16_t> words;
  std::vector<std::uint8_t> bytes;
  int rounding_after = -1;
  unsigned flags_after = 0;

  void fill(const Noise& noise, const Grid2& g, const scree::Range& range, int threads) {
    noise.fill(g, std::span<float>(values), {{dx, dy}}, {.threads = threads});
    noise.fill(g, std::span<float>(values), {.threads = threads});
    noise.fill(g, std::span<std::uint16_t>(words), range, {.threads = threads});
    noise.fill(g, std::span<std::uint8_t>(bytes), range, {.threads = threads});
    noise.fill_normals(g, normals, 1.0 / 3.0, {.threads = threads});
    rounding_after = std::fegetround();
#if defined(__SSE2__)
    flags_after = _mm_getcsr() & 0xE040;
#endif
  }
  explicit everything(std::size_t samples)
      : values(samples), dx(samples), dy(samples), normals(3 * samples), words(samples), bytes(samples) {}
};

void check_all(const everything& is, const everything& should_be, const std::string& where) {
  check_same(is.values, should_be.values, "values, " + where);
  check_same(is.dx, should_be.dx, "dx, " + where);
  check_same(is.dy, should_be.dy, "dy, " + where);
  check_same(is.words, should_be.words, "words, " + where);
  check_same(is.bytes, should_be.bytes, "bytes, " + where);
  check_same(is.normals, should_be.normals, "normals, " + where);
}

/// Alone and with a team.
void check_with(int rounding, bool flush, const std::string& what) {
  const scree::Range range{-0.7, 0.9};   // its scale is not exact
  for_each_isa([&](std::string_view isa) {
    for (const field& f : every_field(1.0 / 3.0)) {
      const bool shared = f.kind->name == "perlin quintic";
      const Grid2 g{.origin = {5, -9}, .size = {shared ? 601u : 131u, shared ? 211u : 61u}, .spacing = {0.1, 0.1}};
      everything expected(product(g.size)), is = expected;
      for (int threads : shared ? std::vector{1, 3} : std::vector{1}) {
        expected.fill(f.noise, g, range, 1);
        {
          const setting caller(rounding, flush);
          is.fill(f.noise, g, range, threads);
        }
        const std::string where = f.name + ", " + std::string(isa) + ", " + what + ", threads " + std::to_string(threads);
        check_all(is, expected, where);
        CHECK(is.rounding_after == (rounding >= 0 ? rounding : expected.rounding_after));
        if (flush) CHECK((is.flags_after | 0x8040u) == is.flags_after);
        else CHECK((is.flags_after & 0x8040u) == (expected.flags_after & 0x8040u));
      }
    }
  });
}

}  // namespace

TEST_CASE("a caller that rounds up, down or to zero gets the same bits, and still rounds that way afterwards") {
  check_with(FE_UPWARD, false, "rounding up");
  check_with(FE_DOWNWARD, false, "rounding down");
  check_with(FE_TOWARDZERO, false, "rounding to zero");
}

#if defined(__SSE2__)

TEST_CASE("a caller that flushes subnormals gets the same bits, and still flushes them afterwards") {
  check_with(-1, true, "flushing");
}

TEST_CASE("subnormal coordinates and derivatives survive a caller that flushes them") {
  const Grid1 g{.origin = {-40}, .size = {97}, .spacing = {5e-324}};
  for_each_isa([&](std::string_view isa) {
    for (double frequency : {1e300, 1e-310}) {
      for (const field& f : every_field(frequency)) {
        std::vector<float> expected(97), slopes(97), is(97), slopes_are(97);
        f.noise.fill(g, std::span<float>(expected), {{slopes}});
        {
          const setting caller(-1, true);
          f.noise.fill(g, std::span<float>(is), {{slopes_are}});
        }
        check_same(is, expected, f.name + ", " + std::string(isa));
        check_same(slopes_are, slopes, "slopes of " + f.name + ", " + std::string(isa));
      }
    }
  });
}

#endif

}  // namespace scree::test
