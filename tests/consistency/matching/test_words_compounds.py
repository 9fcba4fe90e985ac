"""Parts of long words."""

from __future__ import annotations

import pytest

from diglot.consistency.matching.encoding import Forms
from diglot.consistency.matching.words import Compounds, parts

GERMAN = {"impfstoff", "maske", "lunge", "kontrolle", "virus", "corona", "test", "schule", "kind"}
DUTCH = {"vaccin", "masker", "virus", "test", "kind"}


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Impfstoffhersteller", ("impfstoff", "hersteller")),
        ("Corona-Impfstoff", ("corona", "impfstoff")),
        ("Grippeimpfstoffe", ("grippe", "impfstoff")),
        ("Maskenpflicht", ("maske", "pflicht")),
        ("Kontrollgruppe", ("kontrolle", "gruppe")),
        ("Schulkinder", ("schule", "kind")),
        ("Kinderarzt", ("kind", "arzt")),
        ("Verkehrskontrolle", ("verkehr", "kontrolle")),
        ("Coronavirusinfektion", ("corona", "virus", "infektion")),
    ],
)
def test_german_compounds(word, expected):
    assert parts(word, "de", GERMAN) == expected


@pytest.mark.parametrize(
    "word", ["Behandlungen", "Testament", "Protest", "Attest", "Impfstoffs", "Maske", "Haus", ""]
)
def test_german_words_that_only_look_like_compounds(word):
    assert parts(word, "de", GERMAN) == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("griepvaccin", ("griep", "vaccin")),
        ("mondmaskers", ("mond", "masker")),
        ("kinderarts", ("kind", "arts")),
        ("vaccinatie", ()),
    ],
)
def test_dutch_compounds(word, expected):
    assert parts(word, "nl", DUTCH) == expected


def test_other_languages_are_cut_at_hyphens_only():
    assert parts("virus-test", "en", {"virus"}) == ("virus", "test")
    assert parts("virustest", "en", {"virus", "test"}) == ()
    assert parts("virustest", None, {"virus", "test"}) == ()


def test_a_word_without_known_parts_is_left_alone():
    assert parts("Haustür", "de", set()) == ()
    assert parts("Haus-Tür", "de", {"maske"}) == ()


def test_very_long_words_are_left_alone():
    assert parts("maske" * 1000, "de", GERMAN) == ()


def test_parts_are_forms_of_the_terms_where_they_have_them():
    forms = Forms("de")
    compounds = Compounds(forms, ["Impfstoff", "neue Maske"])
    number = forms.number("Impfstoffhersteller")
    found = [forms.written[each] for each in compounds.forms_of(number)]
    assert found == ["Impfstoff", "hersteller"]
    assert compounds.forms_of(forms.number("Haus")) == ()


@pytest.mark.parametrize(
    ("language", "term", "word", "is_part"),
    [
        ("ru", "страница", "веб-страницы", True),
        ("ru", "страница", "страницы", False),
        ("hu", "név", "fájlnevét", True),
        ("hu", "táblázat", "táblázatnevek", True),
        ("zh", "格式", "格式化", True),
        ("es", "cuarentena", "auto-cuarentena", False),
    ],
)
def test_words_of_terms_stand_inside_of_longer_ones(language, term, word, is_part):
    from diglot.consistency.entries import Entries, Entry, EntryTerm
    from diglot.consistency.judging.checker import Checker

    entry = Entry("1", EntryTerm("page"), (EntryTerm(term),))
    own = Checker(Entries((entry,), ("en", language)))
    number = own.target.forms.number(word)
    tables = own.target.tables()
    inside = tables.parts[tables.part_offsets[number] : tables.part_offsets[number + 1]]
    key = {int(tables.bare[own.terms.words[0]]), int(tables.lemma[own.terms.words[0]])}
    assert bool(key & set(inside.tolist())) is is_part
