"""Blocks of documents and their inline markup, and counts of what a reader skips."""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.errors import RIGHT_FILE, EmptyTextError, InputError
from diglot.files.binary import sha256_of_file
from diglot.files.xml import local_name, parse, remove_illegal_characters, text_of
from diglot.model import Block, Document, Markup, Segment, Skipped, Source
from diglot.plurals import count_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from lxml import etree


# What every document reader builds with: inline text, blocks, and the list of what was left out.
#
# Inside a block there is no line feed, since line feeds separate blocks in ``Document.text``. A
# soft break of a format (``br``, ``w:br``, a wrapped line) becomes one space: every tokeniser and
# every line-based file takes a space for what it is, while U+2028 would cut lines in many tools.

# White space in the sense of HTML and ODF: no-break and other typographic spaces are content.
SPACES = re.compile(r"[ \t\n\f\r]+")
_WIDE = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60"
# A line of the source that ends in Chinese or Japanese goes on without a blank (CSS Text 3, 4.1.3).
_WIDE_BREAK = re.compile(rf"(?<=[{_WIDE}])[ \t]*[\n\r][ \t\n\r]*(?=([{_WIDE}])|\Z)")
_WIDE_SIGN = re.compile(f"[{_WIDE}]")
EDGES = " \t\n\v\f\r"
BREAKS = {10: " ", 11: " ", 12: " ", 13: " "}
EXAMPLE_LENGTH = 60


class Skips:
    """Counts what a reader leaves out, by kind, with the beginning of the first one."""

    def __init__(self) -> None:
        self._kinds: dict[str, list[int | str]] = {}

    def add(self, kind: str, example: str = "", count: int = 1) -> None:
        """Note ``count`` things of one kind."""
        if count < 1:
            return
        shown = " ".join(example.split())
        if len(shown) > EXAMPLE_LENGTH:
            shown = shown[: EXAMPLE_LENGTH - 1].rstrip() + "…"
        entry = self._kinds.setdefault(kind, [0, ""])
        entry[0] = int(entry[0]) + count
        entry[1] = entry[1] or shown

    def entries(self) -> tuple[Skipped, ...]:
        """Return the list, in the order in which the kinds were met."""
        return tuple(
            Skipped(kind, int(count), str(example))
            for kind, (count, example) in self._kinds.items()
        )


class Inline:
    """The characters of one block while they are collected, with markup beside them.

    Args:
        collapse: whether runs of white space count as one space, as in HTML and ODF.
    """

    def __init__(self, *, collapse: bool) -> None:
        self._collapse = collapse
        self._parts: list[str] = []
        self._length = 0
        self._after_space = True
        self._after_wide = False
        self._open: list[tuple[int, str, str]] = []
        self._markup: list[Markup] = []

    def text(self, text: str) -> None:
        """Append characters of the file."""
        if self._collapse:
            text = self._join_wide(text)
            text = SPACES.sub(" ", text)
            if self._after_space and text.startswith(" "):
                text = text[1:]
        else:
            text = text.translate(BREAKS)
        if text:
            self._parts.append(text)
            self._length += len(text)
            self._after_space = text[-1] in " \t"

    def _join_wide(self, text: str) -> str:
        """Return a text without the line ends between Chinese or Japanese signs."""
        last = self._parts[-1][-1:] if self._parts else ""
        if self._after_wide and _WIDE_SIGN.match(text):  # the blank of a line end is none
            self._parts[-1] = self._parts[-1][:-1]
            self._length -= 1
            self._open = [(min(at, self._length), kind, data) for at, kind, data in self._open]
            self._markup = [_moved(mark, 0, self._length) for mark in self._markup]
        whole = last + text
        if text:
            self._after_wide = False
        if not whole.isascii() and ("\n" in text or "\r" in text):
            joined = _WIDE_BREAK.sub(lambda found: "" if found[1] else "\n", whole)
            self._after_wide = joined.endswith("\n") and _WIDE_SIGN.match(joined[-2:]) is not None
            return joined[len(last) :]
        return text

    def literal(self, text: str) -> None:
        """Append characters that are never collapsed, such as a tab the file spells out."""
        self._parts.append(text)
        self._length += len(text)
        self._after_space = self._after_wide = False

    def soft_break(self) -> None:
        """Append one space, unless white space is there already."""
        if not self._after_space:
            self.text(" ")

    @property
    def is_empty(self) -> bool:
        """Whether the block has no characters yet."""
        return self._length == 0

    @property
    def is_bare(self) -> bool:
        """Whether the block has neither characters nor markup yet."""
        return not (self._length or self._markup)

    def open(self, kind: str, data: str = "") -> None:
        """Begin inline markup; every call needs its `close`."""
        self._open.append((self._length, kind, data))

    def close(self) -> None:
        """End the markup opened last."""
        start, kind, data = self._open.pop()
        if start < self._length:
            self._markup.append(Markup(start, self._length, kind, data))

    def point(self, kind: str, data: str = "") -> None:
        """Note an element without text at this place."""
        self._markup.append(Markup(self._length, self._length, kind, data))

    def take(self) -> tuple[str, list[Markup]]:
        """Return text and markup of the block and begin the next; open markup goes on there."""
        for start, kind, data in self._open:
            if start < self._length:
                self._markup.append(Markup(start, self._length, kind, data))
        whole = "".join(self._parts)
        text = whole.strip(EDGES)
        shift = len(whole) - len(whole.lstrip(EDGES))
        markup = self._markup
        if len(text) < len(whole):
            markup = [_moved(mark, shift, len(text)) for mark in markup]
        markup.sort(key=lambda mark: (mark.start, -mark.end))
        self._parts, self._length, self._after_space, self._after_wide = [], 0, True, False
        self._open = [(0, kind, data) for _, kind, data in self._open]
        self._markup = []
        return text, markup


