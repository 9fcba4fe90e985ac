"""Scores of ranked pairs of terms with their queries, intervals and paired tests.

References:
    Adjali et al. 2022, "Overview of the 2022 BUCC shared task: bilingual term alignment in
    comparable specialized corpora", section 4; Efron and Tibshirani 1993, chapter 13 (percentile
    intervals); Koehn 2004 (paired bootstrap).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from diglot._version import __version__
from diglot.errors import InputError
from diglot.evaluate.rankings import average_precision as ap
from diglot.evaluate.rankings.average_precision import expected_precision_sum
from diglot.evaluate.rankings.ranked_pairs import Gold, RankedPairs, check_ceiling, rank_pairs
from diglot.evaluate.statistics import aggregate, significance
from diglot.evaluate.statistics.aggregate import Floats, Ints, divide
from diglot.model import Score, Signature, TermPair

PRECISION_RANKS = (100, 500, 1000)


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
        signature: how it was computed.
        intervals: low and high of figures, after a bootstrap.
        note: why there are none, where a bootstrap gave none.
    """

    values: Mapping[str, float]
    p_at: Mapping[int, float]
    p_at_expected: Mapping[int, float]
    unfiltered: Mapping[str, float] | None
    run: RankedPairs
    gold: Gold
    source: Queries
    target: Queries
    signature: Signature
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    note: str = ""

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
    at: Sequence[int] = PRECISION_RANKS,
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
    run = rank_pairs(predicted, gold, filtered=filter_oov, cut=cut)
    unfiltered = None
    if filter_oov and has_lists:
        everything = rank_pairs(predicted, gold, filtered=False, cut=cut) if run.outside else run
        unfiltered = pair_metrics(everything.ranking) | {"pairs": float(len(everything.ranking))}
    true = ap.rank_curve(run.ranking).true
    options = (
        ("oov", "filtered" if filter_oov and has_lists else "kept"),
        ("ceiling", "enforced" if enforce_ceiling else "not-enforced"),
        ("ties", "scores" if run.is_scored else "none"),
        ("duplicates", "removed"),
        ("gold", str(len(gold.pairs))),
    )
    return PairScore(
        values=pair_metrics(run.ranking),
        p_at={
            rank: float(true[min(rank, len(true)) - 1]) / rank if len(true) else 0.0 for rank in at
        },
        p_at_expected={rank: ap.expected_hits(run.ranking, rank) / rank for rank in at},
        unfiltered=unfiltered,
        run=run,
        gold=gold,
        source=score_queries(run, gold, "source"),
        target=score_queries(run, gold, "target"),
        signature=Signature("pairs", __version__, options),
    )


def pair_metrics(ranking: ap.Ranking) -> dict[str, float]:
    """Return average precision of every kind, and precision, recall and F1 of the whole list."""
    kept = len(ranking)
    true = int(ranking.hits[:kept].sum())
    return {
        "ap": ap.uninterpolated_ap(ranking),
        "ap_interpolated": ap.interpolated_ap(ranking),
        "ap_expected": ap.mean_over_ties(ranking),
        "ap_best": ap.best_over_ties(ranking),
        "ap_worst": ap.worst_over_ties(ranking),
        "precision": true / kept if kept else 0.0,
        "recall": true / ranking.gold,
        "f1": 2 * true / (kept + ranking.gold),
    }


def with_intervals(found: PairScore, *, draws: int = significance.DRAWS) -> PairScore:
    """Return a score with intervals of its figures, by drawing source terms anew.

    Average precision is no mean over items, so that the ranking itself is drawn: each source term
    brings all its pairs and its gold. Of fewer than ``MIN_UNITS`` source terms there is a note
    instead.

    Raises:
        ConfigError: a number of draws out of range.
    """
    source, target = (
        replace(side, score=significance.bootstrap(side.score, draws=draws))
        for side in (found.source, found.target)
    )
    found = replace(found, source=source, target=target)
    [drawn], note = _draw_figures([found], draws)
    if note:
        return replace(found, note=note)
    return replace(
        found,
        intervals={name: significance.percentiles(values) for name, values in drawn.items()},
        signature=significance.with_draws(found.signature, UNIT, draws, SEED),
    )


