"""Limits on HTML that are checked before the parser sees it.

An HTML parser accepts anything, and two things cost it far more than the file is long: deep
nesting (each start tag looks up the stack of open elements) and formatting elements left open
(each new paragraph opens all of them again: 37 kB can become 1.5 GB). The scan below follows the
parser closely enough to see both coming, in time linear in the length of the page.

Reference: WHATWG HTML Standard, sections 13.2.4.2 and 13.2.4.3.
"""

from __future__ import annotations

import re
from bisect import insort
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from diglot.errors import UnsafeFileError

MAX_DEPTH = 2_000
MAX_REOPENED = 1_000_000  # formatting elements that the parser would open again
MAX_ALIKE = 3  # the parser opens at most this many identical ones again

# A tag ends at the first ">" outside of a quoted value; a quote counts only behind "=".
TAG = re.compile(
    r"<(?:(!--)|(/?)([a-z][^\s/>]*+)"
    r"((?:[\s/]++|[^\s/>][^\s/>=]*+"
    r"(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>]*+)?+)?+)*+)>?)"
)
# fmt: off
# Elements whose content is not markup: only their end tag is looked for.
RAW = frozenset({"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"})
# Elements without content, those that exist only once, and those that the parser does not nest.
EMPTY = frozenset({
    "area", "base", "bgsound", "body", "br", "col", "embed", "frame", "frameset", "head", "hr",
    "html", "img", "input", "keygen", "link", "meta", "param", "source", "track", "wbr",
})
# Elements that the parser opens again where the element around them ends too early.
FORMATTING = frozenset({
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
})
TABLE_PARTS = frozenset({"td", "th", "tr", "tbody", "thead", "tfoot", "caption", "colgroup"})
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
GROUPS = ("tbody", "thead", "tfoot")
ROWS = (*GROUPS, "tr")
# SVG and MathML have rules of their own, except inside these elements.
FOREIGN = frozenset({"svg", "math"})
HTML_AGAIN = frozenset({
    "foreignobject", "desc", "title", "annotation-xml", "mi", "mo", "mn", "ms", "mtext",
})
# Beyond these nothing is opened again.
MARKERS = frozenset({"td", "th", "caption", "applet", "object", "marquee", "template"})
# An end tag does not reach beyond these.
WALLS = frozenset({"table", "marquee", "object", "applet", "template"})
# A new list item does not close an item beyond these.
LISTS = WALLS | {
    "button", "select",
    "article", "aside", "blockquote", "center", "details", "dir", "dl", "fieldset", "figcaption",
    "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "listing",
    "main", "menu", "nav", "ol", "pre", "search", "section", "summary", "ul", "li", "dd", "dt",
}
# The end tag of an inline element does not reach beyond these.
SPECIAL = LISTS | {"address", "div", "p"} | TABLE_PARTS
# These end an open paragraph, wherever it is.
ENDS_PARAGRAPH = (LISTS - WALLS - {"button", "select"}) | {"address", "div", "p", "hr", "xmp"}
# In these, what waits is opened again; before others.
HOLDS_REOPENED = SPECIAL - WALLS - {"button", "select"} - TABLE_PARTS | (TABLE_PARTS & MARKERS)
# These end SVG and MathML.
ENDS_FOREIGN = (FORMATTING - {"a"}) | {
    "blockquote", "body", "br", "center", "dd", "div", "dl", "dt", "embed", "h1", "h2", "h3", "h4",
    "h5", "h6", "head", "hr", "img", "li", "listing", "menu", "meta", "ol", "p", "pre",
    "ruby", "span", "sub", "sup", "table", "ul", "var",
}
# fmt: on
_START = re.compile(r"<[A-Za-z]")
_FORMATTING_TAG = re.compile(rf"<(?:{'|'.join(sorted(FORMATTING))})(?![^\s/>])", re.IGNORECASE)
FONT = re.compile(r"\s(?:color|face|size)\b")