class Builder:
    """Collects the blocks of one document."""

    def __init__(self) -> None:
        self.skips = Skips()
        self._texts: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []
        self._markup: list[Markup] = []

    def __len__(self) -> int:
        return len(self._blocks)

    def add(
        self,
        text: str,
        markup: Iterable[Markup] = (),
        *,
        kind: str = "paragraph",
        level: int = 0,
        anchor: str | None = None,
        blank: bool = False,
    ) -> None:
        """Append a block; one without visible characters only when ``blank`` positions count.

        Args:
            text: its characters, without line feeds.
            markup: offsets into ``text``.
            kind: see `diglot.model.Block`.
            level: depth of a heading.
            anchor: address in the file.
            blank: keep the block even if it is blank.
        """
        if not blank and not text.strip():
            return
        if self._blocks:
            self._length += 1
        start = self._length
        self._texts.append(text)
        self._length += len(text)
        self._blocks.append(Block(start, self._length, kind, level, anchor))
        self._markup.extend(
            Markup(mark.start + start, mark.end + start, mark.kind, mark.data) for mark in markup
        )

    def finish(
        self,
        path: str | Path,
        reader: str,
        *,
        language: str | None = None,
        segmented: bool = False,
        cure: str = RIGHT_FILE,
    ) -> Document:
        """Return the document.

        Args:
            path: the file, for name and provenance.
            reader: name of the reader.
            language: what the file says about its language.
            segmented: make every block one segment.
            cure: advice when the file holds no text.

        Raises:
            EmptyTextError: no block was added.
        """
        found = self.skips.entries()
        if not self._blocks:
            left = ", ".join(count_of(skip.count, skip.kind) for skip in found)
            raise EmptyTextError(
                f"holds no text (left out: {left})" if left else "holds no text",
                path=path,
                cure=cure,
            )
        segments: Sequence[Segment] = ()
        if segmented:
            segments = [
                Segment(block.start, block.end, index) for index, block in enumerate(self._blocks)
            ]
        return Document(
            text="\n".join(self._texts),
            blocks=tuple(self._blocks),
            segments=tuple(segments),
            language=language,
            name=Path(path).stem,
            markup=tuple(self._markup),
            skipped=found,
            source=Source(Path(path), reader, sha256_of_file(path)),
            segmenter="lines" if segmented else None,
        )


