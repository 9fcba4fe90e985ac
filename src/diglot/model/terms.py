"""Terms, pairs of terms, tagged sentences, and proposals to be judged."""

from collections.abc import Mapping
from dataclasses import dataclass, field


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
