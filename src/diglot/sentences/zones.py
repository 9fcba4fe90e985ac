"""Stretches without parallel order: sorted glossaries, moved and missing chapters.

A monotone search forces such stretches into chance links of low probability, or skips them. Here
they are found, looked at without any order, and flagged: pairs that choose each other among all of
the stretch are kept, the rest stays without counterpart.

Reference: Langlais et al. (1998) on the glossary of the ARCADE corpus, which no monotone alignment
can serve.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from diglot.sentences.evidence.lexicon import learn
from diglot.sentences.link_types import Types
from diglot.sentences.search.bands import SearchResult, whole_band
from diglot.sentences.values import Lexicon, Pair, Path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from diglot.sentences.corpus import Corpus
    from diglot.sentences.search.blocks import BlockScorer

    Scorers = Callable[[int, Lexicon | None], BlockScorer]

Range = tuple[int, int]
Stretch = tuple[Range, Range]
"""Half-open ranges of source and of target sentences."""

BRIDGE = 2
"""Links between two runs that do not keep them apart."""
LEAST_RUN = 10
"""Sentences in a row without counterpart that make a zone."""
CERTAIN = 0.8
"""Links below this probability speak for a stretch without order, those above against it."""
CERTAIN_WEIGHT = 3.0
LEAST_DOUBT = 3.0
"""Summed doubt that makes a stretch worth a comparison of all with all."""
LARGEST = 600
"""Sentences a side beyond which a stretch is not compared all with all."""
LEAST_MATCHES = 8
MATCHED_SHARE = 0.3
CLEARLY = 2.5
"""How much better than the path the free matches must be: true zones 4 and more, hard but parallel
stretches of novels below 1.8."""
PARALLEL = 0.6
"""Rank correlation from which on matches count as parallel."""
SURE_RATIO = 6.0
"""Log-likelihood ratio of a pair that counts as a match."""
MATCH_PROBABILITY = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class FoundZone:
    """A stretch without parallel order, in sentence numbers of its pair.

    Attributes:
        source, target: half-open ranges.
        kind: ``non-monotone``, ``moved`` or ``unmatched``.
        reason: one line for the user.
        matches: (source, target) sentences that choose each other; empty unless non-monotone.
    """

    source: Range
    target: Range
    kind: str
    reason: str
    matches: tuple[tuple[int, int], ...] = ()


def find_zones(
    corpus: Corpus, found: Sequence[SearchResult], types: Types, scorer: Scorers
) -> list[tuple[FoundZone, ...]]:
    """Zones of every pair, in order of their source ranges.

    Chance links of a stretch have taught the lexicon that they are right, so all with all is
    compared by a lexicon that never saw them: that of other texts, or one learned without them.
    """
    stretches = [
        [
            (source, target)
            for source, target in _doubtful_stretches(each, types)
            if min(source[1] - source[0], target[1] - target[0]) >= LEAST_MATCHES
            and max(source[1] - source[0], target[1] - target[0]) <= LARGEST
        ]
        for each in found
    ]
    lexicon = None
    if any(stretches) and corpus.learned is None:
        paths = [_outside(each, of_pair) for each, of_pair in zip(found, stretches, strict=True)]
        lexicon = learn(corpus, paths, types)
    return [
        _zones_of(each, types, of_pair, partial(scorer, number, lexicon))
        for number, (each, of_pair) in enumerate(zip(found, stretches, strict=True))
    ]


def _zones_of(
    found: SearchResult,
    types: Types,
    stretches: Sequence[Stretch],
    scorer: Callable[[], BlockScorer],
) -> tuple[FoundZone, ...]:
    zones = []
    for source, target in stretches:
        ratios = _all_with_all(scorer(), source, target)
        matches = _matches(ratios, source, target)
        chosen = sum(float(ratios[i - source[0], j - target[0]]) for i, j in matches)
        better = chosen > CLEARLY * _on_path(found, types, ratios, source, target)
        if better and _scattered(matches, source, target):
            count = max(source[1] - source[0], target[1] - target[0])
            reason = f"{len(matches)} of {count} segments match, but in another order"
            zones.append(FoundZone(source, target, "non-monotone", reason, tuple(matches)))
    taken = [zone.source for zone in zones], [zone.target for zone in zones]
    runs = [
        (side, source, target)
        for side, source, target in _null_runs(found, types)
        if not _inside(source, taken[0]) and not _inside(target, taken[1])
    ]
    zones.extend(_unmatched(runs, scorer))
    return tuple(sorted(zones, key=lambda zone: (zone.source, zone.target)))


def _outside(found: SearchResult, stretches: Sequence[Stretch]) -> Path:
    path = found.path
    kept = np.ones(len(path.kinds), bool)
    for source, target in stretches:
        within = (path.ends_i > source[0]) & (path.ends_i <= source[1])
        kept &= ~(within & (path.ends_j > target[0]) & (path.ends_j <= target[1]))
    return Path(path.ends_i[kept], path.ends_j[kept], path.kinds[kept])


def _doubtful_stretches(found: SearchResult, types: Types) -> Iterator[Stretch]:
    """Maximal stretches where doubtful links and nulls outweigh certain links.

    Certainty counts three times, so that a stretch ends soon after order is found again.
    """
    path = found.path
    a, b = types.source[path.kinds], types.target[path.kinds]
    likely = np.where((a > 0) & (b > 0), found.posterior, np.minimum(found.posterior, 0.6))
    doubt = CERTAIN - likely
    weight = np.where(doubt > 0, doubt, CERTAIN_WEIGHT * doubt)
    begin = best_end = 0
    total = best = 0.0
    for block, value in enumerate([*weight.tolist(), -np.inf]):
        total += value
        if total > best:
            best, best_end = total, block + 1
        if total <= 0.0 or total < best - LEAST_DOUBT:
            if best >= LEAST_DOUBT:
                yield (
                    (int(path.ends_i[begin] - a[begin]), int(path.ends_i[best_end - 1])),
                    (int(path.ends_j[begin] - b[begin]), int(path.ends_j[best_end - 1])),
                )
            begin, best_end, total, best = block + 1, block + 1, 0.0, 0.0


def _matches(ratios: NDArray[np.float32], source: Range, target: Range) -> list[tuple[int, int]]:
    """Pairs of sentences that are each other's best, clearly better than chance."""
    best_target = ratios.argmax(axis=1)
    best_source = ratios.argmax(axis=0)
    return [
        (source[0] + i, target[0] + j)
        for i, j in enumerate(best_target.tolist())
        if best_source[j] == i and ratios[i, j] >= SURE_RATIO
    ]


