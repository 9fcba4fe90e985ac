"""What speaks for and against a pair of texts being translations of each other.

Evidence is of four kinds: links between words, lengths, signs that both sides share (numbers,
names, end marks), and whether each side reads like the rest of its own language. All but the
weights is learnt from the corpus itself, so that no language needs data of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import category

import numpy as np
import regex
from numpy.typing import NDArray

from diglot.flat_arrays import find_sorted
from diglot.text.boundaries import (
    CLOSING_MARKS,
    COMMAS,
    EXCLAMATION_MARKS,
    FULL_STOPS,
    QUESTION_MARKS,
)

Floats = NDArray[np.float64]

NAMES = (
    "source_linked", "target_linked", "source_rare_linked", "target_rare_linked",
    "source_strong", "target_strong", "source_unlinked_end", "target_unlinked_end",
    "source_unlinked_begin", "target_unlinked_begin", "source_unlinked_run", "target_unlinked_run",
    "source_jump", "target_jump", "linked_of_usual", "length_ratio", "length", "numbers_shared",
    "numbers_odd", "copied", "same_end", "same_begin", "source_fluency", "target_fluency",
    "source_unseen", "target_unseen", "source_begin", "target_begin", "source_end", "target_end",
    "similarity",
)  # fmt: skip
"""Names of the features, in the order of their columns."""

FREQUENT = 300
"""Words that are a class of their own; all others are classed by their last letters."""
ENDING = 3
"""Letters of an ending."""
LEAST_LINK = 0.3
STRONG = 0.9
FAR = 5
"""Jumps between links beyond this many words count as this many."""
_BEGIN, _END = "<", ">"
_NUMBER = regex.compile(r"\p{Nd}+")
_MARKS = {
    **dict.fromkeys(FULL_STOPS, "."),
    **dict.fromkeys(QUESTION_MARKS, "?"),
    **dict.fromkeys(EXCLAMATION_MARKS, "!"),
    **dict.fromkeys(COMMAS, ","),
    **dict.fromkeys(CLOSING_MARKS, ""),
    "：": ":",
    "；": ";",
    "؛": ";",
    "፤": ";",
}
"""The mark of Latin texts that a mark stands for."""


@dataclass(frozen=True, slots=True, eq=False)
class WordEvidence:
    """The words of pairs, and candidate links between them.

    Attributes:
        source, target: int32 (tokens,), word numbers of each side.
        source_offsets, target_offsets: int64 (pairs + 1,), tokens of every pair.
        source_words, target_words: the words by number.
        offsets: int64 (pairs + 1,), candidates of every pair.
        places: uint16 (2, candidates), positions in source and target, ascending.
        probabilities: float32 (candidates,).
    """

    source: NDArray[np.int32]
    source_offsets: NDArray[np.int64]
    target: NDArray[np.int32]
    target_offsets: NDArray[np.int64]
    source_words: Sequence[str]
    target_words: Sequence[str]
    offsets: NDArray[np.int64]
    places: tuple[NDArray[np.uint16], NDArray[np.uint16]]
    probabilities: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Habits:
    """What is usual in a corpus: how words follow each other, and how lengths go together.

    Attributes:
        bigrams: of source and target.
        ratio: usual logarithm of target characters to source characters.
        linked: usual share of words with a link.
    """

    bigrams: tuple[Bigrams, Bigrams]
    ratio: float
    linked: float


@dataclass(frozen=True, slots=True, eq=False)
class Bigrams:
    """Counts of classes of words and of two in a row.

    Attributes:
        frequent: words that are classes of their own.
        classes: number of each class by its name.
        keys: int64 (bigrams,), ascending, first class * classes + second class.
        counts: int64 (bigrams,).
        firsts, seconds: float64 (classes,), how often a class comes before and after another.
    """

    frequent: frozenset[str]
    classes: dict[str, int]
    keys: NDArray[np.int64]
    counts: NDArray[np.int64]
    firsts: Floats
    seconds: Floats


def learn_habits(texts: Sequence[tuple[str, str]], linked: WordEvidence) -> Habits:
    """Learn what is usual from pairs most of which are good."""
    sides = (
        (linked.source, linked.source_offsets, linked.source_words),
        (linked.target, linked.target_offsets, linked.target_words),
    )
    ratios = _ratios(texts)
    shares = _best(linked, 0)[0]
    means = _means(shares, linked.source_offsets)
    return Habits(
        (_count(*sides[0]), _count(*sides[1])),
        float(np.median(ratios)) if len(ratios) else 0.0,
        float(np.median(means)) if len(means) else 0.0,
    )


def find_features(
    texts: Sequence[tuple[str, str]],
    linked: WordEvidence,
    habits: Habits,
    *,
    own: bool,
    similarity: NDArray[np.float32] | None = None,
) -> Floats:
    """Return the features of pairs, shape (pairs, names).

    Where the habits were learnt from these pairs, a pair does not count as its own evidence. The
    similarity is the cosine of the vectors of both sides, shape (pairs,), where there are some.
    """
    columns: dict[str, Any] = {}
    best = [_best(linked, side) for side in (0, 1)]
    offsets = (linked.source_offsets, linked.target_offsets)
    tokens = (linked.source, linked.target)
    for side, name in enumerate(("source", "target")):
        probability, place = best[side]
        there = probability >= LEAST_LINK
        frequency = np.bincount(tokens[side], minlength=1)
        rare = 1 / np.log2(2 + frequency[tokens[side]])
        columns[f"{name}_linked"] = _means(probability, offsets[side])
        columns[f"{name}_rare_linked"] = _means(probability * rare, offsets[side]) / np.maximum(
            _means(rare, offsets[side]), 1e-9
        )
        columns[f"{name}_strong"] = _means(probability > STRONG, offsets[side])
        begin, end, run = _unlinked(there, offsets[side])
        columns[f"{name}_unlinked_begin"] = begin
        columns[f"{name}_unlinked_end"] = end
        columns[f"{name}_unlinked_run"] = run
        columns[f"{name}_jump"] = _jumps(place, there, offsets[side])
        words = (linked.source_words, linked.target_words)[side]
        fluent = _fluency(tokens[side], offsets[side], words, habits.bigrams[side], own=own)
        kinds = (f"{name}_{kind}" for kind in ("fluency", "unseen", "begin", "end"))
        columns |= dict(zip(kinds, fluent, strict=True))
    columns["linked_of_usual"] = columns["source_linked"] - habits.linked
    lengths = np.array([(len(one), len(other)) for one, other in texts], np.float64).reshape(-1, 2)
    columns["length"] = np.log1p(lengths.sum(axis=1))
    # The ratio of short texts varies more: in units of what is usual for the length.
    columns["length_ratio"] = (_ratios(texts) - habits.ratio) * np.sqrt(lengths.sum(axis=1))
    marks = np.array([_marks(one, other) for one, other in texts], np.float64).reshape(-1, 4)
    for name, column in zip(
        ("numbers_shared", "numbers_odd", "same_end", "same_begin"), marks.T, strict=True
    ):
        columns[name] = column
    # A text in the other language's script may be cut into other words on each side.
    same = np.array([one.strip() == other.strip() for one, other in texts], bool)
    columns["copied"] = np.where(same, 1.0, _copied(linked))
    columns["similarity"] = np.full(len(texts), np.nan) if similarity is None else similarity
    return np.column_stack([columns[name] for name in NAMES]).astype(np.float64)


def _ratios(texts: Sequence[tuple[str, str]]) -> Floats:
    lengths = np.array([(len(one), len(other)) for one, other in texts], np.float64).reshape(-1, 2)
    ratios: Floats = np.log((lengths[:, 1] + 1) / (lengths[:, 0] + 1))
    return ratios


def _marks(one: str, other: str) -> tuple[float, float, bool, bool]:
    """Numbers in common, numbers on one side only, and whether both sides end and begin alike."""
    shared = odd = 0
    if _NUMBER.search(one) or _NUMBER.search(other):
        ours, theirs = (Counter(map(_digits, _NUMBER.findall(text))) for text in (one, other))
        shared = (ours & theirs).total()
        odd = (ours | theirs).total() - shared
    return shared, odd, _end(one) == _end(other), one[:1].isupper() == other[:1].isupper()


def _digits(number: str) -> str:
    return str(int(number)) if len(number) < 20 else number


def _end(text: str) -> str:
    """Class of the last mark of a text, comparable across scripts; a letter for every letter."""
    for sign in reversed(text.rstrip()[-3:]):
        mark = _MARKS.get(sign, sign)
        if mark:
            return "a" if mark.isalnum() or category(mark)[0] == "M" else mark
    return ""


def _means(values: NDArray[Any], offsets: NDArray[np.int64]) -> Floats:
    """Mean of the values of every pair; 0 where it has none."""
    sums = np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))
    means: Floats = (sums[offsets[1:]] - sums[offsets[:-1]]) / np.maximum(np.diff(offsets), 1)
    return means


def _best(linked: WordEvidence, side: int) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Probability and counterpart of the best link of every word of a side."""
    offsets = (linked.source_offsets, linked.target_offsets)[side]
    pair = np.repeat(np.arange(len(offsets) - 1), np.diff(linked.offsets))
    word = offsets[pair] + linked.places[side]
    best = np.zeros(offsets[-1], np.float32)
    np.maximum.at(best, word, linked.probabilities)
    place = np.full(offsets[-1], -1, np.int64)
    top = linked.probabilities == best[word]
    place[word[top]] = linked.places[1 - side][top]
    return best, place


