"""Lines as they are displayed, from left to right, turned into the order in which they are read.

Reference: Unicode Standard Annex 9, Unicode Bidirectional Algorithm, whose reordering (rule L2) is
undone here. What it displays alike is read in the likelier way: a number beside a Latin word
belongs to it.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

RIGHT, LEFT, NUMBER, INSIDE, BESIDE, NEUTRAL = "RLNCT "
"""Kinds of signs: letters of both directions, digits, what stands in and beside numbers, others."""
_KINDS = {
    "R": RIGHT, "AL": RIGHT, "L": LEFT, "EN": NUMBER, "AN": NUMBER, "CS": INSIDE, "ES": INSIDE,
    "ET": BESIDE,
}  # fmt: skip
_MIRRORED = str.maketrans("()[]{}«»‹›", ")(][}{»«›‹")
_DOTS = frozenset(".):")
# A bracket is drawn mirrored or not, as a program likes: what stands around it tells which it is.
_OPENING = re.compile(r"(?<![^\s(\[{«])[)\]}»](?=\w)")
_CLOSING = re.compile(r"(?<=[\w.!?؟])[(\[{«](?![^\s.,;:!?،؛؟)\]}»])")


@lru_cache(1 << 12)
def kind_of(sign: str) -> str:
    """Return the kind of a sign by its first character."""
    return _KINDS.get(unicodedata.bidirectional(sign[0]), NEUTRAL)


def has_right_to_left(text: str) -> bool:
    """Tell whether a text has letters that are read from right to left."""
    return any(sign > "\u0590" and kind_of(sign) == RIGHT for sign in text)


def reading_order(signs: Sequence[str], *, is_right_to_left: bool) -> str:
    """Return a line in the order of reading.

    Args:
        signs: the line from left to right; a letter and its marks are one sign.
        is_right_to_left: whether the line begins at the right.
    """
    text = _reordered(signs, is_right_to_left=is_right_to_left)
    for pattern in (_OPENING, _CLOSING):
        text = pattern.sub(lambda found: found[0].translate(_MIRRORED), text)
    return text


def _reordered(signs: Sequence[str], *, is_right_to_left: bool) -> str:
    kinds = _resolved([kind_of(sign) for sign in signs])
    if is_right_to_left:
        return _turned(signs, kinds)
    parts: list[str] = []
    place = 0
    while place < len(signs):
        end = place + 1
        if kinds[place] == RIGHT:
            end = _end_of_span(kinds, place)
            parts.append(_turned(signs[place:end], kinds[place:end]))
        else:
            parts.append(signs[place])
        place = end
    return "".join(parts)


def _resolved(kinds: list[str]) -> list[str]:
    """Give what stands in and beside numbers to them (rules W4 and W5)."""
    found = list(kinds)
    for place in range(1, len(kinds) - 1):
        if kinds[place] == INSIDE and kinds[place - 1] == kinds[place + 1] == NUMBER:
            found[place] = NUMBER
    for places in (range(len(kinds)), reversed(range(len(kinds)))):
        before = NEUTRAL
        for place in places:
            if found[place] == BESIDE and before == NUMBER:
                found[place] = NUMBER
            before = found[place]
    return [kind if kind in {RIGHT, LEFT, NUMBER} else NEUTRAL for kind in found]


def _end_of_span(kinds: Sequence[str], begin: int) -> int:
    """Return the end of a passage from right to left in a line from left to right."""
    end = begin + 1
    for place in range(begin + 1, len(kinds)):
        if kinds[place] == LEFT:
            break
        if kinds[place] == RIGHT:
            end = place + 1
    return end


def _turned(signs: Sequence[str], kinds: Sequence[str]) -> str:
    """Read a passage from right to left; words and numbers from left to right stay as they are."""
    stays = [kind in {LEFT, NUMBER} for kind in kinds]
    begin = 0
    for kind, group in groupby(kinds):
        end = begin + sum(1 for _ in group)
        if kind == NEUTRAL and begin > 0 and end < len(kinds):
            beside = {kinds[begin - 1], kinds[end]}
            # A number with its dot on the left is one of a list: ".6 APT" is read "6. APT".
            is_listed = kinds[end] == NUMBER and signs[end - 1] in _DOTS and end - begin > 1
            is_between = LEFT in beside and RIGHT not in beside and not is_listed
            stays[begin:end] = [is_between] * (end - begin)
        begin = end
    parts: list[str] = []
    for is_kept, places in groupby(reversed(range(len(signs))), stays.__getitem__):
        if is_kept:
            parts += (signs[place] for place in reversed(list(places)))
        else:
            parts += (signs[place].translate(_MIRRORED) for place in places)
    return "".join(parts)
