"""The graph of dictionaries made row by row with Python's own containers: an oracle."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable

from diglot.lexicons.graph.graph import BACK, FORTH, Graph
from diglot.model import Origin, Translation
from diglot.model.lexicon import BACKWARD, FORWARD

Node = tuple[str, str, str, str]  # language, word, lemma, part of speech
Edges = dict[Node, dict[Node, tuple[int, tuple[int, ...]]]]


def edges_of(
    dictionaries: Iterable[tuple[Origin, Iterable[Translation]]], *, case: str, pos: str
) -> Edges:
    """Every node with its edges: which way they may be used, and who says so."""
    found: defaultdict[Node, dict[Node, tuple[int, set[int]]]] = defaultdict(dict)

    def node(lemma: str, language: str, part: str | None) -> Node:
        text = " ".join(unicodedata.normalize("NFC", lemma).split())
        text = text.casefold() if case == "fold" else text
        return language, text.casefold(), text, "" if pos == "ignore" else part or ""

    for number, (_, translations) in enumerate(dictionaries):
        for each in translations:
            one = node(each.source, each.source_language, each.source_pos)
            other = node(each.target, each.target_language, each.target_pos)
            if not one[2] or not other[2]:
                continue
            forth = {FORWARD: FORTH, BACKWARD: BACK}.get(each.direction, FORTH | BACK)
            back = {FORTH: BACK, BACK: FORTH}.get(forth, forth)
            if one == other:
                found[one]
                continue
            for here, there, way in ((one, other, forth), (other, one, back)):
                before, who = found[here].get(there, (0, set()))
                found[here][there] = (before | way, who | {number})
    return {
        here: {
            there: (way, tuple(sorted(who))) for there, (way, who) in sorted(found[here].items())
        }
        for here in sorted(found)
    }


def edges_in(graph: Graph) -> Edges:
    """The same, read from a graph."""
    language = graph.language_of(_every(graph)).tolist()
    lemmas = graph.lemmas(_every(graph))
    nodes = [
        (graph.languages[language[at]], lemmas[at].casefold(), lemmas[at], graph.parts[part])
        for at, part in enumerate(graph.part.tolist())
    ]
    found: Edges = {}
    for at, node in enumerate(nodes):
        here = slice(graph.starts[at], graph.starts[at + 1])
        found[node] = {
            nodes[neighbour]: (way, graph.witnesses[who])
            for neighbour, way, who in zip(
                graph.neighbours[here].tolist(),
                graph.allowed[here].tolist(),
                graph.witness[here].tolist(),
                strict=True,
            )
        }
    return found


def _every(graph: Graph):
    import numpy as np

    return np.arange(graph.nodes)
