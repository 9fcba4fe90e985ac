"""Formats of translation units, such as TMX, XLIFF, PO, Moses, tables and workbooks.

A file enters for reading, or units for writing. Units leave one by one, or a file with a list of
what it could not carry. Units and bitexts are turned into each other here.
"""

from __future__ import annotations

import bisect
import hashlib
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypedDict, Unpack

from diglot.errors import ConfigError, FormatError
from diglot.files.binary import sha256_of_file
from diglot.formats.blocks import Skips
from diglot.formats.registry import UNITS, Format, find_format, names_of
from diglot.model import (
    Bitext,
    Block,
    Document,
    Link,
    Markup,
    Segment,
    Signature,
    Skipped,
    Source,
    Unit,
    Variant,
)
from diglot.text.languages import UNDETERMINED, joiner, primary_subtag

MERGED = "identical unit, merged"  # counted where units with the same texts are written once
# No paragraph number in a file makes more empty blocks than this.
MAX_GAP = 1000


class UnitReading(TypedDict, total=False):
    """Options of the readers of units; each has some of them."""

    columns: Sequence[str | int] | None
    delimiter: str | None
    fuzzy: bool
    header: bool | None
    inline: str
    languages: Sequence[str] | None
    quoting: str | None
    target: str | Path | None
    untranslated: bool


class UnitWriting(TypedDict, total=False):
    """Options of the writers of units; each has some of them."""

    delimiter: str | None
    doubtful: float
    inline: str
    languages: Sequence[str] | None
    merge: bool
    neutralise: bool | None
    template: Path | None
    version: str


def read_units(
    path: str | Path,
    *,
    format: str | Format | None = None,  # noqa: A002 - the word users type
    encoding: str | None = None,
    skips: Skips | None = None,
    **options: Unpack[UnitReading],
) -> Iterator[Unit]:
    """Give the translation units of a file one by one.

    Args:
        path: the file.
        format: name of the format, where the extension does not tell it.
        encoding: of a text file that is not in Unicode.
        skips: collects what is left out while reading.
        options: of the format.

    Raises:
        InputError: the file cannot be read as that format.
        ConfigError: an unknown or unsuitable format or option.
    """
    record = find_format(path, format=format, look=True)
    if record.kind != UNITS:
        raise ConfigError(
            f"{path}: {record.name} files hold no translation units; {names_of(UNITS)} do"
        )
    units: Iterator[Unit] = record.call(
        "read_units", Path(path), encoding=encoding, skips=skips, **options
    )
    return units


def write_units(
    path: str | Path,
    units: Iterable[Unit],
    *,
    format: str | Format | None = None,  # noqa: A002 - the word users type
    **options: Unpack[UnitWriting],
) -> tuple[Skipped, ...]:
    """Write translation units; return what the format could not carry.

    The option ``merge`` of every format writes units with the same texts once, and counts the rest.

    Raises:
        InputError: the file cannot be written.
        ConfigError: an unknown or unsuitable format or option.
    """
    record = find_format(path, format=format)
    if record.kind != UNITS or not record.writes:
        raise ConfigError(
            f"{path}: {record.name} files cannot be written from units; "
            f"{names_of(UNITS, writes=True)} can"
        )
    skips = Skips()
    stream = merge_equal_units(units, skips) if options.pop("merge", False) else units
    lost: tuple[Skipped, ...] = record.call("write_units", Path(path), stream, **options)
    return (*skips.entries(), *lost)


def units_of(bitexts: Bitext | Sequence[Bitext], *, keep_nulls: bool = True) -> Iterator[Unit]:
    """Give one unit per link, in the order of the links.

    Args:
        bitexts: one or several; their documents must be segmented.
        keep_nulls: whether links with an empty side become units with an empty variant.
    """
    for bitext in [bitexts] if isinstance(bitexts, Bitext) else bitexts:
        source, target = _Side(bitext.source), _Side(bitext.target)
        method = str(bitext.signature) if bitext.signature else None
        for link in bitext.links:
            if link.is_null and not keep_nulls:
                continue
            yield Unit(
                variants=(source.variant(link.source), target.variant(link.target)),
                score=link.score,
                kind=link.kind,
                reasons=link.reasons,
                method=method,
                document=_document(source, target, link),
                paragraphs=_paragraphs(source, target, link),
            )


