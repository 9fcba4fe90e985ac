"""RDF: thesauri in SKOS and SKOS-XL, lexicons in OntoLex; Turtle, N-Triples, RDF/XML, JSON-LD.

Reference: SKOS Reference, W3C 2009; Lexicon Model for Ontologies (OntoLex-Lemon), W3C 2016.
"""

from __future__ import annotations

import json
import logging
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError, FormatError, UnsafeFileError
from diglot.files.atomic import atomic_open
from diglot.files.gzip import unpacked
from diglot.files.text import decode, read_bytes
from diglot.formats import rdf_names as names
from diglot.formats.blocks import Skips
from diglot.formats.lexicons.lexicon_names import unpacked_name
from diglot.formats.rdf_names import Statements, Value
from diglot.formats.rdf_text import WRITERS
from diglot.formats.termbases import rdf_write
from diglot.formats.termbases.rdf_read import Reader
from diglot.formats.termbases.termbase import About, carried
from diglot.formats.turtle import quick_statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from diglot.model import Concept, Skipped, Termbase

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
VOCABULARIES = {"skos": rdf_write.skos, "ontolex": rdf_write.ontolex}
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
        path: the file.
        encoding: where it is not Unicode.
        serialisation: ``turtle``, ``nt``, ``xml`` or ``json-ld``; by default told by the extension.
        about: takes title and signature.
        skips: collects what is left out.

    Raises:
        InputError: the file cannot be read, is unsafe or is no RDF.
        ConfigError: there is no such serialisation.
    """
    statements = read_statements(path, encoding=encoding, serialisation=serialisation)
    skips = skips if skips is not None else Skips()
    reader = Reader(statements, about if about is not None else About(), skips)
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
    packed = unpacked(path)
    data = packed if packed is not None else read_bytes(path)
    if len(data) > MAX_BYTES:
        raise UnsafeFileError(
            f"holds more than {MAX_BYTES // 1_000_000} MB of RDF",
            path=path,
            cure="cut it into parts",
        )
    text = _checked(data, kind, path, encoding)
    if not text.strip():
        raise FormatError("is empty", path=path, cure="check that it is the right file")
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
        path: the file.
        termbase: its rejected terms are left out.
        serialisation: ``turtle``, ``nt``, ``xml`` or ``json-ld``; by default told by the extension.
        vocabulary: ``skos`` (labels with data of their own are SKOS-XL, too) or ``ontolex``.
        base: what stands before the ids of concepts to make IRIs.

    Raises:
        InputError: the file cannot be written.
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
    kept = replace(termbase, concepts=tuple(carried(termbase.concepts, skips)))
    statements = VOCABULARIES[vocabulary](kept, base, skips)
    with atomic_open(path) as file:
        for line in WRITERS[kind](statements, skips):
            file.write(line)
    return skips.found()


def serialisation_of(path: Path, told: str | None) -> str:
    """Return the serialisation of a file: as told, else by its extension, else Turtle.

    Raises:
        ConfigError: there is no such serialisation.
    """
    kind = told or SERIALISATIONS.get(unpacked_name(path).suffix.lower(), "turtle")
    if kind not in WRITERS:
        raise ConfigError(f"the serialisation is {kind!r}; it can be {', '.join(WRITERS)}")
    return kind


def _checked(data: bytes, kind: str, path: Path, encoding: str | None) -> str | bytes:
    """Return what may be parsed: no entities, no contexts from the network."""
    if kind == "xml":
        from diglot.files.xml import parse

        parse(data, path=path, encoding=encoding)
        return decode(data, path=path, encoding=encoding).encode() if encoding else data
    text = decode(data, path=path, encoding=encoding)
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
