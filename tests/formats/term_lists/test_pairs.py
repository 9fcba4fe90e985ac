import pytest

from diglot.errors import ConfigError, FormatError, InputError
from diglot.formats.blocks import Skips
from diglot.formats.term_lists import read_term_list, read_term_pairs, write_term_pairs
from diglot.model import TermPair


def pairs(folder, content, name="t.txt", **options):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    skips = Skips()
    found = read_term_pairs(path, skips=skips, **options)
    return found, {each.kind: each.count for each in skips.entries()}


def sides(found):
    return [(pair.source, pair.target) for pair in found]


def test_a_tab_divides_the_two_terms(tmp_path):
    found, skipped = pairs(tmp_path, "wind turbine\téolienne\n rotor \t rotor\n")
    assert found == (TermPair("wind turbine", "éolienne"), TermPair("rotor", "rotor"))
    assert not skipped


def test_a_third_column_of_numbers_holds_the_scores(tmp_path):
    found, _ = pairs(tmp_path, "a\tb\t.5\nc\td\n")
    assert found == (TermPair("a", "b", 0.5), TermPair("c", "d"))


def test_a_third_column_of_words_is_left_out_and_counted(tmp_path):
    found, skipped = pairs(tmp_path, "a\tb\tnoun\nc\td\n")
    assert sides(found) == [("a", "b"), ("c", "d")]
    assert skipped == {"further column": 1}


def test_lists_of_ttc_begin_with_the_kind(tmp_path):
    found, skipped = pairs(tmp_path, "swt\trotor\trotor\nmwt\twind farm\tparc éolien\nmwt\tx\n")
    assert sides(found) == [("rotor", "rotor"), ("wind farm", "parc éolien")]
    assert skipped == {"pair without one side": 1}


def test_blank_lines_duplicates_and_missing_sides_are_counted(tmp_path):
    found, skipped = pairs(tmp_path, b"\xef\xbb\xbfa\tb\n\n\t\na\t\na\tb\n")
    assert sides(found) == [("a", "b")]
    assert skipped == {
        "byte-order mark": 1,
        "blank line": 2,
        "pair without one side": 1,
        "duplicate pair": 1,
    }


def test_repetitions_stay_where_they_are_asked_for(tmp_path):
    found, skipped = pairs(tmp_path, "a\tb\na\tb\n", distinct=False)
    assert sides(found) == [("a", "b"), ("a", "b")]
    assert not skipped


def test_a_line_without_a_tab_names_file_and_line(tmp_path):
    with pytest.raises(FormatError, match=r"t\.txt, line 2: holds one column.*<TAB>"):
        pairs(tmp_path, "a\tb\nlonely\n")


def test_a_score_that_is_no_number_names_its_line(tmp_path):
    with pytest.raises(FormatError, match="line 2: the score 'nan' is not a number"):
        pairs(tmp_path, "a\tb\t1\nc\td\tnan\n")


def test_a_csv_file_with_a_header_goes_by_names(tmp_path):
    found, _ = pairs(tmp_path, 'ID;SRC;TAR\n1;"a; b";c\n', "t.csv")
    assert sides(found) == [("a; b", "c")]


def test_columns_can_be_numbered(tmp_path):
    assert sides(pairs(tmp_path, "1\ta\tb\n", columns=(2, 3))[0]) == [("a", "b")]


@pytest.mark.parametrize("name", ["t.csv", "t.xlsx"])
def test_a_table_keeps_all_that_is_known(tmp_path, name):
    known = (
        TermPair("=a", "b, c", 2.5, 0.75, 0.5, 3.5, 4, 6, ("short", "rare")),
        TermPair("1-2", "x", 1.0),
    )
    write_term_pairs(tmp_path / name, known)
    assert read_term_pairs(tmp_path / name) == known


def test_a_text_file_has_scores_if_there_are_any(tmp_path):
    path = tmp_path / "t.tsv"
    write_term_pairs(path, [TermPair("a", "b", 0.1), TermPair("c", "d", 0.05)])
    assert path.read_text() == "a\tb\t0.1\nc\td\t0.05\n"
    write_term_pairs(path, [TermPair("a", "b", 0.1)], scores=False)
    assert path.read_text() == "a\tb\n"


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_term_pairs(tmp_path / "none.tsv")


TBX = """<?xml version="1.0" encoding="UTF-8"?>
<martif type="TBX" xml:lang="en"><text><body><termEntry id="1">
<langSet xml:lang="en"><tig><term>wind farm</term></tig><tig><term>wind park</term></tig></langSet>
<langSet xml:lang="fr-FR"><tig><term>parc éolien</term></tig></langSet>
</termEntry></body></text></martif>"""


def test_every_two_terms_of_a_concept_are_a_pair(tmp_path):
    found, _ = pairs(tmp_path, TBX, "t.tbx", languages=("en", "fr"))
    assert sides(found) == [("wind farm", "parc éolien"), ("wind park", "parc éolien")]
    terms = read_term_list(tmp_path / "t.tbx", language="en")
    assert [term.text for term in terms] == ["wind farm", "wind park"]


def test_a_termbase_needs_languages(tmp_path):
    with pytest.raises(ConfigError, match="two languages"):
        pairs(tmp_path, TBX, "t.tbx")
    with pytest.raises(ConfigError, match="name the language"):
        read_term_list(tmp_path / "t.tbx")
