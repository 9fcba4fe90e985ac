"""Termbases in SKOS and OntoLex: lexical entries as terms, and concepts as statements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.formats import rdf as names
from diglot.formats.rdf import DCT, DIGLOT, LEMON, LIME, ONTOLEX, TYPE, VARTRANS, Value, node_value
from diglot.formats.termbases.data_categories import (
    by_language,
    camel_case_of,
    in_one_line,
    status_of,
    words_of_camel_case,
)
from diglot.model.termbase import ADMITTED, FORBIDDEN, PREFERRED
from diglot.text.languages import UNDETERMINED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from diglot.formats.blocks import Skips
    from diglot.formats.rdf import Statements
    from diglot.model import Concept, ConceptTerm, Termbase


# Lexical entries of OntoLex, and of lemon before it, as terms of concepts.
#
# Reference: Lexicon Model for Ontologies, W3C 2016, sections 3 (ontolex) and 5 (vartrans).

ENTRIES = frozenset({"LexicalEntry", "Word", "MultiwordExpression", "Affix", "Phrase", "Part"})
# Older modules of translations have the same words for their ends.
TRANSLATION = ("translationSource", "translationTarget")


@dataclass(frozen=True, slots=True)
class Sense:
    """A term as the sense of a lexical entry.

    Attributes:
        text: written form.
        language: language tag.
        status: one of ours; None when not said.
        own: the node that holds what else is said: the sense, or the entry where it has none.
        part_of_speech: that of the entry; None when not said.
    """

    text: str
    language: str
    status: str | None
    own: str
    part_of_speech: str | None = None


def senses_of(statements: Statements, skips: Skips) -> dict[str, list[Sense]]:
    """Return the terms of each concept, by the node of the concept.

    A sense belongs to what it refers to. Senses without a reference that translate each other make
    a concept of their own; so does an entry without any sense.
    """
    owners = owners_of(statements)
    if not owners:
        return {}
    joined = _joined(statements, owners)
    found: dict[str, list[Sense]] = {}
    for entry, senses in owners.items():
        forms = form_of(statements, entry, skips)
        if forms is None:
            skips.add("lexical entry without a written form", entry)
            continue
        text, language = forms
        part = lexinfo_name(statements, entry, "partOfSpeech")
        part = part and words_of_camel_case(part)
        for own in senses or (entry,):
            status = _status(statements, own) or _status(statements, entry)
            for concept in _concepts(statements, own, entry) or (joined.get(own, own),):
                found.setdefault(concept, []).append(Sense(text, language, status, own, part))
    return found


def owners_of(statements: Statements) -> dict[str, tuple[str, ...]]:
    """Return the senses of every lexical entry."""
    found: dict[str, dict[str, None]] = {}
    for subject, said in statements.items():
        kinds = {value.text for value in said.get(TYPE, ())}
        if any(kind in {ONTOLEX + each, LEMON + each} for kind in kinds for each in ENTRIES):
            found.setdefault(subject, {})
        for sense in _all(said, "sense"):
            found.setdefault(subject, {})[sense.text] = None
    for subject, said in statements.items():
        for entry in _all(said, "isSenseOf"):
            found.setdefault(entry.text, {})[subject] = None
    return {entry: tuple(senses) for entry, senses in found.items()}


def _concepts(statements: Statements, own: str, entry: str) -> tuple[str, ...]:
    """Return what a sense refers to; for an entry without a sense, what it denotes or evokes."""
    said = statements.get(own, {})
    refers = _all(said, "reference", "isLexicalizedSenseOf")
    if not refers and own == entry:
        refers = _all(said, "denotes", "evokes")
    return tuple(dict.fromkeys(value.text for value in refers if value.is_node))


def _joined(statements: Statements, owners: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return for every sense that takes part in a translation the first one it is joined with."""
    roots: dict[str, str] = {}

    def root(own: str) -> str:
        while roots.setdefault(own, own) != own:
            roots[own] = roots[roots[own]]
            own = roots[own]
        return own

    for _, first, second in ends_of(statements):
        # An entry stands for its only sense.
        ends = [
            owners[each][0] if len(owners.get(each, ())) == 1 else each for each in (first, second)
        ]
        left, right = root(ends[0]), root(ends[1])
        if left != right:
            roots[right] = left
    return {own: root(own) for own in list(roots)}


