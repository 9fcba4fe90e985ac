"""Printed lines: their signs in the order of reading, and the paragraphs that they are parts of.

Reference: Unicode Standard Annex 9, Unicode Bidirectional Algorithm, whose reordering (rule L2) is
undone for lines with letters from right to left. What it displays alike is read in the likelier
way: a number beside a Latin word belongs to it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, islice, pairwise
from statistics import median

from diglot.formats.blocks import Skips
from diglot.formats.documents import text_lines

EDGE_LINES = 3  # running heads are looked for among so many lines at the top and at the bottom
REPEATED_SHARE = 0.3  # of the pages; left and right pages often differ
SAME_PLACE = 6.0  # points
WIDE_GAP = 1.35  # times the usual distance of lines
OTHER_SIZE = 0.12  # relative difference of font sizes
HEADING_SIZE = 1.12  # times the size of the body
MAX_HEADING = 200  # characters
MAX_LEVEL = 6
DIGITS = re.compile(r"[0-9]{1,5}")
ROMAN = re.compile(r"[ivxlc]+")
ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
PAGE_NUMBER = re.compile(r"[0-9]{1,5}|\b[ivxlc]+\Z")
IN_STEP = 3  # pages whose Roman number stands behind the same words: what precedes a text is short
MAX_NUMBERS = 4
BULLET_SIGN = re.compile(r"[•▪‣◦●○■□]\s")
BULLET = re.compile(r"[•▪‣◦●○■□–—*]\s|\(?[0-9a-zA-Z]{1,3}[.)]\s")
# The end of an entry in a table of contents: dots that lead to the number of a page.
LEADERS = re.compile(r"[.…·][\s.…·]{6,}\w{1,6}\Z")
LEADERS_END = 60  # characters in which they are looked for
CONTENTS = 3  # entries that make a page one of contents, where chapters may stand without dots
CHAPTER = re.compile(r"([0-9]{1,2}\.?\s.*\S)\s+(?:[0-9]{1,4}|[ivxlc]+)")


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line.

    Attributes:
        text: its characters.
        page: number of its page, from 1.
        x: left edge in points; of a line that begins at the right, its right edge, negative.
        y: height of its base line above the lower edge of the page, in points.
        size: size of the font in points; 0 when unknown.
    """

    text: str
    page: int
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph with the page it begins on; headings have a level."""

    text: str
    page: int
    level: int


def paragraphs(lines: Sequence[Line], skips: Skips) -> Iterator[Paragraph]:
    """Give the paragraphs of a document.

    Args:
        lines: of all pages, in the order of reading.
        skips: takes the running heads and feet that were removed.
    """
    body = _without_running_heads(lines, skips)
    if not body:
        return
    style = _Style(body)
    words = text_lines.count_words(line.text for line in body)
    group = [body[0]]
    for line, following in pairwise(body):
        if style.parts(group, line, following):
            yield style.paragraph(group, words, skips)
            group = []
        group.append(following)
    yield style.paragraph(group, words, skips)


def _without_running_heads(lines: Sequence[Line], skips: Skips) -> list[Line]:
    """Remove what stands at the same place on many pages: the same words, or the page number.

    Words with the Roman number of the page need few pages, as what precedes a text is short.

    Only the outermost lines of a page can go, one after the other from the edge inwards.
    """
    pages: defaultdict[int, list[Line]] = defaultdict(list)
    for line in lines:
        pages[line.page].append(line)
    enough = max(2, REPEATED_SHARE * len(pages))
    removed: set[Line] = set()
    for direction in (-1, 1):  # from the top, from the bottom
        edges = [
            sorted(page, key=lambda line: direction * line.y)[:EDGE_LINES]
            for page in pages.values()
        ]
        forms = Counter(form for edge in edges for form in set().union(*map(_forms, edge)))
        offsets = Counter(offset for edge in edges for offset in _offsets(edge[0]))
        numbered = {offset for offset, count in offsets.items() if count >= max(3, enough)}
        for edge in edges:
            for depth, line in enumerate(edge):
                is_number = depth == 0 and not numbered.isdisjoint(_offsets(line))
                here = _forms(line)
                is_repeated = max(forms[form] for form in here) >= enough
                in_step = any(forms[form] >= IN_STEP for form in here if " #roman" in form[1])
                if not (is_repeated or is_number or in_step):
                    break
                removed.add(line)
    for line in lines:
        if line in removed:
            skips.add("running head or page number", line.text)
    return [line for line in lines if line not in removed]


def _forms(line: Line) -> set[tuple[int, str]]:
    """Return what running heads have in common: height and words, whatever the page number.

    Any number may be the page number, so there is a form for each, in which that number is
    replaced by its distance from the number of the page.
    """
    height, text = round(line.y / SAME_PLACE), line.text.lower()
    if ROMAN.fullmatch(text):
        return {(height, "roman")}
    found: set[tuple[int, str]] = {(height, text)}
    for match in islice(PAGE_NUMBER.finditer(text), MAX_NUMBERS):
        mark = "#" if match[0].isdecimal() else "#roman"
        distance = _value(match[0]) - line.page
        found.add((height, f"{text[: match.start()]}{mark}{distance}{text[match.end() :]}"))
    return found


def _value(number: str) -> int:
    """Return the value of an Arabic or a Roman number."""
    if DIGITS.fullmatch(number):
        return int(number)
    values = [ROMAN_VALUES[letter] for letter in number]
    later = [*values[1:], 0]
    return sum(-one if one < two else one for one, two in zip(values, later, strict=True))


def _offsets(line: Line) -> set[int]:
    """Return how far the numbers at the ends of a line are from the number of its page."""
    ends = {line.text.split()[0], line.text.split()[-1]}
    return {int(end) - line.page for end in ends if DIGITS.fullmatch(end)}


class _Style:
    """How a document is set: distance of lines, width, size of the body, sizes of headings."""

    def __init__(self, lines: Sequence[Line]) -> None:
        sizes: Counter[float] = Counter()
        for line in lines:
            sizes[round(line.size, 1)] += len(line.text)
        self._size = sizes.most_common(1)[0][0]
        led = Counter(line.page for line in lines if LEADERS.search(line.text[-LEADERS_END:]))
        self._contents = {page for page, entries in led.items() if entries >= CONTENTS}
        larger = sorted(
            {size for size in sizes if self._size and size > self._size * HEADING_SIZE},
            reverse=True,
        )
        self._levels = {size: min(rank, MAX_LEVEL) for rank, size in enumerate(larger, 1)}
        steps = [
            line.y - following.y
            for line, following in pairwise(lines)
            if line.page == following.page and line.y > following.y and self._is_body(following)
        ]
        self._step = median(steps) if steps else 0.0
        lengths = sorted(len(line.text) for line in lines if self._is_body(line))
        self._width = lengths[int(len(lengths) * 0.95)] if lengths else 0

    def parts(self, group: Sequence[Line], line: Line, following: Line) -> bool:
        """Tell whether a paragraph ends between two lines; ``group`` is that paragraph so far."""
        if abs(line.size - following.size) > OTHER_SIZE * max(line.size, following.size):
            return True
        if LEADERS.search(line.text[-LEADERS_END:]):
            return True
        if line.page != following.page or following.y > line.y:
            # A new page or column: a paragraph goes on if its sentence does.
            return line.text.endswith(text_lines.FINAL) or not following.text[0].islower()
        if text_lines.cuts_a_word(line.text, following.text):
            return False  # headings and entries of lists have other distances and indents
        if self._step and line.y - following.y > WIDE_GAP * self._step:
            return True
        is_list = BULLET.match(group[0].text) is not None
        if following.x - line.x > 0.9 * max(following.size, 1) and not is_list:
            return True  # indented first line
        if BULLET_SIGN.match(following.text):
            return True
        fits = len(line.text) + 1 + len(following.text.split()[0]) < 0.85 * self._width
        if not fits:
            return False
        return (
            is_list
            or line.text.endswith(text_lines.FINAL)
            or BULLET.match(following.text) is not None
        )

    def paragraph(self, group: Sequence[Line], words: Counter[str], skips: Skips) -> Paragraph:
        """Join the lines of a paragraph, without what leads to a page in a table of contents."""
        text = text_lines.join_wrapped_lines([line.text for line in group], words)
        entry = text
        if leaders := LEADERS.search(text, max(0, len(text) - LEADERS_END)):
            entry = text[: leaders.start()].rstrip(" .…·")
        elif group[0].page in self._contents and (chapter := CHAPTER.fullmatch(text)):
            entry = chapter[1]
        if entry != text:
            skips.add("page number in a table of contents", entry)
            text = entry
        level = self._levels.get(round(group[0].size, 1), 0)
        return Paragraph(text, group[0].page, level if len(text) <= MAX_HEADING else 0)

    def _is_body(self, line: Line) -> bool:
        return round(line.size, 1) == self._size


# Lines as they are displayed, from left to right, turned into the order in which they are read.

RIGHT, LEFT, NUMBER, INSIDE, BESIDE, NEUTRAL = "RLNCT "
"""Kinds of signs: letters of both directions, digits, what stands in and beside numbers, others."""
_KINDS = {
    "R": RIGHT, "AL": RIGHT, "L": LEFT, "EN": NUMBER, "AN": NUMBER, "CS": INSIDE, "ES": INSIDE,
    "ET": BESIDE,
}  # fmt: skip
_MIRRORED = str.maketrans("()[]{}«»‹›", ")(][}{»«›‹")
_DOTS = frozenset(".):")
# A bracket is drawn mirrored or not, as a program likes: what stands around it tells which it is.
_OPENING = re.compile(r"(?<![^\s(\[{«])[)\]}»](?=\w)")
_CLOSING = re.compile(r"(?<=[\w.!?؟])[(\[{«](?![^\s.,;:!?،؛؟)\]}»])")


@lru_cache(1 << 12)
def kind_of(sign: str) -> str:
    """Return the kind of a sign by its first character."""
    return _KINDS.get(unicodedata.bidirectional(sign[0]), NEUTRAL)


def has_right_to_left(text: str) -> bool:
    """Tell whether a text has letters that are read from right to left."""
    return any(sign > "\u0590" and kind_of(sign) == RIGHT for sign in text)


def reading_order(signs: Sequence[str], *, is_right_to_left: bool) -> str:
    """Return a line in the order of reading.

    Args:
        signs: the line from left to right; a letter and its marks are one sign.
        is_right_to_left: whether the line begins at the right.
    """
    text = _reordered(signs, is_right_to_left=is_right_to_left)
    for pattern in (_OPENING, _CLOSING):
        text = pattern.sub(lambda found: found[0].translate(_MIRRORED), text)
    return text


def _reordered(signs: Sequence[str], *, is_right_to_left: bool) -> str:
    kinds = _resolved([kind_of(sign) for sign in signs])
    if is_right_to_left:
        return _turned(signs, kinds)
    parts: list[str] = []
    place = 0
    while place < len(signs):
        end = place + 1
        if kinds[place] == RIGHT:
            end = _end_of_span(kinds, place)
            parts.append(_turned(signs[place:end], kinds[place:end]))
        else:
            parts.append(signs[place])
        place = end
    return "".join(parts)


def _resolved(kinds: list[str]) -> list[str]:
    """Give what stands in and beside numbers to them (rules W4 and W5)."""
    found = list(kinds)
    for place in range(1, len(kinds) - 1):
        if kinds[place] == INSIDE and kinds[place - 1] == kinds[place + 1] == NUMBER:
            found[place] = NUMBER
    for places in (range(len(kinds)), reversed(range(len(kinds)))):
        before = NEUTRAL
        for place in places:
            if found[place] == BESIDE and before == NUMBER:
                found[place] = NUMBER
            before = found[place]
    return [kind if kind in {RIGHT, LEFT, NUMBER} else NEUTRAL for kind in found]


def _end_of_span(kinds: Sequence[str], begin: int) -> int:
    """Return the end of a passage from right to left in a line from left to right."""
    end = begin + 1
    for place in range(begin + 1, len(kinds)):
        if kinds[place] == LEFT:
            break
        if kinds[place] == RIGHT:
            end = place + 1
    return end


def _turned(signs: Sequence[str], kinds: Sequence[str]) -> str:
    """Read a passage from right to left; words and numbers from left to right stay as they are."""
    stays = [kind in {LEFT, NUMBER} for kind in kinds]
    begin = 0
    for kind, group in groupby(kinds):
        end = begin + sum(1 for _ in group)
        if kind == NEUTRAL and begin > 0 and end < len(kinds):
            beside = {kinds[begin - 1], kinds[end]}
            # A number with its dot on the left is one of a list: ".6 APT" is read "6. APT".
            is_listed = kinds[end] == NUMBER and signs[end - 1] in _DOTS and end - begin > 1
            is_between = LEFT in beside and RIGHT not in beside and not is_listed
            stays[begin:end] = [is_between] * (end - begin)
        begin = end
    parts: list[str] = []
    for is_kept, places in groupby(reversed(range(len(signs))), stays.__getitem__):
        if is_kept:
            parts += (signs[place] for place in reversed(list(places)))
        else:
            parts += (signs[place].translate(_MIRRORED) for place in places)
    return "".join(parts)
