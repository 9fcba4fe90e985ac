"""``diglot check`` as a user calls it."""

from __future__ import annotations

import json

import pytest

from diglot.packs.files import write_pack
from tests.packs import pack_of

GLOSSARY = (
    "id,language,term,status\n1,en,swab,\n1,es,hisopo,preferred\n1,es,frotis,admitted\n"
    "1,es,torunda,forbidden\n2,en,fever,\n2,es,fiebre,\n"
)
WRONG = "a swab\tuna muestra\nthe fever\tla fiebre\n"
RIGHT = "a swab\tun hisopo\nthe fever\tla fiebre\n"


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    (tmp_path / "g.csv").write_text(GLOSSARY)
    (tmp_path / "wrong.tsv").write_text(WRONG)
    (tmp_path / "right.tsv").write_text(RIGHT)
    return tmp_path


@pytest.fixture
def check(run, files):
    def call(*arguments):
        return run("check", *arguments, "--termbase", "g.csv", "-s", "en", "-t", "es")

    return call


def test_a_wrong_term_is_shown_and_fails(check):
    done = check("wrong.tsv")
    assert done.code == 1
    assert "no form of “hisopo” or “frotis” is in the translation of “swab”" in done.out
    assert "│ a ›swab‹" in done.out
    assert "→ use “hisopo”" in done.out
    assert done.out.endswith("1 error in 1 file\nfailed: 1 error\n")


def test_a_right_translation_passes(check):
    done = check("right.tsv")
    assert done.code == 0
    assert "no findings in 1 file" in done.out


def test_the_translation_is_left_as_it_is(check, files):
    check("wrong.tsv", "-o", "r.html")
    assert (files / "wrong.tsv").read_text() == WRONG


def test_quiet_says_nothing_but_the_code(check):
    done = check("wrong.tsv", "--quiet")
    assert (done.code, done.out, done.err) == (1, "", "")


def test_json_holds_the_findings_and_why_the_check_fails(check):
    found = check("wrong.tsv", "--json", "--report", "github")
    assert found.code == 1
    assert found.json["failures"] == ["1 error"]
    assert [each["rule"] for each in found.json["findings"]] == ["TERM-MISSING"]
    assert found.err.startswith("::error file=wrong.tsv,line=1")


def test_parallel_text_files(check, files):
    (files / "t.en").write_text("a swab\n")
    (files / "t.es").write_text("una muestra\n")
    assert check("t.en", "t.es").code == 1
    assert check("t.en", "t.es", "right.tsv").code == 1
    assert "line n translating line n" in check("t.en", "right.tsv").error
    for name in ("t.en", "t.es"):
        (files / name).rename(files / f"{name}.txt")
    assert check("t.en.txt", "t.es.txt", "-s", "en", "-t", "es").code == 1


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--fail-on", "never"), 0),
        (("--fail-on", "note"), 1),
        (("--severity", "missing=warning"), 0),
        (("--severity", "missing=warning", "--fail-on", "warning"), 1),
        (("--severity", "missing=off", "--fail-on", "note"), 0),
        (("--ignore", "missing,count"), 0),
        (("--rules", "count"), 0),
        (("--rules", "missing"), 1),
        (("--max-alarms", "1"), 0),
        (("--max-alarms", "0"), 1),
        (("--max-rate", "0.5"), 0),
        (("--max-rate", "0.4"), 1),
        (("--profile", "lenient"), 1),
        (("--profile", "strict", "--lemmas", "none"), 1),
        (("--links", "none", "--count", "once", "--lacking", "no"), 1),
        (("--jobs", "2", "--seed", "7"), 1),
    ],
)
def test_options_decide_on_the_code(check, options, code):
    assert check("wrong.tsv", *options).code == code


def test_strict_and_notes_show_what_standard_hides(check, files):
    (files / "t.tsv").write_text("a swab\tun frotis\n")
    done = check("t.tsv")
    assert (done.code, "is preferred" in done.out) == (0, False)
    done = check("t.tsv", "--notes")
    assert "“frotis” stands for “swab”; “hisopo” is preferred" in done.out
    assert check("t.tsv", "--profile", "strict", "--fail-on", "warning").code == 1


def test_forbidden_terms(check, files):
    (files / "t.tsv").write_text("a swab\tuna torunda\n")
    assert "“torunda” is forbidden for “swab”" in check("t.tsv").out


