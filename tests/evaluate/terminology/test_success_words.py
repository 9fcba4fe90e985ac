"""Success counted in words, one occurrence for one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import InputError
from diglot.evaluate.terminology.success import TaskTexts, Words, find_terms, term_success
from diglot.model.terms import AnnotatedSegment, TermMark

ENGLISH, GERMAN, FRENCH = TaskTexts("en"), TaskTexts("de"), TaskTexts("fr")


def counts(
    source: str, terms: dict[str, str], output: str, target: TaskTexts = GERMAN
) -> tuple[int, int, int]:
    marks = tuple(TermMark(term, term, (said,)) for term, said in terms.items())
    one = AnnotatedSegment("1", source, None, marks)
    score = term_success([one], [output], source=ENGLISH, target=target)
    words, hits, asked = score.statistics[0, 2:]
    return int(words), int(hits), int(asked)


def test_a_string_inside_a_word_is_no_hit() -> None:
    assert counts("of this type", {"type": "Art"}, "Start") == (0, 0, 1)


def test_each_occurrence_needs_its_own_place() -> None:
    assert counts("disk by disk", {"disk": "Platte"}, "die Platte") == (1, 1, 2)
    assert counts("disk by disk", {"disk": "Platte"}, "Platte für Platte") == (2, 2, 2)


def test_two_terms_do_not_share_a_word() -> None:
    terms = {"memory": "Speicher", "storage": "Speicher"}
    assert counts("memory and storage", terms, "Speicher") == (1, 1, 2)


def test_a_term_inside_a_longer_one_does_not_count() -> None:
    terms = {"data": "Daten", "data product": "Datenprodukt"}
    assert counts("the data product", terms, "das Datenprodukt") == (1, 1, 1)


def test_inflected_forms_count() -> None:
    assert counts("two houses", {"house": "Produkt"}, "mit Produkten") == (1, 1, 1)


def test_a_compound_is_a_hit_of_its_own_kind() -> None:
    assert counts("storage", {"storage": "Speicher"}, "Speicherplatz") == (0, 1, 1)
    assert counts("storage", {"storage": "Speicher"}, "Hauptspeicher") == (0, 1, 1)


def test_a_compound_answers_two_terms_but_each_only_once() -> None:
    terms = {"storage": "Speicher", "space": "Platz"}
    assert counts("storage space", terms, "Speicherplatz") == (0, 2, 2)
    assert counts("storage by storage", {"storage": "Speicher"}, "Speicherplatz") == (0, 1, 2)


def test_a_short_part_of_a_word_is_chance() -> None:
    assert counts("type", {"type": "Art"}, "Artgenosse") == (0, 0, 1)


def test_languages_without_compounds_have_no_such_hits() -> None:
    assert counts("port", {"port": "porte"}, "portefeuille", FRENCH) == (0, 0, 1)


def test_parts_of_hyphenated_words_are_words() -> None:
    assert counts("space data", {"space": "Space"}, "Space-Daten") == (1, 1, 1)


def test_a_term_without_occurrence_is_not_asked_for() -> None:
    assert counts("memory", {"disk": "Platte"}, "Platte") == (0, 0, 0)


def test_another_number_of_outputs_is_named() -> None:
    with pytest.raises(InputError, match="0 outputs for 1 segment"):
        term_success([AnnotatedSegment("1", "a", None)], [], source=ENGLISH, target=GERMAN)


@given(
    st.lists(st.sampled_from("abc"), max_size=12),
    st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=3), max_size=4),
)
def test_no_word_serves_two_terms(text: list[str], terms: list[list[str]]) -> None:
    sought = {" ".join(term): Words(term, str.lower) for term in terms}
    used = [False] * len(text)
    for term, begin, end in find_terms(Words(text, str.lower), sought):
        assert " ".join(text[begin:end]) == term
        assert not any(used[begin:end])
        used[begin:end] = [True] * (end - begin)
