"""Parallel text and vectors beside the dictionaries: what they add, and what they leave alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from diglot.lexicons.graph.graph import Graph
from diglot.lexicons.interface import LinkCounts, Resources, ScoredPairs
from diglot.lexicons.learned import evidence
from diglot.lexicons.learned.evidence import (
    FEWEST,
    LIKELY,
    PRIOR,
    RIVALRY,
    SETTLED,
    Evidence,
    among_rivals,
    composed_pairs,
    encoder_scores,
    evidence_log_odds,
    gather_evidence,
    link_scores,
    link_strengths,
    linked_pairs,
    settle_scores,
    vector_scores,
    weigh_evidence,
)
from diglot.lexicons.paths.walks import walk_candidates
from diglot.model import WordVectors
from tests.lexicons.toy import graph_of, named
from tests.lexicons.vectored import OTHER, SAME, joined, turned, word

Pair = tuple[str, str]


def together(
    probability: NDArray[np.float64], *columns: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Probabilities in the light of features."""
    return weigh_evidence(probability, evidence_log_odds(probability, list(columns)))


def drawn(size: int = 4000, seed: int = 0) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Probabilities and labels that they hold for."""
    random = np.random.default_rng(seed)
    probability = random.beta(0.5, 1.0, size)
    return probability, random.random(size) < probability


@pytest.fixture(scope="module")
def graph() -> Graph:
    """English and French words over Spanish and Catalan."""
    return joined()


@pytest.fixture(scope="module")
def pairs(graph: Graph) -> ScoredPairs:
    """Right pairs and wrong ones, all believed alike."""
    found = walk_candidates(graph, "en", "fr")
    return ScoredPairs(found.source, found.target, np.full(len(found.source), 0.5))


def links(counts: Mapping[Pair, tuple[float, int]], sentences: int = 1024) -> LinkCounts:
    return LinkCounts(
        {pair: number for pair, (number, _) in counts.items()},
        {pair: number for pair, (_, number) in counts.items()},
        sentences,
    )


def score_of(graph: Graph, pairs: ScoredPairs, resources: Resources) -> NDArray[np.float64]:
    beside = gather_evidence(graph, pairs, "en", "fr", resources)
    return weigh_evidence(pairs.score, list(beside.log_odds.T))


# --- what changes nothing


@pytest.mark.slow
@pytest.mark.parametrize("vectors", [{}, {"en": turned()["en"]}, {"es": turned()["fr"]}])
def test_nothing_given_changes_nothing(
    graph: Graph, pairs: ScoredPairs, vectors: Mapping[str, WordVectors]
) -> None:
    beside = gather_evidence(graph, pairs, "en", "fr", Resources(vectors=vectors))
    assert beside.names == ()
    assert beside.features.shape == beside.log_odds.shape == (len(pairs), 0)
    np.testing.assert_array_equal(weigh_evidence(pairs.score, list(beside.log_odds.T)), pairs.score)


def test_no_pairs_have_no_evidence(graph: Graph, pairs: ScoredPairs) -> None:
    none = pairs.subset(np.zeros(0, np.int64))
    resources = Resources(links=links({}), vectors=turned())
    assert gather_evidence(graph, none, "en", "fr", resources).names == ()
    assert score_of(graph, none, resources).shape == (0,)


@settings(max_examples=20)
@given(st.integers(0, 10_000), st.floats(0.1, 0.9))
def test_what_is_unknown_changes_nothing_for_a_pair(seed: int, share: float) -> None:
    probability, labels = drawn(300, seed)
    random = np.random.default_rng(seed)
    features = labels + random.random(300)
    features[random.random(300) < share] = np.nan
    found = together(probability, features)
    unknown = np.isnan(features)
    np.testing.assert_allclose(found[unknown], probability[unknown], atol=2e-6)


def test_figures_unknown_everywhere_change_nothing() -> None:
    probability, _ = drawn(200)
    found = together(probability, np.full(200, np.nan))
    np.testing.assert_allclose(found, probability, atol=2e-6)


def test_figures_that_are_all_alike_change_hardly_anything() -> None:
    probability, _ = drawn()
    found = together(probability, np.full(len(probability), 0.3))
    np.testing.assert_allclose(found, probability, atol=0.01)


@pytest.mark.parametrize("belief", [0.0, 1.0])
def test_where_all_is_certain_nothing_is_learnt(belief: float) -> None:
    found = together(np.full(500, belief), np.random.default_rng(0).random(500))
    np.testing.assert_allclose(found, belief, atol=1e-4)


# --- what it adds


@settings(max_examples=20)
@given(st.integers(0, 10_000), st.floats(-2, 2))
def test_more_evidence_never_lowers_a_probability(seed: int, slope: float) -> None:
    probability, labels = drawn(600, seed)
    features = np.random.default_rng(seed).random(600) + slope * labels
    added = evidence_log_odds(probability, [features])[0]
    assert (np.diff(added[np.argsort(features)]) >= -1e-9).all()


def test_evidence_that_agrees_with_the_truth_ranks_better() -> None:
    from sklearn.metrics import average_precision_score

    probability, labels = drawn()
    random = np.random.default_rng(1)
    one, other = (labels + random.normal(size=len(labels)) for _ in range(2))
    plain = average_precision_score(labels, probability)
    better = average_precision_score(labels, together(probability, one))
    best = average_precision_score(labels, together(probability, one, other))
    assert plain + 0.04 < better
    assert better + 0.02 < best


def test_probabilities_hold_with_evidence() -> None:
    from diglot.lexicons.learned.scorer import reliability_table

    probability, labels = drawn(20_000)
    features = labels + np.random.default_rng(1).normal(size=len(labels))
    assert reliability_table(probability, labels)[1] < 0.02
    assert reliability_table(together(probability, features), labels)[1] < 0.02


def test_evidence_that_knows_nothing_leaves_the_ranking() -> None:
    probability, labels = drawn(8000)
    found = together(probability, np.random.default_rng(2).random(len(labels)))
    np.testing.assert_allclose(found, probability, atol=0.1)


def test_the_order_of_the_figures_changes_nothing() -> None:
    probability, labels = drawn(1000)
    random = np.random.default_rng(3)
    one, other = labels + random.random(1000), random.random(1000)
    np.testing.assert_allclose(
        together(probability, one, other), together(probability, other, one), atol=1e-12
    )


def test_of_few_pairs_little_is_learnt() -> None:
    added = []
    for size in (int(PRIOR / 5), 400 * int(PRIOR)):
        labels = np.arange(size) % 2 == 0
        probability = np.where(labels, 0.9, 0.1)
        added.append(np.abs(evidence_log_odds(probability, [labels.astype(float)])[0]).max())
    assert added[0] < 0.3
    assert added[1] > 2


# --- parallel text


def test_links_are_counted_by_the_sentences_with_both_words() -> None:
    graph = graph_of([("en:Dog", "es:p"), ("es:p", "fr:chien"), ("es:p", "fr:Chat")])
    found = walk_candidates(graph, "en", "fr")
    pairs = ScoredPairs(found.source, found.target, np.full(2, 0.5))
    counts = links({("dog", "chien"): (6, 10), ("dog", "oiseau"): (1, 1)})
    scores = link_scores(graph, pairs, counts)
    by_name = named(graph, ScoredPairs(pairs.source, pairs.target, scores))
    assert by_name["en:Dog", "fr:chien"] == pytest.approx(6 / (10 + 10))
    assert np.isnan(by_name["en:Dog", "fr:Chat"])


def test_words_linked_to_others_alone_are_known_not_to_be_linked() -> None:
    graph = graph_of([("en:dog", "es:p"), ("es:p", "fr:chien")])
    found = walk_candidates(graph, "en", "fr")
    pairs = ScoredPairs(found.source, found.target, np.full(1, 0.5))
    apart = links({("dog", "os"): (5, 7), ("cat", "chien"): (1, 1)})
    assert link_scores(graph, pairs, apart).tolist() == [0.0]
    for half in ({("dog", "os"): (5.0, 7)}, {("cat", "chien"): (1.0, 1)}, {}):
        assert np.isnan(link_scores(graph, pairs, links(half))).all()


def test_no_score_of_links_is_above_one() -> None:
    graph = graph_of([("en:dog", "es:p"), ("es:p", "fr:chien")])
    found = walk_candidates(graph, "en", "fr")
    pairs = ScoredPairs(found.source, found.target, np.full(1, 0.5))
    counts = links({("dog", "chien"): (9.0, 1)}, sentences=1)
    assert link_scores(graph, pairs, counts).tolist() == [1.0]


def test_pairs_with_more_links_are_more_likely(graph: Graph, pairs: ScoredPairs) -> None:
    # The last ten words are not in the text.
    counts = {(word("en", n), word("fr", n)): (40.0 - n % 40, 40) for n in range(90)}
    # The graph knows a little: over two languages, not one.
    believed = ScoredPairs(pairs.source, pairs.target, np.where(_right(graph, pairs), 0.7, 0.4))
    found = score_of(graph, believed, Resources(links=links(counts)))
    scores = link_scores(graph, believed, links(counts))
    for kind in (True, False):
        of = (_right(graph, pairs) == kind) & ~np.isnan(scores)
        assert (np.diff(found[of][np.argsort(scores[of])]) >= -1e-9).all()
    unknown = np.isnan(scores)
    assert unknown.any()
    np.testing.assert_allclose(found[unknown], believed.score[unknown])
    linked = scores > 0.5
    assert (found[linked] > believed.score[linked]).all()


def test_of_links_the_share_counts_beside_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "FEWEST", 100)
    graph = graph_of(
        [edge for n in range(200) for edge in ((f"en:a{n}", f"es:p{n}"), (f"es:p{n}", f"fr:b{n}"))]
    )
    found = walk_candidates(graph, "en", "fr")
    lemmas = graph.lemmas(found.source)
    right = np.array([int(lemma[1:]) % 2 == 0 for lemma in lemmas])
    pairs = ScoredPairs(found.source, found.target, np.where(right, 0.7, 0.4))
    counts = {(f"a{n}", f"b{n}"): (4.0, 40) for n in range(200)}
    # Half of the words are linked with others more often.
    counts |= {(f"a{n}", "c"): (40.0, 90) for n in range(1, 200, 2)}
    scores, strengths = link_strengths(graph, pairs, links(counts))
    assert len(set(scores.tolist())) == 1
    assert strengths[right].min() > strengths[~right].max()
    monkeypatch.setattr(evidence, "FEWEST", 1000)
    for each in link_strengths(graph, pairs, links(counts)):
        np.testing.assert_array_equal(each, scores)


LONE = (("en:lone/adj", "es:s0"), ("en:Run/noun", "es:x"), ("es:y", "fr:seul/adj"))
"""English words without a likely translation, and a French one that no path leads to."""


def test_words_without_a_translation_get_those_that_they_are_linked_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(evidence, "FEWEST", 100)
    numbers = range(SAME + OTHER)
    paths = [(f"en:{word('en', n)}", f"es:s{n}") for n in numbers]
    paths += [(f"es:s{n}", f"fr:{word('fr', n)}") for n in numbers]
    graph = graph_of([*paths, *LONE, ("en:run/verb", "es:x"), ("fr:courir/verb", "es:y")])
    found = walk_candidates(graph, "en", "fr")
    lone = {node for node in range(graph.nodes) if graph.lemma(node) == "lone"}
    score = np.where(np.isin(found.source, list(lone)), 0.1, 0.9)
    # Of the pairs of known words that are linked so often a quarter are joined by no path.
    counts = {(word("en", n), word("fr", n)): (8.0, 9) for n in numbers}
    counts |= {(word("en", n), word("fr", n + 1)): (8.0, 9) for n in range(0, SAME, 2)}
    for pair in (("lone", "seul"), ("run", "courir"), ("run", word("fr", 3))):
        counts[pair] = (8.0, 9)
    given = ScoredPairs(found.source, found.target, score)
    more = named(graph, linked_pairs(graph, given, "en", "fr", links(counts)))
    # A noun is no verb, and word3 is no verb either.
    assert set(more) == {("en:lone/adj", "fr:seul/adj"), ("en:run/verb", "fr:courir/verb")}
    assert more["en:lone/adj", "fr:seul/adj"] == pytest.approx(0.9, abs=0.05)
    assert 0.4 < more["en:run/verb", "fr:courir/verb"] < 0.9
    monkeypatch.setattr(evidence, "FEWEST", 1000)
    assert not len(linked_pairs(graph, given, "en", "fr", links(counts)))
    assert not len(linked_pairs(graph, given, "en", "fr", links({})))


# --- vectors


def test_vectors_of_one_space_tell_right_pairs_from_wrong(graph: Graph, pairs: ScoredPairs) -> None:
    space = turned(noise=0.0)["en"]
    french = WordVectors([word("fr", n) for n in range(SAME + OTHER)], space.matrix)
    scores = vector_scores(graph, pairs, "en", "fr", Resources(vectors={"en": space, "fr": french}))
    right = _right(graph, pairs)
    assert not np.isnan(scores[right]).any()
    assert np.nanmin(scores[right]) > np.nanmax(scores[~right])


def test_a_pair_without_a_vector_is_unknown(graph: Graph, pairs: ScoredPairs) -> None:
    both = turned()
    few = WordVectors(list(both["fr"].words[:-5]), both["fr"].matrix[:-5])
    vectors = {"en": both["en"], "fr": few}
    scores = vector_scores(graph, pairs, "en", "fr", Resources(vectors=vectors))
    missing = {f"fr:{each}" for each in both["fr"].words[-5:]}
    for (_, target), score in named(graph, ScoredPairs(pairs.source, pairs.target, scores)).items():
        assert np.isnan(score) == (target in missing)


def test_links_and_vectors_are_named_beside_their_figures(graph: Graph, pairs: ScoredPairs) -> None:
    counts = links({(word("en", n), word("fr", n)): (5.0, 9) for n in range(50)})
    beside = gather_evidence(graph, pairs, "en", "fr", Resources(links=counts, vectors=turned()))
    assert beside.names == ("links", "vectors")
    assert beside.features.shape == beside.log_odds.shape == (len(pairs), 2)
    np.testing.assert_array_equal(beside.features[:, 0], link_scores(graph, pairs, counts))
    assert (beside.log_odds[np.isnan(beside.features)] == 0).all()
    some: Evidence = beside.subset(np.array([3, 1]))
    np.testing.assert_array_equal(some.features, beside.features[[3, 1]])
    np.testing.assert_array_equal(some.log_odds, beside.log_odds[[3, 1]])


def _right(graph: Graph, pairs: ScoredPairs) -> NDArray[np.bool_]:
    """Whether pairs are of one number."""
    meant = {word("en", n): word("fr", n) for n in range(SAME + OTHER)}
    ends = zip(graph.lemmas(pairs.source), graph.lemmas(pairs.target), strict=True)
    return np.array([meant[one] == other for one, other in ends], np.bool_)


# --- an encoder, and how many pairs stay likely


def test_an_encoder_is_asked_for_the_words_of_likely_pairs_alone(
    graph: Graph, pairs: ScoredPairs
) -> None:
    asked: set[str] = set()

    def encode(words: Sequence[str]) -> NDArray[np.float32]:
        asked.update(words)
        return np.array([[len(word), 1.0] for word in words], np.float32)

    score = np.where(np.arange(len(pairs)) % 2, 0.5, LIKELY / 2)
    half = ScoredPairs(pairs.source, pairs.target, score)
    found = gather_evidence(graph, half, "en", "fr", Resources(encode=encode))
    assert found.names == ("encoder",)
    likely = score >= LIKELY
    assert asked == {*graph.lemmas(half.source[likely]), *graph.lemmas(half.target[likely])}
    ends = zip(graph.lemmas(half.source), graph.lemmas(half.target), strict=True)
    expected = [len(one) * len(other) + 1.0 for one, other in ends]
    np.testing.assert_allclose(found.features[likely, 0], np.array(expected)[likely])
    assert np.isnan(found.features[~likely, 0]).all()


def test_an_encoder_is_not_asked_for_words_whose_pair_is_settled(graph: Graph) -> None:
    first, other = graph.range("en")[0], graph.range("fr")[0]
    # The first pair is sure and alone; the second is sure, but a word of it has another pair.
    source = np.array([first, first + 1, first + 2], np.int32)
    target = np.array([other, other + 1, other + 1], np.int32)
    pairs = ScoredPairs(source, target, np.array([SETTLED, SETTLED, LIKELY]))
    found = encoder_scores(graph, pairs, lambda words: np.ones((len(words), 2), np.float32))
    np.testing.assert_array_equal(found, [np.nan, 2.0, 2.0])


def test_likeness_counts_less_beside_a_rival_that_is_more_alike() -> None:
    ends = np.array([[0, 10], [0, 11], [1, 11], [2, 12], [2, 13]], np.int32).T
    pairs = ScoredPairs(*ends, np.full(5, 0.5))
    found = among_rivals(pairs, np.array([0.9, 0.5, 0.7, 0.6, np.nan]))
    expected = [0.9, 0.5 - RIVALRY * (0.4 + 0.2), 0.7, 0.6, np.nan]
    np.testing.assert_allclose(found, expected)


def _composed(
    known: Mapping[Pair, float], wholes: Sequence[Pair], monkeypatch: pytest.MonkeyPatch
) -> dict[Pair, float]:
    """What is composed beside known pairs, of words that lead to a pivot of their own."""
    monkeypatch.setattr(evidence, "FEW", 1)
    monkeypatch.setattr(evidence, "COMMON", 0.5)
    ends = [*known, *wholes, *OTHERS]
    edges = [(f"en:{one}", f"es:{number}") for number, (one, _) in enumerate(ends)]
    edges += [(f"fr:{other}", f"ca:{number}") for number, (_, other) in enumerate(ends)]
    graph = graph_of(edges)
    at = {
        code: {graph.lemma(node): node for node in range(*graph.range(code))}
        for code in ("en", "fr")
    }
    nodes = np.array([(at["en"][one], at["fr"][other]) for one, other in known], np.int32).T
    pairs = ScoredPairs(*nodes, np.array(list(known.values())))
    found, parts = composed_pairs(graph, pairs, "en", "fr")
    assert len(parts) == len(found)
    words = zip(graph.lemmas(found.source), graph.lemmas(found.target), strict=True)
    return dict(zip(words, found.score.tolist(), strict=True))


PARTS = {
    ("black", "noir"): 0.9,
    ("hole", "trou"): 0.9,
    ("peace", "paix"): 0.9,
    ("treaty", "traité"): 0.9,
    ("pierre", "pierre"): 0.9,
    ("jean", "jean"): 0.9,
    ("black treaty", "traité noir"): 0.8,
}
OTHERS = [("m n", "m de"), ("o p", "o de"), ("q r", "q de")]
"""So that *de* stands in more words of several parts than any other."""


def test_words_are_composed_of_the_translations_of_their_parts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wholes = [("black hole", "trou noir"), ("Peace-Treaty", "traité de paix"), ("war", "paix là")]
    found = _composed(PARTS, wholes, monkeypatch)
    # As probable as the pair of such parts that is known.
    assert found == {
        ("black hole", "trou noir"): pytest.approx(0.8),
        ("Peace-Treaty", "traité de paix"): pytest.approx(0.8),
    }


def test_parts_that_stay_as_they_are_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    wholes = [("pierre jean", "jean-pierre"), ("jean pierre", "Jean Pierre")]
    found = _composed(PARTS, wholes, monkeypatch)
    assert set(found) == {("jean pierre", "jean-pierre"), ("jean pierre", "Jean Pierre")}


def test_without_known_words_of_such_parts_nothing_is_composed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = {pair: score for pair, score in PARTS.items() if " " not in pair[0]}
    assert not _composed(known, [("black hole", "trou noir")], monkeypatch)


def test_evidence_reorders_pairs_and_leaves_about_as_many_likely() -> None:
    probability, _ = drawn(8000)
    added = np.random.default_rng(1).normal(-2.0, 1.0, len(probability))
    found = settle_scores(probability, [added], 0.15)
    assert (weigh_evidence(probability, [added]) >= 0.5).sum() < (probability >= 0.5).sum() / 2
    # What is listed is surer: the bar is a little lower.
    kept = weigh_evidence(found, [np.full(len(found), -0.15)]) >= 0.5 - 1e-9
    assert kept.sum() == (probability >= 0.5).sum()
    order = np.argsort(weigh_evidence(probability, [added]), kind="stable")
    assert (np.diff(found[order]) >= 0).all()


def test_of_few_pairs_their_number_is_not_kept() -> None:
    probability, _ = drawn(FEWEST)
    added = np.full(FEWEST, -1.0)
    np.testing.assert_array_equal(
        settle_scores(probability, [added], 0.15), weigh_evidence(probability, [added])
    )
    assert settle_scores(probability, [], 0.0) is probability
