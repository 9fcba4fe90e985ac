"""What the aligner of sentences works on: a pair of documents as arrays, and an alignment of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.learning.encoders.vectors import RunCosines, TextVectors
    from diglot.sentences.encoding import Side


@dataclass(frozen=True, slots=True, eq=False)
class Postings:
    """The sentences of one side that hold a key.

    Attributes:
        first: int64 (keys + 1,), rows.
        sentence: int32, ascending, each once.
    """

    first: NDArray[np.int64]
    sentence: NDArray[np.int32]


PARAGRAPH = 100
"""In outlines: a paragraph begins; smaller numbers are depths of divisions."""


def repeat_for_sentences(
    values: NDArray[Any] | Sequence[float], begins: NDArray[np.int64]
) -> NDArray[Any]:
    """Repeat what is known of texts for the sentences of each, and for the one behind it.

    Args:
        values: of the texts.
        begins: int64 (texts + 1,), first row or column of each, and one past the last.
    """
    repeated: NDArray[Any] = np.repeat(values, begins[1:] - begins[:-1])[:-1]
    return repeated


def _no_points() -> NDArray[np.int64]:
    return np.zeros((0, 2), np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """One encoded pair of documents.

    Attributes:
        source, target: the sides.
        vectors: sentence vectors of both sides.
        cosines: of their runs of sentences.
        nearest: int64 (points, 2), increasing chain of sentences with the nearest vectors.
        outlines: int8 (n,) and (m,), what begins with each sentence: 0 nothing, k a division of
            depth k, ``PARAGRAPH`` a paragraph; None where no method asked.
        borders: rows and columns where several pairs were joined, see `join_pairs`.
    """

    source: Side
    target: Side
    vectors: tuple[TextVectors, TextVectors] | None = None
    nearest: NDArray[np.int64] = field(default_factory=_no_points)
    outlines: tuple[NDArray[np.int8], NDArray[np.int8]] | None = None
    cosines: RunCosines | None = None
    borders: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None

    def part(self, source: tuple[int, int], target: tuple[int, int]) -> Pair:
        """Return the sentences of two half-open ranges as a pair of their own."""
        from diglot.learning.encoders.vectors import RunCosines

        ours, theirs = slice(*source), slice(*target)
        vectors = self.vectors and (self.vectors[0][ours], self.vectors[1][theirs])
        return Pair(
            self.source.part(*source),
            self.target.part(*target),
            vectors,
            cosines=RunCosines(*vectors, self.cosines.high) if vectors and self.cosines else None,
        )

    @property
    def rows(self) -> NDArray[np.int64]:
        """First row of the pair, and one past the last; of each, where several were joined."""
        return self.borders[0] if self.borders else np.array([0, self.source.size + 1])

    @property
    def columns(self) -> NDArray[np.int64]:
        """The same of its columns."""
        return self.borders[1] if self.borders else np.array([0, self.target.size + 1])


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """An alignment of one pair: the blocks in order.

    Attributes:
        ends_i, ends_j: int64 (blocks,), sentences done after each block.
        kinds: int64 (blocks,), index of the link type.
    """

    ends_i: NDArray[np.int64]
    ends_j: NDArray[np.int64]
    kinds: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Seeds:
    """Pairs of keys that may translate each other before anything is learned.

    Attributes:
        first: int64 (source keys + 1,), rows.
        key: int32 (seeds,), target keys.
        weight: float32 (seeds,), prior strength in [0, 1].
        identical: int32 (source keys,), the same key on the target side, or -1.
    """

    first: NDArray[np.int64]
    key: NDArray[np.int32]
    weight: NDArray[np.float32]
    identical: NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """Evidence for the sentence pairs that some rows of a band can use.

    Attributes:
        row0, row1: range of source sentences.
        begin, end: int64 (n,), range of target sentences for each source sentence.
        pair_first: int64 (row1 - row0 + 1,), flat position of (i, begin[i]).
        to_target: float32 (longest run + 1, pairs, 2), log-likelihood ratio and explained idf of
            target sentence j given a source sentences up to i, at ``[a, position of (i, j)]``.
        to_source: the same of source sentence i given b target sentences up to j.
        shared: float32 (pairs,), idf of identical tokens.
    """

    row0: int
    row1: int
    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    pair_first: NDArray[np.int64]
    to_target: NDArray[np.float32]
    to_source: NDArray[np.float32]
    shared: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """Sparse translation probabilities by source key.

    Attributes:
        first: int64 (source keys + 1,), rows.
        key: int32 (entries,), target keys, ascending in each row.
        forward: float32 (entries,), t(target | source).
        backward: float32 (entries,), t(source | target).
        null_source, null_target: share of source/target tokens that nothing explains.
    """

    first: NDArray[np.int64]
    key: NDArray[np.int32]
    forward: NDArray[np.float32]
    backward: NDArray[np.float32]
    null_source: float
    null_target: float

    def restrict(self, source: NDArray[np.int32], target: NDArray[np.int32]) -> Lexicon:
        """Return the entries between some keys, ascending, which are numbered by their places."""
        from diglot.sentences.kernels import lexicon as kernel

        first, key, forward, backward = kernel.restrict(
            self.first, self.key, self.forward, self.backward, source, target
        )
        return Lexicon(first, key, forward, backward, self.null_source, self.null_target)


@dataclass(frozen=True, slots=True, eq=False)
class Breaks:
    """What the marks at a break between two sentences say of links, in logarithms.

    What ends a sentence differs from text to text: verse has commas there, and a splitter may cut
    before every conjunction. The links so far show which breaks are inside a link.

    Attributes:
        source, target: float64 (7, 5), odds of a break inside a link, by the classes of the last
            mark before it and of the first token behind it; 0 where it is the rarer case.
        ends: float64 (7, 7), likelihood ratio of last marks that end a link together.
        starts: float64 (5, 5), the same of first tokens that begin one.
    """

    source: NDArray[np.float64]
    target: NDArray[np.float64]
    ends: NDArray[np.float64]
    starts: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Log-odds of a link are ``slope * (cosine - middle)``."""

    middle: float = 0.5
    slope: float = 0.0
