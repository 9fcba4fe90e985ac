"""Scores of the task ``sentences``: the tables of ARCADE, and those of corpora as a whole.

Reference: Langlais et al. 1998, "ARCADE: a cooperative research project on parallel text alignment
evaluation".
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot import formats
from diglot.campaign.tables import Cell, Entry, Table, mark_best
from diglot.campaign.tasks import (
    SAME_LETTER,
    Item,
    Result,
    intervals_of,
    number_items,
    rank_by_f1,
    test_table,
)
from diglot.errors import InputError, naming
from diglot.evaluate.alignments.confidence import confidence, judge_links
from diglot.evaluate.alignments.links import Pair as LinkPair
from diglot.evaluate.alignments.links import distinct_links
from diglot.evaluate.statistics import aggregate, significance
from diglot.evaluate.statistics.ranking import letters
from diglot.formats.registry import LINKS, extensions_of
from diglot.options import options_of
from diglot.pipeline.documents import read_pairs
from diglot.pipeline.file_pairs import Pair
from diglot.pipeline.options import READING
from diglot.pipeline.steps.scores.segmentations import (
    Points,
    line_links,
    read_gold,
    read_segmented,
    score_links,
    segments_of,
)
from diglot.pipeline.steps.sentences.alignment import with_paragraphs
from diglot.pipeline.steps.sentences.options import AlignOptions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from diglot.campaign.plan import Plan
    from diglot.evaluate.statistics.aggregate import Floats
    from diglot.evaluate.statistics.ranking import Ranking
    from diglot.model import Document, Link, Score

    Intervals = Mapping[str, tuple[float, float]]

PARAGRAPHS = ("par_source", "par_target")
GOLD_TEXTS = ("gold_source", "gold_target")
SETTINGS = tuple(each.name for each, known in options_of(AlignOptions) if known.group == READING)
"""How the texts of a corpus are read: all systems get the same segments."""
LEVELS = {"align": "Align", "sentence": "Sent", "word": "Word", "char": "Char"}


def read_item(item: Item) -> tuple[Document, Document]:
    """Read and segment both sides of an item as all systems and the scorer do.

    Raises:
        InputError: a file cannot be read.
    """
    settings = tuple(
        (key, item.corpus.settings[key]) for key in SETTINGS if key in item.corpus.settings
    )
    hidden = ("gold", *GOLD_TEXTS)
    files = tuple((key, path) for key, path in item.files.items() if key not in hidden)
    return _read(item.name, files, settings)


@lru_cache(maxsize=64)
def _read(
    name: str, files: tuple[tuple[str, Path], ...], settings: tuple[tuple[str, Any], ...]
) -> tuple[Document, Document]:
    paths = dict(files)
    options = AlignOptions(
        **dict(settings), par_source=paths.get("par_source"), par_target=paths.get("par_target")
    )
    pair = Pair(name, paths["source"], paths["target"])
    documents, _ = read_pairs([pair], options=options)
    [sides] = with_paragraphs([pair], documents, options=options)
    return sides


def read_output(writes: str, path: Path) -> tuple[Link, ...]:
    """Read links that a program wrote, in the format that is named or that the file shows.

    Raises:
        InputError: they cannot be read.
    """
    # Files of links are often called .txt: what is no other format is one link a line.
    known = path.suffix.lower() in extensions_of(LINKS)
    return formats.read_links(path, format=writes or (None if known else "links"))


# Scores: the tables of ARCADE. A figure of a type of text is the mean over its documents, as there;
# a document that a system failed on counts as one without links.

FIGURES = {
    "precision": "P", "recall": "R", "f1": "F", "silence": "silence", "noise": "noise",
}  # fmt: skip
TENTHS = 10
TENTH = 0.1


@dataclass(frozen=True, slots=True)
class _Scored:
    """One document as one system aligned it.

    Attributes:
        tables: counts by level, each (blocks, 4).
        links: distinct links, nulls split.
        failed: nothing was there to score.
        found: the links as they came; none where they cannot be judged one by one.
    """

    tables: Mapping[str, Floats]
    links: Sequence[LinkPair]
    failed: bool
    found: Sequence[Link] = ()


class Scores:
    """All counts of a campaign, by system and number of the document."""

    def __init__(self, plan: Plan, results: Sequence[Result]) -> None:
        self.plan = plan
        self.systems = [system.name for system in plan.systems]
        self.items, place = number_items(results)
        self.levels = list(plan.scores.get("levels", LEVELS))
        self.draws = plan.scores.get("draws", significance.DRAWS), plan.scores.get("seed", 0)
        self.of: dict[str, dict[int, _Scored]] = {name: {} for name in self.systems}
        self._intervals: dict[tuple[str, str, tuple[int, ...]], Intervals] = {}
        self.gold: list[Sequence[LinkPair]] = [()] * len(self.items)
        self.gold_links: list[Sequence[Link]] = [()] * len(self.items)
        by_item: dict[int, list[Result]] = defaultdict(list)
        for each in results:
            by_item[place[each.item.corpus.name, each.item.name]].append(each)
        for number, item in enumerate(self.items):
            self._score(number, item, by_item[number])

    def _score(self, number: int, item: Item, results: Sequence[Result]) -> None:
        source, target = map(segments_of, read_item(item))
        for key in ("gold", *GOLD_TEXTS):
            if key in item.corpus.settings and key not in item.files:
                raise InputError(
                    f"no file fits {item.corpus.settings[key]!r} for the text {item.name} "
                    f"({key} of corpus {item.corpus.name})",
                    path=item.files["source"],
                    cure="add it, or leave the text out",
                )
        other = [item.files[key] for key in GOLD_TEXTS if key in item.files]
        gold_texts = [read_segmented(path) for path in other]
        theirs = [(gold_texts[0], gold_texts[1])] if gold_texts else None
        with naming(other[-1] if other else item.files["gold"]):
            path = item.files.get("gold")
            gold = read_gold(path) if path else line_links(*gold_texts)
        if not isinstance(gold, Points):
            self.gold_links[number] = gold
        for each in results:
            found = read_output("links", each.path) if each.path else ()
            # A link beyond the text is the fault of whoever made the file.
            with naming(each.path or path or other[0]):
                scores = score_links([found], [gold], [(source, target)], theirs, [item.name])
            # Links to other segments cannot be told right from wrong one by one.
            alike = "align" in scores and not isinstance(gold, Points)
            if alike and not isinstance(gold, Points):
                self.gold[number] = distinct_links(gold, split_nulls=True)
            self.of[each.system][number] = _Scored(
                {level: each.statistics[:, 2:] for level, each in scores.items()},
                distinct_links(found, split_nulls=True) if alike else (),
                each.path is None,
                found if alike else (),
            )

    def select(self, level: str, numbers: Sequence[int]) -> list[int]:
        """Return the documents whose gold has a level: with other segments there are two."""
        tables = next(iter(self.of.values()))
        return [number for number in numbers if level in tables[number].tables]

    def score(self, system: str, level: str, numbers: Sequence[int]) -> Score:
        """Return the score of a system on some documents."""
        rows = []
        for number in self.select(level, numbers):
            table = self.of[system][number].tables[level]
            labels = np.column_stack([np.full(len(table), number), np.arange(len(table))])
            rows.append(np.column_stack([labels, table]))
        return aggregate.link_score(level, rows, None)

    def figures(self, system: str, level: str, number: int) -> Mapping[str, float]:
        """Return the figures of a system on one document."""
        return self.score(system, level, [number]).values

    def mean(self, system: str, level: str, figure: str, numbers: Sequence[int]) -> float | None:
        """Return the mean of a figure over documents; None if the system failed on all."""
        known = self.select(level, numbers)
        if all(self.of[system][number].failed for number in known):
            return None
        return float(np.mean([self.figures(system, level, each)[figure] for each in known]))

    def cell(self, system: str, level: str, figure: str, numbers: Sequence[int]) -> Cell:
        """Return such a mean as a cell that opens the links behind it."""
        value = self.mean(system, level, figure, numbers)
        if value is None:
            return Cell(None)
        key = system, level, tuple(numbers)
        if key not in self._intervals:
            [self._intervals[key]] = intervals_of(self.plan, self.score(system, level, numbers))
        return Cell(value, self._intervals[key].get(figure), items=(system, tuple(numbers)))


def make_tables(
    scores: Scores,
    types: Mapping[str, Sequence[int]],
    rankings: Mapping[str, Ranking],
    ranked: Sequence[int],
) -> tuple[Table, ...]:
    """Return all tables of a campaign of sentence alignment.

    Args:
        scores: of its systems.
        types: numbers of the texts of each type.
        rankings: by level.
        ranked: numbers of the texts that count in these.
    """
    return (
        _ranking_table(scores, rankings, ranked),
        _type_table(scores, types),
        _steadiness_table(scores, types),
        *_left_out_tables(scores, rankings, ranked),
        _score_table(scores, types),
        *_corpus_tables(scores),
        _document_table(scores),
        _position_table(scores),
        _text_table(scores, types),
        *(
            test_table(f"tests-{level}", f"{LEVELS[level]} F", each)
            for level, each in rankings.items()
            if each.tests
        ),
    )


def make_rankings(
    plan: Plan, scores: Scores, rank_by: Sequence[str], ranked: Sequence[int]
) -> dict[str, Ranking]:
    """Rank the systems that have not failed on all ranked texts, by each level that there is."""
    working = [
        name
        for name in scores.systems
        if ranked and not all(scores.of[name][number].failed for number in ranked)
    ]
    if not working:
        return {}
    return {
        level: rank_by_f1(plan, {name: scores.score(name, level, ranked) for name in working})
        for level in rank_by
        if scores.select(level, ranked)
    }


def _ranking_table(
    scores: Scores,
    rankings: Mapping[str, Ranking],
    ranked: Sequence[int],
) -> Table:
    """Figure 2 of ARCADE as a table: the systems by their mean over the texts that are ranked."""
    means = {
        name: np.mean([each.values[name] for each in rankings.values()])
        for name in scores.systems
        if rankings and all(name in each.values for each in rankings.values())
    }
    order = sorted(scores.systems, key=lambda name: (-means.get(name, -1.0), name))
    columns = [
        [
            Cell(
                each.values.get(name),
                each.intervals.get(name),
                each.letters.get(name, ""),
                items=(name, tuple(ranked)),
            )
            for name in order
        ]
        for each in rankings.values()
    ]
    columns.append([Cell(float(means[name]) if name in means else None) for name in order])
    rows = []
    for name, *cells in zip(order, *mark_best(columns), strict=True):
        failed = sum(each.failed for each in scores.of[name].values())
        rows.append((name, *cells, failed or None))
    notes = [f"mean over {len(ranked)} texts"]
    notes += dict.fromkeys(each.note for each in rankings.values() if each.note)
    if any(each.letters for each in rankings.values()):
        notes.append(SAME_LETTER)
    heads = [f"{LEVELS[level]} F" for level in rankings]
    return Table(
        "ranking",
        "Ranking",
        ("system", *heads, "mean", "failed"),
        tuple(rows),
        notes=tuple(notes),
        brief=True,
    )


def _type_table(scores: Scores, types: Mapping[str, Sequence[int]]) -> Table:
    """Figure 1 of ARCADE as a table: mean F by type of text and system."""
    rows: list[tuple[Entry, ...]] = []
    for kind, numbers in types.items():
        columns = [
            [scores.cell(name, level, "f1", numbers) for name in scores.systems]
            for level in scores.levels
        ]
        for name, *cells in zip(scores.systems, *mark_best(columns), strict=True):
            rows.append((kind, name, *cells))
    heads = [f"{LEVELS[level]} F" for level in scores.levels]
    return Table(
        "types",
        "F by type of text",
        ("type", "system", *heads),
        tuple(rows),
        labels=2,
        notes=("means over the texts of a type",),
        brief=True,
    )


def _steadiness_table(scores: Scores, types: Mapping[str, Sequence[int]]) -> Table:
    """What ARCADE found: who is steady over types of text, and characters above links."""
    rows: list[tuple[Entry, ...]] = []
    for name in scores.systems:
        pairs = [
            (scores.mean(name, "align", "f1", each), scores.mean(name, "char", "f1", each))
            for each in types.values()
            if scores.select("align", each)
        ]
        known = [(align, char) for align, char in pairs if align is not None and char is not None]
        low, high = (end((char for _, char in known), default=None) for end in (min, max))
        above = sum(char > align for align, char in known)
        apart = None if low is None or high is None else high - low
        rows.append((name, Cell(low), Cell(high), Cell(apart), f"{above} of {len(known)}"))
    return Table(
        "steadiness",
        "How steady systems are over types of text",
        ("system", "lowest Char F", "highest", "apart", "Char F above Align F"),
        tuple(rows),
        notes=("means over the texts of a type; at the end in how many types",),
        brief=True,
    )


def _left_out_tables(
    scores: Scores, rankings: Mapping[str, Ranking], ranked: Sequence[int]
) -> list[Table]:
    """Repeat the ranking with each text left out, as ARCADE left out one."""
    names = [name for name in scores.systems if all(name in r.values for r in rankings.values())]
    if not rankings or not names or len(ranked) < 2:
        return []
    figures = np.full((len(names), len(rankings), len(ranked)), np.nan)
    for at, level in np.ndindex(len(names), len(rankings)):
        for number in scores.select(list(rankings)[level], ranked):
            found = scores.figures(names[at], list(rankings)[level], number)
            figures[at, level, ranked.index(number)] = found["f1"]
    rows: list[tuple[Entry, ...]] = []
    for out in (None, *range(len(ranked))):
        kept = figures if out is None else np.delete(figures, out, axis=2)
        if np.isnan(kept).all(axis=2).any():  # no other text has a level
            continue
        means = np.round(np.nanmean(kept, axis=2).mean(axis=1), 9)
        places = (means[:, None] < means).sum(axis=1) + 1
        left = "nothing" if out is None else scores.items[ranked[out]].title
        rows.append((left, *places.tolist()))
    same = sum(row[1:] == rows[0][1:] for row in rows[1:])
    return [
        Table(
            "left-out",
            "Places of the systems with one text left out",
            ("left out", *names),
            tuple(rows),
            notes=(f"the order stays the same with {same} of {len(rows) - 1} texts left out",),
        )
    ]


def _score_table(scores: Scores, types: Mapping[str, Sequence[int]]) -> Table:
    rows: list[tuple[Entry, ...]] = [
        (kind, name, LEVELS[level], *(scores.cell(name, level, key, numbers) for key in FIGURES))
        for kind, numbers in types.items()
        for name in scores.systems
        for level in scores.levels
    ]
    return Table(
        "scores",
        "Precision, recall, F, silence and noise by type of text",
        ("type", "system", "level", *FIGURES.values()),
        tuple(rows),
        labels=3,
        notes=("means over the texts of a type",),
    )


# Corpora as a whole: the links of all texts counted together.


def _corpus_tables(scores: Scores) -> list[Table]:
    """Show how many links of each corpus are right, tests between systems, and probabilities."""
    by_corpus: dict[str, list[int]] = defaultdict(list)
    for number in scores.select("strict", range(len(scores.items))):
        by_corpus[scores.items[number].corpus.name].append(number)
    rows: list[tuple[Entry, ...]] = []
    tests: list[tuple[Entry, ...]] = []
    for corpus, numbers in by_corpus.items():
        found, compared = _pooled(scores, corpus, numbers)
        rows += found
        tests += compared
    sure = [
        (corpus, system, *cells)
        for corpus, numbers in by_corpus.items()
        for system in scores.systems
        if (cells := _sureness(scores, system, numbers))
    ]
    heads = (
        "strict P",
        "strict R",
        "strict F",
        "lax F",
        *(f"{LEVELS[k]} F" for k in scores.levels),
    )
    pooled = "all links of a corpus together; blocks of 25 sentences are resampled"
    lines = (
        ("corpora", "Scores of corpora", heads, rows, pooled),
        (
            *("corpus-tests", "All pairs of systems, strict F of corpora"),
            *(("second", "difference", "p", "corrected p"), tests, pooled),
        ),
        (
            *("confidence", "Probabilities of links"),
            ("links", "wrong", "ECE", "AUC", "errors in the least certain tenth"),
            *(sure, "of systems that give one to every link; ECE: expected calibration error"),
        ),
    )
    return [
        Table(
            *(name, title, ("corpus", "first" if columns[0] == "second" else "system", *columns)),
            tuple(shown),
            labels=3 if columns[0] == "second" else 2,
            notes=(note,),
        )
        for name, title, columns, shown, note in lines
        if shown
    ]


def _pooled(
    scores: Scores, corpus: str, numbers: Sequence[int]
) -> tuple[list[tuple[Entry, ...]], list[tuple[Entry, ...]]]:
    """Return a row for each system, and one for each pair of them."""
    draws, seed = scores.draws
    working = [
        name for name in scores.systems if not all(scores.of[name][k].failed for k in numbers)
    ]
    shown = [("strict", key) for key in ("precision", "recall", "f1")]
    shown += [(level, "f1") for level in ("lax", *scores.levels)]
    levels = dict.fromkeys(level for level, _ in shown)
    found = {
        f"{k} {level}": scores.score(name, level, numbers)
        for k, name in enumerate(working)
        for level in levels
    }
    if not found:
        return [], []
    whole = significance.bootstrap(
        significance.combine_scores("corpus", found), draws=draws, seed=seed
    )
    strict = {name: found[f"{k} strict"] for k, name in enumerate(working)}
    order = sorted(working, key=lambda name: strict[name].values["f1"])  # the better one is second
    compared = [
        (order[other], order[one], each)
        for one, other, each in significance.compare_scores(
            [strict[name] for name in order], draws=draws, seed=seed
        )
        if not math.isnan(each.p)
    ]
    figure = "p" if scores.plan.scores.get("correct") == "none" else "corrected"
    groups: Mapping[str, str] = {}
    if compared:
        apart = {
            (one, other)
            for one, other, each in compared
            if getattr(each, figure) < 1 - significance.LEVEL
        }
        groups = letters(order[::-1], apart)
    columns = [
        [
            Cell(
                whole.values[name := f"{k} {level}.{key}"],
                (whole.intervals or {}).get(name),
                groups.get(system, "") if (level, key) == ("strict", "f1") else "",
                items=(system, tuple(numbers)),
            )
            for k, system in enumerate(working)
        ]
        for level, key in shown
    ]
    cells = dict(zip(working, zip(*mark_best(columns), strict=True), strict=True))
    nothing = tuple(Cell(None) for _ in shown)
    rows: list[tuple[Entry, ...]] = [
        (corpus, name, *cells.get(name, nothing)) for name in scores.systems
    ]
    tests: list[tuple[Entry, ...]] = [
        (
            *(corpus, one, other, Cell(each.difference, each.interval)),
            *(Cell(each.p), Cell(getattr(each, figure))),
        )
        for one, other, each in compared
    ]
    return rows, tests


def _sureness(scores: Scores, system: str, numbers: Sequence[int]) -> tuple[Entry, ...]:
    """Return how far the probabilities of a system can be trusted, nothing if it gives none."""
    found = [scores.of[system][number].found for number in numbers]
    links = [link for each in found for link in each]
    if not links or any(link.score is None for link in links):
        return ()
    known = confidence(*judge_links(found, [scores.gold_links[number] for number in numbers]))
    return (
        *(Cell(float(each), digits=0) for each in (known.links, known.wrong)),
        Cell(known.ece),
        Cell(known.auc, known.auc_interval),
        Cell(known.found[TENTH] if known.wrong else None, digits=2),
    )


def _document_table(scores: Scores) -> Table:
    shown = ("precision", "recall", "f1")
    rows: list[tuple[Entry, ...]] = [
        (
            *(item.corpus.name, item.name, name),
            *(
                scores.cell(name, level, figure, [number])
                for level in scores.levels
                for figure in shown
            ),
        )
        for number, item in enumerate(scores.items)
        for name in scores.systems
    ]
    heads = [f"{LEVELS[level]} {FIGURES[each]}" for level in scores.levels for each in shown]
    return Table(
        "documents",
        "Precision, recall and F of every text",
        ("corpus", "text", "system", *heads),
        tuple(rows),
        labels=3,
    )


def _text_table(scores: Scores, types: Mapping[str, Sequence[int]]) -> Table:
    """Table 1 of Xu and Yvon 2016: links and sentences by text and type, such as languages."""
    rows: list[tuple[Entry, ...]] = []
    for kind, numbers in types.items():
        total = np.zeros(4, np.int64)
        for number in numbers:
            item = scores.items[number]
            sizes = [len(document.segments) for document in read_item(item)]
            links = scores.gold_links[number]
            empty = sum(not (link.source and link.target) for link in links)
            counts = np.array([len(links), empty, *sizes])
            total += counts
            rows.append((kind, item.corpus.name, item.name, *counts.tolist()))
        rows.append((kind, "all", f"{len(numbers)} texts", *total.tolist()))
    return Table(
        "texts",
        "Links and sentences of every text",
        ("type", "corpus", "text", "links", "empty", "source sentences", "target sentences"),
        tuple(rows),
        labels=3,
        notes=("empty: links with an empty side, which are counted; gold of offsets has none",),
    )


def position_errors(scores: Scores, system: str, number: int) -> Floats:
    """Return the share of gold links missed in each tenth of a text, NaN where there are none."""
    found, gold = set(scores.of[system][number].links), scores.gold[number]
    last = max((source[-1] for source, _ in gold if source), default=0) + 1
    missed, all_ = np.zeros((2, TENTHS))
    for link in gold:
        if link[0] and link[1]:
            tenth = TENTHS * link[0][0] // last
            all_[tenth] += 1
            missed[tenth] += link not in found
    return aggregate.divide(missed, all_, empty=np.nan)


def mean_errors(scores: Scores, system: str) -> Floats:
    """Return the means of `position_errors` over texts, shape (10,)."""
    errors = np.array([position_errors(scores, system, k) for k in range(len(scores.items))])
    known = ~np.isnan(errors)
    means: Floats = np.where(known, errors, 0).sum(0) / np.maximum(known.sum(0), 1)
    return means


def _position_table(scores: Scores) -> Table:
    rows: list[tuple[Entry, ...]] = [
        (name, *(Cell(float(value)) for value in mean_errors(scores, name)))
        for name in scores.systems
    ]
    heads = [f"{k * 10}–{k * 10 + 10} %" for k in range(TENTHS)]
    return Table(
        "positions",
        "Links missed along the texts",
        ("system", *heads),
        tuple(rows),
        notes=("share of the gold links with two sides that a system missed, by where they begin",),
    )
