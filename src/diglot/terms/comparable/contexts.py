"""Context vectors: what stands around terms, weighted, and translated word by word."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.terms.comparable.ragged import join, starts
from diglot.terms.pair_measures import log_likelihood
from diglot.text.function_words import function_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from diglot.terms.comparable.dictionary import Dictionary
    from diglot.text.lemmas import Lemmatiser

WINDOW = 3
ROOM = 4_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Sparse:
    """A matrix of mostly zeros.

    Attributes:
        offsets: shape (rows + 1,), int64.
        columns: shape (cells,), int64, ascending in a row.
        values: shape (cells,), float64.
    """

    offsets: NDArray[np.int64]
    columns: NDArray[np.int64]
    values: NDArray[np.float64]

    def rows(self) -> NDArray[np.int64]:
        """Return the row of every cell."""
        return np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))

    def unit(self) -> Sparse:
        """Return the matrix with rows of length one; empty ones stay empty."""
        rows = self.rows()
        lengths = np.sqrt(np.bincount(rows, self.values**2, minlength=len(self.offsets) - 1))
        return Sparse(
            self.offsets, self.columns, self.values / np.where(lengths > 0, lengths, 1.0)[rows]
        )


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """Encoded texts of one language.

    Attributes:
        words: the words by number.
        numbers: numbers by word.
        tokens: shape (tokens,), int32.
        offsets: shape (sentences + 1,), int64.
        content: shape (words,), uint8: 1 for words that carry meaning.
        counts: shape (words,), int64, occurrences.
    """

    words: tuple[str, ...]
    numbers: Mapping[str, int]
    tokens: NDArray[np.int32]
    offsets: NDArray[np.int64]
    content: NDArray[np.uint8]
    counts: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Contexts:
    """Context vectors of terms.

    Attributes:
        vectors: a row for every term, a column for every word of the texts; weights above zero.
        counts: shape (terms,), int64, occurrences of the terms.
    """

    vectors: Sparse
    counts: NDArray[np.int64]


def positive_information(
    both: NDArray[np.float64],
    source: NDArray[np.float64],
    target: NDArray[np.float64],
    pairs: float,
) -> NDArray[np.float64]:
    """Return pointwise mutual information in nats."""
    return np.log(both * pairs / (source * target))


def log_ratio(
    both: NDArray[np.float64],
    source: NDArray[np.float64],
    target: NDArray[np.float64],
    pairs: float,
) -> NDArray[np.float64]:
    """Return ln(1 + log-likelihood ratio): a single collocation does not make the vector."""
    found = log_likelihood(both, source, target, pairs)
    return np.sign(found) * np.log1p(np.abs(found))


def mutual_information(
    both: NDArray[np.float64],
    source: NDArray[np.float64],
    target: NDArray[np.float64],
    pairs: float,
) -> NDArray[np.float64]:
    """Return pointwise mutual information times the count: the term's part of the whole."""
    return both * positive_information(both, source, target, pairs)


WEIGHTS: Mapping[str, Callable[..., NDArray[np.float64]]] = {
    "llr": log_likelihood,
    "log-llr": log_ratio,
    "pmi": positive_information,
    "mi": mutual_information,
}
"""Weights of the words around a term; what is not above zero is left out."""


def encode(sentences: Sequence[Sequence[str]], language: str) -> Texts:
    """Number the words of texts.

    Raises:
        ConfigError: the language is unknown.
    """
    little = function_words(language)
    numbers: dict[str, int] = {}
    flat = [numbers.setdefault(word, len(numbers)) for word in chain.from_iterable(sentences)]
    tokens = np.array(flat, np.int32)
    offsets = np.zeros(len(sentences) + 1, np.int64)
    np.cumsum([len(sentence) for sentence in sentences], out=offsets[1:])
    content = [
        word not in little and not word.endswith("'") and any(map(str.isalpha, word))
        for word in numbers
    ]
    return Texts(
        words=tuple(numbers),
        numbers=numbers,
        tokens=tokens,
        offsets=offsets,
        content=np.array(content, np.uint8),
        counts=np.bincount(tokens, minlength=len(numbers)).astype(np.int64),
    )


def contexts(
    texts: Texts, terms: Sequence[Sequence[str]], *, window: int = WINDOW, weight: str = "log-llr"
) -> Contexts:
    """Collect the content words around every occurrence of terms, within the sentence.

    The margins of the weight's table are those of all words of the texts, so that the vector of a
    term does not depend on which other terms are asked for.

    Args:
        texts: encoded texts.
        terms: words of every term.
        window: content words on each side.
        weight: a name of `WEIGHTS`.

    Raises:
        ConfigError: there is no such weight.

    Reference:
        Rapp (1995), Identifying word translations in non-parallel texts; Fung (1998).
    """
    if weight not in WEIGHTS:
        raise ConfigError(f"there is no weight {weight!r}; there are {', '.join(WEIGHTS)}")
    from diglot.terms.comparable._kernel_context import occurrences

    table = _terms(texts, terms)
    counts = np.zeros(len(terms), np.int64)
    occurrences(texts.tokens, texts.offsets, *table, counts)
    keys, both = _counted(texts, table, window)
    width = max(1, len(texts.words))
    rows, columns = keys // width, keys % width
    around = np.bincount(rows, both, minlength=len(terms))
    slots = 2.0 * window
    values = WEIGHTS[weight](
        both.astype(np.float64),
        np.maximum(around[rows], both),
        np.maximum(slots * texts.counts[columns], both),
        max(slots * float(texts.counts[texts.content.view(np.bool_)].sum()), 1.0),
    )
    kept = values > 0
    return Contexts(
        Sparse(starts(rows[kept], len(terms)), columns[kept], values[kept]),
        counts,
    )


