from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from diglot.errors import FormatError
from diglot.formats.links.plain import read_links, write_links
from diglot.model import Link, Skipped
from tests.formats.links.strategies import bags
from tests.link_rules import errors


def written(folder: Path, text: str) -> Path:
    path = folder / "a.links"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("line", "link"),
    [
        ("[0]:[0]", Link((0,), (0,))),
        ("[0, 1]:[2]:0.93", Link((0, 1), (2,), 0.93)),
        (" [ 0 ,1 ] : [2] : 1 ", Link((0, 1), (2,), 1.0)),
        ("[]:[4]", Link((), (4,))),
        ("[7]:[ ]:0.0", Link((7,), (), 0.0)),
        ("[]:[]", Link((), ())),
        ("[3,1]:[2]", Link((1, 3), (2,))),
        ("[0]:[0]:", Link((0,), (0,))),
        ("[0]:[0]:1.5", Link((0,), (0,))),
        ("[0]:[0]:-0.1", Link((0,), (0,))),
        ("[0]:[0]:1e-3", Link((0,), (0,), 0.001)),
    ],
)
def test_line(tmp_path: Path, line: str, link: Link) -> None:
    assert read_links(written(tmp_path, f"{line}\n")) == (link,)


def test_order_and_duplicates_are_kept_blanks_and_comments_passed_over(tmp_path: Path) -> None:
    path = written(tmp_path, "\ufeff# zero-based\r\n[1]:[1]\r\n\r\n[0]:[0]\n[1]:[1]")
    assert read_links(path) == (Link((1,), (1,)), Link((0,), (0,)), Link((1,), (1,)))


def test_runs_of_nulls_stay_unless_they_are_to_be_split(tmp_path: Path) -> None:
    path = written(tmp_path, "[0,1]:[]:0.5\n[]:[0,1]\n[2,3]:[2]\n")
    assert read_links(path)[0] == Link((0, 1), (), 0.5)
    assert read_links(path, split_nulls=True) == (
        Link((0,), (), 0.5),
        Link((1,), (), 0.5),
        Link((), (0,)),
        Link((), (1,)),
        Link((2, 3), (2,)),
    )


@pytest.mark.parametrize(
    "line",
    [
        "0:0",
        "[0]",
        "[0]:0",
        "[0]:[0",
        "[0]:[0] 0.5",
        "[a]:[0]",
        "[-1]:[0]",
        "[1.5]:[0]",
        "[0,]:[0]",
        "[0 1]:[0]",
        "[٣]:[0]",
        "[1_0]:[0]",
        "[0]:[0]:x",
        "[0]:[0]:nan",
        "[0,0]:[1]",
        "[99999999999]:[0]",
        "[" + "9" * 5000 + "]:[0]",
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_links(written(tmp_path, f"[0]:[0]\n{line}\n"))
    message = str(caught.value)
    assert "a.links, line 2" in message
    assert "[0, 1]:[2]" in message
    assert len(message) < 300


@given(bags)
def test_round_trip(tmp_path_factory: pytest.TempPathFactory, links: tuple[Link, ...]) -> None:
    path = tmp_path_factory.mktemp("links") / "a.links"
    assert write_links(path, links) == ()
    assert read_links(path) == links


def test_the_written_form(tmp_path: Path) -> None:
    path = tmp_path / "a.links"
    lost = write_links(path, [Link((0, 1), (2,), 0.93), Link((), (3,), None, "zone", ("length",))])
    assert path.read_bytes() == b"[0,1]:[2]:0.93\n[]:[3]\n"
    assert lost == (
        Skipped("link kind", 1, "zone"),
        Skipped("link reasons", 1, "length"),
    )


def test_every_gold_file_is_read(shared_data: Path) -> None:
    known_to_break = {
        "alignar-law-ar-en/003": "more than one link",
        "mac-dev-zh-en/002": "gap",
        "mac-dev-zh-en/006": "crosses",
        "textberg-dev-de-fr/dev": "in no link",
    }
    paths = sorted((shared_data / "sentences").glob("*/*/gold.txt"))
    assert len(paths) > 25
    for path in paths:
        name = f"{path.parent.parent.name}/{path.parent.name}"
        links = read_links(path)
        sizes = [
            (path.parent / side).read_text(encoding="utf-8").count("\n")
            for side in ("src.txt", "tgt.txt")
        ]
        found = errors(links, *sizes)
        assert bool(found) == (name in known_to_break), (name, found)
        if found:
            assert known_to_break[name] in " ".join(found)
