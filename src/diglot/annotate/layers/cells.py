"""Names and values of cells: what all layers share, and how numbered names are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot.annotate.problems import ACKNOWLEDGED
from diglot.annotate.schemes import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diglot.annotate.bodies import Body, Value
    from diglot.annotate.schemes import Scheme

REASONS = ("guideline gap", "slip", "ambiguous")
"""Why judgements differed, as an adjudicator says."""

_LONGEST_TEXT = 20_000
_DIGITS = 10


def common_fault(cell: str, value: Value) -> str | None:
    """Why a cell of every layer cannot be stored; the last word for names no layer knows."""
    if cell == "note":
        return text_fault(value)
    if cell == "reason":
        return choice_fault(value, REASONS)
    if cell.startswith(ACKNOWLEDGED) and len(cell) > len(ACKNOWLEDGED):
        return true_fault(value)
    return f"there is no cell {cell[:40]!r} in this layer"


def text_fault(value: Value) -> str | None:
    """Why a value is no text that can be stored."""
    if not isinstance(value, str):
        return "has to be a text"
    if len(value) > _LONGEST_TEXT:
        return f"is longer than {_LONGEST_TEXT:,} characters"
    return None


def true_fault(value: Value) -> str | None:
    """Why a value is no mark."""
    return None if value is True else "has to be true, or removed"


def choice_fault(value: Value, choices: Sequence[str]) -> str | None:
    """Why a value is none of some words."""
    return None if value in choices else f"has to be one of {', '.join(choices)}"


def label_fault(value: Value, scheme: Scheme) -> str | None:
    """Why a label cannot be stored: one of a file that the scheme does not have can be."""
    if isinstance(value, str) and (value in scheme.names or is_unknown(value)):
        return None
    return f"has to be one of {', '.join(scheme.names)}"


def is_unknown(value: Value | None) -> bool:
    """Whether a label came from a file and is not in the scheme."""
    return isinstance(value, str) and value.startswith(UNKNOWN)


def is_whole(value: Any) -> bool:
    """Whether a value is an integer; true and false are none."""
    return type(value) is int


def is_range(value: Any) -> bool:
    """Whether a value is a pair of whole numbers."""
    return isinstance(value, list) and len(value) == 2 and all(map(is_whole, value))


def number_in(name: str) -> int | None:
    """The number that a part of a name spells in the one way that counts, or None."""
    if not (name.isascii() and name.isdigit() and len(name) <= _DIGITS):
        return None
    return int(name) if name == "0" or name[0] != "0" else None


def numbers_in(name: str) -> tuple[int, int] | None:
    """The two numbers of ``12-30``, or None."""
    first, dash, second = name.partition("-")
    numbers = number_in(first), number_in(second)
    return (numbers[0], numbers[1]) if dash and None not in numbers else None  # type: ignore[return-value]


def numbered(body: Body, letter: str) -> Iterator[tuple[int, Value]]:
    """Number and value of the cells that are called by a letter and one number."""
    for cell, value in body.items():
        if cell[:1] == letter:
            number = number_in(cell[1:])
            if number is not None:
                yield number, value


def doubly_numbered(body: Body, letter: str) -> Iterator[tuple[int, int, Value]]:
    """Numbers and value of the cells that are called by a letter and two numbers."""
    for cell, value in body.items():
        if cell[:1] == letter:
            numbers = numbers_in(cell[1:])
            if numbers is not None:
                yield *numbers, value


def counted(names: Sequence[str]) -> str:
    """Names with how often each stands there, the commonest first: ``3 sure, 1 wrong``."""
    tally: dict[str, int] = {}
    for name in names:
        tally[name] = tally.get(name, 0) + 1
    ranked = sorted(tally.items(), key=lambda each: (-each[1], each[0]))
    return ", ".join(f"{count} {name}" for name, count in ranked)
