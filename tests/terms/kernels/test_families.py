"""Figures of pairs of terms, against definitions of the textbook."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.terms.kernels import families as kernel
from tests.terms.kernels.lists import SOURCE, TARGET, pack, pairs_of, random_lists
from tests.text.kernels.test_edits import common, edits
from tests.twins import load_twin

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


def some_words(rng: np.random.Generator, count: int) -> list[str]:
    return ["".join(rng.choice(list("abc"), rng.integers(1, 9))) for _ in range(count)]


@given(st.integers(0, 999))
def test_figures_of_cognates_translations_and_cover(seed: int) -> None:
    lists = random_lists(seed, least=0)
    rng = np.random.default_rng(seed)
    names = some_words(rng, SOURCE), some_words(rng, TARGET)
    texts = [
        "".join(names[1][word] for word in lists.target.words(term))
        for term in range(len(lists.target.offsets) - 1)
    ]
    pairs = tuple(each.astype(np.int64) for each in pairs_of())
    one, other = lists.source[:2], lists.target[:2]
    equal = lists.words.offsets, lists.words.columns
    related = lists.dense > 0
    parts = [rng.random(related.shape) < 0.2 for _ in range(2)]
    begins, ends = (
        (np.cumsum([0, *part.sum(1)], dtype=np.int64), np.nonzero(part)[1].astype(np.int32))
        for part in parts
    )
    lengths = np.array([len(text) for text in texts], np.int64)
    cognates = kernel.cognate_features(*pairs, one, other, pack(names[0]), pack(names[1]))
    translated = kernel.translation_features(*pairs, one, other, equal, begins, ends, lengths)
    covered = kernel.cover_features(*pairs, one, other, equal, pack(names[0]), pack(texts))
    for i, j, *rows in zip(*pairs, cognates, translated, covered, strict=True):
        here, there = lists.source.words(i), lists.target.words(j)
        cover = [
            bool(related[word][there].any()) or max(five(names[0][word], texts[j])) > 0.7
            for word in here
        ]
        share = sum(cover) / max(1, len(cover))
        ended = [float(cover[0]), float(cover[-1]), share, 1 - share] if len(here) else [0.0] * 4
        assert rows[2].tolist() == pytest.approx([*ended, ended[2] - ended[3]])
        if not len(here) or not len(there):
            assert not rows[0].any()
            assert not rows[1].any()
            continue
        known = [bool(related[word][there].any()) for word in here]
        runs = "".join("+" if each else "-" for each in known)
        compound = lengths[j] > kernel.COMPOUND
        n = len(here)
        assert rows[1].tolist() == pytest.approx(
            [
                related[here[0], there[0]] or (compound and parts[0][here[0], there[0]]),
                related[here[-1], there[-1]] or (compound and parts[1][here[-1], there[-1]]),
                sum(known) / n,
                1 - sum(known) / n,
                max(map(len, runs.split("-"))) / n,
                max(map(len, runs.split("+"))) / n,
            ]
        )
        for end, found in ((0, rows[0][0]), (-1, rows[0][1])):
            a, b = names[0][here[end]], names[1][there[end]]
            longer = max(len(a), len(b))
            assert found == (longer > 3 and substring(a, b) >= 0.7 * longer)


@given(TEXTS, TEXTS)
def test_the_twin_finds_the_same_likeness(one: list[str], other: list[str]) -> None:
    pairs = tuple(each.astype(np.int64) for each in pairs_of(len(one), len(other)))
    arguments = (*pairs, pack(one), pack(other))
    np.testing.assert_array_equal(
        kernel.string_features(*arguments), TWIN.string_features(*arguments), strict=True
    )
