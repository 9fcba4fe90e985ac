"""Trees of bisegments: the chunk links of a TransRead file, read plain or packed with gzip.

Children may come before their parents, levels in ids may be skipped, and a child may repeat its
parent. What counts is who is whose parent.

Reference: Xu and Yvon 2016, Novel annotation schemes for sentential and sub-sentential alignments
    of bi-texts, LREC, section 3.3.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from diglot.errors import ConfigError, FormatError
from diglot.files.atomic import atomic_open
from diglot.files.gzip import unpacked
from diglot.files.xml import legal
from diglot.formats.links.transread import ROOT, documents, read_groups, token_ranges
from diglot.model import BisegmentTrees, DividedText, Skipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from diglot.formats.links.transread import Group

NAMESPACE = "http://transread.limsi.fr"
SIDES = ("doc_source", "doc_target")
"""What written files call the two documents."""

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
    return _trees_of(_groups(path, encoding, unpacked(path)), path)


def read_divided(path: str | Path, *, encoding: str | None = None) -> DividedText:
    """Read trees with the tokens of their sentence pairs, which stand in the roots.

    Args:
        path: the file.
        encoding: overrides what the file declares.

    Raises:
        FormatError: as `read_trees`, or a root does not stand for all words of its text.
        UnsafeFileError: it breaks a safety limit.
    """
    path = Path(path)
    data = unpacked(path)
    groups = list(_groups(path, encoding, data))
    tokens = [_tokens(group, path) for group in groups]
    named = documents(path, encoding=encoding, data=data)
    languages = [language for _, language in named] if len(named) == 2 else ["", ""]
    return DividedText(
        trees=_trees_of(groups, path),
        names=tuple(group.id for group in groups),
        source=tuple(source for source, _ in tokens),
        target=tuple(target for _, target in tokens),
        languages=(languages[0], languages[1]),
    )


def write_divided(path: str | Path, text: DividedText) -> tuple[Skipped, ...]:
    """Write trees as chunk links; return what the format has no place for.

    Positions name tokens: ``doc_source 4.11`` is token 11 (from 0) of sentence pair 4 (from 1).

    Args:
        path: the file; it is replaced only when everything has been written.
        text: the trees with their tokens.

    Raises:
        ConfigError: a tree reaches beyond its tokens, or a token or name cannot be written.
        InputError: the file cannot be written.
    """
    _check_writable(text, path)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<trAnnot xmlns="{NAMESPACE}" version="1.1">',
        "  <docList>",
        *(
            f"    <docName id={quoteattr(side)} xml:lang={quoteattr(language)}>{side}</docName>"
            for side, language in zip(SIDES, text.languages, strict=True)
        ),
        "  </docList>",
        '  <linkList level="chunk">',
    ]
    for pair in range(text.trees.pairs):
        lines += _group_lines(text, pair)
    lines += ["  </linkList>", "</trAnnot>", ""]
    with atomic_open(path) as file:
        file.write("\n".join(lines))
    without = np.diff(text.trees.offsets) == 0
    lost = sum(
        bool(source or target)
        for source, target, empty in zip(text.source, text.target, without, strict=True)
        if empty
    )
    return (
        (Skipped("sentence pair without a tree, whose words are not written", lost),)
        if lost
        else ()
    )


def _groups(path: Path, encoding: str | None, data: bytes | None) -> Iterator[Group]:
    return read_groups(path, level="chunk", encoding=encoding, data=data)


def _trees_of(groups: Iterable[Group], path: Path) -> BisegmentTrees:
    rows: list[_Row] = []
    ends = [0]
    for group in groups:
        rows.extend(_tree(group, len(rows), path))
        ends.append(len(rows))
    if len(ends) == 1:
        raise FormatError("holds no trees of chunk links", path=path)
    return _flat(rows, ends)


def _tokens(group: Group, path: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words of the root of a group, none for a group without links."""
    root = next((node for node in group.nodes if node.parent == ROOT), None)
    if root is None:
        return (), ()
    first, last, begin, end = token_ranges(root, path)
    texts = [span.text.split(" ") if span.text else [] for span in root.spans]
    if first or begin or [len(words) for words in texts] != [last, end]:
        raise _broken(group, "its root does not stand for all words of the two sentences", path)
    return tuple(texts[0]), tuple(texts[1])


def _group_lines(text: DividedText, pair: int) -> Iterator[str]:
    trees, name = text.trees, text.names[pair]
    nodes = range(int(trees.offsets[pair]), int(trees.offsets[pair + 1]))
    yield f'    <linkGroup id={quoteattr(name)} type="alignment">'
    spans = {node: (*trees.source[node].tolist(), *trees.target[node].tolist()) for node in nodes}
    ids = {
        node: f"{name}.{int(trees.depth[node])}_{a}-{b - 1}_{c}-{d - 1}"
        for node, (a, b, c, d) in spans.items()
    }
    place = pair + 1
    if nodes:
        _, last, _, end = spans[nodes[0]]
        for side, size in zip(SIDES, (last, end), strict=True):
            yield f'      <docPart doc="{side}" beginPos="{place}.0" endPos="{place}.{size - 1}"/>'
    for node in nodes:
        above = int(trees.parent[node])
        parent = ROOT if above < 0 else ids[above]
        yield f'      <link certainty="1" id={quoteattr(ids[node])} parentID={quoteattr(parent)}>'
        a, b, c, d = spans[node]
        sides = ((text.source[pair], a, b), (text.target[pair], c, d))
        for side, (words, begin, end) in zip(SIDES, sides, strict=True):
            shown = " ".join(words[begin:end])
            ends = f'beginPos="{side} {place}.{begin}" endPos="{side} {place}.{end - 1}"'
            yield f"        <docSpan {ends}>{escape(shown)}</docSpan>"
        yield "      </link>"
    yield "    </linkGroup>"


def _check_writable(text: DividedText, path: str | Path) -> None:
    trees = text.trees
    if not len(text.names) == len(text.source) == len(text.target) == trees.pairs:
        raise ConfigError(f"{path}: there are {trees.pairs} trees, but not as many names or texts")
    for pair, name in enumerate(text.names):
        nodes = slice(trees.offsets[pair], trees.offsets[pair + 1])
        for side, ends in ((text.source[pair], trees.source), (text.target[pair], trees.target)):
            roots = ends[nodes][trees.parent[nodes] < 0]
            if len(roots) and (roots[0, 0] or roots[0, 1] != len(side)):
                raise ConfigError(
                    f"{path}: the root of pair {name} spans words {roots[0, 0]} to "
                    f"{roots[0, 1] - 1} of a sentence with words 0 to {len(side) - 1}"
                )
            if any(word.split() != [word] or legal(word)[1] for word in side):
                raise ConfigError(f"{path}: pair {name} has a word that cannot stand in XML")
        if legal(name)[1] or not name.strip() or name != " ".join(name.split()):
            raise ConfigError(f"{path}: {name!r} is no name of a sentence pair")


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
