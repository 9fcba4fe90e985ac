"""TransRead: links between sentences, and trees of bisegments made of chunk links."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError, FormatError
from diglot.files.atomic import atomic_open
from diglot.files.xml import flat_text, iterparse, line_of, local_name, remove_illegal_characters
from diglot.formats.blocks import escape_text, quote
from diglot.formats.links.plain import score_of
from diglot.model import BisegmentTrees, DividedText, Link, Skipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lxml import etree


# TransRead XML (1.1 to 1.3): links between spans of two documents, at several levels.
#
# Positions are zero-based and their end is inclusive; token ranges in the ids of chunk links, too.
# The documents that positions point into are separate files, so the text inside the spans is kept.
#
# Reference: Xu and Yvon 2016, Novel annotation schemes for sentential and sub-sentential alignments
# of bi-texts, LREC.

LEVELS = ("sentence", "token", "chunk", "paraphrase")
ROOT = "ROOT"
LONGEST = 100_000  # tokens of a sentence
_NODE = re.compile(r"(.+)\.(\d{1,9})_(\d{1,9})-(\d{1,9})_(\d{1,9})-(\d{1,9})")
_XML = "{http://www.w3.org/XML/1998/namespace}"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of one document: first and last position as in the file, and its text."""

    document: str
    begin: str
    end: str
    text: str


@dataclass(frozen=True, slots=True)
class Node:
    """One link of a file; chunk links form trees through ``parent``.

    Attributes:
        id: as in the file.
        spans: one or two; one means a null link.
        parent: id of the parent node, `ROOT` at the top, None outside trees.
        certainty: as a number in [0, 1], if it is one.
    """

    id: str
    spans: tuple[Span, ...]
    parent: str | None = None
    certainty: float | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """The links of one unit, e.g. one tree; children may come before their parents.

    Attributes:
        id: number of the group, if any.
        level: one of `LEVELS`.
        parts: the documents it joins, source first.
        nodes: its links in the order of the file; may be empty.
    """

    id: str
    level: str
    parts: tuple[str, ...]
    nodes: tuple[Node, ...]


def read_groups(
    path: str | Path,
    *,
    level: str | None = None,
    encoding: str | None = None,
) -> Iterator[Group]:
    """Give the alignment groups of a file one by one; annotation groups are passed over.

    Args:
        path: the file.
        level: only groups of this level.
        encoding: overrides what the file declares.

    Raises:
        FormatError: the file is malformed.
        UnsafeFileError: it breaks a safety limit.
    """
    path = Path(path)
    groups = iterparse(path, ("{*}linkGroup",), encoding=encoding, roots=("trAnnot",))
    for element in groups:
        parent = element.getparent()
        found = (parent.get("level") if parent is not None else None) or "sentence"
        if element.get("type", "alignment") != "alignment" or (level and found != level):
            continue
        children = [child for child in element if local_name(child) in ("docPart", "link")]
        parts = tuple(
            dict.fromkeys(
                child.get("doc") or "" for child in children if local_name(child) == "docPart"
            )
        )
        nodes = tuple(_node(child, path) for child in children if local_name(child) == "link")
        yield Group(element.get("id") or "", found, parts, nodes)


def documents(path: str | Path, *, encoding: str | None = None) -> tuple[tuple[str, str], ...]:
    """Return (id, language) of the documents of a file, in its order.

    Args:
        path: the file.
        encoding: overrides what the file declares.

    Raises:
        FormatError: the file is malformed.
    """
    names = iterparse(path, ("{*}docName",), encoding=encoding, roots=("trAnnot",))
    return tuple(
        (element.get("id") or "", element.get(f"{_XML}lang") or element.get("lang") or "")
        for element in names
    )


