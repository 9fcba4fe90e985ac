"""Entries of word lists in aligned text, counted one by one and all at once."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.model import WordLinks
from diglot.words.decoding.links import Spans, count_links, find_entries

Sentences = list[list[int]]
words = st.integers(1, 5)
sentences = st.lists(st.lists(words, max_size=6), min_size=1, max_size=4)
entries = st.lists(st.lists(words, min_size=1, max_size=3), max_size=5, unique_by=tuple)


def flat(text: Sentences) -> tuple[np.ndarray, np.ndarray]:
    tokens = np.array([word for sentence in text for word in sentence], np.int64)
    return tokens, np.cumsum([0, *map(len, text)])


def spans(text: Sentences, listed: list[list[int]], other: Sentences | None = None) -> Spans:
    tokens, offsets = flat(text)
    return find_entries([tokens, flat(other or text)[0]], offsets, listed)


def found(result: Spans) -> set[tuple[int, int, int, int]]:
    sentence = np.repeat(np.arange(len(result.lengths)), np.diff(result.offsets))
    columns = (sentence, result.begin, result.end, result.entry)
    return set(zip(*(column.tolist() for column in columns), strict=True))


@given(sentences, entries)
def test_entries_stand_where_all_their_words_do(text: Sentences, listed: list[list[int]]) -> None:
    expected = {
        (number, at, at + len(entry), name)
        for number, sentence in enumerate(text)
        for name, entry in enumerate(listed)
        for at in range(len(sentence))
        if sentence[at : at + len(entry)] == entry
    }
    assert found(spans(text, listed)) == expected


def test_an_entry_stands_in_either_reading() -> None:
    forms, lemmas = [[7, 8, 9]], [[7, 2, 3]]
    assert found(spans(forms, [[8], [2, 3], [8, 3]], lemmas)) == {(0, 1, 2, 0), (0, 1, 3, 1)}


def test_words_beyond_those_of_all_entries_are_none_of_them() -> None:
    assert found(spans([[9, 4, 100]], [[4]])) == {(0, 1, 2, 0)}


def plain(
    links: list[set[tuple[int, int]]], one: Spans, other: Spans
) -> dict[tuple[int, int], tuple[int, int]]:
    """Every span with every other, by sets."""
    counts: Counter[tuple[int, int]] = Counter()
    together: Counter[tuple[int, int]] = Counter()
    for pair, those in enumerate(links):
        sides = [sorted(each for each in found(side) if each[0] == pair) for side in (one, other)]
        for _, begin, end, name in sides[0]:
            for _, left, right, its in sides[1]:
                inside = {(i, j) for i, j in those if begin <= i < end and left <= j < right}
                leaving = {(i, j) for i, j in those if (begin <= i < end) != (left <= j < right)}
                single = end - begin == right - left == 1
                counts[name, its] += bool(inside) and (single or not leaving)
        names = [{each[3] for each in side} for side in sides]
        for name in names[0]:
            for its in names[1]:
                together[name, its] += 1
    return {key: (count, together[key]) for key, count in counts.items() if count}


@st.composite
def aligned(draw: st.DrawFn) -> tuple[Sentences, Sentences, list[set[tuple[int, int]]]]:
    one = draw(sentences)
    other = [draw(st.lists(words, max_size=6)) for _ in one]
    links = [
        draw(st.sets(st.tuples(st.integers(0, len(a) - 1), st.integers(0, len(b) - 1))))
        if a and b
        else set()
        for a, b in zip(one, other, strict=True)
    ]
    return one, other, links


def as_links(links: list[set[tuple[int, int]]]) -> WordLinks:
    ordered = [sorted(each) for each in links]
    ends = np.array([end for each in ordered for end in each], np.int32).reshape(-1, 2)
    offsets = np.cumsum([0, *map(len, ordered)])
    return WordLinks(offsets, ends[:, 0].copy(), ends[:, 1].copy())


@given(aligned(), entries, entries)
def test_counts_are_those_of_every_span_with_every_other(
    text: tuple[Sentences, Sentences, list[set[tuple[int, int]]]],
    listed: list[list[int]],
    others: list[list[int]],
) -> None:
    one, other = spans(text[0], listed), spans(text[1], others)
    result = count_links(as_links(text[2]), one, other)
    keys = list(zip(result.source.tolist(), result.target.tolist(), strict=True))
    assert keys == sorted(keys)
    values = zip(result.links.tolist(), result.together.tolist(), strict=True)
    assert dict(zip(keys, values, strict=True)) == plain(text[2], one, other)


@pytest.mark.parametrize(
    ("links", "linked"),
    [
        ({(0, 0), (1, 0)}, True),
        ({(0, 0)}, True),
        ({(0, 0), (1, 1)}, False),
        ({(0, 0), (2, 0)}, False),
        (set(), False),
    ],
    ids=["both words", "one word", "a link out", "a link in", "no link"],
)
def test_an_entry_of_two_words_is_linked_when_no_link_leaves(
    links: set[tuple[int, int]], linked: bool
) -> None:
    one, other = spans([[1, 2, 3]], [[1, 2]]), spans([[1, 2]], [[1]])
    assert bool(len(count_links(as_links([links]), one, other).source)) is linked


def test_text_without_entries_has_no_counts() -> None:
    nothing = spans([[1, 2]], [])
    assert not len(count_links(as_links([{(0, 0)}]), nothing, nothing).source)
