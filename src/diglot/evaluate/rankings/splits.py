"""Scores of parts of a list of pairs, and gold pairs by difficulty.

A part is what a property of the pair itself says, so that gold and run are divided alike; each part
is scored as if it were the whole.

References:
    Gianola et al. 2021, "Differential evaluation: a qualitative analysis of natural language
    processing system behavior based upon data resistance to processing"; Adjali et al. 2022,
    tables 6 to 8.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError, InputError
from diglot.evaluate.rankings.average_precision import Ranking
from diglot.evaluate.rankings.pairs import pair_metrics
from diglot.evaluate.rankings.ranked_pairs import COGNATE, count_words, similarity

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from diglot.evaluate.rankings.ranked_pairs import Gold, PairKey, RankedPairs

SINGLE, MULTI, MIXED = "single-word", "multi-word", "single to multi"
IDENTICAL, COGNATES, OTHERS = "identical", "cognate", "not cognate"
BANDS = ("rare", "middling", "frequent")
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class SplitRow:
    """How a run fared on a part.

    Attributes:
        split: ``words``, ``cognates`` or ``frequency``.
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
    run: RankedPairs, gold: Gold, frequencies: Mapping[str, int] | None = None
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
    several = [count_words(term) > 1 for term in pair]
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


def _row(split: str, part: str, run: RankedPairs, chosen: np.ndarray, gold: int) -> SplitRow:
    groups = np.repeat(np.arange(len(run.ranking.starts)), run.ranking.sizes)
    chosen = np.flatnonzero(chosen)
    hits = run.ranking.hits[chosen]
    values = pair_metrics(Ranking.of(hits, gold, -groups[chosen].astype(np.float64)))
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


# How hard each gold pair was: the number of runs that found it, and what they said instead.


@dataclass(frozen=True, slots=True)
class Bin:
    """The gold pairs that exactly ``runs`` runs found.

    Attributes:
        runs: number of runs.
        size: number of pairs.
        share: of all gold pairs.
        words: pairs by ``single-word``, ``multi-word`` and ``single to multi``.
        cognates: pairs by ``identical``, ``cognate`` and ``not cognate``.
        similarity: mean similarity of spelling; None for an empty bin.
    """

    runs: int
    size: int
    share: float
    words: dict[str, int]
    cognates: dict[str, int]
    similarity: float | None


@dataclass(frozen=True, slots=True)
class NearMiss:
    """The wrong answer of a run that comes nearest to a pair it did not find.

    Attributes:
        run: number of the run.
        target: what it gave for the source term; the most alike in spelling, then the best ranked.
        rank: of that answer, from 1.
        similarity: of its spelling to the right target, in [0, 1].
    """

    run: int
    target: str
    rank: int
    similarity: float


@dataclass(frozen=True, slots=True)
class GoldPair:
    """A gold pair and who found it.

    Attributes:
        source: the source term.
        target: the target term.
        found_by: numbers of the runs that found it.
        misses: nearest wrong answers of the other runs, where they have any.
    """

    source: str
    target: str
    found_by: tuple[int, ...]
    misses: tuple[NearMiss, ...] = ()


@dataclass(frozen=True, slots=True)
class Difficulty:
    """Gold pairs by difficulty.

    Attributes:
        bins: from 0 runs to all.
        pairs: every gold pair in the order of the file; near misses for those no run found.
    """

    bins: tuple[Bin, ...]
    pairs: tuple[GoldPair, ...]

    def of(self, runs: int) -> tuple[GoldPair, ...]:
        """Return the pairs that exactly ``runs`` runs found."""
        return tuple(pair for pair in self.pairs if len(pair.found_by) == runs)


def gold_difficulty(runs: Sequence[RankedPairs], gold: Gold) -> Difficulty:
    """Sort gold pairs by the number of runs that found them, anywhere in their lists.

    Raises:
        InputError: there is no run.
    """
    if not runs:
        raise InputError("difficulty needs at least one run")
    lists = [run.keys[: len(run.ranking)] for run in runs]
    known = [frozenset(keys) for keys in lists]
    found = {
        pair: tuple(number for number, keys in enumerate(known) if pair in keys)
        for pair in gold.pairs
    }
    hard = {source for (source, _), by in found.items() if not by}
    answers = [_answers(run, keys, hard, gold) for run, keys in zip(runs, lists, strict=True)]
    pairs = []
    for pair, by in found.items():
        source, target = gold.pairs[pair]
        misses = () if by else _misses(pair[0], target, answers)
        pairs.append(GoldPair(source, target, by, misses))
    bins = tuple(_bin(count, pairs) for count in range(len(runs) + 1))
    return Difficulty(bins, tuple(pairs))


def _answers(
    run: RankedPairs, keys: Sequence[PairKey], asked: set[str], gold: Gold
) -> dict[str, list[tuple[int, str]]]:
    """Return rank and target of the wrong answers to some source terms."""
    wrong: dict[str, list[tuple[int, str]]] = {}
    for rank, (key, written) in enumerate(zip(keys, run.pairs, strict=False), 1):
        if key[0] in asked and key not in gold.pairs:
            wrong.setdefault(key[0], []).append((rank, written[1]))
    return wrong


def _misses(
    source: str, target: str, answers: Sequence[dict[str, list[tuple[int, str]]]]
) -> tuple[NearMiss, ...]:
    misses = []
    for number, wrong in enumerate(answers):
        near = [(similarity(target, said), -rank, said) for rank, said in wrong.get(source, ())]
        if near:
            alike, rank, said = max(near)
            misses.append(NearMiss(number, said, -rank, alike))
    return tuple(misses)


def _bin(runs: int, pairs: Sequence[GoldPair]) -> Bin:
    here = [(pair.source, pair.target) for pair in pairs if len(pair.found_by) == runs]
    return Bin(
        runs=runs,
        size=len(here),
        share=len(here) / len(pairs),
        words=_counted(here, words_part, (SINGLE, MULTI, MIXED)),
        cognates=_counted(here, cognate_part, (IDENTICAL, COGNATES, OTHERS)),
        similarity=float(np.mean([similarity(*pair) for pair in here])) if here else None,
    )


def _counted(
    pairs: Sequence[PairKey], part_of: Callable[[PairKey], str], parts: Sequence[str]
) -> dict[str, int]:
    counts = Counter(map(part_of, pairs))
    return {part: counts[part] for part in parts}
