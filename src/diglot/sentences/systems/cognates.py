"""Jacal and LIA: cognates that stand alone show where the path of the alignment runs.

Cognates are words with the same first four letters or, if shorter, the same letters, and the same
numbers and signs. One that resembles no other word of its own text within 30 words is isolated; a
pair of isolated ones is a point. The longest chain of points is a path between the words. Jacal
stays within three sentences of it and aligns by lengths; LIA keeps a wide corridor, widens it
where the path comes near its border, and scores links by lengths, cognates, a transfer dictionary
and the frequency of their types. Its weights were chosen on novels.

References:
    Simard, Foster and Isabelle 1992 (cognates); Simard and Plamondon 1996 (isolated ones).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diglot.flat_arrays import join_ranges
from diglot.sentences.anchors import longest_increasing
from diglot.sentences.corpus import Corpus
from diglot.sentences.link_types import Types, tilt
from diglot.sentences.models import gale_church, rounds
from diglot.sentences.search.bands import Band, SearchResult, band_between, search
from diglot.sentences.settings import Alignment, Settings
from diglot.sentences.values import Pair

_Values = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]

LETTERS = 4
"""Letters that cognates have in common at least, or all of a shorter word."""
ALONE = 30
"""Words on either side among which an isolated cognate has no like."""
MOST_SHIFT = 0.1
"""Largest difference of the relative positions of a pair of cognates."""
JACAL_BEAM, LIA_CORRIDOR = 3, 10
"""Sentences on either side of the chain."""
COMMON, KNOWN, MOST_RARITY = 6.0, 5.0, 5.0
"""Cognates as frequent as exp(-COMMON), and words of the dictionary as frequent as exp(-KNOWN),
count nothing in LIA, rarer ones by their rarity (idf, nats) beyond that, up to this much."""
COGNATE, TRANSLATION, UNSHARED = 0.8, 0.3, 0.05
"""What a cognate and a pair of the dictionary add to the score of a link in LIA, and what a word
that shares nothing takes away, for each nat of rarity."""
OMISSION = 3.0
"""Cost in LIA of a sentence without counterpart beside its frequency, not that of lengths."""
# From Chinese, a sentence often becomes three or four.
SCHEMES = gale_church.PRIORS | {
    (a, b): gale_church.PRIORS[min(a, 2), min(b, 2)] / 10 ** (max(a, b) - 2)
    for a, b in ((1, 3), (3, 1), (1, 4), (4, 1), (2, 3), (3, 2))
}
"""Types of links in LIA with their frequency in texts of as many sentences: a further one makes a
type ten times as rare."""


@dataclass(frozen=True, slots=True, eq=False)
class Classes:
    """Which keys of both vocabularies are cognates: those of the same class.

    Attributes:
        source, target: int32 (keys,), the class of each.
        words: bool (classes,), the class is of words or numbers, not of signs.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    words: NDArray[np.bool_]


def cognate_classes(forms: tuple[Sequence[str], Sequence[str]]) -> Classes:
    """Sort the tokens of both sides into classes of cognates."""
    numbers: dict[str, int] = {}
    sides = []
    for side in forms:
        stems = [form[:LETTERS] if form.isalpha() else form for form in side]
        sides.append(
            np.fromiter((numbers.setdefault(stem, len(numbers)) for stem in stems), np.int32)
        )
    words = np.fromiter((stem[0].isalnum() for stem in numbers), np.bool_, len(numbers))
    return Classes(sides[0], sides[1], words)


def chain(pair: Pair, classes: Classes) -> NDArray[np.int64]:
    """Points (source sentence, target sentence) of the longest chain of isolated cognates.

    Returns:
        int64 (points, 2), strictly increasing on both sides.
    """
    sides = [
        (_isolated(known[side.tokens]), known[side.tokens], side.offsets)
        for side, known in ((pair.source, classes.source), (pair.target, classes.target))
    ]
    (ours, our_class, our_offsets), (theirs, their_class, their_offsets) = sides
    # Positions as shares of the text; classes lie three apart, so that none reaches another.
    one = 3.0 * our_class[ours] + ours / max(len(our_class), 1)
    other = 3.0 * their_class[theirs] + theirs / max(len(their_class), 1)
    order = np.argsort(other, kind="stable")
    other = other[order]
    first = np.searchsorted(other, one - MOST_SHIFT, side="left")
    counts = np.searchsorted(other, one + MOST_SHIFT, side="right") - first
    columns = join_ranges(first, counts)
    words = longest_increasing(
        np.stack([np.repeat(ours, counts), theirs[order[columns]]], axis=1).astype(np.int64)
    )
    places = [
        np.searchsorted(offsets, words[:, side], side="right") - 1
        for side, offsets in ((0, our_offsets), (1, their_offsets))
    ]
    return longest_increasing(np.stack(places, axis=1))


