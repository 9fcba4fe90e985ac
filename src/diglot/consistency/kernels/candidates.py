"""Candidates for the translation of a term.

Which combinations are accepted, and who gets which.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from diglot.consistency.kernels.tables import LINKED, NO_SUPPORT, SPELLING, STEM

MOST_WORDS = 8  # content words of a target term; later ones are not looked at
MOST_CANDIDATES = 96  # kept for all occurrences of an entry in a unit
RESULT, DISTANT, SUPPORT, LEVEL, GAP = 0, 1, 2, 3, 4
KEY = 5  # what candidates are ordered by, in this order


class Candidates(NamedTuple):
    """Buffers for the candidates of an entry in one unit, a row each.

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
    """Return buffers for candidates."""
    return Candidates(
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


# Which combinations of words are accepted for a target term, and why none is.


# Results, best first.
PASS, VARIANT, OTHER_WORD, PARTLY, REFUSED = 0, 1, 2, 3, 4
# Why nothing was accepted.
UNKNOWN, MISPLACED, OMITTED, REPLACED = 0, 1, 2, 3

MOST_COMBINATIONS = 400
SUPPORTED, BARELY = 0.6, 0.3
WIDEST_GAP = 2
UNCOVERED = 0.34


@njit(cache=True, nogil=True)
def combine(
    kept, size, row, term, n, unit, links, source_words, tables, levels, compound, tried, counts
):  # fmt: skip
    """Judge combinations of words for a term.

    Returns how many candidates are kept, and whether the term stands anywhere in one piece.
    """
    chosen = np.zeros(n, np.int32)
    place = np.zeros(n, np.int64)
    key = np.zeros(KEY, np.float64)
    shares = np.zeros(4, np.float32)
    somewhere = False
    for _ in range(MOST_COMBINATIONS):
        farthest = 0
        for k in range(n):
            chosen[k] = tried[k, place[k]]
            farthest = max(farthest, levels[k, chosen[k]])
        if _distinct(chosen, compound):
            gap = _gap(chosen, unit.target, tables)
            somewhere = somewhere or (gap == 0 and farthest <= STEM)
            result = _accept(
                chosen, compound, farthest, gap, unit, links, source_words, tables, shares
            )  # fmt: skip
            if result != REFUSED:
                key[RESULT] = result
                key[DISTANT] = 1.0 if farthest > STEM else 0.0
                key[SUPPORT] = -shares[1]
                key[LEVEL] = farthest
                key[GAP] = gap
                size = keep(kept, size, row, key, term, chosen, n, shares)
        at = n - 1
        while at >= 0:
            place[at] += 1
            if place[at] < counts[at]:
                break
            place[at] = 0
            at -= 1
        if at < 0:
            break
    return size, somewhere


@njit(cache=True, nogil=True)
def _distinct(chosen, compound):
    """Return True if every word has a token of its own, or is a part of a compound."""
    for k in range(len(chosen)):
        for earlier in range(k):
            if chosen[earlier] == chosen[k] and not (
                compound[k, chosen[k]] and compound[earlier, chosen[k]]
            ):
                return False
    return True


@njit(cache=True, nogil=True)
def _gap(chosen, words, tables):
    """Count the content words between the first and the last token that are not chosen."""
    gap = 0
    for j in range(chosen.min(), chosen.max() + 1):
        if tables.content[words[j]]:
            gap += 1
            for each in chosen:
                if each == j:
                    gap -= 1
                    break
    return gap


@njit(cache=True, nogil=True)
def _accept(chosen, compound, farthest, gap, unit, links, source_words, tables, shares):
    """Return the result for a candidate, and write its shares."""
    if not links.present:
        if farthest <= STEM and gap <= WIDEST_GAP:
            return PASS
        return VARIANT if farthest <= SPELLING and gap == 0 else REFUSED
    supported, with_attested, contradicted = 0, 0, 0
    in_compounds = False
    n = len(chosen)
    for k in range(n):
        j = chosen[k]
        # A compound is linked to any of the words that it is made of.
        inside = compound[k, j] and unit.joined[j]
        in_compounds = in_compounds or inside
        supported += unit.supported[j] or inside
        with_attested += unit.supported[j] or inside or unit.attested[j]
        contradicted += unit.linked[j] < NO_SUPPORT and unit.elsewhere[j] >= LINKED and not inside
    shares[0], shares[1], shares[2] = supported / n, with_attested / n, contradicted / n
    shares[3] = 0.0
    near = farthest <= STEM
    if not (
        supported >= SUPPORTED * n
        or (near and gap <= WIDEST_GAP and with_attested >= SUPPORTED * n)
        or (near and gap == 0 and supported >= BARELY * n and contradicted <= LINKED * n)
    ):
        return REFUSED
    if not in_compounds:
        shares[3] = _uncovered(chosen, unit, links, source_words, tables)
    if shares[3] > UNCOVERED:
        return PARTLY
    if near:
        return PASS
    return VARIANT if farthest <= SPELLING else OTHER_WORD


@njit(cache=True, nogil=True)
def _uncovered(chosen, unit, links, source_words, tables):
    """Return the share of the term's content words that are translated outside the candidate."""
    asked, missed = 0, 0
    for i in range(unit.begin, unit.end):
        if not source_words.content[unit.source[i]]:
            continue
        asked += 1
        outside, inside = False, False
        for at in range(unit.first_link, unit.last_link):
            if links.source[at] != i or links.probability[at] < LINKED:
                continue
            if not tables.content[unit.target[links.target[at]]]:
                continue
            held = False
            for j in chosen:
                held = held or j == links.target[at]
            inside = inside or held
            outside = outside or not held
        missed += outside and not inside
    return missed / asked if asked else 0.0


@njit(cache=True, nogil=True)
def cause(unit, near, links, tables):
    """Return why nothing would be accepted."""
    if near:
        return MISPLACED
    if not links.present:
        return UNKNOWN
    for j in range(len(unit.target)):
        if unit.linked[j] >= LINKED and tables.content[unit.target[j]]:
            return REPLACED
    return OMITTED