def _unlinked(
    there: NDArray[np.bool_], offsets: NDArray[np.int64]
) -> tuple[Floats, Floats, Floats]:
    """Words without a link at the begin, at the end, and in the longest run, as shares."""
    size = np.maximum(np.diff(offsets), 1)
    pair = np.repeat(np.arange(len(size)), np.diff(offsets))
    place = np.arange(len(there)) - offsets[:-1][pair]
    first, last = size.copy(), np.full(len(size), -1)
    np.minimum.at(first, pair[there], place[there])
    np.maximum.at(last, pair[there], place[there])
    # Runs: distance from each word to the last linked one before it, or to the begin.
    linked = np.where(there, np.arange(len(there)), -1)
    before = (
        np.maximum(np.maximum.accumulate(linked), offsets[:-1][pair] - 1) if len(pair) else pair
    )
    run = np.zeros(len(size))
    np.maximum.at(run, pair, np.arange(len(there)) - before)
    return first / size, (size - 1 - last) / size, run / size


def _jumps(
    place: NDArray[np.int64], there: NDArray[np.bool_], offsets: NDArray[np.int64]
) -> Floats:
    """Mean distance from where the next linked word was to be expected; NaN with under two."""
    kept = np.flatnonzero(there)
    pair = np.searchsorted(offsets, kept, side="right") - 1
    same = pair[1:] == pair[:-1]
    step = np.abs(np.diff(place[kept]) - np.diff(kept))
    pairs = len(offsets) - 1
    sums = np.bincount(pair[1:][same], np.minimum(step[same], FAR), minlength=pairs)
    count = np.bincount(pair[1:][same], minlength=pairs)
    jumps: Floats = np.where(count, sums / np.maximum(count, 1), np.nan)
    return jumps


