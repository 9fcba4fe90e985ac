"""Scores of links over two different segmentations of the same texts.

Each segmentation cuts a text at its own places. Cut at the places of both, and every segment is a
run of the pieces in between; links become rectangles of pieces, and the word and character levels
of ARCADE are counted as over one common segmentation.

Reference: Langlais et al. 1998, section 4.3 (granularity).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

import diglot
from diglot.errors import InputError
from diglot.evaluate.alignments import weights
from diglot.evaluate.alignments.blocks import BLOCK
from diglot.evaluate.alignments.links import without_nulls
from diglot.evaluate.alignments.rectangles import overlap
from diglot.evaluate.statistics import aggregate
from diglot.model import Bitext, Score, Signature

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.evaluate.alignments.links import Pair

Span = tuple[int, int]
SpanLink = tuple[Sequence[Span], Sequence[Span]]


def spans_of(bitext: Bitext) -> list[SpanLink]:
    """Return the links of ``bitext`` as character offsets into its two texts."""
    source, target = (
        [(segment.start, segment.end) for segment in document.segments]
        for document in (bitext.source, bitext.target)
    )
    return [
        (tuple(source[i] for i in link.source), tuple(target[j] for j in link.target))
        for link in bitext.links
    ]


def score_offsets(
    predicted: Sequence[Sequence[SpanLink]],
    gold: Sequence[Sequence[SpanLink]],
    source: Sequence[str],
    target: Sequence[str],
    *,
    spaces: bool = True,
) -> dict[str, Score]:
    """Score links given as half-open character offsets into the same texts.

    Args:
        predicted: links of each document; each side is a list of (start, end).
        gold: gold links of each document, over any other segmentation.
        source: whole text of each source document.
        target: whole text of each target document.
        spaces: count white space inside segments, as the scores over one segmentation do. The
            space between two sentences lies inside a segment that holds both; give False to keep
            such spaces from looking like errors.

    Returns:
        Scores ``word`` and ``char``; rows are blocks of 25 gold source segments.

    Raises:
        InputError: the numbers of documents differ or an offset lies outside its text.
    """
    lengths = {len(predicted), len(gold), len(source), len(target)}
    if len(lengths) > 1:
        raise InputError(
            f"{len(predicted)} predicted, {len(gold)} gold, {len(source)} source and "
            f"{len(target)} target documents",
            cure="give the same documents in the same order everywhere",
        )
    rows: dict[str, list[NDArray[np.float64]]] = {"word": [], "char": []}
    for number, (found, right) in enumerate(zip(predicted, gold, strict=True)):
        sides = [
            _Pieces.of(text, [pair[side] for pair in found], [pair[side] for pair in right], number)
            for side, text in enumerate((source[number], target[number]))
        ]
        pairs = overlap(
            _rectangles(sides, found), _rectangles(sides, right), sides[0].count, sides[1].count
        )
        blocks = sides[0].blocks([pair[0] for pair in right])
        height = int(blocks.max(initial=0)) + 1
        for level in rows:
            weighed = pairs.weigh(*(side.weights(level, spaces=spaces) for side in sides))
            common, ours, theirs = (np.bincount(blocks, weight, height) for weight in weighed)
            labels = np.column_stack([np.full(height, number), np.arange(height)])
            rows[level].append(np.column_stack([labels, common, ours, common, theirs]))
    return {level: _score(level, rows[level], len(gold), spaces) for level in rows}


@dataclass(frozen=True, slots=True)
class _Pieces:
    """A text cut at the boundaries of two segmentations.

    Attributes:
        text: the whole text.
        cuts: where it is cut, both ends included, ascending, shape (pieces + 1,).
    """

    text: str
    cuts: NDArray[np.int64]

    @classmethod
    def of(
        cls,
        text: str,
        one: Sequence[Sequence[Span]],
        other: Sequence[Sequence[Span]],
        number: int,
    ) -> _Pieces:
        bounds = {offset for side in (*one, *other) for span in side for offset in span}
        for start, end in (span for side in (*one, *other) for span in side):
            if not 0 <= start <= end <= len(text):
                raise InputError(
                    f"a segment from character {start} to {end} of a text of {len(text)}",
                    place=f"document {number + 1}",
                    cure="score with the texts that the links were made for",
                )
        return cls(text, np.array(sorted(bounds | {0, len(text)}), dtype=np.int64))

    @property
    def count(self) -> int:
        """Number of pieces."""
        return len(self.cuts) - 1

    def covered(self, spans: Sequence[Span]) -> tuple[int, ...]:
        """Return the pieces that lie in ``spans``, ascending."""
        bounds = np.searchsorted(self.cuts, np.array(spans, dtype=np.int64).reshape(-1, 2))
        return tuple(sorted({piece for start, end in bounds for piece in range(start, end)}))

    def weights(self, level: str, *, spaces: bool) -> NDArray[np.float64]:
        """Return the words or characters of each piece; a word belongs where it begins."""
        if level == "word":
            marks = weights.word_starts(self.text)
        else:
            left_out = str.isspace if not spaces else "\r\n".__contains__
            marks = np.fromiter((not left_out(c) for c in self.text), np.bool_, len(self.text))
        sums = np.append(0, np.cumsum(marks))
        return np.diff(sums[self.cuts]).astype(np.float64)

    def blocks(self, gold: Sequence[Sequence[Span]]) -> NDArray[np.int64]:
        """Return the block of each piece: that of the last gold segment begun before its end."""
        starts = np.array(sorted({start for side in gold for start, _ in side}), dtype=np.int64)
        begun = np.searchsorted(starts, self.cuts[:-1], side="right") - 1
        return np.maximum(begun, 0) // BLOCK


def _rectangles(sides: Sequence[_Pieces], links: Sequence[SpanLink]) -> list[Pair]:
    """Return the distinct links as pairs of piece numbers, without those empty on a side."""
    source, target = sides
    return without_nulls(
        dict.fromkeys((source.covered(left), target.covered(right)) for left, right in links)
    )


def _score(level: str, rows: Sequence[NDArray[np.float64]], documents: int, spaces: bool) -> Score:
    """Aggregate the rows of all documents."""
    options = (
        ("segmentation", "own"),
        ("documents", str(documents)),
        ("block", str(BLOCK)),
        ("units", weights.UNITS[level]),
        ("spaces", "counted" if spaces else "left-out"),
    )
    signature = Signature(f"spans.{level}", diglot.__version__, options)
    return aggregate.link_score(level, rows, signature)
