"""RDF.

Names of vocabularies, statements read from Turtle, and statements written in four syntaxes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote, unquote

from diglot.errors import UnsafeFileError
from diglot.files.binary import open_bounded_gzip
from diglot.files.text import incremental_decoder
from diglot.formats.blocks import Skips, clean_xml, escape_attribute, escape_text

# Names in RDF: vocabularies, what stands between their nodes, and the ids of concepts as IRIs.
#
# Reference: SKOS Simple Knowledge Organization System Reference, W3C 2009; Lexicon Model for
# Ontologies (OntoLex-Lemon), W3C 2016.

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


class StatementSource(Protocol):
    """What can be written: statements that are all there, or made one subject after another."""

    def items(self) -> Iterable[tuple[str, dict[str, list[Value]]]]:
        """Give every subject with what is said of it."""
        ...


def node_value(iri: str) -> Value:
    """Return a node as the object of a statement."""
    return Value(iri, is_node=True)


def shorten_iri(iri: str) -> str:
    """Return an IRI with a known prefix, such as ``skos:broader``; any other as it is."""
    if not iri.startswith(STARTS):
        return iri
    cut = max(iri.rfind("#"), iri.rfind("/"), iri.rfind(":")) + 1
    prefix = NAMESPACES.get(iri[:cut])
    return f"{prefix}:{iri[cut:]}" if prefix and LOCAL.fullmatch(iri[cut:]) else iri


def expand_iri(name: str) -> str | None:
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


# Turtle and N-Triples as files of data have them, read as a stream, many times faster than rdflib.
#
# What is rare in such files (collections, long or single-quoted texts, bases, relative addresses,
# odd numbers) is not read here: then the whole file is left to rdflib, and so is every error.
#
# Reference: RDF 1.1 Turtle, W3C 2014, section 6; RDF 1.1 N-Triples, W3C 2014.


IRI_PATTERN = r"[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20<>\"{}|^`\\]*"
PREFIX = r"(?:[A-Za-z][\w.-]*)?"
HEX = "%[0-9A-Fa-f]{2}"
LOCAL_PATTERN = rf"(?:(?:[\w:]|{HEX})(?:(?:[\w:.-]|{HEX})*(?:[\w:-]|{HEX}))?)?"
TOKEN = re.compile(
    rf"""(?:[ \t\r\n]|\#[^\n]*(?:\n|\Z))*+(?:
      <(?P<iri>{IRI_PATTERN})>
    | "(?P<text>[^"\\\n\r\x00]*+(?:\\.[^"\\\n\r\x00]*+)*+)"(?!")
      (?:@(?P<language>[A-Za-z]+(?:-[A-Za-z0-9]+)*)
        |\^\^(?:<(?P<datatype>{IRI_PATTERN})>|(?P<shorthand>{PREFIX}:{LOCAL_PATTERN})))?
    | (?P<blank>_:[\w](?:[\w.-]*[\w-])?)
    | (?P<name>{PREFIX}:{LOCAL_PATTERN})
    | (?P<mark>[;,\[\]]|\.(?![0-9]))
    | (?P<number>(?:0|-?[1-9][0-9]*)(?:\.[0-9]+)?)(?![\w.+-])
    | (?P<word>a|true|false|@prefix)(?=[ \t\r\n<\[_:])
    | (?P<end>\Z)
    | (?P<other>.)
    )""",
    re.VERBOSE,
)
ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
TURTLE_UNESCAPES = {
    "t": "\t",
    "b": "\b",
    "n": "\n",
    "r": "\r",
    "f": "\f",
    '"': '"',
    "'": "'",
    "\\": "\\",
}
MAX_DEPTH = 100
MAX_CHARACTERS = 2_000_000_000


class _RareError(Exception):
    """Something that is left to rdflib."""


def quick_statements(
    path: Path, encoding: str | None, wanted: Callable[[str], bool] | None
) -> Statements | None:
    """Return what a file says, as `rdf.read_statements` does; None if rdflib must read it.

    Raises:
        InputError: the file cannot be read, or is not in its encoding.
    """
    reader = _Reader(wanted)
    held: list[str] = []
    size = 0
    try:
        with open_bounded_gzip(path) as file:
            for text in incremental_decoder(file, path=path, encoding=encoding or "utf-8"):
                size += len(text)
                if size > MAX_CHARACTERS:
                    raise UnsafeFileError(
                        f"holds more than {MAX_CHARACTERS // 1_000_000} MB of RDF",
                        path=path,
                        cure="cut it into parts",
                    )
                cut = text.rfind("\n") + 1
                if cut:
                    reader.read("".join((*held, text[:cut])))
                    held = []
                held.append(text[cut:])
        reader.read("".join(held))
        return reader.finished()
    except _RareError:
        return None


class _Reader:
    """Takes blocks of whole lines; what it is in the middle of goes on in the next block."""

    def __init__(self, wanted: Callable[[str], bool] | None) -> None:
        self._found: Statements = {}
        self._wanted = wanted
        self._chosen: dict[str, bool] = {}
        self._prefixes: dict[str, str] = {}
        self._kinds: dict[str, Value] = {}
        self._subject: str | None = None
        self._predicate: str | None = None
        self._has_object = self._is_wanted = False
        self._outer: list[tuple[str, str]] = []
        self._blanks = 0
        self._directive: list[str] | None = None

    def finished(self) -> Statements | None:
        """Return everything that was said, each statement once; None if that is nothing."""
        if self._subject is not None or self._directive is not None or not self._chosen:
            return None
        for said in self._found.values():
            for predicate, values in said.items():
                if len(values) > 1:
                    said[predicate] = list(dict.fromkeys(values))
        return self._found

    def read(self, text: str) -> None:
        """Take some lines."""
        take = {
            "iri": self._iri,
            "name": self._name,
            "blank": self._blank,
            "text": self._literal,
            "language": self._literal,
            "datatype": self._literal,
            "shorthand": self._literal,
            "number": self._number,
            "word": self._word,
            "end": _nothing,
        }
        for token in TOKEN.finditer(text):
            kind = token.lastgroup
            if self._directive is not None:
                self._declare(kind, token)
            elif kind == "mark":
                self._mark(token["mark"])
            elif kind in take:
                take[kind](token)
            else:
                raise _RareError

    def _iri(self, token: re.Match[str]) -> None:
        self._node(token["iri"])

    def _name(self, token: re.Match[str]) -> None:
        if self._predicate is None or self._is_wanted:
            self._node(self._expanded(token["name"]))
        else:
            self._count()

    def _blank(self, token: re.Match[str]) -> None:
        self._node(token["blank"])

    def _node(self, name: str) -> None:
        """Take a node as whatever is due: subject, predicate or object."""
        if self._subject is None:
            self._subject, self._predicate, self._has_object = name, None, False
        elif self._predicate is None:
            if name.startswith("_:"):
                raise _RareError
            self._predicate = name
            self._has_object = False
            is_wanted = self._chosen.get(name)
            if is_wanted is None:
                is_wanted = self._wanted is None or self._wanted(name)
                self._chosen[name] = is_wanted
            self._is_wanted = is_wanted
        elif not self._is_wanted:
            self._count()
        elif self._predicate == TYPE:
            # Kinds come very often and share one value.
            self._object(self._kinds.setdefault(name, Value(name, is_node=True)))
        else:
            self._object(Value(name, is_node=True))

    def _count(self) -> None:
        """Note that there is an object."""
        if self._has_object or self._subject is None or self._predicate is None:
            raise _RareError
        self._has_object = True

    def _object(self, value: Value) -> None:
        self._count()
        if self._is_wanted and self._subject is not None and self._predicate is not None:
            said = self._found.setdefault(self._subject, {})
            said.setdefault(self._predicate, []).append(value)

    def _number(self, token: re.Match[str]) -> None:
        told = token["number"]
        self._object(Value(told, datatype=XSD + ("decimal" if "." in told else "integer")))

    def _literal(self, token: re.Match[str]) -> None:
        if not self._is_wanted and self._predicate is not None:
            self._count()
            return
        text, datatype = token["text"], token["datatype"]
        if "\\" in text:
            text = ESCAPE.sub(_unescaped, text)
        if token["shorthand"]:
            datatype = self._expanded(token["shorthand"])
        self._object(Value(text, token["language"], datatype))

    def _mark(self, mark: str) -> None:
        if mark == "[":
            if self._subject is None or self._predicate is None or len(self._outer) > MAX_DEPTH:
                raise _RareError
            self._blanks += 1
            name = f"_:[{self._blanks}]"
            self._object(Value(name, is_node=True))
            self._outer.append((self._subject, self._predicate))
            self._subject, self._predicate, self._has_object = name, None, True
            return
        if self._subject is None or not self._has_object:
            raise _RareError
        if mark == ",":
            self._has_object = False
            if self._predicate is None:
                raise _RareError
        elif mark == ";":
            self._predicate = None
        elif mark == "]":
            if not self._outer:
                raise _RareError
            self._subject, self._predicate = self._outer.pop()
            self._is_wanted = self._chosen[self._predicate]
        elif self._outer:
            raise _RareError
        else:
            self._subject = self._predicate = None

    def _word(self, token: re.Match[str]) -> None:
        word = token["word"]
        if word == "@prefix":
            if self._subject is not None:
                raise _RareError
            self._directive = []
        elif word == "a":
            if self._subject is None or self._predicate is not None:
                raise _RareError
            self._node(TYPE)
        else:
            self._object(Value(word, datatype=XSD + "boolean"))

    def _declare(self, kind: str | None, token: re.Match[str]) -> None:
        """Take the next part of a prefix: its name, what it stands for, the full stop."""
        directive = self._directive
        if directive is None or kind == "end":
            return
        place = len(directive)
        if (kind, place) == ("name", 0) and token["name"].endswith(":"):
            directive.append(token["name"])
        elif (kind, place) == ("iri", 1):
            directive.append(token["iri"])
        elif kind == "mark" and place == 2 and token["mark"] == ".":
            self._prefixes[directive[0][:-1]] = directive[1]
            self._directive = None
        else:
            raise _RareError

    def _expanded(self, name: str) -> str:
        prefix, _, local = name.partition(":")
        start = self._prefixes.get(prefix)
        if start is None:
            raise _RareError
        return start + local


def _nothing(_: re.Match[str]) -> None:
    """End of a block."""


def _unescaped(match: re.Match[str]) -> str:
    code = match[1] or match[2]
    if code is None:
        if match[3] not in TURTLE_UNESCAPES:
            raise _RareError
        return TURTLE_UNESCAPES[match[3]]
    number = int(code, 16)
    if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF or not number:
        raise _RareError
    return chr(number)


# Statements as Turtle, N-Triples, RDF/XML or JSON-LD: in their order, the same every time.
#
# Reference: RDF 1.1 Turtle, N-Triples, XML Syntax, W3C 2014; JSON-LD 1.1, W3C 2020.


TURTLE_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
SPECIAL = re.compile(r"[\"\\\x00-\x1f\x7f\u0085\u2028\u2029]")
BLANK = "_:"  # what nodes without a name begin with
LOCAL_PART = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*$")


def turtle_lines(statements: StatementSource, skips: Skips) -> Iterator[str]:
    """Give the lines of a Turtle file."""
    for prefix, start in PREFIXES.items():
        yield f"@prefix {prefix}: <{start}> .\n"
    for subject, said in statements.items():
        parts = [
            f"{_turtle_predicate(predicate)} "
            + ", ".join([_turtle_value(value, _turtle_name, skips) for value in values])
            for predicate, values in said.items()
        ]
        yield "\n" + _turtle_name(subject) + " " + " ;\n    ".join(parts) + " .\n"


def ntriples_lines(statements: StatementSource, skips: Skips) -> Iterator[str]:
    """Give the lines of an N-Triples file."""
    for subject, said in statements.items():
        for predicate, values in said.items():
            for value in values:
                told = _turtle_value(value, _bracketed, skips)
                yield f"{_bracketed(subject)} <{predicate}> {told} .\n"


def rdf_xml(statements: StatementSource, skips: Skips) -> Iterator[str]:
    """Give the lines of an RDF/XML file."""
    names = "".join(f'\n  xmlns:{prefix}="{start}"' for prefix, start in PREFIXES.items())
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF{names}>\n'
    for subject, said in statements.items():
        lines = [f"<rdf:Description {_reference(subject, 'about')}>\n"]
        for predicate, values in said.items():
            lines += [_element(predicate, value, skips) for value in values]
        lines.append("</rdf:Description>\n")
        yield clean_xml("".join(lines), skips)
    yield "</rdf:RDF>\n"


def json_ld(statements: StatementSource, skips: Skips) -> Iterator[str]:
    """Give the lines of a JSON-LD file: a context, then one node a line."""
    context = json.dumps(PREFIXES)
    yield f'{{"@context": {context}, "@graph": [\n'
    between = ""
    for subject, said in statements.items():
        entry: dict[str, Any] = {"@id": subject}
        for predicate, values in said.items():
            if predicate == TYPE:
                entry["@type"] = [shorten_iri(value.text) for value in values]
            else:
                entry[shorten_iri(predicate)] = [_json_value(value, skips) for value in values]
        yield between + json.dumps(entry, ensure_ascii=False)
        between = ",\n"
    yield "\n]}\n"


WRITERS: dict[str, Callable[[StatementSource, Skips], Iterable[str]]] = {
    "turtle": turtle_lines,
    "nt": ntriples_lines,
    "xml": rdf_xml,
    "json-ld": json_ld,
}


@lru_cache(maxsize=256)
def _turtle_predicate(iri: str) -> str:
    return "a" if iri == TYPE else _turtle_name(iri)


def _turtle_name(iri: str) -> str:
    name = shorten_iri(iri)
    return name if name != iri else _bracketed(iri)


def _bracketed(iri: str) -> str:
    return iri if iri.startswith(BLANK) else f"<{iri}>"


def _reference(iri: str, name: str) -> str:
    """Return an attribute of RDF/XML that names a node: a blank one by an id of this file."""
    if iri.startswith(BLANK):
        return f'rdf:nodeID="{escape_attribute(iri.removeprefix(BLANK))}"'
    return f'rdf:{name}="{escape_attribute(iri)}"'


def _turtle_value(value: Value, name: Callable[[str], str], skips: Skips) -> str:
    if value.is_node:
        return name(value.text)
    text = '"' + SPECIAL.sub(_escape, value.text) + '"'
    if value.language is not None:
        return f"{text}@{_language(value.language, skips)}"
    return f"{text}^^{name(value.datatype)}" if value.datatype else text


def _escape(match: re.Match[str]) -> str:
    return TURTLE_ESCAPES.get(match[0]) or f"\\u{ord(match[0]):04X}"


def _element(predicate: str, value: Value, skips: Skips) -> str:
    """Return one statement as an element; its name must have a local part."""
    name, declared = shorten_iri(predicate), ""
    if name == predicate:
        match = LOCAL_PART.search(predicate)
        if match is None or match.start() == 0:
            skips.add("statement whose name RDF/XML cannot write", predicate)
            return ""
        name = f"p:{match[0]}"
        declared = f' xmlns:p="{escape_attribute(predicate[: match.start()])}"'
    if value.is_node:
        return f"<{name}{declared} {_reference(value.text, 'resource')}/>\n"
    if value.language is not None:
        declared += f' xml:lang="{_language(value.language, skips)}"'
    elif value.datatype:
        declared += f' rdf:datatype="{escape_attribute(value.datatype)}"'
    return f"<{name}{declared}>{escape_text(value.text)}</{name}>\n"


def _json_value(value: Value, skips: Skips) -> dict[str, str]:
    if value.is_node:
        return {"@id": value.text}
    if value.language is not None:
        return {"@value": value.text, "@language": _language(value.language, skips)}
    return {"@value": value.text, **({"@type": value.datatype} if value.datatype else {})}


def _language(tag: str, skips: Skips) -> str:
    if LANGUAGE.fullmatch(tag):
        return tag
    skips.add("language tag that RDF does not allow, written as und", tag)
    return "und"
