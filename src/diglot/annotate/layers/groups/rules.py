"""Free groups of words that correspond, of any size, and words left out in the translation.

Cells: ``g<id>`` holds the first characters of the source words, those of the target words, and the
label; one side is empty where words have no counterpart.

Reference: Germann 2008, Yawat: yet another word alignment tool, ACL demonstration session.
"""

from collections.abc import Iterator
from typing import Any, TypeAlias

from diglot.annotate.bodies import Body, Problem, Value
from diglot.annotate.layers import cells
from diglot.annotate.schemes import Scheme

Group: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], str]
"""First characters of source words and of target words, ascending, and the label."""

RULES: cells.Severities = {
    "unknown-label": "error",
    "empty": "error",
    "shared-word": "error",
    "large": "warning",
}


def fault(payload: cells.Payload, scheme: Scheme, cell: str, value: Value) -> str | None:
    """Why a cell cannot be stored at all."""
    if cell[:1] != "g" or cells.number_in(cell[1:]) is None:
        return cells.common_fault(cell, value)
    if not isinstance(value, list) or len(value) != 3:
        return "must hold source words, target words and a label"
    for side, starts in zip(cells.SIDES, value, strict=False):
        fault = _words_fault(payload, side, starts)
        if fault:
            return fault
    return cells.label_fault(value[2], scheme)


def problems(payload: cells.Payload, scheme: Scheme, body: Body) -> list[Problem]:
    """Empty and large groups, and words in two of them where the scheme forbids it."""
    found = cells.Breaches(RULES, scheme)
    most = scheme.settings.get("words", 4)
    groups = dict(groups_of(body))
    for number, (source, target, label) in groups.items():
        cell = f"g{number}"
        found.label(cell, label)
        if not source and not target:
            found.add("empty", "a group has no word on either side: dissolve it", (cell,))
        if len(source) > most and len(target) > most:
            sizes = f"{len(source)} source and {len(target)} target words"
            found.add("large", f"a group of {sizes} can perhaps be divided", (cell,))
    if not scheme.settings.get("shared", False):
        _shared(payload, groups, found)
    return found.found


def label(payload: cells.Payload, body: Body) -> str:
    """How many groups have which label."""
    return cells.count_names([label for _, (_, _, label) in groups_of(body)])


def groups_of(body: Body) -> Iterator[tuple[int, Group]]:
    """Number and content of the groups, in the order of their numbers."""
    for number, value in sorted(cells.numbered_cells(body, "g"), key=lambda each: each[0]):
        if isinstance(value, list) and len(value) == 3:
            source, target, label = value
            yield number, (_starts(source), _starts(target), str(label))


def _starts(value: Any) -> tuple[int, ...]:
    return tuple(value) if isinstance(value, list) else ()


def _words_fault(payload: cells.Payload, side: str, starts: Any) -> str | None:
    if not isinstance(starts, list) or not all(map(cells.is_whole, starts)):
        return f"the words of the {side} must be a list of whole numbers"
    if starts != sorted(set(starts)):
        return f"the words of the {side} must ascend"
    strange = set(starts) - {token[0] for token in cells.tokens_of(payload, side)}
    if strange:
        return f"{min(strange)} is not the first character of a word of the {side}"
    return None


def _shared(payload: cells.Payload, groups: dict[int, Group], found: cells.Breaches) -> None:
    for at, side in enumerate(cells.SIDES):
        owners: dict[int, list[int]] = {}
        for number, group in groups.items():
            for start in group[:2][at]:
                owners.setdefault(start, []).append(number)
        ends = dict(cells.tokens_of(payload, side))
        for start, numbers in sorted(owners.items()):
            if len(numbers) > 1:
                word = cells.text_of(payload, side)[start : ends.get(start, start)]
                message = f"{word!r} of the {side} is in {len(numbers)} groups"
                found.add("shared-word", message, [f"g{number}" for number in numbers])
