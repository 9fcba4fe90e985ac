"""Scores of parts of an inferred dictionary: parts of speech, words with few or many translations.

A part is a property of a pair, so that gold and prediction are divided alike, and each part is
scored as if it were the whole. Names that are the same in both languages (a third of some graphs)
are easy to infer and to find in any gold: they stand apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.evaluate.rankings.matching import words_in
from diglot.evaluate.rankings.pair_splits import IDENTICAL, MULTI, SINGLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.evaluate.lexicons.lexicon import LexiconScore
    from diglot.evaluate.lexicons.lexicon_gold import Gold
    from diglot.evaluate.lexicons.pairs import Nodes

SPLITS = ("part of speech", "translations in gold", "words", "spelling")
UNKNOWN = "unknown"
TRANSLATIONS = ("1", "2", "3 or 4", "5 or more")
OTHER = "not identical"
_FROM = (1, 2, 3, 5)


@dataclass(frozen=True, slots=True)
class PartScore:
    """How a part fared at the threshold.

    Attributes:
        split: one of ``SPLITS``.
        part: name of the part.
        gold: gold pairs in it; None where gold does not tell its parts.
        kept: rows in it.
        right: right rows in it.
        precision: None if there is no row.
        recall: None if there is no gold.
        f1: None if one of both is.
    """

    split: str
    part: str
    gold: int | None
    kept: int
    right: int
    precision: float | None
    recall: float | None
    f1: float | None


def part_scores(found: LexiconScore) -> tuple[PartScore, ...]:
    """Score the parts that hold gold or rows."""
    gold, kept = found.gold, found.kept
    rows = found.run.rows.subset(np.arange(kept))
    pair = found.run.gold[:kept]
    numbering = rows.numbering
    scored: list[PartScore] = []

    def add(split: str, names: Sequence[str], of_gold: Nodes | None, of_rows: Nodes) -> None:
        scored.extend(_parts(found, split, names, of_gold, of_rows))

    if gold.rows.has_parts or rows.has_parts:
        of_gold = gold.rows.source_part if gold.rows.has_parts else None
        of_rows = rows.source_part
        if of_gold is not None:
            # A right row is the gold pair that it is, whatever it says of itself.
            of_rows = np.where(pair >= 0, of_gold[pair], of_rows)
        add(SPLITS[0], [name or UNKNOWN for name in numbering.parts], of_gold, of_rows)
        scored.sort(key=lambda each: (-(each.gold or each.kept), each.part))
    bins = np.searchsorted(_FROM, np.bincount(gold.entry), side="right") - 1
    add(SPLITS[1], TRANSLATIONS, bins[gold.entry], bins[found.run.entry[:kept]])
    several = np.array([words_in(text) > 1 for text in numbering.texts])
    ends = [_words(gold, each.source, each.target) for each in (gold.rows, rows)]
    add(SPLITS[2], (SINGLE, MULTI), *((several[s] | several[t]).astype(np.int64) for s, t in ends))
    add(SPLITS[3], (IDENTICAL, OTHER), *((s != t).astype(np.int64) for s, t in ends))
    return tuple(scored)


def _parts(
    found: LexiconScore, split: str, names: Sequence[str], of_gold: Nodes | None, of_rows: Nodes
) -> list[PartScore]:
    counts = found.run.counts[: found.kept]
    size = len(names)
    right, kept, hits = (
        np.bincount(of_rows, counts[:, at], minlength=size).astype(int) for at in range(3)
    )
    gold = None if of_gold is None else np.bincount(of_gold, minlength=size)
    rows = []
    for at, name in enumerate(names):
        if not kept[at] and (gold is None or not gold[at]):
            continue
        precision = right[at] / kept[at] if kept[at] else None
        recall = hits[at] / gold[at] if gold is not None and gold[at] else None
        rows.append(
            PartScore(
                split,
                name,
                None if gold is None else int(gold[at]),
                int(kept[at]),
                int(right[at]),
                precision,
                recall,
                _harmonic(precision, recall),
            )
        )
    return rows


def _words(gold: Gold, *nodes: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    return [gold.numbering.words_of(each, pos=gold.pos) for each in nodes]


def _harmonic(one: float | None, other: float | None) -> float | None:
    if one is None or other is None:
        return None
    return 2 * one * other / (one + other) if one + other else 0.0
