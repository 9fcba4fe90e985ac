"""Chains of anchors."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.sentences.anchors import anchor_chain, longest_increasing
from diglot.sentences.corpus import Texts, encode, postings

POINTS = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=20)


def chain_of(source: list[str], target: list[str]) -> list[tuple[int, int]]:
    corpus = encode([Texts(source, target)])
    pair = corpus.pairs[0]
    points = anchor_chain(
        postings(pair.source, corpus.vocabulary_s),
        postings(pair.target, corpus.vocabulary_t),
        corpus.seeds, len(source), len(target),
    )  # fmt: skip
    return [(int(i), int(j)) for i, j in points]


@given(points=POINTS)
def test_the_chain_is_as_long_as_the_quadratic_one(points: list[tuple[int, int]]) -> None:
    array = np.array(points, np.int64).reshape(-1, 2)
    chain = [tuple(point) for point in longest_increasing(array)]
    assert set(chain) <= set(points)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(chain))
    ordered = sorted(set(points))
    length = [1] * len(ordered)
    for here, point in enumerate(ordered):
        for before in range(here):
            if ordered[before][0] < point[0] and ordered[before][1] < point[1]:
                length[here] = max(length[here], length[before] + 1)
    assert len(chain) == max(length, default=0)


def filler(count: int) -> list[str]:
    return [f"{'abcdefghij'[n % 10]}." for n in range(count)]


def test_rare_common_words_are_anchors_and_frequent_ones_are_not() -> None:
    source = filler(40)
    target = [line.replace(".", "!") for line in filler(40)]
    for place in range(40):
        source[place] += " often"
        target[place] += " often"
    for place, name in ((7, "Anna"), (20, "1848"), (33, "Bern")):
        source[place] += f" {name}"
        target[place + 2] += f" {name}"
    assert {(7, 9), (20, 22), (33, 35)} <= set(chain_of(source, target))
    assert all(j - i in (0, 2) for i, j in chain_of(source, target))


def test_words_far_from_where_they_should_be_are_no_anchors() -> None:
    source, target = [f"q{chr(97 + n % 26)}w." for n in range(100)], ["z!"] * 100
    source[10] += " Anna"
    target[60] += " Anna"
    source[50] += " Bern"
    target[52] += " Bern"
    assert chain_of(source, target) == [(50, 52)]


def test_words_seen_more_often_on_one_side_are_no_anchors() -> None:
    source, target = ["q."] * 50, ["z!"] * 50
    source[10] += " Anna"
    source[12] += " Anna"
    target[10] += " Anna"
    source[30] += " Bern"
    target[30] += " Bern"
    assert chain_of(source, target) == [(30, 30)]


def test_a_point_that_strays_from_its_neighbours_is_dropped() -> None:
    source, target = ["q."] * 400, ["z!"] * 400
    names = [f"{a}{b}x" for a in "bcdfghjklm" for b in "aeiou"]
    for number, name in enumerate(names[:30]):
        source[10 + 10 * number] += f" {name}"
        target[10 + 10 * number + (25 if number == 12 else 1)] += f" {name}"
    points = chain_of(source, target)
    assert len(points) >= 25
    assert {j - i for i, j in points} == {1}


def test_texts_without_common_words_have_no_anchors() -> None:
    assert chain_of(["a b", "c"], ["x", "y z"]) == []
