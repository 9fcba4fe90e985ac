"""Agreement of annotators by layer: what is compared, and that it is never one number."""

from __future__ import annotations

import math
from typing import Any

import pytest

from diglot.annotate.agreement import AnnotatorJudgement, agreement
from diglot.annotate.layers import LAYERS
from diglot.errors import ConfigError
from diglot.pipeline.steps.scores.agreement import AgreementReport


def side(text: str) -> dict[str, Any]:
    tokens, start = [], 0
    for word in text.split(" "):
        tokens.append([start, start + len(word)])
        start += len(word) + 1
    return {"lang": "en", "dir": "ltr", "text": text, "tokens": tokens}


PAYLOAD = {"source": side("a b c"), "target": side("x y z"), "output": side("x y")}


def compare(kind: str, *bodies: tuple[dict[str, Any], dict[str, Any]]) -> list[AgreementReport]:
    """What two annotators said of each item."""
    judged = [
        AnnotatorJudgement(f"item {n}", PAYLOAD, who, body, 4.0)
        for n, both in enumerate(bodies)
        for who, body in zip(("A1", "A2"), both, strict=True)
    ]
    return agreement(kind, kind, LAYERS[kind].scheme, judged, resamples=20)


def figures(report: AgreementReport, what: str) -> dict[str, float]:
    return dict(next(each.score.values for each in report.compared if each.what == what))


def test_labels_of_sentence_pairs_have_coefficients_and_confusion() -> None:
    [report] = compare(
        "confidence",
        ({"label": "sure"}, {"label": "sure"}),
        ({"label": "sure"}, {"label": "erroneous"}),
        ({"label": "erroneous"}, {"label": "erroneous"}),
        ({"label": "erroneous"}, {"label": "erroneous"}),
    )
    assert report.labels is not None
    assert report.labels.score.values["raw"] == pytest.approx(0.75)
    assert report.labels.score.values["kappa"] == pytest.approx(0.5)
    assert report.labels.score.values["alpha"] == pytest.approx(0.533333, abs=1e-6)
    assert report.labels.score.note
    assert report.labels.labels == ("sure", "erroneous")


def test_untranslated_words_are_compared_where_both_say_partial() -> None:
    [report] = compare(
        "confidence",
        ({"label": "partial", "s0": 3}, {"label": "partial", "s0": 1, "t4": 5}),
        ({"label": "partial", "s0": 1}, {"label": "sure"}),
    )
    found = figures(report, "untranslated words of agreed partial pairs")
    assert found["f"] == pytest.approx(0.5)
    assert found["identical"] == 0


def test_word_labels_have_links_that_are_not_wrong() -> None:
    [report] = compare(
        "word_labels",
        (
            {"l0-0": "sure", "l2-2": "wrong", "l4-4": "partial"},
            {"l0-0": "contextual", "l2-2": "sure"},
        ),
    )
    assert figures(report, "links that are not wrong")["f"] == pytest.approx(0.5)
    assert report.labels is not None
    assert report.labels.missing == (0, 1)


def test_groups_are_compared_by_their_links() -> None:
    [report] = compare(
        "groups", ({"g1": [[0], [0], "S"], "g2": [[2, 4], [2], "P"]}, {"g1": [[0], [0], "S"]})
    )
    found = figures(report, "word links")
    assert found["f_sure"] == 1
    assert found["f"] == pytest.approx(0.5)


def test_trees_are_compared_by_brackets_and_leaves() -> None:
    tree = {"n": ["direct", 2, 2], "n0": ["leaf", "1-1"], "n1": ["leaf", "non-compositional"]}
    other = {"n": ["inverse", 2, 2], "n0": ["leaf", "1-1"], "n1": ["leaf", "skipped"]}
    same, different = compare("trees", (tree, tree)), compare("trees", (tree, other))
    assert figures(same[0], "divisions")["brackets"] == 1
    assert figures(different[0], "divisions")["brackets"] == 0


def test_sentence_links_are_compared_over_common_pieces() -> None:
    whole = {"s0": 1, "s2": 5, "t0": 1, "t2": 5, "b0-0": [1, 1], "b2-2": [5, 5]}
    divided = {**whole, "s2": 3, "s4": 5}
    [report] = compare("sentences", (whole, divided))
    assert figures(report, "beads")["f1"] == 1
    assert figures(report, "characters")["f1"] == 1
    merged = {"s0": 1, "s2": 5, "t0": 1, "t2": 5, "b0-0": [5, 5]}
    assert figures(compare("sentences", (whole, merged))[0], "beads")["f1"] == 0


def test_each_question_has_a_report() -> None:
    term, context = compare(
        "questions",
        ({"term": "yes", "context": "no", "w0": 1}, {"term": "no", "context": "no", "w0": 3}),
    )
    assert (term.name, context.name) == ("questions: term", "questions: context")
    assert figures(term, "words of the term")["f"] == pytest.approx(2 / 3)


def test_terms_have_the_accepted_set() -> None:
    [report] = compare(
        "terms",
        ({"status": "valid"}, {"status": "valid"}),
        ({"status": "valid"}, {"status": "wrong"}),
    )
    assert figures(report, "terms accepted")["f"] == pytest.approx(2 / 3)


def test_matches_have_labels() -> None:
    [report] = compare("matches", ({"label": "valid"}, {"label": "wrong sense"}))
    assert report.labels is not None
    assert report.labels.score.values["raw"] == 0


def test_one_label_everywhere_is_undefined_and_not_perfect() -> None:
    [report] = compare("matches", ({"label": "valid"}, {"label": "valid"}))
    assert report.labels is not None
    assert math.isnan(report.labels.score.values["alpha"])


def test_pace_stands_beside_the_figures() -> None:
    [report] = compare("matches", ({"label": "valid"}, {"label": "valid"}))
    assert report.remarks == ("A1: 1 item, median 4.0 seconds", "A2: 1 item, median 4.0 seconds")


def test_items_of_one_annotator_are_nothing_to_compare() -> None:
    judged = [AnnotatorJudgement("item", PAYLOAD, "A1", {"label": "sure"})]
    [report] = agreement("c", "confidence", LAYERS["confidence"].scheme, judged)
    assert report.labels is None
    assert "no item has two judgements" in report.remarks[0]


def test_an_unknown_kind_names_the_kinds() -> None:
    with pytest.raises(ConfigError, match="word_labels"):
        agreement("x", "x", LAYERS["confidence"].scheme, [])


def test_resamples_cannot_be_negative() -> None:
    with pytest.raises(ConfigError, match="negative"):
        agreement("c", "confidence", LAYERS["confidence"].scheme, [], resamples=-1)
