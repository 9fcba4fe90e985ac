"""The development set of the paper's code: the clean metrics give known figures on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.pipeline.steps.scores.options import TerminologyScoreOptions
from diglot.pipeline.steps.scores.terminology import TerminologyScores, score_terminology

SYSTEMS = {
    "fairseq": "en-fr.dev.txt.truecased.sgm",
    "naive": "derived/naive.sgm",
    "smart": "derived/smart.sgm",
    "reference": "derived/reference_as_hyp.sgm",
}
FIGURES = {
    "bleu.score": ("45.3387", "43.7620", "45.0697", "100.0000"),
    "ter.score": ("40.1524", "43.5979", "40.8429", "0.0000"),
    "term.without_moves": (".564124", ".527071", ".554826", "1.000000"),
    "exact_match.surface": (".844617", "1.000000", "1.000000", "1.000000"),
    "exact_match.accuracy": (".859046", "1.000000", "1.000000", "1.000000"),
    "window_overlap_2.per_segment": (".602415", ".567597", ".564662", "1.000000"),
    "window_overlap_3.per_segment": (".585437", ".557686", ".555046", "1.000000"),
    "window_overlap_2.all_segments": (".308963", ".291105", ".289600", ".512873"),
    "window_overlap_2.matched": (".716045", ".578709", ".572974", "1.000000"),
    "window_overlap_2.all_terms": (".553922", ".578709", ".572974", "1.000000"),
    "window_overlap_3.all_terms": (".541306", ".572420", ".567795", "1.000000"),
    "partial.annotated": (".819589", "1.000000", "1.000000", "1.000000"),
    "partial.in_place": (".784828", ".881293", ".887883", "1.000000"),
}


@pytest.fixture(scope="module")
def folder(shared_data: Path) -> Path:
    return shared_data / "consistency" / "terminology_evaluation"


def scored(folder: Path, *names: str) -> TerminologyScores:
    return score_terminology(
        folder / "dev.en-fr.en.sgm",
        folder / "dev.en-fr.fr.sgm",
        [folder / SYSTEMS[name] for name in names],
        options=TerminologyScoreOptions(draws=0),
    )


@pytest.fixture(scope="module")
def scores(folder: Path) -> TerminologyScores:
    return scored(folder, *SYSTEMS)


@pytest.mark.slow
@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_the_known_one(scores: TerminologyScores, name: str) -> None:
    metric, _, figure = name.partition(".")
    for run, known in zip(scores.runs, FIGURES[name], strict=True):
        digits = len(known.partition(".")[2])
        value = run.scores[metric].values[figure]
        assert f"{value:.{digits}f}" == f"{float(known):.{digits}f}", run.hypothesis.name


def test_the_reference_is_perfect_by_every_metric(scores: TerminologyScores) -> None:
    run = scores.runs[-1]
    perfect = {"ter.score": 0.0, **dict.fromkeys(("bleu", "chrf2", "chrf2++"), 100.0)}
    for metric, score in run.scores.items():
        for figure, value in score.values.items():
            if figure == "all_segments":
                continue
            scale = 100 if value > 1.5 or metric.startswith("term_") else 1
            wanted = perfect.get(f"{metric}.{figure}", scale)
            assert value == pytest.approx(wanted), f"{metric}.{figure}"


def test_the_file_holds_what_the_counts_say(scores: TerminologyScores) -> None:
    counts = scores.runs[0].scores["exact_match"].statistics.sum(axis=0)[2:]
    assert counts.tolist() == [761, 774, 901]
    assert len(scores.annotated.segments) == 971
    assert sum(bool(each.terms) for each in scores.annotated.segments) == 498


def test_cheats_are_named_and_plain_translations_are_not(scores: TerminologyScores) -> None:
    assert [run.cheating.cheating for run in scores.runs] == [False, True, True, False]
