"""The page of a lexicon as a file: what it holds, what it leaves out, what it forbids."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from diglot.errors import InputError
from diglot.model import Lexicon, Origin, Signature
from diglot.report.pages import lexicon as lexicon_page
from diglot.report.pages.lexicon import Table, write_explanation_page, write_lexicon_page
from tests.report.explanations import chien, crowded, pathless, scripts, translation
from tests.report.pages.test_base_packing import unpack

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


@pytest.fixture
def written(tmp_path):
    """Write a page of explanations, or of a lexicon, and return its text."""

    def write(what, **options):
        path = tmp_path / "lexicon.html"
        make = write_lexicon_page if isinstance(what, Lexicon) else write_explanation_page
        make(path, what, **options)
        return path.read_text("utf-8")

    return write


def data_of(page):
    return json.loads(
        re.search(r'<script type="application/json" id="data">(.*?)</script', page, re.DOTALL)[1]
    )


def head_of(data, number=0):
    stream = iter(unpack(data["heads"][number]))
    languages = unpack(data["wordLanguages"])
    found = {name: next(stream) for name in ("walk", "left", "drawn")}

    def several(make):
        return [make() for _ in range(next(stream))]

    def word():
        at = next(stream)
        return data["words"][at], data["languages"][languages[at]]

    columns = several(lambda: several(word))
    nodes = [node for column in columns for node in column] + several(word)
    found["target_language"] = data["languages"][next(stream)]

    def one():
        target, score, part = next(stream), next(stream) - 1, data["parts"][next(stream)]
        reasons = several(lambda: data["reasons"][next(stream)])

        def way():
            on = [0, *several(lambda: next(stream)), target]
            said = [data["sets"][next(stream)] for _ in on[1:]]
            return [nodes[at] for at in on], [
                [data["dictionaries"][x] for x in names] for names in said
            ]

        return nodes[target], score, part, reasons, several(way)

    found["translations"] = several(one)
    assert next(stream, None) is None
    return found | {"columns": columns}


@pytest.mark.parametrize("make", [chien, scripts, crowded])
def test_everything_that_is_known_of_a_word_comes_back_from_the_page(written, make):
    head = make()
    data = data_of(written([head]))
    found = head_of(data)
    assert found["left"] == head.left
    assert found["target_language"] == head.target_language
    assert found["columns"][0] == [(head.word, head.language)]
    assert len(found["translations"]) == len(head.translations)
    for (target, score, part, reasons, ways), each in zip(
        found["translations"], head.translations, strict=True
    ):
        assert target == (each.target, each.target_language)
        assert score == int(each.score * 1000 + 1e-6)
        assert part == (each.source_pos or "")
        assert reasons == list(each.reasons)
        assert [nodes for nodes, _ in ways] == [
            list(zip(path.words, path.languages, strict=True)) for path in each.paths
        ]
        assert [said for _, said in ways] == [
            [list(x) for x in path.dictionaries] for path in each.paths
        ]


def test_a_word_without_translations_says_why(written):
    data = data_of(written([chien(), pathless()]))
    assert data["told"] == {"1": ["dictionaries lead from 'mot' nowhere", ["word"]]}
    assert head_of(data, 1)["translations"] == []


def test_unknown_scores_and_broken_paths_do_no_harm(written):
    one = chien().translations[0]
    stump = replace(one.paths[0], words=("x",), languages=("es",), dictionaries=())
    head = replace(chien(), translations=(replace(one, score=None, paths=(stump, *one.paths)),))
    ((_, score, _, _, ways),) = head_of(data_of(written([head])))["translations"]
    assert score == -1
    assert len(ways) == 3


def test_languages_come_as_source_target_and_pivots_by_frequency(written):
    data = data_of(written([chien(), scripts()]))
    assert data["languages"] == ["fr", "ar", "en", "zh", "eo", "ca", "he", "es"]
    assert data["directions"][1] == "rtl"


def test_nothing_in_a_dictionary_ends_the_data_or_runs(written):
    page = written([scripts()])
    assert page.lower().count("</script") == 2
    assert "<img" not in page
    assert "default-src 'none'" in page


def lexicon(size=30):
    entries = [
        replace(each, source=f"w{k:02}") for k in range(size) for each in chien().translations
    ]
    return Lexicon(
        tuple(entries),
        Origin("fr-en"),
        ("12 rows left out",),
        Signature("learned", "0.3", (("threshold", ".5"),)),
    )


def test_a_lexicon_has_a_word_for_each_source_its_figures_notes_and_signature(written):
    data = data_of(written(lexicon(), tables=[Table("Reliability", ["score"], [["0.9"]])]))
    assert data["title"] == "fr-en"
    assert len(data["heads"]) == 30
    assert [len(head_of(data, k)["translations"]) for k in range(30)] == [2] * 30
    assert data["notes"] == ["12 rows left out"]
    assert data["signature"] == "method:learned|threshold:.5|version:0.3"
    tables = {each["title"]: each["rows"] for each in data["tables"]}
    assert tables["Entries by probability"] == [["0.95 to 1.00", 30, 30], ["0.30 to 0.40", 30, 60]]
    assert tables["Pivot languages"][0] == ["Esperanto", "eo", 30, 60]
    assert ["fra-spa", 30] in tables["Dictionaries"]
    assert tables["Reliability"] == [["0.9"]]


def test_scores_that_are_no_probabilities_are_not_shown_as_such(written):
    data = data_of(written(replace(lexicon(), signature=Signature("walk", "0.3", ()))))
    assert data["tables"][0]["title"] == "Entries by score of walk"
    assert data["measure"] == "walk"
    assert head_of(data, 0)["walk"]


def test_beyond_the_limit_the_first_words_are_shown_and_the_rest_is_counted(written, monkeypatch):
    monkeypatch.setattr(lexicon_page, "LIMIT", 10)
    data = data_of(written(lexicon()))
    assert len(data["heads"]) == 10
    assert data["part"] == "first 10 of 30 words"
    monkeypatch.setattr(lexicon_page, "LIMIT", 30)
    assert data_of(written(lexicon()))["part"] == ""


def test_an_empty_lexicon_is_a_page(written):
    data = data_of(written(Lexicon()))
    assert data["heads"] == []
    assert data["tables"] == []


def test_a_threshold_of_a_band_belongs_to_it(written):
    entries = tuple(
        replace(translation("fr:a x es:b y en:c"), score=score) for score in (0.5, 0.3, 0.1 + 0.2)
    )
    (table,) = [
        each
        for each in data_of(written(Lexicon(entries)))["tables"]
        if "probability" in each["title"]
    ]
    assert table["rows"] == [["0.50 to 0.60", 1, 1], ["0.30 to 0.40", 2, 3]]


def test_the_same_lexicon_is_the_same_page(written):
    assert written(lexicon()) == written(lexicon())


def test_a_page_that_cannot_be_written_is_one_line(tmp_path):
    with pytest.raises(InputError, match="cannot be written"):
        write_explanation_page(tmp_path / "no" / "page.html", [chien()])