@pytest.mark.parametrize(
    ("name", "begin"),
    [
        ("r.html", "<!doctype html>"),
        ("r.json", "{"),
        ("r.sarif", "{"),
        ("junit=r.txt", "<?xml"),
        ("r.tsv", "answer"),
        ("r.md", "#"),
        ("r.xml", "<?xml"),
    ],
)
def test_reports_are_told_by_name_or_extension(check, files, name, begin):
    done = check("wrong.tsv", "--report", name)
    path = name.partition("=")[2] or name
    assert f"written: {path}\n" in done.out
    assert (files / path).read_text(encoding="utf-8-sig").lower().lstrip().startswith(begin[:1])
    assert begin.lower() in (files / path).read_text(encoding="utf-8-sig").lower()[:2000]


def test_sarif_names_lines(check, files):
    check("wrong.tsv", "--report", "r.sarif", "--report", "r.xlsx", "--quiet")
    (result,) = json.loads((files / "r.sarif").read_text())["runs"][0]["results"]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region["startLine"] == 1
    assert (files / "r.xlsx").stat().st_size > 1000


def test_github_gets_annotations_and_a_summary(check, files, monkeypatch):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(files / "summary.md"))
    (files / "summary.md").write_text("before\n")
    done = check("wrong.tsv", "--report", "github")
    assert "::error file=wrong.tsv,line=1,title=TERM-MISSING::" in done.out
    summary = (files / "summary.md").read_text()
    assert summary.startswith("before\n")
    assert "swab" in summary


@pytest.mark.parametrize(
    ("reports", "message"),
    [
        (["r.docx"], "names no format: write FORMAT=FILE"),
        (["html="], "names no file"),
        (["r.html", "html=r.html"], "names r.html twice"),
        (["tsv=wrong.tsv"], "both input and report"),
        (["g.csv"], "both input and report"),
    ],
)
def test_reports_that_cannot_be_are_refused_before_the_check(check, reports, message):
    told = [part for report in reports for part in ("--report", report)]
    done = check("wrong.tsv", *told)
    assert done.code == 2
    assert message in done.error


def test_suppressions_and_answers(check, files):
    check("wrong.tsv", "--report", "answers.tsv", "--quiet")
    lines = (files / "answers.tsv").read_text().split("\n")
    cells = lines[1].split("\t")
    cells[lines[0].split("\t").index("answer")] = "false alarm"
    (files / "answers.tsv").write_text("\n".join([lines[0], "\t".join(cells), ""]))
    done = check("wrong.tsv", "--suppressions", "s.toml", "--answers", "answers.tsv")
    assert done.code == 0
    assert "1 answer learnt into s.toml" in done.out
    assert check("wrong.tsv", "--suppressions", "s.toml").code == 0
    assert "no such file" in check("wrong.tsv", "--suppressions", "none.toml").error.lower()


def test_accepted_forms_are_proposed(check, files):
    (files / "l.pharaoh").write_text("0-0 1-1\n0-0 1-1\n")
    (files / "s.toml").write_text("")
    told = ("wrong.tsv", "--links", "l.pharaoh", "--suppressions", "s.toml")
    check(*told, "--report", "a.tsv", "--quiet")
    text = (files / "a.tsv").read_text().split("\n")
    (files / "a.tsv").write_text(f"{text[0]}\naccept{text[1]}\n")
    done = check(*told, "--answers", "a.tsv", "--author", "Ana", "--proposals", "p.tsv")
    assert (done.code, "written: p.tsv" in done.out) == (0, True)
    assert "muestra" in (files / "p.tsv").read_text()
    assert 'author = "Ana"' in (files / "s.toml").read_text()
    assert "give --answers" in check("wrong.tsv", "--proposals", "p.tsv").error
    both = ("--answers", "a.tsv", "--proposals", "p.tsv", "--report", "p.tsv")
    assert "p.tsv is given twice as an output" in check(*told, *both).error


def test_word_links_of_a_file(check, files):
    (files / "l.pharaoh").write_text("0-0 1-1:0.8\n0-0 1-1\n")
    assert "“muestra” stands for “swab”" in check("wrong.tsv", "--links", "l.pharaoh").out
    (files / "l.pharaoh").write_text("0-0 1-1\n")
    assert "links of 1 units" in check("wrong.tsv", "--links", "l.pharaoh").err


