"""Alignments of eflomal as posteriors: what it is given, and how its links are read.

Reference: Östling and Tiedemann 2016, Efficient word alignment with Markov chain Monte Carlo.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from diglot.errors import RunError
from diglot.words.corpus import Corpus
from diglot.words.decoding.confidence import Posteriors

Ints = NDArray[np.int64]
Ints32 = NDArray[np.int32]

_LINK = re.compile(r"(\d+)-(\d+)")

Run = Callable[[Iterable[str], Iterable[str]], tuple[Iterable[str], Iterable[str]]]
"""Takes lines of source and of target words; gives lines of forward and of reverse links."""


def align(corpus: Corpus, *, run: Run, reported: int | None = None) -> Posteriors:
    """Align with eflomal in both directions; its links get the probability 1.

    Args:
        corpus: encoded pairs.
        run: runs the program.
        reported: number of first pairs to give links of; None for all.

    Returns:
        As candidates the links of either direction, 1 where the direction has the link, else 0.

    Raises:
        RunError: the program gives links that do not fit the pairs.
    """
    pairs = corpus.pairs if reported is None else reported
    # Word numbers stand for words, so that nothing in a word can be taken for a separator.
    forward, backward = run(
        _lines(corpus.source, corpus.source_offsets), _lines(corpus.target, corpus.target_offsets)
    )
    source_offsets = corpus.source_offsets[: pairs + 1]
    target_offsets = corpus.target_offsets[: pairs + 1]
    forward_best = _best(forward, source_offsets, target_offsets, side=1)
    backward_best = _best(backward, source_offsets, target_offsets, side=0)
    return _posteriors(forward_best, backward_best, source_offsets, target_offsets)


def _lines(words: Ints32, offsets: Ints) -> Iterator[str]:
    for begin, end in pairwise(offsets.tolist()):
        yield " ".join(map(str, words[begin:end].tolist())) + "\n"


def _best(lines: Iterable[str], source_offsets: Ints, target_offsets: Ints, *, side: int) -> Ints32:
    """Read the links of one direction: for each word of ``side`` the position of its partner."""
    offsets = (source_offsets.tolist(), target_offsets.tolist())
    own, others = offsets[side], offsets[1 - side]
    best = np.full(own[-1], -1, np.int32)
    number = 0
    for number, line in zip(range(1, len(own)), lines, strict=False):
        size, limit = own[number] - own[number - 1], others[number] - others[number - 1]
        for link in line.split():
            ends = _LINK.fullmatch(link)
            here, there = (int(ends[1 + side]), int(ends[2 - side])) if ends else (size, limit)
            if here >= size or there >= limit:
                raise RunError(f"eflomal links {link} in pair {number}, which has no such words")
            best[own[number - 1] + here] = there
    if number != len(own) - 1:
        raise RunError(f"eflomal gave links of {number} pairs, not of {len(own) - 1}")
    return best


def _posteriors(
    forward_best: Ints32, backward_best: Ints32, source_offsets: Ints, target_offsets: Ints
) -> Posteriors:
    pair_of_target = np.repeat(np.arange(len(target_offsets) - 1), np.diff(target_offsets))
    pair_of_source = np.repeat(np.arange(len(source_offsets) - 1), np.diff(source_offsets))
    linked_t, linked_s = np.flatnonzero(forward_best >= 0), np.flatnonzero(backward_best >= 0)
    # Tokens of the whole corpus number the ends of a link; pairs follow from the source token.
    ends = np.concatenate(
        (
            np.stack((source_offsets[pair_of_target[linked_t]] + forward_best[linked_t], linked_t)),
            np.stack(
                (linked_s, target_offsets[pair_of_source[linked_s]] + backward_best[linked_s])
            ),
        ),
        axis=1,
    )
    width = int(target_offsets[-1]) or 1
    keys, found = np.unique(ends[0] * width + ends[1], return_inverse=True)
    source, target = keys // width, keys % width
    directions = np.zeros((2, len(keys)), np.float32)
    directions[0, found[: len(linked_t)]] = 1
    directions[1, found[len(linked_t) :]] = 1
    pair = pair_of_source[source]
    return Posteriors(
        offsets=np.searchsorted(pair, np.arange(len(source_offsets))).astype(np.int64),
        source=(source - source_offsets[pair]).astype(np.uint16),
        target=(target - target_offsets[pair]).astype(np.uint16),
        forward=directions[0],
        backward=directions[1],
        source_offsets=source_offsets,
        target_offsets=target_offsets,
        forward_best=forward_best,
        backward_best=backward_best,
    )
