"""Scores of parts of a list of pairs: single and multi-word terms, cognates, frequency bands.

A part is what a property of the pair itself says, so that gold and run are divided alike; each part
is scored as if it were the whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.evaluate.rankings.average_precision import Ranking
from diglot.evaluate.rankings.matching import COGNATE, similarity, words_in
from diglot.evaluate.rankings.pairs import figures

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from diglot.evaluate.rankings.ranked_pairs import Gold, PairKey, Ranked

SPLITS = ("words", "cognates", "frequency")
SINGLE, MULTI, MIXED = "single-word", "multi-word", "single to multi"
IDENTICAL, COGNATES, OTHERS = "identical", "cognate", "not cognate"
BANDS = ("rare", "middling", "frequent")
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class SplitRow:
    """How a run fared on a part.

    Attributes:
        split: one of ``SPLITS``.
        part: name of the part.
        gold: right pairs in it.
        pairs: pairs of the run in it.
        true: hits in it.
        precision: hits among its pairs of the run.
        recall: hits among its gold.
        f1: harmonic mean of both.
        ap_expected: average precision of the part, over every order of the ties.
    """

    split: str
    part: str
    gold: int
    pairs: int
    true: int
    precision: float
    recall: float
    f1: float
    ap_expected: float


def split_scores(
    run: Ranked, gold: Gold, frequencies: Mapping[str, int] | None = None
) -> tuple[SplitRow, ...]:
    """Score the parts that hold gold.

    Args:
        run: the pairs of a run.
        gold: the right pairs.
        frequencies: of source terms, by key; the bands are thirds of the gold pairs by the
            frequency of their source term.
    """
    ways: dict[str, tuple[tuple[str, ...], Callable[[PairKey], str]]] = {
        "words": ((SINGLE, MULTI, MIXED), words_part),
        "cognates": ((IDENTICAL, COGNATES, OTHERS), cognate_part),
    }
    if frequencies:
        ways["frequency"] = ((*BANDS, UNKNOWN), _banding(gold, frequencies))
    rows = []
    for split, (parts, part_of) in ways.items():
        right = [part_of(pair) for pair in gold.pairs.values()]
        listed = np.array([part_of(pair) for pair in run.pairs[: len(run.ranking)]])
        rows += [
            _row(split, part, run, listed == part, right.count(part))
            for part in parts
            if part in right
        ]
    return tuple(rows)


def words_part(pair: PairKey) -> str:
    """Return whether the terms of a pair have one word or several."""
    several = [words_in(term) > 1 for term in pair]
    return MIXED if several[0] != several[1] else MULTI if several[0] else SINGLE


def cognate_part(pair: PairKey) -> str:
    """Return whether the terms of a pair are the same, cognates, or neither."""
    alike = similarity(*pair)
    return IDENTICAL if alike == 1 else COGNATES if alike >= COGNATE else OTHERS


def _banding(gold: Gold, frequencies: Mapping[str, int]) -> Callable[[PairKey], str]:
    key = gold.keys[0]
    known = [frequencies[source] for source, _ in gold.pairs if source in frequencies]
    if not known:
        raise ConfigError("the frequencies name no source term of gold")
    low, high = np.quantile(known, [1 / 3, 2 / 3])

    def part(pair: PairKey) -> str:
        count = frequencies.get(key(pair[0]))
        if count is None:
            return UNKNOWN
        return BANDS[int(count > low) + int(count > high)]

    return part


def _row(split: str, part: str, run: Ranked, chosen: np.ndarray, gold: int) -> SplitRow:
    groups = np.repeat(np.arange(len(run.ranking.starts)), run.ranking.sizes)
    chosen = np.flatnonzero(chosen)
    hits = run.ranking.hits[chosen]
    values = figures(Ranking.of(hits, gold, -groups[chosen].astype(np.float64)))
    return SplitRow(
        split,
        part,
        gold,
        len(hits),
        int(hits.sum()),
        values["precision"],
        values["recall"],
        values["f1"],
        values["ap_expected"],
    )
