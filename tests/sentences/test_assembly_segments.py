"""Segments as a sequence that is cut out of the document when asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.model import Document, Segment
from diglot.sentences.assembly import Segments

TEXTS = st.lists(st.text(max_size=6), max_size=8)


def _document(texts: list[str]) -> Document:
    segments, start = [], 0
    for text in texts:
        segments.append(Segment(start, start + len(text)))
        start += len(text) + 1
    return Document("\n".join(texts), segments=tuple(segments))


@given(TEXTS, st.integers(-9, 9), st.integers(-9, 9))
def test_slices_are_those_of_a_list(texts: list[str], begin: int, end: int) -> None:
    segments = Segments(_document(texts))
    assert list(segments[begin:end]) == texts[begin:end]
    assert len(segments[begin:end]) == len(texts[begin:end])


@given(TEXTS, st.integers(-9, 9))
def test_items_are_those_of_a_list(texts: list[str], index: int) -> None:
    segments = Segments(_document(texts))
    if -len(texts) <= index < len(texts):
        assert segments[index] == texts[index]
    else:
        with pytest.raises(IndexError):
            segments[index]


def test_a_slice_of_a_slice_counts_from_its_own_start() -> None:
    assert list(Segments(_document(["a", "b", "c", "d"]))[1:][1:2]) == ["c"]


def test_steps_are_refused() -> None:
    with pytest.raises(ValueError, match="steps of one"):
        Segments(_document(["a", "b"]))[::2]
