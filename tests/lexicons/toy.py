"""Small graphs of dictionaries, written down or drawn at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from diglot.model import Origin, Translation
from tests.lexicons.encoding import encode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.interface import ScoredPairs

Edge = tuple[str, str]


def graph_of(edges: Iterable[Edge], *, direction: str = "both") -> Graph:
    """A graph of edges such as ``("en:dog/noun", "es:perro/noun")``; one dictionary a pair."""
    found: dict[str, list[Translation]] = {}
    for source, target in edges:
        (one, word, part), (other, translation, its) = parse(source), parse(target)
        found.setdefault(f"{one}-{other}", []).append(
            Translation(word, translation, one, other, part, its, direction)
        )
    return encode((Origin(name), rows) for name, rows in found.items())


def parse(node: str) -> tuple[str, str, str | None]:
    """Language, word and part of speech of ``en:dog/noun``."""
    language, _, rest = node.partition(":")
    word, _, part = rest.partition("/")
    return language, word, part or None


def name(graph: Graph, node: int) -> str:
    """The node as `graph_of` takes it."""
    language = next(code for code in graph.languages if node < graph.range(code)[1])
    part = graph.parts[graph.part[node]]
    return f"{language}:{graph.lemma(node)}" + (f"/{part}" if part else "")


def named(graph: Graph, pairs: ScoredPairs) -> dict[tuple[str, str], float]:
    """Scores of pairs by the names of their nodes."""
    return {
        (name(graph, source), name(graph, target)): score
        for source, target, score in zip(
            pairs.source.tolist(), pairs.target.tolist(), pairs.score.tolist(), strict=True
        )
    }


def neighbours(graph: Graph) -> dict[int, set[int]]:
    """The graph as sets of nodes."""
    return {
        node: set(graph.neighbours[graph.starts[node] : graph.starts[node + 1]].tolist())
        for node in range(graph.nodes)
    }


@st.composite
def random_edges(
    draw: st.DrawFn, *, languages: tuple[str, ...] = ("en", "es", "ca", "fr")
) -> set[Edge]:
    """Edges between a handful of words of each language, with words of the first and the last."""
    words = [f"{code}:{word}" for code in languages for word in ("a", "b/noun", "c/noun", "d/verb")]
    pair = st.tuples(st.sampled_from(words), st.sampled_from(words)).filter(
        lambda edge: edge[0].split(":")[0] < edge[1].split(":")[0]
    )
    edges = draw(st.sets(pair, max_size=40))
    return edges | {(f"{languages[0]}:a", "es:a"), ("es:a", f"{languages[-1]}:a")}
