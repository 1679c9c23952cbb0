"""Checks a gallery's page with Python's own parsers: read_gallery.py FOLDER prints the commands on it, one on a line with ASCII 1 for line ends within.

The page must be well nested, name only files that are there and nothing from elsewhere, and have no scripts; the folder must hold no other files; SVG must be XML."""

import html.parser
import os
import re
import sys
import xml.etree.ElementTree

VOID = {"meta", "img", "link", "br"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.files, self.anchors, self.ids, self.codes = [], set(), set(), set(), []

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        assert tag not in ("script", "iframe", "object"), f"<{tag}> on the page"
        if tag not in VOID:
            self.open.append(tag)
        if tag == "img":
            assert named["alt"], "a picture without words"
        if tag == "code":
            self.codes.append("")
        self.ids |= {named["id"]} if "id" in named else set()
        for name in ("src", "href"):
            if name in named:
                (self.anchors if named[name].startswith("#") else self.files).add(named[name].lstrip("#"))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, f"</{tag}> closes another"

    def handle_data(self, data):
        if self.open and self.open[-1] == "code":
            self.codes[-1] += data
        if self.open and self.open[-1] == "style":
            assert "@import" not in data, "style from elsewhere"
            self.files |= set(re.findall(r'url\("(.*?)"\)', data))


folder = sys.argv[1]
with open(os.path.join(folder, "index.html"), encoding="utf-8") as file:
    page = Page()
    page.feed(file.read())
    page.close()
assert not page.open, f"{page.open} stay open"
assert page.anchors and page.anchors <= page.ids, "a link leads nowhere"
present = set(os.listdir(folder)) - {"index.html"}
assert page.files == present, f"named or present alone: {page.files ^ present}"
for name in present:
    if name.endswith(".svg"):
        assert xml.etree.ElementTree.parse(os.path.join(folder, name)).getroot().tag == "{http://www.w3.org/2000/svg}svg"
for code in page.codes:
    print(code.replace("\n", "\1"))
