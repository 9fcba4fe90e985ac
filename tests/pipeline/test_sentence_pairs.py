"""Sentence pairs of two files, of joint files and of files of units."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError, FormatError, InputError
from diglot.formats import write_units
from diglot.model import Unit, Variant
from diglot.pipeline.sentence_pairs import read_sentence_pairs


def unit(*texts: tuple[str, str]) -> Unit:
    return Unit(tuple(Variant(language, text) for language, text in texts))


def read(source: Path, target: Path | None = None, *languages: str | None) -> list[tuple[str, str]]:
    told = (languages[0], languages[1]) if languages else (None, None)
    pairs = read_sentence_pairs(source, target, languages=told)
    return [*pairs.lines]


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    """Three units, the second with its sides the other way round, the third with one side only."""
    path = tmp_path / "memory.tmx"
    units = [
        unit(("en", "one house"), ("fr", "une maison")),
        unit(("fr", "un chat"), ("en", "a cat")),
        unit(("en", "nothing")),
    ]
    write_units(path, units)
    return path


def test_line_n_answers_line_n(tmp_path: Path) -> None:
    source, target = tmp_path / "a.en", tmp_path / "a.fr"
    source.write_text("one two\n\nthree\n", encoding="utf-8")
    target.write_text("un  deux\nrien\ntrois", encoding="utf-8")
    assert read(source, target) == [("one two", "un deux"), ("", "rien"), ("three", "trois")]


def test_a_joint_file_has_both_sides_on_a_line(tmp_path: Path) -> None:
    path = tmp_path / "both.txt"
    path.write_text("one two ||| un deux\nthree ||| trois\n", encoding="utf-8")
    assert read(path) == [("one two", "un deux"), ("three", "trois")]


def test_one_file_in_one_language_lacks_its_target(tmp_path: Path) -> None:
    path = tmp_path / "text.en"
    path.write_text("one two\nthree\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"text\.en, line 1: .*one language; give .* as TARGET"):
        read(path)


def test_a_later_line_without_separator_is_named(tmp_path: Path) -> None:
    path = tmp_path / "both.txt"
    path.write_text("one ||| un\ntwo\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"both\.txt, line 2: "):
        read(path)


def test_units_keep_their_number_whatever_they_lack(memory: Path) -> None:
    assert read(memory) == [("one house", "une maison"), ("a cat", "un chat"), ("nothing", "")]


def test_languages_that_are_told_turn_a_memory_round(memory: Path) -> None:
    wanted = [("une maison", "one house"), ("un chat", "a cat"), ("", "nothing")]
    assert read(memory, None, "French", "en-GB") == wanted
    assert read(memory, None, "fr", None) == wanted
    assert read(memory, None, None, "eng") == wanted


def test_the_languages_of_a_memory_are_those_of_its_first_full_unit(tmp_path: Path) -> None:
    path = tmp_path / "memory.tmx"
    write_units(path, [unit(("fr", "seul")), unit(("en", "a cat"), ("fr", "un chat"))])
    pairs = read_sentence_pairs(path)
    assert pairs.declared == ("en", "fr")
    assert [*pairs.lines] == [("", "seul"), ("a cat", "un chat")]


def test_regions_tell_two_sides_of_one_language_apart(tmp_path: Path) -> None:
    path = tmp_path / "memory.tmx"
    write_units(path, [unit(("pt-PT", "autocarro"), ("pt-BR", "ônibus"))])
    assert read(path) == [("autocarro", "ônibus")]
    assert read(path, None, "pt-BR", "pt-PT") == [("ônibus", "autocarro")]


def test_a_third_language_has_to_be_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "memory.tmx"
    two = unit(("en", "a"), ("fr", "b"))
    write_units(path, [two, unit(("en", "c"), ("fr", "d"), ("de", "e"))])
    with pytest.raises(FormatError, match=r"memory\.tmx, unit 2: .*\(en, fr, de\); .*-s and -t"):
        read(path)
    assert read(path, None, "de", "fr") == [("", "b"), ("e", "d")]


def test_a_memory_in_one_language_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "memory.tmx"
    write_units(path, [unit(("en", "a")), unit(("en", "b"))])
    with pytest.raises(FormatError, match="no unit in two languages"):
        read(path)


@pytest.mark.parametrize("name", ["t.tsv", "t.csv", "t.jsonl", "t.xlf", "t.xlsx"])
def test_any_format_of_units_will_do(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    write_units(path, [unit(("en", "one house"), ("fr", "une maison"))])
    assert read(path) == [("one house", "une maison")]


def test_a_catalogue_of_messages(tmp_path: Path) -> None:
    path = tmp_path / "fr.po"
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: fr\\n"\n\n'
    path.write_text(f'{head}msgid "Open file"\nmsgstr "Ouvrir le fichier"\n', encoding="utf-8")
    assert read(path) == [("Open file", "Ouvrir le fichier")]


def test_line_ends_inside_a_unit_separate_words(tmp_path: Path) -> None:
    path = tmp_path / "memory.tmx"
    write_units(path, [unit(("en", "one\ntwo"), ("fr", "un\tdeux"))])
    assert read(path) == [("one two", "un deux")]


def test_a_no_break_space_separates_nothing(tmp_path: Path) -> None:
    path = tmp_path / "both.txt"
    path.write_text("10\u00a0000 euros ||| 10,000 euros\n", encoding="utf-8")
    ((source, _),) = read_sentence_pairs(path).lines
    assert source == "10\u00a0000 euros"


def test_a_folder_is_no_input(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder; name a file"):
        read(tmp_path)


def test_a_document_is_to_be_aligned_first(tmp_path: Path) -> None:
    for name in ("letter.html", "lettre.html"):
        (tmp_path / name).write_text("<p>One language.", "utf-8")
    with pytest.raises(ConfigError, match=r"letter\.html is a document.*diglot align"):
        read(tmp_path / "letter.html", tmp_path / "lettre.html")


def test_a_memory_needs_no_target(memory: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="holds both languages already"):
        read(memory, tmp_path / "a.fr")


def test_links_are_no_texts(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="links without texts"):
        read(tmp_path / "a.links")


def test_a_file_is_not_its_own_translation(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("a\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="SOURCE and TARGET are both"):
        read(path, path)


def test_unequal_line_counts_name_both_files(tmp_path: Path) -> None:
    source, target = tmp_path / "a.en", tmp_path / "a.fr"
    source.write_text("a\nb\nc\n", encoding="utf-8")
    target.write_text("a\nb\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"a\.en: has 3 lines, .*a\.fr has 2"):
        read(source, target)


PIECES = [b"a", b" ", b"\t", b"\n", b"\r\n", b"|||", b"\0", b"\xff", b"\xc2\xa0"]
CONTENT = st.lists(st.sampled_from(PIECES)).map(b"".join)


def unended(content: bytes) -> bool:
    """Tell whether the last line has no line end."""
    return bool(content) and not content.endswith(b"\n")


def words_by_line(content: bytes) -> list[list[str]]:
    """What stands between spaces and tabs, line by line."""
    lines = content.decode().replace("\r\n", "\n").split("\n")
    if not lines[-1]:
        lines.pop()
    return [[*filter(None, line.replace("\t", " ").split(" "))] for line in lines]


@given(CONTENT, CONTENT)
def test_bytes_become_words_or_one_error_that_names_a_file(one: bytes, other: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "a.en"), Path(folder, "a.fr")
        source.write_bytes(one)
        target.write_bytes(other)
        bad = any(mark in one + other for mark in (b"\0", b"\xff"))
        if bad or one.count(b"\n") + unended(one) != other.count(b"\n") + unended(other):
            with pytest.raises(InputError, match=r"a\.(en|fr)"):
                [*read_sentence_pairs(source, target).lines]
        else:
            found = [*read_sentence_pairs(source, target).lines]
            assert [pair[0] for pair in found] == [*map(" ".join, words_by_line(one))]
            assert [pair[1] for pair in found] == [*map(" ".join, words_by_line(other))]
