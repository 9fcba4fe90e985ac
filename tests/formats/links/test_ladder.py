from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from diglot.errors import ConfigError, FormatError
from diglot.formats.links.ladder import read_links, write_links
from diglot.model import Link
from tests.formats.links.strategies import alignments


def written(folder: Path, text: str) -> Path:
    path = folder / "a.ladder"
    path.write_text(text, encoding="utf-8")
    return path


def test_links_span_the_rungs(tmp_path: Path) -> None:
    path = written(tmp_path, "0\t0\t0.5\n1\t2\t1.7\n1\t3\t-0.3\n3\t4\t0\n")
    assert read_links(path) == (
        Link((0,), (0, 1), 0.5),
        Link((), (2,)),
        Link((1, 2), (3,)),
    )


def test_a_missing_first_rung_is_supplied(tmp_path: Path) -> None:
    assert read_links(written(tmp_path, "1 1\n2 1\n")) == (Link((0,), (0,)), Link((1,), ()))


@pytest.mark.parametrize(
    "line",
    [
        "1",
        "a\tb",
        "0\t0",
        "-1\t3",
        "2\t2\tnan",
        "Sentence one\tSentence two\t0.5",
        "9999999\t2",
        "1\t1\t1\t1",
    ],
)
def test_a_bad_rung_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(FormatError, match="line 2"):
        read_links(written(tmp_path, f"0\t0\t1\n{line}\n"))


def test_rungs_that_go_down_are_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"line 3.*does not climb"):
        read_links(written(tmp_path, "0 0\n2 2\n1 3\n"))


@given(alignments())
def test_round_trip(tmp_path_factory: pytest.TempPathFactory, links: tuple[Link, ...]) -> None:
    path = tmp_path_factory.mktemp("ladder") / "a.ladder"
    assert write_links(path, links) == ()
    assert read_links(path) == links


def test_links_in_any_order_climb(tmp_path: Path) -> None:
    path = tmp_path / "a.ladder"
    links = (Link((1,), (2,)), Link((), (1,)), Link((0,), (0,)))
    write_links(path, links)
    assert read_links(path) == (links[2], links[1], links[0])


@pytest.mark.parametrize(
    "links",
    [
        (Link((1,), (1,)),),
        (Link((0,), (1,)), Link((1,), (0,))),
        (Link((0,), (0,)), Link((0,), (1,))),
        (Link((0, 2), (0,)), Link((1,), (1,))),
        (Link((), ()),),
    ],
)
def test_links_that_no_ladder_holds_are_refused_before_writing(
    tmp_path: Path, links: tuple[Link, ...]
) -> None:
    path = tmp_path / "a.ladder"
    with pytest.raises(ConfigError, match="choose links or ces"):
        write_links(path, links)
    assert not path.exists()
