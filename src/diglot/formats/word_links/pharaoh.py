"""Pharaoh and TALP files: ``0-0 1-2 2p1 3-3:0.93``, the word links of one sentence pair a line.

``i-j`` is a sure link of source word i with target word j, ``ipj`` or ``i?j`` one that is only
possible; a probability may follow a colon. An empty line is a pair without links. TALP files are
the same, counted from 0 by new tools and from 1 by the old one: none tells which.

Reference: Koehn (2004), Pharaoh: a beam search decoder for phrase-based statistical machine
translation models, for the links; Och and Ney (2003), A systematic comparison of various
statistical alignment models, for the two classes; Lambert, de Gispert, Banchs and Mariño (2005),
Guidelines for word alignment evaluation and manual alignment, for TALP.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError, FormatError
from diglot.files.atomic import atomic_open
from diglot.files.lines import byte_blocks, words_of
from diglot.files.text import decode_block
from diglot.formats.word_links.builder import (
    MAX_POSITION,
    Sentences,
    build_word_links,
    join_blocks,
    link_blocks,
)
from diglot.model import Skipped, WordLinks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from diglot.formats.blocks import Skips
    from diglot.formats.word_links.builder import Lengths


DECIMALS = 4


def read(
    path: str | Path,
    *,
    base: int | None = 0,
    lengths: Lengths | None = None,
    reverse: bool = False,
    skips: Skips | None = None,
) -> WordLinks:
    """Return the links of a file; a link that stands twice is kept once.

    Of equal links a sure one wins over a possible one, then the more probable one. A link without
    a probability beside links that have one counts as certain.

    Args:
        base: number of the first word of a sentence in the file, 0 or 1; None: it has to be given.
        lengths: numbers of source and target words, each of shape (pairs,), to check against.
        reverse: the file has the target word first.
        skips: counts repeated links.

    Raises:
        FormatError: a word is no link, a position is out of range, or the number of lines is
            not that of the pairs; it names the line.
        ConfigError: ``base`` is neither 0 nor 1, or has to be given.
    """
    return join_blocks(stream_links(path, base=base, lengths=lengths, reverse=reverse, skips=skips))


def stream_links(
    path: str | Path,
    *,
    base: int | None = 0,
    lengths: Lengths | None = None,
    reverse: bool = False,
    skips: Skips | None = None,
) -> Iterator[WordLinks]:
    """Give the links of a file in blocks of consecutive pairs, as `read` does."""
    base = _known_base(base, path)
    sentences = Sentences(lengths, path)
    first = 0
    for data, encoding in byte_blocks(path):
        block = parse_block(data, encoding, path, first + 1)
        _check_positions(block, base, path, first)
        left, right = ((side - base).astype(np.int32) for side in (block.left, block.right))
        source, target = (right, left) if reverse else (left, right)
        wrong = sentences.check(block.line + first, source, target)
        if wrong is not None:
            place = int(block.line[wrong]) + first
            message = sentences.complaint(place, int(source[wrong]), int(target[wrong]))
            raise FormatError(message, path=path, place=place + 1, cure=_cure(base, reverse))
        yield build_word_links(
            block.line,
            source,
            target,
            block.scores,
            block.possible,
            pairs=block.lines,
            skips=skips,
        )
        first += block.lines
    sentences.check_count(first)


def write(
    path: str | Path,
    links: WordLinks | Iterable[WordLinks],
    *,
    scores: bool = False,
    base: int | None = 0,
    reverse: bool = False,
) -> tuple[Skipped, ...]:
    """Write links, a pair a line; return what was left out.

    Args:
        links: of all pairs, or blocks of consecutive pairs, taken one by one.
        scores: write the probabilities of links that have them, rounded to four decimals and
            without zeros at the end (0.93, 1).
        base: number of the first word of a sentence in the file, 0 or 1; None: it has to be given.
        reverse: write the target word first.

    Raises:
        ConfigError: ``base`` is neither 0 nor 1, or has to be given.
    """
    base = _known_base(base, path)
    lost = 0
    with atomic_open(path, "wb") as file:
        for block in link_blocks(links):
            if block.scores is not None and not scores:
                lost += len(block.scores)
            file.write(_lines(block, scores=scores, base=base, reverse=reverse))
    return (Skipped("probability of a link", lost),) if lost else ()


def _lines(links: WordLinks, *, scores: bool, base: int, reverse: bool) -> bytes:
    """Return the lines of pairs: lengths of all words first, then digits put in place."""
    left, right = links.source + base, links.target + base
    if reverse:
        left, right = right, left
    left_widths, right_widths = _widths(left), _widths(right)
    ends = left_widths + 1 + right_widths
    probabilities = None
    if scores and links.scores is not None:
        if not ((links.scores >= 0) & (links.scores <= 1)).all():
            raise ValueError("a probability of a link is not between 0 and 1")
        probabilities = np.rint(links.scores.astype(np.float64) * 10**DECIMALS).astype(np.intp)
        shown, shown_widths = _probabilities()
        ends += 1 + shown_widths[probabilities]
    # One byte closes each link: a space or, after the last of a pair, a line feed. Those of pairs
    # without links come on top.
    counts = np.diff(links.offsets)
    empty = np.repeat(np.cumsum(counts == 0), counts)
    ends = np.cumsum(ends + 1) - 1 + empty
    starts = np.concatenate(([0], ends[:-1] + 1)) + np.diff(empty, prepend=0)
    # Line feeds stand wherever nothing else is put.
    total = int(ends[-1]) + 1 + int((counts == 0).sum() - empty[-1]) if len(ends) else len(counts)
    text = np.full(total, ord("\n"), np.uint8)
    last = np.zeros(len(ends), np.bool_)
    last[links.offsets[1:][counts > 0] - 1] = True
    text[ends[~last]] = ord(" ")
    joints = starts + left_widths
    _put_numbers(text, joints, left)
    text[joints] = ord("-")
    if links.possible is not None:
        text[joints[links.possible]] = ord("p")
    colons = joints + 1 + right_widths
    _put_numbers(text, colons, right)
    if probabilities is not None:
        text[colons] = ord(":")
        for column in range(shown.shape[1]):
            wide = np.flatnonzero(shown_widths[probabilities] > column)
            text[colons[wide] + 1 + column] = shown[probabilities[wide], column]
    return text.tobytes()


def _widths(numbers: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return how many digits numbers have."""
    widths = np.ones(len(numbers), np.int64)
    power = 10
    while (longer := numbers >= power).any():
        widths += longer
        power *= 10
    return widths


