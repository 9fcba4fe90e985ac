"""Prior counts of word pairs, from a saved model or from a lexicon."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.errors import ConfigError
from diglot.text.spelling import to_latin
from diglot.words.skeletons import PREFIXES, beginnings, writes_syllables

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from diglot.packs.pack import Pack
    from diglot.words.corpus import Corpus, Vocabulary
    from diglot.words.pairs import PairIndex
    from diglot.words.storage.model import Model

    Floats = NDArray[np.float32]
    Two = tuple[Floats, Floats]


@dataclass(frozen=True, slots=True, eq=False)
class KnownLinks:
    """Links of words that were counted elsewhere, by the words and pairs of another corpus.

    Attributes with two arrays hold forward and backward, or source and target.

    Attributes:
        frequencies: float64 (words,), tokens of each word.
        links: float32 (word pairs,), links of each distinct pair.
        totals: float32 (words,), links of each word that is linked to, with words that the corpus
            does not have, too; at 0 those of NULL.
        classes: what is known of the classes of words, finest first.
    """

    frequencies: tuple[NDArray[np.float64], NDArray[np.float64]]
    links: Two
    totals: Two
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
        places = np.minimum(np.searchsorted(self.keys, keys), max(len(self.keys) - 1, 0))
        there = (self.keys[places] == keys) if len(self.keys) else np.zeros(count, bool)
        counts, totals = [], []
        for direction in (0, 1):
            values = np.where(there, _taken(self.links[direction], places), 0)
            here = np.bincount(pair, links[direction], count)
            counts.append(np.maximum(values - here, 0).astype(np.float32))
            whole = _taken(self.totals[direction], found[direction])
            mine = np.bincount(classes[direction], links[direction], len(names[direction]))
            totals.append(np.maximum(whole - mine, 0).astype(np.float32))
        return (counts[0], counts[1]), (totals[0], totals[1])

    def _found(self, side: int, names: Sequence[str]) -> NDArray[np.int64]:
        get = self.numbers[side].get
        return np.array([get(name, -1) for name in names], np.int64)


MOST = 3.0
"""Links that a pack knows of a word weigh no more than so many of the text."""


class PriorLookup:
    """A model, made ready to be asked about the words of other text.

    Attributes:
        model: the counts.
    """

    def __init__(self, model: Model) -> None:
        self.model = model

    def recall(self, corpus: Corpus, pairs: PairIndex) -> PriorCounts:
        """Find what the model knows of the words of a corpus.

        Args:
            corpus: the encoded pairs; its vocabularies are its own.
            pairs: its distinct word pairs.
        """
        from diglot.words.kernels.pairs import find_pairs

        model = self.model
        source = _numbers(corpus.source_vocabulary, model.source_vocabulary)
        target = _numbers(corpus.target_vocabulary, model.target_vocabulary)
        rows = np.repeat(np.arange(len(source)), np.diff(pairs.rows))
        places = find_pairs(model.rows, model.columns, source[rows], target[pairs.columns])
        totals = self.totals
        return PriorCounts(
            frequencies=(
                _taken(model.source_frequency, source).astype(np.float64),
                _taken(model.target_frequency, target).astype(np.float64),
            ),
            links=(_taken(model.forward, places), _taken(model.backward, places)),
            totals=(_with_null(totals[0], source), _with_null(totals[1], target)),
            nulls=(_taken(model.null_forward, target), _taken(model.null_backward, source)),
            jumps=(np.array(model.jumps_forward), np.array(model.jumps_backward)),
            fertilities=(
                _taken(model.fertility_forward, source),
                _taken(model.fertility_backward, target),
            ),
            pairs=model.pairs,
            classes=self.classes,
        )

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
    a word weigh `MOST` together. What the text itself says soon outweighs them, word by word.
    """

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    def recall(self, corpus: Corpus, pairs: PairIndex) -> KnownLinks:
        """Find what the pack knows of the words of a corpus; see `PriorLookup.recall`."""
        from diglot.words.kernels.pairs import find_pairs

        pack = self._pack
        source, target = (
            np.array([-1, *(side.numbers.get(word, -1) for word in words.words[1:])], np.int64)
            for side, words in (
                (pack.source, corpus.source_vocabulary),
                (pack.target, corpus.target_vocabulary),
            )
        )
        rows = np.repeat(np.arange(len(source)), np.diff(pairs.rows))
        places = find_pairs(pack.rows, pack.columns, source[rows], target[pairs.columns])
        counts = _taken(pack.counts, places)
        totals = _taken(pack.totals[0], source), _taken(pack.totals[1], target)
        weights = [np.minimum(1, MOST / np.maximum(total, 1e-9)) for total in totals]
        return KnownLinks(
            frequencies=(
                _taken(pack.source.frequency, source).astype(np.float64),
                _taken(pack.target.frequency, target).astype(np.float64),
            ),
            links=(
                (counts * weights[0][rows]).astype(np.float32),
                (counts * weights[1][pairs.columns]).astype(np.float32),
            ),
            totals=(
                (totals[0] * weights[0]).astype(np.float32),
                (totals[1] * weights[1]).astype(np.float32),
            ),
            classes=self._classes,
        )

    @cached_property
    def _classes(self) -> tuple[Classes, ...]:
        pack = self._pack
        return classes_of(
            (pack.source.words, pack.target.words),
            (pack.source.frequency, pack.target.frequency),
            pack.row_of_pair,
            pack.columns,
            (pack.counts, pack.counts),
        )


def classes_of(
    words: tuple[Sequence[str], Sequence[str]],
    frequencies: tuple[NDArray[Any], NDArray[Any]],
    rows: NDArray[np.int64],
    columns: NDArray[np.int32],
    links: Two,
) -> tuple[Classes, ...]:
    """Count links by classes of words.

    Args:
        words: of both languages, by number.
        frequencies: shape (words,), tokens of each.
        rows: shape (pairs,), source word of every linked pair.
        columns: shape (pairs,), target word.
        links: shape (pairs,), by direction.
    """
    bones = [
        side if writes_syllables(side) else [to_latin(word) for word in side] for side in words
    ]
    levels = []
    for length in PREFIXES:
        numbers: tuple[dict[str, int], dict[str, int]] = ({}, {})
        of = []
        for side in (0, 1):
            names = beginnings(words[side], bones[side], length)
            of.append(
                np.array(
                    [numbers[side].setdefault(name, len(numbers[side])) for name in names],
                    np.int64,
                )
            )
        one, other = of[0][rows], of[1][columns]
        keys, which = np.unique(one * len(numbers[1]) + other, return_inverse=True)
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


def _numbers(words: Vocabulary, model: Vocabulary) -> NDArray[np.int64]:
    """Numbers that a model has for words, -1 for those it does not know."""
    find = model.find
    numbers = [find(word) for word in words.words[1:]]
    return np.array([0, *(-1 if number is None else number for number in numbers)], np.int64)


def _taken(values: NDArray[Any], places: NDArray[np.int64]) -> NDArray[Any]:
    """Values at some places, 0 where there is none."""
    if not len(values):
        return np.zeros((len(places), *values.shape[1:]), values.dtype)
    taken: NDArray[Any] = np.asarray(values)[np.maximum(places, 0)]
    taken[(places < 0) | (places >= len(values))] = 0
    return taken


def _with_null(totals: Floats, words: NDArray[np.int64]) -> Floats:
    taken: Floats = _taken(totals, words)
    taken[0] = totals[0]
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
