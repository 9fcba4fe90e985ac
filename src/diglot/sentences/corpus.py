"""What an aligner knows of a run of documents: encoded sides, unigrams, seeds of translation."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from diglot.sentences.encoding import Side, Vocabulary
from diglot.sentences.evidence.vectors import nearest
from diglot.sentences.names import romanised_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

IDF_LIMIT = 12.0
IDENTITY = 0.5
"""Probability given to a token present on both sides to be its own translation."""


@dataclass(frozen=True, slots=True, eq=False)
class Postings:
    """Where every key of one side occurs.

    Attributes:
        first: int64 (keys + 1,).
        token: int32, token positions by key, ascending.
        sentence_of: int32 (tokens,), sentence of each token position.
        distinct_first, distinct_sentence: the same for sentences, each counted once per key.
    """

    first: NDArray[np.int64]
    token: NDArray[np.int32]
    sentence_of: NDArray[np.int32]
    distinct_first: NDArray[np.int64]
    distinct_sentence: NDArray[np.int32]


def _no_points() -> NDArray[np.int64]:
    return np.zeros((0, 2), np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """One encoded pair of documents.

    Attributes:
        source, target: the sides.
        vectors: sentence vectors of both sides, float32 (n, d) and (m, d), of length one.
        nearest: int64 (points, 2), increasing chain of sentences with the nearest vectors.
    """

    source: Side
    target: Side
    vectors: tuple[NDArray[np.float32], NDArray[np.float32]] | None = None
    nearest: NDArray[np.int64] = field(default_factory=_no_points)


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
class Corpus:
    """All pairs of one run, over one vocabulary a side."""

    pairs: tuple[Pair, ...]
    probability_s: NDArray[np.float64]
    probability_t: NDArray[np.float64]
    idf_s: NDArray[np.float64]
    idf_t: NDArray[np.float64]
    seeds: Seeds

    @property
    def vocabulary_s(self) -> int:
        """Number of source keys."""
        return len(self.probability_s)

    @property
    def vocabulary_t(self) -> int:
        """Number of target keys."""
        return len(self.probability_t)


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """What is given of one pair before it is encoded.

    Attributes:
        source, target: sentences.
        source_translation, target_translation: translations of the sentences into the other
            language; their tokens join those of the sentences they translate.
        source_opens, target_opens: 1 for every sentence that starts a paragraph.
        source_vectors, target_vectors: sentence vectors, (n, d) and (m, d).
    """

    source: Sequence[str]
    target: Sequence[str]
    source_translation: Sequence[str] | None = None
    target_translation: Sequence[str] | None = None
    source_opens: Sequence[int] | None = None
    target_opens: Sequence[int] | None = None
    source_vectors: NDArray[np.floating] | None = None
    target_vectors: NDArray[np.floating] | None = None


def encode(pairs: Iterable[Texts], *, lexicon: Sequence[tuple[str, str, float]] = ()) -> Corpus:
    """Encode pairs of texts into one corpus.

    Args:
        pairs: the texts and what is known of them.
        lexicon: (source, target, weight) entries that may translate each other.
    """
    source_vocabulary, target_vocabulary = Vocabulary(), Vocabulary()
    encoded = tuple(_encoded(texts, source_vocabulary, target_vocabulary) for texts in pairs)
    probability_s = _unigrams([pair.source for pair in encoded], len(source_vocabulary))
    probability_t = _unigrams([pair.target for pair in encoded], len(target_vocabulary))
    return Corpus(
        encoded,
        probability_s,
        probability_t,
        np.clip(-np.log(probability_s), 0.0, IDF_LIMIT),
        np.clip(-np.log(probability_t), 0.0, IDF_LIMIT),
        seeds_of(source_vocabulary, target_vocabulary, lexicon),
    )


def _encoded(texts: Texts, source_vocabulary: Vocabulary, target_vocabulary: Vocabulary) -> Pair:
    source = source_vocabulary.encode(
        texts.source, texts.source_translation, romanised_names(texts.source, texts.target)
    )
    target = target_vocabulary.encode(
        texts.target, texts.target_translation, romanised_names(texts.target, texts.source)
    )
    if texts.source_opens is not None and texts.target_opens is not None:
        source = replace(source, opens=np.asarray(texts.source_opens, np.int8))
        target = replace(target, opens=np.asarray(texts.target_opens, np.int8))
    vectors, points = None, _no_points()
    if texts.source_vectors is not None and texts.target_vectors is not None:
        vectors = (_unit(texts.source_vectors), _unit(texts.target_vectors))
        points = nearest(*vectors)
    return Pair(source, target, vectors, points)


def _unit(vectors: NDArray[np.floating]) -> NDArray[np.float32]:
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: NDArray[np.float32] = (vectors / np.maximum(norms, 1e-9)).astype(np.float32)
    return unit


def postings(side: Side, keys: int) -> Postings:
    """Index one side by key."""
    from diglot.sentences.kernels import index

    return Postings(*index.index_tokens(side.tokens, side.offsets, keys))


def distinct_words(side: Side, keys: int) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Distinct keys of every sentence, ragged: (keys, offsets)."""
    from diglot.sentences.kernels import index

    words: NDArray[np.int32]
    offsets: NDArray[np.int64]
    words, offsets = index.distinct_tokens(side.tokens, side.offsets, keys)
    return words, offsets


def _unigrams(sides: Sequence[Side], keys: int) -> NDArray[np.float64]:
    counts = np.zeros(max(keys, 1))
    for side in sides:
        counts += np.bincount(side.tokens, minlength=len(counts))
    counts += 0.1
    shares: NDArray[np.float64] = counts / counts.sum()
    return shares


def seeds_of(
    source: Vocabulary, target: Vocabulary, lexicon: Sequence[tuple[str, str, float]]
) -> Seeds:
    """Seeds from identical tokens and from a dictionary.

    A phrase of the dictionary gives every pair of its words a share of its weight.
    """
    identical = np.full(max(len(source), 1), -1, np.int32)
    strength: dict[tuple[int, int], float] = {}
    for form, key in source.keys.items():
        identical[key] = target.keys.get(form, -1)
        if identical[key] >= 0:
            strength[key, int(identical[key])] = 1.0
    for left, right, weight in lexicon:
        ours, theirs = source.known(left), target.known(right)
        share = weight / max(len(ours), len(theirs), 1)
        for key in ours:
            for other in theirs:
                strength[key, other] = max(strength.get((key, other), 0.0), share)
    ordered = sorted(strength)
    rows = np.array([row for row, _ in ordered], np.int64)
    first = np.zeros(len(identical) + 1, np.int64)
    np.cumsum(np.bincount(rows, minlength=len(identical)), out=first[1:])
    return Seeds(
        first,
        np.array([column for _, column in ordered], np.int32),
        np.array([strength[pair] for pair in ordered], np.float32),
        identical,
    )
