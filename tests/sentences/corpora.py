"""Small random corpora and lexicons, for the twins of the compiled loops."""

from __future__ import annotations

import random

import numpy as np

from diglot.learning.encoders.vectors import PartSums, TextVectors
from diglot.sentences.corpus import Corpus, Texts, encode
from diglot.sentences.encoding import Side
from diglot.sentences.evidence.features import ENDS, STARTS, LengthModel, first_model
from diglot.sentences.evidence.lexicon import Lexicon
from diglot.sentences.link_types import Types
from diglot.sentences.search.bands import Band, close_band
from diglot.sentences.search.blocks import BlockScorer
from diglot.sentences.values import Breaks, Calibration

SOURCE_WORDS = ["mola", "tiri", "Bano", "kel", "12", "2024", "osu", "Anna", "vira", "e", "taxi"]
TARGET_WORDS = ["sarn", "poku", "Dree", "lim", "12", "2024", "ug", "Anna", "brok", "i", "taxi"]
BREAKS = (ENDS, STARTS), (ENDS, STARTS), (ENDS, ENDS), (STARTS, STARTS)
ENDINGS = [".", "?", "!", ":", ",", "", '."', " …"]


def sentence(rng: random.Random, words: list[str]) -> str:
    """A few words and an end; now and then empty or only marks."""
    if rng.random() < 0.1:
        return rng.choice(["", "***", "- -", "?!"])
    quote = "«" if rng.random() < 0.2 else ""
    return quote + " ".join(rng.choices(words, k=rng.randint(1, 7))) + rng.choice(ENDINGS)


def texts(seed: int, n: int, m: int, *, vectors: bool = False, paragraphs: bool = False) -> Texts:
    """One pair of n and m sentences over a dozen words, some of them common to both sides."""
    rng = random.Random(seed)
    numbers = np.random.default_rng(seed)
    return Texts(
        [sentence(rng, SOURCE_WORDS) for _ in range(n)],
        [sentence(rng, TARGET_WORDS) for _ in range(m)],
        source_opens=[rng.randint(0, 1) for _ in range(n)] if paragraphs else None,
        target_opens=[rng.randint(0, 1) for _ in range(m)] if paragraphs else None,
        source_vectors=text_vectors(numbers, n) if vectors else None,
        target_vectors=text_vectors(numbers, m) if vectors else None,
    )


def text_vectors(numbers: np.random.Generator, size: int) -> TextVectors:
    """Vectors of sentences that are sums, and those of their parts."""
    vectors = numbers.normal(size=(size, 5)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    firsts = np.concatenate([[0], numbers.integers(1, 4, size).cumsum()]).astype(np.int64)
    sums = numbers.integers(-127, 128, (firsts[-1], 5)).astype(np.int8)
    ones = np.ones(len(sums))
    parts = PartSums(
        sums, ones.astype(np.float32), ones.astype(np.int32), firsts, np.zeros(5, np.float32)
    )
    return TextVectors(vectors, parts=parts)


def corpus(seed: int, n: int, m: int, *, vectors: bool = False, paragraphs: bool = False) -> Corpus:
    """A corpus of one such pair."""
    return encode(
        [texts(seed, n, m, vectors=vectors, paragraphs=paragraphs)],
        lexicon=[("mola", "sarn", 0.8), ("tiri", "poku lim", 0.6)],
    )


def lexicon(seed: int, of: Corpus) -> Lexicon:
    """A lexicon of random pairs of keys with random probabilities, all identical keys included."""
    rng = np.random.default_rng(seed)
    chosen = rng.random((of.vocabulary_s, of.vocabulary_t)) < 0.3
    same = np.flatnonzero(of.seeds.identical >= 0)
    chosen[same, of.seeds.identical[same]] = True
    rows, columns = np.nonzero(chosen)
    first = np.concatenate(([0], np.cumsum(chosen.sum(1)))).astype(np.int64)
    return Lexicon(
        first,
        columns.astype(np.int32),
        rng.uniform(0.001, 0.9, len(rows)).astype(np.float32),
        rng.uniform(0.001, 0.9, len(rows)).astype(np.float32),
        float(rng.uniform(0.2, 0.9)),
        float(rng.uniform(0.2, 0.9)),
    )


def tables(of: Corpus, known: Lexicon) -> tuple[np.ndarray, np.ndarray]:
    """The lexicon as dense tables t(target | source) and t(source | target), (source, target)."""
    forward = np.zeros((of.vocabulary_s, of.vocabulary_t))
    backward = np.zeros_like(forward)
    for row in range(of.vocabulary_s):
        for entry in range(known.first[row], known.first[row + 1]):
            forward[row, known.key[entry]] = known.forward[entry]
            backward[row, known.key[entry]] = known.backward[entry]
    return forward, backward


def scorer(
    of: Corpus, known: Lexicon, types: Types, calibration: Calibration | None = None
) -> BlockScorer:
    """The block scorer of the first pair."""
    numbers = np.random.default_rng(7)
    breaks = Breaks(*map(numbers.normal, (0.0,) * 4, (1.0,) * 4, BREAKS))
    return BlockScorer(
        of, of.pairs[0], types, model(of), known, calibration or Calibration(), breaks
    )


def model(of: Corpus) -> LengthModel:
    """A length model of the first pair with a ratio of its own."""
    return first_model(of.pairs[0].source.lengths, of.pairs[0].target.lengths, 1.3)


def diagonal(n: int, m: int, half_width: float) -> Band:
    """A band round the diagonal."""
    centre = np.linspace(0, m, n + 1)
    return close_band(
        np.floor(centre - half_width).astype(np.int64),
        np.ceil(centre + half_width).astype(np.int64),
        m,
    )


def keys(side: Side, index: int) -> list[int]:
    """Token keys of one sentence."""
    return side.tokens[side.offsets[index] : side.offsets[index + 1]].tolist()


def blocks(band: Band, types: Types) -> list[tuple[int, int, int]]:
    """Every (i, j, type) whose block begins and ends in the band."""
    found = []
    for i in range(len(band.lo)):
        for j in range(int(band.lo[i]), int(band.hi[i]) + 1):
            for k, (a, b) in enumerate(
                zip(types.source.tolist(), types.target.tolist(), strict=True)
            ):
                if i >= a and band.lo[i - a] <= j - b <= band.hi[i - a]:
                    found.append((i, j, k))
    return found
