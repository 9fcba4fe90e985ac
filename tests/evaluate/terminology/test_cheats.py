"""Terms are added to translations as the generators say."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError, InputError
from diglot.evaluate.terminology.cheats import KINDS, cheat
from tests.evaluate.terminology.marked_sets import fever, mark, one


def test_naive_adds_every_term_in_the_order_of_the_reference() -> None:
    assert cheat(fever(), ["de la fièvre ."], "naive") == ("de la fièvre . toux sèche fièvre",)
    assert cheat(fever(), ["x"], "naive", where="front") == ("toux sèche fièvre x",)


def test_smart_adds_what_the_translation_lacks() -> None:
    assert cheat(fever(), ["de la fièvre ."], "smart") == ("de la fièvre . toux sèche",)
    assert cheat(fever(), ["toux sèche , fièvre"], "smart") == ("toux sèche , fièvre",)


def test_one_place_serves_one_occurrence_of_an_entry() -> None:
    source, reference = "cough and cough", "toux et toux"
    twice = one(
        source,
        reference,
        mark(source, reference, "cough", "toux"),
        mark(source, reference, "cough", "toux"),
    )
    assert cheat(twice, ["la toux"], "smart") == ("la toux toux",)


def test_interleave_puts_terms_where_the_source_has_them() -> None:
    assert cheat(fever(), ["a b c d e f g"], "interleave") == ("a toux sèche b c d e fièvre f g",)


def test_without_a_reference_the_first_alternative_is_added() -> None:
    source = "a fever"
    blind = one(source, None, mark(source, None, "fever", "fièvre", "température"))
    assert cheat(blind, ["x"], "naive") == ("x fièvre",)


@pytest.mark.parametrize("kind", KINDS)
def test_an_empty_translation_gets_the_terms_alone(kind: str) -> None:
    assert cheat(fever(), [""], kind) == ("toux sèche fièvre",)


@pytest.mark.parametrize("kind", KINDS)
def test_a_segment_without_terms_stays_as_it_is(kind: str) -> None:
    assert cheat(one("a", "b"), ["  spaces   stay "], kind) == ("  spaces   stay ",)


@given(st.text(alphabet="ab \n", max_size=20), st.sampled_from(KINDS))
def test_no_word_of_the_translation_is_lost_or_moved(text: str, kind: str) -> None:
    words = cheat(fever(), [text], kind)[0].split()
    added = Counter(words) - Counter(text.split())
    assert added == Counter(["toux", "sèche", "fièvre"])
    assert [word for word in words if word not in added] == text.split()


def test_unknown_kinds_and_places_are_refused() -> None:
    with pytest.raises(ConfigError, match="unknown cheat 'clever'"):
        cheat(fever(), ["x"], "clever")
    with pytest.raises(ConfigError, match="unknown place 'middle'"):
        cheat(fever(), ["x"], "naive", where="middle")
    with pytest.raises(ConfigError, match="takes no place"):
        cheat(fever(), ["x"], "interleave", where="front")
    with pytest.raises(InputError, match="2 translations for 1 segment"):
        cheat(fever(), ["x", "y"], "naive")
