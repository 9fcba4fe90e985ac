"""Names across scripts: what is written 王琦瑶 on one side is written Wang Qiyao on the other.

Names are the surest words of a text and the first to be lost between scripts. Scripts without
spaces are searched for runs of characters whose romanisation is a capitalised word of the other
side; words of alphabetic scripts are compared with such words by their consonants.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SPACELESS = regex.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+")
_INNER_NAME = regex.compile(r"(?<=[\p{L}\p{Nd},;:'’\"“”]\s)\p{Lu}\p{L}{2,}")
_LOWER = regex.compile(r"\b\p{Ll}{3,}")
_LATIN = regex.compile(r"\p{Latin}")
_FOREIGN_WORD = regex.compile(
    r"[[\p{L}\p{M}]--[\p{Latin}\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]]{3,}", regex.V1
)
_SAME_SOUND = str.maketrans({"c": "k", "q": "k", "z": "s", "w": "v", "x": "k"})
_SILENT = regex.compile(r"[^a-z]|[aeiouyjh]")
_DOUBLED = regex.compile(r"(.)\1+")
_SOUNDS = 3
"""Consonants that a name needs to be recognised by them."""
_LONGEST = 4
_SAMPLE = 200
_COMPARABLE = 0.25
"""Least ratio of the two frequencies of a name: keeps common characters from posing as names."""


def romanised_names(sentences: Sequence[str], other: Sequence[str]) -> list[str] | None:
    """For every sentence the words of the other side that it holds as names.

    Args:
        sentences: sentences of one side.
        other: sentences of the other side.

    Returns:
        A text of names for every sentence, or None when the scripts give no occasion.
    """
    if not _is_latin(other):
        return None
    if any(_SPACELESS.search(sentence) for sentence in sentences[:_SAMPLE]):
        return _from_spaceless(sentences, _names(other))
    if any(_FOREIGN_WORD.search(sentence) for sentence in sentences[:_SAMPLE]):
        return _from_alphabet(sentences, _names(other))
    return None


def _is_latin(sentences: Sequence[str]) -> bool:
    sample = " ".join(sentences[:_SAMPLE])
    letters = sum(map(str.isalpha, sample))
    return len(_LATIN.findall(sample)) * 2 > letters > 0


def _names(sentences: Iterable[str]) -> dict[str, int]:
    """Words that are capitalised inside sentences and nearly never written small."""
    names: Counter[str] = Counter()
    small: Counter[str] = Counter()
    for sentence in sentences:
        names.update(set(map(str.lower, _INNER_NAME.findall(sentence))))
        small.update(set(_LOWER.findall(sentence)))
    return {name: count for name, count in names.items() if small[name] * 5 <= count}


def _from_spaceless(sentences: Sequence[str], names: dict[str, int]) -> list[str]:
    from anyascii import anyascii

    romanised: dict[str, str] = {}
    found: list[set[str]] = []
    counts: Counter[str] = Counter()
    for sentence in sentences:
        here = set()
        for run in _SPACELESS.findall(sentence):
            syllables = []
            for sign in run:
                if sign not in romanised:
                    romanised[sign] = anyascii(sign).lower()
                syllables.append(romanised[sign])
            for begin in range(len(syllables)):
                word = ""
                for syllable in syllables[begin : begin + _LONGEST]:
                    word += syllable
                    if word in names:
                        here.add(word)
        found.append(here)
        counts.update(here)
    return _comparable(found, counts, names)


def _from_alphabet(sentences: Sequence[str], names: dict[str, int]) -> list[str]:
    """Names whose consonants are those of a word, one more at its end allowed for inflection."""
    from anyascii import anyascii

    by_sound: dict[str, list[str]] = {}
    for name in names:
        sound = _consonants(name)
        if len(sound) >= _SOUNDS:
            by_sound.setdefault(sound, []).append(name)
    matches: dict[str, list[str]] = {}
    found: list[set[str]] = []
    counts: Counter[str] = Counter()
    for sentence in sentences:
        here = set()
        for word in _FOREIGN_WORD.findall(sentence):
            if word not in matches:
                sound = _consonants(anyascii(word).lower())
                matches[word] = by_sound.get(sound) or by_sound.get(sound[:-1], [])
            here.update(matches[word])
        found.append(here)
        counts.update(here)
    return _comparable(found, counts, names)


def _consonants(word: str) -> str:
    word = _DOUBLED.sub(r"\1", word.replace("ph", "f").replace("ck", "k"))
    return _SILENT.sub("", word).translate(_SAME_SOUND)


def _comparable(
    found: Sequence[set[str]], counts: Counter[str], names: dict[str, int]
) -> list[str]:
    kept = {
        name
        for name, count in counts.items()
        if min(count, names[name]) >= _COMPARABLE * max(count, names[name])
    }
    return [" ".join(sorted(here & kept)) for here in found]
