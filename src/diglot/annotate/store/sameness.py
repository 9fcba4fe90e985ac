"""When two people have judged alike: notes put aside, group numbers compared away."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from diglot.annotate.problems import ACKNOWLEDGED
from diglot.annotate.store.columns import canonical

if TYPE_CHECKING:
    from diglot.annotate.bodies import Body, Value

ASIDE = frozenset({"note", "reason"})
"""Cells that say something of a judgement and are no part of it; acknowledgements are neither."""

_GROUP = re.compile(r"g\d+\Z")
_MEMBER = re.compile(r"g\d+-\d+\Z")


def judged(body: Body) -> dict[str, Value]:
    """What is judged in a body: without notes, reasons and acknowledgements, in order."""
    return {
        name: body[name]
        for name in sorted(body)
        if name not in ASIDE and not name.startswith(ACKNOWLEDGED)
    }


def digest(kind: str, body: Body) -> str:
    """SHA-256 of what is judged in a body of a kind of layer: alike judgements have the same."""
    return hashlib.sha256(canonical(_named_alike(kind, judged(body))).encode()).hexdigest()


def _named_alike(kind: str, cells: dict[str, Value]) -> dict[str, Value]:
    """Groups numbered by what is in them, since each annotator numbers them as they come."""
    if kind == "groups":
        others = {name: value for name, value in cells.items() if not _GROUP.match(name)}
        groups = sorted(canonical(value) for name, value in cells.items() if _GROUP.match(name))
        return {**others, **{f"g{number}": text for number, text in enumerate(groups)}}
    if kind == "word_labels":
        numbers: dict[str, int] = {}
        return {
            name: numbers.setdefault(str(value), len(numbers)) if _MEMBER.match(name) else value
            for name, value in cells.items()
        }
    return cells