def check_html(text: str, path: str | Path, place: str | None = None) -> None:
    """Refuse HTML that would cost the parser time or memory out of proportion.

    Args:
        text: the page.
        path: the file, for the message.
        place: part of a container, for the message.

    Raises:
        UnsafeFileError: it is nested too deeply or leaves too many formatting elements open.
    """
    tags = text.count("<")
    # Every open element has a start tag of its own, and before and behind every tag, and behind a
    # text, at most all of them are opened again: most pages are too small to go wrong.
    if 2 * tags <= MAX_DEPTH and 3 * tags * tags <= MAX_REOPENED:
        return
    # No more are open than start tags, and only formatting elements are opened again.
    formatting = len(_FORMATTING_TAG.findall(text))
    if 3 * tags * formatting <= MAX_REOPENED and 2 * len(_START.findall(text)) <= MAX_DEPTH:
        return
    for stack in _followed(text.lower()):
        problem = ""
        if stack.depth > MAX_DEPTH:
            problem = f"nests more than {MAX_DEPTH:,} elements in each other"
        elif stack.reopened > MAX_REOPENED:
            problem = "leaves too many formatting elements open"
        if problem:
            raise UnsafeFileError(
                problem, path=path, place=place, cure="convert it to plain text first"
            )


def _followed(text: str) -> Iterator[_OpenElements]:
    """Follow the tags of a page in lower case; give the open elements after each."""
    stack = _OpenElements()
    position = uncertain = 0
    while (match := TAG.search(text, position)) is not None:
        if match.start() > position and not text[position : match.start()].isspace():
            stack.reopen()
        position = match.end()
        comment, slash, name, rest = match.groups()
        if comment:
            position = text.find("-->", match.start() + 2)
        elif slash:
            # Where content may or may not be markup, end tags are not trusted.
            if position > uncertain:
                stack.close(name)
        else:
            stack.open(name, rest)
            if name in RAW:
                end = text.find(f"</{name}", position)
                if stack.is_plain:
                    stack.close(name)
                    position = end
                else:
                    uncertain = max(uncertain, len(text) if end < 0 else end)
        yield stack
        if position < 0:
            return


