"""What is counted about candidates: frequency, spread over documents, neighbours, longer ones."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from diglot.terms.extraction.corpus import CONTENT
from diglot.terms.kernels.candidates import CLASSES, containers, neighbours

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.terms.extraction.candidates import Candidates

    Spread = tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]

_OCCURRENCES = 1 << 22
"""Occurrences whose neighbours are compared at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Occurrences:
    """Features of the kept candidates, one row each.

    Attributes:
        numbers: shape (rows,), int64, their n-grams, ascending.
        words: shape (rows, longest), int32, word numbers; -1 behind the last word.
        content: shape (rows, longest), bool: the word is a content word.
        lengths: shape (rows,), int64, words.
        frequency: shape (rows,), float64, occurrences.
        documents: shape (rows,), int64, documents that hold it.
        document_entropy: shape (rows,), float64, nats.
        largest_share: shape (rows,), float64, share of the document that holds most of them.
        left_entropy: shape (rows,), float64, of the word on the left, nats; an edge is a word.
        right_entropy: shape (rows,), float64.
        left_kinds: shape (rows,), int64, distinct words on the left.
        right_kinds: shape (rows,), int64.
        left: shape (rows, `CLASSES`), float64, shares of the classes of left neighbours.
        right: shape (rows, `CLASSES`), float64.
        longer: shape (rows,), int64, longer candidates that hold it.
        begin_with: shape (rows,), int64, those that begin with it.
        end_with: shape (rows,), int64, those that end with it.
        most: shape (rows,), int64, frequency of the most frequent longer one.
        total: shape (rows,), float64, sum of the frequencies of all longer ones.
    """

    numbers: NDArray[np.int64]
    words: NDArray[np.int32]
    content: NDArray[np.bool_]
    lengths: NDArray[np.int64]
    frequency: NDArray[np.float64]
    documents: NDArray[np.int64]
    document_entropy: NDArray[np.float64]
    largest_share: NDArray[np.float64]
    left_entropy: NDArray[np.float64]
    right_entropy: NDArray[np.float64]
    left_kinds: NDArray[np.int64]
    right_kinds: NDArray[np.int64]
    left: NDArray[np.float64]
    right: NDArray[np.float64]
    longer: NDArray[np.int64]
    begin_with: NDArray[np.int64]
    end_with: NDArray[np.int64]
    most: NDArray[np.int64]
    total: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.numbers)


def count_occurrences(
    found: Candidates, kept: NDArray[np.bool_], classes: NDArray[np.uint16]
) -> Occurrences:
    """Count what there is to count about candidates.

    Args:
        found: all candidates.
        kept: shape (n-grams,), which of them get features; longer ones are counted among all.
        classes: shape (words + 1,), classes of every word as bits; the last is a sentence's edge.
    """
    corpus = found.corpus
    numbers = np.flatnonzero(kept)
    rows = len(numbers)
    row_of = np.full(len(found), -1, np.int32)
    row_of[numbers] = np.arange(rows, dtype=np.int32)
    longer, begin_with, end_with, most, total = containers(
        found.spans, found.first, found.frequencies
    )
    beside = neighbours(found.spans, corpus.tokens, classes, row_of, rows)
    frequency = found.frequencies[numbers].astype(np.float64)
    shares = beside / np.maximum(frequency, 1)[:, None]
    documents, lefts, rights = _spreads(found, row_of, found.frequencies[numbers])
    words, content, lengths = _words(found, numbers)
    return Occurrences(
        numbers=numbers,
        words=words,
        content=content,
        lengths=lengths,
        frequency=frequency,
        documents=documents[0],
        document_entropy=documents[1],
        largest_share=documents[2],
        left_entropy=lefts[1],
        right_entropy=rights[1],
        left_kinds=lefts[0],
        right_kinds=rights[0],
        left=shares[:, :CLASSES],
        right=shares[:, CLASSES:],
        longer=longer[numbers].astype(np.int64),
        begin_with=begin_with[numbers].astype(np.int64),
        end_with=end_with[numbers].astype(np.int64),
        most=most[numbers].astype(np.int64),
        total=total[numbers],
    )


def _spreads(
    found: Candidates, row_of: NDArray[np.int32], sizes: NDArray[np.int32]
) -> list[Spread]:
    """Return how documents, left and right neighbours of each row are spread, see `value_spread`.

    Some rows at a time: what is computed for each of their occurrences takes much memory.
    """
    corpus, edge = found.corpus, len(found.corpus.words)
    at = row_of[found.ngrams]
    ends = np.cumsum(sizes)
    total = int(ends[-1]) if len(ends) else 0
    cuts = np.searchsorted(ends, np.arange(_OCCURRENCES, total, _OCCURRENCES))
    parts: list[list[Spread]] = [[], [], []]
    for first, last in pairwise([0, *np.unique(cuts).tolist(), len(sizes)]):
        here = np.flatnonzero((at >= first) & (at < last))
        rows = at[here].astype(np.int64) - first
        where = np.searchsorted(found.offsets, here, side="right") - 1
        begins = found.begins[here]
        behind = begins + found.lengths[here]
        left = np.where(begins > corpus.offsets[where], corpus.tokens[begins - 1], edge)
        right = np.where(
            behind < corpus.offsets[where + 1], corpus.tokens[behind % len(corpus.tokens)], edge
        )
        for part, values in zip(parts, (corpus.documents[where], left, right), strict=True):
            part.append(value_spread(rows, values, last - first))
    joined = (list(map(np.concatenate, zip(*part, strict=True))) for part in parts)
    return [(kinds, entropy, largest) for kinds, entropy, largest in joined]


def value_spread(rows: NDArray[np.int64], values: NDArray[np.integer], count: int) -> Spread:
    """Return how the values of each row are spread: kinds, entropy in nats, share of the largest.

    Args:
        rows: shape (n,), row of every value.
        values: shape (n,), values from 0.
        count: number of rows.
    """
    if not len(rows):
        empty = np.zeros(count)
        return np.zeros(count, np.int64), empty, empty.copy()
    size = int(values.max()) + 1
    pairs, times = np.unique(rows * size + values, return_counts=True)
    owner = pairs // size
    total = np.maximum(np.bincount(owner, weights=times, minlength=count), 1)
    kinds = np.bincount(owner, minlength=count)
    entropy = np.log(total) - (
        np.bincount(owner, weights=times * np.log(times), minlength=count) / total
    )
    largest = np.zeros(count)
    np.maximum.at(largest, owner, times)
    return kinds, np.maximum(entropy, 0), largest / total


def _words(
    found: Candidates, numbers: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.bool_], NDArray[np.int64]]:
    """Return words, which of them are content, and lengths of n-grams."""
    spans = found.first[numbers]
    lengths = found.lengths[spans].astype(np.int64)
    width = int(lengths.max()) if len(lengths) else 1
    at = found.begins[spans][:, None] + np.arange(width)
    inside = np.arange(width) < lengths[:, None]
    tokens = found.corpus.tokens
    if not len(tokens):
        return np.zeros((0, width), np.int32), np.zeros((0, width), np.bool_), lengths
    words = np.where(inside, tokens[np.minimum(at, len(tokens) - 1)], -1).astype(np.int32)
    content = inside & (found.corpus.kinds[words] == CONTENT)
    return words, content, lengths
