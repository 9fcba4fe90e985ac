"""Spelling without accents, scripts and some letters.

The endings that answer each other in two languages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import regex

from diglot.text.spelling import shared_prefix, to_latin, without_accents

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
LONGEST = 5
LEAST = 4
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
        if shared < PREFIX or max(len(one), len(other)) - shared > LONGEST:
            continue
        for cut in range(shared, max(PREFIX, shared - 2) - 1, -1):
            counts[one[cut:], other[cut:]] += 1
    found: dict[str, list[str]] = {}
    for (one, other), count in sorted(counts.items()):
        if count >= LEAST:
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
