import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import FormatError, InputError
from diglot.formats import read, write
from diglot.formats.blocks import Skips
from diglot.formats.units import moses
from diglot.model import Unit, Variant
from tests.formats.strategies import texts


def made(folder, source, target, names=("c.en", "c.fr")):
    for name, lines in zip(names, (source, target), strict=True):
        (folder / name).write_text("".join(f"{line}\n" for line in lines))
    return folder / "c"


@given(st.lists(st.tuples(texts(line=True), texts(line=True)), max_size=5))
def test_what_is_written_is_read_again(pairs):
    found = [Unit((Variant("en", a), Variant("fr", b))) for a, b in pairs]
    # A carriage return at the end of a line and a mark at the start of a file mean something else.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "c.moses"
        assert moses.write_units(path, found, languages=("en", "fr")) == ()
        back = list(moses.read_units(path, languages=("en", "fr")))
        assert [u.variants[1].text for u in back][1:] == [u.variants[1].text for u in found][1:]
        assert len(back) == len(found)
        if found and not any(text.startswith("\ufeff") for text in pairs[0]):
            assert back == found


def test_two_files_are_written_and_named_by_language(tmp_path):
    moses.write_units(tmp_path / "c.moses", [Unit((Variant("en", "a"), Variant("fr-CA", "b")))])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c.en", "c.fr-CA"]
    moses.write_units(tmp_path / "d", [Unit((Variant("und", "a"), Variant("und", "b")))])
    assert (tmp_path / "d.source").read_text() == "a\n"


def test_line_breaks_inside_segments_become_spaces_and_are_counted(tmp_path):
    unit = Unit((Variant("en", "a\r\nb\nc\rd", (), (3, 3)), Variant("fr", "e")), score=0.5)
    lost = moses.write_units(tmp_path / "c", [unit])
    assert (tmp_path / "c.en").read_text() == "a b c d\n"
    assert {skip.kind for skip in lost} == {
        "line break inside a segment",
        "score, origin and other remarks of a unit",
        "boundaries of segments inside a unit",
    }


def test_blank_lines_keep_their_place(tmp_path):
    path = made(tmp_path, ["a", "", "", "d"], ["x", "y", "", "z"])
    skips = Skips()
    found = list(moses.read_units(path, skips=skips))
    assert [tuple(v.text for v in unit.variants) for unit in found] == [
        ("a", "x"),
        ("", "y"),
        ("", ""),
        ("d", "z"),
    ]
    assert skips.entries()[0].count == 1
    bitext = read(path, format="moses")
    assert [link.type for link in bitext.links] == ["1-1", "0-1", "1-1"]


def test_other_line_ends_do_not_cut_lines(tmp_path):
    path = made(tmp_path, ["a\u2028b\x85c\x0cd"], ["x"])
    (unit,) = moses.read_units(path)
    assert unit.variants[0].text == "a\u2028b\x85c\x0cd"


@pytest.mark.parametrize("missing", [30, 100, 170])
def test_unequal_files_name_the_first_suspicious_line(tmp_path, missing):
    chance = random.Random(7)
    lengths = [chance.randint(3, 120) for _ in range(200)]
    source = ["s" * length for length in lengths]
    target = ["t" * round(length * chance.gauss(1.1, 0.15)) for length in lengths]
    del target[missing]
    path = made(tmp_path, source, target)
    with pytest.raises(FormatError, match=r"has 200 lines, c.fr has 199") as caught:
        list(moses.read_units(path))
    line = int(caught.value.place.rpartition(" ")[2])
    assert abs(line - (missing + 1)) <= 3


def test_unequal_files_with_an_empty_one_are_an_error_too(tmp_path):
    with pytest.raises(FormatError, match="from about line 1"):
        list(moses.read_units(made(tmp_path, ["a"], [])))


def test_target_file_can_be_named(tmp_path):
    made(tmp_path, ["a"], ["b"], ("one.txt", "two.txt"))
    (unit,) = moses.read_units(tmp_path / "one.txt", target=tmp_path / "two.txt")
    assert [variant.text for variant in unit.variants] == ["a", "b"]


def test_languages_decide_which_side_is_the_source(tmp_path):
    path = made(tmp_path, ["a"], ["b"])
    bitext = read(path, format="moses", source_language="fr", target_language="en")
    assert (bitext.source.text, bitext.target.text) == ("b", "a")
    write(tmp_path / "out", bitext, format="moses")
    assert (tmp_path / "out.fr").read_text() == "b\n"


def test_missing_or_ambiguous_files_name_the_cure(tmp_path):
    made(tmp_path, ["a"], ["b"])
    (tmp_path / "c.de").write_text("c\n")
    with pytest.raises(InputError, match="there are 3 files"):
        list(moses.read_units(tmp_path / "c.moses"))
    with pytest.raises(InputError, match="no such file"):
        list(moses.read_units(tmp_path / "c", languages=("en", "es")))
    with pytest.raises(InputError, match="folder"):
        list(moses.read_units(tmp_path / "no" / "c"))
