"""RDF: thesauri in SKOS and SKOS-XL, lexicons in OntoLex; Turtle, N-Triples, RDF/XML, JSON-LD.

Reference: SKOS Reference, W3C 2009; Lexicon Model for Ontologies (OntoLex-Lemon), W3C 2016.
"""

from __future__ import annotations

import json
import logging
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from diglot.errors import RIGHT_FILE, ConfigError, FormatError, UnsafeFileError
from diglot.files.atomic import atomic_open
from diglot.files.binary import extension_of, read_bytes
from diglot.files.text import decode_text
from diglot.formats import rdf as names
from diglot.formats.blocks import Skips
from diglot.formats.rdf import DIGLOT, SKOS, WRITERS, XL, Statements, Value, quick_statements
from diglot.formats.termbases import rdf_vocabularies
from diglot.formats.termbases.data_categories import (
    About,
    Ids,
    add_remark,
    by_language,
    in_one_line,
    writable_concepts,
)
from diglot.formats.termbases.rdf_vocabularies import LABELS, UNDECIDED, senses_of
from diglot.formats.units import parse_probability, signature_of
from diglot.installed import extra_for
from diglot.model import Concept, ConceptTerm, Context, Skipped, Termbase
from diglot.model.termbase import ADMITTED, STATUSES
from diglot.text.languages import UNDETERMINED

SERIALISATIONS = {
    ".ttl": "turtle",
    ".turtle": "turtle",
    ".nt": "nt",
    ".rdf": "xml",
    ".owl": "xml",
    ".xml": "xml",
    ".jsonld": "json-ld",
    ".json": "json-ld",
}
VOCABULARIES = {
    "skos": rdf_vocabularies.skos_statements,
    "ontolex": rdf_vocabularies.ontolex_statements,
}
# Statements take a hundred times their bytes while they are read.
MAX_BYTES = 200_000_000


def read_concepts(
    path: Path,
    *,
    encoding: str | None = None,
    serialisation: str | None = None,
    about: About | None = None,
    skips: Skips | None = None,
) -> Iterator[Concept]:
    """Give the concepts of a thesaurus or of a lexicon; nothing is fetched.

    Args:
        serialisation: ``turtle``, ``nt``, ``xml`` or ``json-ld``; by default told by the extension.
        about: takes title and signature.

    Raises:
        InputError: the file cannot be read, is unsafe or is no RDF.
        ConfigError: there is no such serialisation.
    """
    statements = read_statements(path, encoding=encoding, serialisation=serialisation)
    skips = skips if skips is not None else Skips()
    reader = TermbaseRdfReader(statements, about if about is not None else About(), skips)
    yield from reader.concepts()


def read_statements(
    path: Path,
    *,
    encoding: str | None = None,
    serialisation: str | None = None,
    wanted: Callable[[str], bool] | None = None,
) -> Statements:
    """Return what a file says; nothing is fetched.

    Args:
        path: the file, plain or packed with gzip.
        encoding: where it is not Unicode.
        serialisation: ``turtle``, ``nt``, ``xml`` or ``json-ld``; by default told by the extension.
        wanted: tells which predicates to keep; all by default.

    Raises:
        InputError: the file cannot be read, is unsafe or is no RDF.
        ConfigError: there is no such serialisation.
    """
    kind = serialisation_of(path, serialisation)
    if kind in {"turtle", "nt"}:
        found = quick_statements(path, encoding, wanted)
        if found is not None:
            return found
    data = read_bytes(path)
    if len(data) > MAX_BYTES:
        raise UnsafeFileError(
            f"holds more than {MAX_BYTES // 1_000_000} MB of RDF",
            path=path,
            cure="cut it into parts",
        )
    text = _checked(data, kind, path, encoding)
    if not text.strip():
        raise FormatError("is empty", path=path, cure=RIGHT_FILE)
    return statements_of(text, kind, path, wanted)


def write(
    path: Path,
    termbase: Termbase,
    *,
    serialisation: str | None = None,
    vocabulary: str = "skos",
    base: str = names.BASE,
) -> tuple[Skipped, ...]:
    """Write a termbase as RDF; return what it could not carry.

    Args:
        termbase: its rejected terms are left out.
        serialisation: ``turtle``, ``nt``, ``xml`` or ``json-ld``; by default told by the extension.
        vocabulary: ``skos`` (labels with data of their own are SKOS-XL, too) or ``ontolex``.
        base: what stands before the ids of concepts to make IRIs.

    Raises:
        ConfigError: an option has a value that it cannot have.
    """
    kind = serialisation_of(path, serialisation)
    if vocabulary not in VOCABULARIES:
        raise ConfigError(
            f"the vocabulary is {vocabulary!r}; it can be {' or '.join(VOCABULARIES)}"
        )
    if not names.IRI.fullmatch(base + "x"):
        raise ConfigError(f"the base is {base!r}; it must begin an IRI, such as https://a.org/t/")
    from dataclasses import replace

    skips = Skips()
    kept = replace(termbase, concepts=tuple(writable_concepts(termbase.concepts, skips)))
    statements = VOCABULARIES[vocabulary](kept, base, skips)
    with atomic_open(path) as file:
        for line in WRITERS[kind](statements, skips):
            file.write(line)
    return skips.entries()


