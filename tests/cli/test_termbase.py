"""``diglot termbase`` as a user calls it."""

from __future__ import annotations

import pytest

from diglot.cli import main

GLOSSARY = "id,en,fr\nb1,bread,pain\nb2,oven,four\nb3,board,tableau\nb4,board,conseil\n"


@pytest.fixture
def glossary(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.csv").write_text(GLOSSARY)
    return "g.csv"


def test_convert_says_how_much_was_written_and_what_was_not(run, glossary, tmp_path):
    result = run("termbase", "convert", glossary, "g.tbx")
    assert result.out == "g.tbx: 4 concepts, 8 terms\n"
    result = run("termbase", "convert", "g.tbx", "p.csv", "--languages", "fr", "--bom")
    assert result.out == "p.csv: 4 concepts, 4 terms\n  note: 4 terms in another language\n"
    assert (tmp_path / "p.csv").read_bytes().startswith(b"\xef\xbb\xbf")


def test_convert_prints_json(run, glossary):
    found = run("termbase", "convert", glossary, "g.ttl", "--json", "--vocabulary", "ontolex").json
    assert (found["output"], found["concepts"], found["terms"]) == ("g.ttl", 4, 8)
    assert found["notes"] == found["lost"] == []


def test_common_options_may_stand_before_the_action(run, glossary):
    assert run("termbase", "--json", "convert", glossary, "g.tbx").json["concepts"] == 4
    assert run("termbase", "convert", glossary, "g.tbx", "--quiet").out == ""


def test_merge_lists_conflicts(run, glossary, tmp_path):
    (tmp_path / "a.csv").write_text("source,target,status\nbread,pain,preferred\n")
    (tmp_path / "b.csv").write_text("source,target,status\nbread,pain,forbidden\n")
    result = run("termbase", "merge", "a.csv", "b.csv", "-o", "m.tbx", "--languages", "en,fr")
    assert result.out == (
        "m.tbx: 1 concept, 2 terms\n"
        "  1 concept merged into others\n"
        "  conflict in c1: pain (fr) is preferred and forbidden; preferred is taken\n"
    )
    found = run(
        *("termbase", "merge", "a.csv", "b.csv", "-o", "m.tbx", "--languages", "en,fr"),
        *("--prefer", "last", "--json"),
    ).json
    assert [each["chosen"] for each in found["conflicts"]] == ["forbidden"]


def test_diff_lists_what_changed(run, glossary, tmp_path):
    (tmp_path / "n.csv").write_text(GLOSSARY.replace("four", "fourneau").replace("b1,", "c1,"))
    with (tmp_path / "n.csv").open("a") as file:
        file.write("b9,salt,sel\n")
    result = run("termbase", "diff", glossary, "n.csv")
    assert result.code == 0
    assert result.out == (
        "+ b9: salt (en); sel (fr)\n"
        "~ b2: gone term four (fr)\n"
        "~ b2: new term fourneau (fr)\n"
        "1 added, 0 removed, 1 changed, 3 the same\n"
    )
    found = run("termbase", "diff", glossary, "n.csv", "--json").json
    assert found["same"] == 3
    assert found["changed"][0]["changes"][0]["before"] == "four"


def test_filter_says_what_every_filter_left(run, glossary, tmp_path):
    (tmp_path / "known.csv").write_text("en,fr\noven,four\n")
    (tmp_path / "stop.txt").write_text("board\n")
    result = run(
        *("termbase", "filter", glossary, "-o", "new.csv", "--new", "known.csv"),
        *("--stop-list", "stop.txt"),
    )
    assert result.out == (
        "new.csv: 1 concept, 2 terms\n"
        "  stop list: 2 concepts left out, 2 stay\n"
        "  new: 1 concept left out, 1 stay\n"
    )


def test_check_ends_with_one_where_something_is_wrong(run, glossary):
    result = run("termbase", "check", glossary)
    assert result.code == 1
    assert result.out == (
        "term-in-several-concepts in b3: board (en), also in b4\n1 term-in-several-concepts\n"
    )
    result = run("termbase", "check", glossary, "--ignore", "term-in-several-concepts")
    assert (result.code, result.out) == (0, "nothing wrong\n")
    found = run("termbase", "check", glossary, "--languages", "en,fr", "--json").json
    assert found["counts"] == {"term-in-several-concepts": 1}


def test_info_counts(run, glossary):
    result = run("termbase", "info", glossary)
    assert result.out == (
        "concepts     4\n"
        "definitions  0\n"
        "en           4 terms in 4 concepts\n"
        "fr           4 terms in 4 concepts\n"
    )
    assert run("termbase", "info", glossary, "--json").json["concepts"] == 4


def test_long_lists_are_cut_on_the_terminal(run, glossary, tmp_path):
    rows = "".join(f"x{number},word,mot{number}\n" for number in range(60))
    (tmp_path / "l.csv").write_text("id,en,fr\n" + rows)
    lines = run("termbase", "diff", glossary, "l.csv").out.splitlines()
    assert "  … and 10 more (--json lists all)" in lines


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("info", "no.tbx"), "no.tbx: no such file"),
        (("info", "g.docx"), "names no format of terms; name one of tbx"),
        (("convert", "g.csv", "g.csv"), "g.csv is both input and output"),
        (("convert", "g.csv", "o.csv", "--tbx", "2"), "version applies to tbx files only"),
        (("info", "g.csv", "--languages", "en,en"), "names one language twice"),
        (("filter", "g.csv", "-o", "o.csv", "--status", "good"), "the status is 'good'"),
        (("filter", "g.csv", "-o", "o.csv", "--min-score", "7"), "between 0 and 1"),
        (("check", "g.csv", "--ignore", "typos"), "unknown check 'typos'"),
        (("merge", "g.csv", "no.csv", "-o", "o.tbx"), "no.csv: no such file"),
    ],
)
def test_mistakes_are_one_clear_line_and_write_nothing(run, glossary, tmp_path, arguments, message):
    result = run("termbase", *arguments)
    assert result.code == 2
    assert message in result.error
    assert {each.name for each in tmp_path.iterdir()} == {"g.csv"}


def test_without_an_action_the_help_is_named(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["termbase"])
    assert caught.value.code == 2
    assert "ACTION" in capsys.readouterr().err
