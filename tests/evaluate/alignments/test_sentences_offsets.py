"""Scores over two segmentations: the rectangles of ARCADE, counted character by character."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import InputError
from diglot.evaluate.alignments.sentences import score, score_offsets
from diglot.evaluate.statistics.significance import bootstrap
from tests.evaluate.alignments.strategies import alignments, texts

SOURCE = "Il pleut. Il neige. Rien."
TARGET = "It rains; it snows. Nothing."


def prf(result):
    return tuple(result.values[name] for name in ("precision", "recall", "f1"))


def joined(segments):
    """Join segments by one space and return the text with their offsets."""
    spans, at = [], 0
    for segment in segments:
        spans.append((at, at + len(segment)))
        at += len(segment) + 1
    return " ".join(segments), spans


@given(alignments, alignments)
def test_with_one_segmentation_it_equals_the_score_by_segments(predicted, gold):
    source, target = texts([*predicted, *gold])
    expected = score([predicted], [gold], [source], [target])
    (left, left_spans), (right, right_spans) = joined(source), joined(target)

    def spans(links):
        return [
            ([left_spans[i] for i in link.source], [right_spans[j] for j in link.target])
            for link in links
        ]

    result = score_offsets([spans(predicted)], [spans(gold)], [left], [right])
    for level in ("word", "char"):
        assert prf(result[level]) == pytest.approx(prf(expected[level]), abs=1e-12)


spans = st.tuples(st.integers(0, 25), st.integers(0, 25)).map(sorted).map(tuple)
rectangles = st.lists(
    st.tuples(st.lists(spans, max_size=3), st.lists(spans, max_size=3)), max_size=5
)


@given(rectangles, rectangles, st.booleans())
def test_it_counts_every_pair_of_characters_once(predicted, gold, spaces):
    def pairs(links):
        found = set()
        for left, right in links:
            for start, end in left:
                for i in range(start, end):
                    for low, high in right:
                        found |= {
                            (i, j)
                            for j in range(low, high)
                            if spaces or not (SOURCE[i].isspace() or TARGET[j].isspace())
                        }
        if not spaces:
            found = {(i, j) for i, j in found if not SOURCE[i].isspace()}
        return found

    ours, theirs = pairs(predicted), pairs(gold)
    values = score_offsets([predicted], [gold], [SOURCE], [TARGET], spaces=spaces)["char"].values
    if ours or theirs:
        assert values["precision"] == pytest.approx(len(ours & theirs) / len(ours) if ours else 0)
        assert values["recall"] == pytest.approx(len(ours & theirs) / len(theirs) if theirs else 0)
    else:
        assert values["f1"] == 1


def test_a_finer_segmentation_of_the_same_links_is_right_but_for_the_space_between():
    gold = [([(0, 19)], [(0, 19)]), ([(20, 25)], [(20, 28)])]
    predicted = [([(0, 9), (10, 19)], [(0, 19)]), ([(20, 25)], [(20, 28)])]
    strictly = score_offsets([predicted], [gold], [SOURCE], [TARGET])["char"].values
    assert strictly["precision"] == 1
    assert strictly["recall"] == pytest.approx((18 * 19 + 40) / (19 * 19 + 40))
    leniently = score_offsets([predicted], [gold], [SOURCE], [TARGET], spaces=False)["char"]
    assert prf(leniently) == (1, 1, 1)


def test_words_belong_to_the_piece_where_they_begin():
    gold = [([(0, 25)], [(0, 28)])]
    predicted = [([(0, 9)], [(0, 9)])]
    values = score_offsets([predicted], [gold], [SOURCE], [TARGET])["word"].values
    assert values["precision"] == 1
    assert values["recall"] == pytest.approx(2 * 2 / (5 * 5))


def test_rows_are_blocks_of_gold_segments_and_give_intervals():
    text, spans = joined(["satz"] * 260)
    gold = [([span], [span]) for span in spans]
    result = score_offsets([gold[:240]], [gold], [text], [text])["char"]
    assert result.statistics[:, :2].tolist() == [[0, row] for row in range(11)]
    assert result.statistics[:, 5].tolist() == [25 * 16] * 10 + [10 * 16]
    low, high = bootstrap(result).intervals["recall"]
    assert low < result.values["recall"] < high


def test_blocks_follow_the_source_side():
    text, spans = joined(["satz"] * 60)
    whole = [(spans, [(0, 4)])]
    one_by_one = [([span], [(0, 4)]) for span in spans]
    for gold, rows in ((whole, 3), (one_by_one, 3), ([([(0, 4)], spans)], 1)):
        assert len(score_offsets([gold], [gold], [text], [text])["char"].statistics) == rows


def test_offsets_outside_the_text_and_unequal_folders_are_refused():
    with pytest.raises(InputError, match=r"document 1.*20 to 99"):
        score_offsets([[([(20, 99)], [(0, 1)])]], [[]], [SOURCE], [TARGET])
    with pytest.raises(InputError, match="documents"):
        score_offsets([[]], [[]], [SOURCE], [])
