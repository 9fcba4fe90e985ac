"""Learning from hidden dictionaries: which are hidden, what is judged, what comes of it."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.learning.trees import Growth
from diglot.lexicons.graph.graph import Graph, without_direct
from diglot.lexicons.learned import scorer as training
from diglot.lexicons.learned.features import (
    NAMES,
    Reliability,
    Survey,
    find_candidates,
    measure_reliability,
)
from diglot.lexicons.learned.scorer import (
    CONFIRMED,
    FEWEST,
    MOST,
    Examples,
    hidden_examples,
    pairs_to_hide,
)
from tests.lexicons.concepts import drawn
from tests.lexicons.toy import graph_of

QUICK = Growth(rounds=8, rate=0.3, leaves=4, least_leaf=50, penalty=5.0)
CODES = ("ca", "en", "es", "fr", "gl", "it", "oc", "pt", "ro")


@pytest.fixture(scope="module")
def graph() -> Graph:
    """Five languages with dictionaries between all of them but English and French."""
    return drawn()


@pytest.fixture(scope="module")
def pairs(graph: Graph) -> tuple[tuple[str, str], ...]:
    return pairs_to_hide(graph, measure_reliability(graph), "en", "fr")


@pytest.fixture(scope="module")
def given_examples(graph: Graph, pairs: tuple[tuple[str, str], ...]) -> Examples:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "EXAMPLES", 1200)
        return hidden_examples(Survey(graph), pairs)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few and small trees."""
    monkeypatch.setattr(training, "GROWTH", QUICK)
    monkeypatch.setattr(training, "EXAMPLES", 1200)


def judged(confirmed: dict[tuple[str, str], int], edges: int = 4 * FEWEST) -> Reliability:
    """How far dictionaries confirm each other, by pairs of languages."""
    table = np.zeros((2, len(CODES), len(CODES)), np.int64)
    for (one, other), number in confirmed.items():
        a, b = CODES.index(one), CODES.index(other)
        table[0, a, b] = table[0, b, a] = number
        table[1, a, b] = table[1, b, a] = edges
    return Reliability(np.zeros(0), table[1], table[0], np.zeros(0, np.float32))


@pytest.fixture(scope="module")
def nine() -> Graph:
    """A graph of nine languages."""
    return graph_of([("ca:x", f"{code}:x") for code in CODES[1:]])


ALL = tuple(combinations(CODES, 2))


# --- which are hidden


@given(st.lists(st.integers(0, 3 * FEWEST), min_size=len(ALL), max_size=len(ALL)))
def test_only_confirmed_dictionaries_of_other_pairs_are_hidden(
    nine: Graph, numbers: list[int]
) -> None:
    confirmed = dict(zip(ALL, numbers, strict=True))
    found = pairs_to_hide(nine, judged(confirmed), "en", "fr")
    assert len(set(found)) == len(found) <= MOST
    assert ("en", "fr") not in found
    assert all(confirmed[pair] >= FEWEST for pair in found)
    assert found == pairs_to_hide(nine, judged(confirmed), "en", "fr")


