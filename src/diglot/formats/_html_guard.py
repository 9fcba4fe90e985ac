"""Limits on HTML that are checked before the parser sees it.

An HTML parser accepts anything, and two things cost it far more than the file is long: deep
nesting (each start tag looks up the stack of open elements) and formatting elements left open
(each new paragraph opens all of them again: 37 kB can become 1.5 GB). The scan below follows the
parser closely enough to see both coming, in time linear in the length of the page.

Reference: WHATWG HTML Standard, sections 13.2.4.2 and 13.2.4.3.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from diglot.errors import UnsafeFileError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAX_DEPTH = 2_000
MAX_REOPENED = 1_000_000  # formatting elements that the parser would open again
MIN_PENDING = 40  # this many left open are carelessness, not an attack
MAX_ALIKE = 3  # the parser opens at most this many identical ones again

# A tag ends at the first ">" outside of a quoted value; a quote counts only behind "=".
TAG = re.compile(
    r"<(?:(!--)|(/?)([a-z][^\s/>]*+)"
    r"((?:[\s/]++|[^\s/>][^\s/>=]*+"
    r"(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>]*+)?+)?+)*+))"
)
# fmt: off
# Elements whose content is not markup: only their end tag is looked for.
RAW = frozenset({"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"})
# Elements without content, and those that exist only once.
EMPTY = frozenset({
    "area", "base", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "keygen",
    "link", "meta", "param", "source", "track", "wbr", "html", "head", "body",
})
# Start tags that end an element of these names in the same list or table.
CLOSES = {
    "li": ("li",),
    **dict.fromkeys(("dd", "dt"), ("dd", "dt")),
    **dict.fromkeys(("td", "th"), ("td", "th")),
    **dict.fromkeys(("tr", "tbody", "thead", "tfoot", "caption", "colgroup"), ("tr", "caption")),
    **dict.fromkeys(("option", "optgroup"), ("option",)),
}
# Anchors are left out: a second one closes the first.
FORMATTING = frozenset({
    "b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u",
})
# An end tag does not reach beyond these.
WALLS = frozenset({
    "table", "marquee", "object", "applet", "template", "button", "svg", "math", "select",
})
# The end tag of an inline element does not reach beyond these either.
SPECIAL = WALLS | frozenset({
    "address", "article", "aside", "blockquote", "center", "details", "dir", "div", "dl",
    "fieldset", "figcaption", "figure", "footer", "form", "frameset", "h1", "h2", "h3", "h4",
    "h5", "h6", "header", "hgroup", "listing", "main", "menu", "nav", "ol", "pre", "search",
    "section", "summary", "ul",
})
# These end an open paragraph, wherever it is.
ENDS_PARAGRAPH = (SPECIAL | {"p", "li", "dd", "dt", "hr"}) - {
    "marquee", "object", "applet", "template", "button", "svg", "math", "select",
}
# fmt: on


def check(text: str, path: str | Path, place: str | None = None) -> None:
    """Refuse HTML that would cost the parser time or memory out of proportion.

    Args:
        text: the page.
        path: the file, for the message.
        place: part of a container, for the message.

    Raises:
        UnsafeFileError: it is nested too deeply or leaves too many formatting elements open.
    """
    stack = _OpenElements()
    formatting = _Formatting()
    for closing, name, rest in _tags(text.lower()):
        stack.close(name) if closing else stack.open(name)
        if name in FORMATTING:
            formatting.close(name) if closing else formatting.open(name, name + rest)
        else:
            formatting.reopen()
        problem = formatting.problem
        if stack.depth + formatting.pending > MAX_DEPTH:
            problem = f"nests more than {MAX_DEPTH:,} elements in each other"
        if problem:
            raise UnsafeFileError(
                problem, path=path, place=place, cure="convert it to plain text first"
            )


def _tags(text: str) -> Iterator[tuple[bool, str, str]]:
    """Give the tags of a page in lower case: whether an end tag, name, the rest."""
    position = 0
    while (match := TAG.search(text, position)) is not None:
        position = match.end()
        comment, slash, name, rest = match.groups()
        if comment:
            position = text.find("-->", match.start() + 2)
        elif name in RAW and not slash:
            position = text.find(f"</{name}", position)
        else:
            yield bool(slash), name, rest
        if position < 0:
            return


class _OpenElements:
    """The stack of open elements, and where each name stands in it."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        self._walls: list[int] = []
        self._special: list[int] = []

    @property
    def depth(self) -> int:
        return len(self._names)

    def open(self, name: str) -> None:
        if name in ENDS_PARAGRAPH:
            self._close("p", self._walls)
        for other in CLOSES.get(name, ()):
            self._close(other, self._special)
        if name in EMPTY:
            return
        place = len(self._names)
        self._names.append(name)
        self._places[name].append(place)
        if name in WALLS:
            self._walls.append(place)
        if name in SPECIAL:
            self._special.append(place)

    def close(self, name: str) -> None:
        is_block = name in SPECIAL or name in ENDS_PARAGRAPH or name in CLOSES
        self._close(name, self._walls if is_block else self._special)

    def _close(self, name: str, limits: list[int]) -> None:
        """Close the innermost element of a name, if it is not behind a limit."""
        places = self._places[name]
        if not places or (limits and limits[-1] > places[-1]):
            return
        place = places[-1]
        while len(self._names) > place:
            self._places[self._names.pop()].pop()
        for marks in (self._walls, self._special):
            while marks and marks[-1] >= place:
                marks.pop()


class _Formatting:
    """The formatting elements left open, which every block makes the parser open again."""

    def __init__(self) -> None:
        self.problem = ""
        self.pending = 0
        self._open: defaultdict[str, list[str]] = defaultdict(list)
        self._alike: Counter[str] = Counter()
        self._reopened = 0

    def open(self, name: str, whole: str) -> None:
        self._open[name].append(whole)
        self._alike[whole] += 1
        self.pending += self._alike[whole] <= MAX_ALIKE

    def close(self, name: str) -> None:
        if self._open[name]:
            whole = self._open[name].pop()
            self.pending -= self._alike[whole] <= MAX_ALIKE
            self._alike[whole] -= 1

    def reopen(self) -> None:
        if self.pending > MIN_PENDING:
            self._reopened += self.pending
            if self._reopened > MAX_REOPENED:
                self.problem = "leaves thousands of formatting elements open"
