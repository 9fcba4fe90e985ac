"""The segments of a document as a sequence of strings that are cut out when asked for.

A million sentences as strings of their own would take more memory than the text they are cut from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from diglot.model import Document


class Segments(Sequence[str]):
    """Texts of the segments begin <= i < end of a document.

    Args:
        document: the segmented document.
        begin: first segment.
        end: one past the last segment; all from ``begin`` when None.
    """

    def __init__(self, document: Document, begin: int = 0, end: int | None = None) -> None:
        self.document, self.begin = document, begin
        self.end = len(document.segments) if end is None else end

    def __len__(self) -> int:
        return self.end - self.begin

    def __iter__(self) -> Iterator[str]:
        text = self.document.text
        for segment in islice(self.document.segments, self.begin, self.end):
            yield text[segment.start : segment.end]

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Segments: ...
    def __getitem__(self, index: int | slice) -> str | Segments:
        if isinstance(index, slice):
            begin, end, step = index.indices(len(self))
            if step != 1:
                raise ValueError("segments are cut in steps of one")
            return Segments(self.document, self.begin + begin, self.begin + max(begin, end))
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self.document.segment_text(self.begin + index % len(self))
