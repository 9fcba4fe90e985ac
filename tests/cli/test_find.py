"""``diglot find``."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.cli.conftest import Run, start

TABLE = """The pump runs.\tLa pompe marche.
The pump stops.\tLa pompe s’arrête.
A new pump was bought.\tUne nouvelle pompe a été achetée.
The motor runs.\tLe moteur marche.
The motor stops.\tLe moteur s’arrête.
Pumping costs money.\tLe pompage coûte de l’argent.
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is built of a small table."""
    path = tmp_path_factory.mktemp("find")
    (path / "memory.tsv").write_text(TABLE, encoding="utf-8")
    process = start(
        *("build", path / "memory.tsv", "-o", path / "out", "-s", "en", "-t", "fr"),
        *("--quiet", "--no-report"),
    )
    assert process.communicate() == ("", "")
    return path / "out"


@pytest.mark.slow
def test_pairs_are_shown_by_translation_with_both_marked(run: Run, folder: Path) -> None:
    result = run("find", "pump", folder, "--side", "source", "--whole-words")
    assert result.code == 0
    assert result.err == ""
    lines = result.out.splitlines()
    assert lines[0] == "source: pump in 3 sentence pairs"
    assert "  pompe  (3)" in lines
    assert "       1  The [pump] runs." in lines
    assert "          La [pompe] marche." in lines
    assert "\x1b" not in result.out


def test_both_sides_are_shown(run: Run, folder: Path) -> None:
    result = run("find", "pomp", folder)
    assert result.out.startswith("target: pomp in 4 sentence pairs")
    assert "source:" not in result.out


def test_a_limit_says_how_many_more_there_are(run: Run, folder: Path) -> None:
    one = run("find", "pump", folder, "--side", "source", "--whole-words", "--limit", "1")
    assert one.out.count("[pump]") == 1
    assert "and 2 more" in one.out
    everything = run("find", "pump", folder, "--side", "source", "--whole-words", "--limit", "0")
    assert everything.out.count("[pump]") == 3


def test_lemma_and_regex(run: Run, folder: Path) -> None:
    assert "source: runs in 4" not in run("find", "runs", folder).out
    assert "[runs]" in run("find", "run", folder, "--lemma", "--side", "source").out
    assert "in 2 sentence pairs" in run("find", "motor$|stops", folder, "--regex").out


def test_json_has_offsets_of_both_sides(run: Run, folder: Path) -> None:
    result = run("find", "pump", folder, "--side", "source", "--whole-words", "--json")
    value = result.json
    assert value["term"] == "pump"
    (side,) = value["sides"]
    assert (side["side"], side["pairs"]) == ("source", 3)
    (group,) = side["translations"]
    assert (group["translation"], group["pairs"]) == ("pompe", 3)
    for hit in group["shown"]:
        (begin, end), (start_, stop) = hit["marks"][0], hit["translation_marks"][0]
        assert hit["text"][begin:end].lower() == "pump"
        assert hit["translation"][start_:stop] == "pompe"
    assert [hit["pair"] for hit in group["shown"]] == [1, 2, 3]


def test_nothing_found_is_said(run: Run, folder: Path) -> None:
    result = run("find", "turbine", folder)
    assert (result.code, result.out) == (0, "no sentence pair holds 'turbine'\n")


def test_a_bitext_is_aligned_on_the_fly(run: Run, folder: Path) -> None:
    memory = folder.parent / "memory.tsv"
    result = run("find", "motor", memory, "-s", "en", "-t", "fr", "--quiet")
    assert (result.code, result.out) == (0, "")
    result = run("find", "motor", memory, "-s", "en", "-t", "fr")
    assert "source: motor in 2 sentence pairs" in result.out
    assert sorted(path.name for path in folder.parent.iterdir()) == ["memory.tsv", "out"]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colours_are_for_terminals(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    screen = Terminal()
    monkeypatch.setattr("sys.stdout", screen)
    run("find", "pump", folder, "--side", "source")
    assert "The \x1b[1;36mpump\x1b[0m runs." in screen.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    plain = Terminal()
    monkeypatch.setattr("sys.stdout", plain)
    run("find", "pump", folder, "--side", "source")
    assert "The [pump] runs." in plain.getvalue()


@pytest.mark.slow
def test_orders_to_the_terminal_in_a_text_are_not_passed_on(run: Run, tmp_path: Path) -> None:
    memory = tmp_path / "memory.tsv"
    memory.write_text("pump \x1b]0;owned\x07 on\tpompe \u202emarche\n" * 2, encoding="utf-8")
    result = run("find", "pump", memory, "-s", "en", "-t", "fr", "--quiet", "--json")
    assert result.code == 0
    result = run("find", "pump", memory, "-s", "en", "-t", "fr")
    assert "[pump]" in result.out
    assert not set("\x1b\x07\u202e") & set(result.out)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["", "."], "nothing to look for"),
        (["(", ".", "--regex"], "not a regular expression"),
        (["a", ".", "--limit", "-1"], "--limit is -1"),
    ],
)
def test_wrong_questions_are_one_line(
    run: Run, folder: Path, arguments: list[str], said: str
) -> None:
    words = [folder if each == "." else each for each in arguments]
    result = run("find", *words)
    assert result.code == 2
    assert said in result.error


def test_places_that_cannot_be_searched_are_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("a text", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    for place, said in (
        ("missing.tmx", "no such file"),
        ("text.txt", "is not a bitext"),
        ("empty", "make it with diglot build"),
    ):
        result = run("find", "pump", tmp_path / place, "--quiet")
        assert result.code == 2
        assert said in result.error
    result = run("find", tmp_path / "empty", "pump")
    assert result.code == 2
    assert "give the term first" in result.error
