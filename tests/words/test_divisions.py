"""Where word sequences are best divided."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.words.divisions import (
    Evidence,
    Split,
    Trim,
    best_free,
    evidence,
    evidence_of_links,
    partners,
    rank_divisions,
    suggest,
)

Links = list[tuple[int, int]]


@st.composite
def pairs(draw: st.DrawFn) -> tuple[int, int, Links]:
    """Numbers of words and links between them."""
    n, m = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    cells = st.tuples(st.integers(0, n - 1), st.integers(0, m - 1))
    return n, m, draw(st.lists(cells, unique=True, max_size=10))


def by_hand(n: int, m: int, links: Links) -> list[tuple[float, float, int, int, str]]:
    """All divisions by crossed links, balance, place and direction, each link looked at alone."""
    found = []
    for i, j in product(range(1, n), range(1, m)):
        together = sum((s < i) == (t < j) for s, t in links)
        share = (min(i, n - i) / n + min(j, m - j) / m) / 2
        for direction, crossed in (("direct", len(links) - together), ("inverse", together)):
            found.append((crossed, -round(share, 9), i, j, direction))
    return sorted(found)


def places(splits: tuple[Split, ...]) -> list[tuple[float, float, int, int, str]]:
    return [(s.crossed, -round(s.balance, 9), s.i, s.j, s.direction) for s in splits]


@given(pairs())
def test_divisions_are_ranked_by_crossed_links_then_balance_then_place(
    drawn: tuple[int, int, Links],
) -> None:
    n, m, links = drawn
    assert places(rank_divisions(evidence_of_links((n, m), links), (0, n, 0, m))) == by_hand(
        n, m, links
    )


@given(pairs())
def test_a_block_inside_of_a_pair_counts_its_own_links_only(drawn: tuple[int, int, Links]) -> None:
    n, m, links = drawn
    outside = [(0, 0), (n + 1, m + 1), (0, m + 1), (1, 0)]
    moved = evidence_of_links((n + 2, m + 2), [*outside, *((s + 1, t + 1) for s, t in links)])
    if (1, 0) in [(s + 1, t + 1) for s, t in links]:
        return
    found = rank_divisions(moved, (1, n + 1, 1, m + 1))
    assert [(s.direction, s.i - 1, s.j - 1, s.crossed) for s in found] == [
        (s.direction, s.i, s.j, s.crossed)
        for s in rank_divisions(evidence_of_links((n, m), links), (0, n, 0, m))
    ]


@given(pairs())
def test_a_cursor_follows_to_the_best_division_through_its_place(
    drawn: tuple[int, int, Links],
) -> None:
    n, m, links = drawn
    given_links, block = evidence_of_links((n, m), links), (0, n, 0, m)
    targets, sources = partners(given_links, block)
    rows = rank_divisions(given_links, block)
    for i, j in targets.items():
        # The highest rank through a source place is at the target place that follows, ties apart.
        best = next(split for split in rows if split.i == i)
        there = next(split for split in rows if (split.i, split.j) == (i, j))
        assert (there.crossed, there.balance) == pytest.approx((best.crossed, best.balance))
    assert set(sources) == set(range(1, m) if n > 1 else ())


def test_the_word_named_belongs_to_the_left_part() -> None:
    found = rank_divisions(
        evidence_of_links((4, 4), [(0, 0), (1, 1), (2, 2), (3, 3)]), (0, 4, 0, 4)
    )
    assert (found[0].direction, found[0].i, found[0].j) == ("direct", 2, 2)


def test_crosswise_links_make_an_inverse_division() -> None:
    found = rank_divisions(evidence_of_links((2, 2), [(0, 1), (1, 0)]), (0, 2, 0, 2))
    assert found[0] == Split("inverse", 1, 1, crossed=0.0, balance=0.5)


def test_a_single_word_cannot_be_divided() -> None:
    assert rank_divisions(evidence_of_links((1, 5), []), (0, 1, 0, 5)) == ()
    assert partners(evidence_of_links((1, 5), []), (0, 1, 0, 5)) == ({}, {})
    assert best_free(evidence_of_links((1, 5), []), (0, 1, 0, 5)) is None


def test_a_probable_link_is_crossed_less_gladly_than_an_unlikely_one() -> None:
    known = evidence_of_links((3, 2), [(0, 0, 1.0), (1, 0, 0.4), (1, 1, 0.6), (2, 1, 1.0)])
    assert rank_divisions(known, (0, 3, 0, 2))[0].i == 1


def test_the_best_division_free_of_crossed_links_is_balanced() -> None:
    known = evidence_of_links((4, 4), [(0, 0), (3, 3)])
    found = best_free(known, (0, 4, 0, 4))
    assert found is not None
    assert (found.direction, found.i, found.j, found.balance) == ("direct", 2, 2, 0.5)
    tangled = evidence_of_links((2, 2), [(0, 0), (0, 1), (1, 0), (1, 1)])
    assert best_free(tangled, (0, 2, 0, 2)) is None


def trim_of(words: tuple[str, str], links: Links) -> tuple[Trim | None, bool]:
    known = worded(*words, links)
    found = suggest(known, known.root)
    return found.trim, found.closed


def worded(source: str, target: str, links: Links) -> Evidence:
    return evidence(source.split(), target.split(), links, languages=("en", "fr"))


def test_edge_words_without_a_link_are_to_be_trimmed_first() -> None:
    assert trim_of(("well red house", "maison rouge"), [(1, 1), (2, 0)]) == (
        Trim("source", "left", 1),
        False,
    )


def test_the_longest_run_of_edge_words_is_trimmed() -> None:
    links = [(1, 0), (2, 1)]
    assert trim_of(("a b c", "x y z z"), links)[0] == Trim("target", "right", 2)


def test_words_without_any_link_are_no_reason_to_trim() -> None:
    assert trim_of(("a b", "x y"), []) == (None, False)


def test_a_pair_of_words_is_closed_without_a_question() -> None:
    assert trim_of(("house", "maison"), []) == (None, True)


def test_one_word_against_several_is_closed_unless_unlinked_punctuation_is_at_an_edge() -> None:
    assert trim_of(("house", "la maison"), [(0, 1)]) == (None, True)
    assert trim_of(("house", "maison ,"), [(0, 0)]) == (Trim("target", "right", 1), False)
    assert trim_of(("house", "maison ,"), [(0, 0), (0, 1)]) == (None, True)


def test_a_leaf_is_suggested_where_every_division_crosses_half_of_the_links() -> None:
    everything = [(s, t) for s in range(2) for t in range(2)]
    assert suggest(evidence_of_links((2, 2), everything), (0, 2, 0, 2)).leaf
    assert not suggest(evidence_of_links((2, 2), [(0, 0), (1, 1)]), (0, 2, 0, 2)).leaf
    assert not suggest(evidence_of_links((2, 2), []), (0, 2, 0, 2)).leaf


def first(source: str, target: str, links: Links) -> tuple[int, int]:
    known = worded(source, target, links)
    best = rank_divisions(known, known.root)[0]
    return best.i, best.j


def test_function_words_stay_with_what_follows() -> None:
    # Between "saw" and "the" is less balanced than behind "the".
    assert first("she saw the house", "elle vit la maison", [(0, 0), (1, 1), (3, 3)]) == (2, 2)
    links = [(0, 0), (3, 3), (4, 4), (5, 5)]
    assert first("he saw of the old house", "x y z z w v", links)[0] != 4


def test_punctuation_stays_with_what_it_closes() -> None:
    links = [(0, 0), (2, 2)]
    assert first("yes , sir", "oui , monsieur", links) == (2, 2)


def test_an_opening_quotation_mark_stays_with_what_it_opens() -> None:
    links = [(0, 0), (2, 2)]
    assert first("says “ stop", "dit « halte", links) == (1, 1)


def test_known_terms_are_not_cut() -> None:
    known = evidence(["a"] * 4, ["b"] * 4, [], units=([(1, 3)], []))
    assert rank_divisions(known, known.root)[0].i != 2
    assert known.prices[0].tolist() == [0, 0, 0.5, 0]


def test_nothing_to_divide_is_no_error() -> None:
    assert rank_divisions(evidence([], [], []), (0, 0, 0, 0)) == ()
