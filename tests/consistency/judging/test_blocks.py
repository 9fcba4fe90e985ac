"""Where in the characters of a text the tokens of a term stand."""

from __future__ import annotations

import dataclasses
from functools import cache

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.consistency.judging.blocks import Places, source_ranges, spans_of
from tests.consistency.translations import checker, concept, judged

PIECES = st.sampled_from(
    ["swab", "a", "z. B.", "e\u0301", "\u00ad", "𝄞", "\t", "\u3000", "1 000", "(", "«\u00a0", "."]
)
TEXTS = st.lists(st.lists(PIECES, max_size=5).map(" ".join), min_size=1, max_size=5)


@cache
def swabs():
    return checker(concept("swab", "hisopo"))


def whole_texts(texts):
    """Units of which every token is judged, whether it is a term or not."""
    done, _ = judged(swabs(), [(text, "x") for text in texts])
    sizes = np.diff(done.texts[0].offsets)
    unit = np.repeat(np.arange(len(texts), dtype=np.int32), sizes)
    begin = np.arange(sizes.sum(), dtype=np.int32) - np.repeat(done.texts[0].offsets[:-1], sizes)
    rows = dataclasses.replace(done.judged, unit=unit, begin=begin, end=begin + 1)
    return dataclasses.replace(done, judged=rows), np.arange(len(unit))


@given(TEXTS)
def test_sizes_of_tokens_tell_where_they_stand(texts):
    block, rows = whole_texts(texts)
    found = source_ranges(block, rows).tolist()
    for row, (begin, end) in zip(rows.tolist(), found, strict=True):
        unit = int(block.judged.unit[row])
        wanted = spans_of(block, unit, 0)[int(block.judged.begin[row])]
        assert (begin, end) in ((-1, -1), wanted)
        assert begin >= 0 or "\u00ad" in texts[unit]


@given(TEXTS)
def test_a_term_stands_where_its_tokens_do_whatever_is_unseen(texts):
    block, rows = whole_texts(texts)
    places = Places(block, rows)
    for row in rows.tolist():
        unit, begin = int(block.judged.unit[row]), int(block.judged.begin[row])
        assert places.source(row) == (spans_of(block, unit, 0)[begin],)


def test_a_small_word_behind_a_name():
    own = checker(concept("dialog", "diálogo"))
    texts = [
        ("the Edit - Paste Special dialog", "x"),
        ("the Edit - Paste Special Dialog", "x"),
        ("the Paste Special dialog", "x"),
        ("choose Edit - Paste in the dialog", "x"),
    ]
    done, _ = judged(own, texts)
    places = Places(done, np.arange(4))
    assert [places.is_behind_name(row) for row in range(4)] == [True, False, True, False]
