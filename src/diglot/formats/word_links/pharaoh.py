"""Pharaoh files: ``0-0 1-2 2p1 3-3:0.93``, the word links of one sentence pair a line.

``i-j`` is a sure link of source word i with target word j, ``ipj`` or ``i?j`` one that is only
possible; a probability may follow a colon. An empty line is a pair without links.

Reference: Koehn (2004), Pharaoh: a beam search decoder for phrase-based statistical machine
translation models, for the links; Och and Ney (2003), A systematic comparison of various
statistical alignment models, for the two classes.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError, FormatError
from diglot.files.atomic import atomic_open
from diglot.files.line_blocks import byte_blocks
from diglot.formats.word_links import pharaoh_parse
from diglot.formats.word_links.word_links import MAX_POSITION, Sentences, build, join, portions
from diglot.model import Skipped, WordLinks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from diglot.formats.blocks import Skips
    from diglot.formats.word_links.word_links import Lengths

DECIMALS = 4


def read(
    path: str | Path,
    *,
    base: int = 0,
    lengths: Lengths | None = None,
    reverse: bool = False,
    skips: Skips | None = None,
) -> WordLinks:
    """Return the links of a file; a link that stands twice is kept once.

    Of equal links a sure one wins over a possible one, then the more probable one. A link without
    a probability beside links that have one counts as certain.

    Args:
        path: the file, plain or gzip.
        base: number of the first word of a sentence in the file, 0 or 1.
        lengths: numbers of source and target words, each of shape (pairs,), to check against.
        reverse: the file has the target word first.
        skips: counts repeated links.

    Raises:
        FormatError: a word is no link, a position is out of range, or the number of lines is
            not that of the pairs; it names the line.
        InputError: the file cannot be read.
        ConfigError: ``base`` is neither 0 nor 1.
    """
    return join(stream(path, base=base, lengths=lengths, reverse=reverse, skips=skips))


def stream(
    path: str | Path,
    *,
    base: int = 0,
    lengths: Lengths | None = None,
    reverse: bool = False,
    skips: Skips | None = None,
) -> Iterator[WordLinks]:
    """Give the links of a file in blocks of consecutive pairs, as `read` does."""
    _check_base(base)
    sentences = Sentences(lengths, path)
    first = 0
    for data, encoding in byte_blocks(path):
        block = pharaoh_parse.parse(data, encoding, path, first + 1)
        _check_positions(block, base, path, first)
        left, right = ((side - base).astype(np.int32) for side in (block.left, block.right))
        source, target = (right, left) if reverse else (left, right)
        wrong = sentences.check(block.line + first, source, target)
        if wrong is not None:
            place = int(block.line[wrong]) + first
            message = sentences.complaint(place, int(source[wrong]), int(target[wrong]))
            raise FormatError(message, path=path, place=place + 1, cure=_cure(base, reverse))
        yield build(
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
    base: int = 0,
    reverse: bool = False,
) -> tuple[Skipped, ...]:
    """Write links, a pair a line; return what was left out.

    Args:
        path: the file; it is replaced only when everything has been written.
        links: of all pairs, or blocks of consecutive pairs, taken one by one.
        scores: write the probabilities of links that have them, rounded to four decimals and
            without zeros at the end (0.93, 1).
        base: number of the first word of a sentence in the file, 0 or 1.
        reverse: write the target word first.

    Raises:
        InputError: the file cannot be written.
        ConfigError: ``base`` is neither 0 nor 1.
    """
    _check_base(base)
    lost = 0
    with atomic_open(path, "wb") as file:
        for block in portions(links):
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


def _check_base(base: int) -> None:
    if base not in {0, 1}:
        raise ConfigError(f"words are counted from 0 or from 1, not from {base}")


def _check_positions(block: pharaoh_parse.Block, base: int, path: str | Path, first: int) -> None:
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
