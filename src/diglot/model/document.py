"""One text: its characters, its blocks (paragraphs, headings, cells) and segments; rules of SRX."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from diglot.model.tables import Table
from diglot.plurals import count_of


@dataclass(frozen=True, slots=True)
class Segment:
    """A sentence (or another unit of alignment) as character offsets into ``Document.text``.

    Attributes:
        start: first character.
        end: one past the last character.
        paragraph: index of the block it lies in, into ``Document.blocks``.
    """

    start: int
    end: int
    paragraph: int = 0


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph-like stretch of a document.

    Attributes:
        start: first character in ``Document.text``.
        end: one past the last character.
        kind: ``paragraph``, ``heading``, ``item``, ``cell``, ``footnote``, ``textbox``, ``cue``,
            ``code`` or ``line`` (all lines of an input that came one segment a line).
        level: depth of a heading (1 is the highest); 0 otherwise.
        anchor: address in the original file (page, cell, time code, unit id), if it has one.
        document: name of the document the block comes from, when several were pooled in one value.
        division: numbers of the divisions it lies in, the outermost first, where mark-up has them.
    """

    start: int
    end: int
    kind: str = "paragraph"
    level: int = 0
    anchor: str | None = None
    document: str | None = None
    division: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Markup:
    """Inline markup kept beside the text.

    Attributes:
        start: first character in the text it stands beside.
        end: one past the last character; equal to ``start`` for an empty element (a placeholder).
        kind: name of the element in the source format, e.g. ``bpt``, ``ph``, ``g``, ``b``, ``a``.
        data: the code itself or the attributes, as found.
    """

    start: int
    end: int
    kind: str
    data: str = ""


@dataclass(frozen=True, slots=True)
class Skipped:
    """Content that a reader left out, so that nothing is lost silently.

    Attributes:
        kind: what it was, e.g. ``"header"``, ``"comment"``, ``"deleted revision"``.
        count: how many of them.
        example: the beginning of the first one.
    """

    kind: str
    count: int
    example: str = ""

    def __str__(self) -> str:
        what = count_of(self.count, self.kind)
        if not self.example:
            return what
        return f'{what}{", the first" if self.count > 1 else ""}: "{self.example}"'


@dataclass(frozen=True, slots=True)
class Source:
    """Where a document came from: file, reader and SHA-256 of the bytes read."""

    path: Path
    reader: str
    digest: str


@dataclass(frozen=True, slots=True, repr=False)
class Document(Table[Segment]):
    """One text in one language; the text stays as it was found.

    ``blocks`` and ``segments`` are in text order and do not overlap. A document without segments
    has been read but not segmented yet.
    """

    text: str
    blocks: tuple[Block, ...] = ()
    segments: tuple[Segment, ...] = ()
    language: str | None = None
    name: str = ""
    markup: tuple[Markup, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    source: Source | None = None
    segmenter: str | None = None

    ITEMS = "segments"
    COLUMNS = ("text", "paragraph")

    def _row(self, item: Segment) -> tuple[object, ...]:
        return self.text[item.start : item.end], item.paragraph

    def _describe(self) -> str:
        size = count_of(len(self.text), "character")
        return ", ".join(filter(None, (self.name, self.language, size)))

    def segment_text(self, index: int) -> str:
        """Return the original characters of segment ``index``."""
        segment = self.segments[index]
        return self.text[segment.start : segment.end]

    @property
    def segment_texts(self) -> list[str]:
        """The original characters of every segment, in order."""
        return [self.text[segment.start : segment.end] for segment in self.segments]


@dataclass(frozen=True, slots=True)
class SrxRule:
    """One rule: where both patterns match around a position, break there or forbid it.

    Attributes:
        breaks: True to break, False for an exception.
        before: pattern of the text that ends at the position; empty matches anything.
        after: pattern of the text that begins at the position; empty matches anything.
    """

    breaks: bool
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class SrxLanguageMap:
    """Which rules serve the language codes that ``pattern`` matches."""

    pattern: str
    rules: str


@dataclass(frozen=True, slots=True)
class SrxRules:
    """Everything an SRX file says.

    Attributes:
        languages: (name, rules) of every ``languagerule``, in file order.
        maps: the ``languagemap`` entries, in file order.
        cascade: True when every matching map counts, False when only the first does.
        segment_subflows: whether text inside inline codes is segmented for itself.
        handles: (type, include) of the ``formathandle`` entries, kept as found.
        version: ``1.0`` or ``2.0``.
        name: name of the file, for messages and signatures.
        digest: SHA-256 of the file.
    """

    languages: tuple[tuple[str, tuple[SrxRule, ...]], ...]
    maps: tuple[SrxLanguageMap, ...]
    cascade: bool = True
    segment_subflows: bool = True
    handles: tuple[tuple[str, bool], ...] = ()
    version: str = "2.0"
    name: str = "srx"
    digest: str = ""