def bitext_of(
    units: Iterable[Unit],
    *,
    source_language: str | None = None,
    target_language: str | None = None,
    name: str = "",
    path: Path | None = None,
    reader: str = "",
    skips: Skips | None = None,
) -> Bitext:
    """Return the units as two documents with links.

    Segments inside a unit, paragraphs and documents are restored where the units say them; a unit
    that says nothing is a block of its own.

    Args:
        units: at least one with both languages.
        source_language: language (or its prefix) of the source side; by default that of the first
            variant of the first unit.
        target_language: the same for the target side; by default that of the second variant.
        name: of the result.
        path: the file the units come from, for provenance and errors.
        reader: name of the reader, for provenance.
        skips: what was left out; it may still grow while the units are read.

    Raises:
        FormatError: no unit has both languages.
    """
    collector = _Collector([source_language, target_language], skips)
    for unit in units:
        collector.add(unit)
    collector.report()
    if not collector.links:
        raise FormatError(
            "holds no unit with both languages",
            path=path,
            cure="name the two languages that the file has, or check that it is the right file",
        )
    origin = None
    if path is not None:
        origin = Source(path, reader, sha256_of_file(path) if path.is_file() else "")
    left = skips.entries() if skips is not None else ()
    source, target = (side.finish(name, origin) for side in collector.sides)
    methods = collector.methods
    return Bitext(
        replace(source, skipped=left),
        target,
        tuple(collector.links),
        signature=signature_of(methods.pop()) if len(methods) == 1 else None,
    )


class _Collector:
    """Takes units one by one and puts the two languages asked for side by side."""

    def __init__(self, languages: list[str | None], skips: Skips | None) -> None:
        self._languages = languages
        self._skips = skips
        self._missing: dict[str, int] = {}
        self._empty = 0
        self.sides: list[_Builder] = []
        self.links: list[Link] = []
        self.methods: set[str] = set()

    def add(self, unit: Unit) -> None:
        """Append one unit, or note why it cannot be."""
        pair = self._pair(unit)
        if pair is None:
            return
        if not self.sides:
            # What the first unit says holds for the units after it.
            wanted = self._languages
            self._languages = [
                asked or each.language for asked, each in zip(wanted, pair, strict=True)
            ]
            self.sides = [
                _Builder(each.language if each.language != UNDETERMINED else asked or UNDETERMINED)
                for asked, each in zip(wanted, pair, strict=True)
            ]
        if self._skips is not None and len(unit.variants) > 2:
            other = next(variant for variant in unit.variants if variant not in pair)
            self._skips.add("text in another language", other.text, len(unit.variants) - 2)
        if unit.method:
            self.methods.add(unit.method)
        places = unit.paragraphs or (-1, -1)
        source, target = (
            side.add(variant, unit.document, place, lines=unit.paragraphs is None)
            for side, variant, place in zip(self.sides, pair, places, strict=True)
        )
        if source or target:
            self.links.append(Link(source, target, unit.score, unit.kind, unit.reasons))
        else:
            self._empty += 1

    def report(self) -> None:
        """Add what was not taken to the skip list."""
        if self._skips is not None:
            self._skips.add("unit without text", count=self._empty)
            for language, count in self._missing.items():
                self._skips.add(f"unit without {language}", count=count)

    def _pair(self, unit: Unit) -> tuple[Variant, Variant] | None:
        """Pick the two sides of a unit: by language, and by order where that is the same."""
        first = pick_variant(unit.variants, self._languages[0])
        rest = [variant for variant in unit.variants if variant is not first]
        if first is not None and self._languages[1] is None:
            # The first language may stand there twice; two versions of one text are a pair, too.
            known = primary_subtag(first.language)
            rest = [each for each in rest if primary_subtag(each.language) != known] or rest
        second = pick_variant(rest, self._languages[1])
        if first is not None and second is not None:
            return first, second
        lacking = self._languages[0] if first is None else self._languages[1]
        shown = lacking or "a second language"
        self._missing[shown] = self._missing.get(shown, 0) + 1
        return None


