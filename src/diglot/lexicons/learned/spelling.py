"""How alike the words of two languages are spelled."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import regex

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph


_MARKS = regex.compile(r"\p{M}+")


@dataclass(frozen=True, slots=True, eq=False)
class Spellings:
    """The words of one language in plain Latin letters.

    Attributes:
        first: node of the first word.
        words: small letters without accents, other scripts transliterated.
        letters: uint8: all words one after the other.
        starts: shape (words + 1,), int64: where each word begins.
    """

    first: int
    words: tuple[str, ...]
    letters: NDArray[np.uint8]
    starts: NDArray[np.int64]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Letters of each word."""
        return np.diff(self.starts)


def spellings(graph: Graph, language: str) -> Spellings:
    """Return the words of a language as they are compared.

    Args:
        graph: the dictionaries.
        language: code.

    Raises:
        ConfigError: no dictionary has words of the language.
    """
    first, last = graph.range(language)
    words = tuple(plain("\n".join(graph.lemmas(np.arange(first, last)))).split("\n"))
    encoded = [word.encode("ascii", "replace") for word in words]
    starts = np.zeros(len(words) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, encoded), np.int64, count=len(encoded)), out=starts[1:])
    return Spellings(first, words, np.frombuffer(b"".join(encoded), np.uint8), starts)


def plain(text: str) -> str:
    """Return a text in small Latin letters without accents.

    >>> plain("Œuvre d’État")
    "oeuvre d'etat"
    """
    text = text.lower()
    if text.isascii():
        return text
    from anyascii import anyascii

    bare = _MARKS.sub("", unicodedata.normalize("NFD", text))
    others = {sign for sign in set(bare) if not sign.isascii()}
    # A line break is no letter, and none may come of one.
    latin = {ord(sign): " ".join(anyascii(sign).split()).lower() for sign in others}
    return bare.translate(latin)


def alike(
    source: Spellings,
    target: Spellings,
    one: NDArray[np.int32],
    other: NDArray[np.int32],
) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Compare the spelling of pairs.

    Args:
        source: words of the source language.
        target: words of the target language.
        one: shape (pairs,), nodes of the source language.
        other: shape (pairs,), nodes of the target language.

    Returns:
        1 - edit distance / length of the longer word; and the number of letters both begin with.
    """
    from diglot.lexicons.kernels import spelling as kernel

    found: tuple[NDArray[np.float32], NDArray[np.int32]] = kernel.likeness(
        source.letters,
        source.starts,
        target.letters,
        target.starts,
        one.astype(np.int64) - source.first,
        other.astype(np.int64) - target.first,
    )
    return found
