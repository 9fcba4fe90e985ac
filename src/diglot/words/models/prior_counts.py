"""Prior counts of word pairs, from a saved model or from a lexicon."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.errors import ConfigError
from diglot.flat_arrays import find_sorted
from diglot.text.spelling import unify_letters, words_to_latin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from diglot.packs.pack import Pack
    from diglot.words.corpus import Corpus, PairIndex, Vocabulary
    from diglot.words.storage.model import Model

    Two = tuple[NDArray[np.float32], NDArray[np.float32]]

PREFIXES = (6, 4, 2)
"""Lengths of the beginnings whose words form a class; half of it where a letter is a syllable."""


WIDE = 0x1100
"""No letter with a smaller code is wide."""


def writes_syllables(words: Sequence[str]) -> bool:
    """Tell whether a language writes syllables or ideas: over three tenths of its letters."""
    letters = "".join(words[:20_000])
    codes = np.frombuffer(letters.encode("utf-32-le", "surrogatepass"), np.uint32)
    late = map(chr, codes[codes >= WIDE].tolist())
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in late)
    return wide > 0.3 * len(letters)


def latin_letters(words: Sequence[str]) -> Sequence[str]:
    """Return lower-cased words in Latin letters without accents, those of syllables as they are."""
    return words if writes_syllables(words) else words_to_latin(words)


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


@dataclass(frozen=True, slots=True, eq=False)
class KnownLinks:
    """Links of words that were counted elsewhere, by the words and pairs of another corpus.

    Attributes with two arrays hold forward and backward, or source and target.

    Attributes:
        frequencies: float64 (words,), tokens of each word.
        links: float32 (word pairs,), links of each distinct pair.
        totals: float32 (words,), links of each word that is linked to, with words that the corpus
            does not have, too; at 0 those of NULL.
        rates: float32 (words,), links of a token of each word; 1 for words that are not known.
        classes: what is known of the classes of words, finest first.
    """

    frequencies: tuple[NDArray[np.float64], NDArray[np.float64]]
    links: Two
    totals: Two
    rates: Two
    classes: tuple[Classes, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PriorCounts(KnownLinks):
    """Counts of a model, by the word numbers and distinct pairs of another corpus.

    Attributes:
        nulls: float32 (words,), words linked to NULL.
        jumps: float32 (49,), jumps by width.
        fertilities: float32 (words, 9), tokens by word and fertility.
        pairs: sentence pairs the model was trained on.
    """

    nulls: Two
    jumps: Two
    fertilities: Two
    pairs: int


@dataclass(frozen=True, slots=True, eq=False)
class Classes:
    """What a model knows of the words with the same beginnings.

    Attributes:
        numbers: class by beginning, of both languages.
        frequencies: float64 (classes,), tokens of each class.
        keys: int64, pairs of classes that are linked, source * target classes + target; ascending.
        links: float32, their links, by direction.
        totals: float32 (classes,), links of the class that is linked to.
    """

    numbers: tuple[dict[str, int], dict[str, int]]
    frequencies: tuple[NDArray[np.float64], NDArray[np.float64]]
    keys: NDArray[np.int64]
    links: Two
    totals: Two

    def frequency(self, side: int, names: Sequence[str]) -> NDArray[np.float64]:
        """Return the tokens of the named classes of a side; 0 for new ones."""
        return _taken(self.frequencies[side], self._found(side, names))

    def outside_links(
        self,
        names: tuple[Sequence[str], Sequence[str]],
        classes: tuple[NDArray[np.int32], NDArray[np.int32]],
        pair: NDArray[np.int32],
        links: Two,
    ) -> tuple[Two, Two]:
        """Return the links of pairs of classes, and of classes, that no pair of a corpus has.

        Args:
            names: of the classes of the corpus, by number.
            classes: shape (word pairs,), classes of the words of every distinct pair.
            pair: shape (word pairs,), number of its pair of classes.
            links: shape (word pairs,), what the model knows of the pairs themselves.

        Returns:
            By direction: links of every pair of classes, links of every class linked to.
        """
        count = int(pair.max(initial=-1)) + 1
        found = [self._found(side, names[side]) for side in (0, 1)]
        # Any word pair of a pair of classes tells which two they are.
        sample = np.zeros(count, np.int64)
        sample[pair] = np.arange(len(pair))
        one, other = (
            found[side][classes[side][sample]] if count else np.zeros(0, np.int64)
            for side in (0, 1)
        )
        keys = np.where((one < 0) | (other < 0), -1, one * len(self.numbers[1]) + other)
        places = find_sorted(keys, self.keys)
        counts, totals = [], []
        for direction in (0, 1):
            values = _taken(self.links[direction], places)
            here = np.bincount(pair, links[direction], count)
            counts.append(np.maximum(values - here, 0).astype(np.float32))
            whole = _taken(self.totals[direction], found[direction])
            mine = np.bincount(classes[direction], links[direction], len(names[direction]))
            totals.append(np.maximum(whole - mine, 0).astype(np.float32))
        return (counts[0], counts[1]), (totals[0], totals[1])

    def _found(self, side: int, names: Sequence[str]) -> NDArray[np.int64]:
        get = self.numbers[side].get
        return np.array([get(name, -1) for name in names], np.int64)


MOST = 10.0
"""Links that a pack knows of a word weigh no more than so many of the text,"""
SMALL = 3000
"""and less by the square root where there are more sentence pairs: these tell of their own words,
and the pack of other text."""


class PriorLookup:
    """A model, made ready to be asked about the words of other text."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def recall(self, corpus: Corpus, pairs: PairIndex) -> PriorCounts:
        """Find what the model knows of the words of a corpus.

        Args:
            corpus: the encoded pairs; its vocabularies are its own.
            pairs: its distinct word pairs.
        """
        model = self.model
        source = _numbers(corpus.source_vocabulary, model.source_vocabulary.find)
        target = _numbers(corpus.target_vocabulary, model.target_vocabulary.find)
        source[0] = target[0] = 0
        tokens = model.source_frequency, model.target_frequency
        return PriorCounts(
            *_recalled(
                pairs, (source, target), model.rows, model.columns,
                (model.forward, model.backward), self.totals, tokens,
            ),
            classes=self.classes,
            nulls=(_taken(model.null_forward, target), _taken(model.null_backward, source)),
            jumps=(np.array(model.jumps_forward), np.array(model.jumps_backward)),
            fertilities=(
                _taken(model.fertility_forward, source),
                _taken(model.fertility_backward, target),
            ),
            pairs=model.pairs,
        )  # fmt: skip

    @cached_property
    def totals(self) -> Two:
        """Links of every source word forward, of every target word backward; of NULL at 0."""
        model = self.model
        rows = np.repeat(np.arange(len(model.rows) - 1), np.diff(model.rows))
        forward = np.bincount(rows, model.forward, len(model.rows) - 1)
        backward = np.bincount(model.columns, model.backward, len(model.target_frequency))
        forward[0], backward[0] = model.null_forward.sum(), model.null_backward.sum()
        return forward.astype(np.float32), backward.astype(np.float32)

    @cached_property
    def classes(self) -> tuple[Classes, ...]:
        """Counts by classes of words, which back off from single words."""
        model = self.model
        return classes_of(
            (model.source_vocabulary.words, model.target_vocabulary.words),
            (model.source_frequency, model.target_frequency),
            np.repeat(np.arange(len(model.rows) - 1), np.diff(model.rows)),
            model.columns,
            (model.forward, model.backward),
        )


