"""Wiktextract: translations of entries and of their senses, and what has no word."""

from __future__ import annotations

import gzip
import json
from functools import partial

import pytest

from diglot.errors import FormatError
from diglot.formats.blocks import Skips
from diglot.formats.lexicons import read_origin, wiktextract
from diglot.formats.lexicons import read_translations as read_any
from diglot.formats.units import read_units
from diglot.model.lexicon import Origin, Translation

read_translations = partial(read_any, format="wiktextract")

DOG = {
    "word": "dog",
    "lang_code": "en",
    "pos": "noun",
    "senses": [
        {"glosses": ["animal", "a  mammal"], "translations": [{"code": "oc", "word": "can"}]}
    ],
    "translations": [
        {"code": "fr", "lang": "French", "sense": "animal", "word": "chien", "tags": ["masculine"]},
        {"lang_code": "pt-br", "sense": "animal", "word": "cachorro"},
        {"lang_code": "es", "sense": "scoundrel", "word": "perro"},
        {"lang_code": "de", "sense": "animal", "note": "see Hund"},
        {"sense": "animal", "word": "x"},
    ],
}


def write(tmp_path, *lines, name="en.jsonl"):
    path = tmp_path / name
    made = [each if isinstance(each, str) else json.dumps(each) for each in lines]
    path.write_text("\n".join(made), encoding="utf-8")
    return path


def test_translations_stand_at_the_entry_and_inside_senses(tmp_path):
    found = list(read_translations(write(tmp_path, DOG)))
    assert found == [
        Translation("dog", "chien", "en", "fr", "noun", "noun", sense="animal"),
        Translation("dog", "cachorro", "en", "pt-br", "noun", "noun", sense="animal"),
        Translation("dog", "perro", "en", "es", "noun", "noun", sense="scoundrel"),
        Translation("dog", "can", "en", "oc", "noun", "noun", sense="a mammal"),
    ]


def test_what_has_no_word_or_no_language_is_counted(tmp_path):
    skips = Skips()
    path = write(tmp_path, DOG, {"title": "x", "redirect": "y"}, "", {"translations": []})
    list(read_translations(path, skips=skips))
    assert [(each.kind, each.example) for each in skips.entries()] == [
        ("translation without a word", "see Hund"),
        ("translation without a language", "x"),
        ("entry without translations", ""),
        ("blank line", ""),
        ("entry without a word or a language", ""),
    ]


def test_languages_choose_pairs_with_their_regions(tmp_path):
    skips = Skips()
    found = read_translations(write(tmp_path, DOG), languages=("en", "pt"), skips=skips)
    assert [each.target for each in found] == ["cachorro"]
    assert "translation into another language" in [each.kind for each in skips.entries()]


def test_translations_of_one_sense_into_two_languages_are_an_edge(tmp_path):
    path = write(tmp_path, DOG)
    found = list(read_translations(path, languages=("fr", "pt", "es"), siblings=True))
    assert found == [
        Translation("chien", "cachorro", "fr", "pt-br", "noun", "noun", sense="animal")
    ]
    assert len(list(read_translations(path, siblings=True))) == 5


def test_words_of_one_language_or_of_no_known_sense_are_no_siblings(tmp_path):
    words = [("fr", "a", "s"), ("fr", "b", "s"), ("es", "c", ""), ("pt", "d", "")]
    entry = {
        "word": "x",
        "lang_code": "en",
        "translations": [
            {"lang_code": code, "word": word, "sense": sense} for code, word, sense in words
        ],
    }
    path = write(tmp_path, entry)
    assert list(read_translations(path, languages=("fr", "es", "pt"), siblings=True)) == []


def test_a_sense_with_too_many_words_is_not_paired(tmp_path, monkeypatch):
    monkeypatch.setattr(wiktextract, "MAX_SIBLINGS", 1)
    skips = Skips()
    found = list(read_translations(write(tmp_path, DOG), siblings=True, skips=skips))
    assert len(found) == 4
    assert "sense with too many words to pair them" in [each.kind for each in skips.entries()]


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ('{"word": "a", "translations"', "is not an entry"),
        ('["translations"]', "is not an object"),
        ("nothing", "is not an entry .it is not an object"),
        ({"word": 3, "translations": []}, "the word 3 is not text"),
        ({"word": "a", "lang_code": "en", "translations": 3}, "the translations are not a list"),
        ({"word": "a", "lang_code": "en", "translations": [3]}, "3 is not an object"),
        ('{"word": "\\ud800", "lang_code": "en", "translations": []}', "is not an entry"),
        ('{"translations":' + "[" * 100_000, "is not an entry"),
    ],
)
def test_a_bad_line_is_named_or_counted(tmp_path, bad, message):
    path = write(tmp_path, DOG, bad, DOG)
    with pytest.raises(FormatError, match=message) as error:
        list(read_translations(path))
    assert "line 2" in str(error.value)
    skips = Skips()
    assert len(list(read_translations(path, skips=skips, skip_bad=True))) == 8
    assert sum(each.count for each in skips.entries() if each.kind.startswith("bad")) == 1


