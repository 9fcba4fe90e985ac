"""What the forms of words say before any text is read: base measures of word pairs.

Words translate each other more likely if their letters, lengths and frequencies agree, and if
words with the same beginnings do.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.words.corpus import Corpus
    from diglot.words.known import Known
    from diglot.words.pairs import PairIndex

PREFIXES = (6, 4, 2)
"""Lengths of the beginnings whose words form a class; half of it where a letter is a syllable."""

FORWARD, BACKWARD = 0, 1
"""Directions: target words are linked to source words, or source words to target words."""


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """Classes of words with the same beginning.

    Attributes:
        classes: int32 (words,) of the source and of the target language.
        shares: float32 (words,) twice: a word's share of the tokens of its class.
        pair: shape (pairs,), int32, number of the pair of classes of every word pair.
        counts: shape (class pairs,), float32, twice: links that a model knows, by direction.
        totals: shape (classes,), float32, twice: the same by class of the linked-to words, the
            source words forward.
    """

    classes: tuple[NDArray[np.int32], NDArray[np.int32]]
    shares: tuple[NDArray[np.float32], NDArray[np.float32]]
    pair: NDArray[np.int32]
    counts: tuple[NDArray[np.float32], NDArray[np.float32]]
    totals: tuple[NDArray[np.float32], NDArray[np.float32]]


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """Base measures of the distinct word pairs of a corpus.

    Attributes:
        source: shape (pairs,), int32, source word of every pair.
        target: shape (pairs,), int32, target word.
        sizes: numbers of words of both languages.
        shape: shape (pairs,), float32, agreement of length and frequency, about 1 on average.
        similar: shape (pairs,), float32, likeness of the letters, 0 to 1.
        more: shape (pairs,), float32, pseudo-counts of a lexicon and of a model, by direction;
            None without either.
        masses: shape (words,), float32, links that a model knows of each word that is linked to,
            the source words forward; zeros without a model.
        levels: classes of words, finest first.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    sizes: tuple[int, int]
    shape: NDArray[np.float32]
    similar: NDArray[np.float32]
    more: tuple[NDArray[np.float32], NDArray[np.float32]] | None
    masses: tuple[NDArray[np.float32], NDArray[np.float32]]
    levels: tuple[Level, ...]

    def base(
        self, counts: NDArray[np.float32], direction: int, *, flat: float, strength: float
    ) -> NDArray[np.float32]:
        """Pseudo-counts of every word pair, shape (pairs,), float32.

        Args:
            counts: shape (pairs,), links of the direction so far.
            direction: `FORWARD` or `BACKWARD`.
            flat: pseudo-count of a pair that nothing speaks for.
            strength: pseudo-count that the classes of a word share out.
        """
        from diglot.words._kernel_surface import back_off

        base = self.shape * np.float32(flat) + self.similar
        if self.more is not None:
            base += self.more[direction]
            counts = counts + self.more[direction]
        words = (self.source, self.target)
        for level in self.levels:
            back_off(
                counts,
                base,
                words[direction],
                words[1 - direction],
                level.classes[direction],
                level.shares[1 - direction],
                level.pair,
                level.counts[direction].copy(),
                level.totals[direction].copy(),
                np.float32(strength / len(self.levels)),
            )
        return base

    def only(self, kept: NDArray[np.bool_]) -> Surface:
        """The same of some of the pairs; their classes stay as they are.

        Args:
            kept: shape (pairs,).
        """
        more = self.more
        return replace(
            self,
            source=self.source[kept],
            target=self.target[kept],
            shape=self.shape[kept],
            similar=self.similar[kept],
            more=None if more is None else (more[0][kept], more[1][kept]),
            levels=tuple(replace(level, pair=level.pair[kept]) for level in self.levels),
        )

    def mass(self, direction: int, *, flat: float, strength: float) -> float:
        """Pseudo-count of all pairs of a word, but for likeness, lexicon and model."""
        return flat * self.sizes[1 - direction] + strength


