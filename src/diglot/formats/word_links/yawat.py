"""Files of Yawat: groups of words with labels (``.aln``) over a text (``.crp``) of the same name.

The text has three lines a pair: its number, side one, side two. A line of groups is
``7 0,1,2:3:unspec 3:1:unspec :2:omitted``: the number of the pair, then groups of words with their
labels, which are free. A side may be empty: its words have no counterpart.

Reference: Germann 2008, Yawat: Yet Another Word Alignment Tool, ACL demonstrations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from pathlib import Path

import numpy as np

from diglot.errors import FormatError
from diglot.formats.blocks import Skips
from diglot.formats.judgements import transread_labels
from diglot.formats.word_links.builder import (
    MAX_PAIRS,
    MAX_POSITION,
    Lengths,
    Sentences,
    build_word_links,
    link_blocks,
)
from diglot.model import LabelledLink, Skipped, WordLinks

TEXT, GROUPS = ".crp", ".aln"
POSSIBLE = frozenset({"possible", "contextual", "partial", "fuzzy"})
"""Labels of links that are only possible."""
NO_LINK = frozenset({"wrong", "omitted", "unaligned", "none"})
"""Labels of words that are not linked."""
MAX_LINKS = 10_000_000


def read_groups(path: str | Path) -> transread_labels.Task:
    """Return the groups of one annotator with the text they stand on.

    Args:
        path: the ``.aln`` or the ``.crp`` file; the other one stands beside it.

    Returns:
        The text, and one annotation under the name of the file.

    Raises:
        FormatError: a file breaks the format, or a group names a word that is not there.
        InputError: one of the files cannot be read.
    """
    path = Path(path)
    texts = transread_labels.read_texts(path.with_suffix(TEXT))
    return transread_labels.Task(
        texts, {path.stem: transread_labels.read_labels(path.with_suffix(GROUPS), texts=texts)}
    )


def write_groups(
    path: str | Path,
    texts: Mapping[int, tuple[tuple[str, ...], tuple[str, ...]]],
    links: Iterable[LabelledLink],
) -> None:
    """Write a text and the groups of one annotator as two files with one name.

    Raises:
        ConfigError: a word or a label has blanks in it, or a label a colon.
        InputError: a file cannot be written.
    """
    path = Path(path)
    transread_labels.write_texts(path.with_suffix(TEXT), texts)
    transread_labels.write_labels(path.with_suffix(GROUPS), links, pairs=texts)


def read(
    path: str | Path,
    *,
    pairs: int | None = None,
    lengths: Lengths | None = None,
    reverse: bool = False,
    skips: Skips | None = None,
) -> WordLinks:
    """Return the links that groups stand for: every source word with every target word.

    Pairs are numbered from 1 and those that are not there have no links. Labels of `POSSIBLE` make
    possible links, those of `NO_LINK` none, all others sure ones.

    Args:
        path: the ``.aln`` file, plain or gzip.
        pairs: number of sentence pairs; None for as many as the highest number, or ``lengths``.
        lengths: numbers of source and target words, each of shape (pairs,), to check against.
        reverse: the file has the target words first.
        skips: counts words without a counterpart, groups that are no links, and repeated links.

    Raises:
        FormatError: a line is malformed, or a link is not in its text.
    """
    annotation: transread_labels.Annotation = transread_labels.read_labels(path)
    highest = max((link.pair for link in annotation.links), default=0)
    sentences = Sentences(lengths, path)
    count = sentences.pairs if sentences.pairs is not None else pairs
    count = highest if count is None else count
    lowest = min((link.pair for link in annotation.links), default=1)
    if lowest < 1 or highest > count or count > MAX_PAIRS:
        number = lowest if lowest < 1 else highest
        raise FormatError(
            f"names the sentence pair {number}, but pairs are 1 to {min(count, MAX_PAIRS)}",
            path=path,
            cure="number the pairs from 1",
        )
    rows = _cells(annotation.links, path, skips)
    table = np.array(rows, dtype=np.int64).reshape(-1, 4)
    pair, left, right = table[:, 0], table[:, 1].astype(np.int32), table[:, 2].astype(np.int32)
    source, target = (right, left) if reverse else (left, right)
    wrong = sentences.check(pair, source, target)
    if wrong is not None:
        place = (int(pair[wrong]), int(source[wrong]), int(target[wrong]))
        raise FormatError(sentences.complaint(*place), path=path, place=f"pair {place[0] + 1}")
    possible = table[:, 3].astype(np.bool_)
    return build_word_links(
        pair,
        source,
        target,
        None,
        possible if possible.any() else None,
        pairs=count,
        skips=skips,
    )


def write(path: str | Path, links: WordLinks | Iterable[WordLinks]) -> tuple[Skipped, ...]:
    """Write links as groups of one word with one word, labelled ``sure`` or ``possible``.

    Args:
        path: the ``.aln`` file; it is replaced only when everything has been written.
        links: of all pairs, or blocks of consecutive pairs.

    Returns:
        What was left out: probabilities.
    """
    found: list[LabelledLink] = []
    first = lost = 0
    for block in link_blocks(links):
        lost += 0 if block.scores is None else len(block.scores)
        maybe = np.zeros(len(block.source), np.bool_) if block.possible is None else block.possible
        pair = np.repeat(np.arange(block.pairs), np.diff(block.offsets)) + first + 1
        columns = (pair.tolist(), block.source.tolist(), block.target.tolist(), maybe.tolist())
        found += [
            LabelledLink(k, (i,), (j,), "possible" if is_possible else "sure")
            for k, i, j, is_possible in zip(*columns, strict=True)
        ]
        first += block.pairs
    transread_labels.write_labels(path, found, pairs=range(1, first + 1))
    return (Skipped("probability of a link", lost),) if lost else ()


def _cells(
    links: Iterable[LabelledLink], path: str | Path, skips: Skips | None
) -> list[tuple[int, int, int, bool]]:
    """Return the pairs of words of groups that are links, with whether they are only possible."""
    rows: list[tuple[int, int, int, bool]] = []
    for link in links:
        shown = f"pair {link.pair}"
        if link.label in NO_LINK or not link.source or not link.target:
            if skips is not None:
                what = (
                    "group that is not a link" if link.source and link.target else "word unlinked"
                )
                skips.add(f"{what} ({link.label})", shown)
            continue
        if max(link.source[-1], link.target[-1]) > MAX_POSITION:
            raise FormatError("a position is too large", path=path, place=shown)
        if len(rows) + len(link.source) * len(link.target) > MAX_LINKS:
            raise FormatError(f"stands for more than {MAX_LINKS:,} links", path=path, place=shown)
        maybe = link.label in POSSIBLE
        rows += [(link.pair - 1, i, j, maybe) for i, j in product(link.source, link.target)]
    return rows
