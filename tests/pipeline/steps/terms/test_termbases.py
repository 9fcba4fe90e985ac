"""Termbases from file to file."""

from __future__ import annotations

import pytest

from diglot import formats
from diglot.errors import ConfigError, FormatError
from diglot.formats.registry import GENERAL, TERMBASE, find_format
from diglot.pipeline.convert import convert_file
from diglot.pipeline.options import ConvertOptions
from diglot.pipeline.steps.terms.options import TermbaseFilter, TermbaseInput, TermbaseOutput
from diglot.pipeline.steps.terms.termbases import (
    check_termbase,
    convert_termbase,
    describe_termbase,
    diff_termbases,
    filter_termbase,
    load_termbase,
    merge_termbases,
    save_termbase,
)

GLOSSARY = "source,target,status\nbread,pain,ok\noven,four,\nsalt,sel,reject\n,,\n"
BILINGUAL = TermbaseInput(languages=("en", "fr"))


@pytest.fixture
def glossary(tmp_path):
    path = tmp_path / "glossary.csv"
    path.write_text(GLOSSARY)
    return path


@pytest.fixture
def trilingual(tmp_path):
    path = tmp_path / "three.csv"
    path.write_text("id,en,fr,de\n1,bread,pain,Brot\n2,oven,four,\n")
    return path


def forms(path, **options):
    termbase = formats.read_termbase(path, **options)
    return [[term.text for term in each.terms] for each in termbase.concepts]


def test_a_glossary_becomes_tbx_with_its_statuses(glossary, tmp_path):
    written = convert_termbase(glossary, tmp_path / "t.tbx", reading=BILINGUAL)
    assert (written.concepts, written.terms) == (2, 4)
    assert written.notes == ("1 blank row",)
    assert [(each.kind, each.count) for each in written.lost] == [
        ("rejected term", 1),
        ("concept of which nothing was accepted", 1),
    ]
    assert forms(tmp_path / "t.tbx") == [["bread", "pain"], ["oven", "four"]]


def test_languages_choose_and_others_are_counted(trilingual, tmp_path):
    reading = TermbaseInput(languages=("fr", "en"))
    written = convert_termbase(trilingual, tmp_path / "t.csv", reading=reading)
    assert written.notes == ("1 term in another language",)
    rows = (tmp_path / "t.csv").read_text().splitlines()
    assert rows[1].startswith("1,pain,bread,")


def test_a_language_that_is_not_there_is_one_clear_line(trilingual):
    with pytest.raises(ConfigError, match=r"holds no term in es; it holds en, fr, de"):
        load_termbase(trilingual, TermbaseInput(languages=("es",)))


def test_options_go_to_the_formats_that_have_them(glossary, tmp_path):
    termbase = load_termbase(glossary, BILINGUAL)
    save_termbase(tmp_path / "t.tbx", termbase, TermbaseOutput(tbx="2"))
    assert "<martif" in (tmp_path / "t.tbx").read_text()
    save_termbase(tmp_path / "t.ttl", termbase, TermbaseOutput(vocabulary="ontolex"))
    assert "ontolex:LexicalEntry" in (tmp_path / "t.ttl").read_text()
    save_termbase(tmp_path / "t.csv", termbase, TermbaseOutput(layout="terms", mark=True))
    assert (tmp_path / "t.csv").read_text().startswith("\ufeffid,language,term")
    with pytest.raises(ConfigError, match=r"t.csv: version applies to tbx files only"):
        save_termbase(tmp_path / "t.csv", termbase, TermbaseOutput(tbx="2"))


def test_merged_files_say_what_was_united(glossary, trilingual, tmp_path):
    merged, written = merge_termbases(
        [trilingual, glossary], tmp_path / "t.tbx", reading=TermbaseInput(languages=("en", "fr"))
    )
    assert (merged.united, written.concepts) == (2, 2)


