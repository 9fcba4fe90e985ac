"""Random walks over pivots against their definition."""

from __future__ import annotations

from importlib import import_module
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.lexicons.graph.graph import BACK, FORTH
from diglot.lexicons.interface import Resources
from diglot.lexicons.methods.random_walk import random_walk
from tests.lexicons.toy import graph_of, named, random_edges

if TYPE_CHECKING:
    from diglot.lexicons.graph.graph import Graph

SPRING = (
    ("en:spring", "es:primavera"),
    ("en:spring", "es:muelle"),
    ("en:spring", "ca:primavera"),
    ("es:primavera", "fr:printemps"),
    ("ca:primavera", "fr:printemps"),
    ("es:muelle", "fr:ressort"),
    ("es:muelle", "fr:quai"),
)


def found(edges: Any, direction: str = "both", **options: object) -> dict[tuple[str, str], float]:
    graph = graph_of(edges, direction=direction)
    return named(graph, random_walk(graph, "en", "fr", Resources(options={"root": 1, **options})))


class Plain:
    """The same walk by walk, nothing pruned, in one direction."""

    def __init__(self, graph: Graph, target: str, way: int, restricted: float) -> None:
        self.language = {
            node: code for code in graph.languages for node in range(*graph.range(code))
        }
        self.target = target
        self.near: dict[int, dict[int, float]] = {}
        for node in self.language:
            here = slice(graph.starts[node], graph.starts[node + 1])
            weights = np.where(graph.allowed[here] & way, 1.0, restricted).tolist()
            others = zip(graph.neighbours[here].tolist(), weights, strict=True)
            self.near[node] = {other: weight for other, weight in others if weight}

    def pivots(self, node: int) -> dict[int, float]:
        near = self.near[node].items()
        return {other: w for other, w in near if self.language[other] not in ("en", "fr")}

    def ends(self, node: int, left: int) -> dict[int, float]:
        if left == 1:
            near = self.near[node].items()
            return even({other: w for other, w in near if self.language[other] == self.target})
        ways = {n: w for n, w in self.pivots(node).items() if self.ends(n, left - 1)}
        return mixed([(chance, self.ends(n, left - 1)) for n, chance in even(ways).items()])

    def chances(self, node: int, steps: int) -> dict[int, float]:
        pivots = self.pivots(node)
        spoken = {self.language[n] for n in pivots}
        parts = []
        for code in spoken:
            own = even({n: w for n, w in pivots.items() if self.language[n] == code})
            parts += [(c / len(spoken), self.ends(n, steps - 1)) for n, c in own.items()]
        return mixed(parts)


def even(weights: dict[int, float]) -> dict[int, float]:
    total = max(1.0, sum(weights.values()))
    return {node: weight / total for node, weight in weights.items()}


def mixed(parts: list[tuple[float, dict[int, float]]]) -> dict[int, float]:
    result: dict[int, float] = {}
    for chance, ends in parts:
        for end, rest in ends.items():
            result[end] = result.get(end, 0.0) + chance * rest
    return result


def plain(graph: Graph, steps: int, restricted: float) -> dict[tuple[int, int], float]:
    forward, backward = (Plain(graph, *each, restricted) for each in (("fr", FORTH), ("en", BACK)))
    best: dict[tuple[int, int], list[float]] = {}
    for length in range(2, steps + 1):
        for source, target in product(range(*graph.range("en")), range(*graph.range("fr"))):
            there = forward.chances(source, length).get(target, 0.0)
            back = backward.chances(target, length).get(source, 0.0)
            if there and back:
                pair = best.setdefault((source, target), [0.0, 0.0])
                pair[0] = max(pair[0], there / 2 ** (length - 2))
                pair[1] = max(pair[1], back / 2 ** (length - 2))
    return {key: min(1.0, one * other) ** 0.5 for key, (one, other) in best.items()}


