"""Scores of sentence alignment, over one segmentation or over two that differ.

References:
    Langlais et al. 1998, "ARCADE: a cooperative research project on parallel text alignment
    evaluation", section 4: align, sentence, word and character levels, silence and noise.
    Sennrich and Volk 2011, "Iterative, MT-based sentence alignment of parallel texts": strict and
    lax precision and recall, as scored since by the tools of the vecalign family.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from diglot._version import __version__
from diglot.errors import InputError
from diglot.evaluate.alignments import links as weights
from diglot.evaluate.alignments.links import (
    BLOCK,
    Blocks,
    Pair,
    distinct_links,
    overlap,
    without_nulls,
)
from diglot.evaluate.statistics import aggregate
from diglot.evaluate.statistics.aggregate import Flags, Floats, Ints
from diglot.flat_arrays import offsets_of
from diglot.model import Link, Score, Signature
from diglot.model.score import LABELS

METRICS = ("strict", "lax", "align", "sentence", "word", "char")

Texts = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class TypeRow:
    """How one link type fared: exact matches among the links of that type."""

    type: str
    gold: int
    predicted: int
    hits: int
    precision: float
    recall: float
    f1: float


def score(
    predicted: Sequence[Sequence[Link]],
    gold: Sequence[Sequence[Link]],
    source: Texts | None = None,
    target: Texts | None = None,
    *,
    split_nulls: bool = True,
) -> dict[str, Score]:
    """Score links against gold links, pooled over documents.

    Args:
        predicted: links of each document.
        gold: gold links of each document, the same documents in the same order.
        source: segments of each source document, as strings; without them and ``target`` the word
            and character levels are left out.
        target: segments of each target document.
        split_nulls: score an n-0 link as n single null links, on both sides. The scorers that
            published figures were made with keep them whole: give False to compare with those.

    Returns:
        A score for each of ``METRICS``, with precision, recall, f1, silence and noise. Its
        statistics have one row a block of 25 source segments (see ``evaluate.aggregate``).

    Raises:
        InputError: the numbers of documents differ, or a link with two sides names a segment that
            the texts do not have.
    """
    _check_count(predicted, gold, "predicted documents")
    texts = source is not None and target is not None
    names = METRICS if texts else METRICS[:4]
    rows: dict[str, list[Floats]] = {name: [] for name in names}
    for side, given in (("source", source), ("target", target)):
        if texts and given is not None:
            _check_count(given, gold, f"{side} documents")
    for number, (found, right) in enumerate(zip(predicted, gold, strict=True)):
        document = _Document.of(
            distinct_links(found, split_nulls=split_nulls),
            distinct_links(right, split_nulls=split_nulls),
        )
        tables = document.links() | document.units(
            (source[number], target[number]) if source is not None and target is not None else None,
            number,
        )
        for name, table in tables.items():
            labels = np.empty((document.blocks.count, LABELS))
            labels[:, 0], labels[:, 1] = number, np.arange(document.blocks.count)
            rows[name].append(np.hstack([labels, table]))
    return {name: _score(name, rows[name], len(gold), split_nulls) for name in names}


def by_type(
    predicted: Sequence[Sequence[Link]], gold: Sequence[Sequence[Link]]
) -> tuple[TypeRow, ...]:
    """Count exact matches by link type, most frequent gold type first.

    Raises:
        InputError: the numbers of documents differ.
    """
    _check_count(predicted, gold, "predicted documents")
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("gold", "predicted", "hits")}
    for found, right in zip(predicted, gold, strict=True):
        ours = distinct_links(found, split_nulls=True)
        theirs = distinct_links(right, split_nulls=True)
        counts["predicted"].update(map(_type, ours))
        counts["gold"].update(map(_type, theirs))
        counts["hits"].update(map(_type, set(ours).intersection(theirs)))
    types = sorted(
        counts["gold"] | counts["predicted"],
        key=lambda name: (-counts["gold"][name], -counts["predicted"][name], name),
    )
    return tuple(_type_row(name, *(counts[key][name] for key in counts)) for name in types)


@dataclass(frozen=True, slots=True)
class _Document:
    """One document's distinct links, and the blocks they are counted in."""

    predicted: list[Pair]
    gold: list[Pair]
    blocks: Blocks

    @classmethod
    def of(cls, predicted: list[Pair], gold: list[Pair]) -> _Document:
        return cls(predicted, gold, Blocks.of(gold))

    def links(self) -> dict[str, Floats]:
        """Count links: strict, lax and the align level, each (blocks, 4)."""
        exact = _exact(self.predicted, self.gold)
        found = _exact(self.gold, self.predicted)
        touching = exact | _touching(self.predicted, self.gold, exact)
        touched = found | _touching(self.gold, self.predicted, found)
        ours = self.blocks.of_links(self.predicted)
        theirs = self.blocks.of_links(self.gold)
        both_sides = np.fromiter((bool(s and t) for s, t in self.gold), np.bool_, len(self.gold))

        def table(hits: Flags, hit: Flags, asked: Flags) -> Floats:
            count = self.blocks.count_in
            return np.column_stack(
                [
                    count(ours, hits),
                    count(ours, np.ones(len(ours), dtype=np.bool_)),
                    count(theirs, hit & asked),
                    count(theirs, asked),
                ]
            )

        return {
            "strict": table(exact, found, both_sides),
            "lax": table(touching, touched, both_sides),
            "align": table(exact, found, np.ones_like(both_sides)),
        }

    def units(
        self, texts: tuple[Sequence[str], Sequence[str]] | None, number: int
    ) -> dict[str, Floats]:
        """Count pairs of sentences and, with texts, of words and characters."""
        predicted, gold = without_nulls(self.predicted), without_nulls(self.gold)
        sizes = [
            1 + max((pair[side][-1] for pair in (*predicted, *gold)), default=-1) for side in (0, 1)
        ]
        pairs = overlap(predicted, gold, *sizes)
        block = self.blocks.of_sources(np.arange(sizes[0]))
        weighings = {"sentence": tuple(np.ones(size) for size in sizes)}
        if texts is not None:
            there = len(texts[0]), len(texts[1])
            require_segments((*predicted, *gold), there, f"document {number + 1}")
            for level, measure in (
                ("word", weights.count_words),
                ("char", weights.count_characters),
            ):
                weighings[level] = tuple(
                    measure(side[:size]) for side, size in zip(texts, sizes, strict=True)
                )
        tables = {}
        for level, (source, target) in weighings.items():
            common, ours, theirs = (
                self.blocks.count_in(block, weight) for weight in pairs.weigh(source, target)
            )
            tables[level] = np.column_stack([common, ours, common, theirs])
        return tables


