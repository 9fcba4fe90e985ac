from __future__ import annotations

import numpy as np
import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from diglot.text.tokens import WordSegmenter, segmenters_in_use, tokenise, words
from tests.effort import grows_linearly

LISTED = {
    "北京": 80,
    "大学": 70,
    "大学生": 95,
    "学生": 75,
    "生活": 70,
    "中": 50,
    "心": 70,
    "的": 30,
}
CHINESE = WordSegmenter.of(LISTED, name="words@test")
THAI = WordSegmenter.of({"สวัสดี": 90, "ครับ": 60, "โรค": 80}, name="thai")

NEVER_SEEN = regex.compile(r"[\s\p{DI}]*")


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("北京大学生活的中心", "北京 大学 生活 的 中 心"),
        ("N95的COVID-19（ACE2）2x", "N95 的 COVID-19 （ ACE2 ） 2x"),
        ("3.5mm，1,000.50元 5 GB", "3.5mm ， 1,000.50 元 5 GB"),
        ("见http://a.org/b?c=1。我x@y.org", "见 http://a.org/b?c=1 。 我 x@y.org"),
        (
            "见http://a.org/的北京，www.a.org大学x@y.org的心",
            "见 http://a.org/ 的 北京 ， www.a.org 大学 x@y.org 的 心",
        ),
        ("ＡＢＣ１２的", "ＡＢＣ１２ 的"),
        ("オペラ的シ", "オペラ 的 シ"),
        ("X光·Ctrl+C", "X 光 · Ctrl + C"),
    ],
)
def test_words_of_mixed_text(text: str, tokens: str) -> None:
    assert words(text, "zh", segmenter=CHINESE) == tokens.split()


def test_marks_and_vowels_stay_with_their_letter() -> None:
    assert words("สวัสดีครับ", "th", segmenter=THAI) == ["สวัสดี", "ครับ"]
    for token in words("ผมชื่อสมชายเป็นโรค", "th", segmenter=THAI):
        assert token[0] not in "ัิีึืุู็่้ะาำ"
        assert token[-1] not in "เแโใไ"


def test_a_mark_of_repetition_belongs_to_the_word_before() -> None:
    assert words("โรคๆครับ", "th", segmenter=THAI) == ["โรคๆ", "ครับ"]
    assert words("โรค ๆ ครับ", "th", segmenter=THAI) == ["โรค", "ๆ", "ครับ"]
    assert words("ๆโรค", "th", segmenter=THAI) == ["ๆ", "โรค"]


@given(st.text(max_size=60) | st.text("北京大学生活N9-5 .ア\u0301เกๆ\u200b", max_size=30))
def test_words_cover_what_is_visible_once(text: str) -> None:
    at = 0
    for begin, end in tokenise(text, "zh", segmenter=CHINESE):
        assert at <= begin < end
        assert NEVER_SEEN.fullmatch(text, at, begin)
        at = end
    assert NEVER_SEEN.fullmatch(text, at)


def test_a_segmenter_serves_while_it_is_in_use_and_its_language_alone() -> None:
    with segmenters_in_use({"zh": CHINESE}.get):
        assert words("大学", "zh-CN") == ["大学"]
        assert words("大学", "ja") == ["大", "学"]
        assert words("the 大学", "en") == ["the", "大学"]
        with segmenters_in_use(None):
            assert words("大学", "zh") == ["大", "学"]
    assert words("大学", "zh") == ["大", "学"]


@pytest.mark.parametrize(("lengths", "costs"), [([2], [1, 2]), ([1], [1]), ([2, 0], [1, 1])])
def test_vocabularies_that_make_no_sense_are_refused(lengths: list[int], costs: list[int]) -> None:
    with pytest.raises(ValueError, match="fit"):
        WordSegmenter("大学", np.array(lengths, np.uint8), np.array(costs, np.uint8), name="")


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["大学", "大", "ア", "เ", "大a-", "1.", "http://", "ๆ"])
def test_hostile_runs_take_linear_time(unit: str) -> None:
    assert grows_linearly(
        lambda size: tokenise(unit * (size // len(unit)), "zh", segmenter=CHINESE), 20_000
    )
