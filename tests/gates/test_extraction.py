"""Pinned quality of term extraction: a ranker on a field that it never saw, and plain measures."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("name", "floor"), [("combined", 0.27), ("specificity", 0.24), ("c-value", 0.23)]
)
def test_measures_on_english_wind_energy(name: str, floor: float, shared_data: Path) -> None:
    from bench.terms.extraction import quality
    from bench.terms.extraction_data import text
    from diglot.terms.extraction.measures import MEASURES

    of = text("en", "wind")
    score = MEASURES[name](of.counted)
    score[of.counted.seen.frequency < 2] = score.min() - 1
    assert quality(score, of).best >= floor


def test_a_ranker_on_a_field_that_it_never_saw(shared_data: Path) -> None:
    from bench.terms.extraction import quality, trained
    from bench.terms.extraction_data import text

    ranker = trained([text("en", "corp"), text("en", "equi")], 1, calibrated=False)
    of = text("en", "wind")
    found = quality(ranker.probabilities(of.counted), of)
    assert found.best >= 0.38
    assert found.average >= 0.34
