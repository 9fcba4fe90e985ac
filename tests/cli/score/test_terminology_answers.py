"""``diglot score terminology --answers``: tables, plots, and what does not go together."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

HEADER = "segment\tsource\tterm\texpected\toutput\tterm correct\tcontext correct\n"
RIGHT = "1\ta dry cough .\tcough\ttoux\tune toux sèche .\tyes\tyes\n"
WRONG = "1\ta dry cough .\tcough\ttoux\tun rhume .\tno\tno\n"
SET = '<seg id="1"> {} </seg>\n'


@pytest.fixture
def answers(tmp_path: Path) -> tuple[object, ...]:
    """Answers, and the test set that holds their references."""
    (tmp_path / "a.tsv").write_text(HEADER + (RIGHT + WRONG) * 2, encoding="utf-8")
    (tmp_path / "s.en.sgm").write_text(SET.format("a dry cough ."), encoding="utf-8")
    (tmp_path / "s.fr.sgm").write_text(SET.format("une toux sèche ."), encoding="utf-8")
    files = ("--source", tmp_path / "s.en.sgm", "--reference", tmp_path / "s.fr.sgm")
    return ("score", "terminology", "--answers", tmp_path / "a.tsv", *files)


def test_metrics_are_compared_with_the_answers(run: Run, answers, tmp_path: Path) -> None:
    plot, table = tmp_path / "p.svg", tmp_path / "t.tsv"
    result = run(*answers, "-t", "fr", "--plot", plot, "--answer-table", table)
    assert "window overlap 3 of the term" in result.out
    assert "1.0000" in result.out
    assert "method:answers" in result.out
    assert plot.read_text(encoding="utf-8").startswith("<svg")
    assert len(table.read_text(encoding="utf-8").splitlines()) == 5


def test_json_has_the_classes_and_every_output(run: Run, answers) -> None:
    told = run(*answers, "--json").json
    found = told["questions"]["context"]["overlap"]
    assert (found["yes"], found["no"], found["auc"]) == (2, 2, 1.0)
    assert len(told["outputs"]) == 4
    assert told["outputs"][0]["reference"] == "une toux sèche ."


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--hypothesis", "h.sgm"), "--hypothesis cannot be used with --answers"),
        (("--compat", "alam2021"), "--compat cannot be used with --answers"),
        (("--plot", "p.png"), "plots are written to .html and .svg files"),
        (("--answer-table", "t.xlsx"), "figures of outputs are written to .tsv and .json files"),
    ],
)
def test_what_does_not_go_together_is_refused(run: Run, answers, options, message) -> None:
    result = run(*answers, *options)
    assert message in result.error
    assert result.code == 2


def test_a_table_of_answers_needs_answers(run: Run) -> None:
    result = run("score", "terminology", "--answer-table", "t.tsv")
    assert "--answer-table needs --answers" in result.error
