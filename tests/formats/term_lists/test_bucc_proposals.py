import pytest

from diglot.errors import FormatError
from diglot.formats.term_lists.bucc import read_proposals, write_proposals
from diglot.model.terms import Proposal

PAIRS = (
    Proposal(
        "wind farm",
        "parc éolien",
        None,
        ("alignment", "phrases"),
        0.9375,
        0.25,
        1,
        4,
        7,
        "A wind farm.",
        "=Un parc éolien.",
        "sure?",
    ),
    Proposal("rotor", "rotor", "yes"),
    Proposal("hub", "moyeux", "no"),
)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["c.tsv", "c.csv", "c.xlsx"])
def test_what_is_written_is_read_again(tmp_path, name):
    assert write_proposals(tmp_path / name, PAIRS) == 3
    assert read_proposals(tmp_path / name) == PAIRS


def decided(folder, word):
    path = folder / "c.tsv"
    path.write_text(f"accept\tsource\ttarget\n{word}\ta\tb\n", encoding="utf-8")
    return read_proposals(path)[0].decision


@pytest.mark.parametrize(
    ("word", "decision"),
    [
        *((word, "yes") for word in ("yes", "Y", "1", "x", "1.0")),
        *((word, "no") for word in ("no", "N", "0")),
        *((word, None) for word in ("", " ")),
    ],
)
def test_decisions_may_be_short(tmp_path, word, decision):
    assert decided(tmp_path, word) == decision


def test_another_word_is_no_decision(tmp_path):
    with pytest.raises(FormatError, match="line 2: the decision 'maybe' is neither yes nor no"):
        decided(tmp_path, "maybe")


def test_a_table_without_its_header_is_refused(tmp_path):
    path = tmp_path / "c.tsv"
    path.write_text("yes\ta\tb\n", encoding="utf-8")
    with pytest.raises(FormatError, match="has no header with accept, source, target"):
        read_proposals(path)
    path.write_text("", encoding="utf-8")
    with pytest.raises(FormatError, match="has no header"):
        read_proposals(path)


def test_two_answers_to_one_question_are_refused(tmp_path):
    path = tmp_path / "c.tsv"
    path.write_text("accept\tsource\ttarget\nyes\ta\tb\nno\ta\tb\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"line 3: decides on a \| b once more"):
        read_proposals(path)


def test_people_may_add_pairs_and_move_columns(tmp_path):
    path = tmp_path / "c.tsv"
    path.write_text("target\tsource\taccept\nb\ta\tyes\n", encoding="utf-8")
    assert read_proposals(path) == (Proposal("a", "b", "yes"),)


def test_a_sheet_offers_the_answers(tmp_path):
    import openpyxl

    write_proposals(tmp_path / "c.xlsx", PAIRS)
    book = openpyxl.load_workbook(tmp_path / "c.xlsx")
    rule = book.active.data_validations.dataValidation[0]
    assert (rule.formula1, str(rule.sqref)) == ('"yes,no"', "A2:A4")
    book.close()
