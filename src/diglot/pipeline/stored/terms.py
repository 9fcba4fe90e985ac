"""The terms of a build as JSON lines: pairs first, then the concepts that they were grouped in."""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from diglot.errors import FormatError
from diglot.files.atomic import atomic_open
from diglot.files.lines import stream_lines
from diglot.model import Concept, ConceptTerm, Context, Signature, Termbase, TermPair
from diglot.model.tables import Table

SCHEMA, VERSION = "diglot-build-terms", 1


@dataclass(frozen=True, slots=True, repr=False)
class FoundTerms(Table[TermPair]):
    """What a build knows of terms.

    Attributes:
        pairs: terms that translate each other, best first.
        termbase: the same grouped into concepts, with sentences that show them.
        signature: how they were found.
        notes: remarks for the user.
        known: pairs that were left out because a termbase of the user has them.
    """

    pairs: tuple[TermPair, ...]
    termbase: Termbase
    signature: Signature
    notes: tuple[str, ...] = ()
    known: int = 0

    ITEMS = "pairs"
    COLUMNS = ("source", "target", "probability", "frequency", "reasons")

    def _row(self, item: TermPair) -> tuple[object, ...]:
        reasons = "; ".join(item.reasons)
        return item.source, item.target, item.probability, item.frequency, reasons


def write_terms(path: Path, found: FoundTerms) -> None:
    """Write terms; the same ones give the same bytes.

    Raises:
        InputError: the file cannot be written.
    """
    base = found.termbase
    head = {
        "schema": SCHEMA,
        "version": VERSION,
        "title": base.title,
        "termbase_notes": list(base.notes),
        "termbase_signature": signature_fields(base.signature),
        "signature": signature_fields(found.signature),
        "notes": list(found.notes),
        "known": found.known,
        "pairs": len(found.pairs),
        "concepts": len(base.concepts),
    }
    with atomic_open(path) as file:
        for value in (head, *map(_plain, found.pairs), *map(_plain, base.concepts)):
            file.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")


def read_terms(path: Path) -> FoundTerms:
    """Return the terms of a file.

    Raises:
        FormatError: it is something else, or damaged.
        InputError: it cannot be read.
    """
    lines = stream_lines(path)
    try:
        return _found([json.loads(line) for line in lines])
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise FormatError(
            f"its lines make no sense ({error or type(error).__name__})",
            path=path,
            cure="build it again",
        ) from error


def _found(values: list[Any]) -> FoundTerms:
    head, *rest = values
    if head["schema"] != SCHEMA or head["version"] != VERSION:
        raise ValueError("it is of another version")
    if len(rest) != head["pairs"] + head["concepts"]:
        raise ValueError("lines are missing")
    if head["signature"] is None:
        raise ValueError("the signature is missing")
    made = signature_of(head["signature"])
    of_base = head["termbase_signature"]
    base = Termbase(
        tuple(_concept(value) for value in rest[head["pairs"] :]),
        head["title"],
        tuple(head["termbase_notes"]),
        None if of_base is None else signature_of(of_base),
    )
    pairs = tuple(TermPair(**_tuples(value)) for value in rest[: head["pairs"]])
    return FoundTerms(pairs, base, made, tuple(head["notes"]), head["known"])


def _plain(value: Any) -> Any:
    """Return a value as what JSON can hold; fields that say nothing are left out."""
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if not hasattr(value, "__dataclass_fields__"):
        return value
    plain = {}
    for name, default in _defaults(value.__class__):
        held = getattr(value, name)
        if held != default:
            plain[name] = _plain(held)
    return plain


@cache
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    return tuple(
        (each.name, MISSING if each.default is MISSING else each.default) for each in fields(kind)
    )


def _concept(value: dict[str, Any]) -> Concept:
    terms = tuple(_term(each) for each in value.pop("terms"))
    return Concept(terms=terms, **_tuples(value))


def _term(value: dict[str, Any]) -> ConceptTerm:
    contexts = tuple(Context(**each) for each in value.pop("contexts", ()))
    return ConceptTerm(contexts=contexts, **_tuples(value))


def _tuples(value: dict[str, Any]) -> dict[str, Any]:
    return {name: _tuple(held) for name, held in value.items()}


def _tuple(value: Any) -> Any:
    return tuple(_tuple(each) for each in value) if isinstance(value, list) else value


def signature_fields(made: Signature | None) -> list[Any] | None:
    """Return a signature as what JSON can hold."""
    return [made.method, made.version, list(made.options), made.data] if made else None


def signature_of(listed: list[Any]) -> Signature:
    """Return a signature of the fields that `signature_fields` gave."""
    method, version, options, data = listed
    return Signature(method, version, tuple((name, value) for name, value in options), data)
