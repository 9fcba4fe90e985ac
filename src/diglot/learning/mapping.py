"""Maps that bring the vectors of two languages into one space.

The nearest neighbours in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError, describe_unknown

RETRIEVALS = ("csls", "ratio", "cosine")
NEIGHBOURS = 10
BLOCK = 512


def centre_and_normalise(matrix: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return vectors of length one whose mean was taken off; those of nothing stay nothing.

    Args:
        matrix: shape (words, dimensions).

    Reference:
        Artetxe, Labaka and Agirre (2016), Learning principled bilingual mappings.
    """
    vectors = unit_rows(np.array(matrix, np.float32))
    if len(vectors):
        vectors -= vectors.mean(axis=0)
    return unit_rows(vectors)


def unit_rows(matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return vectors of length one; those of nothing stay nothing."""
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    return (matrix / np.where(lengths > 0, lengths, 1)).astype(np.float32, copy=False)


def procrustes(source: NDArray[np.float32], target: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the map W with orthogonal columns (or rows) for which source @ W is next to target.

    Args:
        source: shape (pairs, source dimensions).
        target: shape (pairs, target dimensions).

    Returns:
        Shape (source dimensions, target dimensions).

    Reference:
        Smith et al. (2017), Offline bilingual word vectors, section 2.1; Schönemann (1966).
    """
    product = source.T.astype(np.float64) @ target
    left, _, right = np.linalg.svd(product, full_matrices=False)
    result: NDArray[np.float32] = (left @ right).astype(np.float32)
    return result


def learn_map(
    source: NDArray[np.float32],
    target: NDArray[np.float32],
    seeds: NDArray[np.int64],
    *,
    rounds: int = 0,
) -> NDArray[np.float32]:
    """Learn a map from seed pairs, and on from the pairs that it finds itself.

    Args:
        source: shape (words, dimensions), normalised.
        target: shape (words, dimensions), normalised.
        seeds: shape (pairs, 2), rows of source and target.
        rounds: of self-learning: words that are each other's nearest by CSLS, with a positive
            score, join the seeds.

    Reference:
        Artetxe, Labaka and Agirre (2017), Learning bilingual word embeddings with (almost) no
        bilingual data; Conneau et al. (2018) for the choice of pairs.
    """
    weights = procrustes(source[seeds[:, 0]], target[seeds[:, 1]])
    for _ in range(rounds):
        mutual = _mutual(unit_rows(source @ weights), target)
        pairs = np.unique(np.concatenate([seeds, mutual]), axis=0)
        weights = procrustes(source[pairs[:, 0]], target[pairs[:, 1]])
    return weights


def refine_map(
    source: NDArray[np.float32],
    target: NDArray[np.float32],
    weights: NDArray[np.float32],
    *,
    rounds: int,
) -> NDArray[np.float32]:
    """Return a map learnt again, some times over, from the pairs that it finds itself.

    In contrast to `learn_map` no pair stays: those of an unsupervised start may be wrong.

    Args:
        source: shape (words, dimensions), normalised.
        target: shape (words, dimensions), normalised.
        weights: the map to begin with.
        rounds: times that words nearest to each other by CSLS become the pairs.

    Reference:
        Conneau et al. (2018), Word translation without parallel data, section 2.2.
    """
    for _ in range(rounds):
        pairs = _mutual(unit_rows(source @ weights), target)
        if not len(pairs):
            break
        weights = procrustes(source[pairs[:, 0]], target[pairs[:, 1]])
    return weights


def nearest_targets(
    source: NDArray[np.float32],
    target: NDArray[np.float32],
    *,
    best: int,
    retrieval: str = "csls",
    neighbours: int = NEIGHBOURS,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Find the nearest targets of every source.

    Args:
        source: shape (sources, dimensions), unit vectors in the space of the target.
        target: shape (targets, dimensions), unit vectors.
        best: targets of a source at most.
        retrieval: ``csls``: 2 cos - mean cosine of the neighbours of either; ``ratio``: cos over
            the mean of both means; ``cosine``.
        neighbours: of a vector in the other language.

    Returns:
        Rows, columns and scores, ascending by row, then column.

    Raises:
        ConfigError: there is no such retrieval.

    Reference:
        Conneau et al. (2018), Word translation without parallel data, section 2.3; Artetxe and
        Schwenk (2019), Margin-based parallel corpus mining, equation 2.
    """
    if retrieval not in RETRIEVALS:
        raise ConfigError(describe_unknown("retrieval", retrieval, RETRIEVALS))
    if not len(source) or not len(target):
        none = np.zeros(0, np.int64)
        return none, none, np.zeros(0)
    near = None if retrieval == "cosine" else neighbour_density(source, target, neighbours)
    parts = []
    for begin, cosines in _cosines(source, target):
        scores = cosines
        if near is not None:
            mine = near[0][begin : begin + len(cosines), None]
            if retrieval == "csls":
                scores = 2 * cosines - mine - near[1]
            else:
                scores = 2 * cosines / np.maximum(mine + near[1], np.float32(1e-3))
        rows, columns = best_of_rows(scores, best)
        parts.append((rows + begin, columns, scores[rows, columns].astype(np.float64)))
    rows, columns, values = (np.concatenate(each) for each in zip(*parts, strict=True))
    return rows, columns, values


def best_of_rows(values: NDArray[Any], best: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return rows and columns of the largest values of every row of a matrix.

    Args:
        values: shape (rows, columns).
        best: values of a row at most; of equal ones the first column's.
    """
    width = values.shape[1]
    if best < width:
        # Among equals at the border partition picks any: the column decides instead.
        border = np.partition(values, width - best, axis=1)[:, width - best]
        above = values > border[:, None]
        spare = best - above.sum(axis=1)
        equal = values == border[:, None]
        above |= equal & (np.cumsum(equal, axis=1) <= spare[:, None])
    else:
        above = np.ones(values.shape, np.bool_)
    rows, columns = np.nonzero(above)
    return rows.astype(np.int64), columns.astype(np.int64)


def _cosines(
    source: NDArray[np.float32], target: NDArray[np.float32]
) -> Iterator[tuple[int, NDArray[np.float32]]]:
    """Give cosines block by block: the whole product may not fit into memory."""
    for begin in range(0, len(source), BLOCK):
        yield begin, source[begin : begin + BLOCK] @ target.T


def neighbour_density(
    source: NDArray[np.float32], target: NDArray[np.float32], neighbours: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the mean cosine of every source, and of every target, to its nearest others."""
    of_source = np.empty(len(source), np.float32)
    k = min(neighbours, len(target))
    nearest_sources = np.full((0, len(target)), 0, np.float32)
    for begin, cosines in _cosines(source, target):
        top = np.partition(cosines, len(target) - k, axis=1)[:, len(target) - k :]
        of_source[begin : begin + len(cosines)] = top.mean(axis=1)
        both = np.concatenate([nearest_sources, cosines])
        drop = max(0, len(both) - neighbours)
        nearest_sources = np.partition(both, drop, axis=0)[drop:] if drop else both
    return of_source, nearest_sources.mean(axis=0)


def _mutual(source: NDArray[np.float32], target: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return pairs that are each other's nearest by CSLS with a positive score."""
    near = neighbour_density(source, target, NEIGHBOURS)
    best_target = np.empty(len(source), np.int64)
    best = np.empty(len(source), np.float32)
    of_target = np.full(len(target), -np.inf, np.float32)
    best_source = np.zeros(len(target), np.int64)
    for begin, cosines in _cosines(source, target):
        scores = 2 * cosines - near[0][begin : begin + len(cosines), None] - near[1]
        here = slice(begin, begin + len(scores))
        best_target[here] = scores.argmax(axis=1)
        best[here] = scores.max(axis=1)
        top = scores.max(axis=0)
        better = top > of_target
        best_source[better] = begin + scores.argmax(axis=0)[better]
        of_target[better] = top[better]
    numbers = np.arange(len(source))
    chosen = (best_source[best_target] == numbers) & (best > 0)
    return np.stack([numbers[chosen], best_target[chosen]], axis=1)


# Maps of two languages' vectors into one space that weigh its directions by what they share.


def reweighted_maps(
    source: NDArray[np.float32], target: NDArray[np.float32], seeds: NDArray[np.int64]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return maps of both languages: whitened, turned, weighed by correlation, coloured again.

    Args:
        source: shape (words, dimensions), normalised.
        target: shape (words, dimensions), normalised; of as many dimensions.
        seeds: shape (pairs, 2), rows of source and target that translate each other.

    Returns:
        Two maps of shape (dimensions, dimensions): ``source @ first`` lies near
        ``target @ second``.

    Reference:
        Artetxe, Labaka and Agirre (2018), Generalizing and improving bilingual word embedding
        mappings with a multi-step framework of linear transformations, steps 1 to 4.
    """
    one, other = source[seeds[:, 0]].astype(np.float64), target[seeds[:, 1]].astype(np.float64)
    white_s, colour_s = _whitening(one)
    white_t, colour_t = _whitening(other)
    left, correlation, right = np.linalg.svd((one @ white_s).T @ (other @ white_t))
    weights = np.sqrt(np.clip(correlation, 0, None))
    return (
        (white_s @ left * weights @ (left.T @ colour_s @ left)).astype(np.float32),
        (white_t @ right.T * weights @ (right @ colour_t @ right.T)).astype(np.float32),
    )


def _whitening(vectors: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the map that makes directions uncorrelated and of length one, and its inverse."""
    values, directions = np.linalg.eigh(vectors.T @ vectors)
    # Directions that no seed has say nothing: they are neither blown up nor brought back.
    known = values > 1e-8 * max(float(values.max(initial=0.0)), 1e-30)
    lengths = np.sqrt(np.where(known, values, 1.0)) * known
    inverse = np.where(known, 1.0 / np.where(known, lengths, 1.0), 0.0)
    return (directions * inverse) @ directions.T, (directions * lengths) @ directions.T


# A map between languages that share nothing: an adversarial start. A discriminator learns to tell
# mapped source vectors from target vectors, the map learns to deceive it, and what it gives is kept
# where the words then have the nearest neighbours.
#
# Reference: Conneau et al. (2018), Word translation without parallel data, sections 2.1 and 3.

FREQUENT = 10_000
"""Words that the discriminator sees, the first ones; the paper has 50,000 of 200,000."""
JUDGED = 2_000
"""Words whose neighbours say how good a map is."""
ROUNDS, STEPS = 10, 1_000
BATCH, HIDDEN = 32, 256
RATE, DECAY, SHRINK = 0.1, 0.98, 0.5
SMOOTHING, DROPOUT, SLOPE = 0.2, 0.1, 0.2
ORTHOGONALITY = 0.01


def adversarial_map(
    source: NDArray[np.float32],
    target: NDArray[np.float32],
    *,
    rounds: int = ROUNDS,
    steps: int = STEPS,
    seed: int = 0,
) -> NDArray[np.float32]:
    """Return an orthogonal map for which mapped source vectors look like target vectors.

    Args:
        source: shape (words, dimensions), normalised, the most frequent words first.
        target: the same of the other language; of as many dimensions.
        rounds: after each the map is judged by the mean CSLS of the nearest targets, and the best
            one is kept; the rate falls faster after a round that made it worse.
        steps: of a round, each with two batches.
        seed: of the random numbers. Maps of small corpora depend on it.
    """
    random = np.random.default_rng(seed)
    sides = source[:FREQUENT], target[:FREQUENT]
    weights = np.eye(source.shape[1], dtype=np.float32)
    judge = _Discriminator.made(source.shape[1], random)
    best, best_score, rate = weights, -np.inf, RATE
    for _ in range(rounds):
        for _ in range(steps):
            one, other = (each[random.integers(len(each), size=BATCH)] for each in sides)
            judge.learn(one @ weights, other, rate, random)
            one, other = (each[random.integers(len(each), size=BATCH)] for each in sides)
            # The labels are turned round: the map wants what the discriminator does not.
            weights -= rate * (one.T @ judge.gradient(one @ weights, of_source=False))
            weights = _more_orthogonal(weights)
        score = _score(sides[0][:JUDGED] @ weights, sides[1])
        if score > best_score:
            best, best_score = weights.copy(), score
        else:
            rate *= SHRINK
        rate *= DECAY
    left, _, right = np.linalg.svd(best.astype(np.float64))
    result: NDArray[np.float32] = (left @ right).astype(np.float32)
    return result


def _more_orthogonal(weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """Take a step towards the nearest orthogonal map (equation 7 of the paper)."""
    step = np.float32(ORTHOGONALITY)
    turned = (1 + step) * weights - step * (weights @ weights.T) @ weights
    return turned.astype(np.float32, copy=False)


def _score(mapped: NDArray[np.float32], target: NDArray[np.float32]) -> float:
    """Return the mean CSLS of words and their nearest targets: it goes with right translations."""
    return float(nearest_targets(unit_rows(mapped), target, best=1)[2].mean())


@dataclass(slots=True, eq=False)
class _Discriminator:
    """Two hidden layers that tell source vectors from target vectors.

    Attributes:
        layers: weights and biases, from the input to the logit.
    """

    layers: list[tuple[NDArray[np.float32], NDArray[np.float32]]]

    @classmethod
    def made(cls, dimensions: int, random: np.random.Generator) -> _Discriminator:
        """Return one that knows nothing."""
        sizes = (dimensions, HIDDEN, HIDDEN, 1)
        layers = []
        for width, height in pairwise(sizes):
            edge = width**-0.5
            drawn = random.uniform(-edge, edge, (width + 1, height)).astype(np.float32)
            layers.append((drawn[:-1], drawn[-1]))
        return cls(layers)

    def learn(
        self,
        source: NDArray[np.float32],
        target: NDArray[np.float32],
        rate: float,
        random: np.random.Generator,
    ) -> None:
        """Take a step on a batch of mapped source vectors and one of target vectors."""
        both = np.concatenate([source, target])
        seen = random.random(both.shape) >= DROPOUT
        vectors = (both * seen / np.float32(1 - DROPOUT)).astype(np.float32, copy=False)
        wanted = np.full(len(vectors), SMOOTHING, np.float32)
        wanted[: len(source)] = 1 - SMOOTHING
        inputs = self._forward(vectors)
        gradient = self._error(inputs[-1], wanted)
        for number in range(len(self.layers) - 1, -1, -1):
            weights, biases = self.layers[number]
            before = gradient @ weights.T
            weights -= rate * (inputs[number].T @ gradient)
            biases -= rate * gradient.sum(axis=0)
            gradient = before * _slopes(inputs[number])

    def gradient(self, vectors: NDArray[np.float32], *, of_source: bool) -> NDArray[np.float32]:
        """Return the gradient at vectors of the error in calling them source or target."""
        inputs = self._forward(vectors)
        wanted = np.full(len(vectors), 1 - SMOOTHING if of_source else SMOOTHING, np.float32)
        gradient = self._error(inputs[-1], wanted)
        for number in range(len(self.layers) - 1, -1, -1):
            gradient = gradient @ self.layers[number][0].T
            if number:
                gradient = gradient * _slopes(inputs[number])
        return gradient

    def _forward(self, vectors: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        """Return the input of every layer, and the logits."""
        inputs = [vectors]
        for number, (weights, biases) in enumerate(self.layers):
            found = inputs[-1] @ weights + biases
            last = number + 1 == len(self.layers)
            inputs.append(found if last else np.where(found > 0, found, np.float32(SLOPE) * found))
        return inputs

    @staticmethod
    def _error(logits: NDArray[np.float32], wanted: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the gradient of the mean cross-entropy at the logits, shape (vectors, 1)."""
        chance = 1 / (1 + np.exp(-logits[:, 0]))
        result: NDArray[np.float32] = ((chance - wanted) / len(wanted)).astype(np.float32)
        return result[:, None]


def _slopes(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the slope of the leaky rectifier at what it gave."""
    return np.where(values > 0, np.float32(1), np.float32(SLOPE))
