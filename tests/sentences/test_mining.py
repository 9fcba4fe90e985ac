"""Sentences that translate each other, among many that do not."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.sentences import mining
from diglot.sentences.kernels import postings as kernel
from tests.twins import load_twin

NAMES = {name: place for place, name in enumerate(mining.NAMES)}


def unit_vectors(count, seed, size=8):
    rng = np.random.default_rng(seed)
    vectors = rng.standard_normal((count, size)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def test_nearest_neighbours_are_those_of_all_cosines_whatever_the_blocks(monkeypatch):
    source, target = unit_vectors(23, 1), unit_vectors(17, 2)
    monkeypatch.setattr(mining, "ROWS", 5)
    monkeypatch.setattr(mining, "COLUMNS", 4)
    cosines = source @ target.T
    for found, table in zip(
        mining.find_nearest(source, target, count=3), (cosines, cosines.T), strict=True
    ):
        order = np.argsort(-table, axis=1)[:, :3]
        assert found.places.tolist() == order.tolist()
        assert np.allclose(found.cosines, np.take_along_axis(table, order, 1), atol=1e-6)


def test_of_equal_cosines_the_first_sentence_stays():
    same = np.tile(unit_vectors(1, 3), (5, 1))
    for found in mining.find_nearest(same, same, count=2):
        assert found.places.tolist() == [[0, 1]] * 5


def test_fewer_sentences_than_neighbours_leave_places_empty():
    (forward, _) = mining.find_nearest(unit_vectors(2, 1), unit_vectors(1, 2), count=3)
    assert forward.places.tolist() == [[0, -1, -1]] * 2
    assert forward.means == pytest.approx(forward.cosines[:, 0])


def test_the_margin_is_the_cosine_by_the_mean_of_both_neighbourhoods():
    forward = mining.Neighbours(np.array([[0, 1]], np.int32), np.array([[0.8, 0.4]], np.float32))
    backward = mining.Neighbours(
        np.array([[0, -1], [0, -1]], np.int32), np.array([[0.8, -2], [0.4, -2]], np.float32)
    )
    found = mining.find_candidates(forward, backward)
    assert found.pairs.tolist() == [[0, 0]]  # the other one is less near than the neighbours are
    assert found.features[0, 0] == pytest.approx(0.8 / ((0.6 + 0.8) / 2))
    assert found.features[0, 1:4] == pytest.approx([0.8, 0.6, 0.8])


def test_a_lead_is_counted_over_the_next_candidate_of_the_same_sentence():
    places = np.array([[0, 1, 2]], np.int32)
    forward = mining.Neighbours(places, np.array([[0.9, 0.8, 0.1]], np.float32))
    backward = mining.Neighbours(np.array([[-1]] * 3, np.int32), np.full((3, 1), -2, np.float32))
    found = mining.find_candidates(forward, backward)
    margins = found.features[:, 0]
    assert found.pairs[:, 1].tolist() == [0, 1]
    assert found.features[:, 4] == pytest.approx([margins[0] - margins[1], margins[1] - margins[0]])
    assert found.features[:, 5] == pytest.approx(margins - mining.LEAST_MARGIN)


def features_of(source, target):
    pairs = np.array([[k, k] for k in range(len(source))], np.int32)
    candidates = mining.Candidates(pairs, np.ones((len(pairs), 6), np.float32))
    return mining.find_features(candidates, source, target)


def test_numbers_are_counted_that_both_sides_have_and_one_alone():
    found = features_of(["7 of 12 and 12", "none", "1"], ["12 Uhr", "keine", "2"])
    assert found[:, NAMES["numbers_shared"]].tolist() == [1, 0, 0]
    assert found[:, NAMES["numbers_odd"]].tolist() == [2, 0, 2]


def test_lengths_are_held_against_what_is_usual():
    found = features_of(["a" * 9] * 3, ["b" * 19, "b" * 19, "b" * 9])
    odd = found[:, NAMES["length_ratio"]]
    assert odd.tolist() == pytest.approx([0, 0, np.log(2) * np.sqrt(20)])


def test_a_greater_margin_is_more_probable():
    features = np.tile(features_of(["A sentence."], ["Ein Satz."]), (2, 1))
    features[:, NAMES["margin"]] = 1.1, 1.4
    low, high = mining.probabilities(features)
    assert 0 < low < high < 1


def test_every_sentence_stands_in_one_chosen_pair():
    pairs = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.int32)
    candidates = mining.Candidates(pairs, np.zeros((4, 6), np.float32))
    assert mining.choose(candidates, np.array([0.5, 0.9, 0.8, 0.7])).tolist() == [1, 2]


def test_the_kernel_agrees_with_its_twin():
    twin = load_twin("diglot.sentences.kernels.postings")
    cosines = np.random.default_rng(4).random((6, 9), np.float32)
    made = []
    for module in (kernel, twin):
        lists = [
            array
            for size in (6, 9)
            for array in (np.full((size, 2), -2, np.float32), np.full((size, 2), -1, np.int32))
        ]
        module.keep_nearest(cosines, 0, 0, *lists)
        made.append([array.tolist() for array in lists])
    assert made[0] == made[1]
