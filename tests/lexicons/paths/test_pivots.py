"""Paths of two edges against their definition."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from diglot.lexicons.paths.pivots import pivot_pairs, pivots_of
from tests.lexicons.toy import graph_of, neighbours, random_edges


@given(random_edges())
def test_paths_are_those_that_one_finds_by_hand(edges: Any) -> None:
    graph = graph_of(edges)
    near = neighbours(graph)
    pivots = pivots_of(graph, "en", "fr")
    found = pivot_pairs(graph, "en", "fr", pivots)
    sides = [range(*graph.range(code)) for code in ("en", "fr")]
    languages = {code: set(range(*graph.range(code))) for code in pivots}
    seen = []
    for one in sides[0]:
        for other in sides[1]:
            common = {code: near[one] & near[other] & words for code, words in languages.items()}
            if any(common.values()):
                seen.append((one - sides[0][0], other - sides[1][0], common))
    assert list(zip(found.source.tolist(), found.target.tolist(), strict=True)) == [
        (one, other) for one, other, _ in seen
    ]
    for place, (one, other, common) in enumerate(seen):
        here, there = one + sides[0][0], other + sides[1][0]
        near_by = [
            {code: len(near[node] & words) for code, words in languages.items()}
            for node in (here, there)
        ]
        spread = [sum(count > 0 for count in side.values()) for side in near_by]
        chances = [
            sum(
                len_inverse / (side[code] * languages_of)
                for code, words in common.items()
                for len_inverse in (1 / len(near[word] & ends) for word in words)
            )
            for side, languages_of, ends in (
                (near_by[0], spread[0], set(sides[1])),
                (near_by[1], spread[1], set(sides[0])),
            )
        ]
        overlaps = [
            2 * len(words) / (near_by[0][code] + near_by[1][code])
            for code, words in common.items()
            if words
        ]
        assert found.paths[place] == sum(map(len, common.values()))
        assert found.languages[place] == len(overlaps)
        assert found.forth[place] == pytest.approx(chances[0])
        assert found.back[place] == pytest.approx(chances[1])
        assert found.best[place] == pytest.approx(max(overlaps))
        assert found.overlap[place] == pytest.approx(sum(overlaps))
        assert found.possible[place] == sum(
            near_by[0][code] > 0 and near_by[1][code] > 0 for code in pivots
        )
        assert found.source_degree[one] == sum(near_by[0].values())
        assert found.target_languages[other] == spread[1]


def test_without_a_pivot_there_are_no_paths() -> None:
    graph = graph_of([("en:dog", "es:perro"), ("fr:chien", "ca:gos")])
    found = pivot_pairs(graph, "en", "fr", ())
    assert len(found) == 0
    assert found.source_degree.tolist() == [0]
