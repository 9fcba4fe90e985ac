"""A termbase: concepts, and the terms that name them in any number of languages."""

from dataclasses import dataclass

from diglot.model.score import Signature
from diglot.model.tables import Table

PREFERRED = "preferred"
ADMITTED = "admitted"
FORBIDDEN = "forbidden"
DO_NOT_TRANSLATE = "do-not-translate"
REJECTED = "rejected"  # a machine's proposal that a person refused: it serves as a stop list
STATUSES = (PREFERRED, ADMITTED, FORBIDDEN, DO_NOT_TRANSLATE, REJECTED)


@dataclass(frozen=True, slots=True)
class Context:
    """A sentence in which a term was found.

    Attributes:
        text: the sentence, in the language of the term.
        translation: the sentence that translates it; None when unknown.
        source: where it comes from, e.g. a file name and a line; None when unknown.
    """

    text: str
    translation: str | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True)
class ConceptTerm:
    """A term as one name of its concept.

    Attributes:
        text: the term, never blank.
        language: language tag, such as ``fr`` or ``pt-BR``; ``und`` when unknown.
        status: one of ``STATUSES``; None when nobody decided.
        part_of_speech: such as ``noun``; None when unknown.
        kind: term type, such as ``full form``, ``acronym``, ``abbreviation``, ``variant``.
        score: confidence that the term names the concept, in [0, 1]; None when unknown.
        frequency: number of occurrences in the text it was found in; None when unknown.
        contexts: sentences that use it.
        source: provenance: a book, a file, the method that found it.
        note: anything else, for people.
        properties: remaining (name, value) pairs of the file, kept as found.
    """

    text: str
    language: str
    status: str | None = None
    part_of_speech: str | None = None
    kind: str | None = None
    score: float | None = None
    frequency: int | None = None
    contexts: tuple[Context, ...] = ()
    source: str | None = None
    note: str | None = None
    properties: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Concept:
    """One meaning, with its terms.

    Attributes:
        id: unique in its termbase, stable when it is written and read again.
        terms: its names, those of one language in order of preference.
        definitions: pairs of a language tag (empty when it belongs to no language) and a text.
        subject: subject field; None when unknown.
        score: confidence that the terms belong together, in [0, 1]; None when unknown.
        source: provenance of the whole entry.
        note: anything else, for people.
        properties: remaining (name, value) pairs of the file, kept as found.
    """

    id: str
    terms: tuple[ConceptTerm, ...]
    definitions: tuple[tuple[str, str], ...] = ()
    subject: str | None = None
    score: float | None = None
    source: str | None = None
    note: str | None = None
    properties: tuple[tuple[str, str], ...] = ()

    def of(self, language: str) -> tuple[ConceptTerm, ...]:
        """Return the terms of one language."""
        return tuple(term for term in self.terms if term.language == language)


@dataclass(frozen=True, slots=True, repr=False)
class Termbase(Table[Concept]):
    """Concepts, and what made them.

    Attributes:
        concepts: in the order of the file or of their rank.
        title: name of the whole.
        notes: remarks for the user: what was left out, repaired or not understood.
        signature: how it was made; None for a termbase of people.
    """

    concepts: tuple[Concept, ...] = ()
    title: str = ""
    notes: tuple[str, ...] = ()
    signature: Signature | None = None

    ITEMS = "concepts"

    def _headings(self) -> tuple[str, ...]:
        return "id", *self.languages, "subject", "score"

    def _row(self, item: Concept) -> tuple[object, ...]:
        terms = ("; ".join(term.text for term in item.of(each)) for each in self.languages)
        return item.id, *terms, item.subject, item.score

    def _describe(self) -> str:
        return ", ".join(filter(None, (self.title, "-".join(self.languages))))

    @property
    def languages(self) -> tuple[str, ...]:
        """Language tags in order of first use."""
        return tuple(dict.fromkeys(term.language for each in self.concepts for term in each.terms))