class Grid:
    """Where the cells of a table stand; a cell has the number of its first column.

    Args:
        name: of the table, before row and cell.
        columns: where rows are not marked: a cell that has no place left begins the next one.
    """

    def __init__(self, name: str, columns: int | None = None) -> None:
        self._name = name
        self._columns = columns
        self._row = 0
        self._column = 1
        self._reach: dict[int, int] = {}  # last row of a cell above, by column

    def enter_row(self) -> None:
        """Begin a row."""
        self._row += 1
        self._column = 1

    def enter_cell(self, columns: int = 1, rows: int = 1) -> str:
        """Begin a cell behind those that reach into this row from above; return its place."""
        while self._reach.get(self._column, 0) >= self._row or self._is_full(columns):
            self._column += 1
            if self._is_full(1):
                self.enter_row()
        column, self._column = self._column, self._column + columns
        if rows > 1:
            last = self._row + rows - 1
            self._reach |= dict.fromkeys(range(column, self._column), last)
        return f"{self._name} row {self._row} cell {column}"

    def _is_full(self, columns: int) -> bool:
        """Tell whether the row of a table that is as wide has no place for so many columns."""
        return self._columns is not None and 1 < self._column > self._columns + 1 - columns


def _moved(mark: Markup, shift: int, length: int) -> Markup:
    """Shift markup after the edges of its text were stripped."""
    start = min(max(mark.start - shift, 0), length)
    end = min(max(mark.end - shift, 0), length)
    return Markup(start, end, mark.kind, mark.data)


# Inline codes of TMX and XLIFF: beside the text while it is worked on, inside it in the file.
#
# A code (``bpt``, ``ph``, ``x``…) is an empty `Markup` whose data is the whole element; an element
# around text (``hi``, ``g``, ``pc``, ``mrk``) is a `Markup` over that text whose data is the
# element without its content. So the text never holds a code, and the file can be written again.

# A code that stands for a tab or a line break parts words, so it is a `Markup` over a space that
# the reader puts there and the writer leaves out.

NAMESPACE = re.compile(r' xmlns="[^"]*"')
# How formats name such codes (``ctype``, ``type``, ``subType``, ``DisplayText``)...
BLANK_NAME = re.compile(r"(?:x-|xlf:)?(?:tab|lb|pb|br|line-?break|new-?line)\d*", re.IGNORECASE)
# ...and what stands in them: native code, or its escape.
BLANK_CODE = re.compile(
    r"\s+|\\[nt]|\\(?:tab|line)\s*|<[/?]?(?:\w+:)?(?:br|tab|lb|line-?break)\d*(?:\s[^<>]*)?[/?]?>",
    re.IGNORECASE,
)
SHOWN = ("equiv-text", "disp")  # what a translator sees in place of a code
BLANK_NAMES = ("ctype", "type", "subType", "DisplayText")
CODES = frozenset({"bpt", "ept", "ph", "it", "ut", "byte", "x", "bx", "ex", "sc", "ec", "sm", "em"})
"""Names of elements without text, in any format."""
ATTRIBUTE_ESCAPES = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        '"': "&quot;",
        "\t": "&#9;",
        "\n": "&#10;",
        "\r": "&#13;",
    }
)