@pytest.mark.slow
def test_models_and_memories(check, run, files):
    lines = [f"the {word} is here\tel {word[::-1]} está aquí" for word in map(str, range(60))]
    (files / "m.tsv").write_text("\n".join(lines) + "\n")
    run("words", "m.tsv", "--save-model", "m.model", "-s", "en", "-t", "es", "--quiet")
    for option in (("--memory", "m.tsv"), ("--model", "m.model")):
        done = check("wrong.tsv", *option, "--json", "--severity", "not-parallel=off")
        assert "links:auto" in json.dumps(done.json)


@pytest.mark.slow
def test_a_language_pack_helps_to_link_words_and_is_named(check, files, monkeypatch):
    lines = [f"the {n} swabs of {n}\tlos {n} hisopos de {n}" for n in range(60)]
    (files / "many.tsv").write_text("\n".join(lines) + "\n")
    command = ("--json", "--lacking", "no", "--severity", "not-parallel=off")
    without = check("many.tsv", *command)
    monkeypatch.setenv("DIGLOT_PACKS", str(files / "own"))
    monkeypatch.setenv("DIGLOT_CACHE", str(files / "cache"))
    (files / "own").mkdir()
    write_pack(files / "own" / "en_es.pack", pack_of("en", "es", {("swabs", "hisopos"): 9}))
    told = json.dumps(check("many.tsv", *command).json)
    assert "language pack: en-es@" in told
    assert "pack:en-es@" in told
    assert check("many.tsv", *command, "--packs", "none").out == without.out
    assert "language pack" not in check("wrong.tsv", "--json").out  # words alone decide
    refused = check("many.tsv", "--links", "none", "--packs", "own/en_es.pack")
    assert "--packs helps to align words" in refused.error


def test_an_empty_file_has_not_passed(check, files):
    (files / "t.po").write_text('msgid ""\nmsgstr ""\n')
    done = check("t.po")
    assert done.code == 2
    assert "holds no units" in done.err
    assert check("t.po", "--allow-empty").code == 0


BROKEN = {
    "broken.xlf": ('<xliff version="1.2"><file><body><trans-unit id="1"><source>a', "is not well-"),
    "entity.tmx": ('<!DOCTYPE tmx [<!ENTITY a "b">]><tmx version="1.4"/>', "entit"),
    "t.xlf": ("no xml at all", ""),
    "binary.tsv": ("a\0b\tc\n", ""),
    "one.tsv": ("only one column\n", "lacks a text"),
    "none.tmx": (None, ""),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_files_are_one_line(check, files, name):
    text, message = BROKEN[name]
    if text is not None:
        (files / name).write_text(text)
    done = check(name, "--quiet")
    assert done.code == 2
    assert name in done.error
    assert message in done.error


def test_what_is_no_termbase_is_one_line(run, files):
    for text in ("", "x", "<tmx/>"):
        (files / "t.tbx").write_text(text)
        done = run("check", "right.tsv", "--termbase", "t.tbx", "--quiet")
        assert (done.code, "t.tbx" in done.error) == (2, True)


def test_a_termbase_in_other_languages_is_one_line_that_names_them(run, files):
    done = run("check", "right.tsv", "--termbase", "g.csv", "-s", "de", "-t", "fr", "--quiet")
    assert done.code == 2
    assert "no entry has terms in de and fr; its languages are en, es" in done.error


def test_wrong_options_are_one_line(check):
    assert (
        "--rules is 'mising', but must be one of" in check("wrong.tsv", "--rules", "mising").error
    )
    assert "write RULE=LEVEL" in check("wrong.tsv", "--severity", "count").error
    assert "give --suppressions" in check("wrong.tsv", "--answers", "a.json").error
    assert check("wrong.tsv", "--profile", "harsh").code == 2


@pytest.mark.parametrize("term", ["C++", "(PCR)", "|", ".*", "[a-z]", "\\d", "a\\"])
def test_terms_of_any_signs(run, files, term):
    (files / "t.tbl.tsv").write_text(f"id\ten\tes\n1\t{term}\t{term}\n2\tfever\tfiebre\n")
    (files / "t.tsv").write_text(f"write {term} here\tescriba {term} aquí\nfever\tfiebre\n")
    done = run("check", "t.tsv", "--termbase", "t.tbl.tsv", "-s", "en", "-t", "es")
    assert done.code == 0, done.out + done.err
