"""Judgements of words as links between tokens, sure or possible, and links as cells.

Reference: Och and Ney 2003, A systematic comparison of various statistical alignment models,
    Computational Linguistics 29 (sure and possible links).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from diglot.annotate.layers.cells import SIDES, doubly_numbered_cells, tokens_of
from diglot.annotate.layers.groups.rules import groups_of
from diglot.annotate.layers.trees.nodes import nodes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from diglot.annotate.bodies import Body, Value
    from diglot.annotate.layers.cells import Payload
    from diglot.annotate.schemes import Scheme
    from diglot.model import WordLinks

MarkedLink: TypeAlias = tuple[int, int, Literal["S", "P"]]
"""Source token, target token, sure or possible."""

LabelledWords: TypeAlias = tuple[int, int, str]
"""Source token, target token, label."""


def labelled_links(payload: Payload, body: Body) -> list[LabelledWords]:
    """The labelled links of the layer ``word_labels``, ascending."""
    source, target = _numbers(payload)
    return sorted(
        (source[s], target[t], str(label))
        for s, t, label in doubly_numbered_cells(body, "l")
        if s in source and t in target
    )


def label_cells(payload: Payload, links: Iterable[LabelledWords]) -> dict[str, Value]:
    """The cells of labelled links, the inverse of `labelled`."""
    source, target = (tokens_of(payload, side) for side in SIDES)
    cells: dict[str, Value] = {f"l{source[s][0]}-{target[t][0]}": label for s, t, label in links}
    return dict(sorted(cells.items()))


def links_of_labels(payload: Payload, scheme: Scheme, body: Body) -> list[MarkedLink]:
    """What labelled links become in files of sure and possible ones, as the scheme says."""
    return _marked(scheme, labelled_links(payload, body))


def links_of_groups(payload: Payload, scheme: Scheme, body: Body) -> list[MarkedLink]:
    """All links of words of a group; a link of two groups is sure if one of them is."""
    source, target = _numbers(payload)
    return _marked(
        scheme,
        (
            (source[s], target[t], label)
            for _, (ours, theirs, label) in groups_of(body)
            for s in ours
            for t in theirs
            if s in source and t in target
        ),
    )


def group_cells(payload: Payload, links: Iterable[LabelledWords]) -> dict[str, Value]:
    """The cells of groups that stand for exactly some links.

    Words that are all linked with each other, and with no others, are one group. Links that form
    no such product become a group a source word and label.
    """
    spans = [tokens_of(payload, side) for side in SIDES]
    unique = sorted({(s, t): label for s, t, label in links}.items())
    groups: list[tuple[list[int], list[int], str]] = []
    for part in _components([link for link, _ in unique]):
        labels = [label for link, label in unique if link in part]
        ours = sorted({s for s, _ in part})
        theirs = sorted({t for _, t in part})
        if len(part) == len(ours) * len(theirs) and len(set(labels)) == 1:
            groups.append((ours, theirs, labels[0]))
            continue
        stars: dict[tuple[int, str], list[int]] = {}
        for (s, t), label in unique:
            if (s, t) in part:
                stars.setdefault((s, label), []).append(t)
        groups += [([s], targets, label) for (s, label), targets in sorted(stars.items())]
    return {
        f"g{number}": [
            [spans[0][s][0] for s in ours],
            [spans[1][t][0] for t in theirs],
            label,
        ]
        for number, (ours, theirs, label) in enumerate(sorted(groups), 1)
    }


def links_of_tree(payload: Payload, body: Body) -> list[MarkedLink]:
    """The flat links of a division: a leaf of two words is sure, all of a larger one possible."""
    found: list[MarkedLink] = []
    for node in nodes(payload, body):
        if node.kind == "leaf":
            first, last, begin, end = node.block
            kind: Literal["S", "P"] = "S" if (last - first, end - begin) == (1, 1) else "P"
            found += [(s, t, kind) for s in range(first, last) for t in range(begin, end)]
    return sorted(found)


def join_links(pairs: Sequence[Sequence[MarkedLink]]) -> WordLinks:
    """Links of many sentence pairs as one value."""
    import numpy as np

    from diglot.model import WordLinks

    offsets = np.zeros(len(pairs) + 1, dtype=np.int64)
    np.cumsum([len(links) for links in pairs], out=offsets[1:])
    rows = [link for links in pairs for link in sorted(links)]
    return WordLinks(
        offsets,
        np.array([s for s, _, _ in rows], dtype=np.int32),
        np.array([t for _, t, _ in rows], dtype=np.int32),
        possible=np.array([kind == "P" for _, _, kind in rows], dtype=np.bool_),
    )


def split_links(links: WordLinks) -> list[list[MarkedLink]]:
    """Links of every sentence pair, the inverse of `joined`."""
    kinds = ["S"] * len(links.source) if links.possible is None else links.possible.tolist()
    marks: list[Literal["S", "P"]] = ["P" if kind is True else "S" for kind in kinds]
    return [
        [
            (s, t, mark)
            for (s, t), mark in zip(
                links.of(pair), marks[links.offsets[pair] : links.offsets[pair + 1]], strict=True
            )
        ]
        for pair in range(links.pairs)
    ]


def _numbers(payload: Payload) -> tuple[dict[int, int], dict[int, int]]:
    """Numbers of tokens by first character."""
    source, target = (
        {begin: at for at, (begin, _) in enumerate(tokens_of(payload, side))} for side in SIDES
    )
    return source, target


def _marked(scheme: Scheme, links: Iterable[LabelledWords]) -> list[MarkedLink]:
    kinds = {label.name: label.links for label in scheme.labels}
    found: dict[tuple[int, int], Literal["S", "P"]] = {}
    for s, t, label in links:
        kind = kinds.get(label, "")
        if kind and found.get((s, t)) != "S":
            found[s, t] = kind
    return sorted((s, t, kind) for (s, t), kind in found.items())


def _components(links: Sequence[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """Links by what hangs together, in the order of the first link."""
    by_source: dict[int, list[tuple[int, int]]] = {}
    by_target: dict[int, list[tuple[int, int]]] = {}
    for link in links:
        by_source.setdefault(link[0], []).append(link)
        by_target.setdefault(link[1], []).append(link)
    parts: list[set[tuple[int, int]]] = []
    seen: set[tuple[int, int]] = set()
    for first in links:
        if first in seen:
            continue
        part, waiting = {first}, [first]
        while waiting:
            s, t = waiting.pop()
            for link in (*by_source[s], *by_target[t]):
                if link not in part:
                    part.add(link)
                    waiting.append(link)
        seen |= part
        parts.append(part)
    return parts