def ends_of(statements: Statements) -> Iterator[tuple[str | None, str, str]]:
    """Give the pairs of senses, or of entries, that are said to translate each other.

    Each with the node that says so, which may say more; None where none of them does.
    """
    for subject, said in statements.items():
        kinds = {value.text for value in said.get(TYPE, ())}
        sources = said.get(VARTRANS + "source", ()), said.get(VARTRANS + "target", ())
        if any(kind.endswith(("Translation", "TranslatableAs")) for kind in kinds):
            if not all(sources):
                sources = _ends(said)
            for source in sources[0]:
                for target in sources[1]:
                    yield subject, source.text, target.text
            related = [value.text for value in said.get(VARTRANS + "relates", ())]
            if len(related) == 2:
                yield subject, related[0], related[1]
        for name in ("translation", "translatableAs"):
            for value in said.get(VARTRANS + name, ()):
                if value.is_node:
                    yield None, subject, value.text


def _ends(said: Mapping[str, list[Value]]) -> tuple[list[Value], list[Value]]:
    found: list[list[Value]] = [[], []]
    for predicate, values in said.items():
        for side, name in enumerate(TRANSLATION):
            if predicate.endswith(("#" + name, "/" + name)):
                found[side] += values
    return found[0], found[1]


def form_of(statements: Statements, entry: str, skips: Skips) -> tuple[str, str] | None:
    """Return written form and language of an entry."""
    said = statements.get(entry, {})
    written: list[Value] = []
    for form in _all(said, "canonicalForm", "lexicalForm"):
        written += _all(statements.get(form.text, {}), "writtenRep")
    others = len(_all(said, "otherForm", "abstractForm"))
    told = (
        said.get(LIME + "language", ()) or said.get(DCT + "language", ()) or _all(said, "language")
    )
    label = said.get("http://www.w3.org/2000/01/rdf-schema#label", ())
    texts = [value for value in (*written, *label) if value.text.strip() and not value.is_node]
    if not texts:
        return None
    skips.add("other form of a lexical entry", texts[0].text, others + max(0, len(written) - 1))
    language = texts[0].language or _tag(told) or UNDETERMINED
    return in_one_line(texts[0].text), language


def _tag(values: Iterable[Value]) -> str | None:
    """Return a language: a tag, or the end of the IRI of a list of languages."""
    for value in values:
        text = value.text.rstrip("/").rpartition("/")[2] if value.is_node else value.text
        if text.strip():
            return text.strip()
    return None


def _status(statements: Statements, own: str) -> str | None:
    return status_of(lexinfo_name(statements, own, "normativeAuthorization") or "")


def lexinfo_name(statements: Statements, own: str, name: str) -> str | None:
    """Return the local name of what is said by a name of any version of LexInfo."""
    for predicate, values in statements.get(own, {}).items():
        if predicate.endswith("#" + name):
            return values[0].text.rpartition("#")[2] or values[0].text
    return None


def _all(said: Mapping[str, list[Value]], *wanted: str) -> list[Value]:
    """Return what is said by names of OntoLex or of lemon."""
    return [
        value
        for name in wanted
        for start in (ONTOLEX, LEMON)
        for value in said.get(start + name, ())
    ]


# A termbase as statements: SKOS with SKOS-XL, or OntoLex.

UNDECIDED = "undecided"
# Labels by what status they tell a reader that knows SKOS only.
LABELS = {"prefLabel": PREFERRED, "altLabel": ADMITTED, "hiddenLabel": FORBIDDEN}
AUTHORISATIONS = {
    PREFERRED: "preferredTerm",
    ADMITTED: "admittedTerm",
    FORBIDDEN: "deprecatedTerm",
}
PARTS_OF_SPEECH = frozenset({"noun", "verb", "adjective", "adverb", "properNoun"})


class StatementCollector:
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


def skos_statements(termbase: Termbase, base: str, skips: Skips) -> Statements:
    """Return a termbase as SKOS; labels with data of their own are SKOS-XL labels, too.

    Reference: SKOS Reference, W3C 2009, sections 5 and appendix B; condition S14: no more than one
    preferred label a language.
    """
    said = StatementCollector()
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
                    said.add(iri, names.XL + label, node_value(own))
                    said.add(own, names.TYPE, node_value(names.XL + "Label"))
                    said.add(own, names.XL + "literalForm", Value(term.text, term.language))
                    said.text(own, DIGLOT + "status", term.status or UNDECIDED)
                    _data(said, own, term)
    return said.all


