"""Pairs of terms as answers to queries: one a source term, or one a target term.

Every term with a right pair is a query; its answers are the pairs of the run that hold it, in
their order. Ties are taken at their mean: average precision as in `average_precision.expected`,
the chance of a right answer among the first k, and the mean of one over the rank of the first.

Reference: Adjali et al. 2022, equation 3 (mean average precision).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

import diglot
from diglot.evaluate.rankings.average_precision import expected_sum
from diglot.evaluate.statistics import aggregate
from diglot.model import Score, Signature

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.evaluate.rankings.ranked_pairs import Gold, Ranked

AT = (1, 5, 10)
SIDES = ("source", "target")
COLUMNS = ("set", "query", "queries", "map", "mrr", *(f"p@{rank}" for rank in AT))


@dataclass(frozen=True, slots=True, eq=False)
class Queries:
    """How a run answers.

    Attributes:
        side: ``source`` or ``target``: the side of the queries.
        score: figures ``map``, ``mrr`` and ``p@1``, ``p@5``, ``p@10`` (share of queries with a
            right answer among the first k); its statistics have one row a query.
        unasked: terms of the run that have no right pair and so are no queries.
    """

    side: str
    score: Score
    unasked: int


def queries(run: Ranked, gold: Gold, side: str = "source") -> Queries:
    """Score the answers of a run term by term.

    Args:
        run: the pairs of the run.
        gold: the right pairs.
        side: one of ``SIDES``.
    """
    mine = SIDES.index(side)
    asked: dict[str, int] = {}
    for pair in gold.pairs:
        asked[pair[mine]] = asked.get(pair[mine], 0) + 1
    answers: dict[str, list[list[int]]] = {term: [] for term in asked}
    last: dict[str, int] = {}
    group = np.repeat(np.arange(len(run.ranking.starts)), run.ranking.sizes).tolist()
    unasked = set()
    kept = len(run.ranking)
    for pair, hit, tie in zip(
        run.keys[:kept], run.ranking.hits.tolist(), group[:kept], strict=False
    ):
        term = pair[mine]
        if term not in asked:
            unasked.add(term)
            continue
        groups = answers[term]
        if last.get(term) != tie:
            groups.append([0, 0])
            last[term] = tie
        groups[-1][0] += 1
        groups[-1][1] += hit
    rows = np.zeros((len(asked), len(COLUMNS)))
    for number, term in enumerate(sorted(asked)):
        rows[number, 1:3] = number, 1
        rows[number, 3:] = _figures(answers[term], asked[term])
    signature = Signature(
        f"pairs.{side}", diglot.__version__, (("queries", str(len(asked))), ("ties", "mean"))
    )
    score = aggregate.score(
        f"{side} queries",
        rows,
        COLUMNS,
        given=("queries",),
        aggregate=_means,
        signature=signature,
    )
    return Queries(side, score, len(unasked))


def _figures(groups: Sequence[Sequence[int]], right: int) -> list[float]:
    """Return the figures of one query with ``right`` right answers, in the order of `COLUMNS`."""
    if not groups:
        return [0.0] * (len(COLUMNS) - 3)
    table = np.array(groups, dtype=np.float64)
    precision = float(expected_sum(table[:, 0], table[:, 1])) / right
    rank = 0
    reciprocal = 0.0
    found = [0.0] * len(AT)
    for size, hits in groups:
        if hits:
            # The first hit is in this group: nothing before it was right.
            missed = 1.0
            for place in range(1, size - hits + 2):
                here = missed * hits / (size - place + 1)
                missed -= here
                reciprocal += here / (rank + place)
                for index, limit in enumerate(AT):
                    if rank + place <= limit:
                        found[index] += here
            break
        rank += size
    return [precision, reciprocal, *found]


def _means(counts: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    return {
        name: aggregate.divide(counts[..., index], counts[..., 0])
        for index, name in enumerate(COLUMNS[2:])
        if index
    }
