"""Profiles, and which rules are applied."""

from __future__ import annotations

from diglot.consistency.entries import PROFILES, severities_of
from diglot.model.findings import LEVELS, RULES, SEVERITIES

STANDARD = PROFILES["standard"]


def test_profiles_name_rules_severities_and_levels_that_exist():
    for profile in PROFILES.values():
        assert profile.passing in LEVELS
        assert set(profile.severities) <= set(RULES)
        assert set(profile.severities.values()) <= {*SEVERITIES, "off"}


def test_what_is_told_goes_before_the_profile():
    found = severities_of(STANDARD, told={"missing": "note", "count": "off"})
    assert found["missing"] == "note"
    assert "count" not in found
    assert found["forbidden"] == "error"


def test_rules_are_chosen_or_left_out():
    assert severities_of(STANDARD, told={}, only=("case",)) == {"case": "warning"}
    assert "case" not in severities_of(STANDARD, told={}, ignored=("case",))
    assert severities_of(STANDARD, told={}, only=("case",), ignored=("case",)) == {}


def test_who_names_a_rule_gets_it():
    assert "without-source" not in severities_of(STANDARD, told={})
    assert severities_of(STANDARD, told={}, only=("without-source",)) == {"without-source": "note"}
    assert severities_of(STANDARD, told={"without-source": "error"})["without-source"] == "error"


def test_strict_lets_pass_less_than_standard_and_lenient_more():
    for level in LEVELS:
        assert PROFILES["strict"].passes(level) <= STANDARD.passes(level)
        assert STANDARD.passes(level) <= PROFILES["lenient"].passes(level)
