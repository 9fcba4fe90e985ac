"""Training of the block weights: lattices with features, and the likelihood of their gold paths.

The loss of a document is log Z minus the score of the path through its lattice that agrees best
with the gold; a set weighs as the square root of its links, so that one novel does not drown nine
letters. L-BFGS with a little L2 on features scaled to root mean square one.

Reference: Sarawagi and Cohen (2004), semi-Markov conditional random fields.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.files.atomic import atomic_open
from diglot.model import Link
from diglot.sentences.corpus import Texts, encode
from diglot.sentences.evidence.features import fit_breaks, generative_weights
from diglot.sentences.kernels import search as kernel
from diglot.sentences.link_types import Types, link_types
from diglot.sentences.models import rounds
from diglot.sentences.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from bench.data import Gold
    from diglot.sentences.search.bands import Band

KEPT = 1e-4
"""Blocks less probable than this under a flat generative model stay out of the lattice."""
FLAT = 0.2
L2 = 3e-4
ITERATIONS = 100


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """One document: the blocks worth considering, their features and the gold path.

    Attributes:
        band, types: what could be a block.
        entry: int64 (blocks,), flat places among cells and types.
        features: float32 (blocks, features).
        gold: int64, the blocks of the gold path.
    """

    band: Band
    types: Types
    entry: NDArray[np.int64]
    features: NDArray[np.float32]
    gold: NDArray[np.int64]

    @property
    def shape(self) -> tuple[int, int]:
        """Cells and types."""
        return self.band.cells, len(self.types)

    def scores(self, weights: NDArray[np.float64]) -> NDArray[np.float32]:
        """Scores of all blocks, float32 (cells, types)."""
        full = np.full(self.shape, -1e30, np.float32)
        full.ravel()[self.entry] = self.features @ weights.astype(np.float32)
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
    documents: Sequence[Gold],
    lexicon: Sequence[tuple[str, str, float]] = (),
    *,
    longer: bool = False,
) -> list[Lattice]:
    """Lattices of the last round of a set, after a generative round.

    Where ``longer`` is asked for, of the round for longer links, after two generative rounds; none
    where merges are few.
    """
    corpus = encode([texts_of(document) for document in documents], lexicon=lexicon)
    settings = Settings()
    types = link_types(null_runs=rounds.NULL_RUNS)
    state = rounds.start(corpus, settings)
    searched = rounds.first_bands(corpus, state)
    prepared = rounds.prepare(corpus, state, types)
    for doubt in (rounds.DOUBT, 1.0)[: 1 + longer]:
        state, found = rounds.run(
            prepared,
            searched,
            generative_weights(),
            settings,
            stage="",
            inverse_temperature=doubt,
        )
        if doubt < 1.0:
            searched = rounds.next_bands(corpus, searched, found)
        prepared = rounds.prepare(corpus, state, types)
    if longer:
        more = rounds.longer_types(corpus.pairs, state, settings)
        if more is None:
            return []
        breaks = fit_breaks(corpus.pairs, state.paths, state.types)
        prepared = replace(rounds.prepare(corpus, state, more), breaks=breaks)
    result = []
    for document, scorer, band in zip(
        documents, map(prepared.scorer, range(len(searched))), searched, strict=True
    ):
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
        gold = entry[cells, kinds]
        result.append(Lattice(band, prepared.types, np.flatnonzero(kept), features, gold))
    return result


def train(
    sets: Iterable[tuple[float, Sequence[Lattice]]],
    *,
    around: NDArray[np.float64] | None = None,
    penalty: float = L2,
    iterations: int = ITERATIONS,
    fixed: Sequence[int] = (),
) -> NDArray[np.float64]:
    """Weights that make the gold paths of all sets likely, float64 (features,).

    Args:
        sets: what each text counts, and its lattices.
        around: weights that cost no penalty; 0 by default.
        penalty: on squares of the distance from them.
        iterations: of L-BFGS at most.
        fixed: features that keep the weight they have around.
    """
    from scipy.optimize import minimize

    data = [
        (factor * sum(len(lattice.gold) for lattice in of_set) ** -0.5, lattice)
        for factor, of_set in sets
        for lattice in of_set
    ]
    total = sum(weight * len(lattice.gold) for weight, lattice in data)
    squares = sum((lattice.features.astype(float) ** 2).sum(0) for _, lattice in data)
    entries = sum(len(lattice.features) for _, lattice in data)
    scale = np.sqrt(squares / entries) + 1e-9

    start = np.zeros(len(scale)) if around is None else around
    step = 1.0 / scale
    step[list(fixed)] = 0.0

    def loss(scaled: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        weights = start + scaled * step
        value, gradient = 0.0, np.zeros(len(weights))
        for factor, lattice in data:
            scores = lattice.scores(weights)
            posterior, _, log_z = kernel.forward_backward(
                scores, *lattice.search_arguments(), 0, 1.0, False
            )
            gold = lattice.features[lattice.gold]
            value += factor * (log_z - float((gold @ weights).sum()))
            expected = posterior.ravel()[lattice.entry] @ lattice.features
            gradient += factor * (expected - gold.sum(0))
        return (
            value / total + penalty * float(scaled @ scaled),
            gradient / total * step + 2 * penalty * scaled,
        )

    best = minimize(
        loss, np.zeros(len(scale)), jac=True, method="L-BFGS-B", options={"maxiter": iterations}
    )
    return np.asarray(start + best.x * step)


def write_weights(path: Path, content: Mapping[Any, Any]) -> None:
    """Write weights, or the folds of some, by the names of the features."""
    with atomic_open(path) as file:
        json.dump(content, file, indent=1, ensure_ascii=False)
        file.write("\n")


def _starts(paragraphs: list[int] | None) -> list[int] | None:
    if paragraphs is None:
        return None
    return [1] + [int(a != b) for a, b in pairwise(paragraphs)]


def _agreement(
    band: Band, types: Types, scores: NDArray[np.float32], gold: Iterable[Link]
) -> NDArray[np.float32]:
    """How well each block agrees with the gold: exact links first, shared sentence pairs next."""
    rows = np.repeat(np.arange(len(band.lo)), np.diff(band.first))
    columns = np.arange(band.cells) - band.first[rows] + band.lo[rows]
    n, m = len(band.lo) - 1, int(band.hi[-1])
    exact: dict[tuple[int, int], list[int]] = {}
    pairs: set[int] = set()
    alone = np.zeros(n + 1), np.zeros(m + 1)
    for link in gold:
        source, target = link.source, link.target
        pairs.update((i + 1) * (m + 1) + j + 1 for i in source for j in target)
        solid = all(side[-1] - side[0] == len(side) - 1 for side in (source, target) if side)
        if not (source and target):
            alone[0][[i + 1 for i in source]] = alone[1][[j + 1 for j in target]] = 1.0
        elif solid:
            end = (source[-1] + 1) * (m + 1) + target[-1] + 1
            exact.setdefault((len(source), len(target)), []).append(end)
    before = alone[0].cumsum(), alone[1].cumsum()
    cells = rows * (m + 1) + columns
    linked = np.array(sorted(pairs))
    hit: dict[tuple[int, int], NDArray[np.bool_]] = {}
    agreement = np.full(scores.shape, -1e30, np.float32)
    for k, (a, b) in enumerate(zip(types.source.tolist(), types.target.tolist(), strict=True)):
        if a and b:
            hits = np.zeros(len(cells))
            for s in range(a):
                for t in range(b):
                    if (s, t) not in hit:
                        hit[s, t] = np.isin(cells - s * (m + 1) - t, linked)
                    hits += hit[s, t] & (columns > t)
            value = 0.3 * hits - 0.1 * a * b
            value += (a + b) * np.isin(cells, exact.get((a, b), []))
        else:
            whole = before[0][rows] - before[0][rows - a] == a
            whole &= before[1][columns] - before[1][columns - b] == b
            # One long omission rather than many short ones.
            value = whole * (a + b + 0.5 * (a + b - 1))
        possible = scores[:, k] > -1e29
        agreement[possible, k] = value[possible]
    return agreement
