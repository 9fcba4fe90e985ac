"""Pairs that walks join: both directions agree, and direct edges never matter."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.lexicons.graph.graph import Graph
from diglot.lexicons.paths import walks as module
from diglot.lexicons.paths.walks import WalkCandidates, walk_candidates
from diglot.model import Translation
from tests.lexicons.random_graphs import ENDS, LANGUAGES, graph_of_rows, random_graphs, rows
from tests.lexicons.toy import graph_of, name
from tests.lexicons.walk_twin import Around

FIGURES = tuple(each.name for each in fields(WalkCandidates))[2:]
TURNED = {"forth": "back", "back": "forth", "long_forth": "long_back", "long_back": "long_forth"}
SQUARE = (("en:a", "es:b"), ("en:a", "ca:c"), ("es:b", "fr:d"), ("ca:c", "fr:d"))


def by_pair(
    graph: Graph, found: WalkCandidates, *, turned: bool = False
) -> dict[tuple[str, str], Any]:
    """Figures of pairs by their names; ``turned`` as they are from the other side."""
    columns = [getattr(found, TURNED.get(each, each) if turned else each) for each in FIGURES]
    source, target = (found.target, found.source) if turned else (found.source, found.target)
    return {
        (name(graph, one), name(graph, other)): pytest.approx(list(row), rel=1e-5, abs=1e-6)
        for one, other, *row in zip(source.tolist(), target.tolist(), *columns, strict=True)
    }


def expected(found: dict[tuple[str, str], Any]) -> dict[tuple[str, str], list[float]]:
    return {pair: row.expected for pair, row in found.items()}


@given(random_graphs(directions=("both",)), ENDS)
def test_from_the_other_side_chances_forth_are_chances_back(
    graph: Graph, ends: tuple[str, str]
) -> None:
    there = by_pair(graph, walk_candidates(graph, *ends))
    back = by_pair(graph, walk_candidates(graph, *ends[::-1]), turned=True)
    assert expected(back) == there


@given(rows(), ENDS)
def test_dictionaries_of_the_two_languages_never_matter(
    found: list[tuple[Translation, int]], ends: tuple[str, str]
) -> None:
    # One edge to a pivot for each side, so that the languages stay there.
    pivot = next(code for code in LANGUAGES if code not in ends)
    found = [*found, *((Translation("z", "z", end, pivot), 2) for end in ends)]
    kept = [
        (each, its)
        for each, its in found
        if not {each.source_language, each.target_language} <= set(ends)
    ]
    whole, bare = graph_of_rows(found), graph_of_rows(kept)
    assert expected(by_pair(whole, walk_candidates(whole, *ends))) == by_pair(
        bare, walk_candidates(bare, *ends)
    )


@given(random_graphs(), ENDS)
def test_chances_of_two_steps_sum_to_at_most_one_for_a_word(
    graph: Graph, ends: tuple[str, str]
) -> None:
    found = walk_candidates(graph, *ends)
    for words, chance in ((found.source, found.forth), (found.target, found.back)):
        assert np.bincount(words, weights=chance).max(initial=0) <= 1 + 1e-5


@given(random_graphs(), ENDS)
def test_pairs_ascend(graph: Graph, ends: tuple[str, str]) -> None:
    found = walk_candidates(graph, *ends)
    pairs = list(zip(found.source.tolist(), found.target.tolist(), strict=True))
    assert pairs == sorted(set(pairs))


@given(random_graphs(), ENDS)
def test_every_figure_belongs_to_its_pair(graph: Graph, ends: tuple[str, str]) -> None:
    found = walk_candidates(graph, *ends)
    around = Around(graph, *ends)
    trust = dict.fromkeys(around.edge, 0.5)
    for at, pair in enumerate(zip(found.source.tolist(), found.target.tolist(), strict=True)):
        figures = found.confirmed[at], found.confirmed_paths[at], found.free[at]
        assert figures == pytest.approx(around.confirmed(*pair, trust), abs=1e-5)
        assert found.near[at] == pytest.approx(around.likeness(*pair, 0.0, 0), abs=1e-5)
        assert found.surroundings[at] == pytest.approx(
            around.likeness(*pair, 1.0, module.HUB), abs=1e-5
        )


def test_a_square_has_two_paths_of_two_steps() -> None:
    found = walk_candidates(graph_of(SQUARE), "en", "fr")
    assert (len(found), found.paths[0], found.votes[0], found.possible[0]) == (1, 2, 2, 2)
    assert (found.forth[0], found.back[0], found.overlap[0]) == (1, 1, 2)


def test_a_walk_of_three_steps_joins_words_without_a_common_pivot() -> None:
    found = walk_candidates(
        graph_of([("en:a", "es:b"), ("es:b", "ca:c"), ("ca:c", "fr:d")]), "en", "fr"
    )
    assert (len(found), found.paths[0], found.long_paths[0]) == (1, 0, 1)
    assert (found.forth[0], found.long_forth[0], found.long_back[0]) == (0, 1, 1)
    assert found.chance.tolist() == [0.5]


def test_paths_that_may_not_be_used_forth_are_not_free() -> None:
    forth = (("en:a", "es:b"), ("es:b", "fr:c"))
    assert walk_candidates(graph_of(forth, direction="forward"), "en", "fr").free.tolist() == [1]
    assert walk_candidates(graph_of(forth, direction="forward"), "fr", "en").free.tolist() == [0]
    assert walk_candidates(graph_of(forth, direction="backward"), "en", "fr").free.tolist() == [0]


def test_trusted_dictionaries_make_paths_surer() -> None:
    graph = graph_of(SQUARE)
    less, more = (
        walk_candidates(graph, "en", "fr", trust=np.full(len(graph.witnesses), each, np.float32))
        for each in (0.2, 0.9)
    )
    assert less.confirmed[0] < more.confirmed[0] < 1


def test_a_third_language_that_agrees_confirms_a_path() -> None:
    alone = walk_candidates(graph_of(SQUARE), "en", "fr")
    agreed = walk_candidates(graph_of((*SQUARE, ("es:b", "ca:c"))), "en", "fr")
    # Both ends of every edge now have one language in common, and a word of it in common.
    assert alone.confirmed_paths[0] == pytest.approx(2 * 0.5 * 0.5)
    assert agreed.confirmed_paths[0] == pytest.approx(2 * 0.75 * 0.75)


def test_words_that_nothing_joins_give_no_pairs() -> None:
    found = walk_candidates(graph_of([("en:a", "es:b"), ("es:c", "fr:d")]), "en", "fr")
    assert len(found) == 0
    assert all(getattr(found, each).shape == (0,) for each in FIGURES)


@given(random_graphs(), ENDS, st.floats(0, 1))
def test_faint_pairs_are_left_out_and_the_others_stay(
    graph: Graph, ends: tuple[str, str], faint: float
) -> None:
    every, found = walk_candidates(graph, *ends), walk_candidates(graph, *ends, faint=faint)
    kept = every.chance >= faint
    close = np.isclose(every.chance, faint, rtol=1e-5)
    if not close.any():
        for each in fields(WalkCandidates):
            np.testing.assert_array_equal(
                getattr(found, each.name), getattr(every, each.name)[kept]
            )


def test_a_language_without_words_is_an_error() -> None:
    with pytest.raises(ConfigError, match="no dictionary has words of 'de'"):
        walk_candidates(graph_of(SQUARE), "en", "de")


@given(random_graphs(), ENDS, st.data())
def test_joined_pairs_keep_all_figures_and_new_ones_have_none(
    graph: Graph, ends: tuple[str, str], data: st.DataObject
) -> None:
    found = walk_candidates(graph, *ends)
    added = data.draw(st.lists(st.sampled_from(Around(graph, *ends).pairs()), max_size=8))
    source, target = np.array(added, np.int32).reshape(-1, 2).T
    joined = found.add_pairs(source, target)
    before = {
        (one, other): row
        for one, other, *row in zip(
            *(getattr(found, each.name).tolist() for each in fields(WalkCandidates)), strict=True
        )
    }
    after = {
        (one, other): row
        for one, other, *row in zip(
            *(getattr(joined, each.name).tolist() for each in fields(WalkCandidates)), strict=True
        )
    }
    nothing = [1.0 if name == "free" else 0.0 for name in FIGURES]
    assert after == dict.fromkeys(added, nothing) | before
    assert list(after) == sorted(after)
    assert len(joined) == len(after)
    assert joined.source.dtype == joined.target.dtype == np.int32
