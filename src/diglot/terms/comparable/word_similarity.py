"""How well two words translate each other: by dictionary, by spelling, by vectors."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import regex

from diglot.errors import ConfigError, describe_unknown
from diglot.learning.mapping import nearest_targets
from diglot.terms.comparable.lists import TermList, content_words
from diglot.terms.comparable.sparse import join_rows, largest_by_key, row_starts
from diglot.terms.kernels import spelling as kernel
from diglot.text.function_words import function_words
from diglot.text.kernels.edits import LONGEST, likeness_of_pairs
from diglot.text.languages import is_spaceless
from diglot.text.spelling import pack_letters, shared_prefix, to_latin, without_accents

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from diglot.terms.comparable.dictionary import Dictionary


# Letters that languages choose between for the same sound in words they share.
_SAME = str.maketrans({"k": "c", "y": "i", "w": "v", "j": "i", "q": "c"})
# Some languages write Greek words as they sound.
_GREEK = (("ph", "f"), ("th", "t"), ("rh", "r"))
_DOUBLED = regex.compile(r"(.)\1")
# Words that began with s and a consonant have got an e before it in French and in Spanish.
_PROP = regex.compile(r"^es(?=[bcdfgmnptvl])")
_VOWELS = str.maketrans("", "", "aeiou")
# Their transliteration says how a character sounds, not how the loanword is written.
_SILENT = regex.compile(r"[\p{Han}]")


@cache
def transliterate(text: str) -> str:
    """Return a text in small Latin letters without accents, other scripts transliterated."""
    return to_latin(without_accents(text.lower()))


@cache
def sound_spelling(word: str) -> str:
    """Return the plain spelling with letters of one sound made one; nothing for Han."""
    if _SILENT.search(word):
        return ""
    spelt = transliterate(word)
    for written, meant in _GREEK:
        spelt = spelt.replace(written, meant)
    spelt = _DOUBLED.sub(r"\1", spelt.translate(_SAME))
    return _PROP.sub("s", spelt)


def consonants(sound: str) -> str:
    """Return what is left of a word without its vowels: languages agree least on these."""
    return sound.translate(_VOWELS)


# Endings that answer each other in two languages: -ty and -té, -ation and -ación.

PREFIX = 4
"""Letters that two words must share at the beginning."""
LONGEST_ENDING = 5
LEAST_PAIRS = 4
"""Pairs of words that show a pair of endings."""
STRONG, WEAK = 0.92, 0.85

Endings = dict[str, tuple[str, ...]]


def learn_endings(pairs: Iterable[tuple[str, str]]) -> Endings:
    """Learn pairs of endings from pairs of words that translate each other.

    The endings are what is left behind the common beginning, also with the last one and two
    letters of this.

    Returns:
        Target endings by source ending.
    """
    counts: Counter[tuple[str, str]] = Counter()
    for one, other in {(sound_spelling(one), sound_spelling(other)) for one, other in pairs}:
        shared = shared_prefix(one, other)
        if shared < PREFIX or max(len(one), len(other)) - shared > LONGEST_ENDING:
            continue
        for cut in range(shared, max(PREFIX, shared - 2) - 1, -1):
            counts[one[cut:], other[cut:]] += 1
    found: dict[str, list[str]] = {}
    for (one, other), count in sorted(counts.items()):
        if count >= LEAST_PAIRS:
            found.setdefault(one, []).append(other)
    return {one: tuple(others) for one, others in found.items()}


def match_endings(
    source: Sequence[str], target: Mapping[str, Sequence[int]], endings: Endings
) -> list[tuple[int, int, float]]:
    """Find the words that differ by a pair of endings only.

    Returns:
        (source word, target word, likeness), a pair as often as there are ways.
    """
    found = []
    for number, word in enumerate(source):
        for cut in range(PREFIX, len(word) + 1):
            for ending in endings.get(word[cut:], ()):
                likeness = STRONG if cut > PREFIX else WEAK
                found += [
                    (number, match, likeness) for match in target.get(word[:cut] + ending, ())
                ]
    return found


LEMMA, BOTH_LEMMAS = 0.9, 0.95
"""Likeness of a word and the dictionary's of one lemma; of both sides: then the two forms may well
answer each other, plural and plural for instance."""
STEM = (0.6, 0.75)
"""Likeness of a word and the dictionary's that share a stem, source and target."""
PART = 0.8
"""Weight of one word out of a translation of several."""
COGNATE = 0.95
LEAST_COMMON = 0.5
"""Common letters of one order, of the longer word's."""
SHARES = (0.27, 0.15, 0.03, 0.17, 0.38)
"""Weights of common letters, beginning, end, pairs of letters and consonants, as a logistic
regression found them on the dictionaries of English with French and German."""
LEAST_COGNATE = 0.45
NEAR, LEAST_NEAR = 0.9, 0.5
"""Weight of the cosine of two words by an encoder; the least one that counts."""
NEAR_WORDS = 5
"""Nearest words of a word that count."""
SHORT = 4
SHORT_WEIGHT = 0.7
"""Short words look alike by chance."""

