"""What comes of scoring terminology, and systems in a shared task on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from diglot.evaluate.statistics.ranks import correlations
from diglot.evaluate.statistics.significance import combine_scores, compare_scores
from diglot.evaluate.terminology.texts import token_spans

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from diglot.evaluate.statistics.ranks import Correlation
    from diglot.evaluate.statistics.significance import Comparison
    from diglot.evaluate.terminology.cheat_detection import CheatReport
    from diglot.evaluate.terminology.consistency import Consistency, TaskConsistency
    from diglot.evaluate.terminology.scores import FoundTerm
    from diglot.evaluate.terminology.texts import Tokeniser
    from diglot.model import AnnotatedSet, Score
    from diglot.model.terminology import Span
    from diglot.pipeline.steps.scores.options import MarkedSetOptions

Scored = TypeVar("Scored", "ScoredTerminology", "ScoredTask")

HEADLINES = (
    *("bleu.score", "chrf2.score", "ter.score", "term.score"),
    *("exact_match.surface", "exact_match.accuracy"),
    *("window_overlap_2.matched", "window_overlap_2.all_terms"),
    *("window_overlap_3.matched", "window_overlap_3.all_terms"),
    *("partial.accuracy", "term_bleu_2.score"),
)
"""Figures that systems are compared in, ``metric.figure``; those that are missing are left out."""


def figures_of(scores: Mapping[str, Score]) -> dict[str, float]:
    """Return all figures of scores by name, ``metric.figure``."""
    return {
        f"{name}.{figure}": value
        for name, score in scores.items()
        for figure, value in score.values.items()
    }


@dataclass(frozen=True, slots=True, eq=False)
class ScoredTerminology:
    """How one hypothesis fared.

    Attributes:
        prediction: the file.
        scores: by name of the metric, with intervals.
        terms: what became of every marked term.
        missing: why metrics are not there, by name.
        cheating: signs of terms that were added to please a metric.
        texts: the translations, in the order of the set.
        tokenise: how they were cut; None at white space.
    """

    prediction: Path
    scores: Mapping[str, Score]
    terms: tuple[FoundTerm, ...]
    missing: Mapping[str, str]
    cheating: CheatReport
    texts: tuple[str, ...]
    tokenise: Tokeniser | None = None

    @property
    def figures(self) -> dict[str, float]:
        """All figures by name, such as ``bleu.score``."""
        return figures_of(self.scores)

    @property
    def headlines(self) -> dict[str, float]:
        """The figures of ``HEADLINES`` that are known."""
        return {name: self.figures[name] for name in HEADLINES if name in self.figures}

    def characters(self, segment: int, span: Span) -> Span:
        """Return the range of characters of a range of tokens of a translation."""
        spans = token_spans(self.texts[segment], self.tokenise)
        return spans[span[0]][0], spans[span[1] - 1][1]


@dataclass(frozen=True, slots=True, eq=False)
class TerminologyScores:
    """How several hypotheses fared with one test set.

    Attributes:
        annotated: the test set.
        runs: one a hypothesis.
        compared: every two hypotheses, in the figures of ``HEADLINES``.
        correlations: of the ranks that two figures give the systems; empty for less than three.
        notes: remarks for the user.
    """

    annotated: AnnotatedSet
    runs: tuple[ScoredTerminology, ...]
    compared: tuple[tuple[ScoredTerminology, ScoredTerminology, Comparison], ...] = ()
    correlations: Mapping[tuple[str, str], Correlation] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


# What comes of systems in a shared task on terminology.

DICTIONARIES = ("proper", "random")
NO_TERMS = "noterm"
"""Mode of a run whose system saw no dictionary."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoredTask:
    """How one system fared.

    Attributes:
        prediction: the file.
        scores: by name, such as ``success_proper``, with intervals.
        consistency: by kind of pseudo-reference, from word links; empty without links.
        first_f1: precision, recall and F1 of 2023, from word links; empty without links.
        published: the consistency of 2025 from a table of occurrences, by kind.
        anomalies: signs that the run is not what it is said to be, in words.
    """

    prediction: Path
    scores: Mapping[str, Score]
    consistency: Mapping[str, Consistency] = field(default_factory=dict)
    first_f1: Mapping[str, float] = field(default_factory=dict)
    published: Mapping[str, TaskConsistency] = field(default_factory=dict)
    anomalies: tuple[str, ...] = ()

    @property
    def figures(self) -> dict[str, float]:
        """All figures by name, such as ``success_proper.success``."""
        return figures_of(self.scores)


@dataclass(frozen=True, slots=True, eq=False)
class TaskScores:
    """How several systems fared in a shared task.

    Attributes:
        task: one of ``TASKS``.
        dictionaries: the test set by the dictionary that its marks are from.
        runs: one a system.
        compared: every two systems, in each figure.
        correlations: of figures over systems; empty for fewer than three.
        notes: remarks for the user.
    """

    task: str
    dictionaries: Mapping[str, AnnotatedSet]
    runs: tuple[ScoredTask, ...]
    compared: tuple[tuple[ScoredTask, ScoredTask, Comparison], ...] = ()
    correlations: Mapping[tuple[str, str], Correlation] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


# What systems are compared by.

_FEWEST_SYSTEMS = 3


def compare_systems(
    runs: Sequence[Scored], figures: Sequence[str], options: MarkedSetOptions
) -> tuple[tuple[Scored, Scored, Comparison], ...]:
    """Compare every two systems in figures, named ``metric.figure``."""
    if not options.draws or len(runs) < 2:
        return ()
    wanted = {figure.partition(".")[0] for figure in figures}
    scores = [
        combine_scores("all", {name: run.scores[name] for name in run.scores if name in wanted})
        for run in runs
    ]
    found = compare_scores(scores, tuple(figures), unit=options.unit, draws=options.draws)
    return tuple((runs[one], runs[other], each) for one, other, each in found)


def correlate(runs: Sequence[Mapping[str, float]]) -> dict[tuple[str, str], Correlation]:
    """Correlate the ranks that two figures give three systems or more."""
    if len(runs) < _FEWEST_SYSTEMS:
        return {}
    return correlations({name: [each[name] for each in runs] for name in runs[0]})
