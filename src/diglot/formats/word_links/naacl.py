"""NAACL files of the WPT shared tasks: ``sentence source target [S|P] [confidence]`` a line.

Sentences and words count from 1, numbers may have zeros before them, and position 0 is the empty
word. Lines stand in any order, and a sentence without links has none.

Reference: Mihalcea and Pedersen (2003), An evaluation exercise for word alignment.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError, FormatError
from diglot.files.atomic import atomic_open
from diglot.files.lines import line_blocks, words_of
from diglot.formats.word_links.builder import (
    MAX_PAIRS,
    MAX_POSITION,
    Sentences,
    build_word_links,
    link_blocks,
)
from diglot.formats.word_links.pharaoh import DECIMALS, parse_link_probability
from diglot.model import Skipped, WordLinks

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from diglot.formats.blocks import Skips
    from diglot.formats.word_links.builder import Lengths

CURE = "write a line as: sentence source target, then S or P and a probability if there are any"
CLASSES = {"S": False, "P": True}


def read(
    path: str | Path,
    *,
    pairs: int | None = None,
    lengths: Lengths | None = None,
    reverse: bool = False,
    skips: Skips | None = None,
) -> WordLinks:
    """Return the links of a file, sorted; links with the empty word are left out.

    A link without a class is sure, one without a probability beside others that have one certain.
    Of equal links a sure one wins over a possible one, then the more probable one.

    Args:
        pairs: number of sentence pairs; by default the greatest number of a sentence in the file.
        lengths: numbers of source and target words, each of shape (pairs,), to check against.
        reverse: the file has the target word first.
        skips: counts repeated links and links with the empty word.

    Raises:
        FormatError: a line is no link, or a number is out of range; it names the line.
        ConfigError: there are more than `MAX_PAIRS` pairs.
    """
    sentences = Sentences(lengths, path)
    pairs = pairs if sentences.pairs is None else sentences.pairs
    if pairs is not None and pairs > MAX_PAIRS:
        raise ConfigError(f"a NAACL file holds at most {MAX_PAIRS:,} pairs, not {pairs:,}")
    limit = MAX_PAIRS if pairs is None else pairs
    rows = _Rows()
    number = 0
    for block in line_blocks(path):
        for line in block:
            number += 1
            try:
                rows.add(line, number, limit)
            except ValueError as error:
                raise FormatError(str(error), path=path, place=number, cure=CURE) from error
    if skips is not None:
        skips.add("link with the empty word", count=rows.nulls)
    pair = np.array(rows.pair, np.int64)
    source, target = (np.array(side, np.int32) for side in (rows.left, rows.right))
    if reverse:
        source, target = target, source
    wrong = sentences.check(pair, source, target)
    if wrong is not None:
        message = sentences.complaint(int(pair[wrong]), int(source[wrong]), int(target[wrong]))
        raise FormatError(message, path=path, place=rows.line[wrong], cure="check the text")
    return build_word_links(
        pair,
        source,
        target,
        np.array(rows.scores, np.float32) if rows.scored else None,
        np.array(rows.possible, np.bool_) if any(rows.possible) else None,
        pairs=int(pair.max(initial=-1)) + 1 if pairs is None else pairs,
        skips=skips,
    )


def write(
    path: str | Path, links: WordLinks | Iterable[WordLinks], *, reverse: bool = False
) -> tuple[Skipped, ...]:
    """Write a link a line with its class, and its probability if it has one, to four decimals.

    Args:
        links: of all pairs, or blocks of consecutive pairs, taken one by one.
        reverse: write the target word first.

    Returns:
        The pairs without links after the last link, of which the file knows nothing.
    """
    first = 1
    silent = 0
    with atomic_open(path) as file:
        for block in link_blocks(links):
            counts = np.diff(block.offsets)
            linked = np.flatnonzero(counts)
            silent = block.pairs - 1 - int(linked[-1]) if len(linked) else silent + block.pairs
            ids = np.repeat(np.arange(first, first + block.pairs), counts).tolist()
            left, right = (block.source + 1).tolist(), (block.target + 1).tolist()
            if reverse:
                left, right = right, left
            possible = block.possible
            kinds = ["S"] * len(ids) if possible is None else ["SP"[p] for p in possible.tolist()]
            tails = _tails(block, kinds)
            file.writelines(
                f"{k} {i} {j} {tail}\n"
                for k, i, j, tail in zip(ids, left, right, tails, strict=True)
            )
            first += block.pairs
    return (Skipped("pair without links at the end of the file", silent),) if silent else ()


class _Rows:
    """Links of the lines that were read, as columns."""

    def __init__(self) -> None:
        self.line, self.pair = array("q"), array("q")
        self.left, self.right = array("i"), array("i")
        self.possible, self.scores = array("b"), array("f")
        self.scored = False
        self.nulls = 0

    def add(self, line: str, number: int, limit: int) -> None:
        """Take a line; raise ValueError if it is no link."""
        words = words_of(line)
        if not words:
            return
        if not 3 <= len(words) <= 5:
            raise ValueError(f"{len(words)} words are not a link")
        sentence = _number(words[0], "sentence", limit)
        if not sentence:
            raise ValueError("sentences are counted from 1, not from 0")
        left, right = (_number(word, "word", MAX_POSITION) for word in words[1:3])
        possible, score = _class_and_score(words[3:])
        if not left or not right:
            self.nulls += 1
            return
        self.line.append(number)
        self.pair.append(sentence - 1)
        self.left.append(left - 1)
        self.right.append(right - 1)
        self.possible.append(possible)
        self.scores.append(1.0 if score is None else score)
        self.scored = self.scored or score is not None


def _class_and_score(words: list[str]) -> tuple[bool, float | None]:
    """Read what stands after the positions: a class, a probability, both or neither."""
    if words and words[0] in CLASSES:
        return CLASSES[words[0]], parse_link_probability(words[1]) if len(words) == 2 else None
    if not words:
        return False, None
    if len(words) == 2 or words[0][0] not in "0123456789.":
        raise ValueError(f"the class of a link is S or P, not {words[0][:40]!r}")
    return False, parse_link_probability(words[0])


def _number(digits: str, what: str, limit: int) -> int:
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError(f"{digits[:40]!r} is not a number of a {what}")
    # The length comes first: numbers of thousands of digits are slow to read.
    significant = digits.lstrip("0") or "0"
    if len(significant) > len(str(limit)) or int(significant) > limit:
        raise ValueError(f"there is no {what} {significant[:20]}: the last is {limit:,}")
    return int(significant)


def _tails(block: WordLinks, kinds: list[str]) -> Iterable[str]:
    """Return the class and the probability of every link as they are written."""
    if block.scores is None:
        return kinds
    return (
        f"{kind} {score:.{DECIMALS}f}".rstrip("0").rstrip(".")
        for kind, score in zip(kinds, block.scores.tolist(), strict=True)
    )
