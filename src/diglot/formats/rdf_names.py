"""Names in RDF: vocabularies, what stands between their nodes, and the ids of concepts as IRIs.

Reference: SKOS Simple Knowledge Organization System Reference, W3C 2009; Lexicon Model for
Ontologies (OntoLex-Lemon), W3C 2016.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol
from urllib.parse import quote, unquote

if TYPE_CHECKING:
    from collections.abc import Iterable

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
XSD = "http://www.w3.org/2001/XMLSchema#"
DCT = "http://purl.org/dc/terms/"
SKOS = "http://www.w3.org/2004/02/skos/core#"
XL = "http://www.w3.org/2008/05/skos-xl#"
ONTOLEX = "http://www.w3.org/ns/lemon/ontolex#"
LEMON = "http://www.lemon-model.net/lemon#"  # OntoLex before it was a report of the W3C
LIME = "http://www.w3.org/ns/lemon/lime#"
VARTRANS = "http://www.w3.org/ns/lemon/vartrans#"
LEXINFO = "http://www.lexinfo.net/ontology/3.0/lexinfo#"
PROV = "http://www.w3.org/ns/prov#"
FUZZY_LEMON = "http://sid.cps.unizar.es/def/fuzzyLemon#"
DIGLOT = "urn:diglot:ns:"
PREFIXES = {
    "rdf": RDF,
    "rdfs": RDFS,
    "xsd": XSD,
    "dct": DCT,
    "skos": SKOS,
    "skosxl": XL,
    "ontolex": ONTOLEX,
    "lime": LIME,
    "vartrans": VARTRANS,
    "lexinfo": LEXINFO,
    "prov": PROV,
    "fuzzyLemon": FUZZY_LEMON,
    "diglot": DIGLOT,
}
BASE = "urn:diglot:"
SCHEME = "$scheme"  # no id of a concept is written with a dollar
TYPE = RDF + "type"
DOUBLE = XSD + "double"
DECIMAL = XSD + "decimal"
INTEGER = XSD + "integer"

IRI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{}|\\^`\x00-\x20]+")
ABSOLUTE = re.compile(r"(?:https?|ftp|urn|info|ark):[^\s<>\"{}|\\^`\x00-\x20]+")
LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")
LOCAL = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
# Every namespace above ends so; a local name has no such character.
NAMESPACES = {start: prefix for prefix, start in PREFIXES.items()}
STARTS = tuple(NAMESPACES)


@dataclass(frozen=True, slots=True)
class Value:
    """What a statement says: a text, perhaps in a language or of a type, or another node."""

    text: str
    language: str | None = None
    datatype: str | None = None
    is_node: bool = False


# Everything that is said, by subject and predicate, in the order of the file.
Statements = dict[str, dict[str, list[Value]]]


class Described(Protocol):
    """What can be written: statements that are all there, or made one subject after another."""

    def items(self) -> Iterable[tuple[str, dict[str, list[Value]]]]:
        """Give every subject with what is said of it."""
        ...


def node(iri: str) -> Value:
    """Return a node as the object of a statement."""
    return Value(iri, is_node=True)


def shortened(iri: str) -> str:
    """Return an IRI with a known prefix, such as ``skos:broader``; any other as it is."""
    if not iri.startswith(STARTS):
        return iri
    cut = max(iri.rfind("#"), iri.rfind("/"), iri.rfind(":")) + 1
    prefix = NAMESPACES.get(iri[:cut])
    return f"{prefix}:{iri[cut:]}" if prefix and LOCAL.fullmatch(iri[cut:]) else iri


def expanded(name: str) -> str | None:
    """Return the IRI that a name stands for; None if it is neither that nor prefixed."""
    prefix, colon, local = name.partition(":")
    if colon and prefix in PREFIXES and LOCAL.fullmatch(local):
        return PREFIXES[prefix] + local
    return name if ABSOLUTE.fullmatch(name) else None


def iri_of(identifier: str, base: str) -> str:
    """Return the IRI of a concept: its id where that is one, else below ``base``."""
    if ABSOLUTE.fullmatch(identifier) and not identifier.startswith(base):
        return identifier
    return base + quote(identifier, safe="")


def id_of(iri: str, base: str) -> str:
    """Return the id of a concept: what was written below ``base``, else the whole IRI."""
    if not iri.startswith(base):
        return iri
    return unquote(iri[len(base) :], errors="strict") if _is_quoted(iri[len(base) :]) else iri


def _is_quoted(name: str) -> bool:
    try:
        return bool(name) and quote(unquote(name, errors="strict"), safe="") == name
    except UnicodeDecodeError:
        return False
