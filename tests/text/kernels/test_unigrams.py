"""The most probable cut against all cuts."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.text.tokens import WordSegmenter
from tests.twins import load_twin

TWIN = load_twin("diglot.text.kernels.unigrams")
KATAKANA, LAO, MARK = "アイ", "ກຂ", "\u0301"
WORDS = st.dictionaries(
    st.text("abアກ𠀀", min_size=1, max_size=4), st.integers(0, 255), min_size=1, max_size=12
)
TEXTS = st.text(f"abアກ{MARK}𠀀イຂ", min_size=1, max_size=8)


def cost_of(word: str, costs: dict[str, int]) -> float:
    """Cost of one word; infinite where it is none."""
    found = [costs[word]] if word in costs else []
    if len(word.rstrip(MARK)) <= 1:
        found.append(255)
    for script, letter in ((KATAKANA, 20), (LAO, 40)):
        if len(word) > 1 and word[0] in script and set(word) <= {*script, MARK}:
            found.append(120 + letter * len(word))
    return min(found, default=float("inf"))


def cheapest(text: str, costs: dict[str, int]) -> tuple[float, int]:
    """Least cost of covering a text and the number of words, over all ways to cut it."""
    best = (float("inf"), 0)
    for bits in range(1 << (len(text) - 1)):
        edges = [0, *(k + 1 for k in range(len(text) - 1) if bits >> k & 1), len(text)]
        if any(text[edge] == MARK for edge in edges[1:-1]):
            continue
        words = [text[a:b] for a, b in pairwise(edges)]
        best = min(best, (sum(cost_of(word, costs) for word in words), len(words)))
    return best


@given(TEXTS, WORDS)
def test_no_other_cut_costs_less_or_has_fewer_words_at_the_same_cost(
    text: str, costs: dict[str, int]
) -> None:
    segmenter = WordSegmenter.of(costs, name="")
    spans = segmenter.cut(text, [(0, len(text))])
    assert [0, *(end for _, end in spans)] == [*(begin for begin, _ in spans), len(text)]
    found = [text[begin:end] for begin, end in spans]
    assert (sum(cost_of(word, costs) for word in found), len(found)) == cheapest(text, costs)


@given(st.lists(TEXTS, min_size=1, max_size=3), WORDS)
def test_stretches_are_cut_as_if_they_were_alone_and_as_the_twin_cuts_them(
    texts: list[str], costs: dict[str, int]
) -> None:
    segmenter = WordSegmenter.of(costs, name="")
    whole, runs, alone = "", [], []
    for text in texts:
        whole += " "
        runs.append((len(whole), len(whole) + len(text)))
        alone += [
            (a + len(whole), b + len(whole)) for a, b in segmenter.cut(text, [(0, len(text))])
        ]
        whole += text
    assert segmenter.cut(whole, runs) == alone
    codes = np.frombuffer(whole.encode("utf-32-le"), np.uint32)
    tied = np.frombuffer(bytes(letter == MARK for letter in whole), np.uint8)
    twin = TWIN.cut_words(codes, tied, np.array(runs, np.int64), segmenter.vocabulary)
    assert list(map(tuple, twin.tolist())) == alone


def test_words_that_were_never_counted_are_not_taken_for_an_unknown_one() -> None:
    words = ["ສິດ", "ຂອງ", "ມະນຸດ", "ທຸກ", "ຄົນ"]
    segmenter = WordSegmenter.of(dict.fromkeys(words, 120), name="")
    text = "".join(words)
    assert [text[a:b] for a, b in segmenter.cut(text, [(0, len(text))])] == words
    # A word that nothing covers is still one.
    assert len(segmenter.cut("ພົງສາລີ", [(0, 7)])) == 1