def _put_numbers(
    text: NDArray[np.uint8], ends: NDArray[np.int64], numbers: NDArray[np.int32]
) -> None:
    """Put the digits of numbers where they end, units first."""
    while len(numbers):
        ends = ends - 1
        text[ends] = ord("0") + numbers % 10
        numbers = numbers // 10
        more = np.flatnonzero(numbers)
        ends, numbers = ends[more], numbers[more]


@cache
def _probabilities() -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return the shortest spelling of every probability with four decimals, with the widths."""
    full = 10**DECIMALS
    spelled = [f"{number / full:.{DECIMALS}f}" for number in range(full + 1)]
    rows = np.array([number.rstrip("0").rstrip(".") for number in spelled], np.bytes_)
    table = rows.view(np.uint8).reshape(len(rows), rows.itemsize)
    return table, (table != 0).sum(axis=1)


def _known_base(base: int | None, path: str | Path) -> int:
    if base is None:
        raise ConfigError(
            f"{path}: TALP files count words from 0 or from 1, and do not say which; give the base"
        )
    if base not in {0, 1}:
        raise ConfigError(f"words are counted from 0 or from 1, not from {base}")
    return base


def _check_positions(block: Block, base: int, path: str | Path, first: int) -> None:
    """Refuse positions before the first word, or so large that they cannot be one."""
    for side in (block.left, block.right):
        wrong = (side < base) | (side > MAX_POSITION)
        if wrong.any():
            place = int(wrong.argmax())
            found = int(side[place])
            early = found < base
            raise FormatError(
                f"the position {found} is before the first word, which is {base}"
                if early
                else f"the position {found} is too large",
                path=path,
                place=first + int(block.line[place]) + 1,
                cure="say that the file counts words from 0" if early else None,
            )


def _cure(base: int, reverse: bool) -> str:
    """Name the usual reasons for links outside of their sentences."""
    reasons = ["the file counts words from 1"] if base == 0 else []
    reasons += ["source and target are swapped"] if not reverse else []
    return f"check the text, or whether {' or '.join([*reasons, 'lines are missing'])}"


# Blocks of Pharaoh lines as arrays: at once where they are plain, else word by word.
#
# In a plain block every byte is a digit, white space or one of ``-p?:.``. Then each run of digits
# is a source position, a target position or part of a probability, as the byte before it says, and
# no line needs an object of its own.

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


def parse_block(data: bytes, encoding: str, path: str | Path, first: int) -> Block:
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
    data = _without_numbers(data, first - 1)
    return _plain(data) or _by_word(decode_block(data, encoding, path, first), path, first)


def _without_numbers(data: bytes, first: int) -> bytes:
    """Return lines without their numbers, from 0, and the tab behind them, if all have these."""
    if b"\t" not in data:
        return data
    parts = [line.partition(b"\t") for line in data.split(b"\n")[:-1]]
    if any(part[0] != b"%d" % number for number, part in enumerate(parts, first)):
        return data
    return b"".join(part[2] + b"\n" for part in parts)


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
        raise ValueError(f"{_short(word)!r} is not a link")
    score = None if link[4] is None else parse_link_probability(link[4])
    return _position(link[1]), link[2], _position(link[3]), score


def parse_link_probability(text: str) -> float:
    """Read a number in [0, 1].

    Raises:
        ValueError: it is none.
    """
    if not PROBABILITY.fullmatch(text) or not 0.0 <= float(text) <= 1.0:
        raise ValueError(f"{_short(text)!r} is not a probability from 0 to 1")
    return float(text)


def _position(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError(f"the position {_short(digits)} is too large")
    return int(digits)


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
