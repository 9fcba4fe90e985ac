"""Scores of sentence alignment: strict and lax, and ARCADE's four levels.

References:
    Langlais et al. 1998, "ARCADE: a cooperative research project on parallel text alignment
    evaluation", section 4: align, sentence, word and character levels, silence and noise.
    Sennrich and Volk 2011, "Iterative, MT-based sentence alignment of parallel texts": strict and
    lax precision and recall, as scored since by the tools of the vecalign family.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import diglot
from diglot.errors import InputError
from diglot.evaluate.alignments import weights
from diglot.evaluate.alignments.blocks import BLOCK, Blocks
from diglot.evaluate.alignments.links import Pair, distinct, without_nulls
from diglot.evaluate.alignments.rectangles import overlap
from diglot.evaluate.statistics import aggregate
from diglot.model import Link, Score, Signature
from diglot.model.score import LABELS

METRICS = ("strict", "lax", "align", "sentence", "word", "char")

Texts = Sequence[Sequence[str]]
Rows = NDArray[np.float64]


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
    _same_length(predicted, gold, "predicted documents", "gold documents")
    texts = source is not None and target is not None
    names = METRICS if texts else METRICS[:4]
    rows: dict[str, list[Rows]] = {name: [] for name in names}
    for side, given in (("source", source), ("target", target)):
        if texts and given is not None:
            _same_length(given, gold, f"{side} documents", "gold documents")
    for number, (found, right) in enumerate(zip(predicted, gold, strict=True)):
        document = _Document.of(
            distinct(found, split_nulls=split_nulls), distinct(right, split_nulls=split_nulls)
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
    predicted: Sequence[Sequence[Link]],
    gold: Sequence[Sequence[Link]],
    *,
    split_nulls: bool = True,
) -> tuple[TypeRow, ...]:
    """Count exact matches by link type, most frequent gold type first.

    Raises:
        InputError: the numbers of documents differ.
    """
    _same_length(predicted, gold, "predicted documents", "gold documents")
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("gold", "predicted", "hits")}
    for found, right in zip(predicted, gold, strict=True):
        ours = distinct(found, split_nulls=split_nulls)
        theirs = distinct(right, split_nulls=split_nulls)
        counts["predicted"].update(map(_type, ours))
        counts["gold"].update(map(_type, theirs))
        counts["hits"].update(map(_type, set(ours).intersection(theirs)))
    types = sorted(
        counts["gold"] | counts["predicted"],
        key=lambda name: (-counts["gold"][name], -counts["predicted"][name], name),
    )
    return tuple(_type_row(name, *(counts[key][name] for key in counts)) for name in types)


def null_share(links: Sequence[Sequence[Link]], *, split_nulls: bool = True) -> float:
    """Return the share of null links, which precision counts and recall does not."""
    pairs = [distinct(document, split_nulls=split_nulls) for document in links]
    total = sum(map(len, pairs))
    nulls = total - sum(len(without_nulls(document)) for document in pairs)
    return nulls / total if total else 0.0


@dataclass(frozen=True, slots=True)
class _Document:
    """One document's distinct links, and the blocks they are counted in."""

    predicted: list[Pair]
    gold: list[Pair]
    blocks: Blocks

    @classmethod
    def of(cls, predicted: list[Pair], gold: list[Pair]) -> _Document:
        return cls(predicted, gold, Blocks.of(gold))

    def links(self) -> dict[str, Rows]:
        """Count links: strict, lax and the align level, each (blocks, 4)."""
        exact = _exact(self.predicted, self.gold)
        found = _exact(self.gold, self.predicted)
        touching = exact | _touching(self.predicted, self.gold, exact)
        touched = found | _touching(self.gold, self.predicted, found)
        ours = self.blocks.of_links(self.predicted)
        theirs = self.blocks.of_links(self.gold)
        both_sides = np.fromiter((bool(s and t) for s, t in self.gold), np.bool_, len(self.gold))

        def table(
            hits: NDArray[np.bool_], hit: NDArray[np.bool_], asked: NDArray[np.bool_]
        ) -> Rows:
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
    ) -> dict[str, Rows]:
        """Count pairs of sentences and, with texts, of words and characters."""
        predicted, gold = without_nulls(self.predicted), without_nulls(self.gold)
        sizes = [
            1 + max((pair[side][-1] for pair in (*predicted, *gold)), default=-1) for side in (0, 1)
        ]
        pairs = overlap(predicted, gold, *sizes)
        block = self.blocks.of_sources(np.arange(sizes[0]))
        weighings = {"sentence": tuple(np.ones(size) for size in sizes)}
        if texts is not None:
            _check_range(sizes, texts, number)
            for level, measure in (("word", weights.words), ("char", weights.characters)):
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


def _exact(links: list[Pair], others: list[Pair]) -> NDArray[np.bool_]:
    """Mark the links that stand in ``others`` with exactly the same sides."""
    known = set(others)
    return np.fromiter((link in known for link in links), np.bool_, len(links))


def _touching(
    links: list[Pair], others: list[Pair], settled: NDArray[np.bool_]
) -> NDArray[np.bool_]:
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


def _score(name: str, rows: list[Rows], documents: int, split_nulls: bool) -> Score:
    """Aggregate the rows of all documents."""
    options = [
        ("nulls", "split" if split_nulls else "kept"),
        ("documents", str(documents)),
        ("block", str(BLOCK)),
    ]
    if name in weights.UNITS:
        options.append(("units", weights.UNITS[name]))
    signature = Signature(f"links.{name}", diglot.__version__, tuple(options))
    return aggregate.link_score(name, rows, signature)


def _type(pair: Pair) -> str:
    return f"{len(pair[0])}-{len(pair[1])}"


def _type_row(name: str, gold: int, predicted: int, hits: int) -> TypeRow:
    counts = np.array([hits, predicted, hits, gold], dtype=np.float64)
    values = aggregate.figures(counts, "strict")
    precision, recall, f1 = (float(values[figure]) for figure in ("precision", "recall", "f1"))
    return TypeRow(name, gold, predicted, hits, precision, recall, f1)


def _same_length(
    one: Sequence[object], other: Sequence[object], name: str, other_name: str
) -> None:
    """Refuse lists of documents of different length."""
    if len(one) != len(other):
        raise InputError(
            f"{len(one)} {name} but {len(other)} {other_name}",
            cure="give the same documents in the same order on both sides",
        )


def _check_range(sizes: list[int], texts: tuple[Sequence[str], Sequence[str]], number: int) -> None:
    """Refuse links to segments that the texts do not have."""
    for name, size, segments in zip(("source", "target"), sizes, texts, strict=True):
        if size > len(segments):
            raise InputError(
                f"a link names {name} segment {size - 1}, but the {name} text has {len(segments)}",
                place=f"document {number + 1}",
                cure="score with the segmented texts that the links were made for",
            )
