"""Answers of reviewers, from the page and from tables, and the forms they ask for."""

from __future__ import annotations

import json

import pytest

from diglot.errors import FormatError
from diglot.formats.judgements.findings import HEADER, read_answers, write_form_proposals
from diglot.model.findings import (
    ACCEPT,
    ALWAYS_FALSE,
    FALSE_ALARM,
    RIGHT,
    Answer,
    FormProposal,
)

ROW = {
    "verdict": "false alarm",
    "rule": "TERM-MISSING",
    "place": "0123456789abcdef",
    "entry": "c1",
    "form": "muestra",
    "level": "none",
}


@pytest.fixture
def page(tmp_path):
    """Write answers as the page saves them, and return the path."""

    def write(*answers, **options):
        told = {"schema": "diglot-answers", "version": 1, "answers": answers, **options}
        path = tmp_path / "answers.json"
        path.write_text(json.dumps(told), "utf-8")
        return path

    return write


@pytest.fixture
def table(tmp_path):
    """Write a table of findings with answers, and return the path."""

    def write(*rows, header=HEADER):
        path = tmp_path / "findings.tsv"
        lines = [header, *([row.get(name, "") for name in header] for row in rows)]
        path.write_text("\n".join("\t".join(line) for line in lines) + "\n", "utf-8")
        return path

    return write


def test_answers_of_a_page_are_read(page):
    (found,) = read_answers(page({**ROW, "comment": "a  b", "unit": "12"}, author="MR"))
    assert found == Answer(
        verdict=FALSE_ALARM,
        rule="missing",
        place="0123456789abcdef",
        entry="c1",
        form="muestra",
        level="none",
        comment="a b",
        author="MR",
    )


def test_who_answered_and_when_is_filled_in_where_the_file_does_not_say(page):
    (one,) = read_answers(page({**ROW, "date": "2026-01-01"}), author="MR", date="2026-02-02")
    assert (one.author, one.date) == ("MR", "2026-01-01")


def test_rows_without_an_answer_say_nothing(table):
    cells = {"rule": "missing", "place": "0" * 16, "entry": "c1", "found": "muestra"}
    path = table(cells, cells | {"answer": " Accept "}, {"comment": "free"})
    assert [(each.verdict, each.form) for each in read_answers(path)] == [(ACCEPT, "muestra")]


@pytest.mark.parametrize(
    ("word", "verdict"),
    [
        ("Right", RIGHT),
        ("yes", RIGHT),
        ("no", FALSE_ALARM),
        ("FALSE  ALARM", FALSE_ALARM),
        ("never", ALWAYS_FALSE),
        ("false alarm everywhere", ALWAYS_FALSE),
        ("add", ACCEPT),
    ],
)
def test_people_write_answers_in_their_own_words(table, word, verdict):
    path = table({"answer": word, "rule": "missing", "place": "0" * 16})
    assert read_answers(path)[0].verdict == verdict


def test_the_apostrophe_before_a_formula_comes_off(table):
    cells = {
        "answer": "accept",
        "rule": "missing",
        "place": "0" * 16,
        "entry": "'=1",
        "found": "'-a",
    }
    (one,) = read_answers(table(cells))
    assert (one.entry, one.form) == ("=1", "-a")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"verdict": "perhaps"}, "answer 1: the answer 'perhaps' is not one of right, false alarm"),
        ({"verdict": 3}, "has no text as its verdict"),
        ({"rule": "TERM-X"}, "does not say which finding"),
        ({"level": "x"}, "does not say which finding"),
        ({"place": ""}, "does not say which finding"),
    ],
)
def test_an_answer_that_makes_no_sense_is_named(page, change, message):
    with pytest.raises(FormatError, match=message):
        read_answers(page(ROW | change))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "holds no answers"),
        ('{"schema": "diglot-answers", "version": 2}', "has version '2'"),
        ('{"schema": "diglot-answers", "version": 1, "answers": [1]}', "no list of answers"),
    ],
)
def test_another_file_is_refused(tmp_path, text, message):
    path = tmp_path / "a.json"
    path.write_text(text, "utf-8")
    with pytest.raises(FormatError, match=message):
        read_answers(path)


def test_a_table_without_the_columns_is_refused(table):
    with pytest.raises(FormatError, match="has no column found, place"):
        read_answers(table(header=("answer", "rule", "entry")))


def test_proposed_forms_stand_with_the_most_wanted_first(tmp_path):
    path = tmp_path / "forms.tsv"
    write_form_proposals(
        path,
        [
            FormProposal(entry="c2", term="mask", form="máscara"),
            FormProposal(entry="c1", term="swab", form="muestra\tx", answers=7, comment="usual"),
        ],
    )
    assert path.read_text("utf-8") == (
        "entry\tterm\tform\tanswers\tcomment\n"
        "c1\tswab\tmuestra x\t7\tusual\n"
        "c2\tmask\tmáscara\t1\t\n"
    )
