"""Measures of termhood, worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.errors import ConfigError
from diglot.terms.extraction.candidates import find_candidates
from diglot.terms.extraction.extract import count_candidates
from diglot.terms.extraction.measures import MEASURES, measure
from diglot.text.frequencies import counted_frequencies
from tests.terms import toy


def value(name: str, term: str, lines: list[str], documents: list[int] | None = None) -> float:
    text = toy.counted(lines, documents=documents)
    return float(MEASURES[name](text)[toy.row(text, term)])


def test_c_value_takes_off_the_mean_of_the_longer_candidates() -> None:
    lines = ["wind farm , big wind farm , big wind farm"]
    # "wind farm" stands 3 times; in "big wind farm", twice.
    assert value("c-value", "wind farm", lines) == pytest.approx(np.log2(3) * (3 - 2))
    assert value("c-value", "big wind farm", lines) == pytest.approx(np.log2(4) * 2)


def test_weirdness_is_the_mean_over_content_words_against_the_users_text() -> None:
    own = counted_frequencies({"rotor": 1, "speed": 7})
    text = count_candidates(
        find_candidates(toy.corpus(["speed of rotor"])), reference=own, least_frequency=1
    )
    at = toy.row(text, "speed of rotor")
    unit = 1e6 / (8 + 2)
    logs = [np.log(1e6 / 3 / (8 * unit)), np.log(1e6 / 3 / (2 * unit))]
    assert MEASURES["weirdness"](text)[at] == pytest.approx(np.mean(logs))
    assert MEASURES["least-weirdness"](text)[at] == pytest.approx(min(logs))


def test_specificity_is_bounded_by_the_least_special_word() -> None:
    own = counted_frequencies({"rotor": 1, "speed": 7})
    text = count_candidates(
        find_candidates(toy.corpus(["speed of rotor"])), reference=own, least_frequency=1
    )
    at = toy.row(text, "speed of rotor")
    ratio = (1e6 / 3) / (2 * 1e6 / 10)
    assert MEASURES["specificity"](text)[at] == pytest.approx(np.log10(1 + ratio))


def test_special_words_stand_out_against_general_language() -> None:
    lines = ["the rotor ; the house ; the sea is tall ."] * 2
    for name in ("weirdness", "specificity", "combined", "combined-least"):
        assert value(name, "rotor", lines) > value(name, "house", lines)


def test_dispersion_is_even_or_not() -> None:
    lines = ["wind sea", "wind", "sea sea sea"]
    assert value("dispersion", "wind", lines, [0, 1, 1]) == pytest.approx(1)
    assert value("dispersion", "sea", lines, [0, 1, 1]) < 1
    assert value("dispersion", "wind", lines) == 1


def test_tf_idf_of_both_kinds() -> None:
    lines = ["wind wind", "wind", "sea"]
    assert value("tf-idf", "wind", lines, [0, 1, 2]) == pytest.approx(3 * np.log(4 / 2))
    assert value("frequency-per-document", "wind", lines, [0, 1, 2]) == pytest.approx(1.5)


def test_independence_is_the_share_outside_the_longer_candidate() -> None:
    lines = ["big wind , big wind , wind"]
    assert value("independence", "wind", lines) == pytest.approx(1 / 3)
    assert value("independence", "big wind", lines) == 1


@pytest.mark.parametrize(
    ("word", "score"), [("ab", 0.45), ("rotor", 1.0), ("b12c", 0.95 / 1.8), ("rotor5", 0.85)]
)
def test_orthographic_score(word: str, score: float) -> None:
    assert value("orthographic", word, [word]) == pytest.approx(score)


def test_a_string_that_is_always_part_of_a_longer_one_has_no_boundary() -> None:
    lines = ["big wind farm", "the wind farm is", "big wind farms", "old wind farm ,"]
    assert value("boundary", "wind farm", lines) > 0
    assert value("boundary", "big wind", ["big wind farm", "big wind farm"]) == 0


def test_measures_of_nothing() -> None:
    text = toy.counted([""])
    assert all(len(each(text)) == 0 for each in MEASURES.values())


def test_an_unknown_measure_lists_all() -> None:
    with pytest.raises(ConfigError, match="c-value, weirdness"):
        measure("magic")
