"""Scores of term pairs and of extracted terms as plain values for JSON output, and notes."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from diglot.report.tables.tables import figure_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.evaluate.rankings.bucc2022 import CompatRow, CompatScore
    from diglot.evaluate.rankings.pair_queries import Queries
    from diglot.evaluate.rankings.pairs import PairScore
    from diglot.evaluate.rankings.term_bins import Difficulty
    from diglot.evaluate.rankings.terms import TermScore
    from diglot.model import Skipped
    from diglot.pipeline import ScoredPairs, ScoredTerms

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
