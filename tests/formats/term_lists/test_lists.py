import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError, FormatError
from diglot.formats.blocks import Skips
from diglot.formats.table_rows import clean_term
from diglot.formats.term_lists import is_termbase, read_term_list, write_term_list
from diglot.model import Term, TermVariant


def listed(folder, content, name="t.txt", **options):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    skips = Skips()
    found = read_term_list(path, skips=skips, **options)
    return found, {each.kind: each.count for each in skips.entries()}


def texts(terms):
    return [term.text for term in terms]


def test_one_term_a_line(tmp_path):
    found, skipped = listed(tmp_path, "wind turbine\nrotor\n", language="en")
    assert found == (Term("wind turbine", "en"), Term("rotor", "en"))
    assert not skipped


def test_blank_and_duplicate_lines_and_a_mark_are_counted(tmp_path):
    found, skipped = listed(tmp_path, b"\xef\xbb\xbfrotor\r\n\r\n  \nrotor \nblade")
    assert texts(found) == ["rotor", "blade"]
    assert skipped == {"byte-order mark": 1, "blank line": 2, "duplicate term": 1}


def test_terms_are_composed(tmp_path):
    found, skipped = listed(tmp_path, "e\u0301olienne\néolienne\n")
    assert texts(found) == ["éolienne"]
    assert skipped == {"duplicate term": 1}


def test_a_second_column_of_numbers_holds_the_scores(tmp_path):
    found, _ = listed(tmp_path, "rotor\t0.5\nblade\t1e-3\nhub\n")
    assert [term.score for term in found] == [0.5, 0.001, None]


def test_other_columns_are_left_out_and_counted(tmp_path):
    found, skipped = listed(tmp_path, "abuse\tSpecific_Term\nact\tCommon_Term\n")
    assert texts(found) == ["abuse", "act"]
    assert skipped == {"further column": 2}


def test_a_score_that_is_no_number_names_its_line(tmp_path):
    with pytest.raises(FormatError, match=r"line 3: the score 'high' is not a number"):
        listed(tmp_path, "rotor\t0.5\n\nblade\thigh\n")


@pytest.mark.parametrize("score", ["nan", "inf", "1_0"])
def test_a_score_is_finite(tmp_path, score):
    with pytest.raises(FormatError, match="is not a number"):
        listed(tmp_path, f"rotor\t0.5\nblade\t{score}\n")


def test_columns_go_by_their_header(tmp_path):
    found, _ = listed(tmp_path, "score\tterm\tfrequency\n.25\trotor\t7\n", "t.tsv")
    assert found == (Term("rotor", score=0.25, frequency=7),)


def test_a_list_may_hold_the_word_term(tmp_path):
    found, _ = listed(tmp_path, "term\nrotor\n")
    assert texts(found) == ["term", "rotor"]


def test_a_column_can_be_named_or_numbered(tmp_path):
    assert texts(listed(tmp_path, "a\tb\n", column=2)[0]) == ["b"]
    assert texts(listed(tmp_path, "x\ty\na\tb\n", column="y")[0]) == ["b"]


def test_an_unknown_column_lists_the_known_ones(tmp_path):
    with pytest.raises(ConfigError, match="1 to 2"):
        listed(tmp_path, "a\tb\n", column=3)


def test_variants_of_other_programs_have_no_kind(tmp_path):
    found, _ = listed(tmp_path, "term\tvariants\nrotor\trotors; the rotor\n", "t.tsv")
    assert found[0].variants == (TermVariant("rotors", "", 0), TermVariant("the rotor", "", 0))


def test_an_empty_file_is_an_empty_list(tmp_path):
    assert listed(tmp_path, "")[0] == ()


def test_a_count_is_whole(tmp_path):
    with pytest.raises(FormatError, match="not a count"):
        listed(tmp_path, "term\tfrequency\nrotor\t1.5\n", "t.tsv")


@pytest.mark.parametrize("name", ["t.tsv", "t.csv", "t.xlsx"])
def test_a_table_is_read_as_it_was_written(tmp_path, name):
    terms = (
        Term("=1+1", score=0.125, frequency=3, documents=2),
        Term('a "b", c', variants=(TermVariant("x; y (z)", "graphical", 4),)),
        Term("b", variants=(TermVariant("v", "", 0), TermVariant("w", "inflection", 1))),
        Term("1-2"),
    )
    path = tmp_path / name
    assert write_term_list(path, terms) == 4
    assert read_term_list(path) == terms


@given(st.lists(st.text(min_size=1), max_size=8))
def test_a_plain_list_is_read_as_it_was_written(words):
    expected = [
        word
        for word in dict.fromkeys(map(clean_term, words))
        if word and not set(word) & set("\t\n\r\0")
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.txt"
        write_term_list(path, expected)
        assert texts(read_term_list(path)) == expected


@pytest.mark.parametrize("extension", ["tbx", "xml", "rdf", "ttl", "nt", "owl", "jsonld"])
def test_termbases_are_known_by_their_extensions(extension):
    assert is_termbase(f"terms.{extension}")


@pytest.mark.parametrize("extension", ["txt", "tsv", "tab", "csv", "xlsx", "fr"])
def test_tables_and_texts_are_no_termbases(extension):
    assert not is_termbase(f"terms.{extension}")
