"""Terms in numbered words and their translations, against the plain way to find them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.report.build.usage import TermFinder, TermForms
from diglot.text.kernels import terms as kernel
from tests.twins import load_twin

TWIN = load_twin("diglot.text.kernels.terms")
WORDS = st.sampled_from(["a", "b", "B", "c", "AB", "ab"])
SENTENCE = st.lists(WORDS, max_size=6)


def plain_marks(terms: list[str], sentence: list[str]) -> list[list[int]]:
    """Terms in a sentence, each term compared with every stretch."""
    found = []
    for start in range(len(sentence)):
        for end in range(len(sentence), start, -1):
            stretch = sentence[start:end]
            for number, term in enumerate(terms):
                words = term.split()
                if [each.lower() for each in words] != [each.lower() for each in stretch]:
                    continue
                loud = [len(word) > 1 and word.isupper() for word in words]
                strict = any(loud) and (len(loud) == 1 or not all(loud))
                if strict and any(
                    up and word != other
                    for up, word, other in zip(loud, words, stretch, strict=True)
                ):
                    continue
                inside = any(mark[2] >= end for mark in found)
                found.append([number, start, end, int(inside)])
    return found


@given(st.lists(SENTENCE.filter(bool).map(" ".join), max_size=5), st.lists(SENTENCE, max_size=4))
def test_terms_are_those_of_a_search_of_every_stretch(terms, sentences) -> None:
    forms = TermForms("en")
    for term in terms:
        forms.add(term)
    marks, ends, sizes = TermFinder(forms).find(sentences)
    found = [marks[a:b].tolist() for a, b in pairwise(ends)]
    assert found == [plain_marks(forms.texts, each) for each in sentences]
    assert np.diff(sizes).tolist() == list(map(len, sentences))


def plain_translation(mark, others, links, partners) -> int:
    linked = {j for i, j in links if mark[1] <= i < mark[2]}
    if not linked:
        return next((each[0] for each in others if each[0] in partners), kernel.NONE)
    best, chosen = 0.5, kernel.WORDS
    for term, start, end, _ in others:
        inside = len(linked.intersection(range(start, end)))
        cover = 2 * inside / (end - start + len(linked)) + 0.3 * (term in partners)
        if inside and cover > best:
            best, chosen = cover, term
    return chosen


MARKS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 4), st.integers(1, 3)).map(
        lambda each: [each[0], each[1], min(5, each[1] + each[2]), 0]
    ),
    max_size=4,
)
PAIR = st.tuples(
    MARKS, MARKS, st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=6).map(sorted)
)


@given(st.lists(PAIR, max_size=3), st.lists(st.sets(st.integers(0, 3)), min_size=4, max_size=4))
def test_the_translation_is_the_term_that_the_links_cover_best(pairs, partners) -> None:
    def flat(rows, width):
        values = [value for row in rows for value in row]
        shape = (-1, width) if width else (-1,)
        return (
            np.array(values, np.int32).reshape(shape),
            np.cumsum([0, *map(len, rows)]).astype(np.int64),
        )

    marks, ends = flat([each[0] for each in pairs], 4)
    others, other_ends = flat([each[1] for each in pairs], 4)
    links, link_ends = flat([each[2] for each in pairs], 2)
    known, known_ends = flat([sorted(each) for each in partners], 0)
    here, there = np.ascontiguousarray(links[:, 0]), np.ascontiguousarray(links[:, 1])
    given = (marks, ends, others, other_ends, link_ends, here, there, known_ends, known, 5)
    expected = [
        plain_translation(mark, each[1], each[2], partners[mark[0]])
        for each in pairs
        for mark in each[0]
    ]
    assert kernel.translations(*given).tolist() == expected
    assert TWIN.translations(*given).tolist() == expected


@given(st.lists(SENTENCE.filter(bool).map(" ".join), max_size=5), st.lists(SENTENCE, max_size=4))
def test_the_twin_of_the_search_finds_the_same(terms, sentences) -> None:
    forms = TermForms("en")
    for term in terms:
        forms.add(term)
    numbers: dict[str, int] = {}
    arrays, look_up = forms.number_forms(Counting(numbers))
    tokens = [numbers.setdefault(word, len(numbers)) for each in sentences for word in each]
    rows = np.array([look_up(word) for word in numbers], np.int32).reshape(-1, 2)
    given = (
        np.array(tokens, np.int32),
        np.cumsum([0, *map(len, sentences)]).astype(np.int64),
        np.ascontiguousarray(rows[:, 0]),
        np.ascontiguousarray(rows[:, 1]),
        arrays,
        6,
    )
    for one, other in zip(kernel.find_terms(*given), TWIN.find_terms(*given), strict=True):
        assert one.tolist() == other.tolist()


class Counting(dict):
    """Gives numbers, and notes them elsewhere."""

    def __init__(self, numbers: dict[str, int]) -> None:
        super().__init__()
        self._numbers = numbers

    def __missing__(self, word: str) -> int:
        return self._numbers.setdefault(word, len(self._numbers))
