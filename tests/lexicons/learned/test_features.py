"""What a learnt scorer is told of a pair of words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given

from diglot.errors import ConfigError
from diglot.lexicons.graph.graph import Graph
from diglot.lexicons.learned.features import (
    NAMES,
    OF_WALKS,
    Candidates,
    Survey,
    find_candidates,
    measure_reliability,
)
from diglot.lexicons.paths.walks import walk_candidates
from tests.lexicons.random_graphs import ENDS, graph_of_rows, random_graphs, rows
from tests.lexicons.toy import graph_of, name

SUFFIX = ", as words"
STEMS = ("abrupt", "exact", "clair", "final", "moral", "rapid")
# Six adverbs, each with a pivot of its own, and a seventh that no walk joins.
ADVERBS = (
    *((f"en:{stem}ly", f"es:{stem}") for stem in STEMS),
    *((f"es:{stem}", f"fr:{stem}ement") for stem in STEMS),
    ("en:vulgarly", "es:x"),
    ("es:y", "fr:vulgarement"),
)
# What is a noun in one dictionary is a verb in the other.
PARTS = (
    ("en:dance/noun", "es:baile/noun"),
    ("es:baile/noun", "fr:danse/noun"),
    ("en:dance/verb", "es:bailar/verb"),
    ("es:bailar/verb", "fr:danser/verb"),
    ("en:dance/verb", "ca:ball/noun"),
    ("ca:ball/noun", "fr:danse/noun"),
)


def column(found: Candidates, title: str) -> Any:
    return found.features[:, NAMES.index(title)]


def named(graph: Graph, found: Candidates) -> dict[tuple[str, str], dict[str, float]]:
    return {
        (name(graph, one), name(graph, other)): dict(zip(NAMES, row, strict=True))
        for one, other, row in zip(
            found.source.tolist(), found.target.tolist(), found.features.tolist(), strict=True
        )
    }


@given(random_graphs(), ENDS)
def test_every_name_has_its_column_of_finite_figures(graph: Graph, ends: tuple[str, str]) -> None:
    found = find_candidates(Survey(graph), *ends)
    assert found.features.shape == (len(found), len(NAMES))
    assert found.features.dtype == np.float32
    for title in NAMES:
        if not title.endswith(SUFFIX):
            assert np.isfinite(column(found, title)).all()
    assert not np.isinf(found.features).any()


def test_no_name_comes_twice() -> None:
    assert len(set(NAMES)) == len(NAMES)


@given(random_graphs(), ENDS)
def test_figures_of_walks_stand_under_their_names(graph: Graph, ends: tuple[str, str]) -> None:
    found = find_candidates(Survey(graph), *ends)
    walked = walk_candidates(graph, *ends, trust=measure_reliability(graph).trust).add_pairs(
        found.source, found.target
    )
    titles = {
        "chance": walked.chance,
        "chance forth": walked.forth,
        "chance back": walked.back,
        "paths": walked.paths,
        "long chance forth": walked.long_forth,
        "long chance back": walked.long_back,
        "long paths": walked.long_paths,
        "pivots": walked.votes,
        "overlap": walked.overlap,
        "greatest overlap": walked.greatest_overlap,
        "confirmed": walked.confirmed,
        "confirmed paths": walked.confirmed_paths,
        "free": walked.free,
        "near": walked.near,
        "surroundings": walked.surroundings,
    }
    for title, features in titles.items():
        np.testing.assert_allclose(column(found, title), features, rtol=1e-6, err_msg=title)


@given(random_graphs(), ENDS)
def test_the_best_of_a_word_is_the_greatest_among_its_pairs(
    graph: Graph, ends: tuple[str, str]
) -> None:
    found = find_candidates(Survey(graph), *ends)
    alike = column(found, "surroundings")
    for title, words in (("best of source", found.source), ("best of target", found.target)):
        expected = [alike[words == word].max() for word in words]
        assert column(found, title).tolist() == expected


def test_words_that_look_like_cognates_are_candidates_without_walks() -> None:
    graph = graph_of(ADVERBS)
    found = named(graph, find_candidates(Survey(graph), "en", "fr"))
    new = found["en:vulgarly", "fr:vulgarement"]
    assert (new["cognates"], new["paths"], new["chance"]) == (1, 0, 0)
    assert new["common beginning"] == len("vulgar")
    assert new["spelling"] == pytest.approx(1 - 5 / len("vulgarement"))
    assert len(found) == len(STEMS) + 1


def test_cognates_are_learnt_from_pairs_that_are_best_for_both_words() -> None:
    # Each French word now has an English one with the very same pivot; the adverb has another.
    rivals = [(f"en:{number}", f"es:{stem}") for number, stem in enumerate(STEMS)]
    others = [(f"en:{stem}ly", f"es:{stem}{stem}") for stem in STEMS]
    graph = graph_of((*ADVERBS, *rivals, *others))
    found = named(graph, find_candidates(Survey(graph), "en", "fr"))
    assert all(found[f"en:{stem}ly", f"fr:{stem}ement"]["surroundings"] > 0.5 for stem in STEMS)
    assert ("en:vulgarly", "fr:vulgarement") not in found


def test_a_graph_of_words_is_surveyed_once() -> None:
    graph = graph_of(ADVERBS)
    assert Survey(graph).words is graph


@given(rows(), ENDS)
def test_on_a_graph_of_words_the_figures_of_words_are_the_same(
    found: list[Any], ends: tuple[str, str]
) -> None:
    folded = find_candidates(Survey(graph_of_rows(found, case="fold", pos="ignore")), *ends)
    for title in OF_WALKS:
        assert column(folded, title).tolist() == column(folded, title + SUFFIX).tolist()


def test_parts_of_speech_are_forgotten_in_the_figures_of_words() -> None:
    graph = graph_of(PARTS)
    survey = Survey(graph)
    assert survey.words is not graph
    assert survey.words.nodes == graph.nodes - 1
    found = named(graph, find_candidates(survey, "en", "fr"))
    one = found["en:dance/noun", "fr:danse/noun"]
    other = found["en:dance/verb", "fr:danse/noun"]
    assert (one["paths"], other["paths"]) == (1, 1)
    assert one["paths" + SUFFIX] == other["paths" + SUFFIX] == 2
    assert one["pivots" + SUFFIX] == other["pivots" + SUFFIX] == 2


@given(random_graphs(), ENDS)
def test_figures_of_words_are_those_of_the_graph_of_words(
    graph: Graph, ends: tuple[str, str]
) -> None:
    survey = Survey(graph)
    if survey.words is graph:
        return
    found = find_candidates(survey, *ends)
    walked = walk_candidates(survey.words, *ends, trust=survey.reliability.trust)
    known = dict(
        zip(
            zip(walked.source.tolist(), walked.target.tolist(), strict=True),
            zip(walked.paths.tolist(), walked.surroundings.tolist(), strict=True),
            strict=True,
        )
    )
    words = zip(graph.word[found.source], graph.word[found.target], strict=True)
    expected = [known.get((int(one), int(other)), (np.nan, np.nan)) for one, other in words]
    for at, title in enumerate(("paths", "surroundings")):
        np.testing.assert_array_equal(
            column(found, title + SUFFIX), [each[at] for each in expected]
        )


def test_figures_of_words_are_unknown_where_no_walk_joins_them() -> None:
    graph = graph_of((*ADVERBS, ("en:x/noun", "es:z"), ("en:x/verb", "es:z")))
    new = named(graph, find_candidates(Survey(graph), "en", "fr"))["en:vulgarly", "fr:vulgarement"]
    assert all(np.isnan(new[title + SUFFIX]) for title in OF_WALKS)


def test_words_that_nothing_joins_give_no_candidates() -> None:
    for edges in (
        [("en:a", "es:b"), ("es:c", "fr:d")],
        [("en:a/noun", "es:b"), ("en:a/verb", "es:b"), ("es:c", "fr:d")],
    ):
        found = find_candidates(Survey(graph_of(edges)), "en", "fr")
        assert len(found) == 0
        assert found.features.shape == (0, len(NAMES))


def test_a_subset_is_chosen_by_numbers_or_by_a_mask() -> None:
    found = find_candidates(Survey(graph_of(ADVERBS)), "en", "fr")
    mask = column(found, "paths") > 0
    for chosen in (mask, np.flatnonzero(mask)):
        some = found.subset(chosen)
        assert len(some) == len(STEMS)
        assert some.source.tolist() == found.source[mask].tolist()
        assert some.features.tolist() == found.features[mask].tolist()


def test_what_is_known_of_reliability_is_not_counted_again() -> None:
    graph = graph_of(ADVERBS)
    known = measure_reliability(graph)
    assert Survey(graph, known).reliability is known


def test_the_spellings_of_a_language_are_made_once() -> None:
    survey = Survey(graph_of(ADVERBS))
    assert survey.spellings("en") is survey.spellings("en")
    assert survey.spellings("en") is not survey.spellings("fr")


def test_a_language_without_words_is_an_error() -> None:
    with pytest.raises(ConfigError, match="no dictionary has words of 'de'"):
        find_candidates(Survey(graph_of(ADVERBS)), "en", "de")
