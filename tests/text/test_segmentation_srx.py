from __future__ import annotations

import pytest
import regex

from diglot.errors import ConfigError
from diglot.model.document import SrxLanguageMap, SrxRule, SrxRules
from diglot.text.segmentation import Cutter, rule_names, translate_pattern

BREAK = SrxRule(True, r"[\.\?!]+", r"\s")
MISTER = SrxRule(False, r"\bMr\.", r"\s")


def rules(*listed: SrxRule, cascade: bool = True) -> SrxRules:
    return SrxRules((("L", listed),), (SrxLanguageMap(".*", "L"),), cascade=cascade, name="r.srx")


def test_the_first_rule_that_matches_a_position_decides() -> None:
    text = "Mr. X came. He left! Now"
    assert Cutter(rules(MISTER, BREAK), "en").starts(text) == [11, 20]
    assert Cutter(rules(BREAK, MISTER), "en").starts(text) == [3, 11, 20]


def test_a_cascade_takes_every_matching_map_and_none_the_first_only() -> None:
    parts = (("En", (MISTER,)), ("Any", (BREAK,)))
    maps = (SrxLanguageMap("[eE][nN].*", "En"), SrxLanguageMap(".*", "Any"))
    assert rule_names(SrxRules(parts, maps, cascade=True), "en-GB") == ["En", "Any"]
    assert rule_names(SrxRules(parts, maps, cascade=False), "EN") == ["En"]
    assert rule_names(SrxRules(parts, maps, cascade=True), "fr") == ["Any"]


def test_an_empty_pattern_matches_anywhere() -> None:
    assert Cutter(rules(SrxRule(True, "", r"-- ")), "en").starts("a -- b -- c") == [2, 7]
    assert Cutter(rules(SrxRule(True, "; ", "")), "en").starts("a; b; c") == [3, 6]


def test_overlapping_matches_are_all_seen() -> None:
    assert Cutter(rules(SrxRule(True, r"\.", r"\s\p{Lu}|\sb")), "x").starts("A. B. b. C") == [
        2,
        5,
        8,
    ]


@pytest.mark.parametrize(
    ("pattern", "text", "matches"),
    [
        (r"\h+", "\u00a0\u2009", True),
        (r"[\h,]+", "\u00a0,", True),
        (r"\H", "\u00a0", False),
        (r"\Q.[\E", ".[", True),
        (r"\x{2026}", "…", True),
        (r"[\x{2026}\.]+", "….", True),
        (r"a++", "aaa", True),
        (r"[\p{L}&&[^\p{Lu}]]", "a", True),
        (r"[\p{L}&&[^\p{Lu}]]", "A", False),
        (r"[[a-z]&[aeiou]]", "b", False),
        (r"[[a-z]-[aeiou]]", "b", True),
        (r"[[a-z]-[aeiou]]", "e", False),
        (r"[\w-]+", "a-b", True),
        (r"\p{IsLatin}", "a", True),
        (r"\p{javaLowerCase}", "A", False),
        (r"[^\]]", "x", True),
        (r"\R", "\r\n", True),
        (r"[[:alpha:]]+", "abc", True),
    ],
)
def test_icu_patterns_are_translated(pattern: str, text: str, matches: bool) -> None:
    assert bool(regex.fullmatch(translate_pattern(pattern), text, flags=regex.V1)) is matches


def test_rules_that_cannot_be_used_are_listed_by_number() -> None:
    bad = rules(BREAK, SrxRule(True, "(", ""), BREAK, SrxRule(True, "a", "[\\H]"))
    with pytest.raises(ConfigError) as caught:
        Cutter(bad, "en")
    assert "r.srx" in str(caught.value)
    assert "L rule 2" in str(caught.value)
    assert "L rule 4" in str(caught.value)


def test_a_language_without_rules_says_which_there_are() -> None:
    only = SrxRules((("En", (BREAK,)),), (SrxLanguageMap("en", "En"),), name="r.srx")
    with pytest.raises(ConfigError, match="no rules for the language 'fr'; the file has En"):
        Cutter(only, "fr")


def test_a_map_to_missing_rules_is_an_error() -> None:
    with pytest.raises(ConfigError, match="'Gone', which are missing"):
        Cutter(SrxRules((("En", ()),), (SrxLanguageMap(".*", "Gone"),)), "en")


def test_a_pattern_that_backtracks_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diglot.text.segmentation._TIMEOUT", 0.05)
    slow = Cutter(rules(SrxRule(True, r"(x+x+)+y\b", "")), "en")
    with pytest.raises(ConfigError, match="rule 1 took more than"):
        slow.starts("x" * 5000)
