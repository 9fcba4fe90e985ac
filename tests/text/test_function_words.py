"""Function words: closed classes, elided forms, linking words, the user's own lists."""

from __future__ import annotations

import pytest

from diglot.errors import ConfigError
from diglot.text.function_words import (
    function_words,
    has_function_words,
    kana_of_terms,
    linking_words,
    read_word_list,
    verb_forms,
    word_classes,
)
from diglot.text.languages import read_table
from diglot.text.tokens import words

CURATED = tuple(
    "en fr de es it pt nl ru pl cs sv da no fi hu ro el tr sl hr sk bg uk ca zh ja".split()  # noqa: SIM905
)


@pytest.mark.parametrize("language", CURATED)
def test_curated_languages_have_words_and_linking_words(language: str) -> None:
    assert len(function_words(language)) > 100
    assert linking_words(language)
    assert linking_words(language) <= function_words(language)


@pytest.mark.parametrize(
    ("language", "content"),
    [
        ("en", "system information number work study use back"),
        ("fr", "point personne système ensemble mal"),
        ("de", "recht arbeit system"),
        ("it", "stati causa potere"),
        ("ru", "данные система"),
        ("pl", "państwo"),
    ],
)
def test_content_words_are_no_function_words(language: str, content: str) -> None:
    assert not function_words(language) & set(content.split())


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "l' d' qu' jusqu' lorsqu' s' n'"),
        ("it", "l' dell' nell' un' c'"),
        ("ca", "l' d' 'n s'"),
        ("ro", "într- printr-un s-a"),
    ],
)
def test_elided_words_are_listed_as_the_tokeniser_cuts_them(language: str, text: str) -> None:
    pieces = [word for word in text.split() if not word.endswith("-")]
    assert set(pieces) <= function_words(language)


def test_tokens_of_an_elision_are_function_words() -> None:
    first, *_ = words("d’une éolienne", "fr")
    assert "d'" in function_words("fr")
    assert first.replace("’", "'").startswith("d'")


def test_every_row_of_the_table_has_a_class_and_words_in_lower_case() -> None:
    for language, kind, listed in read_table("function_words.tsv"):
        assert kind.isalpha()
        assert listed == listed.lower(), (language, kind)
        assert "’" not in listed


def test_classes_of_a_word() -> None:
    assert {"determiner"} <= word_classes("en")["the"]
    assert {"linking", "preposition"} <= word_classes("en")["of"]
    assert not word_classes("th")


def test_elsewhere_the_library_has_words_but_none_that_link() -> None:
    assert has_function_words("th")
    assert not linking_words("th")


def test_a_language_without_words_says_so() -> None:
    assert not has_function_words("mt")
    assert function_words("mt") == frozenset()
    assert not has_function_words(None)


def test_own_words_extend_those_of_the_language() -> None:
    assert {"the", "turbine"} <= function_words("en", added=["Turbine", " "])
    assert " " not in function_words("en", added=["Turbine", " "])


def test_related_languages_share_a_list() -> None:
    assert function_words("nb") == function_words("no")
    assert "није" not in function_words("hr")
    assert "није" in function_words("sr")
    assert "nije" in function_words("sr")


def test_romanian_with_cedillas() -> None:
    assert {"și", "şi"} <= function_words("ro")


def test_characters_end_words_only_where_they_hardly_make_any() -> None:
    single = {word for word in function_words("zh", characters=True) if len(word) == 1}
    assert "的" in single
    assert not single & set("能会要可中上")
    assert set("能会要可中上") <= function_words("zh")
    assert "ます" in function_words("ja", characters=True)


def test_a_list_of_the_user() -> None:
    assert read_word_list("The # article\n\n# none\nd’une\n") == {"the", "d'une"}


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(ConfigError, match="unknown language"):
        function_words("klingonish")


def test_kana_stand_inside_of_japanese_terms_and_endings_of_verbs_end_them() -> None:
    inside, ending = kana_of_terms("ja")
    assert {"を", "に", "として", "さ"} <= inside
    assert {"え", "す", "り"} <= ending
    assert not ending & {"を", "は", "に"}
    assert not inside & {"は", "です", "この"}
    assert kana_of_terms("zh") == kana_of_terms("en") == (frozenset(), frozenset())


def test_verbs_of_korean_are_told_by_their_endings() -> None:
    verbs = {"설정합니다", "있으면", "설치하는", "확인하고", "사용할", "않지만"}
    nouns = {"설정", "화면", "경고", "권한", "장치입니다", "바탕화면", "메뉴는"}
    assert verb_forms(verbs | nouns, "ko") == verbs
    assert verb_forms({"read"}, "en") == frozenset()
