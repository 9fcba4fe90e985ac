"""Small lists of terms by word numbers, with a likeness of their words and of their letters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from diglot.terms.comparable.sparse import row_starts

SOURCE, TARGET = 8, 9
"""Words of either side."""


class Terms(NamedTuple):
    """What kernels read of a `TermList`."""

    tokens: np.ndarray
    offsets: np.ndarray
    rarity: np.ndarray

    def words(self, term: int) -> np.ndarray:
        """Words of a term."""
        return self.tokens[self.offsets[term] : self.offsets[term + 1]]


class Likeness(NamedTuple):
    """What kernels read of a `WordSimilarity`."""

    offsets: np.ndarray
    columns: np.ndarray
    best: np.ndarray
    dictionary: np.ndarray
    cognate: np.ndarray


@dataclass(frozen=True)
class Lists:
    """Two lists, and the likeness of their words as a matrix and as a kernel takes it."""

    source: Terms
    target: Terms
    dense: np.ndarray
    words: Likeness

    def block(self, one: int, other: int) -> np.ndarray:
        """Likeness of the words of a source term with those of a target term."""
        return self.dense[np.ix_(self.source.words(one), self.target.words(other))]


def random_terms(rng: np.random.Generator, count: int, words: int, least: int) -> Terms:
    """Terms of up to three words."""
    offsets = np.cumsum([0, *rng.integers(least, 4, count)], dtype=np.int64)
    tokens = rng.integers(0, words, offsets[-1]).astype(np.int32)
    return Terms(tokens, offsets, rng.random(words) + 0.5)


def sparse(dense: np.ndarray) -> Likeness:
    """Cells of a matrix that are not zero."""
    rows, columns = np.nonzero(dense)
    values = dense[rows, columns]
    halves = values / np.float32(2), values / np.float32(3)
    return Likeness(row_starts(rows, len(dense)), columns.astype(np.int32), values, *halves)


def random_lists(seed: int, *, least: int = 1) -> Lists:
    """Twelve source and fifteen target terms; few of their words are alike."""
    rng = np.random.default_rng(seed)
    source = random_terms(rng, 12, SOURCE, least)
    target = random_terms(rng, 15, TARGET, least)
    dense = rng.choice([0.0, 0.25, 0.5, 0.8, 1.0], (SOURCE, TARGET), p=[0.6, *[0.1] * 4])
    return Lists(source, target, dense.astype(np.float32), sparse(dense.astype(np.float32)))


def pairs_of(one: int = 12, other: int = 15) -> tuple[np.ndarray, np.ndarray]:
    """All pairs, ascending."""
    lines, columns = np.indices((one, other), np.int32).reshape(2, -1)
    return lines.copy(), columns.copy()


def pack(words: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Letters, and where words begin."""
    letters = np.frombuffer("".join(words).encode("latin-1"), np.uint8)
    return letters, np.cumsum([0, *map(len, words)], dtype=np.int64)
