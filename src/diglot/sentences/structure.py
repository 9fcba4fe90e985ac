"""What the structure of documents says about the alignment."""

from __future__ import annotations

from diglot.model import Document

_LEAST_SENTENCES = 1.15
"""Sentences a paragraph must have on average to tell anything."""


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
    starts = [1] + [int(a != b) for a, b in zip(numbers, numbers[1:], strict=False)]
    return starts