class PackLookup:
    """A language pack, made ready to be asked about the words of a text.

    Its counts are evidence of other text, so that few of them count as much as many: the links of
    a word weigh `MOST` together, and less in large texts. What the text itself says soon outweighs
    them, word by word.
    """

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    def recall(self, corpus: Corpus, pairs: PairIndex) -> KnownLinks:
        """Find what the pack knows of the words of a corpus; see `PriorLookup.recall`.

        A word that it does not have is looked up without accents, which capitals often lack, and
        in composed letters, without points and exchanged letters of Arabic and Hebrew.
        """
        pack = self._pack
        vocabularies = (corpus.source_vocabulary, corpus.target_vocabulary)
        source, target = map(self._numbers, (0, 1), vocabularies)
        known = _recalled(
            pairs, (source, target), pack.rows, pack.columns, (pack.counts, pack.counts),
            pack.totals, (pack.source.frequency, pack.target.frequency),
        )  # fmt: skip
        most = MOST * min(1.0, (SMALL / max(corpus.pairs, 1)) ** 0.5)
        return KnownLinks(*_limited(most, pairs, *known), classes=self._classes)

    def _numbers(self, at: int, words: Vocabulary) -> NDArray[np.int64]:
        """Return the numbers of the words of one side, in another spelling if need be."""
        side = (self._pack.source, self._pack.target)[at]
        numbers = _numbers(words, side.numbers.get)
        places = (np.flatnonzero(numbers[1:] < 0) + 1).tolist()
        unknown = {words.words[place]: place for place in places}
        _fill(
            numbers,
            {word: [place] for word, place in unknown.items()},
            self._bones[at],
            side.frequency,
        )
        unified: dict[str, list[int]] = {}
        for word, place in unknown.items():
            if not word.isascii():
                unified.setdefault(_unified(word), []).append(place)
        if unified:
            _fill(numbers, unified, self._spellings[at], side.frequency)
        return numbers

    @cached_property
    def _spellings(self) -> tuple[Sequence[str], Sequence[str]]:
        """Words of both sides without what does not make them other ones."""
        source, target = self._pack.source.words, self._pack.target.words
        return [*map(_unified, source)], [*map(_unified, target)]

    @cached_property
    def _bones(self) -> tuple[Sequence[str], Sequence[str]]:
        """Words of both sides in Latin letters."""
        return latin_letters(self._pack.source.words), latin_letters(self._pack.target.words)

    @cached_property
    def _classes(self) -> tuple[Classes, ...]:
        pack = self._pack
        return classes_of(
            (pack.source.words, pack.target.words),
            (pack.source.frequency, pack.target.frequency),
            pack.row_of_pair,
            pack.columns,
            (pack.counts, pack.counts),
            self._bones,
        )


