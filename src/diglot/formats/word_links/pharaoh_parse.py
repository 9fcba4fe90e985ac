"""Blocks of Pharaoh lines as arrays: at once where they are plain, else word by word.

In a plain block every byte is a digit, white space or one of ``-p?:.``. Then each run of digits
is a source position, a target position or part of a probability, as the byte before it says, and
no line needs an object of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import FormatError
from diglot.files.line_blocks import decode_block, words_of

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

CURE = "write a link as 3-4 (sure), 3p4 or 3?4 (possible), with its probability as 3-4:0.93"
LINK = re.compile(r"([0-9]+)([-p?])([0-9]+)(?::(.*))?", re.DOTALL)
PROBABILITY = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
# Longer numbers are out of range, or more precise than a double can hold as an integer.
MAX_DIGITS = 7
MAX_FRACTION = 15

# What a byte is; and what the digits after it are.
SPACE, JOINT, COLON, POINT, DIGIT, OTHER = range(6)
ROLES = np.full(256, OTHER, np.uint8)
ROLES[list(b" \t\n")] = SPACE
ROLES[list(b"-p?")] = JOINT
ROLES[list(b":")] = COLON
ROLES[list(b".")] = POINT
ROLES[list(b"0123456789")] = DIGIT
# Which byte may follow the digits after another.
FOLLOWS = np.zeros((4, 6), np.bool_)
FOLLOWS[SPACE, JOINT] = True
FOLLOWS[JOINT, [SPACE, COLON]] = True
FOLLOWS[COLON, [SPACE, POINT]] = True
FOLLOWS[POINT, SPACE] = True


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Links of some lines, in the order and with the positions of the file.

    Attributes:
        lines: number of lines.
        line: shape (links,), int64, zero-based within the block.
        left: shape (links,), int64, positions before the joint.
        right: shape (links,), int64, positions after it.
        scores: shape (links,), float32, in [0, 1]; None when no link has one. A link without one
            beside others that have one is taken for certain.
        possible: shape (links,); None when all are sure.
    """

    lines: int
    line: NDArray[np.int64]
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    scores: NDArray[np.float32] | None
    possible: NDArray[np.bool_] | None


def parse(data: bytes, encoding: str, path: str | Path, first: int) -> Block:
    """Return the links of whole lines.

    Args:
        data: the lines.
        encoding: theirs; one in which ASCII is ASCII.
        path: the file, for errors.
        first: number of the first line, for errors.

    Raises:
        FormatError: a word is no link; it names the line.
    """
    data = data.replace(b"\r\n", b"\n")
    if not data.endswith(b"\n"):
        data += b"\n"
    return _plain(data) or _by_word(decode_block(data, encoding, path, first), path, first)


def _plain(data: bytes) -> Block | None:
    """Return the links of a block without any oddity, or None."""
    text = np.frombuffer(data, np.uint8)
    roles = ROLES[text]
    count = np.bincount(roles, minlength=OTHER + 1)
    digit = roles == DIGIT
    edges = np.flatnonzero(digit[1:] != digit[:-1]) + 1
    if digit[0]:
        edges = np.concatenate(([0], edges))
    # The last byte is a line feed: it closes the last run, and is what index -1 sees before the
    # first one.
    starts, ends = edges[::2], edges[1::2]
    before, after = roles[starts - 1], roles[ends]
    if count[OTHER] or not FOLLOWS[before, after].all():
        return None
    runs = [np.flatnonzero(before == role) for role in (SPACE, JOINT, COLON, POINT)]
    sizes = [len(run) for run in runs]
    scored = after[runs[JOINT]] == COLON
    split = after[runs[COLON]] == POINT
    # Every mark stands between the digits it belongs between.
    if (
        sizes[SPACE] != count[JOINT]
        or sizes[JOINT] != count[JOINT]
        or not sizes[COLON] == count[COLON] == scored.sum()
        or not sizes[POINT] == count[POINT] == split.sum()
    ):
        return None
    widths = ends - starts
    if (widths > MAX_FRACTION).any() or (widths[before != POINT] > MAX_DIGITS).any():
        return None
    values = _values(text, ends, widths)
    scores = None
    if sizes[COLON]:
        given = values[runs[COLON]].astype(np.float64)
        given[split] += values[runs[POINT]] / 10.0 ** widths[runs[POINT]]
        if (given > 1.0).any():
            return None
        scores = np.ones(sizes[SPACE], np.float32)
        scores[scored] = given
    feeds = np.flatnonzero(text == ord("\n"))
    possible = text[ends[runs[SPACE]]] != ord("-")
    return Block(
        lines=len(feeds),
        line=np.searchsorted(feeds, starts[runs[SPACE]]),
        left=values[runs[SPACE]],
        right=values[runs[JOINT]],
        scores=scores,
        possible=possible if possible.any() else None,
    )


def _values(
    text: NDArray[np.uint8], ends: NDArray[np.intp], widths: NDArray[np.intp]
) -> NDArray[np.int64]:
    """Read runs of digits as numbers, units first."""
    values = text[ends - 1].astype(np.int64) - ord("0")
    longer = np.flatnonzero(widths > 1)
    power = 1
    while len(longer):
        values[longer] += (text[ends[longer] - 1 - power].astype(np.int64) - ord("0")) * 10**power
        power += 1
        longer = longer[widths[longer] > power]
    return values


def _by_word(text: str, path: str | Path, first: int) -> Block:
    """Return the links of a block that `_plain` did not understand, or name the wrong word."""
    lines = text.split("\n")[:-1]
    line, left, right = [], [], []
    scores: list[float | None] = []
    possible = []
    for number, words in enumerate(lines):
        try:
            for word in words_of(words):
                one, joint, other, score = _link(word)
                line.append(number)
                left.append(one)
                right.append(other)
                possible.append(joint != "-")
                scores.append(score)
        except ValueError as error:
            raise FormatError(str(error), path=path, place=first + number, cure=CURE) from error
    some = any(score is not None for score in scores)
    return Block(
        lines=len(lines),
        line=np.array(line, np.int64),
        left=np.array(left, np.int64),
        right=np.array(right, np.int64),
        scores=np.array([1 if each is None else each for each in scores], np.float32)
        if some
        else None,
        possible=np.array(possible, np.bool_) if any(possible) else None,
    )


def _link(word: str) -> tuple[int, str, int, float | None]:
    link = LINK.fullmatch(word)
    if link is None:
        raise ValueError(f"{_short(word)!r} is no link")
    score = None if link[4] is None else probability(link[4])
    return _position(link[1]), link[2], _position(link[3]), score


def probability(text: str) -> float:
    """Read a number in [0, 1].

    Raises:
        ValueError: it is none.
    """
    if not PROBABILITY.fullmatch(text) or not 0.0 <= float(text) <= 1.0:
        raise ValueError(f"{_short(text)!r} is no probability from 0 to 1")
    return float(text)


def _position(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError(f"the position {_short(digits)} is too large")
    return int(digits)


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
