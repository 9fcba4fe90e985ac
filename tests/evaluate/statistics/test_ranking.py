"""Rankings of systems: means over texts, corrected tests, letters, too few units."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError, InputError
from diglot.evaluate.statistics import aggregate
from diglot.evaluate.statistics.ranking import letters, mean_intervals, rank_systems
from diglot.evaluate.statistics.significance import holm
from diglot.model import Score


def score_of(shares: list[float], blocks: int = 1) -> Score:
    """Documents of blocks of 100 links, of which a share is right."""
    rows = [
        [document, block, *(100 * share, 100, 100 * share, 100)]
        for document, share in enumerate(shares)
        for block in range(blocks)
    ]
    return aggregate.link_score("align", [np.array(rows)], None)


def test_holm_is_that_of_the_textbook() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


NAMES = "pqrstu"
PAIRS = list(combinations(NAMES, 2))


@given(st.sets(st.sampled_from(PAIRS)))
def test_names_share_a_letter_exactly_if_they_are_not_apart(apart: set[tuple[str, str]]) -> None:
    found = letters(NAMES, apart)
    for one, other in PAIRS:
        assert bool(set(found[one]) & set(found[other])) == ((one, other) not in apart)
    assert found["p"].startswith("a")


def test_clearly_better_systems_have_letters_of_their_own() -> None:
    rng = np.random.default_rng(1)
    noise = rng.normal(0, 0.02, 12)
    found = rank_systems(
        {
            "low": score_of(list(0.5 + noise)),
            "high": score_of(list(0.9 + noise / 2)),
            "twin": score_of(list(0.9 + noise / 2)),
        },
        "f1",
    )
    assert list(found.values) == ["high", "twin", "low"]
    assert found.letters == {"high": "a", "twin": "a", "low": "b"}
    assert (found.unit, found.units, found.note) == ("document", 12, "")
    low, high = found.intervals["low"]
    assert low < found.values["low"] < high
    tests = {(each.first, each.second): each for each in found.tests}
    assert tests["high", "low"].corrected == pytest.approx(3 * tests["high", "low"].p)
    assert tests["high", "twin"].p == 1.0


def test_few_texts_are_resampled_by_their_blocks() -> None:
    found = rank_systems({"x": score_of([0.5, 0.7], blocks=20)}, "f1")
    assert (found.unit, found.units) == ("block", 40)
    assert found.values["x"] == pytest.approx(0.6)


@pytest.mark.parametrize(("texts", "blocks"), [(12, 1), (2, 20)])
def test_every_figure_has_the_interval_that_a_ranking_by_it_has(texts: int, blocks: int) -> None:
    shares = list(np.random.default_rng(1).uniform(0.2, 0.9, texts))
    score = score_of(shares, blocks)
    [found] = mean_intervals([score], draws=200, seed=3)
    for figure in ("precision", "silence"):
        ranked = rank_systems({"x": score}, figure, correction="none", draws=200, seed=3)
        assert found[figure] == ranked.intervals["x"]
    assert mean_intervals([score_of([0.5])]) == [{}]


def test_too_few_units_give_neither_interval_nor_p() -> None:
    found = rank_systems({"x": score_of([0.5]), "y": score_of([0.6])}, "f1")
    assert (found.intervals, found.tests, found.letters) == ({}, (), {})
    assert found.note == "1 block: too few for intervals and tests, which need 10"


def test_systems_of_other_documents_are_refused() -> None:
    with pytest.raises(InputError, match="not scored on the same documents"):
        rank_systems({"x": score_of([0.5]), "y": score_of([0.6, 0.7])}, "f1")
    with pytest.raises(ConfigError, match="unknown correction"):
        rank_systems({"x": score_of([0.5])}, "f1", correction="bonferroni")


def test_among_many_systems_a_clear_difference_still_shows() -> None:
    scores = {f"s{k}": score_of([k / 20] * 12) for k in range(17)}
    found = rank_systems(scores, "f1", draws=1000)
    assert max(each.corrected for each in found.tests) < 0.05
    assert len(set(found.letters.values())) == 17
    assert "draws:4080" in found.signature
