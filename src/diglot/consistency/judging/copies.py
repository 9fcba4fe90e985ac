"""Source terms that stand in the translation as they are: code, and names that a text keeps."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import regex

from diglot.consistency.judging.blocks import JudgedBlock, Places, spans_of
from diglot.model.findings import ALTERNATIVE, FAMILY, LEVELS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.consistency.entries import Entry
    from diglot.consistency.judging.judgements import Judgements, TargetTerms

KEPT, SHARE_KEPT = 3, 0.5
"""Copies of a term with a capital, and share of its occurrences, from which it is a name."""

_CODE_BEFORE = regex.compile(r"(?:[=<_\\$@#&|{+]|\w[.!]|\+ )$")
_CODE_BEHIND = regex.compile(r"^(?:[=>_\\$@#|}(+!]|\.\w| \+)")


def settle_copies(block: JudgedBlock, terms: TargetTerms, entries: Sequence[Entry]) -> Judgements:
    """Return judgements without code, and with names that the text keeps as alternatives.

    A word is code where signs of code touch it, such as the bracket of a function or the plus of
    a shortcut, or where it alone is in capitals, and the translation has it so, too. A term with
    a capital that stands as it is belongs to a name where the termbase has it without, and is one
    where half of its occurrences are such.

    Args:
        block: units with what was judged of them.
        terms: as judged by.
        entries: in the order of their numbers.
    """
    judged = block.judged
    rows = np.flatnonzero(judged.level >= LEVELS.index(FAMILY))
    places = Places(block, rows)
    code: list[int] = []
    kept: dict[int, list[int]] = {}
    names: set[int] = set()
    for row in rows.tolist():
        text, unit = places.source_text(row), places.unit(row)
        if text not in unit.target:
            continue
        ((begin, end),) = places.source(row)
        if _is_code(text, (unit.source[:begin], unit.source[end:]), unit.target):
            code.append(row)
        elif text[:1].isupper() and (found := _tokens_of(block, int(judged.unit[row]), text)):
            kept[row] = found
            if begin and entries[int(judged.entry[row])].source.text.islower():
                names.add(row)
    copies = Counter(judged.entry[list(kept)].tolist())
    counts = np.bincount(judged.entry) if kept else np.zeros(0, np.int64)
    level, term, target = judged.level.copy(), judged.term.copy(), judged.target.copy()
    for row, found in kept.items():
        entry = int(judged.entry[row])
        if row in names or copies[entry] >= max(KEPT, SHARE_KEPT * counts[entry]):
            level[row] = LEVELS.index(ALTERNATIVE)
            term[row] = terms.entry_offsets[entry]
            target[row] = -1
            target[row, : len(found)] = found[: target.shape[1]]
    settled = replace(judged, level=level, term=term, target=target)
    return settled.without(code) if code else settled


def _is_code(text: str, around: tuple[str, str], target: str) -> bool:
    before, behind = _CODE_BEFORE.search(around[0]), _CODE_BEHIND.search(around[1])
    if before or behind:
        sign = before[0][-1:].strip() if before else ""
        return f"{sign}{text}{behind[0][:1].strip() if behind else ''}" in target
    if not (text.isupper() and len(text) > 1) or "".join(around).isupper():
        return False
    return regex.search(rf"(?<!\w){regex.escape(text)}(?!\w)", target) is not None


def _tokens_of(block: JudgedBlock, unit: int, text: str) -> list[int]:
    """Return the target tokens that are a text as it is; none if it stands inside of words."""
    begin = block.units[unit].target.find(text)
    spans = spans_of(block, unit, 1)
    inside = [n for n, (a, b) in enumerate(spans) if begin <= a and b <= begin + len(text)]
    whole = inside and spans[inside[0]][0] == begin and spans[inside[-1]][1] == begin + len(text)
    return inside if whole else []