def _copied(linked: WordEvidence) -> Floats:
    """Share of the longer words of the target that the source has, too, in the same form."""
    numbers = {word: number for number, word in enumerate(linked.source_words)}
    same = np.array([numbers.get(word, -1) for word in linked.target_words], np.int64)
    long = np.array([len(word) > 1 and word.isalpha() for word in linked.target_words], bool)
    width = len(linked.source_words) + 1
    pairs = np.arange(len(linked.offsets) - 1)
    ours = np.repeat(pairs, np.diff(linked.source_offsets)) * width + linked.source
    pair = np.repeat(pairs, np.diff(linked.target_offsets))
    word = same[linked.target]
    copied = (word >= 0) & long[linked.target] & np.isin(pair * width + word, ours)
    weight = np.bincount(pair, long[linked.target], minlength=len(pairs))
    shares: Floats = np.bincount(pair, copied, minlength=len(pairs)) / np.maximum(weight, 1)
    return shares


# How well words follow each other: classes of words in a row, against chance.


def _count(tokens: NDArray[np.int32], offsets: NDArray[np.int64], words: Sequence[str]) -> Bigrams:
    frequency = np.bincount(tokens, minlength=len(words))
    order = np.argsort(-frequency, kind="stable")[:FREQUENT]
    frequent = frozenset(words[number] for number in order.tolist())
    names = [_class(word, frequent) for word in words]
    classes = {name: number for number, name in enumerate(dict.fromkeys((_BEGIN, _END, *names)))}
    table = np.array([classes[name] for name in names], np.int64)
    first, second, _ = _in_a_row(table[tokens], offsets)
    keys, counts = np.unique(first * len(classes) + second, return_counts=True)
    sums = (
        np.bincount(each, minlength=len(classes)).astype(np.float64) for each in (first, second)
    )
    return Bigrams(frequent, classes, keys, counts, *sums)


