"""A termbase as statements: SKOS with SKOS-XL, or OntoLex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.formats import rdf_names as names
from diglot.formats.rdf_names import DIGLOT, Value, node
from diglot.formats.termbases.tbx_names import camel
from diglot.formats.termbases.termbase import by_language
from diglot.model.termbase import ADMITTED, FORBIDDEN, PREFERRED

if TYPE_CHECKING:
    from diglot.formats.blocks import Skips
    from diglot.formats.rdf_names import Statements
    from diglot.model import Concept, ConceptTerm, Termbase

UNDECIDED = "undecided"
# Labels by what status they tell a reader that knows SKOS only.
LABELS = {"prefLabel": PREFERRED, "altLabel": ADMITTED, "hiddenLabel": FORBIDDEN}
AUTHORISATIONS = {
    PREFERRED: "preferredTerm",
    ADMITTED: "admittedTerm",
    FORBIDDEN: "deprecatedTerm",
}
PARTS_OF_SPEECH = frozenset({"noun", "verb", "adjective", "adverb", "properNoun"})


class Statement:
    """Collects statements by subject and predicate."""

    def __init__(self) -> None:
        self.all: Statements = {}

    def add(self, subject: str, predicate: str, *values: Value) -> None:
        """Say something of a subject."""
        if values:
            self.all.setdefault(subject, {}).setdefault(predicate, []).extend(values)

    def text(self, subject: str, predicate: str, text: str | None) -> None:
        """Say a text without a language, if there is one."""
        if text is not None:
            self.add(subject, predicate, Value(text))


def skos(termbase: Termbase, base: str, skips: Skips) -> Statements:
    """Return a termbase as SKOS; labels with data of their own are SKOS-XL labels, too.

    Reference: SKOS Reference, W3C 2009, sections 5 and appendix B; condition S14: no more than one
    preferred label a language.
    """
    said = Statement()
    _scheme(said, termbase, base)
    for concept in termbase.concepts:
        iri = names.iri_of(concept.id, base)
        _concept(said, iri, concept, base)
        place = 0
        for terms in by_language(concept.terms).values():
            labels = _labels(terms, skips)
            for term, label in zip(terms, labels, strict=True):
                place += 1
                said.add(iri, names.SKOS + label, Value(term.text, term.language))
                if term.status != LABELS[label] or _has_data(term):
                    own = f"{iri}/t{place}"
                    said.add(iri, names.XL + label, node(own))
                    said.add(own, names.TYPE, node(names.XL + "Label"))
                    said.add(own, names.XL + "literalForm", Value(term.text, term.language))
                    said.text(own, DIGLOT + "status", term.status or UNDECIDED)
                    _data(said, own, term)
    return said.all


def ontolex(termbase: Termbase, base: str, skips: Skips) -> Statements:
    """Return a termbase as OntoLex: an entry and a sense a term, translations between senses.

    Reference: Lexicon Model for Ontologies, W3C 2016, modules ontolex, lime and vartrans.
    """
    said = Statement()
    _scheme(said, termbase, base)
    for language in termbase.languages:
        lexicon = f"{base}$lexicon-{language}"
        if names.IRI.fullmatch(lexicon):
            said.add(lexicon, names.TYPE, node(names.LIME + "Lexicon"))
            said.add(lexicon, names.LIME + "language", Value(language))
    for concept in termbase.concepts:
        iri = names.iri_of(concept.id, base)
        _concept(said, iri, concept, base)
        senses: list[tuple[str, str]] = []
        for place, term in enumerate(concept.terms, 1):
            entry = f"{iri}/t{place}"
            sense, form = f"{entry}/sense", f"{entry}/form"
            lexicon = f"{base}$lexicon-{term.language}"
            if lexicon in said.all:
                said.add(lexicon, names.LIME + "entry", node(entry))
            said.add(entry, names.TYPE, node(names.ONTOLEX + "LexicalEntry"))
            said.text(entry, names.LIME + "language", term.language)
            said.add(entry, names.ONTOLEX + "canonicalForm", node(form))
            said.add(entry, names.ONTOLEX + "sense", node(sense))
            part = camel(term.part_of_speech or "")
            if part in PARTS_OF_SPEECH:
                said.add(entry, names.LEXINFO + "partOfSpeech", node(names.LEXINFO + part))
            said.add(form, names.TYPE, node(names.ONTOLEX + "Form"))
            said.add(form, names.ONTOLEX + "writtenRep", Value(term.text, term.language))
            said.add(sense, names.TYPE, node(names.ONTOLEX + "LexicalSense"))
            said.add(sense, names.ONTOLEX + "reference", node(iri))
            if term.status in AUTHORISATIONS:
                value = names.LEXINFO + AUTHORISATIONS[term.status]
                said.add(sense, names.LEXINFO + "normativeAuthorization", node(value))
            else:
                said.text(sense, DIGLOT + "status", term.status)
            _data(said, sense, term)
            senses.append((sense, term.language))
        _translations(said, iri, senses)
    if not said.all:
        skips.add("termbase without concepts")
    return said.all


def _scheme(said: Statement, termbase: Termbase, base: str) -> None:
    """Say what holds for the whole."""
    scheme = base + names.SCHEME
    said.add(scheme, names.TYPE, node(names.SKOS + "ConceptScheme"))
    said.text(scheme, names.DCT + "title", termbase.title or None)
    said.text(scheme, DIGLOT + "base", base)
    if termbase.signature is not None:
        said.text(scheme, DIGLOT + "signature", str(termbase.signature))


def _concept(said: Statement, iri: str, concept: Concept, base: str) -> None:
    said.add(iri, names.TYPE, node(names.SKOS + "Concept"))
    said.add(iri, names.SKOS + "inScheme", node(base + names.SCHEME))
    for language, text in concept.definitions:
        said.add(iri, names.SKOS + "definition", Value(text, language or None))
    said.text(iri, names.DCT + "subject", concept.subject)
    if concept.score is not None:
        value = Value(repr(float(concept.score)), datatype=names.DOUBLE)
        said.add(iri, DIGLOT + "score", value)
    said.text(iri, names.DCT + "source", concept.source)
    said.text(iri, names.SKOS + "note", concept.note)
    _properties(said, iri, concept.properties)


def _labels(terms: list[ConceptTerm], skips: Skips) -> list[str]:
    """Return which label each term of a language gets: one of them at most the preferred one."""
    usable = [term for term in terms if term.status != FORBIDDEN]
    first = next((term for term in usable if term.status == PREFERRED), None)
    first = first or next((term for term in usable if term.status != ADMITTED), None)
    found = []
    for term in terms:
        if term.status == FORBIDDEN:
            found.append("hiddenLabel")
        elif term is first:
            found.append("prefLabel")
        else:
            found.append("altLabel")
            if term.status == PREFERRED:
                skips.add("second preferred term of a language, written as altLabel", term.text)
    return found


def _has_data(term: ConceptTerm) -> bool:
    told = (term.part_of_speech, term.kind, term.score, term.frequency, term.source, term.note)
    return any(each is not None for each in told) or bool(term.contexts or term.properties)


def _data(said: Statement, own: str, term: ConceptTerm) -> None:
    """Say what is known of a term beside its form and its status."""
    said.text(own, DIGLOT + "partOfSpeech", term.part_of_speech)
    said.text(own, DIGLOT + "termType", term.kind)
    if term.score is not None:
        value = Value(repr(float(term.score)), datatype=names.DOUBLE)
        said.add(own, DIGLOT + "score", value)
    if term.frequency is not None:
        value = Value(str(term.frequency), datatype=names.INTEGER)
        said.add(own, DIGLOT + "frequency", value)
    for number, context in enumerate(term.contexts, 1):
        place = f"{own}/c{number}"
        said.add(own, DIGLOT + "context", node(place))
        said.add(place, names.RDF + "value", Value(context.text, term.language))
        said.text(place, DIGLOT + "translation", context.translation)
        said.text(place, names.DCT + "source", context.source)
    said.text(own, names.DCT + "source", term.source)
    said.text(own, names.SKOS + "note", term.note)
    _properties(said, own, term.properties)


def _properties(said: Statement, subject: str, properties: tuple[tuple[str, str], ...]) -> None:
    """Say properties as the statements they were, others by name and value."""
    for name, value in properties:
        plain, _, language = name.partition("@")
        predicate = names.expanded(plain)
        inner = value[1:-1]
        if predicate is None or predicate.startswith(DIGLOT):
            said.add(subject, DIGLOT + "property", Value(f"{name}={value}"))
        elif value == f"<{inner}>" and names.IRI.fullmatch(inner) and not language:
            said.add(subject, predicate, node(inner))
        else:
            said.add(subject, predicate, Value(value, language or None))


def _translations(said: Statement, iri: str, senses: list[tuple[str, str]]) -> None:
    """Say that the senses of other languages translate that of the first term."""
    for number, (sense, language) in enumerate(senses):
        if language == senses[0][1]:
            continue
        own = f"{iri}/tr{number}"
        said.add(own, names.TYPE, node(names.VARTRANS + "Translation"))
        said.add(own, names.VARTRANS + "source", node(senses[0][0]))
        said.add(own, names.VARTRANS + "target", node(sense))
