"""Language packs as values: order, pruning, turning, adding, composing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.packs.pack import Pack, compose, compose_any, merge, turn_round
from tests.packs import links_of, pack_of

WORDS = st.text("abcdé", min_size=1, max_size=3)
LINKS = st.dictionaries(
    st.tuples(WORDS, WORDS), st.integers(1, 400).map(float), min_size=1, max_size=12
)


def assert_sound(pack: Pack) -> None:
    """Words in order and unique; pairs by row and column, each once, of words that are there."""
    for side in (pack.source, pack.target):
        assert side.words == sorted(set(side.words))
        assert len(side.frequency) == len(side.words)
    assert pack.rows[0] == 0
    assert pack.rows[-1] == len(pack.columns) == len(pack.counts)
    keys = pack.row_of_pair * len(pack.target.words) + pack.columns
    assert (np.diff(keys) > 0).all()


@given(LINKS)
def test_a_pack_holds_the_links_it_was_made_of(links: dict[tuple[str, str], float]) -> None:
    pack = pack_of("en", "hu", links)
    assert_sound(pack)
    assert links_of(pack) == links


def test_rare_links_go_unless_a_word_has_nothing_better() -> None:
    pack = pack_of("en", "hu", {("the", "a"): 5, ("the", "kő"): 0.2, ("house", "a"): 0.1})
    assert links_of(pack).keys() == {("the", "a"), ("the", "kő"), ("house", "a")}
    pack = pack_of("en", "hu", {("the", "a"): 5, ("a", "az"): 2, ("the", "az"): 0.3})
    assert links_of(pack).keys() == {("the", "a"), ("a", "az")}


@given(LINKS)
def test_turned_round_twice_is_the_same(links: dict[tuple[str, str], float]) -> None:
    pack = pack_of("en", "hu", links)
    turned = turn_round(pack)
    assert_sound(turned)
    assert links_of(turned) == {(f, e): count for (e, f), count in links.items()}
    assert links_of(turn_round(turned)) == links


@given(LINKS, LINKS)
def test_added_packs_have_the_counts_of_both(
    one: dict[tuple[str, str], float], other: dict[tuple[str, str], float]
) -> None:
    merged = merge(pack_of("en", "hu", one), pack_of("en", "hu", other))
    assert_sound(merged)
    expected = {pair: one.get(pair, 0) + other.get(pair, 0) for pair in one.keys() | other.keys()}
    assert links_of(merged) == expected


@given(LINKS, LINKS)
def test_composition_sums_over_the_words_between(
    one: dict[tuple[str, str], float], other: dict[tuple[str, str], float]
) -> None:
    first, second = pack_of("hu", "en", one), pack_of("en", "cs", other)
    composed = compose(first, second)
    assert_sound(composed)
    for (x, y), count in links_of(composed).items():
        ahead = back = 0.0
        for (a, e), near in one.items():
            for (b, c), far in other.items():
                if a == x and e == b and c == y:
                    ahead += near / total(one, 0, a) * far / total(other, 0, b)
                    back += near / total(one, 1, e) * far / total(other, 1, c)
        expected = min(ahead * total(one, 0, x), back * total(other, 1, y))
        assert count == pytest.approx(expected, rel=1e-4)


def total(links: dict[tuple[str, str], float], side: int, word: str) -> float:
    return sum(count for pair, count in links.items() if pair[side] == word)


def test_packs_that_meet_are_composed_whichever_way_round_they_are() -> None:
    hungarian = pack_of("en", "hu", {("house", "ház"): 4, ("dog", "kutya"): 2})
    czech = pack_of("en", "cs", {("house", "dům"): 4, ("dog", "pes"): 2})
    composed = compose_any(hungarian, czech)
    assert composed.languages == ("hu", "cs")
    assert composed.through == ("en",)
    assert links_of(composed).keys() == {("ház", "dům"), ("kutya", "pes")}


def test_packs_without_a_common_language_are_refused() -> None:
    one, other = pack_of("en", "hu", {("a", "b"): 1}), pack_of("de", "cs", {("a", "b"): 1})
    with pytest.raises(ConfigError, match="exactly one language in common"):
        compose_any(one, other)


def test_entries_are_spelled_words_that_probably_translate_each_other() -> None:
    pack = pack_of(
        "en", "hu", {("house", "ház"): 9, ("house", "a"): 0.6, ("the", "a"): 99, (".", "."): 50}
    )
    assert sorted(pack.entries()) == [("house", "ház", 1.0), ("the", "a", 1.0)]
