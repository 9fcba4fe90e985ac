"""Scores of ranked pairs of terms: average precision, precision, recall, F1, per-term figures.

Reference:
    Adjali et al. 2022, "Overview of the 2022 BUCC shared task: bilingual term alignment in
    comparable specialized corpora", section 4.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import diglot
from diglot.evaluate.rankings import average_precision as ap
from diglot.evaluate.rankings.pair_queries import Queries, queries
from diglot.evaluate.rankings.ranked_pairs import Gold, Ranked, check_ceiling, ranked
from diglot.model import Signature

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diglot.model import TermPair

AT = (100, 500, 1000)


@dataclass(frozen=True, slots=True, eq=False)
class PairScore:
    """How a run fared.

    Attributes:
        values: ``ap`` (uninterpolated, in the order of the file), ``ap_interpolated``,
            ``ap_expected`` (mean over every order of the ties), ``ap_best``, ``ap_worst``,
            ``precision``, ``recall`` and ``f1`` of the whole list.
        p_at: precision among the first 100, 500 and 1000, a missing pair counted as wrong.
        p_at_expected: the same at its mean over every order of the ties.
        unfiltered: figures of the list with its pairs outside the lists of terms; None when there
            are no such lists, or nothing is filtered.
        run: the pairs that were scored.
        gold: what they were judged by.
        source: the figures of the source terms as queries.
        target: those of the target terms.
        intervals: low and high of figures, after a bootstrap.
        signature: how it was computed.
    """

    values: Mapping[str, float]
    p_at: Mapping[int, float]
    p_at_expected: Mapping[int, float]
    unfiltered: Mapping[str, float] | None
    run: Ranked
    gold: Gold
    source: Queries
    target: Queries
    signature: Signature
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    @property
    def hits(self) -> int:
        """Number of right pairs in the list."""
        ranking = self.run.ranking
        return int(ranking.hits[: len(ranking)].sum())

    @property
    def beyond_ceiling(self) -> int:
        """Number of pairs beyond what the shared task allows."""
        ceiling = self.gold.ceiling
        return 0 if ceiling is None else max(0, len(self.run.keys) - ceiling)


def score(
    predicted: Sequence[TermPair],
    gold: Gold,
    *,
    filter_oov: bool = True,
    enforce_ceiling: bool = False,
    at: Sequence[int] = AT,
) -> PairScore:
    """Score a ranked list of pairs.

    Args:
        predicted: the pairs; by their scores if they have any, else as they stand.
        gold: what is right (see `ranked_pairs.gold_of`).
        filter_oov: leave out pairs with a term of no list, before ranks are given.
        enforce_ceiling: count only as many pairs as the shared task allows.
        at: ranks to give the precision at.

    Raises:
        InputError: some pairs have scores and others have not.
        ConfigError: the ceiling needs lists that are not there.
    """
    cut = check_ceiling(gold.ceiling) if enforce_ceiling else None
    has_lists = gold.source_terms is not None or gold.target_terms is not None
    run = ranked(predicted, gold, filtered=filter_oov, cut=cut)
    unfiltered = None
    if filter_oov and has_lists:
        everything = ranked(predicted, gold, filtered=False, cut=cut) if run.outside else run
        unfiltered = figures(everything.ranking) | {"pairs": float(len(everything.ranking))}
    true = ap.curve(run.ranking).true
    options = (
        ("oov", "filtered" if filter_oov and has_lists else "kept"),
        ("ceiling", "enforced" if enforce_ceiling else "not-enforced"),
        ("ties", "scores" if run.is_scored else "none"),
        ("duplicates", "removed"),
        ("gold", str(len(gold.pairs))),
    )
    return PairScore(
        values=figures(run.ranking),
        p_at={
            rank: float(true[min(rank, len(true)) - 1]) / rank if len(true) else 0.0 for rank in at
        },
        p_at_expected={rank: ap.expected_hits(run.ranking, rank) / rank for rank in at},
        unfiltered=unfiltered,
        run=run,
        gold=gold,
        source=queries(run, gold, "source"),
        target=queries(run, gold, "target"),
        signature=Signature("pairs", diglot.__version__, options),
    )


def figures(ranking: ap.Ranking) -> dict[str, float]:
    """Return average precision of every kind, and precision, recall and F1 of the whole list."""
    kept = len(ranking)
    true = int(ranking.hits[:kept].sum())
    return {
        "ap": ap.uninterpolated(ranking),
        "ap_interpolated": ap.interpolated(ranking),
        "ap_expected": ap.expected(ranking),
        "ap_best": ap.best(ranking),
        "ap_worst": ap.worst(ranking),
        "precision": true / kept if kept else 0.0,
        "recall": true / ranking.gold,
        "f1": 2 * true / (kept + ranking.gold),
    }


def with_intervals(
    found: PairScore, *, draws: int = 1000, level: float = 0.95, seed: int = 0
) -> PairScore:
    """Return a score with intervals of its figures, by drawing source terms anew.

    Raises:
        ConfigError: a level or number of draws out of range.
    """
    from diglot.evaluate.rankings.pair_intervals import intervals
    from diglot.evaluate.statistics.significance import bootstrap

    return replace(
        found,
        intervals=intervals(found.run, found.gold, draws=draws, level=level, seed=seed),
        source=replace(
            found.source, score=bootstrap(found.source.score, draws=draws, level=level, seed=seed)
        ),
        target=replace(
            found.target, score=bootstrap(found.target.score, draws=draws, level=level, seed=seed)
        ),
    )
