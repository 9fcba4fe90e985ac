"""How hard each gold pair was: the number of runs that found it, and what they said instead.

Reference:
    Gianola et al. 2021, "Differential evaluation: a qualitative analysis of natural language
    processing system behavior based upon data resistance to processing"; Adjali et al. 2022,
    tables 6 to 8.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import InputError
from diglot.evaluate.rankings.matching import similarity
from diglot.evaluate.rankings.pair_splits import (
    COGNATES,
    IDENTICAL,
    MIXED,
    MULTI,
    OTHERS,
    SINGLE,
    cognate_part,
    words_part,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from diglot.evaluate.rankings.ranked_pairs import Gold, PairKey, Ranked


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


def difficulty(runs: Sequence[Ranked], gold: Gold) -> Difficulty:
    """Sort gold pairs by the number of runs that found them, anywhere in their lists.

    Args:
        runs: scored against ``gold``.
        gold: the right pairs.

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
    run: Ranked, keys: Sequence[PairKey], asked: set[str], gold: Gold
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