class _Side:
    """A document with what is needed to cut variants out of it."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.language = document.language or UNDETERMINED
        self._joiner = joiner(document.language)
        self._marks = sorted(document.markup, key=lambda mark: (mark.start, -mark.end))
        self._starts = [mark.start for mark in self._marks]
        self.first_blocks: dict[str | None, int] = {}
        for index, block in enumerate(document.blocks):
            self.first_blocks.setdefault(block.document, index)

    def variant(self, indices: Sequence[int]) -> Variant:
        texts = [self.document.segment_text(index) for index in indices]
        lengths = tuple(len(text) for text in texts)
        # One empty segment is not the same as none.
        told = lengths if len(lengths) > 1 or lengths == (0,) else ()
        return Variant(self.language, self._joiner.join(texts), tuple(self._markup(indices)), told)

    def block(self, indices: Sequence[int]) -> Block | None:
        if not indices or not self.document.blocks:
            return None
        return self.document.blocks[self.document.segments[indices[0]].paragraph]

    def paragraph(self, indices: Sequence[int]) -> int:
        block = self.block(indices)
        if block is None:
            return -1
        paragraph = self.document.segments[indices[0]].paragraph
        return paragraph - self.first_blocks[block.document]

    def _markup(self, indices: Sequence[int]) -> Iterator[Markup]:
        shift = 0
        for index in indices if self._marks else ():
            segment = self.document.segments[index]
            place = bisect.bisect_left(self._starts, segment.start)
            while place < len(self._marks) and self._starts[place] <= segment.end:
                mark = self._marks[place]
                if mark.end <= segment.end:
                    move = shift - segment.start
                    yield Markup(mark.start + move, mark.end + move, mark.kind, mark.data)
                place += 1
            shift += segment.end - segment.start + len(self._joiner)


def _document(source: _Side, target: _Side, link: Link) -> str | None:
    for side, indices in ((source, link.source), (target, link.target)):
        block = side.block(indices)
        if block is not None and block.document is not None:
            return block.document
    return source.document.name or target.document.name or None


def _paragraphs(source: _Side, target: _Side, link: Link) -> tuple[int, int] | None:
    """Block numbers within the document; None where blocks are just lines."""
    blocks = (source.block(link.source), target.block(link.target))
    if all(block is None or block.kind == "line" for block in blocks):
        return None
    return source.paragraph(link.source), target.paragraph(link.target)


@dataclass(slots=True)
class _Builder:
    """Puts variants of one language one after the other."""

    language: str
    texts: list[str] = field(default_factory=list)
    length: int = 0
    blocks: list[Block] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)
    markup: list[Markup] = field(default_factory=list)
    place: tuple[str | None, int] | None = None
    first: int = 0

    def add(
        self, variant: Variant, document: str | None, paragraph: int, *, lines: bool
    ) -> tuple[int, ...]:
        """Append a variant; return the indices of its segments."""
        pieces = _pieces(variant)
        if not pieces:
            return ()
        if lines or paragraph < 0:
            self._begin(document, "line")
            self.place = None
        elif self.place != (document, paragraph):
            self._reach(document, paragraph)
        else:
            self._append(joiner(self.language))
        base = self.length
        self._append(variant.text)
        indices = range(len(self.segments), len(self.segments) + len(pieces))
        block = len(self.blocks) - 1
        self.segments.extend(Segment(base + a, base + b, block) for a, b in pieces)
        self.markup.extend(
            Markup(base + mark.start, base + mark.end, mark.kind, mark.data)
            for mark in variant.markup
        )
        last = self.blocks[-1]
        self.blocks[-1] = Block(last.start, self.length, last.kind, document=last.document)
        return tuple(indices)

    def finish(self, name: str, origin: Source | None) -> Document:
        """Return the document."""
        return Document(
            text="".join(self.texts),
            blocks=tuple(self.blocks),
            segments=tuple(self.segments),
            language=None if self.language == UNDETERMINED else self.language,
            name=name,
            markup=tuple(self.markup),
            source=origin,
        )

    def _append(self, text: str) -> None:
        self.texts.append(text)
        self.length += len(text)

    def _begin(self, document: str | None, kind: str = "paragraph") -> None:
        if self.blocks:
            self._append("\n")
        self.blocks.append(Block(self.length, self.length, kind, document=document))

    def _reach(self, document: str | None, paragraph: int) -> None:
        """Begin block number ``paragraph`` of the document; those without text are empty."""
        if self.place is None or self.place[0] != document:
            self.first = len(self.blocks)
        gap = paragraph - (len(self.blocks) - self.first)
        if 0 <= gap <= MAX_GAP:
            for _ in range(gap):
                self._begin(document)
        self._begin(document)
        self.place = (document, paragraph)


def _pieces(variant: Variant) -> list[tuple[int, int]]:
    """Character ranges of the segments in a variant; one if the lengths do not fit its text."""
    text, lengths = variant.text, variant.segments
    if not lengths:
        return [(0, len(text))] if text else []
    gaps = len(lengths) - 1
    rest = len(text) - sum(lengths)
    if min(lengths) < 0 or rest not in {0, gaps}:
        return [(0, len(text))] if text else []
    width = rest // gaps if gaps else 0
    pieces, start = [], 0
    for length in lengths:
        pieces.append((start, start + length))
        start += length + width
    return pieces


def pick_variant(variants: Sequence[Variant], language: str | None) -> Variant | None:
    """The text of a unit in a language: the very one, its primary language, or one not told."""
    if language is None:
        return variants[0] if variants else None
    exact = language.replace("_", "-").lower()
    for variant in variants:
        if variant.language.replace("_", "-").lower() == exact:
            return variant
    for variant in variants:
        if primary_subtag(variant.language) == primary_subtag(language):
            return variant
    # A table or a Moses pair does not say its languages.
    return next((each for each in variants if each.language == UNDETERMINED), None)


def signature_of(line: str) -> Signature:
    """Read a signature back from its line; any other text is the name of a method."""
    parts = [part.partition(":") for part in line.split("|")]
    fields = {name: value for name, colon, value in parts if colon}
    if parts[0][0] != "method" or not {"method", "version"} <= fields.keys():
        return Signature(method=line, version="")
    options = tuple(
        (name, value) for name, colon, value in parts if name not in {"method", "version", "data"}
    )
    return Signature(fields["method"], fields["version"], options, fields.get("data"))


def merge_equal_units(units: Iterable[Unit], skips: Skips) -> Iterator[Unit]:
    """Give units with the same texts once and count the others.

    Only digests are kept, so a large memory can be merged: 16 bytes a unit and the set's own.
    """
    seen: set[bytes] = set()
    for unit in units:
        key = hashlib.blake2b(digest_size=16)
        for variant in unit.variants:
            for part in (variant.language, variant.text):
                data = part.encode("utf-8", "surrogatepass")
                key.update(len(data).to_bytes(8, "big") + data)
        if key.digest() in seen:
            skips.add(MERGED, unit.variants[0].text if unit.variants else "")
            continue
        seen.add(key.digest())
        yield unit


# What diglot knows about a unit as (name, value) pairs, for formats that carry such pairs.

SIDES = ("source", "target")


def parse_probability(value: str) -> float | None:
    """Read a score; None for what is no probability."""
    try:
        score = float(value)
    except ValueError:
        score = math.nan
    return score if 0 <= score <= 1 else None


def parse_integers(text: str) -> tuple[int, ...]:
    """Read integers with spaces between; empty if there is anything else."""
    try:
        return tuple(int(word) for word in text.split())
    except ValueError:
        return ()


def parse_integer_pair(text: str) -> tuple[int, int] | None:
    """Read a pair of integers; None for anything else."""
    found = parse_integers(text)
    return (found[0], found[1]) if len(found) == 2 else None


def type_of(unit: Unit) -> str:
    """Numbers of segments on the first two sides, e.g. ``"2-1"``."""
    return "-".join(str(segment_count(variant)) for variant in unit.variants[:2])


def segment_count(variant: Variant) -> int:
    """Number of segments in a variant."""
    return len(variant.segments) or (1 if variant.text else 0)


def fields_of(unit: Unit) -> list[tuple[str, str]]:
    """Return what is known about a unit beyond its texts, id, document, notes and properties."""
    pairs: list[tuple[str, str]] = []
    if unit.score is not None:
        pairs.append(("score", repr(float(unit.score))))
    if unit.method is not None:
        pairs.append(("method", unit.method))
    if unit.kind is not None:
        pairs.append(("kind", unit.kind))
    if unit.paragraphs is not None:
        pairs.append(("paragraphs", "{} {}".format(*unit.paragraphs)))
    pairs += [("reason", reason) for reason in unit.reasons]
    for side, variant in zip(SIDES, unit.variants, strict=False):
        if variant.segments:
            pairs.append((f"{side}-segments", " ".join(map(str, variant.segments))))
    return pairs


@dataclass(slots=True)
class Fields:
    """Collects such pairs while a unit is read."""

    score: float | None = None
    method: str | None = None
    kind: str | None = None
    paragraphs: tuple[int, int] | None = None
    reasons: list[str] = field(default_factory=list)
    segments: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def take(self, name: str, value: str) -> bool:
        """Keep a pair if it is one of ours and can be read; tell whether it was."""
        match name:
            case "score":
                self.score = parse_probability(value)
                return self.score is not None
            case "method":
                self.method = value
            case "kind":
                self.kind = value
            case "paragraphs":
                self.paragraphs = parse_integer_pair(value)
                return self.paragraphs is not None
            case "reason":
                self.reasons.append(value)
            case "source-segments" | "target-segments":
                self.segments[name.partition("-")[0]] = parse_integers(value)
            case "type":
                pass  # said by the texts
            case _:
                return False
        return True
