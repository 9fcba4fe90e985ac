"""Scores of the tasks ``labels`` and ``words``: what people judged, and what systems have of it.

What people chose is shown by itself, too: which labels stand how often in which languages, how far
annotators agree, how large the last parts are.

Reference: Xu and Yvon 2016, "Novel elicitation and annotation schemes for sentential and
sub-sentential alignments of bitexts", sections 3.2 and 3.3, figure 3.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot import formats
from diglot.campaign.tables import Cell, Entry, Report, Table, mark_best
from diglot.campaign.tasks import (
    SAME_LETTER,
    SHOWN,
    Item,
    Result,
    intervals_of,
    number_items,
    rank_by_f1,
)
from diglot.errors import naming
from diglot.evaluate.agreement import label_agreement, label_matrix, with_interval
from diglot.evaluate.alignments import trees as word_trees
from diglot.evaluate.alignments import words as word_scores
from diglot.evaluate.alignments.confidence import against_labels, mean_auc, unanimous_links
from diglot.evaluate.statistics import aggregate
from diglot.evaluate.statistics.significance import DRAWS, bootstrap
from diglot.files.lines import stream_lines
from diglot.formats.judgements.transread_labels import LABELS, read_labels, read_texts
from diglot.formats.links.transread import read_trees_with_tokens
from diglot.model import BisegmentTrees, LabelledLink, Score, WordLinks
from diglot.report.plots.figures import Figure
from diglot.report.plots.points import StackPanel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from diglot.campaign.plan import Plan
    from diglot.evaluate.statistics.aggregate import Floats

    Words = tuple[str, ...]

_WRONG = LABELS.index("wrong")
_COLUMNS = ("document", "pair", *aggregate.COLUMNS[2:])


# What people judged, and the texts that they judged it on.


def texts_of(item: Item) -> tuple[tuple[Words, ...], tuple[Words, ...]]:
    """Return the words of every sentence pair of a document, source and target.

    Raises:
        InputError: the file cannot be read.
    """
    if "trees" in item.files:
        divided = _divided(item.files["trees"])
        return divided.source, divided.target
    if "gold" in item.files:
        return _lines(item.files["source"]), _lines(item.files["target"])
    pairs = _pairs(item.files["texts"])
    return tuple(pair[0] for pair in pairs.values()), tuple(pair[1] for pair in pairs.values())


@lru_cache(maxsize=64)
def _lines(path: Path) -> tuple[Words, ...]:
    return tuple(tuple(line.split()) for line in stream_lines(path))


_divided = lru_cache(maxsize=64)(read_trees_with_tokens)


@lru_cache(maxsize=64)
def _pairs(path: Path) -> dict[int, tuple[Words, Words]]:
    return dict(sorted(read_texts(path).items()))


# Scores: which of the links that people judged a system has. A document that it failed on counts as
# one without links.


class Scores:
    """What people judged, and what each system has of it, by number of the document."""

    def __init__(self, plan: Plan, results: Sequence[Result]) -> None:
        self.systems = [system.name for system in plan.systems]
        self.items, place = number_items(results)
        self.links: dict[str, dict[int, WordLinks | None]] = {name: {} for name in self.systems}
        for each in results:
            number = place[each.item.corpus.name, each.item.name]
            self.links[each.system][number] = None
            if each.path is not None:
                self.links[each.system][number] = formats.read_word_links(
                    each.path, format="pharaoh"
                )
        self.labelled = {
            number: _agreed(item) for number, item in enumerate(self.items) if "texts" in item.files
        }
        self.trees: dict[int, BisegmentTrees] = {
            number: _divided(item.files["trees"]).trees
            for number, item in enumerate(self.items)
            if "trees" in item.files
        }
        self.gold = {
            number: read_gold(item)
            for number, item in enumerate(self.items)
            if "gold" in item.files
        }
        self.types: dict[str, list[int]] = defaultdict(list)
        for number, item in enumerate(self.items):
            self.types[item.corpus.type].append(number)

    def link_keys(self, system: str, number: int) -> set[tuple[int, int, int]]:
        """Return the links of a system: pair, source and target word."""
        links = self.links[system][number]
        return set() if links is None else links_of(links)

    def score(self, system: str, numbers: Sequence[int]) -> Score:
        """Return how a system chose among labelled links; a row is a sentence pair."""
        rows = []
        for number in numbers:
            own = self.link_keys(system, number)
            table: dict[int, Floats] = defaultdict(lambda: np.zeros(4))
            for link in self.labelled[number]:
                right, kept = link.label != "wrong", _key(link) in own
                table[link.pair] += (right and kept, kept, right and kept, right)
            labels = [(number, pair) for pair in sorted(table)]
            rows.append(np.column_stack([labels, [table[pair] for _, pair in labels]]))
        metrics = partial(aggregate.link_metrics, metric="labels")
        return aggregate.score("labels", np.vstack(rows), _COLUMNS, metrics, given=("gold",))

    def errors(self, system: str, numbers: Sequence[int]) -> Score:
        """Return how the links of a system agree with sure and possible ones of people."""
        found = []
        for number in numbers:
            gold = self.gold[number]
            own = self.links[system][number] or _no_links(gold.pairs)
            found.append(word_scores.score(own, gold))
            found[-1].statistics[:, 0] = number
        return replace(found[0], statistics=np.vstack([each.statistics for each in found]))


def links_of(links: WordLinks) -> set[tuple[int, int, int]]:
    """Return links as pair, source and target word."""
    pairs = np.repeat(np.arange(links.pairs), np.diff(links.offsets))
    return set(zip(pairs.tolist(), links.source.tolist(), links.target.tolist(), strict=True))


def read_gold(item: Item) -> WordLinks:
    """Read the sure and possible links of a document.

    Raises:
        InputError: they cannot be read, or do not fit its sentences.
    """
    source, target = (np.array([*map(len, side)], np.int64) for side in texts_of(item))
    return formats.read_word_links(item.files["gold"], lengths=(source, target))


def _no_links(pairs: int) -> WordLinks:
    none = np.zeros(0, np.int32)
    return WordLinks(np.zeros(pairs + 1, np.int64), none, none)


def _agreed(item: Item) -> tuple[LabelledLink, ...]:
    """Return the links with one label by all, pairs numbered from 0 as in the output."""
    places = {pair: place for place, pair in enumerate(_pairs(item.files["texts"]))}
    found = unanimous_links([each.links for each in _annotations(item).values()])
    return tuple(replace(link, pair=places[link.pair]) for link in found)


def _annotations(item: Item) -> dict[str, Any]:
    texts = _pairs(item.files["texts"])
    return {
        key.partition("/")[2]: read_labels(path, texts=texts)
        for key, path in item.files.items()
        if key.startswith("labels/")
    }


def _key(link: LabelledLink) -> tuple[int, int, int]:
    return link.pair, link.source[0], link.target[0]


def evaluate(plan: Plan, results: Sequence[Result]) -> Report:
    """Score all results of a campaign on labels and trees.

    Raises:
        InputError: a file of people cannot be read, or an output does not fit its text.
    """
    scores = Scores(plan, results)
    tables: list[Table] = []
    signatures: list[str] = []
    figures = {}
    if scores.labelled:
        note = "right is what annotators label, but not as wrong"
        ranking, signature = _ranking_table(
            plan, scores, "ranking", [*scores.labelled], scores.score, note
        )
        tables += [ranking, _label_table(plan, scores), _kept_table(plan, scores)]
        tables.append(_agreement_table(scores))
        signatures.append(signature)
        figures["labels"] = _label_figure(scores)
    if scores.gold:
        note = "right are possible links, found are sure ones; AER: alignment error rate"
        name = "links" if scores.labelled else "ranking"
        ranking, signature = _ranking_table(plan, scores, name, [*scores.gold], scores.errors, note)
        tables += [ranking, _error_table(plan, scores)]
        signatures.append(signature)
    if scores.trees:
        tables += [_leaf_table(plan, scores), _tree_table(plan, scores)]
    return Report(
        tuple(tables),
        figures,
        signatures=tuple(filter(None, signatures)),
        items={
            system: {
                **{number: _wrong(scores, system, number) for number in scores.labelled},
                **{number: _wrong_links(scores, system, number) for number in scores.gold},
            }
            for system in scores.systems
        },
        documents=tuple(item.title for item in scores.items),
    )


def _ranking_table(
    plan: Plan,
    scores: Scores,
    table: str,
    judged: Sequence[int],
    score: Callable[[str, Sequence[int]], Score],
    note: str,
) -> tuple[Table, str]:
    """Rank the systems by F, AER or AUC behind; give the signature, too."""
    ranked = [number for number in judged if scores.items[number].corpus.rank]
    working = [
        name
        for name in scores.systems
        if any(scores.links[name][number] is not None for number in ranked)
    ]
    found = {name: score(name, ranked) for name in working}
    ranking = rank_by_f1(plan, found) if found else None
    known = ranking.values if ranking else ()
    intervals = dict(zip(found, intervals_of(plan, *found.values()), strict=True))
    order = [*known, *(name for name in scores.systems if name not in working)]

    def cell(name: str, figure: str) -> Cell:
        if ranking is None or name not in found:
            return Cell(None)
        means = [each[figure] for each in aggregate.per_document(found[name])]
        interval = intervals[name].get(figure)
        letters = ranking.letters.get(name, "") if figure == "f1" else ""
        return Cell(float(np.mean(means)), interval, letters, items=(name, tuple(ranked)))

    columns = [[cell(name, figure) for name in order] for figure in ("f1", "precision", "recall")]
    marked = mark_best(columns)
    if score == scores.errors:  # the lowest is the best
        marked.append([cell(name, "aer") for name in order])
    else:
        aucs = [_auc(scores, name, ranked) if name in found else Cell(None) for name in order]
        marked += mark_best([aucs])
    rows = [
        (name, *cells, sum(scores.links[name][k] is None for k in ranked) or None)
        for name, *cells in zip(order, *marked, strict=True)
    ]
    notes = [f"mean over {len(ranked)} texts; {note}"]
    if ranking:
        notes += [ranking.note] if ranking.note else [SAME_LETTER] if ranking.letters else []
    head = ("system", "F", "P", "R", "AER" if score == scores.errors else "AUC of wrong", "failed")
    shown = Table(table, "Ranking", head, tuple(rows), notes=tuple(notes), brief=True)
    return shown, f"F: {ranking.signature}" if ranking else ""


def _error_table(plan: Plan, scores: Scores) -> Table:
    rows: list[tuple[Entry, ...]] = []
    for number in scores.gold:
        item = scores.items[number]
        for name in scores.systems:
            failed = scores.links[name][number] is None
            score = scores.errors(name, [number])
            cells = (
                Cell(None) if failed else replace(cell, items=(name, (number,)))
                for cell in _cells(plan, score, "precision", "recall", "f1", "aer")
            )
            rows.append((item.corpus.type, item.name, name, *cells))
    return Table(
        "errors",
        "Precision, recall, F and AER of every text",
        ("type", "text", "system", "P", "R", "F", "AER"),
        tuple(rows),
        labels=3,
    )


def _auc(scores: Scores, system: str, numbers: Sequence[int]) -> Cell:
    """Show the mean over documents of how well probabilities tell wrong links from sure ones."""
    found = [
        against_labels(links, scores.labelled[number], base=0).labels[_WRONG]
        for number in numbers
        if (links := scores.links[system][number]) is not None and links.scores is not None
    ]
    return Cell(*mean_auc(found), items=(system, tuple(numbers)))


def _tally(scores: Scores, numbers: Sequence[int], system: str | None = None) -> Floats:
    """Count labels by sentence pair: document, pair, links of each label (that a system has)."""
    table: dict[tuple[int, int], Floats] = defaultdict(lambda: np.zeros(len(LABELS)))
    for number in numbers:
        own = scores.link_keys(system, number) if system else ()
        for link in scores.labelled.get(number, ()):
            counted = system is None or _key(link) in own
            table[number, link.pair][LABELS.index(link.label)] += counted
    return np.array([[*pair, *counts] for pair, counts in table.items()])


def _shares(plan: Plan, above: Floats, below: Floats) -> list[Cell]:
    """Return the shares that labels have of other counts of the same pairs, with intervals."""
    names = [*(f"{label}, above" for label in LABELS), *(f"{label}, below" for label in LABELS)]
    columns = (*_COLUMNS[:2], *names)
    parts = {label: (f"{label}, above", f"{label}, below") for label in LABELS}
    rows = np.hstack([above, np.broadcast_to(below, (len(above), len(LABELS)))])
    return _cells(plan, aggregate.score("shares", rows, columns, aggregate.ratios(columns, parts)))


def _cells(plan: Plan, score: Score, *names: str) -> list[Cell]:
    """Return figures of sums over all rows as cells; those that divide by nothing are empty."""
    if not len(score.statistics):
        return [Cell(None) for _ in names]
    score = bootstrap(score, draws=plan.scores.get("draws", DRAWS), seed=plan.scores.get("seed", 0))
    return [Cell(score.values[name], score.intervals.get(name)) for name in names or score.values]


def _label_table(plan: Plan, scores: Scores) -> Table:
    """Figure 3 of the paper as a table."""
    rows: list[tuple[Entry, ...]] = []
    for kind, numbers in (*scores.types.items(), ("all", [*scores.labelled])):
        if len(tally := _tally(scores, numbers)):
            counts = tally[:, 2:].sum(axis=0).astype(int).tolist()
            shares = _shares(plan, tally, tally[:, 2:].sum(axis=1, keepdims=True))
            rows.append((kind, sum(counts), *counts, *shares))
    return Table(
        "labels",
        "Labels of links by language pair",
        ("type", "links", *LABELS, *(f"{label}, share" for label in LABELS)),
        tuple(rows),
        notes=("links of one word with one word on whose label all annotators agree",),
        brief=True,
    )


def _label_figure(scores: Scores) -> Figure:
    kinds, shares = [], []
    for kind, numbers in scores.types.items():
        if len(tally := _tally(scores, numbers)):
            counts = tally[:, 2:].sum(axis=0)
            kinds.append(f"{kind} ({counts.sum():,.0f})")
            shares.append(counts / counts.sum())
    panel = StackPanel("share of the links", LABELS, tuple(kinds), np.array(shares))
    return Figure("Labels of links by language pair.", [panel])


def _kept_table(plan: Plan, scores: Scores) -> Table:
    rows: list[tuple[Entry, ...]] = []
    for kind, numbers in scores.types.items():
        here = [number for number in numbers if number in scores.labelled]
        for name in scores.systems if here else ():
            every = _tally(scores, here)[:, 2:]
            cells = (
                replace(cell, items=(name, (*here,))) if whole else Cell(None)
                for cell, whole in zip(
                    _shares(plan, _tally(scores, here, name), every), every.sum(axis=0), strict=True
                )
            )
            rows.append((kind, name, *cells))
    return Table(
        "kept",
        "Labelled links that systems have, by label",
        ("type", "system", *LABELS),
        tuple(rows),
        labels=2,
        notes=("share of the links with a label; of wrong links low is good",),
    )


def _agreement_table(scores: Scores) -> Table:
    rows: list[tuple[Entry, ...]] = []
    for number in scores.labelled:
        item = scores.items[number]
        given = {
            name: {(link.pair, link.source, link.target): link.label for link in each.links}
            for name, each in _annotations(item).items()
        }
        if len(given) < 2:
            continue
        groups = {key: key[0] for links in given.values() for key in links}
        found = label_agreement(label_matrix(given, groups=groups, labels=LABELS))
        score = with_interval(found.score)
        cells = (
            Cell(
                None if np.isnan(score.values[name]) else score.values[name],
                score.intervals.get(name),
            )
            for name in ("raw", "alpha", "kappa")
        )
        rows.append((item.corpus.name, item.name, len(given), found.items, *cells))
    return Table(
        "agreement",
        "Agreement of annotators on labels",
        ("corpus", "text", "annotators", "links", "raw", "alpha", "kappa"),
        tuple(rows),
        labels=2,
        notes=("sentence pairs are drawn; fewer than ten give no interval",),
    )


def _leaf_table(plan: Plan, scores: Scores) -> Table:
    """Sizes of final bisegments by text."""
    rows: list[tuple[Entry, ...]] = []
    heads: tuple[str, ...] = ()
    for number, trees in scores.trees.items():
        found = word_trees.leaf_counts(_no_links(trees.pairs), trees)
        heads = tuple(found.sizes)
        item = scores.items[number]
        shares = _cells(plan, found.shares, *heads)
        rows.append((item.corpus.type, item.name, trees.pairs, found.leaves, *shares))
    return Table(
        "leaves",
        "Final bisegments by size",
        ("type", "text", "pairs", "final bisegments", *heads),
        tuple(rows),
        labels=2,
        brief=True,
    )


def _tree_table(plan: Plan, scores: Scores) -> Table:
    rows: list[tuple[Entry, ...]] = []
    for number, trees in scores.trees.items():
        item = scores.items[number]
        for name in scores.systems:
            links = scores.links[name][number]
            if links is None:
                rows.append((item.corpus.name, item.name, name, *[None] * 5))
                continue
            with naming(item.files["trees"]):
                found = word_trees.score(links, trees)
                inside = word_trees.leaf_counts(links, trees)
            cells = _cells(plan, found["leaves"], "f1", "weighted_aer")
            cells += _cells(plan, found["nodes"], "consistency")
            shares = _cells(plan, inside.shares, *inside.links)
            cells += [
                cell if whole else Cell(None)
                for cell, (_, whole) in zip(shares, inside.links.values(), strict=True)
            ]
            rows.append((item.corpus.name, item.name, name, *cells))
    return Table(
        "trees",
        "Word links against trees",
        (
            *("corpus", "text", "system", "leaf F", "leaf-weighted AER", "node consistency"),
            *("sure links inside", "possible links inside"),
        ),
        tuple(rows),
        labels=3,
        notes=("inside: share of the links within one final bisegment",),
        brief=True,
    )


def _wrong(scores: Scores, system: str, number: int) -> list[dict[str, Any]]:
    """Return what a system did wrong in a text: wrong links that it has, others that it lacks."""
    source, target = texts_of(scores.items[number])
    own = scores.link_keys(system, number)
    others = {name: scores.link_keys(name, number) for name in scores.systems if name != system}
    found = []
    for link in scores.labelled[number]:
        key = _key(link)
        if (link.label == "wrong") == (key in own):
            found.append(
                {
                    "kind": f"has a wrong link: {' '.join(source[key[0]])}"
                    if key in own
                    else f"missed, {link.label}: {' '.join(source[key[0]])}",
                    "source": [source[key[0]][key[1]]],
                    "target": [target[key[0]][key[2]]],
                    "others": [name for name, links in others.items() if key in links],
                }
            )
    return found[:SHOWN]


def _wrong_links(scores: Scores, system: str, number: int) -> list[dict[str, Any]]:
    """Return the links of a system that are not even possible, and the sure ones that it lacks."""
    source, target = texts_of(scores.items[number])
    own, gold = scores.link_keys(system, number), scores.gold[number]
    others = {name: scores.link_keys(name, number) for name in scores.systems if name != system}
    known = links_of(gold)
    sure = (
        known if gold.possible is None else links_of(word_scores.select_links(gold, ~gold.possible))
    )
    wrong = [(key, "wrong") for key in own - known] + [(key, "missed") for key in sure - own]
    return [
        {
            "kind": kind,
            "source": [source[pair][one]],
            "target": [target[pair][other]],
            "place": [pair, None],
            "others": [name for name, links in others.items() if (pair, one, other) in links],
        }
        for (pair, one, other), kind in sorted(wrong)[:SHOWN]
    ]
