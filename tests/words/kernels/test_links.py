"""Evidence on links, the network and whole pairs against plain numpy."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from diglot.words.corpus import Corpus, index
from diglot.words.decoding import confidence
from diglot.words.decoding.confidence import Posteriors
from diglot.words.kernels import links as kernel
from diglot.words.models import gibbs
from diglot.words.models.views import view
from tests.words.random_corpora import random_corpus, random_posteriors
from tests.words.toys import toy


@cache
def gathered() -> tuple[Corpus, kernel.Evidence]:
    corpus = random_corpus(3, 40, words=7, empty=True)
    return corpus, view(corpus, plan=gibbs.sampling_schedule(400)).evidence


@cache
def table() -> np.ndarray:
    evidence = gathered()[1]
    return kernel.features(evidence, confidence.first_opinion(evidence))


def logit(p: np.ndarray) -> np.ndarray:
    return np.log((p + 1e-3) / (1.001 - p))


def named(name: str) -> np.ndarray:
    return table()[:, kernel.NAMES.index(name)]


@cache
def grids() -> list[np.ndarray]:
    """Mean probability of every cell of every pair, 0 where there is no candidate."""
    _, e = gathered()
    q = (np.sqrt(e.forward * e.backward) + np.sqrt(e.expected_forward * e.expected_backward)) / 2
    made = []
    for k in range(len(e.offsets) - 1):
        grid = np.zeros((np.diff(e.offsets_s)[k], np.diff(e.offsets_t)[k]))
        here = slice(e.offsets[k], e.offsets[k + 1])
        grid[e.source[here], e.target[here]] = q[here]
        made.append(grid)
    return made


def by_cell(value) -> np.ndarray:
    """What ``value(grid, i, j)`` gives for every candidate."""
    _, e = gathered()
    return np.array(
        [
            value(grid, int(e.source[c]), int(e.target[c]))
            for k, grid in enumerate(grids())
            for c in range(e.offsets[k], e.offsets[k + 1])
        ]
    )


def assert_named(name: str, expected: np.ndarray) -> None:
    np.testing.assert_allclose(named(name), expected, rtol=1e-4, atol=1e-5, err_msg=name)


def test_what_vectors_say() -> None:
    _, e = gathered()
    for name in kernel.NAMES[-4:]:
        assert not named(name).any(), "nothing was compared"
    forward, backward = np.random.default_rng(1).random((2, len(e.source)), np.float32)
    told = e._replace(near_f=forward, near_b=backward)
    rows = kernel.features(told, confidence.first_opinion(told))[:, -4:]
    expected = logit(forward), logit(backward), np.sqrt(forward * backward), np.ones(len(forward))
    np.testing.assert_allclose(rows, np.column_stack(expected), rtol=1e-4, atol=1e-5)


@pytest.mark.slow
def test_every_feature_has_a_name_and_a_number() -> None:
    corpus, e = gathered()
    assert len(e.source) > 50
    assert len(e.offsets) - 1 == corpus.pairs
    assert table().shape == (len(e.source), kernel.SIZE)
    assert len(set(kernel.NAMES)) == kernel.SIZE
    assert np.isfinite(table()).all()


def test_probabilities_of_both_views() -> None:
    _, e = gathered()
    sampled = np.sqrt(e.forward * e.backward)
    expected = np.sqrt(e.expected_forward * e.expected_backward)
    for name, value in {
        "sampled forward": logit(e.forward),
        "sampled backward": logit(e.backward),
        "sampled": logit(sampled),
        "expected forward": logit(e.expected_forward),
        "expected backward": logit(e.expected_backward),
        "expected": logit(expected),
        "plain sampled": sampled,
        "plain expected": expected,
    }.items():
        assert_named(name, value)


def test_masses_of_null() -> None:
    _, e = gathered()
    pair = np.repeat(np.arange(len(e.offsets) - 1), np.diff(e.offsets))
    to = e.offsets_t[pair] + e.target
    of = e.offsets_s[pair] + e.source
    assert_named("null forward", 1 - np.bincount(to, e.forward)[to])
    assert_named("null backward", 1 - np.bincount(of, e.backward)[of])


def test_rivals_are_the_best_other_links_of_a_word() -> None:
    def of_source(grid: np.ndarray, i: int, j: int) -> float:
        return np.delete(grid[i], j).max(initial=0)

    def of_target(grid: np.ndarray, i: int, j: int) -> float:
        return np.delete(grid[:, j], i).max(initial=0)

    assert_named("rival of source", by_cell(of_source))
    assert_named("rival of target", by_cell(of_target))
    assert_named("logit rival of source", logit(by_cell(of_source)))
    assert_named("logit rival of target", logit(by_cell(of_target)))


def test_links_of_a_word_are_the_sum_of_its_cells() -> None:
    assert_named("links of source", by_cell(lambda grid, i, _: grid[i].sum()))
    assert_named("links of target", by_cell(lambda grid, _, j: grid[:, j].sum()))


@pytest.mark.parametrize(
    ("name", "down", "right"),
    [
        ("before both", -1, -1),
        ("after both", 1, 1),
        ("before source", -1, 0),
        ("after source", 1, 0),
        ("before target", 0, -1),
        ("after target", 0, 1),
        ("crossing before", -1, 1),
        ("crossing after", 1, -1),
    ],
)
def test_neighbours(name: str, down: int, right: int) -> None:
    assert_named(name, by_cell(lambda grid, i, j: rimmed(grid)[i + 2 + down, j + 2 + right]))


def rimmed(grid: np.ndarray) -> np.ndarray:
    """With two rows and columns around, of which the ends of the sentences count as linked."""
    padded = np.pad(grid, 2)
    padded[1, 1] = padded[-2, -2] = 1
    return padded


def test_second_neighbours() -> None:
    steps = [(-2, -2), (-2, -1), (-1, -2)]
    for name, sign in (("two before", 1), ("two after", -1)):
        assert_named(
            name,
            by_cell(
                lambda grid, i, j, sign=sign: max(
                    rimmed(grid)[i + 2 + sign * down, j + 2 + sign * right] for down, right in steps
                )
            ),
        )


def test_links_two_words_away() -> None:
    def beside(grid: np.ndarray, i: int, j: int) -> float:
        return max(rimmed(grid)[i + 2, [j, j + 4]])

    assert_named("beside in source", by_cell(beside))
    assert_named("beside in target", by_cell(lambda grid, i, j: beside(grid.T, j, i)))


def test_the_way_to_the_best_other_link_of_a_word() -> None:
    def way(grid: np.ndarray, i: int, j: int) -> float:
        others = np.where(np.arange(grid.shape[1]) == j, 0, grid[i])
        return float(np.clip(np.argmax(others) - j, -5, 5)) if others.any() else -5.0

    assert_named("way in source", by_cell(way))
    assert_named("way in target", by_cell(lambda grid, i, j: way(grid.T, j, i)))


def test_links_of_the_words_before_and_after() -> None:
    def best(grid: np.ndarray, i: int) -> float:
        return float(grid[i].max()) if 0 <= i < len(grid) else 1.0

    for name, step in (("before", -1), ("after", 1)):
        assert_named(f"source {name}", by_cell(lambda grid, i, _, step=step: best(grid, i + step)))
        assert_named(
            f"target {name}", by_cell(lambda grid, _, j, step=step: best(grid.T, j + step))
        )


def test_mean_of_the_best_links_of_a_pair() -> None:
    assert_named(
        "pair",
        by_cell(lambda grid, *_: (grid.max(0).sum() + grid.max(1).sum()) / sum(grid.shape)),
    )


def test_places_and_sizes() -> None:
    corpus, _ = gathered()
    assert_named(
        "off diagonal",
        by_cell(lambda g, i, j: abs((i + 0.5) / g.shape[0] - (j + 0.5) / g.shape[1])),
    )
    assert_named("source words", np.log(by_cell(lambda grid, *_: grid.shape[0])))
    assert_named("target words", np.log(by_cell(lambda grid, *_: grid.shape[1])))
    assert_named("pairs", np.full(len(table()), np.log(corpus.pairs)))


def test_words_of_a_candidate() -> None:
    corpus, e = gathered()
    pair = np.repeat(np.arange(corpus.pairs), np.diff(e.offsets))
    source = corpus.source[corpus.source_offsets[pair] + e.source]
    target = corpus.target[corpus.target_offsets[pair] + e.target]
    one, other = np.bincount(corpus.source)[source], np.bincount(corpus.target)[target]
    assert_named("source frequency", np.log(one))
    assert_named("target frequency", np.log(other))
    assert_named("frequency gap", abs(np.log(one) - np.log(other)))
    names = corpus.source_vocabulary.words
    assert_named("source length", np.log([len(names[word]) for word in source]))
    linked_f, linked_b = e.linked_f[e.words], e.linked_b[e.words]
    assert_named("times linked", np.log(1 + (linked_f + linked_b) / 2))
    assert_named("share forward", np.log(1e-3 + linked_f) - np.log(one))
    assert_named("share backward", np.log(1e-3 + linked_b) - np.log(other))
    assert_named("likeness", e.similar[e.words])
    assert_named("same form", e.similar[e.words] == 1)


def test_signs_are_told_from_words() -> None:
    from diglot.words.corpus import encode

    pairs = [(["ka", "!"], ["ka", "..."]), (["42", "?"], ["xu", "!"])]
    corpus = encode(pairs * 3)
    evidence = view(corpus, plan=gibbs.sampling_schedule(400)).evidence
    found = kernel.features(evidence, confidence.first_opinion(evidence))
    both, one = (found[:, kernel.NAMES.index(name)] for name in ("both signs", "one sign"))
    for c, (i, j) in enumerate(zip(evidence.source, evidence.target, strict=True)):
        # The second word of each sentence is a sign, the first is none.
        assert (both[c], one[c]) == (float(i == j == 1), float(i != j))


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_the_network_is_two_matrix_products(jobs: int) -> None:
    _, evidence = gathered()
    rng = np.random.default_rng(0)
    hidden = rng.normal(0, 0.2, (5, kernel.SIZE)).astype(np.float32)
    bias, out = (rng.normal(0, 1, 5).astype(np.float32) for _ in range(2))
    network = confidence.Network(hidden, bias, out, np.float32(0.3))
    opinion = confidence.first_opinion(evidence)
    for stages in (1, 2):
        found = confidence.probabilities(evidence, networks=[network] * stages, jobs=jobs)
        layer = np.maximum(kernel.features(evidence, opinion).astype(float) @ hidden.T + bias, 0)
        opinion = (1 / (1 + np.exp(-(layer @ out + 0.3)))).astype(np.float32)
        np.testing.assert_allclose(found, opinion, atol=1e-5)


@pytest.mark.parametrize("method", ["gibbs", "hmm"])
def test_the_shipped_networks_fit_the_features(method: str) -> None:
    for network in confidence.shipped_networks(method):
        assert network.hidden.shape == (len(network.bias), kernel.SIZE)
        assert network.out.shape == network.bias.shape
        assert np.isfinite(network.hidden).all()
    probabilities = confidence.probabilities(gathered()[1], method=method)
    assert ((probabilities >= 0) & (probabilities <= 1)).all()


def test_features_of_pairs() -> None:
    offsets = np.array([0, 3, 3, 4, 4])
    source = np.array([0, 0, 2, 1], np.uint16)
    target = np.array([0, 1, 1, 0], np.uint16)
    probability = np.array([0.95, 0.2, 0.6, 0.4], np.float32)
    offsets_s, offsets_t = np.array([0, 3, 3, 5, 6]), np.array([0, 2, 2, 3, 5])
    found = kernel.pair_features(offsets, source, target, probability, offsets_s, offsets_t)
    expected = [
        [(0.95 + 0 + 0.6) / 3, (0.95 + 0.6) / 2, 1 / 5, np.log(3 / 2), np.log(5), 2 / 5],
        [0] * 6,
        [0.4 / 2, 0.4, 1, np.log(2), np.log(3), 0],
        [0, 0, 1, np.log(2), np.log(3), 0],
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_pairs_are_judged_by_a_logistic_regression_nan_where_there_are_no_words() -> None:
    nothing = np.zeros(0, np.float32)
    offsets = np.array([0, 1, 1])
    words = np.array([0, 1, 1])
    one = np.zeros(1, np.uint16)
    posteriors = Posteriors(offsets, one, one, nothing, nothing, words, words, nothing, nothing)
    likely, unlikely = (
        confidence.pair_probabilities(posteriors, np.array([p], np.float32)) for p in (0.3, 0.01)
    )
    assert 0 < unlikely[0] < likely[0] <= 1
    assert np.isnan(likely[1])


@pytest.mark.slow
def test_pairs_that_translate_each_other_are_told_from_others() -> None:
    from diglot.words import align
    from diglot.words.corpus import encode

    text = toy(5, 80)
    sides = [target for _, target in text.pairs[:20]]
    shuffled = list(
        zip((source for source, _ in text.pairs[:20]), sides[10:] + sides[:10], strict=True)
    )
    found = align(encode([*text.pairs, *shuffled]), learn=False).pair_confidence
    assert np.median(found[:80]) > 2 * np.median(found[80:])


def unlinked_words(posteriors: Posteriors, probabilities: np.ndarray) -> list[float]:
    """Expected words without a link of both sides, plainly."""
    pair = np.repeat(np.arange(posteriors.pairs), np.diff(posteriors.offsets))
    found = []
    for offsets, over in (
        (posteriors.source_offsets, posteriors.source),
        (posteriors.target_offsets, posteriors.target),
    ):
        sums = np.bincount(offsets[pair] + over, probabilities, int(offsets[-1]))
        found.append(float(np.maximum(0, 1 - sums).sum()))
    return found


def test_the_best_threshold_promises_the_greatest_f1() -> None:
    for seed in range(20):
        posteriors, values = random_posteriors(seed, random_corpus(seed, 20, words=6, empty=True))
        values **= np.float32(seed / 7 + 0.3)
        words = posteriors.source_offsets[-1] + posteriors.target_offsets[-1]
        missing = max(0, sum(unlinked_words(posteriors, values)) - confidence.FREE * words) / 2

        def promised(
            threshold: float, values: np.ndarray = values, missing: float = missing
        ) -> float:
            taken = values[values >= np.float32(threshold)].astype(float)
            return 2 * taken.sum() / (len(taken) + values.sum(dtype=float) + missing)

        found = confidence.best_threshold(posteriors, values)
        assert 0.1 <= found <= 0.5
        within = [value for value in values.tolist() if 0.1 <= value <= 0.5]
        # Thresholds are as fine as a thousandth.
        assert promised(found) >= max(map(promised, [0.1, 0.5, *within])) - 2e-3
    nothing, _ = random_posteriors(0, random_corpus(0, 0, words=1))
    assert confidence.best_threshold(nothing, np.zeros(0, np.float32)) == 0.5


@pytest.mark.parametrize("seed", range(5))
def test_words_that_no_candidate_stands_for_are_counted(seed: int) -> None:
    posteriors, values = random_posteriors(seed, random_corpus(seed, 8, words=4, empty=True))
    found = [
        kernel.words_without_link(posteriors.offsets, over, values, offsets)
        for offsets, over in (
            (posteriors.source_offsets, posteriors.source),
            (posteriors.target_offsets, posteriors.target),
        )
    ]
    assert found == pytest.approx(unlinked_words(posteriors, values), rel=1e-5)


def test_probabilities_are_gathered_in_equal_steps() -> None:
    probabilities = np.array([0, 0.04, 0.049, 0.5, 0.951, 1.0], np.float32)
    taken, sums = kernel.by_step(probabilities, 20)
    expected = np.bincount([0, 0, 0, 10, 19, 19], minlength=20)
    np.testing.assert_array_equal(taken, expected)
    np.testing.assert_allclose(sums[[0, 10, 19]], [0.089, 0.5, 1.951], rtol=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_candidates_know_their_word_pairs(seed: int) -> None:
    corpus = random_corpus(seed, 8, words=4, empty=True)
    posteriors, _ = random_posteriors(seed, corpus)
    pairs = index(corpus)
    found = kernel.distinct(
        posteriors.offsets, posteriors.source, posteriors.target, corpus.source,
        posteriors.source_offsets, posteriors.target_offsets, pairs.rows, pairs.cells,
        pairs.cell_offsets,
    )  # fmt: skip
    rows = np.repeat(np.arange(len(pairs.rows) - 1), np.diff(pairs.rows))
    pair = np.repeat(np.arange(corpus.pairs), np.diff(posteriors.offsets))
    source = corpus.source[corpus.source_offsets[pair] + posteriors.source]
    target = corpus.target[corpus.target_offsets[pair] + posteriors.target]
    np.testing.assert_array_equal(rows[found], source)
    np.testing.assert_array_equal(pairs.columns[found], target)


@pytest.mark.parametrize("seed", range(8))
def test_the_best_candidate_beats_the_others_and_null(seed: int) -> None:
    corpus = random_corpus(seed, 6, empty=True)
    p, _ = random_posteriors(seed, corpus)
    pair = np.repeat(np.arange(corpus.pairs), np.diff(p.offsets))
    word = p.target_offsets[pair] + p.target
    share = np.random.default_rng(seed).random(len(corpus.target)) * 1.2
    forward = (p.forward / np.maximum(np.bincount(word, p.forward), 1e-9)[word]) * share[word]
    found = kernel.bests(
        p.offsets, p.target, p.source, forward.astype(np.float32), p.target_offsets
    )
    for y in range(len(corpus.target)):
        mine = np.flatnonzero(word == y)
        null = 1 - forward[mine].sum()
        best = mine[np.argmax(forward[mine])] if len(mine) else None
        expected = -1 if best is None or null > forward[best] else p.source[best]
        assert found[y] == expected


@pytest.mark.parametrize("kind", [np.uint16, np.uint32, np.float32])
def test_values_that_are_kept_move_to_the_front(kind: type) -> None:
    rng = np.random.default_rng(0)
    kept = rng.random(50) < 0.4
    values = rng.integers(0, 1000, 50).astype(kind)
    expected = values[kept]
    kernel.compact(kept.view(np.uint8), values)
    np.testing.assert_array_equal(values[: len(expected)], expected)
