"""Terms found in text, and pairs of terms that translate each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class TermVariant:
    """Another form of a term.

    Attributes:
        text: the form.
        kind: ``inflection``, ``graphical``, ``morphological``, ``syntactic``…
        frequency: number of occurrences.
    """

    text: str
    kind: str
    frequency: int


@dataclass(frozen=True, slots=True)
class Term:
    """A term of one language, with its variants grouped under a pilot form.

    Attributes:
        text: pilot form: the most frequent surface form.
        language: language code; None when unknown.
        frequency: occurrences of the pilot form.
        documents: number of documents that hold it.
        score: what terms are ranked by; a probability in [0, 1] where a ranker gave it.
        measures: figures by name, e.g. ``c-value``, ``weirdness``, ``specificity``.
        variants: the other forms, most frequent first.
        contexts: zero-based numbers of sentences that hold it, a few.
    """

    text: str
    language: str | None = None
    frequency: int = 0
    documents: int = 0
    score: float | None = None
    measures: Mapping[str, float] = field(default_factory=dict)
    variants: tuple[TermVariant, ...] = ()
    contexts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TermPair:
    """Two terms that may be translations of each other.

    Attributes:
        source: term of the source language.
        target: term of the target language.
        score: what pairs are ranked by, the higher the better; None in a plain ranked list.
        probability: calibrated probability that the pair is right, in [0, 1]; None when unknown.
        termhood: probability that both are terms of the subject, in [0, 1]; None when unknown.
        frequency: how often the two were seen as translations of each other, fractions included;
            None on comparable text.
        source_frequency: sentences that hold the source term; None when unknown.
        target_frequency: sentences that hold the target term; None when unknown.
        reasons: why the pair is believed or doubted, as words for the user.
        contexts: zero-based numbers of sentence pairs that show it, the clearest first.
    """

    source: str
    target: str
    score: float | None = None
    probability: float | None = None
    termhood: float | None = None
    frequency: float | None = None
    source_frequency: int | None = None
    target_frequency: int | None = None
    reasons: tuple[str, ...] = ()
    contexts: tuple[int, ...] = ()
