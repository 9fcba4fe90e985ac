"""Scores of term pairs and of extracted terms as tables and as plain values for JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from diglot.report.tables.scores import figure_of, table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Protocol

    from diglot.evaluate.rankings.bucc2022 import CompatRow, CompatScore
    from diglot.evaluate.rankings.pairs import PairScore, Queries
    from diglot.evaluate.rankings.splits import Difficulty, GoldPair, SplitRow
    from diglot.evaluate.rankings.terms import TermScore
    from diglot.evaluate.statistics.significance import Comparison
    from diglot.model import Skipped
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


# Scores of term pairs and of extracted terms as plain values for JSON output, and notes.

SMALL_GOLD = 200


def pairs_as_json(run: ScoredPairs) -> dict[str, Any]:
    """Return one scored run of pairs; what is unknown is None."""
    score = run.score
    pairs = len(score.run.ranking)
    return {
        "pred": str(run.prediction),
        **score.values,
        "map_source": score.source.score.values["map"],
        "map_target": score.target.score.values["map"],
        "p_at": {str(rank): value for rank, value in score.p_at.items()},
        "p_at_expected": {str(rank): value for rank, value in score.p_at_expected.items()},
        "pairs": pairs,
        "gold": len(score.gold.pairs),
        "tp": score.hits,
        "fp": pairs - score.hits,
        "fn": len(score.gold.pairs) - score.hits,
        "duplicates": score.run.duplicates,
        "oov": _outside(score),
        "tied": score.run.ranking.tied,
        "gold_duplicates": score.gold.duplicates,
        "gold_oov": score.gold.outside if _has_lists(score) else None,
        "ceiling": score.gold.ceiling,
        "beyond_ceiling": None if score.gold.ceiling is None else score.beyond_ceiling,
        "unfiltered": None if score.unfiltered is None else dict(score.unfiltered),
        "source": _queries(score.source),
        "target": _queries(score.target),
        "intervals": {name: list(each) for name, each in score.intervals.items()} or None,
        "splits": [asdict(row) for row in run.splits],
        "skipped": [asdict(each) for each in run.skipped],
        "notes": notes_of(score),
        "signature": str(score.signature),
    }


def difficulty_as_json(found: Difficulty, names: Sequence[str]) -> dict[str, Any]:
    """Return the bins, the hard pairs with near misses, and the easy pairs."""
    return {
        "bins": [asdict(each) for each in found.bins],
        "hard": [
            {
                "source": pair.source,
                "target": pair.target,
                "nearest": [asdict(miss) | {"run": names[miss.run]} for miss in pair.misses],
            }
            for pair in found.of(0)
        ],
        "easy": [{"source": pair.source, "target": pair.target} for pair in found.of(len(names))],
    }


def compat_as_json(run: str, score: CompatScore) -> dict[str, Any]:
    """Return what the official scorer of BUCC 2022 gives, under the names of `pairs_as_json`."""
    return {
        "pred": run,
        "compat": "bucc2022",
        **_compat_row(score.whole),
        "details": [
            _compat_row(row) | {"k": row.k, "pair": (row.pair or "").split("\t")}
            for row in score.rows[:-1]
        ],
        "skipped": [{"kind": kind, "count": count} for kind, count in score.skipped],
    }


def terms_as_json(run: ScoredTerms) -> dict[str, Any]:
    """Return one scored list of terms: its forms at the top, groups of lemmas under ``lemmas``."""
    return {
        "pred": str(run.prediction),
        **_terms(run.forms),
        "lemmas": None if run.lemmas is None else _terms(run.lemmas),
        "skipped": [asdict(each) for each in run.skipped],
    }


def notes_of(score: PairScore) -> list[str]:
    """Return what to keep in mind about a score of pairs."""
    notes = []
    if score.run.duplicates:
        notes.append(f"{score.run.duplicates:,} repeated pairs are left out")
    if score.run.outside:
        what = "left out" if score.unfiltered is not None else "counted as wrong"
        notes.append(f"{score.run.outside:,} pairs with a term of no list are {what}")
    if score.unfiltered is not None and score.run.outside:
        notes.append(f"with them AP would be {figure_of(score.unfiltered['ap'])}")
    if score.beyond_ceiling:
        cut = len(score.run.ranking) < len(score.run.keys)
        notes.append(
            f"{score.beyond_ceiling:,} pairs lie beyond the ceiling of {score.gold.ceiling:,}"
            + (" and are left out" if cut else "; --enforce-ceiling leaves them out")
        )
    if score.run.ranking.tied:
        notes.append(f"{score.run.ranking.tied:,} pairs share their score with another")
    if score.gold.duplicates:
        notes.append(f"gold repeats {score.gold.duplicates:,} pairs, which count once")
    if score.gold.outside:
        notes.append(
            f"{score.gold.outside:,} gold pairs have a term of no list: none can find them"
        )
    if len(score.gold.pairs) < SMALL_GOLD:
        notes.append(f"gold has {len(score.gold.pairs)} pairs: figures move by several points")
    return notes


def skipped_notes(skipped: Sequence[Skipped], of: str) -> list[str]:
    """Return lines on what was left out in reading."""
    return [
        f"{of}: {each.count:,} × {each.kind}"
        + (f', the first: "{each.example}"' if each.example else "")
        for each in skipped
    ]


def _queries(found: Queries) -> dict[str, Any]:
    values = found.score.values
    return {
        "map": values["map"],
        "mrr": values["mrr"],
        "p_at": {name[2:]: value for name, value in values.items() if name.startswith("p@")},
        "queries": len(found.score.statistics),
        "unasked": found.unasked,
        "intervals": {name: list(each) for name, each in found.score.intervals.items()} or None,
    }


def _terms(score: TermScore) -> dict[str, Any]:
    return {
        **score.values,
        "p_at": {str(rank): value for rank, value in score.p_at.items()},
        "p_at_expected": {str(rank): value for rank, value in score.p_at_expected.items()},
        "best_cut": asdict(score.best_cut),
        "terms": score.predicted,
        "gold": score.gold,
        "tp": int(score.ranking.hits.sum()),
        "fp": score.predicted - int(score.ranking.hits.sum()),
        "fn": len(score.missed),
        "duplicates": score.duplicates,
        "tied": score.ranking.tied,
        "lengths": [asdict(row) for row in score.lengths],
        "wrong": list(score.wrong),
        "missed": list(score.missed[: len(score.wrong) or None]),
        "signature": str(score.signature),
    }


def _compat_row(row: CompatRow) -> dict[str, Any]:
    return {
        "ap": row.ap,
        "ap_interpolated": row.ap_interpolated,
        "ap_max": row.ap_max,
        "ap_interpolated_max": row.ap_interpolated_max,
        "pairs": row.pairs,
        "gold": row.gold,
        "tp": row.true,
        "fp": row.false,
        "fn": row.missed,
        "precision": row.precision,
        "recall": row.recall,
        "f1": row.f1,
        "precision_interpolated": row.precision_interpolated,
    }


def _has_lists(score: PairScore) -> bool:
    return score.gold.source_terms is not None or score.gold.target_terms is not None


def _outside(score: PairScore) -> int | None:
    return score.run.outside if _has_lists(score) else None
