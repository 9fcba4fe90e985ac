"""Phrases around terms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.evaluate.terminology import strings
from diglot.evaluate.terminology.strings import linked_places, phrase_pairs, texts
from tests.evaluate.terminology.marked_texts import SPANISH, SYSTEMS, one

TOKENS = st.lists(st.integers(0, 5), max_size=12).map(tuple)


def phrases(text: str, hypothesis: str, size: int):
    gold, tokens = one(text, hypothesis)
    [segment] = gold.segments
    links = list(enumerate(linked_places(segment.reference, tokens)))
    return texts(phrase_pairs(segment, tokens, links, size), gold.vocabulary)


def test_the_phrases_of_the_example_in_the_appendix():
    # The paper's aligner links both words of "tos seca" to "tos"; equal words alone do as much.
    assert phrases(SPANISH, SYSTEMS[1], 2) == [
        ("también tenían fiebre (98%) ,", "también tenían fiebre (98%) ,"),
        ("(98%) , tos seca (47%) y", "(98%) , tos (47%) y"),
        ("(98%) , tos seca (47%)", "(98%) , tos (47%) y"),
        ("como principales síntomas .", "sus principales síntomas ."),
    ]


def test_a_term_without_linked_words_has_an_empty_phrase():
    assert phrases("a [1 t] b", "a u b", 1) == [("a t b", "")]


def test_the_image_goes_from_the_first_linked_word_to_the_last():
    assert phrases("[1 mal de coeur] fort", "mal au coeur fort", 0) == [
        ("mal de coeur", "mal au coeur")
    ]


def test_links_of_an_aligner_give_the_phrases_of_the_paper_for_both_words_of_a_term():
    gold, tokens = one("(98%) , [1 tos seca] (47%)", "(98%) , tos (47%)")
    [segment] = gold.segments
    crossing = [(2, 2), (3, 2), (3, 1)]
    assert texts(phrase_pairs(segment, tokens, crossing, 1), gold.vocabulary) == [
        (", tos seca (47%)", "(98%) , tos (47%)")
    ]


@pytest.mark.parametrize("cells", [0, 1 << 30])
@given(reference=TOKENS, hypothesis=TOKENS)
def test_links_join_equal_tokens_and_never_cross(monkeypatch_cells, cells, reference, hypothesis):
    with monkeypatch_cells(cells):
        places = linked_places(reference, hypothesis)
    joined = [(here, there) for here, there in enumerate(places) if there >= 0]
    assert all(reference[here] == hypothesis[there] for here, there in joined)
    assert [there for _, there in joined] == sorted({there for _, there in joined})


@pytest.mark.parametrize("cells", [0, 1 << 30])
@given(st.lists(st.integers(), unique=True, max_size=20).map(tuple))
def test_a_text_is_linked_to_itself_word_by_word(monkeypatch_cells, cells, text):
    with monkeypatch_cells(cells):
        assert linked_places(text, text) == list(range(len(text)))


@pytest.fixture(scope="module")
def monkeypatch_cells():
    def patched(cells: int):
        patch = pytest.MonkeyPatch()
        patch.setattr(strings, "_CELLS", cells)
        return _Undo(patch)

    return patched


class _Undo:
    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        self._patch.undo()