def _class(word: str, frequent: frozenset[str]) -> str:
    if word in frequent:
        return word
    if word.isalpha():
        return "-" + word[-ENDING:]
    return "0" if word[:1].isdecimal() else "." if len(word) == 1 else "*"


def _in_a_row(
    classes: NDArray[np.int64], offsets: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Classes of all neighbours with the edges of their texts, and the number of their text."""
    lengths = np.diff(offsets)
    pair = np.repeat(np.arange(len(lengths)), lengths + 1)
    edge = np.zeros(len(classes) + len(lengths), np.int64)  # _BEGIN is number 0, _END number 1
    inner = np.arange(len(classes)) + np.repeat(np.arange(len(lengths)), lengths)
    first, second = edge, np.ones_like(edge)
    second[inner] = classes
    first[inner + 1] = classes
    return first, second, pair


def _fluency(
    tokens: NDArray[np.int32],
    offsets: NDArray[np.int64],
    words: Sequence[str],
    known: Bigrams,
    *,
    own: bool,
) -> tuple[Floats, Floats, Floats, Floats]:
    """Say how usual the neighbours in every text are.

    Returns:
        Mean logarithm of count to expected count, share of neighbours never seen together, and the
        logarithms of the first and of the last word with the edge.
    """
    table = np.array(
        [known.classes.get(_class(word, known.frequent), -1) for word in words], np.int64
    )
    first, second, pair = _in_a_row(table[tokens], offsets)
    size = len(known.classes)
    seen = (first >= 0) & (second >= 0)
    keys = np.where(seen, first * size + second, -1)
    at = find_sorted(keys, known.keys)
    count = np.where(seen & (at >= 0), known.counts[at], 0).astype(np.float64)
    if own:
        # All that a text itself has of a bigram, not only one: it may say it twice.
        _, where, again = np.unique(
            pair * (size * size) + keys, return_inverse=True, return_counts=True
        )
        count = np.maximum(count - again[where], 0)
    total = max(float(known.counts.sum()), 1.0)
    expected = known.firsts[first] * known.seconds[second] / total
    expected = np.where(seen, expected, 1 / total)
    values = np.log((count + 0.5 * expected) / (1.5 * expected))
    values = np.clip(np.where(count > 0, values, np.log(1 / 3) - np.log1p(expected)), -4, 4)
    ends = np.cumsum(np.bincount(pair, minlength=len(offsets) - 1))
    begins = np.concatenate(([0], ends[:-1]))
    row = np.concatenate(([0], ends))
    return (
        _means(values, row),
        _means(count == 0, row),
        values[begins],
        values[ends - 1],
    )
