"""Groups of words with labels, over a text of the same name."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from diglot import formats
from diglot.errors import ConfigError, FormatError, InputError
from diglot.formats.blocks import Skips
from diglot.formats.word_links import yawat
from diglot.model import LabelledLink, Skipped
from tests.formats.word_links.strategies import same, word_links

TEXTS = {7: (("a", "b", "c", "d"), ("x", "y", "z", "u")), 8: (("e",), ("v",))}
GROUPS = (
    LabelledLink(7, (0, 1, 2), (3,), "unspec"),
    LabelledLink(7, (3,), (1,), "unspec"),
    LabelledLink(7, (), (2,), "omitted"),
)


def test_groups_and_their_text_survive(tmp_path: Path) -> None:
    yawat.write_groups(tmp_path / "t.aln", TEXTS, GROUPS)
    lines = (tmp_path / "t.aln").read_text(encoding="utf-8")
    assert lines == "7 0,1,2:3:unspec 3:1:unspec :2:omitted\n8\n"
    assert (tmp_path / "t.crp").read_text(encoding="utf-8") == "7\na b c d\nx y z u\n8\ne\nv\n"
    task = yawat.read_groups(tmp_path / "t.crp")
    assert task.texts == TEXTS
    assert task.annotations["t"].links == GROUPS


def test_a_group_beyond_its_text_is_refused(tmp_path: Path) -> None:
    yawat.write_groups(tmp_path / "t.aln", TEXTS, [LabelledLink(8, (1,), (0,), "sure")])
    with pytest.raises(FormatError, match="labels word 1 of a sentence with words 0 to 0"):
        yawat.read_groups(tmp_path / "t.aln")
    (tmp_path / "t.crp").unlink()
    with pytest.raises(InputError):
        yawat.read_groups(tmp_path / "t.aln")


def test_groups_stand_for_links_of_every_word_with_every_word(tmp_path: Path) -> None:
    (tmp_path / "t.aln").write_text("1 0,1:2:unspec 1:2:possible 3:3:wrong :4:omitted\n3 0:0:P\n")
    skips = Skips()
    links = formats.read_word_links(tmp_path / "t.aln", skips=skips)
    assert [links.of(pair) for pair in range(3)] == [[(0, 2), (1, 2)], [], [(0, 0)]]
    assert skips.entries() == (
        Skipped("group that is not a link (wrong)", 1, "pair 1"),
        Skipped("word unlinked (omitted)", 1, "pair 1"),
        Skipped("link that stands twice", 1, ""),
    )
    turned = formats.read_word_links(tmp_path / "t.aln", reverse=True, pairs=4)
    assert turned.of(0) == [(2, 0), (2, 1)]
    assert turned.pairs == 4


@pytest.mark.parametrize("text", ["0 0:0:sure\n", "3 0:0:sure\n", "1 9999999:0:sure\n"])
def test_pairs_and_words_out_of_range_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "t.aln").write_text(text)
    with pytest.raises(FormatError):
        yawat.read(tmp_path / "t.aln", pairs=2)


def test_links_outside_of_their_sentences_are_refused(tmp_path: Path) -> None:
    (tmp_path / "t.aln").write_text("2 0:1:sure\n")
    with pytest.raises(
        FormatError, match=r"t\.aln, pair 2: links word 2 of a target sentence of 1"
    ):
        yawat.read(tmp_path / "t.aln", lengths=([1, 1], [1, 1]))


@given(word_links(scores=False))
def test_links_survive(tmp_path_factory: pytest.TempPathFactory, links) -> None:
    path = tmp_path_factory.mktemp("yawat") / "a.aln"
    assert yawat.write(path, links) == ()
    assert same(yawat.read(path, pairs=links.pairs), links)


def test_probabilities_have_no_place(tmp_path: Path) -> None:
    (tmp_path / "a.pharaoh").write_text("0-0:0.5\n")
    links = formats.read_word_links(tmp_path / "a.pharaoh")
    assert yawat.write(tmp_path / "a.aln", links) == (Skipped("probability of a link", 1),)


@pytest.mark.parametrize(
    ("texts", "links"),
    [
        ({1: (("a b",), ("c",))}, ()),
        ({1: (("",), ("c",))}, ()),
        (TEXTS, [LabelledLink(7, (0,), (0,), "very sure")]),
        (TEXTS, [LabelledLink(7, (0,), (0,), "a:b")]),
        (TEXTS, [LabelledLink(7, (0,), (0,), "")]),
    ],
)
def test_what_cannot_be_read_again_is_not_written(tmp_path: Path, texts, links) -> None:
    with pytest.raises(ConfigError):
        yawat.write_groups(tmp_path / "t.aln", texts, links)
