"""Trees of bisegments: the chunk links of a TransRead file, plain or packed with gzip.

Children may come before their parents, levels in ids may be skipped, and a child may repeat its
parent. What counts is who is whose parent.

Reference: Xu and Yvon 2016, Novel annotation schemes for sentential and sub-sentential alignments
    of bi-texts, LREC, section 3.3.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.formats._gzip import unpacked
from diglot.formats.transread import ROOT, read_groups, token_ranges
from diglot.model import BisegmentTrees

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.formats.transread import Group

_Row = tuple[int, int, int, int, int, int]
"""Source and target token ranges with their ends left out, row of the parent, depth."""


def read_trees(path: str | Path, *, encoding: str | None = None) -> BisegmentTrees:
    """Read one tree a sentence pair, in the order of the file; groups without links are empty.

    Args:
        path: the file.
        encoding: overrides what the file declares.

    Raises:
        FormatError: the file is malformed, or its links form no trees.
        UnsafeFileError: it breaks a safety limit.
    """
    path = Path(path)
    rows: list[_Row] = []
    ends = [0]
    for group in read_groups(path, level="chunk", encoding=encoding, data=unpacked(path)):
        rows.extend(_tree(group, len(rows), path))
        ends.append(len(rows))
    if len(ends) == 1:
        raise FormatError("holds no trees of chunk links", path=path)
    return _flat(rows, ends)


def _tree(group: Group, first: int, path: Path) -> list[_Row]:
    """Return the nodes of one tree, each parent before its children, from left to right."""
    ranges = {node.id: token_ranges(node, path) for node in group.nodes}
    if len(ranges) < len(group.nodes):
        raise _broken(group, "an id is given twice", path)
    children: dict[str, list[str]] = {}
    for node in group.nodes:
        children.setdefault(node.parent or "", []).append(node.id)
    if group.nodes and len(children.get(ROOT, ())) != 1:
        raise _broken(group, f"{len(children.get(ROOT, ()))} links have the parent {ROOT}", path)
    rows: list[_Row] = []
    waiting = [(name, -1, 0) for name in children.get(ROOT, ())]
    while waiting:
        name, parent, depth = waiting.pop()
        number = first + len(rows)
        rows.append((*ranges[name], parent, depth))
        below = sorted(children.get(name, ()), key=ranges.__getitem__, reverse=True)
        if not _fits(ranges[name], [ranges[each] for each in below]):
            raise _broken(group, f"the parts of {name!r} overlap or lie outside", path)
        waiting += [(each, number, depth + 1) for each in below]
    if len(rows) < len(group.nodes):
        raise _broken(group, "a link is not below the root", path)
    return rows


def _fits(parent: Sequence[int], children: list[tuple[int, int, int, int]]) -> bool:
    """Tell whether the children lie in their parent and share no token."""
    for begin in (0, 2):
        spans = sorted(child[begin : begin + 2] for child in children)
        if any(first[1] > second[0] for first, second in pairwise(spans)):
            return False
        if spans and (spans[0][0] < parent[begin] or spans[-1][1] > parent[begin + 1]):
            return False
    return True


def _flat(rows: list[_Row], ends: list[int]) -> BisegmentTrees:
    import numpy as np

    table = np.array(rows, dtype=np.int64).reshape(-1, 6)
    return BisegmentTrees(
        offsets=np.array(ends, dtype=np.int64),
        source=table[:, 0:2].astype(np.int32),
        target=table[:, 2:4].astype(np.int32),
        parent=table[:, 4],
        depth=table[:, 5].astype(np.int32),
    )


def _broken(group: Group, message: str, path: Path) -> FormatError:
    return FormatError(
        f"the links form no tree: {message}",
        path=path,
        place=f"group {group.id}",
        cure="check the ids and parents of the group",
    )
