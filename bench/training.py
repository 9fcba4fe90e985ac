"""Training of the block weights: lattices with features, and the likelihood of their gold paths.

The loss of a document is log Z minus the score of the path through its lattice that agrees best
with the gold; a set weighs as the square root of its links, so that one novel does not drown nine
letters. L-BFGS with a little L2 on features scaled to root mean square one.

Reference: Sarawagi and Cohen (2004), semi-Markov conditional random fields.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from diglot.model import Link
from diglot.sentences.corpus import Texts, encode
from diglot.sentences.evidence.features import Weights, generative_weights
from diglot.sentences.kernels import search as kernel
from diglot.sentences.models import rounds
from diglot.sentences.search.bands import Types, link_types
from diglot.sentences.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from bench.data import Gold
    from diglot.sentences.search.bands import Band
    from diglot.sentences.values import Path

KEPT = 1e-6
"""Blocks less probable than this under a flat generative model stay out of the lattice."""
FLAT = 0.2
L2 = 3e-4
ITERATIONS = 100


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """One document: the blocks worth considering, their features and the gold path."""

    band: Band
    types: Types
    entry: NDArray[np.int64]
    features: NDArray[np.float32]
    gold: NDArray[np.int64]

    def scores(self, weights: NDArray[np.float64]) -> NDArray[np.float32]:
        """Scores of all blocks, float32 (cells, types)."""
        full = np.full(self.entry.shape, -1e30, np.float32)
        full[self.entry >= 0] = self.features @ weights.astype(np.float32)
        return full

    def search_arguments(self) -> tuple[NDArray[np.int64], ...]:
        """Band and types as the search kernels take them."""
        band, types = self.band, self.types
        return band.lo, band.hi, band.first, types.source, types.target


def texts_of(document: Gold) -> Texts:
    """Input of the aligner for a gold document."""
    return Texts(
        document.source,
        document.target,
        document.source_translation,
        document.target_translation,
        _starts(document.source_paragraphs),
        _starts(document.target_paragraphs),
        *document.vectors,
    )


def lattices(
    documents: Sequence[Gold], lexicon: Sequence[tuple[str, str, float]] = ()
) -> list[Lattice]:
    """Lattices of the last round of a set, after a generative round."""
    corpus = encode([texts_of(document) for document in documents], lexicon=lexicon)
    settings = Settings()
    state = rounds.start(corpus, settings)
    searched = rounds.first_bands(corpus, state)
    prepared = rounds.prepare(corpus, state, link_types(4, 5))
    state, found = rounds.run(
        prepared,
        searched,
        generative_weights(),
        settings,
        stage="",
        inverse_temperature=rounds.DOUBT,
    )
    searched = rounds.next_bands(corpus, searched, found)
    prepared = rounds.prepare(corpus, state, link_types(null_runs=rounds.LAST_NULL_RUNS))
    result = []
    for document, scorer, band in zip(documents, prepared.scorers, searched, strict=True):
        scores = scorer.scores(band, generative_weights().values)
        arguments = (band.lo, band.hi, band.first, prepared.types.source, prepared.types.target, 0)
        posterior, _, _ = kernel.forward_backward(scores, *arguments, FLAT, False)
        ends_i, ends_j, kinds = kernel.viterbi(
            _agreement(band, prepared.types, scores, document.links), *arguments, False
        )
        cells = band.first[ends_i] + ends_j - band.lo[ends_i]
        kept = posterior > KEPT
        kept[cells, kinds] = True
        entry = np.full(scores.shape, -1, np.int64)
        entry[kept] = np.arange(int(kept.sum()))
        features = scorer.features(band, entry)
        result.append(Lattice(band, prepared.types, entry, features, entry[cells, kinds]))
    return result


def train(
    sets: Iterable[Sequence[Lattice]],
    *,
    around: NDArray[np.float64] | None = None,
    penalty: float = L2,
) -> NDArray[np.float64]:
    """Weights that make the gold paths of all sets likely, float64 (features,).

    Args:
        sets: lattices of the documents of each.
        around: weights that cost no penalty; 0 by default.
        penalty: on squares of the distance from them.
    """
    from scipy.optimize import minimize

    data = [
        (sum(len(lattice.gold) for lattice in of_set) ** -0.5, lattice)
        for of_set in sets
        for lattice in of_set
    ]
    total = sum(weight * len(lattice.gold) for weight, lattice in data)
    squares = sum((lattice.features.astype(float) ** 2).sum(0) for _, lattice in data)
    entries = sum(len(lattice.features) for _, lattice in data)
    scale = np.sqrt(squares / entries) + 1e-9

    start = np.zeros(len(scale)) if around is None else around

    def loss(scaled: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        weights = start + scaled / scale
        value, gradient = 0.0, np.zeros(len(weights))
        for factor, lattice in data:
            scores = lattice.scores(weights)
            posterior, _, log_z = kernel.forward_backward(
                scores, *lattice.search_arguments(), 0, 1.0, False
            )
            gold = lattice.features[lattice.gold]
            value += factor * (log_z - float((gold @ weights).sum()))
            expected = posterior[lattice.entry >= 0] @ lattice.features
            gradient += factor * (expected - gold.sum(0))
        return (
            value / total + penalty * float(scaled @ scaled),
            gradient / total / scale + 2 * penalty * scaled,
        )

    best = minimize(
        loss, np.zeros(len(scale)), jac=True, method="L-BFGS-B", options={"maxiter": ITERATIONS}
    )
    return np.asarray(start + best.x / scale)


def links_of(path: Path, types: Types) -> list[Link]:
    """The links of a path, without scores."""
    blocks = zip(
        path.ends_i.tolist(),
        path.ends_j.tolist(),
        types.source[path.kinds].tolist(),
        types.target[path.kinds].tolist(),
        strict=True,
    )
    return [Link(tuple(range(i - a, i)), tuple(range(j - b, j))) for i, j, a, b in blocks]


def named(weights: NDArray[np.float64], name: str) -> Weights:
    """Weights as the aligner takes them."""
    return Weights(weights, name)


def _starts(paragraphs: list[int] | None) -> list[int] | None:
    if paragraphs is None:
        return None
    return [1] + [int(a != b) for a, b in pairwise(paragraphs)]


def _agreement(
    band: Band, types: Types, scores: NDArray[np.float32], gold: Iterable[Link]
) -> NDArray[np.float32]:
    """How well each block agrees with the gold: exact links first, shared sentence pairs next."""
    exact = {(link.source, link.target) for link in gold}
    pairs = {(i, j) for link in gold for i in link.source for j in link.target}
    lonely_s = {i for link in gold if not link.target for i in link.source}
    lonely_t = {j for link in gold if not link.source for j in link.target}
    agreement = np.full(scores.shape, -1e30, np.float32)
    rows = np.repeat(np.arange(len(band.lo)), np.diff(band.first))
    columns = np.arange(band.cells) - band.first[rows] + band.lo[rows]
    type_a, type_b = types.source.tolist(), types.target.tolist()
    possible = scores > -1e29
    for cell in range(band.cells):
        i, j = int(rows[cell]), int(columns[cell])
        for k in np.flatnonzero(possible[cell]).tolist():
            source = tuple(range(i - type_a[k], i))
            target = tuple(range(j - type_b[k], j))
            size = len(source) + len(target)
            if source and target:
                hits = sum((s, t) in pairs for s in source for t in target)
                value = 0.2 * hits - 0.1 * (len(source) * len(target) - hits)
                value += size if (source, target) in exact else 0
            elif lonely_s.issuperset(source) and lonely_t.issuperset(target):
                # One long omission rather than many short ones.
                value = size + 0.5 * (size - 1)
            else:
                value = 0.0
            agreement[cell, k] = value
    return agreement
