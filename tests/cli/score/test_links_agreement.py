"""``diglot score agreement``: tables, JSON, options."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.cli.conftest import Run

JUDGED = """1
a b
c d
First annotation: sure
Second annotation: {}
2
e
f
First annotation: sure
Second annotation: sure
""".format("partial; untranslated source word indices: 0; untranslated target word indices: ")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "judged.txt").write_text(JUDGED, encoding="utf-8")
    (tmp_path / "same.txt").write_text("1 0:0:sure 1:1:sure\n", encoding="utf-8")
    (tmp_path / "alike.txt").write_text("1 0:0:sure 1:1:sure\n", encoding="utf-8")
    (tmp_path / "anna.pharaoh").write_text("0-0 1p1\n", encoding="utf-8")
    (tmp_path / "ben.pharaoh").write_text("0-0 1-1\n", encoding="utf-8")
    return tmp_path


def test_every_figure_comes_with_counts_intervals_and_a_guide(run: Run, files: Path) -> None:
    shown = run("score", "agreement", files / "judged.txt", "--seed", "7", "--draws", "50").out
    for words in (
        "2 items of 2 sentence pairs: 2 with 2 judgements",
        "raw agreement",
        "Krippendorff's alpha",
        "Fleiss' kappa",
        "Cohen's kappa, mean of pairs",
        "label against the rest",
        "first ↓ second →",
        "sure – partial",
        "missing",
        "50 resamples of sentence pairs, seed 7",
        "How to read this",
        ".500",
        " to ",
    ):
        assert words in shown


def test_options_may_stand_before_the_files(run: Run, files: Path) -> None:
    before = run("score", "agreement", "--draws", "20", "--quiet", files / "judged.txt")
    after = run("score", "agreement", files / "judged.txt", "--draws", "20", "--quiet")
    assert before == after
    assert before.code == 0
    wrong = run("score", "agreement", "--moods", "3", files / "judged.txt")
    assert "unrecognized arguments: --moods" in wrong.error


def test_quiet_keeps_the_figures_only(run: Run, files: Path) -> None:
    shown = run("score", "agreement", files / "judged.txt", "--quiet").out
    assert "Krippendorff's alpha" in shown
    assert "How to read this" not in shown
    assert "↓" not in shown


def test_the_undefined_is_called_so(run: Run, files: Path) -> None:
    arguments = ("score", "agreement", files / "same.txt", files / "alike.txt")
    assert "undefined" in run(*arguments).out
    assert "NaN" not in run(*arguments, "--json").out
    (report,) = run(*arguments, "--json").json["reports"]
    assert report["labels"]["figures"]["raw"]["value"] == 1
    assert report["labels"]["figures"]["alpha"] == {"value": None, "low": None, "high": None}


def test_json_has_all_tables(run: Run, files: Path) -> None:
    values = run("score", "agreement", files / "judged.txt", "--json", "--resamples", "20").json
    assert (values["seed"], values["resamples"]) == (0, 20)
    assert len(values["guide"]) > 3
    (report,) = values["reports"]
    labels = report["labels"]
    assert labels["distribution"]["second"]["partial"] == 1
    assert labels["missing"] == {"first": 0, "second": 0}
    assert labels["judgements"] == {"2": 2}
    assert labels["agreed"]["sure"] == 1
    assert labels["pairs"][0]["confusion"][0][:2] == [1, 1]
    assert labels["pairs"][0]["raw"]["value"] == 0.5
    assert labels["figures"]["raw"]["low"] is None  # two pairs say nothing of how it varies
    assert "2 pairs: too few for intervals and tests, which need 10" in report["remarks"]


def test_word_links_have_a_table_of_kinds(run: Run, files: Path) -> None:
    arguments = ("score", "agreement", files / "anna.pharaoh", files / "ben.pharaoh")
    shown = run(*arguments).out
    assert "F of sure links" in shown
    assert "anna ↓ ben →" in shown
    (report,) = run(*arguments, "--json").json["reports"]
    assert report["compared"][0]["figures"]["f"]["value"] == 1
    assert report["compared"][0]["table"][1][2] == 1


def test_no_resamples_no_intervals(run: Run, files: Path) -> None:
    arguments = ("score", "agreement", files / "judged.txt", "--draws", "0")
    assert " to " not in run(*arguments, "--quiet").out
    (report,) = run(*arguments, "--json").json["reports"]
    assert report["labels"]["figures"]["raw"] == {"value": 0.5, "low": None, "high": None}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("agreement",), "files of the annotators"),
        (
            ("agreement", "judged.txt", "--gold", "x"),
            "unrecognized arguments: --gold x; see diglot score agreement",
        ),
        (("agreement", "judged.txt", "--layer", "links"), "two annotators"),
        (("words", "judged.txt", "--gold", "x", "--pred", "x"), "unrecognized arguments"),
        (
            ("words", "--gold", "x", "--pred", "x", "--seed", "1"),
            "unrecognized arguments: --seed 1",
        ),
        (("agreement", "missing.txt"), "missing.txt"),
    ],
)
def test_what_does_not_fit_is_one_clear_line(
    run: Run, files: Path, arguments: tuple[str, ...], message: str
) -> None:
    given = [files / each if each.endswith(".txt") else each for each in arguments]
    result = run("score", *given)
    assert result.code == 2
    assert message in result.error


@pytest.mark.slow
def test_random_bytes_are_one_clear_line(run: Run, tmp_path: Path) -> None:
    for seed in range(30):
        chance = random.Random(seed)
        names = chance.choice((("a.txt",), ("a.txt", "b.txt"), ("a.aln", "b.aln"), ("a.xml",)))
        for name in names:
            (tmp_path / name).write_bytes(b"x\xff" + chance.randbytes(100))
        result = run("score", "agreement", *(tmp_path / name for name in names))
        assert result.code == 2
        assert result.error
