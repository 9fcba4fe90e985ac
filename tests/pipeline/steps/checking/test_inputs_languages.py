"""The languages of a check: as told, as declared, as detected among those of the termbase."""

from __future__ import annotations

import pytest

from diglot.errors import ConfigError
from diglot.pipeline.steps.checking.inputs import decide_languages

TEXTS = [("The machine is hot, do not touch it.", "La machine est chaude, ne la touchez pas.")]
NONE = (None, None)


def decided(texts=TEXTS, told=NONE, declared=NONE, candidates=()):
    return decide_languages(texts, told=told, declared=declared, candidates=candidates)


def test_what_is_told_goes_before_what_the_file_says():
    assert decided(told=("en", "pt_BR"), declared=("de", "fr")).tags == ("en", "pt-BR")
    assert decided(declared=("en-GB", "fr")).tags == ("en-GB", "fr")
    assert decided(told=("English", None), declared=(None, "fr")).tags == ("en", "fr")


def test_texts_tell_their_language():
    found = decided()
    assert found.tags == ("en", "fr")
    assert found.notes == (
        "source language detected: English (en)",
        "target language detected: French (fr)",
    )


def test_a_short_text_is_in_a_language_of_the_termbase():
    found = decided([("ok", "bon")], candidates=("en", "fr"), told=("en", None))
    assert found.tags == ("en", "fr")


def test_a_language_without_rules_is_taken_as_it_is():
    assert decided(told=("en", "tlh")).tags == ("en", "tlh")
    assert decided(told=("en", "qx-test")).tags == ("en", "qx-test")


def test_a_misspelt_name_is_refused_with_what_is_near():
    with pytest.raises(ConfigError, match="did you mean"):
        decided(told=("Englsh", None))


def test_nothing_may_tell_a_language():
    with pytest.raises(ConfigError, match="nothing tells the source language: specify it with -s"):
        decided([("1", "2")])


def test_both_sides_are_not_in_one_language():
    with pytest.raises(ConfigError, match="both sides are in English"):
        decided(told=("en", "en"))
    assert decided(told=("en-GB", "en-US")).tags == ("en-GB", "en-US")


def test_swapped_texts_are_noticed():
    swapped = [(pair[1], pair[0]) for pair in TEXTS] * 40
    assert decided(swapped, told=("en", "fr")).notes == (
        "the text given as English (en) seems to be in French (fr)",
        "the text given as French (fr) seems to be in English (en)",
    )
    assert decided(TEXTS * 40, told=("en", "fr")).notes == ()
