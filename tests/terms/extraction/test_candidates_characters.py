"""Terms of languages written without spaces."""

from __future__ import annotations

import pytest

from diglot.terms.extraction.candidates import (
    character_candidates,
    find_candidates,
    is_cut_into_characters,
    is_in_characters,
    term_candidates,
)
from diglot.terms.extraction.corpus import Corpus, encode_corpus
from diglot.terms.extraction.extract import ranked_terms
from diglot.text.function_words import function_words, linking_words
from diglot.text.tokens import words

LINES = (
    "风力发电机是清洁的。",
    "新风力发电机在海上。",
    "大型风力发电机组和叶片。",
    "我们看风力发电机的叶片。",
    "叶片很长,因为叶片旋转。",
    "老风力发电机也有叶片。",
)


def corpus(language: str = "zh", lines: tuple[str, ...] = LINES) -> Corpus:
    return encode_corpus(
        [words(line, language) for line in lines],
        language=language,
        function_words=function_words(language, characters=True),
        linking_words=linking_words(language),
    )


def test_characters_are_noticed() -> None:
    assert is_in_characters(corpus())
    assert not is_in_characters(encode_corpus([["wind", "power"]], language="en"))
    assert not is_in_characters(encode_corpus([["风力", "发电机"]], language="zh"))
    assert is_cut_into_characters([["风", "力"]], "zh")
    assert not is_cut_into_characters([["风力"]], "zh")
    assert not is_cut_into_characters([["a", "b"]], "en")


def test_strings_that_occur_once_are_no_candidates() -> None:
    found = character_candidates(corpus())
    texts = {found.text(number) for number in range(len(found))}
    assert {"风力发电机", "叶片"} <= texts
    assert "大型" not in texts


def test_function_words_of_several_characters_do_not_begin_a_candidate() -> None:
    text = corpus(lines=("因为风因为风", "因为风大"))
    every = find_candidates(text)
    assert "因为风" in {every.text(number) for number in range(len(every))}
    found = character_candidates(text)
    assert "因为风" not in {found.text(number) for number in range(len(found))}


@pytest.mark.slow
def test_whole_terms_rank_above_their_scraps() -> None:
    score = {term.text: term.score or 0 for term in ranked_terms(term_candidates(corpus()))}
    assert score["风力发电机"] > score.get("风力发", 0)
    assert score["风力发电机"] > score.get("力发电机", 0)
    assert score["叶片"] > 0


def test_latin_words_keep_their_space() -> None:
    found = find_candidates(encode_corpus([["IP", "address", "池"]], language="zh"))
    texts = {found.text(number) for number in range(len(found))}
    assert "ip address" in texts
    assert "address池" in texts


def test_words_cut_by_a_segmenter_are_ranked_like_those_of_other_languages() -> None:
    text = encode_corpus(
        [["新", "风力", "发电机", "的", "叶片"], ["风力", "发电机", "旋转"]],
        language="zh",
        function_words=function_words("zh"),
        linking_words=linking_words("zh"),
    )
    assert "风力发电机" in {
        term.text for term in ranked_terms(term_candidates(text), method="combined")
    }