def test_half_have_the_source_language_and_half_the_target_language(nine: Graph) -> None:
    found = pairs_to_hide(nine, judged(dict.fromkeys(ALL, FEWEST)), "en", "fr")
    assert len(found) == MOST
    assert ["en" in pair for pair in found] == [True] * (MOST // 2) + [False] * (MOST // 2)
    assert ["fr" in pair for pair in found] == [False] * (MOST // 2) + [True] * (MOST // 2)


def test_the_most_confirmed_come_first(nine: Graph) -> None:
    confirmed = {("en", code): FEWEST + at for at, code in enumerate(CODES) if code > "en"}
    found = pairs_to_hide(nine, judged(confirmed), "en", "fr")
    assert found == (("en", "ro"), ("en", "pt"), ("en", "oc"), ("en", "it"), ("en", "gl"))


def test_others_are_hidden_only_where_there_are_few(nine: Graph) -> None:
    far = {("ca", "es"): 900, ("oc", "pt"): 800}
    few = {("ca", "en"): FEWEST, ("es", "fr"): FEWEST}
    found = pairs_to_hide(nine, judged({**far, **few}), "en", "fr")
    assert set(found) == {*far, *few}
    enough = {**few, ("en", "it"): 600, ("fr", "it"): 600, ("en", "ro"): 600}
    assert set(pairs_to_hide(nine, judged({**far, **enough}), "en", "fr")) == set(enough)


def test_a_dictionary_hardly_confirmed_is_not_hidden(nine: Graph) -> None:
    edges = round(FEWEST / CONFIRMED)
    one = {("en", "es"): FEWEST}
    assert pairs_to_hide(nine, judged(one, edges), "en", "fr") == (("en", "es"),)
    assert pairs_to_hide(nine, judged(one, edges + 1), "en", "fr") == ()
    assert pairs_to_hide(nine, judged({("en", "es"): FEWEST - 1}), "en", "fr") == ()


def test_the_order_of_the_languages_changes_no_choice(nine: Graph) -> None:
    found = [
        pairs_to_hide(nine, judged(dict.fromkeys(ALL, FEWEST)), *pair)
        for pair in (("en", "fr"), ("fr", "en"))
    ]
    assert set(found[0]) == set(found[1])


# --- what is judged


def test_a_pair_is_judged_where_the_hidden_dictionary_has_both_words() -> None:
    links = [("en:a", "es:a"), ("en:b", "es:b"), ("en:c", "es:c")]
    over = [(end, f"ca:{name}") for name in "abc" for end in (f"en:{name}", f"es:{name}")]
    over += [("en:new", "ca:a"), ("es:new", "ca:b"), ("en:a", "ca:b")]
    found = hidden_examples(Survey(graph_of([*links, *over])), [("en", "es")])
    # en:a with es:a and es:b, en:b and en:c with their own, en:b with none of es:new.
    assert found.hidden == (("en", "es", len(found.right)),)
    assert sorted(found.right.tolist()) == [False, True, True, True]


def test_examples_are_the_candidates_with_both_words_listed(graph: Graph) -> None:
    survey = Survey(graph)
    found = hidden_examples(survey, [("en", "es")])
    those = find_candidates(survey.without("en", "es"), "en", "es")
    edges, words = _listed(graph, "en", "es")
    ends = list(zip(those.source.tolist(), those.target.tolist(), strict=True))
    at = [number for number, pair in enumerate(ends) if words.issuperset(pair)]
    assert len(at) < len(ends)
    np.testing.assert_array_equal(found.features, those.features[at])
    assert found.right.tolist() == [ends[number] in edges for number in at]


def test_a_hidden_dictionary_says_nothing_of_its_own_pairs(graph: Graph) -> None:
    trust = Survey(graph, measure_reliability(graph))
    without = Survey(without_direct(graph, "en", "es"), trust.reliability)
    ours, theirs = find_candidates(trust, "en", "es"), find_candidates(without, "en", "es")
    np.testing.assert_array_equal(ours.source, theirs.source)
    np.testing.assert_array_equal(ours.target, theirs.target)
    np.testing.assert_array_equal(ours.features, theirs.features)


def test_examples_know_their_dictionary_and_how_far_it_is_confirmed(
    graph: Graph, pairs: tuple[tuple[str, str], ...], given_examples: Examples
) -> None:
    found = measure_reliability(graph)
    assert given_examples.features.shape == (len(given_examples.right), len(NAMES))
    assert np.bincount(given_examples.dictionary).tolist() == [1200] * len(pairs)
    assert [each[:2] for each in given_examples.hidden] == list(pairs)
    assert all(number > 1200 for _, _, number in given_examples.hidden)
    for (one, other), share in zip(pairs, given_examples.confirmed.tolist(), strict=True):
        at = graph.languages.index(one), graph.languages.index(other)
        assert share == found.confirmed[at] / found.edges[at]


def test_the_seed_chooses_the_examples(
    graph: Graph, pairs: tuple[tuple[str, str], ...], given_examples: Examples, quick: None
) -> None:
    same, other = (hidden_examples(Survey(graph), pairs, seed=seed) for seed in (0, 1))
    np.testing.assert_array_equal(same.features, given_examples.features)
    assert not np.array_equal(other.features, given_examples.features)


def test_progress_counts_the_dictionaries(graph: Graph, quick: None) -> None:
    seen: list[tuple[int, int]] = []
    hidden_examples(
        Survey(graph),
        [("en", "es"), ("ca", "fr")],
        progress=lambda done, total: seen.append((done, total)),
    )
    assert seen == [(0, 2), (1, 2)]


# --- what is learnt


@pytest.mark.slow
def test_probabilities_hold_on_dictionaries_that_were_hidden(
    given_examples: Examples, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The hidden dictionaries agree with all others here: there is no reason for caution.
    monkeypatch.setattr(training, "BELIEVED", 1.0)
    scorer = training.learn_scorer(given_examples)
    assert scorer.error < 0.02
    assert sum(each.pairs for each in scorer.table) == len(given_examples.right)
    assert min(scorer.curve[:2]) >= 0
    found = scorer.probabilities(given_examples.features)
    right = given_examples.right
    assert found[right].mean() > 0.6
    assert found[~right].mean() < 0.1
    assert found.mean() == pytest.approx(right.mean(), abs=0.02)


@pytest.mark.slow
def test_the_same_seed_learns_the_same(given_examples: Examples, quick: None) -> None:
    one, other = (training.learn_scorer(given_examples, seed=3).to_dict() for _ in range(2))
    assert one == other


@pytest.mark.slow
def test_labels_that_figures_do_not_tell_give_all_pairs_much_the_same(
    given_examples: Examples, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "BELIEVED", 1.0)
    random = np.random.default_rng(0)
    blind = Examples(
        given_examples.features,
        random.random(len(given_examples.right)) < 0.3,
        given_examples.dictionary,
        given_examples.hidden,
        given_examples.confirmed,
    )
    scorer = training.learn_scorer(blind)
    found = scorer.probabilities(blind.features)
    assert found.min() > 0.2
    assert found.max() < 0.4
    assert scorer.error < 0.03


@pytest.mark.parametrize("label", [True, False])
def test_examples_of_one_kind_are_too_few(given_examples: Examples, label: bool) -> None:
    alike = Examples(
        given_examples.features,
        np.full(len(given_examples.right), label),
        given_examples.dictionary,
        given_examples.hidden,
        given_examples.confirmed,
    )
    with pytest.raises(ConfigError, match="0 examples are too few"):
        training.learn_scorer(alike)


def test_with_one_dictionary_to_hide_nothing_is_learnt() -> None:
    small = drawn(300)
    with pytest.raises(ConfigError, match="too few dictionaries confirm each other"):
        training.train_for_pair(small, "en", "fr")


# --- the dictionary of the wanted pair


def test_the_dictionary_of_the_wanted_pair_is_never_hidden() -> None:
    direct = drawn(direct=0.85, misled=0.5)
    found = measure_reliability(direct)
    at = direct.languages.index("en"), direct.languages.index("fr")
    assert found.confirmed[at] >= FEWEST
    for pair in (("en", "fr"), ("fr", "en")):
        chosen = pairs_to_hide(direct, found, *pair)
        assert chosen
        assert ("en", "fr") not in chosen


@pytest.mark.slow
def test_the_dictionary_of_the_wanted_pair_teaches_nothing(
    quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "EXAMPLES", 300)
    # The same words in both: what the dictionary says is all that differs.
    one, other = drawn(known=1.0), drawn(known=1.0, direct=0.9, misled=2.0)
    assert one.nodes == other.nodes
    learnt = [training.train_for_pair(graph, "en", "fr").to_dict() for graph in (one, other)]
    assert learnt[0] == learnt[1]


@pytest.mark.slow
def test_what_the_dictionary_of_the_wanted_pair_says_moves_trust_alone_in_candidates() -> None:
    plain, misled = (Survey(drawn(known=1.0, misled=wrong)) for wrong in (0.0, 2.0))
    found, other = (find_candidates(each, "en", "fr") for each in (plain, misled))
    np.testing.assert_array_equal(found.source, other.source)
    np.testing.assert_array_equal(found.target, other.target)
    moved = {
        name
        for number, name in enumerate(NAMES)
        if not np.array_equal(found.features[:, number], other.features[:, number], equal_nan=True)
    }
    of_trust = ("confirmed", "confirmed paths")
    assert moved <= {*of_trust, *(f"{name}, as words" for name in of_trust)}


# --- the development data


def test_probabilities_hold_on_hidden_dictionaries_of_apertium(
    shared_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from diglot.pipeline.steps.lexicons.dictionaries import load_graph

    # Few examples of each, and six of the smaller dictionaries: seconds, not minutes.
    monkeypatch.setattr(training, "EXAMPLES", 1500)
    folder = shared_data / "lexicons" / "apertium-rdf27"
    names = ("oci-fra", "oci-cat", "fra-cat", "oci-spa", "fra-spa", "spa-cat")
    graph = load_graph([folder / f"{name}.tsv.gz" for name in names]).graph
    scorer = training.train_for_pair(graph, "oc", "fr")
    assert {pair[:2] for pair in scorer.hidden} >= {("ca", "oc"), ("es", "oc"), ("es", "fr")}
    assert scorer.error < 0.05
    assert sum(each.pairs for each in scorer.table) == 1500 * len(scorer.hidden)


def _listed(graph: Graph, source: str, target: str) -> tuple[set[tuple[int, int]], set[int]]:
    """The pairs of a dictionary and its words, found one by one."""
    first, last = graph.range(source)
    left, right = graph.range(target)
    edges = {
        (node, other)
        for node in range(first, last)
        for other in graph.neighbours[graph.starts[node] : graph.starts[node + 1]].tolist()
        if left <= other < right
    }
    return edges, {end for pair in edges for end in pair}
