"""The order of the nodes of a graph: by language, word, lemma and part of speech."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from diglot.lexicons.graph.interning import Text


class Groups:
    """Nodes in an order that becomes finer with every figure they are compared by.

    Args:
        count: how many nodes there are; their numbers begin at 0.

    Attributes:
        order: int32, nodes.
        first: bool, whether a group of nodes that no figure told apart so far begins here.
    """

    def __init__(self, count: int) -> None:
        self.order = np.arange(count, dtype=np.int32)
        self.first = np.zeros(count, np.bool_)
        self.first[:1] = True

    def split(self, figure: NDArray[np.unsignedinteger]) -> None:
        """Order nodes of one group by a figure that every node has."""
        self._split(self._open(), lambda nodes: figure[nodes])

    def split_by_text(self, text: Text) -> None:
        """Order nodes of one group by their text: as bytes, which is the order of characters."""
        from diglot.lexicons.kernels.interning import eight_bytes

        length = np.diff(text.starts).astype(np.uint32)  # one more each: the separator

        def chunk(nodes: NDArray[np.int32]) -> NDArray[np.uint64]:
            out = np.empty(len(nodes), np.uint64)
            eight_bytes(text.bytes, text.starts, nodes, offset, out)
            return out

        offset = 0
        while len(places := self._open()):
            # A group whose words have all ended is not looked at again.
            begins = np.flatnonzero(self.first[places])
            longest = np.maximum.reduceat(length[self.order[places]], begins)
            sizes = np.diff(np.append(begins, len(places)))
            left = places[np.repeat(longest > offset + 1, sizes)]
            if not len(left):
                # Words of these groups differ in NUL characters at their ends at most.
                self._split(places, lambda nodes: length[nodes])
                break
            self._split(left, chunk)
            offset += 8

    def _open(self) -> NDArray[np.int64]:
        """Return the places of nodes that stand in a group with others."""
        alone = self.first.copy()
        alone[:-1] &= self.first[1:]
        return np.flatnonzero(~alone)

    def _split(
        self,
        places: NDArray[np.int64],
        figures: Callable[[NDArray[np.int32]], NDArray[np.unsignedinteger]],
    ) -> None:
        """Order nodes of whole groups, which stand at some places, by a figure."""
        nodes = self.order[places]
        figure = figures(nodes)
        group = np.cumsum(self.first[places], dtype=np.int32)
        sequence = np.lexsort((figure, group))
        self.order[places] = nodes[sequence]
        figure = figure[sequence]
        self.first[places[1:]] |= figure[1:] != figure[:-1]


def ordered(
    lemmas: Text, folded: Text | None, part: NDArray[np.uint16]
) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Return the nodes of one language in their order, and where words begin.

    Args:
        lemmas: of every node.
        folded: lemmas without regard to case; None if they are so already.
        part: of every node, the rank of its part of speech.

    Returns:
        Nodes, and for each place in that order whether it is the first one of a word.
    """
    groups = Groups(len(part))
    groups.split_by_text(lemmas if folded is None else folded)
    word = groups.first.copy()
    if folded is not None:
        groups.split_by_text(lemmas)
    groups.split(part)
    return groups.order, word