def test_differences_of_two_files(glossary, trilingual):
    found = diff_termbases(trilingual, glossary, reading=BILINGUAL)
    assert [each.terms[0].text for each in found.added] == ["salt"]


def test_filters_count_what_they_leave(glossary, trilingual, tmp_path):
    steps, written = filter_termbase(
        glossary,
        tmp_path / "t.csv",
        keep=TermbaseFilter(statuses=("preferred", "none"), known=(trilingual,)),
        reading=BILINGUAL,
    )
    assert steps == (("read", 3), ("status", 2), ("new", 0))
    assert written.concepts == 0


def test_a_reviewed_sheet_is_the_stop_list_of_the_next_round(glossary, tmp_path):
    new = tmp_path / "new.csv"
    new.write_text("source,target\nsalt,sel\nsugar,sucre\n")
    steps, _ = filter_termbase(
        new, tmp_path / "t.csv", keep=TermbaseFilter(stop_lists=(glossary,)), reading=BILINGUAL
    )
    assert steps[-1] == ("stop list", 1)
    assert forms(tmp_path / "t.csv") == [["sugar", "sucre"]]


def test_a_plain_stop_list_needs_no_language(glossary, tmp_path):
    (tmp_path / "stop.txt").write_text("oven\n\npain\n")
    steps, _ = filter_termbase(
        glossary,
        tmp_path / "t.tbx",
        keep=TermbaseFilter(stop_lists=(tmp_path / "stop.txt",)),
        reading=BILINGUAL,
    )
    assert steps[-1] == ("stop list", 1)


def test_complete_concepts_only(trilingual, tmp_path):
    filter_termbase(trilingual, tmp_path / "t.csv", keep=TermbaseFilter(complete=True))
    assert forms(tmp_path / "t.csv") == [["bread", "pain", "Brot"]]


def test_problems_of_a_file(glossary):
    problems = check_termbase(glossary, reading=BILINGUAL)
    assert [(each.kind, each.concept) for each in problems] == [("missing-language", "c3")]


def test_what_a_file_holds(glossary):
    info = describe_termbase(glossary, reading=BILINGUAL)
    assert (info.concepts, info.definitions) == (3, 0)
    assert [(each.language, each.terms, each.statuses) for each in info.languages] == [
        ("en", 3, {}),
        ("fr", 3, {"preferred": 1, "rejected": 1}),
    ]


def test_no_input_is_overwritten(glossary):
    with pytest.raises(ConfigError, match="is both input and output"):
        convert_termbase(glossary, glossary, reading=BILINGUAL)
    keep = TermbaseFilter(known=(glossary,))
    with pytest.raises(ConfigError, match="is both input and output"):
        filter_termbase(glossary.with_name("x.tbx"), glossary, keep=keep)


@pytest.mark.parametrize(
    ("name", "told", "is_one"),
    [
        ("t.tbx", None, True),
        ("t.csv", None, False),
        ("t.csv", "tbx", True),
        ("t.jsonl", "rdf", True),
    ],
)
def test_files_that_hold_nothing_but_terms(tmp_path, name, told, is_one):
    found = find_format(tmp_path / name, *GENERAL, TERMBASE, format=told)
    assert (found.kind == TERMBASE) is is_one


def test_convert_takes_termbases(glossary, tmp_path):
    options = ConvertOptions(source_language="en", target_language="fr")
    count, lost = convert_file(glossary, tmp_path / "t.tbx", options=options)
    assert count == 2
    assert [each.kind for each in lost] == [
        "blank row",
        "rejected term",
        "concept of which nothing was accepted",
    ]
    (tmp_path / "t.tbx").rename(tmp_path / "t.xml")
    assert convert_file(tmp_path / "t.xml", tmp_path / "t.ttl") == (2, ())


def test_convert_says_which_languages_are_missing(glossary, tmp_path):
    with pytest.raises(FormatError, match="does not state the languages"):
        convert_file(glossary, tmp_path / "t.tbx")
