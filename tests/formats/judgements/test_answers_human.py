"""What people said of terms in translations: tables and JSON lines."""

from __future__ import annotations

import json

import pytest

from diglot.errors import FormatError
from diglot.formats.judgements.answers import read_answers
from diglot.model import HumanAnswer

HEADER = "source\tterm\texpected\toutput\tterm correct\tcontext correct\treference\n"
ANSWER = HumanAnswer("a cough", "cough", "toux", "une toux", True, False, "une toux")


def read(tmp_path, text, name="a.tsv"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read_answers(path)


def test_a_table_is_read(tmp_path):
    row = "a cough\tcough\ttoux\tune toux\tyes\tno\tune toux\n"
    assert read(tmp_path, HEADER + row) == (ANSWER,)


def test_json_lines_are_read(tmp_path):
    value = {
        "source": "a cough",
        "source_term": "cough",
        "target_term": "toux",
        "hypothesis": "une toux",
        "term_correct": True,
        "context_correct": False,
        "reference": "une toux",
    }
    assert read(tmp_path, json.dumps(value) + "\n\n", "a.jsonl") == (ANSWER,)


def test_an_empty_answer_is_none(tmp_path):
    (found,) = read(tmp_path, HEADER + "a\tb\tc\td\t\t?\t\n")
    assert (found.term_correct, found.context_correct, found.reference) == (None, None, None)


def test_rows_that_end_early_have_empty_cells(tmp_path):
    (found,) = read(tmp_path, HEADER + "a\tb\tc\td\n")
    assert found.term_correct is None


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("a\tb\n1\t2\n", "a.tsv", r"line 2: has no source, no term.*name the columns source"),
        (
            HEADER + "a\tb\tc\td\tperhaps\tno\n",
            "a.tsv",
            r"line 2: 'perhaps' is not an answer.*empty",
        ),
        (HEADER, "a.tsv", "holds no answers"),
        ("", "a.tsv", "holds no answers"),
        ("[]\n", "a.jsonl", "line 1: is not a JSON object"),
        ("{\n", "a.jsonl", "line 1: is not JSON"),
        ('a\t"b\n', "a.tsv", "breaks the quoting rules"),
    ],
)
def test_what_holds_no_answers_is_refused(tmp_path, text, name, message):
    with pytest.raises(FormatError, match=message):
        read(tmp_path, text, name)
