"""Why a learnt scorer scored as it did: sums that add up, words that the features bear out."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from diglot.learning.trees import Growth, Ranker, contributions, logistic, train_trees
from diglot.lexicons.interface import LinkCounts, Resources, ScoredPairs
from diglot.lexicons.learned.evidence import (
    Evidence,
    evidence_log_odds,
    gather_evidence,
    weigh_evidence,
)
from diglot.lexicons.learned.features import NAMES
from diglot.lexicons.learned.method import (
    GROUPS,
    LEAST,
    MOST,
    LearnedGrounds,
    learned_scores,
    score_reasons,
)
from diglot.lexicons.learned.scorer import Scorer, train_for_pair
from tests.lexicons.concepts import drawn, right
from tests.lexicons.dictionaries import graph_of, rings


def _none(pairs: int) -> Evidence:
    return Evidence((), np.zeros((pairs, 0)), np.zeros((pairs, 0)))


def _said(group: str, change: float, **features: float) -> tuple[str, ...]:
    """The reasons of a pair of which one group changes the log-odds."""
    row = np.zeros((1, len(NAMES)), np.float32)
    row[0, [name.endswith("as words") for name in NAMES]] = np.nan
    for name, feature in features.items():
        row[0, NAMES.index(name.replace("__", ", ").replace("_", " "))] = feature
    changes = np.zeros((1, len(GROUPS)))
    changes[0, list(GROUPS).index(group)] = change
    return score_reasons(row, changes, _none(1), ("en", "fr"))[0]


@pytest.fixture(scope="module")
def ranker() -> Ranker:
    random = np.random.default_rng(0)
    rows = random.random((600, len(NAMES)))
    labels = rows[:, 0] + rows[:, 17] + rows[:, NAMES.index("spelling")] > 1.5
    growth = Growth(rounds=20, leaves=4)
    return train_trees(rows, labels, names=NAMES, growth=growth, calibrated=False)


@pytest.fixture(scope="module")
def grounds(ranker: Ranker) -> LearnedGrounds:
    rows = np.random.default_rng(1).random((200, len(NAMES))).astype(np.float32)
    return LearnedGrounds(rows, ranker, _none(200), ("en", "fr"))


@pytest.fixture(scope="module")
def scorer() -> Scorer:
    return train_for_pair(graph_of(rings(700)), "en", "fr")


def test_every_figure_stands_in_one_group() -> None:
    grouped = [name for group in GROUPS.values() for name in group]
    assert len(grouped) == len(set(grouped))
    assert {name.removesuffix(", as words") for name in NAMES} == set(grouped)


def test_changes_of_the_groups_add_up_to_the_log_odds(grounds: LearnedGrounds) -> None:
    _, expected = contributions(grounds.ranker, grounds.features)
    np.testing.assert_allclose(
        grounds.changes().sum(axis=1) + expected,
        grounds.ranker.log_odds(grounds.features),
        atol=1e-9,
    )


def test_the_weightiest_reasons_come_first_and_weak_ones_never(grounds: LearnedGrounds) -> None:
    changes = grounds.changes()
    for row, reasons in zip(changes, grounds.reasons(), strict=True):
        ranked = sorted(row[np.abs(row) >= LEAST], key=abs, reverse=True)[:MOST]
        assert [text.startswith("for: ") for text in reasons] == [each > 0 for each in ranked]


def test_reasons_go_with_their_pairs(grounds: LearnedGrounds) -> None:
    whole = grounds.reasons()
    some = np.array([7, 3, 190])
    assert grounds.subset(some).reasons() == [whole[at] for at in some]
    odd = np.arange(200) % 2 == 1
    assert grounds.subset(odd).reasons() == whole[1::2]


def test_reasons_are_plain_ascii(grounds: LearnedGrounds) -> None:
    for reasons in grounds.reasons():
        for text in reasons:
            assert re.fullmatch(r"(for|against): [ -~]+", text)


def test_no_pairs_have_no_reasons(ranker: Ranker) -> None:
    none = LearnedGrounds(np.zeros((0, len(NAMES)), np.float32), ranker, _none(0), ("en", "fr"))
    assert none.reasons() == []


@pytest.mark.parametrize(
    ("change", "votes", "possible", "text"),
    [
        (1.0, 3, 3, "for: all 3 pivot languages agree"),
        (1.0, 1, 1, "for: the pivot language agrees"),
        (1.0, 2, 3, "for: 2 of 3 pivot languages agree"),
        (1.0, 1, 3, "for: pivot words are shared (0.25)"),
        (-1.0, 1, 3, "against: 1 of 3 pivot languages agrees"),
        (-1.0, 1, 1, "against: a single pivot language"),
        (-1.0, 2, 2, "against: few pivot words are shared (0.25)"),
        (-1.0, 0, 4, "against: no pivot language agrees"),
    ],
)
def test_agreement_of_pivots_is_counted(
    change: float, votes: int, possible: int, text: str
) -> None:
    features = {"pivots": votes, "share_of_pivots": votes / possible, "mean_overlap": 0.25}
    assert _said("pivots", change, **features) == (text,)


def test_words_whatever_case_and_part_speak_where_they_have_more() -> None:
    more = {"chance": 0.1, "chance__as_words": 0.4}
    assert _said("walks", 1.0, **more) == ("for: walks join the words (chance 0.40)",)
    less = {"chance": 0.4, "chance__as_words": 0.1}
    assert _said("walks", 1.0, **less) == ("for: walks join the words (chance 0.40)",)


@pytest.mark.parametrize(
    ("change", "source", "target", "text"),
    [
        (-1.0, 0.9, 0.4, "against: the en word has a closer translation"),
        (-1.0, 0.4, 0.9, "against: the fr word has a closer translation"),
        (-1.0, 0.9, 0.8, "against: both words have closer translations"),
        (1.0, 0.5, 0.4, "for: only weak rivals (0.50)"),
    ],
)
def test_rivals_are_named(change: float, source: float, target: float, text: str) -> None:
    features = {"best_of_source": source, "best_of_target": target, "surroundings": 0.4}
    assert _said("rivals", change, **features) == (text,)


def test_a_pair_is_no_rival_of_itself(ranker: Ranker) -> None:
    rows = np.random.default_rng(2).random((300, len(NAMES))).astype(np.float32)
    for name in GROUPS["rivals"]:
        rows[:, NAMES.index(name)] = rows[:, NAMES.index("surroundings")]
    changes = LearnedGrounds(rows, ranker, _none(300), ("en", "fr")).changes()
    np.testing.assert_allclose(changes[:, list(GROUPS).index("rivals")], 0, atol=1e-12)


@pytest.mark.parametrize(
    ("change", "likeness", "cognates", "text"),
    [
        (1.0, 0.86, 0.0, "for: spelled alike (0.86)"),
        (1.0, 1.0, 0.5, "for: spelled the same"),
        (1.0, 0.6, 0.5, "for: cognates by their endings (0.50)"),
        (-1.0, 0.12, 0.0, "against: spelled differently (0.12)"),
    ],
)
def test_spelling_is_told_as_it_is(
    change: float, likeness: float, cognates: float, text: str
) -> None:
    assert _said("spelling", change, spelling=likeness, cognates=cognates) == (text,)


def test_confirmation_of_more_than_half_is_not_called_hardly() -> None:
    assert _said("confirmation", -1.0, confirmed=0.1)[0].startswith("against: hardly confirmed")
    assert _said("confirmation", -1.0, confirmed=0.8) == (
        "against: confirmed by other dictionaries to 0.80 only",
    )


def test_a_small_change_is_no_reason() -> None:
    assert _said("walks", LEAST / 2, chance=0.4) == ()


def test_further_evidence_adds_up_to_the_new_probability() -> None:
    random = np.random.default_rng(3)
    believed = random.random(2000)
    links = np.where(random.random(2000) < 0.7, believed * random.random(2000), np.nan)
    (added,) = evidence_log_odds(believed, [links])
    assert (added[np.isnan(links)] == 0).all()
    assert added[np.nanargmax(links)] > 0 > added[np.nanargmin(links)]
    expected = logistic(np.log(believed / (1 - believed)) + added)
    np.testing.assert_allclose(weigh_evidence(believed, [added]), expected, atol=1e-9)
    assert weigh_evidence(believed, []) is believed


def test_without_text_and_vectors_there_is_no_further_evidence() -> None:
    graph = graph_of(rings(20))
    pairs = ScoredPairs(np.zeros(3, np.int32), np.zeros(3, np.int32), np.full(3, 0.5))
    found = gather_evidence(graph, pairs, "en", "fr", Resources())
    assert found.names == ()
    assert found.features.shape == found.log_odds.shape == (3, 0)


@pytest.mark.slow
def test_parallel_text_is_a_reason() -> None:
    graph = drawn()
    scorer = train_for_pair(graph, "en", "fr")
    plain = learned_scores(graph, "en", "fr", Resources(scorer=scorer))
    ends = list(zip(graph.lemmas(plain.source), graph.lemmas(plain.target), strict=True))
    truth = dict(zip(ends, right(graph, plain.source, plain.target).tolist(), strict=True))
    links = {pair: 30.0 if good else 0.0 for pair, good in truth.items()}
    counts = LinkCounts(links, dict.fromkeys(truth, 30), 5000)
    found = learned_scores(graph, "en", "fr", Resources(scorer=scorer, links=counts))
    assert found.grounds is not None
    told = zip(
        graph.lemmas(found.source),
        graph.lemmas(found.target),
        found.grounds.reasons(),
        strict=True,
    )
    linked, apart = [], []
    for one, other, reasons in told:
        (linked if truth[one, other] else apart).append("; ".join(reasons))
    assert any("for: linked in parallel text" in each for each in linked)
    assert any("against: seldom linked in parallel text (0.00)" in each for each in apart)
    assert not any("for: linked" in each for each in apart)


@pytest.mark.slow
def test_a_scorer_of_an_earlier_version_scores_the_same_without_grounds(scorer: Scorer) -> None:
    graph = graph_of(rings(700))
    old = replace(scorer, ranker=replace(scorer.ranker, reached=None))
    new = learned_scores(graph, "en", "fr", Resources(scorer=scorer))
    found = learned_scores(graph, "en", "fr", Resources(scorer=old))
    np.testing.assert_array_equal(found.score, new.score)
    assert found.grounds is None
    assert new.grounds is not None
    assert len(new.grounds.reasons()) == len(new)


@pytest.mark.parametrize(
    ("name", "change", "text"),
    [
        ("links", 0.5, "for: linked in parallel text (0.43)"),
        ("links", -0.5, "against: seldom linked in parallel text (0.43)"),
        ("vectors", 0.5, "for: vectors alike (0.43)"),
        ("vectors", -0.5, "against: vectors differ (0.43)"),
    ],
)
def test_further_evidence_has_words_of_its_own(name: str, change: float, text: str) -> None:
    beside = Evidence((name,), np.array([[0.43]]), np.array([[change]]))
    changes = np.concatenate([np.zeros((1, len(GROUPS))), beside.log_odds], axis=1)
    features = np.zeros((1, len(NAMES)), np.float32)
    assert score_reasons(features, changes, beside, ("en", "fr")) == [(text,)]
