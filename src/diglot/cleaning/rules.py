"""Rules that a pair of texts breaks or keeps by itself, and pairs nearly the same as earlier ones.

For the latter a pair is the set of the five-letter pieces of both its texts, without case,
punctuation and the values of numbers. Sets are compared by signatures: of every bin of hash values
the smallest counts.

Reference:
    Broder 1997, On the resemblance and containment of documents; Li, Owen and Zhang 2012, One
    permutation hashing; Shrivastava and Li 2014, Densifying one permutation hashing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import regex
from numpy.typing import NDArray

RULES: Mapping[str, str] = {
    "empty": "a side has no text",
    "long": "a side is longer than allowed",
    "short": "a side has fewer words than asked for",
    "symbols": "fewer letters than asked for among the characters of a side",
    "untranslated": "both sides are the same",
    "numbers": "numbers of two digits or more differ",
    "ratio": "a side is too long for the other",
    "duplicate": "an earlier pair has the same words, whatever their case and marks and numbers",
    "near-duplicate": "an earlier pair has nearly the same words",
    "boilerplate": "occurs in many documents, or has many different translations",
    "language": "a side is surely in another language",
    "score": "the score is too low",
}
"""What each rule drops, in the order in which they are asked."""

_NOT_SPACE = regex.compile(r"\S")
_LETTER = regex.compile(r"[\p{L}\p{M}]")
_WORDS = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Khmer}\p{Lao}]|[\p{L}\p{N}]+")
_NUMBER = regex.compile(r"\p{Nd}{2,}")
_SAME = regex.compile(r"[^\p{L}\p{N}]+")
_SHORT = 20
"""Letters up to which a name or a formula may be the same in both languages."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a pair has to keep to.

    Attributes:
        longest: characters of a side.
        fewest_words: of a side.
        letters: least share of letters among the characters of a side but spaces.
        same_numbers: whether numbers of two digits or more have to be the same.
    """

    longest: int = 2000
    fewest_words: int = 1
    letters: float = 0.4
    same_numbers: bool = False


def find_breach(source: str, target: str, limits: Limits) -> str | None:
    """Return the name of the first rule that a pair breaks by itself; None if it breaks none."""
    both = source, target
    if not all(map(str.strip, both)):
        return "empty"
    if max(map(len, both)) > limits.longest:
        return "long"
    if limits.fewest_words > 1 and any(
        len(_WORDS.findall(text)) < limits.fewest_words for text in both
    ):
        return "short"
    if any(_letters(text) < limits.letters for text in both):
        return "symbols"
    if _is_copy(source, target):
        return "untranslated"
    if limits.same_numbers and _numbers(source) != _numbers(target):
        return "numbers"
    return None


def _letters(text: str) -> float:
    if text.isalpha():
        return 1.0
    return len(_LETTER.findall(text)) / max(len(_NOT_SPACE.findall(text)), 1)


def _is_copy(source: str, target: str) -> bool:
    if source[:1].casefold() != target[:1].casefold():
        return False
    ours, theirs = (_SAME.sub("", text.casefold()) for text in (source, target))
    return ours == theirs and len(ours) > _SHORT


def _numbers(text: str) -> Counter[int]:
    return Counter(int(number) for number in _NUMBER.findall(text) if len(number) < 20)


PIECE = 5
"""Letters of a piece."""
BINS = 64
"""Hash values of a signature, of one byte each."""
BAND, BANDS = 5, 12
"""Values that two signatures share in a band, and bands: at a resemblance of .85 one of a thousand
pairs is missed."""
_NO_WORD = regex.compile(r"[^\p{L}\p{M}\p{N}]+")
_DIGITS = regex.compile(r"\p{N}+")
_FACTOR = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio: multiplying by it mixes well
_EMPTY = np.uint32(0xFFFFFFFF)


def normalise(source: str, target: str) -> str:
    """Return a pair without what does not make it another one: case, punctuation, numbers."""
    sides = (_NO_WORD.sub(" ", text.casefold()).strip() for text in (source, target))
    return _DIGITS.sub("0", "\t".join(sides))


def make_signatures(texts: Sequence[str]) -> NDArray[np.uint8]:
    """Return the signatures of normalised pairs, shape (pairs, `BINS`)."""
    signs = np.frombuffer("".join(texts).encode("utf-32-le", "replace"), np.uint32)
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    ends = np.cumsum(lengths)
    padded = np.concatenate((signs, np.zeros(PIECE, np.uint32))).astype(np.uint64)
    owner = np.repeat(np.arange(len(texts)), lengths)
    places, end = np.arange(len(signs)), ends[owner]
    hashes = np.zeros(len(signs), np.uint64)
    for ahead in range(PIECE):
        sign = padded[ahead : ahead + len(signs)]
        hashes = (hashes + np.where(places + ahead < end, sign, 0)) * _FACTOR
        hashes ^= hashes >> np.uint64(29)
    # A piece that runs over the end of its text is none, but a short text has at least one.
    inside = places <= np.maximum(ends - PIECE, ends - lengths)[owner]
    hashes, owner = hashes[inside], owner[inside]
    values = (hashes & np.uint64(0xFFFFFFFF)).astype(np.uint32)
    bins = (hashes >> np.uint64(58)).astype(np.int64)  # the highest six bits: 64 bins
    least = np.full(len(texts) * BINS, _EMPTY, np.uint32)
    np.minimum.at(least, owner * BINS + bins, values)
    rows = least.reshape(-1, BINS)
    _densify(rows)
    # Smallest values have zeros in front: mixed again, one byte tells them apart.
    return ((rows * np.uint32(0x9E3779B1)) >> np.uint32(24)).astype(np.uint8)


def _densify(least: NDArray[np.uint32]) -> None:
    """Fill empty bins from the next one that holds something, changed by the distance."""
    empty = least == _EMPTY
    for distance in range(1, BINS):
        if not empty.any():
            return
        others = np.roll(least, -distance, axis=1)
        found = empty & ~np.roll(empty, -distance, axis=1)
        least[found] = others[found] + np.uint32(distance * 0x01000193 & 0xFFFFFFFF)


def find_near_duplicates(signatures: NDArray[np.uint8], least: float) -> NDArray[np.int64]:
    """Return the number of an earlier pair that each one nearly repeats, -1 where there is none.

    Args:
        signatures: shape (pairs, `BINS`), see `make_signatures`.
        least: resemblance from which on two pairs are nearly the same: pieces in common to all
            pieces of both, as signatures estimate it.
    """
    earlier = np.full(len(signatures), -1, np.int64)
    for band in range(BANDS):
        part = signatures[:, band * BAND : (band + 1) * BAND]
        keys = np.zeros(len(signatures), np.uint64)
        for column in part.T:
            keys = (keys << np.uint64(8)) | column
        order = np.argsort(keys, kind="stable")
        same = keys[order[1:]] == keys[order[:-1]]
        # Every pair of a run is compared with the one before it and with the first.
        starts = np.concatenate(([True], ~same))
        first = order[np.maximum.accumulate(np.where(starts, np.arange(len(order)), 0))]
        for one, other in ((order[1:][same], order[:-1][same]), (order[1:][same], first[1:][same])):
            todo = earlier[one] < 0
            one, other = one[todo], other[todo]
            alike = (signatures[one] == signatures[other]).mean(axis=1) >= least
            earlier[one[alike]] = other[alike]
    return earlier
