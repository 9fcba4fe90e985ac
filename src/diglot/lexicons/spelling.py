"""How alike the words of two languages are spelled."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.lexicons.graph import Graph


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
    whole = graph.lemma_bytes[graph.lemma_starts[first] : graph.lemma_starts[last]].tobytes()
    ends = (graph.lemma_starts[first : last + 1] - graph.lemma_starts[first]).tolist()
    words = tuple(
        plain(whole[begin:end].decode("utf-8", "surrogatepass")) for begin, end in pairwise(ends)
    )
    encoded = [word.encode("ascii", "replace") for word in words]
    starts = np.zeros(len(words) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, encoded), np.int64, count=len(encoded)), out=starts[1:])
    return Spellings(first, words, np.frombuffer(b"".join(encoded), np.uint8), starts)


def plain(word: str) -> str:
    """Return a word in small Latin letters without accents.

    >>> plain("Œuvre d’État")
    "oeuvre d'etat"
    """
    if word.isascii():
        return word.lower()
    from anyascii import anyascii

    apart = unicodedata.normalize("NFD", word)
    bare: str = anyascii("".join(sign for sign in apart if not unicodedata.combining(sign)))
    return bare.lower()


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
    from diglot.lexicons import _kernel_spelling as kernel

    found: tuple[NDArray[np.float32], NDArray[np.int32]] = kernel.likeness(
        source.letters,
        source.starts,
        target.letters,
        target.starts,
        one.astype(np.int64) - source.first,
        other.astype(np.int64) - target.first,
    )
    return found