def ontolex_statements(termbase: Termbase, base: str, skips: Skips) -> Statements:
    """Return a termbase as OntoLex: an entry and a sense a term, translations between senses.

    Reference: Lexicon Model for Ontologies, W3C 2016, modules ontolex, lime and vartrans.
    """
    said = StatementCollector()
    _scheme(said, termbase, base)
    for language in termbase.languages:
        lexicon = f"{base}$lexicon-{language}"
        if names.IRI.fullmatch(lexicon):
            said.add(lexicon, names.TYPE, node_value(names.LIME + "Lexicon"))
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
                said.add(lexicon, names.LIME + "entry", node_value(entry))
            said.add(entry, names.TYPE, node_value(names.ONTOLEX + "LexicalEntry"))
            said.text(entry, names.LIME + "language", term.language)
            said.add(entry, names.ONTOLEX + "canonicalForm", node_value(form))
            said.add(entry, names.ONTOLEX + "sense", node_value(sense))
            part = camel_case_of(term.part_of_speech or "")
            if part in PARTS_OF_SPEECH:
                said.add(entry, names.LEXINFO + "partOfSpeech", node_value(names.LEXINFO + part))
            said.add(form, names.TYPE, node_value(names.ONTOLEX + "Form"))
            said.add(form, names.ONTOLEX + "writtenRep", Value(term.text, term.language))
            said.add(sense, names.TYPE, node_value(names.ONTOLEX + "LexicalSense"))
            said.add(sense, names.ONTOLEX + "reference", node_value(iri))
            if term.status in AUTHORISATIONS:
                value = names.LEXINFO + AUTHORISATIONS[term.status]
                said.add(sense, names.LEXINFO + "normativeAuthorization", node_value(value))
            else:
                said.text(sense, DIGLOT + "status", term.status)
            _data(said, sense, term)
            senses.append((sense, term.language))
        _translations(said, iri, senses)
    if not said.all:
        skips.add("termbase without concepts")
    return said.all


def _scheme(said: StatementCollector, termbase: Termbase, base: str) -> None:
    """Say what holds for the whole."""
    scheme = base + names.SCHEME
    said.add(scheme, names.TYPE, node_value(names.SKOS + "ConceptScheme"))
    said.text(scheme, names.DCT + "title", termbase.title or None)
    said.text(scheme, DIGLOT + "base", base)
    if termbase.signature is not None:
        said.text(scheme, DIGLOT + "signature", str(termbase.signature))


def _concept(said: StatementCollector, iri: str, concept: Concept, base: str) -> None:
    said.add(iri, names.TYPE, node_value(names.SKOS + "Concept"))
    said.add(iri, names.SKOS + "inScheme", node_value(base + names.SCHEME))
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


def _data(said: StatementCollector, own: str, term: ConceptTerm) -> None:
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
        said.add(own, DIGLOT + "context", node_value(place))
        said.add(place, names.RDF + "value", Value(context.text, term.language))
        said.text(place, DIGLOT + "translation", context.translation)
        said.text(place, names.DCT + "source", context.source)
    said.text(own, names.DCT + "source", term.source)
    said.text(own, names.SKOS + "note", term.note)
    _properties(said, own, term.properties)


def _properties(
    said: StatementCollector, subject: str, properties: tuple[tuple[str, str], ...]
) -> None:
    """Say properties as the statements they were, others by name and value."""
    for name, value in properties:
        plain, _, language = name.partition("@")
        predicate = names.expand_iri(plain)
        inner = value[1:-1]
        if predicate is None or predicate.startswith(DIGLOT):
            said.add(subject, DIGLOT + "property", Value(f"{name}={value}"))
        elif value == f"<{inner}>" and names.IRI.fullmatch(inner) and not language:
            said.add(subject, predicate, node_value(inner))
        else:
            said.add(subject, predicate, Value(value, language or None))


def _translations(said: StatementCollector, iri: str, senses: list[tuple[str, str]]) -> None:
    """Say that the senses of other languages translate that of the first term."""
    for number, (sense, language) in enumerate(senses):
        if language == senses[0][1]:
            continue
        own = f"{iri}/tr{number}"
        said.add(own, names.TYPE, node_value(names.VARTRANS + "Translation"))
        said.add(own, names.VARTRANS + "source", node_value(senses[0][0]))
        said.add(own, names.VARTRANS + "target", node_value(sense))