def _isolated(classes: NDArray[np.int32]) -> NDArray[np.int64]:
    """Places of the tokens that have none of their class near them, ascending."""
    order = np.argsort(classes, kind="stable")
    near = (np.diff(classes[order]) == 0) & (np.diff(order) <= ALONE)
    alone = np.ones(len(order), bool)
    alone[1:] &= ~near
    alone[:-1] &= ~near
    return np.sort(order[alone])


def jacal(corpus: Corpus, settings: Settings) -> list[Alignment]:
    """Align by lengths within a narrow beam round the chain of isolated cognates."""
    types, classes = gale_church.published_types(settings), cognate_classes(corpus.forms)

    def one(pair: Pair) -> SearchResult:
        source, target = pair.source.lengths, pair.target.lengths
        ratio = float(target.sum() / source.sum())
        band = band_between(chain(pair, classes), len(source), len(target), JACAL_BEAM)
        return gale_church.length_search(source, target, types, ratio)(band)

    return rounds.alignments(types, rounds.map_items(one, corpus.pairs, settings, "cognates"))


def lia(corpus: Corpus, settings: Settings) -> list[Alignment]:
    """Align by lengths, cognates, dictionary and types in a corridor round the chain."""
    types, classes = gale_church.types_of(SCHEMES, settings), cognate_classes(corpus.forms)
    values = _values(corpus, classes)

    def one(pair: Pair) -> SearchResult:
        tilted = tilt(types, pair.source.size, pair.target.size)
        return _search_corridor(corpus, classes, values, tilted, pair)

    return rounds.alignments(types, rounds.map_items(one, corpus.pairs, settings, "cognates"))


def _values(corpus: Corpus, classes: Classes) -> _Values:
    """What a shared class, a translated key and a key that shares nothing are worth, by rarity."""
    rarity = np.full(len(classes.words), np.inf)
    np.minimum.at(rarity, classes.source, corpus.idf_s)
    np.minimum.at(rarity, classes.target, corpus.idf_t)
    shared = np.clip(rarity - COMMON, 0, MOST_RARITY) * classes.words
    key = np.clip(corpus.idf_s - KNOWN, 0, MOST_RARITY) * classes.words[classes.source]
    return COGNATE * shared, TRANSLATION * key, UNSHARED * key


def _search_corridor(
    corpus: Corpus,
    classes: Classes,
    values: _Values,
    types: Types,
    pair: Pair,
) -> SearchResult:
    from diglot.sentences.kernels import length, systems

    source, target = pair.source, pair.target
    ratio = float(target.lengths.sum() / source.lengths.sum())
    # Characters of the side that has fewer vary as those of the paper: each stands for several.
    variance = gale_church.VARIANCE * max(1.0, ratio)
    lengths = gale_church.prefix_sums(source.lengths), gale_church.prefix_sums(target.lengths)
    null = (types.source == 0) | (types.target == 0)

    def scores(band: Band, begin: int, end: int) -> NDArray[np.float32]:
        found: NDArray[np.float32] = length.gale_church_scores(
            begin, end, band, types, *lengths, ratio, variance
        )
        possible = found[:, null] > length.NEVER / 2
        found[:, null] = np.where(possible, types.log_prior[null] - OMISSION, length.NEVER)
        systems.add_shared(
            begin, end, band, types, source, target, classes, corpus.seeds, *values, found
        )
        return found

    def searched(band: Band) -> SearchResult:
        return search(lambda begin, end: scores(band, begin, end), band, types)

    points = chain(pair, classes)
    return gale_church.widen_search(
        searched, source.size, target.size, points=points, half=LIA_CORRIDOR
    )
