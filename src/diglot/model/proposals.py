"""Pairs of terms that people are to judge before they become gold."""

from __future__ import annotations

from dataclasses import dataclass

YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A pair of terms, why it is proposed, and what people say.

    Attributes:
        source: the source term.
        target: the target term.
        decision: ``yes``, ``no``, or None while nobody has decided.
        origins: who proposes it: ``vectors``, ``alignment``, ``phrases``.
        similarity: cosine of vectors, or probability of the alignment; None if neither knows it.
        phrase_probability: of the target given the source, in the phrase table; None if the pair
            is not among the best phrases.
        phrase_rank: among the phrases for the source, from 1.
        source_frequency: occurrences in the corpora of the task.
        target_frequency: the same of the target.
        source_context: a sentence with the source term.
        target_context: its translation, with the target term if possible.
        note: what people note.
    """

    source: str
    target: str
    decision: str | None = None
    origins: tuple[str, ...] = ()
    similarity: float | None = None
    phrase_probability: float | None = None
    phrase_rank: int | None = None
    source_frequency: int = 0
    target_frequency: int = 0
    source_context: str = ""
    target_context: str = ""
    note: str = ""
