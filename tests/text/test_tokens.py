from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.text.tokens import tokenise, words
from tests.effort import grows_linearly

NEVER_SEEN = regex.compile(r"[\s\p{DI}]*")


@pytest.mark.parametrize(
    ("language", "text", "tokens"),
    [
        ("fr", "l'eau d’or qu'il", "l' eau d’ or qu' il"),
        ("fr", "aujourd'hui presqu'île quelqu'un", "aujourd'hui presqu'île quelqu'un"),
        ("fr", "c'est-à-dire", "c' est-à-dire"),
        ("fr", "jusqu'à lorsqu'on", "jusqu' à lorsqu' on"),
        ("fr", "l'« ami »", "l' « ami »"),
        ("it", "dell'arte un po' d'acqua", "dell' arte un po' d' acqua"),
        ("ca", "l'home anar-se'n col·lecció", "l' home anar-se 'n col·lecció"),
        ("en", "Peter's don't I'll o'clock", "Peter 's don't I 'll o'clock"),
        ("en", "state-of-the-art the dogs' house", "state-of-the-art the dogs ' house"),
        ("en", "e.g. this, etc. at 5 p.m.", "e.g. this , etc. at 5 p.m."),
        ("de", "z.B. die E-Mail usw.", "z.B. die E-Mail usw."),
        ("ru", "Какой-то т.е. вот", "Какой-то т.е. вот"),
        ("en", "see http://a.org/b?c=1. Or me@x.org!", "see http://a.org/b?c=1 . Or me@x.org !"),
        ("en", "www.x.org, 3.14 1,000.50", "www.x.org , 3.14 1,000.50"),
        ("zh", "我爱ABC3.5，好", "我 爱 ABC 3.5 ， 好"),
        ("th", "วันดี", "วั น ดี"),
        (None, "l'eau", "l'eau"),
        ("de", "Auto\u00adbahn, Wort", "Auto\u00adbahn , Wort"),
        ("fa", "می\u200cخواهم کتاب", "می\u200cخواهم کتاب"),
        ("hi", "क्\u200dया रा", "क्\u200dया रा"),
        ("ml", "അവന്\u200d.", "അവന്\u200d ."),
        ("he", 'צה״ל ג׳ורג׳ ארה"ב', 'צה״ל ג׳ורג׳ ארה"ב'),
        ("he", 'אמר "שלום"', 'אמר " שלום "'),
        # Spaces of no width, marks of direction and of byte order are never seen.
        ("km", "ភាសា\u200bខ្មែរ", "ភា សា ខ្ មែ រ"),
        ("ar", "\u200fمرحبا\u200e بك\u200f.", "مرحبا بك ."),
        ("de", "\ufeffgut\u200b, \u2060ja", "gut , ja"),
    ],
)
def test_phenomenon(language: str | None, text: str, tokens: str) -> None:
    assert words(text, language) == tokens.split()


def test_numbers_keep_narrow_no_break_spaces() -> None:
    assert words("1\u202f234,5 et 12\u00a0000", "fr") == ["1\u202f234,5", "et", "12\u00a0000"]


def test_spaced_abbreviations_are_one_token() -> None:
    assert words("so z. B. hier", "de") == ["so", "z. B.", "hier"]
    assert words("vers 52 av. J.-C. ici", "fr") == ["vers", "52", "av.", "J.-C.", "ici"]


@given(
    st.text(max_size=120),
    st.sampled_from([None, "en", "fr", "it", "ca", "de", "zh", "th", "und"]),
)
def test_tokens_cover_everything_visible_in_order(text: str, language: str | None) -> None:
    spans = tokenise(text, language)
    at = 0
    for begin, end in spans:
        assert at <= begin < end <= len(text)
        assert NEVER_SEEN.fullmatch(text, at, begin)
        at = end
    assert NEVER_SEEN.fullmatch(text, at)


@given(
    st.lists(st.sampled_from([*"aLÀ'’-. ,", "p. ex.", "z. B.", "l'", " . "]), max_size=30),
    st.sampled_from([None, "fr", "de", "it", "en"]),
)
def test_what_stands_between_spaces_is_cut_alike_wherever_it_does(
    pieces: list[str], language: str | None
) -> None:
    text = "".join(pieces)
    # Only numbers and abbreviations hold a no-break space, so such a text is cut as a whole.
    assert tokenise(text, language) == tokenise(text.replace(" ", "\u00a0"), language)


@given(st.lists(st.sampled_from(list("aLÀ'’-. 1,d")), max_size=40).map("".join))
def test_apostrophes_hyphens_and_stops_in_any_order(text: str) -> None:
    for language in ("fr", "it", "ca", "en"):
        spans = tokenise(text, language)
        assert "".join(text[a:b] for a, b in spans).replace(" ", "") == text.replace(" ", "")


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["a.", "l'", "a-", "a@", "1.", "http://", "a", "'", "www.", "我"])
def test_hostile_runs_take_linear_time(unit: str) -> None:
    assert grows_linearly(lambda size: tokenise(unit * (size // len(unit)), "fr"), 20_000)


def test_unknown_segmenters_and_languages_are_refused() -> None:
    with pytest.raises(ConfigError, match="choose jieba"):
        tokenise("我", "zh", segmenter="kuromoji")
    with pytest.raises(ConfigError, match="Chinese only"):
        tokenise("a", "en", segmenter="jieba")
    with pytest.raises(ConfigError, match="unknown language"):
        tokenise("a", "klingon")


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "jieba", None)
    with pytest.raises(ConfigError, match=r"diglot\[cjk\]"):
        tokenise("我爱北京", "zh", segmenter="jieba")


def test_an_installed_jieba_gives_offsets(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fake:
        @staticmethod
        def tokenize(text: str, mode: str) -> list[tuple[str, int, int]]:
            return [("北京", 0, 2), (" ", 2, 3), ("好", 3, 4)]

    monkeypatch.setitem(__import__("sys").modules, "jieba", Fake())
    assert tokenise("北京 好", "zh-CN", segmenter="jieba") == [(0, 2), (3, 4)]


def test_digits_stay_with_the_word_they_follow() -> None:
    assert words("COVID-19, H1N1 or 20 mg", "en") == ["COVID-19", ",", "H1N1", "or", "20", "mg"]
