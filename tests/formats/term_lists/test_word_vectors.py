"""Word vectors read from text and from arrays: shapes, needed words, and every kind of damage."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import FormatError, InputError, UnsafeFileError
from diglot.formats.blocks import Skips
from diglot.formats.term_lists.word_vectors import read_vectors, write_vectors
from diglot.model import WordVectors
from tests.hostile.damage import mutated, refusal

PLAIN = b"3 2\nwind 0.5 -1\npower .25 2e-1\nand 1 1\n"


def written(tmp_path: Path, content: bytes, name: str = "a.vec") -> Path:
    path = tmp_path / name
    path.write_bytes(content)
    return path


def counts(skips: Skips) -> dict[str, int]:
    return {skipped.kind: skipped.count for skipped in skips.entries()}


def test_header_words_and_numbers(tmp_path: Path) -> None:
    vectors = read_vectors(written(tmp_path, PLAIN))
    assert vectors.words == ("wind", "power", "and")
    assert vectors.dimensions == 2
    assert vectors.matrix.dtype == np.float32
    np.testing.assert_allclose(vectors.matrix, [[0.5, -1], [0.25, 0.2], [1, 1]])


def test_the_header_may_be_missing(tmp_path: Path) -> None:
    vectors = read_vectors(written(tmp_path, PLAIN.partition(b"\n")[2]))
    assert vectors.words == ("wind", "power", "and")


@pytest.mark.parametrize("end", [b"\r\n", b" \n", b" \r\n", b"\n\n"])
def test_ends_of_lines_of_other_programs(tmp_path: Path, end: bytes) -> None:
    vectors = read_vectors(written(tmp_path, PLAIN.replace(b"\n", end)))
    assert vectors.words == ("wind", "power", "and")
    np.testing.assert_allclose(vectors.matrix[1], [0.25, 0.2])


def test_tabs_separate_too(tmp_path: Path) -> None:
    vectors = read_vectors(written(tmp_path, b"wind\t0.5\t1\npower\t1\t2\n"))
    assert vectors.words == ("wind", "power")


def test_packed_text(tmp_path: Path) -> None:
    path = written(tmp_path, gzip.compress(PLAIN), "a.vec.gz")
    assert read_vectors(path).words == ("wind", "power", "and")


def test_byte_order_mark_is_no_part_of_a_word(tmp_path: Path) -> None:
    vectors = read_vectors(written(tmp_path, b"\xef\xbb\xbfwind 1 2\n"))
    assert vectors.words == ("wind",)


def test_a_word_may_hold_spaces(tmp_path: Path) -> None:
    vectors = read_vectors(written(tmp_path, b"2 2\nnew york 1 2\nwind 3 4\n"))
    assert vectors.words == ("new york", "wind")


def test_a_no_break_space_is_part_of_a_word(tmp_path: Path) -> None:
    vectors = read_vectors(written(tmp_path, "1 2\na\u00a0b 1 2\n".encode()))
    assert vectors.words == ("a\u00a0b",)


def test_only_needed_words_are_kept(tmp_path: Path) -> None:
    # Numbers of other words are not even parsed.
    content = PLAIN.replace(b"2e-1", b"xx")
    vectors = read_vectors(written(tmp_path, content), only={"and", "absent"})
    assert vectors.words == ("and",)
    assert vectors.matrix.shape == (1, 2)


def test_no_needed_word_gives_no_vectors(tmp_path: Path) -> None:
    vectors = read_vectors(written(tmp_path, PLAIN), only=())
    assert vectors.words == ()
    assert vectors.matrix.shape == (0, 2)


def test_the_limit_counts_lines(tmp_path: Path) -> None:
    assert read_vectors(written(tmp_path, PLAIN), limit=2).words == ("wind", "power")


def test_the_first_of_two_vectors_of_a_word_counts(tmp_path: Path) -> None:
    skips = Skips()
    vectors = read_vectors(written(tmp_path, b"a 1 2\nb 1 1\na 3 4\n"), skips=skips)
    assert vectors.words == ("a", "b")
    assert vectors.matrix[0].tolist() == [1, 2]
    assert counts(skips) == {"further vector of a word": 1}


@pytest.mark.parametrize(("stated", "kind"), [(5, "lacks"), (1, "more than")])
def test_a_wrong_number_in_the_header_is_counted(tmp_path: Path, stated: int, kind: str) -> None:
    skips = Skips()
    content = PLAIN.replace(b"3 2", b"%d 2" % stated)
    assert len(read_vectors(written(tmp_path, content), skips=skips).words) == 3
    ((name, count),) = counts(skips).items()
    assert kind in name
    assert count == 2


def test_blank_lines_are_counted(tmp_path: Path) -> None:
    skips = Skips()
    read_vectors(written(tmp_path, b"a 1\n\nb 2\n"), skips=skips)
    assert counts(skips) == {"blank line": 1}


def test_more_rows_than_one_block(tmp_path: Path) -> None:
    content = b"".join(b"w%d %d 1\n" % (k, k) for k in range(9000))
    vectors = read_vectors(written(tmp_path, content))
    assert vectors.matrix[:, 0].tolist() == list(range(9000))


@pytest.mark.parametrize(
    ("content", "place", "words"),
    [
        (b"2 3\na 1 2 3\nb 1 2\n", "line 3", "has a vector of 2, not of 3 numbers"),
        (b"a 1 2\nb 1 2 0.5\n", "line 2", "has a vector of 3, not of 2 numbers"),
        (b"a 1 2\nb 1 x\n", "line 2", "'x' is not a number"),
        (b"a 1 2\nb 1 1_0\n", "line 2", "'1_0' is not a number"),
        (b"a 1 2\nb 1 nan\n", "line 2", "not finite"),
        (b"a 1 2\nb -inf 1\n", "line 2", "not finite"),
        (b"a 1 2\nb 1e39 1\n", "line 2", "not finite"),
        (b"a 1 2\nb\x00 1 2\n", "line 2", "NUL"),
        (b"", None, "holds no vectors"),
        (b"10 300\n", None, "holds no vectors"),
        (b"\n\n", None, "holds no vectors"),
        (b"3 0\na\n", "line 1", "the header says 0 numbers"),
        (b"3 99999\na 1\n", "line 1", "the header says 99999 numbers"),
        (b"hello\n", "line 1", "has no word with its numbers"),
        (b"A sentence of a text.\n", "line 1", "has no word with its numbers"),
    ],
)
def test_damage_is_one_line_with_place_and_cure(
    tmp_path: Path, content: bytes, place: str | None, words: str
) -> None:
    path = written(tmp_path, content)
    with pytest.raises(FormatError) as caught:
        read_vectors(path)
    line = str(caught.value)
    assert line.startswith(f"{path}, {place}: " if place else f"{path}: ")
    assert words in line
    assert ";" in line
    assert "\n" not in line


def test_binary_files_of_word2vec_are_refused(tmp_path: Path) -> None:
    content = b"2 3\nwind " + np.zeros(3, np.float32).tobytes() + b"\n"
    with pytest.raises(FormatError, match=r"line 2: holds a NUL character.*as text"):
        read_vectors(written(tmp_path, content, "a.bin"))


def test_a_few_broken_words_are_left_out_and_counted(tmp_path: Path) -> None:
    skips = Skips()
    vectors = read_vectors(written(tmp_path, b"wind 1\ncaf\xe9 2\npower 3\n"), skips=skips)
    assert vectors.words == ("wind", "power")
    assert vectors.matrix[:, 0].tolist() == [1, 3]
    assert counts(skips) == {"word that is not UTF-8": 1}


def test_many_broken_words_are_another_encoding(tmp_path: Path) -> None:
    content = b"".join(b"caf\xe9%d 1\n" % k for k in range(20))
    path = written(tmp_path, content)
    with pytest.raises(FormatError, match="20 of 20 words are not UTF-8; name the encoding"):
        read_vectors(path)
    vectors = read_vectors(path, encoding="latin-1", only={"café7"})
    assert vectors.words == ("café7",)


def test_damaged_archives_are_refused(tmp_path: Path) -> None:
    packed = gzip.compress(bytes(random.Random(1).choices(b"abc 1.\n", k=5000)))
    with pytest.raises(FormatError, match="gzip"):
        read_vectors(written(tmp_path, packed[:200] + packed[260:], "a.vec.gz"))


def test_an_endless_line_of_an_archive_is_refused(tmp_path: Path) -> None:
    packed = gzip.compress(b"1 2\n" + b"9" * 40_000_000)
    with pytest.raises(UnsafeFileError):
        read_vectors(written(tmp_path, packed, "a.vec.gz"))


def test_arrays_are_mapped_and_not_copied(tmp_path: Path) -> None:
    matrix = np.arange(6, dtype=np.float32).reshape(3, 2)
    np.save(tmp_path / "a.npy", matrix)
    (tmp_path / "a.words").write_text("x\ny\nz\n")
    vectors = read_vectors(tmp_path / "a.npy")
    assert isinstance(vectors.matrix, np.memmap)
    assert vectors.words == ("x", "y", "z")
    np.testing.assert_array_equal(vectors.matrix, matrix)


def test_needed_rows_of_arrays_of_any_floats(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.array([[1, 2], [np.nan, 1], [3, 4], [5, 6]], np.float64))
    (tmp_path / "list").write_text("x\ny\nz\nx\n")
    skips = Skips()
    vectors = read_vectors(
        tmp_path / "a.npy", words=tmp_path / "list", only={"z", "x"}, skips=skips
    )
    assert vectors.words == ("x", "z")
    assert vectors.matrix.dtype == np.float32
    assert vectors.matrix.tolist() == [[1, 2], [3, 4]]
    assert counts(skips) == {"further vector of a word": 1}


def test_rows_of_arrays_that_are_not_finite_are_named(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.array([[1.0, 2], [3, 4], [np.inf, 1]], np.float32))
    (tmp_path / "a.txt").write_text("x\ny\nz\n")
    with pytest.raises(FormatError, match=r"row 2 \(from 0\): holds a number that is not finite"):
        read_vectors(tmp_path / "a.npy")


@pytest.mark.parametrize(
    ("array", "words"),
    [
        (np.zeros(3, np.float32), "shape"),
        (np.zeros((3, 2), np.int64), "int64"),
        (np.zeros((0, 2), np.float32), "shape"),
        (np.array([["a"]], dtype="U1"), "<U1"),
    ],
)
def test_arrays_of_another_kind_are_refused(tmp_path: Path, array: np.ndarray, words: str) -> None:
    np.save(tmp_path / "a.npy", array)
    (tmp_path / "a.words").write_text("x\ny\nz\n")
    with pytest.raises(FormatError, match=words):
        read_vectors(tmp_path / "a.npy")


@pytest.mark.parametrize(("listed", "words"), [("x\n", "has 1 line, "), ("x\n" * 9, "more than 3")])
def test_list_and_array_of_different_length(tmp_path: Path, listed: str, words: str) -> None:
    np.save(tmp_path / "a.npy", np.ones((3, 2), np.float32))
    (tmp_path / "a.words").write_text(listed)
    with pytest.raises(FormatError, match=words):
        read_vectors(tmp_path / "a.npy")


def test_an_array_without_words_names_the_files_looked_for(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.ones((3, 2), np.float32))
    with pytest.raises(InputError, match=r"a\.words, a\.vocab, a\.txt"):
        read_vectors(tmp_path / "a.npy")


@pytest.mark.parametrize("name", ["missing.vec", "missing.npy"])
def test_missing_files(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError):
        read_vectors(tmp_path / name)


WORDS = st.lists(
    st.text(st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp")), min_size=1),
    unique=True,
    min_size=1,
    max_size=6,
)
FLOATS = st.floats(width=32, allow_nan=False, allow_infinity=False)


@given(words=WORDS, width=st.integers(1, 4), data=st.data())
@pytest.mark.parametrize("name", ["a.vec", "a.npy"])
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory,
    name: str,
    words: list[str],
    width: int,
    data: st.DataObject,
) -> None:
    rows = data.draw(
        st.lists(
            st.lists(FLOATS, min_size=width, max_size=width),
            min_size=len(words),
            max_size=len(words),
        )
    )
    matrix = np.array(rows, np.float32).reshape(len(words), width)
    path = tmp_path_factory.getbasetemp() / name
    write_vectors(path, WordVectors(tuple(words), matrix))
    again = read_vectors(path)
    assert list(again.words) == words
    np.testing.assert_array_equal(again.matrix, matrix)


def test_words_with_spaces_are_not_written(tmp_path: Path) -> None:
    path = written(tmp_path, PLAIN)
    with pytest.raises(InputError, match="'a b'"):
        write_vectors(path, WordVectors(("a b",), np.ones((1, 2), np.float32)))
    assert path.read_bytes() == PLAIN


def read_sanely(path: Path) -> None:
    """Read vectors; they must hold together."""
    found = read_vectors(path)
    assert len(found.words) == len(found.matrix)
    assert np.isfinite(found.matrix).all()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a.vec", "a.vec.gz", "a.npy"])
def test_mutations_give_vectors_or_one_clear_line(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    vectors = WordVectors(("wind", "café", "power"), np.eye(3, dtype=np.float32))
    if name == "a.npy":
        write_vectors(path, vectors)
        seed = path.read_bytes()
    else:
        write_vectors(tmp_path / "b.vec", vectors)
        seed = (tmp_path / "b.vec").read_bytes()
        seed = gzip.compress(seed) if name.endswith("gz") else seed
    chance = random.Random(name)
    refused = 0
    for _ in range(400):
        path.write_bytes(mutated(seed, chance))
        refused += bool(refusal(read_sanely, path))
    assert refused
