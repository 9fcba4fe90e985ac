import re

from hypothesis import given
from hypothesis import strategies as st

from diglot.formats import read_units
from diglot.formats.units.moses import write_phrases, write_translations

TRICKY = ('a"b', "c|d", "e f", "tab\there", "|||", "\u00a0", "\u2028", "g")


def test_translations_are_a_table_with_a_header(tmp_path):
    rows = [("house", "maison", 0.75, 0.5, 12.25), ("house", "chambre", 1e-7, 1.0, 3.0)]
    assert write_translations(tmp_path / "t.tsv", rows) == 2
    assert (tmp_path / "t.tsv").read_text() == (
        "source\ttarget\tprobability\treverse\tcount\n"
        "house\tmaison\t0.75\t0.5\t12.25\n"
        "house\tchambre\t1e-07\t1\t3\n"
    )


def test_translations_are_read_again_as_a_lexicon(tmp_path):
    write_translations(tmp_path / "t.tsv", [(w, w, 0.25, 0.5, 1.0) for w in TRICKY])
    found = list(read_units(tmp_path / "t.tsv"))
    assert [unit.variants[0].text for unit in found] == [w.replace("\t", " ") for w in TRICKY]
    assert {unit.score for unit in found} == {0.25}


def test_a_phrase_table_has_the_columns_of_moses(tmp_path):
    row = (["the", "house"], ["la", "maison"], (0.5, 0.25, 1.0, 0.125), ((0, 0), (1, 1)), (2, 1, 1))
    assert write_phrases(tmp_path / "p", [row]) == 1
    assert (tmp_path / "p").read_text() == (
        "the house ||| la maison ||| 0.5 0.25 1 0.125 ||| 0-0 1-1 ||| 2 1 1\n"
    )


def test_each_source_phrase_is_written_with_its_own_words(tmp_path):
    numbers = ((1.0, 1.0, 1.0, 1.0), ((0, 0),), (1, 1, 1))
    rows = [([s], [t], *numbers) for s, t in (("a", "x"), ("a", "y"), ("b", "x"))]
    write_phrases(tmp_path / "p", rows)
    found = [line.split(" ||| ")[:2] for line in (tmp_path / "p").read_text().splitlines()]
    assert found == [["a", "x"], ["a", "y"], ["b", "x"]]


def test_separators_inside_words_are_escaped(tmp_path):
    numbers = ((1.0, 1.0, 1.0, 1.0), ((0, 0),), (1, 1, 1))
    write_phrases(tmp_path / "p", [(["a|b", "c d"], ["|||"], *numbers)])
    assert (tmp_path / "p").read_text().startswith("a&#124;b c&#32;d ||| &#124;&#124;&#124; ||| ")


@given(st.lists(st.text(st.characters(exclude_categories=("Cs",)), min_size=1), min_size=1))
def test_no_word_breaks_a_line_or_a_field(tmp_path_factory, words):
    path = tmp_path_factory.getbasetemp() / "phrases"
    write_phrases(path, [(words, words, (1.0, 1.0, 1.0, 1.0), ((0, 0),), (1, 1, 1))])
    (line,) = path.read_text(encoding="utf-8").split("\n")[:-1]
    fields = line.split(" ||| ")
    assert len(fields) == 5
    back = [
        re.sub(r"&#(\d+);", lambda found: chr(int(found[1])), word) for word in fields[0].split()
    ]
    if not any("&#" in word for word in words):
        assert back == words
