"""Printed lines: their signs in the order of reading, and the paragraphs that they are parts of.

Reference: Unicode Standard Annex 9, Unicode Bidirectional Algorithm, whose reordering (rule L2) is
undone for lines with letters from right to left. What it displays alike is read in the likelier
way: a number beside a Latin word belongs to it.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, islice, pairwise, zip_longest
from statistics import median

from diglot.formats.blocks import Skips
from diglot.formats.documents import text_lines

EDGE_LINES = 3  # running heads are looked for among so many lines at the top and at the bottom
REPEATED_SHARE = 0.3  # of the pages; left and right pages often differ
SAME_PLACE = 6.0  # points
WIDE_GAP = 1.25  # times the usual distance of lines
APART = 1.5  # times that distance: no line of the text is so far from a running head
MOSTLY = 0.8  # of the lines at one height, if they are running heads that change
MOST_BOLD = 0.3  # of a text: some fonts say so of ordinary type
LEADING, MOST_LEADING = 1.2, 2.2  # times the size of the font
INDENT = 0.9  # times the size of the font: less is none
MOST_INDENT = 6  # times the size of the font, of the first line of a paragraph
FREE = 0.1  # of the width of a column: the least place that is left free on purpose
USUAL_END = 0.03  # of the lines, if they end at the margin of a column
SAME_EDGE = 2.0  # points between left edges of cells in one column
NEAR_ROWS = 3  # lines among which another cell of the column is looked for
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
BULLET = re.compile(
    r"[•▪‣◦●○■□–—*]\s|\(?[0-9a-zA-Z]{1,3}[.)]\s|\[\w{1,12}\]\s|[0-9]{1,3}(?:\.[0-9]{1,3})+\.?\s"
)
# The end of an entry in a table of contents: dots that lead to the number of a page.
LEADERS = re.compile(r"[.…·][\s.…·]{6,}\w{1,6}\Z")
LEADERS_END = 60  # characters in which they are looked for
LABEL = re.compile(r"\W{1,2}|\(?(?:\w{1,3}[.):]|[0-9]+(?:\.[0-9]+)*[.):]?|[A-Z](?:\.[0-9]+)+\.?)")
NUMBERED = re.compile(r"(?:[0-9]{1,3}|[A-Z])(?:\.[0-9]{1,3})*\.?\s")  # as entries of contents begin
_NOTE_NUMBER = "(?:[0-9]{1,3}|[\u00b2\u00b3\u00b9\u2070-\u2079]{1,3})"
NOTE = re.compile(rf"(?:{_NOTE_NUMBER}|[*†‡§¶]{{1,3}}(?=\s))\s?(?:[^\W\d_]|[\"'“”„«‘(]\w)")
NOTE_MARK = re.compile(rf"\A({_NOTE_NUMBER})(?=[^\W\d_])")  # raised, so that no space follows it
FOOT = 0.4  # of the height of a page: notes begin no higher
NOTE_SIZE = 0.93  # of the size of the body: notes are no larger
CONTENTS = 3  # entries that make a page one of contents, where chapters may stand without dots
ENTRY = re.compile(
    r"((?:[0-9]{1,2}|[A-Z])(?:\.[0-9]{1,3})*\.?\s(?:.*[^\s.])?)[\s.]*\s(?:[0-9]{1,4}|[ivxlc]+)"
)
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
        right: right edge in points; of a line that begins at the right, its left edge, negative.
        cells: left edges and texts of the pieces between wide gaps, if it has some; a cell of a
            table has itself alone.
        is_bold: whether it begins and ends in bold type.
    """

    text: str
    page: int
    x: float
    y: float
    size: float
    right: float = math.inf
    cells: tuple[tuple[float, str], ...] = ()
    is_bold: bool = False

    @property
    def end(self) -> float:
        """Where the line ends, or may end if that is not known, in points."""
        columns = text_lines.count_columns(self.text)
        return self.right if self.right < math.inf else self.x + columns * self.size / 2

    @property
    def sign_width(self) -> float:
        """Points that a Latin letter takes on average."""
        return (self.end - self.x) / max(text_lines.count_columns(self.text), 1)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph with the page it begins on; headings have a level, notes are footnotes."""

    text: str
    page: int
    level: int
    is_note: bool = False


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
    body = _in_cells(_without(style.changing_heads(body), body, skips))
    style = _Style(body)
    wrapping = text_lines.learn_wrapping([line.text for line in body])
    body, notes = style.footnotes(body)
    for group in _groups(body, style.parts):
        while notes and notes[0][0].page < group[0].page:
            yield from style.notes(notes.pop(0), wrapping, skips)
        yield style.paragraph(group, wrapping, skips)
    for each in notes:
        yield from style.notes(each, wrapping, skips)


def _groups(
    lines: Sequence[Line], parts: Callable[[Sequence[Line], Line, Line], bool]
) -> Iterator[list[Line]]:
    """Give lines that make one paragraph each."""
    group = list(lines[:1])
    for line, following in pairwise(lines):
        if parts(group, line, following):
            yield group
            group = []
        group.append(following)
    if group:
        yield group


def _without(removed: Container[Line], lines: Sequence[Line], skips: Skips) -> list[Line]:
    """List running heads, and return the other lines."""
    for line in lines:
        if line in removed:
            skips.add("running head or page number", line.text)
    return [line for line in lines if line not in removed]


def _in_cells(lines: Sequence[Line]) -> list[Line]:
    """Take the lines of tables apart, whose pieces begin where others on the page do.

    What stands behind a wide gap otherwise goes on in its line, and so do the text of an item
    behind its number or sign, and a number at the right.
    """
    edges = [[x for x, _ in line.cells] or [line.x] for line in lines]
    found = []
    for number, line in enumerate(lines):
        around = slice(max(number - NEAR_ROWS, 0), number + NEAR_ROWS + 1)
        near = [
            x
            for other, found_edges in zip(lines[around], edges[around], strict=True)
            if other is not line and other.page == line.page
            for x in found_edges
        ]
        pieces: list[tuple[float, str]] = []
        for x, text in line.cells:
            is_label = bool(pieces) and LABEL.fullmatch(pieces[-1][1])
            is_entry = len(line.cells) == 2 or LABEL.fullmatch(line.cells[0][1])
            is_number = is_entry and (x, text) == line.cells[-1] and DIGITS.fullmatch(text)
            is_aligned = any(abs(x - other) < SAME_EDGE for other in near)
            if not pieces or (is_aligned and not is_label and not is_number):
                pieces.append((x, text))
            else:
                left, before = pieces[-1]
                pieces[-1] = left, f"{before} {text}"
        if len(pieces) > 1 and not _leads(line):
            ends = [*(x for x, _ in pieces[1:]), line.right]
            found += [
                replace(line, x=x, text=text, right=end, cells=((x, text),))
                for (x, text), end in zip(pieces, ends, strict=True)
                if text
            ]
        else:
            found.append(line)
    return found


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
    return _without(removed, lines, skips)


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


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text.casefold()))


def _endings(line: Line) -> Iterator[str]:
    """Give the pieces of a running head, each whole and without its first words."""
    for _, text in line.cells or ((line.x, line.text),):
        words = text.split()
        for begin in range(min(len(words), 4)):
            yield " ".join(words[begin:])


def _leads(line: Line) -> bool:
    """Tell whether a line ends with the number of a page behind dots."""
    return LEADERS.search(line.text[-LEADERS_END:]) is not None


def _parts_notes(_: Sequence[Line], line: Line, following: Line) -> bool:
    """Tell whether a footnote ends between two lines."""
    return NOTE.match(following.text) is not None or line.page != following.page


def _parts_indents(group: Sequence[Line], line: Line, following: Line, *, is_list: bool) -> bool:
    """Tell whether a line is indented as the first of a paragraph, or stands behind an indent."""
    indent = (following.x - line.x) / max(following.size, 1)
    if indent > INDENT:
        return not is_list
    # The second line of a paragraph stands behind the indent of the first.
    return indent < -INDENT and (len(group) > 1 or is_list or indent < -MOST_INDENT)


def _margins(lines: Sequence[Line]) -> dict[Line, float]:
    """Return where the column of each line ends at the right, in points.

    Those are places where many lines of the document end, and where nearly all have ended. The
    column of a line, which goes on as long as the next one is lower, ends at the first of them
    that holds all of its lines.
    """
    ends = Counter(round(line.end / SAME_EDGE) for line in lines)
    known = {place for place, count in ends.items() if count > max(4, USUAL_END * len(lines))}
    known.add(sorted(ends.elements())[int(len(lines) * 0.95)])
    margins = sorted(place * SAME_EDGE for place in known)
    found: dict[Line, float] = {}
    column: list[Line] = []
    for line, following in zip_longest(lines, lines[1:]):
        column.append(line)
        if following is None or following.page != line.page or following.y >= line.y:
            longest = max(each.end for each in column)
            margin = next((each for each in margins if each + SAME_EDGE >= longest), longest)
            found |= dict.fromkeys(column, margin)
            column = []
    return found


class _Style:
    """How a document is set: distance of lines, width, size of the body, sizes of headings."""

    def __init__(self, lines: Sequence[Line]) -> None:
        sizes: Counter[float] = Counter()
        for line in lines:
            sizes[round(line.size, 1)] += len(line.text)
        self._size = sizes.most_common(1)[0][0]
        led = Counter(line.page for line in lines if _leads(line))
        self._contents = {page for page, entries in led.items() if entries >= CONTENTS}
        larger = sorted(
            {size for size in sizes if self._size and size > self._size * HEADING_SIZE},
            reverse=True,
        )
        self._levels = {size: min(rank, MAX_LEVEL) for rank, size in enumerate(larger, 1)}
        bold = sum(len(line.text) for line in lines if line.is_bold)
        self._tells_bold = bold < MOST_BOLD * sizes.total()
        self._margins = _margins(lines)
        steps = [
            (line.y - following.y, self._is_full(line, following))
            for line, following in pairwise(lines)
            if line.page == following.page
            and 0 < line.y - following.y < MOST_LEADING * (line.size or math.inf)
            and self._is_body(following)
        ]
        # Behind a full line its paragraph mostly goes on; behind others any distance may stand.
        distances = [[step for step, is_full in steps if is_full], [step for step, _ in steps]]
        self._step = min(map(median, filter(None, distances)), default=LEADING * self._size)

    def changing_heads(self, lines: Sequence[Line]) -> set[Line]:
        """Return running heads that change with the chapter.

        They stand at one height of many pages, apart from the text, and are mostly known: from the
        page before or after, from a heading, or from the table of contents.
        """
        pages: defaultdict[int, list[Line]] = defaultdict(list)
        known: set[str] = set()
        for line in lines:
            pages[line.page].append(line)
            leaders = LEADERS.search(line.text, max(0, len(line.text) - LEADERS_END))
            if leaders or round(line.size, 1) in self._levels:
                known.add(_letters(line.text[: leaders.start() if leaders else None]))
        removed: set[Line] = set()
        for direction in (-1, 1):
            heads: defaultdict[int, list[tuple[Line, bool]]] = defaultdict(list)
            for page in pages.values():
                first, *others = sorted(page, key=lambda line: direction * line.y)
                row = [line for line in others if abs(line.y - first.y) < SAME_EDGE]
                rest = others[len(row) :]
                is_apart = not rest or abs(rest[0].y - first.y) > APART * self._step
                if round(first.size, 1) not in self._levels:
                    heads[round(first.y / SAME_PLACE)].append((first, is_apart))
            for found in heads.values():
                apart = [line for line, is_apart in found if is_apart]
                if len(apart) < max(IN_STEP, REPEATED_SHARE * len(pages), MOSTLY * len(found)):
                    continue
                forms = {line.page: _forms(line) for line in apart}
                sure = 0
                for line in apart:
                    near = set().union(*(forms.get(line.page + n, ()) for n in (-2, -1, 1, 2)))
                    is_known = not known.isdisjoint(map(_letters, _endings(line)))
                    sure += is_known or not near.isdisjoint(forms[line.page])
                if 2 * sure >= len(apart):
                    removed.update(apart)
        return removed if len(removed) < len(lines) else set()

    def footnotes(self, lines: Sequence[Line]) -> tuple[list[Line], list[list[Line]]]:
        """Take the notes at the feet of pages or columns out of the text.

        Returns:
            The other lines, and the lines of the notes page by page.
        """
        body: list[Line] = []
        notes: list[list[Line]] = []
        highest = max(line.y for line in lines)
        begin = 0
        for place, (line, following) in enumerate(zip_longest(lines, lines[1:])):
            if following and following.page == line.page and following.y <= line.y:
                continue
            column = lines[begin : place + 1]
            begin, foot = place + 1, len(column)
            while foot > 1 and 0 < column[foot - 1].size < NOTE_SIZE * self._size:
                foot -= 1
            while foot < len(column) and not self._begins_notes(column, foot, highest):
                foot += 1
            body += column[:foot]
            if foot < len(column):
                notes.append(list(column[foot:]))
        return body, notes

    def _begins_notes(self, column: Sequence[Line], place: int, highest: float) -> bool:
        """Tell whether the notes of a column begin in a line of small type: below a gap or text."""
        line, before = column[place], column[place - 1]
        is_apart = self._is_body(before) or before.y - line.y > self._step
        return is_apart and line.y < FOOT * highest and NOTE.match(line.text) is not None

    def parts(self, group: Sequence[Line], line: Line, following: Line) -> bool:
        """Tell whether a paragraph ends between two lines; ``group`` is that paragraph so far."""
        if self._parts_type(line, following):
            return True
        begins = BULLET.match(following.text) is not None
        ends = line.text.endswith(text_lines.FINAL)
        goes_on = not (ends or begins) and self._is_full(line, following)
        if line.page != following.page or following.y > line.y:
            # A new page or column: a paragraph goes on if its sentence does.
            first = following.text[0]
            return not ((goes_on and not first.isdigit()) or (not ends and first.islower()))
        if text_lines.cuts_a_word(line.text, following.text):
            return False  # headings and entries of lists have other distances and indents
        if self._parts_rows(line, following):
            return True
        if round(line.size, 1) in self._levels:
            return False  # a heading of several lines
        if (is_new := self._parts_contents(group, line, following)) is not None:
            return is_new
        is_list = BULLET.match(group[0].text) is not None
        if not goes_on and _parts_indents(group, line, following, is_list=is_list):
            return True
        if BULLET_SIGN.match(following.text):
            return True
        return not self._is_full(line, following) and (is_list or ends or begins)

    def _parts_type(self, line: Line, following: Line) -> bool:
        """Tell whether two lines are of different size or weight, or an entry of contents ends."""
        if abs(line.size - following.size) > OTHER_SIZE * max(line.size, following.size):
            return True
        return _leads(line) or (self._tells_bold and line.is_bold != following.is_bold)

    def _parts_rows(self, line: Line, following: Line) -> bool:
        """Tell whether the next line is another cell of a row, or stands apart."""
        if line.y == following.y or not self._step:
            return line.y == following.y
        if len(following.cells) == 1 and following.x < line.x - SAME_EDGE:
            return True  # a row of cells begins below the last cell of the one before
        enlarged = max(following.size / self._size, 1.0) if self._size else 1.0
        return line.y - following.y > WIDE_GAP * self._step * enlarged

    def _parts_contents(self, group: Sequence[Line], line: Line, following: Line) -> bool | None:
        """Tell whether an entry of a table of contents ends; None where there is none."""
        if line.page in self._contents and CHAPTER.fullmatch(line.text):
            return True
        if _leads(following) or line.page in self._contents:
            begins = NUMBERED.match(following.text) is not None
            return begins if begins or NUMBERED.match(group[0].text) else None
        return None

    def _is_full(self, line: Line, following: Line) -> bool:
        """Tell whether a line has no place for the first word of the following one."""
        margin = self._margins.get(line, line.end)
        word = text_lines.first_columns(following.text) * line.sign_width
        return line.end + word >= margin - FREE * (margin - line.x)

    def paragraph(
        self, group: Sequence[Line], wrapping: text_lines.Wrapping, skips: Skips
    ) -> Paragraph:
        """Join the lines of a paragraph, without what leads to a page in a table of contents."""
        text = text_lines.join_wrapped_lines([line.text for line in group], wrapping)
        entry = text
        if leaders := LEADERS.search(text, max(0, len(text) - LEADERS_END)):
            entry = text[: leaders.start()].rstrip(" .…·")
        elif group[0].page in self._contents and (found := ENTRY.fullmatch(text)):
            entry = found[1]
        if entry != text:
            skips.add("page number in a table of contents", entry)
            text = entry
        level = self._levels.get(round(group[0].size, 1), 0)
        return Paragraph(text, group[0].page, level if len(text) <= MAX_HEADING else 0)

    def notes(
        self, lines: Sequence[Line], wrapping: text_lines.Wrapping, skips: Skips
    ) -> Iterator[Paragraph]:
        """Give the footnotes of a page or column."""
        for group in _groups(lines, _parts_notes):
            note = self.paragraph(group, wrapping, skips)
            yield replace(note, text=NOTE_MARK.sub(r"\1 ", note.text), level=0, is_note=True)

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
