from __future__ import annotations

import pytest
from hypothesis import given, settings

from diglot.model import Link
from diglot.model.validate import WARNING, errors, problems
from tests.formats.links.strategies import alignments


@settings(deadline=None)
@given(alignments())
def test_a_monotone_cover_is_sound(links: tuple[Link, ...]) -> None:
    sizes = [sum(len(getattr(link, side)) for link in links) for side in ("source", "target")]
    assert errors(links, *sizes) == []
    many = sum(len(link.source) > 1 and len(link.target) > 1 for link in links)
    assert len(problems(links, *sizes)) == many


@pytest.mark.parametrize(
    ("links", "sizes", "words"),
    [
        ([Link((), ())], (0, 0), "link 1: empty on both sides"),
        ([Link((0, 2), (0,)), Link((1,), ())], (3, 1), "link 1: source indices leave a gap"),
        ([Link((1, 0), (0,))], (2, 1), "link 1: source indices are not ascending"),
        ([Link((0,), (0,))], (2, 1), "source units 1 are in no link"),
        ([Link((0,), (0,)), Link((0,), (1,))], (1, 2), "source units 0 are in more than one link"),
        ([Link((0,), (0, 1))], (1, 1), "target units 1 do not exist"),
        ([Link((0,), (1,)), Link((1,), (0,))], (2, 2), "link 2: crosses link 1"),
    ],
)
def test_problem(links: list[Link], sizes: tuple[int, int], words: str) -> None:
    assert words in errors(links, *sizes)


def test_links_in_any_order_do_not_cross() -> None:
    assert errors([Link((1,), (1,)), Link((), (2,)), Link((0,), (0,))], 2, 3) == []


def test_a_block_link_is_a_warning_only() -> None:
    assert errors([Link((0, 1), (0, 1))], 2, 2) == []
    (line,) = problems([Link((0, 1), (0, 1))], 2, 2)
    assert WARNING in line


def test_long_lists_are_cut() -> None:
    (line, _) = errors([], 9, 1)
    assert line == "source units 0, 1, 2, 3, 4 and 4 more are in no link"
