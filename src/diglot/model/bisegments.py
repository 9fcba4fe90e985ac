"""Sentence pairs divided again and again into smaller pairs of segments, held flat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class BisegmentTrees:
    """A tree of bisegments for each sentence pair; its leaves are not divided further.

    A bisegment is a run of source tokens with a run of target tokens. Those of one parent share no
    token on either side, but they need not cover it: a child may drop words at the edges.
    The nodes of pair ``k`` are those from ``offsets[k]`` to ``offsets[k + 1]``, each after its
    parent; a pair may have none.

    Attributes:
        offsets: shape (pairs + 1,), int64.
        source: first token and the one after the last, zero-based, shape (nodes, 2), int32.
        target: the same on the target side.
        parent: row of the parent in these arrays, -1 at the root, shape (nodes,), int64.
        depth: 0 at the root, shape (nodes,), int32.

    Reference: Xu and Yvon 2016, Novel annotation schemes for sentential and sub-sentential
        alignments of bi-texts, LREC, section 3.3.
    """

    offsets: NDArray[np.int64]
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    parent: NDArray[np.int64]
    depth: NDArray[np.int32]

    @property
    def pairs(self) -> int:
        """Number of sentence pairs, those without a tree included."""
        return len(self.offsets) - 1

    @property
    def leaves(self) -> NDArray[np.bool_]:
        """Marks of the nodes that are not divided, shape (nodes,)."""
        import numpy as np

        marks = np.ones(len(self.parent), dtype=np.bool_)
        marks[self.parent[self.parent >= 0]] = False
        return marks


@dataclass(frozen=True, slots=True, eq=False)
class DividedText:
    """Sentence pairs of a text with their trees, as an annotator made them.

    Attributes:
        trees: one for each pair; a pair may have none.
        names: of the pairs, as the file has them.
        source: the source tokens of each pair; empty where it has no tree and they are not known.
        target: the target tokens of each pair likewise.
        languages: of the source and of the target, as the file has them; empty if unknown.
    """

    trees: BisegmentTrees
    names: tuple[str, ...]
    source: tuple[tuple[str, ...], ...]
    target: tuple[tuple[str, ...], ...]
    languages: tuple[str, str] = ("", "")
