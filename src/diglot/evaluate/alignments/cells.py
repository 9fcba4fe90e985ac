"""Word links as numbers: one a cell of the matrix of a sentence pair, ascending over a corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import InputError
from diglot.model import WordLinks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_LIMIT = 2**63


def owners(offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the number of the pair that each entry of a flat array belongs to."""
    return np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))


def numbered(links: Sequence[WordLinks]) -> list[NDArray[np.int64]]:
    """Number the links so that equal ones of several values have equal numbers.

    Args:
        links: links of the same pairs.

    Returns:
        For each of ``links`` ascending numbers, shape (links,).

    Raises:
        InputError: the numbers of pairs differ, or the links of a pair are not ascending, distinct
            and at least zero.
    """
    check_pairs(*links)
    height, width = (
        1 + max(int(side.max(initial=0)) for side in sides)
        for sides in ([each.source for each in links], [each.target for each in links])
    )
    if links[0].pairs * height * width >= _LIMIT:
        raise InputError(f"a link names source word {height - 1} or target word {width - 1}")
    return [_numbers(each, height, width) for each in links]


def found_in(wanted: NDArray[np.int64], known: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where each ascending number stands among the ascending ``known``, -1 for nowhere."""
    if not len(known):
        return np.full(len(wanted), -1, dtype=np.int64)
    places = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    return np.where(known[places] == wanted, places, -1)


def counted(
    offsets: NDArray[np.int64], weights: NDArray[np.bool_] | NDArray[np.float64]
) -> NDArray[np.float64]:
    """Sum the weights of the entries of each pair, shape (pairs,)."""
    return np.bincount(owners(offsets), weights, len(offsets) - 1).astype(np.float64)


def chosen(links: WordLinks, keep: NDArray[np.bool_]) -> WordLinks:
    """Return the links marked in ``keep``, shape (links,)."""
    return WordLinks(
        np.append(0, np.cumsum(keep))[links.offsets],
        links.source[keep],
        links.target[keep],
        None if links.scores is None else links.scores[keep],
        None if links.possible is None else links.possible[keep],
    )


def check_pairs(*links: WordLinks) -> None:
    """Refuse links of different numbers of sentence pairs.

    Raises:
        InputError: the numbers differ.
    """
    sizes = [each.pairs for each in links]
    if len(set(sizes)) > 1:
        raise InputError(
            f"{sizes[0]} pairs are predicted, but gold has {sizes[-1]}",
            cure="give one line a sentence pair, empty where nothing is linked",
        )


def check_range(
    links: WordLinks, source: NDArray[np.int64], target: NDArray[np.int64], *, of: str
) -> None:
    """Refuse links to words that the sentences do not have.

    Args:
        links: the links.
        source: number of tokens of each source sentence, shape (pairs,).
        target: the same of the target sentences.
        of: whose links they are, for the message.

    Raises:
        InputError: a link leaves its pair, or the numbers of pairs differ.
    """
    pair = owners(links.offsets)
    sides = (("source", links.source, source), ("target", links.target, target))
    for name, positions, lengths in sides:
        if len(lengths) != links.pairs:
            raise InputError(
                f"{of} has {links.pairs} pairs, but there are {len(lengths)} {name} sentences"
            )
        beyond = np.flatnonzero(positions >= lengths[pair])
        if len(beyond):
            first = int(beyond[0])
            raise InputError(
                f"{of} links {name} word {positions[first]}, but the sentence has "
                f"{lengths[pair[first]]} words, counted from 0",
                place=f"pair {pair[first] + 1}",
                cure="give the tokens that the links were made for, and the base of the numbers",
            )


def _numbers(links: WordLinks, height: int, width: int) -> NDArray[np.int64]:
    pair = owners(links.offsets)
    numbers = (pair * height + links.source) * width + links.target
    wrong = np.flatnonzero(np.diff(numbers) <= 0) + 1
    below = np.flatnonzero((links.source < 0) | (links.target < 0))
    if len(wrong) or len(below):
        raise InputError(
            "the links of a pair must be ascending, distinct and count words from zero",
            place=f"pair {pair[min(*wrong[:1], *below[:1], len(pair) - 1)] + 1}",
        )
    return numbers
