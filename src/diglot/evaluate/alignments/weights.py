"""What a segment weighs at the word and the character level."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

UNITS = {"word": "whitespace+unspaced", "char": "all-but-line-breaks"}

# Scripts written without spaces, where whitespace would count a whole sentence as one word: Thai,
# Lao, Myanmar, Khmer, kana, Han. Each of their letters counts as a word; Hangul has spaces.
_UNSPACED = re.compile(
    "[\u0e01-\u0e5b\u0e81-\u0edf\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u3096"
    "\u30a1-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]"
)


def words(segments: Sequence[str]) -> NDArray[np.float64]:
    """Count the words of each segment: runs without whitespace, unspaced letters singly."""
    return np.fromiter(map(_count_words, segments), np.float64, len(segments))


def characters(segments: Sequence[str]) -> NDArray[np.float64]:
    """Count the characters of each segment: inner spaces included, line breaks not."""
    return np.fromiter(
        (len(text) - text.count("\n") - text.count("\r") for text in segments),
        np.float64,
        len(segments),
    )


def word_starts(text: str) -> NDArray[np.bool_]:
    """Mark the characters of ``text`` that begin a word, as ``words`` counts them."""
    starts = np.zeros(len(text), dtype=np.bool_)
    for match in re.finditer(rf"{_UNSPACED.pattern}|(?:(?!{_UNSPACED.pattern})\S)+", text):
        starts[match.start()] = True
    return starts


def _count_words(text: str) -> int:
    if text.isascii():
        return len(text.split())
    spaced, unspaced = _UNSPACED.subn(" ", text)
    return unspaced + len(spaced.split())
