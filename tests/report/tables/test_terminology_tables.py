"""Terminology metrics on the screen and as JSON."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from diglot.evaluate.statistics.ranks import Correlation
from diglot.pipeline.steps.scores.options import TerminologyScoreOptions
from diglot.pipeline.steps.scores.terminology import TerminologyScores, score_terminology
from diglot.report.tables import terminology as tables
from diglot.report.tables.terminology import terminology_as_json

SEGMENTS = 12


@pytest.fixture(scope="module")
def scores(tmp_path_factory: pytest.TempPathFactory) -> TerminologyScores:
    folder = tmp_path_factory.mktemp("terminology")
    (folder / "other").mkdir()
    texts = {
        "src.txt": "she has fever today\n" * SEGMENTS,
        "ref.txt": "ella tiene fiebre hoy\n" * SEGMENTS,
        "a.txt": "ella tiene fiebre hoy\n" * SEGMENTS,
        "other/a.txt": "ella tiene gripe hoy\n" * SEGMENTS,
        "cheat.txt": "ella tiene gripe hoy . fiebre\n" * SEGMENTS,
        "tb.tsv": "en\tes\nfever\tfiebre\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return score_terminology(
        folder / "src.txt",
        folder / "ref.txt",
        [folder / "a.txt", folder / "other" / "a.txt", folder / "cheat.txt"],
        termbase=folder / "tb.tsv",
        options=TerminologyScoreOptions(source_language="en", target_language="es", draws=20),
    )


def test_every_figure_has_a_label_but_for_those_of_json(scores: TerminologyScores) -> None:
    known = {
        f"{metric}.{figure}"
        for metric, score in scores.runs[0].scores.items()
        for figure in score.values
    }
    hidden = known - set(tables.LABELS)
    # The four aggregates of ordered windows are in JSON; TERm without moves is for comparison.
    assert all(name.startswith("ordered_window") or name == "term.without_moves" for name in hidden)


def test_systems_with_one_file_name_are_told_apart_by_their_folder(
    scores: TerminologyScores,
) -> None:
    names = tables.names_of(scores.runs)
    assert len(set(names)) == 3
    assert names[1].endswith(str(Path("other") / "a.txt"))
    assert names[2] == "cheat"


def test_only_the_cheat_is_warned_of(scores: TerminologyScores) -> None:
    [line] = tables.warnings_of(scores)
    assert line.startswith("warning: cheat:")
    assert ".0000" in line


def test_scales_are_those_of_the_field() -> None:
    assert tables.figure_of("bleu.score", 45.33867) == "45.34"
    assert tables.figure_of("exact_match.accuracy", 0.859046) == ".8590"
    assert tables.figure_of("term.score", -0.5) == "-.5000"
    assert tables.figure_of("term.score", 1.0) == "1.0000"


def test_a_table_says_what_figures_are_shares_of(scores: TerminologyScores) -> None:
    shown = tables.system_table(scores.runs[0])
    assert f"{SEGMENTS} of {SEGMENTS} terms" in shown
    assert f"{SEGMENTS} segments" in shown


def test_correlations_stand_in_a_triangle(scores: TerminologyScores) -> None:
    shown = tables.correlation_table(
        {("bleu.score", "exact_match.accuracy"): Correlation(0.9, 0.05, 6)}
    ).splitlines()
    assert shown[0].startswith("Spearman, 6 systems")
    assert shown[-1].split() == ["EM", "lemmas", "0.9000*"]
    assert any("too few" in line for line in tables.notes_of(scores))


def test_missed_terms_are_counted_by_entry(scores: TerminologyScores) -> None:
    assert tables.missed_lines(scores.annotated, scores.runs[0]) == []
    lines = tables.missed_lines(scores.annotated, scores.runs[1])
    assert f"{SEGMENTS} of {SEGMENTS}  fever → fiebre" in lines[1]


def test_details_show_where_a_term_was_found(scores: TerminologyScores) -> None:
    rows = tables.details_table(scores.annotated, scores.runs[0]).splitlines()
    assert rows[2].split() == ["1", "fever", "exact", "fiebre", "1.0000", "1.0000"]
    missed = tables.details_table(scores.annotated, scores.runs[1]).splitlines()
    assert missed[2].split() == ["1", "fever", "none"]


def test_one_system_is_an_object_and_several_stand_in_a_list(scores: TerminologyScores) -> None:
    several = terminology_as_json(scores)
    assert [len(several[key]) > 0 for key in ("runs", "comparisons", "correlations")] == [True] * 3
    one = terminology_as_json(replace(scores, runs=scores.runs[:1], compared=(), correlations={}))
    assert one["hypothesis"].endswith("a.txt")
    assert "runs" not in one
    assert one["cheating"]["flagged"] is False
    assert "term_results" not in one
