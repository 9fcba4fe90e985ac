"""The weights of the block features."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.sentences.corpus import Texts, encode
from diglot.sentences.evidence.features import (
    FEATURES,
    VECTORS,
    fit_breaks,
    generative_weights,
    shipped_weights,
    weights_from_names,
)
from diglot.sentences.link_types import link_types
from diglot.sentences.values import Path
from tests.twins import load_twin

PATTERN = [(2, 1), (2, 1), (1, 1)]


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
    assert found.with_parts is not None
    assert found.with_vectors.tolist() == [content["weights"][feature] for feature in FEATURES]
    assert found.with_parts.tolist() == [content["with parts"][feature] for feature in FEATURES]
    for values in (found.values, found.with_vectors, found.with_parts):
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


def test_breaks_after_commas_are_inside_links_where_the_links_so_far_say_so() -> None:
    corpus = encode([Texts(["Aa,", "bb.", "Cc,", "dd.", "Ee."] * 9, ["Xx yy.", "Zz.", "Ww."] * 9)])
    types = link_types(2, 3)
    kinds = [list(zip(types.source, types.target, strict=True)).index(t) for t in PATTERN * 9]
    ends = np.cumsum(PATTERN * 9, axis=0)
    path = Path(ends[:, 0], ends[:, 1], np.array(kinds))
    breaks = fit_breaks(corpus.pairs, [path], types)
    comma, stop, upper, lower = 5, 1, 1, 2
    assert breaks.source[comma, lower] > 1
    assert breaks.source[stop, upper] == 0
    assert (breaks.target == 0).all()
    assert breaks.ends[stop, stop] == pytest.approx(0, abs=0.01)


def test_nothing_is_known_of_breaks_without_links() -> None:
    corpus = encode([Texts(["a.", "b."], ["c.", "d."])])
    nothing = np.zeros(0, np.int64)
    types = link_types(2, 3)
    found = fit_breaks(corpus.pairs, [Path(nothing, nothing, nothing)], types)
    for of_side in (found.source, found.target, found.ends, found.starts):
        assert of_side == pytest.approx(np.zeros_like(of_side), abs=1e-9)
