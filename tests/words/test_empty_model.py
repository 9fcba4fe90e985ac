"""Models of texts that were too small to learn any link from."""

from __future__ import annotations

from diglot.words import Aligner, align
from diglot.words.corpus import encode


def test_a_model_without_links_aligns_by_the_forms_of_words_alone() -> None:
    model = align(encode([(["the", "cat"], ["die", "katze"])])).model
    assert model is not None
    assert not len(model.columns)
    found = Aligner(model).align(["the", "metro"], ["die", "metro"])
    assert all(0 <= i < 2 and 0 <= j < 2 and 0 <= p <= 1 for i, j, p in found)
