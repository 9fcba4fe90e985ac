"""The nodes of a division: their cells by path, and the words that each of them holds.

A path is made of ``0`` (the left source part, or what a trim keeps) and ``1`` (the right one); the
root's is empty. Cells hold offsets of characters; nodes are numbered in tokens.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from diglot.annotate.layers.spans import SIDES, Span, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from diglot.annotate.bodies import Body, Value
    from diglot.annotate.layers.layer import Payload

SPLITS = ("direct", "inverse")
EDGES = ("left", "right")
DEEPEST = 400
"""Length of the longest path; a pair has no more divisions below each other than words."""

Block: TypeAlias = tuple[int, int, int, int]
"""First source token and the one after the last, the same of the target."""


@dataclass(frozen=True, slots=True)
class Node:
    """A bisegment of a division.

    Attributes:
        path: its place below the root.
        block: its tokens.
        value: its cell; None while it is open.
        breach: rule that the cell breaks; None if it breaks none. Only a trim of nothing has a
            child all the same.
        message: what the breach is, for people.
    """

    path: str
    block: Block
    value: Value | None = None
    breach: str | None = None
    message: str = ""

    @property
    def cell(self) -> str:
        """Name of its cell."""
        return f"n{self.path}"

    @property
    def kind(self) -> str:
        """``direct``, ``inverse``, ``trim``, ``leaf`` or ``open``."""
        return str(self.value[0]) if isinstance(self.value, list) and self.value else "open"


@dataclass(frozen=True, slots=True)
class Tokens:
    """Numbers of the tokens of both sides by their first and last characters.

    Attributes:
        spans: source tokens, target tokens.
        firsts: numbers by first character, of both sides.
        ends: numbers by the character after the last, of both sides.
    """

    spans: tuple[list[Span], list[Span]]
    firsts: tuple[Mapping[int, int], Mapping[int, int]]
    ends: tuple[Mapping[int, int], Mapping[int, int]]

    @classmethod
    def of(cls, payload: Payload) -> Tokens:
        """The tokens of a payload."""
        source, target = (tokens_of(payload, side) for side in SIDES)
        spans = (source, target)
        firsts = tuple({span[0]: at for at, span in enumerate(side)} for side in spans)
        ends = tuple({span[1]: at for at, span in enumerate(side)} for side in spans)
        return cls(spans, (firsts[0], firsts[1]), (ends[0], ends[1]))

    @property
    def root(self) -> Block:
        """The block of all tokens."""
        return (0, len(self.spans[0]), 0, len(self.spans[1]))


def is_path(path: str) -> bool:
    """Whether a text names a place in a tree."""
    return len(path) <= DEEPEST and not path.strip("01")


def nodes(payload: Payload, body: Body) -> list[Node]:
    """All nodes that can be reached from the root, each before its children, from left to right.

    A pair with no word on one side has none.
    """
    tokens = Tokens.of(payload)
    if 0 in (len(tokens.spans[0]), len(tokens.spans[1])):
        return []
    found: list[Node] = []
    waiting = [("", tokens.root)]
    while waiting:
        path, block = waiting.pop()
        value = body.get(f"n{path}")
        if value is None:
            found.append(Node(path, block))
            continue
        breach, message, children = _divided(tokens, block, value)
        found.append(Node(path, block, value, breach, message))
        waiting += [(f"{path}{at}", children[at]) for at in reversed(range(len(children)))]
    return found


def orphans(body: Body, reached: list[Node]) -> list[str]:
    """Cells of nodes whose parent is not divided."""
    known = {node.cell for node in reached}
    return [cell for cell in node_cells(body) if cell not in known]


def node_cells(body: Body) -> Iterator[str]:
    """Names of the cells of nodes."""
    return (cell for cell in body if cell[:1] == "n" and cell != "note" and is_path(cell[1:]))


def parts(block: Block, split: str, i: int, j: int) -> tuple[Block, Block]:
    """The two halves of a block divided before source token ``i`` and target token ``j``."""
    first, last, begin, end = block
    if split == "direct":
        return (first, i, begin, j), (i, last, j, end)
    return (first, i, j, end), (i, last, begin, j)


def _divided(tokens: Tokens, block: Block, value: Value) -> tuple[str | None, str, list[Block]]:
    """Rule broken by a node's cell, its message, and the children it makes."""
    if not isinstance(value, list) or not value:
        return "shape", "the node holds no operation", []
    if value[0] in SPLITS and len(value) == 3:
        return _split(tokens, block, value)
    if value[0] == "trim" and len(value) == 4:
        return _trimmed(tokens, block, value)
    if value[0] == "leaf":
        return None, "", []
    return "shape", f"{value[0]!s} is no operation on a node", []


def _split(tokens: Tokens, block: Block, value: list[Value]) -> tuple[str | None, str, list[Block]]:
    first, last, begin, end = block
    i, j = (
        side.get(at) if isinstance(at, int) else None
        for side, at in zip(tokens.firsts, value[1:], strict=True)
    )
    if i is None or j is None:
        return "split-place", "the division is not between two words", []
    if not (first < i < last and begin < j < end):
        return "split-place", "the division leaves a part empty", []
    return None, "", list(parts(block, str(value[0]), i, j))


def _trimmed(
    tokens: Tokens, block: Block, value: list[Value]
) -> tuple[str | None, str, list[Block]]:
    _, side, edge, offset = value
    if side not in SIDES or edge not in EDGES or not isinstance(offset, int):
        return "shape", "the trim names no edge of a side", []
    at = SIDES.index(side)
    first, last = block[2 * at : 2 * at + 2]
    if edge == "left":
        kept = tokens.firsts[at].get(offset, -1), last
    else:
        kept = first, tokens.ends[at].get(offset, -2) + 1
    if kept == (first, last):
        return "trim-nothing", f"the trim removes no word of the {side}", [block]
    if not first <= kept[0] < kept[1] <= last:
        return "trim-place", f"the trim leaves no part of the {side}", []
    child = (*kept, *block[2:]) if at == 0 else (*block[:2], *kept)
    return None, "", [child]