# Pairs of terms as answers to queries: one a source term, or one a target term.
#
# Every term with a right pair is a query; its answers are the pairs of the run that hold it, in
# their order. Ties are taken at their mean: average precision as in `mean_over_ties`, the chance of
# a right answer among the first k, and the mean of one over the rank of the first.
#
# Reference: Adjali et al. 2022, equation 3 (mean average precision).

QUERY_RANKS = (1, 5, 10)
SIDES = ("source", "target")
COLUMNS = ("set", "query", "queries", "map", "mrr", *(f"p@{rank}" for rank in QUERY_RANKS))


@dataclass(frozen=True, slots=True, eq=False)
class Queries:
    """How a run answers.

    Attributes:
        side: ``source`` or ``target``: the side of the queries.
        score: figures ``map``, ``mrr`` and ``p@1``, ``p@5``, ``p@10`` (share of queries with a
            right answer among the first k); its statistics have one row a query.
        without_gold: terms of the run that have no right pair and so are no queries.
    """

    side: str
    score: Score
    without_gold: int


def score_queries(run: RankedPairs, gold: Gold, side: str = "source") -> Queries:
    """Score the answers of a run term by term."""
    mine = SIDES.index(side)
    asked: dict[str, int] = {}
    for pair in gold.pairs:
        asked[pair[mine]] = asked.get(pair[mine], 0) + 1
    answers: dict[str, list[list[int]]] = {term: [] for term in asked}
    last: dict[str, int] = {}
    group = np.repeat(np.arange(len(run.ranking.starts)), run.ranking.sizes).tolist()
    without_gold = set()
    kept = len(run.ranking)
    for pair, hit, tie in zip(
        run.keys[:kept], run.ranking.hits.tolist(), group[:kept], strict=False
    ):
        term = pair[mine]
        if term not in asked:
            without_gold.add(term)
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
        f"pairs.{side}", __version__, (("queries", str(len(asked))), ("ties", "mean"))
    )
    means = aggregate.ratios(COLUMNS, {name: (name, "queries") for name in COLUMNS[3:]})
    score = aggregate.score(f"{side} queries", rows, COLUMNS, means, signature, given=("queries",))
    return Queries(side, score, len(without_gold))


def _figures(groups: Sequence[Sequence[int]], right: int) -> list[float]:
    """Return the figures of one query with ``right`` right answers, in the order of `COLUMNS`."""
    if not groups:
        return [0.0] * (len(COLUMNS) - 3)
    table = np.array(groups, dtype=np.float64)
    precision = float(expected_precision_sum(table[:, 0], table[:, 1])) / right
    rank = 0
    reciprocal = 0.0
    found = [0.0] * len(QUERY_RANKS)
    for size, hits in groups:
        if hits:
            # The first hit is in this group: nothing before it was right.
            missed = 1.0
            for place in range(1, size - hits + 2):
                here = missed * hits / (size - place + 1)
                missed -= here
                reciprocal += here / (rank + place)
                for index, limit in enumerate(QUERY_RANKS):
                    if rank + place <= limit:
                        found[index] += here
            break
        rank += size
    return [precision, reciprocal, *found]


# Intervals and paired tests of average precision over one ranked list.
#
# A term drawn twice counts as two terms whose pairs share their ranks; average precision is then
# the mean over every order.

FIGURES = ("ap_expected", "precision", "recall", "f1")


UNIT = "source term"
SEED = 0  # of the random numbers


def compare_runs(
    runs: Sequence[PairScore], *, draws: int = significance.DRAWS
) -> list[tuple[int, int, significance.Comparison]]:
    """Compare the expected AP of every two runs by drawing the same source terms of all.

    Returns:
        As `significance.compare_drawn`.

    Raises:
        ConfigError: a number of draws out of range.
        InputError: the runs were not scored against the same gold.
    """
    significance.check_draws(draws)
    if any(each.gold.pairs.keys() != runs[0].gold.pairs.keys() for each in runs):
        raise InputError(
            "the two runs were not scored against the same gold",
            cure="score both with the same files and options",
        )
    draws = significance.enough_draws(draws, len(runs))
    drawn, note = _draw_figures(runs, draws)
    figure = "ap_expected"
    return significance.compare_drawn(
        ("pairs", figure),
        [each.values[figure] for each in runs],
        [] if note else [each[figure] for each in drawn],
        significance.with_draws(Signature("paired-bootstrap", __version__), UNIT, draws, SEED),
    )


