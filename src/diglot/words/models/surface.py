"""What the forms of words say before any text is read: base measures of word pairs.

Words translate each other more likely if their letters, lengths and frequencies agree, and if
words with the same beginnings do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diglot.flat_arrays import offsets_of
from diglot.text.spelling import pack_letters, words_to_latin
from diglot.words.corpus import LEAST, Corpus, PairIndex, parts_of_rows, results_in_order, run_over
from diglot.words.kernels import surface as kernel
from diglot.words.models.prior_counts import PREFIXES, KnownLinks, beginnings

FORWARD, BACKWARD = 0, 1
"""Directions: target words are linked to source words, or source words to target words."""


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """Classes of words with the same beginning.

    Attributes:
        classes: int32 (words,) of the source and of the target language.
        shares: float32 (words,) twice: a word's share of the tokens of its class.
        members: shape (source words,), int64, source words by class.
        begins: shape (source classes + 1,), int64, where each class begins among them.
        numbers: shape (source classes + 1,), int64, first number of the class pairs of each source
            class; empty without a model.
        counts: shape (class pairs,), float32, twice: links that a model knows, by direction; empty
            without a model.
        totals: shape (classes,), float32, twice: the same by class of the linked-to words, the
            source words forward.
    """

    classes: tuple[NDArray[np.int32], NDArray[np.int32]]
    shares: tuple[NDArray[np.float32], NDArray[np.float32]]
    members: NDArray[np.int64]
    begins: NDArray[np.int64]
    numbers: NDArray[np.int64]
    counts: tuple[NDArray[np.float32], NDArray[np.float32]]
    totals: tuple[NDArray[np.float32], NDArray[np.float32]]

    def pairs(
        self, rows: NDArray[np.int64], columns: NDArray[np.int32]
    ) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Number the pairs of classes of word pairs, see ``class_pairs``."""
        from diglot.words.kernels.surface import class_pairs

        pair, numbers = class_pairs(
            rows, columns, self.members, self.begins, self.classes[1], len(self.totals[1])
        )
        return pair, numbers


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """Base measures of the distinct word pairs of a corpus.

    Large corpora have millions of pairs: what can be found again is not kept for each.

    Attributes:
        rows: shape (source words + 1,), int64, pairs by source word, see ``PairIndex``.
        columns: shape (pairs,), int32, their target words.
        sizes: numbers of words of both languages.
        shape: shape (pairs,), float32, agreement of length and frequency, about 1 on average.
        alike: numbers of the pairs whose letters are alike, and how much, float32, 0 to 1.
        more: shape (pairs,), float32, pseudo-counts of a lexicon and of a model, by direction;
            None without either.
        masses: shape (words,), float32, links that a model knows of each word that is linked to,
            the source words forward; zeros without a model.
        levels: classes of words, finest first.
    """

    rows: NDArray[np.int64]
    columns: NDArray[np.int32]
    sizes: tuple[int, int]
    shape: NDArray[np.float32]
    alike: tuple[NDArray[np.int64], NDArray[np.float32]]
    more: tuple[NDArray[np.float32], NDArray[np.float32]] | None
    masses: tuple[NDArray[np.float32], NDArray[np.float32]]
    levels: tuple[Level, ...]

    @property
    def pairs(self) -> int:
        """Number of word pairs."""
        return len(self.columns)

    def likeness(self) -> NDArray[np.float32]:
        """Likeness of the letters of every word pair, shape (pairs,), float32, 0 to 1."""
        similar = np.zeros(self.pairs, np.float32)
        similar[self.alike[0]] = self.alike[1]
        return similar

    def base(
        self,
        counts: NDArray[np.float32],
        direction: int,
        *,
        flat: float,
        strength: float,
        out: NDArray[np.float32] | None = None,
        jobs: int = 1,
    ) -> NDArray[np.float32]:
        """Pseudo-counts of every word pair, shape (pairs,), float32.

        Args:
            counts: shape (pairs,), links of the direction so far.
            direction: `FORWARD` or `BACKWARD`.
            flat: pseudo-count of a pair that nothing speaks for.
            strength: pseudo-count that the classes of a word share out.
            out: where to write them; None for an array of their own.
            jobs: threads; the result is the same for any number.
        """
        base = np.empty(self.pairs, np.float32) if out is None else out
        np.multiply(self.shape, np.float32(flat), out=base)
        places, values = self.alike
        base[places] += values
        if self.more is not None:
            base += self.more[direction]
            counts = counts + self.more[direction]
        counted = counts.any()
        for level in self.levels:
            if counted or len(level.numbers):  # else no class promises anything
                self._back_off(level, counts, base, direction, np.float32(strength), jobs)
        return base

    def _back_off(
        self,
        level: Level,
        counts: NDArray[np.float32],
        base: NDArray[np.float32],
        direction: int,
        strength: np.float32,
        jobs: int,
    ) -> None:
        """Add what a level of classes promises."""
        totals = level.totals[direction]
        if direction == BACKWARD:
            totals = totals.copy()
            kernel.add_totals(self.columns, counts, level.classes[1], totals)
        ends = level.begins
        if self.pairs > LEAST:
            before = np.zeros(len(self.rows), np.int64)
            np.cumsum(np.diff(self.rows)[level.members], out=before[1:])
            ends = before[level.begins]

        def part(first: int, last: int) -> None:
            kernel.back_off(
                first, last, self.rows, self.columns, counts, base, level, direction, totals,
                strength / len(self.levels),
            )  # fmt: skip

        run_over(part, parts_of_rows(ends), jobs)

    def select(self, kept: NDArray[np.bool_], pairs: PairIndex) -> Surface:
        """The same of the pairs ``kept``, shape (pairs,); their classes stay as they are."""
        places, values = self.alike
        left = kept[places]
        number = np.cumsum(kept)
        more = self.more
        return replace(
            self,
            rows=pairs.rows,
            columns=pairs.columns,
            shape=self.shape[kept],
            alike=(number[places[left]] - 1, values[left]),
            more=None if more is None else (more[0][kept], more[1][kept]),
            levels=tuple(self._left(level, kept, pairs) for level in self.levels),
        )

    def _left(self, level: Level, kept: NDArray[np.bool_], pairs: PairIndex) -> Level:
        """A level with what a model knows of the pairs of classes that are left."""
        if not len(level.numbers):
            return level
        before = level.pairs(self.rows, self.columns)[0][kept]
        after, numbers = level.pairs(pairs.rows, pairs.columns)
        counts = tuple(np.zeros(numbers[-1], np.float32) for _ in level.counts)
        for new, old in zip(counts, level.counts, strict=True):
            new[after] = old[before]
        return replace(level, numbers=numbers, counts=(counts[0], counts[1]))

    def mass(self, direction: int, *, flat: float, strength: float) -> float:
        """Pseudo-count of all pairs of a word, but for likeness, lexicon and model."""
        return flat * self.sizes[1 - direction] + strength


