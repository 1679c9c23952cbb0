// Fields as text: what is written reads back, and what is wrong says where.
#include "trees.hpp"

#include <scree/error.hpp>

#include <string>

namespace scree::test {
namespace {

std::string message_of(const std::string& text) {
  try {
    Noise::parse(text);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("random trees read back as the same field") {
  tree_maker maker(7);
  const std::size_t trees = scaled(10000);
  for (std::size_t t = 0; t < trees; ++t) {
    const Noise noise = maker.grow(4).noise;
    const std::string text = noise.to_string();
    INFO(text);
    const Noise same = Noise::parse(text);
    REQUIRE(same.to_string() == text);
    for (int k = 0; k < 3; ++k) {
      const double x = maker.random().uniform(-9, 9), y = maker.random().uniform(-9, 9);
      REQUIRE(bits(same.at(x, y)) == bits(noise.at(x, y)));
    }
  }
}

TEST_CASE("texts are written as people would, and options that are usual are left out") {
  auto check = [](const Noise& noise, const char* text) { CHECK(noise.to_string() == text); };
  check(perlin(), "perlin()");
  check(perlin({.seed = 18446744073709551615u, .frequency = 0.01, .fade = Fade::cubic}), "perlin(seed=18446744073709551615, frequency=0.01, fade=cubic)");
  check(0.7f * fbm(simplex({.seed = 7}), {.octaves = 6}) + 0.3f, "0.7 * fbm(simplex(seed=7), octaves=6) + 0.3");
  check((perlin() - simplex()) - (perlin() - 1.0f), "perlin() - simplex() - (perlin() - 1)");
  check(perlin() / (simplex() * 2.0f) * -value(), "perlin() / (simplex() * 2) * -value()");
  check(-(perlin() + 1.0f), "-(perlin() + 1)");
  check(-constant(3.0f), "-(3)");
  check(perlin() + -3.0f, "perlin() + -3");
  check(webgl_perlin({.period = {4, 0, 2, 0}}), "webgl_perlin(period=[4, 0, 2, 0])");
  check(scale(perlin(), {2, 1, 1, 1}), "scale(perlin(), 2, 1)");
  check(offset(perlin(), {0, 3, 0, 0}), "offset(perlin(), 0, 3)");
  check(warp_by(perlin(), {coordinate_x(), coordinate_y()}, 0.5), "warp_by(perlin(), x, y, amplitude=0.5)");
  check(curve(perlin(), {{0, 1}, {1, 0.5f}}), "curve(perlin(), 0, 1, 1, 0.5)");
  check(scale(perlin(), {1e40, 1e40, 1e40, 1e40}), "scale(perlin(), 1e+40)");
  check(offset(perlin(), {-1e300, 0, 0, 0}), "offset(perlin(), -1e+300)");
  const Noise m = fbm(perlin()), twice = m * m;
  check(twice + sqrt(twice), "let n1 = fbm(perlin());\nlet n2 = n1 * n1;\nn2 + sqrt(n2)");
}

TEST_CASE("fields as deep as they get come back from their text") {
  Noise sizes = perlin(), differences = perlin();
  for (int k = 0; k < 125; ++k) sizes = abs(sizes + (k % 2 ? 0.25f : 0.5f));
  for (int k = 0; k < 200; ++k) differences = perlin() - differences;
  for (const Noise& deep : {sizes, differences}) CHECK(Noise::parse(deep.to_string()).to_string() == deep.to_string());
}

TEST_CASE("numbers below binary32's are 0") {
  CHECK(Noise::parse("1e-400 + 1e-60").at(1) == 0.0f);
  CHECK(Noise::parse("0." + std::string(400, '0') + "1").at(1) == 0.0f);
}

TEST_CASE("comments, spaces and names are read") {
  const Noise noise = Noise::parse("# a world\nlet hills = fbm( simplex( seed = 7 ) ,octaves=6 ); # high\n\n  let sea=-.2;\nmax(hills*hills,sea)+1e-3\n");
  CHECK(noise.at(1.5, 2.5) == max(fbm(simplex({.seed = 7}), {.octaves = 6}) * fbm(simplex({.seed = 7}), {.octaves = 6}), -0.2f).at(1.5, 2.5) + 1e-3f);
}

TEST_CASE("a name of a number stands wherever a number does") {
  auto same = [](const char* named, const char* written) { CHECK(Noise::parse(named).to_string() == Noise::parse(written).to_string()); };
  same("let s = 18446744073709551615; let f = 0.1; fbm(perlin(seed=s, frequency=f), octaves=4.5)",
       "fbm(perlin(seed=18446744073709551615, frequency=0.1), octaves=4.5)");
  same("let p = 4; perlin(period=[p, 0, p, 0])", "perlin(period=[4, 0, 4, 0])");
  same("let d = -2.5; let e = d; offset(perlin(), e, -d) + e * -d - d", "offset(perlin(), -2.5, 2.5) + -2.5 * 2.5 - -2.5");
  same("let far = 1e300; offset(perlin(), far, -far)", "offset(perlin(), 1e300, -1e300)");   // as precise as the option
  same("let cubic = 3; perlin(fade=cubic) + cubic", "perlin(fade=cubic) + 3");                // words stay words
  same("let a = 1; let b = 2; clamp(x * b, -a, b) + a", "clamp(x * 2, -1, 2) + 1");
}

TEST_CASE("errors say what is wrong, where, and what may have been meant") {
  auto check = [](const char* text, const char* expected) { CHECK(message_of(text) == expected); };
  check("fmb(perlin())", "parse: line 1, column 1: there is no function fmb; did you mean fbm?\n  fmb(perlin())\n  ^");
  check("fbm(perlin(\n  sed=3))", "parse: line 2, column 3: perlin has no option sed; did you mean seed? (it has seed, frequency, fade, period)\n    sed=3))\n    ^");
  check("perlin(fade=quadratic)", "parse: line 1, column 13: this must be linear, cubic or quintic\n  perlin(fade=quadratic)\n              ^");
  check("perlin() +", "parse: line 1, column 11: expected a field, but the text ends\n  perlin() +\n            ^");
  check("(perlin()", "parse: line 1, column 10: expected \")\" to close the parenthesis, but the text ends\n  (perlin()\n           ^");
  check("perlin() simplex()", "parse: line 1, column 10: the field ends before this\n  perlin() simplex()\n           ^");
  check("fbm(perlin(), octaves=99)", "parse: line 1, column 1: fbm: octaves is 99, but must be from 1 to 64\n  fbm(perlin(), octaves=99)\n  ^");
  check("clamp(perlin(), perlin(), 1)", "parse: line 1, column 17: here clamp takes a number, not a field\n  clamp(perlin(), perlin(), 1)\n                  ^");
  check("blend(perlin(), 1)", "parse: line 1, column 1: blend takes 3 fields, but there are 2 arguments\n  blend(perlin(), 1)\n  ^");
  check("qzqz * 2", "parse: line 1, column 1: there is no field qzqz\n  qzqz * 2\n  ^");
  check("let hills = x; hils * 2", "parse: line 1, column 16: there is no field hils; did you mean hills?\n  let hills = x; hils * 2\n                 ^");
  check("let x = 3; x", "parse: line 1, column 5: the name x is taken\n  let x = 3; x\n      ^");
  check("perlin(seed=-1)", "parse: line 1, column 13: this must be a whole number, 0 or above\n  perlin(seed=-1)\n              ^");
  check("perlin(seed=18446744073709551616)", "parse: line 1, column 13: the number is too large or too small here\n  perlin(seed=18446744073709551616)\n              ^");
  check("perlin(seed=1, seed=2)", "parse: line 1, column 16: option seed is given twice\n  perlin(seed=1, seed=2)\n                 ^");
  check("1e99", "parse: line 1, column 1: the number is too large for binary32\n  1e99\n  ^");
  check("1 + 1e400", "parse: line 1, column 5: the number is too large for binary32\n  1 + 1e400\n      ^");
  check("max(-1e400, x)", "parse: line 1, column 5: the number is too large for binary32\n  max(-1e400, x)\n      ^");
  check("scale(x * 1e39, 2)", "parse: line 1, column 11: the number is too large for binary32\n  scale(x * 1e39, 2)\n            ^");
  check("scale(x, 1e400)", "parse: line 1, column 10: the number is too large or too small here\n  scale(x, 1e400)\n           ^");
  check("let s = 0.5; perlin(seed=s)", "parse: line 1, column 26: this must be a whole number, 0 or above\n  let s = 0.5; perlin(seed=s)\n                           ^");
  check("let a = 1e99; x + a", "parse: line 1, column 19: the number is too large for binary32\n  let a = 1e99; x + a\n                    ^");
  check("let a = 1; let a = 2; a", "parse: line 1, column 16: the name a is taken\n  let a = 1; let a = 2; a\n                 ^");
  check("let a = 1; a(x)", "parse: line 1, column 12: there is no function a\n  let a = 1; a(x)\n             ^");
  check("let sea = 1; see", "parse: line 1, column 14: there is no field see; did you mean sea?\n  let sea = 1; see\n               ^");
  check("let a = 1 + 1; perlin(seed=a)", "parse: line 1, column 28: this must be a whole number, 0 or above\n  let a = 1 + 1; perlin(seed=a)\n                             ^");
  check("perlin", "parse: line 1, column 1: perlin is a function: write perlin(...)\n  perlin\n  ^");
  check("", "parse: line 1, column 1: expected a field, but the text ends\n  \n  ^");
}

TEST_CASE("hostile texts end in an error, not in a full stack or memory") {
  CHECK(message_of(std::string(100000, '(')).find("deep") != std::string::npos);
  CHECK(message_of(std::string(100000, '-') + "1").find("deep") != std::string::npos);
  std::string deep = "perlin()", chain = "x", wide;
  for (int k = 0; k < 5000; ++k) deep = "abs(" + deep;
  CHECK(message_of(deep).find("deep") != std::string::npos);
  for (int k = 0; k < 5000; ++k) chain += " + x";
  CHECK(message_of(chain).find("deep") != std::string::npos);
  CHECK(message_of(std::string((1u << 20) + 1, ' ')).find("mebibyte") != std::string::npos);
  CHECK(message_of("fbm(fbm(fbm(fbm(x, octaves=64), octaves=64), octaves=64), octaves=64)").find("steps") != std::string::npos);
  CHECK(message_of("fbm(fbm(fbm(fbm(1, octaves=64), octaves=64), octaves=64), octaves=64)").find("steps") != std::string::npos);
  CHECK(message_of("fbm(fbm(fbm(perlin_classic(), octaves=31), octaves=31), octaves=31)").find("tables") != std::string::npos);
  std::string scales = "let a0 = 1;", fractals, tables;
  for (int k = 1; k < 60; ++k) scales += "let a" + std::to_string(k) + " = scale(a" + std::to_string(k - 1) + ", 1." + std::to_string(100 + k) + ") + a" + std::to_string(k - 1) + ";";
  CHECK_THROWS_AS(Noise::parse(scales + "a59").at(1), Error);
  for (int k = 0; k < 200; ++k) fractals += "let a" + std::to_string(k) + " = fbm(fbm(fbm(white(), octaves=31), octaves=31), octaves=31);";
  CHECK(message_of(fractals + "a0").find("in all") != std::string::npos);
  for (int k = 0; k < 20000; ++k) tables += "let a" + std::to_string(k) + " = psrdnoise();";
  CHECK(message_of(tables + "a0").find("tables in all") != std::string::npos);
  // A let that doubles at each step stays as long as it is written.
  std::string doubling = "let a0 = perlin();\n";
  for (int k = 1; k < 200; ++k) doubling += "let a" + std::to_string(k) + " = a" + std::to_string(k - 1) + " * a" + std::to_string(k - 1) + ";\n";
  const Noise shared = Noise::parse(doubling + "a199");
  CHECK(std::isfinite(shared.at(0.3, 0.4)));
  CHECK(shared.to_string().size() < 10000);
}

TEST_CASE("broken texts throw Error and nothing else") {
  const std::string sound[] = {"let s = -7; let f = 1e-2; scale(perlin(frequency=-f), s, -s, s) - s",
                               "let m = fbm(perlin(seed=3, fade=cubic), octaves=4.5, gain=0.6); # comment\nm * m + 0.3 / max(m, -1e-3)",
                               "warp(tile(webgl_perlin(period=[4, 0, 2, 0]), 3, 4.5), amplitude=0.25, progressive=true)",
                               "select(-x, curve(y, 0, 1, 2, 3), checkerboard() - sine(0.5), 0.1, 0.2)"};
  constexpr char alphabet[] = "abefmnprsxyzw0123456789.,;=()[]+-*/#\n \t\"\\\x01\x80\xff";
  generator random{99};
  const std::size_t tries = scaled(20000);
  std::size_t broken = 0;
  for (std::size_t t = 0; t < tries; ++t) {
    std::string text = sound[random.below(std::size(sound))];
    for (unsigned k = 1 + random.below(4); k > 0; --k) {
      const std::size_t at = random.below(static_cast<unsigned>(text.size()));
      switch (random.below(4)) {
        case 0: text[at] = alphabet[random.below(sizeof alphabet - 1)]; break;
        case 1: text.insert(at, 1, alphabet[random.below(sizeof alphabet - 1)]); break;
        case 2: text.erase(at, 1 + random.below(5)); break;
        default: text.insert(at, text.substr(random.below(static_cast<unsigned>(text.size())), random.below(20)));
      }
      if (text.empty()) text = "x";
    }
    try {
      Noise::parse(text);
    } catch (const Error& e) {
      ++broken;
      REQUIRE(std::string_view(e.what()).substr(0, 6) == "parse:");
    }
  }
  CHECK(broken > tries / 2);
}

}  // namespace scree::test
