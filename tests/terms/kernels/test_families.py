"""Figures of pairs of terms, against definitions of the textbook."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.terms.kernels import families as kernel
from tests.terms.kernels.lists import SOURCE, TARGET, pack, pairs_of, random_lists
from tests.text.kernels.test_edits import common, edits
from tests.twins import load_twin

if TYPE_CHECKING:
    from collections.abc import Iterator

TWIN = load_twin("diglot.terms.kernels.families")
TEXTS = st.lists(st.text("abc", max_size=7), min_size=1, max_size=3)


def substring(one: str, other: str) -> int:
    """Length of the longest common substring."""
    parts = {one[i:j] for i in range(len(one)) for j in range(i, len(one) + 1)}
    return max((len(part) for part in parts if part in other), default=0)


def five(one: str, other: str) -> list[float]:
    """Five likenesses of two strings."""
    if not one or not other:
        return [0.0] * 5
    longer, shared = max(len(one), len(other)), substring(one, other)
    return [
        shared / longer,
        common(one, other) / longer,
        2 * shared / (len(one) + len(other)),
        shared / min(len(one), len(other)),
        1 - edits(one, other) / longer,
    ]


@given(TEXTS, TEXTS)
def test_likeness_of_strings(one: list[str], other: list[str]) -> None:
    lines, columns = (each.astype(np.int64) for each in pairs_of(len(one), len(other)))
    found = kernel.string_features(lines, columns, pack(one), pack(other))
    assert found.tolist() == [five(a, b) for a in one for b in other]


class Case:
    """Two lists of terms whose words have letters."""

    def __init__(self, seed: int) -> None:
        lists = self.lists = random_lists(seed, least=0)
        rng = self.rng = np.random.default_rng(seed)
        self.names = [
            ["".join(rng.choice(list("abc"), rng.integers(1, 9))) for _ in range(count)]
            for count in (SOURCE, TARGET)
        ]
        self.texts = [
            "".join(self.names[1][word] for word in lists.target.words(term))
            for term in range(len(lists.target.offsets) - 1)
        ]
        self.pairs = tuple(each.astype(np.int64) for each in pairs_of())
        self.terms = lists.source[:2], lists.target[:2]
        self.related = lists.dense > 0
        self.equal = lists.words.offsets, lists.words.columns

    def words(self) -> Iterator[tuple[np.ndarray, np.ndarray, int]]:
        """Words of source and target of every pair, and the number of the target."""
        for i, j in zip(*self.pairs, strict=True):
            yield self.lists.source.words(i), self.lists.target.words(j), j


CASES = st.integers(0, 999).map(Case)


@given(CASES)
def test_cognates_are_first_and_last_words(case: Case) -> None:
    found = kernel.cognate_features(*case.pairs, *case.terms, *map(pack, case.names))
    for (here, there, _), row in zip(case.words(), found, strict=True):
        for end, value in zip((0, -1), row, strict=True):
            expected = False
            if len(here) and len(there):
                a, b = case.names[0][here[end]], case.names[1][there[end]]
                longer = max(len(a), len(b))
                expected = longer > 3 and substring(a, b) >= 0.7 * longer
            assert value == expected


@given(CASES)
def test_translations_by_ends_shares_and_runs(case: Case) -> None:
    parts = [case.rng.random(case.related.shape) < 0.2 for _ in range(2)]
    begins, ends = (
        (np.cumsum([0, *part.sum(1)], dtype=np.int64), np.nonzero(part)[1].astype(np.int32))
        for part in parts
    )
    lengths = np.array([len(text) for text in case.texts], np.int64)
    found = kernel.translation_features(*case.pairs, *case.terms, case.equal, begins, ends, lengths)
    for (here, there, j), row in zip(case.words(), found, strict=True):
        if not len(here) or not len(there):
            assert not row.any()
            continue
        known = [bool(case.related[word][there].any()) for word in here]
        runs = "".join("+" if each else "-" for each in known)
        compound = lengths[j] > kernel.COMPOUND
        first, last = (here[0], there[0]), (here[-1], there[-1])
        share = sum(known) / len(here)
        assert row.tolist() == pytest.approx(
            [
                float(case.related[first] or (compound and parts[0][first])),
                float(case.related[last] or (compound and parts[1][last])),
                share,
                1 - share,
                max(map(len, runs.split("-"))) / len(here),
                max(map(len, runs.split("+"))) / len(here),
            ]
        )


@given(CASES)
def test_words_are_covered_by_translations_or_by_likeness_to_the_whole(case: Case) -> None:
    found = kernel.cover_features(
        *case.pairs, *case.terms, case.equal, pack(case.names[0]), pack(case.texts)
    )
    for (here, there, j), row in zip(case.words(), found, strict=True):
        covered = [
            bool(case.related[word][there].any())
            or max(five(case.names[0][word], case.texts[j])) > kernel.COVERED
            for word in here
        ]
        if not covered:
            assert not row.any()
            continue
        share = sum(covered) / len(covered)
        assert row.tolist() == pytest.approx(
            [float(covered[0]), float(covered[-1]), share, 1 - share, 2 * share - 1]
        )


@given(TEXTS, TEXTS)
def test_the_twin_finds_the_same_likeness(one: list[str], other: list[str]) -> None:
    pairs = tuple(each.astype(np.int64) for each in pairs_of(len(one), len(other)))
    arguments = (*pairs, pack(one), pack(other))
    np.testing.assert_array_equal(
        kernel.string_features(*arguments), TWIN.string_features(*arguments), strict=True
    )
