"""What the structure of documents says about the alignment."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.model import Document

_LEAST_SENTENCES = 1.15
"""Sentences a paragraph must have on average to tell anything."""
_LEAST_HEADINGS = 3
_MOST_UNEVEN = 2.5
"""How much longer or shorter than expected a section may be before its headings are doubted."""
_LONG_SECTION = 400
"""Characters from which on a section's length says something."""
_NUMBER = regex.compile(r"\p{Nd}+")


def paragraph_starts(document: Document) -> list[int] | None:
    """1 for every segment that starts a paragraph, 0 for the others.

    Returns:
        None when the document has no paragraphs worth the name: one segment a line, a single
        paragraph, or nearly every segment a paragraph of its own.
    """
    segments = document.segments
    numbers = [segment.paragraph for segment in segments]
    paragraphs = len(set(numbers))
    if paragraphs < 2 or len(segments) < _LEAST_SENTENCES * paragraphs:
        return None
    if all(document.blocks[number].kind == "line" for number in set(numbers[:50])):
        return None
    return [1] + [int(a != b) for a, b in pairwise(numbers)]


def heading_anchors(
    source: Document, target: Document
) -> tuple[tuple[tuple[int, int], ...], tuple[str, ...]]:
    """Pair the headings of two documents when their outlines agree.

    Outlines agree when both have the same sequence of levels, headings with numbers have the same
    numbers, and no section is far longer or shorter than the texts as wholes suggest.

    Returns:
        (source segment, target segment) that start together, and a note when headings were left
        out of account.
    """
    ours, theirs = _headings(source), _headings(target)
    if min(len(ours), len(theirs)) < _LEAST_HEADINGS:
        return (), ()
    reason = _disagreement(source, target, ours, theirs)
    if reason:
        return (), (f"headings were left out of account: {reason}",)
    return tuple((i, j) for (i, _), (j, _) in zip(ours, theirs, strict=True)), ()


def _headings(document: Document) -> list[tuple[int, int]]:
    """(first segment, level) of every heading."""
    found = []
    previous = -1
    for index, segment in enumerate(document.segments):
        if segment.paragraph == previous:
            continue
        previous = segment.paragraph
        block = document.blocks[segment.paragraph] if document.blocks else None
        if block is not None and block.kind == "heading":
            found.append((index, block.level))
    return found


def _disagreement(
    source: Document,
    target: Document,
    ours: Sequence[tuple[int, int]],
    theirs: Sequence[tuple[int, int]],
) -> str:
    """Why two outlines do not agree, or nothing."""
    if len(ours) != len(theirs):
        return f"{len(ours)} in the source, {len(theirs)} in the target"
    for (i, level), (j, other) in zip(ours, theirs, strict=True):
        left, right = source.segment_text(i), target.segment_text(j)
        if level != other:
            return f"levels differ at {left[:40]!r}"
        numbers = _NUMBER.findall(left), _NUMBER.findall(right)
        if all(numbers) and numbers[0] != numbers[1]:
            return f"{left[:40]!r} stands against {right[:40]!r}"
    lengths = [
        [
            document.segments[end - 1].end - document.segments[begin].start
            for begin, end in pairwise([*(index for index, _ in headings), len(document.segments)])
        ]
        for document, headings in ((source, ours), (target, theirs))
    ]
    ratio = sum(lengths[1]) / max(1, sum(lengths[0]))
    for (i, _), long, other_long in zip(ours, *lengths, strict=True):
        uneven = other_long / max(1.0, long * ratio)
        if max(long, other_long) > _LONG_SECTION and not (1 / _MOST_UNEVEN < uneven < _MOST_UNEVEN):
            return f"the sections under {source.segment_text(i)[:40]!r} differ in length"
    return ""
