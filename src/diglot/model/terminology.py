"""Test sets with marked terms: what terminology metrics are computed on."""

from __future__ import annotations

from dataclasses import dataclass

from diglot.model.tables import Table

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TermMark:
    """A term of the source that has to be translated in a certain way.

    Attributes:
        id: of its entry: the marks of one entry in one segment share it.
        source: the source term as the term list has it.
        alternatives: what may stand for it in the translation, never empty; the form that stands
            in the reference is one of them.
        source_span: half-open character range in the source text; None if unknown.
        target_span: the same in the reference; None if unknown (term lists without places).
        source_lemma: the source was found by its lemma, not as it is written.
        target_lemma: the same of the reference.
        listed: the alternatives as the file spells them in one string; None if it does not.
        verified: whether a person confirmed the mark; None if nobody looked at it.
    """

    id: str
    source: str
    alternatives: tuple[str, ...]
    source_span: Span | None = None
    target_span: Span | None = None
    source_lemma: bool = False
    target_lemma: bool = False
    listed: str | None = None
    verified: bool | None = None


@dataclass(frozen=True, slots=True)
class AnnotatedSegment:
    """A segment of a test set.

    Attributes:
        id: unique in its set.
        source: source text.
        reference: reference translation; None where the set has none.
        terms: the marks, in the order of the source file.
        document: name of its document; None if unknown.
    """

    id: str
    source: str
    reference: str | None
    terms: tuple[TermMark, ...] = ()
    document: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class AnnotatedSet(Table[AnnotatedSegment]):
    """A parallel test set with marked terms.

    Attributes:
        segments: in the order of the file.
        source_language: code; None if nobody said.
        target_language: code; None if nobody said.
        name: of the set.
        notes: remarks for the user: what was repaired or left out in reading.
    """

    segments: tuple[AnnotatedSegment, ...]
    source_language: str | None = None
    target_language: str | None = None
    name: str = ""
    notes: tuple[str, ...] = ()

    ITEMS = "segments"
    COLUMNS = ("id", "source", "reference", "terms")

    def _row(self, item: AnnotatedSegment) -> tuple[object, ...]:
        terms = "; ".join(f"{mark.source} = {' | '.join(mark.alternatives)}" for mark in item.terms)
        return item.id, item.source, item.reference, terms

    def _describe(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, repr=False)
class Hypotheses(Table[str]):
    """What one system made of a test set.

    Attributes:
        texts: one per segment, blank where the system gave nothing.
        ids: of the segments, unique; None where the file only has an order.
        name: of the system.
        notes: remarks for the user.
    """

    texts: tuple[str, ...]
    ids: tuple[str, ...] | None = None
    name: str = ""
    notes: tuple[str, ...] = ()

    ITEMS = "texts"
    COLUMNS = ("text",)

    def _row(self, item: str) -> tuple[object, ...]:
        return (item,)

    def _describe(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class HumanAnswer:
    """What a person said of a term in the output of a system.

    Attributes:
        source: source text.
        term: the term of the source that the person was asked about.
        expected: what it should become.
        output: the translation.
        term_correct: the term is translated correctly; None if nobody answered.
        context_correct: what stands around it is correct; None if nobody answered.
        reference: reference translation; None if unknown.
        segment: id in its test set; None if unknown.
        system: which made the output; None if unknown.
    """

    source: str
    term: str
    expected: str
    output: str
    term_correct: bool | None
    context_correct: bool | None
    reference: str | None = None
    segment: str | None = None
    system: str | None = None