def _recalled(
    pairs: PairIndex,
    numbers: tuple[NDArray[np.int64], NDArray[np.int64]],
    rows: NDArray[np.int64],
    columns: NDArray[np.int32],
    links: Two,
    totals: Two,
    tokens: tuple[NDArray[np.int64], NDArray[np.int64]],
) -> tuple[Any, Two, Two, Two]:
    """Find the counts of the words and word pairs of a corpus; see `KnownLinks`.

    Args:
        pairs: distinct word pairs of the corpus.
        numbers: shape (words,), what its words are called where they were counted, -1 if nowhere.
        rows: shape (counted source words + 1,), where their pairs begin.
        columns: shape (counted pairs,), target words.
        links: shape (counted pairs,), by direction.
        totals: shape (counted words,), their sums; at 0 those of NULL if numbers begin with it.
        tokens: shape (counted words,), of both sides.
    """
    from diglot.words.kernels.pairs import find_pairs

    source = np.repeat(numbers[0], np.diff(pairs.rows))
    places = find_pairs(rows, columns, source, numbers[1][pairs.columns])
    frequencies = [
        _taken(side, of).astype(np.float64) for side, of in zip(tokens, numbers, strict=True)
    ]
    sums = [_taken(side, of) for side, of in zip(totals, numbers, strict=True)]
    rates = [
        ((total + 1) / (count + 1)).astype(np.float32)
        for total, count in zip(sums, frequencies, strict=True)
    ]
    return (
        (frequencies[0], frequencies[1]),
        (_taken(links[0], places), _taken(links[1], places)),
        (sums[0], sums[1]),
        (rates[0], rates[1]),
    )


def classes_of(
    words: tuple[Sequence[str], Sequence[str]],
    frequencies: tuple[NDArray[Any], NDArray[Any]],
    rows: NDArray[np.int64],
    columns: NDArray[np.int32],
    links: Two,
    bones: tuple[Sequence[str], Sequence[str]] | None = None,
) -> tuple[Classes, ...]:
    """Count links by classes of words.

    Args:
        words: of both languages, by number.
        frequencies: shape (words,), tokens of each.
        rows: shape (pairs,), source word of every linked pair.
        columns: shape (pairs,), target word.
        links: shape (pairs,), by direction.
        bones: words of both languages in Latin letters, if they are known.
    """
    bones = bones or (latin_letters(words[0]), latin_letters(words[1]))
    # A shorter beginning is one of a longer one: each level is made of the one before.
    names = list(bones)
    halved = [writes_syllables(side) for side in words]
    of = [np.arange(len(side)) for side in words]
    linked, which = (rows, columns), np.arange(len(rows))
    levels = []
    for length in PREFIXES:
        numbers: tuple[dict[str, int], dict[str, int]] = ({}, {})
        steps = []
        for side, found in enumerate(numbers):
            cut = length // 2 if halved[side] else length
            steps.append(
                np.array([found.setdefault(name[:cut], len(found)) for name in names[side]], int)
            )
            of[side] = steps[side][of[side]]
            names[side] = list(found)
        pairs = steps[0][linked[0]] * len(numbers[1]) + steps[1][linked[1]]
        keys, back = np.unique(pairs, return_inverse=True)
        linked, which = np.divmod(keys, len(numbers[1])), back[which]
        one, other = of[0][rows], of[1][columns]
        tokens = [
            np.bincount(of[side], frequencies[side], len(numbers[side])).astype(np.float64)
            for side in (0, 1)
        ]
        by_class = [np.bincount(which, part, len(keys)).astype(np.float32) for part in links]
        totals = (
            np.bincount(one, links[0], len(numbers[0])).astype(np.float32),
            np.bincount(other, links[1], len(numbers[1])).astype(np.float32),
        )
        levels.append(
            Classes(numbers, (tokens[0], tokens[1]), keys, (by_class[0], by_class[1]), totals)
        )
    return tuple(levels)


