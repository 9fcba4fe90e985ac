"""Sentences that translate each other, found among many that do not.

Nearest neighbours by vectors give candidates; a candidate is judged by how much nearer it is than
other neighbours of both sides, and by lengths and numbers.

Reference:
    Artetxe and Schwenk (2019), Margin-based parallel corpus mining with multilingual sentence
    embeddings: the ratio margin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import regex
from numpy.typing import NDArray

from diglot.sentences.kernels.postings import keep_nearest

Floats = NDArray[np.float32]
Vectors = NDArray[np.float16] | NDArray[np.float32]

NEIGHBOURS = 8
"""Nearest sentences of each one that are looked at."""
LEAST_MARGIN = 1.0
"""A candidate is nearer than the neighbours of both sides are on average."""
ROWS, COLUMNS = 2048, 4096
"""Sentences that are compared at once."""
NAMES = (
    "margin", "cosine", "source_near", "target_near", "source_lead", "target_lead",
    "numbers_shared", "numbers_odd", "length_ratio", "length",
)  # fmt: skip
"""Names of the features, in the order of their columns."""
# Log-odds: a constant and a weight for each feature, as `python -m bench.mining` prints them.
WEIGHTS = (
    -11.134, 1.241, 25.606, -11.999, -13.62, 1.119, 4.694, -0.584, -0.918, -0.204, 0.561,
)  # fmt: skip
_USUAL = 200  # candidates of the greatest margins that tell the usual ratio of lengths
_NUMBER = regex.compile(r"\p{Nd}+")


class Texts(Protocol):
    """Sentences by their numbers."""

    def __getitem__(self, number: int, /) -> str: ...


@dataclass(frozen=True, slots=True, eq=False)
class Neighbours:
    """The nearest sentences of the other side, the nearest first.

    Attributes:
        places: int32 (sentences, k), -1 where there are fewer.
        cosines: float32 (sentences, k).
    """

    places: NDArray[np.int32]
    cosines: Floats

    @property
    def means(self) -> Floats:
        """Mean cosine of the neighbours of each sentence, float32 (sentences,)."""
        there = self.places >= 0
        means: Floats = np.where(there, self.cosines, 0).sum(1) / np.maximum(there.sum(1), 1)
        return means


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Pairs of sentences that may translate each other.

    Attributes:
        pairs: int32 (n, 2), sentences of source and target, ascending.
        features: float32 (n, 6), the first ones of `NAMES`.
    """

    pairs: NDArray[np.int32]
    features: Floats


def find_nearest(
    source: Vectors,
    target: Vectors,
    *,
    count: int = NEIGHBOURS,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Neighbours, Neighbours]:
    """Return the nearest neighbours of both sides among each other.

    Vectors are read in blocks, so they may be arrays that are mapped into memory. All sentences are
    compared with all: the time grows with the product of their numbers.

    Args:
        source: float (n, d), of length one.
        target: float (m, d), of length one.
        count: neighbours to keep.
        progress: called with the source sentences that are done and those in all.
    """
    n, m = len(source), len(target)
    cosines = [np.full((size, count), -2, np.float32) for size in (n, m)]
    places = [np.full((size, count), -1, np.int32) for size in (n, m)]
    for row in range(0, n, ROWS):
        if progress:
            progress(row, n)
        ours = np.asarray(source[row : row + ROWS], np.float32)
        for column in range(0, m, COLUMNS):
            theirs = np.asarray(target[column : column + COLUMNS], np.float32)
            block = np.ascontiguousarray(ours @ theirs.T)
            keep_nearest(block, row, column, cosines[0], places[0], cosines[1], places[1])
    return Neighbours(places[0], cosines[0]), Neighbours(places[1], cosines[1])


def find_candidates(forward: Neighbours, backward: Neighbours) -> Candidates:
    """Return the neighbours, of either direction, whose margin is large enough."""
    means = forward.means, backward.means
    width = len(means[1])
    found = []
    for side, each in enumerate((forward, backward)):
        own, rank = np.nonzero(each.places >= 0)
        other = each.places[own, rank]
        near = (means[side][own] + means[1 - side][other]) / 2
        kept = each.cosines[own, rank] > LEAST_MARGIN * near
        own, other, rank = own[kept], other[kept], rank[kept]
        keys = own * width + other if side == 0 else other.astype(np.int64) * width + own
        found.append((keys, each.cosines[own, rank]))
    keys, first = np.unique(np.concatenate([keys for keys, _ in found]), return_index=True)
    cosine = np.concatenate([cosines for _, cosines in found])[first]
    pairs = np.stack([keys // max(width, 1), keys % max(width, 1)], axis=1).astype(np.int32)
    around = [means[side][pairs[:, side]] for side in (0, 1)]
    margin = cosine / np.maximum((around[0] + around[1]) / 2, 1e-6)
    leads = [_leads(pairs[:, side], margin) for side in (0, 1)]
    return Candidates(pairs, np.stack([margin, cosine, *around, *leads], axis=1).astype(np.float32))


def _leads(sentences: NDArray[np.int32], margin: NDArray[Any]) -> NDArray[Any]:
    """Return how much greater each margin is than the best other one of the same sentence."""
    if not len(margin):
        return margin
    order = np.lexsort((-margin, sentences))
    same = sentences[order][1:] == sentences[order][:-1]
    begins = np.concatenate(([True], ~same))
    best = np.flatnonzero(begins)[np.cumsum(begins) - 1]
    against = margin[order][best]  # of all but the best itself
    following = np.concatenate((margin[order][1:], [0]))
    alone = np.concatenate((~same, [True]))
    against[begins] = np.where(alone, LEAST_MARGIN, following)[begins]
    leads = np.empty_like(margin)
    leads[order] = margin[order] - against
    return leads


def find_features(candidates: Candidates, source: Texts, target: Texts) -> NDArray[np.float64]:
    """Return what speaks for and against candidates, shape (candidates, names)."""
    numbers = np.zeros((len(candidates.pairs), 2))
    lengths = np.ones((len(candidates.pairs), 2))
    for place, (one, other) in enumerate(candidates.pairs.tolist()):
        texts = source[one], target[other]
        lengths[place] = [len(text) + 1 for text in texts]
        ours, theirs = (Counter(_NUMBER.findall(text)) for text in texts)
        if ours or theirs:
            shared = (ours & theirs).total()
            numbers[place] = shared, (ours | theirs).total() - shared
    ratio = np.log(lengths[:, 1] / lengths[:, 0])
    best = np.argsort(-candidates.features[:, 0], kind="stable")[:_USUAL]
    usual = float(np.median(ratio[best])) if len(best) else 0.0
    total = lengths.sum(axis=1)
    # The ratio of short texts varies more.
    odd = np.abs(ratio - usual) * np.sqrt(total)
    return np.column_stack([candidates.features.astype(np.float64), numbers, odd, np.log(total)])


def probabilities(features: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probability of every candidate that both sides translate each other."""
    odds = WEIGHTS[0] + features @ np.array(WEIGHTS[1:])
    found: NDArray[np.float64] = np.exp(-np.logaddexp(0, -odds))
    return found


def choose(candidates: Candidates, scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the candidates that are chosen, best first: every sentence stands in one of them."""
    taken = [set[int](), set[int]()]
    chosen = []
    order = np.lexsort((candidates.pairs[:, 1], candidates.pairs[:, 0], -scores))
    for place, (one, other) in zip(order.tolist(), candidates.pairs[order].tolist(), strict=True):
        if one not in taken[0] and other not in taken[1]:
            taken[0].add(one)
            taken[1].add(other)
            chosen.append(place)
    return np.array(chosen, np.int64)
