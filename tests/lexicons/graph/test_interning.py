"""Words get numbers as in a dictionary of Python, and stand in the order of sorted tuples."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.lexicons.graph import interning
from diglot.lexicons.graph.interning import casefold_words, normalise_lemmas, order_nodes
from tests.text.test_interning import WORDS, text_of, words_of

# Blanks of every kind, marks that compose, letters that case folding makes longer.
LEMMAS = st.lists(st.text(st.sampled_from("abÅA\u030aßİ ﬁ\t\r\x1c\x85\u2003\u3000😀\ud800")))


@given(lemmas=LEMMAS)
def test_normal_lemmas_are_composed_with_single_spaces(lemmas: list[str]) -> None:
    expected = [" ".join(unicodedata.normalize("NFC", each).split()) for each in lemmas]
    for each in (lemmas, expected):
        assert normalise_lemmas("".join(f"{lemma}\n" for lemma in each)) == "".join(
            f"{lemma}\n" for lemma in expected
        )


@pytest.mark.parametrize(
    ("lemma", "found"),
    [("e\u0301te\u0301", "été"), (" a  b ", "a b"), ("a\u00a0b", "a b"), ("a\u200bb", "a\u200bb")],
)
def test_what_makes_a_lemma_normal(lemma: str, found: str) -> None:
    assert normalise_lemmas(lemma) == found
    assert normalise_lemmas(f"x\n{lemma}\ny\n") == f"x\n{found}\ny\n"


@given(words=WORDS, at_once=st.sampled_from([1, 2, 1000]))
def test_case_is_folded_word_by_word(words: list[str], at_once: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(interning, "_FOLDED_AT_ONCE", at_once)
        found = casefold_words(text_of(words))
    assert words_of(found) == [word.casefold() for word in words]


@given(
    nodes=st.lists(
        st.tuples(WORDS.map(lambda words: words[0]), st.integers(0, 3)), min_size=1, unique=True
    )
)
def test_nodes_are_sorted_by_word_lemma_and_part(nodes: list[tuple[str, int]]) -> None:
    lemmas = text_of([lemma for lemma, _ in nodes])
    order, first = order_nodes(
        lemmas, casefold_words(lemmas), np.array([part for _, part in nodes], np.uint16)
    )
    found = [nodes[at] for at in order.tolist()]
    assert found == sorted(nodes, key=lambda node: (node[0].casefold(), *node))
    folded = [lemma.casefold() for lemma, _ in found]
    assert first.tolist() == [at == 0 or folded[at] != folded[at - 1] for at in range(len(folded))]