Relation = tuple["NDArray[np.int64]", "NDArray[np.int64]", "NDArray[np.float64]"]
"""Pairs of numbers with a weight each: three arrays of one length."""


@dataclass(frozen=True, slots=True, eq=False)
class WordSimilarity:
    """Pairs of words with a likeness above nothing, row after row.

    Attributes:
        offsets: shape (source words + 1,), int64.
        columns: shape (pairs,), int32, target words, ascending in a row.
        dictionary: shape (pairs,), float32, likeness by dictionary, in [0, 1].
        cognate: shape (pairs,), float32, by spelling.
        best: shape (pairs,), float32, the larger one, the spelling's with weight `COGNATE`.
    """

    offsets: NDArray[np.int64]
    columns: NDArray[np.int32]
    dictionary: NDArray[np.float32]
    cognate: NDArray[np.float32]
    best: NDArray[np.float32]

    def rows(self) -> NDArray[np.int64]:
        """Return the source word of every pair."""
        return np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))


def word_similarity(
    source: TermList,
    target: TermList,
    dictionary: Dictionary,
    *,
    cognates: Relation | None = None,
    near: Relation | None = None,
) -> WordSimilarity:
    """Compare the words of two lists.

    Likeness by spelling is given if it is known already, see `cognate_pairs`; that by vectors where
    there are some, see `near_words`: it counts in ``best`` alone.
    """
    width = len(target.words)
    relations = [
        dictionary_relation(source, target, dictionary),
        cognates or cognate_pairs(source, target, dictionary),
        near or _relation([]),
    ]
    keys = [relation[0] * width + relation[1] for relation in relations]
    every = np.unique(np.concatenate(keys))
    values = np.zeros((len(relations), len(every)), np.float32)
    for row, key, relation in zip(values, keys, relations, strict=True):
        row[np.searchsorted(every, key)] = relation[2]
    return WordSimilarity(
        offsets=row_starts(every // max(1, width), len(source.words)),
        columns=(every % max(1, width)).astype(np.int32),
        dictionary=values[0],
        cognate=values[1],
        best=np.maximum(np.maximum(values[0], np.float32(COGNATE) * values[1]), values[2]),
    )


def near_words(source: NDArray[np.float32], target: NDArray[np.float32]) -> Relation:
    """Find pairs of words by vectors: those that are about as near as the nearest ones of either.

    Args:
        source: shape (source words, dimensions), unit vectors of an encoder.
        target: shape (target words, dimensions).
    """
    i, j, cosines = nearest_targets(source, target, best=NEAR_WORDS, retrieval="cosine")
    y, x, others = nearest_targets(target, source, best=NEAR_WORDS, retrieval="cosine")
    best = [np.zeros(len(each)) for each in (source, target)]
    np.maximum.at(best[0], i, cosines)
    np.maximum.at(best[1], y, others)
    width = max(1, len(target))
    keys, cosine = largest_by_key(np.r_[i * width + j, x * width + y], np.r_[cosines, others])
    rows, columns = keys // width, keys % width
    share = cosine / np.maximum(np.maximum(best[0][rows], best[1][columns]), 1e-9)
    kept = cosine >= LEAST_NEAR
    return rows[kept], columns[kept], (NEAR * cosine * np.minimum(share, 1.0) ** 2)[kept]


def dictionary_relation(source: TermList, target: TermList, dictionary: Dictionary) -> Relation:
    """Find pairs of words by the dictionary, over equal forms, lemmas and stems."""
    little = (function_words(source.language), function_words(target.language))
    numbers: tuple[dict[str, int], dict[str, int]] = ({}, {})
    rows: list[tuple[int, int, float]] = []
    for of, to, weight in dictionary.entries:
        one, others = content_words(of, little[0]), content_words(to, little[1])
        if len(one) != 1:
            continue
        share = (0.6 + 0.4 * weight) * (1.0 if len(others) == 1 else PART)
        of_number = numbers[0].setdefault(one[0], len(numbers[0]))
        rows += [
            (of_number, numbers[1].setdefault(other, len(numbers[1])), share) for other in others
        ]
    if not rows:
        return _relation([])
    left = form_relation(source, tuple(numbers[0]), stem=STEM[0], reach=_close_stem)
    right = form_relation(target, tuple(numbers[1]), stem=STEM[1], reach=_long_stem)
    rows.sort()
    of_numbers, to_numbers = np.array([row[:2] for row in rows], np.int64).T
    shares = np.array([row[2] for row in rows])
    # source word - dictionary word - its translation - target word
    a, entry = join_rows(left[1], row_starts(of_numbers, len(numbers[0])))
    order = np.argsort(right[1], kind="stable")
    b, c = join_rows(to_numbers[entry], row_starts(right[1][order], len(numbers[1])))
    c = order[c]
    keys = left[0][a[b]] * len(target.words) + right[0][c]
    close = left[2][a[b]], right[2][c]
    both = (close[0] == LEMMA) & (close[1] == LEMMA)
    likeness = np.where(both, BOTH_LEMMAS, close[0] * close[1])
    keys, weights = largest_by_key(keys, likeness * shares[entry[b]])
    return keys // len(target.words), keys % len(target.words), weights


def form_relation(
    listed: TermList, known: Sequence[str], *, stem: float, reach: Callable[[str, str], bool]
) -> Relation:
    """Relate the words of a list to the words of a dictionary: (word, dictionary word, weight)."""
    by_form: dict[str, list[tuple[int, float]]] = defaultdict(list)
    by_lemma: dict[str, list[int]] = defaultdict(list)
    by_stem: dict[str, list[int]] = defaultdict(list)
    lemma = listed.lemmas.lemma
    for number, word in enumerate(known):
        by_form[word].append((number, 1.0))
        by_lemma[lemma(word)].append(number)
        by_stem[word[:PREFIX]].append(number)
    stems = not is_spaceless(listed.language)
    found: list[tuple[int, int, float]] = []
    for number, word in enumerate(listed.words):
        found += [(number, other, weight) for other, weight in by_form.get(word, ())]
        found += [(number, other, LEMMA) for other in by_lemma.get(lemma(word), ())]
        if stems and len(word) >= PREFIX:
            found += [
                (number, other, stem)
                for other in by_stem.get(word[:PREFIX], ())
                if reach(word, known[other])
            ]
    return _relation(found, len(known))


def cognate_pairs(source: TermList, target: TermList, dictionary: Dictionary) -> Relation:
    """Find pairs of words by spelling: common letters, or endings that the dictionary teaches."""
    sounds = [list(map(sound_spelling, each.words)) for each in (source, target)]
    order = sorted(range(len(target.words)), key=lambda word: sounds[1][word][:1])
    ordered = [sounds[1][word] for word in order]
    initials = np.array([ord(word[0]) if word else 0 for word in ordered])
    lines, columns, likeness = kernel.cognate_words(
        pack_letters(sounds[0]),
        pack_letters(ordered),
        pack_letters([consonants(word) for word in sounds[0]]),
        pack_letters([consonants(word) for word in ordered]),
        row_starts(initials, 256),
        LEAST_COMMON,
        np.array(SHARES),
    )
    length = np.array([len(word) for word in sounds[0]], np.int64)[lines]
    likeness = np.where(length < SHORT, SHORT_WEIGHT * likeness, likeness)
    alike = likeness >= LEAST_COGNATE
    lines, columns, likeness = lines[alike], columns[alike], likeness[alike]
    by_sound: dict[str, list[int]] = defaultdict(list)
    for number, word in enumerate(sounds[1]):
        by_sound[word].append(number)
    endings = learn_endings(
        (of[0], to[0]) for of, to, _ in dictionary.entries if len(of) == len(to) == 1
    )
    more = match_endings(sounds[0], by_sound, endings)
    extra = _relation(more)
    width = len(target.words)
    keys = np.r_[
        lines * np.int64(width) + np.array(order, np.int64)[columns], extra[0] * width + extra[1]
    ]
    keys, values = largest_by_key(keys, np.r_[likeness, extra[2]])
    return keys // max(1, width), keys % max(1, width), values


def _relation(rows: list[tuple[int, int, float]], width: int | None = None) -> Relation:
    """Make arrays of rows; with a width every pair comes once, with its largest weight."""
    table = np.array(rows, np.float64).reshape(-1, 3)
    one, other = table[:, 0].astype(np.int64), table[:, 1].astype(np.int64)
    if width is None:
        return one, other, table[:, 2]
    keys, values = largest_by_key(one * width + other, table[:, 2])
    return keys // max(1, width), keys % max(1, width), values


def _close_stem(one: str, other: str) -> bool:
    shared = shared_prefix(one, other)
    return shared >= 5 and max(len(one), len(other)) - shared <= 4


def _long_stem(one: str, other: str) -> bool:
    shared = shared_prefix(one, other)
    return shared >= 4 and shared >= 0.65 * max(len(one), len(other))


# How alike two words are written, by common letters or by edits, whatever their scripts.

LIKENESS_MEASURES = ("common", "edits")
"""Longest common subsequence over the longer word; 1 - edit distance over the longer word."""
LEAST_LIKENESS = 0.7
SHORT_LETTERS = 4
SHORT_LIKENESS_WEIGHT = 0.7
"""Short words look alike by chance."""


def similar_words(
    source: TermList, target: TermList, *, measure: str = "common", least: float = LEAST_LIKENESS
) -> Relation:
    """Find the pairs of words that are written alike.

    Accents, scripts and letters that languages choose between for one sound do not count; words
    in Han characters are like no other.

    Args:
        source: terms of the source language.
        target: terms of the target language.
        measure: ``common`` or ``edits``.
        least: least likeness, in (0, 1].

    Returns:
        Source words, target words and likeness, ascending; of source words with fewer than four
        letters it is lowered.

    Raises:
        ConfigError: there is no such measure.
    """
    if measure not in LIKENESS_MEASURES:
        raise ConfigError(describe_unknown("likeness", measure, LIKENESS_MEASURES))
    one = pack_letters([sound_spelling(word) for word in source.words])
    other = pack_letters([sound_spelling(word) for word in target.words])
    lines, columns, shares = kernel.similar_spellings(one, other, measure == "edits", least)
    short = np.diff(one[1])[lines] < SHORT_LETTERS
    return lines, columns, np.where(short, SHORT_LIKENESS_WEIGHT * shares, shares)


def pair_likeness(
    source: Sequence[str],
    target: Sequence[str],
    rows: NDArray[np.integer],
    columns: NDArray[np.integer],
) -> NDArray[np.float64]:
    """Return the likeness of given pairs of whole terms, accents and scripts apart.

    Args:
        source: terms.
        target: terms.
        rows: shape (pairs,), numbers of source terms.
        columns: shape (pairs,), numbers of target terms.

    Returns:
        Shape (pairs,), in [0, 1], by common letters.
    """
    one, other = (pack_letters([transliterate(term) for term in side]) for side in (source, target))
    shares: NDArray[np.float64] = likeness_of_pairs(*one, *other, rows, columns, False, LONGEST)
    return shares
