"""Rules that a pair breaks by itself."""

from __future__ import annotations

import pytest

from diglot.cleaning.rules import RULES, Limits, find_breach


@pytest.mark.parametrize(
    ("source", "target", "rule"),
    [
        ("Hello there.", "", "empty"),
        (" \n", "Bonjour.", "empty"),
        ("A" * 21, "B", "long"),
        ("1 2 3 4 5 a", "1 2 3 4 5 b", "symbols"),
        ("The same words in both, here.", "the same words, in both here", "untranslated"),
        ("Written in 1984.", "Écrit en 1985.", "numbers"),
        ("One", "Un mot", "short"),
        ("Good day, Sir.", "Bonjour, Monsieur.", None),
    ],
)
def test_a_pair_counts_for_the_first_rule_it_breaks(
    source: str, target: str, rule: str | None
) -> None:
    longest = 20 if rule == "long" else 100
    limits = Limits(longest, 2 if rule == "short" else 1, 0.4, same_numbers=True)
    assert find_breach(source, target, limits) == rule
    assert rule is None or rule in RULES


def test_names_and_formulas_may_be_the_same_on_both_sides() -> None:
    assert find_breach("New York", "New York", Limits()) is None


def test_letters_of_any_script_count_as_letters() -> None:
    assert find_breach("これは本です。", "हिन्दी में लिखा", Limits()) is None


def test_numbers_may_differ_unless_that_is_asked_for() -> None:
    assert find_breach("The year 1984 began.", "L'an 1985 vint.", Limits()) is None
