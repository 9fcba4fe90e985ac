"""Scores of inferred dictionaries by the rules of TIAD: whole, by edge and by part.

Every score keeps its counts by source word of gold, so that `significance.bootstrap` gives it
intervals and `significance.paired_bootstrap` compares two.

References:
    TIAD 2021, evaluation process (results page of the shared task).
    Goel, Gracia and Forcada 2022, "Bilingual dictionary generation and enrichment via graph
    exploration", Semantic Web Journal (both-word precision and recall; classes of edges as in their
    program `Compare`).
    Efron 1982, "The jackknife, the bootstrap and other resampling plans" (error of the area).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np

from diglot._version import __version__
from diglot.errors import ConfigError, InputError
from diglot.evaluate.lexicons.gold import (
    COUNTS,
    Gold,
    JudgedRows,
    build_gold,
    distinct_rows,
    find_numbers,
    judge_rows,
    mask_known_nodes,
)
from diglot.evaluate.lexicons.pairs import SLACK, SWITCHES, Lemmas, Nodes, Rows, Rules, WordPairs
from diglot.evaluate.rankings.ranked_pairs import count_words
from diglot.evaluate.rankings.splits import IDENTICAL, MULTI, SINGLE
from diglot.evaluate.statistics.aggregate import (
    Floats,
    Ints,
    divide,
    harmonic_mean,
    number_rows,
    precision_recall,
    score,
)
from diglot.evaluate.statistics.significance import MIN_UNITS
from diglot.model import Score, Signature
from diglot.model.score import LABELS


def threshold_grid(step: str | Decimal = "0.05") -> tuple[float, ...]:
    """Return the thresholds from 0 to 1, each the number nearest to its decimal.

    Raises:
        ConfigError: the step is no number, or outside 0.0001 to 1.
    """
    try:
        width = Decimal(step)
    except ArithmeticError as error:
        raise ConfigError(f"the step of thresholds is {step!r}, no number") from error
    if not width.is_finite() or not Decimal("0.0001") <= width <= 1:
        raise ConfigError(f"the step of thresholds is {step}; it must lie between 0.0001 and 1")
    return tuple(float(width * number) for number in range(int(1 / width) + 1))


GRID = threshold_grid()


@dataclass(frozen=True, slots=True)
class SweepRow:
    """Figures at a threshold.

    Attributes:
        threshold: rows with a smaller score do not count.
        precision: 0 if nothing is kept.
        recall: of the gold pairs.
        f1: harmonic mean of both.
        coverage: share of the source words that have a row.
        kept: rows that count; a mean over directions.
        right: the right ones among them; the same.
    """

    threshold: float
    precision: float
    recall: float
    f1: float
    coverage: float
    kept: float
    right: float


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """Figures at thresholds, each array of shape (thresholds,)."""

    thresholds: Floats
    precision: Floats
    recall: Floats
    f1: Floats
    coverage: Floats
    kept: Floats
    right: Floats

    def row(self, at: int) -> SweepRow:
        """Return the figures at the threshold of that number."""
        return SweepRow(*(float(getattr(self, name)[at]) for name in Curve.__slots__))

    @property
    def rows(self) -> tuple[SweepRow, ...]:
        """The figures at each threshold."""
        return tuple(self.row(at) for at in range(len(self.thresholds)))

    @property
    def best(self) -> SweepRow:
        """The highest threshold of those with the best F."""
        ties = np.flatnonzero(self.f1 >= self.f1.max() - 1e-12)
        return self.row(int(ties[np.argmax(self.thresholds[ties])]))


def threshold_curve(run: JudgedRows, gold: Gold, thresholds: Sequence[float] | Floats) -> Curve:
    """Return the figures at thresholds."""
    levels = np.asarray(thresholds, np.float64)
    kept = np.searchsorted(-run.rows.score, SLACK - levels, side="right")
    totals = np.vstack([np.zeros((1, run.counts.shape[1])), np.cumsum(run.counts, axis=0)])[kept]
    right, count, found, covered = (column.astype(np.float64) for column in totals.T)
    precision = divide(right, count)
    recall = found / len(gold)
    return Curve(
        thresholds=levels,
        precision=precision,
        recall=recall,
        f1=harmonic_mean(precision, recall),
        coverage=covered / len(gold.entries),
        kept=count,
        right=right,
    )


def mean_curve(curves: Sequence[Curve]) -> Curve:
    """Return the mean over directions of curves at the same thresholds."""
    return Curve(
        *(np.mean([getattr(each, name) for each in curves], axis=0) for name in Curve.__slots__)
    )


def levels_of(runs: Sequence[JudgedRows]) -> Floats:
    """Return the thresholds at which a figure of any run changes, descending; 1 if none does."""
    found = np.unique(np.concatenate([each.rows.score for each in runs]))[::-1]
    return found if len(found) else np.ones(1)


def sweep(run: JudgedRows, gold: Gold, thresholds: Sequence[float] = GRID) -> tuple[SweepRow, ...]:
    """Return the table of figures at thresholds."""
    return threshold_curve(run, gold, thresholds).rows


def best_threshold(run: JudgedRows, gold: Gold) -> SweepRow:
    """Return the figures at the threshold with the best F of all."""
    return threshold_curve(run, gold, levels_of([run])).best


def area_under_curve(run: JudgedRows, gold: Gold) -> tuple[float, float | None]:
    """Return the area under precision against recall, and its standard error.

    The area is the sum of the steps of recall, each at the precision there. Rows of equal score
    come at once; beyond the highest recall there is nothing. The error is that of source words
    drawn with replacement, by what each of them adds to the area (infinitesimal jackknife, Efron
    1982, chapter 6); None where gold has fewer than ``MIN_UNITS`` of them.
    """
    curve = threshold_curve(run, gold, levels_of([run]))
    steps = np.diff(curve.recall, prepend=0.0)
    area = float((steps * curve.precision).sum())
    if len(gold.entries) < MIN_UNITS:
        return area, None
    # A row of a word moves the precision at its own level and at all below.
    per_row = divide(steps, curve.kept)
    right_below = np.cumsum(per_row[::-1])[::-1]
    kept_below = np.cumsum((per_row * curve.precision)[::-1])[::-1]
    level = np.searchsorted(curve.kept, np.arange(len(run.rows)), side="right")
    right, kept, found, _ = run.counts.T
    adds = found * curve.precision[level] / len(gold)
    adds += right * right_below[level] - kept * kept_below[level]
    entries = len(gold.entries)
    shares = np.bincount(gold.entry, minlength=entries) / len(gold)
    influence = np.bincount(run.entry, adds, minlength=entries) - area * shares
    return area, float(np.sqrt((influence**2).sum()))


THRESHOLD = 0.5
COLUMNS = ("direction", "word", *COUNTS, "gold", "entries")
GIVEN = ("gold", "entries")


@dataclass(frozen=True, slots=True, eq=False)
class LexiconScore:
    """How an inferred dictionary fared.

    Attributes:
        both: ``precision``, ``recall``, ``f1`` and ``coverage`` of rows both of whose words gold
            knows, at the threshold.
        one: the same of rows whose source word gold knows.
        gold: what the rows were judged by.
        run: the rows that were judged, by the filter of the rules, at every threshold.
        threshold: rows with a smaller score do not count.
        sweep: the figures at every threshold of a grid.
        edges: both-word precision and recall as Goel et al. define them.
        best: the threshold with the best F, tuned on this gold: optimistic.
        auc: area under the curve of precision against recall.
        auc_error: its standard error; None where gold has too few source words.
    """

    both: Score
    one: Score
    gold: Gold
    run: JudgedRows
    threshold: float
    sweep: tuple[SweepRow, ...]
    best: SweepRow
    edges: EdgeScore
    auc: float
    auc_error: float | None

    @property
    def main(self) -> Score:
        """The score by the filter of the rules."""
        return self.both if self.gold.rules.filter == "both" else self.one

    def at(self, threshold: float) -> Score:
        """Return the score by the filter of the rules at another threshold."""
        return _score(self.run, self.gold, threshold, self.gold.rules.filter)

    @property
    def other_filter(self) -> Score:
        """The score by the filter that was not asked for."""
        return self.one if self.gold.rules.filter == "both" else self.both

    @property
    def judged_rows(self) -> int:
        """Number of rows that were judged at the threshold; with none precision has no meaning."""
        return self.run.count_from(self.threshold)

    @property
    def signature(self) -> Signature:
        """Every switch, and the threshold."""
        return with_threshold(self.main, self.threshold)


def evaluate(
    gold: Gold | WordPairs | Iterable[Any],
    predicted: WordPairs | Iterable[Any],
    *,
    source_words: Lemmas | None = None,
    target_words: Lemmas | None = None,
    threshold: float = THRESHOLD,
    rules: Rules | None = None,
    thresholds: Sequence[float] = GRID,
) -> LexiconScore:
    """Score an inferred dictionary.

    Args:
        gold: what `lexicon_pairs.gold_of` gives, or the rows it takes.
        predicted: the inferred pairs, as translations, columns, or tuples (source, target, score).
        source_words: words of the source language in the graph; None restricts nothing. With a
            made gold, it says this already, and so it does for the next two.
        target_words: the same of the target language.
        threshold: rows with a smaller score do not count.
        rules: when words are the same, and what is filtered.
        thresholds: of the sweep.

    Raises:
        InputError: gold holds no pair of words of the lexicons, or a row cannot be understood.
        ConfigError: a threshold is outside [0, 1], or a made gold comes with words or rules.
    """
    check_threshold(threshold)
    if not isinstance(gold, Gold):
        gold = build_gold(gold, source_words=source_words, target_words=target_words, rules=rules)
    elif source_words is not None or target_words is not None or rules is not None:
        raise ConfigError("words and rules belong to gold_of where gold is made already")
    pairs = WordPairs.of(predicted)
    if gold.pos and len(pairs) and pairs.source_pos is None:
        raise InputError(
            "the predictions have no parts of speech to match", cure="ignore them (--pos ignore)"
        )
    rows = Rows.of(pairs, gold.numbering.copy())
    distinct = distinct_rows(
        rows.with_parts() if gold.pos else rows, duplicates=gold.rules.duplicates
    )
    runs = {
        each: judge_rows(distinct, gold, read=len(rows), known=each) for each in SWITCHES["filter"]
    }
    run = runs[gold.rules.filter]
    area, error = area_under_curve(run, gold)
    return LexiconScore(
        both=_score(runs["both"], gold, threshold, "both"),
        one=_score(runs["one"], gold, threshold, "one"),
        gold=gold,
        run=run,
        threshold=threshold,
        sweep=sweep(run, gold, thresholds),
        best=best_threshold(run, gold),
        edges=score_edges(rows, gold, threshold),
        auc=area,
        auc_error=error,
    )


def average(scores: Sequence[Score]) -> Score:
    """Return the macro average over directions: the mean of their figures, not one of their sums.

    Its counts are those of all directions side by side, so that it is resampled within each.

    Args:
        scores: one a direction, of one filter, always in the same order.

    Raises:
        ConfigError: there are none, or they were not counted by the same rules.
    """
    if not scores:
        raise ConfigError("there is no direction to take the average of")
    rules = {_switches(each) for each in scores}
    if len(rules) > 1:
        raise ConfigError("the directions were not scored by the same rules")
    width = len(COLUMNS) - LABELS
    columns = [f"{name} {at}" for at in range(len(scores)) for name in COLUMNS[LABELS:]]
    statistics = np.zeros((sum(len(each.statistics) for each in scores), LABELS + len(columns)))
    begin = 0
    for at, each in enumerate(scores):
        rows = statistics[begin : begin + len(each.statistics)]
        rows[:, 0] = at
        rows[:, 1] = each.statistics[:, 1]
        rows[:, LABELS + at * width : LABELS + (at + 1) * width] = each.statistics[:, LABELS:]
        begin += len(rows)
    gold = sum(float(each.statistics[:, COLUMNS.index("gold")].sum()) for each in scores)
    options = [(name, value) for name, value in _options(scores[0]) if name not in GIVEN]
    return score(
        scores[0].metric,
        statistics,
        (*COLUMNS[:LABELS], *columns),
        _macro,
        _signature(*options, ("directions", str(len(scores))), ("gold", f"{gold:.0f}")),
        given=tuple(f"{name} {at}" for at in range(len(scores)) for name in GIVEN),
    )


def dictionary_metrics(counts: Floats) -> dict[str, Floats]:
    """Compute precision, recall, F and coverage of summed counts.

    Args:
        counts: shape (..., 6): the columns after the labels, summed over rows.
    """
    right, kept, found, covered, gold, entries = np.moveaxis(np.asarray(counts), -1, 0)
    coverage = divide(covered, entries)
    return precision_recall(right, kept, found, gold) | {"coverage": coverage}


def with_threshold(found: Score, threshold: float) -> Signature:
    """Return the signature of a score with the threshold in it.

    Scores themselves leave it out, so that systems with thresholds of their own are compared.
    """
    return _signature(("threshold", f"{threshold:g}"), *_options(found))


def check_threshold(threshold: float) -> None:
    """Refuse a threshold outside [0, 1].

    Raises:
        ConfigError: it is, or is no number.
    """
    if not 0 <= threshold <= 1:
        raise ConfigError(f"the threshold is {threshold:g}; it must lie between 0 and 1")


def _macro(counts: Floats) -> dict[str, Floats]:
    width = len(COLUMNS) - LABELS
    each = counts.reshape(*counts.shape[:-1], -1, width)
    return {name: values.mean(axis=-1) for name, values in dictionary_metrics(each).items()}


def _score(run: JudgedRows, gold: Gold, threshold: float, known: str) -> Score:
    """Count by source word at a threshold."""
    entries = len(gold.entries)
    kept = run.count_from(threshold)
    statistics = number_rows(
        *(
            np.bincount(run.entry[:kept], counts, minlength=entries)
            for counts in run.counts[:kept].T
        ),
        np.bincount(gold.entry, minlength=entries),
        np.ones(entries),
    )
    options = dict(gold.rules.options) | {
        "filter": known,
        "restricted": gold.restriction,
        "gold": str(len(gold)),
        "entries": str(entries),
    }
    signature = _signature(*options.items())
    return score(f"{known}-word", statistics, COLUMNS, dictionary_metrics, signature, given=GIVEN)


def _signature(*options: tuple[str, str]) -> Signature:
    return Signature("lexicon", __version__, options)


def _options(found: Score) -> tuple[tuple[str, str], ...]:
    return found.signature.options if found.signature else ()


def _switches(found: Score) -> tuple[tuple[str, str], ...]:
    return tuple(each for each in _options(found) if each[0] in (*SWITCHES, "restricted"))


# Both-word precision and recall: a dictionary's edges against those of a reference graph.
#
# An edge that the reference lacks is wrong only if the reference knows both its words; one that the
# prediction lacks is missed only if the graph it was inferred from knows both. A word with another
# part of speech is another word.

EDGE_COLUMNS = ("direction", "word", "right", "kept", "found", "reachable")
CLASSES = ("neither word", "source word", "target word", "both words")


@dataclass(frozen=True, slots=True, eq=False)
class EdgeScore:
    """How the edges of an inferred dictionary fared.

    Attributes:
        score: ``precision`` (BWP), ``recall`` (BWR) and ``f1``; counts by source word.
        right: edges that the reference has.
        extra: edges that it lacks, by which of their words it knows, for ``CLASSES``.
        missed: edges of the reference that the prediction lacks, by which of their words the
            input graph knows; all are known where no lexicons are given.
        pos: whether parts of speech are part of the words; they are where both sides have them.
    """

    score: Score
    right: int
    extra: tuple[int, int, int, int]
    missed: tuple[int, int, int, int]
    pos: bool


def score_edges(predicted: Rows, gold: Gold, threshold: float) -> EdgeScore:
    """Compare the edges of a prediction with those of a reference.

    Args:
        predicted: its rows, with words as nodes.
        gold: the reference, before it was restricted, and the words of the input graph.
        threshold: rows with a smaller score do not count.
    """
    above = predicted.subset(predicted.score >= threshold - SLACK)
    pos = gold.pos or (gold.edges.has_parts and predicted.has_parts)
    reference = gold.edges if pos else gold.whole
    edges = distinct_rows(above.with_parts() if pos else above, duplicates="max")
    entries, entry = np.unique(reference.source, return_inverse=True)
    targets, target = np.unique(reference.target, return_inverse=True)
    source_at, target_at = find_numbers(edges.source, entries), find_numbers(edges.target, targets)
    known = (source_at >= 0) + 2 * (target_at >= 0)
    judged = known == len(CLASSES) - 1
    codes = entry * len(targets) + target
    of_edges = np.where(judged, source_at * len(targets) + target_at, -1)
    ordered = np.argsort(codes)
    place = find_numbers(of_edges, codes[ordered])
    right = place >= 0
    found = np.zeros(len(codes), np.bool_)
    found[ordered[place[right]]] = True
    in_source = mask_known_nodes(reference.source, gold.source_lexicon, pos=pos)
    in_target = mask_known_nodes(reference.target, gold.target_lexicon, pos=pos)
    reachable = in_source + 2 * in_target
    # Words in the order of gold, not of their numbers, so that resampling is the same every time.
    order = np.argsort(np.unique(entry, return_index=True)[1])
    counts = [
        np.bincount(each, minlength=len(entries))[order]
        for each in (
            source_at[right],
            source_at[judged],
            entry[found],
            entry[found | (reachable == len(CLASSES) - 1)],
        )
    ]
    options = (
        ("pos", "match" if pos else "ignore"),
        ("case", gold.rules.case),
        ("restricted", gold.restriction),
        ("reference", str(len(reference))),
    )
    signature = Signature("lexicon-edges", __version__, options)
    return EdgeScore(
        score=score("edges", number_rows(*counts), EDGE_COLUMNS, edge_metrics, signature),
        right=int(np.count_nonzero(right)),
        extra=_classes(known[~right]),
        missed=_classes(reachable[~found]),
        pos=pos,
    )


def edge_metrics(counts: Floats) -> dict[str, Floats]:
    """Compute both-word precision and recall of summed counts, shape (..., 4)."""
    right, kept, found, reachable = np.moveaxis(np.asarray(counts), -1, 0)
    return precision_recall(right, kept, found, reachable)


def _classes(values: Ints) -> tuple[int, int, int, int]:
    none, source, target, both = np.bincount(values, minlength=len(CLASSES)).tolist()
    return none, source, target, both


# Scores of parts of an inferred dictionary: parts of speech, words with few or many translations.
#
# A part is a property of a pair, so that gold and prediction are divided alike, and each part is
# scored as if it were the whole. Names that are the same in both languages (a third of some graphs)
# are easy to infer and to find in any gold: they stand apart.

SPLITS = ("part of speech", "translations in gold", "words", "spelling")
UNKNOWN = "unknown"
TRANSLATIONS = ("1", "2", "3 or 4", "5 or more")
OTHER = "not identical"
_FROM = (1, 2, 3, 5)


@dataclass(frozen=True, slots=True)
class PartScore:
    """How a part fared at the threshold.

    Attributes:
        split: one of ``SPLITS``.
        part: name of the part.
        gold: gold pairs in it; None where gold does not tell its parts.
        kept: rows in it.
        right: right rows in it.
        precision: None if there is no row.
        recall: None if there is no gold.
        f1: None if one of both is.
    """

    split: str
    part: str
    gold: int | None
    kept: int
    right: int
    precision: float | None
    recall: float | None
    f1: float | None


def part_scores(found: LexiconScore) -> tuple[PartScore, ...]:
    """Score the parts that hold gold or rows."""
    gold, kept = found.gold, found.judged_rows
    rows = found.run.rows.subset(np.arange(kept))
    pair = found.run.gold[:kept]
    numbering = rows.numbering
    scored: list[PartScore] = []

    def add(split: str, names: Sequence[str], of_gold: Nodes | None, of_rows: Nodes) -> None:
        scored.extend(_parts(found, split, names, of_gold, of_rows))

    if gold.rows.has_parts or rows.has_parts:
        of_gold = gold.rows.source_part if gold.rows.has_parts else None
        of_rows = rows.source_part
        if of_gold is not None:
            # A right row is the gold pair that it is, whatever it says of itself.
            of_rows = np.where(pair >= 0, of_gold[pair], of_rows)
        add(SPLITS[0], [name or UNKNOWN for name in numbering.parts], of_gold, of_rows)
        scored.sort(key=lambda each: (-(each.gold or each.kept), each.part))
    bins = np.searchsorted(_FROM, np.bincount(gold.entry), side="right") - 1
    add(SPLITS[1], TRANSLATIONS, bins[gold.entry], bins[found.run.entry[:kept]])
    several = np.array([count_words(text) > 1 for text in numbering.texts])
    ends = [_words(gold, each.source, each.target) for each in (gold.rows, rows)]
    add(SPLITS[2], (SINGLE, MULTI), *((several[s] | several[t]).astype(np.int64) for s, t in ends))
    add(SPLITS[3], (IDENTICAL, OTHER), *((s != t).astype(np.int64) for s, t in ends))
    return tuple(scored)


def _parts(
    found: LexiconScore, split: str, names: Sequence[str], of_gold: Nodes | None, of_rows: Nodes
) -> list[PartScore]:
    counts = found.run.counts[: found.judged_rows]
    size = len(names)
    right, kept, hits = (
        np.bincount(of_rows, counts[:, at], minlength=size).astype(int) for at in range(3)
    )
    gold = None if of_gold is None else np.bincount(of_gold, minlength=size)
    rows = []
    for at, name in enumerate(names):
        if not kept[at] and (gold is None or not gold[at]):
            continue
        precision = right[at] / kept[at] if kept[at] else None
        recall = hits[at] / gold[at] if gold is not None and gold[at] else None
        rows.append(
            PartScore(
                split,
                name,
                None if gold is None else int(gold[at]),
                int(kept[at]),
                int(right[at]),
                precision,
                recall,
                _harmonic(precision, recall),
            )
        )
    return rows


def _words(gold: Gold, *nodes: Ints) -> list[Ints]:
    return [gold.numbering.words_of(each, pos=gold.pos) for each in nodes]


def _harmonic(one: float | None, other: float | None) -> float | None:
    if one is None or other is None:
        return None
    return 2 * one * other / (one + other) if one + other else 0.0
