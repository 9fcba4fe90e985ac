"""Viterbi alignments of GIZA++ and MGIZA (``A3.final``): tokens and links, three lines a pair.

A comment with ``Sentence pair (k)``, the target words, then every source word with the positions
of its target words, NULL first: ``NULL ({ 2 }) word ({ 1 3 })``.

Reference: Och and Ney (2003), A systematic comparison of various statistical alignment models;
Gao and Vogel (2008), Parallel implementations of word alignment tool.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import FormatError
from diglot.files.lines import stream_lines, words_of
from diglot.formats.word_links.builder import MAX_PAIRS, Lengths, Sentences, build_word_links

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from diglot.formats.blocks import Skips
    from diglot.model import WordLinks

HEAD = re.compile(r"#.*?[Ss]entence pair \(([0-9]{1,12})\)(.*)")
SIZES = re.compile(r"source length ([0-9]{1,12}) target length ([0-9]{1,12})")
NULL = "NULL"
OPEN, CLOSE = "({", "})"
CURE = "give an A3 file of GIZA++ or MGIZA, three lines per pair, as it was written"

Record = tuple[list[str], list[str], list[tuple[int, int]]]


@dataclass(frozen=True, slots=True, eq=False)
class TokenLinks:
    """Links with the tokens between which they stand.

    Attributes:
        links: of all pairs up to the last one; a pair that the file leaves out has none.
        source: source tokens of every pair; none for one that was left out.
        target: target tokens of every pair.
    """

    links: WordLinks
    source: tuple[tuple[str, ...], ...]
    target: tuple[tuple[str, ...], ...]


def read(
    path: str | Path,
    *,
    pairs: int | None = None,
    lengths: Lengths | None = None,
    reverse: bool = False,
    encoding: str | None = None,
    skips: Skips | None = None,
) -> WordLinks:
    """Return the links of a file, as `read_tokens` does."""
    return read_tokens(
        path, pairs=pairs, lengths=lengths, reverse=reverse, encoding=encoding, skips=skips
    ).links


def read_tokens(
    path: str | Path,
    *,
    pairs: int | None = None,
    lengths: Lengths | None = None,
    reverse: bool = False,
    encoding: str | None = None,
    skips: Skips | None = None,
) -> TokenLinks:
    """Return links and tokens in the order of the pair numbers.

    MGIZA writes pairs out of order, and some twice: the first one counts.

    Args:
        path: the file, plain or gzip.
        pairs: number of sentence pairs; by default the greatest number in the file.
        lengths: numbers of source and target words, each of shape (pairs,), to check against.
        reverse: the words of the third line, NULL among them, are those of the target.
        encoding: of a file that is not UTF-8.
        skips: counts repeated and missing pairs.

    Raises:
        FormatError: the file is cut short, a position is out of range, or a number of words is
            not what the comment says; it names the line.
        InputError: the file cannot be read.
    """
    sentences = Sentences(lengths, path)
    pairs = pairs if sentences.pairs is None else sentences.pairs
    records: dict[int, Record] = {}
    repeated: list[int] = []
    numbered = enumerate(stream_lines(path, encoding=encoding), 1)
    for place, head in numbered:
        number = _number(head, MAX_PAIRS if pairs is None else pairs, path, place)
        record = _record(head, numbered, path, place)
        if number in records:
            repeated.append(number)
            continue
        if reverse:
            record = (record[1], record[0], [(j, i) for i, j in record[2]])
        records[number] = record
        _check(number, record, sentences, place + 2)
    count = max(records, default=0) if pairs is None else pairs
    if skips is not None:
        skips.add("sentence pair that stands twice", ", ".join(map(str, repeated)), len(repeated))
        missing = [k for k in range(1, count + 1) if k not in records]
        skips.add("sentence pair missing", str(missing[0]) if missing else "", len(missing))
    return _collected(records, count, skips)


def _collected(records: dict[int, Record], count: int, skips: Skips | None) -> TokenLinks:
    nothing: Record = ([], [], [])
    ordered = [records.get(number, nothing) for number in range(1, count + 1)]
    flat = [(k, i, j) for k, record in enumerate(ordered) for i, j in record[2]]
    table = np.array(flat, np.int64).reshape(-1, 3)
    links = build_word_links(
        table[:, 0],
        table[:, 1].astype(np.int32),
        table[:, 2].astype(np.int32),
        None,
        None,
        pairs=count,
        skips=skips,
    )
    return TokenLinks(
        links,
        tuple(tuple(source) for source, _, _ in ordered),
        tuple(tuple(target) for _, target, _ in ordered),
    )


def _number(head: str, limit: int, path: str | Path, place: int) -> int:
    found = HEAD.match(head)
    if found is None:
        raise FormatError(
            "is not a comment with a sentence pair", path=path, place=place, cure=CURE
        )
    number = int(found[1])
    if not 1 <= number <= limit:
        raise FormatError(
            f"there is no sentence pair {number}, they go from 1 to {limit:,}",
            path=path,
            place=place,
        )
    return number


def _record(head: str, numbered: Iterator[tuple[int, str]], path: str | Path, place: int) -> Record:
    """Read the two lines after a comment."""
    bodies = [line for _, line in zip(range(2), (line for _, line in numbered), strict=False)]
    if len(bodies) < 2:
        raise FormatError("the last sentence pair is cut short", path=path, place=place, cure=CURE)
    target = words_of(bodies[0])
    try:
        source, links = _linked(words_of(bodies[1]), len(target))
    except ValueError as error:
        raise FormatError(str(error), path=path, place=place + 2, cure=CURE) from error
    sizes = SIZES.search(head)
    if sizes and (int(sizes[1]), int(sizes[2])) != (len(source), len(target)):
        raise FormatError(
            f"there are {len(source)} source and {len(target)} target words, "
            f"not {sizes[1]} and {sizes[2]} as the comment says",
            path=path,
            place=place,
            cure=CURE,
        )
    return source, target, links


def _linked(pieces: list[str], size: int) -> tuple[list[str], list[tuple[int, int]]]:
    """Take a third line apart; only its order tells words from brackets and numbers.

    The words of a text may be numbers or brackets themselves, but never hold a space.
    """
    source: list[str] = []
    links: list[tuple[int, int]] = []
    stream = iter(pieces)
    for word in stream:
        if next(stream, None) != OPEN:
            raise ValueError(f"no {OPEN} after the word {word[:40]!r}")
        for piece in stream:
            if piece == CLOSE:
                break
            if not (piece.isascii() and piece.isdigit()) or len(piece) > 12:
                raise ValueError(f"{piece[:40]!r} is not a position")
            position = int(piece)
            if not 1 <= position <= size:
                raise ValueError(f"the position {position} is not among the {size} target words")
            links.append((len(source) - 1, position - 1))
        else:
            raise ValueError(f"no {CLOSE} after the word {word[:40]!r}")
        source.append(word)
    if source[:1] != [NULL]:
        raise ValueError(f"the line does not begin with {NULL} {OPEN}")
    return source[1:], [(i, j) for i, j in links if i >= 0]


def _check(number: int, record: Record, sentences: Sentences, place: int) -> None:
    """Refuse a pair that has other numbers of words than the text."""
    known = sentences.lengths(number - 1)
    found = (len(record[0]), len(record[1]))
    if known is not None and known != found:
        raise FormatError(
            f"sentence pair {number} has {found[0]} source and {found[1]} target words, "
            f"the text has {known[0]} and {known[1]}",
            path=sentences.path,
            place=place,
            cure="check the text, or whether source and target are swapped",
        )
