"""Beads, links and trees of judgements as the values that are compared."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from diglot.annotate.layers.groups.rules import groups_of
from diglot.annotate.layers.sentences.beads import beads_of
from diglot.annotate.layers.spans import text_of, tokens_of
from diglot.annotate.layers.trees.tree_nodes import nodes
from diglot.model import BisegmentTrees, Link, WordLinks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.annotate.bodies import Body
    from diglot.annotate.layers.layer import Payload
    from diglot.annotate.layers.sentences.beads import Bead
    from diglot.annotate.schemes import Scheme

Span = tuple[int, int]


def bead_sides(
    items: Sequence[tuple[Payload, Body, Body]],
) -> tuple[list[Link], list[Link], tuple[list[str], list[str]]]:
    """Links of two annotators over common segments, pairs of documents one after another.

    Where one of them has divided a segment the pieces are the segments for both.

    Args:
        items: payload, and the cells of the two.

    Returns:
        Links of one, links of the other, texts of the source and of the target segments.
    """
    links: tuple[list[Link], list[Link]] = ([], [])
    texts: tuple[list[str], list[str]] = ([], [])
    for payload, *bodies in items:
        judged = [beads_of(body) for body in bodies]
        pieces = [
            _pieces(text_of(payload, "source"), [span for each in judged for span in each.source]),
            _pieces(text_of(payload, "target"), [span for each in judged for span in each.target]),
        ]
        for found, beads in zip(links, judged, strict=True):
            for bead in beads.beads:
                found.append(_link(bead, pieces, (len(texts[0]), len(texts[1]))))
        for side, spans, known in zip(("source", "target"), pieces, texts, strict=True):
            text = text_of(payload, side)
            known += [text[start:end] for start, end in spans]
    return links[0], links[1], texts


def _pieces(text: str, segments: Sequence[Span]) -> list[Span]:
    cuts = sorted({cut for span in segments for cut in span})
    return [(start, end) for start, end in pairwise(cuts) if text[start:end].strip()]


def _link(bead: Bead, pieces: Sequence[Sequence[Span]], before: tuple[int, int]) -> Link:
    source, target = (
        tuple(
            first + number
            for number, (start, end) in enumerate(spans)
            if span[0] <= start and end <= span[1]
        )
        for spans, span, first in zip(pieces, (bead.source, bead.target), before, strict=True)
    )
    return Link(source, target)


def words_of(items: Sequence[tuple[Payload, Body]], scheme: Scheme) -> WordLinks:
    """Links between all words of each group; those of labels that are not sure are possible."""
    sure = {label.name for label in scheme.labels if label.links == "S"}
    source: list[int] = []
    target: list[int] = []
    possible: list[bool] = []
    offsets = [0]
    for payload, body in items:
        numbers = [
            {start: at for at, (start, _) in enumerate(tokens_of(payload, side))}
            for side in ("source", "target")
        ]
        marks: dict[tuple[int, int], bool] = {}
        for _, (ours, theirs, label) in groups_of(body):
            for s in ours:
                for t in theirs:
                    link = (numbers[0][s], numbers[1][t])
                    marks[link] = marks.get(link, True) and label not in sure
        for (s, t), mark in sorted(marks.items()):
            source.append(s)
            target.append(t)
            possible.append(mark)
        offsets.append(len(source))
    return WordLinks(
        np.array(offsets, dtype=np.int64),
        np.array(source, dtype=np.int32),
        np.array(target, dtype=np.int32),
        possible=np.array(possible, dtype=np.bool_),
    )


def trees_of(items: Sequence[tuple[Payload, Body]]) -> BisegmentTrees:
    """The divisions of each item, nodes that nobody has divided or closed being leaves."""
    blocks: list[tuple[int, int, int, int]] = []
    parents: list[int] = []
    depths: list[int] = []
    offsets = [0]
    for payload, body in items:
        rows: dict[str, int] = {}
        for node in nodes(payload, body):
            rows[node.path] = len(blocks)
            blocks.append(node.block)
            parents.append(rows[node.path[:-1]] if node.path else -1)
            depths.append(len(node.path))
        offsets.append(len(blocks))
    table = np.array(blocks, dtype=np.int32).reshape(-1, 4)
    return BisegmentTrees(
        np.array(offsets, dtype=np.int64),
        table[:, :2].copy(),
        table[:, 2:].copy(),
        np.array(parents, dtype=np.int64),
        np.array(depths, dtype=np.int32),
    )
