"""Plots and tables of human judgements of terms: well-formed, complete, safe."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from lxml import etree

from diglot.errors import ConfigError
from diglot.model import HumanAnswer
from diglot.pipeline.steps.scores.metric_studies import study_answers
from diglot.report.plots.lines import Series
from diglot.report.plots.points import BoxPanel, CloudPanel
from diglot.report.plots.systems import answer_figures, describe_separation, write_answer_plots
from diglot.report.tables.terminology import answer_table, answers_as_json, write_answer_table

SVG = "{http://www.w3.org/2000/svg}"
TEXT = "une toux sèche dure ."
RIGHT = HumanAnswer("a dry <cough> & more", "cough", "toux", TEXT, True, True, TEXT, "s\t1", "x")
WRONG = replace(RIGHT, output="un rhume !", term_correct=False, context_correct=False)


@pytest.fixture(scope="module")
def study():
    """Six outputs, right and wrong."""
    return study_answers([RIGHT, WRONG] * 3)


def drawn(panel):
    return etree.fromstring(f"<g>{panel.draw(0, 0, 340, 300)}</g>")


def test_there_are_boxes_of_each_metric_for_both_questions_and_a_cloud_of_each(study, tmp_path):
    write_answer_plots(tmp_path / "p.svg", study)
    root = etree.parse(tmp_path / "p.svg").getroot()
    heads = [each.text for each in root.iter(f"{SVG}text") if each.get("class") == "head"]
    boxes = ["BLEU of the sentence", "1-TERm of the sentence", "window overlap 3 of the term"]
    assert heads[:6] == boxes * 2
    assert heads[6:] == [
        "window overlap 3; term correct: yes 3, no 3",
        "window overlap 3; context correct: yes 3, no 3",
    ]


def test_a_page_opens_offline(study, tmp_path):
    write_answer_plots(tmp_path / "p.html", study)
    text = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "AUC 1.000" in text
    assert "yes (3)" in text


def test_other_files_are_refused(study, tmp_path):
    with pytest.raises(ConfigError, match=r"plots are written to .html and .svg"):
        write_answer_plots(tmp_path / "p.png", study)
    with pytest.raises(ConfigError, match=r"written to .tsv and .json files"):
        write_answer_table(tmp_path / "p.csv", study)


def test_a_study_without_any_answer_is_drawn(tmp_path):
    silent = study_answers([replace(RIGHT, term_correct=None, context_correct=None)])
    write_answer_plots(tmp_path / "p.svg", silent)
    assert "one class is empty" in (tmp_path / "p.svg").read_text(encoding="utf-8")


def test_figures_below_zero_stand_on_the_axis():
    long = study_answers([replace(RIGHT, output="a b c d e f g h i j k l m n o p")])
    panel = answer_figures(long)[0].panels[1]
    assert panel.low <= long.outputs[0].figures["1-term"] < 0


def test_a_box_stands_between_the_quartiles():
    panel = BoxPanel("t", "x", (Series("yes", np.array([0, 0.25, 0.5, 0.75, 1]), 0),))
    root = drawn(panel)
    box = root.find("path[@class='line c0']")
    numbers = box.get("d").split("Z")[0].replace("M", " ").replace("H", " ").replace("V", " ")
    _, lower, _, upper, _ = map(float, numbers.split())
    top, bottom = 26, 300 - 52
    assert lower == pytest.approx(bottom - 0.25 * (bottom - top), abs=0.1)
    assert upper == pytest.approx(bottom - 0.75 * (bottom - top), abs=0.1)
    assert len(root.findall("circle")) == 5


def test_whiskers_end_at_the_furthest_points_that_are_near():
    values = np.array([0.4, 0.45, 0.5, 0.55, 0.6, 1.0])
    root = drawn(BoxPanel("t", "x", (Series("yes", values, 0),)))
    path = root.find("path[@class='line c0']").get("d")
    highest = 300 - 52 - 0.6 * (300 - 52 - 26)
    assert f"V{highest:.1f} " in path  # not up to the lonely point at 1


def test_points_of_one_height_are_spread_but_stay_inside():
    group = Series("yes", np.zeros(50), 0, np.full(50, 0.5))
    heights = [
        float(each.get("cy")) for each in drawn(CloudPanel("t", "x", (group,))).iter("circle")
    ]
    assert len(set(heights)) > 10
    assert max(heights) <= 300 - 52
    assert min(heights) >= 300 - 52 - 12


def test_classes_differ_in_shape():
    groups = (Series("yes", np.zeros(2), 0, np.zeros(2)), Series("no", np.zeros(3), 1, np.zeros(3)))
    root = drawn(CloudPanel("t", "x", groups))
    assert len(root.findall("circle")) == 2
    assert len(root.findall("path[@class='line c1']")) == 3


def test_the_table_of_outputs_holds_what_was_drawn(study, tmp_path):
    write_answer_table(tmp_path / "t.tsv", study)
    head, first, *_ = (tmp_path / "t.tsv").read_text(encoding="utf-8").split("\n")
    assert head.split("\t")[-3:] == ["bleu", "1-term", "overlap"]
    assert first.startswith('"s\t1"\tx\ta dry <cough> & more\tcough\ttoux\t')
    assert first.endswith("\tyes\tyes\t100.0\t1.0\t1.0")
    write_answer_table(tmp_path / "t.json", study)
    told_json = json.loads((tmp_path / "t.json").read_text(encoding="utf-8"))
    assert told_json == answers_as_json(study)
    assert told_json["questions"]["term"]["overlap"]["auc"] == 1.0
    assert told_json["outputs"][1]["term correct"] == "no"


def test_classes_are_told_in_the_terminal(study):
    lines = answer_table(study).split("\n")
    assert len(lines) == 2 + 6
    assert "window overlap 3 of the term" in lines[-1]


def test_a_tiny_p_is_not_zero(study):
    found = study.separations["term", "bleu"]
    assert describe_separation(replace(found, p=1e-9)) == "AUC 1.000, p < .0001"
    assert describe_separation(replace(found, p=1.0)) == "AUC 1.000, p = 1.0000"
