"""Cycle density against a search that looks at every cycle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.lexicons.interface import Resources
from diglot.lexicons.methods.cycles import cycles
from tests.lexicons.toy import graph_of, named, neighbours, random_edges

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diglot.lexicons.graph.graph import Graph

SQUARE = (
    ("en:dog/noun", "es:perro/noun"),
    ("en:dog/noun", "ca:gos/noun"),
    ("es:perro/noun", "fr:chien/noun"),
    ("ca:gos/noun", "fr:chien/noun"),
)
CHORD = (*SQUARE, ("es:perro/noun", "ca:gos/noun"))
LANGUAGES = ("en", "es", "ca", "eo", "fr")


def found(edges: Any, **options: object) -> dict[tuple[str, str], float]:
    graph = graph_of(edges)
    return named(graph, cycles(graph, "en", "fr", Resources(options={"least": 0.0, **options})))


@pytest.mark.slow
def test_the_density_counts_edges_among_the_words_of_a_cycle() -> None:
    assert found(SQUARE) == {("en:dog/noun", "fr:chien/noun"): pytest.approx(4 / 6)}
    assert found(CHORD) == {("en:dog/noun", "fr:chien/noun"): pytest.approx(5 / 6)}


def test_a_word_with_three_neighbours_on_the_cycle_gets_more() -> None:
    edges = (*CHORD, ("en:dog/noun", "eo:hundo/noun"), ("eo:hundo/noun", "fr:chien/noun"))
    ring = {("en:dog/noun", "fr:chien/noun"): pytest.approx(5 / 6)}
    assert found(edges, longest=4) == ring
    # Now eo-es makes a cycle of five with eight edges, and three neighbours of either end.
    edges = (*edges, ("es:perro/noun", "eo:hundo/noun"))
    assert found(edges, large=5, small=5) == {
        ("en:dog/noun", "fr:chien/noun"): pytest.approx(min(1.0, 8 / 10 * 1.3))
    }
    assert found(edges, large=5, small=5, factor=1) == {
        ("en:dog/noun", "fr:chien/noun"): pytest.approx(8 / 10)
    }


def test_words_with_many_neighbours_need_longer_cycles() -> None:
    assert found(SQUARE, cutoff=2) == {}
    assert len(found(SQUARE, cutoff=3)) == 1


def test_a_chain_is_no_cycle() -> None:
    assert found((("en:dog", "es:perro"), ("es:perro", "fr:chien"))) == {}


def test_pairs_below_the_least_score_are_left_out() -> None:
    assert found(SQUARE, least=0.7) == {}
    assert len(found(SQUARE, least="0.66")) == 1


def test_a_direct_translation_closes_no_cycle() -> None:
    assert found((*SQUARE[:3], ("en:dog/noun", "fr:chien/noun"))) == {}


def test_a_language_comes_once_unless_it_may_be_repeated() -> None:
    edges = (
        ("en:bank", "es:banco"),
        ("en:bank", "es:orilla"),
        ("es:banco", "fr:banc"),
        ("es:orilla", "fr:banc"),
    )
    assert found(edges) == {}
    assert found(edges, repeat=True) == {("en:bank", "fr:banc"): pytest.approx(4 / 6)}


def test_names_go_by_closure() -> None:
    edges = (
        ("en:Rome/properNoun", "es:Roma/properNoun"),
        ("es:Roma/properNoun", "ca:Roma/properNoun"),
        ("ca:Roma/properNoun", "fr:Rome/properNoun"),
        ("ca:Roma/properNoun", "fr:romain/noun"),
    )
    assert found(edges) == {("en:Rome/properNoun", "fr:Rome/properNoun"): 1.0}
    assert found(edges, closure=2) == {}
    assert found(edges, closure=0) == {}


def test_parts_of_speech_may_have_to_agree() -> None:
    edges = [(one, other.replace("chien/noun", "chien/verb")) for one, other in SQUARE]
    assert len(found(edges)) == 1
    assert found(edges, pos="same") == {}


def test_a_used_up_budget_is_told() -> None:
    graph = graph_of(CHORD)
    pairs = cycles(graph, "en", "fr", Resources(options={"budget": 1}))
    assert pairs.notes == (
        "2 words have too many cycles around them to look at all: raise the budget",
    )
    assert cycles(graph, "en", "fr", Resources()).notes == ()


def test_settings_have_names_and_options_come_before_them() -> None:
    edges = (*SQUARE, ("es:perro/noun", "eo:hundo/noun"), ("eo:hundo/noun", "fr:hund/noun"))
    graph = graph_of(edges)

    def count(**options: object) -> int:
        return len(cycles(graph, "en", "fr", Resources(options=options)))

    assert count() == count(settings="acdcat") == 1
    assert count(settings="liberal", least=0.9) == 0
    with pytest.raises(ConfigError, match="available: default, liberal, acdcat"):
        count(settings="strict")
    with pytest.raises(ConfigError, match="unknown option 'length'"):
        count(length=4)


def test_a_language_with_itself_is_refused() -> None:
    with pytest.raises(ConfigError, match="source and target are both 'en'"):
        cycles(graph_of(SQUARE), "en", "en", Resources())


def rings(near: dict[int, set[int]], start: int, longest: int) -> Iterator[tuple[int, ...]]:
    """All simple cycles through a node, in both orders."""

    def extend(path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for node in near[path[-1]]:
            if node == start and len(path) > 2:
                yield path
            elif node not in path and len(path) < longest:
                yield from extend((*path, node))

    return extend((start,))


def around(near: dict[int, set[int]], start: int, depth: int) -> set[int]:
    reached = {start}
    for _ in range(depth):
        reached |= {other for node in reached for other in near[node]}
    return reached


def plain(graph: Graph, depth: int, longest: int, repeat: bool) -> dict[tuple[int, int], float]:
    """Every cycle of every word, nothing pruned; minimum 5 for three neighbours, else 4."""
    language = graph.language_of(np.arange(graph.nodes)).tolist()
    sides = [set(range(*graph.range(code))) for code in ("en", "fr")]
    near = neighbours(graph)
    for one, other in (sides, sides[::-1]):
        near |= {node: near[node] - other for node in one}
    best: dict[tuple[int, int], float] = {}
    for turned in (False, True):
        sources, targets = sides[::-1] if turned else sides
        for source in sources:
            least = 5 if len(near[source]) >= 3 else 4
            context = around(near, source, depth)
            for ring in rings(near, source, longest):
                spoken = [language[node] for node in ring]
                fits = set(ring) <= context and len(ring) >= least
                if not fits or (not repeat and len(set(spoken)) < len(ring)):
                    continue
                within = {node: len(near[node] & set(ring)) for node in ring}
                density = sum(within.values()) / (len(ring) * (len(ring) - 1))
                for target in targets & set(ring):
                    score = min(1.0, 1.3 * density) if within[target] > 2 else density
                    key = (target, source) if turned else (source, target)
                    best[key] = max(best.get(key, 0.0), score)
    return best


@given(random_edges(languages=LANGUAGES), st.integers(1, 4), st.integers(4, 6), st.booleans())
@example(set(CHORD), 2, 4, False)
def test_the_compiled_search_finds_what_looking_at_every_cycle_finds(
    edges: set[tuple[str, str]], depth: int, longest: int, repeat: bool
) -> None:
    graph = graph_of(edges)
    options = {
        "least": 0.0,
        "depth": depth,
        "longest": longest,
        "repeat": repeat,
        "cutoff": 3,
        "budget": 10**9,
    }
    pairs = cycles(graph, "en", "fr", Resources(options=options))
    expected = plain(graph, depth, longest, repeat)
    keys = list(zip(pairs.source.tolist(), pairs.target.tolist(), strict=True))
    assert keys == sorted(expected)
    assert pairs.score.tolist() == pytest.approx([expected[key] for key in keys])