def _all_with_all(scorer: BlockScorer, source: Range, target: Range) -> NDArray[np.float32]:
    """Lexical log-likelihood ratio of every sentence pair of a stretch, float32 (n, m).

    Nothing is compared, and all ratios are 0, where a side is longer than ``LARGEST``.
    """
    if max(source[1] - source[0], target[1] - target[0]) > LARGEST:
        return np.zeros((source[1] - source[0], target[1] - target[0]), np.float32)
    pair = Pair(scorer.pair.source.part(*source), scorer.pair.target.part(*target))
    n, m = pair.source.size, pair.target.size
    reach = scorer.of(pair).evidence(whole_band(n, m), 0, n + 1)
    ratios = reach.to_target[1, :, 0] + reach.to_source[1, :, 0]
    return ratios.reshape(n, m)


def _scattered(matches: Sequence[tuple[int, int]], source: Range, target: Range) -> bool:
    """True when many sentences match, but not in parallel order."""
    shorter = min(source[1] - source[0], target[1] - target[0])
    if len(matches) < max(LEAST_MATCHES, MATCHED_SHARE * shorter):
        return False
    columns = np.array([j for _, j in matches])
    above = np.triu(columns[:, None] < columns[None, :], 1).sum()
    pairs = len(columns) * (len(columns) - 1) / 2
    return float(2 * above / pairs - 1) < PARALLEL


def _on_path(
    found: SearchResult, types: Types, ratios: NDArray[np.float32], source: Range, target: Range
) -> float:
    """Sum of the ratios of the sentence pairs that the path links inside a stretch."""
    path = found.path
    total = 0.0
    for i, j, kind in zip(
        path.ends_i.tolist(), path.ends_j.tolist(), path.kinds.tolist(), strict=True
    ):
        a, b = int(types.source[kind]), int(types.target[kind])
        if a and b and source[0] <= i - a and i <= source[1]:
            block = ratios[i - a - source[0] : i - source[0], j - b - target[0] : j - target[0]]
            total += float(np.maximum(block.max(axis=0 if a > b else 1), 0.0).sum())
    return total


def _null_runs(found: SearchResult, types: Types) -> Iterator[tuple[str, Range, Range]]:
    """Long runs of sentences without counterpart: their side and the ranges of both sides."""
    path = found.path
    a, b = types.source[path.kinds], types.target[path.kinds]
    for side, one, other in (("source", a, b), ("target", b, a)):
        lonely = np.concatenate(([False], other == 0, [False]))
        edges = np.flatnonzero(lonely[1:] != lonely[:-1]).reshape(-1, 2)
        for begin, end in _bridged(edges.tolist()):
            if one[begin:end][other[begin:end] == 0].sum() >= LEAST_RUN:
                yield (
                    side,
                    (int(path.ends_i[begin] - a[begin]), int(path.ends_i[end - 1])),
                    (int(path.ends_j[begin] - b[begin]), int(path.ends_j[end - 1])),
                )


def _bridged(runs: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Join runs that only a chance link or two keep apart."""
    joined: list[tuple[int, int]] = []
    for begin, end in runs:
        if joined and begin - joined[-1][1] <= BRIDGE and end - begin > BRIDGE:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((begin, end))
    yield from joined


def _unmatched(
    runs: Sequence[tuple[str, Range, Range]], scorer: Callable[[], BlockScorer]
) -> Iterator[FoundZone]:
    """Runs without counterpart; two that match each other are one passage that moved."""
    ours = [run for run in runs if run[0] == "source"]
    theirs = [run for run in runs if run[0] == "target"]
    moved: set[tuple[str, Range, Range]] = set()
    for left in ours:
        for right in theirs:
            source, target = left[1], right[2]
            shorter = min(source[1] - source[0], target[1] - target[0])
            matches = _matches(_all_with_all(scorer(), source, target), source, target)
            if len(matches) >= max(LEAST_MATCHES // 2, MATCHED_SHARE * shorter):
                moved.update((left, right))
                reason = f"{len(matches)} segments match: the passage is elsewhere"
                yield FoundZone(source, target, "moved", reason)
    for run in runs:
        if run not in moved:
            side, source, target = run
            low, high = source if side == "source" else target
            reason = f"{high - low} {side} segments have no counterpart"
            yield FoundZone(source, target, "unmatched", reason)


def _inside(run: Range, zones: Sequence[Range]) -> bool:
    return run[1] > run[0] and any(low <= run[0] and run[1] <= high for low, high in zones)
