"""Terms, pairs of terms, tagged sentences, proposals to be judged, sets with marked terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from diglot.model.tables import Table

Span = tuple[int, int]


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
        variants: other forms of the target that translate the source, most frequent first; empty
            where the target is such a form itself.
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
    variants: tuple[str, ...] = ()


# Sentences with part-of-speech tags, as the user's tagger gives them.


@dataclass(frozen=True, slots=True)
class TaggedSentence:
    """A sentence with what a tagger says about its words.

    Attributes:
        words: surface words; one that stands for several (``du``) is one word.
        tags: Universal POS tag of each; that of the first for a word that stands for several.
        lemmas: lemma of each, empty where there is none.
        document: number of its document, from 0.
    """

    words: tuple[str, ...]
    tags: tuple[str, ...]
    lemmas: tuple[str, ...]
    document: int


# Pairs of terms that people are to judge before they become gold.

YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A pair of terms, why it is proposed, and its judgement by people.

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
