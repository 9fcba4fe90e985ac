"""The task ``sentences``: pairs of texts are aligned sentence by sentence, as in ARCADE.

Reference: Langlais et al. 1998, "ARCADE: a cooperative research project on parallel text alignment
evaluation".
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot import formats
from diglot.campaign.tables import Cell, Entry, Report, Table, mark_best
from diglot.campaign.tasks import (
    SAME_LETTER,
    Item,
    Result,
    Task,
    given_options,
    intervals_of,
    number_items,
    rank_by_f1,
    test_table,
)
from diglot.errors import ConfigError, describe_unknown, naming
from diglot.evaluate.alignments.links import Pair as LinkPair
from diglot.evaluate.alignments.links import distinct_links
from diglot.evaluate.alignments.sentences import require_segments
from diglot.evaluate.statistics import aggregate
from diglot.formats.registry import LINKS, extensions_of, formats_of
from diglot.options import options_of
from diglot.pipeline.documents import read_pairs, segment_lines, write_lines
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
from diglot.pipeline.steps.sentences.alignment import align_documents, check_method, with_paragraphs
from diglot.pipeline.steps.sentences.options import AlignOptions
from diglot.report.plots.figures import Figure
from diglot.report.plots.lines import Panel, Series
from diglot.report.plots.points import Point, PointPanel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from diglot.campaign.plan import Plan, System
    from diglot.evaluate.statistics.aggregate import Floats
    from diglot.evaluate.statistics.ranking import Ranking
    from diglot.model import Document, Link, Score

    Intervals = Mapping[str, tuple[float, float]]

_PARAGRAPHS = ("par_source", "par_target")
_HIDDEN = ("gold_source", "gold_target")
_SETTINGS = tuple(each.name for each, known in options_of(AlignOptions) if known.group == READING)
"""How the texts of a corpus are read: all systems get the same segments."""
LEVELS = {"align": "Align", "sentence": "Sent", "word": "Word", "char": "Char"}
SCORES = ("levels", "rank_by", "correct", "draws", "seed")


def _check(plan: Plan) -> None:
    for corpus in plan.corpora:
        sides = [key for key in _HIDDEN if key in corpus.settings]
        if len(sides) == 1:
            raise ConfigError(f"corpus {corpus.name}: give both {' and '.join(_HIDDEN)}")
        if not sides and "gold" not in corpus.settings:
            raise ConfigError(f"corpus {corpus.name}: gold is missing")
        given = {key: corpus.settings[key] for key in _SETTINGS if key in corpus.settings}
        given_options(AlignOptions, given, f"corpus {corpus.name}")
    for system in plan.systems:
        if system.kind == "method":
            check_method(_options(system, {}))
    for key, value in plan.scores.items():
        if key in ("levels", "rank_by"):
            for level in value:
                if level not in LEVELS:
                    raise ConfigError(describe_unknown("level", level, LEVELS))


def _options(system: System, settings: Mapping[str, Any]) -> AlignOptions:
    """Return the options of a method on a corpus."""
    for name in system.options:
        if name in (*_SETTINGS, *_PARAGRAPHS, "method"):
            raise ConfigError(f"system {system.name}: {name} belongs to a corpus, not to a system")
    reading = {key: settings[key] for key in _SETTINGS if key in settings}
    who = f"system {system.name}"
    found: AlignOptions = given_options(
        AlignOptions, {**reading, **system.options}, who, method=system.method
    )
    return found


def read_item(item: Item) -> tuple[Document, Document]:
    """Read and segment both sides of an item as all systems and the scorer do.

    Raises:
        InputError: a file cannot be read.
    """
    settings = tuple(
        (key, item.corpus.settings[key]) for key in _SETTINGS if key in item.corpus.settings
    )
    hidden = ("gold", *_HIDDEN)
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


def _run(system: System, items: Sequence[Item], outputs: Sequence[Path]) -> None:
    options = _options(system, items[0].corpus.settings)
    pairs = [Pair(item.name, item.files["source"], item.files["target"]) for item in items]
    found = align_documents(pairs, [read_item(item) for item in items], options=options)
    for bitext, path in zip(found, outputs, strict=True):
        formats.write_links(path, bitext.links, format="links")


def _prepare(item: Item, reads: str, folder: Path) -> dict[str, Path]:
    if reads == "file":
        return {side: item.files[side] for side in ("source", "target")}
    found = {}
    for side, document in zip(("source", "target"), read_item(item), strict=True):
        found[side] = folder / f"{side}.txt"
        write_lines(found[side], segment_lines(document))
    return found


def _adopt(system: System, item: Item, path: Path, output: Path) -> None:
    links = read_output(system.writes, path)
    source, target = read_item(item)
    with naming(path):
        sizes = len(source.segments), len(target.segments)
        require_segments(((link.source, link.target) for link in links), sizes, item.name)
    formats.write_links(output, links, format="links")


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
LOWEST = 0.1
"""Lower end of figure 1, whose heights are logarithmic."""
_SHOWN = 60
"""Links shown behind a figure, of one system and document."""
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class _Scored:
    """One document as one system aligned it.

    Attributes:
        tables: counts by level, each (blocks, 4).
        links: distinct links, nulls split.
        failed: nothing was there to score.
    """

    tables: Mapping[str, Floats]
    links: Sequence[LinkPair]
    failed: bool


class _Scores:
    """All counts of a campaign, by system and number of the document."""

    def __init__(self, plan: Plan, results: Sequence[Result]) -> None:
        self.plan = plan
        self.systems = [system.name for system in plan.systems]
        self.items, place = number_items(results)
        self.levels = list(plan.scores.get("levels", LEVELS))
        self.of: dict[str, dict[int, _Scored]] = {name: {} for name in self.systems}
        self._intervals: dict[tuple[str, str, tuple[int, ...]], Intervals] = {}
        self.gold: list[Sequence[LinkPair]] = [()] * len(self.items)
        self.gold_links = [0] * len(self.items)
        by_item: dict[int, list[Result]] = defaultdict(list)
        for each in results:
            by_item[place[each.item.corpus.name, each.item.name]].append(each)
        for number, item in enumerate(self.items):
            self._score(number, item, by_item[number])

    def _score(self, number: int, item: Item, results: Sequence[Result]) -> None:
        source, target = map(segments_of, read_item(item))
        other = [item.files[key] for key in _HIDDEN if key in item.files]
        gold_texts = [read_segmented(path) for path in other]
        theirs = [(gold_texts[0], gold_texts[1])] if gold_texts else None
        with naming(other[-1] if other else item.files["gold"]):
            path = item.files.get("gold")
            gold = read_gold(path) if path else line_links(*gold_texts)
        if not isinstance(gold, Points):
            self.gold_links[number] = len(gold)
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
                {level: scores[level].statistics[:, 2:] for level in LEVELS if level in scores},
                distinct_links(found, split_nulls=True) if alike else (),
                each.path is None,
            )

    def judged(self, level: str, numbers: Sequence[int]) -> list[int]:
        """Return the documents whose gold has a level: with other segments there are two."""
        tables = next(iter(self.of.values()))
        return [number for number in numbers if level in tables[number].tables]

    def score(self, system: str, level: str, numbers: Sequence[int]) -> Score:
        """Return the score of a system on some documents."""
        rows = []
        for number in self.judged(level, numbers):
            table = self.of[system][number].tables[level]
            labels = np.column_stack([np.full(len(table), number), np.arange(len(table))])
            rows.append(np.column_stack([labels, table]))
        return aggregate.link_score(level, rows, None)

    def figures(self, system: str, level: str, number: int) -> Mapping[str, float]:
        """Return the figures of a system on one document."""
        return self.score(system, level, [number]).values

    def mean(self, system: str, level: str, figure: str, numbers: Sequence[int]) -> float | None:
        """Return the mean of a figure over documents; None if the system failed on all."""
        known = self.judged(level, numbers)
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


def evaluate(plan: Plan, results: Sequence[Result]) -> Report:
    """Score all results of a campaign of sentence alignment.

    Raises:
        InputError: gold cannot be read, or does not fit the texts.
    """
    scores = _Scores(plan, results)
    ranked = [k for k, item in enumerate(scores.items) if item.corpus.rank]
    types: dict[str, list[int]] = defaultdict(list)
    for number, item in enumerate(scores.items):
        types[item.corpus.type].append(number)
    rank_by = list(plan.scores.get("rank_by", ("sentence", "char")))
    rankings = _rankings(plan, scores, rank_by, ranked)
    tables = [
        _ranking_table(scores, rankings, ranked),
        _type_table(scores, types),
        _steadiness_table(scores, types),
        *_left_out_tables(scores, rankings, ranked),
        _score_table(scores, types),
        _document_table(scores),
        _position_table(scores),
        _text_table(scores, types),
        *(
            test_table(f"tests-{level}", f"{LEVELS[level]} F", each)
            for level, each in rankings.items()
            if each.tests
        ),
    ]
    signatures = tuple(f"{LEVELS[level]} F: {each.signature}" for level, each in rankings.items())
    return Report(
        tuple(tables),
        _figures(scores, types, rankings),
        signatures=signatures,
        items={
            system: {number: _wrong_links(scores, system, number) for number in scores.of[system]}
            for system in scores.systems
        },
        documents=tuple(item.title for item in scores.items),
    )


def _figures(
    scores: _Scores, types: Mapping[str, Sequence[int]], rankings: Mapping[str, Ranking]
) -> dict[str, Figure]:
    """Figures 1 and 2 of ARCADE, and where along the texts links are missed."""
    kinds = [f"{number} {kind}" for number, kind in enumerate(types, 1)]
    by_type = [
        Panel(
            f"{LEVELS[level]} F",
            "type of text",
            tuple(
                Series(
                    name,
                    np.array(
                        [scores.mean(name, level, "f1", each) or 0.0 for each in types.values()]
                    ),
                    style,
                )
                for style, name in enumerate(scores.systems)
            ),
            top=1.0,
            low=LOWEST,
        )
        for level in scores.levels[-2:]
    ]
    errors = tuple(
        Series(name, 1 - np.nan_to_num(_mean_errors(scores, name)), style)
        for style, name in enumerate(scores.systems)
    )
    found = {"types": Figure(f"Mean F of the systems by type: {', '.join(kinds)}.", by_type)}
    if len(rankings) >= 2:
        (one, across), (other, up) = list(rankings.items())[:2]
        points = tuple(
            Point(name, across.values[name], up.values[name], style)
            for style, name in enumerate(scores.systems)
            if name in across.values and name in up.values
        )
        panel = PointPanel(f"{LEVELS[other]} F", f"{LEVELS[one]} F", points, fit=False)
        found["ranking"] = Figure("Ranking: mean F over the ranked texts.", [panel], 420.0)
    found["positions"] = Figure(
        "Share of the links found along the texts, by tenths.",
        [Panel("links found", "tenth of the text", errors, top=1.0)],
    )
    return found


def _rankings(
    plan: Plan, scores: _Scores, rank_by: Sequence[str], ranked: Sequence[int]
) -> dict[str, Ranking]:
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
        if scores.judged(level, ranked)
    }


def _ranking_table(
    scores: _Scores,
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


def _type_table(scores: _Scores, types: Mapping[str, Sequence[int]]) -> Table:
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


def _steadiness_table(scores: _Scores, types: Mapping[str, Sequence[int]]) -> Table:
    """What ARCADE found: who is steady over types of text, and characters above links."""
    rows: list[tuple[Entry, ...]] = []
    for name in scores.systems:
        pairs = [
            (scores.mean(name, "align", "f1", each), scores.mean(name, "char", "f1", each))
            for each in types.values()
            if scores.judged("align", each)
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
    scores: _Scores, rankings: Mapping[str, Ranking], ranked: Sequence[int]
) -> list[Table]:
    """Repeat the ranking with each text left out, as ARCADE left out one."""
    names = [name for name in scores.systems if all(name in r.values for r in rankings.values())]
    if not rankings or not names or len(ranked) < 2:
        return []
    figures = np.full((len(names), len(rankings), len(ranked)), np.nan)
    for at, level in np.ndindex(len(names), len(rankings)):
        for number in scores.judged(list(rankings)[level], ranked):
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


def _score_table(scores: _Scores, types: Mapping[str, Sequence[int]]) -> Table:
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


def _document_table(scores: _Scores) -> Table:
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


def _text_table(scores: _Scores, types: Mapping[str, Sequence[int]]) -> Table:
    """Table 1 of Xu and Yvon 2016: links and sentences by text and type, such as languages."""
    rows: list[tuple[Entry, ...]] = []
    for kind, numbers in types.items():
        total = np.zeros(3, np.int64)
        for number in numbers:
            item = scores.items[number]
            sizes = [len(document.segments) for document in read_item(item)]
            counts = np.array([scores.gold_links[number], *sizes])
            total += counts
            rows.append((kind, item.corpus.name, item.name, *counts.tolist()))
        rows.append((kind, "all", f"{len(numbers)} texts", *total.tolist()))
    return Table(
        "texts",
        "Links and sentences of every text",
        ("type", "corpus", "text", "links", "source sentences", "target sentences"),
        tuple(rows),
        labels=3,
        notes=("links with an empty side are counted; gold of offsets has none",),
    )


def position_errors(scores: _Scores, system: str, number: int) -> Floats:
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


def _mean_errors(scores: _Scores, system: str) -> Floats:
    errors = np.array([position_errors(scores, system, k) for k in range(len(scores.items))])
    known = ~np.isnan(errors)
    means: Floats = np.where(known, errors, 0).sum(0) / np.maximum(known.sum(0), 1)
    return means


def _position_table(scores: _Scores) -> Table:
    rows: list[tuple[Entry, ...]] = [
        (name, *(Cell(float(value)) for value in _mean_errors(scores, name)))
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


def _wrong_links(scores: _Scores, system: str, number: int) -> list[dict[str, Any]]:
    """Return what a system did wrong in a text: links missed and links too many, in order."""
    own = set(scores.of[system][number].links)
    gold = scores.gold[number]
    known = set(gold)
    others = {name: set(found[number].links) for name, found in scores.of.items() if name != system}
    wrong = [(link, "missed") for link in gold if link not in own]
    wrong += [(link, "wrong") for link in own if link not in known]
    wrong.sort(key=lambda each: (each[0][0] or (-1,), each[0][1] or (-1,), each[1]))
    texts = [document.segment_texts for document in read_item(scores.items[number])]
    return [
        {
            "kind": kind,
            "source": [_cut(texts[0][k]) for k in link[0]],
            "target": [_cut(texts[1][k]) for k in link[1]],
            "place": [link[0][0] if link[0] else None, link[1][0] if link[1] else None],
            "others": [name for name, links in others.items() if link in links],
        }
        for link, kind in wrong[:_SHOWN]
    ]


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


TASK = Task(
    name="sentences",
    inputs=("source", "target"),
    gold=(),
    optional=_PARAGRAPHS,
    hidden=("gold", *_HIDDEN),
    settings=_SETTINGS,
    scores=SCORES,
    extension=".links",
    formats={
        "reads": ("text", "file"),
        "writes": tuple(each.name for each in formats_of(LINKS)),
    },
    check=_check,
    run=_run,
    prepare=_prepare,
    adopt=_adopt,
    evaluate=evaluate,
    packages=("sentences", "pipeline/steps/sentences"),
)
