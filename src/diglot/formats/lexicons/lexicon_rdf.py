"""Lexicons as RDF: OntoLex-Lemon with vartrans, confidences of fuzzyLemon, provenance of PROV-O.

A translation says its confidence (``fuzzyLemon:confidenceDegree``, a decimal) and, where it was
inferred, the edges it was derived from and the paths they make, readable in ``rdfs:comment``; the
set of translations says which activity of which program made it. Everything that diglot knows is
written and read again, but languages whose tag RDF does not allow, and a reason said twice. Other
files of terms in RDF are read as termbases whose terms translate each other.

Reference: Lexicon Model for Ontologies, W3C 2016; PROV-O: The PROV Ontology, W3C 2013.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, FormatError
from diglot.files.atomic import atomic_open
from diglot.files.line_blocks import byte_blocks
from diglot.formats import rdf_names as names
from diglot.formats.blocks import Skips
from diglot.formats.lexicons.lexicon_names import languages_of, name_of
from diglot.formats.lexicons.lexicon_rdf_read import Reader, is_wanted, joined
from diglot.formats.lexicons.lexicon_rdf_write import SET, Statements
from diglot.formats.rdf_text import WRITERS
from diglot.formats.termbases.rdf import read_statements, serialisation_of, statements_of
from diglot.formats.units import signature_of
from diglot.model.lexicon import Origin

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diglot.model import Signature
    from diglot.model.lexicon import Lexicon, Translation

BASE = names.BASE + "lexicon:"
ABOUT = ("source", "title", "rights", "license", "family", "type", "signature", "description")
# What stands between subjects where diglot wrote them.
FIRST_BLOCKS = {"turtle": "\n\n", "nt": "\n"}
SETS = ("#TranslationSet", "#Dataset", "#ConceptScheme")


def read_translations(
    path: str | Path,
    *,
    languages: tuple[str, str] | None = None,
    encoding: str | None = None,
    skips: Skips | None = None,
    skip_bad: bool = False,  # noqa: ARG001 - RDF is well-formed or nothing
    serialisation: str | None = None,
    others: Sequence[str | Path] = (),
) -> Iterator[Translation]:
    """Give the translations of a lexicon, or of a termbase, in RDF.

    Args:
        path: the file, plain or packed with gzip; what it says of translations is held in memory.
        languages: of source and target, where entries do not say them; by default those in the
            name of the file, else ``und``. Of a termbase the two to take; by default all.
        encoding: where it is not Unicode.
        skips: collects what is left out.
        skip_bad: without effect: damaged RDF cannot be read on.
        serialisation: ``turtle``, ``nt``, ``xml`` or ``json-ld``; by default told by the extension.
        others: further files of the same lexicon: Apertium RDF has translations in one file and
            the entries of each language in another.

    Raises:
        InputError: a file cannot be read, is unsafe or is no RDF.
        ConfigError: there is no such serialisation.
    """
    path = Path(path)
    skips = skips if skips is not None else Skips()
    files = (path, *map(Path, others))
    statements = joined(
        read_statements(file, encoding=encoding, serialisation=serialisation, wanted=is_wanted)
        for file in files
    )
    found = Reader(statements, languages or languages_of(path), skips)
    number = 0
    for number, each in enumerate(found.translations(), 1):  # noqa: B007
        yield each
    if not number:
        from diglot.formats.lexicons.tbx import translations_of
        from diglot.formats.termbases.rdf import read_concepts

        del statements, found
        for file in files:
            concepts = read_concepts(
                file, encoding=encoding, serialisation=serialisation, skips=skips
            )
            yield from translations_of(concepts, languages, skips)


def read_origin(path: str | Path) -> Origin:
    """Return what the set of translations says of its sources and its licence.

    Raises:
        InputError: the file cannot be read, is unsafe or is no RDF.
    """
    path = Path(path)
    said = _about(path)
    texts = {
        name: " ".join(
            dict.fromkeys(
                value.text
                for predicate, values in said.items()
                if predicate.endswith(("/" + name, "#" + name, ":" + name))
                for value in values
            )
        )
        for name in ABOUT
    }
    statement = texts["source"] or texts["description"]
    return Origin(name_of(path), statement, texts["rights"] or texts["license"], texts["family"])


def write_lexicon(
    path: str | Path,
    lexicon: Lexicon,
    *,
    skips: Skips | None = None,
    serialisation: str | None = None,
    base: str = BASE,
) -> int:
    """Write a lexicon as RDF, one translation after another; return their number.

    Args:
        path: the file.
        lexicon: the translations.
        skips: collects what RDF cannot carry.
        serialisation: ``turtle``, ``nt``, ``xml`` or ``json-ld``; by default told by the extension.
        base: what all IRIs begin with.

    Raises:
        InputError: the file cannot be written.
        ConfigError: an option has a value that it cannot have.
    """
    path = Path(path)
    kind = serialisation_of(path, serialisation)
    if not names.IRI.fullmatch(base + "x"):
        raise ConfigError(f"the base is {base!r}; it must begin an IRI, such as https://a.org/t/")
    skips = skips if skips is not None else Skips()
    with atomic_open(path) as file:
        for line in WRITERS[kind](Statements(lexicon, base), skips):
            file.write(line)
    return len(lexicon.translations)


def read_signature(path: str | Path) -> Signature | None:
    """Return how a lexicon that diglot wrote was inferred; None when the file does not say it.

    Raises:
        InputError: the file cannot be read, is unsafe or is no RDF.
    """
    for said in _statements_about(Path(path)).values():
        for value in said.get(names.DIGLOT + "signature", ()):
            return signature_of(value.text)
    return None


def _about(path: Path) -> dict[str, list[names.Value]]:
    """Return what is said of the set of translations, or of whatever holds the file together."""
    statements = _statements_about(path)
    for kind in (SET, *SETS):
        for said in statements.values():
            if any(value.text.endswith(kind) for value in said.get(names.TYPE, ())):
                return said
    return {}


def _statements_about(path: Path) -> names.Statements:
    """Return what a file says of itself: its first subjects where diglot wrote it, else all."""
    kind = serialisation_of(path, None)
    if kind in FIRST_BLOCKS:
        data, _ = next(byte_blocks(path), (b"", ""))
        head = data.decode("utf-8", "replace")
        entries = head.find(names.ONTOLEX if kind == "nt" else "ontolex:LexicalEntry")
        if entries > 0 and names.BASE in head and names.VARTRANS in head:
            with suppress(FormatError):
                return statements_of(head[:entries].rpartition(FIRST_BLOCKS[kind])[0], kind, path)
    return read_statements(path, wanted=_is_about)


def _is_about(predicate: str) -> bool:
    return predicate.endswith(ABOUT)