def _limited(
    most: float,
    pairs: PairIndex,
    frequencies: tuple[NDArray[np.float64], NDArray[np.float64]],
    links: Two,
    totals: Two,
    rates: Two,
) -> tuple[Any, Two, Two, Two]:
    """Scale links so that those of a word are no more than `most`."""
    scales = [np.minimum(1, most / np.maximum(total, 1e-9)).astype(np.float32) for total in totals]
    of_pair = np.repeat(scales[0], np.diff(pairs.rows)), scales[1][pairs.columns]
    return (
        frequencies,
        (links[0] * of_pair[0], links[1] * of_pair[1]),
        (totals[0] * scales[0], totals[1] * scales[1]),
        rates,
    )


def _numbers(words: Vocabulary, find: Callable[[str], int | None]) -> NDArray[np.int64]:
    """Numbers that words have elsewhere, -1 for those that are not known; NULL never is.

    Args:
        words: of a corpus.
        find: gives the number of a word.
    """
    found = map(find, words.words[1:])
    return np.array([-1, *(-1 if number is None else number for number in found)], np.int64)


def _unified(word: str) -> str:
    if word.isascii():
        return word
    return unify_letters(unicodedata.normalize("NFC", word))


def _fill(
    numbers: NDArray[np.int64],
    unknown: Mapping[str, Sequence[int]],
    spellings: Sequence[str],
    frequency: NDArray[np.int64],
) -> None:
    """Give unknown words the number of the most frequent word that has their spelling.

    Args:
        numbers: shape (words,), filled.
        unknown: places of unknown words by their spelling.
        spellings: of the words that are known.
        frequency: shape (known words,).
    """
    alike = [number for number, spelling in enumerate(spellings) if spelling in unknown]
    for number in sorted(alike, key=frequency.__getitem__):
        numbers[unknown[spellings[number]]] = number


def _taken(values: NDArray[Any], places: NDArray[np.int64]) -> NDArray[Any]:
    """Values at some places, 0 where there is none."""
    if not len(values):
        return np.zeros((len(places), *values.shape[1:]), values.dtype)
    taken: NDArray[Any] = np.asarray(values)[np.maximum(places, 0)]
    taken[(places < 0) | (places >= len(values))] = 0
    return taken


# A lexicon or termbase as prior knowledge: pseudo-counts of word pairs.

STRENGTH = 1.0
"""Pseudo-count of a word with all its translations. Small, so that a text soon knows better."""


def lexicon_prior(
    entries: Iterable[tuple[Sequence[str], Sequence[str], float]],
    source_vocabulary: Vocabulary,
    target_vocabulary: Vocabulary,
    *,
    strength: float = STRENGTH,
    backward: bool = False,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]]:
    """Turn the entries of a lexicon into pseudo-counts of word pairs.

    An entry's weight is spread evenly over all pairs of a source word with a target word; pairs
    with a word that no text holds are left out, and none is added to the vocabularies. Of a word's
    translations each then has its share of the weights, times ``strength``: a word with many
    translations has no more weight than one with a single one.

    Args:
        entries: source words, target words and weight; entries without weight are passed over.
        source_vocabulary: looks words up whatever their case.
        target_vocabulary: the same for the target language.
        strength: pseudo-count of each word over all its translations; .1 to 2 is usual.
        backward: share ``strength`` among the source words of a target word instead of among the
            target words of a source word. The pairs are the same, in the same order.

    Returns:
        (source, target, count): int32, int32 and float32, shape (pairs,): unique pairs of word
        numbers in ascending order.

    Raises:
        ConfigError: the strength is negative or no number, or so is a weight.
    """
    if not 0 <= strength < np.inf:
        raise ConfigError(f"the strength of a lexicon is {strength}; it is a number from 0")
    keys, weights = [], []
    width = target_vocabulary.size
    for words, translation, weight in entries:
        if not 0 <= weight < np.inf:
            raise ConfigError(f"an entry of the lexicon has the weight {weight}")
        pairs = len(words) * len(translation)
        found = [number for word in words if (number := source_vocabulary.find(word))]
        there = [number for word in translation if (number := target_vocabulary.find(word))]
        if not weight or not pairs:
            continue
        keys.extend([e * width + f for e in found for f in there])
        weights.extend([weight / pairs] * (len(found) * len(there)))
    unique, place = np.unique(np.array(keys, np.int64), return_inverse=True)
    weight_of = np.bincount(place, weights, minlength=len(unique))
    source, target = unique // width, unique % width
    owner = target if backward else source
    share = weight_of / np.bincount(owner, weight_of)[owner] if len(owner) else weight_of
    return (
        source.astype(np.int32),
        target.astype(np.int32),
        (strength * share).astype(np.float32),
    )