class _OpenElements:
    """The stack of open elements, where each name stands in it, and what will be opened again."""

    def __init__(self) -> None:
        self.reopened = 0
        self._frames = 0  # never closed: whether the parser closes them depends on the page
        self._names: list[str] = []
        self._tags: list[str] = []  # of formatting elements to open again; else empty
        self._alike: defaultdict[str, list[int]] = defaultdict(list)  # places of identical tags
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        # Places of the elements that stop something; below all of them is the ground, -1.
        self._foreign: list[int] = [-1]
        self._walls: list[int] = [-1]
        self._lists: list[int] = [-1]
        self._special: list[int] = [-1]
        self._pending: list[tuple[str, str]] = []  # name and tag, outermost first

    @property
    def depth(self) -> int:
        """How many elements are open, or will be with the next character."""
        return len(self._names) + len(self._pending) + self._frames

    @property
    def is_plain(self) -> bool:
        """True outside of SVG, MathML, drop-down lists and frame sets."""
        return not any(self._places[name] for name in (*FOREIGN, "select")) and not self._frames

    def open(self, name: str, rest: str) -> None:
        """Follow a start tag."""
        self._frames += name == "frameset"
        if self._in_foreign():
            if name in ENDS_FOREIGN and (name != "font" or FONT.search(rest)):
                while self._in_foreign():
                    self._cut(self._foreign[-1])
            else:
                if not rest.endswith("/"):
                    self._push(name, foreign=True)
                return
        if name in ENDS_PARAGRAPH:
            self._close("p", self._walls[-1], self._last("button"))
        if name in TABLE_PARTS and not self._open_part(name):
            return
        if self._imply(name):
            return
        if name not in SPECIAL - {"button", "select", "marquee", "object", "applet"}:
            self.reopen()
        if name in FORMATTING:
            self._evict(name + rest)
            self._push(name, name + rest)
        elif name not in EMPTY:
            self._push(name)
        if name in HOLDS_REOPENED:
            self.reopen()

    def close(self, name: str) -> None:
        """Follow an end tag."""
        if self._in_foreign() and self._close(name, self._foreign[-1]):
            return
        if self._last("select") > self._last(name):
            return
        if name == "br":
            self.reopen()
        elif name in TABLE_PARTS or name == "table":
            self._close(name, self._last("template" if name == "table" else "table", "template"))
        elif name in {"form", "option", "optgroup"}:
            if (
                not self._close(name, len(self._names) - 1)
                and name == "form"
                and self._places[name]
            ):
                self._unname(self._places[name][-1])
        elif name == "li":
            self._close(name, self._last("ol", "ul"), self._walls[-1])
        elif name in SPECIAL:
            self._close(name, self._walls[-1])
        elif not self._close(name, self._special[-1]) and name in FORMATTING:
            self._forget(name)

    def _open_part(self, name: str) -> bool:
        """Follow the start tag of a part of a table; tell whether it counts."""
        table = self._last("table", "template")
        if table < 0:
            return False  # the parser ignores it outside of a table
        for other in ("td", "th") if name in {"td", "th"} else ("tr", "caption"):
            self._close(other, table)
        ground = {"td": ROWS, "th": ROWS, "tr": GROUPS}.get(name, ())
        self._cut(max(table, self._last(*ground)) + 1)
        return True

    def _last(self, *names: str) -> int:
        """Return the innermost place of some names; -1 for none."""
        return max((self._places[name][-1] for name in names if self._places[name]), default=-1)

    def _imply(self, name: str) -> bool:
        """Close what a start tag closes; tell whether it does nothing else."""
        if name == "li":
            self._close("li", self._lists[-1])
        elif name in {"dd", "dt"}:
            self._close("dd", self._lists[-1])
            self._close("dt", self._lists[-1])
        elif name in {"a", "nobr"}:
            if not self._close(name, self._special[-1]):
                self._forget(name)
        elif name == "option" or name in HEADINGS:
            alike = HEADINGS if name in HEADINGS else (name,)
            if self._names and self._names[-1] in alike:
                self._cut(len(self._names) - 1)
        elif name == "button":
            self._close(name, self._walls[-1])
        elif name == "select":
            return self._close(name, self._walls[-1])
        elif name == "table":
            table = self._last("table")
            if table > self._last("td", "th", "caption", "template"):
                self._cut(table)
        return False

    def reopen(self) -> None:
        """Open formatting elements again that were cut off, as text makes the parser do."""
        pending, self._pending = self._pending, []
        for name, tag in pending:
            self._push(name, tag)
        self.reopened += len(pending)

    def _forget(self, name: str) -> None:
        """Take the last formatting element of a name from those to open again."""
        for index in range(len(self._pending) - 1, -1, -1):
            if self._pending[index][0] == name:
                del self._pending[index]
                return
        for place in reversed(self._places[name]):
            if self._tags[place]:
                self._untag(place)
                self._unname(place)
                return

    def _unname(self, place: int) -> None:
        """Let no end tag find an element, while what is in it stays where it is."""
        self._places[self._names[place]].remove(place)
        self._names[place] = ""
        insort(self._places[""], place)

    def _untag(self, place: int) -> None:
        """Take an open element from those that will be opened again."""
        if tag := self._tags[place]:
            self._alike[tag].remove(place)
            self._tags[place] = ""

    def _evict(self, tag: str) -> None:
        """Of identical formatting elements only the last ones are opened again."""
        open_ones = self._alike[tag]
        waiting = sum(other == tag for _, other in self._pending)
        marker = self._last(*MARKERS)
        if len(open_ones) + waiting >= MAX_ALIKE and open_ones and open_ones[0] > marker:
            self._tags[open_ones.pop(0)] = ""

    def _in_foreign(self) -> bool:
        return self._foreign[-1] >= 0 and self._names[self._foreign[-1]] in FOREIGN

    def _push(self, name: str, tag: str = "", *, foreign: bool = False) -> None:
        place = len(self._names)
        is_html_again = foreign and name in HTML_AGAIN
        is_wall = is_html_again or (name in WALLS and not foreign)
        self._names.append(name)
        self._tags.append(tag)
        if tag:
            self._alike[tag].append(place)
        self._places[name].append(place)
        if name in FOREIGN or is_html_again:
            self._foreign.append(place)
        if is_wall:
            self._walls.append(place)
        if is_wall or (name in LISTS and not foreign):
            self._lists.append(place)
        if is_wall or (name in SPECIAL and not foreign):
            self._special.append(place)

    def _close(self, name: str, *limits: int) -> bool:
        """Close the innermost element of a name, if it is not behind a limit."""
        places = self._places[name]
        if not places or max(limits) > places[-1]:
            return False
        self._untag(places[-1])
        self._cut(places[-1])
        return True

    def _cut(self, place: int) -> None:
        """Close every element from a place on; formatting ones will be opened again."""
        lost: list[tuple[str, str]] = []
        while len(self._names) > place:
            name, tag = self._names.pop(), self._tags.pop()
            self._places[name].pop()
            if name in MARKERS:
                lost = []
                self._pending = []
            elif tag:
                lost.append((name, tag))
            if tag:
                self._alike[tag].pop()
        for marks in (self._foreign, self._walls, self._lists, self._special):
            while marks[-1] >= place:
                marks.pop()
        self._pending[:0] = reversed(lost)
