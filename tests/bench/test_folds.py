"""The weights that development figures are reported with."""

from __future__ import annotations

import json
import math

import pytest

from bench import quality
from bench.data import SETS
from bench.train_sentences import FOLDS, SHIPPED
from bench.train_vectors import COVERED, FOLDS_VECTORS, SHIPPED_VECTORS
from diglot.sentences.evidence.features import BREAKS, FEATURES, shipped_weights
from diglot.sentences.search.blocks import PARTS

FOLDS_READ = json.loads(FOLDS.read_text("utf-8"))


def test_there_is_a_fold_for_every_set_and_no_other() -> None:
    assert sorted(FOLDS_READ) == sorted(SETS)


@pytest.mark.parametrize("name", SETS)
def test_a_fold_has_a_finite_weight_for_every_feature_of_the_kernel(name: str) -> None:
    assert sorted(FOLDS_READ[name]) == sorted(FEATURES)
    assert all(math.isfinite(weight) for weight in FOLDS_READ[name].values())


def test_no_fold_is_what_ships_or_another_fold() -> None:
    weights = [tuple(FOLDS_READ[name][feature] for feature in FEATURES) for name in SETS]
    assert len({*weights, tuple(shipped_weights().values.tolist())}) == len(SETS) + 1


def test_shipped_weights_name_every_feature_and_the_sets_they_saw() -> None:
    content = json.loads(SHIPPED.read_text("utf-8"))
    assert sorted(content["weights"]) == sorted(FEATURES)
    assert content["trained on"] == list(SETS)


def test_the_weights_of_a_set_are_those_of_its_fold() -> None:
    weights = quality.fold("parice-en-is")
    assert weights.name == "without parice-en-is"
    assert dict(zip(FEATURES, weights.values, strict=True)) == FOLDS_READ["parice-en-is"]


def test_a_set_that_no_weights_saw_is_aligned_with_the_shipped_ones() -> None:
    assert quality.fold("maligna-pl-de") is shipped_weights()


def test_weights_with_vectors_have_every_feature_and_keep_what_breaks_weigh() -> None:
    folds = json.loads(FOLDS_VECTORS.read_text("utf-8"))
    shipped = json.loads(SHIPPED_VECTORS.read_text("utf-8"))
    assert sorted(folds) == sorted(shipped["trained on"]) == sorted(COVERED)
    for made in (shipped, *folds.values()):
        for weights in (made["weights"], made["with parts"]):
            assert sorted(weights) == sorted(FEATURES)
            assert {name: weights[name] for name in BREAKS} == BREAKS
        assert all(made["weights"][FEATURES[number]] == 0.0 for number in PARTS)
