"""Texts that are too small to learn much from, and models without any link."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diglot.words import Aligner, align, links
from diglot.words.corpus import encode


@pytest.mark.slow
def test_a_single_pair_of_unknown_words_is_linked_in_its_order() -> None:
    alignment = align(encode([(["the", "cat"], ["die", "katze"])]))
    assert {(0, 0), (1, 1)} <= set(links(alignment).of(0))
    straight, left, right, along = alignment.posteriors.forward * alignment.posteriors.backward
    assert min(straight, along) > max(left, right)


@pytest.mark.slow
def test_a_model_without_links_aligns_by_the_forms_of_words_alone() -> None:
    model = align(encode([(["the", "cat"], ["die", "katze"])])).model
    assert model is not None
    nothing = np.zeros(0, np.float32)
    empty = replace(
        model,
        rows=np.zeros_like(model.rows),
        columns=np.zeros(0, np.int32),
        forward=nothing,
        backward=nothing,
    )
    found = Aligner(empty).align(["the", "metro"], ["die", "metro"])
    assert (1, 1) in {(i, j) for i, j, _ in found}