def test_every_language_has_the_same_weight_whatever_its_words() -> None:
    scores = found(SPRING, steps=2)
    # A half over Catalan, and a half over Spanish of which every other word leads there.
    there, back = 0.5 + 0.5 * 0.5, 1.0
    assert scores["en:spring", "fr:printemps"] == pytest.approx((there * back) ** 0.5)
    assert scores["en:spring", "fr:quai"] == pytest.approx((0.5 * 0.5 * 0.5) ** 0.5)


def test_a_third_step_reaches_words_without_a_common_pivot() -> None:
    edges = (("en:dog", "es:perro"), ("es:perro", "ca:gos"), ("ca:gos", "fr:chien"))
    assert found(edges, steps=2) == {}
    assert found(edges) == {("en:dog", "fr:chien"): pytest.approx(0.5)}


def test_a_fourth_step_is_taken_on_demand() -> None:
    edges = (
        ("en:dog", "es:perro"),
        ("es:perro", "ca:gos"),
        ("ca:gos", "oc:gos"),
        ("oc:gos", "fr:chien"),
    )
    assert found(edges) == {}
    assert found(edges, steps=4) == {("en:dog", "fr:chien"): pytest.approx(0.25)}


def test_walks_do_not_pass_the_two_languages_themselves() -> None:
    edges = (
        ("en:dog", "es:perro"),
        ("es:perro", "en:hound"),
        ("en:hound", "ca:gos"),
        ("ca:gos", "fr:chien"),
        ("en:dog", "fr:toutou"),
    )
    assert found(edges, steps=4) == {("en:hound", "fr:chien"): pytest.approx(0.5**0.5)}


def test_unlikely_ends_are_dropped() -> None:
    edges = [("en:a", "es:a"), *(("es:a", f"ca:{n}") for n in range(60))]
    edges += [(f"ca:{n}", f"fr:{n}") for n in range(60)]
    assert found(edges) == {}
    assert len(found(edges, prune=0.01)) == 60


@pytest.mark.parametrize(("direction", "expected"), [("forward", 1.0), ("backward", 0.01)])
def test_edges_of_the_other_direction_weigh_less(direction: str, expected: float) -> None:
    edges = (("en:dog", "es:perro"), ("es:perro", "fr:chien"))
    scores = found(edges, direction=direction, restricted=0.1)
    assert scores == {("en:dog", "fr:chien"): pytest.approx(expected)}


def test_edges_of_the_other_direction_can_be_forbidden() -> None:
    edges = (("en:dog", "es:perro"), ("es:perro", "fr:chien"))
    assert found(edges, direction="backward", restricted=0) == {}


@given(
    random_edges(),
    st.integers(2, 4),
    st.sampled_from([0.0, 0.3, 1.0]),
    st.sampled_from(["both", "forward", "backward"]),
    st.sampled_from([1, 10**7]),
)
def test_sparse_products_give_what_single_walks_give(
    edges: set[tuple[str, str]], steps: int, restricted: float, direction: str, products: int
) -> None:
    graph = graph_of(edges, direction=direction)
    options = {"steps": steps, "restricted": restricted, "prune": 0.0, "root": 1.0}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(vars(import_module("diglot.lexicons.paths.pivots")), "PRODUCTS", products)
        pairs = random_walk(graph, "en", "fr", Resources(options=options))
    expected = plain(graph, steps, restricted)
    keys = list(zip(pairs.source.tolist(), pairs.target.tolist(), strict=True))
    assert keys == sorted(expected)
    assert pairs.score.tolist() == pytest.approx([expected[key] for key in keys])


def test_the_root_spreads_small_scores() -> None:
    scores = found(SPRING, steps=2, root=4)
    assert scores["en:spring", "fr:quai"] == pytest.approx(0.125 ** (1 / 8))


def test_a_language_with_itself_is_refused() -> None:
    with pytest.raises(ConfigError, match="source and target are both 'en'"):
        random_walk(graph_of(SPRING), "en", "en", Resources())


@pytest.mark.parametrize("steps", [1, 5])
def test_numbers_of_steps_outside_two_to_four_are_refused(steps: int) -> None:
    with pytest.raises(ConfigError, match="option steps"):
        found(SPRING, steps=steps)
