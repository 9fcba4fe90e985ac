"""Spellings that a search treats as equal, and words as their Latin letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import regex
from numpy.typing import NDArray

from diglot.flat_arrays import offsets_of

# Sorts of one character: apostrophes, spaces, the sigma that ends a word. One for one, so that
# offsets stay. NUL would end a text for SQLite.
_SAME = (
    ("’", "'"),
    ("‘", "'"),
    ("ʼ", "'"),
    ("\u00a0", " "),
    ("\u202f", " "),
    ("\u2011", "-"),
    ("ς", "σ"),
    ("\0", "\ufffd"),
)
# Letters of the Arabic script that keyboards and habits exchange: Arabic kaf and yeh in Persian and
# Urdu, an alef without its hamza, final ta marbuta as ha. Hebrew marks of abbreviations are typed
# as quotes. One for one, too.
_EXCHANGED = tuple(zip("كيىأإآٱةہەۀ״׳", "کییااااهههه\"'", strict=True))
# What one writer sets and another leaves out: vowels and other points, the stroke that makes words
# longer, and signs of no width. A hamza composes with other letters than ha.
_OPTIONAL = re.compile(
    "[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0656-\u065f\u0670"
    "\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|(?<=[هہە])\u0654"
)
_CLUSTER = regex.compile(r"\X")
_HALF = regex.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class FoldedText:
    """A text as it is searched.

    Attributes:
        text: in small letters, composed characters, plain apostrophes and spaces.
        begins: for every character of ``text`` where it begins in the original; None if both have
            the same offsets.
        ends: the same for where it ends.
    """

    text: str
    begins: tuple[int, ...] | None = None
    ends: tuple[int, ...] | None = None

    def original(self, begin: int, end: int) -> tuple[int, int]:
        """Return the range of the original text that a range of this one, not empty, stands for."""
        if self.begins is None or self.ends is None:
            return begin, end
        return self.begins[begin], self.ends[end - 1]


def fold(text: str) -> FoldedText:
    """Fold a text for searching: case, composition, apostrophes and spaces make no difference.

    >>> fold("L’Été").text
    "l'été"
    """
    if not text.isascii() and _OPTIONAL.search(text):
        return _without_optional(text)
    folded = _one_for_one(text)
    if folded is not None:
        return FoldedText(folded)
    pieces: list[str] = []
    begins: list[int] = []
    ends: list[int] = []
    base = 0
    # Line by line: nothing composes with a line end, and most lines are easy.
    for line in text.split("\n"):
        size = len(line) + 1
        if (folded := _one_for_one(line + "\n")) is not None:
            pieces.append(folded)
            begins += range(base, base + size)
            ends += range(base + 1, base + size + 1)
        else:
            for cluster in _CLUSTER.finditer(line + "\n"):
                piece = unicodedata.normalize("NFC", _plain(cluster.group()))
                pieces.append(piece)
                begins += [cluster.start() + base] * len(piece)
                ends += [cluster.end() + base] * len(piece)
        base += size
    return FoldedText("".join(pieces)[:-1], tuple(begins[:-1]), tuple(ends[:-1]))


def fold_line(text: str) -> str:
    """Return a text folded, with single spaces between its words and none at its ends."""
    return " ".join(fold(text).text.split())


def _without_optional(text: str) -> FoldedText:
    kept: list[int] = []
    last = 0
    for sign in _OPTIONAL.finditer(text):
        kept += range(last, sign.start())
        last = sign.end()
    kept += range(last, len(text))
    inner = fold(_OPTIONAL.sub("", text))
    places = [0, *kept[1:], len(text)]
    begins = inner.begins or range(len(kept))
    ends = inner.ends or range(1, len(kept) + 1)
    return FoldedText(
        inner.text, tuple(places[at] for at in begins), tuple(places[at] for at in ends)
    )


def _one_for_one(text: str) -> str | None:
    """Fold a text whose characters keep their places; None for others."""
    folded = _plain(text)
    same = len(folded) == len(text) and unicodedata.is_normalized("NFC", folded)
    return folded if same else None


def _plain(text: str) -> str:
    """Fold what needs no look at neighbours; only small letters may change the length."""
    folded = text.lower()
    for one, other in _SAME:
        folded = folded.replace(one, other)
    return folded if folded.isascii() else _exchange(_HALF.sub("\ufffd", folded))


def unify_letters(text: str) -> str:
    """Return a text without what writers of Arabic and Hebrew exchange, or anybody leaves out.

    >>> unify_letters("كِتَاب") == unify_letters("کتاب")
    True
    """
    return text if text.isascii() else _exchange(_OPTIONAL.sub("", text))


def _exchange(text: str) -> str:
    for one, other in _EXCHANGED:
        text = text.replace(one, other)
    return text


# Words as their letters, whatever script they are written in.


def without_accents(text: str) -> str:
    """Return a text in its decomposed form (NFD) without combining marks."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFD", text)
    return "".join([sign for sign in apart if not unicodedata.combining(sign)])


@lru_cache(maxsize=1 << 16)
def to_latin(text: str) -> str:
    """Return a text in small Latin letters without accents, other scripts as they sound."""
    if text.isascii():
        return text.lower()
    from anyascii import anyascii

    return str(anyascii(text)).lower()


def words_to_latin(words: Sequence[str]) -> list[str]:
    """Return `to_latin` of each word; every distinct letter is looked up once."""
    letters = set("".join(words))
    table = {ord(letter): to_latin(letter) for letter in letters if not letter.isascii()}
    found = "\n".join(words).translate(table).lower().split("\n")
    # A line break in a word, or in the name of a letter, cuts it.
    return found if len(found) == len(words) else [to_latin(word) for word in words]


def shared_prefix(one: str, other: str) -> int:
    """Return how many letters two words share at the beginning."""
    for at, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return at
    return min(len(one), len(other))


def pack_letters(texts: Sequence[str]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return the bytes of ASCII texts one after the other, and where each begins.

    Returns:
        shape (letters,), uint8; shape (texts + 1,), int64.
    """
    offsets = offsets_of([*map(len, texts)])
    joined = "".join(texts).encode("ascii", "replace")
    return np.frombuffer(joined, np.uint8), offsets
