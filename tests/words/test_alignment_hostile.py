"""Words of any letters and none: what alignment makes of hostile text."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.words import Aligner, Knowledge, align, links
from diglot.words.corpus import encode
from tests.words.test_alignment import assert_sound
from tests.words.toys import f1, toy

ODD = {
    "surrogates": ["\ud800", "\udfff\ud800", "a\udcff"],
    "marks": ["\u0301", "\u0301\u0302", "\u20dd"],
    "invisible": ["\u200b", "\u2060", "\ufeff", "\u00ad"],
    "spaces": [" ", "\u00a0", "\u3000", "\t"],
    "nothing": ["", "\x00", "\x7f"],
    "endless": ["x" * 10_000, "x" * 9_999 + "y", "\u00e9" * 10_000],
    "growing": ["\u0130", "\ufb03", "\u1e9e"],
    "beyond": ["\U0001f600", "\U0010ffff", "\U00020000"],
}


@pytest.mark.slow
@pytest.mark.parametrize("method", ["gibbs", "hmm"])
@pytest.mark.parametrize("words", ODD.values(), ids=ODD)
def test_odd_words_are_words(words: list[str], method: str) -> None:
    pairs = [(words, words[::-1]), (words, ["plain", *words]), (["plain"], words)]
    corpus = encode(pairs)
    found = align(corpus, method=method)
    assert_sound(found, corpus)
    again = align(corpus, Knowledge(found.model), method=method)
    assert_sound(again, corpus)
    assert isinstance(Aligner(found.model).align(words, words), list)


@given(st.lists(st.tuples(*[st.lists(st.text(max_size=4), max_size=5)] * 2), max_size=4))
def test_any_text_is_aligned(pairs: list[tuple[list[str], list[str]]]) -> None:
    corpus = encode(pairs)
    assert_sound(align(corpus, method="hmm"), corpus)


SCRIPTS = {
    "chinese": 0x4E00,
    "hangul": 0xAC00,
    "kana": 0x3042,
    "arabic": 0x0628,
    "hebrew": 0x05D0,
    "cyrillic": 0x0430,
    "devanagari": 0x0915,
    "emoji": 0x1F600,
}


@pytest.mark.parametrize("first", SCRIPTS.values(), ids=SCRIPTS)
@pytest.mark.parametrize("turned", [False, True], ids=["source", "target"])
def test_any_script_is_aligned(first: int, turned: bool) -> None:
    text = toy(4, 80, words=30)
    written: dict[str, str] = {}

    def rewritten(word: str) -> str:
        letters = (chr(first + (7 * len(written)) % 23), chr(first + len(written) % 23))
        return written.setdefault(word, "".join(letters) * (1 + len(written) // 23))

    pairs, gold = [], []
    for (source, target), right in zip(text.pairs, text.gold, strict=True):
        other = [rewritten(word) for word in target]
        pairs.append((other, source) if turned else (source, other))
        gold.append({(j, i) for i, j in right} if turned else right)
    found = links(align(encode(pairs), method="hmm", learn=False))
    assert f1([set(found.of(pair)) for pair in range(found.pairs)], gold) > 0.9


@pytest.mark.slow
def test_words_are_the_same_whatever_their_case() -> None:
    text = toy(1, 30)
    shouted = [([w.upper() for w in source], target) for source, target in text.pairs]
    one, other = (
        align(encode(pairs), method="gibbs", learn=False) for pairs in (text.pairs, shouted)
    )
    np.testing.assert_array_equal(one.probabilities, other.probabilities)
