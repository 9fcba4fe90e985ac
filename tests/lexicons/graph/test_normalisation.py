"""Lemmas as printed become words: a rule a phenomenon, and nothing is lost silently."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.formats.blocks import Skips
from diglot.lexicons.graph.normalisation import (
    APERTIUM_RULES,
    PRINTED,
    RULES,
    Normalisation,
    choose_rules,
    normalisation_for_format,
    normalise_translations,
)
from diglot.model import Translation


def words(rule: str, lemma: str, language: str = "fr", part: str = "") -> tuple[str, ...]:
    return RULES[rule].apply(lemma, language, part)


@pytest.mark.parametrize(
    ("lemma", "found"),
    [("Pole_person", "Pole person"), ("a__b", "a b"), ("_", "_"), ("x_", "x_")],
)
def test_underscores_inside_a_lemma_are_blanks(lemma: str, found: str) -> None:
    assert words("underscores", lemma) == (found,)


@pytest.mark.parametrize(
    ("lemma", "found"), [("de+el", "de el"), ("I+D", "I+D"), ("Na+", "Na+"), ("C++", "C++")]
)
def test_plus_between_words_is_a_blank(lemma: str, found: str) -> None:
    assert words("joins", lemma) == (found,)


@pytest.mark.parametrize(
    ("lemma", "found"),
    [
        ("bank (money)", ("bank",)),
        ("(old) lady", ("lady",)),
        ("bank [of a river (wide)]", ("bank",)),
        ("Haus <n, neut>", ("Haus",)),
        ("chien /ʃjɛ̃/", ("chien",)),
        ("and/or", ("and/or",)),
        ("km/h", ("km/h",)),
        ("(a kind of fish)", ()),
    ],
)
def test_remarks_are_no_part_of_a_word(lemma: str, found: tuple[str, ...]) -> None:
    assert words("remarks", lemma) == found


@pytest.mark.parametrize(
    ("lemma", "found"), [("colo(u)r", "colour"), ("(s')amuser", "s'amuser"), ("chat(te)", "chatte")]
)
def test_optional_letters_are_part_of_a_word(lemma: str, found: str) -> None:
    assert words("remarks", lemma) == (found,)


@pytest.mark.parametrize(
    ("lemma", "found"),
    [("edukacyjny) szkoła", "szkoła"), ("a <n", "a"), ("dictamen >", "dictamen")],
)
def test_half_a_remark_that_a_parser_left_goes(lemma: str, found: str) -> None:
    assert words("remarks", lemma) == (found,)


@pytest.mark.parametrize(
    ("lemma", "found"),
    [
        ("car; automobile", ("car", "automobile")),
        ("car, automobile,", ("car", "automobile")),
        ("a;a", ("a",)),
        ("1,000", ("1,000",)),
        (";", ()),
    ],
)
def test_variants_are_words_of_their_own(lemma: str, found: tuple[str, ...]) -> None:
    assert words("variants", lemma + " " if lemma.endswith(",") else lemma) == found


@pytest.mark.parametrize(
    ("lemma", "part", "found"),
    [
        ("to go", "verb", "go"),
        ("To go on", "verb", "go on"),
        ("to go", "", "go"),
        ("to boot", "", "to boot"),
        ("to and fro", "", "to and fro"),
        ("to the left", "adverb", "to the left"),
        ("to", "verb", "to"),
        ("tomato", "verb", "tomato"),
    ],
)
def test_to_before_an_english_verb_goes(lemma: str, part: str, found: str) -> None:
    assert words("infinitive", lemma, "en", part) == (found,)


def test_to_in_other_languages_stays() -> None:
    assert words("infinitive", "to go", "pl", "verb") == ("to go",)


@pytest.mark.parametrize(
    ("lemma", "is_word"),
    [
        ("a large animal that barks.", False),
        ("animal. It barks", False),
        ("see: dog", False),
        ('the word "dog"', False),
        ("Mr.", True),
        ("etc.", True),
        ("z. B.", True),
        ("Yahoo!", True),
    ],
)
def test_sentences_are_no_words(lemma: str, is_word: bool) -> None:
    assert words("glosses", lemma) == ((lemma,) if is_word else ())


def test_both_sides_are_taken_apart() -> None:
    row = Translation("to drive, go", "aller; conduire (auto)", "eng", "fra", "v.")
    skips = Skips()
    found = list(normalise_translations([row], Normalisation(PRINTED, 4), skips))
    assert [(each.source, each.target) for each in found] == [
        ("drive", "aller"),
        ("drive", "conduire"),
        ("go", "aller"),
        ("go", "conduire"),
    ]
    assert {each.source_pos for each in found} == {"v."}
    assert {each.kind: each.count for each in skips.entries()} == {
        "lemma changed by the rule variants": 2,
        "lemma changed by the rule infinitive": 1,
        "lemma changed by the rule remarks": 1,
    }


def test_what_is_left_out_is_counted() -> None:
    rows = [
        Translation("dog", "(an animal)", "en", "fr"),
        Translation("dog", "animal qui aboie et mord", "en", "fr"),
        Translation("dog", "Il aboie. Il mord.", "en", "fr"),
        Translation("dog", "chien", "en", "fr"),
    ]
    skips = Skips()
    assert list(normalise_translations(rows, Normalisation(PRINTED, 4), skips)) == rows[-1:]
    assert [(each.kind, each.count, each.example) for each in skips.entries()] == [
        ("lemma that is all remark", 1, "(an animal)"),
        ("lemma of more than 4 words", 1, "animal qui aboie et mord"),
        ("sentence in place of a lemma", 1, "Il aboie. Il mord."),
    ]


def test_clean_tables_are_left_alone() -> None:
    rows = [
        Translation(lemma, "x", "en", "fr", "noun")
        for lemma in ("R&D", "I+D", "forks, knives and spoons", "a (b)", "demi_pre", "to the left")
    ]
    assert list(normalise_translations(rows, normalisation_for_format("tsv"), Skips())) == rows


def test_formats_get_the_rules_that_suit_them() -> None:
    assert normalisation_for_format("dix").rules == APERTIUM_RULES
    assert normalisation_for_format("freedict") == Normalisation(PRINTED, 4)
    assert normalisation_for_format("graph").words is None


def test_no_rule_at_all_changes_nothing() -> None:
    rows = [Translation("to go", "x; y", "en", "fr")]
    assert list(normalise_translations(rows, choose_rules(()), Skips())) == rows


def test_an_unknown_rule_is_refused_with_the_nearest() -> None:
    with pytest.raises(ConfigError, match=r"unknown rule 'remark' .did you mean remarks\?"):
        choose_rules(["remark"])


@given(
    st.lists(
        st.text(st.sampled_from("ab ()[]<>/;,.:_+to\"'"), min_size=1, max_size=15).filter(str.strip)
    ),
)
def test_every_lemma_is_kept_changed_or_counted(lemmas: list[str]) -> None:
    rows = [Translation(lemma, "x", "en", "fr") for lemma in lemmas]
    skips = Skips()
    found = list(normalise_translations(rows, choose_rules([*RULES, "length"]), skips))
    assert all(each.source.strip() for each in found)
    told = sum(each.count for each in skips.entries())
    assert len(set(rows) - set(found)) <= told