def test_a_packed_file_is_read_and_its_origin_stands_beside_it(tmp_path):
    path = tmp_path / "enwiktionary.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(DOG).encode()))
    assert len(list(read_translations(path))) == 4
    assert read_origin(path) == Origin("enwiktionary")
    (tmp_path / "meta.json").write_text('{"origin": "Wiktionary", "licence": "CC BY-SA"}')
    assert read_origin(path) == Origin("enwiktionary", "Wiktionary", "CC BY-SA")


CHIEN = {
    "word": "chien",
    "lang_code": "fr",
    "lang": "French",
    "pos": "noun",
    "senses": [
        {
            "glosses": ["dog, a hound (animal)"],
            "examples": [
                {"text": "Le chien dort.", "translation": "The dog sleeps."},
                {"text": "Un chien.", "english": "A dog."},
                {"text": "Chien méchant"},
            ],
        },
        {"glosses": ["person", "a [vulgar] nasty, untrustworthy person that one avoids; cur"]},
        {"glosses": ["plural of x"], "form_of": [{"word": "x"}]},
        {"glosses": ["note: see dog"]},
    ],
}


def pairs_of(tmp_path, entry, **options):
    name = options.pop("name", "kaikki.org-dictionary-French.jsonl")
    path = write(tmp_path, entry, name=name)
    return [
        (each.source, each.target, each.target_language)
        for each in read_translations(path, **options)
    ]


def test_short_glosses_of_foreign_words_translate_them(tmp_path):
    skips = Skips()
    found = list(read_translations(write(tmp_path, CHIEN), skips=skips))
    assert found == [
        Translation("chien", word, "fr", "en", "noun", "noun", sense=gloss)
        for word, gloss in [
            ("dog", "dog, a hound (animal)"),
            ("hound", "dog, a hound (animal)"),
            ("cur", "a [vulgar] nasty, untrustworthy person that one avoids; cur"),
        ]
    ]
    assert ("gloss that describes its word", "note: see dog") in [
        (each.kind, each.example) for each in skips.entries()
    ]
    assert pairs_of(tmp_path, CHIEN, languages=("fr", "de")) == []


def test_glosses_of_verbs_lose_their_to_and_those_of_own_words_define_them(tmp_path):
    verb = {**CHIEN, "word": "aboyer", "pos": "verb", "senses": [{"glosses": ["to bark"]}]}
    assert pairs_of(tmp_path, verb) == [("aboyer", "bark", "en")]
    noun = {**verb, "pos": "noun"}
    assert pairs_of(tmp_path, noun) == [("aboyer", "to bark", "en")]
    assert pairs_of(tmp_path, {**verb, "lang_code": "en", "lang": "English"}) == []


def test_other_editions_are_told_by_the_name_of_the_file_not_taken_for_the_english_one(tmp_path):
    dog = {"word": "dog", "lang_code": "en", "lang": "Anglais", "pos": "noun"}
    dog["senses"] = [{"glosses": ["Chien (animal)."]}, {"glosses": ["IBM."]}]
    assert pairs_of(tmp_path, dog, name="fr-extract.jsonl") == [
        ("dog", "chien", "fr"),
        ("dog", "IBM", "fr"),
    ]
    renamed = {**dog, "lang_code": "es", "lang": "Espagnol"}
    assert pairs_of(tmp_path, renamed, name="en.jsonl") == []
    german = {**dog, "lang": "Englisch", "senses": [{"glosses": ["Hund"]}]}
    assert pairs_of(tmp_path, german, name="de-extract.jsonl.jsonl") == [("dog", "Hund", "de")]
    chinese = {**dog, "lang": "英語", "senses": [{"glosses": ["犬、狗"]}, {"glosses": ["狗" * 9]}]}
    assert [word for _, word, _ in pairs_of(tmp_path, chinese, name="zh-extract.jsonl")] == [
        "犬",
        "狗",
    ]


def test_examples_with_translations_are_parallel_text(tmp_path):
    skips = Skips()
    path = write(tmp_path, CHIEN, DOG, name="kaikki.jsonl")
    found = list(read_units(path, skips=skips))
    assert [[(side.language, side.text) for side in each.variants] for each in found] == [
        [("fr", "Le chien dort."), ("en", "The dog sleeps.")],
        [("fr", "Un chien."), ("en", "A dog.")],
    ]
    assert [each.example for each in skips.entries()] == ["Chien méchant"]
    bad = write(tmp_path, CHIEN, '{"examples": [', name="bad.jsonl")
    with pytest.raises(FormatError, match="is not an entry") as error:
        list(read_units(bad))
    assert "line 2" in str(error.value)