def surface(
    corpus: Corpus,
    pairs: PairIndex,
    *,
    known: Known | None = None,
    lexicon: tuple[NDArray[np.float32], NDArray[np.float32]] | None = None,
) -> Surface:
    """Compare the words of every distinct pair.

    Args:
        corpus: the encoded pairs.
        pairs: their index.
        known: what a model knows of these words.
        lexicon: pseudo-counts of the pairs, by direction.
    """
    from diglot.words import _kernel_surface

    words = (corpus.source_vocabulary.words, corpus.target_vocabulary.words)
    own = [
        np.bincount(tokens, minlength=len(side)).astype(np.float64)
        for tokens, side in zip((corpus.source, corpus.target), words, strict=True)
    ]
    frequencies = own
    if known is not None:
        frequencies = [mine + its for mine, its in zip(own, known.frequencies, strict=True)]
    lengths = [_lengths(side) for side in words]
    bones = [[skeleton(word) for word in side] for side in words]
    letters = [_flat(side) for side in bones]
    source = _kernel_surface.row_of(pairs.rows)
    similar = _kernel_surface.similarities(pairs.rows, pairs.columns, *letters[0], *letters[1])
    shape = _kernel_surface.shapes(pairs.rows, pairs.columns, *lengths, *frequencies)
    levels = tuple(
        _level(pairs, source, words, bones, own, frequencies, known, number)
        for number in range(len(PREFIXES))
    )
    more = lexicon
    if known is not None:
        more = known.links
        if lexicon is not None:
            more = (known.links[0] + lexicon[0], known.links[1] + lexicon[1])
    sizes = (len(words[0]), len(words[1]))
    masses = (np.zeros(sizes[0], np.float32), np.zeros(sizes[1], np.float32))
    if known is not None:
        masses = known.totals
    return Surface(source, pairs.columns, sizes, shape, similar, more, masses, levels)


def skeleton(word: str) -> str:
    """Return a lower-cased word in plain Latin letters, without marks."""
    if word.isascii():
        return word
    from anyascii import anyascii

    return anyascii(word).lower()


def writes_syllables(words: Sequence[str]) -> bool:
    """Tell whether a language writes syllables or ideas: over three tenths of its letters."""
    letters = "".join(words[:20_000])
    wide = sum(1 for letter in letters if unicodedata.east_asian_width(letter) in "WF")
    return wide > 0.3 * len(letters)


def beginnings(words: Sequence[str], skeletons: Sequence[str], length: int) -> list[str]:
    """Return the beginning that names the class of each word.

    Args:
        words: lower-cased.
        skeletons: the same in Latin letters.
        length: letters of a word in an alphabet; half as many are compared of syllables or ideas.
    """
    if writes_syllables(words):
        return [word[: length // 2] for word in words]
    return [bones[:length] for bones in skeletons]


def _level(
    pairs: PairIndex,
    source: NDArray[np.int32],
    words: Sequence[Sequence[str]],
    skeletons: Sequence[Sequence[str]],
    own: Sequence[NDArray[np.float64]],
    frequencies: Sequence[NDArray[np.float64]],
    known: Known | None,
    number: int,
) -> Level:
    from diglot.words._kernel_surface import class_pairs

    classes, names, shares = [], [], []
    for side in (0, 1):
        numbers: dict[str, int] = {}
        begun = beginnings(words[side], skeletons[side], PREFIXES[number])
        of = np.array([numbers.setdefault(name, len(numbers)) for name in begun], np.int32)
        sums = np.bincount(of, own[side], len(numbers)).astype(np.float64)
        if known is not None:
            sums += known.classes[number].frequency(side, list(numbers))
        classes.append(of)
        names.append(list(numbers))
        shares.append((frequencies[side] / np.maximum(sums[of], 1)).astype(np.float32))
    pair, count = class_pairs(
        pairs.rows, pairs.columns, classes[0], classes[1], len(names[0]), len(names[1])
    )
    counts = (np.zeros(count, np.float32), np.zeros(count, np.float32))
    totals = (np.zeros(len(names[0]), np.float32), np.zeros(len(names[1]), np.float32))
    if known is not None:
        words_of = (classes[0][source], classes[1][pairs.columns])
        counts, totals = known.classes[number].elsewhere(
            (names[0], names[1]), words_of, pair, known.links
        )
    return Level((classes[0], classes[1]), (shares[0], shares[1]), pair, counts, totals)


def _lengths(words: Sequence[str]) -> NDArray[np.float64]:
    """Lengths in letters, as shares of the mean of all words but NULL."""
    lengths = np.array([len(word) for word in words], np.float64)
    return lengths / max(lengths[1:].mean(), 1.0) if len(words) > 1 else lengths


def _flat(skeletons: Sequence[str]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Letters of all skeletons, and where each begins."""
    offsets = np.zeros(len(skeletons) + 1, np.int64)
    np.cumsum([len(bones) for bones in skeletons], out=offsets[1:])
    return np.frombuffer("".join(skeletons).encode("ascii", "replace"), np.uint8), offsets
