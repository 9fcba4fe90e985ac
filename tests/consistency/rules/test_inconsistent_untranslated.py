"""Units without a translation are found, names and codes are left alone."""

from __future__ import annotations

import pytest

from diglot.consistency.rules.inconsistent import find_untranslated
from diglot.model import CheckedUnit

OWN = frozenset({"the", "of", "it"})


def found(source, target, **options):
    return find_untranslated(CheckedUnit(3, source, target), severity="error", own=OWN, **options)


@pytest.mark.parametrize("target", ["", " ", "\n\t"])
def test_nothing_is_no_translation(target):
    finding = found("the text", target)
    assert (finding.rule, finding.unit, finding.target) == ("untranslated", 3, ())
    assert "empty" in finding.message


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Switch the machine off", "Switch the machine off"),
        ("Switch the machine off", "switch  the machine off "),
        ("one two three four five six", "one two three four five six"),
        ("of it", "of it"),
        ("of and/or it", "of and/or it"),
        ("edit the file /etc/fstab", "edit the file /etc/fstab"),
    ],
)
def test_a_copy_of_the_source_is_no_translation(source, target):
    finding = found(source, target)
    assert "copy" in finding.message
    assert finding.found == target.strip()


@pytest.mark.parametrize(
    "same",
    [
        *("Johann Sebastian Bach", "42", "SARS-CoV-2", "Paris", "%s: {n}"),
        "https://example.org/the",
        *("preseed/of_the file", "mount -t proc proc /the/mnt proc /mnt/of"),
        *("# apt install one two three four", "bootps dgram udp wait root -i"),
        "one -t two three four of five six",
        *("one --of", "(one) two three four of five six", "one|of", "one(1), of(2), it(3)"),
        "Archive: One Two Three Four Five Six",
    ],
)
def test_names_codes_and_figures_may_stay(same):
    assert found(same, same) is None


def test_a_placeholder_is_no_translation_of_a_sentence():
    assert found("where you feel this pain", "{NS}").found == "{NS}"
    assert found("{count}", "{count}") is None
    assert found("12 %", "12 %") is None
    assert found("Page {n}", "{n}") is None


def test_figures_may_translate_words():
    assert found("twenty two", "22") is None


def test_a_copy_in_a_script_without_spaces():
    assert found("我们现在开始工作", "我们现在开始工作", spaceless=True) is not None
    assert found("北京", "北京", spaceless=True) is None


def test_a_translation_is_none_of_that():
    assert found("Switch the machine off", "Éteignez la machine") is None
