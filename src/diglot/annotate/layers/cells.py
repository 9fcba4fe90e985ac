"""Cells and spans of all layers, and breaches of their rules."""

import itertools
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from diglot.annotate.bodies import ACKNOWLEDGED, Body, Problem, Severity, Value
from diglot.annotate.schemes import UNKNOWN, Scheme

Payload: TypeAlias = "Mapping[str, Any]"
"""What an annotator is shown: JSON whose shape the layer's module describes."""


# Breaches of the rules of a layer, with the severities that a project wants.

Severities: TypeAlias = Mapping[str, Severity | Literal["off"]]
"""Severities by name of the rule; one that is ``off`` can be switched on by a project."""


class Breaches:
    """Gathers the problems of one judgement.

    Args:
        rules: of the layer.
        scheme: names the kind, which is the first part of the codes; its severities come before
            those of the rules.
    """

    def __init__(self, rules: Severities, scheme: Scheme) -> None:
        self.kind = scheme.kind
        self.names = scheme.names
        self.severities = {
            rule: scheme.severities.get(f"{self.kind}.{rule}", severity)
            for rule, severity in rules.items()
        }
        self.found: list[Problem] = []

    def wants(self, rule: str) -> bool:
        """Whether a rule is on, to leave out what only it needs."""
        return self.severities[rule] != "off"

    def add(self, rule: str, message: str, cells: Sequence[str] = ()) -> None:
        """Report a breach, unless the project leaves the rule out."""
        severity = self.severities[rule]
        if severity != "off":
            self.found.append(Problem(f"{self.kind}.{rule}", severity, message, tuple(cells)))

    def label(self, cell: str, label: object, *, ask: str = "give a label: ") -> None:
        """Report a label that is missing, or one that the scheme does not have."""
        names = ", ".join(self.names)
        if label is None:
            self.add(f"{cell}-missing", f"{ask}{names}", (cell,))
        elif label not in self.names:
            shown = str(label).removeprefix(UNKNOWN)
            message = f"the scheme has no label {shown!r}: give one of {names}"
            self.add("unknown-label", message, (cell,))


# Names and values of cells: what all layers share, and how numbered names are read.

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
        return "must be a text"
    if len(value) > _LONGEST_TEXT:
        return f"is longer than {_LONGEST_TEXT:,} characters"
    return None


def true_fault(value: Value) -> str | None:
    """Why a value is no mark."""
    return None if value is True else "must be true, or removed"


def choice_fault(value: Value, choices: Sequence[str]) -> str | None:
    """Why a value is none of some words."""
    return None if value in choices else f"must be one of {', '.join(choices)}"


def label_fault(value: Value, scheme: Scheme) -> str | None:
    """Why a label cannot be stored: one of a file that the scheme does not have can be."""
    if isinstance(value, str) and (value in scheme.names or is_unknown(value)):
        return None
    return f"must be one of {', '.join(scheme.names)}"


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


def numbered_cells(body: Body, letter: str) -> Iterator[tuple[int, Value]]:
    """Number and value of the cells that are called by a letter and one number."""
    for cell, value in body.items():
        if cell[:1] == letter:
            number = number_in(cell[1:])
            if number is not None:
                yield number, value


def doubly_numbered_cells(body: Body, letter: str) -> Iterator[tuple[int, int, Value]]:
    """Numbers and value of the cells that are called by a letter and two numbers."""
    for cell, value in body.items():
        if cell[:1] == letter:
            numbers = numbers_in(cell[1:])
            if numbers is not None:
                yield *numbers, value


def count_names(names: Sequence[str]) -> str:
    """Names with how often each stands there, the commonest first: ``3 sure, 1 wrong``."""
    tally: dict[str, int] = {}
    for name in names:
        tally[name] = tally.get(name, 0) + 1
    ranked = sorted(tally.items(), key=lambda each: (-each[1], each[0]))
    return ", ".join(f"{count} {name}" for name, count in ranked)


# Sides of a payload: their text, their tokens, and spans of characters in them.


Span: TypeAlias = tuple[int, int]
"""Half-open range of characters."""

SIDES = ("source", "target")


def text_of(payload: Payload, side: str) -> str:
    """The text of a side; empty if the payload has none."""
    text = (payload.get(side) or {}).get("text")
    return text if isinstance(text, str) else ""


def tokens_of(payload: Payload, side: str) -> list[Span]:
    """The tokens of a side, in order; none if the payload has none."""
    return [(begin, end) for begin, end in (payload.get(side) or {}).get("tokens") or ()]


def span_fault(text: str, value: Any) -> str | None:
    """Why a value is no span of a text with at least one character."""
    if not is_range(value):
        return "must be a pair of whole numbers: the first character and the one after the last"
    if not 0 <= value[0] < value[1] <= len(text):
        return f"{value[0]} to {value[1]} is not a part of a text with {len(text)} characters"
    return None


def spans_fault(text: str, value: Any) -> str | None:
    """Why a value is no list of spans that ascend without overlap."""
    if not isinstance(value, list):
        return "must be a list of spans"
    for span in value:
        fault = span_fault(text, span)
        if fault:
            return fault
    if any(first[1] > second[0] for first, second in itertools.pairwise(value)):
        return "has spans that overlap or do not ascend"
    return None


def token_span_fault(payload: Payload, side: str, start: str, end: Value) -> str | None:
    """Why a cell named by the start of a span and holding its end marks no run of tokens."""
    first = number_in(start)
    if first is None or not is_whole(end):
        return "must name and hold whole numbers"
    tokens = tokens_of(payload, side)
    if first not in {token[0] for token in tokens}:
        return f"{first} is not the first character of a word of the {side}"
    if end not in {token[1] for token in tokens if token[0] >= first}:
        return f"{end} is not the end of a word of the {side} from {first} on"
    return None


def marked_spans(body: Body, letter: str) -> list[Span]:
    """Spans of the cells called by a letter and a start, ascending."""
    return sorted(
        (start, end) for start, end in numbered_cells(body, letter) if isinstance(end, int)
    )


def overlapping(spans: Sequence[Span]) -> list[Span]:
    """Those of ascending spans that begin before the one before them ends."""
    found, reach = [], -1
    for begin, end in spans:
        if begin < reach:
            found.append((begin, end))
        reach = max(reach, end)
    return found


def tokens_in(tokens: Sequence[Span], spans: Sequence[Span]) -> list[int]:
    """Numbers of the tokens that lie in one of some spans, ascending."""
    starts = [begin for begin, _ in tokens]
    found: set[int] = set()
    for begin, end in spans:
        at = bisect_left(starts, begin)
        while at < len(tokens) and tokens[at][1] <= end:
            found.add(at)
            at += 1
    return sorted(found)
