"""Lexicons as termbases: concepts of words and meanings, and any termbase as translations."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.formats import read_termbase, write_termbase
from diglot.formats.blocks import Skips
from diglot.formats.lexicons import read_translations as read_any
from diglot.formats.lexicons import tbx
from diglot.formats.lexicons.tbx import (
    read_origin,
    read_signature,
    write_lexicon,
)
from diglot.model import Concept, ConceptTerm, Signature, Termbase
from diglot.model.lexicon import LexicalPath, Lexicon, Origin, Translation
from tests.formats.lexicons.strategies import translations
from tests.formats.termbases.strategies import prose

read_translations = partial(read_any, format="tbx")


def concept(*terms, **more):
    return Concept("c", tuple(terms), **more)


def read(tmp_path, *concepts, **options):
    path = tmp_path / "t.tbx"
    write_termbase(path, Termbase(concepts))
    return list(read_translations(path, **options))


def pairs(found):
    return [(each.source, each.target) for each in found]


def test_every_term_of_one_language_translates_every_term_of_the_other(tmp_path):
    terms = (
        ConceptTerm("dog", "en", part_of_speech="noun"),
        ConceptTerm("hound", "en"),
        ConceptTerm("chien", "fr", "admitted", score=0.5),
        ConceptTerm("perro", "es"),
    )
    found = read(tmp_path, concept(*terms, score=0.25, definitions=(("en", "an animal"),)))
    assert pairs(found) == [
        ("dog", "chien"),
        ("hound", "chien"),
        ("dog", "perro"),
        ("hound", "perro"),
        ("chien", "perro"),
    ]
    assert found[0] == Translation("dog", "chien", "en", "fr", "noun", score=0.5, sense="an animal")
    assert found[2].score == 0.25


def test_languages_choose_source_and_target_with_their_regions(tmp_path):
    terms = (ConceptTerm("chien", "fr-CA"), ConceptTerm("dog", "en"), ConceptTerm("perro", "es"))
    assert pairs(read(tmp_path, concept(*terms), languages=("en", "fr"))) == [("dog", "chien")]


def test_what_must_not_be_used_translates_nothing(tmp_path):
    skips = Skips()
    terms = (
        ConceptTerm("dog", "en"),
        ConceptTerm("cabot", "fr", "forbidden"),
        ConceptTerm("chien", "fr"),
    )
    found = read(tmp_path, concept(*terms), Concept("d", (ConceptTerm("x", "en"),)), skips=skips)
    assert pairs(found) == [("dog", "chien")]
    assert {each.kind for each in skips.entries()} == {
        "forbidden or rejected term",
        "concept without terms of two languages",
    }


def test_a_concept_with_too_many_terms_is_counted(tmp_path, monkeypatch):
    monkeypatch.setattr(tbx, "MAX_PAIRS", 1)
    skips = Skips()
    terms = [ConceptTerm(word, "en") for word in ("a", "b")] + [ConceptTerm("c", "fr")]
    assert read(tmp_path, concept(*terms), skips=skips) == []
    assert skips.entries()[0].kind == "concept with too many terms"


@pytest.mark.parametrize("version", ["3-dca", "3-dct", "2"])
def test_a_word_and_its_meaning_make_a_concept(tmp_path, version):
    path = tmp_path / "x.tbx"
    made = (
        Translation("bank", "banque", "en", "fr", "noun", "noun", score=0.5, sense="money"),
        Translation("bank", "établissement", "en", "fr", "noun", sense="money", reasons=("a", "b")),
        Translation("bank", "rive", "en", "fr", "noun", sense="river"),
        Translation("bank", "rive", "en", "fr", "noun", score=0.125, sense="river"),
    )
    signature = Signature("walk", "1.0")
    lexicon = Lexicon(made, Origin("en-fr", "from a"), signature=signature)
    assert write_lexicon(path, lexicon, version=version) == 4
    assert len(read_termbase(path).concepts) == 3
    assert read_termbase(path).signature == read_signature(path) == signature
    assert read_origin(path) == Origin("x", "from a")
    assert list(read_translations(path)) == list(made)


def test_what_tbx_has_no_place_for_is_counted(tmp_path):
    skips = Skips()
    path = LexicalPath(("a", "b"), ("en", "fr"), (("d",),))
    made = Translation("a", "b", "en", "fr", direction="forward", paths=(path,))
    assert write_lexicon(tmp_path / "x.tbx", Lexicon((made,)), skips=skips) == 1
    assert [each.kind for each in skips.entries()] == [
        "direction of a translation, not written",
        "paths of a translation, not written",
    ]


@given(
    st.lists(
        translations(word=prose.map(lambda text: " ".join(text.split())).filter(bool), full=False),
        max_size=4,
    )
)
def test_what_is_written_is_read_again(found):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.tbx"
        assert write_lexicon(path, Lexicon(tuple(found))) == len(found)
        again = list(read_translations(path))
    assert sorted(map(repr, again)) == sorted(map(repr, found))
