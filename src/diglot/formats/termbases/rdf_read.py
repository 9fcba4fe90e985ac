"""Statements as concepts: SKOS, SKOS-XL and OntoLex in one pass, whichever a file has."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from diglot.formats import rdf_names as names
from diglot.formats.rdf_names import DIGLOT, SKOS, XL, Value
from diglot.formats.termbases.rdf_ontolex import senses_of
from diglot.formats.termbases.rdf_write import LABELS, UNDECIDED
from diglot.formats.termbases.termbase import About, Ids, added, by_language, in_one_line
from diglot.formats.units import UNKNOWN, signature_of
from diglot.formats.units.fields import probability
from diglot.model import Concept, ConceptTerm, Context
from diglot.model.termbase import ADMITTED, STATUSES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from diglot.formats.blocks import Skips
    from diglot.formats.rdf_names import Statements

# How entries, forms and senses hang together.
OF_ENTRIES = (
    *("canonicalForm", "lexicalForm", "otherForm", "abstractForm", "writtenRep", "language"),
    *("sense", "isSenseOf", "reference", "isLexicalizedSenseOf", "denotes", "evokes"),
)
# What says nothing that a termbase holds.
IGNORED = frozenset(
    {
        names.TYPE,
        SKOS + "topConceptOf",
        XL + "literalForm",
        names.ONTOLEX + "isReferenceOf",
        names.ONTOLEX + "isConceptOf",
        names.ONTOLEX + "lexicalizedSense",
        names.ONTOLEX + "isEvokedBy",
        *(start + name for start in (names.ONTOLEX, names.LEMON) for name in OF_ENTRIES),
        *(names.LIME + "language", names.DCT + "language"),
        *(SKOS + label for label in LABELS),
        *(XL + label for label in LABELS),
    }
)


@dataclass(slots=True)
class _Term:
    """A term while what is said of it is collected."""

    text: str
    language: str
    status: str | None
    own: str | None = None  # the node that holds its data
    part_of_speech: str | None = None


@dataclass(slots=True)
class _Data:
    """What one node says, taken apart."""

    fields: dict[str, str] = field(default_factory=dict)
    definitions: list[tuple[str, str]] = field(default_factory=list)
    contexts: list[Context] = field(default_factory=list)
    properties: list[tuple[str, str]] = field(default_factory=list)
    note: str | None = None


class Reader:
    """Turns statements into concepts."""

    def __init__(self, statements: Statements, about: About, skips: Skips) -> None:
        self._said = statements
        self._about = about
        self._skips = skips
        self._ids = Ids(skips)
        self._base = names.BASE

    def concepts(self) -> Iterator[Concept]:
        """Give the concepts in the order of the file."""
        self._schemes()
        senses = senses_of(self._said, self._skips)
        nodes = dict.fromkeys(
            subject for subject, said in self._said.items() if self._is_concept(subject, said)
        )
        for subject in nodes | dict.fromkeys(senses):
            terms = self._labels(subject)
            for sense in senses.get(subject, ()):
                terms.append(
                    _Term(sense.text, sense.language, sense.status, sense.own, sense.part_of_speech)
                )
            told = None if subject.startswith("_:") else names.id_of(subject, self._base)
            identifier = self._ids.take(told)
            if not terms:
                self._skips.add("concept without terms", identifier)
                continue
            yield self._concept(subject, identifier, terms)

    def _is_concept(self, subject: str, said: Mapping[str, list[Value]]) -> bool:
        """Tell whether a node is a concept: by its type, or because it has labels."""
        if _is_a(said, SKOS + "Concept"):
            return True
        if not any(start + label in said for start in (SKOS, XL) for label in LABELS):
            return False
        if _is_a(said, SKOS + "Collection") or _is_a(said, SKOS + "OrderedCollection"):
            self._skips.add("collection of concepts", subject)
            return False
        return not _is_a(said, SKOS + "ConceptScheme")

    def _schemes(self) -> None:
        """Take title, signature and base of the whole."""
        schemes = [
            (subject, said)
            for subject, said in self._said.items()
            if _is_a(said, SKOS + "ConceptScheme")
        ]
        for subject, said in schemes:
            base = _text(said, DIGLOT + "base")
            if base and subject == base + names.SCHEME:
                self._base = base
            signature = _text(said, DIGLOT + "signature")
            if signature:
                self._about.signature = signature_of(signature)
        for name in (names.DCT + "title", names.RDFS + "label", SKOS + "prefLabel"):
            if len(schemes) == 1 and not self._about.title:
                self._about.title = _text(schemes[0][1], name) or ""

    def _labels(self, subject: str) -> list[_Term]:
        """Return the labels of a concept; labels of SKOS-XL tell more of those of SKOS."""
        said = self._said.get(subject, {})
        terms: dict[tuple[str, str], _Term] = {}
        preferred: set[str] = set()
        for label, status in LABELS.items():
            found: list[tuple[Value, str | None]] = [
                (value, None) for value in said.get(SKOS + label, ()) if not value.is_node
            ]
            for value in said.get(XL + label, ()):
                forms = self._said.get(value.text, {}).get(XL + "literalForm", ())
                found += [(form, value.text) for form in forms[:1]]
            for value, own in found:
                text = in_one_line(value.text)
                language = value.language or UNKNOWN
                if not text:
                    self._skips.add("label without text", subject)
                    continue
                known = terms.get((language, text))
                if known is not None:
                    known.own = known.own or own
                    continue
                chosen: str | None = status
                if label == "prefLabel":
                    if language in preferred:
                        self._skips.add("second prefLabel in a language, taken as altLabel", text)
                        chosen = ADMITTED
                    preferred.add(language)
                terms[language, text] = _Term(text, language, chosen, own)
        return list(terms.values())

    def _concept(self, subject: str, identifier: str, terms: list[_Term]) -> Concept:
        data = self._data(subject)
        fields = data.fields
        merged: dict[tuple[str, str], ConceptTerm] = {}
        for term in terms:
            merged.setdefault((term.language, term.text), self._term(term))
        sections = by_language(merged.values())
        return Concept(
            identifier,
            tuple(term for section in sections.values() for term in section),
            tuple(data.definitions),
            fields.get("subject"),
            probability(fields.get("score", "")),
            fields.get("source"),
            data.note,
            tuple(data.properties),
        )

    def _term(self, term: _Term) -> ConceptTerm:
        if term.own is None:
            return ConceptTerm(term.text, term.language, term.status)
        data = self._data(term.own)
        fields = data.fields
        status = fields.get("status", term.status)
        frequency = fields.get("frequency", "")
        for _, text in data.definitions:
            data.properties.append(("skos:definition", text))
        return ConceptTerm(
            term.text,
            term.language,
            None if status == UNDECIDED else status,
            fields.get("partOfSpeech", term.part_of_speech),
            fields.get("termType"),
            probability(fields.get("score", "")),
            int(frequency) if frequency.isdecimal() and len(frequency) < 19 else None,
            tuple(data.contexts),
            fields.get("source"),
            data.note,
            tuple(data.properties),
        )

    def _data(self, subject: str) -> _Data:
        """Take apart what is said of a concept, a label or a sense."""
        data = _Data()
        for predicate, values in self._said.get(subject, {}).items():
            if predicate in IGNORED:
                continue
            for value in values:
                self._take(data, predicate, value)
        return data

    def _take(self, data: _Data, predicate: str, value: Value) -> None:
        name = names.shortened(predicate)
        if name == "diglot:context" and value.is_node:
            context = self._context(value.text)
            if context is not None:
                data.contexts.append(context)
        elif name == "diglot:property" and not value.is_node:
            key, _, told = value.text.partition("=")
            data.properties.append((key, told))
        elif name == "skos:definition":
            text = self._prose(value)
            if text is not None:
                data.definitions.append((text.language or "", text.text))
        elif name == "skos:note" and not value.is_node and value.language is None:
            data.note = added(data.note, value.text)
        elif name == "skos:inScheme" and value.text == self._base + names.SCHEME:
            pass
        elif name in {"lexinfo:normativeAuthorization", "lexinfo:partOfSpeech"}:
            pass  # read with its entry
        elif self._is_field(data, name, value):
            data.fields[name.partition(":")[2]] = value.text
        else:
            self._keep(data, name, value)

    def _is_field(self, data: _Data, name: str, value: Value) -> bool:
        """Tell whether a value goes into a field that is still free and that it fits."""
        key = name.partition(":")[2]
        if value.is_node or key in data.fields:
            return False
        if name == "diglot:status":
            return value.text in STATUSES or value.text == UNDECIDED
        if name == "diglot:score":
            return probability(value.text) is not None
        return name in _FIELDS and value.language is None

    def _keep(self, data: _Data, name: str, value: Value) -> None:
        """Keep what has no field as a property."""
        if value.is_node and value.text.startswith("_:"):
            prose = self._prose(value)
            if prose is None:
                self._skips.add("statement about a node without a name", name)
                return
            value = prose
        told = f"<{value.text}>" if value.is_node else value.text
        data.properties.append((f"{name}@{value.language}" if value.language else name, told))

    def _prose(self, value: Value) -> Value | None:
        """Return a text; that of a node which documents something is its ``rdf:value``."""
        if not value.is_node:
            return value
        inside = self._said.get(value.text, {}).get(names.RDF + "value", ())
        found = next((each for each in inside if not each.is_node), None)
        if found is None and not value.text.startswith("_:"):
            self._skips.add("definition elsewhere", value.text)
        return found

    def _context(self, place: str) -> Context | None:
        said = self._said.get(place, {})
        text = _text(said, names.RDF + "value")
        if text is None:
            self._skips.add("context without text", place)
            return None
        return Context(text, _text(said, DIGLOT + "translation"), _text(said, names.DCT + "source"))


_FIELDS = frozenset(
    {
        *("dct:subject", "dct:source", "diglot:partOfSpeech", "diglot:termType"),
        "diglot:frequency",
    }
)


def _is_a(said: Mapping[str, list[Value]], kind: str) -> bool:
    return any(value.text == kind for value in said.get(names.TYPE, ()))


def _text(said: Mapping[str, list[Value]], predicate: str) -> str | None:
    """Return the first text that is said."""
    return next((value.text for value in said.get(predicate, ()) if not value.is_node), None)