def read_links(
    path: str | Path, *, level: str = "sentence", encoding: str | None = None
) -> tuple[Link, ...]:
    """Return the links of one level.

    Sentences are numbered in the order of their positions. Token and chunk links hold the
    positions of tokens in their sentence; their kind says where they belong: ``token:4-4``
    (numbers of the two sentences, from 1) or ``chunk:GROUP:NODE<PARENT``.

    Args:
        level: one of `LEVELS`.

    Raises:
        FormatError: the file is malformed or has no link of that level.
    """
    path = Path(path)
    groups = list(read_groups(path, level=level, encoding=encoding))
    if not groups:
        raise FormatError(
            f"holds no links of the level {level!r}",
            path=path,
            cure=f"choose another level of {', '.join(LEVELS)}",
        )
    sides = tuple(name for name, _ in documents(path, encoding=encoding))[:2]
    if level == "chunk":
        return tuple(_chunk_link(group, node, path) for group in groups for node in group.nodes)
    if len(sides) < 2:
        raise FormatError("names no two documents", path=path, cure="get a complete copy")
    if level == "token":
        return tuple(_token_link(node, sides, path) for group in groups for node in group.nodes)
    nodes = [node for group in groups for node in group.nodes]

    def places(node: Node, side: str) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
        return {
            (_position(span.begin, path), _position(span.end, path))
            for span in node.spans
            if span.document == side
        }

    tables = []
    for side in sides:
        ordered = sorted(set().union(*(places(node, side) for node in nodes)))
        tables.append({key: index for index, key in enumerate(ordered)})
    links = []
    for node in nodes:
        found = [
            tuple(sorted(table[key] for key in places(node, side)))
            for side, table in zip(sides, tables, strict=True)
        ]
        links.append(Link(found[0], found[1], node.certainty))
    return tuple(links)


def token_ranges(node: Node, path: str | Path) -> tuple[int, int, int, int]:
    """Return the tokens of a chunk link, first and one after the last: source, then target.

    They stand in the id, ``group.level_a-b_c-d``, where ends are included.

    Raises:
        FormatError: the id is of another form, or a range is empty or very long.
    """
    match = _NODE.fullmatch(node.id)
    if match is None:
        raise FormatError(
            f"the id {node.id!r} holds no token ranges",
            path=path,
            cure="write ids as group.level_a-b_c-d",
        )
    first, last, begin, end = (int(number) for number in match.groups()[2:])
    if max(last, end) > LONGEST:
        raise FormatError(f"the token range of {node.id!r} is too long", path=path)
    if last < first or end < begin:
        raise FormatError(f"the token range of {node.id!r} is empty", path=path)
    return first, last + 1, begin, end + 1


def _node(element: etree._Element, path: Path) -> Node:
    spans = tuple(_span(child) for child in element if local_name(child) == "docSpan")
    if not spans:
        raise FormatError(
            "a link without docSpan",
            path=path,
            place=line_of(element),
            cure="check that the file is complete",
        )
    try:
        certainty = score_of(element.get("certainty") or "")
    except ValueError as error:
        raise FormatError(str(error), path=path, place=line_of(element)) from error
    return Node(element.get("id") or "", spans, element.get("parentID"), certainty)


def _span(element: etree._Element) -> Span:
    begin = (element.get("beginPos") or "").split()
    end = (element.get("endPos") or "").split()
    document = begin[0] if len(begin) > 1 else ""
    return Span(
        document,
        begin[-1] if begin else "",
        end[-1] if end else "",
        flat_text(element),
    )


def _chunk_link(group: Group, node: Node, path: Path) -> Link:
    first, last, begin, end = token_ranges(node, path)
    return Link(
        tuple(range(first, last)),
        tuple(range(begin, end)),
        node.certainty,
        f"chunk:{group.id}:{node.id}<{node.parent or ROOT}",
    )


