#include "cli/gallery.hpp"
#include "image/markup.hpp"

namespace scree::cli::gallery {

namespace {

using image::escaped;

constexpr const char* style = R"(
:root{color-scheme:light dark;--page:#fafaf8;--card:#fff;--ink:#1c1d1f;--soft:#5d6066;--line:#e2e2de;--code:#f2f2ee;--link:#0b5cad}
@media (prefers-color-scheme:dark){:root{--page:#111315;--card:#1a1c1f;--ink:#e8e8e6;--soft:#a2a6ad;--line:#2d3035;--code:#222529;--link:#7ab8ff}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:82rem;padding:1rem;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{margin:.5rem 0 0;font-size:1.9rem;line-height:1.2} h2{margin:2.6rem 0 .3rem;font-size:1.35rem}
p{max-width:46rem;margin:.3rem 0 .8rem} a{color:var(--link)}
nav{display:flex;flex-wrap:wrap;gap:.2rem 1rem;padding:.6rem 0;border-bottom:1px solid var(--line)}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17.5rem),1fr));gap:1rem;align-items:start}
.three{grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr))}
figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:6px;overflow:hidden;min-width:0}
figure.wide,figure.film{grid-column:1/-1} @media (min-width:62rem){figure.wide{grid-column:span 2}}
img{display:block;width:100%;height:auto}
figcaption{padding:.6rem .8rem .8rem;font-size:.92rem} figcaption b{display:block} figcaption span{color:var(--soft)}
code{display:block;margin-top:.5rem;padding:.4rem .5rem;background:var(--code);border-radius:4px;font:.76rem/1.45 ui-monospace,monospace;
white-space:pre-wrap;overflow-wrap:anywhere;user-select:all}
.strip{overflow-x:auto} .strip img{width:auto;max-width:none;height:6rem}
.screen{width:16rem;max-width:100%;aspect-ratio:1;background-size:auto 100%;background-repeat:repeat-x;animation:film 2.4s infinite}
@media (prefers-reduced-motion:reduce){.screen{animation:none}}
footer{margin:3rem 0 1rem;color:var(--soft);font-size:.9rem}
)";

std::string image_of(const figure& f) { return "<img src=\"" + f.file + "\" alt=\"" + escaped(f.title) + "\" loading=\"lazy\">"; }

/// The frames one after the other by style alone, and all of them side by side.
std::string film_of(const figure& f) {
  const std::string frames = std::to_string(f.frames);
  return "<style>.screen{background-image:url(\"" + f.file + "\");animation-timing-function:steps(" + frames + ")}\n@keyframes film{to{background-position:-" +
         std::to_string(16 * f.frames) + "rem 0}}</style>\n<div class=\"screen\" role=\"img\" aria-label=\"" + escaped(f.title) +
         "\"></div>\n<div class=\"strip\">" +
         image_of(f) + "</div>";
}

std::string html(const figure& f) {
  const bool film = f.kind == figure::layout::film;
  std::string out = film ? "<figure class=\"film\">" : f.kind == figure::layout::wide ? "<figure class=\"wide\">" : "<figure>";
  out += (film ? film_of(f) : image_of(f)) + "\n<figcaption><b>" + escaped(f.title) + "</b> <span>" + escaped(f.caption) + "</span>";
  if (!f.recipe.empty()) out += "\n<code>" + escaped(f.recipe) + "</code>";
  return out + "</figcaption></figure>\n";
}

/// Three columns where four would leave some over.
std::string columns_of(const section& of) {
  std::size_t cards = 0;
  for (const figure& f : of.figures) cards += f.kind == figure::layout::card;
  return cards % 4 != 0 && cards % 3 == 0 ? "figures three" : "figures";
}

}  // namespace

std::string page_of(const std::vector<section>& sections) {
  std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n" + std::string(page_mark) +
                    "\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>Noise, figure by figure</title>\n<style>" + style +
                    "</style>\n</head>\n<body>\n<h1>Noise, figure by figure</h1>\n"
                    "<p>What coherent noise looks like and what is made of it. Under each picture stands what to look for, and the command that writes the same "
                    "file, byte for byte on every machine; run it in this folder. Where there is C++ instead, the picture is drawn by the library.</p>\n<nav>";
  for (const section& each : sections) out += "<a href=\"#" + each.name + "\">" + escaped(each.title) + "</a>\n";
  out += "</nav>\n";
  for (const section& each : sections) {
    out += "<section id=\"" + each.name + "\">\n<h2>" + escaped(each.title) + "</h2>\n<p>" + escaped(each.text) +
           "</p>\n<div class=\"" + columns_of(each) + "\">\n";
    for (const figure& f : each.figures) out += html(f);
    out += "</div>\n</section>\n";
  }
  return out + "<footer>Made by scree gallery. The colours of the clouds are in <a href=\"" +
         std::string(sky_file) + "\">" + sky_file + "</a>.</footer>\n</body>\n</html>\n";
}

}  // namespace scree::cli::gallery