def _exact(links: list[Pair], others: list[Pair]) -> Flags:
    """Mark the links that stand in ``others`` with exactly the same sides."""
    known = set(others)
    return np.fromiter((link in known for link in links), np.bool_, len(links))


def _touching(links: list[Pair], others: list[Pair], settled: Flags) -> Flags:
    """Mark unsettled links that share a (source, target) sentence pair with one of ``others``."""
    open_links = [link for link, done in zip(links, settled, strict=True) if not done]
    wanted = {index for source, _ in open_links for index in source}
    partners: dict[int, list[frozenset[int]]] = {index: [] for index in wanted}
    for source, target in others:
        here = wanted.intersection(source) if target else ()
        if here:
            targets = frozenset(target)
            for index in here:
                partners[index].append(targets)
    marks = np.zeros(len(links), dtype=np.bool_)
    marks[np.flatnonzero(~settled)] = [
        any(not known.isdisjoint(target) for index in source for known in partners[index])
        for source, target in open_links
    ]
    return marks


def _score(name: str, rows: list[Floats], documents: int, split_nulls: bool) -> Score:
    """Aggregate the rows of all documents."""
    options = [
        ("nulls", "split" if split_nulls else "kept"),
        ("documents", str(documents)),
        ("block", str(BLOCK)),
    ]
    if name in weights.UNITS:
        options.append(("units", weights.UNITS[name]))
    signature = Signature(f"links.{name}", __version__, tuple(options))
    return aggregate.link_score(name, rows, signature)


