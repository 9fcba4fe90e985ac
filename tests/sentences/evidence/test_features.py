"""The weights of the block features."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.sentences.evidence.features import (
    FEATURES,
    VECTORS,
    generative_weights,
    shipped_weights,
    weights_from_names,
)
from tests.twins import load_twin


def test_shipped_weights_name_every_feature_of_the_kernel() -> None:
    import json
    from importlib import resources

    content = json.loads(
        resources.files("diglot.sentences").joinpath("weights.json").read_text("utf-8")
    )
    missing = set(FEATURES) - set(content["weights"])
    assert all("vector" in feature for feature in missing)
    assert set(content["weights"]) <= set(FEATURES)
    assert len(content["trained on"]) >= 8
    found = shipped_weights()
    assert found.name == content["name"]
    assert found.values.tolist() == [content["weights"].get(feature, 0.0) for feature in FEATURES]
    content = json.loads(
        resources.files("diglot.sentences").joinpath("weights-vectors.json").read_text("utf-8")
    )
    assert found.with_vectors is not None
    assert found.with_vectors.tolist() == [content["weights"][feature] for feature in FEATURES]
    for values in (found.values, found.with_vectors):
        assert np.isfinite(values).all()
        assert np.abs(values).max() < 20


def test_every_feature_has_a_number_in_the_kernel() -> None:
    """That it is its own, the plain twin of the kernel shows, which names what it compares."""
    assert len(FEATURES) == load_twin("diglot.sentences.kernels.blocks").at.SIZE


def test_names_of_features_are_distinct() -> None:
    assert len(set(FEATURES)) == len(FEATURES)


def test_an_unknown_feature_is_refused() -> None:
    with pytest.raises(KeyError, match="no such block features: length: colour"):
        weights_from_names({"log prior": 1.0, "length: colour": 1.0}, "x")


def test_the_generative_score_weighs_prior_length_words_and_vectors() -> None:
    weights = generative_weights(0.3)
    named = {f: w for f, w in zip(FEATURES, weights.values.tolist(), strict=True) if w}
    assert named == {
        "log prior": 1.0,
        "length: distance": 1.0,
        "length: rest": 1.0,
        "length: split penalty": 1.0,
        "lexical: llr": pytest.approx(3.0),
        "vectors: llr": VECTORS,
    }
    assert weights.name == "generative-0.3"
