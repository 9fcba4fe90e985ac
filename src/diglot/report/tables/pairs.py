"""Scores of term pairs and of extracted terms as tables and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from diglot.evaluate.rankings.bucc2022 import COLUMNS, MEAN, CompatRow, CompatScore
from diglot.plurals import count_of
from diglot.report.tables.layout import (
    Columns,
    attributes,
    figure_of,
    intervals_as_json,
    record_table,
    table,
)
from diglot.report.tables.scores import Compared, ranking_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from diglot.evaluate.rankings.pairs import PairScore, Queries
    from diglot.evaluate.rankings.splits import Difficulty, GoldPair
    from diglot.evaluate.rankings.terms import LengthRow, TermScore
    from diglot.model import Skipped
    from diglot.pipeline.bucc.task import FinishedTask, Task
    from diglot.pipeline.steps.scores.terms import ScoredPairs, ScoredTerms


HEADER = "\t".join(COLUMNS)


def compat_lines(
    run: str, score: CompatScore, *, interpolated: bool = False, details: bool = False
) -> Iterator[str]:
    """Give the lines of a run.

    Args:
        run: name of its file.
        score: what was counted.
        interpolated: give interpolated average precision, which is 0.0000 otherwise.
        details: give a line for every hit, too; the official scorer has them with
            ``--interpolated`` only, and so they stand for it.
    """
    if details:
        for row in score.rows[:-1]:
            yield _line(run, row, interpolated=True)
    yield _line(run, score.last_row, interpolated=interpolated or details)


def _line(run: str, row: CompatRow, *, interpolated: bool) -> str:
    raised = (row.ap_interpolated, row.ap_interpolated_max) if interpolated else (0.0, 0.0)
    numbers = [
        *(row.k, row.ap, raised[0], row.ap_max, raised[1]),
        *(row.pairs, row.gold, row.true, row.false, row.missed),
        *(row.precision, row.recall, row.f1, row.precision_interpolated),
    ]
    written = [f"{each:.4f}" if isinstance(each, float) else str(each) for each in numbers]
    return "\t".join([run, *written, row.pair if row.pair is not None else f"{MEAN}\t{MEAN}"])


def prepared_table(task: Task) -> str:
    """Show sentences, terms and pairs to judge, source and target."""
    rows = {
        "sentence pairs of the domain": ("domain_pairs",),
        "train sentences": ("train_source_sentences", "train_target_sentences"),
        "test sentences": ("test_source_sentences", "test_target_sentences"),
        "terms": ("source_terms", "target_terms"),
        "multi-word terms": ("source_multi_word_terms", "target_multi_word_terms"),
        "source terms to ask about": ("asked_terms",),
        "pairs to judge": ("asked_pairs",),
    }
    cells = (
        [name, *(task.manifest.counts.get(key, 0) for key in keys), *[""] * (2 - len(keys))]
        for name, keys in rows.items()
    )
    return table(["", *task.languages], cells, thousands=True)


def finished_table(task: FinishedTask) -> str:
    """Show the counts of table 3 of the shared task."""
    header, *rows = task.counts()
    return table(
        list(map(str, header)), ([str(row[0]), *map(int, row[1:])] for row in rows), thousands=True
    )


def task_notes(task: FinishedTask) -> list[str]:
    """Say what became of the decisions."""
    found = task.divided
    decided = f"{count_of(found.accepted, 'pair')} accepted, {found.rejected:,} refused"
    notes = [f"{decided}, {found.undecided:,} undecided and left out"]
    if task.silver:
        notes.append(
            f"silver, not gold: {count_of(task.silver, 'accepted pair')} that nobody has reviewed"
        )
    if found.unattested:
        notes.append(
            f"not in both corpora of any part: {count_of(found.unattested, 'accepted pair')}"
        )
    return notes


def finished_as_json(task: FinishedTask) -> dict[str, Any]:
    """Return the counts by part, and what became of the decisions."""
    header, *rows = task.counts()
    return {
        "folder": str(task.folder),
        "languages": list(task.languages),
        "counts": {
            part: {str(row[0]): row[column] for row in rows}
            for column, part in enumerate(map(str, header[1:]), 1)
        },
        **attributes(task.divided, "accepted", "rejected", "undecided", "unattested"),
        "silver": task.silver,
    }


SMALL_GOLD = 200
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
SPLITS: Columns = (
    ("part", "{0.split}: {0.part}".format),
    *("gold", "pairs", "right=true", "precision", "recall", "F1=f1", "AP expected=ap_expected"),
)


def pair_tables(run: ScoredPairs, *, brief: bool = False) -> list[str]:
    """Show one scored run: its figures, its answers to queries, its parts."""
    score = run.score
    tied = score.run.ranking.ties
    tables = [figure_table(score.values, score.intervals, tied=tied)]
    if brief:
        return tables
    return [
        *tables,
        precision_table(score, tied=tied),
        query_table((score.source, score.target)),
        record_table(SPLITS, run.splits),
    ]


def figure_table(
    values: Mapping[str, float], intervals: Mapping[str, tuple[float, float]], *, tied: int
) -> str:
    """Show average precision of every kind, precision, recall and F1."""
    rows = [
        # Without ties the expected value is the value itself, and so is its interval.
        (shown, values[name], intervals.get("ap_expected" if name == "ap" and not tied else name))
        for name, shown in NAMES.items()
        if tied or name not in _TIES
    ]
    return table(["", "value", "95 %" if intervals else ""], rows, missing="")


def precision_table(score: PairScore | TermScore, *, tied: int) -> str:
    """Show the precision among the first so many."""
    rows = [["precision", *score.p_at.values()]]
    if tied:
        rows.append(["expected over ties", *score.p_at_expected.values()])
    return table(["among the first", *map(str, score.p_at)], rows)


def query_table(sides: Sequence[Queries]) -> str:
    """Show the figures of terms as queries, mean average precision first."""
    names = list(sides[0].score.values)
    rows = [
        [
            f"per {each.side} term",
            len(each.score.statistics),
            *(each.score.values[name] for name in names),
            each.score.intervals.get("map"),
        ]
        for each in sides
    ]
    return table(["", "queries", *map(str.upper, names), "95 % of MAP"], rows, missing="")


def run_table(runs: Sequence[ScoredPairs], compared: Compared) -> str:
    """Show several runs below each other, as table 5 of the shared task, the best first."""
    keys = ("pred", "ap", "ap_expected", "pairs", "tp", "fp", "fn", "precision", "recall", "f1")
    found = {id(run): pairs_as_json(run) for run in runs}
    intervals = any(run.score.intervals for run in runs)
    header = ["run", "AP", "AP expected", "pairs", "TP", "FP", "FN", "P", "R", "F1"]
    return ranking_table(
        [*header, *(["95 % of AP expected"] if intervals else [])],
        sorted(runs, key=lambda run: -run.score.values["ap_expected"]),
        lambda run: (
            *(found[id(run)][key] for key in keys),
            *([run.score.intervals.get("ap_expected")] if intervals else []),
        ),
        compared,
        {"AP expected": "ap_expected"},
    )


def bin_table(found: Difficulty) -> str:
    """Show how many gold pairs were found by 0, 1, 2... runs, by words and by spelling."""
    rows = [
        [
            *(each.runs, each.size, f"{100 * each.share:.1f}"),
            *each.words.values(),
            *each.cognates.values(),
            each.similarity,
        ]
        for each in found.bins
    ]
    header = ["found by", "pairs", "%", *found.bins[0].words, *found.bins[0].cognates]
    return table([*header, "mean similarity"], rows)


def hard_table(pairs: Sequence[GoldPair], names: Sequence[str]) -> str:
    """Show pairs that no run found, each with the nearest wrong answer of any run."""
    rows = []
    for pair in pairs:
        miss = max(pair.misses, key=lambda each: (each.similarity, -each.rank), default=None)
        said = ("–", "", "") if miss is None else (miss.target, names[miss.run], miss.rank)
        rows.append([pair.source, pair.target, *said])
    return table(["found by no run", "right", "nearest wrong answer", "of run", "at rank"], rows)


def term_tables(run: ScoredTerms, *, brief: bool = False) -> list[str]:
    """Show one scored list of terms."""
    tables = []
    for name, score in (("forms", run.forms), ("groups of lemmas", run.lemmas)):
        if score is None:
            continue
        cut, tied = score.best_cut, score.ranking.ties
        shown = figure_table(score.values, {}, tied=tied)
        tables.append(f"{name}\n\n{shown}" if run.lemmas else shown)
        if brief:
            continue
        where = "" if cut.threshold is None else f", at a score of {cut.threshold:.6g}"
        best = (
            f"best cut: F1 {figure_of(cut.f1)} with {cut.length} of {score.predicted} terms{where} "
            f"(precision {figure_of(cut.precision)}, recall {figure_of(cut.recall)})"
        )
        tables += [precision_table(score, tied=tied), best, length_table(score.lengths)]
    return tables


def length_table(rows: Sequence[LengthRow]) -> str:
    """Show how terms of each length fared."""

    def words(row: LengthRow) -> object:
        return "5 or more" if row is rows[-1] and row.words >= 5 else row.words

    figures = ("gold", "terms=predicted", "right=true", "precision", "recall")
    return record_table((("words", words), *figures), rows)


def pairs_as_json(run: ScoredPairs) -> dict[str, Any]:
    """Return one scored run of pairs; what is unknown is None."""
    score, gold = run.score, run.score.gold
    pairs = len(score.run.ranking)
    has_lists = gold.source_terms is not None or gold.target_terms is not None
    return {
        "pred": str(run.prediction),
        **score.values,
        "map_source": score.source.score.values["map"],
        "map_target": score.target.score.values["map"],
        **_precisions(score),
        "pairs": pairs,
        "gold": len(gold.pairs),
        "tp": score.hits,
        "fp": pairs - score.hits,
        "fn": len(gold.pairs) - score.hits,
        "duplicates": score.run.duplicates,
        "oov": score.run.outside if has_lists else None,
        "tied": score.run.ranking.ties,
        "gold_duplicates": gold.duplicates,
        "gold_oov": gold.outside if has_lists else None,
        "ceiling": gold.ceiling,
        "beyond_ceiling": None if gold.ceiling is None else score.beyond_ceiling,
        "unfiltered": None if score.unfiltered is None else dict(score.unfiltered),
        "source": _queries(score.source),
        "target": _queries(score.target),
        "intervals": intervals_as_json(score.intervals),
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
                **attributes(pair, "source", "target"),
                "nearest": [asdict(miss) | {"run": names[miss.run]} for miss in pair.misses],
            }
            for pair in found.of(0)
        ],
        "easy": [attributes(pair, "source", "target") for pair in found.of(len(names))],
    }


_COMPAT = (
    *("ap", "ap_interpolated", "ap_max", "ap_interpolated_max", "pairs", "gold"),
    *("tp=true", "fp=false", "fn=missed", "precision", "recall", "f1", "precision_interpolated"),
)


def compat_as_json(run: str, score: CompatScore) -> dict[str, Any]:
    """Return what the official scorer of BUCC 2022 gives, under the names of `pairs_as_json`."""
    return {
        "pred": run,
        "compat": "bucc2022",
        **attributes(score.last_row, *_COMPAT),
        "details": [
            {**attributes(row, *_COMPAT, "k"), "pair": (row.pair or "").split("\t")}
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
        notes.append(f"left out: {count_of(score.run.duplicates, 'repeated pair')}")
    if score.run.outside:
        what = "left out" if score.unfiltered is not None else "counted as wrong"
        notes.append(f"{what}: {count_of(score.run.outside, 'pair with a term of no list')}")
    if score.unfiltered is not None and score.run.outside:
        notes.append(f"with them AP would be {figure_of(score.unfiltered['ap'])}")
    if score.beyond_ceiling:
        cut = len(score.run.ranking) < len(score.run.keys)
        notes.append(
            f"beyond the ceiling of {score.gold.ceiling:,}: "
            f"{count_of(score.beyond_ceiling, 'pair')}, "
            + ("left out" if cut else "which --enforce-ceiling leaves out")
        )
    if score.run.ranking.ties:
        notes.append(f"ties: {count_of(score.run.ranking.ties, 'pair')} with the score of another")
    if score.gold.duplicates:
        notes.append(f"repeated in gold: {count_of(score.gold.duplicates, 'pair')}, counted once")
    if score.gold.outside:
        notes.append(
            count_of(score.gold.outside, "gold pair with a term of no list, which no run can find")
        )
    if len(score.gold.pairs) < SMALL_GOLD:
        notes.append(
            f"gold has {count_of(len(score.gold.pairs), 'pair')}: figures move by several points"
        )
    return [*notes, *filter(None, [score.note])]


def skipped_notes(skipped: Sequence[Skipped], of: str) -> list[str]:
    """Return lines on what was left out in reading."""
    return [f"{of}: {each}" for each in skipped]


def _queries(found: Queries) -> dict[str, Any]:
    values = found.score.values
    return {
        "map": values["map"],
        "mrr": values["mrr"],
        "p_at": {name[2:]: value for name, value in values.items() if name.startswith("p@")},
        "queries": len(found.score.statistics),
        "unasked": found.without_gold,
        "intervals": intervals_as_json(found.score.intervals),
    }


def _terms(score: TermScore) -> dict[str, Any]:
    hits = int(score.ranking.hits.sum())
    return {
        **score.values,
        **_precisions(score),
        "best_cut": asdict(score.best_cut),
        "terms": score.predicted,
        "gold": score.gold,
        "tp": hits,
        "fp": score.predicted - hits,
        "fn": len(score.missed),
        "duplicates": score.duplicates,
        "tied": score.ranking.ties,
        "lengths": [asdict(row) for row in score.lengths],
        "wrong": list(score.wrong),
        "missed": list(score.missed[: len(score.wrong) or None]),
        "signature": str(score.signature),
    }


def _precisions(score: PairScore | TermScore) -> dict[str, dict[str, float]]:
    return {
        name: {str(rank): value for rank, value in values.items()}
        for name, values in (("p_at", score.p_at), ("p_at_expected", score.p_at_expected))
    }
