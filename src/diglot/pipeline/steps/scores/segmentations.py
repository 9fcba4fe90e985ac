"""Texts that links are scored over, and links to other segmentations of the same texts.

Two segmentations are compared by their characters without white space, since line ends and spaces
between sentences differ from file to file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from diglot import formats
from diglot.errors import FormatError, InputError
from diglot.evaluate.alignments import sentences
from diglot.files.text import read_text, split_lines
from diglot.flat_arrays import offsets_of
from diglot.formats.registry import DOCUMENT, LINKS, XML, extensions_of
from diglot.model import Link
from diglot.pipeline.documents import segment_file
from diglot.plurals import count_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from diglot.evaluate.alignments.sentences import SpanLink
    from diglot.model import Document, Score

Span = tuple[int, int]
COAL = ".coal"
_POINT = re.compile(r"\(?\s*(\d{1,12})\s*[,;\s]\s*(\d{1,12})\s*\)?[,;]?")


@dataclass(frozen=True, slots=True)
class Points:
    """Where both texts are cut, as offsets into them: the alignment of a COAL file."""

    offsets: tuple[tuple[int, int], ...]


if TYPE_CHECKING:
    Gold = tuple[Link, ...] | Points


@dataclass(frozen=True, slots=True)
class SegmentedText:
    """A text and its segments as half-open character offsets."""

    text: str
    spans: tuple[Span, ...]

    @property
    def texts(self) -> list[str]:
        """The characters of every segment."""
        return [self.text[start:end] for start, end in self.spans]


def read_segmented(path: Path) -> SegmentedText:
    """Read a text: a document of any format, or of no known one with a segment a line.

    Raises:
        InputError: it cannot be read.
    """
    extension = path.suffix.lower()
    known = extensions_of(DOCUMENT).get(extension)
    if extension in XML or (known is not None and known.name != "text"):
        return segments_of(segment_file(path)[0])
    lines = split_lines(read_text(path))
    ends = np.cumsum([len(line) + 1 for line in lines]).tolist()
    spans = ((end - 1 - len(line), end - 1) for end, line in zip(ends, lines, strict=True))
    return SegmentedText("\n".join(lines), tuple(spans))


def segments_of(document: Document) -> SegmentedText:
    """Return the text and the segments of a document."""
    return SegmentedText(document.text, tuple((each.start, each.end) for each in document.segments))


def read_gold(path: Path) -> Gold:
    """Read links, or the points of a COAL file, as BAF has them: two offsets a line.

    Raises:
        InputError: it cannot be read.
    """
    if path.suffix.lower() != COAL:
        # Gold files are often called .txt: what is no other link format is one link a line.
        known = path.suffix.lower() in extensions_of(LINKS)
        return formats.read_links(path, format=None if known else "links")
    points = []
    for number, line in enumerate(split_lines(read_text(path)), 1):
        found = _POINT.fullmatch(line.strip())
        if found:
            points.append((int(found[1]), int(found[2])))
        elif line.strip() and not line.lstrip().startswith(("#", ";")):
            raise FormatError(
                "no pair of offsets", path=path, place=number, cure="write two numbers per line"
            )
    if any(one[0] > other[0] or one[1] > other[1] for one, other in pairwise(points)):
        raise FormatError("offsets go backwards", path=path, cure="give them in order")
    return Points(tuple(points))


def line_links(source: SegmentedText, target: SegmentedText) -> tuple[Link, ...]:
    """Return the links of texts whose lines translate each other, as BAF's one-line form has them.

    Raises:
        InputError: one text has more lines than the other.
    """
    sizes = len(source.spans), len(target.spans)
    if sizes[0] != sizes[1]:
        raise InputError(
            f"has {count_of(sizes[1], 'line')}, the text beside it {sizes[0]:,}",
            cure="give two texts whose lines translate each other, or links as gold",
        )
    # An empty line says that the other one has no counterpart.
    sides = (
        [(k,) if end > start else () for k, (start, end) in enumerate(text.spans)]
        for text in (source, target)
    )
    return tuple(Link(*pair) for pair in zip(*sides, strict=True))


def score_links(
    found: Sequence[tuple[Link, ...]],
    gold: Sequence[Gold],
    texts: Sequence[tuple[SegmentedText, SegmentedText]] | None,
    gold_texts: Sequence[tuple[SegmentedText, SegmentedText]] | None,
    names: Sequence[str],
) -> dict[str, Score]:
    """Score the links of documents; those of another segmentation by words and characters alone.

    Raises:
        InputError: a link names a segment that there is not, or the texts are not the same.
    """
    links = [each for each in gold if not isinstance(each, Points)]
    coal = len(links) < len(gold)
    if coal and texts is None:
        raise InputError(
            "points of a COAL file are offsets into texts", cure="give both --source and --target"
        )
    other = gold_texts or texts
    if texts is None or other is None:
        return sentences.score(found, links)
    alike = [
        all(one.texts == two.texts for one, two in zip(mine, theirs, strict=True))
        for mine, theirs in zip(texts, other, strict=True)
    ]
    if not coal and all(alike):
        sides = [[pair[side].texts for pair in texts] for side in (0, 1)]
        return sentences.score(found, links, *sides)
    theirs_as_ours = [
        [_moved(link, where, mine, name) for link in _spans(each, where, name)]
        for each, where, mine, name in zip(gold, other, texts, names, strict=True)
    ]
    ours = [_spans(each, mine, name) for each, mine, name in zip(found, texts, names, strict=True)]
    whole = [[pair[side].text for pair in texts] for side in (0, 1)]
    return sentences.score_offsets(ours, theirs_as_ours, whole[0], whole[1], spaces=False)


def _spans(gold: Gold, texts: tuple[SegmentedText, SegmentedText], name: str) -> list[SpanLink]:
    if isinstance(gold, Points):
        ends = [*gold.offsets, (len(texts[0].text), len(texts[1].text))]
        return [
            (((one[0], two[0]),), ((one[1], two[1]),)) for one, two in pairwise(ends) if one != two
        ]
    source, target = texts
    sizes = len(source.spans), len(target.spans)
    sentences.require_segments(((link.source, link.target) for link in gold), sizes, name)
    return [
        (
            tuple(source.spans[number] for number in link.source),
            tuple(target.spans[number] for number in link.target),
        )
        for link in gold
    ]


def _moved(
    link: SpanLink,
    where: tuple[SegmentedText, SegmentedText],
    to: tuple[SegmentedText, SegmentedText],
    name: str,
) -> SpanLink:
    """Return a link of one segmentation as one of another's text."""
    sides = []
    for spans, here, there in zip(link, where, to, strict=True):
        if here.text == there.text:
            sides.append(tuple(spans))
            continue
        places = _visible(there.text)
        counts = _counts(here.text)
        if counts[-1] != len(places) or _bare(here.text) != _bare(there.text):
            raise InputError(
                f"the texts differ: {_first_difference(here.text, there.text)}",
                place=name,
                cure="give two segmentations of the same text",
            )
        moved = []
        for start, end in spans:
            first, last = counts[start], counts[end]
            if last > first:
                moved.append((int(places[first]), int(places[last - 1]) + 1))
        sides.append(tuple(moved))
    return sides[0], sides[1]


@lru_cache(maxsize=4)
def _bare(text: str) -> str:
    return "".join(text.split())


@lru_cache(maxsize=4)
def _visible(text: str) -> NDArray[np.int64]:
    """Offsets of the characters that are no white space."""
    return np.flatnonzero(np.fromiter((not c.isspace() for c in text), np.bool_, len(text)))


@lru_cache(maxsize=4)
def _counts(text: str) -> NDArray[np.int64]:
    """How many such characters stand before each offset, one more than there are characters."""
    shown = np.fromiter((not c.isspace() for c in text), np.int64, len(text))
    return offsets_of(shown)


def _first_difference(one: str, other: str) -> str:
    left, right = _bare(one), _bare(other)
    at = next(
        (k for k, (a, b) in enumerate(zip(left, right, strict=False)) if a != b),
        min(len(left), len(right)),
    )
    return f"{left[at : at + 20]!r} against {right[at : at + 20]!r}"
