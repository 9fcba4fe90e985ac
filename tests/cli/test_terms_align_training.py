"""``diglot terms align --comparable --train``: a ranker from validated pairs, then used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diglot.cli import main
from tests.pipeline.steps.terms.test_comparable_training import GOLD
from tests.pipeline.steps.terms.test_comparable_training import files as files

COMMON = ["terms", "align", "--comparable", "-s", "en", "-t", "fr"]


@pytest.mark.slow
def test_a_ranker_is_learnt_and_used(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ranker = files / "ranker.json"
    learning = ["--train", files / "pairs.tsv", "--save-ranker", ranker, "--learner", "linear-svm"]
    given = [*COMMON, "--dictionary", files / "words.tsv"]
    assert main([*map(str, given), *map(str, learning)]) == 0
    assert f"learnt from      {len(GOLD) // 2} validated pairs" in capsys.readouterr().out
    using = ["--ranker", ranker, "-o", files / "out.tsv", "--json"]
    lists = ["--source-terms", files / "d1.txt", "--target-terms", files / "d2.txt"]
    assert main([*map(str, given), *map(str, lists), *map(str, using)]) == 0
    assert json.loads(capsys.readouterr().out)
    first = (files / "out.tsv").read_text(encoding="utf-8").splitlines()[0].split("\t")
    assert (first[0], first[1]) in GOLD


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--train", "pairs.tsv"], "--save-ranker"),
        (["--train", "pairs.tsv", "--save-ranker", "r", "--learner", "forest"], "forest"),
        (
            ["--train", "pairs.tsv", "--save-ranker", "r", "--method", "margin"],
            "ranker, mixture, ijs",
        ),
        (["--method", "combined", "--source-terms", "d1.txt", "--target-terms", "d2.txt"], "train"),
        (["--method", "nothing", "--source-terms", "d1.txt", "--target-terms", "d2.txt"], "cmwep"),
    ],
)
def test_wrong_options_are_one_line(
    files: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    more: list[str],
    words: str,
) -> None:
    monkeypatch.chdir(files)
    assert main([*COMMON, "--dictionary", "words.tsv", *more]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1
    assert not (files / "r").exists()


def test_a_learner_is_for_comparable_texts(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["terms", "align", str(files / "words.tsv"), "--learner", "svm"]
    assert main(given) == 2
    assert "--learner is for comparable texts" in capsys.readouterr().err
