"""Turtle and N-Triples as files of data have them, read as a stream, many times faster than rdflib.

What is rare in such files (collections, long or single-quoted texts, bases, relative addresses, odd
numbers) is not read here: then the whole file is left to rdflib, and so is every error.

Reference: RDF 1.1 Turtle, W3C 2014, section 6; RDF 1.1 N-Triples, W3C 2014.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from diglot.errors import UnsafeFileError
from diglot.files.gzip import open_bounded
from diglot.files.text import incremental_decoder
from diglot.formats.rdf_names import RDF, XSD, Value

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from diglot.formats.rdf_names import Statements

IRI = r"[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20<>\"{}|^`\\]*"
PREFIX = r"(?:[A-Za-z][\w.-]*)?"
HEX = "%[0-9A-Fa-f]{2}"
LOCAL = rf"(?:(?:[\w:]|{HEX})(?:(?:[\w:.-]|{HEX})*(?:[\w:-]|{HEX}))?)?"
TOKEN = re.compile(
    rf"""(?:[ \t\r\n]|\#[^\n]*(?:\n|\Z))*+(?:
      <(?P<iri>{IRI})>
    | "(?P<text>[^"\\\n\r\x00]*+(?:\\.[^"\\\n\r\x00]*+)*+)"(?!")
      (?:@(?P<language>[A-Za-z]+(?:-[A-Za-z0-9]+)*)
        |\^\^(?:<(?P<datatype>{IRI})>|(?P<shorthand>{PREFIX}:{LOCAL})))?
    | (?P<blank>_:[\w](?:[\w.-]*[\w-])?)
    | (?P<name>{PREFIX}:{LOCAL})
    | (?P<mark>[;,\[\]]|\.(?![0-9]))
    | (?P<number>(?:0|-?[1-9][0-9]*)(?:\.[0-9]+)?)(?![\w.+-])
    | (?P<word>a|true|false|@prefix)(?=[ \t\r\n<\[_:])
    | (?P<end>\Z)
    | (?P<other>.)
    )""",
    re.VERBOSE,
)
ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
ESCAPES = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f", '"': '"', "'": "'", "\\": "\\"}
TYPE = RDF + "type"
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
        with open_bounded(path) as file:
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
        if match[3] not in ESCAPES:
            raise _RareError
        return ESCAPES[match[3]]
    number = int(code, 16)
    if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF or not number:
        raise _RareError
    return chr(number)
