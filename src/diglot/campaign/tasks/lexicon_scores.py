"""Scores of the task ``lexicon``: the tables of TIAD 2021, and which systems come out equal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.campaign.tables import Cell, Entry, Report, Table, mark_best
from diglot.campaign.tasks import (
    SAME_LETTER,
    Item,
    Result,
    given_options,
    intervals_of,
    list_errors,
    rank_by_f1,
    test_table,
)
from diglot.errors import ConfigError
from diglot.evaluate.lexicons.pairs import SLACK, SWITCHES, Rows
from diglot.evaluate.statistics.ranks import mean_ranks
from diglot.formats.lexicons import read_translations
from diglot.lexicons import METHODS
from diglot.lexicons.interface import find_system
from diglot.pipeline.steps.scores.lexicon_golds import Plan as Direction
from diglot.pipeline.steps.scores.lexicons import LexiconScores, ScoredLexicon, score_directions
from diglot.pipeline.steps.scores.options import LexiconScoreOptions
from diglot.report.plots.figures import lexicon_figures
from diglot.report.tables.layout import interval_text
from diglot.text.languages import normalise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diglot.campaign.plan import Corpus, Plan
    from diglot.evaluate.lexicons.scores import LexiconScore, SweepRow
    from diglot.evaluate.statistics.aggregate import Floats, Ints
    from diglot.evaluate.statistics.ranking import Ranking
    from diglot.model import Score

DIRECTIONS = ("en-pt", "en-fr", "fr-en", "fr-pt", "pt-en", "pt-fr")
"""Those of TIAD 2021, in the order of tables 2.1 to 2.6."""
FIGURES = {"precision": "precision", "recall": "recall", "f1": "F-measure", "coverage": "coverage"}


def directions_of(corpus: Corpus) -> list[str]:
    """Return the directions of a corpus by codes.

    Raises:
        ConfigError: one is none.
    """
    given = corpus.settings.get("directions", DIRECTIONS)
    found = []
    for each in given if isinstance(given, list | tuple) else [given]:
        ends = str(each).split("-")
        if len(ends) != 2:
            raise ConfigError(f"corpus {corpus.name}: {each!r} is not a direction such as en-fr")
        found.append("-".join(normalise(end) for end in ends))
    return found


def scoring_of(plan: Plan) -> LexiconScoreOptions:
    """Return how results are counted; ``strict`` asks for more than the threshold."""
    given = dict(plan.scores)
    threshold = given.get("threshold", 0.5)
    if isinstance(threshold, bool) or not isinstance(threshold, int | float):
        raise ConfigError(f"threshold of [scores] is {threshold!r}, but must be a number")
    if given.get("strict", False):
        threshold += 2 * SLACK
    switches = {name: given[name] for name in SWITCHES if name in given}
    return given_options(
        LexiconScoreOptions,
        switches,
        "[scores]",
        thresholds=(threshold,),
        step=str(given.get("step", 0.1)),
        draws=0,
    )


def dictionaries_of(item: Item) -> list[Path]:
    """Return the files of the graph that an item is inferred through."""
    return [path for key, path in item.files.items() if key.startswith("dictionaries/")]


def golds_of(item: Item) -> list[tuple[Path, bool]]:
    """Return the golds of a direction, and whether each is read from target to source."""
    return [
        (path, key.startswith("gold/turned"))
        for key, path in item.files.items()
        if key.startswith("gold/")
    ]


def _direction(item: Item, made: Sequence[Path] = ()) -> Direction:
    source, target = item.name.split("-")
    return Direction((source, target), tuple(golds_of(item)), tuple(made))


def check_gold(plan: Plan, item: Item) -> None:
    """Read the gold of a direction, if it has any.

    Raises:
        InputError: it cannot be read, or holds no word.
    """
    if golds_of(item):
        score_directions([_direction(item)], [], scoring_of(plan))


# Scores: the tables of TIAD. A system that failed on a direction with gold has no figures.


class _Scores:
    """What came of the systems on one graph."""

    def __init__(self, plan: Plan, corpus: Corpus, results: Sequence[Result]) -> None:
        self.corpus = corpus
        own = [each for each in results if each.item.corpus.name == corpus.name]
        self.items = list({each.item.name: each.item for each in own}.values())
        self.judged = [item for item in self.items if golds_of(item)]
        if not self.judged:
            raise ConfigError(f"corpus {corpus.name}: no gold is of one of its directions")
        self.paths = {
            (each.system, each.item.name): each.path for each in own if each.path is not None
        }
        names = [item.name for item in self.judged]
        self.systems = [
            system.name
            for system in plan.systems
            if all((system.name, name) in self.paths for name in names)
        ]
        self.runs: dict[str, ScoredLexicon] = {}
        if self.systems:
            self.runs = dict(zip(self.systems, self._scored(plan).runs, strict=True))

    def _scored(self, plan: Plan) -> LexiconScores:
        planned = [
            _direction(item, [self.paths[system, item.name] for system in self.systems])
            for item in self.judged
        ]
        options = scoring_of(plan)
        options = replace(options, lexicons=tuple(dictionaries_of(self.items[0])))
        return score_directions(planned, [Path(name) for name in self.systems], options)

    def stacked(self, system: str, threshold: float | None = None) -> Score:
        """Return the counts of a system, its directions as documents."""
        scores = [each.score for each in self.runs[system].directions]
        mains = [each.main if threshold is None else each.at(threshold) for each in scores]
        tables = [each.statistics.copy() for each in mains]
        for number, table in enumerate(tables):
            table[:, 0] = number
        return replace(mains[0], statistics=np.vstack(tables))


def evaluate(plan: Plan, results: Sequence[Result]) -> Report:
    """Score all results of a campaign of inferred dictionaries.

    Raises:
        InputError: gold cannot be read, or has no word of the dictionaries.
        ConfigError: no direction of a corpus has gold.
    """
    tables: list[Table] = []
    figures = {}
    signatures = []
    items: dict[str, dict[int, list[dict[str, Any]]]] = {each.name: {} for each in plan.systems}
    documents: list[str] = []
    for number, corpus in enumerate(plan.corpora):
        scores = _Scores(plan, corpus, results)
        mark = "" if len(plan.corpora) == 1 else f"{number + 1}-"
        begin = len(documents)
        documents += [item.title for item in scores.judged]
        ranking = None
        if scores.systems:
            ranking = rank_by_f1(plan, {name: scores.stacked(name) for name in scores.systems})
            signatures.append(f"{corpus.name}: F-measure: {ranking.signature}")
            signatures.append(str(scores.runs[scores.systems[0]].signature))
        tables += [
            _named(each, mark, corpus.name if mark else "")
            for each in _tables(plan, scores, ranking, begin)
        ]
        sweeps = {name: run.sweep for name, run in scores.runs.items()}
        for name, each in zip(
            ("thresholds", "precision-recall"), lexicon_figures(sweeps, "mean "), strict=True
        ):
            figures[f"{mark}{name}"] = each
        for place in range(len(scores.judged)):
            for name, rows in _wrong_rows(scores, place).items():
                items[name][begin + place] = rows
    return Report(
        (*tables, *_reading_table(plan)),
        figures=figures,
        signatures=tuple(signatures),
        items=items,
        documents=tuple(documents),
    )


def _named(table: Table, mark: str, corpus: str) -> Table:
    title = f"{table.title} ({corpus})" if corpus else table.title
    return replace(table, name=f"{mark}{table.name}", title=title)


def _tables(plan: Plan, scores: _Scores, ranking: Ranking | None, begin: int) -> list[Table]:
    every = tuple(range(begin, begin + len(scores.judged)))
    order = list(ranking.values) if ranking else []
    failed = [each.name for each in plan.systems if each.name not in scores.systems]
    tables = [_average_table(plan, scores, ranking, [*order, *failed], every)]
    names = [item.name for item in scores.judged]
    for number, name in enumerate(directions_of(scores.corpus), 1):
        if name in names:
            place = names.index(name)
            tables.append(_direction_table(plan, scores, place, begin + place, number))
    tables += _threshold_tables(plan, scores)
    read = _read_outputs(scores, scoring_of(plan).thresholds[0])
    tables += [_entry_table(plan, scores, read), *_likeness_tables(scores, read)]
    if ranking and ranking.tests:
        tables.append(test_table("tests", "F-measure", ranking))
    return tables


def _average_table(
    plan: Plan,
    scores: _Scores,
    ranking: Ranking | None,
    order: Sequence[str],
    every: tuple[int, ...],
) -> Table:
    """Table 1: averages over directions, by F-measure in descending order."""
    columns = []
    stacked = [scores.stacked(name) for name in scores.runs]
    intervals = dict(zip(scores.runs, intervals_of(plan, *stacked), strict=True))
    for key in FIGURES:
        cells = []
        for name in order:
            run = scores.runs.get(name)
            asked = ranking is not None and key == "f1"
            cells.append(
                Cell(
                    run.average.values[key] if run else None,
                    intervals[name].get(key) if run else None,
                    ranking.letters.get(name, "") if asked and ranking else "",
                    items=(name, every) if run else None,
                )
            )
        columns.append(cells)
    threshold = scoring_of(plan).thresholds[0]
    rows: list[tuple[Entry, ...]] = [
        (name, *cells, Cell(threshold))
        for name, *cells in zip(order, *mark_best(columns), strict=True)
    ]
    judged = ", ".join(item.name for item in scores.judged)
    without = [item.name for item in scores.items if not golds_of(item)]
    notes = [f"mean over {judged}"]
    notes += [f"no gold is given for {', '.join(without)}"] if without else []
    golds = [sorted(path for path, _ in golds_of(item)) for item in scores.judged]
    if any(one == other for one, other in combinations(golds, 2)):
        notes.append(
            "directions that share a gold are resampled apart: their intervals are too narrow, and "
            "p too small"
        )
    if ranking:
        notes += [ranking.note] if ranking.note else []
        if ranking.letters:
            notes.append(SAME_LETTER)
    return Table(
        "table-1",
        "Table 1: averaged systems results",
        ("system", *FIGURES.values(), "threshold"),
        tuple(rows),
        notes=tuple(notes),
        brief=True,
    )


def _direction_table(plan: Plan, scores: _Scores, place: int, item: int, number: int) -> Table:
    """A table 2: one direction, systems by F-measure."""
    found = {name: run.directions[place].score.main for name, run in scores.runs.items()}
    order = sorted(found, key=lambda name: (-found[name].values["f1"], name))
    intervals = dict(zip(found, intervals_of(plan, *found.values()), strict=True))
    columns = [
        [
            Cell(found[name].values[key], intervals[name].get(key), items=(name, (item,)))
            for name in order
        ]
        for key in FIGURES
    ]
    rows: list[tuple[Entry, ...]] = [
        (name, *cells) for name, *cells in zip(order, *mark_best(columns), strict=True)
    ]
    rows += [
        (each.name, *(Cell(None) for _ in FIGURES))
        for each in plan.systems
        if each.name not in found
    ]
    name = scores.judged[place].name
    notes = []
    if scores.runs:
        gold = next(iter(scores.runs.values())).directions[place].gold.gold
        notes = [f"{len(gold):,} gold pairs of {len(gold.entries):,} words"]
    return Table(
        f"table-2-{number}-{name}",
        f"Table 2.{number}: systems results for {name.upper()}",
        ("system", *FIGURES.values()),
        tuple(rows),
        notes=tuple(notes),
        brief=True,
    )


def _threshold_tables(plan: Plan, scores: _Scores) -> list[Table]:
    # All on the same resamples: to draw them costs far more than to count.
    stacked = {
        (name, row.threshold): scores.stacked(name, row.threshold)
        for name, run in scores.runs.items()
        for row in run.sweep
    }
    intervals = dict(zip(stacked, intervals_of(plan, *stacked.values()), strict=True))
    return [
        _threshold_table(scores, system.name, number, intervals)
        for number, system in enumerate(plan.systems, 1)
        if system.name in scores.runs
    ]


def _threshold_table(
    scores: _Scores,
    name: str,
    number: int,
    intervals: Mapping[tuple[str, float], Mapping[str, tuple[float, float]]],
) -> Table:
    """A table 3: one system with a variable threshold, averaged over directions."""
    run = scores.runs[name]

    def cell(row: SweepRow, key: str) -> Cell:
        if key == "precision" and not row.kept:
            return Cell(None)
        return Cell(getattr(row, key), intervals[name, row.threshold].get(key))

    columns = [[cell(row, key) for row in run.sweep] for key in FIGURES]
    marked = [
        column if key != "f1" else best
        for key, column, best in zip(FIGURES, columns, mark_best(columns), strict=True)
    ]
    rows: list[tuple[Entry, ...]] = [
        (Cell(row.threshold, digits=2), *cells)
        for row, *cells in zip(run.sweep, *marked, strict=True)
    ]
    best = f"best F-measure {run.best.f1:.3f} at {run.best.threshold:.3g}, tuned on this gold"
    ends = interval_text(run.auc_interval)
    between = f" (95 %: {ends})" if ends else ""
    return Table(
        f"table-3-{number}-{name}",
        f"Table 3.{number}: results for {name}",
        ("threshold", *FIGURES.values()),
        tuple(rows),
        notes=(best, f"area under precision and recall {run.auc:.3f}{between}"),
    )


@dataclass(frozen=True, slots=True)
class _Output:
    """What a system says in a direction.

    Attributes:
        entries: rows at the threshold.
        pairs: numbers of its pairs, ascending, shape (pairs,).
        scores: of these, shape (pairs,).
        kept: the numbers of those at the threshold.
    """

    entries: int
    pairs: Ints
    scores: Floats
    kept: Ints


def _read_outputs(scores: _Scores, threshold: float) -> dict[tuple[str, str], _Output]:
    """Read the rows of all systems, by system and direction; equal pairs get equal numbers."""
    numbers: dict[tuple[str, str], int] = {}
    found = {}
    for key, path in scores.paths.items():
        rows = [(each.source, each.target, each.score or 0.0) for each in read_translations(path)]
        pair = np.array([numbers.setdefault(row[:2], len(numbers)) for row in rows], np.int64)
        score = np.array([row[2] for row in rows])
        high = score >= threshold - SLACK
        # Of several rows of a pair, such as those of its parts of speech, the last one counts.
        pairs, last = np.unique(pair[::-1], return_index=True)
        own = score[::-1][last]
        found[key] = _Output(
            int(np.count_nonzero(high)), pairs, own, pairs[own >= threshold - SLACK]
        )
    return found


def _entry_table(plan: Plan, scores: _Scores, read: Mapping[tuple[str, str], _Output]) -> Table:
    """Count what every system says in every direction, those without gold included."""
    rows: list[tuple[Entry, ...]] = []
    for system in plan.systems:
        said = [read.get((system.name, item.name)) for item in scores.items]
        counts = (
            Cell(None) if each is None else Cell(float(each.entries), digits=0) for each in said
        )
        rows.append((system.name, *counts))
    return Table(
        "entries",
        "Entries at the threshold",
        ("system", *(item.name for item in scores.items)),
        tuple(rows),
    )


# Systems that come out equal: by what, so that nobody takes two names for two results.


def _likeness_tables(scores: _Scores, read: Mapping[tuple[str, str], _Output]) -> list[Table]:
    """List the systems that give the same pairs, or rank them alike."""
    said = {name: [read[name, item.name] for item in scores.judged] for name in scores.systems}
    rows: list[tuple[Entry, ...]] = []
    for one, other in combinations(scores.systems, 2):
        both = list(zip(said[one], said[other], strict=True))
        pairs = [(mine.pairs, theirs.pairs) for mine, theirs in both]
        kept = [(mine.kept, theirs.kept) for mine, theirs in both]
        if any(all(np.array_equal(*each) for each in equal) for equal in (pairs, kept)):
            shares = (Cell(_shared(each)) for each in (pairs, kept))
            rows.append((one, other, *shares, Cell(_agreement(both))))
    found = Table(
        "equal",
        "Systems that give the same pairs",
        ("first", "second", "pairs shared", "shared at the threshold", "same order"),
        tuple(rows),
        labels=2,
        notes=(
            "pairs shared: those of both over those of either",
            "same order: Spearman's correlation of their scores",
            "the table of readings says why",
        ),
        brief=True,
    )
    return [found] if rows else []


def _shared(sets: Sequence[tuple[Ints, Ints]]) -> float:
    both = sum(len(np.intersect1d(*each, assume_unique=True)) for each in sets)
    either = sum(len(one) + len(other) for one, other in sets) - both
    return both / either if either else 1.0


def _agreement(outputs: Sequence[tuple[_Output, _Output]]) -> float:
    found = []
    for one, other in outputs:
        _, *places = np.intersect1d(one.pairs, other.pairs, assume_unique=True, return_indices=True)
        ranks = [mean_ranks(each.scores[k]) for each, k in zip((one, other), places, strict=True)]
        if all(each.any() and each.std() for each in ranks):
            found.append(float(np.corrcoef(ranks[0], ranks[1])[0, 1]))
    return float(np.mean(found)) if found else 1.0


def _reading_table(plan: Plan) -> list[Table]:
    """Say what the names of the results page are read as."""
    rows: list[tuple[Entry, ...]] = []
    for system in plan.systems:
        known = None if system.method in METHODS else find_system(system.method)
        if known is not None:
            options = " ".join(f"{name}={value}" for name, value in known.settings.items())
            encoder = f"encoder {known.encoder}" if known.encoder else ""
            what = ", ".join(filter(None, (known.method, options, encoder)))
            rows.append((system.name, what, known.reading))
    table = Table(
        "readings",
        "What the systems are read as",
        ("system", "method", "reading"),
        tuple(rows),
        labels=3,
    )
    return [table] if rows else []


def _wrong_rows(scores: _Scores, place: int) -> dict[str, list[dict[str, Any]]]:
    """Return the errors of the systems in a direction, see `list_errors`."""
    right, wrong = {}, {}
    gold: dict[int, tuple[str, str]] = {}
    for name, run in scores.runs.items():
        score = run.directions[place].score
        found = score.run.gold[: score.judged_rows]
        right[name] = set(found[found >= 0].tolist())
        rows = score.run.rows.subset(np.flatnonzero(found < 0))
        kinds = (f"wrong, {confidence:.2f}" for confidence in rows.score.tolist())
        wrong[name] = dict(zip(_words(score, rows), kinds, strict=True))
        gold = gold or dict(enumerate(_words(score, score.gold.rows)))
    return list_errors(gold, right, wrong)


def _words(score: LexiconScore, rows: Rows) -> list[tuple[str, str]]:
    ends = [
        rows.numbering.words_of(each, pos=score.gold.pos) for each in (rows.source, rows.target)
    ]
    texts = rows.numbering.texts
    return [(texts[one], texts[other]) for one, other in zip(*ends, strict=True)]
