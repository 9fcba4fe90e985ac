"""Pairs that say nearly the same as an earlier one.

A pair is the set of the five-letter pieces of both its texts, without case, punctuation and the
values of numbers. Sets are compared by signatures: of every bin of hash values the smallest counts.

Reference:
    Broder 1997, On the resemblance and containment of documents; Li, Owen and Zhang 2012, One
    permutation hashing; Shrivastava and Li 2014, Densifying one permutation hashing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

PIECE = 5
"""Letters of a piece."""
BINS = 64
"""Hash values of a signature, of one byte each."""
BAND, BANDS = 5, 12
"""Values that two signatures share in a band, and bands: at a resemblance of .85 one of a thousand
pairs is missed."""
_NO_WORD = regex.compile(r"[^\p{L}\p{M}\p{N}]+")
_NUMBER = regex.compile(r"\p{N}+")
_FACTOR = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio: multiplying by it mixes well
_EMPTY = np.uint32(0xFFFFFFFF)


def normalise(source: str, target: str) -> str:
    """Return a pair without what does not make it another one: case, punctuation, numbers."""
    sides = (_NO_WORD.sub(" ", text.casefold()).strip() for text in (source, target))
    return _NUMBER.sub("0", "\t".join(sides))


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