def translated(
    vectors: Sparse, source: Texts, target: Texts, dictionary: Dictionary, lemmas: Lemmatiser
) -> Sparse:
    """Translate the columns of context vectors into words of the target texts.

    A word gives its weight to its translations by their frequency in the target texts and their
    weight in the dictionary; one that has none there gives nothing.

    Args:
        vectors: of source terms.
        source: texts of the vectors.
        target: texts whose words the columns of the result are.
        dictionary: single words of it are used.
        lemmas: of the source language, for forms that the dictionary does not have.
    """
    entries = _shares(source, target, dictionary, lemmas)
    cell, entry = join(vectors.columns, entries.offsets)
    width = max(1, len(target.words))
    keys = vectors.rows()[cell] * width + entries.columns[entry]
    every, place = np.unique(keys, return_inverse=True)
    parts = vectors.values[cell] * entries.values[entry]
    values = np.bincount(place, parts, minlength=len(every)).astype(np.float64)
    return Sparse(starts(every // width, len(vectors.offsets) - 1), every % width, values)


def restricted(vectors: Sparse, columns: NDArray[np.bool_]) -> Sparse:
    """Keep some columns of a matrix."""
    kept = columns[vectors.columns]
    rows = vectors.rows()[kept]
    return Sparse(
        starts(rows, len(vectors.offsets) - 1), vectors.columns[kept], vectors.values[kept]
    )


def chosen(vectors: Sparse, rows: NDArray[np.int64]) -> Sparse:
    """Keep some rows of a matrix, in the order in which they are named."""
    row, cell = join(rows, vectors.offsets)
    return Sparse(starts(row, len(rows)), vectors.columns[cell], vectors.values[cell])


def nearest(
    source: Sparse, target: Sparse, width: int, *, best: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Find the target rows with the largest cosines to every source row.

    Args:
        source: rows in the columns of the target.
        target: rows.
        width: number of columns.
        best: target rows of a source row at most; those with nothing in common never.

    Returns:
        Source rows, target rows, cosines.
    """
    from diglot.terms.comparable._kernel_context import nearest as search

    one, other = source.unit(), target.unit()
    order = np.argsort(other.columns, kind="stable")
    lines, rows, cosines = search(
        one.offsets,
        one.columns,
        one.values,
        starts(other.columns[order], width),
        other.rows()[order],
        other.values[order],
        len(other.offsets) - 1,
        best,
    )
    return lines, rows, cosines


def _shares(source: Texts, target: Texts, dictionary: Dictionary, lemmas: Lemmatiser) -> Sparse:
    """Return for every source word the shares of its translations among the target words."""
    known: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for of, to, weight in dictionary.entries:
        if len(of) == len(to) == 1 and to[0] in target.numbers:
            known[of[0]].append((target.numbers[to[0]], weight))
    sizes, columns, values = [], [], []
    for word in source.words:
        found = known.get(word) or known.get(lemmas.lemma(word)) or []
        weights = [weight * float(target.counts[number]) for number, weight in found]
        total = sum(weights)
        sizes.append(len(found))
        columns += [number for number, _ in found]
        values += [each / total for each in weights]
    offsets = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=offsets[1:])
    return Sparse(offsets, np.array(columns, np.int64), np.array(values, np.float64))


_Table = tuple["NDArray[np.int64]", "NDArray[np.int64]", "NDArray[np.int32]", "NDArray[np.int64]"]


def _terms(texts: Texts, terms: Sequence[Sequence[str]]) -> _Table:
    """Return the terms by first word; those with a word that the texts lack are left out."""
    numbers = [[texts.numbers.get(word, -1) for word in term] for term in terms]
    offsets = np.zeros(len(terms) + 1, np.int64)
    np.cumsum([len(each) for each in numbers], out=offsets[1:])
    present = [k for k, each in enumerate(numbers) if each and min(each) >= 0]
    heads = np.array([numbers[k][0] for k in present], np.int64)
    order = np.argsort(heads, kind="stable")
    return (
        starts(heads[order], len(texts.words)),
        np.array(present, np.int64)[order],
        np.array(list(chain.from_iterable(numbers)), np.int32),
        offsets,
    )


def _counted(
    texts: Texts, table: _Table, window: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return distinct pairs of term and neighbour, ascending, and how often each came."""
    from diglot.terms.comparable._kernel_context import neighbours

    every, times = np.zeros(0, np.int64), np.zeros(0, np.int64)
    room = np.empty(ROOM, np.int64)
    sentence = 0
    while sentence < len(texts.offsets) - 1:
        next_one, filled = neighbours(
            sentence, texts.tokens, texts.offsets, texts.content, *table, window, room
        )
        if next_one == sentence:  # one sentence alone is too long
            room = np.empty(2 * len(room), np.int64)
            continue
        sentence = next_one
        keys, count = np.unique(room[:filled], return_counts=True)
        joined = np.concatenate([every, keys])
        every, place = np.unique(joined, return_inverse=True)
        times = np.bincount(place, np.concatenate([times, count])).astype(np.int64)
    return every, times
