"""dictd: where articles are, and what people's layout of an article means."""

from __future__ import annotations

import pytest

from diglot.errors import FormatError, InputError
from diglot.formats.blocks import Skips
from diglot.formats.lexicons import read_origin, read_translations
from diglot.model.lexicon import Origin, Translation
from tests.formats.lexicons.dictionary_files import base64, write_dictd


def read(folder, *entries, **options):
    return list(read_translations(write_dictd(folder, entries), **options))


def pairs(found):
    return [(each.source, each.target) for each in found]


def test_numbers_are_in_base_64():
    assert [base64(number) for number in (0, 25, 26, 63, 64, 4096)] == [
        "A",
        "Z",
        "a",
        "/",
        "BA",
        "BAA",
    ]


@pytest.mark.parametrize("packed", [True, False])
def test_head_pronunciation_and_part_of_speech_stand_in_the_first_line(tmp_path, packed):
    path = write_dictd(tmp_path, [("house", "house /haʊs/ <n, sg>\n  maison\n")], packed=packed)
    expected = [Translation("house", "maison", "eng", "fra", "n")]
    assert list(read_translations(path)) == expected
    assert list(read_translations(tmp_path / "eng-fra.index", languages=("en", "fr"))) == [
        Translation("house", "maison", "en", "fr", "n")
    ]


def test_gender_is_no_part_of_speech(tmp_path):
    (found,) = read(tmp_path, ("Haus", "Haus <neut, n, sg>\nhouse"))
    assert found.source_pos == "n"


def test_numbered_senses_hold_translations_between_commas(tmp_path):
    found = read(
        tmp_path,
        (
            "bank",
            "bank /bæŋk/ <n>\n  1. [money] banque <fem>, établissement\n  2. rive; bord (rare)",
        ),
    )
    assert [(each.target, each.sense) for each in found] == [
        ("banque", "money"),
        ("établissement", "money"),
        ("rive", "rare"),
        ("bord", "rare"),
    ]
    found = read(tmp_path, ("bank", "bank\n1. banque\n2. rive"))
    assert [(each.target, each.sense) for each in found] == [("banque", "1"), ("rive", "2")]


def test_a_single_number_tells_nothing_apart(tmp_path):
    (found,) = read(tmp_path, ("dog", "dog\n1. chien"))
    assert found.sense is None


def test_examples_references_and_explanations_are_counted(tmp_path):
    skips = Skips()
    text = (
        'dog\nchien\n  "The dog barks." - "Le chien aboie."\nSee also: {hound}\n'
        "Synonyms: {hound}, {cur}\nIt is an animal that barks.\n"
        "an animal that people keep in their houses"
    )
    found = read(tmp_path, ("dog", text), skips=skips)
    assert pairs(found) == [("dog", "chien")]
    assert {each.kind: each.count for each in skips.entries()} == {
        "example": 1,
        "reference or remark": 2,
        "explanation": 2,
    }


def test_heads_are_written_as_the_article_writes_them(tmp_path):
    found = read(
        tmp_path,
        (("achillesheel", "achilles tendon"), "Achilles' heel\ntalon d'Achille"),
        (("house", "home"), "house, home <n>\nmaison"),
        ("nohead", "sans titre"),
    )
    assert pairs(found) == [
        ("Achilles' heel", "talon d'Achille"),
        ("achilles tendon", "talon d'Achille"),
        ("house", "maison"),
        ("home", "maison"),
        ("nohead", "sans titre"),
    ]


def test_a_fourth_column_of_the_index_writes_the_head(tmp_path):
    path = write_dictd(tmp_path, [("naive", "naïf")])
    index = tmp_path / "eng-fra.index"
    index.write_text(index.read_text().replace("\n", "\tnaïve\n").replace("e\tnaïve", "e\tn", 0))
    assert [each.source for each in read_translations(path)][-1:] == ["naïve"]


def test_the_dictionary_says_where_it_comes_from(tmp_path):
    about = "00databaseinfo\nDatabase was\n   made from ergane.\nLicense: GPL\nor later\n\nHome\n"
    path = write_dictd(tmp_path, [("a", "b")], about=about)
    assert read_origin(path) == Origin(
        "eng-fra",
        "Database was made from ergane. License: GPL or later Home",
        "License: GPL or later",
    )
    assert pairs(read_translations(path)) == [("a", "b")]
    (tmp_path / "eng-fra.index").unlink()
    assert read_origin(path) == Origin("eng-fra")


@pytest.mark.parametrize("missing", ["index", "dict.dz"])
def test_half_a_dictionary_is_refused(tmp_path, missing):
    write_dictd(tmp_path, [("a", "b")])
    (tmp_path / f"eng-fra.{missing}").unlink()
    other = "dict.dz" if missing == "index" else "index"
    with pytest.raises(InputError, match="lacks its other half"):
        list(read_translations(tmp_path / f"eng-fra.{other}"))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("b\tA\t//////\n", "entry 'b': points outside of the dictionary"),
        ("b\t//////\tA\n", "entry 'b': points outside of the dictionary"),
        ("b\tA\n", "line 3: is not a line of an index"),
        ("b\tÄ\tA\n", "line 3: is not a line of an index"),
        ("b\t" + "A" * 99 + "\tA\n", "line 3: is not a line of an index"),
    ],
)
def test_a_bad_line_of_the_index_is_named_or_counted(tmp_path, line, message):
    path = write_dictd(tmp_path, [("a", "b")])
    with (tmp_path / "eng-fra.index").open("a", encoding="utf-8") as file:
        file.write(line)
    with pytest.raises(FormatError, match=message):
        list(read_translations(path))
    skips = Skips()
    assert pairs(read_translations(path, skips=skips, skip_bad=True)) == [("a", "b")]
    assert sum(each.count for each in skips.entries()) == 1


def test_an_entry_without_a_head_is_counted(tmp_path):
    path = write_dictd(tmp_path, [("a", "b")])
    index = tmp_path / "eng-fra.index"
    index.write_text("\tA\tL\n" + index.read_text())  # a head of dots alone, in the first line
    skips = Skips()
    assert pairs(read_translations(path, skips=skips)) == [("a", "b")]
    assert [each.kind for each in skips.entries()] == ["entry without a head"]


def test_another_encoding_can_be_named(tmp_path):
    write_dictd(tmp_path, [("a", "b")], packed=False)
    (tmp_path / "eng-fra.dict").write_bytes("é".encode("latin-1"))
    path = tmp_path / "eng-fra.index"
    with pytest.raises(FormatError, match="entry 'a'"):
        list(read_translations(path))
    assert [each.target for each in read_translations(path, encoding="latin-1")] == ["é"]
