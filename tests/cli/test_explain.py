"""diglot explain: what it prints, its JSON, its page, its errors."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from diglot.formats.lexicons import write_lexicon
from diglot.model import Lexicon, Origin
from tests.report.explanations import chien, scripts, translation


@pytest.fixture
def lexicon(tmp_path):
    """What diglot infer writes: a table with explanations beside it."""
    found = Lexicon((*chien().translations, *scripts().translations), Origin("fr-en"))
    write_lexicon(tmp_path / "out.tsv", found)
    write_lexicon(tmp_path / "out.explained.jsonl", found)
    return tmp_path / "out.tsv"


@pytest.fixture
def dictionaries(tmp_path):
    """Two dictionaries that meet in Spanish."""
    paths = tmp_path / "fr-es.tsv", tmp_path / "es-en.tsv"
    paths[0].write_text("chien\tperro\nbanque\tbanco\n", encoding="utf-8")
    paths[1].write_text("perro\tdog\nbanco\tbench\nbanco\tbank\n", encoding="utf-8")
    return paths


def test_translations_are_shown_with_scores_reasons_and_paths(run, lexicon):
    found = run("explain", "chien", lexicon)
    assert found.code == 0
    assert found.out.splitlines() == [
        "chien (fr): 2 translations (en)",
        "",
        "  dog  98 %  noun",
        "    3 pivot languages: ca, eo, es; 3 paths of two steps",
        "    chien (fr) ── perro (es) [fra-spa] ── dog (en) [eng-spa]",
        "    chien (fr) ── gos (ca) [fra-cat] ── dog (en) [eng-cat]",
        "    chien (fr) ── hundo (eo) [epo-fra] ── dog (en) [epo-eng]",
        "",
        "  pooch  31 %  noun",
        "    1 pivot language: eo",
        "    chien (fr) ── hundo (eo) [epo-fra] ── pooch (en) [epo-eng]",
        "    chien (fr) ── gos (ca) [fra-cat] ── hundo (eo) [epo-cat] ── pooch (en) [epo-eng]",
    ]


def test_a_lexicon_before_the_word_is_told_the_order(run, lexicon):
    found = run("explain", lexicon, "chien")
    assert found.code == 2
    assert "chien: no such file; " in found.error
    assert "diglot explain WORD LEXICON" in found.error


def test_the_number_shown_can_be_chosen(run, lexicon):
    found = run("explain", "chien", lexicon, "--top", 1, "--paths", 1)
    assert found.out.count("──") == 2
    assert "and 1 more; --top 0 shows all" in found.out
    assert "pooch" in run("explain", "chien", lexicon, "--top", 0).out


def test_json_holds_everything(run, lexicon):
    (found,) = run("explain", "dog", lexicon, "--json").json["explanations"]
    assert found["target_language"] == "fr"
    (each,) = found["translations"]
    assert each["target"] == "chien"
    assert each["score"] == 0.98
    assert each["paths"][0]["words"] == ["dog", "perro", "chien"]


def test_dictionaries_are_enough(run, dictionaries):
    found = run("explain", "banque", *dictionaries, "--from", "fr", "--to", "en", "--quiet")
    assert (found.code, found.out) == (0, "")
    found = run("explain", "banque", *dictionaries, "--from", "fr", "--to", "en")
    assert "  bank  walk 0.707" in found.out
    assert "    banque (fr) ── banco (es) [fr-es] ── bench (en) [es-en]" in found.out


def test_a_dictionary_of_people_has_neither_scores_nor_paths(run, dictionaries):
    found = run("explain", "perro", dictionaries[0])
    assert found.out.splitlines() == ["perro (es): 1 translation (fr)", "", "  chien"]


@pytest.mark.slow
def test_a_saved_graph_is_as_good_as_its_dictionaries(run, dictionaries, tmp_path):
    graph = tmp_path / "all.lexgraph"
    assert run("lexicon", "convert", *dictionaries, "-o", graph).code == 0
    asked = ("--from", "fr", "--to", "en")
    assert (
        run("explain", "banque", graph, *asked).out
        == run("explain", "banque", *dictionaries, *asked).out
    )
    assert "give --to" in run("explain", "banque", graph).error
    assert "give --to" in run("explain", "banque", tmp_path).error


def test_a_pair_without_a_path_says_why_and_is_no_error(run, dictionaries):
    found = run("explain", "chien", *dictionaries, "--to", "en", "--translation", "bank")
    assert found.code == 0
    assert "'chien' and 'bank' share no pivot: es: perro against banco" in found.out


def test_an_unknown_word_is_an_error_that_names_close_ones(run, lexicon):
    found = run("explain", "chein", lexicon)
    assert found.code == 2
    assert "did you mean chien" in found.error


def test_a_page_is_written(run, lexicon, tmp_path):
    page = tmp_path / "chien.html"
    found = run("explain", "chien", lexicon, "--html", page)
    assert f"wrote {page}" in found.out
    text = page.read_text("utf-8")
    assert re.search("<title>chien</title>", text)
    assert "perro" in text
    assert run("explain", "chien", lexicon, "--html", tmp_path / "no" / "page.html").code == 2


def test_the_picture_alone_is_written(run, lexicon, dictionaries, tmp_path):
    drawn = tmp_path / "chien.svg"
    found = run("explain", "chien", lexicon, "--picture", drawn)
    assert f"wrote {drawn}" in found.out
    words = [each.text for each in ET.parse(drawn).iter("{http://www.w3.org/2000/svg}text")]
    assert {"chien", "perro", "dog", "98 %"} <= set(words)
    run("explain", "banque", *dictionaries, "--to", "en", "--picture", drawn)
    words = [each.text for each in ET.parse(drawn).iter("{http://www.w3.org/2000/svg}text")]
    assert {"banco", "0.71"} <= set(words)
    alone = run(
        *("explain", "chien", *dictionaries, "--to", "en", "--translation", "bank"),
        *("--picture", drawn, "--quiet"),
    )
    assert alone.code == 2
    assert "share no pivot" in alone.error


def test_orders_to_the_terminal_are_not_passed_on(run, tmp_path):
    path = tmp_path / "x.jsonl"
    evil = translation("fr:a x\x1b[2J es:b\u202e y en:c", reasons=("\x07",))
    write_lexicon(path, Lexicon((evil,), Origin("x")))
    out = run("explain", "a", path).out
    assert not set("\x1b\x07\u202e") & set(out)


def test_rejected_translations_are_traced_to_entries(run, dictionaries, tmp_path):
    wrong, right = tmp_path / "wrong.tsv", tmp_path / "right.tsv"
    wrong.write_text("banque\tbench\nchat\tcat\n", encoding="utf-8")
    right.write_text("banque\tbank\n", encoding="utf-8")
    found = run(
        "explain", "--rejected", wrong, "--accepted", right, *dictionaries, "--from", "fr", "--to",
        "en",
    )  # fmt: skip
    assert found.code == 0
    lines = found.out.splitlines()
    assert lines[0] == (
        "1 rejected and 1 accepted translation with a path; 2 entries on paths of rejected ones"
    )
    assert lines[3].endswith("1         0  bench (en) ── banco (es) [es-en]")
    assert lines[4].endswith("1         1  banco (es) ── banque (fr) [fr-es]")
    assert lines[-1] == "  1 judged translation without a known path: chat | cat"
    found = run(
        "explain", "--rejected", wrong, *dictionaries, "--from", "fr", "--to", "en", "--json"
    )
    assert found.json["edges"][0]["rejected"] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chien"], "give a word and a lexicon"),
        (["chien", "{out}", "--accepted", "{out}"], "--accepted goes with --rejected"),
        (["{out}", "--rejected", "{out}", "--html", "x.html"], "--html goes with a word"),
        (["{out}", "--rejected", "{out}", "--translation", "x"], "--translation goes with a word"),
        (["chien", "{out}", "--top", "-1"], "must be 0 or more"),
        (["chien", "{out}", "--paths", "0"], "1 or more"),
        (["chien", "nowhere.tsv"], "nowhere.tsv"),
        (["chien", "a.tsv", "b.tsv"], "give --to"),
    ],
)
def test_misuse_is_one_line(run, lexicon, arguments, message):
    found = run("explain", *(each.replace("{out}", str(lexicon)) for each in arguments))
    assert found.code == 2
    assert message in found.error
