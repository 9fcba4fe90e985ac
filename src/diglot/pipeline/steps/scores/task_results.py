"""How systems are to be scored in a shared task on terminology, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from diglot.evaluate.statistics.rank_correlation import Correlation
    from diglot.evaluate.statistics.significance import Comparison
    from diglot.evaluate.terminology.term_consistency import Consistency, TaskConsistency
    from diglot.model import AnnotatedSet, Score

TASKS = ("wmt23", "wmt25", "wmt25-documents")
DICTIONARIES = ("proper", "random")
NO_TERMS = "noterm"
"""Mode of a run whose system saw no dictionary."""


@dataclass(frozen=True, slots=True)
class TaskOptions:
    """How a test set of a shared task is read and scored.

    Attributes:
        task: one of ``TASKS``.
        mode: in which the systems ran: ``proper``, ``random`` or ``noterm``; only for warnings.
        terms: file with the terms of every line (2023).
        source_language: code; by default what the files say.
        target_language: the same of the target side.
        lemmas: ``auto`` or ``none``.
        align: link words with diglot's aligner, for consistency.
        links: files of word links, one a system, instead.
        pseudo_references: tables of occurrences, one a system (2025).
        draws: resamples for intervals and tests; 0 for none.
        unit: what is drawn: ``segment`` or ``document``.
    """

    task: str = "wmt25"
    mode: str | None = None
    terms: Path | None = None
    source_language: str | None = None
    target_language: str | None = None
    lemmas: str = "auto"
    align: bool = False
    links: tuple[Path, ...] = ()
    pseudo_references: tuple[Path, ...] = ()
    draws: int = 1000
    unit: str = "segment"


@dataclass(frozen=True, slots=True, eq=False)
class ScoredTask:
    """How one system fared.

    Attributes:
        hypothesis: the file.
        scores: by name, such as ``success_proper``, with intervals.
        consistency: by kind of pseudo-reference, from word links; empty without links.
        first_f1: precision, recall and F1 of 2023, from word links; empty without links.
        published: the consistency of 2025 from a table of occurrences, by kind.
        anomalies: signs that the run is not what it is said to be, in words.
    """

    hypothesis: Path
    scores: Mapping[str, Score]
    consistency: Mapping[str, Consistency] = field(default_factory=dict)
    first_f1: Mapping[str, float] = field(default_factory=dict)
    published: Mapping[str, TaskConsistency] = field(default_factory=dict)
    anomalies: tuple[str, ...] = ()

    @property
    def figures(self) -> dict[str, float]:
        """All figures by name, such as ``success_proper.success``."""
        return {
            f"{name}.{figure}": value
            for name, score in self.scores.items()
            for figure, value in score.values.items()
        }


@dataclass(frozen=True, slots=True, eq=False)
class TaskScores:
    """How several systems fared in a shared task.

    Attributes:
        task: one of ``TASKS``.
        dictionaries: the test set by the dictionary that its marks are from.
        runs: one a system.
        compared: each system with the first.
        correlations: of figures over systems; empty for fewer than three.
        notes: remarks for the user.
    """

    task: str
    dictionaries: Mapping[str, AnnotatedSet]
    runs: tuple[ScoredTask, ...]
    compared: tuple[tuple[ScoredTask, tuple[Comparison, ...]], ...] = ()
    correlations: Mapping[tuple[str, str], Correlation] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
