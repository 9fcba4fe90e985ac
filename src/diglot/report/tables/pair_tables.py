"""Scores of term pairs and of extracted terms as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.report.tables.tables import figure_of, table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Protocol

    from diglot.evaluate.rankings.pair_queries import Queries
    from diglot.evaluate.rankings.pair_splits import SplitRow
    from diglot.evaluate.rankings.term_bins import Difficulty, GoldPair
    from diglot.evaluate.rankings.terms import TermScore
    from diglot.evaluate.statistics.significance import Comparison
    from diglot.pipeline import ScoredPairs, ScoredTerms

    class _Run(Protocol):
        @property
        def prediction(self) -> Path: ...


NAMES = {
    "ap": "AP, order of the list",
    "ap_expected": "AP, expected over ties",
    "ap_best": "AP, best order of ties",
    "ap_worst": "AP, worst order of ties",
    "ap_interpolated": "AP, interpolated",
    "precision": "precision",
    "recall": "recall",
    "f1": "F1",
}
_TIES = ("ap_expected", "ap_best", "ap_worst")


def pair_tables(run: ScoredPairs, *, brief: bool = False, style: str = "terminal") -> list[str]:
    """Show one scored run: its figures, its answers to queries, its parts."""
    score = run.score
    tables = [figure_table(score.values, score.intervals, tied=score.run.ranking.tied, style=style)]
    if brief:
        return tables
    tables += [
        precision_table(score.p_at, score.p_at_expected, tied=score.run.ranking.tied, style=style),
        query_table((score.source, score.target), style=style),
        split_table(run.splits, style=style),
    ]
    return tables


def figure_table(
    values: Mapping[str, float],
    intervals: Mapping[str, tuple[float, float]],
    *,
    tied: int,
    style: str = "terminal",
) -> str:
    """Show average precision of every kind, precision, recall and F1."""
    rows = []
    for name, shown in NAMES.items():
        if name in _TIES and not tied:
            continue
        # Without ties the expected value is the value itself, and so is its interval.
        interval = intervals.get("ap_expected" if name == "ap" and not tied else name)
        rows.append([shown, figure_of(values[name]), _interval(interval)])
    return table(["", "value", "95 %" if intervals else ""], rows, style=style)


def precision_table(
    at: Mapping[int, float], expected: Mapping[int, float], *, tied: int, style: str = "terminal"
) -> str:
    """Show the precision among the first so many."""
    rows = [["precision", *(figure_of(value) for value in at.values())]]
    if tied:
        rows.append(["expected over ties", *(figure_of(value) for value in expected.values())])
    return table(["among the first", *map(str, at)], rows, style=style)


def query_table(sides: Sequence[Queries], *, style: str = "terminal") -> str:
    """Show the figures of terms as queries, mean average precision first."""
    names = list(sides[0].score.values)
    rows = []
    for each in sides:
        values = each.score.values
        rows.append(
            [
                f"per {each.side} term",
                str(len(each.score.statistics)),
                *(figure_of(values[name]) for name in names),
                _interval(each.score.intervals.get("map")),
            ]
        )
    header = ["", "queries", *(name.upper() for name in names), "95 % of MAP"]
    return table(header, rows, style=style)


def split_table(rows: Sequence[SplitRow], *, style: str = "terminal") -> str:
    """Show how parts of the pairs fared."""
    return table(
        ["part", "gold", "pairs", "right", "precision", "recall", "F1", "AP expected"],
        [
            [
                f"{row.split}: {row.part}",
                str(row.gold),
                str(row.pairs),
                str(row.true),
                *map(figure_of, (row.precision, row.recall, row.f1, row.ap_expected)),
            ]
            for row in rows
        ],
        style=style,
    )


def run_table(runs: Sequence[ScoredPairs], *, style: str = "terminal") -> str:
    """Show several runs below each other, as table 5 of the shared task."""
    rows = []
    for run in runs:
        score = run.score
        pairs = len(score.run.ranking)
        rows.append(
            [
                str(run.prediction),
                *(figure_of(score.values[name]) for name in ("ap", "ap_expected")),
                *map(str, (pairs, score.hits, pairs - score.hits)),
                str(len(score.gold.pairs) - score.hits),
                *(figure_of(score.values[name]) for name in ("precision", "recall", "f1")),
            ]
        )
    header = ["run", "AP", "AP expected", "pairs", "TP", "FP", "FN", "P", "R", "F1"]
    return table(header, rows, style=style)


def pairwise_table(
    compared: Sequence[tuple[_Run, _Run, Comparison]],
    *,
    figure: str = "AP",
    style: str = "terminal",
) -> str:
    """Show every two runs beside each other, with interval and p-value of their difference."""
    rows = []
    for first, second, each in compared:
        low, high = each.interval or (0.0, 0.0)
        rows.append(
            [
                first.prediction.stem,
                second.prediction.stem,
                *map(figure_of, (each.first, each.second)),
                f"{each.difference:+.3f}",
                f"{low:+.3f} to {high:+.3f}",
                f"{each.p:.3f}",
            ]
        )
    values = [f"{figure} first", f"{figure} second"]
    header = ["first", "second", *values, "difference", "95 %", "p"]
    return table(header, rows, style=style)


def bin_table(found: Difficulty, *, style: str = "terminal") -> str:
    """Show how many gold pairs were found by 0, 1, 2... runs, by words and by spelling."""
    words, cognates = list(found.bins[0].words), list(found.bins[0].cognates)
    rows = [
        [
            str(each.runs),
            str(each.size),
            f"{100 * each.share:.1f}",
            *(str(each.words[name]) for name in words),
            *(str(each.cognates[name]) for name in cognates),
            "–" if each.similarity is None else figure_of(each.similarity),
        ]
        for each in found.bins
    ]
    header = ["found by", "pairs", "%", *words, *cognates, "mean similarity"]
    return table(header, rows, style=style)


def hard_table(pairs: Sequence[GoldPair], names: Sequence[str], *, style: str = "terminal") -> str:
    """Show pairs that no run found, each with the nearest wrong answer of any run."""
    rows = []
    for pair in pairs:
        miss = max(pair.misses, key=lambda each: (each.similarity, -each.rank), default=None)
        said = ["–", "", ""] if miss is None else [miss.target, names[miss.run], str(miss.rank)]
        rows.append([pair.source, pair.target, *said])
    header = ["found by no run", "right", "nearest wrong answer", "of run", "at rank"]
    return table(header, rows, style=style)


def term_tables(run: ScoredTerms, *, brief: bool = False, style: str = "terminal") -> list[str]:
    """Show one scored list of terms."""
    tables = []
    for name, score in (("forms", run.forms), ("groups of lemmas", run.lemmas)):
        if score is None:
            continue
        cut = score.best_cut
        shown = figure_table(score.values, {}, tied=score.ranking.tied, style=style)
        tables.append(f"{name}\n\n{shown}" if run.lemmas else shown)
        if brief:
            continue
        where = "" if cut.threshold is None else f", at a score of {cut.threshold:.6g}"
        best = (
            f"best cut: F1 {figure_of(cut.f1)} with {cut.length} of {score.predicted} terms{where} "
            f"(precision {figure_of(cut.precision)}, recall {figure_of(cut.recall)})"
        )
        tables += [
            precision_table(score.p_at, score.p_at_expected, tied=score.ranking.tied, style=style),
            best,
            length_table(score, style=style),
        ]
    return tables


def length_table(score: TermScore, *, style: str = "terminal") -> str:
    """Show how terms of each length fared."""
    return table(
        ["words", "gold", "terms", "right", "precision", "recall"],
        [
            [
                f"{row.words}" if row is not score.lengths[-1] or row.words < 5 else "5 or more",
                *map(str, (row.gold, row.predicted, row.true)),
                *map(figure_of, (row.precision, row.recall)),
            ]
            for row in score.lengths
        ],
        style=style,
    )


def _interval(interval: tuple[float, float] | None) -> str:
    return "" if interval is None else f"{figure_of(interval[0])}–{figure_of(interval[1])}"
