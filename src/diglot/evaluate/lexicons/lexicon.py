"""Scores of inferred dictionaries by the rules of TIAD: precision, recall, F, coverage.

Every score keeps its counts by source word of gold, so that `significance.bootstrap` gives it
intervals and `significance.paired_bootstrap` compares two.

References:
    TIAD 2021, evaluation process (results page of the shared task).
    Goel, Gracia and Forcada 2022, "Bilingual dictionary generation and enrichment via graph
    exploration", Semantic Web Journal (both-word precision and recall).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

import diglot
from diglot.errors import ConfigError, InputError
from diglot.evaluate.lexicons.lexicon_edges import EdgeScore, score_edges
from diglot.evaluate.lexicons.lexicon_gold import Gold, gold_of
from diglot.evaluate.lexicons.lexicon_judgement import COUNTS, Judged, distinct_rows, judged
from diglot.evaluate.lexicons.pairs import SWITCHES, Rows, Rules, WordPairs
from diglot.evaluate.lexicons.thresholds import GRID, SweepRow, area, best, sweep
from diglot.evaluate.statistics.aggregate import divide, score
from diglot.model import Signature
from diglot.model.score import LABELS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from diglot.evaluate.lexicons.pairs import Lemmas
    from diglot.model import Score

__all__ = [
    "COLUMNS",
    "GIVEN",
    "LexiconScore",
    "Rules",
    "WordPairs",
    "average",
    "evaluate",
    "figures",
    "gold_of",
]

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
    """

    both: Score
    one: Score
    gold: Gold
    run: Judged
    threshold: float
    sweep: tuple[SweepRow, ...]
    best: SweepRow
    edges: EdgeScore
    auc: float

    @property
    def main(self) -> Score:
        """The score by the filter of the rules."""
        return self.both if self.gold.rules.filter == "both" else self.one

    @property
    def other(self) -> Score:
        """The score by the filter that was not asked for."""
        return self.one if self.gold.rules.filter == "both" else self.both

    @property
    def kept(self) -> int:
        """Number of rows that were judged at the threshold; with none precision has no meaning."""
        return self.run.kept(self.threshold)

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
        gold = gold_of(gold, source_words=source_words, target_words=target_words, rules=rules)
    elif source_words is not None or target_words is not None or rules is not None:
        raise ConfigError("words and rules belong to gold_of where gold is made already")
    pairs = WordPairs.of(predicted)
    if gold.pos and len(pairs) and pairs.source_pos is None:
        raise InputError(
            "the predictions have no parts of speech to match", cure="ignore them (--pos ignore)"
        )
    rows = Rows.of(pairs, gold.numbering.copy())
    distinct = distinct_rows(
        rows.with_parts() if gold.pos else rows,
        duplicates=gold.rules.duplicates,
    )
    runs = {each: judged(distinct, gold, read=len(rows), known=each) for each in SWITCHES["filter"]}
    run = runs[gold.rules.filter]
    return LexiconScore(
        both=_score(runs["both"], gold, threshold, "both"),
        one=_score(runs["one"], gold, threshold, "one"),
        gold=gold,
        run=run,
        threshold=threshold,
        sweep=sweep(run, gold, thresholds),
        best=best(run, gold),
        edges=score_edges(rows, gold, threshold),
        auc=area(run, gold),
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
        given=tuple(f"{name} {at}" for at in range(len(scores)) for name in GIVEN),
        aggregate=_macro,
        signature=_signature(*options, ("directions", str(len(scores))), ("gold", f"{gold:.0f}")),
    )


def figures(counts: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    """Compute precision, recall, F and coverage of summed counts.

    Args:
        counts: shape (..., 6): the columns after the labels, summed over rows.
    """
    right, kept, found, covered, gold, entries = np.moveaxis(np.asarray(counts), -1, 0)
    precision, recall = divide(right, kept), divide(found, gold)
    return {
        "precision": precision,
        "recall": recall,
        "f1": divide(2 * precision * recall, precision + recall),
        "coverage": divide(covered, entries),
    }


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


def _macro(counts: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    width = len(COLUMNS) - LABELS
    each = counts.reshape(*counts.shape[:-1], -1, width)
    return {name: values.mean(axis=-1) for name, values in figures(each).items()}


def _score(run: Judged, gold: Gold, threshold: float, known: str) -> Score:
    """Count by source word at a threshold."""
    entries = len(gold.entries)
    statistics = np.zeros((entries, len(COLUMNS)))
    statistics[:, 1] = np.arange(entries)
    kept = run.kept(threshold)
    for at in range(len(COUNTS)):
        statistics[:, LABELS + at] = np.bincount(
            run.entry[:kept], run.counts[:kept, at], minlength=entries
        )
    statistics[:, -2] = np.bincount(gold.entry, minlength=entries)
    statistics[:, -1] = 1
    options = dict(gold.rules.options) | {
        "filter": known,
        "restricted": gold.restricted,
        "gold": str(len(gold)),
        "entries": str(entries),
    }
    return score(
        f"{known}-word",
        statistics,
        COLUMNS,
        given=GIVEN,
        aggregate=figures,
        signature=_signature(*options.items()),
    )


def _signature(*options: tuple[str, str]) -> Signature:
    return Signature("lexicon", diglot.__version__, options)


def _options(found: Score) -> tuple[tuple[str, str], ...]:
    return found.signature.options if found.signature else ()


def _switches(found: Score) -> tuple[tuple[str, str], ...]:
    return tuple(each for each in _options(found) if each[0] in (*SWITCHES, "restricted"))
