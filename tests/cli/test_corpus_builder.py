"""The tutorial of a corpus builder, on a small mirror."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from diglot.formats.units import read_units
from tests.cli.conftest import Run
from tests.cli.test_clean import GOOD

COMMAND = re.compile(r"^\$ diglot (.+)$", re.MULTILINE)
PAGES = 12
MENU = ("Accept all cookies and go on to the page.", "Alle Cookies annehmen und weiter zur Seite.")


@pytest.fixture
def mirror(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pages of a site in German and English that all have the same first paragraph."""
    size = len(GOOD) // PAGES
    for side, language in enumerate(("en", "de")):
        folder = tmp_path / "example.org" / language
        folder.mkdir(parents=True)
        for number in range(PAGES):
            texts = [MENU, *GOOD[number * size : (number + 1) * size]]
            body = "".join(f"<p>{pair[side]}</p>\n" for pair in texts)
            page = f"<html lang='{language}'><body>{body}</body></html>"
            (folder / f"{number}.html").write_text(page, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_a_mirror_becomes_a_data_set_as_the_tutorial_has_it(
    run: Run, mirror: Path, project: Path
) -> None:
    pytest.importorskip("pyarrow", reason="the extra corpora is not installed")
    page = (project / "docs" / "tutorials" / "corpus-builder.md").read_text(encoding="utf-8")
    commands = [shlex.split(line) for line in COMMAND.findall(page)]
    assert [each[0] for each in commands] == ["align", "clean", "words", "align"]
    for command in commands:
        result = run(*command)
        assert result.code == 0, result.err
    assert len(list(read_units(mirror / "corpus.jsonl"))) == PAGES + len(GOOD) // PAGES * PAGES
    pairs = {
        tuple(each.text for each in unit.variants)
        for unit in read_units(mirror / "corpus" / "data" / "train.parquet")
    }
    wanted = {(other, one) for one, other in GOOD}
    assert len(pairs & wanted) > 0.9 * len(wanted)
    assert MENU[::-1] not in pairs
    reasons = {unit.reasons for unit in read_units(mirror / "dropped.tsv")}
    assert ("boilerplate",) in reasons
    card = (mirror / "corpus" / "README.md").read_text(encoding="utf-8")
    assert "# Example pages" in card
    assert "| boilerplate | " in card
