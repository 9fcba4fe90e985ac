"""How terms are written."""

from __future__ import annotations

import numpy as np

from diglot.terms.extraction.candidates import find_candidates
from diglot.terms.extraction.corpus import encode_corpus
from diglot.terms.parallel.alignment import usual_spellings

STOPS = frozenset({"the", "is", "of", "who"})


def spelled(*sentences: str, language: str | None = None) -> dict[str, str]:
    found = find_candidates(
        encode_corpus((line.split() for line in sentences), language=language, function_words=STOPS)
    )
    texts = usual_spellings(found, np.arange(len(found)))
    return {found.text(number): text for number, text in texts.items()}


def test_the_most_frequent_spelling_wins() -> None:
    texts = spelled("the Wind farm", "the wind farm", "the wind farm", "the COVID-19 virus")
    assert texts["wind farm"] == "wind farm"
    assert texts["covid-19 virus"] == "COVID-19 virus"


def test_the_first_word_of_a_sentence_does_not_count() -> None:
    texts = spelled("Wind is", "Wind is", "the wind is", "Rotor is", "ACE2 is", "ACE2 is")
    assert (texts["wind"], texts["rotor"], texts["ace2"]) == ("wind", "rotor", "ACE2")


def test_numbers_before_a_heading_do_not_make_its_capital_the_words_own() -> None:
    texts = spelled("2.1 . Hardware is", "2.2 . Hardware is", "the hardware is", "3 Linux", "Linux")
    assert (texts["hardware"], texts["linux"]) == ("hardware", "linux")


def test_titles_in_capitals_do_not_count_where_there_is_running_text() -> None:
    texts = spelled("Supported Hardware", "Supported Hardware", "the hardware is old", "Call Joe")
    assert (texts["hardware"], texts["joe"]) == ("hardware", "Joe")


def test_acronyms_of_function_words_are_written_as_such() -> None:
    assert spelled("the WHO is", "who is the rotor")["WHO"] == "WHO"


def test_elided_words_lean_on_the_next_with_straight_apostrophes() -> None:
    found = find_candidates(
        encode_corpus([["le", "taux", "d’", "air"]], language="fr", linking_words=frozenset({"d'"}))
    )
    texts = usual_spellings(found, np.arange(len(found)))
    assert "taux d'air" in texts.values()


def test_only_what_is_wanted_is_spelled() -> None:
    found = find_candidates(encode_corpus([["wind", "farm"]]))
    assert list(usual_spellings(found, np.array([1]))) == [1]
    assert usual_spellings(found, np.array([], np.int64)) == {}