def _draw_figures(runs: Sequence[PairScore], draws: int) -> tuple[list[dict[str, Floats]], str]:
    """Return the figures of each run in each resample, or why there are none."""
    significance.check_draws(draws)
    gold = runs[0].gold
    names = {source for source, _ in gold.pairs}
    if len(names) < significance.MIN_UNITS:
        return [{} for _ in runs], significance.too_few(len(names), f"{UNIT} of gold")
    for run in runs:
        names.update(key[0] for key in run.run.keys)
    numbers = {name: number for number, name in enumerate(sorted(names))}
    tables = [_Table.of(each.run, gold, numbers) for each in runs]
    parts: list[dict[str, list[Floats]]] = [{name: [] for name in FIGURES} for _ in runs]
    longest = max(len(names), *(len(table.source) for table in tables))
    rng = np.random.default_rng(SEED)
    for size in significance.chunks(draws, longest):
        weights = significance.count_drawn(rng.integers(0, len(names), (size, len(names))))
        for table, part in zip(tables, parts, strict=True):
            for name, values in table.figures(weights).items():
                part[name].append(values)
    return [{name: np.concatenate(each) for name, each in part.items()} for part in parts], ""


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """A run as numbers.

    Attributes:
        source: shape (n,): number of the source term of every pair.
        hits: shape (right,): which pairs are right.
        stretches: where groups of ties with a hit, and runs of groups without, begin.
        right: shape (right,): number of the stretch of every hit.
        gold: shape (sources,): right pairs of every source term.
    """

    source: Ints
    hits: Ints
    stretches: Ints
    right: Ints
    gold: Floats

    @classmethod
    def of(cls, run: RankedPairs, gold: Gold, names: Mapping[str, int]) -> _Table:
        kept = len(run.ranking)
        hits = np.flatnonzero(run.ranking.hits[:kept])
        starts = run.ranking.starts
        starts = starts[starts < kept]
        # Groups without a hit only take up ranks: neighbours count as one.
        of_hits = np.unique(np.searchsorted(starts, hits, side="right") - 1)
        begins = np.union1d(starts[of_hits], starts[np.minimum(of_hits + 1, len(starts) - 1)])
        stretches = np.union1d(begins, starts[:1]).astype(np.int64)
        counts = np.zeros(len(names))
        for source, _ in gold.pairs:
            counts[names[source]] += 1
        return cls(
            source=np.array([names[key[0]] for key in run.keys[:kept]], dtype=np.int64),
            hits=hits,
            stretches=stretches,
            right=np.searchsorted(stretches, hits, side="right") - 1,
            gold=counts,
        )

    def figures(self, weights: Floats) -> dict[str, Floats]:
        """Return the figures of every draw.

        Args:
            weights: how often each source term was drawn, shape (draws, sources).
        """
        total = weights @ self.gold
        precision_sum = np.zeros(len(weights))
        listed = true = np.zeros(len(weights))
        if len(self.source):
            sizes = np.add.reduceat(weights[:, self.source], self.stretches, axis=1)
            drawn = weights[:, self.source[self.hits]]
            right = np.zeros_like(sizes)
            first = np.searchsorted(self.right, np.unique(self.right))
            if len(first):
                right[:, np.unique(self.right)] = np.add.reduceat(drawn, first, axis=1)
            precision_sum = expected_precision_sum(sizes, right)
            listed, true = sizes.sum(axis=1), right.sum(axis=1)
        return {
            "ap_expected": divide(precision_sum, total),
            "precision": divide(true, listed),
            "recall": divide(true, total),
            "f1": divide(2 * true, listed + total),
        }
