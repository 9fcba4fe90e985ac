from __future__ import annotations

import gzip
import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import FormatError, InputError
from diglot.files.atomic import atomic_open
from diglot.formats.word_links.builder import read_joint_lines, read_pairs

words = st.lists(
    st.text(
        st.characters(exclude_categories=["Cs"], exclude_characters=" \t\n\r\0"),
        min_size=1,
        max_size=3,
    ).filter(lambda word: not word.startswith("\ufeff") and word != "|||"),
    max_size=4,
)


def two(folder: Path, source: str, target: str) -> tuple[Path, Path]:
    paths = folder / "a.en", folder / "a.fr"
    for path, text in zip(paths, (source, target), strict=True):
        path.write_bytes(text.encode("utf-8"))
    return paths


@given(pairs=st.lists(st.tuples(words, words), max_size=6), packed=st.booleans())
def test_words_come_back_line_by_line(
    tmp_path_factory: pytest.TempPathFactory,
    pairs: list[tuple[list[str], list[str]]],
    packed: bool,
) -> None:
    folder = tmp_path_factory.mktemp("p")
    paths = folder / "a.en", folder / "a.fr"
    for path, side in zip(paths, (0, 1), strict=True):
        data = "".join(" ".join(pair[side]) + "\n" for pair in pairs).encode()
        path.write_bytes(gzip.compress(data) if packed else data)
    assert list(read_pairs(*paths)) == pairs
    joined = folder / "a"
    joined.write_bytes("".join(" ".join((*a, "|||", *b)) + "\n" for a, b in pairs).encode())
    assert list(read_joint_lines(joined)) == pairs


def test_empty_lines_keep_their_place(tmp_path: Path) -> None:
    paths = two(tmp_path, "a b\n\n c\n", "\nd\n\te \n")
    assert list(read_pairs(*paths)) == [(["a", "b"], []), ([], ["d"]), (["c"], ["e"])]


def test_other_line_ends_than_line_feeds_move_nothing(tmp_path: Path) -> None:
    paths = two(tmp_path, "a\u2028b\x0b\x1c\x85c\r\nd\r\n", "e\nf")
    assert list(read_pairs(*paths)) == [(["a\u2028b\x0b\x1c\x85c"], ["e"]), (["d"], ["f"])]


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        ("a\nb\nc\n", "d\n", r"a\.en: has 3 lines, .*a\.fr has 1: a\.fr ends first"),
        ("a\n", "d\n\n", r"a\.en: has 1 line, .*a\.fr has 2: a\.en ends first"),
        ("", "d\n", r"a\.en: has 0 lines, .*a\.fr has 1: a\.en ends first"),
    ],
)
def test_unequal_files_are_refused_with_both_counts(
    tmp_path: Path, source: str, target: str, message: str
) -> None:
    with pytest.raises(FormatError, match=message):
        list(read_pairs(*two(tmp_path, source, target)))


def test_unequal_files_leave_the_old_output(tmp_path: Path) -> None:
    paths = two(tmp_path, "a\nb\n", "d\n")
    out = tmp_path / "out"
    out.write_text("precious")
    with pytest.raises(FormatError), atomic_open(out) as file:
        file.writelines(f"{len(one)}-{len(other)}\n" for one, other in read_pairs(*paths))
    assert out.read_text() == "precious"


def test_the_stream_begins_before_the_end_of_the_files_is_known(tmp_path: Path) -> None:
    pairs = read_pairs(*two(tmp_path, "a\n" * 10, "d\n" * 9))
    assert len(list(itertools.islice(pairs, 9))) == 9
    with pytest.raises(FormatError, match="has 10 lines"):
        next(pairs)


@pytest.mark.parametrize("side", [0, 1])
def test_a_nul_is_refused_with_file_and_line(tmp_path: Path, side: int) -> None:
    texts = ["a\nb\nc\n", "a\nb\nc\n"]
    texts[side] = "a\nb\0\nc\n"
    paths = two(tmp_path, *texts)
    with pytest.raises(FormatError, match=rf"{paths[side].name}, line 2: holds a NUL"):
        list(read_pairs(*paths))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    source, target = two(tmp_path, "a\n", "b\n")
    target.unlink()
    with pytest.raises(InputError, match="no such file"):
        list(read_pairs(source, target))


def test_a_side_of_a_joined_line_may_be_empty(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a b ||| c\n|||\nd |||\n||| e\n")
    assert list(read_joint_lines(tmp_path / "a")) == [
        (["a", "b"], ["c"]),
        ([], []),
        (["d"], []),
        ([], ["e"]),
    ]


@pytest.mark.parametrize(
    ("line", "count"), [("a b", 0), ("", 0), ("a|||b", 0), ("a ||| b ||| c", 2), ("||| |||", 2)]
)
def test_a_joined_line_without_exactly_one_separator_is_refused(
    tmp_path: Path, line: str, count: int
) -> None:
    (tmp_path / "a").write_text(f"a ||| b\n{line}\n")
    with pytest.raises(FormatError, match=rf"a, line 2: holds {count} separators \|\|\|, not one"):
        list(read_joint_lines(tmp_path / "a"))


def test_the_hansards_are_read_whole(shared_data: Path) -> None:
    folder = shared_data / "words" / "train" / "hansard-toronto"
    pairs = sum(1 for _ in read_pairs(folder / "en.txt.gz", folder / "fr.txt.gz"))
    assert pairs == 310_661


def test_lines_that_all_begin_with_their_number_and_a_tab_lose_it(tmp_path: Path) -> None:
    (tmp_path / "one").write_text("0\tdry cough\n1\t\n", "utf-8")
    (tmp_path / "other").write_text("0\ttoux sèche\nno number\n", "utf-8")
    assert list(read_pairs(tmp_path / "one", tmp_path / "other")) == [
        (["dry", "cough"], ["0", "toux", "sèche"]),
        ([], ["no", "number"]),
    ]
