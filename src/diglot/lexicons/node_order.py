"""The order of the nodes of a graph: by language, word, lemma and part of speech."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from diglot.lexicons.interning import Text


class _Groups:
    """Nodes in an order that becomes finer with every figure they are compared by.

    Attributes:
        order: int32, nodes.
        first: bool, whether a group of nodes that no figure told apart so far begins here.
    """

    def __init__(self, figure: NDArray[np.uint16]) -> None:
        self.order = np.argsort(figure, kind="stable").astype(np.int32)
        sorted_figure = figure[self.order]
        self.first = np.concatenate([[True], sorted_figure[1:] != sorted_figure[:-1]])

    def open(self) -> NDArray[np.int64]:
        """Return the places of nodes that stand in a group with others."""
        alone = self.first.copy()
        alone[:-1] &= self.first[1:]
        return np.flatnonzero(~alone)

    def split(
        self,
        places: NDArray[np.int64],
        figures: Callable[[NDArray[np.int32]], NDArray[np.unsignedinteger]],
    ) -> None:
        """Order nodes of whole groups by a figure.

        Args:
            places: where the groups stand, ascending.
            figures: gives the figures of nodes.
        """
        nodes = self.order[places]
        figure = figures(nodes)
        group = np.cumsum(self.first[places], dtype=np.int32)
        sequence = np.lexsort((figure, group))
        self.order[places] = nodes[sequence]
        figure = figure[sequence]
        self.first[places[1:]] |= figure[1:] != figure[:-1]

    def split_by_text(self, text: Text) -> None:
        """Order nodes of one group by their text: as bytes, which is the order of characters."""
        from diglot.lexicons._kernel_interning import eight_bytes

        length = np.diff(text.starts).astype(np.uint32)  # one more each: the separator

        def chunk(nodes: NDArray[np.int32]) -> NDArray[np.uint64]:
            out = np.empty(len(nodes), np.uint64)
            eight_bytes(text.bytes, text.starts, nodes, offset, out)
            return out

        offset = 0
        while True:
            places = self.open()
            if not len(places):
                return
            # A group whose words have all ended is not looked at again.
            begins = np.flatnonzero(self.first[places])
            longest = np.maximum.reduceat(length[self.order[places]], begins)
            sizes = np.diff(np.append(begins, len(places)))
            left = places[np.repeat(longest > offset + 1, sizes)]
            if not len(left):
                break
            self.split(left, chunk)
            offset += 8
        # Words of these groups differ in NUL characters at their ends at most.
        self.split(places, lambda nodes: length[nodes])


def ordered(
    language: NDArray[np.uint16], part: NDArray[np.uint16], lemmas: Text, folded: Text | None
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the nodes in their order, and the number of the word of each.

    Args:
        language: of every node, its rank.
        part: of every node, the rank of its part of speech.
        lemmas: of every node.
        folded: lemmas without regard to case; None if they are so already.

    Returns:
        Nodes, and for each place in that order the number of the word.
    """
    groups = _Groups(language)
    groups.split_by_text(lemmas if folded is None else folded)
    word = (np.cumsum(groups.first) - 1).astype(np.int32)
    if folded is not None:
        groups.split_by_text(lemmas)
    groups.split(groups.open(), lambda nodes: part[nodes])
    return groups.order, word
