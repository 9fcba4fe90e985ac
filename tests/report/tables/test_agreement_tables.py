"""Agreement as text: nothing that a single number hides is left out or buried."""

from __future__ import annotations

from diglot.evaluate.agreement import label_agreement, label_matrix, set_agreement, with_interval
from diglot.pipeline.steps.scores.agreement import AgreementComparison, AgreementReport
from diglot.report.tables.agreement import agreement_json, agreement_text, guide_text


def report(annotators: int, *remarks: str) -> AgreementReport:
    judgements = {
        f"p{number}": {item: "ab"[(item + number) % 2] for item in range(4)}
        for number in range(annotators)
    }
    found = label_agreement(label_matrix(judgements))
    chosen = with_interval(set_agreement({1, 2}, {2, 3}), resamples=20)
    return AgreementReport(
        "task", "labels", found, (AgreementComparison("links", "p0", "p1", chosen),), remarks
    )


def test_coefficients_below_zero_have_their_sign() -> None:
    shown = agreement_text(report(2))
    assert "-1.000" in shown
    assert "p0 ↓ p1 →" in shown
    assert "a – b" in shown


def test_many_annotators_do_not_bury_the_figures_in_confusions() -> None:
    shown = agreement_text(report(5))
    assert "↓" not in shown
    assert "p0 and p4" in shown
    assert len(agreement_json(report(5))["labels"]["pairs"]) == 10


def test_remarks_come_last() -> None:
    few = "note: 3 pairs: too few for intervals and tests, which need 10"
    shown = agreement_text(report(2, "one thing is odd"))
    assert shown.endswith(f"note: one thing is odd\n{few}")


def test_what_was_compared_comes_with_its_counts() -> None:
    shown = agreement_text(report(2))
    assert "p0 and p1: 3 pairs; first 2, second 2, shared 1" in shown
    (compared,) = agreement_json(report(2))["compared"]
    assert compared["counts"] == {"first": 2, "second": 2, "shared": 1}
    assert compared["figures"]["f"]["value"] == 0.5


def test_the_guide_names_what_each_figure_hides() -> None:
    for word in ("Raw agreement", "Kappa", "Fleiss", "F leaves out", "Intervals"):
        assert word in guide_text()
