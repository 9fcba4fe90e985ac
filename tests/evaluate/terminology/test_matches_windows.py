"""Window overlap: what stands around terms."""

from __future__ import annotations

import pytest

from diglot.evaluate.terminology.matches import (
    count_shared,
    dependency_window,
    subsequence_length,
    window,
)
from diglot.evaluate.terminology.scores import encode_hypothesis, overlaps, window_score
from diglot.evaluate.terminology.texts import Vocabulary
from tests.evaluate.terminology.marked_texts import encoded, marked, one


def around(text: str, span: tuple[int, int], size: int) -> list[str]:
    vocabulary = Vocabulary()
    found = window(vocabulary.encode(text.split()), span, size, vocabulary.is_punctuation)
    return [vocabulary.word(token) for token in found]


def scores(text, hypothesis, size=2, **options):
    gold, tokens = one(text, hypothesis)
    [found] = overlaps(encode_hypothesis(gold, [tokens]), size, **options)
    return {pairing.term: pairing.score for pairing in found}


def test_punctuation_does_not_count_as_a_word_of_a_window():
    assert around("a « b ... , T — c d", (5, 6), 2) == ["a", "b", "c", "d"]


def test_a_window_ends_with_the_segment():
    assert around("T b", (0, 1), 3) == ["b"]


def test_words_of_the_term_stand_in_no_window():
    assert around("a T U b", (1, 3), 2) == ["a", "b"]


def test_copies_are_shared_once_each():
    assert count_shared([1, 1, 2], [1, 2, 2]) == 2


def test_the_longest_common_subsequence_keeps_the_order():
    assert subsequence_length([1, 2, 3, 4], [3, 1, 2, 4]) == 3
    assert subsequence_length([], [1]) == subsequence_length([1], []) == 0


def test_the_score_divides_by_the_window_of_the_reference():
    assert scores("a b [1 t] c", "x b t c") == {0: pytest.approx(2 / 3)}


def test_only_the_annotated_form_has_a_window():
    assert scores("a [1 t]", "a u") == {}


def test_repeated_forms_are_paired_with_the_most_alike_window_first():
    assert scores("a [1 t] b c d e [1 t] f", "e t f x y z a t b") == {
        0: pytest.approx(2 / 3),
        1: pytest.approx(2 / 3),
    }


def test_in_huge_segments_occurrences_are_paired_in_their_order():
    count = 1100
    found = scores("a [1 t] " * count, "a t " * (count - 1))
    assert list(found) == list(range(count - 1))
    # The last place has nothing on its right.
    assert [found[number] for number in (0, 1, count - 3)] == [1.0, 1.0, 1.0]
    assert found[count - 2] == 0.5


def test_a_term_that_stands_alone_cannot_be_misplaced():
    assert scores("[1 t]", "t x") == {0: 1.0}


def test_function_words_can_be_left_out():
    vocabulary = Vocabulary(is_function_word=lambda word: word == "la")
    gold, tokens = one("a la [1 t] b", "a t b", vocabulary=vocabulary)
    work = encode_hypothesis(gold, [tokens])
    assert overlaps(work, 1)[0][0].score == 0.5
    assert overlaps(work, 1, skip_function_words=True)[0][0].score == 1


def test_the_four_aggregates_differ_in_what_they_divide_by():
    gold = encoded(
        marked("a [1 t]", name="1"), marked("[1 t] b [2 u]", name="2"), marked("x", name="3")
    )
    work = encode_hypothesis(gold, gold.hypothesis(["a t", "t c", "x"]))
    found = window_score("window_overlap_1", work, overlaps(work, 1))
    # One term at 1, one of two at 0, a segment without terms.
    assert found.values == {
        "per_segment": pytest.approx(1 / 2),
        "all_segments": pytest.approx(1 / 3),
        "matched": pytest.approx(1 / 2),
        "all_terms": pytest.approx(1 / 3),
    }


def test_a_dependency_window_has_heads_and_dependents_without_punctuation():
    vocabulary = Vocabulary()
    tokens = vocabulary.encode(["dry", "cough", "is", "bad", "."])
    heads = [1, 2, -1, 2, 1]
    found = dependency_window(heads, tokens, (1, 2), vocabulary)
    assert [vocabulary.word(token) for token in found] == ["dry", "is"]
    assert dependency_window(heads, tokens, (0, 2), vocabulary) == (tokens[2],)