def surface(
    corpus: Corpus,
    pairs: PairIndex,
    *,
    known: KnownLinks | None = None,
    lexicon: tuple[NDArray[np.float32], NDArray[np.float32]] | None = None,
    jobs: int = 1,
) -> Surface:
    """Compare the words of every distinct pair.

    Args:
        corpus: the encoded pairs.
        pairs: their index.
        known: what a model or a language pack knows of these words.
        lexicon: pseudo-counts of the pairs, by direction.
        jobs: threads; the result is the same for any number.
    """
    words = (corpus.source_vocabulary.words, corpus.target_vocabulary.words)
    own = [
        np.bincount(tokens, minlength=len(side)).astype(np.float64)
        for tokens, side in zip((corpus.source, corpus.target), words, strict=True)
    ]
    frequencies = own
    if known is not None:
        frequencies = [mine + its for mine, its in zip(own, known.frequencies, strict=True)]
    lengths = [_lengths(side) for side in words]
    bones = [words_to_latin(side) for side in words]
    shape = _shape(pairs, *lengths, *frequencies, jobs=jobs)
    alike = _alike(pairs, *pack_letters(bones[0]), *pack_letters(bones[1]), jobs=jobs)
    levels = tuple(
        _level(pairs, words, bones, own, frequencies, known, number)
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
    return Surface(pairs.rows, pairs.columns, sizes, shape, alike, more, masses, levels)


def _level(
    pairs: PairIndex,
    words: Sequence[Sequence[str]],
    skeletons: Sequence[Sequence[str]],
    own: Sequence[NDArray[np.float64]],
    frequencies: Sequence[NDArray[np.float64]],
    known: KnownLinks | None,
    number: int,
) -> Level:
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
    nothing = np.zeros(0, np.float32)
    begins = offsets_of(np.bincount(classes[0], minlength=len(names[0])))
    level = Level(
        (classes[0], classes[1]),
        (shares[0], shares[1]),
        np.argsort(classes[0], kind="stable"),
        begins,
        np.zeros(0, np.int64),
        (nothing, nothing),
        (np.zeros(len(names[0]), np.float32), np.zeros(len(names[1]), np.float32)),
    )
    if known is None:
        return level
    pair, firsts = level.pairs(pairs.rows, pairs.columns)
    source = np.repeat(np.arange(len(pairs.rows) - 1), np.diff(pairs.rows))
    words_of = (classes[0][source], classes[1][pairs.columns])
    counts, totals = known.classes[number].outside_links(
        (names[0], names[1]), words_of, pair, known.links
    )
    return replace(level, numbers=firsts, counts=counts, totals=totals)


def _shape(pairs: PairIndex, *words: NDArray[np.float64], jobs: int) -> NDArray[np.float32]:
    """Agreement of lengths and frequencies of all pairs, about 1 on average."""
    from diglot.words.kernels.surface import shapes

    result = np.empty(pairs.size, np.float32)
    given = (pairs.rows, pairs.columns, *words, result)

    def part(rows: tuple[int, int]) -> float:
        total: float = shapes(*rows, *given)
        return total

    total = sum(results_in_order(part, parts_of_rows(pairs.rows), jobs))
    if total > 0:
        result *= np.float32(pairs.size / total)
    return result


def _alike(
    pairs: PairIndex, *letters: NDArray[Any], jobs: int
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Pairs whose letters are alike, and how much."""
    from diglot.words.kernels.surface import similarities

    def part(rows: tuple[int, int]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        similar = similarities(*rows, pairs.rows, pairs.columns, *letters)
        places = np.flatnonzero(similar)
        return places + pairs.rows[rows[0]], similar[places]

    found = list(results_in_order(part, parts_of_rows(pairs.rows), jobs))
    nowhere, nothing = np.zeros(0, np.int64), np.zeros(0, np.float32)
    return (
        np.concatenate([nowhere, *(places for places, _ in found)]),
        np.concatenate([nothing, *(values for _, values in found)]),
    )


def _lengths(words: Sequence[str]) -> NDArray[np.float64]:
    """Lengths in letters, as shares of the mean of all words but NULL."""
    lengths = np.array([len(word) for word in words], np.float64)
    return lengths / max(lengths[1:].mean(), 1.0) if len(words) > 1 else lengths
