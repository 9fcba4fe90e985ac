"""Labels that people gave to links between words, and to pairs of sentences."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LabelledLink:
    """A link between words of one sentence pair with what an annotator thinks of it.

    Attributes:
        pair: number of the sentence pair in its text, as the file has it.
        source: zero-based positions of the source words; empty for words without a counterpart.
        target: zero-based positions of the target words.
        label: ``sure``, ``contextual``, ``partial`` or ``wrong``; any other word as it was found.
    """

    pair: int
    source: tuple[int, ...]
    target: tuple[int, ...]
    label: str


@dataclass(frozen=True, slots=True)
class ConfidenceJudgement:
    """How far an annotator thinks that two sentences translate each other.

    Attributes:
        annotator: whose judgement it is, as the file calls him.
        label: ``sure``, ``partial``, ``unperfect``, ``erroneous`` or ``undecidable``; any other
            word as it was found.
        source: zero-based positions of the source words that are not translated, ascending.
        target: the same of the target words.
    """

    annotator: str
    label: str
    source: tuple[int, ...] = ()
    target: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """A pair of sentences with what annotators think of it.

    Attributes:
        id: of the pair, as the file has it.
        source: the source sentence; words stand between single spaces.
        target: the target sentence likewise.
        judgements: one an annotator.
    """

    id: str
    source: str
    target: str
    judgements: tuple[ConfidenceJudgement, ...]
