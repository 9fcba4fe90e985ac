"""Statements as Turtle, N-Triples, RDF/XML or JSON-LD: in their order, the same every time.

Reference: RDF 1.1 Turtle, N-Triples, XML Syntax, W3C 2014; JSON-LD 1.1, W3C 2020.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from diglot.files.xml import legal
from diglot.formats.inline import attribute, escaped
from diglot.formats.rdf_names import LANGUAGE, PREFIXES, TYPE, Value, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from diglot.formats.blocks import Skips
    from diglot.formats.rdf_names import Described

ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
SPECIAL = re.compile(r"[\"\\\x00-\x1f\x7f\u0085\u2028\u2029]")
BLANK = "_:"  # what nodes without a name begin with
LOCAL_PART = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*$")


def turtle(statements: Described, skips: Skips) -> Iterator[str]:
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


def ntriples(statements: Described, skips: Skips) -> Iterator[str]:
    """Give the lines of an N-Triples file."""
    for subject, said in statements.items():
        for predicate, values in said.items():
            for value in values:
                told = _turtle_value(value, _bracketed, skips)
                yield f"{_bracketed(subject)} <{predicate}> {told} .\n"


def rdf_xml(statements: Described, skips: Skips) -> Iterator[str]:
    """Give the lines of an RDF/XML file."""
    names = "".join(f'\n  xmlns:{prefix}="{start}"' for prefix, start in PREFIXES.items())
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF{names}>\n'
    for subject, said in statements.items():
        lines = [f"<rdf:Description {_reference(subject, 'about')}>\n"]
        for predicate, values in said.items():
            lines += [_element(predicate, value, skips) for value in values]
        lines.append("</rdf:Description>\n")
        text, count = legal("".join(lines))
        skips.add("character that XML forbids", count=count)
        yield text
    yield "</rdf:RDF>\n"


def json_ld(statements: Described, skips: Skips) -> Iterator[str]:
    """Give the lines of a JSON-LD file: a context, then one node a line."""
    context = json.dumps(PREFIXES)
    yield f'{{"@context": {context}, "@graph": [\n'
    between = ""
    for subject, said in statements.items():
        entry: dict[str, Any] = {"@id": subject}
        for predicate, values in said.items():
            if predicate == TYPE:
                entry["@type"] = [shortened(value.text) for value in values]
            else:
                entry[shortened(predicate)] = [_json_value(value, skips) for value in values]
        yield between + json.dumps(entry, ensure_ascii=False)
        between = ",\n"
    yield "\n]}\n"


WRITERS: dict[str, Callable[[Described, Skips], Iterable[str]]] = {
    "turtle": turtle,
    "nt": ntriples,
    "xml": rdf_xml,
    "json-ld": json_ld,
}


@lru_cache(maxsize=256)
def _turtle_predicate(iri: str) -> str:
    return "a" if iri == TYPE else _turtle_name(iri)


def _turtle_name(iri: str) -> str:
    name = shortened(iri)
    return name if name != iri else _bracketed(iri)


def _bracketed(iri: str) -> str:
    return iri if iri.startswith(BLANK) else f"<{iri}>"


def _reference(iri: str, name: str) -> str:
    """Return an attribute of RDF/XML that names a node: a blank one by an id of this file."""
    if iri.startswith(BLANK):
        return f'rdf:nodeID="{attribute(iri.removeprefix(BLANK))}"'
    return f'rdf:{name}="{attribute(iri)}"'


def _turtle_value(value: Value, name: Callable[[str], str], skips: Skips) -> str:
    if value.is_node:
        return name(value.text)
    text = '"' + SPECIAL.sub(_escape, value.text) + '"'
    if value.language is not None:
        return f"{text}@{_language(value.language, skips)}"
    return f"{text}^^{name(value.datatype)}" if value.datatype else text


def _escape(match: re.Match[str]) -> str:
    return ESCAPES.get(match[0]) or f"\\u{ord(match[0]):04X}"


def _element(predicate: str, value: Value, skips: Skips) -> str:
    """Return one statement as an element; its name must have a local part."""
    name, declared = shortened(predicate), ""
    if name == predicate:
        match = LOCAL_PART.search(predicate)
        if match is None or match.start() == 0:
            skips.add("statement whose name RDF/XML cannot write", predicate)
            return ""
        name = f"p:{match[0]}"
        declared = f' xmlns:p="{attribute(predicate[: match.start()])}"'
    if value.is_node:
        return f"<{name}{declared} {_reference(value.text, 'resource')}/>\n"
    if value.language is not None:
        declared += f' xml:lang="{_language(value.language, skips)}"'
    elif value.datatype:
        declared += f' rdf:datatype="{attribute(value.datatype)}"'
    return f"<{name}{declared}>{escaped(value.text)}</{name}>\n"


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
