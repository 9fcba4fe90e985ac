"""Tables: figures as the field writes them, cells by their kind, columns that line up."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from diglot.evaluate.alignments.confidence import confidence
from diglot.evaluate.alignments.sentences import by_type, score
from diglot.evaluate.statistics.significance import bootstrap, paired_bootstrap
from diglot.model import Link
from diglot.pipeline.steps.scores.links import ScoredRun
from diglot.pipeline.summary import summarise
from diglot.report.tables.layout import record_table, score_table, table
from diglot.report.tables.scores import (
    FIGURES,
    TYPES,
    confidence_table,
    pairwise_table,
    summary_table,
)
from tests.report.bitexts import glossary, letter, two_scripts

GOLD = [[Link((0,), (0,)), Link((1,), (1, 2))]]
FOUND = [[Link((0,), (0,)), Link((), (1,)), Link((1,), (2,))]]


def test_a_score_is_a_line_with_three_decimals_and_no_leading_zero():
    lines = score_table(FIGURES, score(FOUND, GOLD)).splitlines()
    assert lines[0].split() == ["precision", "recall", "F1"]
    assert lines[2].split() == ["strict", ".333", ".500", ".400"]
    assert lines[3].split() == ["lax", ".667", "1.000", ".800"]


def test_intervals_are_shown_where_there_are_some():
    scores = score(FOUND * 10, GOLD * 10)
    scores["strict"] = bootstrap(scores["strict"], draws=50)
    lines = score_table(FIGURES, scores, interval_of="f1").splitlines()
    assert lines[2].split()[-1] == ".400–.400"
    assert lines[3].split()[-1] == ".800"


def test_columns_line_up_in_any_script():
    lines = table(
        ["", "n"], [["ascii", "1"], ["日本語", "22"], ["e\u0301te\u0301", "333"]]
    ).splitlines()
    assert lines[2] == "ascii     1"
    assert lines[3] == "日本語   22"
    assert lines[4] == "e\u0301te\u0301     333"


def test_cells_are_written_by_their_kind():
    row = ["a", 1234, 0.5, -0.125, (0.25, 1.0), None]
    assert table([""] * 6, [row]).splitlines()[2].split() == [
        *("a", "1234", ".500", "-.125", ".250–1.000", "–")
    ]
    assert table([""] * 6, [row], missing="n/a", thousands=True).split()[-5:] == [
        *("1,234", ".500", "-.125", ".250–1.000", "n/a")
    ]


def test_records_show_attributes_by_path_and_functions():
    shown = record_table(
        ("real", "half=imag.real", ("sum", lambda each: each.real + each.imag)), [1 + 2j]
    )
    assert [line.split() for line in shown.splitlines()[::2]] == [
        ["real", "half", "sum"],
        ["1.000", "2.000", "3.000"],
    ]


def test_types_and_their_hits():
    lines = record_table(TYPES, by_type(FOUND, GOLD)).splitlines()
    assert lines[2].split() == ["1-1", "1", "2", "1", ".500", "1.000", ".667"]


def test_confidence_says_what_looking_at_the_worst_links_finds():
    measured = confidence(np.array([0.1, 0.9, 0.95, 0.99]), np.array([False, True, True, True]))
    text = confidence_table(measured)
    assert "AUC for wrong links" in text
    assert "errors in the least certain 10%  1.000" in text
    assert "0.9–1.0" in text
    sure = confidence(np.array([0.9]), np.array([True]))
    assert "–" in confidence_table(sure).splitlines()[4]


def test_two_runs_beside_each_other():
    one, other = (score(each * 10, GOLD * 10)["lax"] for each in (FOUND, GOLD))
    runs = [ScoredRun(Path(name), {}, (), None) for name in ("one.links", "other.links")]
    compared = [(*runs, paired_bootstrap(one, other, draws=20))]
    line = pairwise_table(compared, "F1").splitlines()[2]
    assert line.split()[:5] == ["one", "other", ".800", "1.000", "+.200"]


def test_the_summary_counts_what_is_doubtful():
    summary = summarise([letter()])
    assert (summary.links, summary.nulls, summary.doubtful, summary.unlinked) == (8, 2, 2, 0)
    assert dict(summary.types) == {"1-1": 5, "0-1": 1, "1-0": 1, "1-2": 1}
    text = summary_table(summary)
    assert "links            8 (5 1-1, 1 0-1, 1 1-0, 1 1-2)" in text
    assert "doubtful         2 (25.0%)" in text
    assert "mean confidence  76.0%" in text
    assert "documents" not in text


def test_the_summary_of_several_documents_pools_them():
    summary = summarise([letter(), two_scripts(), glossary()])
    assert (summary.documents, summary.links, summary.zones) == (3, 13, 1)
    assert summary.unlinked == 6
    assert summary.notes == ("letter.en: language of the second text detected: French",)
    text = summary_table(summary)
    assert "documents                     3\n" in text
    assert "zones without parallel order  1\n" in text


def test_links_without_probability_have_no_mean():
    assert summarise([]).confidence is None
    assert "mean confidence  –" in summary_table(summarise([]))


@pytest.mark.parametrize(
    ("files", "shown"),
    [
        (("one/a.links", "one/b.links"), ["a", "b"]),
        (("one/a.links", "one/a.ladder"), ["a.links", "a.ladder"]),
        (("one/a.links", "two/a.links"), ["one/a.links", "two/a.links"]),
    ],
)
def test_runs_in_files_of_one_name_are_told_apart(files: tuple[str, str], shown: list[str]) -> None:
    scores = score(FOUND, GOLD)
    one, other = (ScoredRun(Path(file), scores, (), None) for file in files)
    compared = paired_bootstrap(scores["strict"], scores["strict"])
    assert pairwise_table([(one, other, compared)], "F1").splitlines()[2].split()[:2] == shown