def serialisation_of(path: Path, told: str | None) -> str:
    """Return the serialisation of a file: as told, else by its extension, else Turtle.

    Raises:
        ConfigError: there is no such serialisation.
    """
    kind = told or SERIALISATIONS.get(extension_of(path), "turtle")
    if kind not in WRITERS:
        raise ConfigError(f"the serialisation is {kind!r}; it can be {', '.join(WRITERS)}")
    return kind


def _checked(data: bytes, kind: str, path: Path, encoding: str | None) -> str | bytes:
    """Return what may be parsed: no entities, no contexts from the network."""
    if kind == "xml":
        from diglot.files.xml import parse

        parse(data, path=path, encoding=encoding)
        return decode_text(data, path=path, encoding=encoding).encode() if encoding else data
    text = decode_text(data, path=path, encoding=encoding)
    if kind == "json-ld":
        try:
            _refuse_remote(json.loads(text), path)
        except (ValueError, RecursionError) as error:
            raise FormatError(
                f"is not JSON ({_first_line(error)})",
                path=path,
                cure="check that the file is complete",
            ) from error
    return text


def _refuse_remote(value: Any, path: Path) -> None:
    """Refuse contexts that would have to be fetched."""
    stack = [value]
    while stack:
        each = stack.pop()
        if isinstance(each, list):
            stack += each
        elif isinstance(each, dict):
            told = each.get("@context")
            for context in told if isinstance(told, list) else [told]:
                if isinstance(context, str):
                    raise UnsafeFileError(
                        f"takes its context from {context!r:.80}",
                        path=path,
                        cure="write the context into the file",
                    )
            if "@import" in each:
                raise UnsafeFileError("imports a context", path=path)
            stack += each.values()


@extra_for("reading this kind of RDF")
def statements_of(
    text: str | bytes, kind: str, path: Path, wanted: Callable[[str], bool] | None = None
) -> Statements:
    """Return what a text says, in its order; see `read_statements`.

    Raises:
        FormatError: it is no RDF.
    """
    import rdflib
    from rdflib.plugins.stores.memory import Memory

    found: Statements = {}

    class Recorder(Memory):
        """Takes statements as they come: the stores of the library forget their order."""

        def add(self, triple: Any, context: Any, quoted: bool = False) -> None:  # noqa: ARG002
            subject, predicate, thing = triple
            if wanted is not None and not wanted(str(predicate)):
                return
            said = found.setdefault(_name(subject), {}).setdefault(str(predicate), [])
            if isinstance(thing, rdflib.Literal):
                value = Value(str(thing), thing.language, thing.datatype)
            else:
                value = Value(_name(thing), is_node=True)
            said.append(value)

    with _silent():
        try:
            rdflib.Graph(store=Recorder()).parse(data=text, format=kind, publicID=names.BASE)
        except Exception as error:  # the parsers raise nearly anything
            raise FormatError(
                f"is not well-formed RDF ({_first_line(error)})",
                path=path,
                cure="check that the file is complete and of the kind that its name tells",
            ) from error
    # A statement that is made twice is one statement.
    return {
        subject: {predicate: list(dict.fromkeys(values)) for predicate, values in said.items()}
        for subject, said in found.items()
    }


def _name(thing: Any) -> str:
    import rdflib

    return f"_:{thing}" if isinstance(thing, rdflib.BNode) else str(thing)


@contextmanager
def _silent() -> Iterator[None]:
    """Keep the library's remarks on odd values from the terminal: they stay as they are."""
    logger = logging.getLogger("rdflib")
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(level)


def _first_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0][:120]}" if lines else type(error).__name__


# Statements as concepts: SKOS, SKOS-XL and OntoLex in one pass, whichever a file has.

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


class TermbaseRdfReader:
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
                language = value.language or UNDETERMINED
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
            parse_probability(fields.get("score", "")),
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
            parse_probability(fields.get("score", "")),
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
        name = names.shorten_iri(predicate)
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
            data.note = add_remark(data.note, value.text)
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
            return parse_probability(value.text) is not None
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
