"""Features of pairs of terms in the families A to H of the features of Repar et al.

    A  words of each side with a translation on the other, by dictionary
    B  first and last words that are cognates
    C  likeness of the whole strings
    D  words of each side covered: translated, or like the whole other term
    E  numbers of words
    F  mean of the two translated shares
    G  A and D with neighbours in a common vector space for translations
    H  the same with neighbours that sentence encoders see, from source to target

Differences: content words take the place of all words; a translation counts in its inflected forms,
too; letters that languages choose between for one sound are one letter, in all languages. Shares
of words without match are there although they only complement others: margins of machines need
no more, but lengths of rows do.

Reference: Repar, Koloski, Ulčar and Pollak (2022), Fusion of linguistic, neural and
sentence-transformer features for improved term alignment; Aker, Paramita and Gaizauskas (2013),
Extracting bilingual terminologies from comparable corpora.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.learning.mapping import nearest_targets
from diglot.terms.comparable.dictionary import Dictionary
from diglot.terms.comparable.sparse import row_starts
from diglot.terms.comparable.word_similarity import dictionary_relation, sound_spelling
from diglot.terms.kernels import families as kernel
from diglot.text.spelling import pack_letters

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from diglot.learning.encoders import Encoder
    from diglot.terms.comparable.lists import TermList

LEAST_WEIGHT = 0.05
LEAST_RELATION = 0.5
"""Of a translation over lemmas and stems; below it the stems alone are alike."""
SHORT, LONG = 4, 5
"""A word of less than four letters hardly translates one of more than five."""
LEAST_PART = 3
"""Letters of a translation that a compound may begin or end with."""
NEIGHBOURS = 5

_TRANSLATED = ("first", "last", "share", "rest", "run", "gap")
_COVERED = ("first", "last", "share", "rest", "difference")
_STRINGS = ("substring", "subsequence", "dice", "shorter", "edits")
_SIDES = ("source", "target")
NAMES = (
    *(f"translated_{name}_{side}" for side in _SIDES for name in _TRANSLATED),
    *("cognate_first", "cognate_last"),
    *(f"string_{name}" for name in _STRINGS),
    *(f"covered_{name}_{side}" for side in _SIDES for name in _COVERED),
    *("same_length", "source_length", "target_length"),
    "translated_mean",
)
"""Families A to F."""
NEIGHBOUR_NAMES = tuple(
    f"{kind}_{name}_{side}"
    for side in _SIDES
    for kind, names in (
        ("nearest", _TRANSLATED),
        ("near", _TRANSLATED),
        ("near_covered", _COVERED),
    )
    for name in names
)
"""Family G."""

_Relation = tuple["NDArray[np.int64]", "NDArray[np.int32]"]
"""Words related to other words: where the rows of words begin, and the others, ascending."""


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """Tokens of terms, letters of words and of terms, each with offsets; characters of terms."""

    terms: tuple[NDArray[np.int32], NDArray[np.int64]]
    words: tuple[NDArray[np.uint8], NDArray[np.int64]]
    strings: tuple[NDArray[np.uint8], NDArray[np.int64]]
    lengths: NDArray[np.int64]


def family_features(
    source: TermList,
    target: TermList,
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    dictionary: Dictionary,
    *,
    vectors: tuple[NDArray[np.float32], NDArray[np.float32]] | None = None,
) -> NDArray[np.float64]:
    """Return the features of pairs.

    Args:
        source: terms with one reading each.
        target: terms with one reading each.
        rows: shape (pairs,), numbers of source terms.
        columns: shape (pairs,), numbers of target terms.
        dictionary: its entries of one word on each side are used.
        vectors: of the words of both lists in one space, see `word_matrix`; None for none.

    Returns:
        Shape (pairs, features), in the order of `NAMES` and `NEIGHBOUR_NAMES`; without vectors the
        latter are NaN.
    """
    cleaned = clean_relation(dictionary)
    lists = (source, target)
    sides = [_side(each) for each in lists]
    numbers = (rows, columns)
    tables: list[NDArray[np.float64]] = []
    relations = [
        _relations(source, target, cleaned),
        _relations(target, source, cleaned.reverse()),
    ]
    tables += [
        kernel.translation_features(
            numbers[k], numbers[1 - k], sides[k].terms, sides[1 - k].terms, *relations[k],
            sides[1 - k].lengths,
        )
        for k in (0, 1)
    ]  # fmt: skip
    terms, words = [each.terms for each in sides], [each.words for each in sides]
    tables.append(kernel.cognate_features(rows, columns, *terms, *words))
    tables.append(kernel.string_features(rows, columns, *(each.strings for each in sides)))
    tables += [
        kernel.cover_features(
            numbers[k], numbers[1 - k], terms[k], terms[1 - k], relations[k][0], words[k],
            sides[1 - k].strings,
        )
        for k in (0, 1)
    ]  # fmt: skip
    sizes = [np.diff(each.offsets)[number] for each, number in zip(lists, numbers, strict=True)]
    tables.append(np.stack([sizes[0] == sizes[1], *sizes], axis=1).astype(np.float64))
    tables.append((tables[0][:, 2:3] + tables[1][:, 2:3]) / 2)
    if vectors is None:
        tables.append(np.full((len(rows), len(NEIGHBOUR_NAMES)), np.nan))
        return np.concatenate(tables, axis=1)
    for k in (0, 1):
        here, there = vectors[k], vectors[1 - k]
        near = [_neighbours(here, there, best) for best in (1, NEIGHBOURS)]
        tables += _by_neighbours(numbers[k], numbers[1 - k], sides[k], sides[1 - k], *near)
    return np.concatenate(tables, axis=1)


def _by_neighbours(
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    source: _Side,
    target: _Side,
    first: _Relation,
    near: _Relation,
) -> list[NDArray[np.float64]]:
    """Return the features of families A and D with neighbours for translations."""
    pair = (rows, columns, source.terms, target.terms)
    none = _relation([], len(first[0]) - 1)
    return [
        kernel.translation_features(*pair, first, none, none, target.lengths),
        kernel.translation_features(*pair, near, none, none, target.lengths),
        kernel.cover_features(*pair, near, source.words, target.strings),
    ]


def encoder_names(encoders: int) -> tuple[str, ...]:
    """Return the names of family H for a number of encoders."""
    one_way = [name for name in NEIGHBOUR_NAMES if name.endswith(_SIDES[0])]
    return tuple(
        f"encoder_{number}_{vocabulary}_{name}"
        for number in range(1, encoders + 1)
        for vocabulary in ("task", "validated")
        for name in one_way
    )


def encoder_features(
    source: TermList,
    target: TermList,
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    encoders: Sequence[Encoder],
    validated: Iterable[str],
) -> NDArray[np.float64]:
    """Return family H: neighbours that sentence encoders see, from source to target.

    Args:
        source: terms with one reading each.
        target: terms with one reading each.
        rows: shape (pairs,), numbers of source terms.
        columns: shape (pairs,), numbers of target terms.
        encoders: each encodes words as texts.
        validated: target words of the pairs that are learnt from, which neighbours are sought
            among, too.

    Returns:
        Shape (pairs, features), in the order of `encoder_names`.
    """
    sides = _side(source), _side(target)
    tables = []
    numbers = {word: number for number, word in enumerate(target.words)}
    for encoder in encoders:
        here = encoder.encode(list(source.words))
        for vocabulary in (list(target.words), sorted(set(validated))):
            there = encoder.encode(vocabulary)
            near = []
            for best in (1, NEIGHBOURS):
                i, j, _ = nearest_targets(here, there, best=best)
                cells = (
                    (row, numbers[vocabulary[column]])
                    for row, column in zip(i.tolist(), j.tolist(), strict=True)
                    if vocabulary[column] in numbers
                )
                near.append(_relation(cells, len(source.words)))
            tables += _by_neighbours(rows, columns, *sides, *near)
    return np.concatenate(tables, axis=1)


def clean_relation(dictionary: Dictionary) -> Dictionary:
    """Keep the words that translate each other well enough and are not too unlike in length."""
    return Dictionary(
        tuple(
            (of, to, weight)
            for of, to, weight in dictionary.entries
            if len(of) == len(to) == 1
            and weight >= LEAST_WEIGHT
            and not _uneven(len(of[0]), len(to[0]))
        )
    )


def _uneven(one: int, other: int) -> bool:
    return min(one, other) < SHORT and max(one, other) > LONG


def _side(listed: TermList) -> _Side:
    return _Side(
        (listed.tokens, listed.offsets),
        pack_letters([sound_spelling(word) for word in listed.words]),
        pack_letters([sound_spelling(term) for term in listed.terms]),
        np.array([len(term) for term in listed.terms], np.int64),
    )


def _relations(
    source: TermList, target: TermList, dictionary: Dictionary
) -> tuple[_Relation, _Relation, _Relation]:
    """Return which target words equal, begin with and end with a translation of source words."""
    rows, columns, weights = dictionary_relation(source, target, dictionary)
    strong = weights >= LEAST_RELATION  # they ascend by row, then column
    equal = row_starts(rows[strong], len(source.words)), columns[strong].astype(np.int32)
    known: dict[str, list[str]] = defaultdict(list)
    for of, to, _ in dictionary.entries:
        if len(to[0]) >= LEAST_PART:
            known[of[0]].append(to[0])
    ahead, behind = _Beginnings(target.words), _Beginnings([word[::-1] for word in target.words])
    begins: list[tuple[int, int]] = []
    ends: list[tuple[int, int]] = []
    for number, word in enumerate(source.words):
        for found in known.get(word) or known.get(source.lemmas.lemma(word)) or ():
            begins += [(number, other) for other in ahead.of(found)]
            ends += [(number, other) for other in behind.of(found[::-1])]
    size = len(source.words)
    return equal, _relation(begins, size), _relation(ends, size)


class _Beginnings:
    """Words by what they begin with."""

    def __init__(self, words: Sequence[str]) -> None:
        self._order = sorted(range(len(words)), key=words.__getitem__)
        self._words = [words[number] for number in self._order]

    def of(self, beginning: str) -> list[int]:
        """Return the numbers of the words that begin so."""
        at = bisect_left(self._words, beginning)
        found = []
        while at < len(self._words) and self._words[at].startswith(beginning):
            found.append(self._order[at])
            at += 1
        return found


def _relation(cells: Iterable[tuple[int, int]], rows: int) -> _Relation:
    table = np.array(sorted(set(cells)), np.int64).reshape(-1, 2)
    return row_starts(table[:, 0], rows), table[:, 1].astype(np.int32)


def _neighbours(source: NDArray[np.float32], target: NDArray[np.float32], best: int) -> _Relation:
    """Return the nearest words of every word; words without vector have none and are none."""
    rows, columns = (np.flatnonzero(each.any(axis=1)) for each in (source, target))
    i, j, _ = nearest_targets(source[rows], target[columns], best=best)
    return row_starts(rows[i], len(source)), columns[j].astype(np.int32)