def escape_text(text: str) -> str:
    """Escape text between tags; a carriage return would otherwise become a line feed."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("\r", "&#13;") if "\r" in text else text


def escape_attribute(value: str) -> str:
    """Escape the value of an attribute that stands in double quotes."""
    return value.translate(ATTRIBUTE_ESCAPES)


def quote(value: str) -> str:
    """Return the value of an attribute in the quotes that spare it escapes."""
    escaped = escape_attribute(value)
    if '"' in value and "'" not in value:
        return "'" + escaped.replace("&quot;", '"') + "'"
    return f'"{escaped}"'


def clean_xml(xml: str, skips: Skips) -> str:
    """Drop and count characters that XML forbids; one look at a whole unit is cheapest."""
    allowed, count = remove_illegal_characters(xml)
    skips.add("character that XML forbids", count=count)
    return allowed


def flatten_markup(
    element: etree._Element,
    codes: Collection[str],
    *,
    keep: bool = True,
    skips: Skips | None = None,
    characters: Callable[[etree._Element], str] | None = None,
    blanks: Collection[str] = (),
) -> tuple[str, tuple[Markup, ...]]:
    """Return the text inside ``element`` and the markup beside it.

    Args:
        element: what holds the text.
        codes: local names of elements whose content is code, not text.
        keep: whether markup is returned or dropped.
        skips: counts text for translators inside codes (``sub``), which is in no segment.
        characters: gives what an element stands for as text (XLIFF's ``cp``); empty for no text.
        blanks: references to codes that are declared elsewhere and stand for white space.
    """
    if not len(element):
        return element.text or "", ()
    skips = skips if skips is not None else Skips()
    parts: list[str] = []
    marks: list[Markup] = []
    length = 0

    def add(text: str | None) -> None:
        nonlocal length
        if text:
            parts.append(text)
            length += len(text)

    def walk(parent: etree._Element) -> None:
        add(parent.text)
        for child in parent:
            name = local_name(child)
            if characters is not None and (meant := characters(child)):
                add(meant)
            elif name in codes:
                start = length
                if is_blank_code(child, blanks) and _parts_words(parts, child):
                    add(" ")
                if keep:
                    marks.append(Markup(start, length, name, serialise_element(child)))
                for sub in child.iter("{*}sub"):
                    skips.add("text inside an inline code (sub)", text_of(sub))
            else:
                place, start = len(marks), length
                walk(child)
                if keep:
                    marks.insert(place, Markup(start, length, name, start_tag(child)))
            add(child.tail)

    walk(element)
    return "".join(parts), tuple(marks)


def is_blank_code(element: etree._Element, blanks: Collection[str] = ()) -> bool:
    """Tell whether an inline code stands for a tab or a line break."""
    if blanks and (element.get("dataRef") or element.get("id")) in blanks:
        return True
    if any(BLANK_NAME.fullmatch(element.get(name, "")) for name in BLANK_NAMES):
        return True
    return any(
        BLANK_CODE.fullmatch(text)
        for text in (text_of(element), *(element.get(name, "") for name in SHOWN))
    )


def _parts_words(before: Sequence[str], code: etree._Element) -> bool:
    """Tell whether a code stands before a word, and behind something that is no white space."""
    if not before or before[-1][-1].isspace():
        return False
    return code.tail[0].isalnum() if code.tail else code.getnext() is not None


@dataclass(frozen=True, slots=True)
class Dialect:
    """The inline codes that a format has.

    Attributes:
        codes: names of its elements without text.
        wrappers: names of its elements around text.
        foreign: gives start tag and end tag for markup of another format; the number is unique. A
            code that stands for a tab or a line break is empty there, and of the kind ``lb``.
        adapt: gives a code, an element in place, the attributes of this format, if another one with
            codes of that name wrote it; the number is unique. Tells whether nothing is lost, None
            if the code cannot stand in this format.
        blank: attributes of a code that stands for a tab or a line break and does not say so
            itself, as its declaration stays behind.
        escape: of text.
    """

    codes: frozenset[str]
    wrappers: frozenset[str]
    foreign: Callable[[Markup, int], tuple[str, str]]
    adapt: Callable[[etree._Element, int], bool | None]
    blank: tuple[tuple[str, str], ...]
    escape: Callable[[str], str] = escape_text

    def tags(self, mark: Markup, number: int, skips: Skips, *, is_blank: bool) -> tuple[str, str]:
        """Return start tag and end tag; ``is_blank`` says that it stands for a blank."""
        native, is_whole = _native(self, mark.kind, mark.data, number, is_blank)
        if not is_whole:
            skips.add("inline code of another format, simplified", mark.data or mark.kind)
        if native is None:
            return self.foreign(replace(mark, kind="lb") if is_blank else mark, number)
        if mark.kind in self.codes:
            return native, ""
        return native.removesuffix("/>") + ">", f"</{mark.kind}>"


@lru_cache(maxsize=4096)
def _native(
    dialect: Dialect, kind: str, data: str, number: int, is_blank: bool
) -> tuple[str | None, bool]:
    """Return an element as XML, None if the format has none such, and whether it is whole."""
    is_code = kind in dialect.codes
    if not (is_code or kind in dialect.wrappers) or not data.startswith(f"<{kind}"):
        return None, False
    try:
        element = parse(data.encode("utf-8", "surrogatepass"))
    except InputError:
        return None, False
    if element.tag != kind:
        return None, False
    is_whole = not is_code or dialect.adapt(element, number)
    if is_whole is None:
        return None, False
    if is_blank and "dataRef" not in element.attrib and not is_blank_code(element):
        element.attrib.update(dialect.blank)
    return serialise_element(element), is_whole


def render_markup(
    text: str, markup: Sequence[Markup], dialect: Dialect, skips: Skips | None = None
) -> str:
    """Return text and markup as the inside of an element.

    Args:
        text: the characters.
        markup: in the order of their starts.
        dialect: the codes of the format.
        skips: counts markup that could not be written, or only as something more general.
    """
    if not markup:
        return dialect.escape(text)
    skips = skips or Skips()
    parts: list[str] = []
    open_ends: list[tuple[int, str]] = []
    position = 0

    def advance(to: int) -> None:
        nonlocal position
        parts.append(dialect.escape(text[position:to]))
        position = to

    def close(until: int) -> None:
        while open_ends and open_ends[-1][0] <= until:
            end, tag = open_ends.pop()
            advance(end)
            parts.append(tag)

    for number, mark in enumerate(sorted(markup, key=lambda mark: mark.start), 1):
        close(mark.start)
        limit = open_ends[-1][0] if open_ends else len(text)
        if not position <= mark.start <= mark.end <= limit:
            skips.add("inline code that crosses another", mark.data or mark.kind)
            continue
        advance(mark.start)
        is_blank = mark.kind in CODES and text[mark.start : mark.end] == " "
        if is_blank:  # the space is what the code stands for
            position, mark = mark.end, replace(mark, start=mark.end)
        begin, end = dialect.tags(mark, number, skips, is_blank=is_blank)
        parts.append(begin)
        if mark.end > mark.start:
            open_ends.append((mark.end, end))
        else:
            parts.append(end)
    close(len(text))
    advance(len(text))
    return "".join(parts)


def take_code(code: etree._Element) -> tuple[dict[str, str], bool]:
    """Take the attributes of a code of TMX or XLIFF, and the text that it shows as its own.

    Returns:
        ``id``, ``pair``, ``type`` (``lb`` for a line break) and ``pos`` (``begin``, ``end``) where
        the code has them; whether it has nothing else.
    """
    told = {str(name): str(value) for name, value in code.attrib.items()}
    kind = told.pop("subType", "").removeprefix("xlf:")
    if not kind and "id" in told:
        kind = told.pop("ctype", "")
    position = told.pop("pos", "")
    found = {
        "id": told.pop("id", ""),
        "pair": told.pop("rid", "") or told.pop("i", ""),
        "type": kind or told.pop("type", ""),
        "pos": {"open": "begin", "close": "end"}.get(position, position),
    }
    code.text = code.text or told.pop("disp", None)
    code.attrib.clear()
    return {name: value for name, value in found.items() if value}, set(told) <= {"x", "type"}


def serialise_element(element: etree._Element) -> str:
    """Return an element as XML, without namespaces it does not use and without its tail."""
    from lxml import etree

    whole = etree.tostring(element, encoding="unicode", with_tail=False)
    if " xmlns:" in whole:
        alone = copy.deepcopy(element)
        etree.cleanup_namespaces(alone)
        whole = etree.tostring(alone, encoding="unicode", with_tail=False)
    return NAMESPACE.sub("", whole, count=1)


def start_tag(element: etree._Element) -> str:
    """Return an element without its content as XML."""
    from lxml import etree

    # A copy of the whole element would copy its text, too.
    names: Any = element.nsmap
    try:
        bare = etree.Element(element.tag, nsmap=names)
        for name, value in element.attrib.items():
            bare.set(name, value)
    except ValueError:  # the parser lets namespaces through that no element may be made with
        return f"<{local_name(element)}/>"
    return serialise_element(bare)
