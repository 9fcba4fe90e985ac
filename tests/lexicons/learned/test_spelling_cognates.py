"""Cognates are found by the endings that trusted pairs show."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.lexicons.learned.spelling import (
    FEWEST,
    LEAST,
    LONGEST,
    STEM,
    Cognates,
    Spellings,
    find_cognates,
)

STEMS = ("abrupt", "exact", "clair", "final", "moral", "rapid", "vulgar")


def words(*given_words: str, first: int = 0) -> Spellings:
    starts = np.concatenate([[0], np.cumsum([len(each) for each in given_words])])
    letters = np.frombuffer("".join(given_words).encode(), np.uint8)
    return Spellings(first, given_words, letters, starts.astype(np.int64))


def found(
    source: Spellings, target: Spellings, pairs: list[tuple[str, str]]
) -> dict[tuple[str, str], float]:
    """Cognates of trusted pairs, by their words."""
    return named(source, target, taught(source, target, pairs))


def taught(source: Spellings, target: Spellings, pairs: list[tuple[str, str]]) -> Cognates:
    one = [source.words.index(each) + source.first for each, _ in pairs]
    other = [target.words.index(each) + target.first for _, each in pairs]
    return find_cognates(source, target, np.array(one, np.int32), np.array(other, np.int32))


def named(source: Spellings, target: Spellings, those: Cognates) -> dict[tuple[str, str], float]:
    return {
        (source.words[one - source.first], target.words[other - target.first]): trust
        for one, other, trust in zip(
            those.source.tolist(), those.target.tolist(), those.trust.tolist(), strict=True
        )
    }


ENGLISH = tuple(f"{stem}ly" for stem in STEMS)
FRENCH = tuple(f"{stem}ement" for stem in STEMS)
PAIRS = list(zip(ENGLISH, FRENCH, strict=True))


@pytest.mark.slow
def test_endings_are_learnt_from_trusted_pairs() -> None:
    source, target = words(*ENGLISH), words(*FRENCH, first=100)
    assert found(source, target, PAIRS[:FEWEST]) == dict.fromkeys(PAIRS, 1.0)


def test_too_few_pairs_show_no_ending() -> None:
    source, target = words(*ENGLISH), words(*FRENCH, first=100)
    assert found(source, target, PAIRS[: FEWEST - 1]) == {}


def test_equal_words_are_learnt_as_well() -> None:
    source, target = words(*STEMS), words(*STEMS, first=50)
    pairs = [(each, each) for each in STEMS]
    assert found(source, target, pairs[:FEWEST]) == dict.fromkeys(pairs, 1.0)


def test_the_trust_is_the_share_of_trusted_pairs_among_words_that_have_any() -> None:
    source, target = words(*ENGLISH), words(*FRENCH, "other", first=100)
    # The sixth word is known to mean something else; of the seventh nothing is known.
    pairs = [*PAIRS[:5], (ENGLISH[5], "other")]
    assert found(source, target, pairs) == pytest.approx(dict.fromkeys(PAIRS, 5 / 6))


def test_endings_that_hardly_ever_hold_are_not_believed() -> None:
    many = [f"stem{number:03}" for number in range(60)]
    source = words(*(f"{each}ly" for each in many))
    target = words(*(f"{each}ement" for each in many), "other", first=100)
    pairs = list(zip(source.words, target.words, strict=False))
    wrong = [(each, "other") for each in source.words]
    assert FEWEST / len(many) < LEAST
    assert found(source, target, [*pairs[:FEWEST], *wrong[FEWEST:]]) == {}
    right = [*pairs[: FEWEST + 2], *wrong[FEWEST + 2 :]]
    assert set(found(source, target, right).values()) == {np.float32(7 / 60)}


def test_a_short_stem_makes_no_cognates() -> None:
    short = [each[: STEM - 1] for each in STEMS]
    source = words(*(f"{each}ly" for each in short))
    target = words(*(f"{each}ement" for each in short))
    assert found(source, target, list(zip(source.words, target.words, strict=True))) == {}


def test_an_ending_is_not_cut_from_a_short_stem() -> None:
    source, target = words(*ENGLISH, "finly"), words(*FRENCH, "finement", first=100)
    assert found(source, target, PAIRS) == dict.fromkeys(PAIRS, 1.0)


def test_a_long_ending_is_no_ending() -> None:
    ending = "x" * (LONGEST + 1)
    source, target = words(*STEMS), words(*(f"{each}{ending}" for each in STEMS))
    assert found(source, target, list(zip(source.words, target.words, strict=True))) == {}


def test_an_ending_that_the_other_language_adds_is_learnt() -> None:
    source = words(*(f"{stem}l" for stem in STEMS), "stone", "table")
    target = words(*(f"{stem}le" for stem in STEMS), "stonee", "tablex", first=30)
    pairs = list(zip(source.words[:7], target.words[:7], strict=True))
    assert found(source, target, pairs) == dict.fromkeys([*pairs, ("stone", "stonee")], 1.0)


def test_nothing_trusted_gives_no_cognates() -> None:
    those = taught(words(*ENGLISH), words(*FRENCH), [])
    assert (len(those.source), len(those.target), len(those.trust)) == (0, 0, 0)
    assert those.source.dtype == np.int32


@given(
    st.lists(
        st.sampled_from([(stem, end) for stem in STEMS for end in ("", "a", "ly")]), max_size=21
    ),
    st.lists(
        st.sampled_from([(stem, end) for stem in STEMS for end in ("", "e", "ment")]), max_size=21
    ),
    st.data(),
)
def test_cognates_ascend_and_their_trust_is_at_least_the_least(
    one: list[tuple[str, str]], other: list[tuple[str, str]], data: st.DataObject
) -> None:
    source = words(*sorted({"".join(each) for each in one} | {"abruptly"}), first=7)
    target = words(*sorted({"".join(each) for each in other} | {"abruptment"}), first=50)
    pair = st.tuples(st.sampled_from(source.words), st.sampled_from(target.words))
    those = taught(source, target, data.draw(st.lists(pair, max_size=40)))
    keys = list(zip(those.source.tolist(), those.target.tolist(), strict=True))
    assert keys == sorted(set(keys))
    assert all(LEAST <= each <= 1 for each in those.trust.tolist())
    for mine, theirs in named(source, target, those):
        assert mine[:STEM] == theirs[:STEM]
