"""``diglot mine``."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.formats.units import read_units
from tests.cli.conftest import Run
from tests.pipeline.steps.sentences.test_mining import ENGLISH, FILLERS, FÜLLER, GERMAN


@pytest.fixture
def texts(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for path, lines in zip(paths, ([*FILLERS, *ENGLISH], [*GERMAN, *FÜLLER]), strict=True):
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return paths


OPTIONS = ("--encoder", "tests.pipeline.steps.sentences.test_mining:Encoder", "--segmented")


def test_pairs_are_written_with_their_scores_and_counted(
    run: Run, texts: list[Path], tmp_path: Path
) -> None:
    table, memory = tmp_path / "out.tsv", tmp_path / "out.tmx"
    values = run("mine", *texts, "-o", table, "-o", memory, *OPTIONS, "--json").json
    assert values["pairs"] == len(ENGLISH)
    assert values["sentences"] == [33, 33]
    assert (values["source_language"], values["target_language"]) == ("en", "de")
    for path in (table, memory):
        units = list(read_units(path))
        assert {unit.variants[0].text for unit in units} == set(ENGLISH)
        assert all(unit.score and unit.score > 0.5 for unit in units)


def test_a_smaller_threshold_gives_more(run: Run, texts: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "out.tsv"
    result = run("mine", *texts, "-o", out, *OPTIONS, "--min-score", "0")
    assert result.code == 0
    assert "source  33 sentences" in result.out
    assert len(list(read_units(out))) > len(ENGLISH)


def test_without_an_encoder_one_line_says_what_to_install(
    run: Run, texts: list[Path], tmp_path: Path
) -> None:
    result = run("mine", *texts, "-o", tmp_path / "out.tsv", "--encoder", "none")
    assert result.code == 2
    assert result.err.count("\n") == 1
    assert "pip install 'diglot[encoder]'" in result.err
