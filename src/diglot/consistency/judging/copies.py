"""Source terms that stand in the translation as they are: code, and names that a text keeps."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import regex

from diglot.consistency.judging.blocks import ENDING_OF_NAME, JudgedBlock, Places
from diglot.model.findings import ALTERNATIVE, FAMILY, LEVELS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from diglot.consistency.entries import Entry
    from diglot.consistency.judging.judgements import Judgements, TargetTerms

KEPT, SHARE_KEPT = 3, 0.5
"""Copies of a term with a capital, and share of its occurrences written so, from which it is a
name."""

_CODE_BEFORE = regex.compile(r"(?:[=<_\\$@#&|{+]|\w[.!]|\+ )$")
_CODE_BEHIND = regex.compile(r"^(?:[=>_\\$@#|}(+!]|\.\w| \+)")


def settle_copies(
    block: JudgedBlock, terms: TargetTerms, entries: Sequence[Entry]
) -> tuple[Judgements, list[tuple[int, int]]]:
    """Return judgements without code and names, and which terms the text keeps as names.

    A word is code where signs of code touch it, such as the bracket of a function or the plus of
    a shortcut, or where it alone is in capitals, and the translation has it so, too. A term with
    a capital that stands as it is belongs to a name where the word beside it stands as it is, too
    ("LibreOffice Draw"), and is one where half of its occurrences with this capital are such:
    neither is an occurrence of the term. Where the termbase has it without a capital it is an
    alternative.

    Args:
        block: units with what was judged of them.
        terms: as judged by.
        entries: in the order of their numbers.

    Returns:
        The judgements that remain; entry and unit of every term that the text keeps as a name.
    """
    judged = block.judged
    rows = np.flatnonzero(judged.level >= LEVELS.index(FAMILY))
    places = Places(block, rows)
    gone: list[int] = []
    parts: list[int] = []
    kept: dict[int, list[int]] = {}
    loose: list[int] = []
    for row in rows.tolist():
        text, unit = places.source_text(row), places.unit(row)
        ((begin, end),) = places.source(row)
        if text in unit.target and _is_code(
            text, (unit.source[:begin], unit.source[end:]), unit.target
        ):
            gone.append(row)
        elif text[:1].isupper() and (found := _copy_of(block, row)):
            if _is_part_of_name(block, row, found):
                parts.append(row)
            else:
                kept[row] = found
                if begin and entries[int(judged.entry[row])].source.text.islower():
                    loose.append(row)
    names = _names(block, kept, [*parts, *gone]) if kept else []
    level, term, target = judged.level.copy(), judged.term.copy(), judged.target.copy()
    for row in loose:
        level[row] = LEVELS.index(ALTERNATIVE)
        term[row] = terms.entry_offsets[judged.entry[row]]
        target[row] = -1
        target[row, : len(kept[row])] = kept[row][: target.shape[1]]
    settled = replace(judged, level=level, term=term, target=target)
    return settled.without([*gone, *parts, *names]), [
        (int(judged.entry[row]), int(judged.unit[row])) for row in names
    ]


def _names(block: JudgedBlock, kept: Collection[int], others: Collection[int]) -> list[int]:
    """Return which copied terms are names, by how often the text copies what it writes alike.

    Parts of longer names and of code are copies, too.
    """
    judged, texts = block.judged, block.texts[0]
    starts = texts.offsets[judged.unit]
    ends = texts.tokens[starts + judged.begin], texts.tokens[starts + judged.end - 1]
    spelt = np.unique(np.stack([judged.entry, *ends]), axis=1, return_inverse=True)[1].ravel()
    counts = Counter(spelt.tolist())
    copies = Counter(spelt[[*kept, *others]].tolist())
    return [
        row
        for row in kept
        if copies[alike := int(spelt[row])] >= max(KEPT, SHARE_KEPT * counts[alike])
    ]


def _is_code(text: str, around: tuple[str, str], target: str) -> bool:
    if around[0].endswith("[") and around[1].startswith("]"):
        return f"[{text}]" in target
    before, behind = _CODE_BEFORE.search(around[0]), _CODE_BEHIND.search(around[1])
    if before or behind:
        sign = before[0][-1:].strip() if before else ""
        return f"{sign}{text}{behind[0][:1].strip() if behind else ''}" in target
    if not (text.isupper() and len(text) > 1) or "".join(around).isupper():
        return False
    return regex.search(rf"(?<!\w){regex.escape(text)}(?!\w)", target) is not None


def _copy_of(block: JudgedBlock, row: int) -> list[int]:
    """Return the target tokens that are a term as its source writes it, but for case and an ending.

    None if it stands nowhere so with a capital.
    """
    unit = int(block.judged.unit[row])
    here = _written(block, unit, 0)[int(block.judged.begin[row]) : int(block.judged.end[row])]
    wanted = [form.casefold() for form in here]
    there = _written(block, unit, 1)
    for first in range(len(there) - len(wanted) + 1):
        found = [form.casefold() for form in there[first : first + len(wanted)]]
        ending = found[-1].removeprefix(wanted[-1])
        if (
            there[first][0].isupper()
            and found[:-1] == wanted[:-1]
            and found[-1].startswith(wanted[-1])
            and ENDING_OF_NAME.fullmatch(ending)
        ):
            return list(range(first, first + len(wanted)))
    return []


def _is_part_of_name(block: JudgedBlock, row: int, found: Sequence[int]) -> bool:
    """Whether the word before a copied term, or behind it, is copied with a capital, too."""
    unit = int(block.judged.unit[row])
    source, target = _written(block, unit, 0), _written(block, unit, 1)
    for here, there in (
        (int(block.judged.begin[row]) - 1, found[0] - 1),
        (int(block.judged.end[row]), found[-1] + 1),
    ):
        if 0 <= here < len(source) and 0 <= there < len(target):
            word = source[here]
            if word == target[there] and len(word) > 1 and word[0].isupper():
                return True
    return False


def _written(block: JudgedBlock, unit: int, side: int) -> list[str]:
    return [block.forms[side].written[token] for token in block.texts[side].of(unit).tolist()]
