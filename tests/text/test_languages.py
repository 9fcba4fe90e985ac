from __future__ import annotations

import pytest

from diglot.errors import ConfigError
from diglot.text import languages


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("en-GB", "en"),
        ("EN_us", "en"),
        ("eng", "en"),
        ("English", "en"),
        ("fre", "fr"),
        ("fra", "fr"),
        ("français", "fr"),
        ("ger", "de"),
        ("zh-Hant-TW", "zh"),
        ("cmn", "zh"),
        ("cn", "zh"),
        ("iw", "he"),
        ("sr-Latn", "sr"),
        ("grc", "grc"),
        ("und", "und"),
        ("x-klingon", "und"),
        ("qaa", "und"),
    ],
)
def test_every_spelling_of_a_language_gives_one_code(given: str, code: str) -> None:
    assert languages.normalise(given) == code


@pytest.mark.parametrize(("given", "hint"), [("englsh", "en (English)"), ("jpn2", "ja (Japanese)")])
def test_an_unknown_language_lists_close_ones(given: str, hint: str) -> None:
    with pytest.raises(ConfigError) as caught:
        languages.normalise(given)
    assert given in str(caught.value)
    assert hint in str(caught.value)


@pytest.mark.parametrize("given", ["", "   ", "xx", "12", "\x00"])
def test_nonsense_is_refused(given: str) -> None:
    with pytest.raises(ConfigError, match="unknown language"):
        languages.normalise(given)


def test_every_code_of_the_table_is_its_own_spelling() -> None:
    assert len(languages.language_table()) > 190
    for code, language in languages.language_table().items():
        assert languages.normalise(code) == code
        assert languages.normalise(language.names[0]) == code
        assert len(language.script) == 4


def test_an_alias_belongs_to_one_language() -> None:
    owners: dict[str, set[str]] = {}
    for language in languages.language_table().values():
        for alias in language.aliases:
            owners.setdefault(alias, set()).add(language.code)
    assert {alias: codes for alias, codes in owners.items() if len(codes) > 1} == {}


RIGHT_TO_LEFT = ("ar", "AR", "ar-EG", "he", "iw", "fa_IR", "Persian", "syr", "nqo", "ku-Arab")
RIGHT_TO_LEFT += ("az-Arab", "pa-Arab", "uz-Arab-AF", "ff-Adlm", "rhg-Rohg")
LEFT_TO_RIGHT = ("en", "und", "xx-unknown", "zh-Hant", "ku", "az", "pa", "ar-Latn", "ks-Deva")
LEFT_TO_RIGHT += ("syr-Latn-x-arab",)


def test_the_script_of_a_tag_or_the_usual_one_decides_on_the_direction() -> None:
    for language in RIGHT_TO_LEFT:
        assert languages.direction(language) == "rtl", language
    for language in LEFT_TO_RIGHT:
        assert languages.direction(language) == "ltr", language
    assert [languages.direction(language) for language in (None, "")] == ["auto", "auto"]


def test_scripts_and_joining_characters() -> None:
    assert languages.script("ru") == "Cyrl"
    assert languages.script("und") == "Zyyy"
    codes = ("zh", "zh-TW", "ja", "th", "lo", "km", "my", "ko", "fr", None)
    joined = {code: languages.joiner(code) for code in codes}
    assert [code for code, joiner in joined.items() if not joiner] == ["zh", "zh-TW", "ja"]
    assert set(joined.values()) == {"", " "}
    assert languages.name("is") == "Icelandic"


def test_a_tag_is_of_its_language_whatever_its_region_script_and_spelling() -> None:
    assert languages.primary_subtag("PT_br") == "pt"
    assert languages.is_of("zh-Hant-TW", "zh-hant")
    assert not languages.is_of("zho", "zh")


def test_syllables_of_korean_are_told_from_other_signs() -> None:
    assert [sign for sign in "값축ㄱ漢a" if languages.is_hangul(sign)] == ["값", "축"]
