from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError, FormatError
from diglot.formats.blocks import Skips
from diglot.formats.word_links import naacl
from diglot.model import Skipped, WordLinks
from tests.formats.word_links.strategies import block, same, word_links


def written(folder: Path, text: str) -> Path:
    path = folder / "a.naacl"
    path.write_text(text, encoding="utf-8")
    return path


def pairs(links: WordLinks) -> list[list[tuple[int, int]]]:
    return [links.of(pair) for pair in range(links.pairs)]


def test_lines_come_in_any_order_with_zeros_before_their_numbers(tmp_path: Path) -> None:
    links = naacl.read(written(tmp_path, "0003 1 2\n0001 002 1 S\n1 1 3 S\n"))
    assert pairs(links) == [[(0, 2), (1, 0)], [], [(0, 1)]]
    assert links.possible is None
    assert links.scores is None


def test_a_link_without_a_class_is_sure(tmp_path: Path) -> None:
    links = naacl.read(written(tmp_path, "1 1 1 P\n1 2 2\n1 3 3 S\n"))
    assert links.possible is not None
    assert links.possible.tolist() == [True, False, False]


def test_a_probability_may_follow_the_class_or_stand_alone(tmp_path: Path) -> None:
    links = naacl.read(written(tmp_path, "1 1 1 P 0.25\n1 2 2 0.5\n1 3 3 .75\n1 4 4\n"))
    assert links.scores is not None
    assert links.scores.tolist() == [0.25, 0.5, 0.75, 1.0]
    assert links.possible is not None
    assert links.possible.tolist() == [True, False, False, False]


def test_links_with_the_empty_word_are_dropped_and_counted(tmp_path: Path) -> None:
    skips = Skips()
    links = naacl.read(written(tmp_path, "1 0 1 S\n1 1 0\n1 1 1 S\n1 1 1 P\n"), skips=skips)
    assert pairs(links) == [[(0, 0)]]
    assert links.possible is not None
    assert links.possible.tolist() == [False]
    assert skips.entries() == (
        Skipped("link with the empty word", 2),
        Skipped("link that stands twice", 1),
    )


def test_pairs_without_links_at_the_end_need_their_number(tmp_path: Path) -> None:
    path = written(tmp_path, "1 1 1\n\n2 1 1\n")
    assert naacl.read(path).pairs == 2
    assert pairs(naacl.read(path, pairs=4)) == [[(0, 0)], [(0, 0)], [], []]
    assert naacl.read(path, lengths=([1, 1, 1], [1, 1, 1])).pairs == 3
    assert naacl.read(written(tmp_path, "")).pairs == 0


def test_reverse(tmp_path: Path) -> None:
    assert naacl.read(written(tmp_path, "1 2 5\n"), reverse=True).of(0) == [(4, 1)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1 1", "2 words are not a link"),
        ("1 1 1 S 0.5 x", "6 words are not a link"),
        ("1 1 1 X", "class of a link is S or P, not 'X'"),
        ("1 1 1 s", "class of a link is S or P"),
        ("1 1 1 0.5 S", "class of a link is S or P"),
        ("1 1 1 S 2", "'2' is not a probability"),
        ("1 1 1 S nan", "'nan' is not a probability"),
        ("1 1 1 5", "'5' is not a probability"),
        ("0 1 1", "counted from 1, not from 0"),
        ("-1 1 1", "'-1' is not a number of a sentence"),
        ("1 1.0 1", "'1.0' is not a number of a word"),
        ("1 ٣ 1", "is not a number of a word"),
        ("99999999 1 1", "there is no sentence 99999999"),
        ("1 " + "9" * 4000 + " 1", "there is no word 9999"),
        ("1 1 1\0", "NUL"),
        ("1\u20281 1", "2 words are not a link"),
    ],
)
def test_a_line_that_is_no_link_is_refused(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(FormatError, match=r"a\.naacl, line 2: .*" + message):
        naacl.read(written(tmp_path, f"1 1 1\n{line}\n"))


def test_numbers_beyond_the_text_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "2 1 1\n1 1 3\n")
    with pytest.raises(FormatError, match="line 1: there is no sentence 2: the last is 1"):
        naacl.read(path, pairs=1)
    with pytest.raises(FormatError, match="line 2: links word 3 of a target sentence of 2"):
        naacl.read(path, lengths=([1, 1], [2, 2]))
    with pytest.raises(ConfigError, match="at most"):
        naacl.read(path, pairs=10**9)


@given(links=word_links(), reverse=st.booleans())
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, links: WordLinks, reverse: bool
) -> None:
    path = tmp_path_factory.mktemp("n") / "a.naacl"
    lost = naacl.write(path, links, reverse=reverse)
    assert same(naacl.read(path, pairs=links.pairs, reverse=reverse), links)
    silent = links.pairs - naacl.read(path).pairs
    assert sum(each.count for each in lost) == silent


@given(links=word_links(), cut=st.integers(0, 8))
def test_blocks_are_written_as_one_file(
    tmp_path_factory: pytest.TempPathFactory, links: WordLinks, cut: int
) -> None:
    folder = tmp_path_factory.mktemp("n")
    cut = min(cut, links.pairs)
    parts = (block(links, *ends) for ends in ((0, cut), (cut, links.pairs)))
    assert naacl.write(folder / "whole", links) == naacl.write(folder / "parts", parts)
    assert (folder / "parts").read_bytes() == (folder / "whole").read_bytes()


def test_the_written_form(tmp_path: Path) -> None:
    each = np.array([0, 4], np.int32)
    links = WordLinks(
        np.array([0, 0, 2, 2]), each, each, np.float32([0.5, 1]), np.array([True, False])
    )
    path = tmp_path / "a"
    lost = naacl.write(path, links)
    assert path.read_text() == "2 1 1 P 0.5\n2 5 5 S 1\n"
    assert lost == (Skipped("pair without links at the end of the file", 1),)
