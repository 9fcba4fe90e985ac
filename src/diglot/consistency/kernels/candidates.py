"""Candidates for the translation of a term: those accepted, and who gets which."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

MOST_WORDS = 8  # content words of a target term; later ones are not looked at
MOST_CANDIDATES = 96  # kept for all occurrences of an entry in a unit
RESULT, DISTANT, SUPPORT, LEVEL, GAP = 0, 1, 2, 3, 4
KEY = 5  # what candidates are ordered by, in this order


class Kept(NamedTuple):
    """Room for the candidates of an entry in one unit, a row each.

    Attributes:
        row: shape (n,), the source occurrence.
        key: shape (n, KEY), float64; smaller is better.
        alternative: shape (n,), the target term.
        positions: shape (n, MOST_WORDS), target tokens, -1 behind the last.
        shares: shape (n, 4), float32: supported, attested or supported, contradicted, uncovered.
    """

    row: Any
    key: Any
    alternative: Any
    positions: Any
    shares: Any


class Outcomes(NamedTuple):
    """What comes out, a row for each source occurrence.

    Attributes:
        result: shape (rows,), uint8.
        level: shape (rows,), uint8: that of the farthest word.
        gap: shape (rows,), int32: other content words between those of the term.
        alternative: shape (rows,), int32; -1 if nothing was accepted.
        cause: shape (rows,), uint8: why nothing was.
        shares: shape (rows, 4), float32, as in `Kept`.
        positions: shape (rows, MOST_WORDS), int32.
    """

    result: Any
    level: Any
    gap: Any
    alternative: Any
    cause: Any
    shares: Any
    positions: Any


@njit(cache=True, nogil=True)
def make_room():
    """Return room for candidates."""
    return Kept(
        np.zeros(MOST_CANDIDATES, np.int64),
        np.zeros((MOST_CANDIDATES, KEY), np.float64),
        np.zeros(MOST_CANDIDATES, np.int32),
        np.full((MOST_CANDIDATES, MOST_WORDS), -1, np.int32),
        np.zeros((MOST_CANDIDATES, 4), np.float32),
    )


@njit(cache=True, nogil=True)
def keep(kept, size, row, key, alternative, chosen, n, shares):
    """Remember a candidate and return how many there are; of too many, the worst goes."""
    place = size
    if size == MOST_CANDIDATES:
        place = 0
        for other in range(1, size):
            if _before(kept.key[place], kept.key[other]):
                place = other
        if not _before(key, kept.key[place]):
            return size
    else:
        size += 1
    kept.row[place] = row
    kept.key[place] = key
    kept.alternative[place] = alternative
    kept.positions[place] = -1
    kept.positions[place, :n] = chosen[:n]
    kept.shares[place] = shares
    return size


@njit(cache=True, nogil=True)
def assign(kept, size, out):
    """Give occurrences their candidates, the best first; no word serves two occurrences."""
    done = np.zeros(size, np.bool_)
    while True:
        best = -1
        for place in range(size):
            if not done[place] and (best < 0 or _before(kept.key[place], kept.key[best])):
                best = place
        if best < 0:
            return
        done[best] = True
        row = kept.row[best]
        if out.alternative[row] >= 0:
            continue
        for place in range(size):
            # What shares a word with it is not free any more.
            if not done[place] and _share(kept.positions[place], kept.positions[best]):
                done[place] = kept.row[place] != row
        out.result[row] = np.uint8(kept.key[best, RESULT])
        out.level[row] = np.uint8(kept.key[best, LEVEL])
        out.gap[row] = np.int32(kept.key[best, GAP])
        out.alternative[row] = kept.alternative[best]
        out.shares[row] = kept.shares[best]
        out.positions[row] = kept.positions[best]


@njit(cache=True, nogil=True)
def _before(one, other):
    """Return True if the key of one candidate is better than that of another."""
    for column in range(KEY):
        if one[column] != other[column]:
            return one[column] < other[column]
    return False


@njit(cache=True, nogil=True)
def _share(one, other):
    """Return True if two candidates have a target word in common."""
    for a in one:
        if a < 0:
            return False
        for b in other:
            if a == b:
                return True
    return False
