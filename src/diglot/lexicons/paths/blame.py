"""Which entries of the dictionaries explain translations that people rejected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.model import LexicalPath

Word = tuple[str, str]

_ROUNDS = 100
_STILL = 1e-9


@dataclass(frozen=True, slots=True)
class BlamedEdge:
    """Two words that dictionaries give for each other, on paths of rejected translations.

    Attributes:
        words: both as they are written, in the order of their languages.
        languages: language of each.
        dictionaries: names of those that say so.
        rejected: rejected translations with a path over it.
        accepted: accepted translations with a path over it.
        explained: rejected translations, by the share of their paths, that are expected to be its
            fault.
        wrong: probability that it is wrong.
    """

    words: tuple[str, str]
    languages: tuple[str, str]
    dictionaries: tuple[str, ...]
    rejected: int
    accepted: int
    explained: float
    wrong: float


@dataclass(frozen=True, slots=True, eq=False)
class _Steps:
    """Edge and path of every step; pair of every path, and its share in the score of the pair."""

    edges: dict[tuple[Word, Word], tuple[str, ...]]
    edge: NDArray[np.int64]
    path: NDArray[np.int64]
    pair: NDArray[np.int64]
    share: NDArray[np.float64]


def blamed_edges(
    paths: Sequence[Sequence[LexicalPath]],
    rejected: Sequence[bool] | NDArray[np.bool_],
    *,
    prior: float = 0.05,
    weight: float = 2.0,
    drift: float = 0.2,
) -> tuple[BlamedEdge, ...]:
    """Return the edges on paths of rejected pairs, the one that explains most first.

    A path of an accepted pair is whole; that of a rejected one is broken, by an edge that is wrong
    or by a word of several meanings on the way. Expectation and maximisation divide the blame (a
    noisy or); each path of a pair counts by its share of the pair's score.

    Args:
        paths: of each pair that was judged; a pair without any tells nothing.
        rejected: True where people said no, False where they said yes, one a pair.
        prior: share of edges that are wrong before anything is known.
        weight: how many paths that belief is worth.
        drift: how often the meaning changes on a path without a wrong edge.

    Raises:
        ConfigError: the judgements are not one a pair, or a number is out of range.

    Reference: Pearl (1988), Probabilistic Reasoning in Intelligent Systems, section 4.3 (noisy or).
    """
    if len(rejected) != len(paths):
        raise ConfigError(f"{len(rejected)} judgements of {len(paths)} pairs: give one each")
    if not 0 < prior < 1 or not 0 < drift < 1 or weight <= 0:
        raise ConfigError("prior and drift lie between 0 and 1, weight above 0")
    steps = _steps(paths)
    size = len(steps.edges)
    no = np.asarray(rejected, np.bool_)
    broken = no[steps.pair]
    seen = np.bincount(steps.edge, steps.share[steps.path], size)
    wrong: NDArray[np.float64] = np.full(size, prior)
    blamed: NDArray[np.float64] = np.zeros(size)
    for _ in range(_ROUNDS):
        before = wrong
        right = np.log1p(-wrong[steps.edge])
        whole = np.exp(np.bincount(steps.path, right, len(steps.pair)))
        fault = np.where(broken, steps.share / (1 - (1 - drift) * whole), 0.0)
        blamed = np.bincount(steps.edge, wrong[steps.edge] * fault[steps.path], size).astype(
            np.float64
        )
        wrong = (weight * prior + blamed) / (weight + seen)
        if np.abs(wrong - before).max(initial=0) < _STILL:
            break
    uses = np.unique(np.stack([steps.edge, steps.pair[steps.path]]), axis=1)
    on = no[uses[1]]
    against, favour = (np.bincount(uses[0][each], minlength=size) for each in (on, ~on))
    ranked = sorted(
        (-blamed[at], -wrong[at], edge, at) for at, edge in enumerate(steps.edges) if against[at]
    )
    return tuple(
        BlamedEdge(
            words=(edge[0][1], edge[1][1]),
            languages=(edge[0][0], edge[1][0]),
            dictionaries=steps.edges[edge],
            rejected=int(against[at]),
            accepted=int(favour[at]),
            explained=float(blamed[at]),
            wrong=float(wrong[at]),
        )
        for _, _, edge, at in ranked
    )


def _steps(paths: Sequence[Sequence[LexicalPath]]) -> _Steps:
    said: dict[tuple[Word, Word], dict[str, None]] = {}
    numbers: dict[tuple[Word, Word], int] = {}
    edge: list[int] = []
    path: list[int] = []
    pair: list[int] = []
    share: list[float] = []
    for number, ways in enumerate(paths):
        scores = [1.0 if way.score is None else way.score for way in ways]
        total = sum(scores)
        for way, score in zip(ways, scores, strict=True):
            nodes = list(zip(way.languages, way.words, strict=True))
            for one, other, names in zip(nodes[:-1], nodes[1:], way.dictionaries, strict=True):
                key = (one, other) if one <= other else (other, one)
                edge.append(numbers.setdefault(key, len(numbers)))
                path.append(len(pair))
                said.setdefault(key, {}).update(dict.fromkeys(names))
            pair.append(number)
            share.append(score / total if total > 0 else 1 / len(ways))
    return _Steps(
        edges={key: tuple(names) for key, names in said.items()},
        edge=np.array(edge, np.int64),
        path=np.array(path, np.int64),
        pair=np.array(pair, np.int64),
        share=np.array(share, np.float64),
    )