def _token_link(node: Node, sides: Sequence[str], path: Path) -> Link:
    """Tokens are ``sentence.token``: sentences from 1, tokens from 0."""
    tokens: list[tuple[int, ...]] = []
    sentences: list[str] = []
    for side in sides:
        found: set[int] = set()
        of = "0"
        for span in node.spans:
            if span.document == side:
                begin, end = _position(span.begin, path), _position(span.end, path)
                if len(begin) != 2 or len(end) != 2 or end[1] - begin[1] > LONGEST:
                    raise FormatError(
                        f"the position {span.begin!r} is not a token",
                        path=path,
                        cure="write tokens as sentence.token",
                    )
                found.update(range(begin[1], end[1] + 1))
                of = str(begin[0])
        tokens.append(tuple(sorted(found)))
        sentences.append(of)
    return Link(tokens[0], tokens[1], node.certainty, f"token:{'-'.join(sentences)}")


def _position(text: str, path: Path) -> tuple[int, ...]:
    parts = text.split(".")
    if not all(part.isascii() and part.isdigit() and len(part) <= 9 for part in parts):
        raise FormatError(
            f"{text!r} is not a position", path=path, cure="write numbers separated by full stops"
        )
    return tuple(int(part) for part in parts)


# Trees of bisegments: the chunk links of a TransRead file, read plain or packed with gzip.
#
# Children may come before their parents, levels in ids may be skipped, and a child may repeat its
# parent. What counts is who is whose parent.
#
# Reference: Xu and Yvon 2016, Novel annotation schemes for sentential and sub-sentential alignments
# of bi-texts, LREC, section 3.3.


NAMESPACE = "http://transread.limsi.fr"
SIDES = ("doc_source", "doc_target")
"""What written files call the two documents."""

_Row = tuple[int, int, int, int, int, int]
"""Source and target token ranges with their ends left out, row of the parent, depth."""


def read_trees(path: str | Path, *, encoding: str | None = None) -> BisegmentTrees:
    """Read one tree a sentence pair, in the order of the file; groups without links are empty.

    Raises:
        FormatError: the file is malformed, or its links form no trees.
        UnsafeFileError: it breaks a safety limit.
    """
    path = Path(path)
    groups = read_groups(path, level="chunk", encoding=encoding)
    return _trees_of(groups, path)


def read_trees_with_tokens(path: str | Path, *, encoding: str | None = None) -> DividedText:
    """Read trees with the tokens of their sentence pairs, which stand in the roots.

    Raises:
        FormatError: as `read_trees`, or a root does not stand for all words of its text.
        UnsafeFileError: it breaks a safety limit.
    """
    path = Path(path)
    groups = list(read_groups(path, level="chunk", encoding=encoding))
    tokens = [_tokens(group, path) for group in groups]
    named = documents(path, encoding=encoding)
    languages = [language for _, language in named] if len(named) == 2 else ["", ""]
    return DividedText(
        trees=_trees_of(groups, path),
        names=tuple(group.id for group in groups),
        source=tuple(source for source, _ in tokens),
        target=tuple(target for _, target in tokens),
        languages=(languages[0], languages[1]),
    )


def write_trees_with_tokens(path: str | Path, text: DividedText) -> tuple[Skipped, ...]:
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
            f"    <docName id={quote(side)} xml:lang={quote(language)}>{side}</docName>"
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
    yield f'    <linkGroup id={quote(name)} type="alignment">'
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
        yield f'      <link certainty="1" id={quote(ids[node])} parentID={quote(parent)}>'
        a, b, c, d = spans[node]
        sides = ((text.source[pair], a, b), (text.target[pair], c, d))
        for side, (words, begin, end) in zip(SIDES, sides, strict=True):
            shown = " ".join(words[begin:end])
            ends = f'beginPos="{side} {place}.{begin}" endPos="{side} {place}.{end - 1}"'
            yield f"        <docSpan {ends}>{escape_text(shown)}</docSpan>"
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
            if any(word.split() != [word] or remove_illegal_characters(word)[1] for word in side):
                raise ConfigError(f"{path}: pair {name} has a word that XML cannot hold")
        if remove_illegal_characters(name)[1] or not name.strip() or name != " ".join(name.split()):
            raise ConfigError(f"{path}: {name!r} is not a name of a sentence pair")


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
