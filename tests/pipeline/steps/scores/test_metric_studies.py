"""Metrics of outputs that people judged: which figures there are, and what they are."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sacrebleu

from diglot.errors import InputError
from diglot.model import AnnotatedSegment, AnnotatedSet, HumanAnswer
from diglot.pipeline.steps.scores.metric_studies import study_answers

REFERENCE = "une toux sèche dure deux jours ."
RIGHT = HumanAnswer(
    "a dry cough lasts two days .", "dry cough", "toux sèche", REFERENCE, True, True, REFERENCE
)
WRONG = replace(
    RIGHT, output="une grippe dure deux jours .", term_correct=False, context_correct=False
)


@pytest.mark.slow
def test_a_perfect_output_has_perfect_figures():
    (output,) = study_answers([RIGHT]).outputs
    assert output.figures == pytest.approx({"bleu": 100.0, "1-term": 1.0, "overlap": 1.0})


def test_an_output_without_the_term_has_no_overlap():
    (output,) = study_answers([WRONG]).outputs
    # One word of the term is another one and one is missing, each at twice the price.
    assert output.figures["1-term"] == pytest.approx(1 - 4 / 7)
    assert output.figures["overlap"] == 0.0
    wanted = sacrebleu.sentence_bleu(WRONG.output, [REFERENCE]).score
    assert output.figures["bleu"] == pytest.approx(wanted)


def test_the_words_around_the_term_make_the_overlap():
    moved = replace(RIGHT, output="pendant deux jours une toux sèche .")
    (output,) = study_answers([moved]).outputs
    # Of "une", "dure", "deux", "jours" all but "dure" stand around it.
    assert output.figures["overlap"] == pytest.approx(3 / 4)


def test_classes_are_compared_for_both_questions():
    study = study_answers([RIGHT, WRONG, replace(WRONG, term_correct=None)])
    for metric in ("bleu", "1-term", "overlap"):
        found = study.separations["term", metric]
        assert (found.right, found.wrong, found.auc) == (1, 1, 1.0)
        assert study.separations["context", metric].wrong == 2


def test_any_of_several_expected_terms_is_found_in_any_case():
    shouted = replace(RIGHT, expected="rhume|TOUX Sèche")
    assert "overlap" in study_answers([shouted]).outputs[0].figures


def test_an_expected_term_that_the_reference_lacks_has_no_overlap_and_is_said():
    study = study_answers([replace(RIGHT, expected="rhume")])
    assert set(study.outputs[0].figures) == {"bleu", "1-term"}
    assert "1 expected terms are not in their references: no window overlap" in study.notes


def test_outputs_without_a_reference_are_counted():
    bare = replace(RIGHT, reference=None)
    study = study_answers([bare, RIGHT])
    assert study.outputs[0].figures == {}
    assert "1 outputs without a reference have no figures" in study.notes
    with pytest.raises(InputError, match=r"no row has a reference.*add a column 'reference'"):
        study_answers([bare])


def test_references_come_from_the_test_set_by_id_or_by_text():
    segments = (
        AnnotatedSegment("7", "another text", "une toux sèche"),
        AnnotatedSegment("8", RIGHT.source, REFERENCE),
    )
    annotated = AnnotatedSet(segments, "en", "fr")
    rows = [replace(RIGHT, reference=None), replace(RIGHT, reference=None, segment="7")]
    found = study_answers(rows, annotated=annotated).outputs
    assert [each.answer.reference for each in found] == [REFERENCE, "une toux sèche"]


def test_an_empty_output_has_figures():
    (output,) = study_answers([replace(RIGHT, output="")]).outputs
    assert output.figures["bleu"] == 0.0
    assert output.figures["overlap"] == 0.0
    assert output.figures["1-term"] == pytest.approx(1 - 9 / 7)


def test_an_empty_reference_has_no_edit_rate():
    (output,) = study_answers([replace(RIGHT, reference="", expected="")]).outputs
    assert set(output.figures) == {"bleu"}


def test_a_file_is_read(tmp_path):
    path = tmp_path / "a.tsv"
    header = "source\tterm\texpected\toutput\tterm correct\tcontext correct\treference\n"
    row = f"{RIGHT.source}\tdry cough\ttoux sèche\t{REFERENCE}\tyes\tyes\t{REFERENCE}\n"
    path.write_text(header + row, encoding="utf-8")
    study = study_answers(path, target_language="fr")
    assert study.outputs[0].answer == RIGHT
    assert "lemmas:simplemma" in str(study.signature)
