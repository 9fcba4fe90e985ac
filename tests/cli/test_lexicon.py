"""``diglot lexicon``: counting, converting, explaining."""

from __future__ import annotations

from pathlib import Path

import pytest

import diglot
from diglot.formats.lexicons import read_lexicon
from tests.cli.conftest import Run

SAMPLES = Path(diglot.__file__).parent / "samples" / "dictionaries"
EN_ES = SAMPLES / "en-es.tsv"


def test_dictionaries_are_counted(run: Run) -> None:
    result = run("lexicon", "stats", SAMPLES)
    assert result.code == 0, result.err
    for line in ("en-es                         66", "noun                 186", "en-fr"):
        assert line in result.out


def test_figures_as_json_add_up(run: Run) -> None:
    told = run("lexicon", "stats", SAMPLES, "--json").json
    assert sum(each["edges"] for each in told["pairs"]) == told["edges"]
    assert sum(each["nodes"] for each in told["languages"]) == told["nodes"]
    assert [each["name"] for each in told["dictionaries"]] == ["ca-fr", "en-ca", "en-es", "es-fr"]
    assert {(each["one"], each["other"]) for each in told["inferable"]} == {
        ("en", "fr"),
        ("ca", "es"),
    }


def test_long_tables_are_cut_and_say_so(run: Run) -> None:
    result = run("lexicon", "stats", SAMPLES, "--top", "2")
    assert result.out.count("… and 2 more") >= 3
    assert run("lexicon", "stats", SAMPLES, "--top", "0").code == 2


def test_dictionaries_that_say_the_same_are_told(run: Run, tmp_path: Path) -> None:
    rows = [f"word{n}\tpalabra{n}\n" for n in range(200)]
    for name in ("one.en-es.tsv", "two.en-es.tsv"):
        (tmp_path / name).write_text("source\ttarget\n" + "".join(rows), encoding="utf-8")
    told = run("lexicon", "stats", tmp_path, "--json").json
    assert any("they are not two witnesses" in warning for warning in told["warnings"])


def test_a_dictionary_is_converted_and_what_is_lost_is_listed(run: Run, tmp_path: Path) -> None:
    result = run("lexicon", "convert", EN_ES, "-o", tmp_path / "out.dix")
    assert result.code == 0, result.err
    assert f"{tmp_path / 'out.dix'}: 66 translations (en-es)" in result.out
    again = read_lexicon(tmp_path / "out.dix", languages=("en", "es"))
    assert ("dog", "perro", "n") in {
        (each.source, each.target, each.source_pos) for each in again.translations
    }


def test_a_saved_graph_answers_as_its_dictionaries_do(run: Run, tmp_path: Path) -> None:
    assert run("lexicon", "convert", SAMPLES, "-o", tmp_path / "all.lexgraph").code == 0
    command = ("infer", "--from", "en", "--to", "fr", "--method", "walk", "--json")
    one = run(*command, SAMPLES).json
    other = run(*command, tmp_path / "all.lexgraph").json
    assert one == other


def test_a_bad_line_is_named_or_counted(run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "en-es.tsv"
    bad.write_text("source\ttarget\ndog\tperro\ncat\n", encoding="utf-8")
    command = ("lexicon", "convert", bad, "-o", tmp_path / "out.jsonl")
    assert "line 3" in run(*command, "--quiet").error
    told = run(*command, "--skip-bad", "--json").json
    assert told["entries"] == 1
    assert [each["count"] for each in told["left_out"]] == [1]


def test_a_failed_conversion_leaves_the_old_file(run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "en-es.tsv"
    bad.write_text("source\ttarget\ndog\tperro\ncat\n", encoding="utf-8")
    (tmp_path / "out.jsonl").write_text("old\n", encoding="utf-8")
    assert run("lexicon", "convert", bad, "-o", tmp_path / "out.jsonl", "--quiet").code == 2
    assert (tmp_path / "out.jsonl").read_text(encoding="utf-8") == "old\n"


def test_an_unknown_language_in_a_file_gets_a_suggestion(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_text(
        "src_lemma\tsrc_lang\tsrc_pos\ttgt_lemma\ttgt_lang\ttgt_pos\n"
        "dog\teng\tnoun\tperro\tspanihs\tnoun\n",
        encoding="utf-8",
    )
    result = run("lexicon", "stats", path, "--quiet")
    assert result.code == 2
    assert "did you mean es (Spanish" in result.error


@pytest.mark.parametrize("name", ["out.ifo", "out.lmf", "out.unknown"])
def test_a_format_that_cannot_be_written_is_refused(run: Run, tmp_path: Path, name: str) -> None:
    assert run("lexicon", "convert", EN_ES, "-o", tmp_path / name).code == 2


def test_a_word_is_explained(run: Run) -> None:
    result = run("lexicon", "explain", "dog", SAMPLES, "--to", "fr")
    assert result.code == 0, result.err
    assert "dog (en) ── perro (es) [en-es] ── chien (fr) [es-fr]" in result.out
