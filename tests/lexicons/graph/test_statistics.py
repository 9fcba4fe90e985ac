"""What a graph holds, in numbers: each against its definition."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.lexicons.graph import statistics as reach
from diglot.lexicons.graph.graph import Graph
from diglot.lexicons.graph.statistics import (
    BANDS,
    GraphStatistics,
    graph_statistics,
    inferable_pairs,
)
from diglot.model import Origin, Translation
from tests.lexicons.encoding import encode

LANGUAGES = st.sampled_from(["ca", "en", "es", "fr"])
ROWS = st.lists(
    st.builds(
        Translation,
        st.sampled_from(["a", "A", "b", "c d", "e"]),
        st.sampled_from(["a", "b", "f g"]),
        LANGUAGES,
        LANGUAGES,
        st.sampled_from([None, "noun"]),
        st.sampled_from([None, "noun", "verb"]),
        st.sampled_from(["both", "forward"]),
    ),
    max_size=15,
)


def graph_of(dictionaries: list[list[Translation]]) -> Graph:
    """A graph in which something is said at least once."""
    rows = [[Translation("a", "x", "en", "fr")], *dictionaries]
    return encode((Origin(f"d{at}"), each) for at, each in enumerate(rows))


def edges_of(graph: Graph) -> list[tuple[int, int, int, tuple[int, ...]]]:
    """Every edge once: ends, ways and dictionaries."""
    begins = np.repeat(np.arange(graph.nodes), np.diff(graph.starts)).tolist()
    return [
        (one, other, way, graph.witnesses[who])
        for one, other, way, who in zip(
            begins,
            graph.neighbours.tolist(),
            graph.allowed.tolist(),
            graph.witness.tolist(),
            strict=True,
        )
        if one < other
    ]


def parts_of(nodes: int, edges: list[tuple[int, int]]) -> list[set[int]]:
    """The components of a graph, by joining sets."""
    parts = [{node} for node in range(nodes)]
    for one, other in edges:
        first = next(part for part in parts if one in part)
        second = next(part for part in parts if other in part)
        if first is not second:
            parts.remove(second)
            first |= second
    return parts


@given(dictionaries=st.lists(ROWS, max_size=3))
def test_figures_are_those_of_their_definitions(dictionaries: list[list[Translation]]) -> None:
    graph = graph_of(dictionaries)
    found = graph_statistics(graph)
    edges = edges_of(graph)
    code = [graph.languages[at] for at in graph.language_of(np.arange(graph.nodes)).tolist()]
    assert (found.nodes, found.edges) == (graph.nodes, len(edges))
    assert found.words == len(set(graph.word.tolist()))
    assert found.restricted == sum(way != 3 for _, _, way, _ in edges)
    for language in found.languages:
        nodes = [node for node in range(graph.nodes) if code[node] == language.code]
        assert language.nodes == len(nodes)
        assert language.words == len({int(graph.word[node]) for node in nodes})
        assert language.multiword == sum(" " in graph.lemma(node) for node in nodes)
        assert language.edges == sum(language.code in (code[a], code[b]) for a, b, _, _ in edges)
    joined = [(one, other) for one, other, _, _ in edges]
    whole = len(parts_of(graph.nodes, joined))
    bridges = [
        edge
        for edge in joined
        if len(parts_of(graph.nodes, [each for each in joined if each != edge])) > whole
    ]
    assert found.bridges == len(bridges)
    assert sum(pair.edges for pair in found.pairs) == len(edges)
    for pair in found.pairs:
        here = [
            each
            for each in edges
            if sorted((code[each[0]], code[each[1]])) == [pair.one, pair.other]
        ]
        assert pair.edges == len(here)
        assert pair.restricted == sum(each[2] != 3 for each in here)
        assert pair.agreed == sum(len(each[3]) > 1 for each in here)
        assert pair.bridges == sum(each[:2] in bridges for each in here)
        assert pair.dictionaries == tuple(
            f"d{at}" for at in sorted({d for each in here for d in each[3]})
        )
    for number, each in enumerate(found.dictionaries):
        assert each.edges == sum(number in those for _, _, _, those in edges)
        assert each.alone == sum(those == (number,) for _, _, _, those in edges)
    part = [graph.parts[at] for at in graph.part.tolist()]
    for each in found.parts:
        assert each.nodes == part.count(each.part)
        ends = [(part[a] == each.part) + (part[b] == each.part) for a, b, _, _ in edges]
        assert (each.edges, each.mixed) == (ends.count(2), ends.count(1))


@given(dictionaries=st.lists(ROWS, max_size=3))
def test_components_are_those_of_joined_sets(dictionaries: list[list[Translation]]) -> None:
    graph = graph_of(dictionaries)
    sizes = sorted(map(len, parts_of(graph.nodes, [each[:2] for each in edges_of(graph)])))
    found = graph_statistics(graph).components
    assert (found.components, found.largest) == (len(sizes), sizes[-1])
    assert found.pairs == sizes.count(2)
    assert found.share == sizes[-1] / graph.nodes


@given(dictionaries=st.lists(ROWS, max_size=3), at_once=st.sampled_from([1, 3, 64]))
def test_words_in_two_steps_are_those_of_walks(
    dictionaries: list[list[Translation]], at_once: int
) -> None:
    graph = graph_of(dictionaries)
    code = [graph.languages[at] for at in graph.language_of(np.arange(graph.nodes)).tolist()]
    beside: list[set[int]] = [set() for _ in range(graph.nodes)]
    for one, other, _, _ in edges_of(graph):
        beside[one].add(other)
        beside[other].add(one)
    words = {
        (code[one], code[other], int(graph.word[one]))
        for one in range(graph.nodes)
        for pivot in beside[one]
        for other in beside[pivot]
        if len({code[one], code[pivot], code[other]}) == 3
    }
    counts = Counter((one, other) for one, other, _ in words)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reach, "_AT_ONCE", at_once)
        found = inferable_pairs(graph)
    expected = {(one, other) for one, other in counts if one < other}
    assert expected <= {(each.one, each.other) for each in found}
    for each in found:
        assert each.one_words == counts[each.one, each.other]
        assert each.other_words == counts[each.other, each.one]
        assert set(each.pivots) == {
            pivot
            for pivot in graph.languages
            if pivot not in (each.one, each.other)
            and all(
                any(
                    code[a] == pivot and code[b] == end
                    for a in range(graph.nodes)
                    for b in beside[a]
                )
                for end in (each.one, each.other)
            )
        }


def test_degrees_are_counted_in_bands() -> None:
    rows = [Translation("bank", f"w{at}", "en", "fr") for at in range(10)]
    degrees = graph_statistics(encode([(Origin("a"), rows)])).degrees
    assert (degrees.most, degrees.example, degrees.median) == (10, "bank", 1)
    assert degrees.mean == pytest.approx(20 / 11)
    assert dict(degrees.bands) == dict.fromkeys(BANDS, 0) | {1: 10, 9: 1}


def test_a_long_chain_is_one_component_of_bridges() -> None:
    rows = [
        Translation(f"{at:05}", f"{at + 1:05}", ("en", "fr")[at % 2], ("en", "fr")[(at + 1) % 2])
        for at in range(20_000)
    ]
    found = graph_statistics(encode([(Origin("a"), rows[::-1])]))
    assert (found.components.components, found.bridges) == (1, 20_000)


def test_figures_can_be_written_as_json() -> None:
    found = graph_statistics(graph_of([]))
    assert json.loads(json.dumps(asdict(found)))["pairs"][0]["dictionaries"] == ["d0"]


def test_figures_of_apertium(shared_data: Path, tmp_path: Path) -> None:
    from diglot.pipeline.steps.lexicons.dictionaries import load_graph

    folder = shared_data / "lexicons" / "apertium-rdf27"
    names = ("eng-spa", "eng-cat", "fra-spa", "fra-cat", "por-glg")
    found: GraphStatistics = graph_statistics(
        load_graph([folder / f"{name}.tsv.gz" for name in names]).graph
    )
    edges = {(each.one, each.other): each.edges for each in found.pairs}
    assert edges == {
        ("ca", "fr"): 68_087,
        ("ca", "en"): 52_323,
        ("en", "es"): 28_814,
        ("es", "fr"): 22_689,
        ("gl", "pt"): 6_044,
    }
    pair = next(each for each in found.inferable if (each.one, each.other) == ("en", "fr"))
    assert pair.pivots == ("ca", "es")
    assert pair.direct == 0
    assert min(pair.one_words, pair.other_words) > 15_000
    assert {each.part for each in found.parts[:2]} == {"noun", "properNoun"}
    assert not any("pt" in (each.one, each.other) for each in found.inferable)
