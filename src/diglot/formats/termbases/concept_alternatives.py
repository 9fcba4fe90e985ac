"""Several translations in one cell of a glossary."""

from __future__ import annotations

import re

from diglot.formats.termbases.termbase import in_one_line

INSIDE = r"\([^()]*+\)|\[[^\[\]]*+\]"
BREAK = r"[;\n]|(?<!\d)/|/(?!\d)"  # "2019/2020" is one text
PIECE = re.compile(rf"(?P<inside>{INSIDE})|(?P<break>{BREAK})")


def alternatives_in(cell: str) -> list[str]:
    """Return the texts of a cell, divided by ``;``, ``/`` and breaks outside of parentheses.

    >>> alternatives_in("confinement / (mettre/être) en quarantaine")
    ['confinement', '(mettre/être) en quarantaine']
    """
    parts: list[str] = []
    begin = 0
    for found in PIECE.finditer(cell):
        if found["break"]:
            parts.append(cell[begin : found.start()])
            begin = found.end()
    parts.append(cell[begin:])
    return [part for part in map(in_one_line, parts) if part]
