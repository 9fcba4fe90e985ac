"""``diglot segment``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import ENGLISH, Run


def test_sentences_are_printed_one_a_line(run: Run, contract: tuple[Path, Path]) -> None:
    result = run("segment", contract[0], "-l", "en")
    assert (result.code, result.out, result.err) == (0, ENGLISH, "")


def test_sentences_are_written(run: Run, contract: tuple[Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    result = run("segment", contract[0], "-o", out)
    assert out.read_text(encoding="utf-8") == ENGLISH
    assert result.out.splitlines() == [f"{out}: 6 segments", "language detected: English (en)"]


def test_what_is_left_out_and_unknown_is_told(run: Run, tmp_path: Path) -> None:
    path, out = tmp_path / "a.html", tmp_path / "out.txt"
    path.write_text("<title>Menu</title><p>Taxi</p>", encoding="utf-8")
    assert run("segment", path, "-o", out).out.splitlines()[1:] == [
        'left out: 1 title: "Menu"',
        "language not recognised: specify it with -l",
    ]


def test_json_has_the_lines(run: Run, contract: tuple[Path, Path]) -> None:
    values = run("segment", contract[0], "-l", "en", "--json").json
    assert values["language"] == "en"
    assert values["lines"] == ENGLISH.splitlines()
    assert values["segments"] == 6


def test_paragraphs_stay_whole(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("One is here. Two is here.\n\nThree is here.\n", encoding="utf-8")
    result = run("segment", path, "-l", "en", "--paragraphs")
    assert result.out == "One is here. Two is here.\nThree is here.\n"


@pytest.mark.parametrize("language", ["en", "en-GB"])
def test_rules_of_the_user_replace_ours(run: Run, tmp_path: Path, language: str) -> None:
    rules, path = tmp_path / "rules.srx", tmp_path / "a.txt"
    rules.write_text(
        f"""<?xml version="1.0" encoding="UTF-8"?>
<srx xmlns="http://www.lisa.org/srx20" version="2.0"><header segmentsubflows="yes" cascade="no">
<formathandle type="start" include="no"/><formathandle type="end" include="yes"/>
<formathandle type="isolated" include="no"/></header><body><languagerules>
<languagerule languagerulename="Semicolons"><rule break="yes">
<beforebreak>;</beforebreak><afterbreak>\\s</afterbreak></rule></languagerule></languagerules>
<maprules><languagemap languagepattern="{language}" languagerulename="Semicolons"/></maprules>
</body></srx>
""",
        encoding="utf-8",
    )
    path.write_text("One. Two; three.\n", encoding="utf-8")
    assert run("segment", path, "-l", language, "--srx", rules).out == "One. Two;\nthree.\n"


def test_an_input_that_fails_leaves_the_old_output(run: Run, tmp_path: Path) -> None:
    out, empty = tmp_path / "out.txt", tmp_path / "empty.txt"
    out.write_text("precious", encoding="utf-8")
    empty.write_text("", encoding="utf-8")
    result = run("segment", empty, "-o", out)
    assert result.code == 2
    assert "empty.txt" in result.error
    assert out.read_text(encoding="utf-8") == "precious"