def _type(pair: Pair) -> str:
    return f"{len(pair[0])}-{len(pair[1])}"


def _type_row(name: str, gold: int, predicted: int, hits: int) -> TypeRow:
    counts = np.array([hits, predicted, hits, gold], dtype=np.float64)
    values = aggregate.link_metrics(counts, "strict")
    precision, recall, f1 = (float(values[figure]) for figure in ("precision", "recall", "f1"))
    return TypeRow(name, gold, predicted, hits, precision, recall, f1)


def _check_count(given: Sequence[object], gold: Sequence[object], name: str) -> None:
    """Refuse documents of which there are more or fewer than of gold."""
    if len(given) != len(gold):
        raise InputError(
            f"{len(given)} {name} but {len(gold)} gold documents",
            cure="give the same documents in the same order on both sides",
        )


def require_segments(links: Iterable[Pair], sizes: tuple[int, int], place: str) -> None:
    """Refuse links to segments that the texts do not have.

    Args:
        links: of one document.
        sizes: segments of the source and the target text.
        place: the document, for the message.

    Raises:
        InputError: there is such a link.
    """
    for link in links:
        for name, numbers, size in zip(("source", "target"), link, sizes, strict=True):
            last = max(numbers, default=-1)
            if last >= size:
                raise InputError(
                    f"a link names {name} segment {last}, but the {name} text has {size}",
                    place=place,
                    cure="give the links and the segmented texts that they were made for",
                )


# Scores of links over two different segmentations of the same texts.
#
# Each segmentation cuts a text at its own places. Cut at the places of both, and every segment is a
# run of the pieces in between; links become rectangles of pieces, and the word and character levels
# of ARCADE are counted as over one common segmentation.
#
# Reference: Langlais et al. 1998, section 4.3 (granularity).

Span = tuple[int, int]
SpanLink = tuple[Sequence[Span], Sequence[Span]]


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
    rows: dict[str, list[Floats]] = {"word": [], "char": []}
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
    return {level: _score_offsets(level, rows[level], len(gold), spaces) for level in rows}


@dataclass(frozen=True, slots=True)
class _Pieces:
    """A text cut at the boundaries of two segmentations.

    Attributes:
        text: the whole text.
        cuts: where it is cut, both ends included, ascending, shape (pieces + 1,).
    """

    text: str
    cuts: Ints

    @classmethod
    def of(
        cls, text: str, one: Sequence[Sequence[Span]], other: Sequence[Sequence[Span]], number: int
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

    def weights(self, level: str, *, spaces: bool) -> Floats:
        """Return the words or characters of each piece; a word belongs where it begins."""
        if level == "word":
            marks = weights.word_starts(self.text)
        else:
            left_out = str.isspace if not spaces else "\r\n".__contains__
            marks = np.fromiter((not left_out(c) for c in self.text), np.bool_, len(self.text))
        sums = offsets_of(marks)
        return np.diff(sums[self.cuts]).astype(np.float64)

    def blocks(self, gold: Sequence[Sequence[Span]]) -> Ints:
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


def _score_offsets(level: str, rows: Sequence[Floats], documents: int, spaces: bool) -> Score:
    """Aggregate the rows of all documents."""
    options = (
        ("segmentation", "own"),
        ("documents", str(documents)),
        ("block", str(BLOCK)),
        ("units", weights.UNITS[level]),
        ("spaces", "counted" if spaces else "left-out"),
    )
    signature = Signature(f"spans.{level}", __version__, options)
    return aggregate.link_score(level, rows, signature)
