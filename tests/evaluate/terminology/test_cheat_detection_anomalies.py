"""Runs that are not what they are said to be."""

from __future__ import annotations

import pytest

from diglot.errors import InputError
from diglot.evaluate.terminology.cheat_detection import (
    constant_output,
    other_language,
    same_runs,
    steady_failure,
    terms_without_list,
)

SOURCES = [f"sentence {number}" for number in range(10)]
FRENCH = ["Il faut boire beaucoup d'eau et se reposer.", "La toux est un symptôme fréquent."]


def test_terms_without_their_list_are_suspicious_above_nine_in_ten() -> None:
    assert terms_without_list(0.54) is None
    assert terms_without_list(0.974) == (
        "97.4% of the terms are as listed in a run that was declared to see no list"
    )


def test_one_output_for_many_sources_is_named() -> None:
    reason = constant_output(SOURCES, ["la même chose"] * 6 + list("abcd"))
    assert reason == 'one output stands for 6 of 10 different sources: "la même chose"'
    assert constant_output(SOURCES, [""] * 10) == (
        "one output stands for 10 of 10 different sources: nothing"
    )


def test_repeated_sources_may_have_repeated_outputs() -> None:
    assert (
        constant_output(["yes"] * 50 + SOURCES, ["oui"] * 50 + [f"o{s}" for s in SOURCES]) is None
    )
    assert constant_output(["a", "b"], ["x", "x"]) is None


def test_the_numbers_of_outputs_and_sources_must_agree() -> None:
    with pytest.raises(InputError, match="1 output for 10 sources"):
        constant_output(SOURCES, ["x"])


def test_an_output_in_another_language_is_named() -> None:
    assert other_language(FRENCH * 5, "fr") is None
    assert "seems to be in French" in (other_language(FRENCH * 5, "de") or "")


def test_consistency_without_success_is_no_translation() -> None:
    assert steady_failure(0.9, 0.93) is None
    assert steady_failure(0.0, 0.5) is None
    assert "0.932" in (steady_failure(0.0, 0.932) or "")


def test_two_runs_with_the_same_outputs_are_named() -> None:
    runs = {"noterm": ["a", "b"], "proper": ["a ", "b"], "random": ["a", "c"]}
    assert same_runs(runs) == ("the runs noterm and proper are the same",)
    assert same_runs({"x": [], "y": []}) == ()
