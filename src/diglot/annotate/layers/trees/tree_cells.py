"""Divisions as cells and as trees of bisegments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.layers.spans import SIDES
from diglot.annotate.layers.trees.tree_nodes import Block, Tokens, nodes, parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from diglot.annotate.bodies import Body, Value
    from diglot.annotate.layers.layer import Payload
    from diglot.model import BisegmentTrees

ONE_TO_ONE, WHOLE, SKIPPED = "1-1", "non-compositional", "skipped"


def tree_cells(payload: Payload, trees: BisegmentTrees, pair: int) -> tuple[dict[str, Value], int]:
    """The cells of the tree of a sentence pair, and how many of its nodes they cannot tell.

    A bisegment with one part is a trim, or several; one with a single part as large as itself is a
    trim of nothing, which the rules report. Parts with a gap between them are a division and a
    trim. Of more than two parts, those that no cut separates are left out, and the bisegment is a
    leaf that was skipped.
    """
    first, last = int(trees.offsets[pair]), int(trees.offsets[pair + 1])
    if first == last:
        return {}, 0
    rows: list[Block] = [
        (int(s[0]), int(s[1]), int(t[0]), int(t[1]))
        for s, t in zip(trees.source[first:last], trees.target[first:last], strict=True)
    ]
    below: dict[int, list[int]] = {}
    for row, parent in enumerate(trees.parent[first:last].tolist()):
        below.setdefault(parent - first if parent >= 0 else -1, []).append(row)
    writer = _Writer(Tokens.of(payload), rows, below)
    writer.write(writer.tokens.root, below.get(-1, []))
    return dict(sorted(writer.cells.items())), writer.lost


def trees_of(judgements: Iterable[tuple[Payload, Body]]) -> BisegmentTrees:
    """The trees of many sentence pairs; open nodes are leaves, pairs without cells are empty."""
    import numpy as np

    from diglot.model import BisegmentTrees

    ends = [0]
    blocks: list[Block] = []
    parents: list[int] = []
    depths: list[int] = []
    for payload, body in judgements:
        reached = nodes(payload, body) if "n" in body else []
        numbers: dict[str, int] = {}
        for node in reached:
            numbers[node.path] = len(blocks)
            blocks.append(node.block)
            parents.append(numbers[node.path[:-1]] if node.path else -1)
            depths.append(len(node.path))
        ends.append(len(blocks))
    table = np.array(blocks, dtype=np.int32).reshape(-1, 4)
    return BisegmentTrees(
        offsets=np.array(ends, dtype=np.int64),
        source=table[:, :2],
        target=table[:, 2:],
        parent=np.array(parents, dtype=np.int64),
        depth=np.array(depths, dtype=np.int32),
    )


def leaf_reason(block: Block) -> str:
    """Why a block that people left undivided is a leaf, as far as its size tells."""
    return ONE_TO_ONE if block[1] - block[0] == block[3] - block[2] == 1 else WHOLE


def split_value(tokens: Tokens, split: str, i: int, j: int) -> Value:
    """The cell of a division before source token ``i`` and target token ``j``."""
    return [split, tokens.spans[0][i][0], tokens.spans[1][j][0]]


def trim_value(tokens: Tokens, at: int, edge: str, place: int) -> Value:
    """The cell of a trim: ``place`` is the first token kept, or the one after the last kept."""
    spans = tokens.spans[at]
    return ["trim", SIDES[at], edge, spans[place][0] if edge == "left" else spans[place - 1][1]]


class _Writer:
    """Writes cells from the root on."""

    def __init__(self, tokens: Tokens, rows: Sequence[Block], below: dict[int, list[int]]) -> None:
        self.tokens, self.rows, self.below = tokens, rows, below
        self.cells: dict[str, Value] = {}
        self.lost = 0

    def write(self, block: Block, inside: list[int]) -> None:
        """Write a block that holds some bisegments of the same parent."""
        waiting = [("", block, inside)]
        while waiting:
            path, block, inside = waiting.pop()
            if not inside:
                self.cells[f"n{path}"] = ["leaf", leaf_reason(block)]
                continue
            path, block = self._trimmed(path, block, _around([self.rows[row] for row in inside]))
            if len(inside) == 1:
                row = inside[0]
                children = self.below.get(row, [])
                if self._repeats(row, children):
                    self.cells[f"n{path}"] = ["trim", "source", "left", self._first(block)]
                    path += "0"
                waiting.append((path, block, children))
                continue
            waiting += self._split(path, block, inside)

    def _repeats(self, row: int, children: list[int]) -> bool:
        return len(children) == 1 and self.rows[children[0]] == self.rows[row]

    def _first(self, block: Block) -> int:
        return self.tokens.spans[0][block[0]][0]

    def _trimmed(self, path: str, block: Block, kept: Block) -> tuple[str, Block]:
        """Trim a block edge by edge."""
        for edge in range(4):
            if block[edge] != kept[edge]:
                at, side = divmod(edge, 2)
                value = trim_value(self.tokens, at, ("left", "right")[side], kept[edge])
                self.cells[f"n{path}"] = value
                path += "0"
                block = (*block[:edge], kept[edge], *block[edge + 1 :])  # type: ignore[assignment]
        return path, block

    def _split(
        self, path: str, block: Block, inside: list[int]
    ) -> list[tuple[str, Block, list[int]]]:
        """Divide a block between its bisegments."""
        ordered = sorted(inside, key=lambda row: self.rows[row])
        for cut in range(1, len(ordered)):
            left, right = (
                _around([self.rows[row] for row in part]) for part in (ordered[:cut], ordered[cut:])
            )
            if left[3] <= right[2] or right[3] <= left[2]:
                split = "direct" if left[3] <= right[2] else "inverse"
                j = max(left[2], right[2])
                self.cells[f"n{path}"] = split_value(self.tokens, split, right[0], j)
                halves = parts(block, split, right[0], j)
                return [
                    (f"{path}1", halves[1], ordered[cut:]),
                    (f"{path}0", halves[0], ordered[:cut]),
                ]
        self.cells[f"n{path}"] = ["leaf", SKIPPED]
        self.lost += sum(self._size(row) for row in inside)
        return []

    def _size(self, row: int) -> int:
        """Number of bisegments from one on downwards."""
        count, waiting = 0, [row]
        while waiting:
            count += 1
            waiting += self.below.get(waiting.pop(), [])
        return count


def _around(blocks: Sequence[Block]) -> Block:
    """The smallest block that holds some others."""
    return (
        min(block[0] for block in blocks),
        max(block[1] for block in blocks),
        min(block[2] for block in blocks),
        max(block[3] for block in blocks),
    )
