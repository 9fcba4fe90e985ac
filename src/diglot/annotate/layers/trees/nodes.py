"""Divisions of a sentence pair as nodes, as cells and as trees of bisegments."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self, TypeAlias

from diglot.annotate.bodies import Body, Value
from diglot.annotate.layers.cells import SIDES, Payload, Span, tokens_of
from diglot.annotate.layers.payloads import known_language
from diglot.annotate.layers.words import MarkedLink, positions, words_of
from diglot.model import BisegmentTrees
from diglot.words.divisions import Evidence, Trim, evidence, partners, suggest

# The nodes of a division: their cells by path, and the words that each of them holds.
#
# A path is made of ``0`` (left source part, or what a trim keeps) and ``1`` (right one); that of
# the root is empty. Cells hold offsets of characters; nodes are numbered in tokens.

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
    def of(cls, payload: Payload) -> Self:
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
    return "shape", f"{value[0]!s} is not an operation on a node", []


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


# Divisions as cells and as trees of bisegments.


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


def trees_of(
    judgements: Iterable[tuple[Payload, Body]], *, undivided: bool = False
) -> BisegmentTrees:
    """The trees of many sentence pairs; open nodes are leaves.

    Args:
        judgements: payloads and bodies.
        undivided: whether a pair without cells is one leaf; otherwise it is empty.
    """
    import numpy as np

    ends = [0]
    blocks: list[Block] = []
    parents: list[int] = []
    depths: list[int] = []
    for payload, body in judgements:
        reached = nodes(payload, body) if undivided or "n" in body else []
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


def links_of_tree(payload: Payload, body: Body) -> list[MarkedLink]:
    """The flat links of a division: a leaf of two words is sure, all of a larger one possible."""
    found: list[MarkedLink] = []
    for node in nodes(payload, body):
        if node.kind == "leaf":
            first, last, begin, end = node.block
            kind: Literal["S", "P"] = "S" if (last - first, end - begin) == (1, 1) else "P"
            found += [(s, t, kind) for s in range(first, last) for t in range(begin, end)]
    return sorted(found)


# What to do with a block of words: divisions, a trim, a leaf, all in characters of the texts.

SHOWN = 5
PAGES = 3
"""Divisions shown at once, and how often further ones can be asked for."""

Spans: TypeAlias = tuple[list[Span], list[Span]]


def divisions_of(payload: Payload, source: Span, target: Span) -> dict[str, Any]:
    """Suggest what to do with the words between some characters.

    Args:
        payload: of an item of the layer ``trees``.
        source: first character of the first word of the block and the end of its last.
        target: the same of the target.

    Returns:
        ``splits``, the best first, three pages of five, each with ``op``, ``i`` and ``j`` (the
        first characters of the words that begin the right parts), ``crossed`` and ``balance``;
        ``trim``, with ``side``, ``edge`` and ``offset`` as in a cell, or None; ``leaf``, whether a
        leaf is suggested; ``closed``, whether it is a leaf without a question; ``follow``, by
        side, where the cursor of the other side goes for each place of this one. Nothing is
        suggested for characters that are no words.
    """
    tokens: Spans = (tokens_of(payload, "source"), tokens_of(payload, "target"))
    ranges = [_range(side, span) for side, span in zip(tokens, (source, target), strict=True)]
    if ranges[0] is None or ranges[1] is None:
        return {"splits": [], "trim": None, "leaf": False, "closed": False, "follow": {}}
    block = (*ranges[0], *ranges[1])
    known = evidence_of(payload)
    found = suggest(known, block, limit=SHOWN * PAGES)
    follow = partners(known, block)
    places = [[span[0] for span in side] for side in tokens]
    return {
        "splits": [
            {
                "op": split.direction,
                "i": places[0][split.i],
                "j": places[1][split.j],
                "crossed": round(split.crossed, 3),
                "balance": round(split.balance, 3),
            }
            for split in found.splits
        ],
        "trim": None if found.trim is None else _trim(tokens, block, found.trim),
        "leaf": found.leaf,
        "closed": found.closed,
        "follow": {
            side: {str(places[at][here]): places[1 - at][there] for here, there in each.items()}
            for at, (side, each) in enumerate(zip(SIDES, follow, strict=True))
        },
    }


def evidence_of(payload: Payload) -> Evidence:
    """What is known of the pair of a payload: its links, its words, its known terms."""
    tokens = [tokens_of(payload, side) for side in SIDES]
    words = [words_of(payload, side) for side in SIDES]
    numbers = [positions(payload, side) for side in SIDES]
    links = [
        (numbers[0][s], numbers[1][t], 1.0 if not p or p[0] is None else float(p[0]))
        for s, t, *p in payload.get("links") or ()
        if s in numbers[0] and t in numbers[1]
    ]
    terms = payload.get("terms") or {}
    units = [
        [found for span in terms.get(side) or () if (found := _range(spans, (span[0], span[1])))]
        for side, spans in zip(SIDES, tokens, strict=True)
    ]
    languages = [known_language((payload.get(side) or {}).get("lang")) for side in SIDES]
    return evidence(
        words[0],
        words[1],
        links,
        languages=(languages[0], languages[1]),
        units=(units[0], units[1]),
    )


def _range(tokens: list[Span], span: Span) -> tuple[int, int] | None:
    """Numbers of the first token of a span and the one after its last."""
    firsts = {begin: at for at, (begin, _) in enumerate(tokens)}
    ends = {end: at + 1 for at, (_, end) in enumerate(tokens)}
    first, last = firsts.get(span[0]), ends.get(span[1])
    return (first, last) if first is not None and last is not None and first < last else None


def _trim(tokens: Spans, block: Block, trim: Trim) -> dict[str, Any]:
    at = SIDES.index(trim.side)
    first, last = block[2 * at : 2 * at + 2]
    spans = tokens[at]
    left = trim.edge == "left"
    offset = spans[first + trim.count][0] if left else spans[last - trim.count - 1][1]
    return {"side": trim.side, "edge": trim.edge, "offset": offset}
