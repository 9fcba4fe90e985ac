"""One-time inverse consultation against its definition."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.lexicons.interface import Resources
from diglot.lexicons.methods.otic import COMBINATIONS, otic
from tests.lexicons.toy import graph_of, named, neighbours, parse, random_edges

BANK = (
    ("en:bank/noun", "es:banco/noun"),
    ("en:bank/noun", "es:orilla/noun"),
    ("es:banco/noun", "fr:banque/noun"),
    ("es:banco/noun", "fr:banc/noun"),
    ("es:orilla/noun", "fr:rive/noun"),
    ("en:bank/noun", "ca:banc/noun"),
    ("ca:banc/noun", "fr:banc/noun"),
    ("ca:banca/noun", "fr:banque/noun"),
)


def found(edges: Any, **options: object) -> dict[tuple[str, str], float]:
    graph = graph_of(edges)
    return named(graph, otic(graph, "en", "fr", Resources(options=options)))


def plain(edges: Any, combine: str) -> dict[tuple[str, str], float]:
    """The same from sets of nodes, pair by pair."""
    graph = graph_of(edges)
    near = neighbours(graph)
    sources, targets = range(*graph.range("en")), range(*graph.range("fr"))
    result = {}
    for source in sources:
        for target in targets:
            scores, votes, possible = [0.0], 0, 0
            for code in graph.languages:
                if code in ("en", "fr"):
                    continue
                words = set(range(*graph.range(code)))
                one, other = near[source] & words, near[target] & words
                if one and other:
                    possible += 1
                    scores.append(2 * len(one & other) / (len(one) + len(other)))
                    votes += bool(one & other)
            if votes:
                result[source, target] = {
                    "max": max(scores),
                    "mean": sum(scores) / max(possible, 1),
                    "sum": min(1.0, sum(scores) / 3),
                    "votes": min(1.0, votes / 4),
                }[combine]
    return result


def test_one_pivot_scores_twice_the_overlap_over_the_sum() -> None:
    assert found(BANK, pivots="es") == {
        ("en:bank/noun", "fr:banc/noun"): pytest.approx(2 / 3),
        ("en:bank/noun", "fr:banque/noun"): pytest.approx(2 / 3),
        ("en:bank/noun", "fr:rive/noun"): pytest.approx(2 / 3),
    }


def test_the_best_pivot_counts_by_default() -> None:
    assert found(BANK)["en:bank/noun", "fr:banc/noun"] == pytest.approx(1.0)
    assert found(BANK)["en:bank/noun", "fr:banque/noun"] == pytest.approx(2 / 3)


def test_the_mean_is_over_pivots_in_which_both_words_have_translations() -> None:
    scores = found(BANK, combine="mean")
    assert scores["en:bank/noun", "fr:banc/noun"] == pytest.approx((2 / 3 + 1) / 2)
    # Both have Catalan words, but no common one.
    assert scores["en:bank/noun", "fr:banque/noun"] == pytest.approx(1 / 3)
    # There is no Catalan word for it.
    assert scores["en:bank/noun", "fr:rive/noun"] == pytest.approx(2 / 3)


def test_votes_are_quarters() -> None:
    scores = found(BANK, combine="votes")
    assert scores["en:bank/noun", "fr:banc/noun"] == 0.5
    assert scores["en:bank/noun", "fr:rive/noun"] == 0.25


def test_parts_of_speech_may_have_to_agree() -> None:
    edges = (
        ("en:run/verb", "es:correr/verb"),
        ("es:correr/verb", "fr:courir/verb"),
        ("es:correr/verb", "fr:course/noun"),
        ("es:correr/verb", "fr:filer"),
    )
    assert {target for _, target in found(edges, pos="same")} == {"fr:courir/verb", "fr:filer"}
    assert len(found(edges)) == 3


def test_direct_edges_do_not_count() -> None:
    edges = (*BANK, ("en:bank/noun", "fr:virage/noun"))
    assert found(edges) == found(BANK)


def test_restricted_edges_count_both_ways() -> None:
    graph = graph_of(BANK, direction="backward")
    assert named(graph, otic(graph, "en", "fr", Resources())) == found(BANK)


def test_the_score_is_the_same_from_either_side() -> None:
    graph = graph_of(BANK)
    back = named(graph, otic(graph, "fr", "en", Resources()))
    assert {(source, target): score for (target, source), score in back.items()} == found(BANK)


def test_languages_without_a_common_pivot_give_no_pairs() -> None:
    assert found((("en:dog", "es:perro"), ("ca:gos", "fr:chien"))) == {}


@given(random_edges(), st.sampled_from(COMBINATIONS), st.sampled_from([1, 5, 10**6]))
def test_blocks_of_sparse_products_give_what_sets_give(
    edges: set[tuple[str, str]], combine: str, products: int
) -> None:
    graph = graph_of(edges)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(vars(import_module("diglot.lexicons.paths.pivots")), "PRODUCTS", products)
        pairs = otic(graph, "en", "fr", Resources(options={"combine": combine}))
    expected = plain(edges, combine)
    assert list(zip(pairs.source.tolist(), pairs.target.tolist(), strict=True)) == sorted(expected)
    np.testing.assert_allclose(pairs.score, [expected[key] for key in sorted(expected)])


@pytest.mark.parametrize("pivot", ["de", "en", "fr", "eo"])
def test_a_pivot_that_joins_nothing_is_refused_with_those_that_do(pivot: str) -> None:
    edges = (*BANK, ("en:dog", "eo:hundo"))
    with pytest.raises(ConfigError, match=rf"'{pivot}' is not a pivot: .* available: ca, es"):
        found(edges, pivots=pivot)


def test_a_pivot_may_be_named_by_any_of_its_codes() -> None:
    assert found(BANK, pivots=["spa"]) == found(BANK, pivots="es")


def test_a_language_with_itself_is_refused() -> None:
    with pytest.raises(ConfigError, match="source and target are both 'en'"):
        otic(graph_of(BANK), "en", "en", Resources())


def test_unknown_combinations_are_refused() -> None:
    with pytest.raises(ConfigError, match="available: max, mean, sum, votes"):
        found(BANK, combine="median")


def test_the_toy_graph_names_nodes_as_it_reads_them() -> None:
    assert parse("en:dog/noun") == ("en", "dog", "noun")
    assert parse("en:dog") == ("en", "dog", None)
