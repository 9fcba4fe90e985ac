"""Sides of a payload: their text, their tokens, and spans of characters in them."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from typing import TYPE_CHECKING, Any, TypeAlias

from diglot.annotate.layers.cells import is_range, is_whole, number_in, numbered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.annotate.bodies import Body, Value
    from diglot.annotate.layers.layer import Payload

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
        return "has to be a pair of whole numbers: the first character and the one after the last"
    if not 0 <= value[0] < value[1] <= len(text):
        return f"{value[0]} to {value[1]} is no part of a text with {len(text)} characters"
    return None


def spans_fault(text: str, value: Any) -> str | None:
    """Why a value is no list of spans that ascend without overlap."""
    if not isinstance(value, list):
        return "has to be a list of spans"
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
        return "has to name and hold whole numbers"
    tokens = tokens_of(payload, side)
    if first not in {token[0] for token in tokens}:
        return f"{first} is not the first character of a word of the {side}"
    if end not in {token[1] for token in tokens if token[0] >= first}:
        return f"{end} is not the end of a word of the {side} from {first} on"
    return None


def marked_spans(body: Body, letter: str) -> list[Span]:
    """Spans of the cells called by a letter and a start, ascending."""
    return sorted((start, end) for start, end in numbered(body, letter) if isinstance(end, int))


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
